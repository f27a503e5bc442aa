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


@pytest.mark.parametrize("name", ON_M)
def test_what_lives_on_a_space_is_not_pickled(name: str) -> None:
    with pytest.raises(NotSupported, match=r"cannot be pickled.*verdict\.to_dict.*declare") as info:
        pickle.dumps(ON_M[name])
    assert "\n" not in str(info.value)


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
