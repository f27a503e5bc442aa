"""Symplectic, Poisson, cosymplectic, almost complex and almost tangent structures."""

from __future__ import annotations

from itertools import product as product_of

import pytest
from hypothesis import example as also
from hypothesis import given, settings
from hypothesis import strategies as st

from diffgeo import (
    Form,
    Manifold,
    Map,
    Multivector,
    Symplectic,
    bracket,
    check,
    d,
    interior,
    lie,
    pairing,
    tangent,
    torsion,
)
from diffgeo.bundles import ContactForm
from diffgeo.calculus import multivector, schouten
from diffgeo.errors import AxiomViolation, DegreeMismatch
from diffgeo.structures import AlmostComplex, AlmostTangent, Cosymplectic, Jacobi, Poisson
from diffgeo.testing import automorphisms, forms, functions

M = Manifold("M", "q1 p1 q2 p2")
q1, p1, q2, p2 = M.coordinates
CANONICAL = Symplectic(d(q1) * d(p1) + d(q2) * d(p2))
# With coefficients and a Pfaffian that are not constant.
CURVED = Symplectic((1 + q1**2) * d(q1) * d(p1) + d(q2) * d(p2) + d(q1 * q2) * d(p1))

G = Manifold("so(3)*", "x y z")
x, y, z = G.coordinates
X, Y, Z = G.frame
ROTATIONS = Poisson(z * multivector(X, Y) + x * multivector(Y, Z) + y * multivector(Z, X))

T = Manifold("T", "t q p", functions="f(t)")
t, q, p = T.coordinates
TIME = Cosymplectic(d(q) * d(p), d(t))

FEW = settings(max_examples=20)


def jacobiator(bracket_of, f, g, h):
    return (
        bracket_of(f, bracket_of(g, h))
        + bracket_of(g, bracket_of(h, f))
        + bracket_of(h, bracket_of(f, g))
    )


# --- symplectic ------------------------------------------------------------------------


def test_canonical_fields_by_hand():
    """H = (p1² + p2²)/2 + q1 q2²: the equations of Hamilton."""
    H = M.function("(p1**2 + p2**2)/2 + q1*q2**2")
    field = CANONICAL.hamiltonian_field(H)
    expected = M.vector_field(q1="p1", q2="p2", p1="-q2**2", p2="-2*q1*q2")
    assert check(field == expected)
    assert not check(field == -expected)
    assert check(CANONICAL.poisson.hamiltonian_field(H) == expected)


def test_canonical_brackets_by_hand():
    assert check(CANONICAL.bracket(q1, p1) == 1)
    assert not check(CANONICAL.bracket(p1, q1) == 1)
    assert check(CANONICAL.bracket(q1, p2) == 0)
    Q1, P1, Q2, P2 = M.frame
    assert check(CANONICAL.poisson.bivector == multivector(Q1, P1) + multivector(Q2, P2))
    assert not check(CANONICAL.poisson.bivector == multivector(P1, Q1) + multivector(P2, Q2))


@given(functions(M, terms=1), functions(M, terms=1), st.sampled_from([CANONICAL, CURVED]))
@FEW
def test_the_two_brackets_agree(f, g, structure):
    fields = structure.hamiltonian_field(f), structure.hamiltonian_field(g)
    value = structure.bracket(f, g)
    assert check(structure.omega(*fields) == value)
    assert check(structure.poisson.bracket(f, g) == value)
    assert check(structure.poisson.hamiltonian_field(f) == fields[0])


@given(functions(M, terms=1), functions(M, terms=1))
@FEW
def test_hamiltonian_fields(f, g):
    Xf, Xg = CURVED.hamiltonian_field(f), CURVED.hamiltonian_field(g)
    assert check(interior(Xf, CURVED.omega) == d(f))
    assert check(lie(Xf, CURVED.omega) == 0)
    assert check(bracket(Xf, Xg) == -CURVED.hamiltonian_field(CURVED.bracket(f, g)))
    assert check(CURVED.bracket(f, f) == 0)


def test_hamiltonian_fields_are_antihomomorphic():
    Xf, Xg = CANONICAL.hamiltonian_field(q1**2), CANONICAL.hamiltonian_field(p1**2)
    value = CANONICAL.hamiltonian_field(CANONICAL.bracket(q1**2, p1**2))
    assert check(bracket(Xf, Xg) == -value)
    assert not check(bracket(Xf, Xg) == value)


def test_a_field_that_does_not_preserve_omega():
    assert not check(lie(q1 * M.frame[0], CANONICAL.omega) == 0)


