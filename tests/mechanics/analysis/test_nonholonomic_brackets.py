"""Brackets on quotients against the published ones, in both times, and where there are none."""

from __future__ import annotations

import json
from collections.abc import Sequence

import numpy as np
import pytest
from gallery_systems import gallery_system, sleigh_without_signs
from rolling_bodies import (
    BODY,
    ROTATIONS,
    VERTICAL,
    ball_over_sphere,
    chaplygin_ball,
    routh_sphere,
)
from scipy.integrate import solve_ivp

from diffgeo import Form, check, d
from diffgeo.calculus import schouten
from mechanics.analysis.nonholonomic_brackets import NonholonomicBracket
from mechanics.errors import NotApplicable
from mechanics.faces.command_line import main
from mechanics.testing.naturality_of_theories import pulled_back

BALL = chaplygin_ball(("1", "2", "3")).specialised({"m": 1, "a": 1})
FOUND = BALL.nonholonomic_bracket()


def on_quotient(found: NonholonomicBracket, formula: str) -> Form:
    system = found.system
    above = system.evolution_space.function(formula)
    return found.reduced.slice.restrict(system.constraint_set.restrict(above))


# --- the ball of Chaplygin -----------------------------------------------------------------------

ALONG = "(" + " + ".join(f"{w}*{g}" for w, g in zip(BODY, VERTICAL, strict=True)) + ")"
#: The angular momentum about the point of contact, seen from the body, for m a² = 1.
MOMENTUM = [
    f"({k}*{w} + {w} - {g}*{ALONG})" for k, w, g in zip((1, 2, 3), BODY, VERTICAL, strict=True)
]


def test_the_bracket_of_borisov_and_mamaev() -> None:
    """{M_1, M_2} = M_3 - (ω, γ) γ_3, {M_1, γ_2} = γ_3, {γ_1, γ_2} = 0, up to one sign."""
    assert FOUND.is_hamiltonian and FOUND.rank == 4
    M = [on_quotient(FOUND, f) for f in MOMENTUM]
    gamma = [on_quotient(FOUND, f) for f in VERTICAL]
    along, P = on_quotient(FOUND, ALONG), FOUND.gauged
    for i, j, k in ((0, 1, 2), (1, 2, 0), (2, 0, 1)):
        assert check(P(d(M[i]), d(M[j])) == -(M[k] - along * gamma[k]))
        assert check(P(d(M[i]), d(gamma[j])) == -gamma[k])
        assert check(P(d(gamma[i]), d(gamma[j])) == 0)
        assert not check(P(d(M[i]), d(M[j])) == -M[k])
        assert not check(FOUND.bivector(d(M[i]), d(M[j])) == -(M[k] - along * gamma[k]))


def test_its_multiplier_gauge_and_casimir_function() -> None:
    """(1 - (γ, (I + 1)⁻¹ γ))^{-1/2}, and (M, γ) has brackets 0; each of them is needed."""
    assert all(c.holds for c in FOUND.checks()) and FOUND.multiplier is not None
    (factor, power), = FOUND.multiplier.factors  # fmt: skip
    given = "1 - sin(theta)**2*(sin(psi)**2/2 + cos(psi)**2/3) - cos(theta)**2/4"
    square = on_quotient(FOUND, given)
    assert str(power) == "-1/2" and check(d(factor) / factor == d(square) / square)
    P, phi = FOUND.gauged, -d(square) / (2 * square)
    assert check(schouten(P, P) + 2 * P.insert(phi) * P == 0)
    bare, wrong = FOUND.bivector, 2 * FOUND.bivector - FOUND.gauged
    for Q in (bare, wrong):  # both make the motion
        assert check(Q.insert(d(FOUND.energy)) == P.insert(d(FOUND.energy)))
        assert not check(schouten(Q, Q) + 2 * Q.insert(phi) * Q == 0)
    assert not check(schouten(P, P) - 2 * P.insert(phi) * P == 0)
    casimir = on_quotient(
        FOUND, " + ".join(f"{K}*{g}" for K, g in zip(MOMENTUM, VERTICAL, strict=True))
    )
    assert check(P.insert(d(casimir)) == 0) and not check(bare.insert(d(casimir)) == 0)


