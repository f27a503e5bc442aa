"""Section 3, up to (3.4): the data of Σ and the Lagrangian L* = L + λ^σ Q_σ."""

from __future__ import annotations

from typing import TYPE_CHECKING

from diffgeo import Form, d, level_set
from diffgeo.calculus import linear_algebra as linear
from diffgeo.structures import tensor_product
from mechanics.papers.engine.claims import Judgement, fact, nonzero, states
from mechanics.papers.engine.terms import entrywise
from mechanics.papers.miron_niminet.book import claim
from mechanics.papers.miron_niminet.scene import SystemScene
from mechanics.spaces.lagrange_spaces import LagrangeSpace, LagrangeSystem

if TYPE_CHECKING:
    from diffgeo import Identity, Tensor


def hessian(s: SystemScene, L: Form) -> list[list[Form]]:
    """½ ∂²L/∂y^i∂y^j."""
    return [[V(W(L)) / 2 for W in s.d_y] for V in s.d_y]


def semibasic(s: SystemScene, entries: list[list[Form]]) -> Tensor:
    """The tensor ``f_ij dx^i⊗dx^j``."""
    parts = [
        f * tensor_product(a, b)
        for row, a in zip(entries, s.dx, strict=True)
        for f, b in zip(row, s.dx, strict=True)
    ]
    return sum(parts[1:], start=parts[0])


def products(s: SystemScene, multipliers: list[Form]) -> list[Form]:
    """The components λ^σ a_σi."""
    return [s.along(multipliers, column) for column in zip(*s.a, strict=True)]


def beta(s: SystemScene, multipliers: list[Form], sign: int = 1) -> list[list[Form]]:
    """``∂_iλ a_j - ∂_jλ a_i + λ(∂_i a_j - ∂_j a_i)``, the bracket of (3.5).

    With the other sign the bracket has ``- λ(∂_i a_j - ∂_j a_i)``.
    """
    pairs = list(zip(multipliers, s.a, strict=True))

    def entry(i: int, j: int) -> Form:
        X, Y = s.d_x[i], s.d_x[j]
        return sum(
            (X(f) * a[j] - Y(f) * a[i] + sign * f * (X(a[j]) - Y(a[i])) for f, a in pairs),
            start=s.zero,
        )

    return [[entry(i, j) for j in s.places] for i in s.places]


def extended(s: SystemScene, multipliers: list[Form], sign: int = 1) -> Form:
    """``L + λ^σ Q_σ``."""
    return s.L + sign * s.along(multipliers, s.Q)


@claim("MN-3.00", "before (3.1)", "definition", on="charts")
@states("g_ij = (1/2) d^2L/dy^i dy^j is a d-tensor and not degenerate")
def fundamental_tensor(s: SystemScene) -> Judgement:
    """g(X, Y) = ½ dd_J L(JX, Y)."""
    moved = LagrangeSpace(s.change.pull(s.L))
    mixed = [[X(V(s.L)) for V in s.d_y] for X in s.d_x]
    anew = [[X(V(moved.lagrangian)) for V in s.old.d_y] for X in s.old.d_x]
    return Judgement(
        printed={
            "g = g_ij dx^i dx^j": semibasic(s, s.g) == s.space.metric,
            "in all coordinates": semibasic(s.old, hessian(s.old, moved.lagrangian))
            == s.change.pull(semibasic(s, s.g)),
            "not degenerate": nonzero("det g", linear.determinant(s.g)),
        },
        mutated={
            "without 1/2": 2 * semibasic(s, s.g) == s.space.metric,
            "d^2L/dx^i dy^j is a d-tensor": semibasic(s.old, anew)
            == s.change.pull(semibasic(s, mixed)),
            "g depends on x only": [V(f) == 0 for V in s.d_y for row in s.g for f in row],
        },
    )


def elicoidal_components(s: SystemScene, El: Form, sign: int = 1) -> list[Identity]:
    """``El(∂_i, ∂_j) = ∂F_j/∂y^i - ∂F_i/∂y^j``, (3.1), (8.15)."""
    F = s.F
    return [
        El(s.d_x[i], s.d_x[j]) == sign * (s.d_y[i](F[j]) - s.d_y[j](F[i]))
        for i in s.places
        for j in s.places
    ]


@claim("MN-3.01", "(3.1)", "definition", on="charts")
@states("F_ij = dF_j/dy^i - dF_i/dy^j is an antisymmetric d-tensor, the elicoidal tensor")
def elicoidal_tensor(s: SystemScene) -> Judgement:
    """d_J F, a semibasic 2-form."""
    El = LagrangeSystem(s.space, s.force).elicoidal
    moved = LagrangeSystem(LagrangeSpace(s.change.pull(s.L)), s.change.pull(s.force))
    slopes = [[V(f) for f in s.F] for V in s.d_y]
    return Judgement(
        printed={
            "d_J F": elicoidal_components(s, El),
            "semibasic": [El(V, X) == 0 for V in s.d_y for X in s.TM.frame],
            "in all coordinates": moved.elicoidal == s.change.pull(El),
            "of F + lambda^sigma(x) a_sigma": s.system.elicoidal == El,
        },
        mutated={
            "dF_i/dy^j - dF_j/dy^i": elicoidal_components(s, El, -1),
            "dF_j/dy^i is antisymmetric": [
                slopes[i][j] + slopes[j][i] == 0 for i in s.places for j in s.places
            ],
            "of F + lambda a by d'Alembert and Chetaev": s.chetaev.elicoidal == El,
        },
    )


