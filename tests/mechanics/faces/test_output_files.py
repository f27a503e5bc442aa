"""What is written, and what is not written over."""

from __future__ import annotations

import csv
import os
from pathlib import Path

import pytest

from mechanics import load
from mechanics.errors import BadValue
from mechanics.faces.command_line import main
from mechanics.output_files import require_replaceable, write_table, write_text, write_whole

GALLERY = "nonholonomic-particle"


def run(*arguments: object) -> int:
    with pytest.raises(SystemExit) as stop:
        main([str(a) for a in arguments])
    return stop.value.code or 0


def test_what_was_made_by_hand_is_replaced_by_force_only(tmp_path: Path, capsys) -> None:
    mine = tmp_path / "notes.txt"
    mine.write_text("mine")
    for arguments in (
        ("derive", GALLERY, "--out", mine),
        ("simulate", GALLERY, "--points", 3, "--out", mine),
    ):
        assert run(*arguments) == 2
        error = capsys.readouterr().err
        assert "was not written by mechanics" in error and error.count("\n") == 1
        assert mine.read_text() == "mine"
    mine.chmod(0o640)
    assert run("derive", GALLERY, "--out", mine, "--force") == 0
    assert "Equations of motion" in mine.read_text() and mine.stat().st_mode & 0o777 == 0o640
    # The same again changes nothing, and needs no force.
    assert run("derive", GALLERY, "--out", mine) == 0
    assert [p.name for p in tmp_path.iterdir()] == ["notes.txt"]


@pytest.mark.parametrize("name", ["a.csv", "a.png", "a.svg", "a.py"])
def test_what_was_written_here_is_replaced(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    if name == "a.py":
        assert run("derive", GALLERY, "--format", "python", "--out", path) == 0
        before = path.read_bytes()
        assert run("derive", "pursuit", "--format", "python", "--out", path) == 0
    else:
        option = "--out" if name == "a.csv" else "--plot"
        assert run("simulate", GALLERY, "--until", 1, "--points", 5, option, path) == 0
        before = path.read_bytes()
        assert run("simulate", GALLERY, "--until", 2, "--points", 7, option, path) == 0
    assert path.read_bytes() != before
    path.write_bytes(b"t,x\n0.1,0.25\n" if name == "a.csv" else b"mine")
    before = path.read_bytes()
    with pytest.raises(BadValue, match="--force"):
        write_text(path, "other")
    assert path.read_bytes() == before


def test_tables_are_known_by_their_form(tmp_path: Path) -> None:
    path, names = tmp_path / "a.csv", ["t", 'a, "b"', "x"]
    write_table(path, names, [[0, 0.1, 1 / 3], [5e-324, -1e22, float("nan")]])
    text = path.read_text()
    assert text == '"t","a, ""b""",x\n0.0,0.1,0.3333333333333333\n5e-324,-1e+22,nan\n'
    with path.open(newline="") as stream:
        assert next(csv.reader(stream)) == names
    old = 't,"a, ""b""",x\n0,0.10000000000000001,1\n'
    for ours in (text, old):
        path.write_text(ours)
        require_replaceable(path)
    # Another program's digits; quotes of none or of all; a number that was changed; other columns.
    for other in (
        old.replace("10000000000000001", "1"),
        text.replace('"t"', "t"),
        text.replace(",x", ',"x"'),
        text.replace("0.1", "0.10"),
        text.replace(",0.1", ""),
    ):
        path.write_text(other)
        with pytest.raises(BadValue, match="--force"):
            require_replaceable(path)


def test_the_input_is_never_replaced(tmp_path: Path, capsys) -> None:
    source = tmp_path / "sled.toml"
    text = 'coordinates = ["x"]\nlagrangian = "xdot**2/2"\n' + (
        "[simulate]\nuntil = 1\ninitial = { x = 0, xdot = 1 }\n"
    )
    source.write_text(text)
    (tmp_path / "symbolic.csv").symlink_to(source)
    os.link(source, tmp_path / "hard.csv")
    for name in ("sled.toml", "symbolic.csv", "hard.csv"):
        assert run("simulate", source, "--out", tmp_path / name, "--force") == 2
        assert run("derive", source, "--out", tmp_path / name, "--force") == 2
        assert "is the input" in capsys.readouterr().err
    with pytest.raises(BadValue, match="is the input"):
        load(str(source)).simulate().to_csv(tmp_path / "hard.csv", force=True)
    assert source.read_text() == text


def test_links_and_other_names_stay(tmp_path: Path) -> None:
    target, link, hard = tmp_path / "target", tmp_path / "link", tmp_path / "hard"
    target.write_text("old")
    link.symlink_to(target.name)
    os.link(target, hard)
    write_text(link, "new", force=True)
    assert link.is_symlink() and target.read_text() == hard.read_text() == "new"
    hanging = tmp_path / "hanging"
    hanging.symlink_to("made")
    write_text(hanging, "new")
    assert hanging.is_symlink() and (tmp_path / "made").read_text() == "new"


def test_what_cannot_be_written_is_one_error_and_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "folder").mkdir()
    protected = tmp_path / "protected"
    protected.write_text("old")
    protected.chmod(0o444)
    before = sorted(tmp_path.iterdir())
    for path in ("loop", "folder", "missing/a", "protected", "protected/a", "q" * 5000, "a\x00b"):
        with pytest.raises(BadValue) as caught:
            write_text(tmp_path / path, "new")
        assert len(str(caught.value)) < 600
    for error in (OSError(28, "No space left on device"), KeyboardInterrupt()):

        def fail(path: Path, error: BaseException = error) -> None:
            path.write_text("half")
            raise error

        with pytest.raises((BadValue, KeyboardInterrupt)):
            write_whole(tmp_path / "new", fail)
    assert sorted(tmp_path.iterdir()) == before and protected.read_text() == "old"
    write_text("/dev/null", "nothing")
    if Path("/dev/full").exists():
        with pytest.raises(BadValue, match="No space"):
            write_text("/dev/full", "much")


def test_names_as_long_as_files_may_have(tmp_path: Path) -> None:
    path = tmp_path / ("q" * 251 + ".csv")
    assert write_table(path, ["t"], [[1 / 3]]).exists()


def test_two_results_have_two_places(tmp_path: Path, capsys) -> None:
    path = tmp_path / "a.svg"
    assert run("simulate", GALLERY, "--out", path, "--plot", path) == 2
    assert "given twice" in capsys.readouterr().err and not path.exists()
