"""What the paper leaves open: dependence on π, rank of Ω_Γ, regularity, energy.

The paper says nothing, or "of course", about these questions. An answer is a statement with a
verdict, as everywhere; `answers` has all of them, and `table` shows them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from diffgeo import FibredManifold, Identity, Map, Verdict, check, interior
from diffgeo.calculus import linear_algebra as linear
from mechanics.model.constraint_sections import JetSection
from mechanics.model.systems import System
from mechanics.papers.engine.claims import Fact, fact, same
from mechanics.papers.engine.terms import combined
from mechanics.papers.sarlet.data import generic
from mechanics.papers.sarlet.equations import along_fibres, rank_of, regularity_matrix
from mechanics.papers.sarlet.scene import SectionScene
from mechanics.papers.sarlet.witnesses import LINEAR, NON_LINEAR, PRODUCT, Regular, regularity
from mechanics.theories.omega_gamma_theory import ReducedLagrangian


@dataclass(frozen=True)
class Answer:
    """A statement about the paper's objects, with its verdict.

    Attributes
    ----------
    question, statement
        In words.
    data
        For which systems.
    verdict
        A verdict, or a fact on ranks and the like.
    """

    question: str
    statement: str
    data: str
    verdict: Verdict | Fact

    @property
    def holds(self) -> bool:
        """Whether it is so."""
        return self.verdict.true if isinstance(self.verdict, Fact) else bool(self.verdict)

    @property
    def shown(self) -> str:
        """How it was decided, or where it fails."""
        if isinstance(self.verdict, Fact):
            return "verified" if self.holds else f"found: {self.verdict.found}"
        if self.holds:
            return str(self.verdict.status.value).lower()
        return str(self.verdict.counterexample or self.verdict)


def _says(question: str, data: str, said: Mapping[str, Any]) -> Iterator[Answer]:
    for statement, found in said.items():
        settled = found if isinstance(found, Verdict | Fact) else check(found)
        yield Answer(question, statement, data, settled)


# --- which objects depend on π ----------------------------------------------------------------

DEPENDENCE = "the same, whichever velocities are solved for"


class TwoFibrations:
    """One constraint set as the image of two sections, over two manifolds M.

    Parameters
    ----------
    coordinates, lagrangian
        Of the system, as text.
    first, second
        The same constraints, solved for different velocities.
    """

    def __init__(
        self,
        coordinates: str,
        lagrangian: str,
        first: Mapping[str, str],
        second: Mapping[str, str],
    ) -> None:
        E = FibredManifold("E", coordinates=coordinates)
        one, other = JetSection(E, first), JetSection(E, second)
        # Both P are the constraint set: p₂∘σ₁ is the change from one to the other.
        here, there = (space.chart.coordinates for space in (one.P, other.P))
        self.change = Map(
            one.P,
            other.P,
            {name: one.sigma.images[name] for name in there},
            inverse={name: other.sigma.images[name] for name in here},
        )
        self.one, self.other = (
            ReducedLagrangian.on_section(s, s.J1.function(lagrangian), 0 * s.J1.dt)
            for s in (one, other)
        )
        self.name = f"L = {lagrangian}; " + "; ".join(f"{v} = {g}" for v, g in first.items())

    def same(self, make: Callable[[ReducedLagrangian], Any]) -> Identity:
        """That an object made from each of them is the same on the constraint set."""
        identity: Identity = make(self.one) == self.change.pull(make(self.other))
        return identity

    def answers(self) -> Iterator[Answer]:
        """Which of the paper's objects are the same for both."""
        said: dict[str, Callable[[ReducedLagrangian], Any]] = {
            "Lbar": lambda r: r.lagrangian,
            "S": lambda r: r.geometry.S,
            "N": lambda r: r.geometry.N,
            "P_V of the motion": lambda r: r.geometry.field(r.field).vertical_projector,
            "theta_Lbar": lambda r: r.theta,
            "psi of the motion": lambda r: r.psi(r.field),
            "Omega_Gamma of the motion": lambda r: r.Omega(r.field),
            "Gamma": lambda r: r.field,
            "the reaction N^*(i_Gamma i^*dtheta_L)": lambda r: r.reaction(r.field),
        }
        yield from _says(DEPENDENCE, self.name, {text: self.same(f) for text, f in said.items()})


PAIRS = (
    (
        "x u",
        "(xdot**2 + udot**2)/2",
        {"udot": "(1 + x**2)*xdot"},
        {"xdot": "udot/(1 + x**2)"},
    ),
    (
        "x y u",
        "(xdot**2 + ydot**2 + udot**2)/2 + t*x",
        {"udot": "xdot*ydot"},
        {"xdot": "udot/ydot"},
    ),
)
#: L̄ is regular for one of them, and Ω_Γ of rank 2; it is zero for the other.
ONE_SIDED = ("x u", "xdot + xdot*udot", {"udot": "1/xdot"}, {"xdot": "1/udot"})


