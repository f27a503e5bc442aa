"""Copying and pickling: verdicts travel by their text, what lives on a space does not."""

from __future__ import annotations

import copy
import json
import pickle
from typing import Any

import pytest

from diffgeo import (
    Manifold,
    Map,
    Status,
    check,
    d,
    every_manifold,
    symbols_of_vector_forms,
)
from diffgeo.errors import NotSupported
from diffgeo.interop.parsing import Names, parse
from diffgeo.rings.exact.ring import ExactRing
from diffgeo.verdicts import Verdict

M = Manifold("M", "x y", functions="f(t)")
x, y = M.coordinates
VERDICTS = {
    "refuted": check(x * y == y),
    "refuted with functions": check(M.function("f(x)") == M.function("f'(x)/x")),
    "verified": check(M.function("1/x") * x == M.function(1)),
    "conjunction": check([d(x * y) == x * d(y) + y * d(x), d(d(x)) == 0 * d(x) * d(y)]),
    "named": check(x == x, name="trivial"),
}
ON_M: dict[str, Any] = {
    "manifold": M,
    "function": x,
    "element": x.element(),
    "ring": M.chart.ring,
    "form": x * d(y),
    "field": M.frame[0],
    "map": Map(M, M, {"x": x, "y": y}),
    "identity": x == y,
    "conjunction": (x == y) & (y == x),
    "list": [1, {"a": x}],
}


@pytest.mark.parametrize("name", VERDICTS)
@pytest.mark.parametrize("protocol", [2, pickle.HIGHEST_PROTOCOL])
def test_verdicts_are_pickled_by_their_text(name: str, protocol: int) -> None:
    verdict = VERDICTS[name]
    again: Verdict = pickle.loads(pickle.dumps(verdict, protocol))
    assert again.to_dict() == verdict.to_dict()
    assert json.dumps(again.to_dict())
    assert again.subject == str(verdict.subject)
    assert again.status is verdict.status
    assert bool(again) == bool(verdict)
    assert [str(c) for c in again.conditions] == [str(c) for c in verdict.conditions]
    assert again.counterexample == verdict.counterexample
    assert str(again) == str(verdict)
    assert again.explain().code == verdict.explain().code
    assert len(again.explain().steps) == len(verdict.explain().steps)
    assert again._repr_latex_() and again._repr_markdown_()


def test_proofs_are_pickled_by_their_steps() -> None:
    K = symbols_of_vector_forms("K", degree=1)
    verdict = check(K @ (every_manifold.identity - K) == 0, assuming=[K @ K == K])
    assert verdict.status is Status.PROVED
    again: Verdict = pickle.loads(pickle.dumps(verdict))
    assert str(again.explain()) == str(verdict.explain())


@pytest.mark.parametrize("name", [name for name in ON_M if name != "ring"])
def test_what_lives_on_a_space_is_not_pickled(name: str) -> None:
    with pytest.raises(NotSupported, match=r"cannot be pickled.*verdict\.to_dict.*declare") as info:
        pickle.dumps(ON_M[name])
    assert "\n" not in str(info.value)


def test_a_ring_is_pickled_as_its_definitions_in_order() -> None:
    """The same tower again: the same elements by their text, equal, with their signs."""
    ring = ExactRing(["x", "y"], ["m"], {"f": 1}, signs={"m": 1, "y": -1}, nonzero=["x"])
    names = Names(("x", "y", "m"), {"f": 1})
    texts = ("sin(2*x) + cos(y/3)", "sqrt(x**2 + m)/(x*y - 1)", "f(x*y) + exp(f'(x))*log(m)")
    texts += ("sqrt(1 + sqrt(m))", "atan(x/m)")
    read = [parse(text, names) for text in texts]
    first = ring.ingest(read)
    again = pickle.loads(pickle.dumps(ring))
    assert again is not ring and len(again.tower) == len(ring.tower)
    kinds = [[g.kind for g in r.tower.generators] for r in (ring, again)]
    assert kinds[0] == kinds[1]
    for tree, element in zip(read, first, strict=True):
        (other,) = again.ingest([tree])
        assert again.expression(other) == ring.expression(element)
        assert again.is_zero(other - again.ingest([ring.expression(element)])[0]).zero
    assert len(again.tower) == len(ring.tower)  # nothing was adjoined a second time
    assert str(again.ingest([parse("sqrt(y**2)", names)])[0]) == "-y"


@pytest.mark.parametrize("name", [n for n in ON_M if n not in ("list", "map")])
def test_immutable_objects_are_their_own_copies(name: str) -> None:
    thing = ON_M[name]
    assert copy.copy(thing) is thing
    assert copy.deepcopy(thing) is thing


def test_copies_of_what_contains_them() -> None:
    assert copy.deepcopy(ON_M["list"])[1]["a"] is x
    phi = copy.deepcopy(ON_M["map"])
    assert phi.source is M
    assert check(phi.pull(x * d(y)) == x * d(y))
    assert copy.deepcopy(VERDICTS["verified"]) is VERDICTS["verified"]
