"""Pictures of campaigns: what is drawn is what was computed."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from sets_by_hand import run

from mechanics import System
from mechanics.errors import BadValue, UnknownName
from mechanics.motion.ensemble_plot import draw, save

pytest.importorskip("xarray")
DATA = {
    "coordinates": "q", "parameters": "k", "positive": "k", "lagrangian": "(qdot**2 - k*q**2)/2",
    "simulate": {"until": 3, "points": 13, "parameters": {"k": 1},
                 "initial": {"q": 1, "qdot": 0}},
}  # fmt: skip


def test_a_phase_portrait_has_the_path_of_each_member() -> None:
    found = System(**DATA).sweep({"q": [1, 2], "k": [1, 4]})
    axes = draw(found, ("q", "qdot")).axes
    paths = [line.get_xydata() for line in axes[0].lines[::2]]
    assert len(axes) == 1 and len(paths) == 4  # no colour tells two names apart
    t = np.linspace(0, 3, 13)
    for q, k, path in zip((1, 1, 2, 2), (1, 2, 1, 2), paths, strict=True):
        assert np.allclose(path[:, 0], q * np.cos(k * t), atol=1e-8)
        assert np.allclose(path[:, 1], -q * k * np.sin(k * t), atol=1e-8)


def test_one_name_that_varies_is_told_by_colour_and_refused_members_are_left_out() -> None:
    found = System(**DATA).sweep({"k": [1, 2, -1]})
    figure = draw(found)
    assert [axes.get_ylabel() for axes in figure.axes] == ["$qdot$", "$k$"]
    assert figure.axes[0].get_title("left").endswith("2 of 3 members")
    with pytest.raises(BadValue, match="no member of the campaign has a motion"):
        draw(found.isel(k=[2]))


def test_an_ensemble_along_the_time_is_its_median_and_bounds() -> None:
    found = System(**DATA).sweep(random={"q": "uniform(1, 2)"}, members=101)
    (axes,) = draw(found, ("t", "q")).axes
    (median,) = axes.lines
    assert np.allclose(median.get_ydata(), np.median(found["q"], axis=0))
    assert len(axes.collections) == 2


def test_bad_names_and_files(tmp_path: Path) -> None:
    found = System(**DATA).sweep({"k": [1, 2]})
    with pytest.raises(UnknownName, match="no column 'qdto'; did you mean 'qdot'"):
        draw(found, ("q", "qdto"))
    with pytest.raises(BadValue, match="a plot is written as"):
        save(found, tmp_path / "p.bmp")


def test_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, plot, mine = (tmp_path / name for name in ("k.nc", "k.png", "mine.png"))
    sweep = ("sweep", "rotating-hoop", "--grid", "theta=1:2:3", "--points", "11", "--out", str(out))
    phase = ("simulate", "rotating-hoop", "--points", "11", "--plane", "theta,thetadot")
    drawn = ("--plot", str(plot))
    mine.write_text("mine")
    for command, expected, message in (
        ((*sweep, *drawn, "--plane", "t,theta"), 0, f"wrote {plot}"),
        ((*sweep, *drawn), 0, f"wrote {plot}"),  # what is there is drawn again
        ((*phase, *drawn), 0, f"wrote {plot}"),
        (phase, 2, "give --plot FILE.png as well"),
        ((*sweep, *drawn, "--plane", "theta"), 2, "write two names"),
        ((*sweep, "--plot", str(mine)), 2, "not written by mechanics"),
    ):
        status, shown, errors = run(capsys, *command)
        assert status == expected and message in shown + errors
