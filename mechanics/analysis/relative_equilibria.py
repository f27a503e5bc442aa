"""Relative equilibria, the motion near them, and whether they are stable.

Let a group of symmetries act on E: its fields ξ_a keep L, the forces and the constraints, hence the
prolonged fields ξ_a¹ on J¹π commute with the motion Γ. For a system that does not depend on time
∂_t is one of them. A state z on the constraint set Q is a *relative equilibrium* if

    Γ = c^a ξ_a¹     at z:

the motion through z is an orbit of the group. Then Y = Γ - c^a ξ_a¹ has a zero at z, and

    A(V) = [V, Y]      at z, for V in T_zQ,

is an endomorphism of T_zQ: it does not matter how V is continued. It keeps the tangent space of the
orbit, and that of any manifold of relative equilibria through z: if these are z(s), then A(∂z/∂s)
is tangent to the orbit. The *normal* part of A, on T_zQ modulo both, has the eigenvalues that
decide. If all of them have negative real parts, the manifold of relative equilibria attracts all
motions nearby, each of which tends to one of them; if one has a positive real part, they are
unstable. Otherwise the linear motion says nothing about the motion: that is answered by UNKNOWN,
or, if all of them are imaginary and different, by *stable to first order*. Holonomic constraints
hold: T_zQ is what their differentials annihilate, too.

Signs are decided exactly: by the determinants of Hurwitz with the declared signs of parameters, and
for numbers by balls around the eigenvalues.

Sources: J. E. Marsden, Lectures on Mechanics, 1992, chapter 5; A. M. Bloch, Nonholonomic Mechanics
and Control, section 8.4; M. Hirsch, C. Pugh, M. Shub, Invariant Manifolds, 1977.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import compress
from typing import TYPE_CHECKING, Any

from diffgeo import Form, Map, VectorForm, bracket, lie
from diffgeo.calculus import linear_algebra as linear
from diffgeo.errors import DiffGeoError
from mechanics.analysis.spectral_stability import SpectralStability, Spectrum
from mechanics.errors import NotApplicable
from mechanics.model.plain_answers import vanishes
from mechanics.theories.checks import Check, judged
from mechanics.theories.parameter_conditions import (
    conditions_on_parameters,
    require_parameters,
)
from mechanics.wording import Formulas, listed, one_line

if TYPE_CHECKING:
    from diffgeo import Identity
    from diffgeo.calculus import FunctionLike
    from mechanics.output_files import Data
    from mechanics.theories.dynamics import Dynamics


class StatesUnderGroup:
    """A family of states of a motion, and a group of its symmetries.

    Parameters
    ----------
    dynamics
        The motion, on J¹π.
    states
        The family, as a map into J¹π.
    group
        Fields on E that keep L, the forces and the constraints; by default those of the frame of E
        that do.

    Raises
    ------
    NotApplicable
        A state is not on the constraints; a field is no symmetry, or none is known; the motion
        lives on another space.
    """

    def __init__(
        self,
        dynamics: Dynamics,
        states: Map,
        group: Sequence[VectorForm | Mapping[str, FunctionLike]] | None = None,
    ) -> None:
        self.dynamics, self.system, self.states = dynamics, dynamics.system, states
        if not dynamics.is_on_jets or dynamics.rate_functions:
            raise NotApplicable(
                f"{self.system.name}: the states of this motion are not positions and velocities"
            )
        E, jets = self.system.configuration_space, self.system.evolution_space
        self.field: VectorForm = dynamics.regular.field
        if group is None:
            self.group = tuple(X for X in E.frame if all(c.holds for c in self.symmetry(X)))
        else:
            self.group = tuple(E.vector_field(X) if isinstance(X, Mapping) else X for X in group)
        for X in self.group if group is not None else ():
            for answer in self.symmetry(X):
                if not answer.holds:
                    raise NotApplicable(f"{self.system.specification.where}: {answer}")
        self._above = [jets.prolong_field(X) for X in self.group]
        self._require_on_constraints()
        if not self._above:
            raise NotApplicable(
                f"{self.system.specification.where}: no symmetry is known along which the states "
                "could move; give the group"
            )

    def symmetry(self, X: VectorForm) -> list[Check]:
        """The verdicts on whether a field on E keeps L, the forces and the constraints."""
        jets, system = self.system.evolution_space, self.system
        above, place = jets.prolong_field(X), self.dynamics.place
        told = [judged(f"{X} keeps L", lambda: above(system.lagrangian) == 0)]
        if not vanishes(system.force):
            told.append(judged(f"{X} keeps the forces", lambda: lie(above, system.force) == 0))
        for phi in (*system.constraints, *system.holonomic):
            told.append(self._is_kept(f"{X} keeps the constraints", above(phi)))
        if system.data:
            told.append(
                judged(
                    f"{X} keeps the motion",
                    lambda: [*place.same_fields(bracket(above, self.field), 0 * above)],
                )
            )
        return told

    def _is_kept(self, statement: str, change: Form) -> Check:
        everywhere = judged(statement, lambda: change == 0, counterexample=False)
        if everywhere.holds:
            return everywhere
        return judged(statement, lambda: self.dynamics.on_constraints(change))

    def _at(self, function: Form) -> Form:
        return self.states.pull(function)

    def vector(self, X: VectorForm) -> list[Form]:
        """The values of a field on J¹π at the states, in a frame."""
        return [self._at(X(f)) for f in self.system.evolution_space.coordinates]

    def columns(self) -> list[list[Form]]:
        """The values of the prolonged fields of the group at the states."""
        return [self.vector(X) for X in self._above]

    def _require_on_constraints(self) -> None:
        system = self.system
        for phi in (*system.constraints, *system.holonomic):
            left = self._at(phi)
            if not vanishes(left):
                raise NotApplicable(
                    f"{system.specification.where}: the states are not on the constraints: there "
                    f"{phi.summary(60)} is {left.summary(60)}"
                )


class RelativeEquilibria(StatesUnderGroup, SpectralStability):
    """A family of relative equilibria; `System.relative_equilibria` makes it.

    Parameters
    ----------
    dynamics
        The motion, on J¹π.
    states
        The family, as a map into J¹π.
    group
        Fields on E that keep L, the forces and the constraints; by default those of the frame of E
        that do, such as ∂_t and those of cyclic coordinates.

    Attributes
    ----------
    coefficients : list of Form
        The functions c^a on the family.

    Raises
    ------
    NotApplicable
        A state is not on the constraints, or no relative equilibrium; a field is no symmetry; the
        motion lives on another space.

    Examples
    --------
    The sleigh that runs straight ahead is stable if its centre of mass is in front of the edge:

    >>> import mechanics
    >>> sleigh = mechanics.load("chaplygin-sleigh")
    >>> straight = {"xdot": "u*cos(theta)", "ydot": "u*sin(theta)"}
    >>> print(sleigh.relative_equilibria(straight, "u"))
    stable where u > 0
    """

    def __init__(
        self,
        dynamics: Dynamics,
        states: Map,
        group: Sequence[VectorForm | Mapping[str, FunctionLike]] | None = None,
    ) -> None:
        super().__init__(dynamics, states, group)
        self.coefficients = self._coefficients()

    def _coefficients(self) -> list[Form]:
        columns, moved = self.columns(), self.vector(self.field)
        chosen = independent(columns)
        rows = list(zip(*compress(columns, chosen), strict=True))
        try:
            found = iter(linear.solve(rows, moved))
        except DiffGeoError:
            raise NotApplicable(
                f"{self.system.specification.where}: no relative equilibrium: at these states the "
                f"motion is not along the orbits of the group of {listed(self.group)}; if "
                "there are other symmetries, give all of them"
            ) from None
        zero = 0 * moved[0]
        return [next(found) if used else zero for used in chosen]

    # --- the linear motion ----------------------------------------------------------------

    @cached_property
    def linear_motion(self) -> list[list[Form]]:
        """The matrix of V ↦ [V, Γ] - c^a [V, ξ_a¹] at the states, in the frame of J¹π."""
        columns = []
        for V in self.system.evolution_space.frame:
            column = self.vector(bracket(V, self.field))
            for c, X in zip(self.coefficients, self._above, strict=True):
                moved = self.vector(bracket(V, X))
                column = [a - c * b for a, b in zip(column, moved, strict=True)]
            columns.append(column)
        return [list(row) for row in zip(*columns, strict=True)]

    @cached_property
    def normal_motion(self) -> list[list[Form]]:
        """The matrix of the linear motion on T_zQ modulo the manifold of relative equilibria.

        Its size is the number of the eigenvalues that decide.
        """
        jets, system, space = self.system.evolution_space, self.system, self.states.source
        one = space.function(1)
        # Solved for velocities where that is possible: what is divided by is a condition.
        equations = [
            [self._at(V(f)) for V in reversed(jets.frame)]
            for f in (*system.constraints, *system.holonomic)
        ]
        n = range(jets.dimension)
        tangent = (
            [v[::-1] for v in linear.kernel(equations)]
            if equations
            else [[one * int(i == j) for i in n] for j in n]
        )
        along = self.columns()
        images = [self._at(f) for f in jets.coordinates]
        along += [[X(f) for f in images] for X in self._family_frame]
        family = list(compress(along, independent(along)))
        basis = [*family, *tangent]
        normal = list(compress(basis, independent(basis)))[len(family) :]
        rows = list(zip(*family, *normal, strict=True))
        found = []
        for vector in normal:
            moved = [linear.combination(row, vector, 0 * one) for row in self.linear_motion]
            found.append([f.expanded() for f in self._solved(rows, moved)[len(family) :]])
        return [list(row) for row in zip(*found, strict=True)]

    @property
    def _family_frame(self) -> Sequence[VectorForm]:
        """Fields on the manifold of the states along which all are relative equilibria."""
        return self.states.source.frame

    def _solved(self, rows: Sequence[Sequence[Form]], right: Sequence[Form]) -> list[Form]:
        return linear.solve(rows, right)

    @cached_property
    def polynomial(self) -> list[Form]:
        """The characteristic polynomial of the normal motion, the highest coefficient first."""
        if not self.normal_motion:
            return [self.states.source.function(1)]
        found = linear.characteristic_polynomial(self.normal_motion)
        return [coefficient.expanded() for coefficient in found]

    # --- verdicts -------------------------------------------------------------------------

    @property
    def asked_of_parameters(self) -> Sequence[Form]:
        """Those of `mechanics.theories.conditions_on_parameters`."""
        return [asked.function for asked in conditions_on_parameters(self.dynamics)]

    def at(self, values: Mapping[str, Any] | None = None, **named: Any) -> Spectrum:
        """As `SpectralStability.at`; `BadValue` for values for which there is no motion."""
        given = {**(values or {}), **named}
        require_parameters(self.dynamics, given)
        return super().at(given)

    @cached_property
    def is_equilibrium(self) -> Check:
        """The states are relative equilibria: Γ = c^a ξ_a¹ there."""
        return judged("the states are relative equilibria", self._residual)

    def _residual(self) -> list[Identity]:
        moved = self.vector(self.field)
        columns = self.columns()
        return [
            value == linear.combination(self.coefficients, row, 0 * value)
            for value, row in zip(moved, zip(*columns, strict=True), strict=True)
        ]

    def checks(self) -> tuple[Check, ...]:
        """All verdicts."""
        symmetries = [answer for X in self.group for answer in self.symmetry(X)]
        spectral = [c for c in (self.is_stable, self.is_oscillating, self.is_unstable) if c]
        return (*symmetries, self.is_equilibrium, *spectral)

    # --- showing it -----------------------------------------------------------------------

    def report(self) -> str:
        """The family, its motion, the polynomial, and the verdicts, as readable lines."""
        terms = [f"({c})*({X})" for c, X in zip(self.coefficients, self.group, strict=True)
                 if not vanishes(c)]  # fmt: skip
        lines = [
            f"{one_line(self.system.name)}: relative equilibria {self.states}",
            f"They move along {' + '.join(terms) or '0'}",
            f"Normal motion: the {len(self.normal_motion)} zeros of Σ a_k λ^k, with",
            *(f"  a_{k} = {c.summary(300)}" for k, c in enumerate(reversed(self.polynomial))),
            "Checks",
            *(f"  {answer}" for answer in self.checks()),
            f"The family is {self.conclusion}",
        ]
        return "\n".join(lines)

    def to_dict(self) -> Data:
        """Everything as data for JSON; formulas are strings that SymPy can parse."""
        return {
            "system": self.system.name,
            "theory": self.dynamics.theory.name,
            "group": [str(X) for X in self.group],
            "coefficients": [str(c) for c in self.coefficients],
            "polynomial": [str(c) for c in self.polynomial],
            "conditions": [f"{f} > 0" for f in self.conditions],
            "conclusion": self.conclusion,
            "checks": [answer.to_dict() for answer in self.checks()],
        }

    def named_formulas(self) -> Formulas:
        """The coefficients of the polynomial of the normal motion, by their names in LaTeX."""
        return {f"a_{{{k}}}": c for k, c in enumerate(reversed(self.polynomial))}


def independent(vectors: Sequence[Sequence[Form]]) -> list[bool]:
    """Which vectors do not depend on those before them, at the generic point."""
    kept: list[Sequence[Form]] = []
    chosen = []
    for vector in vectors:
        chosen.append(linear.rank([*kept, vector]) > len(kept))
        if chosen[-1]:
            kept.append(vector)
    return chosen
