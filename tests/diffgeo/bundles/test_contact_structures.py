"""Almost contact, contact, f- and jet structures: axioms and their standard theorems."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from diffgeo import (
    AlmostProduct,
    FibredManifold,
    Manifold,
    Symplectic,
    bracket,
    check,
    d,
    interior,
    jet,
    lie,
    torsion,
)
from diffgeo.bundles import AlmostContact, ContactForm, JetTangent
from diffgeo.errors import AxiomViolation, DegreeMismatch
from diffgeo.structures import AlmostComplex, AlmostTangent, FStructure
from diffgeo.testing import automorphisms, contact_forms, functions, natural, vector_fields
from diffgeo.verdicts.verdict import Status

M = Manifold("M", "x y z")
x, y, z = M.coordinates
ETA = (d(z) - y * d(x)) / 2
XI = M.vector_field(z=2)
PHI = M.vector_form(1, {"x": {"y": 1}, "z": {"y": "y"}, "y": {"x": -1}})
SASAKIAN = AlmostContact(PHI, XI, ETA)
# The same axioms with another φ, constant: normal only for closed η.
TWISTED = AlmostContact(
    M.vector_form(
        1, {"x": {"y": "1 + z**2"}, "z": {"y": "y*(1 + z**2)"}, "y": {"x": "-1/(1 + z**2)"}}
    ),
    XI,
    ETA,
)


def times_line(structure: AlmostContact) -> AlmostComplex:
    """``J(X + f ∂_s) = φX - f ξ + η(X) ∂_s`` on M × R, written out by hand."""
    product = Manifold("MR", "x y z s")
    phi, xi, eta = structure.tensors

    def above(form):
        return product.form(1, {name: str(f) for name, f in form.components.items()})

    ds = d(product["s"])
    values = {
        name: above(phi.transpose(d(M[name]))) - product.function(str(xi(M[name]))) * ds
        for name in M.chart.coordinates
    }
    return AlmostComplex(product.vector_form(1, {**values, "s": above(eta)}))


def test_normality_is_integrability_on_the_product_with_a_line():
    for structure, expected in ((SASAKIAN, True), (TWISTED, False)):
        assert bool(structure.is_normal()) is expected
        assert bool(times_line(structure).is_integrable()) is expected
    # With the factor 2 of other conventions for dη the standard structure would not be normal.
    wrong = torsion(PHI) + 2 * d(ETA).tensor(XI)
    assert check(wrong == 0).status is Status.REFUTED


def test_consequences_of_the_axioms():
    for structure in (SASAKIAN, TWISTED):
        assert check([structure.phi(XI) == 0, structure.phi.transpose(ETA) == 0])
        f = structure.f_structure
        assert f.rank == 2
        low, high = f.projectors.projector, f.projectors.complement
        assert check([f.tensor @ low == f.tensor, f.tensor @ high == 0, high == ETA.tensor(XI)])
        assert check(f.tensor @ f.tensor @ low == -low)


def test_compatible_metrics():
    def sasakian_metric(X, Y):
        return (d(x)(X) * d(x)(Y) + d(y)(X) * d(y)(Y)) / 4 + ETA(X) * ETA(Y)

    assert SASAKIAN.is_compatible(sasakian_metric)
    assert not SASAKIAN.is_compatible(lambda X, Y: 2 * sasakian_metric(X, Y))
    assert not TWISTED.is_compatible(sasakian_metric)


def test_f_structures():
    # ∂_x and ∂_y + x ∂_z span a distribution that is not involutive.
    first, second = M.frame[0], M.vector_field(y=1, z="x")
    f = FStructure(d(x).tensor(second) - d(y).tensor(first))
    assert f.is_partially_integrable().status is Status.REFUTED
    flat = FStructure(d(x).tensor(M.frame[1]) - d(y).tensor(M.frame[0]))
    assert flat.is_partially_integrable()
    assert flat.is_integrable()
    # Partly integrable, and not integrable: the structure depends on the leaf.
    leafwise = FStructure(
        d(x).tensor(M.frame[1]) * (1 + z**2) - d(y).tensor(M.frame[0]) / (1 + z**2)
    )
    assert leafwise.is_partially_integrable()
    assert not leafwise.is_integrable()
    with pytest.raises(AxiomViolation, match="f@f@f"):
        FStructure(2 * flat.tensor)


def test_contact_forms():
    contact = ContactForm(ETA)
    assert check(contact.reeb() == XI)
    assert check(lie(contact.reeb(), ETA) == 0)
    with pytest.raises(AxiomViolation, match="no contact form on M"):
        ContactForm(d(z))
    with pytest.raises(DegreeMismatch, match="1-form"):
        ContactForm(d(ETA))


def test_the_tangent_structure_of_jets():
    J = jet(FibredManifold("E", time="t", coordinates="q r"), 1)
    S, dt = J.vertical_endomorphism, J.dt
    structure = JetTangent(S, dt)
    assert structure.is_integrable()
    assert check(torsion(S) == -dt * S).status is Status.REFUTED
    q, v = J["q"], J["qdot"]
    # Twice the velocity is no velocity; a gyroscopic change of S is not integrable.
    assert JetTangent(2 * S, dt).is_integrable().status is Status.REFUTED
    bent = (d(q) - v * v * dt).tensor(J.frame[3]) + J.contact(J.fibration["r"]).tensor(J.frame[4])
    assert JetTangent(bent, dt).is_integrable().status is Status.REFUTED
    with pytest.raises(AxiomViolation, match="rank"):
        JetTangent(0 * S, dt)
    with pytest.raises(AxiomViolation, match=r"S\.transpose\(eta\)"):
        JetTangent(S, d(v))
    with pytest.raises(AxiomViolation, match="is zero"):
        JetTangent(S, 0 * dt)


def test_axioms_of_almost_contact_structures():
    with pytest.raises(AxiomViolation, match=r"eta\(xi\) = 1"):
        AlmostContact(PHI, 2 * XI, ETA)
    with pytest.raises(AxiomViolation, match="phi@phi"):
        AlmostContact(2 * PHI, XI, ETA)


@settings(max_examples=15)
@given(vector_fields(M), vector_fields(M), functions(M), automorphisms(M))
def test_torsion_of_a_projector_is_the_sum_of_its_curvatures(X, Y, f, phi):
    P = phi.pull(AlmostProduct(d(x).tensor(M.frame[0] + f * M.frame[2])))
    Q = P.complement
    image, kernel = P.curvatures
    p = P.projector
    assert check(image(X, Y) == Q(bracket(p(X), p(Y))))
    assert check(kernel(X, Y) == p(bracket(Q(X), Q(Y))))
    assert check(torsion(p) == image + kernel)
    if not check(torsion(p) == 0):  # the image has rank 1 and no curvature
        assert not check(torsion(p) == image - kernel)
    assert check([torsion(p) == torsion(Q), bracket(p, Q) == -2 * torsion(p)])
    assert bool(P.is_integrable()) == (
        bool(P.image.is_involutive()) and bool(P.kernel.is_involutive())
    )


def test_curvature_with_the_wrong_sign_is_refuted():
    space = Manifold("N", "x y z w")
    dx, dy, _, dw = (d(f) for f in space.coordinates)
    both = space.vector_field(y=1, z="x")
    P = AlmostProduct(dx.tensor(space.frame[0]) + (dy - space["z"] * dw).tensor(both))
    image, kernel = P.curvatures
    assert not P.is_integrable()
    assert check(torsion(P.projector) == image + kernel)
    assert check(torsion(P.projector) == image - kernel).status is Status.REFUTED
    assert check(torsion(P.projector) == 2 * (image + kernel)).status is Status.REFUTED


@given(contact_forms(M), functions(M, 2, 2), functions(M, 1, 2), vector_fields(M))
@settings(max_examples=15, deadline=None)
def test_contact_fields(contact, f, h, X):
    """Known by η(X); their commutator has the function X_f(h) - R(f) h."""
    eta, R = contact.eta, contact.reeb()
    Xf, Xh = contact.contact_field(f), contact.contact_field(h)
    assert check((eta(Xf) == f) & (interior(Xf, d(eta)) == R(f) * eta - d(f)))
    assert check(lie(Xf, eta) == R(f) * eta) and contact.is_contact_field(Xf)
    commutator = bracket(Xf, Xh)
    assert check(commutator == contact.contact_field(Xf(h) - R(f) * h))
    assert bool(check(commutator == contact.contact_field(Xf(h) + R(f) * h))) == bool(
        check(R(f) * h == 0)
    )
    Yf = contact.hamiltonian_field(f)
    assert check((eta(Yf) == -f) & (interior(Yf, d(eta)) == d(f) - R(f) * eta))
    assert check(Yf(f) == -R(f) * f)
    # The field of the function η(X) is X if and only if X is a contact field.
    assert bool(contact.is_contact_field(X)) == bool(check(contact.contact_field(eta(X)) == X))
    assert check(contact.contact_field(M.function(1)) == R)


def test_contact_equations_of_hamilton():
    """q' = ∂H/∂p, p' = -∂H/∂q - p ∂H/∂z, z' = p ∂H/∂p - H, by hand for two degrees of freedom."""
    P = Manifold("P", "q p a b z", functions="H(q, p, a, b, z)", parameters="c")
    q, p, a, b, z = P.coordinates
    contact = ContactForm(d(z) - p * d(q) - b * d(a))
    by = dict(zip("qpabz", P.frame, strict=True))
    H = P.function("H(q, p, a, b, z)")
    slope = {name: field(H) for name, field in by.items()}
    expected = P.vector_field(
        q=slope["p"],
        p=-slope["q"] - p * slope["z"],
        a=slope["b"],
        b=-slope["a"] - b * slope["z"],
        z=p * slope["p"] + b * slope["b"] - H,
    )
    assert check(contact.hamiltonian_field(H) == expected)
    assert not check(contact.contact_field(H) == expected)
    # An oscillator with friction proportional to the momentum.
    damped = contact.hamiltonian_field(P.function("p**2/2 + q**2/2 + c*z"))
    assert check(damped(p) == -q - P["c"] * p) and check(damped(q) == p)
    with pytest.raises(DegreeMismatch, match=r"contact field of .*a function"):
        contact.hamiltonian_field(d(q))
    with pytest.raises(DegreeMismatch, match="a vector field"):
        contact.is_contact_field(d(q))


