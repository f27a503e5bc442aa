"""Systems of the gallery on Lagrange spaces: motions by other means, and their geometry.

Motions are compared with closed forms, or with an integration of Newton's equations in Cartesian
coordinates of space, in which nothing of the packages occurs.
"""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.optimize import brentq

from diffgeo import Status, Verdict, check, d
from diffgeo.errors import TooLarge
from diffgeo.structures import tensor
from mechanics import System, compare, load
from mechanics.faces import geometry_report
from mechanics.faces.command_line import main
from mechanics.faces.geometry_report import GeometryReport
from mechanics.spaces.lagrange_spaces import NLinearConnection

#: Systems and how many theories there are beside the oracle, all of which apply.
SYSTEMS = {
    "charged-particle-on-sphere": 6,
    "damped-nonholonomic-particle": 6,
    "relativistic-correction": 6,
    "randers-geodesics": 6,
    "damped-randers-geodesics": 6,
    "stoermer-dipole": 6,
}


def integrated(rate: Any, start: Any, t: Any) -> Any:
    """The solution of an ordinary differential equation, another method than the library's."""
    found = solve_ivp(rate, (t[0], t[-1]), start, "LSODA", t, rtol=1e-10, atol=1e-12)
    return found.y


# --- motions -------------------------------------------------------------------------------


def test_a_charge_on_the_sphere() -> None:
    """m r'' = e r' × B r - b r' - m |r'|² r on the unit sphere, in Cartesian coordinates."""
    motion = System.from_gallery("charged-particle-on-sphere").simulate(until=6)
    theta, phi, turning = motion["theta"], motion["phi"], motion["phidot"]
    radial = np.array([np.sin(theta) * np.cos(phi), np.sin(theta) * np.sin(phi), np.cos(theta)])
    across = np.array([-np.sin(phi), np.cos(phi), 0 * phi])
    start = np.concatenate([radial[:, 0], np.sin(theta[0]) * turning[0] * across[:, 0]])

    def rate(_: float, state: Any) -> Any:
        r, v = state[:3], state[3:]
        return np.concatenate([v, 2 * np.cross(v, r) - v / 5 - (v @ v) * r])

    other = integrated(rate, start, motion.t)
    assert radial == pytest.approx(other[:3], abs=1e-6)
    # Of the opposite charge it is another motion.
    opposite = System.from_gallery("charged-particle-on-sphere").simulate(e=-1, until=6)
    assert abs(np.cos(opposite["theta"][-1]) - other[2, -1]) > 1e-2


def test_the_damped_nonholonomic_particle_in_closed_form() -> None:
    # The motion without resistance at the time s = (m/b)(1 - exp(-b t/m)): y = 2 s,
    # x = (3/2) asinh y, z = (3/2)(sqrt(1 + y²) - 1).
    motion = System.from_gallery("damped-nonholonomic-particle").simulate()
    y = 2 * 4 * (1 - np.exp(-motion.t / 4))
    assert motion["y"] == pytest.approx(y, abs=1e-8)
    assert motion["x"] == pytest.approx(1.5 * np.arcsinh(y), abs=1e-7)
    assert motion["z"] == pytest.approx(1.5 * (np.sqrt(1 + y**2) - 1), abs=1e-7)


def test_a_slow_relativistic_charge() -> None:
    """p' = (-b - i e B) v, where p is v times 1 + |v|²/2: the speed from a cubic equation."""
    motion = System.from_gallery("relativistic-correction").simulate(until=8, points=81)

    def rate(_: float, state: Any) -> Any:
        p = complex(state[2], state[3])
        speed = brentq(lambda u: u + u**3 / 2 - abs(p), 0, 2, xtol=1e-15)
        v = speed * p / abs(p)
        force = (-0.2 - 1j) * v
        return [v.real, v.imag, force.real, force.imag]

    other = integrated(rate, [0, 0, 1.5, 0], motion.t)
    assert motion["x"] == pytest.approx(other[0], abs=1e-6)
    assert motion["y"] == pytest.approx(other[1], abs=1e-6)


