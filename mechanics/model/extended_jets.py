"""The evolution space of a system with variables of its own beside the motion: J¹π × Z.

A variable, such as the action of contact mechanics, is no coordinate: it has a rate but no
velocity, and changes of the coordinates leave it alone. What J¹π has, its product with the space
Z of the variables has too, lifted; so geometry is written for both in the same words.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, cast

from diffgeo import FibredManifold, Manifold, Map, check, jet
from diffgeo.bundles import Product, product_map
from mechanics.errors import NotApplicable
from mechanics.wording import listed

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from diffgeo import Derivation, Form, VectorForm, Verdict
    from diffgeo.bundles import JetSpace
    from diffgeo.calculus import FunctionLike
    from mechanics.model.systems import System


class ExtendedJets(Product):
    """J¹π × Z with the canonical objects of J¹π.

    Attributes
    ----------
    jets : JetSpace
        J¹π, the first factor.
    variables : tuple of Form
        The coordinates of Z as functions.

    Examples
    --------
    >>> from diffgeo import FibredManifold, jet
    >>> from mechanics.model.extended_jets import ExtendedJets
    >>> E = FibredManifold("E", time="t", coordinates="x")
    >>> space = ExtendedJets(jet(E, 1), ["z"])
    >>> print(space.second_order_field(), "|", *space.variables)
    ∂_t + xdot ∂_x | z
    """

    def __init__(self, jets: JetSpace, variables: Sequence[str]) -> None:
        self.jets = jets
        factors = (jets, Manifold("Z", list(variables)))
        names = [{name: name for name in factor.chart.coordinates} for factor in factors]
        super().__init__(factors, names, f"{jets.name} × Z")

    @property
    def variables(self) -> tuple[Form, ...]:
        """The coordinates of Z as functions."""
        return tuple(self.projections[1].pull(list(self.factors[1].coordinates)))

    @cached_property
    def variable_frame(self) -> tuple[VectorForm, ...]:
        """The coordinate fields of Z, lifted."""
        return tuple(map(self.lift, self.factors[1].frame))

    # --- what J¹π has ----------------------------------------------------------------------

    @cached_property
    def projection(self) -> Map:
        """The projection to E."""
        return self.jets.projection @ self.projections[0]

    @property
    def time(self) -> Form:
        """The time."""
        return self.projections[0].pull(self.jets.time)

    @cached_property
    def dt(self) -> Form:
        """The 1-form dt."""
        return self.projections[0].pull(self.jets.dt)

    @property
    def positions(self) -> tuple[Form, ...]:
        """The coordinates of the fibres of E."""
        return self.projections[0].pull(self.jets.positions)

    @property
    def velocities(self) -> tuple[Form, ...]:
        """Their velocities."""
        return self.projections[0].pull(self.jets.velocities)

    @cached_property
    def vertical_endomorphism(self) -> VectorForm:
        """The lift of S: related to S on J¹π, and 0 on Z."""
        return self.lift(self.jets.vertical_endomorphism)

    def contact(self, F: Form) -> Form:
        """The contact form of a function on E."""
        return self.projections[0].pull(self.jets.contact(F))

    @cached_property
    def total_derivatives(self) -> tuple[Callable[[Form], Form], ...]:
        """What makes of a function on E its rate, by the total derivatives of J¹π."""

        def lifted(D: Derivation) -> Callable[[Form], Form]:
            return lambda f: self.projections[0].pull(D(f))

        return tuple(map(lifted, self.jets.total_derivatives))

    def second_order_field(
        self, accelerations: Mapping[str, FunctionLike] | None = None
    ) -> VectorForm:
        """The lift of a second-order field of J¹π; variables rest."""
        return self.lift(self.jets.second_order_field(accelerations))

    def is_second_order(self, X: VectorForm) -> Verdict:
        """Whether ``S X = 0`` and ``dt(X) = 1``, whatever the rates of the variables are."""
        statement = (self.vertical_endomorphism(X) == 0) & (self.dt(X) == 1)
        return check(statement, name="S X = 0 and dt(X) = 1")

    def prolong_field(self, X: VectorForm) -> VectorForm:
        """The lift of the prolongation of a field on E."""
        return self.lift(self.jets.prolong_field(X))

    def prolong_fibred(self, phi: Map) -> Map:
        """J¹φ × id for a fibred map φ: E' → E, from the extended jets of E'."""
        E, names = self.jets.base_space, [str(z) for z in self.factors[1].coordinates]
        below = cast(FibredManifold, phi.source)
        above = self if below is E else evolution_space(below, names)
        images = dict(zip(names, above.factors[1].coordinates, strict=True))
        same = Map(above.factors[1], self.factors[1], images)
        return product_map(above, self, self.jets.prolong_fibred(phi), same)


def evolution_space(E: FibredManifold, variables: Sequence[str]) -> Any:
    """J¹π, or J¹π × Z if there are variables; made once."""
    jets: JetSpace = jet(E, 1)
    if not variables:
        return jets
    key = ("variables", tuple(variables))
    return jets.derived(key, lambda: ExtendedJets(jets, variables))


def variable_frame(system: System) -> tuple[VectorForm, ...]:
    """The coordinate fields of the variables of a system; none if it has no variables."""
    space = cast("ExtendedJets | JetSpace", system.evolution_space)
    return space.variable_frame if isinstance(space, ExtendedJets) else ()


def require_no_variables(system: System, what: str) -> None:
    """Raise `NotApplicable` for a system with variables beside its motion."""
    if names := system.specification.variables:
        raise NotApplicable(
            f"{system.specification.where}: {what} is for systems without variables, and this one "
            f"has {listed(names)}; use a theory that gives their rates"
        )
