"""Metrics and linear connections that a level set has from the manifold around it.

On N = {φ_1 = … = φ_m = 0} in M with a metric g the tangential projector is
``P = id - h^{ab} dφ_a ⊗ grad φ_b``, where h^{ab} is the inverse of ``h_{ab} = g(dφ_a, dφ_b)``. A
connection ∇ of M gives ``P ∇_X Y`` on N (formula of Gauss); for that of Levi-Civita this is the
one of the induced metric. What is left of ``∇_X Y`` is normal, ``dφ_a(∇_X Y) = -(∇dφ_a)(X, Y)``.

Source: O'Neill, Semi-Riemannian Geometry (1983), chapter 4.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeAlias

from diffgeo.calculus import linear_algebra as linear
from diffgeo.calculus.brackets import bracket, lie
from diffgeo.calculus.coefficients import distinct
from diffgeo.calculus.display import Described, Shown
from diffgeo.calculus.forms import Form
from diffgeo.calculus.maps import Map
from diffgeo.calculus.requirements import require_kind
from diffgeo.calculus.vector_forms import VectorForm
from diffgeo.connections.linear_connections import LinearConnection
from diffgeo.errors import AxiomViolation, SpaceMismatch
from diffgeo.metrics.pseudo_riemannian import Metric
from diffgeo.structures.axioms import verify_axiom
from diffgeo.subsets.level_sets import LevelSet
from diffgeo.subsets.restrictions import Restriction
from diffgeo.subsets.tensors_on_sets import generic_tangents, spanning_fields
from diffgeo.verdicts.identities import Comparable, Identity, Residuals
from diffgeo.verdicts.statements import Script, code_of, valued
from diffgeo.verdicts.verdict import Conjunction, Verdict, check

if TYPE_CHECKING:
    from diffgeo.rings.protocol import Condition

#: A field or function on the manifold around, or its restriction.
Field: TypeAlias = Any


class InducedMetric(Comparable, Shown, Described):
    """The metric of a level set N that a metric g of M induces; ``==`` makes an `Identity`.

    Parameters
    ----------
    space
        N.
    ambient
        g, of any signature.

    Raises
    ------
    AxiomViolation
        The induced tensor is degenerate on all of N: ``det g(dφ_a, dφ_b)`` vanishes there. (Where
        it vanishes at some points only, it is a condition of the projector.)
    SpaceMismatch
        g is not a metric of M.

    Examples
    --------
    >>> from diffgeo import Manifold, Metric, check, level_set
    >>> from diffgeo.metrics import InducedMetric
    >>> M = Manifold("M", "x y z")
    >>> N = level_set(M, "x**2 + y**2 + z**2 - 1", name="N")
    >>> g = InducedMetric(N, Metric.diagonal(M, x=1, y=1, z=1))
    >>> bool(g.is_killing(M.vector_field(x="-y", y="x")))
    True
    >>> X, Y = M.vector_field(x="-y", y="x"), M.vector_field(y="-z", z="y")
    >>> bool(check(g.connection.curvature(X, Y, Y) == g(Y, Y) * X - g(X, Y) * Y))
    True
    """

    #: What messages call it.
    kind = "the induced metric"

    def __init__(self, space: LevelSet, ambient: Metric) -> None:
        require_kind(space, LevelSet, "induce a metric on", "a level set")
        require_kind(ambient, Metric, "induce on a level set", "a metric")
        if ambient.space is not space.space:
            raise SpaceMismatch(
                f"{ambient!r} is not on {space.space}, where {space.name} lies: pull it back first"
            )
        self.space: LevelSet = space
        self.ambient = ambient
        degenerate = check(Restriction(space, linear.determinant(self._products)) == 0)
        if degenerate:
            raise AxiomViolation(
                f"{ambient!r} induces a degenerate tensor on {space.name}: the product of the "
                "normals vanishes on it"
            )

    @property
    def tensor(self) -> Restriction:
        """The metric as a tensor of type (0,2) on N."""
        return self.space.restrict(self.ambient.tensor)

    def __call__(self, X: object, Y: object) -> Restriction:
        """The function ``g(X, Y)`` on N of tangent fields."""
        return self.tensor(X, Y)  # type: ignore[no-any-return]

    @cached_property
    def projector(self) -> VectorForm:
        """The orthogonal projector P to the tangent spaces of N, a (1,1) tensor on M."""
        result = self.space.space.identity
        inverse = linear.inverse(self._products)
        for row, alpha in zip(inverse, self.space.conormal, strict=True):
            for entry, beta in zip(row, self.space.conormal, strict=True):
                result = result - (entry * alpha).tensor(self.ambient.sharp(beta))
        return result

    @cached_property
    def connection(self) -> InducedConnection:
        """The connection of Levi-Civita of N: ``P ∇_X Y``."""
        return InducedConnection(self.space, self.ambient.connection, self.projector)

    def gradient(self, f: object) -> Restriction:
        """The tangent field with ``g(grad f, X) = X(f)``."""
        function: Field = f.representative if isinstance(f, Restriction) else f
        return self.space.restrict(self.projector(self.ambient.gradient(function)))

    def second_fundamental_form(self, X: object, Y: object) -> tuple[Restriction, ...]:
        """The functions ``dφ_a(∇_X Y)`` on N: the normal part, symmetric in X and Y."""
        return self.connection.normal_part(X, Y)

    def bending(self, X: Field, Y: Field) -> Restriction:
        """The normal field ``II(X, Y) = ∇_X Y - D_X Y`` along N, symmetric, of tangent fields."""
        X, Y = (self.space.restrict(_field(field)).representative for field in (X, Y))
        value = self.ambient.connection(X, Y)
        return Restriction(self.space, value - self.projector(value))

    def gauss_codazzi(self) -> Verdict:
        """The verdict on the equations of Gauss and of Codazzi, in any codimension.

        For ``II(X, Y)``, the normal part of ``∇_X Y``, and the connection D of tangent and of
        normal fields, ``g(R_N(X, Y)Z - R(X, Y)Z, W)`` is ``g(II(Y, Z), II(X, W)) - g(II(X, Z),
        II(Y, W))``, and the normal part of ``R(X, Y)Z`` is ``(D_X II)(Y, Z) - (D_Y II)(X, Z)``.
        """
        nabla, P, g = self.ambient.connection, self.projector, self.ambient
        tangents = generic_tangents(self.space)

        def split(X: VectorForm, Y: VectorForm) -> tuple[VectorForm, VectorForm]:
            value = nabla(X, Y)
            return P(value), value - P(value)

        table = [[split(X, Y) for Y in tangents] for X in tangents]
        m = range(len(tangents))
        parts = []
        for a, b, c in ((i, j, k) for i in m for j in range(i) for k in m):
            X, Y, Z = tangents[a], tangents[b], tangents[c]
            (along, YZ), (across, XZ) = table[b][c], table[a][c]
            R = nabla.curvature.apply(X, Y, Z)
            inner = split(X, along)[0] - split(Y, across)[0] - split(bracket(X, Y), Z)[0]
            for W, (_, XW), (_, YW) in zip(tangents, table[a], table[b], strict=True):
                gauss = g(inner - R, W) - g(YZ, XW) + g(XZ, YW)
                parts.append(Restriction(self.space, gauss) == 0)
            slope = split(X, YZ)[1] - split(Y, XZ)[1] - split(bracket(X, Y), Z)[1]
            slope = slope + split(X, along)[1] - split(Y, across)[1]
            parts.append(Restriction(self.space, slope - R + P(R)) == 0)
        return check(Conjunction(parts), name="the equations of Gauss and Codazzi")

    def is_killing(self, X: object) -> Verdict:
        """The verdict on ``L_X g = 0`` on N, for a tangent field."""
        field: Field = self.space.restrict(_field(X))
        tensor: Field = self.tensor
        return check(lie(field, tensor) == 0, name="L_X g = 0")

    def pulled_back(self, phi: Map) -> InducedMetric:
        """The metric of ``φ^{-1}(N)`` induced by ``φ^*g``, for a map with inverse."""
        return InducedMetric(self.space.pulled_back(phi), phi.pull(self.ambient))

    def __eq__(self, other: object) -> Identity:  # type: ignore[override]
        """Identity of the tensors on N."""
        return self.tensor == other if isinstance(other, Restriction) else super().__eq__(other)

    __hash__ = object.__hash__

    def _comparand(self, other: object) -> object:
        return other if isinstance(other, InducedMetric) else None

    def __str__(self) -> str:
        return str(self.ambient)

    def summary(self, width: int = 40) -> str:
        """The beginning of the ambient metric."""
        return self.ambient.summary(width)

    def __repr__(self) -> str:
        return f"<the metric {self.summary()} on {self.space.name}>"

    def _formula(self, write: Callable[[object], str]) -> str:
        return write(self.tensor)

    # --- inside the library --------------------------------------------------------

    @cached_property
    def _products(self) -> list[list[Form]]:
        normals = self.space.conormal
        return [[self.ambient.inner(a, b) for b in normals] for a in normals]

    @property
    def conditions(self) -> tuple[Condition, ...]:
        """Conditions of the level set and of the ambient metric."""
        return distinct((*self.tensor.conditions, *self.ambient.conditions))

    def _means(self, other: InducedMetric) -> Identity:
        return self.tensor == other.tensor


class InducedConnection(Comparable, Shown, Described):
    """The connection ``D_X Y = P ∇_X Y`` of a level set N; ``==`` makes an `Identity`.

    Parameters
    ----------
    space
        N.
    ambient
        A linear connection ∇ of M.
    projector
        A projector P of M, at the points of N onto its tangent spaces. Verified there.

    Raises
    ------
    AxiomViolation, Undecided
        P is not tangent to N, or not the identity on tangent fields.

    Examples
    --------
    >>> from diffgeo import Manifold, Metric, check, level_set
    >>> from diffgeo.metrics import InducedConnection, InducedMetric
    >>> M = Manifold("M", "x y z")
    >>> N = level_set(M, "x**2 + y**2 + z**2 - 1", name="N")
    >>> flat = Metric.diagonal(M, x=1, y=1, z=1)
    >>> g = InducedMetric(N, flat)
    >>> D = InducedConnection(N, flat.connection, g.projector)
    >>> print(check(D == g.connection).status.name)
    VERIFIED
    """

    #: What messages call it.
    kind = "the induced connection"

    def __init__(self, space: LevelSet, ambient: LinearConnection, projector: VectorForm) -> None:
        require_kind(space, LevelSet, "induce a connection on", "a level set")
        for thing in (ambient, projector):
            if thing.space is not space.space:
                raise SpaceMismatch(f"{thing!r} is not on {space.space}, where {space.name} lies")
        self.space = space
        self.ambient = ambient
        self.projector = projector
        normals = [projector.transpose(alpha) for alpha in space.conormal]
        frame = space.space.frame
        onto = [space.restrict(alpha(X)) == 0 for alpha in normals for X in frame]
        tangents = spanning_fields(space)
        kept = [
            space.restrict((projector(X) - X)(x)) == 0
            for X in tangents
            for x in space.space.coordinates
        ]
        verify_axiom(check([*onto, *kept]), "P is a projector to the tangent spaces", space.name)

    def __call__(self, X: Field, Y: Field) -> Restriction:
        """The tangent field ``D_X Y`` of tangent fields; ``X(f)`` for a function."""
        X = self.space.restrict(_field(X))
        Y = Y if isinstance(Y, Restriction) else self.space.restrict(Y)
        return Restriction(self.space, self._along(X.representative, Y.representative))

    def torsion(self, X: object, Y: object) -> Restriction:
        """``T(X, Y) = D_X Y - D_Y X - [X, Y]``."""
        T: Restriction = self(X, Y) - self(Y, X) - bracket(self._tangent(X), self._tangent(Y))
        return T

    def curvature(self, X: object, Y: object, Z: object) -> Restriction:
        """``R(X, Y)Z = D_X D_Y Z - D_Y D_X Z - D_[X,Y] Z``, for tangent fields."""
        crossed = self(X, self(Y, Z)) - self(Y, self(X, Z))
        R: Restriction = crossed - self(bracket(self._tangent(X), self._tangent(Y)), Z)
        return R

    def normal_part(self, X: Field, Y: Field) -> tuple[Restriction, ...]:
        """The functions ``dφ_a(∇_X Y)`` on N."""
        X, Y = self._tangent(X).representative, self._tangent(Y).representative
        value = self.ambient(X, Y)
        return tuple(self.space.restrict(value(phi)) for phi in self.space.equations)

    def pulled_back(self, phi: Map) -> InducedConnection:
        """The connection of ``φ^{-1}(N)`` that ``φ^*∇`` induces, for a map with inverse."""
        return InducedConnection(
            self.space.pulled_back(phi), phi.pull(self.ambient), phi.pull(self.projector)
        )

    def _comparand(self, other: object) -> object:
        if not isinstance(other, InducedConnection):
            return None
        if other.space is not self.space:
            raise SpaceMismatch(f"{self!r} and {other!r} live on different level sets")
        return other

    def __str__(self) -> str:
        return f"P∘({self.ambient})"

    def summary(self, width: int = 40) -> str:
        """The beginning of the ambient connection."""
        return self.ambient.summary(width)

    def __repr__(self) -> str:
        return f"<the connection on {self.space.name} that {self.summary()} induces>"

    def _results(self) -> Sequence[Any]:
        return self.projector, self.ambient

    def latex(self) -> str:
        """LaTeX source: the values of the ambient connection, to be projected."""
        return rf"P \circ \left({self.ambient.latex()}\right)"

    def _repr_latex_(self) -> str:
        return self.ambient._repr_latex_()

    # --- inside the library --------------------------------------------------------

    def _tangent(self, X: object) -> Field:
        return self.space.restrict(_field(X))

    def _along(self, X: VectorForm, thing: Field) -> Field:
        if isinstance(thing, Form) and thing.degree == 0:
            return X(thing)
        return self.projector(self.ambient(X, thing))

    @property
    def conditions(self) -> tuple[Condition, ...]:
        """Conditions of the level set, of the ambient connection and of the projector."""
        parts = (self.space, self.ambient, self.projector)
        return distinct(c for part in parts for c in part.conditions)

    def _residuals(self, other: InducedConnection) -> Residuals:
        tangents = spanning_fields(self.space)
        found = []
        for X in tangents:
            for Y in tangents:
                difference = self._along(X, Y) - other._along(X, Y)
                found += self.space._vanishing(difference)
        return found


def _field(thing: object) -> Field:
    """A field on M: as it is, or that of a restriction."""
    return thing.representative if isinstance(thing, Restriction) else thing


@code_of.register(InducedMetric)
def _code(metric: InducedMetric, script: Script) -> str:
    return script.call(InducedMetric, script.space(metric.space), code_of(metric.ambient, script))


@valued.register(InducedMetric)
def _valued(metric: InducedMetric, name: str, script: Script) -> str:
    return script.at(f"{name}.tensor")


@code_of.register(InducedConnection)
def _code_of_connection(D: InducedConnection, script: Script) -> str:
    parts = (code_of(D.ambient, script), code_of(D.projector, script))
    return script.call(InducedConnection, script.space(D.space), *parts)


@valued.register(InducedConnection)
def _values_of_connection(D: InducedConnection, name: str, script: Script) -> str:
    """The values on the projections of the coordinate fields."""
    fields = f"[{name}.projector(X) for X in {script.space(D.space.space)}.frame]"
    return f"[{script.at(f'{name}(X, Y)')} for P in [{fields}] for X in P for Y in P]"
