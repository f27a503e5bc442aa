"""Section 4, up to theorem 4.2: the canonical semispray S*."""

from __future__ import annotations

from typing import TYPE_CHECKING

from diffgeo import Map, check, d, interior
from diffgeo.calculus import linear_algebra as linear
from mechanics.model.lagrangian import cartan_form, chetaev_forms
from mechanics.papers.engine.claims import Judgement, Witness, fact, states
from mechanics.papers.engine.index_balance import balanced
from mechanics.papers.engine.terms import termwise
from mechanics.papers.miron_niminet.book import claim
from mechanics.papers.miron_niminet.introduction import motion
from mechanics.papers.miron_niminet.scene import SystemScene
from mechanics.spaces.lagrange_spaces import LagrangeSystem
from mechanics.spaces.lagrange_spaces.forced_systems import ReactionFields
from mechanics.theories import lagrange_space_theory

if TYPE_CHECKING:
    from diffgeo import Form, Identity


def both(s: SystemScene) -> list[LagrangeSystem]:
    """Σ in both readings of its multipliers."""
    return list(s.readings.values())


def starred(s: SystemScene, system: LagrangeSystem) -> list[Form]:
    """The coefficients G* of its semispray."""
    return [-system.semispray(y) / 2 for y in s.y]


@claim("MN-4.01", "(4.1)", "definition", on="charts")
@states("Sigma = (M, L(x, y), F_i(x, y), Q_sigma(x, y)) with its multipliers")
def the_system_again(s: SystemScene) -> Judgement:
    """S* is made of these tensors, and is the same in all coordinates of M."""
    Sigma = s.system
    moved = s.moved(Sigma)
    literal = LagrangeSystem(
        moved.lagrange_space, s.old.force, moved.constraints, moved.multipliers
    )
    return Judgement(
        printed={
            f"S* in all coordinates, {name}": s.motion_in_charts(one)
            for name, one in s.readings.items()
        },
        mutated={
            "with the same components F_i": s.same_in_charts(literal.semispray, Sigma.semispray),
            "S* does not depend on F": LagrangeSystem(s.space, None, s.Q, s.Lambda).semispray
            == Sigma.semispray,
            "S* does not depend on Q": LagrangeSystem(s.space, s.force).semispray
            == Sigma.semispray,
        },
    )


@claim("MN-4.02", "(4.2)", "definition", on="system")
@states("S* = y^i d/dx^i - 2 G*^i d/dy^i, whose integral curves are given by (3.10), (3.11)")
def canonical_semispray(s: SystemScene) -> Judgement:
    """The field with i_{S*} dd_J L = Φ - dE_L; a semispray, and the only such field."""
    systems = both(s)
    Sigma = s.system
    return Judgement(
        printed={
            "J S* = C": [s.J(one.semispray) == s.C for one in systems],
            "y^i d/dx^i - 2 G*^i d/dy^i": [
                one.semispray == s.spray_with(starred(s, one)) for one in systems
            ],
            "(3.10)": [
                part for one in systems for part in motion(s, one.semispray, s.L, one.total_force)
            ],
            "i_S* dd_J L = Phi - dE_L": [one.evolution() for one in systems],
        },
        mutated={
            "+ 2 G*^i": Sigma.semispray == s.spray_with([-g for g in starred(s, Sigma)]),
            "- G*^i": Sigma.semispray == s.spray_with([g / 2 for g in starred(s, Sigma)]),
            "(3.10) of every semispray": motion(
                s, Sigma.semispray + s.d_y[0], s.L, Sigma.total_force
            ),
            "i_S* dd_J L = dE_L - Phi": interior(Sigma.semispray, s.space.omega)
            == d(s.space.energy) - Sigma.total_force,
        },
    )


def accelerations(s: SystemScene, system: LagrangeSystem, numerator: int) -> list[Identity]:
    """``S*(y^i) + 2G^i = ½ (F^i + λ^σ a_σ^i)``, times the numerator."""
    up = s.force_up(system.multipliers)
    return [
        2 * (system.semispray(y) + 2 * g) == numerator * f
        for y, g, f in zip(s.y, s.G, up, strict=True)
    ]


@claim("MN-4.03", "(4.3)", "identity", on="system")
@states("(3.10) is d^2x^i/dt^2 + 2 G^i = (1/2) [F^i + lambda^sigma a_sigma^i]")
def solved_equations(s: SystemScene) -> Judgement:
    """In both readings of the multipliers; the ½ is that of g = ½ ∂²L/∂y∂y."""
    Sigma = s.system
    return Judgement(
        printed={name: accelerations(s, one, 1) for name, one in s.readings.items()},
        mutated={
            "without 1/2": accelerations(s, Sigma, 2),
            "-1/2": accelerations(s, Sigma, -1),
            "without forces": accelerations(s, Sigma, 0),
        },
    )


