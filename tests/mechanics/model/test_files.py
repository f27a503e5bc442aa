"""System files: keys, types, and messages about them."""

from __future__ import annotations

from pathlib import Path

import pytest

from mechanics import System, errors
from mechanics.model import gallery
from mechanics.model.system_files import read_specification

GOOD = """
name = "Free"
coordinates = ["x", "y"]
lagrangian = "(xdot**2 + ydot**2)/2"
"""


def write(folder: Path, text: str) -> Path:
    path = folder / "system.toml"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('name = "a\ncoordinates = 3', ("not TOML", "line 1")),
        (GOOD + "constraint = []", ("unknown key 'constraint'", "did you mean 'constraints'")),
        (GOOD + "[simulate]\nuntill = 3", ("'untill'", "[simulate]", "did you mean 'until'")),
        (GOOD + "[simulate.initial]\nz = 3", ("'z'", "coordinates")),
        (GOOD + "[simulate]\npoints = 1.5", ("points", "whole number")),
        (GOOD + '[plot]\nplane = ["x"]', ("plot.plane", "two")),
        (GOOD + '[[plot.also]]\nx = "1"', ("plot.also[1]", "needs x and y")),
        (GOOD + "constraints = [1.5]", ("constraints[1]", "1.5", "exact")),
        (GOOD + "constraints = [true]", ("constraints[1]", "true or false")),
        (GOOD + "parameters = 3", ("parameters", "list of names")),
        (GOOD + 'parameters = ["a-b"]', ("'a-b'", "not a name")),
        (GOOD + 'functions = ["f"]', ("'f'", "f(t)")),
        (GOOD + "forces = 3", ("forces", "table")),
        ('lagrangian = "xdot**2"', ("no 'coordinates'", "add a line")),
        ('coordinates = ["x"]', ("no 'lagrangian'",)),
        ('coordinates = []\nlagrangian = "1"', ("coordinates", "empty")),
    ],
)
def test_messages(tmp_path: Path, text: str, words: tuple[str, ...]) -> None:
    path = write(tmp_path, text)
    with pytest.raises(errors.BadFile) as caught:
        read_specification(path)
    message = str(caught.value)
    assert message.startswith(str(path)) and "\n" not in message
    for word in words:
        assert word in message


def test_a_mark_of_the_byte_order_is_no_error(tmp_path: Path) -> None:
    path = tmp_path / "system.toml"
    path.write_bytes(b"\xef\xbb\xbf" + GOOD.encode())
    assert read_specification(path).coordinates == ("x", "y")


def test_files_that_are_none(tmp_path: Path) -> None:
    with pytest.raises(errors.BadFile, match="No such file"):
        read_specification(tmp_path / "absent.toml")
    with pytest.raises(errors.BadFile, match="is a folder"):
        read_specification(tmp_path)
    path = tmp_path / "latin.toml"
    path.write_bytes(b'name = "\xe9"')
    with pytest.raises(errors.BadFile, match="not UTF-8"):
        read_specification(path)


def test_every_gallery_file_describes_itself() -> None:
    assert len(gallery.names()) >= 12
    for name in gallery.names():
        s = read_specification(gallery.path(name))
        assert s.description and s.source and s.simulate.until and s.plot.plane
        # Where the user's forces or functions of time do work, nothing is conserved.
        assert s.invariants or s.forces or s.functions


def test_text_and_lists_are_the_same_system() -> None:
    table = {"lagrangian": "m*xdot**2/2 + g(t, x)", "constraints": []}
    first = System(coordinates="x, y", parameters="m k", functions="f(t) g(t, x)", **table)
    second = System(
        coordinates=["x", "y"], parameters=["m", "k"], functions=["f(t)", "g(t,x)"], **table
    )
    assert first.specification == second.specification
