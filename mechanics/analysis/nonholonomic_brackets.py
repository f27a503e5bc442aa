"""Whether a reduced motion is Hamiltonian in a new time, for a Poisson bracket of whatever rank.

Let L = T - V, let D be the displacements of constraints that are linear in the velocities, and G a
group of symmetries of both, whose orbits need not be complements of D: its *nonholonomic bracket*
lives on D^*/G, a bundle over Q/G with the momenta p as linear functions of its fibres. For a frame
X_a of D, with the forms θ of the momenta and Y_a dual to p along the fibres, it is the bivector

    P = X_a∧Y_a + ½ dθ(X_a, X_b) Y_a∧Y_b,       P(·, dE) = Γ - ∂_t,

projected along the orbits. It is *linear*: brackets of linear functions are linear. All linear
bivectors that make the motion are ``P + i_dE Λ``, with a trivector Λ along the fibres that is
constant there. For ``{f, E} = Γ(f)`` for functions f on Q/G says, by degrees in p, that {f, p_a} is
X_a(f), and what remains is ``W = W_ab^c p_c Y_a∧Y_b`` with ``W_ab^c p_c v^b = 0``, which is skew in
all arguments once T has lowered one. These Λ are the gauges of symplectic forms, seen on brackets.

Let ``dτ = e^φ dt`` with φ on Q/G. Then ``e^{-φ}(P + W)`` makes the motion in the time τ, and it is
a Poisson bracket if and only if

    [P + W, P + W] + 2 (i_dφ P) * (P + W) = 0.

Inserted into differentials of functions on Q/G this is linear in φ's slopes and in Λ, since W and
i_dφ P are along the fibres, and there is no derivative of Λ. If that has no solution, or one that
is no function on Q/G, or whose slopes are no differential (`PrescribedDerivatives`), there is no
Poisson bracket of this class, whatever φ and Λ; else the whole of it is judged. Where linear
algebra leaves something free, integrals that are given are asked to be Casimir functions, and a
failure decides nothing.

Sources: A. J. van der Schaft, B. M. Maschke, On the Hamiltonian formulation of nonholonomic
mechanical systems, Rep. Math. Phys. 34 (1994); A. V. Borisov, I. S. Mamaev, Chaplygin's ball
rolling problem is Hamiltonian, Math. Notes 70 (2001); L. C. García-Naranjo, Reduction of almost
Poisson brackets and Hamiltonization of the Chaplygin sphere, Discrete Contin. Dyn. Syst. S 3
(2010); P. Balseiro, L. C. García-Naranjo, Gauge transformations, twisted Poisson brackets and
Hamiltonization of nonholonomic systems, Arch. Rational Mech. Anal. 205 (2012).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain, combinations, islice
from typing import TYPE_CHECKING

from diffgeo import Form, VectorForm, check, d
from diffgeo.calculus import Multivector, multivector, schouten
from diffgeo.calculus import linear_algebra as linear
from diffgeo.subsets import irreducible_factors
from mechanics.analysis.answers import Answer
from mechanics.analysis.densities import Density, density_with_rate
from mechanics.analysis.linear_brackets import LinearBrackets
from mechanics.analysis.prescribed_derivatives import (
    PrescribedDerivatives,
    is_written,
    unless,
    where_all_vanish,
)
from mechanics.analysis.reduced_motion import ReducedMotion, reduced_motions
from mechanics.model.plain_answers import vanishes
from mechanics.theories.checks import Check, judged
from mechanics.theories.registry import derive
from mechanics.wording import Formulas, listed, one_line

if TYPE_CHECKING:
    from diffgeo.calculus import FunctionLike
    from mechanics.model.systems import System
    from mechanics.output_files import Data
    from mechanics.theories.dynamics import Dynamics

#: So many groups are tried.
GROUPS = 16


class NonholonomicBracket(LinearBrackets, Answer):
    """The nonholonomic bracket on a quotient; `System.nonholonomic_bracket` makes it.

    Attributes and errors are those of `LinearBrackets`.

    Parameters
    ----------
    reduced
        The motion on the quotient.

    Examples
    --------
    >>> from mechanics import load
    >>> found = load("rolling-ball").nonholonomic_bracket()
    >>> print(found.is_poisson.holds, found.multiplier, found.rank, *found.group, sep="; ")
    True; 1; 2; ∂_x; ∂_y; ∂_psi; y ∂_x - x ∂_y - ∂_phi
    """

    @cached_property
    def _linear_equations(self) -> list[list[Form]]:
        """For the gauge, then the slopes: coefficients, and the constant term."""
        P = self.scaled
        terms = [
            *((2 * schouten(P, W)).expanded() for W in self.gauges),
            *((2 * Z * P).expanded() for Z in self.slope_terms),
            schouten(P, P).expanded(),
        ]
        # By differentials of momenta, for which the dual fields make no denominators.
        slopes = [d(f) for f in (*self.base, *self.momenta)]
        inserted = ([T.insert(d(x)) for T in terms] for x in self.base)
        rows = ([Q(a, b) for Q in row] for row in inserted for a, b in combinations(slopes, 2))
        return [row for row in rows if not all(map(vanishes, row))]

    @property
    def _casimir_equations(self) -> list[list[Form]]:
        """That integrals which are given, and live on the quotient, have brackets 0."""
        restrict, found = self.system.constraint_set.restrict, []
        for given in map(restrict, self.system.invariants.values()):
            if all(vanishes(X(given)) for X in self.reduced.fields):
                slope = d(self.reduced.slice.restrict(given))
                inserted = [Q.insert(slope) for Q in (*self.gauges, self.scaled)]
                for x in self.space.coordinates:
                    *gauges, last = (Q(d(x)) for Q in inserted)
                    found.append([*gauges, *(0 * last for _ in self.slope_terms), last])
        return [row for row in found if not all(map(vanishes, row))]

    @cached_property
    def is_determined(self) -> bool:
        """Whether the linear equations leave neither gauge nor slopes free."""
        rows = self._linear_equations
        count = len(self.gauges) + len(self.slope_terms)
        return count == 0 or (bool(rows) and linear.rank([row[:-1] for row in rows]) == count)

    @cached_property
    def _minor(self) -> Form | None:
        """A determinant that is 0 if the linear equations have a solution; None if they have."""
        return _excluding_minor(self._linear_equations)

    @cached_property
    def _solution(self) -> tuple[list[Form], list[Form]]:
        """Coefficients of the gauge, and slopes; its own time, where they are left free."""
        rows, zero = self._linear_equations, 0 * self.energy
        none = [zero for _ in self.gauges]
        own = [zero for _ in self.directions]
        if not self.is_determined:
            more = [*rows, *self._casimir_equations]
            rows = more if _excluding_minor(more) is None else rows
            own = [X(self.scale) / self.scale for X in self.directions]
        if self._minor is not None or not rows:
            return none, own
        parts = [(row[:-1], linear.combination([*none, *own], row[:-1], row[-1])) for row in rows]
        columns = list(zip(*(row for row, _ in parts), strict=True))
        free = set() if self.is_determined else linear.dependent(columns)
        chosen = [[a for k, a in enumerate(row) if k not in free] for row, _ in parts]
        kept = _without_dependent(
            [[*row, last] for row, (_, last) in zip(chosen, parts, strict=True)]
        )
        values = iter(linear.solve([row[:-1] for row in kept], [-row[-1] for row in kept]))
        found = iter([zero if k in free else next(values).settled() for k, _ in enumerate(columns)])
        return [next(found) for _ in none], [next(found) + slope for slope in own]

    @cached_property
    def has_gauge(self) -> Check:
        """Whether the linear equations have a solution whose coefficients are functions on Q/G."""
        name = "functions of the new time's slopes and the gauge exist by linear algebra"

        def statements() -> list[object]:
            if self._minor is not None:
                shown = is_written(self._minor)
                return [check(self._minor == 0, counterexample=shown)]
            found = chain(*(self._rates_along_fibres(c) for c in chain(*self._solution)))
            return [rate == 0 for rate in found] or [self.energy.space.function(0) == 0]

        return judged(name, statements)  # type: ignore[arg-type]

    def _rates_along_fibres(self, function: Form) -> Iterator[Form]:
        return (rate for V in self.fibre for rate in [V(function)] if not vanishes(rate))

    @cached_property
    def equations(self) -> PrescribedDerivatives:
        """What φ is along the projected directions of D, and along the fibres."""
        zero, (_, slopes) = 0 * self.energy, self._solution
        still = [self.time, *self.fibre]
        return PrescribedDerivatives([*self.directions, *still], [*slopes, *(zero for _ in still)])

    @cached_property
    def has_multiplier(self) -> Check:
        """Whether these slopes are those of a function on Q/G."""
        name = "the slopes are a differential"
        if not self.has_gauge.holds:
            return Check(name, None, "there are none")
        return judged(name, lambda: self.equations.verdict)

    @cached_property
    def gauged(self) -> Multivector:
        """P + W."""
        return (self._scaled_and_gauged / self.scale).expanded()

    @cached_property
    def _scaled_and_gauged(self) -> Multivector:
        gauge, _ = self._solution
        return linear.combination(gauge, self.gauges, self.scaled)

    @cached_property
    def _inserted_slope(self) -> Multivector:
        """``δ i_dφ P`` for the φ of δ P, a field along the fibres."""
        _, slopes = self._solution
        return linear.combination(slopes, self.slope_terms, multivector(0 * self.time))

    @cached_property
    def is_poisson(self) -> Check:
        """``[P + W, P + W] + 2 (i_dφ P) * (P + W) = 0``, so that ``e^{-φ}(P + W)`` is Poisson."""
        name = "e^-phi times the bracket is a Poisson bracket"
        if not (self.has_gauge.holds and self.has_multiplier.holds):
            return Check(name, None, "there is no multiplier")
        Q, slope = self._scaled_and_gauged, self._inserted_slope
        return judged(name, lambda: schouten(Q, Q) + 2 * slope * Q == 0)

    @cached_property
    def is_hamiltonian(self) -> bool | None:
        """Whether there is a Poisson bracket of this class; None where that is not decided."""
        stages = [c.holds for c in (self.has_gauge, self.has_multiplier, self.is_poisson)]
        if False not in stages:
            return self.is_poisson.holds
        return False if self.is_determined or self._minor is not None else None

    @cached_property
    def multiplier(self) -> Density | None:
        """e^φ on the quotient, with ``dτ = e^φ dt``, if there is one and it was found."""
        if not self.is_poisson.holds:
            return None
        _, slopes = self._solution
        given = [f for f in (self.scale, *slopes) if is_written(f) and not vanishes(d(f))]
        factors = {str(p): p for f in given for p in irreducible_factors(f)}
        motion, scale = self.reduced.field, self.scale
        rate = (self._inserted_slope(d(self.energy)) - motion(scale)) / scale
        return density_with_rate(motion, rate, list(factors.values()))

    @cached_property
    def rank(self) -> int:
        """The rank of P + W at the generic point."""
        slopes = [d(x) for x in self.space.coordinates]
        return linear.rank([[self._scaled_and_gauged(a, b) for b in slopes] for a in slopes])

    # --- parameters --------------------------------------------------------------------------

    def again(self, system: System) -> NonholonomicBracket:
        """The answer for another system, by a group that is found there."""
        return nonholonomic_bracket(derive(system, self.dynamics.theory))

    @cached_property
    def exceptions(self) -> str | None:  # type: ignore[override]
        """Parameters outside of which there is no Poisson bracket of this class."""
        if self.is_hamiltonian is not False:
            return None
        if self._minor is not None:
            return where_all_vanish([self._minor])
        obstructions = [
            *(r for f in chain(*self._solution) for r in self._rates_along_fibres(f)),
            *([] if self.equations.obstruction is None else [self.equations.obstruction]),
        ]
        # Where the linear equations determine less their solution is no other one.
        kept = _without_dependent([row[:-1] for row in self._linear_equations])
        return where_all_vanish([f * linear.determinant(kept) for f in obstructions])

    # --- showing it ----------------------------------------------------------------------------

    @property
    def conclusion(self) -> str:
        """The answer in words."""
        by = f", by the group of {listed(self.group)}"
        if self.is_hamiltonian is None:
            reasons = [c.reason for c in self.checks() if c.holds is None and c.reason]
            free = "linear algebra does not determine the gauge"
            return f"not decided: {reasons[0] if self.is_determined and reasons else free}{by}"
        if not self.is_hamiltonian:
            return (
                "no Poisson bracket that is linear in the momenta makes the motion, in whatever "
                f"time of the configurations{unless(self.exceptions, self.system)}{by}"
            )
        _, *axes = self.space.frame
        of = f"for a Poisson bracket of rank {self.rank} in {len(axes)} dimensions{by}"
        known = "e^phi dt" if self.multiplier is None else f"{self.multiplier} dt"
        if known == "1 dt":
            return f"Hamiltonian in its own time, {of}"
        return f"Hamiltonian in the time tau, d tau = {known}, {of}"

    def checks(self) -> tuple[Check, ...]:
        """All statements, with their verdicts."""
        stages = (self.has_gauge, self.has_multiplier, self.is_poisson)
        return self.makes_motion, *(c for c in stages if c.verdict is not None or c.holds is None)

    def report(self) -> str:
        """The group, the brackets and the answer, as readable lines."""
        lines = [f"{one_line(self.system.name)}: nonholonomic bracket", "Group"]
        lines += [f"  {X}" for X in self.group]
        lines += ["Bracket P on the quotient", f"  {self.bivector.summary(400)}"]
        if self.is_hamiltonian:
            gauge = (self.gauged - self.bivector).expanded()
            lines += ["Gauge W, for which P + W is Poisson after division by e^phi"]
            lines += [f"  {gauge.summary(400)}"]
        lines += ["Checks", *(f"  {answer}" for answer in self.checks())]
        lines += [*self.case_lines(), self.conclusion]
        return "\n".join(lines)

    def to_dict(self) -> Data:
        """Everything as data for JSON; formulas are strings that SymPy can parse."""
        yes = self.is_hamiltonian
        return {
            "system": self.system.name,
            "theory": self.dynamics.theory.name,
            "group": [str(X) for X in self.group],
            "bracket": _pairs(self.bivector),
            "gauged": _pairs(self.gauged) if yes else None,
            "energy": str(self.energy),
            "rank": self.rank if yes else None,
            "hamiltonian": yes,
            "multiplier": None if self.multiplier is None else str(self.multiplier),
            "except": self.exceptions,
            "cases": [case.to_dict() for case in self.cases],
            "conclusion": self.conclusion,
            "checks": [answer.to_dict() for answer in self.checks()],
        }

    def named_formulas(self) -> Formulas:
        """The bracket and the multiplier, by their names in LaTeX."""
        found: Formulas = {"P": self.gauged if self.is_hamiltonian else self.bivector}
        return found if self.multiplier is None else found | {r"e^{\varphi}": self.multiplier}


def nonholonomic_bracket(
    dynamics: Dynamics, group: Sequence[VectorForm | Mapping[str, FunctionLike]] | None = None
) -> NonholonomicBracket:
    """The nonholonomic bracket on the quotient by a group that is given, or by one that is found.

    Of several that are found, the first, in order of their dimensions from above, for which the
    answer is yes, if there is one among `GROUPS`; else the first that is decided.
    """
    if group is not None:
        return NonholonomicBracket(ReducedMotion(dynamics, group))
    tried: list[NonholonomicBracket] = []
    for reduced in islice(reduced_motions(dynamics), GROUPS):
        tried.append(NonholonomicBracket(reduced))
        if tried[-1].is_hamiltonian:
            return tried[-1]
    return next((found for found in tried if found.is_hamiltonian is False), tried[0])


def _excluding_minor(rows: Sequence[Sequence[Form]]) -> Form | None:
    """A determinant of rows ``[A | b]`` that is not 0 if ``A x + b = 0`` has no solution."""
    if not rows or linear.rank([row[:-1] for row in rows]) == linear.rank(rows):
        return None
    columns = list(zip(*rows, strict=True))
    free = linear.dependent([*columns[:-1]])
    kept = [[f for k, f in enumerate(row) if k not in free] for row in rows]
    return linear.determinant(_without_dependent(kept)).settled()


def _without_dependent(rows: Sequence[Sequence[Form]]) -> list[list[Form]]:
    """A basis among the rows, by ranks: nothing has to be written out for these."""
    kept: list[list[Form]] = []
    for row in rows:
        if linear.rank([*kept, row]) > len(kept):
            kept.append([*row])
    return kept


def _pairs(bivector: Multivector) -> dict[str, str]:
    """The brackets of coordinates that are not 0, by names."""
    pairs = combinations(bivector.space.coordinates, 2)
    values = {f"{x}, {y}": bivector(d(x), d(y)) for x, y in pairs}
    return {names: str(value) for names, value in values.items() if not vanishes(value)}
