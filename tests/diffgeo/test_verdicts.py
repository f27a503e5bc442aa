"""Verdicts: every path of check, truth values that are refused, printing, counterexamples."""

from __future__ import annotations

import contextlib
import io
import json
import subprocess
import sys
from dataclasses import FrozenInstanceError, dataclass, field
from fractions import Fraction
from typing import Any

import pytest

from diffgeo.errors import AmbiguousTruth, DiffGeoError, SpaceMismatch, Undecided
from diffgeo.rings.protocol import Decision
from diffgeo.verdicts import Comparable
from diffgeo.verdicts.verdict import Counterexample, Identity, Status, Verdict, check


@dataclass
class FakeElement:
    ring: FakeRing
    answer: Any
    conditions: tuple[str, ...] = ()


@dataclass
class FakeRing:
    """A ring that answers what its elements say, and notes what was asked."""

    asked: list[float] = field(default_factory=list)

    def is_zero(self, element: FakeElement, log2_bound: float) -> Decision:
        self.asked.append(log2_bound)
        if isinstance(element.answer, Exception):
            raise element.answer
        return element.answer

    def conditions(self, element: FakeElement) -> list[str]:
        return list(element.conditions)

    def counterexample(self, element: FakeElement) -> Any:
        return {"x": Fraction(1, 2), "y": Fraction(3)}, {"f(t)": "t**2"}, "-11/4", "x**2 - y"


class SilentRing(FakeRing):
    def counterexample(self, element: FakeElement) -> Any:
        raise Undecided("no small point")


@dataclass
class Space:
    name: str


@dataclass(eq=False)
class Thing(Comparable):
    """An object whose difference from anything has given components."""

    text: str
    components: list[tuple[str, FakeElement]]
    conditions: tuple[str, ...] = ()
    space: Space = field(default_factory=lambda: Space("M"))

    error: Exception | None = None

    def _residuals(self, other: Any) -> list[tuple[str, FakeElement]]:
        if other.error is not None:
            raise other.error
        return self.components

    def __str__(self) -> str:
        return self.text


ZERO = Decision(True, True, how="normal form")
NONZERO = Decision(False, True, how="modular image")
PROBED = Decision(True, False, -70.0, "4 random points")


def failing(error: Exception) -> Thing:
    """What cannot be subtracted."""
    return Thing("beta", [], error=error)


def identity(*answers: Any, ring: FakeRing | None = None, name: str = "", **options) -> Identity:
    ring = ring or FakeRing()
    parts = [(f"d{n}", FakeElement(ring, a)) for n, a in zip("xyzuvw" * 20, answers, strict=False)]
    return Identity(Thing("alpha", parts, **options), Thing("beta", []), name)


def test_verified():
    verdict = check(identity(ZERO, ZERO))
    assert verdict.status is Status.VERIFIED and bool(verdict) is True
    assert str(verdict) == "VERIFIED: alpha = beta on M (normal form)"
    assert repr(verdict) == str(verdict)
    assert "equal as written" in str(check(identity()))


def test_conditions_of_both_sides_and_of_the_components_are_kept_once():
    ring = FakeRing()
    left = Thing("alpha", [("dx", FakeElement(ring, ZERO, ("x != 0", "y > 0")))], ("x != 0",))
    verdict = check(Identity(left, Thing("beta", [], ("z != 0",))))
    assert verdict.conditions == ("x != 0", "z != 0", "y > 0")
    assert ", where x != 0, z != 0, y > 0 (" in str(verdict)
    bare = check(Identity(left, Thing("beta", [], ("z != 0",))), conditions=False)
    assert bare.status is verdict.status
    assert bare.conditions == ()


def test_probed_adds_the_bounds_of_all_components():
    verdict = check(identity(ZERO, PROBED, PROBED), seed=7)
    assert verdict.status is Status.PROBED and bool(verdict) is True
    assert verdict.log2_bound == -69.0 and verdict.seed == 7
    assert "error <= 2**-69" in str(verdict) and "seed 7" in str(verdict)
    ring = FakeRing()
    ring.seed = 12  # type: ignore[attr-defined]
    assert check(identity(PROBED, ring=ring)).seed == 12


