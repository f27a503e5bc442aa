"""A linear connection seen in a frame of vector fields: the structure equations of Cartan.

For a frame e_a with dual coframe θ^a the connection forms are ``ω^a_b(X) = θ^a(∇_X e_b)``.
The torsion and curvature forms are *defined* here by the structure equations
``Θ^a = dθ^a + ω^a_b ∧ θ^b`` and ``Ω^a_b = dω^a_b + ω^a_c ∧ ω^c_b``; that they are
``θ^a(T(·,·))`` and ``θ^a(R(·,·)e_b)`` is a theorem.

Source: Kobayashi and Nomizu, Foundations of Differential Geometry I (1963), chapter III.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from diffgeo.bundles.frames import Frame
from diffgeo.calculus import display
from diffgeo.calculus.derivations import d
from diffgeo.calculus.forms import Form, describe, total
from diffgeo.calculus.requirements import require_same_space, require_sequence, require_vector_form
from diffgeo.calculus.sparse_components import sum_of_fields
from diffgeo.calculus.vector_forms import VectorForm
from diffgeo.errors import DegreeMismatch

if TYPE_CHECKING:
    from diffgeo.connections.linear_connections import LinearConnection


def frame_of(fields: Sequence[VectorForm] | Frame) -> Frame:
    """The frame of given fields, of which there is at least one."""
    if isinstance(fields, Frame):
        return fields
    require_sequence(fields, "the fields of a frame")
    if not fields:
        raise DegreeMismatch("a frame has as many fields as its space has dimensions, not none")
    require_vector_form(fields[0], 0, "make a frame of")
    return Frame(fields[0].space, fields)


def values_in_frame(frame: Frame) -> list[list[VectorForm]]:
    """The fields ``∇_X Y`` for X, Y in the coordinate frame, if the given frame is parallel."""
    fields, coframe, coordinates = frame.fields, frame.coframe, frame.space.frame

    def value(X: VectorForm, Y: VectorForm) -> VectorForm:
        return sum_of_fields([X(beta(Y)) * e for beta, e in zip(coframe, fields, strict=True)])

    return [[value(X, Y) for Y in coordinates] for X in coordinates]


class MovingFrame(display.ShownByEquations):
    """The forms of a linear connection in a frame; indices a, b are numbers of its fields.

    Attributes
    ----------
    connection, frame
        The connection ∇ and the fields e_a.
    coframe
        The dual 1-forms θ^a.

    Raises
    ------
    DegreeMismatch, AxiomViolation
        The fields are no frame.

    Examples
    --------
    >>> from diffgeo import Manifold, Metric
    >>> from diffgeo.connections import MovingFrame
    >>> P = Manifold("P", "r phi", positive="r")
    >>> g = Metric.diagonal(P, r=1, phi="r**2")
    >>> moving = MovingFrame(g.connection, [P.frame[0], P.vector_field(phi="1/r")])
    >>> print(moving.connection_forms[0][1], "|", moving.curvature_forms[0][1])
    -dphi | 0
    """

    def __init__(self, connection: LinearConnection, frame: Sequence[VectorForm] | Frame) -> None:
        self.connection = connection
        self.space = connection.space
        moving = frame_of(frame)
        self.frame, self.coframe = moving.fields, moving.coframe
        require_same_space("take the connection forms of", connection, self.frame[0])

    @cached_property
    def connection_forms(self) -> tuple[tuple[Form, ...], ...]:
        """The 1-forms ``ω^a_b(X) = θ^a(∇_X e_b)``: ``connection_forms[a][b]``."""
        derivatives = [self.connection.exterior(e) for e in self.frame]
        return tuple(tuple(N.transpose(theta) for N in derivatives) for theta in self.coframe)

    @cached_property
    def torsion_forms(self) -> tuple[Form, ...]:
        """The 2-forms ``Θ^a = dθ^a + ω^a_b ∧ θ^b``; by the theorem ``Θ^a(X, Y) = θ^a(T(X, Y))``."""
        omega, n = self.connection_forms, len(self.frame)
        return tuple(
            d(theta) + total(self.space, 2, (omega[a][b] * self.coframe[b] for b in range(n)))
            for a, theta in enumerate(self.coframe)
        )

    @cached_property
    def curvature_forms(self) -> tuple[tuple[Form, ...], ...]:
        """The 2-forms ``Ω^a_b = dω^a_b + ω^a_c ∧ ω^c_b``.

        By the theorem ``Ω^a_b(X, Y) = θ^a(R(X, Y)e_b)``.
        """
        omega, n = self.connection_forms, len(self.frame)
        return tuple(
            tuple(
                d(omega[a][b]) + total(self.space, 2, (omega[a][c] * omega[c][b] for c in range(n)))
                for b in range(n)
            )
            for a in range(n)
        )

    def __str__(self) -> str:
        fields = ", ".join(e.summary() for e in self.frame)
        return f"the frame {fields} and {describe(self.connection)}"

    def _equations(self) -> list[tuple[str, Form]]:
        return [
            (rf"\omega^{{{a}}}{{}}_{{{b}}}", form)
            for a, row in enumerate(self.connection_forms, start=1)
            for b, form in enumerate(row, start=1)
        ]
