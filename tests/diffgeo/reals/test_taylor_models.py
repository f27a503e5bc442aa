"""Taylor models: what they stand for lies in them, on the whole disc, and what is singular there is
refused."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import mpmath
import pytest
from flint import arb, arb_poly, ctx

from diffgeo.errors import OutsideDomain
from diffgeo.reals.ball_series import _MACHINE
from diffgeo.reals.taylor_models import TaylorModel

TERMS = 7
#: Functions of a model, and of a complex number.
FUNCTIONS: list[tuple[str, Callable[[Any], Any], Callable[[Any], Any]]] = [
    ("product", lambda a: a * a * (a - 3) + 2 * a, lambda w: w * w * (w - 3) + 2 * w),
    ("inverse", lambda a: 1 / a, lambda w: 1 / w),
    ("quotient", lambda a: (1 - a) / (a * a + 1), lambda w: (1 - w) / (w * w + 1)),
    ("root", lambda a: a.sqrt(), mpmath.sqrt),
    ("exp", lambda a: a.exp(), mpmath.exp),
    ("sin", lambda a: a.sin(), mpmath.sin),
    ("cos", lambda a: a.cos(), mpmath.cos),
    ("tan", lambda a: (a / 4).tan(), lambda w: mpmath.tan(w / 4)),
    ("sinh", lambda a: a.sinh(), mpmath.sinh),
    ("cosh", lambda a: a.cosh(), mpmath.cosh),
    ("tanh", lambda a: (a / 4).tanh(), lambda w: mpmath.tanh(w / 4)),
    ("log", lambda a: a.log(), mpmath.log),
    ("atan", lambda a: (a / 3).atan(), lambda w: mpmath.atan(w / 3)),
    ("asin", lambda a: (a / 4).asin(), lambda w: mpmath.asin(w / 4)),
    ("acos", lambda a: (a / 4).acos(), lambda w: mpmath.acos(w / 4)),
    ("power", lambda a: _MACHINE["power"](a, arb(5) / 3), lambda w: w ** (mpmath.mpf(5) / 3)),
]


def model(coefficients: list[float], bound: float) -> TaylorModel:
    return TaylorModel(arb_poly(coefficients), arb(bound), TERMS)


def off(found: TaylorModel, z: complex, value: Any) -> float:
    """How far a value is from those of the polynomial, whose coefficients are balls."""
    terms = [mpmath.mpf(c.mid().str(45, radius=False)) for c in found.polynomial.coeffs()]
    rounded = sum(float(c.rad()) for c in found.polynomial.coeffs())
    return float(abs(mpmath.polyval(terms[::-1], z) - value)) - rounded


@pytest.mark.parametrize(
    ("name", "of_model", "of_number"), FUNCTIONS, ids=[f[0] for f in FUNCTIONS]
)
def test_functions_of_what_lies_in_a_model_lie_in_that_of_the_function(
    name: str, of_model: Callable[[Any], Any], of_number: Callable[[Any], Any]
) -> None:
    rng = random.Random(name)
    largest = 0.0
    with mpmath.workdps(40):
        for bound in (0.0, 0.0, 1e-3):
            c = [rng.uniform(1.5, 2.5), *(rng.uniform(-0.2, 0.2) for _ in range(4))]
            found = of_model(model(c, bound))
            for _ in range(12):
                z = 0.9999 * mpmath.expj(rng.uniform(0, 7))
                # Another function of the model than its polynomial.
                a = mpmath.polyval(c[::-1], z) + bound * z ** rng.randint(0, 9)
                missed = off(found, z, of_number(a))
                assert missed <= float(found.bound) + 1e-30
                largest = max(largest, missed / float(found.bound + 1e-30))
                assert abs(of_number(a)) <= float(found.size)
        # The comparison would see a bound that is too small.
        assert largest > 1e-3


def test_the_ball_contains_the_real_values() -> None:
    found = model([2, -1, 0.5], 0.25).ball
    for x in (-1, -0.5, 0, 1):
        for beside in (-0.25, 0.25):
            assert found.contains(arb(2 - x + x * x / 2 + beside))
    assert not found.contains(arb(0.2)) and found.contains(arb(0.25))


@pytest.mark.parametrize(
    "singular",
    [
        lambda a: 1 / a, lambda a: a.sqrt(), lambda a: a.log(), lambda a: 1 / (a - a),
        lambda a: (a + 0.6).asin(), lambda a: (-4 - a).sqrt(), lambda a: (-4 - a).log(),
        lambda a: _MACHINE["Abs"](a), lambda a: _MACHINE["atan2"](a, a),
    ],
)  # fmt: skip
def test_what_is_singular_on_the_disc_is_refused(singular: Callable[[Any], Any]) -> None:
    """a = 1/2 + z vanishes at -1/2."""
    with pytest.raises(OutsideDomain):
        singular(model([0.5, 1], 0))


def test_signs_and_angles_are_those_of_the_whole_disc() -> None:
    a, b = model([2, 0.5], 0.1), model([-1, 0.25], 0)
    assert _MACHINE["Abs"](b).ball.overlaps((-b).ball) and _MACHINE["sign"](a) == 1
    angle = _MACHINE["atan2"](b, a)
    with mpmath.workdps(30):
        for x in (-1, 0, 0.5, 1):
            exact = mpmath.atan2(-1 + x / 4, 2 + x / 2)
            assert off(angle, x, exact) <= float(angle.bound) < 0.2


def test_terms_that_cancel_cancel() -> None:
    """(1 + x)⁴ - x⁴ - 4x³ - 6x² - 4x = 1: an interval counts each term."""
    x = model([3, 1], 0)
    y = 1 + x
    assert (y * y * y * y - x * x * x * x - 4 * x * x * x - 6 * x * x - 4 * x - 1).size < 1e-10


def test_fewer_terms_of_a_series_are_still_enclosed() -> None:
    """python-flint cuts all series at `ctx.cap`: guesses get worse, and bounds with them."""
    before = ctx.cap
    try:
        ctx.cap = 3
        found = model([1, 0.5], 0).exp()
    finally:
        ctx.cap = before
    with mpmath.workdps(30):
        assert 1e-3 < off(found, 1, mpmath.exp(1.5)) <= float(found.bound)