@pytest.mark.parametrize("name", ["randers-geodesics", "damped-randers-geodesics"])
def test_randers_geodesics_in_closed_form(name: str) -> None:
    """A circle of radius 1, and along it the length of F equals the time (without damping).

    At the angle a of the velocity, y = cos a - 1/5 and F ds = (1 - y cos a)(-da), so that the
    length from a₀ is a primitive ``G(a₀) - G(a)``, ``G = a/2 - sin(2a)/4 + sin(a)/5``.
    """
    motion = System.from_gallery(name).simulate()
    angle = np.unwrap(np.arctan2(motion["ydot"], motion["xdot"]))

    def primitive(a: Any) -> Any:
        return a / 2 - np.sin(2 * a) / 4 + np.sin(a) / 5

    t = motion.t if name == "randers-geodesics" else 3 * (1 - np.exp(-motion.t / 3))
    assert primitive(angle[0]) - primitive(angle) == pytest.approx(t, abs=1e-7)
    assert motion["y"] == pytest.approx(np.cos(angle) - 1 / 5, abs=1e-7)
    assert motion["x"] == pytest.approx(4 / 5 - np.sin(angle), abs=1e-7)
    assert np.abs(motion["y"]).max() < 1  # in the domain


def test_the_way_back_is_another_geodesic() -> None:
    there = System.from_gallery("randers-geodesics").simulate(until=1)
    end = {name: there[name][-1] for name in ("x", "y")}
    back = {name: -there[name][-1] for name in ("xdot", "ydot")}
    motion = System.from_gallery("randers-geodesics").simulate({**end, **back}, until=1)
    gap = np.hypot(motion["x"], motion["y"] + 4 / 5)
    assert gap.min() > 0.1


def test_a_charge_near_a_dipole() -> None:
    """m v' = e v × B with B = (3 z r - |r|² e_z)/|r|⁵, in Cartesian coordinates."""
    motion = System.from_gallery("stoermer-dipole").simulate(until=20)
    r, theta, phi = motion["r"], motion["theta"], motion["phi"]
    place = r * np.array([np.sin(theta) * np.cos(phi), np.sin(theta) * np.sin(phi), np.cos(theta)])

    def rate(_: float, state: Any) -> Any:
        x, v = state[:3], state[3:]
        length = np.sqrt(x @ x)
        field = (3 * x[2] * x - length**2 * np.array([0, 0, 1])) / length**5
        return np.concatenate([v, np.cross(v, field)])

    s, c = np.sin(1.5), np.cos(1.5)
    start = [s, 0, c, c / 20, s / 10, -s / 20]
    assert place == pytest.approx(integrated(rate, start, motion.t)[:3], abs=1e-6)


# --- theories and geometry -------------------------------------------------------------------


@pytest.mark.parametrize("name", SYSTEMS)
def test_all_theories_apply_and_agree(name: str) -> None:
    found = compare(System.from_gallery(name))
    assert found.agree and not found.not_applicable
    assert len([t for t in found.theories if t.checks]) == SYSTEMS[name]


def test_the_dipole_is_electrodynamic() -> None:
    """𝓕 = ¼ dA, N = N° with the force of A, and the Cartan tensor is zero."""
    G = GeometryReport(System.from_gallery("stoermer-dipole")).geometry
    A = G.space.function("e*mu*sin(theta)**2/r") * d(G.space["phi"])
    assert check(4 * G.electromagnetic == d(A)) and not check(2 * G.electromagnetic == d(A))
    assert check(G.lagrange_space.cartan_tensor == 0)
    assert check(G.metrical.curvature_R == 0)  # the metric of space, in other coordinates
    assert not check(G.curvature == 0)


