"""The Hamiltonian side against answers derived by hand, and the theorems that relate both sides."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings

from diffgeo import Status, check, d, interior, jet
from diffgeo.calculus import linear_algebra as linear
from mechanics import System
from mechanics.analysis.hamiltonian import HamiltonianDynamics
from mechanics.errors import NoHamiltonian, SingularConstraintMatrix, SingularLagrangian
from mechanics.faces.command_line import main
from mechanics.faces.hamiltonian_report import present
from mechanics.testing import systems


def verified(dynamics: HamiltonianDynamics, H: str, **rates: str) -> None:
    """H and the rates of coordinates and momenta; with 1 added they are refuted."""
    dual = dynamics.dual
    values = {name: dynamics.field(dual[name]) for name in rates}
    pairs = [(dynamics.function, H), *((values[name], rates[name]) for name in rates)]
    for value, expected in pairs:
        assert check(value == dual.function(expected)).status is Status.VERIFIED
        assert check(value == dual.function(f"{expected} + 1")).status is Status.REFUTED


def restricted(dynamics: HamiltonianDynamics, **rates: str) -> None:
    """The rates on the constraint set, where they are compared after leg^*."""
    restrict = dynamics.system.constraint_set.restrict
    for name, expected in rates.items():
        gap = dynamics.field(dynamics.dual[name]) - dynamics.dual.function(expected)
        pulled = restrict(dynamics.legendre.pull(gap))
        assert check(pulled == 0).status is Status.VERIFIED
        assert check(pulled == 1).status is Status.REFUTED


def refuted(*identities: object) -> None:
    for identity in identities:
        assert check(identity).status is Status.REFUTED


# --- answers derived by hand --------------------------------------------------------------


def test_pendulum() -> None:
    # L = m l² θd²/2 + m g l cos θ: p = m l² θd, H = p²/(2 m l²) - m g l cos θ.
    pendulum = System(
        coordinates="theta", parameters="m l g", positive="m l",
        lagrangian="m*l**2*thetadot**2/2 + m*g*l*cos(theta)",
    ).hamiltonian()  # fmt: skip
    verified(
        pendulum, "p_theta**2/(2*m*l**2) - m*g*l*cos(theta)",
        theta="p_theta/(m*l**2)", p_theta="-m*g*l*sin(theta)",
    )  # fmt: skip
    assert pendulum.multipliers == () and all(c.holds for c in pendulum.checks())


def test_pursuit() -> None:
    # p = m v: dp/dt = λ (y, f - x) with y p_x + (f - x) p_y = 0 conserved, so that
    # λ (y² + (f - x)²) + f' p_y = 0 (the terms p_x p_y/m cancel).
    pursuit = System.from_gallery("pursuit").hamiltonian()
    verified(
        pursuit, "(p_x**2 + p_y**2)/(2*m)", x="p_x/m", y="p_y/m",
        p_x="-y*p_y*Derivative(f(t), t)/(y**2 + (f(t) - x)**2)",
        p_y="-(f(t) - x)*p_y*Derivative(f(t), t)/(y**2 + (f(t) - x)**2)",
    )  # fmt: skip
    (phi,), (multiplier,) = pursuit.constraints, pursuit.multipliers
    function = pursuit.dual.function
    assert check(phi == function("(y*p_x + (f(t) - x)*p_y)/m"))
    expected = function("p_y*Derivative(f(t), t)/(y**2 + (f(t) - x)**2)")
    assert check(multiplier == -expected) and not check(multiplier == expected)
    # Z = -y ∂_px - (f - x) ∂_py, C = -(y² + (f - x)²)/m.
    (Z,) = pursuit.projection.fields
    assert check(pursuit.dual.vector_field(p_x="-y", p_y="x - f(t)") == Z)
    assert check(pursuit.determinant == function("-(y**2 + (f(t) - x)**2)/m"))


def test_knife_edge() -> None:
    # u = (p_x cos φ + p_y sin φ)/m; on the constraint p_x = m u cos φ, p_y = m u sin φ, the
    # reaction is m u ω (-sin φ, cos φ) less the component of gravity across the edge.
    sled = System.from_gallery("knife-edge").hamiltonian()
    u, w = "(p_x*cos(phi) + p_y*sin(phi))", "(p_phi/J)"
    restricted(
        sled,
        x="p_x/m", phi="p_phi/J", p_phi="0",
        p_x=f"m*g*sin(alpha)*cos(phi)**2 - {u}*{w}*sin(phi)",
        p_y=f"m*g*sin(alpha)*cos(phi)*sin(phi) + {u}*{w}*cos(phi)",
    )  # fmt: skip


def test_forces_and_magnetic_terms() -> None:
    # p = xd + B y: H = ((p_x - B y)² + p_y²)/2, EL_x = -b xd: dp_x/dt = -b (p_x - B y).
    system = System(
        coordinates="x y", parameters="B b",
        lagrangian="(xdot**2 + ydot**2)/2 + B*y*xdot", forces={"x": "-b*xdot"},
    ).hamiltonian()  # fmt: skip
    verified(
        system, "((p_x - B*y)**2 + p_y**2)/2",
        x="p_x - B*y", y="p_y", p_x="-b*(p_x - B*y)", p_y="B*(p_x - B*y)",
    )  # fmt: skip
    assert all(c.holds for c in system.checks())


def test_lagrangians_that_are_not_quadratic() -> None:
    # p = exp(xd): H = p log p - p.
    system = System(coordinates="x", lagrangian="exp(xdot) - x**2/2").hamiltonian()
    verified(system, "p_x*log(p_x) - p_x + x**2/2", x="log(p_x)", p_x="-x")
    # A relativistic particle: p = m v/sqrt(1 - v²), H = sqrt(m² + p²).
    fast = System(coordinates="x", parameters="m", positive="m", lagrangian="-m*sqrt(1 - xdot**2)")
    verified(fast.hamiltonian(), "sqrt(m**2 + p_x**2)", x="p_x/sqrt(m**2 + p_x**2)", p_x="0")
    # p = xd²: two branches, and nothing says which.
    with pytest.raises(NoHamiltonian, match="could not be expressed by the momenta"):
        System(coordinates="x", lagrangian="xdot**3/3").hamiltonian()


def test_the_general_solution_depends_on_time() -> None:
    # L = e^{kt}(xd² - x²)/2: H = (e^{-kt} p² + e^{kt} x²)/2.
    system = System(coordinates="x", parameters="k", lagrangian="exp(k*t)*(xdot**2 - x**2)/2")
    verified(
        system.hamiltonian(), "(exp(-k*t)*p_x**2 + exp(k*t)*x**2)/2",
        x="exp(-k*t)*p_x", p_x="-exp(k*t)*x",
    )  # fmt: skip


# --- theorems, and their negative controls ------------------------------------------------


@pytest.mark.parametrize("name", ["pursuit", "knife-edge", "nonholonomic-particle"])
def test_every_theorem_on_the_gallery(name: str) -> None:
    answers = System.from_gallery(name).hamiltonian().checks()
    assert [a.statement for a in answers if a.holds is not True] == []
    assert len(answers) >= 12


@settings(max_examples=8, deadline=None)
@given(systems())
def test_every_theorem_on_random_systems(system: System) -> None:
    dynamics = system.hamiltonian()
    assert [str(a) for a in dynamics.checks() if a.holds is not True] == []
    # The motion of the projection theory on J¹π is the image, the free motion is not.
    gamma = system.dynamics()
    assert check(dynamics.legendre.related(gamma.field, dynamics.field))
    for own, other in zip(dynamics.multipliers, gamma.multipliers, strict=True):
        assert check(dynamics.legendre.pull(own) == other)


@settings(max_examples=8, deadline=None)
@given(systems())
def test_wrong_signs_are_refuted(system: System) -> None:
    dynamics = system.hamiltonian()
    jets, dual, leg = system.evolution_space, dynamics.dual, dynamics.legendre
    below, above = dynamics.lagrangian_side, dynamics.projection
    omega, X = dynamics.structure.omega, dynamics.field
    refuted(leg.pull(-omega) == below.structure.omega, leg.pull(dual.dt) == 2 * jets.dt)
    refuted(dynamics.extended_legendre.pull(dual.extended.liouville_form) == jets.dt)
    # q' = -H_p, and p' = +H_q with the usual sign of H where H depends on q.
    refuted(*(X(dual.projection.pull(q)) == -rate for q, rate in positions(dynamics)))
    free = dynamics.evolution_field
    refuted(leg.related(below.free, 2 * free), leg.related(2 * below.free, free))
    for Z, W in zip(below.fields, above.fields, strict=True):
        refuted(leg.related(Z, -W))
        assert check(leg.pull(interior(W, omega)) == interior(Z, below.structure.omega))
    refuted(below.matrix[0][0] == -leg.pull(above.matrix[0][0]))
    refuted(above.projector == -dynamics.inverse_legendre.pull(below.projector))
    assert check(above.projector == dynamics.inverse_legendre.pull(below.projector))


def positions(dynamics: HamiltonianDynamics):
    below = dynamics.system.configuration_space.coordinates[1:]
    return zip(below, dynamics.position_rates, strict=True)


def test_the_paper_writes_the_hamiltonian_with_the_other_sign() -> None:
    # h = (t, q, H, p): its H is minus the usual one, and q' = -H_p, p' = H_q hold for that.
    dynamics = System(coordinates="x", lagrangian="xdot**2/2 - x**4").hamiltonian()
    dual, h = dynamics.dual, dynamics.section
    paper = h.pull(dual.extended["p_t"])
    x, p = dual["x"], dual["p_x"]
    d_x, d_p = dual.vector_field(x=1), dual.vector_field(p_x=1)
    E = dynamics.evolution_field
    assert check(E(x) == -d_p(paper)) and check(E(p) == d_x(paper))
    refuted(E(x) == d_p(paper), E(p) == -d_x(paper))
    assert check(paper == -dynamics.function) and check(dual.reduction @ h == _identity(dual))


def _identity(dual):
    from diffgeo import identity_map

    return identity_map(dual)


def test_momentum_rates_of_other_multipliers_are_not_the_motion() -> None:
    dynamics = System.from_gallery("knife-edge").hamiltonian()
    wrong = dynamics.momentum_rates(tuple(-c for c in dynamics.multipliers))
    rates = [dynamics.field(p) for p in dynamics.dual.momenta]
    refuted([a == b for a, b in zip(rates, wrong, strict=True)])
    assert check([a == b for a, b in zip(rates, dynamics.momentum_rates(), strict=True)])


def test_the_hessians_are_inverse() -> None:
    # ∂²H/∂p² ∘ leg = (∂²L/∂v²)⁻¹, an independent route to H.
    dynamics = System.from_gallery("chaplygin-sleigh").hamiltonian()
    system, dual = dynamics.system, dynamics.dual
    jets = system.evolution_space
    up = [dual.vertical_lift(d(q)) for q in system.configuration_space.coordinates[1:]]
    down = [jets.vector_field({v: 1}) for v in system.specification.velocities]
    H = [[dynamics.legendre.pull(a(b(dynamics.function))) for b in up] for a in up]
    inverse = linear.inverse([[a(b(system.lagrangian)) for b in down] for a in down])
    for row, other in zip(H, inverse, strict=True):
        assert all(check(a == b) for a, b in zip(row, other, strict=True))
    refuted(H[0][0] == 2 * inverse[0][0])


# --- wrong input, and the command line ------------------------------------------------------


def test_wrong_input() -> None:
    singular = System(coordinates="x y", lagrangian="(xdot + ydot)**2/2")
    with pytest.raises(SingularLagrangian, match=r"singular"):
        singular.hamiltonian()
    # The Lagrangian is indefinite and the constraint is null for it: det C = 0.
    null = System(coordinates="x y", lagrangian="xdot*ydot", constraints="xdot - y")
    with pytest.raises(SingularConstraintMatrix, match="det C"):
        null.hamiltonian()


def test_spaces_are_made_once() -> None:
    system = System.from_gallery("pursuit")
    assert system.hamiltonian().dual is system.hamiltonian().dual
    assert system.hamiltonian().legendre.source is jet(system.configuration_space, 1)


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as stop:
        main(list(arguments))
    captured = capsys.readouterr()
    return int(stop.value.code or 0), captured.out, captured.err


def test_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    derive = ("derive", "pursuit", "--side", "hamiltonian")
    status, out, _ = run(capsys, *derive, "--check", "--details")
    assert status == 0
    for word in ("H = (p_x**2 + p_y**2)/(2*m)", "xdot = p_x/m", "dp_x/dt = ", "lambda_1 = ",
                 "VERIFIED: leg^* Omega_h = Omega_L", "VERIFIED: T leg o Q = Q o T leg",
                 "Omega_h = ", "E_h = "):  # fmt: skip
        assert word in out
    status, out, _ = run(capsys, *derive, "--json", "--check", "--details")
    data = json.loads(out)
    assert status == 0 and data["side"] == "hamiltonian"
    assert data["equations"]["x"] == "p_x/m" and data["momenta"] == {
        "p_x": "m*xdot", "p_y": "m*ydot"
    }  # fmt: skip
    assert all(c["holds"] for c in data["checks"]) and data["conditions"]
    status, out, _ = run(capsys, *derive, "--format", "latex", "--details")
    assert status == 0 and r"\dot{p_{x}} &= " in out and r"\Omega_{h} &= " in out
    for more in (("--format", "python"), ("--theory", "multipliers")):
        status, out, err = run(capsys, *derive, *more)
        assert status == 2 and not out and "--side hamiltonian" in err and err.count("\n") == 1


def test_large_formulas_come_from_the_bordered_system(monkeypatch: pytest.MonkeyPatch) -> None:
    from diffgeo import Form
    from diffgeo.errors import TooLarge

    dynamics = System.from_gallery("pursuit").hamiltonian()
    own = {id(f) for f in dynamics.multipliers}
    usual = Form.expanded

    def refusing(form: Form) -> Form:
        if id(form) in own:
            raise TooLarge("too large")
        return usual(form)

    monkeypatch.setattr(Form, "expanded", refusing)
    shown = present(dynamics)
    assert shown.verdict is not None and shown.verdict.status is Status.VERIFIED
    assert [str(f) for f in shown.multipliers] == [str(f) for f in dynamics.multipliers]


def test_latex_in_a_notebook() -> None:
    dynamics = System.from_gallery("nonholonomic-particle").hamiltonian()
    assert dynamics._repr_latex_().startswith("$$") and "Hamiltonian" in repr(dynamics)
