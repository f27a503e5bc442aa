"""Naturality for all changes of coordinates and all data: undefined functions in their place.

The elementary changes of a manifold of dimension at least 2 are

- the shears ``x^i ↦ x^i + f(the other coordinates)``, one for each i, with an undefined f, and
- one change of the first coordinate alone, ``x ↦ -2x/(1 + 3x)``.

On a line they are the translations ``x ↦ x + a`` and ``x ↦ -x/(1 + c x)``, with parameters a
and c, and ``x ↦ exp(x)``.

All of them have exact inverses. A construction whose values at a point depend on finitely many
derivatives of the data there (whatever is made by derivatives and algebra is of this kind) and
which commutes with these commutes with every change of coordinates: polynomial fields without
divergence are sums of fields of shears in linear coordinates (Andersén and Lempert), and the shears
contain the linear maps of determinant 1; conjugating with the last change adds ``x² ∂_x``, and with
it brackets have every divergence. So the elementary changes generate the derivatives of all orders
of all changes of coordinates; the last one reverses the orientation. On a line the first two
generate all projective changes, whose fields are ``∂_x``, ``x ∂_x`` and ``x² ∂_x``; conjugated with
the last change they add ``exp(-x) ∂_x``, whose third derivative is not zero. Brackets of it with
``x² ∂_x`` and ``∂_x`` have every derivative of order three and higher, since ``[x² ∂_x, x^k ∂_x] =
(k - 2) x^{k+1} ∂_x``.

Source: E. Andersén, L. Lempert, On the group of holomorphic automorphisms of Cⁿ, Inventiones
Mathematicae 110 (1992).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations, product
from typing import Any, NamedTuple, Protocol, TypeAlias, runtime_checkable

from diffgeo.bundles.frames import Frame
from diffgeo.calculus.brackets import decompose, interior, lie
from diffgeo.calculus.derivations import Derivation
from diffgeo.calculus.forms import Form
from diffgeo.calculus.maps import Map
from diffgeo.calculus.multivectors import Multivector
from diffgeo.calculus.protocols import OnSpace
from diffgeo.calculus.spaces import FunctionLike, Manifold
from diffgeo.calculus.vector_forms import VectorForm
from diffgeo.connections.linear_connections import LinearConnection
from diffgeo.errors import NotSupported, SpaceMismatch
from diffgeo.metrics.pseudo_riemannian import Metric
from diffgeo.rings.expression import Apply, Expression, Sum, Symbol
from diffgeo.structures.distributions import Distribution
from diffgeo.structures.tensors import Tensor

#: Parameters of the translations and of the projective changes of a line.
LINE_PARAMETERS = ("shift_", "bend_")


#: Data of some kind: a form, a metric, a frame, a tuple of such.
Thing: TypeAlias = Any


@runtime_checkable
class Declaring(Protocol):
    """A function ring that takes undefined functions at any time."""

    def declare(self, function: str, arity: int) -> None:
        """Add an undefined function of so many arguments."""


class UndefinedFunctions:
    """Undefined functions of coordinates of spaces, each of them used once.

    They are declared in the function ring when they are needed: ``a2_1_`` is the first one of
    two variables. A ring in which there are many of them works slowly from then on; so things
    are made on copies of their spaces, if that is not denied.

    Parameters
    ----------
    prefix
        What the names of the functions begin with.
    on_copies
        Whether generic things live on copies of the spaces of the given ones.
    """

    def __init__(self, prefix: str = "a", *, on_copies: bool = False) -> None:
        self._prefix = prefix
        self._on_copies = on_copies
        self._copies: dict[Manifold, Manifold] = {}
        self.used = 0

    def space(self, given: Manifold) -> Manifold:
        """Where generic things live: the space itself, or its copy.

        Raises
        ------
        SpaceMismatch
            The space is made from another one, and copies are wanted.
        """
        if not self._on_copies:
            return given
        if type(given) is not Manifold:
            raise SpaceMismatch(f"{given} is made from another space, which has no copy")
        if given not in self._copies:
            declared = given.declarations(given.chart.coordinates)
            if given.dimension == 1:
                declared["parameters"] = [*declared["parameters"], *LINE_PARAMETERS]
            self._copies[given] = Manifold(given.name, **declared)
        return self._copies[given]

    def of(self, space: Manifold, names: tuple[str, ...]) -> Expression:
        """The next function of some coordinates.

        Raises
        ------
        NotSupported
            The function ring of the space knows no undefined functions.
        """
        self.used += 1
        return undefined(space, f"{self._prefix}{len(names)}_{self.used}_", names)


def undefined(space: Manifold, name: str, arguments: Sequence[str]) -> Expression:
    """The undefined function of some coordinates that is called so, declared where it is needed.

    Maps carry it to other spaces, where it need not be declared either.

    Parameters
    ----------
    space : Manifold
        Where it is declared, once or again.
    name : str
        What it is called.
    arguments : sequence of str
        The coordinates on which it depends.

    Returns
    -------
    Expression
        The function of these coordinates, to be taken as one of the space by `Manifold.function`.

    Raises
    ------
    NotSupported
        The function ring of the space knows no undefined functions.
    NameClash
        The name stands for something else on the space.

    Examples
    --------
    >>> from diffgeo import Manifold
    >>> from diffgeo.testing import undefined
    >>> M = Manifold("M", "x y")
    >>> M.frame[0](M.function(undefined(M, "chi", "x")))
    <the function Derivative(chi(x), x) (on M)>
    """
    ring = space.chart.ring
    if not isinstance(ring, Declaring):
        raise NotSupported(f"{space} has a function ring without undefined functions")
    ring.declare(name, len(arguments))
    return Apply(name, (0,) * len(arguments), tuple(map(Symbol, arguments)))


def elementary_changes(space: Manifold) -> list[Map]:
    """The shears with undefined functions, and one change of the first coordinate.

    Raises
    ------
    NotSupported
        The space is a line whose translations have no parameter (copies have one).
    """
    names = space.chart.coordinates
    if len(names) == 1:
        return _changes_of_a_line(space)
    functions = UndefinedFunctions("f")
    same: dict[str, FunctionLike] = {name: name for name in names}
    found = []
    for name in names:
        f = functions.of(space, tuple(n for n in names if n != name))
        back = space[name] - space.function(f)
        there = {**same, name: Sum((Symbol(name), f))}
        found.append(Map(space, space, there, inverse={**same, name: back}))
    first = names[0]
    there = {**same, first: f"-2*{first}/(1 + 3*{first})"}
    back_again = {**same, first: f"-{first}/(2 + 3*{first})"}
    return [*found, Map(space, space, there, inverse=back_again)]


def _changes_of_a_line(space: Manifold) -> list[Map]:
    (x,) = space.chart.coordinates
    if not set(LINE_PARAMETERS) <= set(space.chart.parameters):
        raise NotSupported(
            f"{space} has no parameters {' and '.join(LINE_PARAMETERS)} for its changes of "
            "coordinates: use an operation that takes its space from its arguments"
        )
    a, c = LINE_PARAMETERS
    turned = f"-{x}/(1 + {c}*{x})"
    pairs = [(f"{x} + {a}", f"{x} - {a}"), (turned, turned)]
    pairs.append((f"exp({x})", f"log({x})"))
    return [Map(space, space, {x: there}, inverse={x: back}) for there, back in pairs]


def generic(thing: Thing, functions: UndefinedFunctions) -> Thing:
    """A thing of the same kind on the same space whose components are undefined functions.

    An identity that holds for it holds for all things of that kind.

    Raises
    ------
    NotSupported
        The thing is no tensor, metric, linear connection, frame, distribution or derivation.
    """
    if isinstance(thing, tuple | list):
        return type(thing)(generic(each, functions) for each in thing)
    kind = KINDS.get(type(thing))
    if kind is None or _is_along_a_map(thing):
        raise NotSupported(
            f"{type(thing).__name__} is no tensor, metric, linear connection, frame, "
            "distribution or derivation of forms, whose components could be undefined functions"
        )
    space = functions.space(thing.space)
    return kind.make(thing, space, _endless(functions, space))


def kind_of(thing: object) -> Hashable:
    """What a thing shares with all that its generic one stands for."""
    if isinstance(thing, tuple | list):
        return (type(thing), *map(kind_of, thing))
    if isinstance(thing, int | str | Fraction):
        return thing
    space = id(thing.space) if isinstance(thing, OnSpace) else None
    return (type(thing), space, _is_along_a_map(thing), described(thing))


def described(thing: object) -> str:
    """The kind of a thing, in words."""
    if isinstance(thing, tuple | list):
        return f"({', '.join(map(described, thing))})"
    kind = KINDS.get(type(thing))
    return kind.described(thing) if kind else type(thing).__name__


def _is_along_a_map(thing: object) -> bool:
    return isinstance(thing, VectorForm | Derivation) and thing.along is not None


def _endless(functions: UndefinedFunctions, space: Manifold) -> Iterator[Expression]:
    while True:
        yield functions.of(space, space.chart.coordinates)


Maker = Callable[[Thing, Manifold, Iterator[Expression]], Thing]


class Kind(NamedTuple):
    """How the things of a kind are called, and how one is made of undefined functions."""

    described: Callable[[Thing], str]
    make: Maker


#: The kinds of which there are generic things, by their exact type.
KINDS: dict[type, Kind] = {}


def of_kind(kind: type, described: Callable[[Thing], str]) -> Callable[[Maker], Maker]:
    """Register how generic things of a kind are made, and how these are called."""

    def register(make: Maker) -> Maker:
        KINDS[kind] = Kind(described, make)
        return make

    return register


@of_kind(Form, lambda a: f"{a.degree}-forms" if a.degree else "functions")
def _form(thing: Form, space: Manifold, values: Iterator[Expression]) -> Form:
    keys = combinations(space.chart.coordinates, thing.degree)
    return space.form(thing.degree, {key: next(values) for key in keys})


@of_kind(VectorForm, lambda K: f"vector-valued {K.degree}-forms" if K.degree else "vector fields")
def _vector_form(thing: VectorForm, space: Manifold, values: Iterator[Expression]) -> VectorForm:
    names = space.chart.coordinates
    keys = list(combinations(names, thing.degree))
    components = {name: {key: next(values) for key in keys} for name in names}
    return space.vector_form(thing.degree, components)


@of_kind(Derivation, lambda D: f"derivations of degree {D.degree}")
def _derivation(thing: Derivation, space: Manifold, values: Iterator[Expression]) -> Derivation:
    K, M = (_vector_form(part, space, values) for part in decompose(thing))
    return lie(K) + interior(M)


@of_kind(Multivector, lambda P: f"multivectors of degree {P.degree}")
def _multivector(thing: Multivector, space: Manifold, values: Iterator[Expression]) -> Multivector:
    keys = combinations(space.chart.coordinates, thing.degree)
    given = {key: next(values) for key in keys}
    return Multivector.from_components(space, thing.degree, given)


@of_kind(Tensor, lambda T: f"tensors of type {T.valence}")
def _tensor(thing: Tensor, space: Manifold, values: Iterator[Expression]) -> Tensor:
    keys = product(space.chart.coordinates, repeat=thing.rank)
    given = {key: next(values) for key in keys}
    return Tensor.from_components(space, thing.valence, given)


@of_kind(Metric, lambda g: "metrics")
def _metric(thing: Metric, space: Manifold, values: Iterator[Expression]) -> Metric:
    names = space.chart.coordinates
    given = {(a, b): next(values) for i, a in enumerate(names) for b in names[: i + 1]}
    return Metric.from_components(space, given)


@of_kind(LinearConnection, lambda D: "linear connections")
def _connection(
    thing: LinearConnection, space: Manifold, values: Iterator[Expression]
) -> LinearConnection:
    keys = product(space.chart.coordinates, repeat=3)
    return LinearConnection.from_coefficients(space, {key: next(values) for key in keys})


@of_kind(Frame, lambda e: "frames")
def _frame(thing: Frame, space: Manifold, values: Iterator[Expression]) -> Frame:
    return Frame(space, _fields(space, space.dimension, values))


@of_kind(Distribution, lambda D: f"distributions of rank {D.rank}")
def _distribution(
    thing: Distribution, space: Manifold, values: Iterator[Expression]
) -> Distribution:
    return Distribution(space, _fields(space, thing.rank, values))


def _fields(space: Manifold, number: int, values: Iterator[Expression]) -> list[VectorForm]:
    names = space.chart.coordinates
    return [space.vector_field({name: next(values) for name in names}) for _ in range(number)]