@given(functions(M, terms=1), functions(M, terms=1), functions(M, terms=1))
@FEW
def test_leibniz_and_jacobi(f, g, h):
    brackets = CURVED.bracket
    term = brackets(f, g) * h
    assert check(brackets(f, g * h) == term + g * brackets(f, h))
    if not check(term == 0):
        assert not check(brackets(f, g * h) == g * brackets(f, h) - term)
    assert check(jacobiator(brackets, f, g, h) == 0)


@given(functions(M, terms=1), functions(M, terms=1), automorphisms(M, terms=1, steps=1))
@FEW
def test_symplectic_constructions_are_natural(f, H, phi):
    moved = Symplectic(phi.pull(CURVED.omega))
    assert check(moved.hamiltonian_field(phi.pull(H)) == phi.pull(CURVED.hamiltonian_field(H)))
    assert check(moved.bracket(phi.pull(f), phi.pull(H)) == phi.pull(CURVED.bracket(f, H)))
    assert check(moved.poisson.bivector == CURVED.poisson.bivector.pulled_back(phi))


def test_a_bracket_that_forgets_the_form_is_not_natural():
    """The canonical bracket of the transformed functions is not the transformed one."""
    kept = {"p1": "p1", "q2": "q2", "p2": "p2"}
    phi = Map(M, M, {**kept, "q1": "2*q1"}, inverse={**kept, "q1": "q1/2"})
    assert not check(CANONICAL.bracket(phi.pull(q1), p1) == phi.pull(CANONICAL.bracket(q1, p1)))


def test_area_form_of_the_sphere():
    """With ω = sin θ dθ∧dφ the embedding in R^3 has the brackets {x, y} = z of so(3)."""
    S = Manifold("S2", "theta phi")
    names = ("sin(theta)*cos(phi)", "sin(theta)*sin(phi)", "cos(theta)", "sin(theta)")
    a, b, c, sine = S.functions(names)
    area = Symplectic(sine * d(S["theta"]) * d(S["phi"]))
    assert check(area.hamiltonian_field(c) == S.vector_field(phi=1))
    assert check(area.bracket(S["phi"], c) == 1)
    assert check(area.bracket(a, b) == c)
    assert check(area.bracket(b, c) == a) and check(area.bracket(c, a) == b)
    assert not check(area.bracket(a, b) == -c)
    assert [str(condition) for condition in area.poisson.bivector.conditions] == ["sin(theta) != 0"]


def test_axioms_of_symplectic_structures():
    with pytest.raises(AxiomViolation, match=r"d omega = 0 fails for omega = .*\(on M\)"):
        Symplectic(q2 * d(q1) * d(p1) + d(q2) * d(p2))
    with pytest.raises(AxiomViolation, match=r"\(on M\) is degenerate: its rank is 2, .*M has"):
        Symplectic(d(q1) * d(p1))
    with pytest.raises(AxiomViolation, match="even dimension"):
        Symplectic(d(x) * d(y))
    with pytest.raises(DegreeMismatch, match="2-form"):
        Symplectic(d(q1))
    with pytest.raises(DegreeMismatch, match="a function is needed"):
        CANONICAL.hamiltonian_field(d(q1))
    assert CANONICAL.verdict


# --- Poisson ---------------------------------------------------------------------------


@given(*[functions(G, terms=1)] * 3)
@FEW
def test_rotations(f, g, h):
    """The Lie-Poisson structure of so(3): {x, y} = z; x² + y² + z² is a Casimir function."""
    assert check(jacobiator(ROTATIONS.bracket, f, g, h) == 0)
    assert check(ROTATIONS.hamiltonian_field(f)(x**2 + y**2 + z**2) == 0)
    assert check(ROTATIONS.bracket(f, g) == ROTATIONS.hamiltonian_field(g)(f))
    if not check(ROTATIONS.bracket(f, g) == 0):
        assert not check(ROTATIONS.bracket(f, g) == ROTATIONS.hamiltonian_field(f)(g))
    assert check(schouten(ROTATIONS.hamiltonian_field(f), ROTATIONS.bivector) == 0)


def test_rotations_by_hand():
    assert check(ROTATIONS.bracket(x, y) == z)
    assert not check(ROTATIONS.bracket(y, x) == z)
    assert check(ROTATIONS.hamiltonian_field(z) == x * Y - y * X)
    assert not check(ROTATIONS.hamiltonian_field(z)(x) == 0)
    assert not check(schouten(x * X, ROTATIONS.bivector) == 0)


