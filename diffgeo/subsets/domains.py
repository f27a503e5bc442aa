"""Where functions are defined, seen from a set on which equations hold.

Functions carry the conditions of all that was divided by on the way to them. On the zeros of
equations such a condition may hold at every point, and then it says nothing; or at no point, and
then whatever is stated under it is stated of no point.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from diffgeo.calculus.forms import Form, total
from diffgeo.errors import DiffGeoError, OutsideDomain, Refusal
from diffgeo.subsets.reduction_modulo_equations import shortened
from diffgeo.verdicts.verdict import check

#: The work of z3 for one condition: what is not seen to follow by then is listed.
WORK = 100_000

if TYPE_CHECKING:
    from diffgeo.calculus.spaces import Manifold
    from diffgeo.rings.protocol import Condition


def conditions_on(
    space: Manifold, conditions: Iterable[Condition], equations: Sequence[Form], known: str = ""
) -> tuple[Condition, ...]:
    """The conditions that may fail at points where equations hold, each once.

    Left out is what certainly holds there: the value that the equations give to a function is of
    known sign, by declarations; or the function has no real zero where the equations and
    shorter conditions hold. A condition that cannot be read (the determinant of a system
    that was not expanded) is kept.

    Parameters
    ----------
    space, conditions, equations
        The space, conditions of functions on it, and functions that vanish.
    known
        What holds besides, as `LocallyClosedSet.existence` says it: comparisons joined by "and".

    Returns
    -------
    tuple of Condition
        Those that are left.

    Raises
    ------
    OutsideDomain
        A condition fails wherever the equations hold.

    Examples
    --------
    >>> from diffgeo import Manifold
    >>> from diffgeo.subsets import conditions_on
    >>> M = Manifold("M", "x y", parameters="c", positive="c")
    >>> f = 1 / M.function("x**2 + y**2") + 1 / M.function("x")
    >>> print(*conditions_on(M, f.conditions, [M.function("x**2 + y**2 - c**2")]))
    x != 0
    """
    found: dict[str, Condition] = {}
    for condition in conditions:
        if str(condition) not in found and _may_fail(space, condition, equations):
            found[str(condition)] = condition
    given = [space.function(f) for f in _nonzero_formulas(known)]
    kept: dict[str, Condition] = {}
    for text in sorted(found, key=len):
        if not _is_implied(space, found[text], equations, list(kept.values()), given):
            kept[text] = found[text]
    return tuple(condition for text, condition in found.items() if text in kept)


def _nonzero_formulas(known: str) -> list[str]:
    """Formulas that do not vanish where strict comparisons hold, all of them."""
    if " or " in known:
        return []
    parts = [re.fullmatch(r"(.+) (?:>|<|!=) (.+)", part) for part in known.split(" and ")]
    return [f"{part[1]} - ({part[2]})" for part in parts if part]


def _is_implied(
    space: Manifold,
    condition: Condition,
    equations: Sequence[Form],
    others: Sequence[Condition],
    given: Sequence[Form],
) -> bool:
    """Whether a function has no real zero where equations and other conditions hold."""
    from diffgeo.reals.real_zeros import have_common_zero
    from diffgeo.rings.exact.element import Element
    from diffgeo.rings.exact.ring import ExactRing

    ring: object = space.chart.ring
    if condition.relation != "!=" or not isinstance(ring, ExactRing):
        return False
    if not (equations or others or given):
        return False
    try:
        nonzero = [*(space.function(other.expression) for other in others), *given]
        elements = [ring.expand(f.element()) for f in nonzero]
        # That something can be divided by, or has a smooth root, is a condition of its own, and
        # not taken for granted.
        asked, *zero = [
            ring.tower.clear(ring.expand(f.element()).polynomial)
            for f in (space.function(condition.expression), *equations)
        ]
        function, divisors = asked
        for index in divisors:
            function = function * ring.tower.generators[index].argument.polynomial  # type: ignore[union-attr]
    except DiffGeoError:
        return False
    polynomials = [function, *(numerator for numerator, _ in zero)]
    zeros = [Element(ring, p) for p in polynomials]
    return have_common_zero(ring, zeros, elements, closed=True, work=WORK) is False


def _may_fail(space: Manifold, condition: Condition, equations: Sequence[Form]) -> bool:
    try:
        function = space.function(condition.expression)
    except DiffGeoError:
        return True
    if not equations:
        return True
    try:
        (value,) = shortened([function], equations)
        fails = bool(check(value == 0, counterexample=False))
        sign = None if fails else strict_sign(value)
    except Refusal:
        return True
    if fails or (condition.relation == ">" and sign == -1):
        raise OutsideDomain(
            f"nothing is said about {', '.join(f'{e.summary()} = 0' for e in equations)} on "
            f"{space.name}: {condition} is needed, and fails wherever that holds; state it "
            "without dividing by this function"
        )
    return sign is None or (condition.relation == ">" and sign != 1)


def strict_sign(function: Form) -> int | None:
    """The sign of a function that certainly vanishes nowhere, or None if it is not known.

    Parameters
    ----------
    function
        A function of a manifold, whose declared signs are used.

    Returns
    -------
    int or None
        1 or -1.

    Examples
    --------
    >>> from diffgeo import Manifold
    >>> from diffgeo.subsets import strict_sign
    >>> M = Manifold("M", "x", parameters="m", positive="m")
    >>> strict_sign(M.function("-m*(1 + x**2)")), strict_sign(M["x"])
    (-1, None)
    """
    from diffgeo.rings.exact.ring import ExactRing

    ring: object = function.space.chart.ring
    if not isinstance(ring, ExactRing):
        return None
    return ring.domain.strict_sign(ring.expand(function.element()).polynomial)


def independent_everywhere(rows: Sequence[Sequence[Form]]) -> bool:
    """Whether rows of functions are certainly independent at every point of their manifold.

    Rows are eliminated by entries that vanish nowhere, and the sum of the squares in the last row
    must vanish nowhere. False where that is not seen.

    Parameters
    ----------
    rows
        Functions of one manifold, as many in each row; at least one row.

    Returns
    -------
    bool
        False says nothing.

    Examples
    --------
    >>> from diffgeo import Manifold
    >>> from diffgeo.subsets import independent_everywhere
    >>> M = Manifold("M", "x y", parameters="l", positive="l")
    >>> wheels = [M.functions(["sin(x)", "-cos(x)", "0"]), M.functions(["cos(y)", "sin(y)", "l"])]
    >>> independent_everywhere(wheels), independent_everywhere([M.functions(["x", "y", "0"])])
    (True, False)
    """
    left = [list(row) for row in rows]
    try:
        while len(left) > 1:
            found = next(
                ((i, a) for i, row in enumerate(left) if (a := _pivot(row)) is not None), None
            )
            if found is None:
                return False
            row, a = left.pop(found[0]), found[1]
            for other in left:
                if other[a]._terms:
                    factor = other[a] / row[a]
                    other[:] = [g - factor * f for f, g in zip(row, other, strict=True)]
        (row,) = left
        return (
            _pivot(row) is not None
            or strict_sign(total(row[0].space, 0, (f * f for f in row))) == 1
        )
    except Refusal:
        return False


def _pivot(row: Sequence[Form]) -> int | None:
    """The place of an entry that vanishes nowhere."""
    return next((a for a, f in enumerate(row) if f._terms and strict_sign(f) is not None), None)


def in_lowest_terms(f: Form) -> Form:
    """A function with numerator and denominator free of common factors, where that is small.

    It is the smooth continuation, so that conditions of what was cancelled are dropped.

    Parameters
    ----------
    f
        A function.

    Returns
    -------
    Form
        Equal to f where f is defined.

    Examples
    --------
    >>> from diffgeo import Manifold
    >>> from diffgeo.subsets import in_lowest_terms
    >>> f = in_lowest_terms(Manifold("M", "x").function("(x**2 - 1)/(x - 1)"))
    >>> print(f, f.conditions)
    x + 1 ()
    """
    from diffgeo.rings.exact.ring import ExactRing
    from diffgeo.rings.exact.writing_expressions import lowest_terms

    ring: object = f.space.chart.ring
    if not isinstance(ring, ExactRing):
        return f
    try:
        top, below = lowest_terms(ring, ring.expand(f.element()))
    except Refusal:
        return f
    return f.space.scalar(ring.make(top).bare() / ring.make(below).bare())


def with_same_sign(function: Form) -> Form:
    """A shorter function with the same sign: without factors whose signs are known.

    Parameters
    ----------
    function
        A function of a manifold.

    Returns
    -------
    Form
        A product of factors; the function itself where its factors are not known.

    Examples
    --------
    >>> from diffgeo import Manifold
    >>> from diffgeo.subsets import with_same_sign
    >>> M = Manifold("M", "u", parameters="m a", positive="m")
    >>> print(with_same_sign(M.function("-m*a**3*u/(m + u**2)")))
    -a*u
    """
    from diffgeo.rings.exact.ring import ExactRing
    from diffgeo.rings.exact.size_limits import factored
    from diffgeo.rings.exact.writing_expressions import lowest_terms

    ring: object = function.space.chart.ring
    if not isinstance(ring, ExactRing):
        return function
    try:
        top, below = lowest_terms(ring, ring.expand(function.element()))
        product = top * below
        content, factors = factored(product)
    except Refusal:
        return function
    if not product:
        return function
    found = function.space.function(1 if content > 0 else -1)
    for polynomial, power in factors:
        factor = function.space.scalar(ring.make(polynomial).bare())
        sign = strict_sign(factor)
        # An even power is positive only where it does not vanish.
        found = found * (factor ** (2 - power % 2) if sign is None else sign**power)
    return found