@claim("MN-4.04", "(4.4)", "definition", on="system")
@states("2 G^i = (1/2) g^ij [(d^2L/dy^j dx^k) y^k - dL/dx^j]")
def coefficients_without_forces(s: SystemScene) -> Judgement:
    """Of the semispray with i_S dd_J L = -dE_L."""

    def solved(sign: int, factor: int) -> list[Identity]:
        inside = [
            s.along(s.y, [X(V(s.L)) for X in s.d_x]) + sign * Y(s.L)
            for V, Y in zip(s.d_y, s.d_x, strict=True)
        ]
        return [4 * g == factor * f for g, f in zip(s.G, s.raised(inside), strict=True)]

    return Judgement(
        printed={
            "2 G^i": solved(-1, 1),
            "i_S dd_J L = -dE_L": s.space.spray_equation(s.S),
            "the Euler-Lagrange equations": [
                f == 0 for f in s.euler_lagrange(s.spray_with(s.G), s.L)
            ],
        },
        mutated={
            "+ dL/dx^j": solved(1, 1),
            "without 1/2": solved(-1, 2),
            "- 2 G^i": solved(-1, -1),
        },
    )


@claim("MN-4.05", "(4.5), (4.6)", "definition", on="charts")
@states("F^i = g^ij F_j, a_sigma^i = g^ij a_sigma,j, with g(x, y)")
def raised_indices(s: SystemScene) -> Judgement:
    """Components of the vertical fields Z with i_Z dd_J L = 2F, and 2a_σ.

    Both sides must have the one free index i; printed g^ij F_i has j.
    """
    fields = [2 * s.space.sharp(s.force)]
    fields += [2 * s.space.sharp(a) for a in s.system.reaction_forms]
    values = [s.F_up, *s.a_up]
    forms = [s.force, *s.system.reaction_forms]
    moved = s.moved(s.system)
    anew = 2 * moved.lagrange_space.sharp(moved.force)
    return Judgement(
        printed={"indices": Witness("F^i = g^ij F_i", balanced)},
        repaired={
            "indices": balanced("F^i = g^ij F_j"),
            "det (1/2) g^ij a_i a_j of the library": ReactionFields(
                LagrangeSystem(s.space, s.force), s.Q
            ).determinant
            == linear.determinant([[s.along(a, up) / 2 for a in s.a] for up in s.a_up]),
            "i_Z dd_J L = 2F": [
                interior(s.along(up, s.d_y), s.space.omega) == 2 * form
                for up, form in zip(values, forms, strict=True)
            ],
            "the form of a vertical field": [
                s.space.flat(Z) == 2 * form for Z, form in zip(fields, forms, strict=True)
            ],
            "vertical fields": [
                s.along(up, s.d_y) == Z for Z, up in zip(fields, values, strict=True)
            ],
            "in all coordinates": s.same_in_charts(anew, fields[0]),
        },
        mutated={
            "i_Z dd_J L = F": interior(fields[0], s.space.omega) == s.force,
            "F^i = F_i": termwise(s.F_up, s.F),
            "a_sigma^i depends on x only": [
                V(f) == 0 for V in s.d_y for row in s.a_up for f in row
            ],
        },
        correction="F^i = g^ij F_j",
        repair="an index: F_j for F_i",
        damage="scan",
        consequence="what follows uses it with the right indices",
    )


@claim("MN-4.07", "(4.7)", "definition", on="system")
@states("2 G*^i = 2 G^i - (1/2) [F^i + lambda^sigma a_sigma^i]")
def starred_coefficients(s: SystemScene) -> Judgement:
    """S* = S + ½Z with i_Z dd_J L = 2Φ."""

    def shifted(system: LagrangeSystem, numerator: int) -> list[Identity]:
        up = s.force_up(system.multipliers)
        rows = zip(starred(s, system), s.G, up, strict=True)
        return [4 * new == 4 * old - numerator * f for new, old, f in rows]

    return Judgement(
        printed={
            **{name: shifted(one, 1) for name, one in s.readings.items()},
            "S* = S + Z/2": [2 * (one.semispray - s.S) == one.force_field for one in both(s)],
        },
        mutated={
            "+ (1/2)": shifted(s.system, -1),
            "- 1": shifted(s.system, 2),
            "G* = G": shifted(s.system, 0),
        },
    )


