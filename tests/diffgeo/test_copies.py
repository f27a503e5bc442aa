"""Copies, pickles, other processes: a space stays the same, and what lives on it travels."""

from __future__ import annotations

import copy
import json
import multiprocessing
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from test_display_everywhere import SHOWN  # objects of every public kind

from diffgeo import (
    FibredManifold,
    Identity,
    Manifold,
    Map,
    Metric,
    Status,
    bracket,
    check,
    cotangent,
    d,
    every_manifold,
    germs,
    interior,
    jet,
    level_set,
    lie,
    product,
    sphere,
    submanifold,
    symbols_of_vector_fields,
    symbols_of_vector_forms,
    tangent,
    zero_set,
)
from diffgeo.atlases import plane, torus
from diffgeo.bundles import dual_jet, vertical_bundle
from diffgeo.errors import NotSupported
from diffgeo.interop.parsing import Names, parse
from diffgeo.metrics import InducedMetric, MixedForm
from diffgeo.proofs import symbols_of_derivations
from diffgeo.rings.exact.ring import ExactRing
from diffgeo.testing import forms, functions
from diffgeo.verdicts.identities import Comparable
from diffgeo.verdicts.verdict import Verdict
from mechanics import compare, load

M = Manifold("M", "x y", functions="f(t)")
x, y = M.coordinates
VERDICTS = {
    "refuted": check(x * y == y),
    "refuted with functions": check(M.function("f(x)") == M.function("f'(x)/x")),
    "verified": check(M.function("1/x") * x == M.function(1)),
    "conjunction": check([d(x * y) == x * d(y) + y * d(x), d(d(x)) == 0 * d(x) * d(y)]),
    "named": check(x == x, name="trivial"),
}
BALL = Manifold("B", "x y z")
ROUND = level_set(BALL, "x**2 + y**2 + z**2 - 1")
FLAT = Metric.diagonal(BALL, x=1, y=1, z=1)
S2 = sphere(2)
E = FibredManifold("E", coordinates="q r", parameters="m")
G = Manifold("G", "x y", ring=germs(2))
Y, Z = symbols_of_vector_fields("Y Z")
K = M.vector_form(1, {"x": {"y": "f(x)*log(y)"}})
FIELD = M.vector_field(x="y*log(x)", y="sqrt(x) + sin(x/2)")
THINGS: dict[str, Any] = {
    f"{type(thing).__name__} {k}": thing for k, (thing, _) in enumerate(SHOWN)
}
THINGS |= {
    "roots": M.function("sqrt(y)*sin(x/3) + exp(x*y)/(x - 1) + f(x*y)"),
    "bracket": bracket(lie(FIELD), lie(K)),
    "interior": interior(K),
    "composition": lie(FIELD) @ lie(K) - 2 * lie(K) @ lie(FIELD),
    "map": Map(
        BALL,
        BALL,
        {"x": "x + y", "y": "y", "z": "z"},
        inverse={"x": "x - y", "y": "y", "z": "z"},
    ),
    "conjunction": (x == y) & (y == x),
    "level set": ROUND,
    "function on it": ROUND.restrict(BALL["x"]),
    "zero set": zero_set(BALL, ["x - y*z"]),
    "induced metric": InducedMetric(ROUND, FLAT),
    "curvature": Metric.diagonal(BALL, x=1, y="x**2 + 1", z=1).connection.curvature,
    "mixed form": MixedForm(BALL, [BALL["x"], d(BALL["x"])]),
    "sphere": S2,
    "field on it": S2.field(S2.charts[0].coordinates[0]),
    "torus": torus(),
    "plane": plane(),
    "tangent of the sphere": tangent(S2),
    "jets": jet(E, 2),
    "dual jets": dual_jet(E),
    "vertical bundle": vertical_bundle(E),
    "cotangent": cotangent(BALL),
    "product": product(BALL, E),
    "submanifold": submanifold(BALL, {"z": "x*y"}),
    "germs": G,
    "a germ": G.scalar(G.chart.ring.random()),
    "symbols": lie(Y) @ lie(Z),
    "identity of symbols": bracket(lie(Y), lie(Z)) == lie(bracket(Y, Z)),
    "symbolic derivation": symbols_of_derivations("D", degree=1),
    "every manifold": every_manifold,
}  # fmt: skip


def again(thing: Any, protocol: int = pickle.HIGHEST_PROTOCOL) -> Any:
    return pickle.loads(pickle.dumps(thing, protocol))


