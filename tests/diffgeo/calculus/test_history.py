"""The same question has the same answer in a fresh manifold and in a used one."""

from __future__ import annotations

from collections.abc import Callable
from math import prod
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from diffgeo import (
    Distribution,
    Form,
    Manifold,
    Map,
    Metric,
    bracket,
    check,
    d,
    inverse_map,
    level_set,
    lie,
    zero_set,
)
from diffgeo.errors import DiffGeoError, Refusal
from diffgeo.rings.exact.transfer import Coarsening
from diffgeo.structures import tensor_product
from diffgeo.subsets import components
from diffgeo.subsets.factored_equations import factors_of


def manifold() -> Manifold:
    return Manifold("M", "x y z", parameters="a", positive="a")


# --- the past ----------------------------------------------------------------------------------


def _map_and_inverse(M: Manifold, image: str) -> None:
    N = Manifold("N", "u y z", parameters="a", positive="a u")
    inverse_map(Map(M, N, {"u": image, "y": "y", "z": "z"}))


def _pulled(M: Manifold) -> None:
    N = Manifold("N", "u v")
    Map(M, N, {"u": "x + y", "v": "z"}).pull(N.function("sqrt(u)*log(v)"))


PAST: dict[str, Callable[[Manifold], Any]] = {
    text: (lambda M, text=text: M.function(text))
    for text in [
        "sqrt(x)", "log(x)", "log(y + 2)", "sqrt(y)*sqrt(z)", "sin(x/2)", "cos(y/3)", "exp(z/2)",
        "atan(y)", "atan2(y, x)", "1/x", "1/(1 + cos(y))", "x**(1/3)", "sqrt(x**2 + y**2)",
        "Abs(a)*log(z)", "sqrt(1 + x**2)", "x**y",
    ]
} | {
    "exponential and its inverse": lambda M: _map_and_inverse(M, "exp(x)"),
    "cube and its inverse": lambda M: _map_and_inverse(M, "x**3"),
    "pullback": _pulled,
    "level set": lambda M: level_set(M, "x**2 + y**2 - sqrt(z)"),
    "sine, then half of it": lambda M: (M.function("sin(y)"), M.function("sin(y/2)")),
}  # fmt: skip

# --- questions -----------------------------------------------------------------------------------


def _function(text: str) -> Callable[[Manifold], Any]:
    return lambda M: M.function(text)


def _vanishes(left: str, right: str) -> Callable[[Manifold], Any]:
    return lambda M: check(M.function(left) == M.function(right))


def _set(make: Any, *equations: str) -> Callable[[Manifold], Any]:
    return lambda M: make(M, equations[0] if make is components else list(equations))


def _metric(M: Manifold) -> Any:
    e = [d(M[name]) for name in M.chart.coordinates]
    factors = zip(map(M.function, ["1", "x**2", "1"]), e, strict=True)
    return Metric(sum((f * tensor_product(a, a) for f, a in factors), 0)).volume


def _inverse(M: Manifold) -> Any:
    N = Manifold("K", "u v w")
    return inverse_map(Map(M, N, {"u": "x + y**2", "v": "2*y", "w": "z - x*y"})).images["w"]


QUESTIONS: dict[str, Callable[[Manifold], Any]] = {
    **{
        text: _function(text)
        for text in [
            "x/y", "1/x", "1/(x*y)", "1/(1 + cos(y))", "sqrt(x**2)", "sqrt(y**2)", "Abs(x)",
            "sign(z)", "sqrt(x*y)", "log(x*z)", "sqrt(a*x)", "sqrt(x + 1)", "Abs(x**2 + 1)",
            "(sqrt(x**2) - x)*log(x)", "log(x)*sqrt(x**2)", "sqrt(x**2)*sqrt(x)", "sin(x)/cos(x)",
            "atan2(y, z)", "exp(x)/(1 + exp(x))", "tan(y/2)", "x**(2/3)",
        ]
    },
    "polynomial": _vanishes("(x + y)**2", "x**2 + 2*x*y + y**2"),
    "wrong polynomial": _vanishes("(x + y)**2", "x**2 + y**2"),
    "double angle": _vanishes("sin(2*y)", "2*sin(y)*cos(y)"),
    "root": _vanishes("sqrt(x)**2", "x"),
    "quotient": _vanishes("(x**2 - 1)/(x - 1)", "x + 1"),
    "irreducible": _set(level_set, "y*(x**2 + 1)"),
    "sphere": _set(level_set, "x**2 + y**2 + z**2 - 1"),
    "sine": _set(level_set, "sin(x)"),
    "sine of y": _set(level_set, "sin(y) - z"),
    "exponential": _set(level_set, "exp(z) - x**2"),
    "union": _set(level_set, "x*y"),
    "components": _set(components, "x*y*(z**2 + 1)"),
    "zero set": _set(zero_set, "x*(y**2 + 1)", "z - x**2"),
    "quadric": _set(zero_set, "x**2 + y**2 - 1", "x*z + y"),
    "empty": _set(zero_set, "x**2 + y**2 + 1"),
    "quotient's zeros": _set(zero_set, "x/y"),
    "cubes": _set(zero_set, "x**3 - y**3"),
    "tangent": lambda M: level_set(M, "x**2 + y**2 - 1").is_tangent(
        M.vector_field(x="-y", y="x")
    ),
    "bracket": lambda M: bracket(M.vector_field(x="y/x"), M.vector_field(y="sqrt(z)")),
    "lie": lambda M: lie(M.vector_field(x="y/x"), M.function("z*x") * d(M["y"])),
    "differential": lambda M: d(M.function("x*y/z")),
    "distribution": lambda M: Distribution.annihilated_by(
        [d(M["z"]) - M.function("y/x") * d(M["x"])]
    ).is_involutive(),
    "metric": _metric,
    "inverse": _inverse,
}  # fmt: skip