def dependence() -> Iterator[Answer]:
    """Which objects depend on π: two systems, and all systems with one constraint."""
    for pair in PAIRS:
        yield from TwoFibrations(*pair).answers()
    for names in ("x u", "x y u"):
        yield from _of_all_systems(names)
    both = TwoFibrations(*ONE_SIDED)
    first, second = _rank(both.one), _rank(both.other)
    found = f"{first} if udot is solved for, {second} if xdot is"
    text = "the rank of Omega_Gamma"
    yield from _says(DEPENDENCE, both.name, {text: fact(text, first == second, found)})


def _rank(reduced: ReducedLagrangian) -> int:
    frame, Omega = reduced.geometry.space.frame, reduced.Omega(reduced.field)
    return linear.rank([[interior(Y, interior(X, Omega)) for Y in frame] for X in frame])


def _of_all_systems(names: str) -> Iterator[Answer]:
    """Undefined L and φ: the constraint φ = 0 is solved for u̇, or for ẋ."""
    q = names.split()
    on_J = ", ".join(("t", *q, *(f"{name}dot" for name in q)))
    system = System(
        coordinates=names,
        functions=f"L({on_J}) phi({on_J})",
        lagrangian=f"L({on_J})",
        constraints=[f"phi({on_J})"],
    )
    jets, (phi,) = system.evolution_space, system.constraints
    by_u, by_x = (ReducedLagrangian.along_leaves(system, [name]) for name in "ux")
    phi_u, phi_x = (jets.vector_field({f"{name}dot": 1})(phi) for name in "ux")
    first, second = by_u.field, by_x.field
    yield from _says(
        DEPENDENCE,
        f"all L and one constraint phi, coordinates {names}",
        {
            "Gamma": first == second,
            "the reaction N^*(i_Gamma i^*dtheta_L)": by_u.reaction(first) == by_x.reaction(second),
            "det b (dphi/dwdot)^2, w the coordinate that is solved for": by_u.determinant * phi_u**2
            == by_x.determinant * phi_x**2,
        },
    )


# --- the rank of Ω_Γ ----------------------------------------------------------------------------

RANK = "the rank of Omega_Gamma, and its kernel"


def ranks() -> Iterator[Answer]:
    """Ω_Γ has rank 2k where L̄ is regular, whatever Γ; elsewhere it has that rank or less."""
    for linear_ones in (True, False):
        kind = "affine" if linear_ones else "non-linear"
        for k, m in ((1, 1), (2, 1), (1, 2)):
            datum = generic(k, m, linear=linear_ones)
            s = SectionScene(datum)
            motion, fields = s.reduced.field, along_fibres(s)
            Omega = s.reduced.Omega(motion)
            kernel = [motion, *fields]
            spanned = linear.rank([[X(f) for f in s.P.coordinates] for X in kernel])
            yield from _says(
                RANK,
                f"all {kind}, ({k}, {m})",
                {
                    "the rank is 2k": same("rank", rank_of(s, Omega), 2 * k),
                    "so is that of Omega_Gamma for any second-order field": same(
                        "rank", rank_of(s, s.reduced.Omega(s.Gamma)), 2 * k
                    ),
                    "the kernel contains the motion and the K_a = d_y^a + c^alpha d_v^alpha "
                    "with K_a(p_alpha) = 0": check([interior(X, Omega) == 0 for X in kernel]),
                    "they are 1 + m independent fields": same("rank", spanned, 1 + m),
                },
            )
    for datum, text in (
        (LINEAR[Regular(False, False, False)], "the rank is 2k only where Lbar is regular"),
        (NON_LINEAR[Regular(False, False, True)], "the rank is 2k where Gamma is regular"),
    ):
        s = SectionScene(datum)
        found, is_regular = rank_of(s, s.reduced.Omega(s.Gamma)), regularity(s)
        means = is_regular.Lbar if "only" in text else is_regular.Gamma
        shown = f"rank {found}, regular: Lbar {is_regular.Lbar}, Gamma {is_regular.Gamma}"
        yield from _says(RANK, str(datum), {text: fact(text, (found == 2) == means, shown)})


# --- regularity -----------------------------------------------------------------------------------

REGULARITY = "regularity of L, of Lbar and of Gamma"


