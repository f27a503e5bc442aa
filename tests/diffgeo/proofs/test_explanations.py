"""Explanations of verdicts, LaTeX and Markdown, and counterexamples that are small."""

from __future__ import annotations

import re
import subprocess
import sys
from fractions import Fraction

import pytest

from diffgeo import (
    Manifold,
    Status,
    bracket,
    check,
    d,
    every_manifold,
    interior,
    lie,
    symbols_of_forms,
    symbols_of_functions,
    symbols_of_vector_fields,
    symbols_of_vector_forms,
    torsion,
)
from diffgeo.proofs.indeterminate_polynomials import (
    derivative,
    from_expression,
    plus,
    scaled,
    text,
    times,
)
from diffgeo.proofs.indeterminate_polynomials import tree as tree_of
from diffgeo.proofs.rules import RULES, listed, note, remembered, tracing
from diffgeo.verdicts.explanations import LATEX_WIDTH, Component, explain, latex_text, short
from diffgeo.verdicts.verdict import Verdict

X, Y = symbols_of_vector_fields("X Y")
K, M = symbols_of_vector_forms("K M", degree=1)
L3 = symbols_of_vector_forms("L", degree=3)
f = symbols_of_functions("f")
alpha = symbols_of_forms("alpha", degree=1)
omega = symbols_of_forms("omega_1", degree=2)
ID = every_manifold.identity


def rules(identity, **options) -> set[str]:
    verdict = check(identity, **options)
    assert verdict.status is Status.PROVED, verdict
    return verdict.proof.rules


# --- which rules were used ------------------------------------------------------------------


def test_only_rules_that_were_used_are_listed() -> None:
    assert rules(K + M == M + K) == set()
    assert "linearity" in check(K + M == M + K).evidence
    assert rules(d(d(alpha)) == 0) == {"exterior", "nilpotent", "square"}
    assert rules(alpha * alpha == 0) == {"commutative"}
    assert rules(interior(f * X) == f * interior(X)) == {"module"}
    assert "module_lie" in rules(lie(f * X) == f * lie(X) + d(f) * interior(X))
    assert "cartan" in rules(bracket(interior(K), d) == lie(K))
    assert rules(interior(X, f) == 0) == {"functions"}
    assert rules(interior(ID, alpha) == alpha) == {"degree"}
    assert "contractions" in rules(interior(K, interior(M, alpha)) == interior(M @ K, alpha))
    assert "insertions" not in rules(bracket(lie(K), lie(M)) == lie(bracket(K, M)))
    closed = lie(X, omega) == d(interior(X, omega))
    assert "cartan" in rules(closed, assuming=d(omega) == 0)  # in the consequence i_X dω
    evidence = check(d(d(alpha)) == 0).evidence
    assert "d∘d = 0" in evidence and "i_K" not in evidence


def test_rules_do_not_depend_on_what_was_computed_before() -> None:
    first, again = (
        rules(bracket(lie(K), interior(L3)) == -bracket(interior(L3), lie(K))) for _ in range(2)
    )
    assert first == again and "mixed" in first


def test_remembered_values_tell_their_rules_each_time() -> None:
    calls = []

    @remembered
    def value(number: int) -> int:
        calls.append(number)
        note("lie")
        return number + 1

    for _ in range(2):
        with tracing() as used:
            assert value(1) == 2
        assert used == {"lie"}
    assert calls == [1]
    assert [rule.name for rule in listed({"lie", "cartan"})] == ["cartan", "lie"]
    assert all(str(rule) == rule.text and "$" not in rule.latex for rule in RULES.values())


# --- explanations ---------------------------------------------------------------------------


def test_explanation_of_a_proof() -> None:
    explanation = check(lie(X, alpha) == interior(X, d(alpha)) + d(interior(X, alpha))).explain()
    lines = str(explanation).splitlines()
    assert lines[0] == "PROVED"
    assert "every manifold" in lines[1]
    assert any("[i_K, d] = L_K" in line for line in lines)
    assert "i_X(d(alpha)) = -d(i_X(alpha)) + L_X(alpha)" in str(explanation)
    assert lines[-1].endswith("both sides have the same normal form: L_X(alpha)")
    assert r"L_{X}\left(\alpha\right)" in explanation._repr_markdown_()
    assert explanation._repr_latex_().count(r"\\") == len(explanation.steps) - 1
    assert repr(explanation) == str(explanation)


