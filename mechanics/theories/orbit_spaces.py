"""The space of orbits of a group as a space of states: (J¹π)/G, or N/G of the constraint set N.

The group is given by its generators ξ_j, fields on E along the fibres, and the quotient by as many
independent *invariants* as it has dimensions: functions s_a on E or on J¹π with ``ξ_j¹(s_a) = 0``.
They are data of the system, so that changes of coordinates pull them back. Invariants that take all
orbits of J¹π apart make (J¹π)/G; those that do so only where the constraints hold make N/G, such as
D/G for a distribution D. The time is not counted: it is one of the invariants for systems with it.

What is invariant descends (`OrbitSpace.descended`). The motion is reconstructed on J¹π: the field
of second order, tangent to the constraint set, that the quotient relates to that on the orbits.

Sources: J. Koiller, Reduction of some classical non-holonomic systems with symmetry, Arch. Rational
Mech. Anal. 118 (1992); W.-S. Koon, J. E. Marsden, The Poisson reduction of nonholonomic mechanical
systems, Rep. Math. Phys. 42 (1998).
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from diffgeo import Manifold, Map, identity_map
from diffgeo.bundles import Product, local_trivialisation
from diffgeo.calculus import linear_algebra as linear
from diffgeo.errors import DiffGeoError, NotSupported
from mechanics.errors import NotApplicable
from mechanics.model.plain_answers import vanishes
from mechanics.theories.state_spaces import StateSpace, reduced
from mechanics.wording import free_name, one_line

if TYPE_CHECKING:
    from diffgeo import Form, VectorForm
    from mechanics.model.systems import System


@dataclass(frozen=True)
class OrbitSpace(StateSpace):
    """J¹π with the map to the space of orbits of a group, as `orbits_of` makes it.

    Attributes
    ----------
    inclusion : Map or None
        That of N in J¹π where the space is N/G; the identity where it is (J¹π)/G.
    fields : tuple of VectorForm
        The prolongations of the generators to J¹π.

    Examples
    --------
    >>> from mechanics import load
    >>> from mechanics.model.geometric_data import read_data
    >>> from mechanics.theories import orbits_of
    >>> sleigh = load("chaplygin-sleigh")
    >>> turn = {"x": "-y", "y": "x", "theta": "1"}
    >>> given = {
    ...     "plane": {"action": [{"x": "1"}, {"y": "1"}, turn]},
    ...     "body": {"invariants": ["xdot*cos(theta) + ydot*sin(theta)", "thetadot"]},
    ... }
    >>> E, jets = sleigh.configuration_space, sleigh.evolution_space
    >>> sleigh = sleigh.with_data(**read_data(given, E, jets, "example"))
    >>> space = orbits_of("plane", "body")(sleigh)
    >>> print(space.quotient, "|", space.descended(jets.function("xdot**2 + ydot**2")))
    the map J1(E) → N/G | s1**2
    """

    inclusion: Map | None = None
    fields: tuple[VectorForm, ...] = ()

    @property
    def orbits(self) -> Manifold:
        """The space of orbits; its coordinates are the invariants."""
        assert self.quotient is not None
        return self.quotient.target

    @cached_property
    def _sections(self) -> list[Map]:
        """Sections of the projection of N or J¹π to the orbits, with other values on these."""
        assert self.quotient is not None and self.inclusion is not None
        try:
            trivial = local_trivialisation(self.quotient @ self.inclusion)
        except NotSupported as error:
            raise NotApplicable(f"the invariants are not solved for: {error}") from None
        product = trivial.source
        assert isinstance(product, Product)
        along, (_, rest) = product.fibration(0), product.factors
        found = []
        for spread in range(4):
            values = {str(f): spread * (k + spread) for k, f in enumerate(rest.coordinates)}
            with suppress(DiffGeoError):  # outside the domain
                found.append(self.inclusion @ trivial @ along.section(values))
        return found

    def descended(self, function: Form) -> Form:
        """The function on the space of orbits that is pulled back to an invariant one.

        Parameters
        ----------
        function
            On J¹π; only its values on the constraint set count where that is divided.

        Returns
        -------
        Form
            A function on the space of orbits.

        Raises
        ------
        NotApplicable
            The function is not constant along the orbits.
        """
        assert self.inclusion is not None
        for X in self.fields:
            if not vanishes(self.inclusion.pull(X(function))):
                raise NotApplicable(
                    f"{function.summary(80)} is not kept by the group, so it is no function on "
                    f"{self.orbits.name}; give other data, or a smaller group"
                )
        for section in self._sections:
            with suppress(DiffGeoError):  # not defined there
                return section.pull(function).expanded()
        raise NotApplicable(f"{function.summary(80)} was defined on no slice of the orbits")


def orbits_of(action: str, invariants: str) -> Callable[[System], OrbitSpace]:
    """The space of orbits of a group, whose action and invariants are data of a system.

    Parameters
    ----------
    action
        The name of an ``action`` among the data: fields on E, independent at the generic point.
    invariants
        The name of ``invariants``: functions on E or on J¹π, as many as the orbits of J¹π or of
        the constraint set have dimensions, without that of time.

    Returns
    -------
    callable
        From a system to the `OrbitSpace`, for `Theory.space`.

    Raises
    ------
    NotApplicable
        When it is called: a field is not along the fibres, or does not keep an invariant, the
        orbits are not of the dimension of the group, or the invariants do not take them apart.

    Examples
    --------
    >>> from mechanics import System
    >>> from mechanics.theories import orbits_of
    >>> given = {"shift": {"action": [{"x": "1"}]}, "rest": {"invariants": ["y", "xdot", "ydot"]}}
    >>> plane = System(coordinates="x y", lagrangian="(xdot**2 + ydot**2)/2 - y", data=given)
    >>> print(*orbits_of("shift", "rest")(plane).orbits.coordinates)
    s1 s2 s3
    """

    def space(system: System) -> OrbitSpace:
        jets, s = system.evolution_space, system.specification
        down = jets.projection.pull
        parts = system.parts(invariants)
        functions = [f if f.space is jets else down(f) for f in parts]
        fields = system.parts(action)
        dt, constraints = jets.dt, system.constraint_set
        prolonged = [jets.prolong_field(X) for X in fields]
        for X, above in zip(fields, prolonged, strict=True):
            if not vanishes(dt(above)):
                raise NotApplicable(f"{s.where}: data.{action}: {X} moves the time")
            for f in functions:
                if not vanishes(constraints.restrict(above(f))):
                    raise NotApplicable(
                        f"{s.where}: data.{invariants}: {one_line(f.readable())} is not kept by "
                        f"{X}; give functions that the group leaves alone"
                    )

        if linear.rank([[X(q) for q in X.space.coordinates] for X in fields]) < len(fields):
            raise NotApplicable(f"{s.where}: data.{action}: the fields are dependent everywhere")

        def rank(forms: list[Form], space: Manifold) -> int:
            return linear.rank([[Y(f) for Y in space.frame] for f in forms])

        # Of the orbits of J¹π, and of those of the constraint set, without the time.
        dimensions = [jets.dimension - 1 - len(fields)]
        dimensions.append(dimensions[0] - len(system.constraints))
        timed = [jets.time, *functions]
        count = rank(timed, jets) - 1
        kept = system.constraints if count == dimensions[1] != dimensions[0] else ()
        if kept and not constraints.is_exact:
            raise NotApplicable(
                f"{s.where}: {constraints.remaining[0].summary(80)} = 0 is not affine in the "
                "velocities, so that the orbits of the constraint set have no coordinates; give "
                "invariants for those of the whole evolution space"
            )
        here = constraints.inclusion if kept else identity_map(jets)
        found = rank(here.pull(timed), here.source) - 1
        is_free = rank(functions, jets) == len(functions)
        if not (is_free and found in dimensions):
            wanted = " or ".join(str(n) for n in dict.fromkeys(dimensions))
            raise NotApplicable(
                f"{s.where}: data.{invariants}: of {len(functions)} functions {found} are "
                f"independent beside the time, and the orbits have the dimension {wanted}; give "
                "so many, and independent ones"
            )
        E = system.configuration_space
        taken = {s.time, *s.states, *s.parameters, *s.function_names}
        names = [free_name(f"s{k}", taken) for k, _ in enumerate(functions, 1)]
        declared = E.declarations(names) | {"functions": []}
        orbits = Manifold("N/G" if kept else "J/G", **declared)
        quotient = Map(jets, orbits, dict(zip(names, functions, strict=True)))
        made = reduced(quotient, kept)
        return OrbitSpace(made.projection, made.change, quotient=quotient, kept=kept,
                          inclusion=here, fields=tuple(prolonged))  # fmt: skip

    return space