def test_the_bound_that_is_asked_for_leaves_room_for_the_union():
    ring = FakeRing()
    check(identity(*[ZERO] * 33, ring=ring))
    assert ring.asked == [-70.0] * 33
    ring = FakeRing()
    check(identity(ZERO, ring=ring))
    assert ring.asked == [-64.0]


def test_bounds_too_weak_together_are_unknown():
    verdict = check(identity(Decision(True, False, -61.0), Decision(True, False, -61.0)))
    assert verdict.status is Status.UNKNOWN and "2**-60" in verdict.reason
    verdict = check(identity(Decision(True, False, None, "looked")))
    assert verdict.status is Status.UNKNOWN and "no error bound" in verdict.reason
    assert check(identity(Decision(False, False, -70.0))).status is Status.UNKNOWN


def test_unknown_has_a_reason_and_no_truth_value():
    verdict = check(identity(ZERO, Undecided("a constant that may vanish"), ZERO))
    assert verdict.status is Status.UNKNOWN
    assert "dy: Undecided: a constant that may vanish" in str(verdict)
    with pytest.raises(AmbiguousTruth, match="may vanish"):
        bool(verdict)
    with pytest.raises(AmbiguousTruth):
        assert not verdict


def test_a_refusal_while_subtracting_is_unknown_but_misuse_is_an_error():
    verdict = check(Identity(Thing("alpha", []), failing(Undecided("too deep"))))
    assert verdict.status is Status.UNKNOWN and "too deep" in verdict.reason
    with pytest.raises(SpaceMismatch):
        check(Identity(Thing("alpha", []), failing(SpaceMismatch("two spaces"))))


def test_refuted_wins_over_unknown_and_gives_a_counterexample():
    verdict = check(identity(ZERO, Undecided("hard"), NONZERO))
    assert verdict.status is Status.REFUTED and bool(verdict) is False
    found = verdict.counterexample
    assert found is not None and found.label == "dz" and found.value == "-11/4"
    assert str(found) == "left - right (dz) is -11/4 at x = 1/2, y = 3, f(t) = t**2"
    assert str(verdict) == (
        "REFUTED: alpha = beta on M (left - right (dz) is -11/4 at x = 1/2, y = 3, "
        "f(t) = t**2; dz: modular image)"
    )


def test_refuted_without_a_point():
    verdict = check(identity(NONZERO, ring=SilentRing()))
    assert verdict.status is Status.REFUTED and verdict.counterexample is None
    assert "no small point" in str(verdict)


def test_refuted_over_germs_has_no_point_either():
    from diffgeo.rings.germs.germ_ring import GermRing

    ring = GermRing(["x"], 1, seed=3)
    x = ring.coordinate(0)
    right = Thing("b", [])
    assert check(Identity(Thing("a", [("", x * 2 - x)]), right)).status is Status.REFUTED
    verdict = check(Identity(Thing("a", [("", x * 2 - x - x)]), right))
    assert verdict.status is Status.PROBED and verdict.seed == 3
    verdict = check(Identity(Thing("a", [("", x**2 - x * x)] * 1000), right))
    assert verdict.status is Status.PROBED and verdict.log2_bound < -60


def test_identities_have_no_truth_value():
    same = Thing("alpha", [])
    assert bool(Identity(same, same))
    for other in (identity(ZERO), Identity(same, same) & identity(ZERO)):
        with pytest.raises(AmbiguousTruth, match="check"):
            bool(other)
    assert Identity(same, same) & Identity(same, same)


