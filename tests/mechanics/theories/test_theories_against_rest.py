"""Theories in which rest means something, as their authors would write them from the documentation.

Friction that heats (GENERIC), with constraints, and the equations of Lie and Poisson with
dissipation by a double bracket. Both are natural in moving frames, since what rests is a datum.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from diffgeo import Form, Frame, Manifold, Map, VectorForm, bracket, check, d, interior
from diffgeo.bundles import local_trivialisation
from diffgeo.calculus import linear_algebra as linear
from diffgeo.errors import AxiomViolation
from mechanics import System, compare
from mechanics.errors import NotApplicable
from mechanics.model.lagrangian import cartan_form, chetaev_forms, vertical_frame
from mechanics.testing import check_theory
from mechanics.theories import CHETAEV, Construction, Principle, Theory, reduced

REST: dict[str, Any] = {"rest": {"reference": {}}}

# --- friction that heats -----------------------------------------------------------------------


def friction(system: System) -> Form:
    """The form S^*dR."""
    (R,) = system.parts("friction")
    S: VectorForm = system.evolution_space.vertical_endomorphism
    return S.transpose(d(R))


def heat(system: System) -> Form:
    """S' = C(R)/T with the temperature T = -∂L/∂S and velocities against what rests."""
    jets, E = system.evolution_space, system.configuration_space
    (rest,), (R,), (V,) = system.parts("rest"), system.parts("friction"), jets.variable_frame
    against = jets.projection.pull([rest(q) for q in E.fibre_coordinates])
    slopes = [W(R) for W in vertical_frame(jets)]
    velocities = [v - u for v, u in zip(jets.velocities, against, strict=True)]
    return linear.combination(velocities, slopes, 0 * R) / -V(system.lagrangian)


def heated(system: System) -> Form:
    """S^*dR + ∂L/∂S (dS - S' dt): what the law has besides those of Lagrange."""
    jets = system.evolution_space
    (S,), (V,) = jets.variables, jets.variable_frame
    return friction(system) + V(system.lagrangian) * (d(S) - heat(system) * jets.dt)


def with_heat(system: System) -> Construction:
    """X = X_0 + λ^i Z_i with i_X dΘ_L = F - (what heats) + λ^i ρ_i."""
    jets, phi = system.evolution_space, system.constraints
    Theta, (S,) = cartan_form(system.lagrangian, jets), jets.variables

    def solved(form: Form, time: int, rate: Form) -> VectorForm:
        def sides(X: VectorForm) -> list[Form]:
            return [interior(X, d(Theta)), jets.dt(X), X(S)]

        return linear.solve_field(jets, sides, [form, time, rate])

    rate = heat(system)
    X = solved(system.force - heated(system), 1, rate)
    Z = [solved(rho, 0, 0 * rate) for rho in chetaev_forms(system)]
    C = [[z(f) for z in Z] for f in phi]
    det = linear.determinant(C) if phi else jets.function(1)
    system.constraint_set.require_regular(det, "det C")
    reaction = linear.solve(C, [-X(f) for f in phi]) if phi else []
    return Construction(linear.combination(reaction, Z, X), tuple(reaction), det, "det C")


GENERIC = Theory(
    "generic", "friction that heats", "M. Grmela, H. C. Öttinger, Phys. Rev. E 56 (1997)",
    with_heat,
    principle=Principle(
        "GENERIC", "EL_A = F_A - dR/dv^A + lambda^i dphi_i/dv^A, T S' = v^A dR/dv^A",
        inertia=lambda system, motion, X: (
            CHETAEV.inertia(system, motion, X) + motion.pull(heated(system))
        ),
        power=lambda system, X: -friction(system)(X),
        rates=lambda system: (heat(system),), scales=False, gauge=False,
    ),
    needs={"S": "variable", "friction": "function", "rest": "reference"},
)  # fmt: skip
BLADE: dict[str, Any] = {
    "name": "heated blade", "coordinates": "x y", "variables": "S", "parameters": "c",
    "positive": "c", "lagrangian": "(xdot**2 + (1 + x**2)*ydot**2)/2 - x - exp(S)",
    "constraints": "ydot - x*xdot",
    "data": {"friction": {"function": "c*(xdot**2 + ydot**2)/2"}, **REST},
}  # fmt: skip


def test_what_friction_takes_is_heat() -> None:
    blade = System(**BLADE)
    made = blade.dynamics(GENERIC)
    assert all(answer.holds for answer in made.checks())
    assert blade.energy_balance(theory=GENERIC).is_conserved.holds
    assert compare(blade, ["multipliers", GENERIC]).agree
    report = check_theory(GENERIC, [blade, System(**BLADE | {"constraints": []})])
    assert report and "natural" in {line.check for line in report if line.answer.name == "HOLDS"}
    run = made.simulate(x=0, y=0, xdot=1, ydot=0, S=0, c=1, until=2)
    assert (np.diff(run["S"]) > 0).all()


