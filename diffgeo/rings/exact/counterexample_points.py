"""Small exact points at which a function is not zero, with concrete functions for undefined."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from fractions import Fraction
from functools import cache
from itertools import chain, product
from typing import TYPE_CHECKING, NamedTuple

from flint import arb, ctx

from diffgeo.errors import OutsideDomain, Refusal, Undecided
from diffgeo.rings.exact import absolute_values
from diffgeo.rings.exact.element import Element
from diffgeo.rings.exact.points import (
    PRECISION,
    Polynomial,
    RealPoint,
    Value,
    sample_points,
    witnesses,
)
from diffgeo.rings.expression import Expression

if TYPE_CHECKING:
    from diffgeo.rings.exact.node import Function
    from diffgeo.rings.exact.ring import ExactRing

#: Where the values of functions have to be small, so are their coefficients.
_SMALL_COEFFICIENT = Fraction(1, 8)


class CounterexampleData(NamedTuple):
    """A point, concrete functions, the value there, and the function that does not vanish.

    The point has the names on which that function depends; ``everywhere`` has all of them, and
    all functions, at which what the function was made of has values too.
    """

    point: dict[str, Fraction]
    functions: dict[str, str]
    value: str
    residual: Expression
    everywhere: tuple[dict[str, Fraction], dict[str, str]] = ({}, {})


@cache
def function_candidates(arity: int) -> tuple[Polynomial, ...]:
    """Simple polynomials in the given number of arguments, simplest first."""
    exponents = sorted(product(range(4), repeat=arity), key=lambda e: (sum(e), max(e)))
    single = [{e: 1} for e in exponents if sum(e) <= 3]
    mixed: Polynomial = {e: k + 1 for k, e in enumerate(exponents) if sum(e) <= 3}
    return (*single[1:], mixed, single[0])


def function_text(name: str, polynomial: Polynomial) -> tuple[str, str]:
    """A function as text: its declaration and its formula."""
    arity = len(next(iter(polynomial)))
    names = ["t"] if arity == 1 else [f"x{k + 1}" for k in range(arity)]
    terms = []
    for exponents, coefficient in polynomial.items():
        factors = [f"{n}**{e}" if e > 1 else n for n, e in zip(names, exponents, strict=True) if e]
        leading = [] if coefficient == 1 and factors else [str(coefficient)]
        terms.append("*".join(leading + factors))
    return f"{name}({', '.join(names)})", " + ".join(terms)


def counterexample(ring: ExactRing, element: Function) -> CounterexampleData:
    """A small rational point, with concrete functions, at which an element is not zero.

    It is in the domain of the whole ring, if there is one among those that were tried first.

    Raises
    ------
    Undecided
        If no such point is found among the small ones that were tried.
    """
    tried = (
        (point, alone)
        for alone in (False, True)
        for point in chain(sample_points(ring), witnesses(ring, element.mask, alone))
    )
    for attempt, (point, alone) in enumerate(tried):
        chosen = {
            name: candidates[attempt % len(candidates)]
            for name, arity in ring.functions.items()
            for candidates in [function_candidates(arity)]
        }
        if alone:
            chosen = {
                name: {e: c * _SMALL_COEFFICIENT for e, c in polynomial.items()}
                for name, polynomial in chosen.items()
            }
        with ctx.workprec(PRECISION):
            if _value(ring, element, point, chosen, alone) is None:
                continue
            point = _shrink(ring, element, point, chosen, alone)
            value = _value(ring, element, point, chosen, alone)
        used = used_names(ring, element)
        # What others declared late need not be known where the sides are made again.
        own = {n: p for n, p in chosen.items() if n in used or n not in ring.late}
        return CounterexampleData(
            {n: v for n, v in point.items() if n in used},
            dict(function_text(n, p) for n, p in chosen.items() if n in used),
            value.str(12, radius=False) if isinstance(value, arb) else str(value),
            ring.expression(element),
            (dict(point), dict(function_text(n, p) for n, p in own.items())),
        )
    with suppress(Refusal):
        for case, (image,) in absolute_values.cases(ring, [element]):
            # A case may be narrow.
            if case is not ring and not case.is_zero(image).zero:
                found = counterexample(case, image)
                used = used_names(ring, element)
                point = {n: v for n, v in found.everywhere[0].items() if n in used}
                return found._replace(point=point, residual=ring.expression(element))
    raise Undecided(f"no small point was found at which {element} does not vanish")


def _value(
    ring: ExactRing,
    element: Function,
    point: Mapping[str, Fraction],
    functions: Mapping[str, Polynomial],
    alone: bool,
) -> Value | None:
    """The value if the point is in the domain and the value is certainly not zero."""
    real = RealPoint(ring, point, functions)
    try:
        real.check(element.mask, alone)
        if isinstance(element, Element):
            value = real.evaluate(element.polynomial)
        else:
            value = element.evaluate_real(real)
    except (OutsideDomain, ZeroDivisionError):
        return None
    return value if value != 0 else None


def _shrink(
    ring: ExactRing,
    element: Function,
    point: dict[str, Fraction],
    functions: Mapping[str, Polynomial],
    alone: bool,
) -> dict[str, Fraction]:
    for name in point:
        for simpler in (Fraction(0), Fraction(1)):
            declared = ring.base[name] in ring.domain.nonzero or ring.base[name] in (
                ring.domain.declared
            )
            if point[name] in (0, simpler) or (declared and simpler != 1):
                continue
            if ring.domain.declared.get(ring.base[name]) == -1:
                continue
            candidate = {**point, name: simpler}
            if _value(ring, element, candidate, functions, alone) is not None:
                point = candidate
                break
    return point


def used_names(ring: ExactRing, element: Function) -> set[str]:
    """The names in the formula of an element, those of functions too."""
    names = set()
    for node in ring.expression(element).walk():
        names.add(getattr(node, "name", getattr(node, "function", "")))
    return names
