"""Euler and Pontryagin forms of metrics, against numbers of topology."""

from __future__ import annotations

import pytest

from diffgeo import Manifold, Metric, check, identity_map
from diffgeo.errors import DegreeMismatch
from diffgeo.metrics import euler_form, pontryagin_form
from diffgeo.subsets import cell, integral

HALF, TURN = (0, "pi"), (0, "2*pi")


@pytest.mark.parametrize(
    ("ranges", "components", "number"),
    [
        ({"a": HALF, "b": TURN}, {"a": 1, "b": "sin(a)**2"}, 2),
        ({"a": TURN, "b": TURN}, {"a": 1, "b": "(2 + cos(a))**2"}, 0),
        (
            {"a": HALF, "b": TURN, "c": HALF, "e": TURN},
            {"a": 1, "b": "sin(a)**2", "c": 3, "e": "3*sin(c)**2"},
            4,
        ),
        (
            {"a": HALF, "b": HALF, "c": HALF, "e": TURN},
            {"a": 1, "b": "sin(a)**2", "c": "sin(a)**2*sin(b)**2",
             "e": "sin(a)**2*sin(b)**2*sin(c)**2"},
            2,
        ),
        (
            {"a": HALF, "b": TURN, "c": TURN, "e": TURN},
            {"a": 1, "b": "sin(a)**2", "c": "(2 + cos(a))**2", "e": 1},
            0,
        ),
    ],
)  # fmt: skip
def test_numbers_of_euler(ranges: dict, components: dict, number: int) -> None:
    domain = [f"{name} in (0, pi)" for name, ends in ranges.items() if ends is HALF]
    M = Manifold("M", list(ranges), domain=domain)
    e = euler_form(Metric.diagonal(M, **components))
    found = integral(e, cell(identity_map(M), **ranges))
    assert check(found == number)
    assert not check(found == number + 1)


def test_on_a_surface_it_is_the_curvature_of_gauss() -> None:
    M = Manifold("M", "x y", functions="f(x,y)")
    g = Metric.diagonal(M, x="exp(f(x,y))", y="exp(f(x,y))")
    curvature = g.connection.sectional(*M.frame)
    assert check(2 * M.function("pi") * euler_form(g) == curvature * g.volume)
    assert not check(2 * M.function("pi") * euler_form(g) == -curvature * g.volume)
    with pytest.raises(DegreeMismatch, match="odd"):
        euler_form(Metric.diagonal(Manifold("N", "x y z"), x=1, y=1, z=1))


def test_the_pontryagin_form_is_conformally_invariant() -> None:
    M = Manifold("M", "t x y z")
    g = Metric.from_components(
        M, {("t", "t"): 1, ("x", "x"): 1, ("y", "y"): 1, ("z", "z"): "1 + t**2", ("x", "y"): "z*t",
            ("y", "z"): "x"}
    )  # fmt: skip
    form = pontryagin_form(g)
    assert form._terms
    assert check(form == pontryagin_form(g.rescaled(M.function("1 + x**2"))))
    assert not check(form == 0)
