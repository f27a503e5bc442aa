"""Whether a constrained motion is integrable by quadratures: what its objects imply together.

On the constraint set N, dim N = M (with time), let the motion Γ have r first integrals f_i that are
independent at the generic point, and s fields Z_a with ``[Z_a, Γ] = -Γ(dt(Z_a)) Γ`` (symmetries)
and ``Z_a(f_i) = 0``, independent of each other and of Γ there. Let
``[Z_a, Z_b] = c_ab^k Z_k + κ_ab Γ`` with functions c that are constant on the levels of the f_i,
the structure constants of a solvable Lie algebra.

* If r + s = M - 1, Γ is integrable by quadratures (Lie); if r = M - 1, without any.
* If r + s = M - 2 and ρμ is an invariant volume such that ``i_{Z_1} … i_{Z_s} i_Γ (ρμ)`` is closed,
  Γ is integrable by quadratures (Euler and Jacobi for s = 0). Proof: that form is df_1∧…∧df_r∧α, so
  α is closed on the levels, and its integral is one more first integral. Since α vanishes on Γ and
  on the Z_a, it is constant along the Z_a; then the theorem of Lie applies.

Where nothing depends on time, ∂_t is one of the symmetries. The integrals are those of
`mechanics.analysis.known_integrals`; the symmetries are point symmetries, their brackets, their
combinations with first integrals as coefficients and, without constraints and forces, the
Hamiltonian fields of first integrals: then n of these in involution are a case of the theorem of
Lie, that of Liouville.

For a symmetry Z, ``[Z, Γ] = hΓ``, these are first integrals, too: Z(f) for a first integral f; the
c of ``Z = c^k Z_k + κΓ`` for independent symmetries Z_k, as the others vanish in ``[Z, Γ]``; and
c + h for ``L_Z(ρμ) = c ρμ``, by ``L_Γ L_Z = L_Z L_Γ - L_{hΓ}``. They are added until nothing is
new. Then no choice is left, and more integrals lose no theorem: if one applies for some f_i and
Z_a, and f is another integral, then either f is constant along all Z_a, and a symmetry less is
needed, or the combinations of the Z_a that are tangent to the levels of f are one less than they
were, with coefficients that are constant on the levels; there they are a subalgebra, which is
solvable, and the last form, on the levels of f, is that of before divided by a Z_a(f).

All of this is local, near generic points and for generic parameters. If no theorem applies that is
no statement: there may be integrals and symmetries outside of the spaces that were searched.

Sources: S. Lie, Vorlesungen über Differentialgleichungen, 1891; C. G. J. Jacobi, Vorlesungen über
Dynamik, lectures 10-18; V. V. Kozlov, The Euler–Jacobi–Lie integrability theorem, Regular and
Chaotic Dynamics 18 (2013).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, reduce
from itertools import combinations, islice
from typing import TYPE_CHECKING

from diffgeo import Form, VectorForm, bracket, d, interior, wedge
from diffgeo.calculus import linear_algebra as linear
from diffgeo.errors import TooLarge, Unexpanded
from diffgeo.structures import Cosymplectic
from mechanics.analysis.answers import AnswerOnMotion
from mechanics.analysis.invariant_volume import InvariantVolume
from mechanics.analysis.known_integrals import known_integrals
from mechanics.analysis.lie_algebras import StructureConstants
from mechanics.analysis.noether import written
from mechanics.analysis.quadratures import Quadratures
from mechanics.model.lagrangian import cosymplectic_structure
from mechanics.model.plain_answers import vanishes
from mechanics.model.solved_levels import levels
from mechanics.theories.checks import Check, judged
from mechanics.wording import Formulas, one_line

if TYPE_CHECKING:
    from diffgeo import Identity
    from diffgeo.calculus import FunctionLike
    from mechanics.output_files import Data
    from mechanics.theories.dynamics import Dynamics

#: So many choices of symmetries are tried for each theorem.
CHOICES = 40
#: Darboux functions are looked for where no more integrals are missing: they give few.
FEW = 2


class Integrability(AnswerOnMotion):
    """What implies that a motion is integrable; `System.integrability` makes it.

    Parameters
    ----------
    dynamics
        The motion.
    order, extra
        Of the coefficients of integrals and symmetries, as for `System.symmetries`.

    Attributes
    ----------
    integrals : list of Form
        First integrals on N, independent at the generic point.
    symmetries : list of VectorForm
        Symmetries on N that are tangent to the levels of the integrals, independent of each
        other and of the motion at the generic point, as many as there are.
    theorem : str or None
        "first integrals", "Lie", or "Euler-Jacobi-Lie", if one applies.
    chosen : tuple of VectorForm
        The symmetries that it uses.

    Raises
    ------
    NotApplicable
        A constraint is not affine in the velocities, or the motion jumps at walls.

    Examples
    --------
    >>> from mechanics import load
    >>> found = load("nonholonomic-particle").integrability()
    >>> print(found.theorem, len(found.integrals), *found.chosen)
    Lie 4 ∂_x
    """

    def __init__(
        self,
        dynamics: Dynamics,
        order: int | None = None,
        extra: Sequence[FunctionLike] = (),
    ) -> None:
        super().__init__(
            dynamics, "integrals and symmetries between walls imply no quadratures",
            order=order, extra=extra,
        )  # fmt: skip
        self.volume = InvariantVolume(dynamics)
        self.space = self.velocities.space
        self.known = known_integrals(dynamics, order, extra)
        self.integrals: list[Form] = []
        self.symmetries: list[VectorForm] = []
        sources: tuple[Callable[[], Iterable[Form]], ...] = (
            lambda: map(self.system.constraint_set.restrict, self.known.functions),
            self._divergences,
            lambda: map(self.system.constraint_set.restrict, self.known.local_momenta),
            lambda: self.known.of_darboux if self._missing - len(self.symmetries) <= FEW else (),
        )
        for source in sources:
            self._complete(source())
            self.theorem, self.chosen = self._decide()
            if self.theorem:
                break

    # --- the objects ---------------------------------------------------------------------------

    def _complete(self, candidates: Iterable[Form]) -> None:
        """Add integrals, and what symmetries make of them, until nothing is new."""
        grown = self._independent([*self.integrals, *candidates])
        while not self.symmetries or len(grown) > len(self.integrals):
            self.integrals, self.symmetries = grown, []
            if not self._missing:
                return
            fields = self._fields()
            implied = [Z(f) for Z in fields for f in self.integrals]
            implied += self._keep_tangent(fields)
            grown = self._independent([*self.integrals, *implied])
            if not self.symmetries:
                break

    @property
    def _missing(self) -> int:
        """How many integrals and symmetries are missing for the theorem of Lie."""
        return len(self.space.frame) - 1 - len(self.integrals)

    def _row(self, X: VectorForm) -> list[Form]:
        return [X(x) for x in self.space.coordinates]

    @cached_property
    def _point_symmetries(self) -> list[VectorForm]:
        """Those on N, prolonged."""
        jets, restrict = self.system.evolution_space, self.system.constraint_set.restrict
        found = self.known.symmetries
        return [restrict(jets.prolong_field(X.field)) for X in (found.symmetries if found else ())]

    @cached_property
    def _structure(self) -> Cosymplectic | None:
        """That of the motion, without constraints and forces."""
        if self.system.constraints or not vanishes(self.system.force):
            return None
        almost = cosymplectic_structure(self.system.lagrangian, self.system.evolution_space)
        return Cosymplectic(almost.omega, almost.eta)

    def _fields(self) -> list[VectorForm]:
        """Symmetries on N: prolonged ones, and Hamiltonian fields of first integrals."""
        if self._structure is None:
            return self._point_symmetries
        fields = map(self._structure.hamiltonian_field, self.integrals)
        return [*self._point_symmetries, *fields]

    def _keep_tangent(self, fields: Sequence[VectorForm]) -> list[Form]:
        """Keep combinations, and brackets, that are tangent to the levels of the integrals.

        The coefficients of combinations are first integrals; and so are those that are returned, of
        what depends on others.
        """
        if not fields:
            return []
        rows = [[Y(f) for Y in fields] for f in self.integrals]
        one, none = self.space.coordinates[0] * 0 + 1, 0 * self.motion
        unit = [[one * int(X is Y) for X in fields] for Y in fields]
        kernel = linear.kernel(rows) if rows else unit
        implied: list[Form] = []
        waiting = [linear.combination(c, fields, none) for c in kernel]
        for Z in waiting:
            matrix = [*map(self._row, self.symmetries), self._row(self.motion)]
            is_full = len(self.symmetries) == self._missing
            if is_full or linear.rank([*matrix, self._row(Z)]) == len(matrix):
                implied += self._coefficients(Z, [*self.symmetries, self.motion])[:-1]
                continue
            waiting += (bracket(Y, Z) for Y in self.symmetries)
            self.symmetries.append(Z)
        return implied

    def _coefficients(self, Z: VectorForm, fields: Sequence[VectorForm]) -> list[Form]:
        """Of Z as a combination of independent fields; none if it is no such combination."""
        columns = map(self._row, (*fields, Z))
        relations = linear.kernel([list(row) for row in zip(*columns, strict=True)])
        found = ([-a / last for a in c] for *c, last in relations if not vanishes(last))
        return next(found, [])

    def _divergences(self) -> Iterator[Form]:
        """``c + h`` where ``L_Z(ρμ) = c ρμ`` and ``[Z, Γ] = h Γ``: such are first integrals."""
        density = self.volume.chart_density
        if density is None:
            return
        clock, *_ = self.space.coordinates
        axes = list(zip(self.space.frame, self.space.coordinates, strict=True))
        for Z in self._fields():
            divergence = sum((X(Z(x)) for X, x in axes), start=density.rate(Z))
            yield divergence - self.motion(Z(clock))

    # --- the theorems ----------------------------------------------------------------------------

    def _decide(self) -> tuple[str | None, tuple[VectorForm, ...]]:
        missing = self._missing
        if not missing:
            return "first integrals", ()
        for chosen in islice(combinations(self.symmetries, missing), CHOICES):
            if self.structure(chosen).is_solvable:
                return "Lie", chosen
        if self.volume.chart_density is not None:
            for chosen in islice(combinations(self.symmetries, missing - 1), CHOICES):
                if self.structure(chosen).is_solvable and vanishes(self._last(chosen)):
                    return "Euler-Jacobi-Lie", chosen
        return None, ()

    def structure(self, fields: Sequence[VectorForm]) -> StructureConstants:
        """The algebra that fields span modulo Γ, on the levels of the integrals."""
        products = [c for *_, c in self._brackets(fields)]
        return StructureConstants(len(fields), self.space.coordinates[0] * 0 + 1, products)

    def _brackets(
        self, fields: Sequence[VectorForm]
    ) -> Iterator[tuple[VectorForm, VectorForm, list[Form]]]:
        """``[Z_a, Z_b]``, ``c_ab^k Z_k + κ_ab Γ`` and the c; they end where there are none."""
        every = [*fields, self.motion]
        for X, Y in combinations(fields, 2):
            Z = bracket(X, Y)
            found = self._coefficients(Z, every)
            c = found[:-1]
            if not found or not all(vanishes(W(a)) for W in every for a in c):
                return
            yield Z, linear.combination(found, every, 0 * Z), c

    def _last(self, fields: Sequence[VectorForm]) -> Form:
        """``ρ⁻¹ d(i_Z … i_Γ (ρμ))`` for the density that was found."""
        density = self.volume.chart_density
        assert density is not None
        volume = wedge(*map(d, self.space.coordinates))
        form = reduce(lambda beta, Z: interior(Z, beta), (self.motion, *fields), volume)
        return d(form) + density.slope * form

    # --- the quadratures -------------------------------------------------------------------------

    @cached_property
    def quadratures(self) -> Quadratures | None:
        """The forms whose integrals are constant on motions, on levels of the first integrals.

        None where no theorem applies, where no quadrature is needed, and where functions get too
        large.
        """
        if self.theorem in (None, "first integrals"):
            return None
        try:
            solved = levels(self.system, self.space, self.integrals)
            density = self.volume.chart_density if self._uses_volume else None
            return Quadratures(solved, self.motion, self.chosen, density)
        except (Unexpanded, TooLarge):
            return None

    @property
    def _shown_quadratures(self) -> list[str]:
        if self.theorem is None:
            return []
        if self.theorem == "first integrals":
            return ["Quadratures", "  none are needed: the levels of the integrals are motions"]
        if self.quadratures is None:
            return ["Quadratures", "  too large to be written"]
        return ["Quadratures", *self.quadratures.lines(written)]

    # --- what proves it --------------------------------------------------------------------------

    def checks(self) -> tuple[Check, ...]:
        """The hypotheses of the theorem, with their verdicts."""
        Γ, Z = self.motion, self.chosen
        clock, *_ = self.space.coordinates

        def symmetric() -> list[Identity]:
            brackets = [bracket(X, Γ) == -Γ(X(clock)) * Γ for X in Z]
            return [*brackets, *(X(f) == 0 for X in Z for f in self.integrals)]

        answers = [
            judged("the first integrals are constant", lambda: [Γ(f) == 0 for f in self.integrals])
        ] if self.integrals else []  # fmt: skip
        if Z:
            answers.append(judged("the fields are symmetries, tangent to the levels", symmetric))
        if len(Z) > 1:
            pairs = list(self._brackets(Z))
            answers.append(
                judged(
                    f"they span a Lie algebra modulo the motion, which is {self.structure(Z).kind}",
                    lambda: [left == right for left, right, _ in pairs],
                )
            )
        if self._uses_volume:
            answers.append(self.volume.is_invariant)
            answers.append(judged("the last form is closed", lambda: self._last(Z) == 0))
        if self.quadratures:
            answers.append(
                judged(
                    "the quadratures are closed on the levels, and constant on motions",
                    self.quadratures.identities,
                )
            )
        return tuple(answers)

    @property
    def is_integrable(self) -> bool | None:
        """Whether a theorem applies with all hypotheses verified; None where none does."""
        good = self.theorem is not None and all(c.holds for c in self.checks())
        return True if good else None

    # --- showing it ------------------------------------------------------------------------------

    @property
    def conclusion(self) -> str:
        """The answer in words."""
        counted = self._counted
        if self.is_integrable:
            density = f" and the density {self.volume.chart_density}" if self._uses_volume else ""
            return f"integrable by quadratures ({self.theorem}): {counted}{density}"
        needed = len(self.space.frame) - 1
        volume = "an invariant volume is known" if self.volume.density else "no volume is known"
        return (
            f"not decided: {counted}, {volume}; the theorem of Lie asks for {needed} integrals and "
            f"symmetries together, that of Euler, Jacobi and Lie for {needed - 1} and a volume"
        )

    @property
    def searched(self) -> dict[str, str]:
        """The spaces of integrals and of symmetries, in words."""
        return self.known.searched

    @property
    def _counted(self) -> str:
        used = self.chosen if self.theorem else self.symmetries
        f, s = len(self.integrals), len(used)
        return (
            f"{f} independent first integral{'s' * (f != 1)} and {s} symmetr"
            f"{'y' if s == 1 else 'ies'} tangent to the levels, in {len(self.space.frame)} "
            "dimensions with time"
        )

    @property
    def _uses_volume(self) -> bool:
        return self.theorem == "Euler-Jacobi-Lie"

    def report(self) -> str:
        """The objects, the theorem and its hypotheses, as readable lines."""
        fields = self.chosen if self.theorem else tuple(self.symmetries)
        lines = [f"{one_line(self.system.name)}: integrability by quadratures", "First integrals"]
        lines += [f"  f_{k} = {written(f)}" for k, f in enumerate(self.integrals, 1)] or ["  none"]
        lines += ["Symmetries tangent to their levels"]
        lines += [f"  Z_{k} = {Z.summary(300)}" for k, Z in enumerate(fields, 1)] or ["  none"]
        if fields:
            algebra = self.structure(fields)
            lines += [f"  {line}" for line in algebra.lines("Z")]
            lines += [f"  {algebra.kind}, on the levels and modulo the motion"]
        lines += ["Invariant volume", f"  {self.volume.conclusion}"]
        lines += self._shown_quadratures
        lines += ["Checks", *(f"  {answer}" for answer in self.checks()), self.conclusion]
        if not self.is_integrable:
            lines.append("Others are possible than those that were searched:")
            lines += [f"  {which}: {space}" for which, space in self.searched.items()]
        return "\n".join(lines)

    def to_dict(self) -> Data:
        """Everything as data for JSON; formulas are strings that SymPy can parse."""
        return {
            "system": self.system.name,
            "theory": self.dynamics.theory.name,
            "dimension": len(self.space.frame),
            "integrals": [str(f) for f in self.integrals],
            "symmetries": [str(Z) for Z in self.symmetries],
            "used": [str(Z) for Z in self.chosen],
            "algebra": self.structure(self.chosen).to_dict() if self.chosen else None,
            "volume": self.volume.conclusion,
            "theorem": self.theorem,
            "quadratures": self.quadratures.to_dict() if self.quadratures else None,
            "integrable": self.is_integrable,
            "conclusion": self.conclusion,
            "searched": self.searched,
            "checks": [answer.to_dict() for answer in self.checks()],
        }

    def named_formulas(self) -> Formulas:
        """The first integrals, the symmetries and the quadratures, by their names in LaTeX."""
        fields = self.chosen if self.theorem else self.symmetries
        found: Formulas = {f"f_{{{k}}}": f for k, f in enumerate(self.integrals, 1)}
        found |= {f"Z_{{{k}}}": Z for k, Z in enumerate(fields, 1)}
        return found | (self.quadratures.named_formulas() if self.quadratures else {})