def test_damping_is_a_change_of_the_connection() -> None:
    """F_i = -b p_i with p = d_J L: 4 (h* - h) = -2 b J, for the Randers metric too."""
    for name in ("damped-randers-geodesics", "charged-particle-on-sphere"):
        report = GeometryReport(System.from_gallery(name))
        passage, b = report.lagrangian.deformation, report.bundle["b"]
        if name == "charged-particle-on-sphere":
            b = b / report.bundle["m"]  # there p has a part that is not damped
        assert check(2 * passage.tensor == -b * report.geometry.J)
        assert not check(2 * passage.tensor == b * report.geometry.J)
        assert check(report.geometry.electromagnetic == passage.free.electromagnetic)


def test_the_randers_metric_is_finsler() -> None:
    space = GeometryReport(System.from_gallery("randers-geodesics")).lagrangian.lagrange_space
    assert space.is_finsler() and not space.is_riemannian()
    assert check(space.geometry.tension == 0) and check(space.geometry.electromagnetic == 0)
    other = GeometryReport(System.from_gallery("relativistic-correction")).lagrangian.lagrange_space
    assert not other.is_finsler() and not other.is_riemannian()


def test_the_sphere_with_a_monopole() -> None:
    """𝓕 = ¼ e B sin θ dθ∧dφ, and the curvature of the sphere: g^ij R_ij = 2/(m/2)."""
    G = GeometryReport(System.from_gallery("charged-particle-on-sphere")).geometry
    area = tensor(d(G.space["theta"]) * d(G.space["phi"]))
    assert check(tensor(G.electromagnetic) == G.space.function("e*B*sin(theta)/4") * area)
    assert check(G.scalar_R == G.space.function("4/m"))
    assert not check(G.scalar_R == G.space.function("2/m"))


def test_deflections_of_the_sphere(capsys: Any) -> None:
    """y^i_|j = y^h L^i_hj - N^i_j, lowered; d = g where the Cartan tensor is zero."""
    with pytest.raises(SystemExit):
        main(["geometry", "charged-particle-on-sphere", "--no-curvature", "--json"])
    found = json.loads(capsys.readouterr().out)
    assert found["deflection_v"] == found["metric"]
    assert found["deflection_h"] == {
        "theta theta": "-b/4", "theta phi": "e*B*sin(theta)/4",
        "phi theta": "-e*B*sin(theta)/4", "phi phi": "-b*sin(theta)**2/4",
    }  # fmt: skip


def test_long_components_are_shown_when_asked_for(capsys: Any, monkeypatch: Any) -> None:
    monkeypatch.setattr(geometry_report, "NODES", 30)

    def shown(*options: str) -> str:
        with pytest.raises(SystemExit) as end:
            main(["geometry", "relativistic-correction", "--no-curvature", *options])
        assert end.value.code == 0
        return str(capsys.readouterr().out)

    short = shown()
    assert "C^x_(x x) = too long to be shown" in short and "--whole" in short.splitlines()[-1]
    assert "g_(x y) = m*xdot*ydot/(2*c**2)" in short
    assert r"\text{too long to be shown}" in shown("--format", "latex")
    whole = shown("--whole")
    assert "too long" not in whole and len(whole) > 10 * len(short)
    assert json.loads(shown("--json"))["C"]["x x x"] in whole


def test_lines_are_readable_and_conditions_are_shown() -> None:
    """A damped Kropina metric: a²/b has b ≠ 0, and the curvatures are long."""
    kropina = System(
        coordinates="x y",
        lagrangian="((xdot**2 + ydot**2)/(xdot + x*ydot))**2",
        forces={"x": "-xdot", "y": "-ydot"},
    )
    report = GeometryReport(kropina)
    text, data = report.text(), report.to_dict()
    report.whole = True
    whole = report.text()
    assert "R*^x_(y x y) = too long to be shown" in text and "too long" not in whole
    assert max(map(len, text.splitlines())) < 1_000 < max(map(len, whole.splitlines()))
    assert data["R"]["x y x y"] in whole
    conditions = ["x*ydot + xdot != 0", "xdot**2 + ydot**2 != 0"]
    assert data["conditions"] == conditions
    assert "\n".join(["", "Conditions", *(f"  {c}" for c in conditions), ""]) in text