@also(x, y, z, d(x) * d(z) + z * d(y) * d(z))
@given(*[functions(G, terms=1)] * 3, forms(G, 2, degree=1, terms=1))
@FEW
def test_the_schouten_bracket_is_twice_the_jacobiator(f, g, h, alpha):
    """For every bivector, so that Jacobi holds if and only if [π, π] = 0."""
    pi = Multivector.from_components(G, 2, alpha.components)
    value = schouten(pi, pi)(d(f), d(g), d(h))
    half = jacobiator(lambda a, b: pi(d(a), d(b)), f, g, h)
    assert check(value == 2 * half)
    if not check(value == 0):
        assert not check(value == half)


def test_a_perturbed_bivector_is_no_poisson_structure():
    pi = ROTATIONS.bivector + x * multivector(X, Y)
    assert check(jacobiator(lambda a, b: pi(d(a), d(b)), x, y, z) == y)
    assert check(schouten(pi, pi)(d(x), d(y), d(z)) == 2 * y)
    assert not check(schouten(pi, pi) == 0)
    with pytest.raises(AxiomViolation, match=r"\[pi, pi\] = 0 fails for pi = .*on so\(3\)\*"):
        Poisson(pi)
    with pytest.raises(DegreeMismatch, match="a bivector is needed"):
        Poisson(multivector(X))


def test_the_bivector_of_a_symplectic_form_is_poisson():
    pi = CURVED.poisson.bivector
    assert check(schouten(pi, pi) == 0)
    assert CURVED.poisson.verdict is CURVED.verdict
    assert not check(schouten(pi * q2, pi) == 0)


@given(functions(G), forms(G, 1), automorphisms(G))
@FEW
def test_poisson_constructions_are_natural(H, alpha, phi):
    moved = Poisson(ROTATIONS.bivector.pulled_back(phi))
    left = moved.hamiltonian_field(phi.pull(H))
    assert check(left == phi.pull(ROTATIONS.hamiltonian_field(H)))
    assert check(moved.sharp(phi.pull(alpha)) == phi.pull(ROTATIONS.sharp(alpha)))


@given(functions(G), forms(G, 1), forms(G, 1))
@FEW
def test_sharp_and_the_differential(H, alpha, beta):
    assert check(pairing(beta, ROTATIONS.sharp(alpha)) == ROTATIONS.bivector(beta, alpha))
    assert check(ROTATIONS.sharp(d(H)) == ROTATIONS.hamiltonian_field(H))
    field = ROTATIONS.sharp(alpha)
    assert check(ROTATIONS.differential(ROTATIONS.differential(field)) == 0)


def test_the_differential_is_not_zero_and_sharp_has_an_order():
    assert not check(ROTATIONS.differential(x * X) == 0)
    sharp = ROTATIONS.sharp(d(x))
    assert not check(pairing(d(y), sharp) == ROTATIONS.bivector(d(x), d(y)))


# --- cosymplectic ----------------------------------------------------------------------


def test_oscillator_with_a_time_dependent_spring():
    """H = (p² + f(t) q²)/2: q' = p, p' = -f(t) q, t' = 1."""
    H = T.function("(p**2 + f(t)*q**2)/2")
    field = TIME.evolution_field(H)
    assert check(field == T.vector_field(t=1, q="p", p="-f(t)*q"))
    assert not check(field == T.vector_field(t=1, q="p", p="f(t)*q"))
    assert check(field(H) == T.function("Derivative(f(t), t)*q**2/2"))
    assert check(TIME.hamiltonian_field(H) == field - TIME.reeb())


# ω = dq∧dp - dK∧dt with a Reeb field that is not ∂_t.
MOVING = Cosymplectic(d(q) * d(p) - d(q * p**2) * d(t), d(t))


@given(functions(T, terms=1), functions(T, terms=1))
@FEW
def test_cosymplectic_fields_and_brackets(f, g):
    reeb, Xf, Xg = MOVING.reeb(), MOVING.hamiltonian_field(f), MOVING.hamiltonian_field(g)
    assert check(interior(Xf, MOVING.omega) == d(f) - reeb(f) * d(t))
    assert check(pairing(d(t), MOVING.evolution_field(f)) == 1)
    assert check(MOVING.bracket(f, g) == MOVING.omega(Xf, Xg))
    assert check(MOVING.bracket(f, g) == MOVING.poisson.bracket(f, g))
    assert check(MOVING.poisson.hamiltonian_field(f) == Xf)
    assert check(schouten(reeb, MOVING.poisson.bivector) == 0)
    assert check(schouten(MOVING.poisson.bivector, MOVING.poisson.bivector) == 0)


