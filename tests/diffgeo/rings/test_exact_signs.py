"""The sign oracle: by inequalities, never from a sample point."""

from __future__ import annotations

import pytest

from diffgeo import errors
from diffgeo.rings.exact.element import Element

from .strategies import read, ring_of

KNOWN = [
    # a function that does not change its sign, the sign, declared signs, what is stated with it
    ("sqrt(2) + sin(y)", 1, {}, []),
    ("sin(y) - sqrt(3)/sqrt(2)", -1, {}, []),
    ("sqrt(2 + sin(y)) - 2", -1, {}, []),
    ("3 - sin(y)**2 - cos(t)", 1, {}, []),
    ("2*cos(y)**2 + 1", 1, {}, []),
    ("cos(y)**2*sin(t)**2 - 2", -1, {}, []),
    ("sqrt(5) - sqrt(2) - sqrt(3)", -1, {}, []),
    ("sqrt(7) - 2 - sqrt(3)/6", 1, {}, []),
    ("x + sqrt(x*m)", 1, {"x": 1, "m": 1}, []),
    ("y + sqrt(y)", 1, {}, ["sqrt(y)"]),
    ("y**3*t**2 + y", 1, {}, ["log(y)"]),
    ("-y - exp(t)", -1, {}, ["log(y)"]),
    ("t + 1", 1, {}, ["sqrt(y*t)", "log(y)"]),
    ("1 + cos(y)", 1, {}, ["1/(1 + cos(y))"]),
    ("x + sqrt(x**2 + 1)", 1, {}, []),
    ("sqrt(x**2 + y**2 + 1) - y", 1, {}, []),
    ("x - 2*sqrt(x**2 - 1)", 1, {}, ["log(x)", "sqrt(x**2 - 1)", "sqrt(x - 2*sqrt(x**2 - 1))"]),
    ("y + sqrt(y**2 - 1)", -1, {"y": -1}, []),
    ("log(2 + x**2)", 1, {}, []),
    ("sinh(x)", 1, {"x": 1}, []),
    ("3 - 3*exp(-x)", -1, {"x": -1}, []),
    ("sqrt(3)*cos(y)**2 - 3*cos(y)**2 - sqrt(3)", -1, {}, []),
]


@pytest.mark.parametrize(("text", "sign", "signs", "stated"), KNOWN)
@pytest.mark.parametrize("first", [True, False])
def test_known_signs(
    text: str, sign: int, signs: dict[str, int], stated: list[str], first: bool
) -> None:
    ring = ring_of(signs=signs)

    def read_with(*texts: str) -> list[Element]:
        together = [*stated, *texts] if first else [*texts, *stated]
        found = read(ring, *together)
        return found[len(stated) :] if first else found[: len(texts)]

    element, absolute, number = read_with(text, f"Abs({text})", f"sign({text})")
    assert ring.sign(element.under(number.mask)) == sign
    assert ring.equal(absolute, sign * element)
    assert ring.equal(number, ring.rational(sign))
    assert not ring.equal(absolute, -sign * element)
    (root,) = read_with(f"sqrt(({text})**2)")
    assert ring.equal(root, absolute)


@pytest.mark.parametrize(
    "text",
    [
        "sqrt(2) - 1 - sin(y)",
        "1 + 2*cos(y)",
        "x + sqrt(x**2 - 1)",
        "y*t",
        "sin(y)**2 - 1/2",
        "exp(x**2) - y**2",  # an exponential beside what is no number
        "3*y*t - 3*exp(x**2)",
    ],
)
def test_where_a_sign_is_not_known_it_is_neither(text: str) -> None:
    ring = ring_of()
    size, element, sign = read(ring, f"Abs({text})", text, f"sign({text})")
    assert ring.sign(element) is None and ring.sign(size) == 1
    assert ring.equal(size**2, element**2) and ring.equal(sign * size, element)
    assert not ring.equal(size, element) and not ring.equal(size, -element)


def test_a_sign_that_follows_from_conditions_brings_them_along() -> None:
    ring = ring_of()
    *_, absolute = read(ring, "sqrt(y*t)", "log(y)", "Abs(t + 1)")
    assert {str(c) for c in ring.conditions(absolute)} == {"y > 0", "y*t > 0"}


