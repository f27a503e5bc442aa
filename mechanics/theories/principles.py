"""What determines a motion: where reactions live, and which law they obey.

A principle is an equation between forms on the space of states: the *inertia* of the motion, a
form made of the field, L and F, is a combination ``λ^i ρ_i`` of given *reactions* on the constraint
set. So the reaction is known from the field alone, and that the multipliers of a theory are those
of its field is a statement that can be false: `Dynamics.is_coherent`.

Source: Neimark and Fufaev, Dynamics of Nonholonomic Systems (1972), for the principle of Lagrange,
d'Alembert and Chetaev.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from diffgeo import d, interior
from mechanics.model.lagrangian import cartan_form, chetaev_forms

if TYPE_CHECKING:
    from diffgeo import Form, Map, VectorForm
    from mechanics.model.systems import System


def lagrangian_action(system: System, motion: Map) -> Form:
    """The form Θ_L = L dt + S^*dL, pulled back along the motion to the space of states."""
    return motion.pull(cartan_form(system.lagrangian, system.evolution_space))


def lagrangian_inertia(system: System, motion: Map, X: VectorForm) -> Form:
    """``i_X dΘ - F`` with Θ_L and F pulled back along the motion: (EL_A - F_A)(dq^A - v^A dt).

    The motion is the map from the space of X to the evolution space.
    """
    return interior(X, d(lagrangian_action(system, motion))) - motion.pull(system.force)


@dataclass(frozen=True, repr=False)
class Principle:
    """What determines a motion: ``inertia = λ^i ρ_i`` on the constraint set.

    Attributes
    ----------
    name : str
    statement : str
        The equation, in words or as a formula.
    reactions : callable or None
        From a system to the forms ρ_i on its evolution space, one for each multiplier. None where
        there are no reactions: then the inertia is 0.
    inertia : callable
        From a system, the map of the motion from the space of states to the evolution space, and
        the field X, to a form on the space of states.
    action : callable
        From a system and the map of the motion to the form Θ on the space of states that has the
        momenta Θ(X) of fields.
    ideal : bool
        Reactions do no virtual work, so that a constraint d_T f = 0 is the reduction to the leaves
        f = c.
    scales : bool
        (L, F) → (cL, cF) keeps the motion.
    gauge : bool
        L → L + d_T f keeps the motion.
    recombines : bool
        Only the set where the constraints vanish matters, not the functions.
    rates : callable or None
        From a system to the rates of the variables that it has beside its motion.
    surface : callable or None
        From a system to functions f on E: states are the points of the level set f = 0, d_T f = 0
        only, which no coordinates have to describe. Reactions come in the order of the rates d_T f
        and of the constraints.
    singular : bool
        Systems whose motion is not determined on the whole constraint set are its business, too.
    power : callable or None
        From a system and a field on its evolution space, the prolongation of one on E, to the
        function that the principle adds to the rate of the momentum of that field.

    Examples
    --------
    >>> from mechanics import load
    >>> from mechanics.theories import CHETAEV
    >>> print(CHETAEV.statement, "|", *CHETAEV.reactions(load("nonholonomic-particle")))
    EL_A = F_A + lambda^i dphi_i/dv^A | (y*xdot - zdot) dt - y dx + dz
    """

    name: str
    statement: str
    reactions: Callable[[System], tuple[Form, ...]] | None = chetaev_forms
    inertia: Callable[[System, Map, VectorForm], Form] = lagrangian_inertia
    action: Callable[[System, Map], Form] = lagrangian_action
    ideal: bool = True
    scales: bool = True
    gauge: bool = True
    recombines: bool = True
    rates: Callable[[System], tuple[Form, ...]] | None = None
    surface: Callable[[System], Sequence[Form]] | None = None
    power: Callable[[System, VectorForm], Form] | None = None
    singular: bool = False

    @property
    def is_lagrangian(self) -> bool:
        """Whether the inertia is that of Lagrange's equations, and there are reactions."""
        return self.inertia is lagrangian_inertia and self.reactions is not None

    def level(self, system: System) -> tuple[list[Form], list[Form]]:
        """The functions on J¹π that vanish on the surface, and their rates."""
        jets = system.evolution_space
        (along,) = jets.total_derivatives
        functions = self.surface(system) if self.surface else ()
        return jets.projection.pull(list(functions)), [along(f) for f in functions]

    def kept(self, system: System) -> list[Form]:
        """The functions on J¹π that the reactions keep at 0: rates of the surface, constraints."""
        return [*self.level(system)[1], *system.constraints]

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"<the principle {self.name}: {self.statement}>"


#: D'Alembert's principle with Chetaev's rule, which is that of the theories of the library.
CHETAEV = Principle("d'Alembert-Chetaev", "EL_A = F_A + lambda^i dphi_i/dv^A")


def reactions_in(datum: str) -> Callable[[System], tuple[Form, ...]]:
    """The reactions in a codistribution among the data of a system: ``α - α(X) dt``, X any motion.

    Only the values on virtual displacements matter, so that the parts along dt are left out.

    Parameters
    ----------
    datum
        The name of a codistribution among the data, whose forms live on E or on J¹π.

    Returns
    -------
    callable
        From a system to the forms ρ_i, for `Principle.reactions`.

    Raises
    ------
    UnknownName
        When it is called: the system has no such datum.

    Examples
    --------
    >>> from mechanics import System
    >>> from mechanics.theories import reactions_in
    >>> particle = "(xdot**2 + zdot**2)/2"
    >>> push = {"push": {"codistribution": [{"z": "1"}]}}
    >>> pushed = System(coordinates="x z", lagrangian=particle, constraints="zdot - x", data=push)
    >>> print(*reactions_in("push")(pushed))
    -zdot dt + dz
    """

    def reactions(system: System) -> tuple[Form, ...]:
        jets = system.evolution_space
        move = jets.second_order_field()
        down = jets.projection.pull
        forms = system.parts(datum)
        on_jets = [form if form.space is jets else down(form) for form in forms]
        return tuple(form - form(move) * jets.dt for form in on_jets)

    return reactions
