"""Theorems on J¹π in any number of coordinates: J, Θ_L, Ω_L, second-order fields, their equations.

Coordinates are families of unspecified size (`diffgeo.proofs.Coordinates`): ``dq`` is
dq^A ⊗ ∂/∂u^A, ``d_v`` is du^A ⊗ ∂/∂v^A, ``p`` is p_A du^A, and sums over A are compositions. Where
coordinates do not matter, S and dt are symbols with their relations (`diffgeo.proofs.FirstJets`).
"""

from __future__ import annotations

from typing import Any

from diffgeo import (
    Verdict,
    bracket,
    check,
    d,
    interior,
    lie,
    symbols_of_forms,
    symbols_of_functions,
    symbols_of_vector_fields,
    symbols_of_vector_forms,
)
from diffgeo.proofs import Coordinates, FirstJets, nondegenerate
from mechanics.papers.deleon_martin.book import LEDGER

theorem = LEDGER.theorem
X, Y = symbols_of_vector_fields("X Y")
L = symbols_of_functions("L")


# --- section 2: J¹π in coordinates ------------------------------------------------------------


class Jets:
    """The coordinates (t, q^A, v^A), J = (dq^A - v^A dt) ⊗ ∂/∂v^A, p_A = ∂L/∂v^A."""

    def __init__(self) -> None:
        c = self.c = Coordinates(time=True, q="A", v="A")
        self.I = c.index["A"].identity
        self.contact = c.dq - c.dt * c.v
        self.J = c.d_v @ self.contact
        self.p = interior(c.d_v, d(L))
        self.force = interior(c.d_q, d(L))
        self.Theta = L * c.dt + interior(self.J, d(L))
        #: (L - v^A p_A) dt + p_A dq^A
        self.printed = (L - self.p(c.v)) * c.dt + interior(c.dq, self.p)
        self.of_L = [*c.frame, *c.function(L)]


jets = Jets()
c = jets.c


@theorem("DLMD-2.07", "DLMD-2.08")
def endomorphism() -> Verdict:
    """J^* of pull-backs from E is 0, and J^*(dv^A) = dq^A - v^A dt, as v^A = d_T q^A: hence J."""
    J = symbols_of_vector_forms("J", degree=1)
    known = [c.dq @ J == 0, interior(J, c.dt) == 0, c.dv @ J == jets.contact, jets.I @ J == 0]
    printed = [J == jets.J, J(c.d_t) == -c.d_v(c.v), J @ c.d_q == c.d_v, J @ c.d_v == 0]
    return check(printed, assuming=[*c.frame, *known], lemmas=printed[:1])


@theorem("DLMD-2.06", rest="the vertical lift to TE, for lack of maps by coordinates")
def endomorphism_is_well_defined() -> Verdict:
    """Two tensors with these values are the same."""
    J, K = symbols_of_vector_forms("J K", degree=1)
    known = [[c.dq @ T == 0, interior(T, c.dt) == 0, c.dv @ T == jets.contact, jets.I @ T == 0]
             for T in (J, K)]  # fmt: skip
    lemmas = [J == jets.J, K == jets.J]
    return check(J == K, assuming=[*c.frame, *known[0], *known[1]], lemmas=lemmas)


@theorem("DLMD-2.13", "DLMD-2.14")
def second_order_fields() -> list[Verdict]:
    """ξ = ∂_t + v^A ∂/∂q^A + ξ^A ∂/∂v^A, or dt(ξ) = 1, dq^A(ξ) = v^A, iff Jξ = 0, η(ξ) = 1."""
    f = symbols_of_vector_fields("f")
    local = [c.d_t + c.d_q(c.v) + c.d_v(f) == X, jets.I(f) == f]
    holonomic = [c.dt(X) == 1, c.dq(X) == c.v, jets.I(X) == 0]
    criterion = [jets.J(X) == 0, c.dt(X) == 1, jets.I(X) == 0]
    steps = [c.dv @ jets.J == jets.contact, c.dv(jets.J(X)) == 0, jets.contact(X) == 0]
    return [
        check([jets.J(X) == 0, c.dt(X) == 1], assuming=[*c.frame, *local]),
        check([c.dq(X) == c.v, c.dv(X) == f], assuming=[*c.frame, *local]),
        check(c.dq(X) == c.v, assuming=[*c.frame, *criterion], lemmas=steps),
        check(c.d_t + c.d_q(c.v) + c.d_v(c.dv(X)) == X, assuming=[*c.frame, *holonomic]),
    ]


# --- section 3: the forms of a Lagrangian -----------------------------------------------------