@given(functions(T, terms=1), automorphisms(T, terms=1))
@FEW
def test_cosymplectic_constructions_are_natural(H, phi):
    moved = Cosymplectic(phi.pull(MOVING.omega), phi.pull(MOVING.eta))
    left = moved.evolution_field(phi.pull(H))
    assert check(left == phi.pull(MOVING.evolution_field(H)))
    assert not check(left == -phi.pull(MOVING.evolution_field(H)))


def test_negative_controls_of_cosymplectic_structures():
    assert not check(interior(MOVING.hamiltonian_field(t * q), MOVING.omega) == d(t * q))
    assert not check(schouten(q * T.frame[1], MOVING.poisson.bivector) == 0)
    with pytest.raises(AxiomViolation, match=r"d omega = 0 fails .*\(on T\)"):
        Cosymplectic((1 + t**2) * d(q) * d(p), d(t))
    with pytest.raises(AxiomViolation, match=r"d eta = 0 fails for eta = .*\(on T\)"):
        Cosymplectic(d(q) * d(p), d(t) + q * d(p))
    with pytest.raises(AxiomViolation, match="no almost cosymplectic structure on T"):
        Cosymplectic(d(q) * d(t), d(t))


# --- almost complex and almost tangent structures ---------------------------------------

COMPLEX = M.vector_form(1, {"q1": -d(p1), "p1": d(q1), "q2": -d(p2), "p2": d(q2)})


def test_the_standard_complex_structure_is_integrable():
    J = AlmostComplex(COMPLEX)
    assert J.is_integrable() and check(J.torsion == 0)
    assert not check(torsion(COMPLEX.space.coordinates[0] * COMPLEX) == 0)
    assert "torsion vanishes" in str(J.is_integrable())


def twisted(f):
    """The structure with J ∂_q1 = f ∂_p1; its torsion comes from the derivatives of f."""
    return AlmostComplex(
        M.vector_form(1, {"q1": -d(p1) / f, "p1": f * d(q1), "q2": -d(p2), "p2": d(q2)})
    )


def test_a_twisted_complex_structure_is_not():
    verdict = twisted(1 + q2**2).is_integrable()
    assert not verdict and verdict.counterexample is not None
    assert twisted(1 + q1**2).is_integrable()


@given(automorphisms(M, terms=1))
@FEW
def test_torsion_is_natural(phi):
    assert AlmostComplex(phi.pull(COMPLEX)).is_integrable()
    J = twisted(1 + q2**2)
    moved = AlmostComplex(phi.pull(J.tensor))
    assert not moved.is_integrable()
    assert check(moved.torsion == phi.pull(J.torsion))


def test_almost_tangent_structures():
    TQ = tangent(Manifold("Q", "u v"))
    vertical = zip(TQ.coordinates[:2], TQ.frame[2:], strict=True)
    J = AlmostTangent(sum((d(f).tensor(V) for f, V in vertical), start=0 * TQ.identity))
    assert J.is_integrable() and check(J.tensor.transpose(d(TQ["udot"])) == d(TQ["u"]))
    kernel = AlmostTangent(M.vector_form(1, {"q2": d(q1), "p2": d(p1)}))
    assert kernel.is_integrable()
    # The image, spanned by ∂_q2 + p2 ∂_p1 and ∂_p2, is no integrable distribution.
    image = M.frame[2] + p2 * M.frame[1]
    bent = AlmostTangent(d(q1).tensor(image) + (d(p1) - p2 * d(q2)).tensor(M.frame[3]))
    assert not bent.is_integrable()


def test_axioms_of_tensor_structures():
    with pytest.raises(AxiomViolation, match=r"J@J = -id fails for J = .*\(on M\)"):
        AlmostComplex(M.identity)
    with pytest.raises(AxiomViolation, match=r"J@J = 0 fails for J = .*\(on M\)"):
        AlmostTangent(COMPLEX)
    with pytest.raises(AxiomViolation, match=r"\(on M\) is not its kernel: the rank is 1"):
        AlmostTangent(d(q1).tensor(M.frame[1]))
    for structure in (AlmostComplex, AlmostTangent):
        with pytest.raises(AxiomViolation, match="even dimension"):
            structure(G.identity)
        with pytest.raises(DegreeMismatch):
            structure(M.frame[0])


