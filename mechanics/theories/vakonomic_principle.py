"""Vakonomic mechanics: another principle, variational among the curves that obey constraints.

It is no theory of ideal reactions: the multipliers are variables with initial values of their own,
so that its field lives on J¹π × R^m and not on J¹π. It is a `Theory` of its own principle, which is
known by its name and not among those that are compared unless one asks for it.

Source: V. V. Kozlov, Realization of nonintegrable constraints in classical mechanics, Soviet
Physics Doklady 28 (1983).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from diffgeo import Form, Manifold, VectorForm, d, interior, lie, product
from diffgeo.bundles import Product
from diffgeo.calculus import linear_algebra as linear
from diffgeo.errors import NameClash, SingularSystem
from mechanics.errors import SingularConstraintMatrix
from mechanics.model.lagrangian import cartan_form, vertical_frame
from mechanics.theories.base import Construction
from mechanics.theories.equality_on_constraints import require_independent
from mechanics.theories.principles import Principle
from mechanics.theories.registry import Theory
from mechanics.theories.state_spaces import StateSpace, times_identity

if TYPE_CHECKING:
    from diffgeo import Map
    from mechanics.model.systems import System

CITATION = "V. V. Kozlov, Realization of nonintegrable constraints in classical mechanics, 1983"
DETERMINANT = (
    "the determinant of the bordered matrix [[d2(L - lambda phi)/dv2, -dphi/dv], [dphi/dv, 0]]"
)


@dataclass(frozen=True)
class Vakonomic:
    """The vakonomic equations of a system, as a field on J¹π × R^m.

    Attributes
    ----------
    system : System
    space : Product
        J¹π × R^m with coordinates λ_1, …, λ_m on the second factor.
    field : VectorForm
        Γ with Γ(φ_i) = 0 and EL_A(L - λ^i φ_i) = F_A along its integral curves.
    multipliers : tuple of Form
        The functions λ_i on the space.
    determinant : Form
        Its non-vanishing is the regularity; see ``determinant_name``.

    Examples
    --------
    >>> from mechanics import load
    >>> from mechanics.theories import vakonomic
    >>> found = vakonomic(load("nonholonomic-particle"))
    >>> print(found.space.chart.coordinates, found.determinant)
    ('t', 'x', 'y', 'z', 'xdot', 'ydot', 'zdot', 'lambda_1') y**2 + 1
    """

    system: System
    space: Product
    field: VectorForm
    multipliers: tuple[Form, ...]
    determinant: Form
    determinant_name: str = DETERMINANT

    @property
    def projection(self) -> Map:
        """The projection of the space to J¹π."""
        return self.space.projections[0]

    @property
    def acceleration_functions(self) -> dict[str, Form]:
        """The accelerations Γ(Γ(q)) by coordinate, functions of (t, q, v, λ)."""
        names = self.system.specification.coordinates
        positions = self.projection.pull(self.system.evolution_space.positions)
        return {name: self.field(self.field(q)) for name, q in zip(names, positions, strict=True)}

    @property
    def multiplier_rates(self) -> tuple[Form, ...]:
        """The functions Γ(λ_i): the multipliers have a dynamics of their own."""
        return tuple(self.field(value) for value in self.multipliers)

    def __repr__(self) -> str:
        return f"<the vakonomic equations of {self.system.name} on {self.space.name}>"


def vakonomic(system: System) -> Vakonomic:
    """The vakonomic equations: δ∫L dt = 0 among the curves with φ_i = 0, with forces F.

    They are the equations EL_A(L - λ^i φ_i) = F_A and φ_i = 0 with unknown functions λ^i(t):

        EL_A = F_A + λ̇^i ∂φ_i/∂v^A + λ^i EL_A(φ_i).

    Where λ = 0 at a moment, the accelerations are those of d'Alembert and the rates λ̇^i are
    his multipliers; for constraints that are total derivatives, EL_A(φ_i) = 0, the motions are
    the same. In general they differ, and the initial values of λ matter.

    Γ is the second-order field on J¹π × R^m with L_Γ Θ - dℒ = F on fields of J¹π, where
    ℒ = L - λ^i φ_i and Θ = Θ_L - λ^i Θ_{φ_i}, and with Γ(φ_i) = 0. No coordinates are used.

    Parameters
    ----------
    system
        With n coordinates and m constraints.

    Returns
    -------
    Vakonomic
        Γ on J¹π × R^m, of dimension 2n + 1 + m.

    Raises
    ------
    SingularConstraintMatrix
        The equations do not determine accelerations and rates.

    Examples
    --------
    >>> from mechanics import load
    >>> from mechanics.theories import vakonomic
    >>> found = vakonomic(load("nonholonomic-particle"))
    >>> print(found.space.dimension, *found.multipliers)
    8 lambda_1
    """
    jets, phi = system.evolution_space, system.constraints
    require_independent(system)
    space = product(jets, _multiplier_space(system, len(phi))) if phi else product(jets)
    pull = space.projections[0].pull
    n, m = range(len(jets.positions)), range(len(phi))
    values: tuple[Form, ...] = ()
    directions: list[VectorForm] = []
    if phi:
        factor = space.factors[1]
        values = tuple(space.projections[1].pull(list(factor.coordinates)))
        directions = [space.lift(X) for X in factor.frame]

    total, Theta = pull(system.lagrangian), pull(cartan_form(system.lagrangian, jets))
    for i in m:
        total = total - values[i] * pull(phi[i])
        Theta = Theta - values[i] * pull(cartan_form(phi[i], jets))
    below = jets.second_order_field()
    start = space.lift(below)
    V = [space.lift(v) for v in vertical_frame(jets)]
    W = [space.lift(lie(v, below)) for v in vertical_frame(jets)]
    constraints = [pull(f) for f in phi]

    unknown = [*V, *directions]
    changes = [lie(X, Theta) for X in unknown]  # linear in Γ, as i_X Θ = 0 for all of them
    right = pull(system.force) + d(total) - lie(start, Theta)
    rows = [[change(W[a]) for change in changes] for a in n]
    rows += [[X(f) for X in unknown] for f in constraints]
    try:
        solution = linear.solve(rows, [right(W[a]) for a in n] + [-start(f) for f in constraints])
    except SingularSystem:
        raise SingularConstraintMatrix(
            f"{system.specification.where}: the vakonomic equations do not determine the "
            f"accelerations and the rates of the multipliers: {DETERMINANT} is 0; remove or "
            "reformulate one of the constraints"
        ) from None
    return Vakonomic(
        system=system,
        space=space,
        field=linear.combination(solution, unknown, start),
        multipliers=values,
        determinant=linear.determinant(rows),
    )


# --- as a theory -------------------------------------------------------------------------------


def action(system: System, motion: Map) -> Form:
    """The form ``Θ_L - λ^i Θ_{φ_i}`` on J¹π × R^m."""
    jets, total = system.evolution_space, motion.source
    Theta = motion.pull(cartan_form(system.lagrangian, jets))
    if not system.constraints:
        return Theta
    assert isinstance(total, Product)
    values = total.projections[1].pull(list(total.factors[1].coordinates))
    forms = [motion.pull(cartan_form(phi, jets)) for phi in system.constraints]
    return Theta - linear.combination(values, forms, 0 * Theta)


def inertia(system: System, motion: Map, X: VectorForm) -> Form:
    """``i_X dΘ - F``: the left side of EL_A(L - λ^i φ_i) = F_A, up to multiples of the φ_i."""
    return interior(X, d(action(system, motion))) - motion.pull(system.force)


VAKONOMIC = Principle(
    "vakonomic",
    "EL_A(L - lambda^i phi_i) = F_A",
    reactions=None,
    inertia=inertia,
    action=action,
    ideal=False,
    scales=False,
    recombines=False,
)


def _space(system: System) -> StateSpace:
    return StateSpace(system.once(vakonomic).projection, times_identity)


def construct(system: System) -> Construction:
    """The vakonomic field of `vakonomic`; its multipliers are coordinates of its space."""
    found = system.once(vakonomic)
    return Construction(found.field, found.multipliers, found.determinant, found.determinant_name)


theory = Theory(
    name="vakonomic",
    title="variational among the curves that obey the constraints",
    citation=CITATION,
    construct=construct,
    principle=VAKONOMIC,
    space=_space,
)


def _multiplier_space(system: System, count: int) -> Manifold:
    """R^m with coordinates lambda_1, …, lambda_m, or lambda__1, … where these are taken."""
    jets = system.evolution_space
    mark = "_"
    while True:
        factor = Manifold(f"R{count}", [f"lambda{mark}{i + 1}" for i in range(count)])
        try:
            product(jets, factor)
        except NameClash:
            mark += "_"
        else:
            return factor
