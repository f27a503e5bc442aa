"""How verdicts of claims are computed: no claim holds, or fails, by decree."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from diffgeo import Manifold, Map, check, d
from diffgeo.errors import NotSupported
from mechanics import System, papers
from mechanics.papers.deleon_martin.algorithm import constraint_algorithm
from mechanics.papers.engine import outcome_report as report
from mechanics.papers.engine.claims import (
    Judgement,
    Ledger,
    NotCheckable,
    agree,
    fact,
    key_of,
    nonzero,
    refused,
    refuted,
    same,
    states,
)
from mechanics.papers.engine.constrained_scene import Scene
from mechanics.papers.engine.index_balance import balanced
from mechanics.papers.engine.judgement import judge
from mechanics.papers.engine.outcomes import Outcome
from mechanics.papers.engine.random_data import (
    SMALL,
    generic,
    pursuit,
    random,
    regular_data,
    singular,
)

M = Manifold("M", "x y")
x, y = M.coordinates
TRUE, FALSE = d(x) * d(y) == -d(y) * d(x), d(x) * d(y) == d(y) * d(x)


def outcome(*judgements: Any, small: tuple[Any, ...] = ()) -> Outcome:
    """The outcome of a claim with one judgement for each datum, and for small ones."""
    data = [(f"datum {i}", judgement) for i, judgement in enumerate(judgements)]
    less = [(f"small {i}", judgement) for i, judgement in enumerate(small)]
    book = Ledger("test", "nobody", lambda *_: data, lambda: None, lambda family: less)
    claim = book.claim("T-1", where="here", kind="identity", statement="it is so")
    return judge(book, claim(lambda judgement: judgement))


def test_holds() -> None:
    found = outcome(Judgement(printed={"a": TRUE}, mutated={"b": FALSE}))
    assert (found.verdict, found.evidence, found.mutations) == ("holds", "verified", ["b"])


def test_a_check_that_cannot_fail_decides_nothing() -> None:
    assert outcome(Judgement(printed={"a": TRUE})).verdict == "undecided"
    found = outcome(Judgement(printed={"a": TRUE}, mutated={"b": TRUE}))
    assert found.verdict == "undecided"
    assert "cannot fail: not refuted: b" in found.condition


def test_one_datum_refutes_the_print_and_one_each_mutation() -> None:
    right = {"corrected": {"c": TRUE}, "readings": {"r": FALSE}}
    found = outcome(
        Judgement(printed={"a": TRUE}, mutated={"m": TRUE}, **right),
        Judgement(printed={"a": FALSE}, mutated={"m": FALSE}, **right),
    )
    assert (found.verdict, found.parts) == ("false", {"a": "refuted"})
    assert found.counterexample is not None
    assert found.counterexample["datum"] == "datum 1"


def test_a_refutation_is_shown_on_small_data_where_what_is_right_holds() -> None:
    """They decide nothing: where they refute nothing, or the correction too, they are passed by."""
    rest = {"mutated": {"m": FALSE}, "readings": {"r": FALSE}}
    far = TRUE.left == TRUE.right * 2
    wrong = Judgement(printed={"a": far}, corrected={"c": TRUE}, **rest)
    short = Judgement(printed={"a": x == 0}, corrected={"c": TRUE}, **rest)
    void = Judgement(printed={"a": x == 0}, corrected={"c": FALSE}, **rest)
    fine = Judgement(printed={"a": TRUE}, corrected={"c": TRUE}, **rest)
    for small, shown in (
        ((void, fine, short), "small 2"),
        ((void, fine, NotCheckable("nothing is said"), None), "datum 0"),
    ):
        found = outcome(wrong, small=small)
        assert (found.verdict, found.used) == ("false", ["datum 0"])
        assert found.counterexample is not None
        assert found.counterexample["datum"] == shown
    assert outcome(fine, small=(short,)).verdict == "holds"


def test_parts_are_listed() -> None:
    found = outcome(
        Judgement(printed={"a": TRUE, "b": FALSE}, mutated={"m": FALSE}, corrected={"c": TRUE})
    )
    assert found.parts == {"a": "holds", "b": "refuted"}


@pytest.mark.parametrize("corrected", [{}, {"c": FALSE}])
def test_a_claim_is_false_only_with_a_correction(corrected: dict[str, Any]) -> None:
    found = outcome(Judgement(printed={"a": FALSE}, mutated={"m": FALSE}, corrected=corrected))
    assert found.verdict == "undecided"
    assert "correction is not established" in found.condition


def test_a_claim_is_false_only_if_other_readings_were_examined() -> None:
    given = {"printed": {"a": FALSE}, "mutated": {"m": FALSE}, "corrected": {"c": TRUE}}
    found = outcome(Judgement(**given))
    assert (found.verdict, found.condition) == (
        "undecided", "no other reading of the print is examined",
    )  # fmt: skip
    assert outcome(Judgement(**given, readings={"r": FALSE})).verdict == "false"


def test_a_misprint() -> None:
    """The print is refuted or ill-formed, and its repaired form holds; else none is recorded."""
    given: dict[str, Any] = {"mutated": {"m": FALSE}, "repaired": {"c": TRUE}, "repair": "a sign"}
    for printed in ({"a": FALSE}, {"indices": balanced("F^i = g^ij F_i")}):
        found = outcome(Judgement(printed=printed, **given, damage="scan"))
        assert (found.verdict, found.repair, found.damage) == ("misprint", "a sign", "scan")
        assert found.data()["repair"] == "a sign"
    assert outcome(Judgement(printed={"a": TRUE}, **given)).verdict == "holds"
    wrong = {"repaired": {"c": FALSE}}, {"repair": ""}, {"damage": "age"}, {"readings": {"r": TRUE}}
    for change in (*wrong, {"mutated": {"m": TRUE}}):
        found = outcome(Judgement(printed={"a": FALSE}, **{**given, **change}))
        assert (found.verdict, found.repair) != ("misprint", "a sign"), change
        assert found.verdict == "undecided"


@pytest.mark.parametrize(
    ("formula", "true", "found"),
    [
        ("F^i = g^ij F_j", True, ""),
        ("F^i = g^ij F_i", False, "F^i has ^i; g^ij F_i has ^j"),
        ("Q_sigma = a_sigma,i dx^i", True, ""),
        ("Q_sigma = a_sigma dx^i", False, "a_sigma dx^i has ^i _sigma"),
        ("N^i_j = dG^i/dy^j", True, ""),
        ("N^i_j = dG^j/dy^i", False, ""),
        ("g_ij = d^2L/dy^i dy^j", False, ""),
        ("P^i_kh = dL^i_hh/dy^h", False, "h repeated in dL^i_hh/dy^h"),
        ("K^l_k C_hjl = 0", True, ""),
        ("D_ij|k - D_ik|j = 0", True, ""),
    ],
)
def test_the_balance_of_indices(formula: str, true: bool, found: str) -> None:
    fact = balanced(formula)
    assert fact.true is true and found in fact.found


def test_a_reading_that_holds_saves_the_print() -> None:
    found = outcome(
        Judgement(
            printed={"a": FALSE}, mutated={"m": FALSE}, corrected={"c": TRUE},
            readings={"the other order": TRUE},
        )
    )  # fmt: skip
    assert found.verdict == "undecided"
    assert "the other order" in found.condition


def test_a_condition_must_be_needed() -> None:
    needed = Judgement(
        printed={"a": TRUE}, mutated={"m": FALSE}, condition="n > 1", without={"w": FALSE}
    )
    assert outcome(needed).verdict == "holds-under-condition"
    for without in ({}, {"w": TRUE}):
        idle = Judgement(
            printed={"a": TRUE}, mutated={"m": FALSE}, condition="n > 1", without=without
        )
        assert outcome(idle).verdict == "undecided"
        assert "not shown to be needed" in outcome(idle).condition


def test_refusals_are_not_answers() -> None:
    book = Ledger("test", "nobody", lambda family, seed, quick: [("datum", None)], lambda: None)

    def refuse(_: None) -> Judgement:
        raise NotSupported("not in this ring")

    found = judge(book, book.claim("T-1", where="", kind="", statement="")(refuse))
    assert found.verdict == "undecided"
    assert found.condition == "not decided: NotSupported: not in this ring"


def test_not_checkable() -> None:
    found = outcome(NotCheckable("history"))
    assert (found.verdict, found.condition, found.evidence) == ("not-checkable", "history", None)
    assert found.data()["evidence"] is None


def test_a_claim_is_stated_once() -> None:
    book = Ledger("test", "nobody", lambda family, seed, quick: [], lambda: None)
    given = {"where": "", "kind": "", "statement": ""}
    book.claim("T-1", **given)(lambda _: NotCheckable(""))
    with pytest.raises(ValueError, match="T-1 is stated twice"):
        book.claim("T-1 (second)", **given)(lambda _: NotCheckable(""))


def test_a_claim_says_what_it_states() -> None:
    book = Ledger("test", "nobody", lambda family, seed, quick: [], lambda: None)
    head = book.claim("T-1", "p. 1", "identity", on="none")
    with pytest.raises(ValueError, match="T-1 does not say what it states"):
        head(lambda _: NotCheckable(""))
    made = head(states("it is so")(lambda _: NotCheckable("")))
    assert (made.where, made.statement, made.family) == ("p. 1", "it is so", "none")


def test_what_is_made_once_is_kept_until_it_is_forgotten() -> None:
    dropped: list[str] = []
    book = Ledger("test", "nobody", lambda family, seed, quick: [], lambda: dropped.append("data"))
    make = book.once(lambda n: [n])
    first = make(1)
    assert make(1) is first and make(2) == [2]
    by_name = book.once(lambda named: [named], by=str)
    assert by_name({"no": "hash"}) is by_name({"no": "hash"}) is not by_name({"another": ""})
    book.forget()
    assert make(1) == first and make(1) is not first
    assert dropped == ["data"]


def test_ledgers_keep_nothing_that_they_cannot_forget() -> None:
    """Values kept by `functools.cache` outlive `forget`; those of `Ledger.once` do not.

    A process that judges for others keeps a ledger (`judgement`), and no value.
    """
    modules = list(Path(str(papers.__file__)).parent.glob("*/*.py"))
    assert len(modules) > 50
    keeping = re.compile(r"^@(functools\.)?(lru_)?cache\b", re.MULTILINE)
    found = [path for path in modules if keeping.search(path.read_text("utf8"))]
    assert [path.name for path in found] == ["judgement.py"]
    assert keeping.findall(found[0].read_text("utf8")) == [("", "")]


@pytest.mark.parametrize(
    ("id", "key"),
    [
        ("DLMD-3.29", "DLMD-3.29"),
        ("A-1 first", "A-1"),
        ("A-1, A-2", "A-1"),
        ("A–3′/4", "A-3p"),
        ("MN-7.07'''", "MN-7.07ppp"),
    ],
)
def test_keys(id: str, key: str) -> None:
    assert key_of(id) == key


def test_order() -> None:
    book = Ledger("test", "nobody", lambda family, seed, quick: [], lambda: None)
    for id in ("T-10", "T-9", "T-2.1"):
        book.claim(id, where="", kind="", statement="")(lambda _: NotCheckable(""))
    assert [claim.id for claim in book.ordered()] == ["T-2.1", "T-9", "T-10"]


def test_facts() -> None:
    assert fact("yes", True).true
    assert not same("rank", 2, 3).true
    assert same("rank", 2, 3).found == "2"
    assert nonzero("", x).true
    assert not nonzero("", 0 * x).true
    assert refuted("", FALSE).true
    assert not refuted("", check(TRUE)).true
    assert agree("", False, False).true
    assert not agree("", True, False).true
    assert refused("", lambda: M["z"]).true
    assert not refused("", lambda: M["x"]).true


# --- data ----------------------------------------------------------------------------------------


def test_data_are_reproducible_and_shown() -> None:
    assert random(3, 2, 5) == random(3, 2, 5) != random(3, 2, 6)
    assert "seed 5" in random(3, 2, 5).name
    for datum in regular_data(0, False):
        assert datum.lagrangian in str(datum)


@pytest.mark.parametrize("seed", range(12))
def test_random_data_are_regular(seed: int) -> None:
    """Explicitly dependent on time, h_i ≠ 0, L not quadratic, (Ω_L, η) and C regular."""
    from diffgeo.calculus import linear_algebra as linear

    s = Scene(random(2 + seed % 2, 1 + seed % 2, seed))
    assert not check(linear.determinant(s.hessian) == 0)
    assert not check(linear.determinant(s.C) == 0)
    assert all(not check(mu(s.E.frame[0]) == 0) for mu in s.mu)
    assert any(not check(V(w) == 0) for V in s.d_v for row in s.hessian for w in row)


@pytest.mark.parametrize("size", [(2, 1, 1), (3, 2, 1), (4, 2, 2), (4, 3, 1)], ids=str)
@pytest.mark.parametrize("seed", range(3))
def test_random_singular_data(size: tuple[int, int, int], seed: int) -> None:
    """L regular, not quadratic, explicitly dependent on time; h_i ≠ 0; C of rank m - null."""
    from diffgeo.calculus import linear_algebra as linear

    _, m, null = size
    s = Scene(singular(*size, seed))
    assert not check(linear.determinant(s.hessian) == 0)
    assert not check(s.d_t(s.L) == 0)
    assert any(not check(V(w) == 0) for V in s.d_v for row in s.hessian for w in row)
    assert all(not check(mu(s.E.frame[0]) == 0) for mu in s.mu)
    C = [[s.on_P_1.pull(f) for f in row] for row in s.C]
    assert linear.rank(C) == m - null
    assert m == null or all(any(not check(f == 0) for f in row) for row in C)


def test_generic_data_are_undefined_functions() -> None:
    s = Scene(generic(2, 1))
    assert str(s.L) == "L(t, x, y, xdot, ydot)"
    assert not check(s.hessian[0][1] == 0)


# --- pages ---------------------------------------------------------------------------------------


def test_pages() -> None:
    from mechanics.papers import ledger

    book = ledger("deleon-martin")
    some = ["DLMD-1.03", "DLMD-6.04", "DLMD-6.10", "DLMD-3.15", "DLMD-3.10"]
    found = [judge(book, book.claims[id], quick=True) for id in some]
    table = report.table(found)
    assert table.count("deleon_martin.") == len(some)
    assert len(table.splitlines()) == len(some) + 2
    failing = report.entries(found, "misprint")
    assert failing.index("**DLMD-6.04**") < failing.index("**DLMD-3.15**")
    assert "* damage of the scan: `` a sign" in failing and "* what follows: " in failing
    assert "print(left.at(" in failing and "print(right.at(" in failing
    assert "**DLMD-3.10**" in report.entries(found, "holds-under-condition")
    assert report.entries(found, "undecided") == "None."
    linked, codes = report.table(found, linked=True), report.codes(found)
    for outcome in found:
        assert f'<a href="#{outcome.claim.id}">' in linked
        assert codes.count(f'<details id="{outcome.claim.id}">') == 1
        assert report.source(outcome.claim).rstrip() in codes
    assert codes.count("<details") == codes.count("</details>") == len(found)
    code = report.source(book.claims["DLMD-6.10"])
    assert code.startswith("@claim(")
    assert '"DLMD-6.10"' in code


# --- the ledger and the library -------------------------------------------------------------------


def system_of(datum: Any, functions: Any = None) -> System:
    return System(
        coordinates=datum.coordinates,
        parameters=datum.parameters,
        functions=datum.functions if functions is None else functions,
        positive=datum.positive,
        lagrangian=datum.lagrangian,
        constraint_forms=list(datum.forms),
    )


@pytest.mark.parametrize("datum", [pursuit(), random(2, 1, 3), random(2, 2, 4)], ids=str)
def test_the_ledger_makes_the_field_of_the_theory(datum: Any) -> None:
    s = Scene(datum)
    names = s.J.chart.coordinates
    # Those of the undefined changes of coordinates, too.
    system = system_of(datum, s.J.declarations(names)["functions"])
    gamma, J = system.dynamics("projection"), system.evolution_space
    same_space = Map(s.J, J, {n: s.J[n] for n in names}, inverse={n: J[n] for n in names})
    assert check(same_space.related(s.X, gamma.field))
    assert not check(same_space.related(s.xi, gamma.field))
    for ours, public in zip(s.Lambda, gamma.multipliers, strict=True):
        assert check(ours == -same_space.pull(public))


KNOWN = ["isotropic", "determinate", "inconsistent", "rank one", "partly determinate", "pole"]
RANDOM = [singular(2, 1, 1, 0), singular(3, 2, 1, 1), singular(4, 2, 2, 0), singular(4, 3, 1, 0)]


@pytest.mark.parametrize(
    "datum", [*(SMALL[name] for name in KNOWN), *RANDOM], ids=lambda datum: datum.name
)
def test_the_ledger_makes_the_sets_of_the_algorithm(datum: Any) -> None:
    s = Scene(datum)
    chain = constraint_algorithm(s.xi, s.Z, s.phi)
    reduction = system_of(datum).reduction()
    assert reduction.is_consistent is not chain.empty
    found = [stage.dimension for stage in reduction.stages if stage.dimension is not None]
    assert found == chain.dimensions