def test_it_for_all_moments_of_inertia() -> None:
    """Its multiplier is too large to be written, and the bracket is Poisson."""
    turn = {"x": "-y", "y": "x", "phi": "1"}
    found = chaplygin_ball().nonholonomic_bracket([{"x": "1"}, {"y": "1"}, turn])
    assert found.is_poisson.holds and found.multiplier is None


def test_both_times() -> None:
    """The published bracket in τ, by the multiplier that was found, is the motion in t."""
    inverse = np.array([1 / 2, 1 / 3, 1 / 4])

    def multiplier(g: np.ndarray) -> float:
        return float((1 - g @ (inverse * g)) ** -0.5)

    def hamilton(tau: float, s: np.ndarray) -> np.ndarray:
        """e^φ {·, H}, H = (M, ω)/2; dt = e^{-φ} dτ."""
        M, g = s[:3], s[3:6]
        along = (inverse * M) @ g / (1 - g @ (inverse * g))
        w = inverse * (M + along * g)  # ∂H/∂M; ∂H/∂γ = (ω, γ) ω
        rates = [np.cross(M - along * g, w) + np.cross(g, along * w), np.cross(g, w), [1.0]]
        return np.concatenate(rates) / multiplier(g)

    theta, psi, rate = 1.1, 0.4, {"phidot": 0.7, "thetadot": -0.3, "psidot": 0.5}

    def state(theta: float, psi: float, p: float, t: float, s: float) -> np.ndarray:
        g = [np.sin(theta) * np.sin(psi), np.sin(theta) * np.cos(psi), np.cos(theta)]
        w = [p * g[0] + t * np.cos(psi), p * g[1] - t * np.sin(psi), s + p * g[2]]
        g, w = np.array(g), np.array(w)
        return np.concatenate([w / inverse - g * (g @ w), g])

    start = np.append(state(theta, psi, *rate.values()), 0.0)
    new = solve_ivp(hamilton, (0, 2.5), start, rtol=1e-11, atol=1e-12)
    end = float(new.y[6][-1])
    assert abs(end - 2.5) > 0.1
    values = {"x": 0, "y": 0, "phi": 0, "theta": theta, "psi": psi, **rate}
    motion = BALL.simulate(values, until=end, points=2, rtol=1e-11, atol=1e-12)
    last = [float(motion[n][-1]) for n in ("theta", "psi", *rate)]
    assert np.allclose(state(*last), new.y[:6, -1], atol=1e-7)


# --- other systems -------------------------------------------------------------------------------

#: Is there a Poisson bracket; the time; the rank, and the dimension of the quotient.
GALLERY = {
    "nonholonomic-particle": (True, "1", 2, 3),
    "knife-edge": (True, "(cos(phi))", 4, 4),
    # In two dimensions every bivector is Poisson: the algebra of the affine group.
    "chaplygin-sleigh": (True, "1", 2, 2),
    # Integrals of Routh and Jellett are its Casimir functions.
    "rolling-ball": (True, "1", 2, 4),
    "car-with-trailer": (False, None, None, 3),
}


@pytest.mark.parametrize("name", GALLERY)
def test_the_gallery(name: str) -> None:
    answer, time, rank, dimension = GALLERY[name]
    found = gallery_system(name).nonholonomic_bracket()
    assert found.is_hamiltonian is answer and len(found.space.frame) == 1 + dimension
    assert found.makes_motion.holds
    assert not answer or (str(found.multiplier), found.rank) == (time, rank)


