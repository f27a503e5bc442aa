"""Quasi-velocities: the components of velocities in a moving frame, and Hamel's equations.

For a frame e_a on Q with coframe θ^a and ``[e_a, e_b] = γ^c_ab e_c`` they are the functions
``w^a = i_T θ^a`` on TQ, or on J¹π for a frame on the total space of a fibration over time.
Source: Hamel, Die Lagrange-Eulerschen Gleichungen der Mechanik (1904); Neimark and Fufaev,
Dynamics of Nonholonomic Systems (1972).
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from diffgeo.bundles.frame_labels import FrameLabel
from diffgeo.bundles.frames import Frame
from diffgeo.bundles.jets import JetSpace, jet
from diffgeo.bundles.tangents import tangent
from diffgeo.bundles.velocities import VelocitySpace
from diffgeo.calculus import display
from diffgeo.calculus.derivations import d
from diffgeo.calculus.forms import Form, describe, require_form, total
from diffgeo.calculus.requirements import require_kind, require_vector_form
from diffgeo.calculus.spaces import Manifold
from diffgeo.calculus.vector_forms import VectorForm
from diffgeo.errors import SpaceMismatch
from diffgeo.structures.axioms import verify_axiom
from diffgeo.structures.tensorial_objects import Composite
from diffgeo.verdicts.verdict import Conjunction, Identity

if TYPE_CHECKING:
    from diffgeo.calculus.maps import Map


class QuasiVelocities(display.ShownByEquations, Composite):
    """The quasi-velocities of a frame on a space of velocities over it.

    Parameters
    ----------
    frame
        A frame e_a on Q.
    above
        The tangent bundle of Q, or the first jets if Q is fibred over time; there a form dt
        of the coframe has the constant quasi-velocity 1.

    Raises
    ------
    SpaceMismatch
        The velocities are over another space.
    TypeError
        The frame is none.

    Examples
    --------
    >>> from diffgeo import Frame, Manifold, tangent
    >>> from diffgeo.bundles import QuasiVelocities
    >>> Q = Manifold("Q", "x y")
    >>> frame = Frame(Q, [Q.vector_field(x=1), Q.vector_field(y=1, x="y")])
    >>> print(*QuasiVelocities(frame, tangent(Q)).functions, sep=", ")
    xdot - y*ydot, ydot
    """

    def __init__(self, frame: Frame, above: VelocitySpace) -> None:
        require_kind(frame, Frame, "take the quasi-velocities of", "a Frame")
        if not isinstance(above, VelocitySpace):
            raise SpaceMismatch(
                f"quasi-velocities live on tangent({frame.space}) or on first jets, not on {above}"
            )
        if above.base_space is not frame.space:
            raise SpaceMismatch(
                f"{above} is over {above.base_space}, not over the space of {frame}: take the "
                f"velocities over {frame.space}"
            )
        if isinstance(above, JetSpace) and above.order != 1:
            raise SpaceMismatch(f"quasi-velocities live on jets of order 1, not on {above}")
        self.base_frame = frame
        self.space: Manifold = above
        self._above = above

    @cached_property
    def functions(self) -> tuple[Form, ...]:
        """The functions ``w^a = i_T θ^a``, in the order of the frame."""
        return tuple(self._above.contract(theta) for theta in self.base_frame.coframe)

    @cached_property
    def frame(self) -> Frame:
        """The frame on the space of velocities that is dual to ``π^*θ^a`` and ``dw^a``.

        Its first fields project to e_a and keep the quasi-velocities, the others are the
        derivatives by the quasi-velocities: on TQ the vertical lifts of the e_a. Constant
        quasi-velocities have none.
        """
        labels = self.base_frame.labels
        pulled = [self._above.projection.pull(theta) for theta in self.base_frame.coframe]
        forms = [*pulled, *(dw for dw in map(d, self.functions) if dw.support())]
        raised = [
            FrameLabel(
                f"∂_w({x.field})",
                f"dw({x.field})",
                rf"\partial_{{w({x.field_latex})}}",
                rf"\mathrm{{d}}w({x.field_latex})",
            )
            for x in (labels[a] for a in self._moving)
        ]
        return Frame.from_coframe(forms, [*labels, *raised])

    @property
    def derivatives(self) -> dict[str, VectorForm]:
        """The fields ∂/∂w^a by the name of e_a, where w^a is not constant."""
        names = self.base_frame.names
        fields = self.frame.fields[len(names) :]
        return {names[a]: X for a, X in zip(self._moving, fields, strict=True)}

    def transitivity(self) -> Identity:
        """Hamel's equations of transitivity ``d_T θ^c = dw^c - γ^c_ab w^a π^*θ^b``, each c.

        They are Cartan's formula ``d_T = i_T d + d i_T`` with the equations of Maurer and
        Cartan, and say how the variation of w^c differs from a time derivative.
        """
        frame, above = self.base_frame, self._above
        parts = []
        for c, (theta, w) in enumerate(zip(frame.coframe, self.functions, strict=True)):
            right = d(w) - self._transport(c)
            parts.append(Identity(above.total_derivative(theta), right, frame.labels[c].form))
        return Conjunction(parts, f"the equations of transitivity of {self}")

    def boltzmann_hamel(self, L: Form, field: VectorForm) -> dict[str, Form]:
        """The functions ``S(∂L/∂w^a) - E_a(L) + γ^c_ab w^b ∂L/∂w^c`` by the name of e_a.

        They are the equations of motion of a Lagrangian L: they all vanish on solutions of a
        field S of second order, if it is that of L. (E_a are the first fields of the frame on
        the velocities; they vanish also where w^a is constant, by the energy.)

        Raises `AxiomViolation` unless S is of second order: ``S(f) = d_T f``.
        """
        require_form(L, "take for a Lagrangian", 0)
        require_vector_form(field, 0, "take for a field of second order")
        for thing in (L, field):
            if thing.space is not self.space:
                raise SpaceMismatch(f"{describe(thing)} is not on {self.space}")
        verify_axiom(
            Conjunction([field(f) == v for f, v in self._second_order()]),
            "S(f) = d_T f for functions f on the space below (S is of second order)",
            f"S = {describe(field)}",
        )
        frame = self.base_frame
        slopes = {name: X(L) for name, X in self.derivatives.items()}
        found = {}
        for a in self._moving:
            name = frame.names[a]
            lifted = self.frame.fields[a]
            turning: list[Form] = [
                slopes[frame.names[c]] * self._transport(c)(lifted) for c in self._moving
            ]
            found[name] = field(slopes[name]) - lifted(L) - total(self.space, 0, turning)
        return found

    def pulled_back(self, phi: Map) -> QuasiVelocities:
        """The quasi-velocities of the frame ``φ^*e_a`` on the velocities over the source of φ.

        They are ``(Tφ)^*w^a``, on jets ``(J¹φ)^*w^a`` for a map φ over the identity of time.
        """
        if isinstance(self._above, JetSpace):
            fibration = self._above.fibration.source_of(phi, None)
            return QuasiVelocities(phi.pull(self.base_frame), jet(fibration))
        return QuasiVelocities(phi.pull(self.base_frame), tangent(phi.source))

    @property
    def tensors(self) -> tuple[Form, ...]:
        """The functions, in order."""
        return self.functions

    def __str__(self) -> str:
        return f"the quasi-velocities of {self.base_frame} on {self.space.name}"

    # --- inside --------------------------------------------------------------------

    def _equations(self) -> list[tuple[str, Form]]:
        return [(rf"w^{{{number}}}", w) for number, w in enumerate(self.functions, start=1)]

    @cached_property
    def _moving(self) -> tuple[int, ...]:
        return tuple(a for a, w in enumerate(self.functions) if d(w).support())

    def _second_order(self) -> list[tuple[Form, Form]]:
        """The coordinates of the space below, on the velocities, with their total derivatives."""
        above = self._above
        return [
            (above.projection.pull(x), above.total_derivative(x))
            for x in above.base_space.coordinates
        ]

    def _transport(self, c: int) -> Form:
        """``γ^c_ab w^a π^*θ^b``, which is ``-i_T dθ^c``."""
        pull = self._above.projection.pull
        gamma, w = self.base_frame.structure_functions[c], self.functions
        n = range(len(w))
        forms = [pull(theta) for theta in self.base_frame.coframe]
        return total(
            self.space, 1, (pull(gamma[a][b]) * w[a] * forms[b] for a in n for b in n if a != b)
        )
