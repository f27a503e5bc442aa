"""An animation as one HTML file: the numbers and what draws them, nothing from elsewhere."""

from __future__ import annotations

import json
from html import escape
from typing import TYPE_CHECKING, Any

from mechanics.output_files import MARK

if TYPE_CHECKING:
    import numpy as np

    from mechanics.motion.moving_picture import MovingPicture

#: Seconds that a motion takes on the screen, if nobody changes the speed.
_SECONDS = 10


def page_of(moving: MovingPicture) -> str:
    """The page; it plays when it is opened."""
    shapes = [
        {
            "kind": s.kind,
            "label": s.label,
            "trace": s.trace,
            "points": _numbers(s.points),
            "radius": None if s.radius is None else _numbers(s.radius),
        }
        for s in moving.shapes
    ]
    data: dict[str, Any] = {
        "times": _numbers(moving.times),
        "time": moving.time,
        "shapes": shapes,
        "bounds": list(moving.bounds),
        "equal": moving.equal,
        "axes": list(moving.axes),
        "seconds": _SECONDS,
    }
    # What would end the script is written as an escape.
    text = json.dumps(data, allow_nan=False, separators=(",", ":")).replace("<", "\\u003c")
    named = escape(moving.name)
    return _PAGE.replace("@NAME@", named).replace("@MARK@", escape(MARK)).replace("@DATA@", text)


def _numbers(values: np.ndarray) -> Any:
    """Nested lists with six digits; None for what is not finite."""
    import numpy as np

    if values.ndim:
        return [_numbers(part) for part in values]
    return float(f"{float(values):.6g}") if np.isfinite(values) else None


_PAGE = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>@NAME@</title>
<meta name="generator" content="@MARK@"><meta name="viewport" content="width=device-width">
<style>
body{font:15px system-ui,sans-serif;color:#22303c;margin:1em auto;max-width:900px;padding:0 .6em}
h1{font-size:1.1em;margin:.2em 0}canvas{width:100%;box-sizing:border-box;border:1px solid #d5dade}
form{display:flex;flex-wrap:wrap;gap:.4em .7em;align-items:center}output{min-width:8em}
input[type=range]{flex:1 1 7em;min-width:0}
</style></head><body><h1>@NAME@</h1><canvas width="1800" height="1150"></canvas>
<form onsubmit="return false"><button id="play" aria-label="play or pause">pause</button>
<input id="at" type="range" min="0" max="1000" value="0" aria-label="time"><output></output>
<label>speed <select id="speed"><option>0.25<option>0.5<option selected>1<option>2<option>4
</select></label><label><input id="trace" type="checkbox" checked> traces</label></form>
<script>
"use strict";
const D = @DATA@;
const C = ["#1f5a99","#c4552d","#5b8c3e","#8b5fa8","#b08a2e","#3a8f8f","#a8486a"];
const one = s => document.querySelector(s), canvas = one("canvas"), g = canvas.getContext("2d");
const [L, R, B, T] = D.bounds, W = canvas.width, H = canvas.height, M = 70;
let sx = (W - 2*M)/(R - L), sy = (H - 2*M)/(T - B);
if (D.equal) sx = sy = Math.min(sx, sy);
const X = x => W/2 + (x - (L + R)/2)*sx, Y = y => H/2 - (y - (B + T)/2)*sy;
const first = D.times[0], last = D.times[D.times.length - 1];
let t = first, playing = true, before = null;
function place(t) {
  let a = 0, b = D.times.length - 1;
  while (b - a > 1) { const c = (a + b) >> 1; if (D.times[c] <= t) a = c; else b = c; }
  return [a, Math.min(1, (t - D.times[a])/(D.times[b] - D.times[a]))];
}
const mix = (row, [k, f]) => row[k] === null || row[k+1] === null ? NaN
  : row[k] + f*(row[k+1] - row[k]);
function path(points, close) {
  g.beginPath(); points.forEach(([x, y], i) => i ? g.lineTo(X(x), Y(y)) : g.moveTo(X(x), Y(y)));
  if (close) g.closePath();
}
function draw() {
  const at = place(t);
  g.clearRect(0, 0, W, H); g.lineJoin = g.lineCap = "round"; g.font = "26px system-ui,sans-serif";
  D.shapes.forEach((s, n) => {
    const colour = C[n % C.length], p = s.points.map(q => [mix(q[0], at), mix(q[1], at)]);
    g.strokeStyle = g.fillStyle = colour;
    if (s.trace && one("#trace").checked) {
      const old = []; for (let k = 0; k <= at[0]; k++)
        if (s.points[0][0][k] !== null && s.points[0][1][k] !== null)
          old.push([s.points[0][0][k], s.points[0][1][k]]);
      old.push(p[0]); g.globalAlpha = .5; g.lineWidth = 3; path(old); g.stroke(); g.globalAlpha = 1;
    }
    if (s.kind === "dot") {
      g.beginPath(); g.arc(X(p[0][0]), Y(p[0][1]), 12, 0, 7); g.fill();
    } else if (s.radius) {
      g.lineWidth = 4; g.beginPath();
      g.ellipse(X(p[0][0]), Y(p[0][1]), mix(s.radius, at)*sx, mix(s.radius, at)*sy, 0, 0, 7);
      g.stroke(); if (s.kind === "wheel") { path(p); g.stroke(); }
    } else if (s.kind === "body") {
      path(p, true); g.globalAlpha = .35; g.fill(); g.globalAlpha = 1; g.lineWidth = 4; g.stroke();
    } else if (s.kind === "wall") {
      g.strokeStyle = "#22303c"; g.lineWidth = 4; path(p); g.stroke();
      g.strokeStyle = "#7a8790"; g.lineWidth = 2;
      for (let j = 0; j + 1 < p.length; j++) {
        const x = X(p[j][0]), y = Y(p[j][1]), dx = X(p[j+1][0]) - x, dy = Y(p[j+1][1]) - y;
        const l = Math.hypot(dx, dy), u = dx/l, v = dy/l;
        for (let d = 20; d < l; d += 32) {
          g.beginPath(); g.moveTo(x + d*u, y + d*v);
          g.lineTo(x + d*u - 20*v - 12*u, y + d*v + 20*u - 12*v); g.stroke();
        }
      }
    } else { g.lineWidth = s.kind === "blade" ? 11 : 4; path(p); g.stroke(); }
    if (s.label) { g.fillStyle = colour; g.fillText(s.label, X(p[0][0]) + 16, Y(p[0][1]) - 14); }
  });
  if (D.axes.length) {
    g.fillStyle = "#7a8790"; g.textAlign = "right"; g.fillText(D.axes[0], W - 20, H - 20);
    g.textAlign = "left"; g.fillText(D.axes[1], 20, 36);
  }
  one("output").value = D.time + " = " + t.toPrecision(4);
  one("#at").value = 1000*(t - first)/(last - first);
}
function step(now) {
  if (playing && before !== null) {
    t += (now - before)/1000*one("#speed").value*(last - first)/D.seconds;
    if (t > last) t = first;
    draw();
  }
  before = now; requestAnimationFrame(step);
}
one("#play").onclick = () => {
  playing = !playing; one("#play").textContent = playing ? "pause" : "play";
};
one("#at").oninput = e => { t = first + e.target.value/1000*(last - first); draw(); };
one("#trace").onchange = draw;
draw(); requestAnimationFrame(step);
</script></body></html>
"""
