"""What every function ring offers to the geometry, whatever it is made of.

The geometry adds, multiplies, differentiates along coordinates, substitutes and asks
whether an element is zero; it never looks inside an element.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, singledispatch
from math import ceil
from typing import Any, Protocol, Self, TypeAlias, TypeVar, runtime_checkable

from diffgeo.rings.expression import Expression


class Element(Protocol):
    """An element of a ring; each ring has a class of its own.

    Elements of different rings do not mix, and numbers are exact.
    """

    @property
    def mask(self) -> int:
        """A bit for each of the ring's conditions that were used to make the element."""

    def under(self, mask: int) -> Self:
        """The same element with more conditions."""

    def __neg__(self) -> Self: ...
    def __add__(self, other: Self | int | Fraction, /) -> Self: ...
    def __radd__(self, other: int | Fraction, /) -> Self: ...
    def __sub__(self, other: Self | int | Fraction, /) -> Self: ...
    def __rsub__(self, other: int | Fraction, /) -> Self: ...
    def __mul__(self, other: Self | int | Fraction, /) -> Self: ...
    def __rmul__(self, other: int | Fraction, /) -> Self: ...
    def __truediv__(self, other: Self | int | Fraction, /) -> Self: ...
    def __rtruediv__(self, other: int | Fraction, /) -> Self: ...
    def __pow__(self, exponent: int, /) -> Self: ...


E = TypeVar("E", bound=Element)
K = TypeVar("K", bound=Hashable)
#: A term ``±a*b`` of the sum with that key: (key, a, b, sign).
Product = tuple[K, E, E, int]
#: A derivation by its values on coordinate functions and on their differentials, the forms on which
#: it acts, all as coefficients by bit masks of differentials, and a sign.
Act = tuple[list[dict[int, E]], list[dict[int, E]], list[dict[int, E]], int]
#: Functions as numbers, lists and text, which JSON can hold.
Data: TypeAlias = dict[str, Any]
#: The length of a seed that was not given.
SEED_BITS = 48


@dataclass(frozen=True, repr=False)
class Condition:
    """A condition under which a function is defined, such as ``x - 1 != 0``.

    Attributes
    ----------
    expression, relation
        What is compared with zero, by ``"!="`` or ``">"``.
    origin
        Says in words where the condition comes from.
    removable
        The function in question cancelled: what was written down needs the condition, the function
        that it is does not.

    Examples
    --------
    >>> from diffgeo import Manifold
    >>> (condition,) = (1 / Manifold("M", "x").function("x - 1")).conditions
    >>> print(condition, "|", condition.relation, "|", condition.removable)
    x - 1 != 0 | != | False
    """

    expression: Expression
    relation: str
    origin: str = ""
    removable: bool = False

    @cached_property
    def _text(self) -> str:
        return f"{self.expression} {self.relation} 0"

    def __hash__(self) -> int:
        # Equal expressions have equal texts, which are kept; the trees may be large.
        return hash((self._text, self.removable))

    def __str__(self) -> str:
        return self._text

    __repr__ = __str__


@dataclass(frozen=True, slots=True)
class Decision:
    """The answer of a zero test.

    A ``certain`` answer is exact. An uncertain one is always "zero": every random exact
    evaluation vanished, and the probability that a non-zero element does so is at most
    ``2**log2_bound``. ``how`` names the method.
    """

    zero: bool
    certain: bool
    log2_bound: float | None = None
    how: str = ""


def doubt(decision: Decision) -> str:
    """What a refusal that rests on a zero adds where the zero is not certain."""
    if decision.certain:
        return ""
    if decision.log2_bound is None:
        return " (probably: at random points)"
    return f" (probably: error <= 2**{ceil(decision.log2_bound)})"