def test_what_was_read_before_gives_no_sign() -> None:
    ring = ring_of()
    read(ring, "sqrt(y*t)", "log(y)", "1/(1 + cos(y))")
    for text, sign in (("t + 1", None), ("y", None), ("1 + cos(y)", 1)):
        size, element = read(ring, f"sqrt(({text})**2)", text)
        assert ring.sign(element) == sign
        assert ring.equal(size, element) == bool(sign)
    (sign,) = read(ring, "sign(1 + cos(y))")
    assert [str(c) for c in ring.conditions(sign)] == ["cos(y) + 1 != 0"]
    (inverse,) = read(ring, "1/y")
    assert [str(c) for c in ring.conditions(inverse)] == ["y != 0"]


@pytest.mark.parametrize("text", ["acos(y)", "pi - 2*atan(y)", "pi + atan2(y, t)"])
def test_angles_are_bounded(text: str) -> None:
    value, size = read(ring_of(), text, f"Abs({text})")
    assert value.ring.equal(value, size)
    assert "asin" not in " ".join(map(str, value.ring.conditions(1 / size)))


@pytest.mark.parametrize("text", ["asin(y)", "pi - 3*atan(y)", "pi + 2*atan2(y, t)", "2 - acos(y)"])
def test_bounds_of_angles_are_not_too_narrow(text: str) -> None:
    ring = ring_of()
    size, element = read(ring, f"Abs({text})", text)
    assert ring.sign(element) is None
    assert not ring.equal(size, element) and not ring.equal(size, -element)


def test_zero_is_left_out_only_where_it_is_a_denominator() -> None:
    ring = ring_of()
    (sign,) = read(ring, "sign(1 + cos(y))")
    assert [str(c) for c in ring.conditions(sign)] == ["cos(y) + 1 != 0"]
    assert ring.conditions(read(ring, "Abs(1 + cos(y))")[0]) == []
    _, sign = read(ring, "1/(1 + cos(y))", "sign(1 + cos(y))")
    assert [str(c) for c in ring.conditions(sign)] == ["cos(y) + 1 != 0"]


@pytest.mark.parametrize(
    ("texts", "error"),
    [
        (["sqrt(y - 1)", "sqrt(1 - y)"], errors.Refusal),
        (["log(y)", "log(-y)"], errors.NonReal),
        (["sqrt(y - sqrt(1 + y**2))"], errors.NonReal),
        (["sqrt(y - sqrt(y**2 + t**2) - 1/9)"], errors.Refusal),
        (["sqrt(sin(y) - sqrt(2))"], errors.NonReal),
        (["sqrt(-2 - y**2*sqrt(2))"], errors.NonReal),
    ],
)
def test_empty_domains_are_refused(texts: list[str], error: type[errors.Refusal]) -> None:
    ring = ring_of()
    with pytest.raises(error):
        for text in texts:
            read(ring, text)


@pytest.mark.parametrize(
    ("before", "text", "signs", "reason"),
    [
        (["sqrt(y)"], "sqrt(-y)", {}, "-y is not positive under the condition y > 0 of sqrt(y); "),
        (["log(y)"], "log(-y)", {}, "log(-y) is not real under the condition y > 0 of log(y); "),
        (["sqrt(y)"], "(-2*y)**(1/3)", {}, "under the condition y > 0 of sqrt(y); "),
        ([], "sqrt(-m)", {"m": 1}, "under the declared signs (m > 0); check the sign"),
        ([], "log(m)", {"m": -1}, "under the declared signs (m < 0); check the sign"),
        (["sqrt(y)"], "sqrt(-m*y)", {"m": 1}, "(m > 0) and the condition y > 0 of sqrt(y); "),
        ([], "asin(2)", {}, "-3 is not positive; check the sign"),
    ],
)
def test_messages_name_where_a_sign_comes_from(
    before: list[str], text: str, signs: dict[str, int], reason: str
) -> None:
    ring = ring_of(signs=signs)
    for earlier in before:
        read(ring, earlier)
    with pytest.raises(errors.NonReal) as info:
        read(ring, text)
    assert reason in str(info.value)
    assert ("declared" in str(info.value)) == bool(signs)
    assert ("another manifold" in str(info.value)) == bool(before)
