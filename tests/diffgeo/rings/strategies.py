"""Random expressions for the exact ring, points in their domain and concrete functions."""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from hypothesis import strategies as st

from diffgeo.errors import OutsideDomain, TooLarge
from diffgeo.interop.evaluation import evaluate_tree
from diffgeo.interop.parsing import Names, parse
from diffgeo.rings import expression as tree
from diffgeo.rings.exact.ring import ExactRing
from diffgeo.rings.expression import Apply, Call, Expression, Number, Power, Symbol

COORDINATES = ("x", "y", "t")
PARAMETERS = ("a", "m")
FUNCTIONS = {"f": 1, "g": 2}
SIGNS = {"x": 1, "m": 1}
DIGITS = 50
#: How far two evaluations of one function may differ, relative to the larger of 1 and the value.
TOLERANCE = 1e-22


def ring_of(
    coordinates: Sequence[str] = COORDINATES,
    parameters: Sequence[str] = PARAMETERS,
    signs: dict[str, int] | None = None,
    nonzero: Sequence[str] = (),
) -> ExactRing:
    """A ring with the undefined functions f(t) and g(x, y)."""
    return ExactRing(coordinates, parameters, FUNCTIONS, signs or {}, nonzero)


def read(ring: ExactRing, *texts: str) -> list[Any]:
    """The elements of formulas that are ingested together."""
    names = Names((*ring.coordinates, *ring.parameters), ring.functions)
    return ring.ingest([parse(text, names) for text in texts])


#: Zero, by a relation with larger integers than those that the ring looks for.
HIDDEN = (
    "log(46292552162781456490001 + 32733777552734744709300*sqrt(2))",
    "60*log(1 + sqrt(2))",
)


def state(ring: ExactRing) -> tuple[int, int, int, list[str]]:
    """What a refusal must leave as it was."""
    tower = ring.tower
    conditions = [f"{r.element} {r.relation}" for r in ring.domain.records]
    return len(tower), len(tower.falling), len(tower.cancelling), conditions


_BODY_NAMES = Names(("t", "u", "v"), {})
#: Concrete functions for evaluation: entire, and with no symmetry that could hide an error.
CONCRETE = {
    "f": (("t",), parse("sin(t) + t**3/3 + 1/5", _BODY_NAMES)),
    "g": (("u", "v"), parse("exp(u/3)*v + u*v**2 - v**3/7 + 2/9", _BODY_NAMES)),
}


def value(tree_: Expression, point: dict[str, Fraction], digits: int = DIGITS) -> Any:
    """The value of a tree, an mpmath number."""
    return evaluate_tree(tree_, point, CONCRETE, digits)


def close(left: Any, right: Any) -> bool:
    """Whether two values agree far beyond double precision."""
    return abs(left - right) <= TOLERANCE * max(1, abs(left), abs(right))


def points(seed: int, count: int = 12) -> list[dict[str, Fraction]]:
    """Rational points that respect the signs of `SIGNS`."""
    rng = random.Random(seed)
    result = []
    for _ in range(count):
        point = {n: Fraction(rng.randint(-190, 190), 97) for n in (*COORDINATES, *PARAMETERS)}
        point.update({n: Fraction(rng.randint(20, 230), 97) for n in SIGNS})
        result.append(point)
    return result


def common_point(
    trees: Sequence[Expression], seed: int
) -> tuple[dict[str, Fraction], list[Any]] | None:
    """A point at which every tree is defined, with the values there."""
    for point in points(seed):
        try:
            return point, [value(t, point) for t in trees]
        except (OutsideDomain, TooLarge):
            continue
    return None


# --- expressions -------------------------------------------------------------------

numbers = st.builds(lambda p, q: Number(Fraction(p, q)), st.integers(-4, 4), st.integers(1, 3))
symbols = st.sampled_from([Symbol(n) for n in (*COORDINATES, *PARAMETERS)])
positive_symbols = st.sampled_from([Symbol(n) for n in SIGNS])
leaves = st.one_of(symbols, symbols, symbols, numbers)
_coefficients = st.sampled_from([Fraction(n) for n in (1, 1, 1, 2, -1, 3)] + [Fraction(1, 2)])


def _plus_square(child: Expression) -> Expression:
    return tree.add(tree.ONE, tree.power(child, 2))


def combinations(children: st.SearchStrategy[Expression]) -> st.SearchStrategy[Expression]:
    """Sums of rational multiples of symbols and of one function: arguments of sine and exp."""
    term = st.builds(lambda c, u: tree.multiply(Number(c), u), _coefficients, symbols)
    more = st.builds(lambda c, u: tree.multiply(Number(c), u), _coefficients, children)
    return st.one_of(term, st.builds(tree.add, term, term), st.builds(tree.add, term, more), more)


def _calls(names: Sequence[str], arguments: st.SearchStrategy[Expression]) -> Any:
    return st.builds(lambda n, u: Call(n, (u,)), st.sampled_from(names), arguments)


def _arithmetic(children: st.SearchStrategy[Expression]) -> st.SearchStrategy[Expression]:
    return st.one_of(
        st.builds(tree.add, children, children),
        st.builds(tree.multiply, children, children),
        st.builds(tree.divide, children, children),
        st.builds(lambda u, v: tree.divide(u, _plus_square(v)), children, children),
        st.builds(tree.power, children, st.sampled_from([-2, -1, 2, 3])),
    )


def _transcendental(children: st.SearchStrategy[Expression]) -> st.SearchStrategy[Expression]:
    under = st.one_of(positive_symbols, children.map(_plus_square), children)
    return st.one_of(
        _calls(["sin", "cos", "tan", "sin", "cos"], combinations(children)),
        _calls(["exp", "sinh", "cosh", "tanh"], combinations(children)),
        _calls(["sqrt", "log"], under),
        st.builds(Power, positive_symbols, st.one_of(symbols, combinations(children))),
        st.builds(lambda k, u: Apply("f", (k,), (u,)), st.integers(0, 1), children),
        st.builds(
            lambda k, u, v: Apply("g", (k, 0), (u, v)), st.integers(0, 1), children, children
        ),
    )


#: Polynomials and rational functions.
rational_expressions = st.recursive(leaves, _arithmetic, max_leaves=6)
#: Everything that the ring reads, nested up to three deep.
expressions = st.recursive(
    leaves, lambda c: st.one_of(_arithmetic(c), _transcendental(c)), max_leaves=10
)
seeds = st.integers(0, 2**20)
