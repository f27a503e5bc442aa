"""Moving pictures: what is drawn is where the formulas say; files are whole and ours."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from diffgeo.errors import DiffGeoError
from mechanics import System
from mechanics.errors import BadFile, BadValue
from mechanics.model import gallery
from mechanics.model.systems import load
from mechanics.motion.animation import page
from mechanics.motion.moving_picture import moving_picture

RUNNER = Path(__file__).with_name("page_runner.js")
DATA = {
    "coordinates": "theta", "parameters": "l", "lagrangian": "l**2*thetadot**2/2 + l*cos(theta)",
    "simulate": {"until": 3, "points": 31, "parameters": {"l": 2},
                 "initial": {"theta": 1, "thetadot": 0}},
}  # fmt: skip
BOB = ["l*sin(theta)", "-l*cos(theta)"]
SHAPES = [
    {"kind": "line", "points": [["0", "0"], BOB]},
    {"kind": "circle", "points": [BOB, ["l*sin(theta) + 1/4", "-l*cos(theta)"]], "label": "bob",
     "trace": True},
]  # fmt: skip


def test_shapes_are_where_their_formulas_are() -> None:
    found = System(**DATA, picture=SHAPES).simulate()
    moving = moving_picture(found)
    line, bob = moving.shapes
    assert line.points.shape == (2, 2, 31)
    assert np.allclose(line.points[1], [2 * np.sin(found["theta"]), -2 * np.cos(found["theta"])])
    assert bob.radius is not None and np.allclose(bob.radius, 0.25)
    left, right, bottom, top = moving.bounds
    assert left < min(bob.points[0, 0]) - 0.25 and right > max(bob.points[0, 0]) + 0.25
    assert bottom < -2.25 and top > 0


def test_things_in_space_are_seen_from_afar() -> None:
    """A rotation of the picture: lengths of vertical and of horizontal things do not grow."""
    corners = [["0", "0", "0"], ["0", "0", "1"]]
    found = System(**DATA, picture={"kind": "line", "points": corners}).simulate()
    (x, y) = moving_picture(found).shapes[0].points[1, :, 0]
    assert x == 0 and 0.5 < y < 1


def test_without_a_picture_a_point_moves_in_the_plane() -> None:
    moving = moving_picture(System(**DATA).simulate())
    assert moving.axes == ("theta", "thetadot") and not moving.equal
    assert [s.kind for s in moving.shapes] == ["dot"]


def test_the_page_runs_and_needs_nothing(tmp_path: Path) -> None:
    name = 'A <b>"pendulum"</b> </script>'
    path = System(**DATA, picture=SHAPES, name=name).simulate().animate(tmp_path / "p.html")
    text = path.read_text(encoding="utf-8")
    assert "http" not in text and "src=" not in text and "<b>" not in text
    assert text.count("</script>") == 1
    path = System(**DATA, picture=SHAPES).simulate().animate(path)  # ours is replaced
    node = shutil.which("node")
    if node is not None:
        done = subprocess.run([node, RUNNER, path], capture_output=True, text=True, check=True)
        told = json.loads(done.stdout)
        assert told["time"] == "t = 1.500" and told["play"] == "play"
        assert told["calls"]["ellipse"] == told["calls"]["clearRect"]


def test_gif_strip_and_notebook(tmp_path: Path) -> None:
    from PIL import Image

    found = System(**DATA, picture=SHAPES).simulate()
    for _ in range(2):
        with Image.open(found.animate(tmp_path / "p.gif", frames=4)) as image:
            assert image.n_frames == 4  # type: ignore[attr-defined]
    with Image.open(found.animate(tmp_path / "p.png", frames=3)) as image:
        assert image.size[0] > 2 * image.size[1]
    assert "<iframe" in found.animate()._repr_html_()
    with pytest.raises(BadValue, match="written as"):
        found.animate(tmp_path / "p.bmp")
    with pytest.raises(BadValue, match="frames = 1"):
        found.animate(tmp_path / "p.gif", frames=1)
    (tmp_path / "other.html").write_text("mine")
    with pytest.raises(BadValue):
        found.animate(tmp_path / "other.html")


@pytest.mark.parametrize(
    ("shape", "message"),
    [
        ({"kind": "ball", "points": [["0", "0"]]}, "there is no 'ball'"),
        ({"kind": "blade", "points": [["0", "0"]]}, "a blade has 2, here are 1"),
        ({"points": [["0", "0", "0", "0"]]}, "two coordinates, or each has three"),
        ({"points": [["0", "0"]], "color": "red"}, "unknown key 'color'"),
        ({"points": [["0", "0"]], "trace": 1}, "true or false"),
        ({"points": [["0", 0.5]]}, "inexact"),
        ("dot", "list"),
    ],
)
def test_refusals(shape: object, message: str) -> None:
    with pytest.raises(BadFile, match=message):
        System(**DATA, picture=shape)


def test_formulas_are_read_as_all_others() -> None:
    system = System(**DATA, picture={"points": [["__import__('os')", "0"]]})
    with pytest.raises(DiffGeoError, match="picture"):
        system.simulate().animate()


FFMPEG = """#!{python}
import sys
from pathlib import Path
width, height = map(int, sys.argv[sys.argv.index("-s") + 1].split("x"))
frames, rest = divmod(len(sys.stdin.buffer.read()), 3 * width * height)
if rest or frames != 3:
    sys.exit(f"{{frames}} frames and {{rest}} bytes")
mark = sys.argv[sys.argv.index("-metadata") + 1]
Path(sys.argv[-1]).write_bytes(b"1234ftypisom" + 5000 * b"." + mark.encode())
"""


def test_a_film_is_written_by_ffmpeg(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = System(**DATA, picture=SHAPES).simulate()
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(BadValue, match="ffmpeg, which is not found; install it"):
        found.animate(tmp_path / "p.mp4", frames=3)
    program = tmp_path / "ffmpeg"
    program.write_text(FFMPEG.format(python=sys.executable))
    program.chmod(0o755)
    for _ in range(2):  # ours is replaced
        path = found.animate(tmp_path / "p.mp4", frames=3)
    before = path.read_bytes()
    with pytest.raises(BadValue, match="could not write the film: 4 frames and 0 bytes"):
        found.animate(path, frames=4)
    assert path.read_bytes() == before
    path.write_bytes(b"1234ftypisom of somebody else")
    with pytest.raises(BadValue, match="not written by mechanics"):
        found.animate(path, frames=3)


def test_a_film_of_the_real_program(tmp_path: Path) -> None:
    if shutil.which("ffmpeg") is None:
        pytest.skip("ffmpeg is not installed")
    path = System(**DATA, picture=SHAPES).simulate().animate(tmp_path / "p.mp4", frames=4)
    assert path.stat().st_size > 1000
    System(**DATA, picture=SHAPES).simulate().animate(path, frames=4)  # ours is replaced


#: One has no motion, another a union of sets, each with its own.
NO_SINGLE_MOTION = ("inconsistent-constraint", "two-branches")
SINGULAR = sorted({*gallery.singular_names()} - {*NO_SINGLE_MOTION})


@pytest.mark.parametrize("name", [*gallery.names(), *SINGULAR])
def test_every_system_of_the_gallery_moves(name: str) -> None:
    system = load(name)
    motion = system.reduction() if name in SINGULAR else system
    moving = moving_picture(motion.simulate(points=11))
    moved = [np.ptp(s.points, axis=-1).max() for s in moving.shapes]
    assert max(moved) > 0 and all(np.isfinite(s.points).all() for s in moving.shapes)
    assert page(motion.simulate(points=3)).startswith("<!DOCTYPE html>")
