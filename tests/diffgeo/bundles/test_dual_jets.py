"""Dual jets over time: the reduction of T*E, Hamiltonian sections, the coupling with jets."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from diffgeo import (
    Fibration,
    FibredManifold,
    Manifold,
    Map,
    bracket,
    check,
    cotangent,
    d,
    identity_map,
    interior,
    jet,
    lie,
    pairing,
)
from diffgeo.bundles import cotangent_map, dual_jet, jet_momentum
from diffgeo.errors import AxiomViolation, DegreeMismatch, NameClash, NotSupported, SpaceMismatch
from diffgeo.testing import automorphisms, forms, functions, natural, vector_fields

E = FibredManifold("E", time="t", coordinates="x y", parameters="m")
t, x, y = E.coordinates
D = dual_jet(E)
EXT = D.extended
MU = D.reduction
theta = EXT.liouville_form
pull, P = D.projection.pull, D.momentum
W = jet_momentum(E)
FEW = settings(max_examples=15)
SOME = settings(max_examples=40)
SIMPLE = {"degree": 1, "terms": 1}

vertical = vector_fields(E).map(lambda X: X - E.dt(X) * E.frame[0])
REST = E.frame[0]


def reference_frames():
    return vertical.map(lambda X: REST + X)


def shifts():
    """Fibred automorphisms over t ↦ t + c."""
    shift = Map(
        E, E, {"t": "t + 2", "x": "x", "y": "y"}, inverse={"t": "t - 2", "x": "x", "y": "y"}
    )
    return automorphisms(E, fixed="t").map(lambda phi: phi @ shift)


MOVING = E.vector_field(t=1, x="y", y="t*x")
H1 = D.function("(p_x**2 + p_y**2)/(2*m) + t*x*y")


# --- the spaces --------------------------------------------------------------------------


def test_one_dual_for_each_fibration():
    assert dual_jet(E) is D and EXT is cotangent(E)
    assert D.chart.coordinates == ("t", "x", "y", "p_x", "p_y")
    assert D["p_x"].latex() == "p_{x}" and [str(p) for p in D.momenta] == ["p_x", "p_y"]
    assert check(D.time == pull(t)) and check(D.dt == pull(E.dt))
    assert check(D.projection @ MU == EXT.projection)
    over = D.source_fibration
    assert over.fibre_names == ("x", "y", "p_x", "p_y") and check(over.dt == D.dt)
    plain = Manifold("Q", "s q")
    other = dual_jet(Fibration(Map(plain, Manifold("R", "s"), {"s": "s"})))
    assert other.chart.coordinates == ("s", "q", "p_q") and check(other.time == other["s"])


@given(functions(D))
@SOME
def test_functions_on_the_quotient(f):
    """The fibres of μ are the orbits of the vertical lift of dt."""
    assert check(EXT.vertical_lift(E.dt)(MU.pull(f)) == 0)
    assert not check(EXT.vertical_lift(E.dt)(EXT["p_t"]) == 0)


@given(forms(E, 1))
@SOME
def test_annihilator_of_the_vertical_vectors(alpha):
    """A 1-form is a section of ⟨dt⟩ if and only if it vanishes on vertical fields."""
    inside, inclusion = D.annihilator
    assert inside.dimension == 4
    zero = dual_section(alpha)
    assert bool(E.is_semibasic(alpha)) == bool(check(zero == dual_section(0 * alpha)))
    assert check(inclusion.pull(theta) == inclusion.pull(EXT["p_t"] * d(EXT["t"])))
    assert check(dual_section(x * E.dt) == dual_section(0 * alpha))


def dual_section(alpha):
    """The section of J¹π* that a 1-form on E defines."""
    return MU @ EXT.form_section(alpha)


# --- momenta and canonical objects ---------------------------------------------------------


@given(vertical, functions(E), forms(E, 1))
@SOME
def test_momenta_of_vertical_fields(X, f, alpha):
    assert check(MU.pull(P(X)) == EXT.momentum(X))
    assert check(P(f * X) == pull(f) * P(X))
    assert check(dual_section(alpha).pull(P(X)) == alpha(X))
    assert check(dual_section(alpha + f * E.dt).pull(P(X)) == alpha(X))
    assert check(D.liouville_field(P(X)) == P(X)) and check(D.liouville_field(pull(f)) == 0)


def test_liouville_form_and_field():
    assert check(MU.pull(D.liouville_form) == theta * d(EXT["t"]))
    assert not check(MU.pull(D.liouville_form) == d(EXT["t"]) * theta)
    assert check(MU.related(EXT.liouville_field, D.liouville_field))
    assert not check(MU.related(EXT.liouville_field, 2 * D.liouville_field))
    h = D.hamiltonian_section(H1)
    assert check(D.hamiltonian_form(h) * D.dt == D.liouville_form)


@given(functions(D), functions(D), vertical, vertical)
@FEW
def test_poisson_structure(f, g, X, Y):
    big, small = EXT.symplectic, D.poisson
    assert check(MU.pull(small.bracket(f, g)) == big.bracket(MU.pull(f), MU.pull(g)))
    assert check(small.bracket(P(X), P(Y)) == -P(bracket(X, Y)))
    assert check(small.bracket(D.time, f) == 0)


@given(functions(D))
@FEW
def test_every_hamiltonian_section_gives_the_same_poisson_structure(H):
    section = D.hamiltonian_section(H)
    assert check(D.cosymplectic(section).poisson.bivector == D.poisson.bivector)
    assert not check(D.cosymplectic(section).poisson.bivector == -D.poisson.bivector)


def test_poisson_structure_in_the_chart():
    assert str(D.poisson.bivector) == "∂_x∧∂_p_x + ∂_y∧∂_p_y"
    assert check(D.poisson.bracket(D["x"], D["p_x"]) == 1)
    assert not check(D.poisson.bracket(D["p_x"], D["x"]) == 1)


# --- lifts -------------------------------------------------------------------------------


@given(forms(E, 1), functions(E), vertical)
@SOME
def test_vertical_lifts(alpha, f, X):
    lifted = D.vertical_lift(alpha)
    assert check(MU.related(EXT.vertical_lift(alpha), lifted))
    assert check(lifted(P(X)) == pull(alpha(X))) and check(lifted(pull(f)) == 0)
    assert check(D.vertical_lift(alpha + f * E.dt) == lifted)
    assert check(D.vertical_lift(f) == pull(f))


@given(reference_frames(), vertical, vertical, functions(E))
@FEW
def test_complete_lifts(gamma, X, Y, f):
    for field in (X, gamma, E["t"] * gamma):
        lifted = D.complete_lift(field)
        assert check(MU.related(EXT.complete_lift(field), lifted))
        assert check(lifted(pull(f)) == pull(field(f)))
        assert check(lifted(P(Y)) == P(bracket(field, Y)))
    lifted, other = D.complete_lift(gamma), D.complete_lift(X)
    assert check(bracket(lifted, other) == D.complete_lift(bracket(gamma, X)))
    assert check(D.complete_lift(X) == D.poisson.hamiltonian_field(P(X)))
    assert check(lie(lifted, D.liouville_form) == 0)


def test_wrong_lifts_are_refuted():
    X = x * E.frame[2] + y * E.frame[1]
    right = D.complete_lift(X)
    assert not check(MU.related(EXT.complete_lift(X), right + D.vertical_lift(d(x))))
    assert not check(right == -D.poisson.hamiltonian_field(P(X)))
    assert not check(D.vertical_lift(d(x)) == D.vertical_lift(d(x) + d(y)))


# --- Hamiltonian sections ----------------------------------------------------------------


@given(functions(D), reference_frames())
@FEW
def test_hamiltonian_sections(H, gamma):
    h = D.hamiltonian_section(H, gamma)
    assert check(MU @ h == identity_map(D))
    assert check(h.pull(EXT.momentum(gamma)) == -H)
    assert check(D.hamiltonian_function(h, gamma) == H)
    rest = D.hamiltonian_function(h)
    assert check(rest == H + P(gamma - REST))
    plain = D.hamiltonian_section(rest)
    assert check(plain == h)
    assert check(
        D.hamiltonian_form(h) == D.hamiltonian_form(D.hamiltonian_section(0)) - rest * D.dt
    )


def test_hamiltonian_sections_in_the_chart():
    h = D.hamiltonian_section("p_x**2/2")
    assert str(D.hamiltonian_form(h)) == "-p_x**2/2 dt + p_x dx + p_y dy"
    moving = D.hamiltonian_section("p_x**2/2", MOVING)
    assert check(moving.pull(EXT["p_t"]) == D.function("-p_x**2/2 - y*p_x - t*x*p_y"))
    assert not check(moving == h)
    assert not check(D.hamiltonian_function(moving) == D.hamiltonian_function(moving, MOVING))


@given(functions(D))
@FEW
def test_evolution_fields(H):
    h = D.hamiltonian_section(H)
    evolution = D.evolution_field(h)
    assert check(interior(evolution, d(D.hamiltonian_form(h))) == 0)
    assert check(pairing(D.dt, evolution) == 1)
    for q, p in D.momentum_names.items():
        slope_p, slope_q = D.vector_field({p: 1})(H), D.vector_field({q: 1})(H)
        assert check(evolution(D[q]) == slope_p) and check(evolution(D[p]) == -slope_q)
    assert check(D.cosymplectic(D.hamiltonian_section(0)).evolution_field(H) == evolution)


def test_evolution_with_a_wrong_sign_is_refuted():
    evolution = D.evolution_field(D.hamiltonian_section(H1))
    assert check(evolution(D["p_x"]) == D.function("-t*y"))
    assert not check(evolution(D["p_x"]) == D.function("t*y"))
    wrong = D.evolution_field(D.hamiltonian_section(-H1))
    assert not check(wrong == evolution)
    assert not check(
        D.cosymplectic(D.hamiltonian_section(H1)).omega
        == d(D.hamiltonian_form(D.hamiltonian_section(H1)))
    )


@given(functions(D), reference_frames())
@FEW
def test_the_evolution_of_momenta_of_a_frame(H, gamma):
    """With H = P_X the evolution field is the complete lift of Γ + X."""
    X = gamma - REST
    assert check(D.evolution_field(D.hamiltonian_section(P(X))) == D.complete_lift(gamma))
    assert check(D.evolution_field(D.hamiltonian_section(0, gamma)) == D.complete_lift(gamma))
    with_energy = D.evolution_field(D.hamiltonian_section(H, gamma))
    assert check(with_energy == D.complete_lift(gamma) + D.poisson.hamiltonian_field(H))


# --- maps and naturality -------------------------------------------------------------------


@given(shifts(), shifts(), vertical)
@FEW
def test_induced_maps(phi, psi, X):
    below = D.induced_map(phi)
    assert check(MU @ cotangent_map(phi) == below @ MU)
    assert check(below.pull(P(X)) == P(phi.pull(X)))
    assert check(D.projection @ below == phi @ D.projection)
    assert check(D.induced_map(phi @ psi) == below @ D.induced_map(psi))
    assert check(below.inverse @ below == identity_map(D))
    assert check(below.pull(D.dt) == D.dt)
    assert check(below.pull(D.liouville_form) == D.liouville_form)
    assert check(below.pull(D.poisson.bivector) == D.poisson.bivector)


def test_induced_maps_between_fibrations():
    F = FibredManifold("F", time="s", coordinates="u v", parameters="m")
    phi = Map(
        F,
        E,
        {"t": "2*s", "x": "u + s*v", "y": "v"},
        inverse={"s": "t/2", "u": "x - t*y/2", "v": "y"},
    )
    induced = D.induced_map(phi)
    assert induced.source is dual_jet(F)
    assert check(MU @ cotangent_map(phi) == induced @ dual_jet(F).reduction)
    assert repr(induced).endswith("p_x = p_u, p_y = p_v - s*p_u>")
    assert not check(induced.pull(D.liouville_form) == dual_jet(F).liouville_form)
    assert check(induced.pull(D.liouville_form) == 2 * dual_jet(F).liouville_form)


def test_dual_constructions_are_natural():
    maps = [D.induced_map, cotangent_map]
    common = {"under": shifts(), "lifts": maps, "examples": 8}
    assert natural(D.complete_lift, reference_frames(), **common)
    assert natural(D.vertical_lift, forms(E, 1), **common)
    assert natural(P, vertical, **common)

    def evolution(H, gamma):
        return D.evolution_field(D.hamiltonian_section(H, gamma))

    assert natural(evolution, functions(D, degree=2, terms=1), reference_frames(), **common)

    def impostor(H):
        """Hamilton's equations with the rest frame of the chart."""
        return D.evolution_field(D.hamiltonian_section(H))

    assert not natural(impostor, functions(D, degree=2, terms=1), **common)


