"""The reduced motion of a group of symmetries, and the reconstruction.

A group G acts on E along the fibres, with fields ξ_j, so that their prolongations to the constraint
set N keep the motion: ``[ξ_j¹, Γ] = 0``. Let S be a slice of N: a submanifold that the orbits cross
once, near a generic point, where functions g_a have values. There are functions c^j on N with

    (Γ - c^j ξ_j¹)(g_a) = 0,

and this field is tangent to S. Its restriction is the *reduced motion* on S ≅ N/G. For let π: N → S
be the projection along the orbits. At points of S, as Tπ(ξ_j¹) = 0 and π is the identity of S,
Tπ(Γ) is the reduced motion; and Γ is invariant. So Γ and the reduced motion are π-related. Where N
comes from a distribution D of displacements this is the field on D/G.

Conversely let s(t) be a motion on S and g(t) a curve in G with ``g⁻¹ dg/dt = c^j(s(t)) e_j``. Then
g(t)·s(t) is a motion of Γ: the reconstruction. If G is solvable g is found by quadratures.

A function I on N with ξ_j¹(I) = 0 is one on N/G. It is known by its restriction to S, and what was
said means that ``Γ(I)|_S`` is the rate of I|_S: this is verified for the invariants of a finite
space of functions that are not used in the construction.

Sources: J. Koiller, Reduction of some classical non-holonomic systems with symmetry, Arch. Rational
Mech. Anal. 118 (1992); A. M. Bloch, P. S. Krishnaprasad, J. E. Marsden, R. M. Murray, Nonholonomic
mechanical systems with symmetry, Arch. Rational Mech. Anal. 136 (1996).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property, partial
from itertools import combinations, islice
from typing import TYPE_CHECKING, TypeAlias

from diffgeo import Form, Map, VectorForm, bracket
from diffgeo.calculus import linear_algebra as linear
from diffgeo.errors import DiffGeoError
from mechanics.analysis.ansatz import polynomials_on
from mechanics.analysis.answers import AnswerOnMotion
from mechanics.analysis.lie_algebras import LieAlgebra
from mechanics.analysis.noether import written
from mechanics.analysis.symmetries import displacements_that_keep
from mechanics.errors import NotApplicable
from mechanics.model.coefficient_functions import configuration_functions
from mechanics.model.geometric_data import Datum
from mechanics.model.plain_answers import vanishes
from mechanics.model.second_order_systems import second_order_system
from mechanics.model.slices import VALUES, coordinate_slices
from mechanics.theories.checks import Check, judged
from mechanics.wording import Formulas, listed, one_line

if TYPE_CHECKING:
    from diffgeo import Identity
    from diffgeo.calculus import FunctionLike
    from diffgeo.subsets import EmbeddedSubset
    from mechanics.model.systems import System
    from mechanics.output_files import Data
    from mechanics.theories.dynamics import Dynamics

    _OnSlice: TypeAlias = tuple[EmbeddedSubset, list[tuple[Form, Form]], list[Form], VectorForm]

#: So many groups are tried.
GROUPS = 60


class ReducedMotion(AnswerOnMotion):
    """The motion on D/G and its reconstruction; `System.reduced_motion` makes it.

    Parameters
    ----------
    dynamics
        The motion.
    group
        Fields on E along the fibres that span a Lie algebra, independent at the generic point; by
        default as many as possible of the symmetries of L and the constraints that are found with
        coefficients of order 1.

    Attributes
    ----------
    group : tuple of VectorForm
        The fields ξ_j.
    slice : EmbeddedSubset
        The slice S of the constraint set.
    field : VectorForm
        The reduced motion on S.
    velocities_of_group : list of Form
        The functions c^j on S.

    Raises
    ------
    NotApplicable
        A constraint is not affine in the velocities, the motion jumps at walls, no group was found,
        the fields span no Lie algebra or do not keep the motion, or no slice was found.

    Examples
    --------
    >>> from mechanics import load
    >>> found = load("chaplygin-sleigh").reduced_motion()
    >>> print(found.field)
    ∂_t + a*thetadot**2 ∂_ydot - m*a*ydot*thetadot/(m*a**2 + I) ∂_thetadot
    >>> print(*found.velocities_of_group, sep="; ")
    0; ydot; -thetadot
    """

    def __init__(
        self,
        dynamics: Dynamics,
        group: Sequence[VectorForm | Mapping[str, FunctionLike]] | None = None,
    ) -> None:
        super().__init__(dynamics, "what is kept between walls is no symmetry of the motion")
        E = self.system.configuration_space
        if group is None:
            groups = self.groups()
        else:
            given = tuple(E.vector_field(X) if isinstance(X, Mapping) else X for X in group)
            reason = self._why_no_group(given)
            if reason is not None:
                raise NotApplicable(
                    f"{self.system.specification.where}: {listed(given) or 'no fields'} do not "
                    f"serve: {reason}"
                )
            groups = iter([given])
        for self.group in islice(groups, GROUPS):
            if self._divide():
                return
        what = "no group was found" if group is None else f"{listed(given)} do not serve"
        raise NotApplicable(
            f"{self.system.specification.where}: {what}: the motion is reduced by fields that keep "
            "it, span a Lie algebra, and are independent where coordinates have simple values"
        )

    # --- the group and its slice -----------------------------------------------------------------

    def groups(self) -> Iterator[tuple[VectorForm, ...]]:
        """Subalgebras of the symmetries that act freely at the generic point, large ones first."""
        found = displacements_that_keep(self.dynamics)
        largest = linear.rank([self._row(X) for X in found]) if found else 0
        for size in range(largest, 0, -1):
            yield from filter(self._is_group, combinations(found, size))

    def _is_group(self, fields: Sequence[VectorForm]) -> bool:
        return self._why_no_group(fields) is None

    def _why_no_group(self, fields: Sequence[VectorForm]) -> str | None:
        """Why fields are no group that acts freely at the generic point and keeps the motion."""
        if not fields:
            return "the group has no dimension"
        if moving := [X for X in fields if not vanishes(self._clock(X))]:
            return f"{moving[0]} does not lie along the fibres over time"
        rank = linear.rank([self._row(X) for X in fields])
        if rank < len(fields):
            return f"the orbits have the dimension {rank}: the action is not free at generic points"
        if not LieAlgebra(fields, self.system).is_closed:
            return "they span no Lie algebra"
        for X in fields:
            if not self._keeps_constraints(X):
                return f"{X} does not keep the constraints"
            if not vanishes(bracket(self._above(X), self.motion)):
                return f"{X} does not keep the motion"
        return None

    def _clock(self, X: VectorForm) -> Form:
        return self.system.configuration_space.dt(X)

    def _keeps_constraints(self, X: VectorForm) -> bool:
        above, place = self.system.evolution_space.prolong_field(X), self.system.constraint_set
        return all(vanishes(place.restrict(above(phi))) for phi in self.system.constraints)

    def _row(self, X: VectorForm) -> list[Form]:
        return [X(x) for x in X.space.coordinates]

    def _above(self, X: VectorForm) -> VectorForm:
        """The prolongation to N."""
        prolonged = self.system.evolution_space.prolong_field(X)
        found: VectorForm = self.system.constraint_set.restrict(prolonged)
        return found

    def _divide(self) -> bool:
        """Find a slice where some positions have values; whether there is one."""
        restrict, Γ = self.system.constraint_set.restrict, self.motion
        fields = [self._above(X) for X in self.group]
        positions = [restrict(q) for q in self.system.evolution_space.positions]
        for fixed in combinations(positions, len(fields)):
            rows = [[X(g) for X in fields] for g in fixed]
            if vanishes(linear.determinant(rows)):
                continue
            c, horizontal = _tangent(Γ, fields, fixed)
            found = [self._on_slice(fixed, c, horizontal, value) for value in VALUES]
            if known := [each for each in found if each is not None]:
                chosen = min(known, key=lambda each: sum(len(str(f)) for f in (*each[2], each[3])))
                self.slice, self._fixed, self.velocities_of_group, self.field = chosen
                return True
        return False

    def _on_slice(
        self, fixed: Sequence[Form], c: Sequence[Form], horizontal: VectorForm, value: str
    ) -> _OnSlice | None:
        """The first slice with this value on which everything is defined, and what is there."""
        for place in coordinate_slices(horizontal.space, fixed, value):
            with suppress(DiffGeoError):
                velocities = [place.restrict(a).expanded() for a in c]
                values = [(g, place.restrict(g)) for g in fixed]
                return place, values, velocities, place.restrict(horizontal)
        return None

    @cached_property
    def fields(self) -> tuple[VectorForm, ...]:
        """The prolongations of the ξ_j to N."""
        return tuple(map(self._above, self.group))

    def projected(self, field: VectorForm) -> VectorForm:
        """Tπ of a field on N along the orbits, at the points of the slice."""
        _, tangent = _tangent(field, self.fields, [g for g, _ in self._fixed])
        found: VectorForm = self.slice.restrict(tangent)
        return found

    @cached_property
    def algebra(self) -> LieAlgebra:
        """The Lie algebra of the fields."""
        return LieAlgebra(self.group, self.system)

    @cached_property
    def second_order(self) -> System:
        """The motion on Q/G as that of a system without constraints, in the principal case.

        Raises
        ------
        NotApplicable
            The orbits are no complements of the displacements, so that it is none on Q/G.
        """
        return second_order_system(self.system, self.field)

    @cached_property
    def invariants(self) -> list[Form]:
        """Functions on N that the group keeps, functionally independent, affine in the velocities.

        As many as there are with coefficients of order 1.
        """
        functions = configuration_functions(self.system, 1)
        found = linear.constant_solutions(
            polynomials_on(self.velocities, 1, functions), lambda f: [X(f) for X in self.fields]
        )
        return self._independent(found)

    @property
    def data(self) -> dict[str, Datum]:
        """The group and the invariants as data of a system: ``system.with_data(**found.data)``.

        A theory on the space of orbits, `mechanics.theories.orbits_of`, takes them from there.
        """
        jets, N, restrict = (
            self.system.evolution_space, self.motion.space, self.system.constraint_set.restrict
        )  # fmt: skip
        below = {str(f) for f in N.coordinates}
        down = Map(jets, N, {str(f): f for f in jets.coordinates if str(f) in below})
        positions = map(restrict, jets.positions)
        kept = (q for q in positions if all(vanishes(X(q)) for X in self.fields))
        timed = [restrict(jets.time)]
        for f in (*kept, *self.invariants):  # a position rather than its cosine
            rows = [[X(g) for X in N.frame] for g in (*timed, f)]
            if linear.rank(rows) > len(timed):
                timed.append(f)
        functions = tuple(down.pull(timed[1:]))
        return {
            "symmetry": Datum("action", tuple(self.group)),
            "invariants": Datum("invariants", functions),
        }

    # --- verdicts ------------------------------------------------------------------------------

    def checks(self) -> tuple[Check, ...]:
        """The group keeps the motion, the reduced motion and the group's make it, relatedness."""
        Γ, down = self.motion, self.slice.restrict

        def kept() -> list[Identity]:
            return [bracket(X, Γ) == 0 * Γ for X in self.fields]

        def whole() -> list[Identity]:
            c = self.velocities_of_group
            return [
                down(Γ(x)) == linear.combination(
                    c, [down(X(x)) for X in self.fields], self.field(down(x))
                )
                for x in Γ.space.coordinates
            ]  # fmt: skip

        def related(f: Form) -> Identity:
            same: Identity = down(Γ(f)) == self.field(down(f))
            return same

        return (
            judged("the group keeps the motion", kept),
            judged("the motion is the reduced one and that of the group, on the slice", whole),
            *(
                judged(f"{one_line(written(f))} moves as on the quotient", partial(related, f))
                for f in self.invariants
            ),
        )

    # --- showing it ----------------------------------------------------------------------------

    @property
    def _equations(self) -> list[tuple[Form, Form]]:
        return [(x, self.field(x).expanded()) for x in self.field.space.coordinates]

    @property
    def conclusion(self) -> str:
        """The answer in words."""
        _, *moving = self._equations
        shown = ", ".join(f"d{x}/dt = {written(f)}" for x, f in moving)
        return f"reduced by the group of {listed(self.group)}: {shown}"

    def report(self) -> str:
        """The group, the reduced equations and the reconstruction, as readable lines."""
        before, after = len(self.motion.space.frame), len(self.field.space.frame)
        _, *moving = self._equations
        c = enumerate(self.velocities_of_group, 1)
        way = "by quadratures" if self.algebra.is_solvable else "an equation on the group"
        return "\n".join(
            [
                f"{one_line(self.system.name)}: reduced motion",
                f"Group, {self.algebra.kind}",
                *(f"  e_{k} = {X}" for k, X in enumerate(self.group, 1)),
                *(f"  {line}" for line in self.algebra.lines("e")),
                f"Slice: {', '.join(f'{g} = {value}' for g, value in self._fixed)}",
                f"Reduced motion, in {after} dimensions with time instead of {before}",
                *(f"  d{x}/dt = {written(f)}" for x, f in moving),
                f"Reconstruction: the motion is g applied to it, g^-1 dg/dt = c^j e_j, {way}",
                *(f"  c^{k} = {written(f)}" for k, f in c),
                "Checks",
                *(f"  {answer}" for answer in self.checks()),
            ]
        )

    def to_dict(self) -> Data:
        """Everything as data for JSON; formulas are strings that SymPy can parse."""
        return {
            "system": self.system.name,
            "theory": self.dynamics.theory.name,
            "group": [str(X) for X in self.group],
            "algebra": self.algebra.to_dict(),
            "slice": {str(g): str(value) for g, value in self._fixed},
            "equations": {str(x): str(f) for x, f in self._equations},
            "reconstruction": [str(c) for c in self.velocities_of_group],
            "invariants": [str(f) for f in self.invariants],
            "conclusion": self.conclusion,
            "checks": [answer.to_dict() for answer in self.checks()],
        }

    def named_formulas(self) -> Formulas:
        """The reduced equations and the reconstruction, by their names in LaTeX."""
        found: Formulas = {rf"\dot{{{x.latex()}}}": f for x, f in self._equations}
        c = self.velocities_of_group
        return found | {f"c^{{{k}}}": f for k, f in enumerate(c, 1)}


def reduced_motions(dynamics: Dynamics) -> Iterator[ReducedMotion]:
    """The quotients by subalgebras of the symmetries that are found, of large ones first."""
    for group in ReducedMotion(dynamics).groups():
        with suppress(NotApplicable):
            yield ReducedMotion(dynamics, group)


def _tangent(
    field: VectorForm, along: Sequence[VectorForm], fixed: Sequence[Form]
) -> tuple[list[Form], VectorForm]:
    """``(c, X - c^j ξ_j)``, the second with derivative 0 of the functions that are fixed."""
    rows = [[X(g) for X in along] for g in fixed]
    c = linear.solve(rows, [field(g) for g in fixed])
    return c, linear.combination([-a for a in c], along, field)
