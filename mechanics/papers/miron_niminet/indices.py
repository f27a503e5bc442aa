"""Components with indices, for the printed formulas: ``g("ih") * C("hjk")`` is g^ih C_hjk.

Letters are places; a letter that occurs twice is summed over. The kinds of the indices, upper or
lower, are the reader's business, as in the paper.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, Any

from diffgeo import Form
from diffgeo.calculus import AtPoints
from diffgeo.verdicts import Comparable
from mechanics.papers.engine.terms import total

if TYPE_CHECKING:
    from diffgeo import Manifold

Values = Mapping[tuple[int, ...], Form]


class Components:
    """n^r functions with r indices, those that are zero at sight left out.

    Attributes
    ----------
    space
        Where the functions live.
    n, rank
        The range of an index and their number.
    values
        The functions by their indices.
    """

    def __init__(self, space: Manifold, n: int, rank: int, values: Values) -> None:
        self.space, self.n, self.rank = space, n, rank
        self.values = {key: f for key, f in values.items() if not is_zero(f)}

    @classmethod
    def of(cls, space: Manifold, n: int, rank: int, value: Callable[..., Form]) -> Components:
        """The functions ``value(i, j, …)``."""
        keys = product(range(n), repeat=rank)
        return cls(space, n, rank, {key: value(*key) for key in keys})

    @classmethod
    def matrix(cls, rows: Sequence[Sequence[Form]]) -> Components:
        """The functions ``rows[i][j]``."""
        return cls.of(rows[0][0].space, len(rows), 2, lambda i, j: rows[i][j])

    @classmethod
    def row(cls, entries: Sequence[Form]) -> Components:
        """The functions ``entries[i]``."""
        return cls.of(entries[0].space, len(entries), 1, lambda i: entries[i])

    @classmethod
    def delta(cls, space: Manifold, n: int) -> Components:
        """The symbol of Kronecker."""
        return cls.of(space, n, 2, lambda i, j: space.function(int(i == j)))

    def __call__(self, letters: str) -> Indexed:
        """The components with letters for their indices; equal letters are summed over."""
        if len(letters) != self.rank:
            raise ValueError(f"{self.rank} indices are called {letters!r}")
        free = "".join(letter for letter in letters if letters.count(letter) == 1)
        if len(free) == len(letters):
            return Indexed(self, letters)
        found: dict[tuple[int, ...], Form] = {}
        for key, f in self.values.items():
            at = dict(zip(letters, key, strict=True))
            if all(at[letter] == k for letter, k in zip(letters, key, strict=True)):
                add(found, tuple(at[letter] for letter in free), f)
        return Indexed(Components(self.space, self.n, len(free), found), free)

    def __getitem__(self, key: tuple[int, ...]) -> Form:
        found = self.values.get(key)
        return self.space.function(0) if found is None else found


class Indexed(Comparable, AtPoints):
    """Components whose indices have letters, the terms of printed formulas.

    ``+`` and ``-`` match the letters, ``*`` sums over those that both factors have, and ``==``
    is an identity between functions.
    """

    def __init__(self, components: Components, letters: str) -> None:
        self.components, self.letters = components, letters
        self.space = components.space

    def to(self, letters: str) -> Components:
        """The components with the indices in this order."""
        if letters == self.letters:
            return self.components
        if sorted(letters) != sorted(self.letters):
            raise ValueError(f"the indices {self.letters} are not put in the order {letters}")
        order = [self.letters.index(letter) for letter in letters]
        values = {tuple(key[k] for k in order): f for key, f in self.components.values.items()}
        return Components(self.space, self.components.n, len(order), values)

    def __call__(self, letters: str) -> Indexed:
        """The same with other letters."""
        return self.components(letters)

    def __add__(self, other: Indexed) -> Indexed:
        found = dict(self.components.values)
        for key, f in other.to(self.letters).values.items():
            add(found, key, f)
        return self._made(found, self.letters)

    def __neg__(self) -> Indexed:
        return self._made({key: -f for key, f in self.components.values.items()}, self.letters)

    def __sub__(self, other: Indexed) -> Indexed:
        return self + -other

    def __mul__(self, other: Indexed | Form | int | Fraction) -> Indexed:
        if not isinstance(other, Indexed):
            values = {key: f * other for key, f in self.components.values.items()}
            return self._made(values, self.letters)
        shared = [letter for letter in self.letters if letter in other.letters]
        mine = [self.letters.index(letter) for letter in shared]
        theirs = [other.letters.index(letter) for letter in shared]
        rest = [k for k in range(len(other.letters)) if k not in theirs]
        by_shared: dict[tuple[int, ...], list[tuple[tuple[int, ...], Form]]] = {}
        for key, f in other.components.values.items():
            left = tuple(key[k] for k in rest)
            by_shared.setdefault(tuple(key[k] for k in theirs), []).append((left, f))
        own = [k for k in range(len(self.letters)) if k not in mine]
        products = [
            (tuple(key[k] for k in own) + end, f.element(), factor.element(), 1)
            for key, f in self.components.values.items()
            for end, factor in by_shared.get(tuple(key[k] for k in mine), ())
        ]
        # All products at once: for germs that is much faster than one after the other.
        sums = self.space.chart.ring.sum_products(products)
        found = {key: self.space.scalar(a) for key, a in sums.items()}
        letters = [self.letters[k] for k in own] + [other.letters[k] for k in rest]
        return self._made(found, "".join(letters))

    def __rmul__(self, other: Form | int | Fraction) -> Indexed:
        return self * other

    def __truediv__(self, other: int) -> Indexed:
        return self * Fraction(1, other)

    def at(self, *point: Any, **given: Any) -> dict[str, Any]:
        """The values at a point that are not zero, by indices in the order of their letters."""
        values = self.to("".join(sorted(self.letters))).values
        found = {key: f.at(*point, **given) for key, f in sorted(values.items())}
        return {"".join(str(k + 1) for k in key): value for key, value in found.items() if value}

    def _comparand(self, other: object) -> object:
        return other

    def _made(self, values: Values, letters: str) -> Indexed:
        return Indexed(Components(self.space, self.components.n, len(letters), values), letters)

    def _residuals(self, other: Indexed | int) -> list[tuple[str, Any]]:
        """The elements of the difference by their indices, for `diffgeo.check`."""
        rest = self if isinstance(other, int) else self - other
        return [
            (f"{self.letters} = {''.join(str(k + 1) for k in key)}", f.element("compare"))
            for key, f in rest.components.values.items()
        ]

    def __str__(self) -> str:
        return f"T_{self.letters}"


def is_zero(function: Form) -> bool:
    """Whether a function is zero at sight."""
    return bool(function.space.chart.ring.vanishes(function.element("look at")))


def add(values: dict[tuple[int, ...], Form], key: tuple[int, ...], function: Form) -> None:
    """Add a function to the one with this key."""
    known = values.get(key)
    values[key] = function if known is None else known + function


def christoffel_symbols(up: Components, slope: Components, sign: int = -1) -> Indexed:
    """``½ g^ih (X_k g_hj + X_j g_hk - X_h g_jk)`` from g^ij and the slopes X_k g_ij, k last."""
    return up("ih") * (slope("hjk") + slope("hkj") + sign * slope("jkh")) / 2


def cyclic(term: Callable[[str], Indexed], letters: str = "ijk") -> Indexed:
    """The sum of a term over cyclic permutations of its letters."""
    turned = [letters[k:] + letters[:k] for k in range(len(letters))]
    return total([term(word) for word in turned])
