"""A linear connection seen in a frame of vector fields: the structure equations of Cartan.

For a frame e_a with dual coframe θ^a the connection forms are ``ω^a_b(X) = θ^a(∇_X e_b)``.
The torsion and curvature forms are *defined* here by the structure equations
``Θ^a = dθ^a + ω^a_b ∧ θ^b`` and ``Ω^a_b = dω^a_b + ω^a_c ∧ ω^c_b``; that they are
``θ^a(T(·,·))`` and ``θ^a(R(·,·)e_b)`` is a theorem.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from diffgeo import linear
from diffgeo.derivations import d
from diffgeo.errors import DegreeMismatch
from diffgeo.forms import Form, describe, require_same_space, total
from diffgeo.slots import sum_of_fields
from diffgeo.vector_forms import VectorForm

if TYPE_CHECKING:
    from diffgeo.connections.linear import LinearConnection


def dual_coframe(frame: Sequence[VectorForm]) -> tuple[Form, ...]:
    """The 1-forms θ^a with ``θ^a(e_b) = 1`` for a = b and 0 else.

    Raises
    ------
    DegreeMismatch
        The number of fields is not the dimension.
    SingularSystem
        The fields are linearly dependent.
    """
    space = frame[0].space
    for e in frame:
        require_same_space("put into one frame", frame[0], e)
        e.require_degree(0, "put into a frame")
    if len(frame) != space.dimension:
        raise DegreeMismatch(
            f"a frame of {space} has {space.dimension} vector fields, not {len(frame)}: "
            f"{describe(frame[0])}, …"
        )
    differentials = [d(x) for x in space.coordinates]
    rows = linear.inverse([[dx(e) for e in frame] for dx in differentials])
    return tuple(
        total(space, 1, (f * dx for f, dx in zip(row, differentials, strict=True))) for row in rows
    )


def parallel_values(frame: Sequence[VectorForm]) -> list[list[VectorForm]]:
    """The fields ``∇_X Y`` for X, Y in the coordinate frame, where a given frame is parallel."""
    coframe, coordinates = dual_coframe(frame), frame[0].space.frame

    def value(X: VectorForm, Y: VectorForm) -> VectorForm:
        return sum_of_fields(X(alpha(Y)) * e for alpha, e in zip(coframe, frame, strict=True))

    return [[value(X, Y) for Y in coordinates] for X in coordinates]


class MovingFrame:
    """The forms of a linear connection in a frame; indices a, b are numbers of its fields.

    Attributes
    ----------
    connection, frame
        The connection ∇ and the fields e_a.
    coframe
        The dual 1-forms θ^a.

    Raises
    ------
    DegreeMismatch, SingularSystem
        The fields are no frame.
    """

    def __init__(self, connection: LinearConnection, frame: Sequence[VectorForm]) -> None:
        self.connection = connection
        self.space = connection.space
        self.frame = tuple(frame)
        self.coframe = dual_coframe(self.frame)
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

    def __repr__(self) -> str:
        return f"<the frame {describe(self.frame[0])}, … and {self.connection!r}>"
