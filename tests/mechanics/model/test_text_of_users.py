"""Text of a user in what is generated: programs, tables, LaTeX, pictures, terminals."""

from __future__ import annotations

import ast
import csv
import re
from dataclasses import replace
from functools import lru_cache

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import diffgeo
from diffgeo.calculus import python_source
from diffgeo.errors import ExpressionError
from diffgeo.verdicts.explanations import latex_text
from mechanics import System
from mechanics.analysis.comparison import _escaped
from mechanics.faces import derivation_report as report
from mechanics.motion.trajectory import Trajectory
from mechanics.motion.trajectory_plot import draw
from mechanics.theories.dynamics import Dynamics
from mechanics.wording import one_line, printable

TEXTS = st.text(st.characters(exclude_categories=()), max_size=30)
FEW = settings(max_examples=25, deadline=None)
ATTACK = '"""\nimport os; os.system("echo let in")\n"""'


def examples(test):
    """Texts that have broken something before."""
    for text in (ATTACK, "a,b", "x\ny", "$x^$", "\\", '"', "'\\\"", "\x1b[2J", "\u202e", "\ud800",
                 "[/red]", "\x00", "#{}_%&~^", "q" * 5000, ""):  # fmt: skip
        test = example(text)(test)
    return test


@lru_cache
def derived() -> Dynamics:
    return System(coordinates="x y", lagrangian="(xdot**2 + ydot**2)/2",
                  constraints="ydot - x*xdot", invariants={"p": "xdot"}).dynamics()  # fmt: skip


def shown(render, name: str) -> str:
    """A rendering of one system under a name."""
    derived().system.name = name
    return render(derived())


@examples
@given(TEXTS)
@FEW
def test_a_program_differs_in_its_docstring_only(name: str) -> None:
    made, harmless = (ast.parse(shown(report.python, text)) for text in (name, "harmless"))
    for tree in (made, harmless):
        (function,) = (node for node in tree.body if isinstance(node, ast.FunctionDef))
        docstring = ast.get_docstring(function, clean=False)
        if tree is made:
            assert docstring.startswith(f"{name}: equations of motion")
        function.body[0] = ast.Pass()
    assert ast.dump(made) == ast.dump(harmless)


def test_a_program_calls_what_its_names_say() -> None:
    M = diffgeo.Manifold(
        "M", "x abs", parameters="math", functions="erf(x) Max(x, abs)", negative="x"
    )
    f = M.function("erf(x)*Max(x, abs)*math*Abs(x)")
    source = python_source("g", {"f": f}, M.chart.coordinates, "math")
    space: dict[str, object] = {}
    exec(compile(source, "g", "exec"), space)
    found = space["g"](-2.0, 3.0, math_=5.0, erf=lambda x: 7.0, Max=lambda x, y: 11.0)
    assert found == [7 * 11 * 5 * 2]
    for name in ("g(): import os\ndef h", "lambda", ""):
        with pytest.raises(ExpressionError):
            python_source(name, {"f": f}, M.chart.coordinates, "math")


def trajectory(name: str) -> Trajectory:
    t = np.array([0.0, 0.1, 1 / 3])
    columns = {"t": t, "x": t, "y": t, "xdot": t, "ydot": t, name: t + 1}
    return Trajectory(
        specification=replace(derived().system.specification, name=name),
        theory="projection", columns=columns,
        constraints=(), invariants=(name,), also=((name, t, t),),
        settings={"method": "RK45", "rtol": 1e-9, "atol": 1e-9},
    )  # fmt: skip


@examples
@given(TEXTS)
@FEW
def test_a_table_keeps_its_columns(tmp_path_factory: pytest.TempPathFactory, name: str) -> None:
    path = tmp_path_factory.mktemp("table") / "a.csv"
    made = trajectory(name)
    made.to_csv(path)
    with path.open(encoding="utf-8", newline="") as stream:
        head, *rows = csv.reader(stream)
    assert head == [one_line(n) for n in made.columns]
    assert all(n == one_line(n) for n in head)  # nothing that a terminal obeys
    assert [[float(v) for v in row] for row in rows] == [
        [made[n][k] for n in made.columns] for k in range(3)
    ]


@pytest.mark.filterwarnings("ignore:Glyph")
@pytest.mark.parametrize("name", ["$x^$", "\\$\\frac$\n\ud800\x00", "q" * 5000])
def test_a_picture_is_made_and_no_text_in_it_is_a_formula(name: str) -> None:
    figure = draw(trajectory(name))
    figure.canvas.draw()
    title = figure.get_suptitle()
    assert len(title) < 200 and title.replace(r"\$", "").count("$") == 0


@examples
@given(TEXTS)
@FEW
def test_latex_has_no_markup_of_the_user(text: str) -> None:
    for made in (latex_text(text), _escaped(text)):
        bare = re.sub(r"\\(backslash|text[a-z]+|text|[{}_%&#$^~])(\{\})?", "", made)
        assert not set(bare.replace("{", "", 1).replace("}", "", 1)) & set("\\{}$%&#_^~")
        assert "\n" not in made and "\x1b" not in made


@examples
@given(TEXTS)
@FEW
def test_a_terminal_gets_lines_of_printable_characters(name: str) -> None:
    text = shown(report.text, name)
    assert text.count("\n") == shown(report.text, "harmless").count("\n")
    for line in printable(text).split("\n"):
        assert all(c.isprintable() or c.isspace() for c in line)
        assert not set(line) & set("\x1b\x07\r\u202e\u2066\ud800\x9b")
    assert "\n" not in one_line(name)
    printable(text).encode()


def test_what_is_printable_stays() -> None:
    text = "Größe ẋ = ½, λ ≠ 0 …\nzweite Zeile"
    assert printable(text) == text and one_line("a\\n") == "a\\n"