@pytest.mark.parametrize("name", VERDICTS)
@pytest.mark.parametrize("protocol", [2, pickle.HIGHEST_PROTOCOL])
def test_verdicts_are_pickled_by_their_text(name: str, protocol: int) -> None:
    verdict = VERDICTS[name]
    read: Verdict = again(verdict, protocol)
    assert read.to_dict() == verdict.to_dict()
    assert json.dumps(read.to_dict())
    assert read.subject == str(verdict.subject)
    assert read.status is verdict.status
    assert bool(read) == bool(verdict)
    assert [str(c) for c in read.conditions] == [str(c) for c in verdict.conditions]
    assert read.counterexample == verdict.counterexample
    assert str(read) == str(verdict)
    assert read.explain().code == verdict.explain().code
    assert len(read.explain().steps) == len(verdict.explain().steps)
    assert read._repr_latex_() and read._repr_markdown_()


def test_proofs_are_pickled_by_their_steps() -> None:
    P = symbols_of_vector_forms("P", degree=1)
    verdict = check(P @ (every_manifold.identity - P) == 0, assuming=[P @ P == P])
    assert verdict.status is Status.PROVED
    assert str(again(verdict).explain()) == str(verdict.explain())


@pytest.mark.parametrize("name", THINGS)
def test_what_was_pickled_is_the_same_again(name: str) -> None:
    thing = THINGS[name]
    read = again(thing)
    assert type(read) is type(thing) and str(read) == str(thing)
    if isinstance(thing, Manifold) or name in ("every manifold", "sphere", "torus", "level set"):
        assert read is thing
    if name.startswith("a germ"):
        # A germ that is zero is zero with a bound only.
        assert check(read == thing).status is Status.PROBED
    elif isinstance(thing, Comparable) and getattr(thing, "space", None) is not every_manifold:
        assert check(read == thing).status is Status.VERIFIED
        assert getattr(read, "conditions", ()) == getattr(thing, "conditions", ())


def test_conditions_travel_and_a_difference_stays_one() -> None:
    function = BALL.function("1/x") * BALL["x"]
    assert [str(c) for c in function.conditions] == ["x != 0"]
    read = again(function)
    assert [str(c) for c in read.conditions] == ["x != 0"]
    assert read.conditions[0].removable
    assert check(read == function + 1).status is Status.REFUTED


def test_conditions_of_what_cancelled_travel_to_rings_with_another_past() -> None:
    """The conditions of a ring are counted in its own order: in another they are others."""
    code = """
import pickle, sys
from diffgeo import Manifold, check, d
space, form, field = pickle.loads(sys.stdin.buffer.read())
print([str(c) for c in form.conditions], [str(c) for c in field.conditions])
print([str(c) for c in check(form == 0).conditions])
"""
    N = Manifold("N", "x y z")
    # This leaves a condition in the ring that none of its functions has.
    Map(N, Manifold("P", "p", positive="p"), {"p": "x + z"})
    N.function("1/z + 1/(y - 1) + log(x*y)")
    form = d(N.function("1/y")) - d(N.function("1/y"))
    field = N.vector_field(x="1/(z - 3) - 1/(z - 3)", y="1/x")
    N.function("1/(x - 7)")
    data = pickle.dumps((N, form, field))
    run = subprocess.run([sys.executable, "-c", code], input=data, capture_output=True, check=True)
    first, second = run.stdout.decode().splitlines()
    assert first == "['y != 0'] ['z - 3 != 0', 'x != 0']" and second == "['y != 0']"
    # A ring that knows other conditions first: the same text is read where more was made since.
    assert [str(c) for c in pickle.loads(data)[1].conditions] == ["y != 0"]


@given(function=functions(M), form=forms(M, 1))
def test_functions_and_forms_at_random(function: Any, form: Any) -> None:
    read, other = again((function, form))
    assert check(read == function) and check(other == form)
    assert not check(read == function + 1)
    assert [str(c) for c in read.conditions] == [str(c) for c in function.conditions]


def test_refinements_after_pickling() -> None:
    """What was written before the angle was halved is read after it."""
    N = Manifold("N", "x y", positive="y")
    f = N.function("sin(x)*sqrt(y) + 1/(y + cos(x))")
    data = pickle.dumps(f)
    N.function("sin(x/2)")
    assert check(pickle.loads(data) == f).status is Status.VERIFIED
    assert str(pickle.loads(data)) == str(f)