def test_explanation_of_a_proof_with_relations() -> None:
    verdict = check(K @ (ID - K) == 0, assuming=[K @ K == K])
    explanation = str(verdict.explain())
    assert "R1 = K∘K - K = 0" in explanation
    assert explanation.splitlines()[-1].endswith("each of which vanishes: -R1")
    assert "where K∘K = K" in str(verdict)
    operators = check(lie(X, lie(Y, alpha)) == lie(Y, lie(X, alpha)), assuming=[bracket(X, Y) == 0])
    assert "L_R1(alpha)" in str(operators.explain())


def test_long_proofs_are_summed_up() -> None:
    big = bracket(K, bracket(L3, bracket(K, M)))
    terms = [bracket(X, n * K) for n in range(2, 50)]
    verdict = check(sum(terms[1:], terms[0]) == sum(range(2, 50)) * bracket(X, K))
    assert verdict.status is Status.PROVED
    assert "more expressions are brought to normal form" in str(verdict.explain())
    assert " terms)" in str(check(bracket(big, X) == -bracket(X, big)).explain())
    assert len(str(check(verdict.subject))) < 500


def test_explanation_of_a_conjunction() -> None:
    verdict = check([d(d(f)) == 0, K + M == M + K])
    assert str(verdict.explain()).count("for the identity") == 2


def test_explanations_of_the_other_verdicts() -> None:
    space = Manifold("S", "x y")
    x, y = space.coordinates
    verified = check(d(x * y / x) == d(y))
    assert verified.status is Status.VERIFIED
    assert "the statement on S" in str(verified.explain())
    refuted = check(d(x * y) == y * d(x))
    explanation = refuted.explain()
    assert explanation.code == refuted.counterexample.code
    assert "```python" in explanation._repr_markdown_()
    assert "counterexample: left - right (dy)" in str(explanation)
    unknown = Verdict(Status.UNKNOWN, "a statement", reason="it is hard")
    assert "no answer, because it is hard" in str(unknown.explain())
    symbolic = check(torsion(K) == 0)
    assert symbolic.counterexample.code in str(symbolic.explain())


def test_explanation_of_a_bound() -> None:
    parts = tuple(Component(f"d{n}", "4 random points", "GermRing(x)", -70.0) for n in range(20))
    verdict = Verdict(Status.PROBED, "a claim", "S", log2_bound=-65.7, seed=3, components=parts)
    found = str(explain(verdict))
    assert "20 components that had to be tested, in GermRing(x)" in found
    assert "at most 2**-65: the sum over 20 uncertain components, each at most 2**-70.0" in found
    assert "seed 3" in found and "8 more, by 4 random points" in found


# --- LaTeX and Markdown ---------------------------------------------------------------------


def test_latex_of_symbols() -> None:
    written = {
        "[K, M]": bracket(K, M),
        r"L_{[K, M]}": lie(bracket(K, M)),
        r"i_{K}\left(M\right)": interior(K, M),
        r"[i_{K}, \mathrm{d}]": bracket(interior(K), d),
        r"\mathrm{d}\left(\alpha\right) \wedge i_{K}": d(alpha) * interior(K),
        r"\omega_{1} \wedge \alpha": omega * alpha,
        r"-\tfrac{1}{2} \left(K + M\right)": -(K + M) / 2,
        r"K \circ \left(\mathrm{id} - M\right)": K @ (ID - M),
        r"K\left(X\right)": K(X),
        r"\omega_{1}\left(X, Y\right)": omega(X, Y),
        "0": (K == 0).right,
    }
    assert {thing.latex() for thing in written.values()} == set(written)
    assert bracket(K, M)._repr_latex_() == r"$\displaystyle [K, M]$"