def test_a_body_that_stays_cold_is_refuted() -> None:
    def construct(system: System) -> Construction:
        made, jets = with_heat(system), system.evolution_space
        (S,), (V,) = jets.variables, jets.variable_frame
        return replace(made, field=made.field - made.field(S) * V)

    failed = check_theory(replace(GENERIC, construct=construct), [System(**BLADE)]).failed_checks
    assert "coherent" in failed


# --- a double bracket --------------------------------------------------------------------------


class Dual:
    """g^* as a quotient of J¹π by the momenta, the frame, and ad^*_u of the momentum."""

    def __init__(self, system: System) -> None:
        E, jets = system.configuration_space, system.evolution_space
        self.X = system.parts("frame")
        _, *theta = Frame(E, [*system.parts("rest"), *self.X]).coframe
        self.forms = [jets.projection.pull(form) for form in theta]
        self.w = [form(jets.second_order_field()) for form in self.forms]
        Theta = cartan_form(system.lagrangian, jets)
        self.m = [Theta(jets.prolong_field(x)) for x in self.X]
        names = [f"m{k}" for k, _ in enumerate(self.m, 1)]
        dual = Manifold("g^*", **E.declarations(names))
        self.map = Map(jets, dual, dict(zip(names, self.m, strict=True)))
        up = jets.projection.pull
        self.c = [[[up(t(bracket(x, y))) for t in theta] for y in self.X] for x in self.X]

    def turned(self, u: list[Form]) -> list[Form]:
        """⟨m, [u, e_a]⟩."""
        zero = 0 * self.m[0]
        rows = [[linear.combination(c, self.m, zero) for c in row] for row in self.c]
        return [linear.combination(u, column, zero) for column in zip(*rows, strict=True)]


def braking(system: System) -> Form:
    """The force α ad^*_n m with n = ad^*_w m, raised by the metric in which the frame is unit."""
    dual, (alpha,), jets = system.once(Dual), system.parts("alpha"), system.evolution_space
    force = [alpha * f for f in dual.turned(dual.turned(dual.w))]
    along = jets.second_order_field()
    contacts = [form - form(along) * jets.dt for form in dual.forms]
    return linear.combination(force, contacts, 0 * jets.dt)


def on_the_dual(system: System) -> Construction:
    """m' = ad^*_w m + α ad^*_n m."""
    dual, (alpha,) = system.once(Dual), system.parts("alpha")
    trivial = local_trivialisation(dual.map)
    first = dual.turned(dual.w)
    pairs = zip(first, dual.turned(first), strict=True)
    moving = [trivial.pull(a + alpha * b) for a, b in pairs]
    try:
        rates = [trivial.source.fibration(0).descend(f) for f in moving]  # type: ignore
    except AxiomViolation as error:
        raise NotApplicable(f"the motion is not that of momenta alone: {error}") from None
    X = VectorForm(dual.map.target, 0, rates)
    return Construction(X, (), dual.map.target.function(1), "1")


DOUBLE = Theory(
    "double bracket", "Lie and Poisson with a double bracket",
    "A. Bloch, P. S. Krishnaprasad, J. E. Marsden, T. S. Ratiu, Comm. Math. Phys. 175 (1996)",
    on_the_dual,
    principle=Principle(
        "double bracket", "m' = ad^*_w m + alpha ad^*_(ad^*_w m) m", reactions=None,
        inertia=lambda system, motion, X: (
            CHETAEV.inertia(system, motion, X) - motion.pull(braking(system))
        ),
        power=lambda system, X: braking(system)(X), scales=False,
    ),
    space=lambda system: reduced(system.once(Dual).map),
    needs={"frame": "frame", "alpha": "function", "rest": "reference"},
)  # fmt: skip
HEISENBERG: dict[str, Any] = {
    "name": "Heisenberg", "coordinates": "x y z", "parameters": "a",
    "lagrangian": "(xdot**2 + 2*ydot**2 + (zdot - x*ydot)**2)/2",
    "data": {"frame": {"frame": [{"x": "1"}, {"y": "1", "z": "x"}, {"z": "1"}]},
             "alpha": {"function": "a"}, **REST},
}  # fmt: skip


def test_a_double_bracket_brakes_on_a_coadjoint_orbit() -> None:
    """m_3 is kept, and E' = -a |ad^*_w m|² by hand: E' = -a m_3² (w_1² + w_2²)."""
    system = System(**HEISENBERG)
    made = system.dynamics(DOUBLE)
    assert all(answer.holds for answer in made.checks()) and check_theory(DOUBLE, [system])
    f, X = made.manifold.function, made.field
    momentum, energy = f("zdot - x*ydot"), f("(xdot**2 + 2*ydot**2 + (zdot - x*ydot)**2)/2")
    assert check(X(momentum) == 0)
    assert check(X(energy) == f("-a*(zdot - x*ydot)**2*(xdot**2 + ydot**2)"))
    assert not check(X(energy) == 0)


def test_what_rests_has_to_be_told() -> None:
    data = {name: datum for name, datum in BLADE["data"].items() if name != "rest"}
    blade = System(**BLADE | {"data": data})
    with pytest.raises(NotApplicable, match="needs the reference 'rest', which is not given here"):
        blade.dynamics(GENERIC)
    assert check_theory(GENERIC, [blade])  # it is drawn