# --- the coupling with jets ----------------------------------------------------------------


@given(forms(E, 1), reference_frames())
@FEW
def test_coupling(alpha, gamma):
    J = jet(E)
    assert check(W.form_section(alpha).pull(W.coupling) == J.contract(alpha))
    assert check(W.field_section(gamma).pull(W.coupling) == EXT.momentum(gamma))
    assert check(W.to_jets @ W.form_section(alpha) == identity_map(J))
    assert check(W.projection @ W.field_section(gamma) == identity_map(EXT))
    assert check(W.projection @ W.form_section(alpha) == EXT.form_section(alpha) @ J.projection)
    assert check(
        EXT.form_section(alpha).pull(W.field_section(gamma).pull(W.coupling)) == alpha(gamma)
    )


def test_coupling_in_the_chart():
    assert jet_momentum(E) is W
    assert str(W.coupling) == "p_t + p_x*xdot + p_y*ydot"
    assert W.coupling.latex() == r"p_{t} + p_{x} \dot{x} + p_{y} \dot{y}"
    assert check(W.to_dual_jets == MU @ W.projection)
    assert not check(W.form_section(d(x)).pull(W.coupling) == jet(E).contract(d(y)))
    assert not check(W.field_section(MOVING).pull(W.coupling) == EXT.momentum(REST))
    h = D.hamiltonian_section(H1)
    energy = W.projection.pull(EXT["p_t"]) - W.to_dual_jets.pull(h.pull(EXT["p_t"]))
    assert check(energy == W.function("p_t + (p_x**2 + p_y**2)/(2*m) + t*x*y"))