def test_notebook_faces() -> None:
    identity = bracket(K, M) == 0
    assert identity._repr_latex_() == "$[K, M] = 0$"
    assert (identity & identity)._repr_latex_().count("[K, M]") == 2
    verdict = check(identity)
    assert verdict._repr_markdown_().startswith("**REFUTED**: $[K, M] = 0$ on every manifold")
    assert verdict._repr_latex_().startswith(r"$\textbf{REFUTED}:\ [K, M] = 0")
    named = check(identity, name="commuting_tensors")
    assert r"\text{commuting\_tensors}" in named._repr_latex_()
    assert named._repr_markdown_().startswith(r"**REFUTED**: commuting\_tensors")
    assert "```python" in verdict.counterexample._repr_markdown_()
    assert verdict.counterexample._repr_latex_().startswith(r"$\text{on R2")


def test_long_things_are_cut() -> None:
    total = sum((n * K for n in range(2, 200)), K)
    identity = total == M
    assert len(identity._repr_latex_()) < 2 * LATEX_WIDTH
    assert "..." in identity._repr_latex_()
    assert len(check(identity)._repr_latex_()) < 3 * LATEX_WIDTH
    assert "\n" not in str(check(identity)) and not check(identity)
    assert latex_text("a_b {50%} \\ ^") == (r"\text{a\_b \{50\%\} \backslash{} \textasciicircum{}}")
    assert short("x" * 100, 10) == "xxxxxxx..."


# --- counterexamples are small and run --------------------------------------------------------


@pytest.mark.parametrize(
    "identity",
    [
        bracket(K, M) == 0,
        torsion(K) == 0,
        bracket(f * X, Y) == f * bracket(X, Y),
        lie(K) @ lie(K) == 0,
        bracket(lie(L3), lie(L3)) == 3 * lie(bracket(L3, L3)),
        omega * omega == 0,
        K(X) == X,
        K @ M == 2 * (M @ K),
        K.transpose(M.transpose(alpha)) == 3 * (K @ M).transpose(alpha),
        lie(X, f) == omega(X, Y) + 1,
    ],
    ids=str,
)
def test_counterexamples_are_small_and_run(identity) -> None:
    verdict = check(identity)
    found = verdict.counterexample
    assert found is not None
    numbers = [int(n) for n in re.findall(r"(?<![\w])\d+", " ".join(found.instance.values()))]
    assert max(numbers) <= 3
    assert sum(value.count("'x") for value in found.instance.values()) <= 12
    run = subprocess.run(
        [sys.executable, "-c", found.code], capture_output=True, text=True, check=True
    )
    assert run.stdout.startswith("REFUTED")
    assert f" is {found.value}" in run.stdout


def test_shrinking_is_left_out_if_no_counterexample_is_wanted() -> None:
    big = check(torsion(K) == 0, counterexample=False).counterexample
    small = check(torsion(K) == 0).counterexample
    assert len(str(small)) < len(str(big))


def test_high_degrees_are_refuted_in_high_dimensions() -> None:
    for identity in (
        symbols_of_forms("omega", degree=9) == 0,
        omega * omega * omega == 0,
        bracket(L3, L3) == 0,
        interior(L3, omega * omega) == 0,
        symbols_of_forms("beta", degree=3) * omega * omega == 0,
    ):
        assert check(identity, counterexample=False).status is Status.REFUTED


# --- polynomials ------------------------------------------------------------------------------


def test_polynomials() -> None:
    x, y = {("x",): Fraction(1)}, {("y",): Fraction(1)}
    square = times(plus(x, scaled(y, -2)), plus(x, scaled(y, -2)))
    assert text(square) == "x**2 - 4*x*y + 4*y**2"
    assert derivative(square, "y") == {("x",): -4, ("y",): 8}
    assert text({}) == "0" and text({(): Fraction(-1, 2), ("x",): Fraction(-1)}) == "-1/2 - x"
    space = Manifold("S", "x y")
    element = space.function(text(square)).element()
    assert from_expression(element.ring.expression(element)) == square
    assert from_expression(tree_of(square)) == square
    with pytest.raises(ValueError, match="polynomial"):
        from_expression(space.chart.tree("sin(x)"))
