"""The smallest instance of every benchmark: our contenders answer, and rightly.

Nothing is timed. Where a case has a floor (plain polynomials of flint) it gives an independent
answer; else the decision, or the accelerations, are written here.
"""

from __future__ import annotations

import importlib
from fractions import Fraction

import pytest

from benchmarks import plot, store, trailers
from benchmarks.__main__ import NAMES
from benchmarks.cases import jacobi, trailer
from benchmarks.harness import Case, Cell, Contender, Instance, measure
from benchmarks.report import counts, entries, history, missed
from benchmarks.values import digits, floats

#: The identities hold, whatever the other entries of the answer are.
DECIDED = {"charts": True, "trailer": True, "zero": True}
BY_HAND = ("Python by hand", "C by hand")


def answer(contender: Contender, instance: Instance) -> tuple:
    state = contender.fresh(contender.prepare(instance.data))
    return contender.answer(instance.data, contender.run(state))[0]


def asked(case: Case, role: str, instance: Instance) -> list[Contender]:
    return [
        c
        for c in case.contenders
        if c.role == role and (not instance.only or c.name in instance.only) and not c.missing
    ]


@pytest.mark.parametrize("name", [n for n in NAMES if n not in ("dynamics", "startup")])
def test_smallest_instance(name):
    case = importlib.import_module(f"benchmarks.cases.{name}").CASE
    instance = case.instances(True)[0]
    ours = [answer(c, instance) for c in asked(case, "ours", instance)]
    assert ours
    floors = [answer(c, instance) for c in asked(case, "floor", instance)]
    expected = floors[0] if floors else ours[0]
    assert all(found == expected for found in ours + floors)
    if name in DECIDED:
        assert ours[0][0] is DECIDED[name]


def test_formulas_written_by_hand_are_those_that_are_derived():
    """What the case measures against: five systems with paper and pencil, in Python and in C."""
    case = importlib.import_module("benchmarks.cases.compiled").CASE
    rows = [i for i in case.instances(False) if i.label.endswith("one state")]
    assert len(rows) == 5
    for instance in rows:
        by_hand = [c for c in asked(case, "peer", instance) if c.name in BY_HAND]
        (ours,) = (c for c in asked(case, "ours", instance) if c.name == "Python")
        assert len(by_hand) == 2
        assert {answer(c, instance) for c in by_hand} == {answer(ours, instance)}


def test_dynamics_of_the_curve_of_pursuit():
    """By hand: ``x'' = -f' y' y/(y² + (f - x)²)``, and ``y''`` with f - x instead of y."""
    case = importlib.import_module("benchmarks.cases.dynamics").CASE
    instance = case.instances(True)[0]
    assert instance.label == "pursuit"
    x, y, t, ydot = Fraction(3, 5), Fraction(5, 8), Fraction(3, 2), Fraction(3, 7)
    f, slope = t**2 + 3 * t + Fraction(1, 5), 2 * t + 3
    scale = -slope * ydot / (y**2 + (f - x) ** 2)
    for contender in asked(case, "ours", instance):
        assert answer(contender, instance) == (scale * y, scale * (f - x))


def test_a_wrong_sign_is_noticed():
    data = jacobi._data("polynomial", 3, -1)
    instance = Instance("wrong sign", data)
    ours, floor = (asked(jacobi.CASE, role, instance)[0] for role in ("ours", "floor"))
    assert answer(ours, instance) == answer(floor, instance)
    assert answer(ours, instance)[0] is False


def test_an_axle_that_slips_is_noticed():
    data = trailers.trailers(2)
    data["constraints"][1] = data["constraints"][1].replace("*sin(f1)", "*cos(f1)")
    instance = Instance("slips", data)
    ours, floor = (asked(trailer.CASE, role, instance)[0] for role in ("ours", "floor"))
    assert ours.name == "adapted velocities"
    assert answer(ours, instance)[0] is False
    assert answer(floor, instance)[0] is False


def test_trailers_by_both_theories():
    instance = Instance("2 trailers", trailers.trailers(2))
    first, *others = (answer(c, instance) for c in asked(trailer.CASE, "ours", instance))
    assert others == [first, first]
    assert first[0] is True
    # By hand: the car drives with 0.8 and turns with 0.3, so h0 has no acceleration.
    assert first[3] == "0"


def test_expressions_in_double_precision():
    import sympy

    x, y = sympy.symbols("x y")
    found = floats([sympy.sin(x) ** 2 / y + 3, sympy.pi * x - y], {x: 0.5, y: 2.0})
    assert found == pytest.approx([0.22984884706593015 / 2 + 3, 3.141592653589793 / 2 - 2])


def test_answers_of_different_arithmetic_are_compared_by_digits():
    assert digits(Fraction(1, 3)) == digits("0." + "3" * 60)
    assert digits(Fraction(1, 3)) != digits("0." + "3" * 20 + "4")
    assert digits("1e-50") == digits(0) == "0"


def row(**seconds: float) -> dict[str, Cell]:
    return {name: Cell("agrees", [value]) for name, value in seconds.items()}