def test_a_ring_is_pickled_as_its_definitions_in_order() -> None:
    """Elsewhere the same tower again: the same elements by their text, equal, with their signs."""
    ring = ExactRing(["x", "y"], ["m"], {"f": 1}, signs={"m": 1, "y": -1}, nonzero=["x"])
    names = Names(("x", "y", "m"), {"f": 1})
    texts = ("sin(2*x) + cos(y/3)", "sqrt(x**2 + m)/(x*y - 1)", "f(x*y) + exp(f'(x))*log(m)")
    texts += ("sqrt(1 + sqrt(m))", "atan(x/m)")
    read = [parse(text, names) for text in texts]
    first = ring.ingest(read)
    assert again(ring) is ring
    other = ExactRing.__new__(ExactRing)
    other._complete(ring.__getstate__())
    assert other is not ring and len(other.tower) == len(ring.tower)
    kinds = [[g.kind for g in r.tower.generators] for r in (ring, other)]
    assert kinds[0] == kinds[1]
    for tree, element in zip(read, first, strict=True):
        (same,) = other.ingest([tree])
        assert other.expression(same) == ring.expression(element)
        assert other.is_zero(same - other.ingest([ring.expression(element)])[0]).zero
    assert len(other.tower) == len(ring.tower)  # nothing was adjoined a second time
    assert str(other.ingest([parse("sqrt(y**2)", names)])[0]) == "-y"


def test_what_was_drawn_is_not_pickled() -> None:
    with pytest.raises(NotSupported, match="draw new ones") as info:
        pickle.dumps(M.chart.ring.germs(2))
    assert "\n" not in str(info.value)
    ring = M.chart.ring
    with pytest.raises(NotSupported, match="pickle the map of spaces"):
        pickle.dumps(ring.pullback(ring, {"x": ring.one}))


IMMUTABLE = (Manifold, Map, Identity, type(d), type(x), type(FIELD), type(lie(FIELD)), type(S2))


@pytest.mark.parametrize("name", [n for n, thing in THINGS.items() if isinstance(thing, IMMUTABLE)])
def test_immutable_objects_are_their_own_copies(name: str) -> None:
    assert copy.copy(THINGS[name]) is THINGS[name]
    assert copy.deepcopy(THINGS[name]) is THINGS[name]


@pytest.mark.parametrize("name", THINGS)
def test_deep_copies_live_on_the_same_space(name: str) -> None:
    thing = THINGS[name]
    copied = copy.deepcopy(thing)
    assert getattr(copied, "space", None) is getattr(thing, "space", None)
    assert str(copied) == str(thing)


def test_copies_of_what_contains_them() -> None:
    assert copy.deepcopy([1, {"a": x}])[1]["a"] is x
    assert copy.deepcopy(VERDICTS["verified"]) is VERDICTS["verified"]


# --- systems, and other processes ----------------------------------------------------------


@pytest.mark.parametrize("name", ["pursuit", "chaplygin-sleigh", "rolling-ball", "appell-hamel"])
def test_systems_before_and_after_derivation(name: str) -> None:
    system = load(name)
    before = again(system)
    assert before.specification == system.specification
    dynamics = system.dynamics()
    assert again(system).lagrangian.space is system.evolution_space
    for read in (again(dynamics), copy.deepcopy(dynamics)):
        assert read.theory is dynamics.theory
        assert check(read.field == dynamics.field).status is Status.VERIFIED
        assert read.accelerations == dynamics.accelerations
        assert read.conditions == dynamics.conditions
        assert not check(read.field == 2 * dynamics.field)


def test_comparisons_and_balances() -> None:
    sleigh = load("chaplygin-sleigh")
    comparison = compare(sleigh)
    assert str(again(comparison)) == str(comparison) and again(comparison).agree
    assert str(again(sleigh.energy_balance())) == str(sleigh.energy_balance())


def elsewhere(data: tuple[Any, Any, Any]) -> tuple[bool, Any, Any, Any]:
    """Work of another process: with what it was given, and with spaces that it derives itself."""
    space, function, dynamics = data
    same = bool(check(dynamics.field(dynamics.system.lagrangian) * 0 == 0))
    return same, d(function), lie(tangent(space).frame[0]), dynamics.field


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_work_of_other_processes_comes_back_to_the_same_spaces(method: str) -> None:
    if method not in multiprocessing.get_all_start_methods():
        pytest.skip(f"this system cannot {method}")
    space = Manifold(f"P {method}", "x y", positive="y")
    function = space.function("sqrt(y)*sin(x)/x")
    dynamics = load("pursuit").dynamics()
    path, sys.path = sys.path, [str(Path(__file__).parent), *sys.path]
    try:
        with multiprocessing.get_context(method).Pool(1) as pool:
            same, form, operator, field = pool.apply(elsewhere, ((space, function, dynamics),))
    finally:
        sys.path = path
    assert same and form.space is space
    assert check(form == d(function)) and not check(form == 2 * d(function))
    # The tangent bundle was made there and here, each for itself.
    assert operator.space is tangent(space)
    assert check(operator == lie(tangent(space).frame[0]))
    assert field.space is dynamics.field.space and check(field == dynamics.field)


def test_derived_spaces_of_germs_are_copied() -> None:
    M = Manifold("M", "x y", ring=germs(3))
    TM = tangent(M)
    assert tangent(M) is TM and copy.deepcopy(TM) is TM
    assert pickle.loads(pickle.dumps(TM)) is TM
