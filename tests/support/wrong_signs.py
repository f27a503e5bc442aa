"""What a ledger notices of a wrong library; changes are those of `mutations`.

`CONSTRUCTIONS` says which modules make what a paper constructs, and `changes` lists all wrong
signs and factors in them. `TABLE` has for each a claim of the paper's ledger that notices, and
`CHAPTERS` for what the ledgers call of `OTHER_CHAPTERS`.
"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Any

import pytest
from mutations import apply, code_of, located, slips

from mechanics.papers.engine import recorded_outcomes as recorded
from mechanics.papers.engine.claims import Ledger
from mechanics.papers.engine.judgement import judge
from mechanics.papers.engine.outcomes import Outcome

#: A change as text, or what makes it.
Change = str | Callable[[pytest.MonkeyPatch], None]

#: The wedge product without signs, -i_X, [D, E] = D E + (-1)^{|D||E|} E D, -S on jets, and -K^*.
WEDGE = "unsigned calculus.forms.wedge_sign calculus.spaces.wedge_sign"
INSERTION = "-1 calculus.forms.Form.contract"
BRACKET = "opposite calculus.brackets"
ENDOMORPHISM = "-1 bundles.jets.JetSpace.vertical_endomorphism"
TRANSPOSE = "-1 calculus.vector_forms.VectorForm.transpose"
PSI = "-1 mechanics.theories.reduced_geometry.SecondOrderGeometry.Psi"

#: The modules below `mechanics` that make what a paper constructs.
CONSTRUCTIONS = {
    "deleon-martin": ("theories.projection_theory", "analysis.hamiltonian"),
    "frigioiu": (
        "spaces.rheonomic_geometry.coordinate_changes",
        "spaces.rheonomic_geometry.metrical_splittings",
        "spaces.rheonomic_geometry.product_structure",
        "spaces.rheonomic_geometry.rheonomic_systems",
        "spaces.rheonomic_geometry.three_splittings",
        "theories.rheonomic_theory",
        "analysis.moving_surface",
        "analysis.parabolic_cylinder",
    ),
    "miron-niminet": (
        "spaces.lagrange_spaces.forced_systems",
        "spaces.lagrange_spaces.lagrange_geometry",
        "spaces.lagrange_spaces.regular_lagrangians",
        "theories.lagrange_space_theory",
        "analysis.postulate",
    ),
    "sarlet": ("theories.omega_gamma_theory", "theories.reduced_geometry"),
    "senkerikova": (
        "theories.canonical_distribution",
        "theories.constrained_cartan_theory",
        "analysis.regularity.definitions",
    ),
}
#: Modules of the same folders that belong to no paper: they compare, decide and show, or, as the
#: equations with multipliers and the vakonomic principle, come from elsewhere.
OF_NO_PAPER = {
    *("theories.base", "theories.built_in", "theories.checks", "theories.closed_formulas"),
    *("theories.dynamics", "theories.equality_on_constraints", "theories.registry"),
    *("theories.multiplier_equations", "theories.vakonomic_principle"),
    *("theories.orbit_spaces", "theories.parameter_conditions", "analysis.solvable_algebras"),
    *("analysis.local_potentials", "analysis.quadratures", "analysis.determining_equations"),
    *("analysis.density_search", "analysis.conserved_momenta"),
    *("analysis.divergences", "analysis.found_integral", "analysis.lagrangian_spaces"),
    "analysis.equations_of_momenta",
    *("analysis.ansatz", "analysis.comparison", "analysis.energy", "analysis.first_integrals"),
    *("analysis.noether", "analysis.regularity.families_of_systems"),
    "analysis.regularity.regularity_classes",
    *("theories.state_spaces", "theories.principles", "analysis.compared_theories"),
    *(
        "theories.states_without_time",
        "theories.jumps",
        "theories.relations",
        "theories.dynamics_on_atlases",
    ),
    *("analysis.answers", "analysis.chaplygin", "analysis.densities", "analysis.invariant_volume"),
    *("analysis.inverse_problem", "analysis.lie_algebras", "analysis.nonholonomic_momentum"),
    *("analysis.hamilton_jacobi", "analysis.natural_systems", "analysis.separation"),
    *("analysis.known_integrals", "analysis.complete_solutions"),
    *("analysis.integrability", "analysis.darboux", "analysis.dynamical_symmetries"),
    *("analysis.helmholtz", "analysis.complementary_groups"),
    *("analysis.equilibria_in_box", "analysis.extactic_determinants"),
    *("analysis.reduced_motion", "analysis.linear_brackets", "analysis.nonholonomic_brackets"),
    *("analysis.prescribed_derivatives", "analysis.symmetries"),
    *("analysis.relative_equilibria", "analysis.spectral_stability", "analysis.equilibrium_search"),
}
#: What only shows or refuses.
SHOWN = ("latex", "_repr_latex_", "to_dict", "checks", "relatedness")
TABLE = Path(__file__).parents[1] / "data" / "ledger_changes.txt"
CHAPTERS = TABLE.with_name("ledger_changes_of_chapters.txt")
OTHER_CHAPTERS = (
    *("diffgeo.calculus", "diffgeo.bundles", "diffgeo.connections", "diffgeo.metrics"),
    *("diffgeo.structures", "mechanics.model"),
)
#: At the end of a row: the library refuses to make the thing, no claim is refuted.
STOPS = " (stops)"
#: What no claim is about: how things look.
ONLY_SHOWN = "calculus.display"


def changes(paper: str) -> Iterator[str]:
    """All wrong signs and factors of the constructions of a paper.

    Of what has forms, fields or tensors as its result, its sign; and each sign in the code.
    """
    for place in CONSTRUCTIONS[paper]:
        module = import_module(f"mechanics.{place}")
        for name, member in vars(module).items():
            if getattr(member, "__module__", "") != module.__name__:
                continue
            if not isinstance(member, type):
                yield from _changes_of(f"mechanics.{place}.{name}", member)
                continue
            for attribute, inner in vars(member).items():
                if not attribute.startswith("__"):
                    yield from _changes_of(f"mechanics.{place}.{name}.{attribute}", inner)


def _changes_of(name: str, member: Any) -> Iterator[str]:
    function, last = code_of(member), name.rpartition(".")[-1]
    if not inspect.isfunction(function) or last in SHOWN:
        return
    kind = str(function.__annotations__.get("return", ""))
    if re.search(r"\b(Form|VectorForm|Tensor)\b", kind) and not last.startswith("_"):
        yield f"-1 {name}"
    yield from (f"flipped:{number} {name}" for number in range(len(slips(function))))


def changes_of(name: str) -> set[str]:
    """All wrong signs and factors of one function, method or property."""
    owner, attribute = located(name)
    return set(_changes_of(name, vars(owner)[attribute]))


def functions_of_chapters() -> dict[Any, str]:
    """The names of functions, methods and properties of `OTHER_CHAPTERS` by their code."""
    found = {}
    for chapter in OTHER_CHAPTERS:
        package = import_module(chapter)
        for info in walk_packages(package.__path__, f"{chapter}."):
            for name, member in vars(import_module(info.name)).items():
                if getattr(member, "__module__", "") != info.name:
                    continue
                own = vars(member).items() if isinstance(member, type) else [("", member)]
                for attribute, inner in own:
                    function = code_of(inner)
                    if inspect.isfunction(function) and not attribute.startswith("__"):
                        place = f"{info.name}.{name}.{attribute}".rstrip(".")
                        found[function.__code__] = place.removeprefix("diffgeo.")
    return found


def called_by(book: Ledger, ids: Iterable[str]) -> set[str]:
    """What claims call of other chapters, of what can be made wrong."""
    known, called = functions_of_chapters(), set()

    def note(frame: Any, event: str, argument: object) -> None:
        if event == "call":
            called.add(frame.f_code)

    book.forget()
    before = sys.getprofile()
    sys.setprofile(note)
    try:
        for id in ids:
            judge(book, book.claims[id], quick=True)
    finally:
        sys.setprofile(before)
    names = {known[code] for code in called if code in known}
    return {name for name in names if not name.startswith(ONLY_SHOWN) and changes_of(name)}


def recorded_changes() -> dict[str, str]:
    """By changes: the id of a claim that notices it, or "none" with the reason."""
    return {change: head for _, head, change in rows(TABLE)}


def stopped(table: Path) -> set[tuple[str, str]]:
    """The papers and changes by which the claim that notices stops with an error."""
    marked = ((paper, change) for paper, _, change in _lines(table) if change.endswith(STOPS))
    return {(paper, change.removesuffix(STOPS)) for paper, change in marked}


def rows(table: Path) -> Iterator[tuple[str, str, str]]:
    """The paper, the id of a claim or "none" with the reason, and the change."""
    for paper, head, change in _lines(table):
        yield paper, head, change.removesuffix(STOPS)


def _lines(table: Path) -> Iterator[tuple[str, str, str]]:
    paper = head = ""
    for line in table.read_text("utf8").splitlines():
        if line.startswith("    "):
            yield paper, head, line.strip()
        elif line.removeprefix("# ") in CONSTRUCTIONS:
            paper = line.removeprefix("# ")
        elif line and not line.startswith("#"):
            head = line


def unnoticed(
    book: Ledger,
    change: Change,
    ids: Iterable[str],
    patch: pytest.MonkeyPatch,
    *,
    stops: bool | None = None,
) -> list[str]:
    """The claims whose outcome stays the recorded one while the library is wrong.

    With ``stops`` also those which do not stop with an error (True), or do, where something that
    holds should be refuted (False).
    """
    book.forget()
    apply(change, patch) if isinstance(change, str) else change(patch)
    try:
        found = {id: judge(book, book.claims[id], quick=True) for id in ids}
    finally:
        # Data that were made with the changed operations must not be used again.
        book.forget()
    return [
        id
        for id, outcome in found.items()
        if not recorded.difference(outcome) or stops is (not _stops(outcome))
    ]


def _stops(outcome: Outcome) -> bool:
    """Whether a claim is not decided by an error, with nothing refuted."""
    return outcome.condition.startswith("not decided: ") and "refuted" not in outcome.parts.values()


def noticed(
    book: Ledger, *cases: tuple[Change, Sequence[str]], judged_before: bool = False
) -> Callable[..., None]:
    """The test that claims of a ledger notice changes, also if they were `judged_before`.

    Single signs of what a paper constructs need not be among them: they are in `TABLE`.
    """

    @pytest.mark.parametrize(("change", "ids"), cases, ids=_label)
    def test(change: Change, ids: Sequence[str], monkeypatch: pytest.MonkeyPatch) -> None:
        # What was made with the right signs must not hide the wrong ones.
        for id in ids if judged_before else ():
            assert not recorded.difference(judge(book, book.claims[id], quick=True))
        assert unnoticed(book, change, ids, monkeypatch) == []

    return test


def _label(value: object) -> str:
    """The name of a change in the name of a test."""
    return value if isinstance(value, str) else getattr(value, "__name__", "")