@claim("MN-T4.1", "theorem 4.1", "theorem", on="charts")
@states("the G*^i of (4.7) are the coefficients of a semispray that is determined only by Sigma")
def starred_coefficients_are_a_semispray(s: SystemScene) -> Judgement:
    """By (2.5), as F^i and λ^σ a_σ^i are contravariant vectors."""
    Sigma = s.system
    doubled = LagrangeSystem.postulate(s.space, s.force, s.Q, [2 * f for f in s.Lambda])
    new_x, new_y = ([s.change.pull(f) for f in fs] for fs in (s.x, s.y))
    old = s.old
    A, B = old.jacobian(new_x, old.d_x), old.jacobian(new_y, old.d_x)

    def law(system: LagrangeSystem, sign: int) -> list[Identity]:
        moved = s.moved(system).semispray
        left = [s.change.pull(2 * g) for g in starred(s, system)]
        doubles = [-moved(y) for y in old.y]
        return [
            f == old.along(a, doubles) + sign * old.along(b, old.y)
            for f, a, b in zip(left, A, B, strict=True)
        ]

    anew = LagrangeSystem.chetaev(s.space, s.force, [2 * Q for Q in s.Q])
    return Judgement(
        printed={
            **{f"(2.5), {name}": law(one, -1) for name, one in s.readings.items()},
            "by d'Alembert and Chetaev S* is determined by Q = 0": anew.semispray
            == s.chetaev.semispray,
        },
        mutated={
            "+ (dy~^i/dx^j) y^j": law(Sigma, 1),
            "a tensor": law(Sigma, 0),
            "the readings have the same S*": s.chetaev.semispray == Sigma.semispray,
        },
        condition="the multipliers are given with Sigma, or are those of d'Alembert and Chetaev",
        without={
            "Sigma and (3.11) alone: S* is the same for 2 lambda": doubled.semispray
            == Sigma.semispray
        },
        note="(3.11) is linear: with lambda also 0 and 2 lambda are solutions, with other S*",
    )


def total_force(s: SystemScene, system: LagrangeSystem) -> list[Form]:
    """F_i + λ^σ a_σi."""
    columns = zip(*s.a, strict=True)
    return [f + s.along(system.multipliers, a) for f, a in zip(s.F, columns, strict=True)]


def made_by_the_theory(s: SystemScene) -> list[Identity]:
    """What the theory makes on the jets obeys d'Alembert's principle there, and on TM (4.2)."""
    system = s.on_jets
    made = lagrange_space_theory.construct(system)
    S, X = made.step("Sstar"), made.field
    reactions = linear.combination(made.multipliers, chetaev_forms(system), system.force)
    Theta = cartan_form(system.lagrangian, system.evolution_space)
    squares = ReactionFields(LagrangeSystem(s.space, s.force), s.Q).determinant
    names = {name: system.evolution_space[name] for name in s.TM.chart.coordinates}
    to_TM = Map(system.evolution_space, s.TM, names)
    return [
        interior(X, d(Theta)) == reactions,
        *(X(phi) == 0 for phi in system.constraints),
        system.evolution_space.is_second_order(X),
        to_TM.pull(squares) == made.determinant,
        S(made.step("E")) == made.step("Phi")(S),
        *lagrange_space_theory.evolution(system, made),
        lagrange_space_theory.balance(system, made),
    ]


@claim("MN-T4.2", "theorem 4.2", "theorem", on="system")
@states("the integral curves of S* are given by the equations (4.3), (3.11)")
def curves_of_the_canonical_semispray(s: SystemScene) -> Judgement:
    """Both ways: a semispray obeys (4.3) only if it is S*."""
    Sigma, V = s.system, s.along(s.F, s.d_y)
    other = [
        2 * ((Sigma.semispray + V)(y) + 2 * g) - f
        for y, g, f in zip(s.y, s.G, s.force_up(s.Lambda), strict=True)
    ]
    kept = all(bool(check(one, counterexample=False)) for one in Sigma.keeps_constraints())
    return Judgement(
        printed={
            "dx^i/dt = y^i": [
                one.semispray(x) == y for one in both(s) for x, y in zip(s.x, s.y, strict=True)
            ],
            **{f"(4.3), {name}": accelerations(s, one, 1) for name, one in s.readings.items()},
            "(3.11)": Sigma.postulate_holds(),
            "of S* + V they obey (4.3) only for V = 0": termwise(other, [2 * f for f in s.F]),
            "by d'Alembert and Chetaev Q_sigma = 0 is kept": s.chetaev.keeps_constraints(),
            "the law of energy, S*(E_L) = Phi_i y^i": [
                identity
                for one in both(s)
                for identity in (
                    one.balance(),
                    one.semispray(s.space.energy) == s.along(total_force(s, one), s.y),
                )
            ],
            "the theory 'lagrange_space'": made_by_the_theory(s),
        },
        mutated={
            "the integral curves of S": termwise(
                [2 * (s.S(y) + 2 * g) for y, g in zip(s.y, s.G, strict=True)],
                s.force_up(s.Lambda),
            ),
            "by the Postulate Q_sigma = 0 is kept": fact("S*(Q_sigma) = 0", kept),
        },
        note="Q_sigma = 0 is not among these equations: by the Postulate S* does not keep it in "
        "general",
    )
