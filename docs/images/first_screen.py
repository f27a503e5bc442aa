"""The picture of the first screen, which is written beside this program."""

from __future__ import annotations

from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np

from mechanics.model.systems import load

BLUE, RED, GREY = "#1f5a9c", "#c8512b", "#6b7680"


def main() -> None:
    """Derive the Chaplygin sleigh, integrate it, draw its blade and say what was verified."""
    sleigh = load("chaplygin-sleigh")
    dynamics = sleigh.dynamics()
    trajectory = dynamics.simulate(until=14, points=1401)
    x, y, theta = (np.array(trajectory[name]) for name in ("x", "y", "theta"))
    figure, (path, words) = plt.subplots(
        1, 2, figsize=(9.6, 3.5), width_ratios=(1.0, 1.25), layout="constrained"
    )
    path.plot(x, y, color=BLUE, linewidth=1.5)
    for k in range(0, len(x), 70):
        ahead = np.array([np.cos(theta[k]), np.sin(theta[k])])
        here = np.array([x[k], y[k]])
        blade, mass = here + np.outer((-0.13, 0.13), ahead), here + 0.55 * ahead
        path.plot(*np.transpose([here, mass]), color=GREY, linewidth=0.8, zorder=3)
        path.plot(*blade.T, color=RED, linewidth=2.5, zorder=4)
        path.plot(*mass, "o", color="black", markersize=3.5, zorder=4)
    path.set_aspect("equal")
    path.set_axis_off()
    path.set_title("Chaplygin sleigh: path of its blade; mass ahead of it", color=GREY, fontsize=10)
    words.set_axis_off()
    equations = [
        rf"$\ddot{{{name}}} = {f.latex()}$"
        for name, f in zip(
            ("x", "y", r"\theta"), dynamics.acceleration_functions.values(), strict=True
        )
    ]
    phi = sleigh.constraints[0].latex()
    checks = [
        str(check)
        .partition(" (")[0]
        .partition(" on ")[0]
        .replace("constraints[1]", "the constraint")
        for check in dynamics.checks()
        if check.holds
    ]
    lines = [
        (rf"$L = {sleigh.lagrangian.latex()}$", "black", 9),
        (rf"$\varphi = {phi} = 0$", "black", 9),
    ]
    lines += [(line, BLUE, 10) for line in equations]
    lines += [(line, "#2b7a3d", 8.5) for line in checks]
    height = 1.0
    for line, colour, size in lines:
        words.text(0, height, line, color=colour, fontsize=size, va="top")
        height -= 0.155 if "frac" in line else 0.105
    figure.savefig(Path(__file__).with_name("first_screen.png"), dpi=150)


if __name__ == "__main__":
    main()