def test_conjunctions_and_lists():
    both = identity(ZERO, name="first") & identity(PROBED)
    assert [label for label, _ in both.residuals()] == ["first: dx", "identity 2: dx"]
    assert check(both).status is Status.PROBED
    assert check([identity(ZERO), [both]]).status is Status.PROBED
    assert check(i for i in (identity(ZERO), identity(ZERO))).status is Status.VERIFIED
    verdict = check((both, identity(NONZERO)), name="all three")
    assert verdict.counterexample.label == "identity 3: dx"
    assert str(verdict).startswith("REFUTED: all three on M")
    assert str(both) == "first and alpha = beta"
    assert "first and alpha = beta" in str(check(both))
    assert len((both & both).parts) == 4


def test_what_is_not_an_identity_is_refused():
    for wrong in (True, 1, "a == b", None):
        with pytest.raises(TypeError, match="needs an identity"):
            check(wrong)
    with pytest.raises(TypeError, match="needs an identity"):
        check([identity(ZERO), True])
    with pytest.raises(DiffGeoError, match="empty"):
        check([])
    with pytest.raises(TypeError):
        identity(ZERO) & True


def test_the_sides_of_an_identity_are_objects():
    thing = Thing("alpha", [])
    for left, right, side in (("a", "b", "left"), (thing, "b", "right"), (0, thing, "left")):
        with pytest.raises(TypeError, match=f"the {side} side of an identity is an object"):
            Identity(left, right)
    assert check(Identity(thing, Thing("beta", [])))


def test_verdicts_are_handed_back_and_joined():
    verified, probed = check(identity(ZERO), name="one"), check(identity(PROBED), name="two")
    refuted = check(identity(NONZERO), name="three")
    assert check(verified) is verified and check(verified, name="first").statement == "first"
    both = check([verified, [probed], identity(PROBED)])
    assert both.status is Status.PROBED and both.log2_bound == -69.0
    assert both.statement == "one and two and alpha = beta"
    assert len(both.components) == 3
    assert check([verified, refuted, probed]).counterexample is refuted.counterexample
    unknown = check(identity(Undecided("deep")), name="four")
    assert check([verified, unknown]).status is Status.UNKNOWN
    assert check([unknown, refuted]).status is Status.REFUTED
    assert check(v for v in (verified, verified)).status is Status.VERIFIED
    left = Thing("c", [("", FakeElement(FakeRing(), ZERO, ("c != 0",)))])
    with_condition = check(Identity(left, Thing("d", [])))
    assert check([verified, with_condition]).conditions == ("c != 0",)
    assert check(verified & identity(NONZERO)).status is Status.REFUTED
    assert check(identity(NONZERO) & verified).status is Status.REFUTED
    with pytest.raises(TypeError, match="is an answer already"):
        check(verified, dimension=2)


def test_verdicts_print_in_one_line_however_long_the_objects():
    long = Thing("x\n + " * 500, [])
    for verdict in (
        check(Identity(long, long)),
        check(Identity(long, failing(Undecided("why\n" * 9)))),
    ):
        assert "\n" not in str(verdict) and len(str(verdict)) < 300
    assert len(check(Identity(long, long)).statement) > 1000


def test_verdicts_are_frozen_and_become_json():
    verdict = check(identity(NONZERO), name="claim")
    with pytest.raises(FrozenInstanceError):
        verdict.status = Status.VERIFIED  # type: ignore[misc]
    data = json.loads(json.dumps(verdict.to_dict()))
    assert data["status"] == "REFUTED" and data["statement"] == "claim" and data["scope"] == "M"
    assert data["counterexample"]["point"] == {"x": "1/2", "y": "3"}
    assert data["counterexample"]["code"] == verdict.counterexample.code
    assert check(identity(ZERO)).to_dict()["counterexample"] is None
    proved = Verdict(Status.PROVED, "d(d(alpha)) = 0", scope="every manifold")
    assert proved and str(proved) == "PROVED: d(d(alpha)) = 0 on every manifold"


def test_the_code_of_a_counterexample_runs():
    found = Counterexample(
        {"x": Fraction(1, 2), "y": Fraction(3)},
        {"f(t)": "t**2"},
        "-43/16",
        "dx",
        "f(x**2) + x - y - 1/4",
    )
    assert found.code.startswith("from diffgeo import evaluate\n")
    assert "expected: -43/16" in found.code
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        exec(compile(found.code, "counterexample", "exec"), {})
    assert Fraction(output.getvalue().strip()) == Fraction(1, 16) + Fraction(1, 2) - 3 - Fraction(
        1, 4
    )