# --- misuse ------------------------------------------------------------------------------


def test_what_dual_jets_refuse():
    M = Manifold("M", "u w")
    with pytest.raises(SpaceMismatch, match="M is no fibration, so it has no dual jets"):
        dual_jet(M)
    with pytest.raises(NotSupported, match="dual jets are made over time"):
        dual_jet(FibredManifold("F", coordinates="f", base=M))
    with pytest.raises(NameClash, match="p_u is declared on F"):
        dual_jet(FibredManifold("F", coordinates="u", parameters="p_u"))
    with pytest.raises(AxiomViolation, match="being vertical fails"):
        P(MOVING)
    with pytest.raises(AxiomViolation, match="being projectable fails"):
        D.complete_lift(x * MOVING)
    with pytest.raises(DegreeMismatch, match="have a vertical lift"):
        D.vertical_lift(d(x) * d(y))
    with pytest.raises(DegreeMismatch, match="have a vertical lift"):
        D.vertical_lift(MOVING)
    with pytest.raises(DegreeMismatch):
        D.complete_lift(E.identity)
    with pytest.raises(SpaceMismatch, match=r"what is lifted to J1\*\(E\) lives on E, not .*M"):
        D.complete_lift(M.frame[0])
    with pytest.raises(TypeError, match="are lifted to"):
        D.vertical_lift(1)
    with pytest.raises(AxiomViolation, match=r"dt\(Γ\) = 1 fails"):
        D.hamiltonian_section(H1, 2 * MOVING)
    with pytest.raises(AxiomViolation, match=r"dt\(Γ\) = 1 fails"):
        W.field_section(E.frame[1])
    with pytest.raises(SpaceMismatch, match="is no Hamiltonian section"):
        D.hamiltonian_form(MU)
    wrong = Map(D, EXT, {"p_t": 0, "t": "t", "x": "x", "y": "y", "p_x": "p_y", "p_y": "p_x"})
    with pytest.raises(AxiomViolation, match="mu@h = id fails"):
        D.cosymplectic(wrong)
    with pytest.raises(SpaceMismatch, match="covectors are not carried"):
        D.induced_map(Map(E, E, {"t": "t", "x": "x + y", "y": "y"}))
    swap = {"t": "x", "x": "t", "y": "y"}
    with pytest.raises(AxiomViolation, match="not fibred"):
        D.induced_map(Map(E, E, swap, inverse=swap))