def regularities() -> Iterator[Answer]:
    """Examples of every combination there is, and the reason why one is missing for k = m = 1."""
    for kind, examples in (("affine", LINEAR), ("quadratic", NON_LINEAR), ("", PRODUCT)):
        for expected, datum in examples.items():
            found = regularity(SectionScene(datum))
            words = ", ".join(
                f"{n} {'is' if v else 'is not'}" for n, v in expected._asdict().items()
            )
            text = f"{kind} constraint: {words}" if kind else words
            yield from _says(
                REGULARITY, str(datum), {text: fact(text, found == expected, str(found))}
            )
    for linear_ones in (True, False):
        datum = generic(1, 1, linear=linear_ones)
        yield from _says(REGULARITY, datum.name, _one_by_one(SectionScene(datum)))
    datum = generic(2, 1, linear=True)
    s = SectionScene(datum)
    first, second = (
        s.reduced.determinant,
        linear.determinant([[V(p) for p in s.p_bar] for V in s.d_v]),
    )
    yield from _says(REGULARITY, datum.name, {"Gamma is where Lbar is": first == second})


def _one_by_one(s: SectionScene) -> dict[str, Identity]:
    """For k = m = 1: det(∂²L) = b i^*(∂²L/∂w²) - V(l)², so b = 0 and l = 0 make L singular."""
    by_v, by_w = (s.J1.vector_field({f"{q}dot": 1}) for q in (*s.datum.free, *s.datum.dependent))
    hessian = [[s.sigma.pull(X(Y(s.L))) for X in (by_v, by_w)] for Y in (by_v, by_w)]
    ((b,),), (l,), (V,) = regularity_matrix(s), s.l, s.d_v  # noqa: E741
    right = b * hessian[1][1] - V(l) ** 2
    return {"det d^2L = b d^2L/dw^2 - (dl/dv)^2": linear.determinant(hessian) == right}


# --- energy ---------------------------------------------------------------------------------------

ENERGY = "energy"


def energy() -> Iterator[Answer]:
    """The reaction has the power λ_a B^a, with the B^a of section 5."""
    for datum in (generic(1, 1, linear=True), generic(1, 1, linear=False)):
        yield from _says(ENERGY, datum.name, _of_energy(SectionScene(datum)))
    for right in ("x*xdot", "x", "xdot**2"):
        balance = System(
            coordinates="x u",
            lagrangian="(xdot**2 + udot**2)/2 + u",
            solved={"udot": right},
        ).energy_balance(theory="omega_gamma")
        name = f"L = (xdot**2 + udot**2)/2 + u; udot = {right}"
        verdicts = {
            "rate = explicit + forces + reaction": balance.balance,
            "the reaction does no work": balance.reaction_does_no_work,
            "the energy is conserved": balance.is_conserved,
        }
        for text, found in verdicts.items():
            rate = f"rate {balance.condition}"
            yield Answer(ENERGY, text, name, fact(text, found.holds is True, rate))


def _of_energy(s: SectionScene) -> dict[str, Identity]:
    reduced, Gamma = s.reduced, s.reduced.field
    names = [f"{q}dot" for q in (*s.datum.free, *s.datum.dependent)]
    momenta = [s.sigma.pull(s.J1.vector_field({v: 1})(s.L)) for v in names]
    free = combined(-s.Lbar, momenta, [*s.v, *s.g])
    own = combined(-s.Lbar, s.p_bar, s.v)
    _, multipliers = s.euler_lagrange(Gamma, s.L)
    power = combined(0 * s.Lbar, multipliers, s.B_0)
    explicit = s.sigma.pull(s.J1.frame[0](s.L))
    return {
        "i^*E_L = E_Lbar + l_a B^a": free == combined(own, s.l, s.B_0),
        "Gamma(i^*E_L) = -i^*(dL/dt) + lam_a B^a": Gamma(free) == power - explicit,
        "Gamma(i^*E_L) = -i^*(dL/dt)": Gamma(free) == -explicit,
        "theta_Lbar(Gamma) = Lbar": reduced.theta(Gamma) == s.Lbar,
    }


# --- all ------------------------------------------------------------------------------------------


def answers() -> tuple[Answer, ...]:
    """All answers, in the order of the questions."""
    return (*dependence(), *ranks(), *regularities(), *energy())


def table(found: Iterable[Answer]) -> str:
    """Markdown: a table of statements, with the systems for which they hold or fail."""
    rows: dict[tuple[str, bool], list[Answer]] = {}
    for answer in found:
        rows.setdefault((answer.statement, answer.holds), []).append(answer)
    heads = ("statement", "systems", "verdict", "decided by, or where it fails")
    lines = [heads, ("---",) * len(heads)]
    for (statement, holds), members in rows.items():
        systems, shown = ([a.data for a in members], [a.shown for a in members])
        verdict = "holds" if holds else "fails"
        lines.append((_literal([statement]), _literal(systems), verdict, _literal(shown)))
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _literal(texts: list[str]) -> str:
    """Texts as they are, one below the other, none twice."""
    return "<br>".join(f"`` {text.replace('|', '∣')} ``" for text in dict.fromkeys(texts))