# --- Jacobi structures --------------------------------------------------------------------------


def test_a_jacobi_structure_is_one_of_poisson_with_one_dimension_more() -> None:
    """exp(-s) (Λ + ∂_s*E), for all Λ and E: one fails the axiom where the other does."""
    N = Manifold("N", "x y z s")
    x, y, z, _ = N.coordinates
    Lambda = Multivector.from_components(N, 2, {("x", "y"): x * z, ("y", "z"): x**2 + y})
    E, along = N.vector_field(x=y, y=z * x, z=x + y**2), multivector(N.frame[3])
    scale = N.function("exp(-s)")
    P = scale * (Lambda + along * multivector(E))
    defect = schouten(Lambda, Lambda) + 2 * multivector(E) * Lambda
    rest = 2 * along * schouten(E, Lambda)
    assert check(schouten(P, P) == scale**2 * (defect + rest))
    assert not check(schouten(P, P) == scale**2 * (defect - rest))
    with pytest.raises(AxiomViolation, match=r"\[Lambda, Lambda\]"):
        Jacobi(Lambda, E)


def test_the_bracket_of_a_contact_form() -> None:
    """{f, g} = X_g(f) + f R(g), with the identity of Jacobi and contact Hamiltonian fields."""
    N = Manifold("N", "q p z")
    q, p, z = N.coordinates
    eta = ContactForm(d(z) - p * d(q))
    made = eta.jacobi
    f, g, h = q * p + z**2, p**2 / 2 + q * z, q**2 - p * z
    assert check(made.hamiltonian_field(g) == eta.hamiltonian_field(g))
    assert check(made.bracket(f, g) == eta.hamiltonian_field(g)(f) + f * eta.reeb()(g))
    jacobiator = sum(
        (made.bracket(a, made.bracket(b, c)) for a, b, c in ((g, h, f), (h, f, g))),
        start=made.bracket(f, made.bracket(g, h)),
    )
    assert check(jacobiator == 0)
    fields = [made.hamiltonian_field(a) for a in (f, g)]
    assert check(bracket(*fields) == -made.hamiltonian_field(made.bracket(f, g)))
    assert not check(bracket(*fields) == made.hamiltonian_field(made.bracket(f, g)))
    # It is no derivation: {f, gh} = g{f, h} + h{f, g} + gh E(f).
    product = g * made.bracket(f, h) + h * made.bracket(f, g)
    assert check(made.bracket(f, g * h) == product + g * h * made.field(f))
    assert not check(made.bracket(f, g * h) == product)
    # E = 0 is Poisson.
    pi = Multivector.from_components(N, 2, {("q", "p"): "z"})
    plain = Jacobi(pi, N.vector_field())
    assert check(plain.bracket(f, g) == Poisson(pi).bracket(f, g))


def test_the_symplectic_star() -> None:
    """``β ∧ *α = π(β, α) ω^n/n!`` by determinants, ``** = 1``, and the differential of Koszul."""
    M = Manifold("M", "q1 q2 p1 p2")
    q1, _, _, p2 = M.coordinates
    dq1, dq2, dp1, dp2 = basis = [d(x) for x in M.coordinates]
    s = Symplectic((1 + q1**2) * dq1 * dp1 + dq2 * dp2 + p2 * dq1 * dp2)
    pi = s.poisson.bivector

    def product(b: Form, a: Form) -> Form:
        return pairing(b, s.sharp(a))

    for a, b in product_of(basis, repeat=2):
        assert check(b * s.star(a) == product(b, a) * s.volume)
    for (a1, a2), (b1, b2) in product_of([(dq1, dp1), (dq2, dp1), (dq1, dp2)], repeat=2):
        value = product(b1, a1) * product(b2, a2) - product(b1, a2) * product(b2, a1)
        assert check(b1 * b2 * s.star(a1 * a2) == value * s.volume)
    assert check(s.star(s.omega) == s.omega) and check(s.volume == s.omega * s.omega / 2)
    for alpha in (q1 * p2 * dp1, q1 * dp1 * dp2 + p2 * dq1 * dq2, p2**2 * dq1 * dq2 * dp2):
        assert check(s.star(s.star(alpha)) == alpha)
        koszul = interior(pi, d(alpha)) - d(interior(pi, alpha))
        turned = s.star(d(s.star(alpha)))
        sign = (-1) ** alpha.degree
        assert check(koszul == sign * turned)
        assert not check(koszul == -sign * turned) or check(koszul == 0)
