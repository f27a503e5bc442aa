"""What every function ring offers to the geometry, whatever it is made of.

The geometry adds, multiplies, differentiates along coordinates, substitutes and asks
whether an element is zero; it never looks inside an element.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import ceil
from typing import Any, Protocol, runtime_checkable

from diffgeo.rings.expression import Expression

#: An element of a ring. Elements carry their ring, the operators ``+ - * / **``, a bit ``mask`` of
#: the conditions that were used to make them, and ``under(mask)``, the same element with more of
#: them; each implementation has its own class, so the protocol leaves the type open.
Element = Any
#: A term ``±a*b`` of the sum with that key: (key, a, b, sign).
Product = tuple[Hashable, Element, Element, int]
#: The length of a seed that was not given.
SEED_BITS = 48


@dataclass(frozen=True, repr=False)
class Condition:
    """A condition under which a function is defined, such as ``x - 1 != 0``.

    ``relation`` is ``"!="`` or ``">"`` (against zero); ``origin`` says in words where
    the condition comes from. ``removable`` says that the function in question cancelled: what
    was written down needs the condition, the function that it is does not.
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
class FunctionRing(Protocol):
    """Functions on the domain of one chart."""

    @property
    def coordinates(self) -> tuple[str, ...]:
        """Names of the coordinates, in the order used by `partial`."""

    @property
    def zero(self) -> Element:
        """The constant 0."""

    @property
    def one(self) -> Element:
        """The constant 1."""

    def rational(self, value: int | Fraction) -> Element:
        """The constant function with an exact rational value."""

    def generator(self, name: str) -> Element:
        """The coordinate or parameter called ``name``."""

    def ingest(self, trees: Sequence[Expression]) -> list[Element]:
        """Read expressions, all of them before any is converted, so that bases fit all."""

    def partial(self, element: Element, index: int) -> Element:
        """The derivative along the coordinate number ``index``."""

    def sum_products(self, products: Sequence[Product]) -> dict[Any, Element]:
        """The elements ``Σ ±a*b`` by key: many products at once, which saves a ring work.

        A key may be left out if its sum is certainly zero.
        """

    def vanishes(self, element: Element) -> bool:
        """A cheap test without false positives: ``True`` means certainly zero."""

    def is_zero(self, element: Element, log2_bound: float = -64.0) -> Decision:
        """The zero test; an uncertain zero has at most the error ``2**log2_bound``."""

    def solve(self, matrix: Sequence[Sequence[Element]], right: Sequence[Element]) -> list[Element]:
        """The unique solution of a linear system, square or consistent overdetermined."""

    def determinant(self, matrix: Sequence[Sequence[Element]]) -> Element:
        """The determinant of a square matrix."""

    def rank(self, matrix: Sequence[Sequence[Element]]) -> int:
        """The rank at the generic point."""

    def kernel(self, matrix: Sequence[Sequence[Element]]) -> list[list[Element]]:
        """A basis of the null space at the generic point."""

    def expand(self, element: Element) -> Element:
        """The same element without unexpanded solutions in it; `Unexpanded` if too large."""

    def pullback(
        self,
        target: FunctionRing,
        images: Mapping[str, Element],
        functions: Mapping[str, tuple[tuple[str, ...], Expression]] | None = None,
        spaces: tuple[str, str] = ("", ""),
        angles: Mapping[str, tuple[Element, Element]] | None = None,
    ) -> Callable[[Element], Element]:
        """The ring map that sends generators to ``images``; other names go to themselves.

        ``spaces`` are the names of both spaces, this one first, for messages. Of ``angles`` only
        the cosine and the sine are known.
        """

    def conditions(self, element: Element) -> list[Condition]:
        """The conditions that were used to make the element."""

    def expression(self, element: Element) -> Expression:
        """A tree for display; reading it back gives the same element."""

    def to_data(self, elements: Sequence[Element]) -> dict[str, Any]:
        """Elements as numbers, lists and text; `NotSupported` where there are no formulas."""

    def from_data(self, data: Any, read: Callable[[str], Expression]) -> list[Element]:
        """The elements of such data; formulas are read by ``read``."""


def plain_sums(products: Iterable[Product]) -> dict[Any, Element]:
    """The elements ``Σ ±a*b`` by key, by the operators of the elements."""
    sums: dict[Any, Element] = {}
    for key, a, b, sign in products:
        product = a * b if sign > 0 else -(a * b)
        sums[key] = sums[key] + product if key in sums else product
    return sums