def test_a_wrong_identity_of_forms_is_refuted_by_code_that_runs():
    from diffgeo import Manifold, d

    M = Manifold("M", "x y", functions="f(t)")
    x, y = M.coordinates
    f = M.function("f(x)")
    assert check(d(x * f) == x * d(f) + f * d(x))
    verdict = check(d(y * f) == y * d(f))
    assert verdict.status is Status.REFUTED
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        exec(compile(verdict.counterexample.code, "counterexample", "exec"), {})
    status, left, right = output.getvalue().splitlines()
    assert status == "REFUTED"
    # d(y f) has the component f more than y df, whose value is that of the counterexample.
    left, right = (
        eval(side, {"Fraction": Fraction})["y"] if "y" in side else 0 for side in (left, right)
    )
    assert left - right == Fraction(verdict.counterexample.value) != 0


def test_verdicts_import_nothing_heavy():
    code = (
        "import sys, diffgeo.verdicts.verdict;"
        "print([m for m in ('numpy', 'flint', 'sympy', 'lark', 'mpmath') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_components_and_explanations():
    verdict = check(identity(ZERO, PROBED, PROBED), seed=7)
    assert [(c.label, c.how, c.log2_bound) for c in verdict.components] == [
        ("dx", "normal form", None),
        ("dy", "4 random points", -70.0),
        ("dz", "4 random points", -70.0),
    ]
    text = str(verdict.explain())
    assert text.startswith("PROBED\n1. the statement on M: alpha = beta\n")
    assert "left - right has 3 components that had to be tested, in FakeRing()" in text
    assert "dx: normal form" in text and "dy: 4 random points, error <= 2**-70.0" in text
    assert "the sum over 2 uncertain components, each at most 2**-70.0" in text
    assert "seed 7" in text
    refuted = check(identity(NONZERO))
    assert refuted.counterexample.code in str(refuted.explain())
    silent = check(identity(NONZERO, ring=SilentRing()))
    assert "certainly not zero (dx: modular image)" in str(silent.explain())
    unknown = check(identity(Undecided("hard")))
    assert "no answer, because dx: Undecided: hard" in str(unknown.explain())


def test_a_probed_bound_is_printed_and_explained():
    from diffgeo import Manifold, d
    from diffgeo.rings.germs.germ_ring import GermRing

    M = Manifold("M", "x y", ring=lambda names, **options: GermRing(names, 2, seed=5))
    x, y = M.coordinates
    verdict = check(d(x * y) == x * d(y) + y * d(x))
    assert verdict.status is Status.PROBED and "error <= 2**-" in str(verdict)
    text = str(verdict.explain())
    assert "GermRing(x, y)" in text and "the error probability is at most 2**-" in text


def test_notebook_faces_of_concrete_identities():
    from diffgeo import Manifold, d

    M = Manifold("M", "x y")
    x, y = M.coordinates
    statement = d(x * y) == y * d(x)
    assert statement._repr_latex_() == (r"$y\, \mathrm{d}x + x\, \mathrm{d}y = y\, \mathrm{d}x$")
    verdict = check(statement)
    assert verdict._repr_latex_().startswith(r"$\textbf{REFUTED}:\ y\,")
    assert verdict._repr_markdown_().startswith("**REFUTED**: $y\\,")
    long = Thing("x\n + " * 500, [])
    assert len(Identity(long, long)._repr_latex_()) < 400
    assert len(check(Identity(long, long))._repr_markdown_()) < 600


def test_relations_and_dimensions_are_for_symbols():
    for options in ({"dimension": 2}, {"assuming": [identity(ZERO)]}):
        with pytest.raises(TypeError, match="identities of symbols"):
            check(identity(ZERO), **options)
    assert check(identity(ZERO), assuming=[]).status is Status.VERIFIED