# --- larger systems ------------------------------------------------------------------------


def chain(n: int) -> System:
    """n equal pendulums that hang on each other, by their angles against the vertical."""
    names = [f"q{k}" for k in range(1, n + 1)]
    mass = [
        f"{n - max(i, j)}*cos({p} - {q})*{p}dot*{q}dot/2"
        for i, p in enumerate(names)
        for j, q in enumerate(names)
    ]
    weight = [f"{n - i}*g*cos({q})" for i, q in enumerate(names)]
    return System(coordinates=names, parameters=["g"], lagrangian=" + ".join(mass + weight))


def test_the_geometry_of_a_chain_of_pendulums() -> None:
    """L^i_jk are the symbols of Christoffel of g, and R_ij is symmetric, for four links."""
    report = GeometryReport(chain(4))
    blocks = {block.key: block.components for block in report.blocks}
    assert not any(block.refusal for block in report.blocks)
    G, names = report.geometry, report.system.specification.coordinates
    X = dict(zip(names, G.adapted_frame, strict=False))
    zero = G.space.function(0)
    g, L = (lambda *k, b=blocks[key]: b.get(k, zero) for key in ("metric", "L"))
    for i, j, k in (("q1", "q2", "q2"), ("q3", "q4", "q4"), ("q4", "q1", "q1"), ("q1", "q1", "q2")):
        lowered = sum((g(i, s) * L(s, j, k) for s in names), start=zero)
        slopes = X[j](g(i, k)) + X[k](g(i, j)) - X[i](g(j, k))
        assert check(2 * lowered == slopes)
        assert check(slopes == 0) or not check(2 * lowered == -slopes)
    assert not blocks["C"] and not blocks["P"] and len(blocks["L"]) == 16
    ricci = blocks["ricci_R"]
    assert check(ricci["q1", "q4"] == ricci["q4", "q1"])
    assert not check(ricci["q1", "q4"] == ricci["q1", "q3"])


def test_what_is_too_large_is_a_note(monkeypatch: Any) -> None:
    def refused(_: Any) -> Any:
        raise TooLarge("it has too many terms")

    data = GeometryReport(System.from_gallery("stoermer-dipole")).to_dict()
    monkeypatch.setattr(NLinearConnection, "curvature_R", property(refused))
    cut = GeometryReport(System.from_gallery("stoermer-dipole"))
    note = "too large to be made: it has too many terms"
    assert cut.text().splitlines().count(f"  {note}") == 3
    found = cut.to_dict()
    assert found["refusals"] == dict.fromkeys(("R", "ricci_R", "scalar_R"), note)
    assert found["R"] is None and "refusals" not in data and data["R"] is not None
    assert found["L"] == data["L"] and r"\text{too large to be made}" in cut.latex()


def test_what_is_undecided_is_shown(monkeypatch: Any) -> None:
    monkeypatch.setattr(geometry_report, "check", lambda *_, **__: Verdict(Status.UNKNOWN, "?"))
    report = GeometryReport(System.from_gallery("stoermer-dipole"), curvature=False)
    assert len({b.key: b for b in report.blocks}["metric"].components) == 9
    monkeypatch.undo()
    report = GeometryReport(System.from_gallery("stoermer-dipole"), curvature=False)
    assert len({b.key: b for b in report.blocks}["metric"].components) == 3


def test_a_start_outside_of_the_domain_comes_to_a_standstill():
    """Where |B y| > 1 the metric of Randers degenerates in some direction: no endless steps."""
    found = load("randers-geodesics").simulate(y=5, until=3)
    assert "too small to come any further" in found.stopped
    assert 0 < found.t[-1] < 3
    usual = load("randers-geodesics").simulate(until=3)
    assert not usual.stopped
