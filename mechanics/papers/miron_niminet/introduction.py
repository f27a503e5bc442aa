"""Section 1: the equations of Vrănceanu, the data Σ, the equations (1.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from diffgeo import Form, d, interior, level_set
from diffgeo.calculus import linear_algebra as linear
from mechanics.papers.engine.claims import Fact, Judgement, Witness, fact, nonzero, same, states
from mechanics.papers.miron_niminet import data
from mechanics.papers.miron_niminet.book import claim, scene
from mechanics.papers.miron_niminet.scene import SystemScene
from mechanics.spaces.lagrange_spaces import LagrangeSpace, LagrangeSystem

if TYPE_CHECKING:
    from diffgeo import Identity, VectorForm


def motion(s: SystemScene, S: VectorForm, L: Form, force: Form) -> list[Identity]:
    """The equations ``S(∂L/∂y^i) - ∂L/∂x^i = Φ_i``."""
    pairs = zip(s.euler_lagrange(S, L), s.d_x, strict=True)
    return [left == force(X) for left, X in pairs]


def has_multiplier_of_position(s: SystemScene) -> Fact:
    """That the λ that keeps one constraint on a surface does not depend on velocities.

    It does if its derivative along the fibres and along Q = 0 is not zero there.
    """
    ((first, second),), (multiplier,) = s.a, s.chetaev.multipliers
    place = level_set(s.TM, s.Q, name="Q = 0")
    V = s.along([second, -first], s.d_y)
    kept = bool(place.same(V(multiplier), s.zero))
    return fact("the lambda is a function of the position", kept, f"lambda = {multiplier}")


@claim("MN-1.01", "(1.1)", "definition", on="charts")
@states("Vranceanu: d/dt dT/dy^i - dT/dx^i = lambda_sigma a_sigma,i + F_i")
def equations_of_vranceanu(s: SystemScene) -> Judgement:
    """The equations of the semispray with i_S dd_J T = Φ - dE_T, in whatever coordinates."""
    of_T = LagrangeSystem(LagrangeSpace(s.L / 2), s.force, s.Q, s.Lambda)
    kept = LagrangeSystem.chetaev(LagrangeSpace(s.L / 2), s.force, s.Q)
    S, Phi, T = of_T.semispray, of_T.total_force, s.L / 2
    E = s.along(s.euler_lagrange(s.S, T), s.dx)
    anew = s.old.along(s.old.euler_lagrange(s.change.pull(s.S), s.change.pull(T)), s.old.dx)
    turned = LagrangeSystem(LagrangeSpace(T), -s.force, s.Q, [-f for f in s.Lambda])
    shifted = s.S + s.d_y[0]
    other = s.along(s.euler_lagrange(shifted, T), s.dx)
    again = s.old.along(s.old.euler_lagrange(s.change.pull(shifted), s.change.pull(T)), s.old.dx)
    return Judgement(
        printed={
            "of the semispray with i_S dd_J T = Phi - dE_T": motion(s, S, T, Phi),
            "a covector, in all coordinates": [
                anew == s.change.pull(E),
                again == s.change.pull(other),
            ],
            "with lambda for which the constraints are kept": [
                *motion(s, kept.semispray, T, kept.total_force),
                *kept.keeps_constraints(),
            ],
        },
        mutated={
            "with -(lambda a + F)": motion(s, turned.semispray, T, Phi),
            "without the constraints": motion(s, S, T, s.force),
            "the same motions as (1.3) with L = 2T": s.system.semispray == S,
        },
        note="(1.3) for L = 2T is (1.1) with half of the forces and multipliers, so that the "
        "classical systems are special ones with 2 F_i in the place of F_i",
    )


@claim("MN-1.02", "(1.2)", "definition", on="system")
@states(
    "Sigma = (M, L, F_i, Q_sigma) with L regular, F_i(x, y) a d-covector and Q_sigma = "
    "a_sigma,i(x) y^i"
)
def the_system(s: SystemScene) -> Judgement:
    """F semibasic, Q_σ linear along the fibres: C(Q) = Q and a_σ = J^*dQ_σ from M."""
    a = [s.J.transpose(d(Q)) for Q in s.Q]
    rank = linear.rank(s.g)
    return Judgement(
        printed={
            "L is regular": same("rank of g_ij", rank, s.n),
            "F is semibasic": s.J.transpose(s.force) == 0,
            "Q_sigma is linear in the velocities": [s.C(Q) == Q for Q in s.Q],
            "a_sigma = a_sigma,i dx^i": [
                form == s.along(row, s.dx) for form, row in zip(a, s.a, strict=True)
            ],
            "a_sigma is a form on M": [interior(V, d(form)) == 0 for form in a for V in s.d_y],
            "the a_sigma are independent": same("rank", linear.rank(s.a), len(s.a)),
        },
        mutated={
            "L is quadratic in the velocities": s.space.cartan_tensor == 0,
            "F is a form on M": [interior(V, d(s.force)) == 0 for V in s.d_y],
            "C(Q) = 0": [s.C(Q) == 0 for Q in s.Q],
            "C(Q) = 2Q": [s.C(Q) == 2 * Q for Q in s.Q],
        },
    )


@claim("MN-1.03", "(1.3)", "definition", on="system")
@states("d/dt dL/dy^i - dL/dx^i = lambda^sigma(x) a_sigma,i + F_i and Q_sigma = 0")
def equations_with_constraints(s: SystemScene) -> Judgement:
    """For every state with Q_σ = 0 there are unique λ^σ; they depend on the velocities."""
    kept = s.chetaev
    S, Phi = kept.semispray, kept.total_force
    turned = LagrangeSystem(s.space, s.force, s.Q, [-f for f in kept.multipliers])
    matrix = [[s.along(s.raised(row), other) for row in s.a] for other in s.a]
    return Judgement(
        printed={
            "the equations": motion(s, S, s.L, Phi),
            "Q_sigma = 0 is kept": kept.keeps_constraints(),
            "no other lambda": nonzero("det(g^ij a_sigma,i a_tau,j)", linear.determinant(matrix)),
        },
        mutated={
            "without F": motion(s, S, s.L, kept.reaction),
            "lambda^sigma = 0": s.space.forced_semispray(s.force)(s.Q[0]) == 0,
            "-lambda^sigma": turned.keeps_constraints(),
            "by the Postulate": s.system.keeps_constraints(),
        },
        condition="the multipliers are functions of position and velocity (of the time along a "
        "motion), as for d'Alembert and Chetaev",
        without={"lambda^sigma(x)": Witness(scene(data.PARABOLA), has_multiplier_of_position)},
        note="with given lambda(x), such as those of the Postulate, the equations determine the "
        "motion and Q_sigma = 0 is not kept in general",
    )