@theorem("DLMD-3.03")
def cartan_form() -> Verdict:
    """Θ_L = (L - v^A p_A) dt + p_A dq^A."""
    return check(jets.Theta == jets.printed, assuming=jets.of_L)


def forms_of_L() -> tuple[list[Any], list[Any]]:
    """Relations of L in coordinates, and lemmas for Ω_L."""
    given = [*jets.of_L, bracket(c.dq, c.d_v) == 0, d(c.dt) == 0]
    return given, [lie(c.dq, jets.p) == 0, jets.Theta == jets.printed]


@theorem("DLMD-3.04")
def cartan_2form() -> Verdict:
    """Ω_L = d(v^A p_A - L) ∧ dt + dq^A ∧ dp_A; ``i_dq dp`` is dp_A ∧ dq^A."""
    given, lemmas = forms_of_L()
    printed = d(jets.p(c.v) - L) * c.dt - interior(c.dq, d(jets.p))
    return check(-d(jets.Theta) == printed, assuming=given, lemmas=lemmas)


def definition_of_the_forms() -> Verdict:
    """Θ_L = L dt modulo contact forms, i_ξ Θ_L = L; Ω_L is closed, and i_J Ω_L = 0 = i_J Θ_L."""
    T = FirstJets()
    Theta = T.cartan(L)
    said = [
        Theta - L * T.dt == interior(T.S, d(L)),
        interior(T.S, Theta) == 0,
        interior(T.xi, Theta) == L,
        d(-d(Theta)) == 0,
        interior(T.S, d(Theta)) == 0,
    ]
    return check(said, assuming=T.second_order)


class Regular:
    """S and dt with Ω_L = -dΘ_L, where (dt, Ω_L) is non-degenerate, that is, L is regular."""

    def __init__(self) -> None:
        self.T = T = FirstJets()
        self.Omega = -d(T.cartan(L))
        self.given = [*T.structure, nondegenerate(T.dt, self.Omega)]
        self.skew = [interior(T.S, self.Omega) == 0]

    def is_vertical(self, X: Any) -> list[Any]:
        """Lemmas for S X = 0."""
        S = self.T.S
        return [*self.skew, interior(S(X), self.Omega) == 0, S(X) == 0]


@theorem("DLMD-3.07", rest="existence, for lack of dimensions and ranks")
def one_reeb_field() -> Verdict:
    """Two fields with i_X Ω_L = 0, η(X) = 1 are the same."""
    r = Regular()
    both = [item for V in (X, Y) for item in (interior(V, r.Omega) == 0, r.T.dt(V) == 1)]
    return check(X == Y, assuming=[*r.given, *both])


@theorem("DLMD-3.08")
def reeb_field_is_second_order() -> Verdict:
    """J ξ_L = 0, since i_J Ω_L = 0 and (η, Ω_L) is non-degenerate; η(ξ_L) = 1 is supposed."""
    r = Regular()
    reeb = [interior(X, r.Omega) == 0, r.T.dt(X) == 1]
    return check(r.T.S(X) == 0, assuming=[*r.given, *reeb], lemmas=r.is_vertical(X))


def euler_lagrange() -> tuple[list[Any], list[Any], Any]:
    """For X of second order: relations, lemmas, and X(p_A) - ∂L/∂q^A.

    X = ∂_t + v^A ∂/∂q^A + X^A ∂/∂v^A: so dX^A-families move as ``[X, dq] = dv`` says, which is
    proved in `moving_coordinates`.
    """
    p, energy = jets.p, jets.p(c.v) - L
    EL = lie(X, p) - jets.force
    slope = lie(c.d_t, L)
    given = [
        d(L) == c.d(L),
        bracket(X, c.dq) == c.dv,
        bracket(X, c.v) == c.dv(X),
        d(c.dt) == 0,
        c.dt(X) == 1,
        c.dq(X) == c.v,
    ]
    lemmas = [
        interior(X, d(jets.printed)) == interior(c.dq, EL) - (X(energy) + slope) * c.dt,
        X(L) == slope + c.d_q(c.v)(L) + p(c.dv(X)),
        X(energy) + slope == EL(c.v),
    ]
    return given, lemmas, EL


def moving_coordinates() -> list[Verdict]:
    """What `euler_lagrange` supposes of X of second order, for indices that X leaves alone."""
    basic = [bracket(X, jets.I) == 0, jets.I(X) == 0, jets.I(bracket(X, c.v)) == bracket(X, c.v)]
    named = [bracket(c.q, jets.I) == c.dq, bracket(c.v, jets.I) == c.dv]
    given = [*named, *basic, bracket(X, c.q) == c.v]
    return [
        check(bracket(X, c.dq) == c.dv, assuming=given),
        check(bracket(X, c.v) == c.dv(X), assuming=given),
        check(d(L) == c.d(L), assuming=jets.of_L),
    ]