def test_missed_aims_are_marked():
    def contender(name: str, **options) -> Contender:
        return Contender(name, str, str, lambda data, result: ((), ""), **options)

    ours, peer = contender("ours", role="ours"), contender("peer", aim=5.0)
    floor = contender("floor", role="floor")
    case = Case("case", "A case", lambda quick: [], (ours, peer, floor))
    assert missed(case, peer, row(ours=1.0, peer=4.9, floor=1.0), 60)
    assert not missed(case, peer, row(ours=1.0, peer=5.1, floor=1.0), 60)
    assert missed(case, floor, row(ours=3.1, peer=9.0, floor=1.0), 60)
    assert not missed(case, floor, row(ours=2.9, peer=9.0, floor=1.0), 60)
    slow = row(ours=1.0) | {"peer": Cell("limit")}
    assert not missed(case, peer, slow, 2)
    _, lines = entries(case, [(Instance("row", None), row(ours=1.0, peer=2.0, floor=1.0))], 60)
    assert lines == [["row", "1 s", "2 s  ×2  ▼", "1 s  ×1"]]


def rows_of(names: list[str]) -> list[tuple[Instance, dict[str, Cell]]]:
    return [(Instance(name, None), row(ours=1.0, peer=2.0)) for name in names]


def a_case(labels: list[str]) -> Case:
    def contender(name: str, **options) -> Contender:
        return Contender(name, str, str, lambda data, result: ((), ""), **options)

    made = (contender("ours", role="ours"), contender("peer"))
    return Case("case", "A case", lambda quick: [Instance(n, None) for n in labels], made)


def test_rows_are_kept_and_found_again(tmp_path):
    about = {"limit": 3.0, "rounds": 1, "quick": True, "python": "3"}
    record = store.Record(a_case(["first", "second"]), about)
    for instance, cells in rows_of(["second"]):
        record.add(instance, cells | {"peer": Cell("limit")}, 1.5)
        record.write(tmp_path)
    found = store.load(a_case(["first", "second"]), tmp_path)
    assert found.about == about
    assert found.loads == [1.5]
    assert found.known["second"]["ours"].median == 1.0
    assert found.known["second"]["peer"].status == "limit"
    assert store.comparable(found, about) == ""
    assert "limit 3.0, not 4.0" in store.comparable(found, {**about, "limit": 4.0})
    assert store.load(a_case(["first"]), tmp_path).rows == []
    assert store.load(a_case(["first"]), tmp_path / "elsewhere") is None


def test_known_rows_are_not_measured_again():
    """Contenders of this case cannot be started, so a row that is asked for has errors."""
    known = dict((i.label, cells) for i, cells in rows_of(["first", "second"]))
    case = a_case(["first", "second"])
    found = [cells for _, cells in measure(case, True, 1.0, 1, known)]
    assert found == [known["first"], known["second"]]
    del known["second"]["peer"]
    again = [cells for _, cells in measure(case, True, 1.0, 1, known)][1]
    assert {cell.status for cell in again.values()} == {"error"}


def test_rows_that_reach_an_aim_are_counted():
    case = a_case(["row"])
    cells = [row(ours=1.0, peer=2.0), row(ours=1.0, peer=0.5)]
    cells.append(row(ours=1.0) | {"peer": Cell("limit")})
    record = store.Record(case, {"limit": 3.0})
    for each in cells:
        record.add(Instance("row", None), each, 0.0)
    headings, lines = counts([record])
    assert headings[1:3] == ["faster than every peer", "SageManifolds ×100"]
    assert lines == [["case", "2 of 3", "–", "–", "–"]]


def test_releases_are_kept_and_compared(tmp_path):
    def release(version: str, **seconds: float) -> store.Record:
        record = store.Record(a_case(list(seconds)), {"limit": 3.0, store.OURS: version})
        for label, time in seconds.items():
            record.add(Instance(label, None), row(ours=time, peer=9.0), 0.0)
        return record

    store.keep([release("0.10.0", first=1.0, third=9.0)], tmp_path)
    assert store.keep([release("0.9.0", first=4.0, second=5.0)], tmp_path).name == "0.9.0.json"
    found = store.releases(tmp_path)
    assert [each.version for each in found] == ["0.9.0", "0.10.0"]
    assert found[0].cases == {"case": {"first": 4.0, "second": 5.0}}
    assert history(found) == (["", "0.9.0", "0.10.0"], [["case", "4 s", "1 s  ×0.25"]])
    store.keep([release("0.11.0", second=2.0)], tmp_path)
    assert history(store.releases(tmp_path))[1] == [["case", "–", "–", "–"]]
    with pytest.raises(ValueError, match="measured elsewhere"):
        other = release("0.9.0", first=1.0)
        other.about["machine"] = "another"
        store.keep([other], tmp_path)
    pytest.importorskip("matplotlib")
    assert plot.history(found, tmp_path / "history.png") == 1
    assert (tmp_path / "history.png").stat().st_size > 1000
