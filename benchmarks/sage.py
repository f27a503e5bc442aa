"""SageManifolds, as it comes and with its simplification set to plain expansion.

As it comes, every coefficient is simplified by Maxima. ``M.set_simplify_function`` replaces
that; a zero is then decided at the end only (`is_zero`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from benchmarks import values
from benchmarks.harness import PEERS, Contender

NEEDS = ("sage.manifolds", "sage.symbolic")
AS_IT_COMES, PLAIN = "SageManifolds", "SageManifolds, expand only"


def load() -> None:
    """Import what has to be imported first."""
    import importlib

    importlib.import_module("sage.all__sagemath_symbolics")
    importlib.import_module("sage.manifolds.manifold")


def space(names: Sequence[str], plain: bool, lower: int = 0, **chart: Any) -> tuple[Any, Any]:
    """A manifold with one chart, whose coordinates have these names, or texts of Sage."""
    load()
    from sage.manifolds.manifold import Manifold

    M = Manifold(len(names), "M", start_index=lower)
    X = M.chart(" ".join(names), **chart)
    if plain:
        M.set_simplify_function(lambda e: e.expand())
    return M, X


def read(text: str) -> Any:
    """A symbolic expression."""
    from sage.symbolic.ring import SR

    return SR(text.replace("**", "^"))


def at(expression: Any, point: Mapping[str, Fraction]) -> str:
    """The value of an expression at a rational point."""
    from sage.rings.rational import Rational
    from sage.symbolic.ring import SR

    given = {SR.var(n): Rational((q.numerator, q.denominator)) for n, q in point.items()}
    value = SR(expression).subs(given)
    try:
        return values.digits(Fraction(str(value)))
    except ValueError:
        return values.digits(str(value.n(digits=values.WORKING)).replace(" ", ""))


def is_zero(expression: Any) -> bool:
    """Whether an expression that was not simplified is zero: the cheapest way that decides."""
    if expression.is_trivial_zero():
        return True
    point = {str(v): Fraction(k + 3, k + 5) for k, v in enumerate(expression.variables())}
    if at(expression, point) != "0":
        return False
    if expression.numerator().expand().is_trivial_zero():
        return True
    return bool(expression.simplify_full().is_trivial_zero())


def components(tensor: Any, frame: Any = None) -> list[Any]:
    """The independent components as expressions, zeros included, in the order of indices."""
    array = tensor.comp(frame) if frame else tensor.comp()
    return [array[list(index)].expr() for index in array.non_redundant_index_generator()]


def vanishes(tensor: Any, plain: bool) -> bool:
    """The decision whether a tensor field is zero."""
    if not plain:
        return bool(tensor == 0)
    return all(is_zero(e) for e in components(tensor))


def contenders(
    prepare: Callable[[Any], Any],
    fresh: Callable[[Any, bool], Any],
    run: Callable[[Any, bool], Any],
    answer: Callable[[Any, Any], tuple[tuple[Any, ...], str]],
) -> tuple[Contender, ...]:
    """Both contenders: 100 and 5 times slower than ours is what we aim at."""

    def contender(name: str, plain: bool, aim: float) -> Contender:
        def loaded(data: Any) -> Any:
            load()
            return prepare(data)

        return Contender(
            name,
            loaded,
            lambda state: run(state, plain),
            answer,
            needs=NEEDS,
            fresh=lambda state: fresh(state, plain),
            aim=aim,
            interpreter=PEERS,
        )

    return contender(AS_IT_COMES, False, 100.0), contender(PLAIN, True, 5.0)