@claim("MN-3.02", "(3.2)", "identity", on="charts")
@states("lambda^sigma(x) Q_sigma(x, y) is a scalar on TM, the a_sigma,i covectors on M")
def scalars(s: SystemScene) -> Judgement:
    """Q_σ is the function X ↦ a_σ(X) of the form a_σ on M."""
    names = s.M.coordinates
    forms = [
        sum(
            (s.M.function(f) * d(x) for f, x in zip(row, names, strict=True)),
            start=0 * d(names[0]),
        )
        for row in s.datum.constraints
    ]
    moved = [s.phi.pull(form) for form in forms]
    return Judgement(
        printed={
            "Q_sigma": [s.TM.contract(a) == Q for a, Q in zip(forms, s.Q, strict=True)],
            "in all coordinates": [
                s.old.TM.contract(a) == s.change.pull(Q) for a, Q in zip(moved, s.Q, strict=True)
            ],
            "lambda^sigma Q_sigma": s.system.reaction(s.S) == s.along(s.Lambda, s.Q),
        },
        mutated={
            "the a_sigma,i are scalars": [
                a(X) == s.phi.pull(b(Y))
                for a, b in zip(moved, forms, strict=True)
                for X, Y in zip(s.old.M.frame, s.M.frame, strict=True)
            ],
            "Q_sigma = 0": [Q == 0 for Q in s.Q],
        },
    )


@claim("MN-3.03", "(3.3)", "definition", "L* = L + lambda^sigma(x) Q_sigma", on="system")
def the_lagrangian_with_constraints(s: SystemScene) -> Judgement:
    """A function on TM, with ∂L*/∂y^i = ∂L/∂y^i + λ^σ a_σi."""
    L = s.system.extended_lagrangian
    sums = products(s, s.Lambda)
    kept = s.chetaev
    return Judgement(
        printed={
            "L + lambda^sigma Q_sigma": extended(s, s.Lambda) == L,
            "dL*/dy^i": [V(L) == V(s.L) + f for V, f in zip(s.d_y, sums, strict=True)],
        },
        mutated={
            "L - lambda^sigma Q_sigma": extended(s, s.Lambda, -1) == L,
            "L* = L": L == s.L,
            "dL*/dy^i by d'Alembert and Chetaev": [
                V(kept.extended_lagrangian) == V(s.L) + kept.reaction(X)
                for V, X in zip(s.d_y, s.d_x, strict=True)
            ],
        },
    )


def same_metric(s: SystemScene) -> Judgement:
    """Since λ^σ Q_σ is linear in the velocities for λ(x)."""
    L = s.system.extended_lagrangian
    return Judgement(
        printed={
            "in coordinates": entrywise(hessian(s, L), s.g),
            "the tensors": LagrangeSpace(L).metric == s.space.metric,
            "for every lambda(x)": LagrangeSpace(extended(s, s.some_multipliers)).metric
            == s.space.metric,
        },
        mutated={
            "by d'Alembert and Chetaev": LagrangeSpace(s.chetaev.extended_lagrangian).metric
            == s.space.metric,
            "of L + (lambda Q)^2": LagrangeSpace(s.L + s.along(s.Lambda, s.Q) ** 2).metric
            == s.space.metric,
        },
        note="for multipliers that depend on velocities it is not so",
    )


claim("MN-3.03a", "after (3.3), 1", "identity", on="system")(states("g*_ij = g_ij")(same_metric))


@claim("MN-3.03b", "after (3.3), 2", "identity", on="system")
@states("L* = L on the distribution Q_sigma = 0")
def equal_on_the_constraints(s: SystemScene) -> Judgement:
    """L* - L = λ^σ Q_σ; derivatives of L* and L differ there."""
    place = level_set(s.TM, s.Q, name="Q = 0")
    L = s.system.extended_lagrangian
    slopes = [place.same(V(L), V(s.L)) for V in s.d_y]
    return Judgement(
        printed={
            "lambda(x)": fact("L* = L where Q = 0", bool(place.same(L, s.L))),
            "L* - L = lambda^sigma Q_sigma": s.along(s.Lambda, s.Q) == L - s.L,
        },
        mutated={
            "everywhere": L == s.L,
            "also their momenta": fact("dL*/dy = dL/dy where Q = 0", all(slopes)),
        },
        note="the derivatives differ there, so L* and L have other Euler-Lagrange equations",
    )


@claim("MN-3.04", "(3.4)", "definition", on="system")
@states("the action of L*: the integral of L + lambda^sigma Q_sigma along curves")
def action(s: SystemScene) -> Judgement:
    """Along curves the integrand is L + λ^σ a_σ; its extremals are those of L* on TM."""
    L = s.system.extended_lagrangian
    of_L = LagrangeSpace(L)
    S = of_L.semispray
    return Judgement(
        printed={
            "the integrand along curves": s.L + s.system.reaction(s.S) == L,
            "extremals: the Euler-Lagrange equations of L*": [
                f == 0 for f in s.euler_lagrange(S, L)
            ],
            "energy of L*": of_L.energy == s.space.energy,
        },
        mutated={
            "L - lambda^sigma Q_sigma": s.L - s.system.reaction(s.S) == L,
            "the energy gains lambda^sigma Q_sigma": of_L.energy
            == s.space.energy + s.along(s.Lambda, s.Q),
            "extremals are the motions (1.3)": [
                f == 0 for f in s.euler_lagrange(s.system.semispray, L)
            ],
        },
        note="it is varied with lambda(x) given: extremals need not obey Q_sigma = 0",
    )
