"""Names that look alike are pointed out."""

from __future__ import annotations

import pytest

from diffgeo import Manifold
from diffgeo.errors import NameClash, UndefinedSymbol
from diffgeo.homoglyphs import hint, skeleton

CYRILLIC = "\u0445"  # looks like x


@pytest.mark.parametrize(
    ("one", "other"),
    [("x", CYRILLIC), ("o", "\u03bf"), ("A", "\u0391"), ("fi", "\ufb01"), ("x1", "\uff58\uff11"),
     ("max", "m\u0430x"), ("K", "\u212a")],
)  # fmt: skip
def test_two_names_that_look_alike_are_not_declared(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other) and one != other
    for declared in (
        {"coordinates": [one, other]},
        {"coordinates": ["q"], "parameters": [one, other]},
        {"coordinates": [one], "functions": f"{other}({one})"},
    ):
        with pytest.raises(NameClash, match=r"look alike: .*\(.*\)"):
            Manifold("M", **declared)


def test_names_that_differ_visibly_are_declared() -> None:
    names = ["a", "alpha", "α", "ρ", "p", "x", "χ", "ж", "w", "ω", "é", "e", "l", "I"]
    assert Manifold("M", names).chart.coordinates == tuple(names)


def test_an_undeclared_name_says_what_it_looks_like() -> None:
    M = Manifold("M", "x y")
    with pytest.raises(UndefinedSymbol, match=r"looks like 'x', .*cyrillic small letter ha.*latin"):
        M.function(f"{CYRILLIC} + y")
    assert "looks like 'v'" in hint("ν", ["v"]) and hint("z", ["x"]) == ""