def answer(question: Callable[[Manifold], Any], M: Manifold) -> Any:
    """Status, conditions as a set, and the result; a refusal is its kind."""
    try:
        found = question(M)
    except (DiffGeoError, Refusal) as refusal:
        return type(refusal).__name__
    many = found if isinstance(found, list) else [found]
    return [_one(thing) for thing in many]


def _one(thing: Any) -> Any:
    if thing is None:
        return None
    given = [c for c in thing.conditions if not getattr(c, "removable", False)]
    space = getattr(thing, "space", None)
    conditions = {str(c) for c in given if c.relation != "!="}
    if others := [c for c in given if c.relation == "!="]:
        # A finer angle may have come in between: 1 + cos(y) is 2*cos(y/2)**2.
        if space is None:
            conditions |= set(map(str, others))
        else:
            product = prod((space.function(c.expression) for c in others), start=1)
            conditions |= {f"{written(f)} != 0" for f in factors_of(space, product)}
    status = getattr(thing, "status", None)
    if status is not None:
        return status.name, conditions
    equations = getattr(thing, "equations", None)
    if equations is not None:
        shown = getattr(thing, "generators", equations)
        return [written(g) for g in shown], conditions
    return written(thing) if isinstance(thing, Form) and not thing.degree else str(
        thing
    ), conditions


def written(f: Form) -> str:
    """The function as it is written in a ring that has seen nothing else."""
    ring = f.space.chart.ring
    return str(Coarsening(ring)(ring.expand(f.element())))


FRESH: dict[str, Any] = {}


def fresh(name: str) -> Any:
    if name not in FRESH:
        FRESH[name] = answer(QUESTIONS[name], manifold())
    return FRESH[name]


#: Denominators are taken apart in the angles that are there, with equivalent conditions: see
#: the reference of function rings.
INHERENT = {"1/(1 + cos(y))": {"cos(y/3)", "sine, then half of it"}}


@pytest.mark.parametrize("name", QUESTIONS)
def test_one_past(name: str) -> None:
    wanted, wrong = fresh(name), {}
    for past, happen in PAST.items():
        if past in INHERENT.get(name, ()):
            continue
        M = manifold()
        happen(M)
        if (found := answer(QUESTIONS[name], M)) != wanted:
            wrong[past] = found
    assert not wrong, f"fresh: {wanted}"


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(st.sampled_from(list(PAST)), max_size=3), st.sampled_from(list(QUESTIONS)))
def test_any_past(pasts: list[str], name: str) -> None:
    if INHERENT.get(name, set()) & set(pasts):
        return
    M = manifold()
    for past in pasts:
        try:
            PAST[past](M)
        except DiffGeoError:
            continue  # It contradicts what came before.
    assert answer(QUESTIONS[name], M) == fresh(name)


def test_an_inverse_leaves_no_condition() -> None:
    M, N = manifold(), Manifold("N", "u y z", parameters="a", positive="a u")
    inverse_map(Map(M, N, {"u": "x**3", "y": "y", "z": "z"}))
    assert [str(c) for c in M.function("sqrt(-x)").conditions] == ["-x > 0"]


@pytest.mark.parametrize("past", ["sin(1/x)", "atan(sin(1/x))", "sin(sqrt(2*x))"])
@pytest.mark.parametrize(
    "text", ["sin(asin(a - 2))", "sqrt((2*y**2/(y*y))**2)", "((y**2 + 1)**3)**(1/3)"]
)
def test_angles_that_do_not_occur_leave_no_conditions(past: str, text: str) -> None:
    fresh, used = (Manifold("M", "x y", parameters="a") for _ in range(2))
    used.function(past)
    assert used.function(text).conditions == fresh.function(text).conditions
