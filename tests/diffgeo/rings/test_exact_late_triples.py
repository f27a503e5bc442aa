"""Three functions one after another, in every context: no polynomial of an old one is used."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import permutations

import pytest

from diffgeo.errors import OutsideDomain, Refusal
from diffgeo.interop.parsing import Names, parse
from diffgeo.rings.exact import contexts
from diffgeo.rings.exact.ring import ExactRing

from .strategies import close, points, value

NAMES = Names(("x", "y"))
#: Roots, exponentials and angles that refine each other, with constants in between.
POOL = (
    "exp(x)",
    "sqrt(x)",
    "sin(x)",
    "cos(x/2)",
    "tanh(1 + pi/3)",
    "sqrt(sinh(1)*tan(y))",
    "(sinh(x)*y)**(1/3)",
    "log(1 + cos(y))",
    "sin(pi/5)*x",
    "1/(exp(x) - exp(1))",
    "sqrt(2)*log(3)/x",
    "x**(1/6)",
    "sqrt(cosh(x))",
    "1/(sin(x) + cos(pi/8))",
    "atan(x)",
    "asin(y/3)",
    "sin(y/3)",
)
#: These once left an element in the context of an older tower.
KNOWN = (
    ("exp(x)", "tanh(1 + pi/3)", "(sinh(x)*y)**(1/3)"),
    ("sqrt(x)", "tanh(1 + pi/3)", "sqrt(sinh(1)*tan(y))"),
)


def sampled(count: int) -> list[tuple[str, ...]]:
    chosen = random.Random(11).sample(list(permutations(POOL, 3)), count)
    return [*KNOWN, *chosen]


def check_triple(texts: tuple[str, ...]) -> None:
    """Each function can be read, and has the value of its text at a point."""
    ring = ExactRing(("x", "y"))
    elements = []
    for text in texts:
        try:
            elements.append((text, ring.ingest([parse(text, NAMES)])[0]))
        except Refusal:
            continue
    assert elements
    for text, element in elements:
        compare(ring, text, element)


def compare(ring: ExactRing, text: str, element: object) -> None:
    tree = parse(text, NAMES)
    for point in points(3, 40):
        positive = {name: abs(Fraction(number)) / 7 for name, number in point.items()}
        try:
            expected = value(tree, positive, 160)
            found = value(ring.expression(element), positive, 160)
        except OutsideDomain:
            continue
        assert close(found, expected)
        return
    raise AssertionError(f"{text} has no value")


@pytest.mark.parametrize("texts", KNOWN, ids=" then ".join)
def test_known_triples(texts: tuple[str, ...]) -> None:
    check_triple(texts)


def test_every_generator_in_a_context_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    # Contexts grow by blocks, which hides that an old one is used until a block is full.
    monkeypatch.setattr(contexts, "_BLOCK", 1)
    for texts in sampled(40):
        check_triple(texts)
