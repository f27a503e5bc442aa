"""What a notebook shows of verdicts: badges, formulas, what folds out; text stays text."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest

from diffgeo import Manifold, check, d, interior, lie
from diffgeo.notebooks import badge, folded, formula, listing, table, words
from diffgeo.proofs import symbols_of_forms, symbols_of_vector_fields
from diffgeo.verdicts import Status, Verdict
from mechanics import System, compare, load
from mechanics.theories.checks import Check

M = Manifold("M", "x y", parameters="m", functions="f(x)")
x, y = M.coordinates
HOSTILE = '<script>alert(1)</script> & "quoted" $x$ \\(y\\)'


class Tree(HTMLParser):
    """The tags of a text, which have to be closed in their order, and its words."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.text = ""
        self.feed(text)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.tags.append(tag)
        if tag != "br":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def shown(thing: object) -> Tree:
    return Tree(thing._repr_html_())  # type: ignore[attr-defined]


def test_text_is_escaped_and_no_formula() -> None:
    parts = (words(HOSTILE), badge(HOSTILE, None), listing([HOSTILE]), folded(HOSTILE, HOSTILE))
    for part in (*parts, table([HOSTILE], [[HOSTILE]])):
        tree = Tree(part)
        assert "script" not in tree.tags and HOSTILE in tree.text
        assert "mathjax_ignore" in part
    assert "a &lt; b &amp; c" in formula("a < b & c")


def test_a_refutation_folds_out() -> None:
    tree = shown(check(d(M.function("x/m")) == d(y)))
    assert tree.text.startswith("REFUTED") and "details" in tree.tags and "pre" in tree.tags
    assert r"m \neq 0" in tree.text and r"\text{left} - \text{right}" in tree.text
    assert tree.text.count("space = Manifold") == 1


def test_the_badge_says_how_the_answer_is_known() -> None:
    verified = check(d(x * y) == x * d(y) + y * d(x))._repr_html_()
    refuted = check(d(x * y) == y * d(x))._repr_html_()
    unknown = Verdict(Status.UNKNOWN, HOSTILE, reason=HOSTILE)
    assert "#1a7f37" in verified and "#b42318" not in verified
    assert "#b42318" in refuted and "#1a7f37" not in refuted
    assert "#57606a" in unknown._repr_html_()
    probed = Verdict(Status.PROBED, "a claim", log2_bound=-70.0, seed=1)._repr_html_()
    assert "#8a5a00" in probed and "2**-70" in probed
    tree = shown(unknown)
    assert "script" not in tree.tags and tree.text.count(HOSTILE) == 2


def test_a_proof_has_its_formulas() -> None:
    (X,), (alpha,) = [symbols_of_vector_fields("X")], [symbols_of_forms("alpha", degree=1)]
    verdict = check(lie(X, alpha) == interior(X, d(alpha)) + d(interior(X, alpha)))
    assert shown(verdict).text.startswith("PROVED")
    latex = verdict.explain().latex()
    assert latex.startswith(r"\begin{array}{ll}") and "$" not in latex
    assert latex.count("&") == len(verdict.explain().steps)


def test_a_named_identity_is_written_out_below() -> None:
    tree = shown(check(d(x) == d(x), name=HOSTILE))
    assert HOSTILE in tree.text and r"\mathrm{d}x = \mathrm{d}x" in tree.text


def test_what_is_long_is_cut() -> None:
    whole = sum((n * x**n for n in range(2, 90)), x)
    verdict = check(whole == whole + y)
    assert len(verdict._repr_html_()) < 6000 and str(verdict.explain())
    many = check([x**n * d(y) == d(y) * x**n for n in range(40)])
    assert "..." in str(many.explain()) and len(many._repr_html_()) < 6000
    assert "code" in shown(many).tags


@pytest.mark.parametrize(
    ("functions", "value"), [("f(x)", r"f(t) = "), ("", r"y = ")], ids=["function", "point"]
)
def test_counterexamples_are_formulas(functions: str, value: str) -> None:
    space = Manifold("N", "x y", functions=functions or ())
    a = space.function("f(x)*y" if functions else "x*y")
    found = check(d(a) == a * d(space.coordinates[0])).counterexample
    assert found is not None and value in found.latex()
    assert rf"\text{{{value}" not in found.latex()
    assert "details" in shown(found).tags


def test_systems_have_a_line_for_each_formula() -> None:
    latex = load("appell-hamel")._repr_latex_()
    assert latex.startswith(r"$$\begin{aligned}") and latex.count("&=") == 2
    free = System(name="free", coordinates="x", lagrangian="xdot**2/2")
    assert free._repr_latex_().count("&=") == 1


def test_comparisons_and_checks_fold_out() -> None:
    found = compare(load("nonholonomic-particle"), ["multipliers", "projection"])
    tree = shown(found)
    assert tree.tags.count("details") >= 3 and "equal (VERIFIED)" in tree.text
    assert shown(Check(HOSTILE, None, "no answer")).text.startswith("UNKNOWN")
