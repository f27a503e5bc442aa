"""Reading: from text to the functions that a library computes with.

What the other cases do not time. Ours reads with the ring that decides which angles, roots and
denominators are independent; the peers make expressions.
"""

from __future__ import annotations

from random import Random
from typing import Any

from benchmarks import random_data, sage, values
from benchmarks.harness import PEERS, Case, Contender, Instance

NAMES = ("x", "y", "z")
POINT = dict(zip(NAMES, random_data.point(3), strict=True))


def instances(quick: bool) -> list[Instance]:
    """Polynomials, and polynomials in sines and cosines over denominators."""
    random = Random(0)
    sines = [f"{f}({x})" for f in ("sin", "cos") for x in NAMES]
    made = []
    for count in (10,) if quick else (10, 100):
        texts = [
            random_data.text(random_data.polynomial(random, 3, 3, 5), NAMES) for _ in range(count)
        ]
        made.append(Instance(f"{count} polynomials", texts, series="polynomials", size=count))
    for count in (10,) if quick else (10, 100):
        below = [
            random_data.text({**random_data.polynomial(random, 3, 1, 1), (0, 0, 0): 5}, NAMES)
            for _ in range(3)
        ]
        texts = [
            f"({random_data.text(random_data.polynomial(random, 9, 2, 4), [*NAMES, *sines])})"
            f"/({below[k % 3]})"
            for k in range(count)
        ]
        label = f"{count} fractions with sines"
        made.append(Instance(label, texts, series="fractions with sines", size=count))
    return made


def _ours(texts: list[str]) -> list[str]:
    import diffgeo.rings.exact  # loaded before the clock starts

    del diffgeo
    return texts


def _read(texts: list[str]) -> Any:
    from diffgeo import Manifold

    return Manifold("M", NAMES).functions(texts)


def _value(data: Any, result: Any) -> tuple[tuple[Any, ...], str]:
    last = result[-1]
    last = last.to_sympy() if hasattr(last, "to_sympy") else last
    return (len(result), values.of_sympy(last, POINT)), ""


def _sympy(texts: list[str]) -> Any:
    import sympy

    names = {n: sympy.Symbol(n) for n in NAMES}
    return [sympy.sympify(text, locals=names) for text in texts]


def _symengine(texts: list[str]) -> Any:
    import symengine

    return [symengine.sympify(text) for text in texts]


def _sage_load(texts: list[str]) -> list[str]:
    sage.load()
    return texts


def _sage(texts: list[str]) -> Any:
    return [sage.read(text) for text in texts]


def _sage_value(data: Any, result: Any) -> tuple[tuple[Any, ...], str]:
    return (len(result), sage.at(result[-1], POINT)), ""


CASE = Case(
    "reading",
    "From text to functions",
    instances,
    (
        Contender("exact ring", _ours, _read, _value, role="ours"),
        Contender("SymPy", _ours, _sympy, _value, ("sympy",)),
        Contender("symengine", _ours, _symengine, _value, ("symengine",), aim=None),
        Contender(
            *("Sage", _sage_load, _sage, _sage_value, sage.NEEDS),
            aim=None,
            interpreter=PEERS,
        ),
    ),
)
