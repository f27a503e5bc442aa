"""What the README shows is what this version does."""

from __future__ import annotations

import doctest
import json
import re
import subprocess
import sys
import tomllib
from collections import Counter
from pathlib import Path

import click
import pytest

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", README, re.M | re.S)


def test_sessions() -> None:
    session = "\n".join(blocks("pycon"))
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    test = doctest.DocTestParser().get_doctest(session, {}, "README.md", "README.md", 0)
    assert len(test.examples) >= 10
    report: list[str] = []
    doctest.DocTestRunner(optionflags=flags, verbose=False).run(test, out=report.append)
    assert "".join(report) == ""


def test_the_counterexample_runs(capsys: pytest.CaptureFixture[str]) -> None:
    from diffgeo import Manifold, check, d, interior, lie

    M = Manifold("M", "x y z", functions="f(x,y)")
    X, alpha = M.vector_field(x="-y", y="x"), M.form(1, {"x": "f(x,y)", "z": "y"})
    verdict = check(lie(X, alpha) == interior(X, d(alpha)) - d(interior(X, alpha)))
    exec(verdict.counterexample.code, {})
    assert capsys.readouterr().out.strip() not in {"", "0"}


def test_system_file() -> None:
    from mechanics import System

    (text,) = blocks("toml")
    table = tomllib.loads(text)
    system = System(**table)
    assert system.name == "Sled on ice"
    assert set(system.dynamics().accelerations) == {"x", "y", "phi"}


def test_numbers_of_the_claims_and_systems() -> None:
    kept = (ROOT / "mechanics/papers/engine/recorded").glob("*.json")
    books = [json.loads(path.read_text(encoding="utf-8")) for path in kept]
    claims = Counter(outcome["verdict"] for book in books for outcome in book.values())
    said = (
        f"{claims.total()}, of which {claims['misprint']} are misprints and {claims['false']} false"
    )
    systems = len([*(ROOT / "mechanics/model/gallery").rglob("*.toml")])
    assert len(books) == 5 and said in README and re.search(rf"gallery.*\| {systems} \|", README)


def test_verbs_of_the_command_line() -> None:
    from mechanics.faces.command_line import cli

    shown = {
        match for block in blocks("sh") for match in re.findall(r"^mechanics (\w+)", block, re.M)
    }
    verbs = {
        "animate",
        "integrators",
        "compare",
        "derive",
        "energy",
        "geometry",
        "integrals",
        "list",
        "simulate",
        "sweep",
        "stability",
        "study",
    }
    verbs |= {"verify"}
    assert verbs == shown <= set(cli.list_commands(click.Context(cli)))


def test_the_demo_comes_to_its_end(tmp_path: Path) -> None:
    demo = [sys.executable, "examples/demo.py", "--output", str(tmp_path)]
    done = subprocess.run(demo, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    made = {path.name for path in tmp_path.iterdir()}
    assert made == {"pursuit.csv", "pursuit.png", "capture.svg"} and "done in" in done.stdout
