"""Distinguished connections on TM: linear connections that preserve a nonlinear one.

A nonlinear connection splits ``T(TM) = H ⊕ V``. A linear connection D on TM with ``Dh = 0``
(so ``Dv = 0``) has torsion and curvature in blocks; with ``DJ = 0`` too, the horizontal and
the vertical parts carry the same connection (an N-linear connection in the normal sense of
Miron and Anastasiei). K denotes ``F + J``, for which ``K∘J = h`` and ``J∘K = v``.

Source: Miron and Anastasiei, The Geometry of Lagrange Spaces (1994); their curvature
``R^i_jkh`` is minus the one here, ``R(X, Y) = [D_X, D_Y] - D_[X,Y]``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from diffgeo.bundles.frame_labels import write
from diffgeo.calculus.forms import Form, describe
from diffgeo.calculus.requirements import require_same_space
from diffgeo.calculus.sparse_components import sum_of_fields
from diffgeo.calculus.vector_forms import VectorForm
from diffgeo.connections.framed_connections import FramedConnection, Weights, weights
from diffgeo.connections.linear_connections import Kind, LinearConnection
from diffgeo.errors import DegreeMismatch
from diffgeo.structures.axioms import verify_axiom
from diffgeo.structures.tensor_algebra import composed, tensor
from diffgeo.structures.tensors import Tensor
from diffgeo.verdicts.verdict import Conjunction, check

if TYPE_CHECKING:
    from diffgeo.calculus.display import Style
    from diffgeo.calculus.maps import Map
    from diffgeo.connections.nonlinear_connections import NonlinearConnection
    from diffgeo.verdicts.verdict import Identity, Verdict

#: Names of the parts: horizontal and vertical.
PARTS = ("h", "v")


class DistinguishedConnection(FramedConnection):
    """A linear connection D on TM with ``Dh = 0`` for a nonlinear connection h (d-connection).

    The axiom is judged in the frame of horizontal fields δ_i and vertical ones Jδ_i, where it
    says that D_X takes each of them to fields of its own part: the other coefficients vanish.

    Parameters
    ----------
    nonlinear
        The nonlinear connection that is preserved.
    connection
        D.

    Raises
    ------
    AxiomViolation
        ``Dh = 0`` is refuted.
    SpaceMismatch
        D lives on another space.

    Examples
    --------
    >>> from diffgeo import Manifold, NonlinearConnection, check, tangent
    >>> from diffgeo.connections import DistinguishedConnection
    >>> TM = tangent(Manifold("M", "x y"))
    >>> N = NonlinearConnection.from_coefficients(TM, {"xdot": {"y": "-xdot"}})
    >>> D = DistinguishedConnection(N, N.berwald)
    >>> print(check(D.derivative(N.horizontal_projector) == 0).status.name)
    VERIFIED
    """

    def __init__(self, nonlinear: NonlinearConnection, connection: LinearConnection) -> None:
        require_same_space("preserve a connection by", connection, nonlinear)
        frame, n = nonlinear.normal_frame, nonlinear.space.dimension // 2
        if isinstance(connection, FramedConnection) and connection._frame is frame:
            given = connection._weights
        else:
            # The fields of the other connection may be differentiated in coordinates.
            self._values = connection._values
            given = [[weights(frame.coframe, connection(X, Y)) for Y in frame] for X in frame]
        kept = [
            [{c: w for c, w in row.items() if (c < n) == (b < n)} for b, row in enumerate(rows)]
            for rows in given
        ]
        mixed = [
            w
            for rows in given
            for b, row in enumerate(rows)
            for c, w in row.items()
            if (c < n) != (b < n)
        ]
        super().__init__(frame, kept, connection.used)
        self.nonlinear = nonlinear
        #: The verdict on ``Dh = 0``.
        self.verdict = verify_axiom(
            _all_zero(nonlinear, mixed), "D h = 0", lambda: f"D = {describe(connection)}"
        )

    def is_normal(self) -> Verdict:
        """Whether ``DJ = 0``: both parts carry the same connection."""
        # (D_a J)δ_i = D_a(Jδ_i) - J D_a δ_i, and on vertical fields DJ is zero because Dh is.
        n, zero = self.space.dimension // 2, self.space.function(0)
        parts = [
            rows[n + i].get(n + k, zero) - rows[i].get(k, zero)
            for rows in self._weights
            for i in range(n)
            for k in range(n)
            if rows[n + i].get(n + k) is not rows[i].get(k)
        ]
        return check(_all_zero(self.nonlinear, parts), name="D J = 0")

    def horizontal_derivative(self, X: VectorForm, thing: Kind) -> Kind:
        """``D_{hX}`` of a function, field, form or tensor (the h-covariant derivative)."""
        return self(self.nonlinear.horizontal_projector(X), thing)

    def vertical_derivative(self, X: VectorForm, thing: Kind) -> Kind:
        """``D_{vX}`` of a function, field, form or tensor (the v-covariant derivative)."""
        return self(self.nonlinear.vertical_projector(X), thing)

    def horizontal_differential(self, thing: object) -> Tensor:
        """The tensor ``(X, …) ↦ D_{hX} T(…)``, of type (p, q+1) with the direction X first."""
        return self._differential(thing, self.nonlinear.horizontal_projector)

    def vertical_differential(self, thing: object) -> Tensor:
        """The tensor ``(X, …) ↦ D_{vX} T(…)``, of type (p, q+1) with the direction X first."""
        return self._differential(thing, self.nonlinear.vertical_projector)

    def _differential(self, thing: object, projector: VectorForm) -> Tensor:
        slope = self.derivative(thing)
        p, q = slope.valence
        return composed(slope, *[None] * p, projector, *[None] * (q - 1))

    def over(self, nonlinear: NonlinearConnection) -> DistinguishedConnection:
        """The connection D' that preserves another nonlinear connection h' of the same TM.

        The only one with ``D'h' = 0``, ``D'J = 0`` and ``D'_X V = D_X V`` for vertical V: the
        derivative of vertical fields is kept, that of horizontal ones is ``D'_X Y = K' D_X JY``.
        So it has the same curvature on vertical fields, and keeps a metric in the fibres that D
        keeps if D is normal.

        Raises `SpaceMismatch` if h' lives elsewhere.
        """
        require_same_space("preserve a connection by", self, nonlinear)
        # K' D_X (Jδ'_i) has the same coefficients along δ'_k as D_X (Jδ'_i) along Jδ'_k.
        frame, n = nonlinear.normal_frame, nonlinear.space.dimension // 2
        vertical = frame.fields[n:]
        dy = frame.coframe[n:]
        values = [[weights(dy, self(X, V)) for V in vertical] for X in frame.fields]
        return blocks_on_diagonal(nonlinear, values, self.used)

    @cached_property
    def deflections(self) -> tuple[VectorForm, VectorForm]:
        """The deflection tensors ``X ↦ D_{hX} C`` and ``X ↦ D_{vX} C``, vertical-valued."""
        C = self.nonlinear.structure.liouville_field
        slopes = [
            theta.tensor(self(X, C))
            for X, theta in zip(self._frame.fields, self._frame.coframe, strict=True)
        ]
        n = len(slopes) // 2
        return sum_of_fields(slopes[:n]), sum_of_fields(slopes[n:])

    # --- blocks ----------------------------------------------------------------------

    def block(self, thing: object, *parts: str) -> Tensor:
        """A tensor of type (1, q) with projectors in its slots: ``p_0 T(p_1 X, p_2 Y, …)``.

        Parameters
        ----------
        thing
            A tensor or vector-valued form.
        parts
            ``"h"`` or ``"v"`` for the value, then for every argument.
        """
        T = tensor(thing)
        if len(parts) != T.rank or T.valence[0] != 1 or not set(parts) <= set(PARTS):
            raise DegreeMismatch(
                f"a block of {describe(T)} is named by {T.valence[1] + 1} letters h or v, the "
                f"first for the value; not by {', '.join(map(repr, parts)) or 'nothing'}"
            )
        return composed(T, *(self._projector(part) for part in parts))

    def torsion_block(self, value: str, first: str, second: str) -> Tensor:
        """``p T(p' X, p'' Y)`` for the projectors named by h and v.

        ``("h", "h", "h")`` is T^i_jk, ``("v", "h", "h")`` the curvature of the nonlinear
        connection up to sign, ``("h", "h", "v")`` is C^i_jk for a normal connection, ``("v",
        "h", "v")`` P^i_jk, ``("v", "v", "v")`` S^i_jk; ``("h", "v", "v")`` is zero.
        """
        return self.block(self.torsion, value, first, second)

    def curvature_block(self, first: str, second: str, third: str) -> Tensor:
        """``R(p X, p' Y) p'' Z``: it lies in the same part as Z.

        ``("h", "h", ·)`` is R, ``("h", "v", ·)`` P, ``("v", "v", ·)`` S; for a normal
        connection the vertical ones follow from the horizontal ones by J.
        """
        return self.block(self.curvature, third, first, second, third)

    def ricci_block(self, first: str, second: str) -> Tensor:
        """``Ric(p X, p' Y)`` with ``Ric(Y, Z) = tr(X ↦ R(X, Y)Z)``."""
        return composed(self.ricci, self._projector(first), self._projector(second))

    def pulled_back(self, phi: Map) -> DistinguishedConnection:
        """``φ^*D`` for ``φ^*h``, for a map to TM with inverse."""
        return DistinguishedConnection(self.nonlinear.pulled_back(phi), super().pulled_back(phi))

    def _written(self, style: Style) -> Iterator[str]:
        """The values on pairs of fields of the adapted frame, ``∇_{δ_x} δ_y``, in that frame."""
        frame = self.nonlinear.adapted_frame
        names = [label.field_latex if style.latex else label.field for label in frame.labels]
        for name, X in zip(names, frame, strict=True):
            for other, Y in zip(names, frame, strict=True):
                value = write(frame, self(X, Y), style)
                if value != "0":
                    sign = rf"\nabla_{{{name}}} {other}" if style.latex else f"∇_{{{name}}} {other}"
                    yield f"{sign} = {value}"

    def _projector(self, part: str) -> VectorForm:
        if part == "h":
            return self.nonlinear.horizontal_projector
        return self.nonlinear.vertical_projector


def _all_zero(nonlinear: NonlinearConnection, functions: list[Form]) -> Identity:
    """That functions vanish; of none of them, that the tensor which they would make does."""
    if not functions:
        return Tensor(nonlinear.space, (1, 2), {}) == 0
    return Conjunction([f == 0 for f in functions])


def blocks_on_diagonal(
    nonlinear: NonlinearConnection, weights: Sequence[Sequence[Weights]], used: int
) -> DistinguishedConnection:
    """The connection D on TM with ``Dh = 0 = DJ`` that has given coefficients on one part.

    ``D_a δ_i = w^k_ai δ_k`` and ``D_a Jδ_i = w^k_ai Jδ_k`` for the fields e_a = δ_i, Jδ_i. Both
    axioms hold because of this form: D takes horizontal fields to horizontal ones and vertical
    fields to vertical ones, so ``Dh = 0``; ``D_a Jδ_i = J D_a δ_i`` and ``D_a JJδ_i = 0``, so
    ``DJ = 0``. No coefficient is left that would have to vanish.
    """
    n = nonlinear.space.dimension // 2
    doubled = [[*row, *({n + k: f for k, f in w.items()} for w in row)] for row in weights]
    framed = FramedConnection(nonlinear.normal_frame, doubled, used)
    return DistinguishedConnection(nonlinear, framed)
