"""What every object with coefficients in a function ring does with their conditions.

Coefficients that certainly vanish are dropped, their conditions are not: ``1/x - 1/x`` is zero
where ``x != 0``. Results of operations have all conditions of what they are made of, those of
products that vanish or meet no partner among them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeVar

from diffgeo.calculus.display import describe
from diffgeo.errors import AmbiguousTruth, InexactNumber
from diffgeo.interop.sympy_names import is_sympy
from diffgeo.verdicts.identities import Comparable

if TYPE_CHECKING:
    from diffgeo.calculus.forms import Form
    from diffgeo.calculus.spaces import Manifold
    from diffgeo.rings.protocol import Condition, Element
    from diffgeo.verdicts.identities import Identity

#: A condition; of a verdict that was stored, its text.
C = TypeVar("C", bound="Condition | str")
#: What an operation would make: mostly an object of the same kind.
T = TypeVar("T")


class Summable(Comparable):
    """The elements of a module over the functions: what follows from sums and negatives of two.

    A class says what it adds and compares itself with (`_summand`), and how (`_plus`).
    """

    __slots__ = ()

    #: What messages call such an object, and the letter for one.
    _called: ClassVar[tuple[str, str]]

    def _summand(self, other: object) -> Self | None:
        """What is added to this object or compared with it; None for what is neither."""
        raise NotImplementedError

    def _plus(self, term: Any) -> Any:
        """The sum with a summand."""
        raise NotImplementedError

    def __neg__(self) -> Self:
        raise NotImplementedError

    def __add__(self, other: object) -> Self:
        term = self._summand(other)
        return not_combined(self, other) if term is None else self._plus(term)

    def __radd__(self, other: object) -> Self:
        return self.__add__(other)  # and not ``self + other``, which would ask the other one again

    def __sub__(self, other: object) -> Self:
        term = self._summand(other)
        return not_combined(self, other) if term is None else self + (-term)

    def __rsub__(self, other: object) -> Self:
        return (-self) + other

    def __mul__(self, other: Any) -> Any:
        return not_combined(self, other)

    def __rmul__(self, other: Any) -> Any:
        return not_combined(self, other)

    def __truediv__(self, other: Any) -> Any:
        return not_combined(self, other)

    def __rtruediv__(self, other: Any) -> Any:
        return not_combined(self, other)

    def _comparand(self, other: object) -> Self | None:
        """A summand; the number 0 is the zero of every degree and type."""
        return self._summand(other)

    def _not_compared(self, other: object) -> Any:
        return refuse_comparison(self, other)

    def __bool__(self) -> bool:
        what, letter = self._called
        raise AmbiguousTruth(f"{what} has no truth value; ask check({letter} == 0)")


class Coefficients:
    """The coefficients of an object that are not zero at sight, and the conditions of all.

    Conditions are bits of a mask, as in the elements of the ring.
    """

    __slots__ = ("_cancelled", "_terms")

    space: Manifold
    #: The coefficients that are not zero at sight.
    _terms: dict[Any, Element]
    #: The conditions that no coefficient has, of what has cancelled.
    _cancelled: int

    def _keep(self, terms: Mapping[Any, Element], used: int) -> None:
        vanishes = self.space.chart.ring.vanishes
        kept = {key: a for key, a in terms.items() if not vanishes(a)}
        if len(kept) != len(terms):
            for key, a in terms.items():
                if key not in kept:
                    used |= a.mask
        if used:
            for a in kept.values():
                used &= ~a.mask
                if not used:
                    break
        self._terms = kept
        self._cancelled = used

    def __getstate__(self) -> object:
        # The bits of a mask count in one ring; what is 0 under these conditions travels.
        return object.__getstate__(self), self._zero() if self._cancelled else None

    def __setstate__(self, state: Any) -> None:
        kept, zero = state
        for part in kept if isinstance(kept, tuple) else (kept,):
            for name, value in (part or {}).items():
                object.__setattr__(self, name, value)
        self._cancelled = zero.mask if zero is not None else 0

    @property
    def used(self) -> int:
        """The mask of all conditions that were used to make the object."""
        mask = self._cancelled
        for a in self._terms.values():
            mask |= a.mask
        return mask

    @property
    def conditions(self) -> tuple[Condition, ...]:
        """Conditions (``p != 0``, ``q > 0``) under which the object is defined.

        Removable ones are those of what has cancelled in every coefficient.
        """
        return collect_conditions(self.space, self.conditioned())

    def conditioned(self) -> Iterator[Element]:
        """The coefficients, and a zero with the conditions that none of them has."""
        yield from self._terms.values()
        if self._cancelled:
            yield self._zero()

    def _conditioned_terms(self) -> Iterator[tuple[Any, Element]]:
        """The coefficients that are not zero at sight, each where the whole object is defined."""
        return ((key, a.under(self._cancelled)) for key, a in self._terms.items())

    def _scalar(self, element: Element | None = None) -> Form:
        """A coefficient (0 if none is given) as a function, with what has cancelled elsewhere."""
        zero = self._zero()
        return self.space.scalar(zero if element is None else element.under(zero.mask))

    def _zero(self) -> Element:
        """The zero of the ring, with the conditions of what has cancelled."""
        zero = self.space.chart.ring.zero
        return zero.under(self._cancelled) if self._cancelled else zero


def used_by(*things: Any) -> int:
    """The mask of all conditions that were used to make several objects of one space."""
    mask = 0
    for thing in things:
        mask |= thing.used
    return mask


def union(elements: Iterable[Element]) -> int:
    """The mask of the conditions of several ring elements."""
    mask = 0
    for element in elements:
        mask |= element.mask
    return mask


def collect_conditions(space: Manifold, elements: Iterable[Element]) -> tuple[Condition, ...]:
    """Conditions of several ring elements, each once, in order of appearance."""
    conditions = space.chart.ring.conditions
    return distinct(c for a in elements for c in conditions(a))


def distinct(conditions: Iterable[C]) -> tuple[C, ...]:
    """Conditions, each once; one is removable if it is so wherever it appears."""
    found: dict[str, C] = {}
    for condition in conditions:
        text = str(condition)
        # Those of a verdict that was stored are text.
        if text not in found or not getattr(condition, "removable", True):
            found[text] = condition
    return tuple(found.values())


def conditions_of(subject: Identity, residuals: Iterable[tuple[str, Any]]) -> tuple[Condition, ...]:
    """Conditions of both sides and of the components, each once; or those that are stated."""
    things = [
        thing
        for part in subject.parts
        for thing in ((part.left, part.right) if part.conditions is None else (part,))
    ]
    # Where all are stated, those of the components are among them.
    open_ones = any(part.conditions is None for part in subject.parts)
    return distinct(
        chain(
            (c for thing in things for c in getattr(thing, "conditions", ())),
            (c for _, e in residuals if open_ones for c in e.ring.conditions(e)),
        )
    )


def not_combined(thing: T, other: object) -> T:
    """What an operation answers for an operand that is nothing to it; `InexactNumber` for a float.

    Python asks the other operand then.
    """
    if isinstance(other, float):
        raise InexactNumber(
            f"{other!r} is a float, which is not combined with {describe(thing)}: write "
            f"Fraction('{float(other)!r}'), or another exact number"
        )
    return NotImplemented  # type: ignore[no-any-return]


def refuse_comparison(thing: object, other: object) -> Any:
    """What ``==`` answers where it states no identity.

    Raises for a slip that Python would answer with False: a float, text, a SymPy expression, a
    geometric object of another kind (unless that one reads this one, as tensors read forms).
    """
    if isinstance(other, float):
        raise InexactNumber(f"{other!r} is a float; compare {describe(thing)} with a Fraction")
    if isinstance(other, str) or is_sympy(other):
        raise TypeError(
            f"{describe(thing)} is not compared with {other!r}: make it an object first, such as "
            "M.function(...)"
        )
    if isinstance(other, Comparable) and not other.reads_others:
        raise TypeError(
            f"{describe(thing)} and {describe(other)} are objects of different kinds; lie(X), "
            "tensor(K), multivector(X) turn one kind into another"
        )
    return NotImplemented