def test_integrals_that_become_casimir_functions() -> None:
    numbers = {"m": 1, "a": 1, "l": "1/2", "A": 2, "C": 1, "g": 1}
    found = routh_sphere().specialised(numbers).nonholonomic_bracket()
    assert found.is_hamiltonian and found.rank == 2
    for given in found.system.invariants.values():
        f = found.reduced.slice.restrict(found.system.constraint_set.restrict(given))
        assert check(found.gauged.insert(d(f)) == 0)
        assert not check(found.bivector.insert(d(f)) == 0)
    # With the rotation about its axis the sphere has no bracket of this class.
    smaller = [{"x": "1"}, {"y": "1"}, {"x": "-y", "y": "x", "phi": "1"}]
    assert found.system.nonholonomic_bracket(smaller).is_hamiltonian is False


@pytest.mark.parametrize(
    ("inertia", "rubber", "answer"),
    [
        # A. Borisov, Y. Fedorov, I. Mamaev 2008: a measure; no such bracket, but on a plane.
        (("1", "2", "3"), False, False),
        # J. Koiller, K. Ehlers 2007: without twisting it is Hamiltonian for all radii.
        (("1", "2", "3"), True, True),
    ],
)
def test_a_ball_over_a_sphere(inertia: Sequence[str], rubber: bool, answer: bool) -> None:
    found = ball_over_sphere("1/2", inertia, rubber).nonholonomic_bracket(ROTATIONS)
    assert found.is_hamiltonian is answer and found.makes_motion.holds


def test_a_body_of_suslov_is_a_case_distinction() -> None:
    found = gallery_system("suslov").nonholonomic_bracket()
    assert found.exceptions == "I13 == 0 and I23 == 0" and found.is_hamiltonian is False
    (case,) = found.cases
    assert case.values == {"I13": "0", "I23": "0"} and "rank 4 in 4" in case.conclusion
    assert sleigh_without_signs().nonholonomic_bracket([{"x": "1"}]).exceptions == "a == 0"


def test_the_multiplier_of_veselova() -> None:
    """On T^*S² it is that of the symplectic form."""
    found = gallery_system("veselova").nonholonomic_bracket()
    square = on_quotient(
        found, "sin(theta)**2*(sin(psi)**2/I1 + cos(psi)**2/I2) + cos(theta)**2/I3"
    )
    assert found.multiplier is not None
    assert check(found.multiplier.slope == -d(square) / (2 * square))
    assert not check(found.multiplier.slope == d(square) / (2 * square))


@pytest.mark.parametrize(
    ("name", "reason"),
    [("heisenberg", "there are forces"), ("pursuit", "no group"), ("appell-hamel", "not affine")],
)
def test_what_has_none(name: str, reason: str) -> None:
    with pytest.raises(NotApplicable, match=reason):
        gallery_system(name).nonholonomic_bracket()


@pytest.mark.parametrize(("name", "group"), [("suslov", "phi"), ("knife-edge", "y")])
def test_the_answer_is_natural(name: str, group: str) -> None:
    system = gallery_system(name)
    images = {"t": "t"} | {q: q for q in system.specification.coordinates}
    other = "psi" if name == "suslov" else "phi"
    images |= {group: f"{group} + {other}**2", other: f"2*{other}"}
    new, _ = pulled_back(system, images)
    ours = new.nonholonomic_bracket([{group: "1"}])
    theirs = system.nonholonomic_bracket([{group: "1"}])
    assert ours.is_hamiltonian is theirs.is_hamiltonian
    assert str(ours.multiplier) == str(theirs.multiplier).replace("phi", "2*phi")


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["hamiltonise", "rolling-ball", "--brackets", "--json"])
    assert end.value.code == 0
    data = json.loads(capsys.readouterr().out)
    assert data["hamiltonian"] is True and data["rank"] == 2 and data["gauged"] != data["bracket"]
    with pytest.raises(SystemExit) as end:
        main(["hamiltonise", "heisenberg", "--brackets"])
    assert end.value.code == 2 and "there are forces" in capsys.readouterr().err
