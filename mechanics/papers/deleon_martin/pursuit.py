"""Section 6: the curve of pursuit, every displayed line, for an undefined function f(t)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from diffgeo import Map, check, d, interior, jet, lie, pairing
from mechanics.papers.deleon_martin.book import claim
from mechanics.papers.engine.claims import Judgement, fact, nonzero, states
from mechanics.papers.engine.constrained_scene import Scene
from mechanics.papers.engine.terms import termwise

if TYPE_CHECKING:
    from diffgeo import Form

_RATE = "Derivative(f(t), t)"


def _fn(s: Scene, text: str) -> Form:
    return s.J.function(text)


def _forms(s: Scene) -> tuple[Form, ...]:
    """m, dt, dx, dy, d xdot, d ydot."""
    return (s.J["m"], *(d(x) for x in s.J.coordinates))


def _phi(s: Scene) -> Form:
    return _fn(s, "y*xdot + (f(t) - x)*ydot")


@claim("DLMD-6.01", "set-up", "example", on="pursuit")
@states("constraint of the pursuit problem: the velocity is directed towards A = (f(t), 0)")
def set_up(s: Scene) -> Judgement:
    """(xdot, ydot) is parallel to A - (x, y): their determinant vanishes.

    So it does for a velocity away from A, of which the words do not speak.
    """
    to_A = (_fn(s, "f(t) - x"), _fn(s, "-y"))
    v = s.v

    def along(factor: Form) -> Map:
        images = {name: s.J[name] for name in ("t", "x", "y")}
        return Map(s.J, s.J, {**images, "xdot": factor * to_A[0], "ydot": factor * to_A[1]})

    away = along(s.J.function(-1))
    projection = away.pull(v[0] * to_A[0] + v[1] * to_A[1])
    return Judgement(
        printed={
            "parallel": v[0] * to_A[1] - v[1] * to_A[0] == -_phi(s),
            "satisfied by every multiple of A - (x, y)": along(s.J["xdot"]).pull(_phi(s)) == 0,
        },
        mutated={
            "perpendicular": v[0] * to_A[0] + v[1] * to_A[1] == -_phi(s),
            "towards (-f, 0)": v[0] * to_A[1] + v[1] * _fn(s, "f(t) + x") == -_phi(s),
        },
        condition="'directed towards A' means along the line to A; the sense is left open",
        without={
            "phi = 0 says towards A": fact(
                "the velocity (x, y) - A does not satisfy phi = 0, or points to A",
                not (
                    check(away.pull(_phi(s)) == 0)
                    and check(projection == -(to_A[0] ** 2 + to_A[1] ** 2))
                ),
                "it satisfies phi = 0, and its product with A - (x, y) is -|A - (x, y)|^2",
            )
        },
    )


@claim("DLMD-6.02", "Lagrangian", "example", "L = m(xd^2+yd^2)/2", on="pursuit")
def lagrangian(s: Scene) -> Judgement:
    """Its free equations are those of a particle of mass m on which no force acts."""
    L, m = _fn(s, "m*(xdot**2 + ydot**2)/2"), s.J["m"]
    return Judgement(
        printed={
            "momenta m v": [V(L) == m * v for V, v in zip(s.d_v, s.v, strict=True)],
            "no force": [Q(L) == 0 for Q in s.d_q],
            "regular": nonzero("det W", s.hessian[0][0] * s.hessian[1][1]),
        },
        mutated={"m(xd^2+yd^2)": [V(2 * L) == m * v for V, v in zip(s.d_v, s.v, strict=True)]},
    )


@claim("DLMD-6.03", "constraint", "example", "phi = y xd + (f-x) yd", on="pursuit")
def constraint(s: Scene) -> Judgement:
    """The function of the form mu = y dx + (f - x) dy."""
    return Judgement(
        printed={"phi": s.phi[0] == _phi(s)},
        mutated={"y xd - (f-x) yd": s.phi[0] == _fn(s, "y*xdot - (f(t) - x)*ydot")},
    )


@claim("DLMD-6.04", "Theta_L", "example", on="pursuit")
@states("Theta_L = m/2 (xd^2+yd^2) dt + m xd dx + m yd dy")
def theta(s: Scene) -> Judgement:
    """L - v p = -L for a kinetic energy: the sign of dt is wrong in print."""
    m, dt, dx, dy, _, _ = _forms(s)
    v, w = s.v
    kinetic = m * (v**2 + w**2) / 2
    tail = m * v * dx + m * w * dy
    return Judgement(
        printed={"Theta_L": s.Theta == kinetic * dt + tail},
        correction="Theta_L = -m/2 (xd^2+yd^2) dt + m xd dx + m yd dy",
        repair="a sign: of the term with dt",
        damage="scan",
        consequence="Omega_L in the next line belongs to the right sign",
        repaired={
            "Theta_L": s.Theta == -kinetic * dt + tail,
            "Omega_L as printed is -d of it": -d(-kinetic * dt + tail) == _omega(s),
        },
        readings={
            "Theta_L = L eta - J^*dL": s.L * s.eta - s.S.transpose(d(s.L)) == kinetic * dt + tail,
            "-Theta_L": -s.Theta == kinetic * dt + tail,
            "the printed Omega_L is -d of the printed Theta_L": -d(kinetic * dt + tail)
            == _omega(s),
        },
        mutated={"-m xd dx - m yd dy": s.Theta == -kinetic * dt - tail},
        condition="no sign of J or of Theta_L gives the print; Omega_L in the next line belongs "
        "to the corrected form",
    )


def _omega(s: Scene) -> Form:
    m, dt, dx, dy, dv, dw = _forms(s)
    v, w = s.v
    return m * v * dv * dt + m * w * dw * dt + m * dx * dv + m * dy * dw


@claim("DLMD-6.05", "Omega_L", "example", on="pursuit")
@states("Omega_L = m xd dxd^dt + m yd dyd^dt + m dx^dxd + m dy^dyd")
def omega(s: Scene) -> Judgement:
    """The 2-form of L."""
    m, dt, *_ = _forms(s)
    wrong = _omega(s) - 2 * m * s.v[0] * d(s.v[0]) * dt
    return Judgement(
        printed={"Omega_L": s.Omega == _omega(s)},
        mutated={"m xd dt^dxd": s.Omega == wrong, "-Omega_L": s.Omega == -_omega(s)},
    )


@claim("DLMD-6.06", "xi_L", "example", "d_t + xd d_x + yd d_y", on="pursuit")
def free_field(s: Scene) -> Judgement:
    """The Reeb field of the printed 2-form."""
    xi = s.d_t + s.v[0] * s.d_q[0] + s.v[1] * s.d_q[1]
    return Judgement(
        printed={"xi_L": s.xi == xi, "i_xi Omega_L = 0": interior(xi, _omega(s)) == 0},
        mutated={"d_t - xd d_x": s.xi == xi - 2 * s.v[0] * s.d_q[0]},
    )


@claim("DLMD-6.07", "mu", "example", "mu = y dx + (f-x) dy", on="pursuit")
def mu(s: Scene) -> Judgement:
    """Its function on J¹π is phi, and it is independent of dt."""
    E = s.E
    form = E.function("y") * d(E["x"]) + E.function("f(t) - x") * d(E["y"])
    return Judgement(
        printed={
            "muhat restricted is phi": s.J.embedding.pull(s.TE.contract(form)) == _phi(s),
            "independent of dt": nonzero("dt ^ mu", E.dt * form),
        },
        mutated={
            "y dx - (f-x) dy": s.J.contract(form - 2 * E.function("f(t) - x") * d(E["y"]))
            == _phi(s)
        },
    )


def _mubar(s: Scene, sign: int = 1) -> Form:
    _, dt, dx, dy, _, _ = _forms(s)
    y, r = s.J["y"], _fn(s, "f(t) - x")
    return y * dx + r * dy - sign * (s.v[0] * y * dt + s.v[1] * r * dt)


@claim("DLMD-6.08", "mubar", "example", on="pursuit")
@states("mubar = y dx + (f-x) dy - xd y dt - yd (f-x) dt")
def mubar(s: Scene) -> Judgement:
    """By the definition, from the complete lift."""
    return Judgement(
        printed={"mubar": s.mubar[0] == _mubar(s)},
        mutated={"+ xd y dt + yd (f-x) dt": s.mubar[0] == _mubar(s, -1)},
    )


@claim("DLMD-6.09", "Z", "example", "Z = -(y/m) d_xd - ((f-x)/m) d_yd", on="pursuit")
def field_Z(s: Scene) -> Judgement:
    """i_Z Ω_L = mubar and dt(Z) = 0 for the printed objects."""
    Z = -(s.J["y"] * s.d_v[0] + _fn(s, "f(t) - x") * s.d_v[1]) / s.J["m"]
    return Judgement(
        printed={
            "Z": s.Z[0] == Z,
            "i_Z Omega_L = mubar": interior(Z, _omega(s)) == _mubar(s),
            "i_Z dt = 0": pairing(s.eta, Z) == 0,
        },
        mutated={"+": interior(-Z, _omega(s)) == _mubar(s)},
    )


@claim("DLMD-6.10", "C", "example", "C = -(y^2+(f-x)^2)/m", on="pursuit")
def constant_C(s: Scene) -> Judgement:
    """C = Z(phi)."""
    C = _fn(s, "-(y**2 + (f(t) - x)**2)/m")
    return Judgement(
        printed={"C": s.C[0][0] == C},
        mutated={"+": s.C[0][0] == -C},
        note="C = 0 where the particle has reached A; there (P,Q) is not defined",
    )


def _dphi(s: Scene, rate: str = _RATE) -> Form:
    _, dt, dx, dy, dv, dw = _forms(s)
    v, w = s.v
    y, r, slope = s.J["y"], _fn(s, "f(t) - x"), _fn(s, rate)
    return v * dy + y * dv + slope * w * dt - w * dx + r * dw


@claim("DLMD-6.11", "Q", "example", "Q and dphi incl. the term f' yd dt", on="pursuit")
def tensor_Q(s: Scene) -> Judgement:
    """Q = C^{-1} Z ⊗ dphi."""
    y, r = s.J["y"], _fn(s, "f(t) - x")
    direction = (y * s.d_v[0] + r * s.d_v[1]) / (y**2 + r**2)
    return Judgement(
        printed={
            "dphi": d(_phi(s)) == _dphi(s),
            "Q": _dphi(s).tensor(direction) == s.Q,
        },
        mutated={
            "without f' yd dt": _dphi(s, "0").tensor(direction) == s.Q,
            "the other sign": -_dphi(s).tensor(direction) == s.Q,
        },
    )


def _constrained_field(s: Scene, sign: int = 1) -> Any:
    y, r, w = s.J["y"], _fn(s, "f(t) - x"), s.v[1]
    size = _fn(s, _RATE) * w / (y**2 + r**2)
    free = s.d_t + s.v[0] * s.d_q[0] + s.v[1] * s.d_q[1]
    return free - sign * size * (y * s.d_v[0] + r * s.d_v[1])


@claim("DLMD-6.12", "P(xi_L)", "example", "accelerations", on="pursuit")
def constrained_field(s: Scene) -> Judgement:
    """P(ξ_L), and against the equations of motion of a rolling constraint."""
    X = _constrained_field(s)
    force = lie(X, s.Theta) - d(s.L)
    return Judgement(
        printed={
            "P(xi_L)": s.X == X,
            "X(phi) = 0": X(_phi(s)) == 0,
            "the reaction is a multiple of mubar": force * _mubar(s) == 0,
        },
        mutated={"+": _constrained_field(s, -1) == s.X},
    )


@claim("DLMD-6.13", "ODE", "example", "final second-order system", on="pursuit")
def equations(s: Scene) -> Judgement:
    """On J²π: the velocities of j¹s are the field along it iff these equations hold.

    They keep φ constant, so that the motions of the constrained system are those solutions that
    begin with φ = 0; for constant f the equations are those of all straight lines.
    """
    J2 = jet(s.E, 2)
    pull, rate = J2.projection.pull, J2.total_derivative
    size = f"{_RATE}*ydot/(y**2 + (f(t) - x)**2)"
    xdd, ydd = (J2.function(f"-y*{size}"), J2.function(f"-(f(t) - x)*{size}"))
    X = _constrained_field(s)
    defect = [rate(v) - pull(X(v)) for v in s.v]
    printed = [J2["xddot"] - xdd, J2["yddot"] - ydd]
    wrong = [J2["xddot"] + xdd, J2["yddot"] + ydd]
    change = rate(_phi(s))
    slopes = [pull(s.J["y"]), pull(_fn(s, "f(t) - x"))]
    return Judgement(
        printed={
            "xdd, ydd": termwise(defect, printed),
            "phi is constant along solutions": change
            == slopes[0] * printed[0] + slopes[1] * printed[1],
        },
        mutated={
            "+": termwise(defect, wrong),
            "phi is constant along solutions of +": change
            == slopes[0] * wrong[0] + slopes[1] * wrong[1],
        },
        condition="with phi = 0 at the beginning; the system keeps phi constant, but not 0",
        without={"all solutions of the system satisfy the constraint": _phi(s) == 0},
    )