@runtime_checkable
class FunctionRing(Protocol[E]):
    """Functions on the domain of one chart.

    The geometry computes in a ``FunctionRing[Element]``, whatever its elements are made of.
    """

    @property
    def coordinates(self) -> tuple[str, ...]:
        """Names of the coordinates, in the order used by `partial`."""

    @property
    def zero(self) -> E:
        """The constant 0."""

    @property
    def one(self) -> E:
        """The constant 1."""

    def rational(self, value: int | Fraction) -> E:
        """The constant function with an exact rational value."""

    def generator(self, name: str) -> E:
        """The coordinate or parameter called ``name``."""

    def ingest(self, trees: Sequence[Expression]) -> list[E]:
        """Read expressions, all of them before any is converted, so that bases fit all."""

    def partial(self, element: E, index: int) -> E:
        """The derivative along the coordinate number ``index``."""

    def sum_products(self, products: Sequence[Product[K, E]]) -> dict[K, E]:
        """The elements ``Σ ±a*b`` by key: many products at once, which saves a ring work.

        A key may be left out if its sum is certainly zero.
        """

    def vanishes(self, element: E) -> bool:
        """A cheap test without false positives: ``True`` means certainly zero."""

    def is_zero(self, element: E, log2_bound: float = -64.0) -> Decision:
        """The zero test; an uncertain zero has at most the error ``2**log2_bound``."""

    def solve(self, matrix: Sequence[Sequence[E]], right: Sequence[E]) -> list[E]:
        """The unique solution of a linear system, square or consistent overdetermined."""

    def solver(self, matrix: Sequence[Sequence[E]]) -> Callable[[Sequence[E]], list[E]]:
        """`solve` for several right sides, which may do once what depends on the matrix alone."""

    def determinant(self, matrix: Sequence[Sequence[E]]) -> E:
        """The determinant of a square matrix."""

    def rank(self, matrix: Sequence[Sequence[E]]) -> int:
        """The rank at the generic point."""

    def kernel(self, matrix: Sequence[Sequence[E]]) -> list[list[E]]:
        """A basis of the null space at the generic point."""

    def expand(self, element: E) -> E:
        """The same element without unexpanded solutions in it; `Unexpanded` if too large."""

    def pullback(
        self,
        target: FunctionRing[E],
        images: Mapping[str, E],
        functions: Mapping[str, tuple[tuple[str, ...], Expression]] | None = None,
        spaces: tuple[str, str] = ("", ""),
        angles: Mapping[str, tuple[E, E]] | None = None,
    ) -> Callable[[E], E]:
        """The ring map that sends generators to ``images``; other names go to themselves.

        ``spaces`` are the names of both spaces, this one first, for messages. Of ``angles`` only
        the cosine and the sine are known.
        """

    def conditions(self, element: E) -> list[Condition]:
        """The conditions that were used to make the element."""

    def expression(self, element: E) -> Expression:
        """A tree for display; reading it back gives the same element."""

    def to_data(self, elements: Sequence[E]) -> Data:
        """Elements as numbers, lists and text; `NotSupported` where there are no formulas."""

    def from_data(self, data: object, read: Callable[[str], Expression]) -> list[E]:
        """The elements of such data; formulas are read by ``read``."""


class FormulaRing:
    """What a ring offers besides whose elements have formulas in normal form."""

    #: The undefined functions with their numbers of arguments, and those that came in later.
    functions: dict[str, int]
    late: set[str]

    def consider(self, elements: Sequence[Any]) -> list[Any]:
        """Questions to be asked one by one, which are put together, for proofs that need them all.

        The zero test of such a ring takes a ``seed`` for the points that it draws.
        """
        raise NotImplementedError

    def nowhere(self, mask: int) -> str:
        """Why no point is found at which the conditions in a mask hold; empty if there is one."""
        raise NotImplementedError

    def constant_relations(self, functions: Sequence[Any]) -> list[list[Any]]:
        """A basis of the relations between functions with constant coefficients."""
        raise NotImplementedError

    def generic_conditions(self, functions: Sequence[Any]) -> list[Any] | None:
        """Functions that are not 0 for parameters with no other relations than the generic ones."""
        raise NotImplementedError

    def rank_decision(self, matrix: Any) -> Decision:
        """Whether the rank is certainly not larger, or with which error."""
        raise NotImplementedError

    def sign(self, element: Any) -> int | None:
        """The sign on the whole domain, or None if it is not known."""
        raise NotImplementedError

    def expect_derivatives(self, elements: Sequence[Any], order: int) -> None:
        """Derivatives of these elements up to an order will be asked for, many of them."""
        raise NotImplementedError


def expect_derivatives(ring: object, elements: Sequence[Any], order: int) -> None:
    """Say what will be differentiated, to a ring whose derivatives are functions of their own."""
    if isinstance(ring, FormulaRing):
        ring.expect_derivatives(elements, order)


def known_sign(ring: object, element: Any) -> int | None:
    """The sign of an element on the whole domain, where the ring decides signs."""
    return ring.sign(element) if isinstance(ring, FormulaRing) else None


class SampledRing:
    """What a ring offers besides whose elements are values at random points, and no formulas.

    Such elements keep no conditions.
    """

    def sums_of_images(self, acts: Sequence[Act[Any]]) -> list[dict[int, Any]] | None:
        """Forms ``Σ ±(D(x^a)*∂_a α + D(dx^a)*ι_a α)`` over several D, for a number of forms α.

        None where the ring does not gain by making all of them together.
        """
        raise NotImplementedError

    def code(self) -> str:
        """A call of `diffgeo.germs` that makes such a ring of order 1 at these points.

        Raises `NotSupported` where the seed does not make them again.
        """
        raise NotImplementedError

    def values(self, element: Any) -> list[Any]:
        """The values of an element at the points."""
        raise NotImplementedError

    def series(self, element: Any) -> list[list[Any]]:
        """The same with the first derivatives, of which the ring's ``germ`` makes it again."""
        raise NotImplementedError


def plain_sums(products: Iterable[Product[K, E]]) -> dict[K, E]:
    """The elements ``Σ ±a*b`` by key, by the operators of the elements."""
    sums: dict[K, E] = {}
    for key, a, b, sign in products:
        product = a * b if sign > 0 else -(a * b)
        sums[key] = sums[key] + product if key in sums else product
    return sums


@singledispatch
def certainly_nonzero_image(pull: object, element: Any) -> bool:
    """Whether a map of rings certainly does not send an element to zero; False is no answer.

    The maps of a kind of ring register here if they know it without making the image.
    """
    return False