def test_structures_are_applied_to_fields():
    X = M.vector_field(x="y", y="z*x", z=1)
    P = AlmostProduct(d(x).tensor(M.vector_field(x=1, z="y")))
    f = SASAKIAN.f_structure
    assert check((P(X) == P.projector(X)) & (f(X) == PHI(X)) & (f(f(f(X))) == -f(X)))
    assert not check(P(X) == X)
    with pytest.raises(DegreeMismatch):
        P(d(x))


STRUCTURES = [
    SASAKIAN,
    SASAKIAN.f_structure,
    ContactForm(ETA),
    AlmostProduct(d(x).tensor(M.vector_field(x=1, z="y"))),
    JetTangent(d(x).tensor(M.frame[1]), d(z)),
]


@pytest.mark.parametrize("structure", STRUCTURES, ids=lambda s: type(s).__name__)
def test_structures_are_pulled_back_and_compared(structure):
    @settings(max_examples=5)
    @given(automorphisms(M))
    def natural_axioms(phi):
        moved = phi.pull(structure)
        assert type(moved) is type(structure)
        assert check(phi.inverse.pull(moved) == structure)
        assert not check(phi.inverse.pull(moved).tensors[0] == 2 * structure.tensors[0])

    natural_axioms()
    assert type(structure).__name__ in repr(structure)
    assert structure._repr_latex_().startswith("$")


def test_the_consequences_are_natural():
    assert natural(lambda: SASAKIAN, under=automorphisms(M)).status is Status.REFUTED
    assert natural(
        lambda phi, xi, eta: AlmostContact(phi, xi, eta).is_normal(),
        *(_just(thing) for thing in SASAKIAN.tensors),
        examples=10,
    )
    plane = Manifold("T", "q p")
    omega = Symplectic(d(plane["q"]) * d(plane["p"]))
    tangent_structure = AlmostTangent(d(plane["q"]).tensor(plane.frame[1]))
    assert check(interior(tangent_structure.tensor, omega.omega) == 0)
    assert not check(omega == Symplectic(2 * omega.omega))


def _just(thing):
    from hypothesis import strategies as st

    return st.just(thing)
