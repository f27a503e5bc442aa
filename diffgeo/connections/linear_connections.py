"""Linear connections ∇ on the tangent bundle of a manifold: torsion, curvature, derivatives.

Conventions: ``T(X, Y) = ∇_X Y - ∇_Y X - [X, Y]``, ``R(X, Y)Z = ∇_X ∇_Y Z - ∇_Y ∇_X Z -
∇_[X,Y] Z``, ``Ric(Y, Z) = tr(X ↦ R(X, Y)Z)``; in the covariant derivative ∇S of a tensor
the direction fills the first slot for vector fields, ``(∇S)(…, X, Y, …) = (∇_X S)(…, Y, …)``.

Source: Kobayashi and Nomizu, Foundations of Differential Geometry I (1963), chapter III.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar, overload

from diffgeo.bundles.tangents import tangent
from diffgeo.calculus import display
from diffgeo.calculus.brackets import bracket
from diffgeo.calculus.coefficients import used_by
from diffgeo.calculus.derivations import Derivation, d
from diffgeo.calculus.forms import Form, describe
from diffgeo.calculus.forms import total as sum_of_forms
from diffgeo.calculus.requirements import (
    require_kind,
    require_map_to,
    require_same_space,
    require_vector_form,
)
from diffgeo.calculus.sparse_components import accumulate, field_terms, sum_of_fields
from diffgeo.calculus.vector_forms import VectorForm
from diffgeo.connections.along_maps import ConnectionAlong
from diffgeo.connections.moving_frames import MovingFrame, frame_of, values_in_frame
from diffgeo.connections.pullbacks_of_connections import pulled_values
from diffgeo.errors import DegreeMismatch
from diffgeo.rings.protocol import Element
from diffgeo.signs import koszul
from diffgeo.structures.axioms import verify_axiom
from diffgeo.structures.tensor_algebra import probe, tensor
from diffgeo.structures.tensors import Tensor
from diffgeo.verdicts.identities import Comparable
from diffgeo.verdicts.statements import Script, code_of, valued

if TYPE_CHECKING:
    from diffgeo.bundles.frames import Frame
    from diffgeo.calculus.maps import Map
    from diffgeo.calculus.named_components import Components
    from diffgeo.calculus.spaces import FunctionLike, Manifold
    from diffgeo.rings.protocol import Condition, Product

#: What is differentiated covariantly, and what comes of it.
Kind = TypeVar("Kind", Form, VectorForm, Tensor)


class LinearConnection(Comparable, display.Described, display.Shown):
    """A linear (affine) connection ∇ on TM.

    ``nabla(X, Y)`` is ``∇_X Y`` for a vector field Y, and ``∇_X`` of functions, forms,
    vector-valued forms and tensors, by the rule of Leibniz. Connections form an affine space:
    ``nabla - other`` is a tensor of type (1,2), ``nabla + A`` the connection
    ``∇_X Y + A(·, X, Y)``. ``==`` makes an `Identity`, to be judged by ``check``.

    Parameters
    ----------
    space
        The manifold.
    values
        The fields ``∇_e e'`` for e (rows) and e' (columns) in ``space.frame``. Every choice of
        them is a connection; see `from_operator` for one given as an operator.

    Examples
    --------
    >>> from diffgeo import LinearConnection, Manifold
    >>> M = Manifold("M", "x y")
    >>> nabla = LinearConnection.from_coefficients(M, {("x", "y", "y"): "x"})
    >>> X, Y = M.frame
    >>> print(nabla(Y, Y), "|", nabla.torsion, "|", nabla.ricci)
    x ∂_x | 0 | dy⊗dy
    """

    #: What messages call it.
    kind = "the linear connection"

    def __init__(self, space: Manifold, values: Sequence[Sequence[VectorForm]]) -> None:
        self.space = space
        self._values = tuple(map(tuple, values or ()))
        if [len(row) for row in self._values] != [space.dimension] * space.dimension:
            raise DegreeMismatch(
                f"a connection on {space} has {space.dimension} rows of {space.dimension} fields; "
                "LinearConnection.from_coefficients makes one of functions"
            )
        self._terms = [[field_terms(value) for value in row] for row in self._values]

    @classmethod
    def from_operator(
        cls, space: Manifold, operator: Callable[[VectorForm, VectorForm], VectorForm]
    ) -> LinearConnection:
        """The connection ``∇_X Y = operator(X, Y)``, after a check of its two axioms.

        They are checked on ``space.frame`` and a quadratic function f of all coordinates:
        ``∇_{fX} Y = f ∇_X Y`` and ``∇_X(fY) = X(f) Y + f ∇_X Y``.

        Raises
        ------
        AxiomViolation
            One of the axioms is refuted.
        """
        frame, f = space.frame, probe(space)
        result = cls(space, [[operator(X, Y) for Y in frame] for X in frame])
        linear = [[operator(f * X, Y) - f * result(X, Y) for Y in frame] for X in frame]
        leibniz = [[operator(X, f * Y) - X(f) * Y - f * result(X, Y) for Y in frame] for X in frame]
        thing = f"the operator on fields on {space}"
        verify_axiom(_table(space, linear) == 0, "nabla_(fX) Y = f nabla_X Y", thing)
        verify_axiom(_table(space, leibniz) == 0, "nabla_X (fY) = X(f) Y + f nabla_X Y", thing)
        return result

    @classmethod
    def from_coefficients(
        cls, space: Manifold, coefficients: Mapping[tuple[str, ...], FunctionLike]
    ) -> LinearConnection:
        """The connection with given coefficients in the coordinates; those not named are zero.

        The key ``("z", "x", "y")`` belongs to Γ^z_{xy}: the ∂_z component of ``∇_{∂_x} ∂_y``.
        """
        terms = Tensor.from_components(space, (1, 2), coefficients)
        return cls(space, [[terms.apply(X, Y) for Y in space.frame] for X in space.frame])

    @classmethod
    def parallelising(cls, frame: Sequence[VectorForm] | Frame) -> LinearConnection:
        """The connection for which all fields of a frame are parallel, ``∇_X e = 0``.

        Its curvature is zero, its torsion ``T(e, e') = -[e, e']``.
        """
        moving = frame_of(frame)
        return cls(moving.space, values_in_frame(moving))

    # --- covariant derivatives ---------------------------------------------------------

    def __call__(self, X: VectorForm, thing: Kind) -> Kind:
        """``∇_X`` of a function, vector field, form, vector-valued form or tensor.

        Of the same kind as the thing: ``∇_X f = X(f)``, and ∇_X is a derivation of all
        products that commutes with contractions.
        """
        require_vector_form(X, 0, "differentiate covariantly along")
        require_same_space("differentiate covariantly", X, self)
        if not isinstance(thing, Form | VectorForm | Tensor):
            raise TypeError(
                f"{describe(self)} differentiates functions, fields, forms and tensors, not "
                f"{describe(thing)}"
            )
        require_same_space("differentiate covariantly", thing, self)
        if isinstance(thing, Tensor):
            return thing.derived(X, self._along(X))
        if isinstance(thing, Form):
            return self.derivation(X)(thing)
        D, images = self.derivation(X), self._along(X)
        return sum_of_fields(
            [D(thing.value(b)) * e for b, e in enumerate(self.space.frame)]
            + [thing.value(b) * image for b, image in enumerate(images)]
        )

    def derivation(self, X: VectorForm) -> Derivation:
        """``∇_X`` as a derivation of degree 0 of Ω(M): ``L_X + i_A``, ``A(Y) = [X, Y] - ∇_X Y``."""
        space, images = self.space, self._along(X)
        coframe = [d(x) for x in space.coordinates]

        def on_differential(k: int) -> Form:
            parts = (image.value(k) * dx for image, dx in zip(images, coframe, strict=True))
            return -sum_of_forms(space, 1, parts)

        return Derivation(space, 0, X.value, on_differential)

    def derivative(self, thing: object) -> Tensor:
        """The covariant derivative ∇S, of type (p, q+1): the direction is the first field.

        Functions, fields and forms are read as tensors: ``∇f = df``, ``(∇Y)(α, X) = α(∇_X Y)``.
        """
        S = tensor(thing)
        require_same_space("differentiate covariantly", S, self)
        p, q = S.valence
        parts = [
            {(*i[:p], a, *i[p:]): t for i, t in self(X, S)._terms.items()}
            for a, X in enumerate(self.space.frame)
        ]
        terms = accumulate(*(part.items() for part in parts))
        return Tensor(self.space, (p, q + 1), terms, used_by(self, S))

    def second(self, X: VectorForm, Y: VectorForm, thing: Kind) -> Kind:
        """The second derivative ``∇²_{X,Y} S = ∇_X ∇_Y S - ∇_{∇_X Y} S``, a tensor in X and Y.

        The identity of Ricci: ``∇²_{X,Y} - ∇²_{Y,X} = R(X, Y) - ∇_{T(X,Y)}``.
        """
        return self(X, self(Y, thing)) - self(self(X, Y), thing)

    def exterior(self, K: VectorForm) -> VectorForm:
        """The exterior covariant derivative d^∇ of a vector-valued k-form, of degree k+1.

        ``d^∇(ω ⊗ Y) = dω ⊗ Y + (-1)^k ω ∧ ∇Y``; ``d^∇ id`` is the torsion and ``d^∇ d^∇ Y =
        R(·,·)Y``.
        """
        require_same_space("differentiate covariantly", K, self)
        require_kind(K, VectorForm, "take the exterior derivative of", "a vector-valued form")
        sign = koszul(K.degree)
        images = self._columns
        return sum_of_fields(
            [d(K.value(b)) * e for b, e in enumerate(self.space.frame)]
            + [sign * K.value(b) * image for b, image in enumerate(images)]
        )

    # --- torsion and curvature -----------------------------------------------------------

    @cached_property
    def torsion(self) -> VectorForm:
        """The torsion ``T(X, Y) = ∇_X Y - ∇_Y X - [X, Y]``, a vector-valued 2-form."""
        return self.exterior(self.space.identity)

    @cached_property
    def curvature(self) -> Tensor:
        """The curvature, of type (1,3): ``R(α, X, Y, Z) = α(R(X, Y)Z)``.

        ``R.apply(X, Y, Z)`` is the field ``R(X, Y)Z = ∇_X ∇_Y Z - ∇_Y ∇_X Z - ∇_[X,Y] Z``.
        """
        # On the coordinate frame, where the brackets are zero.
        n, ring = self.space.dimension, self.space.chart.ring
        products: list[Product[tuple[int, ...], Element]] = []
        for a in range(n):
            for b in range(a):
                for c in range(n):
                    products += self._steps((a, b, c), a, self._terms[b][c], 1)
                    products += self._steps((a, b, c), b, self._terms[a][c], -1)
        found = ring.sum_products(products).items()
        opposite = {(k, b, a, c): -value for (k, a, b, c), value in found}
        return Tensor(self.space, (1, 3), dict(found) | opposite, self.used)

    @cached_property
    def ricci(self) -> Tensor:
        """The Ricci tensor ``Ric(Y, Z) = tr(X ↦ R(X, Y)Z)``, of type (0,2).

        Symmetric for a connection of a metric; in general it need not be.
        """
        return self.curvature.trace(0, 1)

    # --- other connections ---------------------------------------------------------------

    def __add__(self, other: Tensor) -> LinearConnection:
        """The connection ``∇_X Y + A(·, X, Y)`` for a tensor A of type (1,2)."""
        if not isinstance(other, Tensor):
            return NotImplemented
        require_same_space("add to a connection", other, self)
        if other.valence != (1, 2):
            raise DegreeMismatch(
                f"{describe(other)} is no difference of connections: type (1, 2) is needed"
            )
        values = [
            [value + other.apply(X, Y) for Y, value in zip(self.space.frame, row, strict=True)]
            for X, row in zip(self.space.frame, self._values, strict=True)
        ]
        return LinearConnection(self.space, values)

    @overload
    def __sub__(self, other: LinearConnection) -> Tensor: ...
    @overload
    def __sub__(self, other: Tensor) -> LinearConnection: ...
    def __sub__(self, other: LinearConnection | Tensor) -> object:
        """The tensor ``A(α, X, Y) = α(∇_X Y - ∇'_X Y)``; minus a tensor: a connection."""
        if isinstance(other, Tensor):
            return self + (-other)
        if not isinstance(other, LinearConnection):
            return NotImplemented
        require_same_space("compare", self, other)
        return self._coefficients() - other._coefficients()

    @property
    def opposite(self) -> LinearConnection:
        """The connection ``∇_Y X + [X, Y]``, whose torsion is the opposite."""
        return self - tensor(self.torsion)

    @property
    def symmetric(self) -> LinearConnection:
        """The connection ``∇ - ½T`` without torsion, with the same geodesics."""
        return self - tensor(self.torsion) / 2

    def lie_derivative(self, X: VectorForm) -> Tensor:
        """The tensor ``(L_X ∇)(α, Y, Z) = α([X, ∇_Y Z] - ∇_[X,Y] Z - ∇_Y [X, Z])``.

        It vanishes if and only if the flow of X keeps the connection (X is affine).
        """
        frame = self.space.frame
        require_vector_form(X, 0, "take the Lie derivative of a connection along")
        turned = [bracket(X, e) for e in frame]
        parts = [
            [
                bracket(X, self(Y, Z)) - self(LY, Z) - self(Y, LZ)
                for Z, LZ in zip(frame, turned, strict=True)
            ]
            for Y, LY in zip(frame, turned, strict=True)
        ]
        return _table(self.space, parts)

    def pulled_back(self, phi: Map) -> LinearConnection:
        """``φ^*∇`` along a local diffeomorphism: ``φ^*(∇_X Y) = (φ^*∇)_{φ^*X} φ^*Y``."""
        require_map_to(self, phi)
        return LinearConnection(phi.source, pulled_values(self, phi))

    def along(self, phi: Map) -> ConnectionAlong:
        """The covariant derivative of vector fields along a map (a curve) to this manifold."""
        return ConnectionAlong(self, phi)

    # --- frames and geodesics ---------------------------------------------------------

    def in_frame(self, frame: Sequence[VectorForm] | Frame) -> MovingFrame:
        """The connection forms of a frame of fields, with the equations of Cartan."""
        return MovingFrame(self, frame)

    @cached_property
    def geodesic_spray(self) -> VectorForm:
        """The semispray on ``tangent(M)`` whose integral curves are the geodesics' velocities.

        The only one with ``S(contract(α)) = (∇α)(v, v)`` for all 1-forms α on M, where the
        right side is a function of ``v ∈ TM``. The torsion does not enter.
        """
        bundle, frame, coordinates = tangent(self.space), self.space.frame, self.space.coordinates
        velocities = [bundle.contract(d(x)) for x in coordinates]
        accelerations = {}
        for name, x in zip(self.space.chart.coordinates, coordinates, strict=True):
            S = self.derivative(d(x))
            rows = [bundle.contract(S.apply(e).as_form()) for e in frame]
            products = (v * row for v, row in zip(velocities, rows, strict=True))
            accelerations[name] = sum_of_forms(bundle, 0, products)
        spray: VectorForm = bundle.semispray(accelerations)
        return spray

    # --- looking at it -------------------------------------------------------------

    def _comparand(self, other: object) -> LinearConnection | None:
        if not isinstance(other, LinearConnection):
            return None
        require_same_space("compare", self, other)
        return other

    @property
    def coefficients(self) -> Components:
        """Γ^z_{xy} by names ``("z", "x", "y")``, where it is not zero at sight."""
        return self._coefficients().components

    def _results(self) -> Sequence[Any]:
        return [self._coefficients()]

    @property
    def conditions(self) -> tuple[Condition, ...]:
        """Conditions (``p != 0``, ``q > 0``) under which the connection is defined."""
        return self._coefficients().conditions

    @property
    def used(self) -> int:
        """The mask of all conditions that were used to make the connection."""
        return used_by(*(value for row in self._values for value in row))

    def __str__(self) -> str:
        return ", ".join(self._written(display.TEXT)) or "∇∂ = 0"

    def summary(self, width: int = display.WIDTH) -> str:
        """The beginning of the text; what is too large to be written out is ``…``."""
        text = ""
        for value in self._written(display.BRIEF):
            if len(text := f"{text}, {value}".removeprefix(", ")) > width:
                return f"{text[: width - 2]} …"
        return text or "∇∂ = 0"

    def latex(self) -> str:
        """LaTeX source, without dollar signs."""
        return r",\; ".join(self._written(display.LATEX)) or r"\nabla \partial = 0"

    def _repr_latex_(self) -> str:
        values = self._written(display.NOTEBOOK)
        return display.notebook(values, lambda shown: r",\; ".join(shown) or r"\nabla \partial = 0")

    # --- inside the library --------------------------------------------------------

    @cached_property
    def _columns(self) -> list[VectorForm]:
        """The (1,1) tensors ``X ↦ ∇_X e`` for the fields e of the frame."""
        coframe = [d(x) for x in self.space.coordinates]
        columns = zip(*self._values, strict=True)
        return [
            sum_of_fields([dx * value for dx, value in zip(coframe, column, strict=True)])
            for column in columns
        ]

    def _along(self, X: VectorForm) -> list[VectorForm]:
        """``∇_X e`` for the fields e of the frame."""
        return [column(X) for column in self._columns]

    def _steps(
        self, index: tuple[int, ...], a: int, field: Mapping[int, Element], sign: int
    ) -> Iterator[Product[tuple[int, ...], Element]]:
        """``∇_e`` of a field along the field of the frame number a, as products to be summed."""
        ring, row = self.space.chart.ring, self._terms[a]
        for c, f in field.items():
            yield (c, *index), ring.partial(f, a), ring.one, sign
            for k, g in row[c].items():
                yield (k, *index), f, g, sign

    def _coefficients(self) -> Tensor:
        return _table(self.space, self._values)

    def _written(self, style: display.Style) -> Iterator[str]:
        """The values on pairs of coordinate fields that are not zero at sight."""
        frame = [display.write(e, style) for e in self.space.frame]
        for X, row in zip(frame, self._values, strict=True):
            for Y, value in zip(frame, row, strict=True):
                if field_terms(value):
                    sign = rf"\nabla_{{{X}}} {Y}" if style.latex else f"∇_{{{X}}} {Y}"
                    yield f"{sign} = {display.write(value, style)}"

    def _residuals(self, other: LinearConnection) -> list[tuple[str, Element]]:
        """Labelled components of the difference."""
        return (self - other)._residuals(0)


def _table(space: Manifold, rows: Sequence[Sequence[VectorForm]]) -> Tensor:
    """The tensor of type (1,2) with given values on pairs of fields of the frame."""
    terms: dict[tuple[int, ...], Element] = {
        (k, a, b): value
        for a, row in enumerate(rows)
        for b, field in enumerate(row)
        for k, value in field_terms(field).items()
    }
    return Tensor(space, (1, 2), terms, used_by(*(field for row in rows for field in row)))


@code_of.register(LinearConnection)
def _code(nabla: LinearConnection, script: Script) -> str:
    space, table = script.space(nabla.space), script.table(nabla.coefficients)
    script.imports.add("LinearConnection")
    return f"LinearConnection.from_coefficients({space}, {table})"


@valued.register(LinearConnection)
def _valued(nabla: LinearConnection, name: str, script: Script) -> str:
    return f"{{key: {script.at('f')} for key, f in {name}.coefficients.items()}}"
