"""Equations of level sets: their factors, and the set of their zeros.

Source: Cox, Little and O'Shea, Ideals, Varieties, and Algorithms (4th ed. 2015), chapter 4.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import singledispatch
from typing import TYPE_CHECKING, Any

from diffgeo.calculus.derivations import d
from diffgeo.calculus.forms import Form, describe
from diffgeo.calculus.requirements_of_domain import signs_in
from diffgeo.calculus.spaces import Manifold
from diffgeo.errors import AxiomViolation, DegreeMismatch, NotSupported, Refusal
from diffgeo.rings.protocol import known_sign
from diffgeo.subsets.domains import strict_sign
from diffgeo.verdicts.verdict import Status, check

if TYPE_CHECKING:
    from diffgeo.rings.exact.polynomial_ideals import Variety
    from diffgeo.rings.exact.ring import ExactRing


def factors_of(space: Manifold, phi: Form, given: Sequence[Form] = ()) -> list[Form]:
    """The irreducible factors of a function that can vanish where given equations hold.

    Factors without real zeros there are left out, as far as that is decided.
    """
    from diffgeo.reals.real_zeros import have_common_zero
    from diffgeo.rings.exact.polynomial_ideals import components as factors

    ring = exact_ring(space)
    found = factors(ring, ring.expand(phi.element("take zeros of")))
    known = [ring.expand(e.element()) for e in given]
    return [space.scalar(e) for e in found if have_common_zero(ring, [*known, e]) is not False]


def irreducible_factors(function: Form) -> list[Form]:
    """The irreducible factors of a function that is not 0: of its numerator and its denominator.

    Without multiplicities, and without constants. Those that have no real zeros are among them,
    as y² + 1 is.

    Parameters
    ----------
    function
        A function that is not 0.

    Returns
    -------
    list of Form
        Functions, each once.

    Raises
    ------
    NotSupported
        The space has not the exact ring.

    Examples
    --------
    >>> from diffgeo import Manifold
    >>> from diffgeo.subsets import irreducible_factors
    >>> M = Manifold("M", "x y", parameters="m")
    >>> print(*irreducible_factors(M.function("m*(x**2 - y**2)/(y**2 + 1)")), sep=", ")
    x + y, y - x, y**2 + 1
    """
    from diffgeo.rings.exact.polynomial_ideals import components as factors

    ring = exact_ring(function.space)
    sides = [ring.expand(side.element("factor")) for side in (function, 1 / function)]
    elements = [e.bare() for side in sides for e in factors(ring, side, signed=True)]
    found = [function.space.scalar(e) for e in elements]
    found = [-f if str(f).startswith("-") else f for f in found]
    return list({str(f): f for f in found if not check(d(f) == 0, counterexample=False)}.values())


def numerator(function: Form) -> Form:
    """The numerator in lowest terms: where it vanishes and the function is defined, that does."""
    from diffgeo.rings.exact.writing_expressions import lowest_terms

    ring = exact_ring(function.space)
    above, _ = lowest_terms(ring, ring.expand(function.element()))
    return function.space.scalar(ring.make(above).bare())


def branches_of(space: Manifold, factors: Sequence[Form], given: Sequence[Form] = ()) -> list[Form]:
    """Of the factors of a function those whose zeros are not certainly zeros of another one.

    So ``x**3 - y**3`` has one: the zeros of ``x**2 + x*y + y**2`` lie where ``x - y`` vanishes.
    """
    from diffgeo.reals.real_zeros import have_common_zero

    ring = exact_ring(space)
    elements = [ring.expand(f.element()) for f in factors]
    known = [ring.expand(e.element()) for e in given]
    kept = list(range(len(factors)))
    for k, e in enumerate(elements):
        others = [elements[j] for j in kept if j != k]
        if any(have_common_zero(ring, [*known, e], [other]) is False for other in others):
            kept.remove(k)
    return [factors[k] for k in kept]


def is_union_decided(space: Manifold, factors: Sequence[Form], given: Sequence[Form] = ()) -> bool:
    """Whether each of these factors certainly has real zeros that the others do not have."""
    from diffgeo.reals.real_zeros import have_common_zero

    ring = exact_ring(space)
    elements = [ring.expand(f.element()) for f in factors]
    known = [ring.expand(e.element()) for e in given]
    return all(
        have_common_zero(ring, [*known, e], [other for other in elements if other is not e])
        for e in elements
    )


def exact_ring(space: Manifold) -> ExactRing:
    """The ring of a manifold; `NotSupported` if it is another one."""
    from diffgeo.rings.exact.ring import ExactRing

    ring: object = space.chart.ring
    if not isinstance(ring, ExactRing):
        raise NotSupported(
            f"sets given by equations need the exact ring, which {space} does not have"
        )
    return ring


#: Seconds for a question about sums of squares; what is not answered by then is refused.
TIME_LIMIT = 5.0
#: What is said of a union where it is not known that it is one.
UNDECIDED = "; whether all of these are needed over the reals was not decided"


def irreducible(space: Manifold, phi: Form, name: str) -> Form:
    """The only factor of a function; `AxiomViolation` if there is none, or more than one.

    With the sign of the function, where it is known: the two sides of the set remain what they are.
    """
    factors = branches_of(space, factors_of(space, phi))
    if not factors:
        what = "holds everywhere" if check(phi == 0) else _without_solution(space)
        raise AxiomViolation(f"the equation {phi.summary()} = 0 of {name} on {space} {what}")
    if len(factors) > 1:
        parts = ", ".join(f"{factor.summary()} = 0" for factor in factors)
        undecided = "" if is_union_decided(space, factors) else UNDECIDED
        raise AxiomViolation(
            f"the equation {phi.summary()} = 0 of {name} on {space} is reducible: take one of "
            f"{parts}, or components(...) for all of them{undecided}"
        )
    (factor,) = factors
    ring = exact_ring(space)
    ratio = space.function(ring.expression((phi / factor).element()))  # in lowest terms
    return -factor if known_sign(ring, ratio.element()) == -1 else factor


def _without_solution(space: Manifold) -> str:
    chart = space.chart
    declared = chart.signs or chart.nonzero or chart.domain
    return "has no real solution" + (" in the declared domain" if declared else "")


def require_zeros(space: Manifold, equations: Sequence[Form], normal: Form, name: str) -> None:
    """Raise `AxiomViolation` if equations certainly have no regular common real zero.

    ``normal`` is the product of their differentials.
    """
    from diffgeo.reals.real_zeros import have_common_zero

    ring = exact_ring(space)
    elements = [ring.expand(phi.element()) for phi in equations]
    shown = ", ".join(f"{phi.summary()} = 0" for phi in equations)
    if have_common_zero(ring, elements) is False:
        raise AxiomViolation(f"the level set {name} is empty: {shown} {_without_solution(space)}")
    minors = [ring.expand(e) for e in normal._terms.values()]
    if have_common_zero(ring, elements, some_nonzero=minors) is False:
        raise AxiomViolation(
            f"the equations of {name} on {space} are dependent: their differentials are, at each "
            f"real point where {shown}; zero_set(...) finds independent ones for sums of squares"
        )


def variety_of(space: Manifold, equations: Sequence[Form], normal: Form, name: str) -> Variety:
    """The zeros of functions where a product of their differentials does not vanish."""
    from diffgeo.reals.real_zeros import have_common_zero
    from diffgeo.rings.exact.polynomial_ideals import Variety

    elements = [phi.element() for phi in equations]
    minors = list(normal._terms.values())
    return Variety(exact_ring(space), elements, minors, name, have_common_zero)  # type: ignore[arg-type]


def are_disjoint(space: Manifold, functions: Sequence[Form]) -> bool:
    """Whether functions certainly have no common real zero."""
    from diffgeo.reals.real_zeros import have_common_zero
    from diffgeo.rings.exact.polynomial_ideals import Variety

    ring = exact_ring(space)
    elements = [ring.expand(f.element()) for f in functions]
    if have_common_zero(ring, elements) is False:
        return True
    return Variety(ring, elements, [ring.one], "N").is_inconsistent


def are_inconsistent(equations: Sequence[Form]) -> bool:
    """The same for generic values of the parameters."""
    from diffgeo.reals.real_algebra import has_no_real_zero
    from diffgeo.reals.real_zeros import have_common_zero

    ring = exact_ring(equations[0].space)
    if have_common_zero(ring, [ring.expand(e.element()) for e in equations]) is False:
        return True
    coordinates = equations[0].space.chart.coordinates
    return has_no_real_zero([e.to_sympy(plain=True) for e in equations], coordinates, TIME_LIMIT)


def real_generators(equation: Form) -> list[Form] | None:
    """The bases of a sum of squares, none for other functions; None if it has no real zeros."""
    for function in (equation, -equation):
        with suppress(Refusal):
            found = _squares(function)
            if found is not None:
                bases, rest = found
                return bases if is_certainly_zero(rest) else None
    return []


def _squares(rest: Form) -> tuple[list[Form], Form] | None:
    """A function as ``Σ a_k b_k² + c`` with a_k > 0 and a constant c ≥ 0: the b_k, and c.

    By completing squares, one coordinate after the other; None if that leads nowhere.
    """
    space, bases = rest.space, list[Form]()
    for _ in range(2 * space.dimension + 1):
        along = [X for X in space.frame if not is_certainly_zero(X(rest))]
        if not along:
            is_known = is_certainly_zero(rest) or known_sign(space.chart.ring, rest.element()) == 1
            return (bases, rest) if is_known else None
        if (root := _root(rest)) is not None:
            return [*bases, root], 0 * rest
        slopes = ((X, X(X(rest)) / 2) for X in along)
        found = next(((X, a) for X, a in slopes if _is_constant(a) and strict_sign(a) == 1), None)
        if found is None:
            return None
        X, a = found
        base = (X(rest) / (2 * a)).expanded()
        bases.append(base)
        rest = (rest - a * base**2).expanded()
    return None


def _root(function: Form) -> Form | None:
    """A function with the same zeros whose square it is, up to positive factors; else None."""
    from diffgeo.rings.exact.size_limits import factored
    from diffgeo.rings.exact.writing_expressions import lowest_terms

    ring = exact_ring(function.space)
    top, below = lowest_terms(ring, ring.expand(function.element()))
    content, factors = factored(top)
    base, sign = function.space.function(1), 1 if content > 0 else -1
    for polynomial, power in [*factors, (below, 1)]:
        factor = function.space.scalar(ring.make(polynomial).bare())
        if power % 2 == 0:
            base = base * factor
        elif _is_constant(factor):
            sign *= strict_sign(factor) or 0
        else:
            return None
    return base if sign == 1 else None


def _is_constant(function: Form) -> bool:
    return (
        not signs_in([function])
        and check(d(function) == 0, counterexample=False).status is Status.VERIFIED
    )


@singledispatch
def nowhere_zero(function: Any) -> bool:
    """Whether a function certainly has no zeros (parameters are taken to be generic).

    A function on an atlas has none if it has none in any chart.

    Parameters
    ----------
    function
        A function on a manifold or an atlas.

    Returns
    -------
    bool
        False also where it is not known.

    Raises
    ------
    DegreeMismatch
        It is no function.

    Examples
    --------
    >>> from diffgeo import Manifold
    >>> from diffgeo.subsets import nowhere_zero
    >>> M = Manifold("M", "x")
    >>> nowhere_zero(M.function("x**2 + 1")), nowhere_zero(M["x"])
    (True, False)
    """
    raise DegreeMismatch(f"nowhere_zero asks for a function, not for {describe(function)}")


@nowhere_zero.register(Form)
def _(function: Form) -> bool:
    function.element("look for the zeros of")
    return not is_certainly_zero(function) and not factors_with_zeros(function)


def factors_with_zeros(function: Form, given: Sequence[Form] = ()) -> list[Form]:
    """The irreducible factors that may vanish (of a function that is not 0)."""
    # What the function was divided by is among the conditions of the set, if it may vanish there.
    space = function.space
    factors: list[Any] = [f.element() for f in factors_of(space, function, given)]
    found = [space.scalar(factor.bare()) for factor in factors]
    return [-f if str(f).startswith("-") else f for f in found]


def is_certainly_zero(function: Form) -> bool:
    """Whether a function vanishes on its manifold, exactly and not only probably."""
    return check(function == 0, counterexample=False).status is Status.VERIFIED
