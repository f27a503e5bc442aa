"""Common zeros in a box of more functions than unknowns.

As many of the functions as there are unknowns have isolated zeros, by balls. At each of them a
further function is not zero, which a ball shows, or it is zero, which no ball shows: at rational
numbers it is computed, and elsewhere that is a sentence about real numbers, with rational bounds of
a small box, and decided exactly (`have_common_zero`). What is neither is told.

Source: Moore, Kearfott and Cloud, Introduction to Interval Analysis, 2009, chapter 8.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, islice
from typing import TYPE_CHECKING, Any, TypeAlias

from diffgeo.calculus import linear_algebra as linear
from diffgeo.calculus.spaces import Manifold
from diffgeo.errors import NotSupported, Refusal
from diffgeo.subsets.factored_equations import exact_ring, is_certainly_zero, numerator

if TYPE_CHECKING:
    from diffgeo.calculus.forms import Form

#: So many choices of functions are tried.
_CHOICES = 12
#: Half the sides of the boxes in which a zero is looked at, against 1 and its coordinate.
_NEAR = Fraction(1, 1000)
#: Zeros that were found, and boxes in which there may be others.
Found: TypeAlias = "tuple[Sequence[Any], Sequence[Mapping[str, tuple[float, float]]]]"


def zeros_of_more(
    functions: Sequence[Form],
    names: Sequence[str],
    values: Mapping[str, Any],
    search: Callable[[Sequence[Form]], Found],
    enclosed: Callable[[Sequence[Form], Mapping[str, tuple[float, float]]], Sequence[Any]],
) -> Found:
    """The common zeros of more functions than names.

    Parameters
    ----------
    functions
        The functions.
    names
        The unknowns.
    values
        Exact values of everything else.
    search
        All zeros in the box of as many functions as names: each an `IsolatedZero`, and boxes.
    enclosed
        Balls that contain the values of functions in a box.

    Raises
    ------
    NotSupported
        Too few are left without those that vanish for these values.
    """
    place = Manifold("box", " ".join(names))
    inserted = [place.function(_with_values(f, values)) for f in functions]
    kept = [k for k, f in enumerate(inserted) if not is_certainly_zero(f)]
    if any(_is_number(inserted[k]) for k in kept):
        return [], []
    n = len(names)
    if len(kept) < n:
        raise NotSupported(
            f"{len(functions)} functions of {n} unknowns, of which {len(functions) - len(kept)} "
            "vanish for these values: as many are needed, or zeros cannot be proved to be there"
        )
    best: Found | None = None
    choices = (c for c in combinations(kept, n) if _independent([inserted[k] for k in c]))
    for chosen in islice(choices, _CHOICES):
        others = [k for k in kept if k not in chosen]
        (zeros, boxes), found = search([functions[k] for k in chosen]), []
        further = [functions[k] for k in others]
        # A box in which one of the others has no zero has none of all.
        left = [
            box for box in boxes
            if not any(v.is_finite() and not v.contains(0) for v in enclosed(further, box))
        ]  # fmt: skip
        for zero in zeros:
            states = [
                _vanishes(zero, functions[k], inserted[k], [inserted[c] for c in chosen])
                for k in others
            ]
            if all(states):
                found.append(zero)
            elif False not in states:
                left.append(zero.box)
        if best is None or len(left) < len(best[1]):
            best = found, left
        if not left:
            break
    if best is None:
        raise NotSupported(
            f"of {len(functions)} functions no {n} are independent: their zeros are not isolated"
        )
    return best


def _with_values(function: Form, values: Mapping[str, Any]) -> Any:
    """The formula with exact numbers for names."""
    from diffgeo.interop.exact_values import read_number
    from diffgeo.interop.sympy_bridge import to_sympy

    formula = function.to_sympy(plain=True)
    named = {str(symbol): symbol for symbol in formula.free_symbols}
    known = {named[n]: to_sympy(read_number(n, v)) for n, v in values.items() if n in named}
    return formula.xreplace(known)


def _is_number(function: Form) -> bool:
    return all(is_certainly_zero(X(function)) for X in function.space.frame)


def _independent(functions: Sequence[Form]) -> bool:
    rows = [[X(f) for X in f.space.frame] for f in functions]
    return linear.rank(rows) == len(functions)


def _vanishes(zero: Any, function: Form, inserted: Form, equations: Sequence[Form]) -> bool | None:
    """Whether a function vanishes where the equations have an isolated zero."""
    from diffgeo.reals.real_zeros import have_common_zero

    (value,) = zero.values([function])
    if not value.is_finite():
        return None
    if not value.contains(0):
        return False
    if _at_rational_zero(zero, [*equations, inserted]):
        return True
    near = []
    for name, middle in zero.middle.items():
        size = _NEAR * max(Fraction(1), abs(middle)) + zero.radius[name]
        low, high = (_short(middle - size), _short(middle + size))
        near += [f"{name} > {low}", f"{name} < {high}"]
    around = Manifold("near", " ".join(zero.middle), domain=near)
    ring = exact_ring(around)
    try:
        given = [around.function(str(numerator(f))) for f in (*equations, inserted)]
        *zeros, other = [ring.expand(f.element()) for f in given]
        found = have_common_zero(ring, zeros, [other])
    except Refusal:
        return None
    return True if found is False else None


def _at_rational_zero(zero: Any, functions: Sequence[Form]) -> bool:
    """Whether the zero is one of rational numbers, at which all the functions are 0."""
    at = {name: x.limit_denominator(10**6) for name, x in zero.middle.items()}
    if any(abs(q - zero.middle[name]) > zero.radius[name] for name, q in at.items()):
        return False
    try:
        return all(f.at(at) == Fraction(0) for f in functions)
    except Refusal:
        return False


def _short(number: Fraction) -> Fraction:
    return Fraction(round(number * 10**5), 10**5)