@theorem("DLMD-3.09")
def euler_lagrange_equations() -> list[Verdict]:
    """i_X Ω_L = -EL_A (dq^A - v^A dt) for X of second order: so i_X Ω_L = 0 iff EL_A = 0."""
    given, lemmas, EL = euler_lagrange()
    stated = interior(X, d(jets.printed)) == interior(jets.contact, EL)
    return [
        *moving_coordinates(),
        *cartan_form(),
        check(stated, assuming=given, lemmas=lemmas),
        *contact_forms_are_independent(EL),
    ]


def contact_forms_are_independent(EL: Any) -> list[Verdict]:
    """e_A (dq^A - v^A dt) = 0 only if e = 0, for every family e = e_A du^A such as EL."""
    e = symbols_of_forms("e", degree=1)
    covector = [interior(jets.I, e) == e]
    zero = [interior(c.d_q, interior(jets.contact, e)) == e]
    moving = [*jets.of_L, bracket(X, jets.I) == 0]
    return [
        check(zero, assuming=[*c.frame, *covector]),
        check(e == 0, assuming=[*c.frame, *covector, interior(jets.contact, e) == 0], lemmas=zero),
        check(interior(jets.I, EL) == EL, assuming=moving),
    ]


@theorem("DLMD-3.21")
def constrained_euler_lagrange() -> list[Verdict]:
    """EL_A = -λ^i μ_iA, where i_X Ω_L = λ^i μ̄_i and μ̄_i = μ_iA (dq^A - v^A dt).

    ``mu`` is the family λ^i μ_iA du^A; that the μ̄_i are contact forms is a theorem of its own.
    """
    given, lemmas, EL = euler_lagrange()
    mu = symbols_of_forms("mu", degree=1)
    equation = -interior(X, d(jets.printed)) == interior(jets.contact, mu)
    stated = interior(jets.contact, EL + mu) == 0
    return [
        *euler_lagrange_equations(),
        *constraint_forms(),
        check(stated, assuming=[*given, equation], lemmas=lemmas),
    ]


@theorem("DLMD-3.13")
def constraint_forms() -> Verdict:
    """J^*dφ = μ_A (dq^A - v^A dt) for φ = μ_A v^A + h, with μ_A and h from E."""
    mu = symbols_of_forms("mu", degree=1)
    h = symbols_of_functions("h")
    phi = mu(c.v) + h
    given = [
        *c.frame,
        bracket(c.v, c.d_v) == c.d_v @ c.dv - jets.I,
        interior(jets.I, mu) == mu,
        interior(c.d_v, mu) == 0,
        interior(c.d_v, d(h)) == 0,
        interior(c.d_v, d(mu)) == 0,
        interior(c.d_v(c.v), d(mu)) == 0,
    ]
    steps = [
        interior(c.d_v, interior(c.v, d(mu))) == 0,
        interior(c.d_v, lie(c.v, mu)) == mu,
        interior(c.d_v, d(phi)) == mu,
    ]
    return check(
        interior(jets.J, d(phi)) == interior(jets.contact, mu), assuming=given, lemmas=steps
    )


@theorem(
    "DLMD-3.12",
    rest="complete lifts and tau = 1, for lack of maps by coordinates",
)
def constraint_forms_are_contact() -> Verdict:
    """S^*dφ vanishes on Im S, and on every field of second order; it is a contact form."""
    T, phi = FirstJets(), symbols_of_functions("phi")
    mubar = interior(T.S, d(phi))
    said = [interior(T.S, mubar) == 0, mubar(T.xi) == 0]
    return check(said, assuming=T.second_order)


@theorem("DLMD-3.14", "DLMD-3.15", "DLMD-3.16")
def values_of_constraints() -> list[Verdict]:
    """μ(X) = μ_A dq^A(X) + h dt(X), which is φ = μ_A v^A + h if dt(X) = 1 and dq^A(X) = v^A."""
    mu, h = symbols_of_forms("mu", degree=1), symbols_of_functions("h")
    whole = interior(c.dq, mu) + h * c.dt
    holonomic = [c.dt(X) == 1, c.dq(X) == c.v]
    return [
        check(whole(X) == mu(c.dq(X)) + h * c.dt(X)),
        check(whole(X) == mu(c.v) + h, assuming=holonomic),
    ]
