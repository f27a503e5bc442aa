"""Distributions and ideals: against answers known by hand, Frobenius, and naturality."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from diffgeo import AlmostProduct, Distribution, Manifold, Status, bracket, check, d, interior, lie
from diffgeo.errors import DegreeMismatch, SpaceMismatch
from diffgeo.rings.germs.germ_ring import GermRing
from diffgeo.structures import Ideal
from diffgeo.structures.spans import judge
from diffgeo.testing import automorphisms, forms, functions, vector_fields

FEW = settings(max_examples=8)
M = Manifold("M", "x y z")
x, y, z = M.coordinates
dx, dy, dz = d(x), d(y), d(z)
X, Y, Z = M.frame
CONTACT = Distribution(M, [X + y * Z, Y])
SPHERES = Distribution(M, [x * Y - y * X, y * Z - z * Y, z * X - x * Z])

N = Manifold("N", "x y p q z")
ENGEL_SPACE = Manifold("E", "x y p q")
ENGEL = Distribution(
    ENGEL_SPACE, [ENGEL_SPACE.vector_field(x=1, y="p", p="q"), ENGEL_SPACE.frame[3]]
)
CARTAN = Distribution(N, [N.vector_field(x=1, y="p", p="q", z="q**2"), N.frame[3]])


def ranks(flag: list[Distribution]) -> list[int]:
    return [D.rank for D in flag]


def line(space: Manifold, index: int) -> Distribution:
    return Distribution(space, [space.frame[index]])


def everything(space: Manifold) -> Distribution:
    return Distribution(space, space.frame)


# --- known by hand ---------------------------------------------------------------------


def test_the_contact_distribution():
    assert CONTACT.rank == 2
    assert ranks(CONTACT.derived_flag()) == [2, 3]
    (alpha,) = CONTACT.annihilator
    assert check(alpha * (dz - y * dx) == 0)
    assert not check(alpha * (dz + y * dx) == 0)
    assert check(Distribution.annihilated_by([dz - y * dx]) == CONTACT)
    assert not check(Distribution.annihilated_by([dz + y * dx]) == CONTACT)
    verdict = CONTACT.is_involutive()
    assert verdict.status is Status.REFUTED
    assert "[∂_x + y ∂_z, ∂_y] = -∂_z" in str(verdict)


def test_membership_and_its_condition():
    assert CONTACT.contains(z * (X + y * Z) - x * Y).status is Status.VERIFIED
    assert not CONTACT.contains(X)
    verdict = Distribution(M, [x * Y]).contains(Y)
    assert verdict and [str(c) for c in verdict.conditions] == ["x != 0"]
    # A constant entry is the pivot, wherever it stands: no condition.
    assert not Distribution(M, [x * X + Y]).contains(Y).conditions
    assert CONTACT.contains(Distribution(M, [X + y * Z + x * Y]))
    assert not CONTACT.contains(SPHERES)


def test_spheres_are_leaves():
    assert SPHERES.rank == 2
    assert SPHERES.is_involutive().status is Status.VERIFIED
    assert ranks(SPHERES.derived_flag()) == [2]
    assert check(Distribution.annihilated_by([d(x**2 + y**2 + z**2)]) == SPHERES)
    assert not check(Distribution.annihilated_by([d(x**2 + y**2 - z**2)]) == SPHERES)
    # Rotations about the axis and a helix: the bracket leaves.
    assert not Distribution(M, [x * Y - y * X, Z + x * Y]).is_involutive()


def test_trigonometric_rolling_wheel():
    W = Manifold("W", "x y phi psi")
    wheel = Distribution(W, [W.vector_field(x="cos(phi)", y="sin(phi)", psi=1), W.frame[2]])
    assert ranks(wheel.derived_flag()) == [2, 3, 4]
    assert wheel.is_symmetry(W.vector_field(x="-y", y="x", phi=1))
    assert not wheel.is_symmetry(W.vector_field(x="-y", y="x", phi=-1))


def test_flags_of_engel_and_cartan():
    assert ranks(ENGEL.derived_flag()) == [2, 3, 4]
    assert ranks(CARTAN.derived_flag()) == [2, 3, 5]
    q = N["q"]
    flat = Distribution(N, [CARTAN.basis[0] + (q - q**2) * N.frame[4], N.frame[3]])
    assert ranks(flat.derived_flag()) == [2, 3, 4]  # z' = y'' instead of (y'')**2


def test_cauchy_characteristics_of_distributions():
    assert CONTACT.cauchy_characteristics().rank == 0
    assert check(SPHERES.cauchy_characteristics() == SPHERES)
    # The derived distribution of Engel's has one, ∂_q; Engel's own has none.
    assert ENGEL.cauchy_characteristics().rank == 0
    derived = ENGEL.derived().cauchy_characteristics()
    assert check(derived == line(ENGEL_SPACE, 3))
    assert not check(derived == line(ENGEL_SPACE, 0))
    assert ENGEL.derived().is_symmetry(derived.basis[0])
    assert not ENGEL.is_symmetry(derived.basis[0])
    # A contact form that does not see u: a Cauchy characteristic for it.
    E = ENGEL_SPACE
    wide = Distribution.annihilated_by([d(E["p"]) - E["y"] * d(E["x"])])
    assert check(wide.cauchy_characteristics() == line(E, 3))


def test_symmetries_of_the_contact_distribution():
    assert CONTACT.is_symmetry(M.vector_field(y="y", z="z"))
    assert not CONTACT.is_symmetry(M.vector_field(y="y", z="2*z"))
    assert not Distribution(M, [X, Y]).is_symmetry(y * Z)  # it keeps X, but not Y
    assert not Distribution(M, [Y, X]).is_symmetry(y * Z)
    # The field of a contact Hamiltonian; its Lie derivative multiplies the form.
    field, alpha = M.vector_field(x="-x", y="y"), dz - y * dx
    assert CONTACT.is_symmetry(field) and check(lie(field, alpha) * alpha == 0)


def test_symmetries_of_ideals():
    """Of 1-forms they are those of the annihilator; forms of higher degree have their own."""
    x, y, z = M.coordinates
    for field in (M.vector_field(y="y", z="z"), M.vector_field(y="y", z="2*z"), X, y * Z):
        kept = bool(CONTACT.is_symmetry(field))
        assert bool(CONTACT.ideal.is_symmetry(field)) == kept
    ideal = Ideal([d(x) * d(y)])
    assert ideal.is_symmetry(x * Y + z * Z) and not ideal.is_symmetry(z * Y)
    verdict = Ideal([d(z) - y * d(x)]).is_symmetry(Y)
    assert verdict.status is Status.REFUTED and "L_X(-y dx + dz)" in str(verdict)
    assert Ideal([d(x), d(y) * d(z)]).is_symmetry(x * X + x * Z)
    with pytest.raises(SpaceMismatch, match="is no symmetry of"):
        ideal.is_symmetry(Manifold("N", "u").frame[0])
    with pytest.raises(DegreeMismatch, match="take for a symmetry"):
        ideal.is_symmetry(M.identity)


@given(functions(ENGEL_SPACE), vector_fields(ENGEL_SPACE, degree=1))
@FEW
def test_given_by_forms_or_by_fields(f, U):
    x, y, p, q = ENGEL_SPACE.coordinates
    for generators in ([d(y) - p * d(x)], [d(f)], [d(y) - f * d(x), d(p) - q * d(x)]):
        by_forms = Distribution.annihilated_by(generators)
        by_fields = Distribution(ENGEL_SPACE, by_forms.basis)
        assert check(by_forms == by_fields)
        assert bool(by_forms.is_involutive()) == bool(by_fields.is_involutive())
        for field in (U, *by_forms.basis, *ENGEL_SPACE.frame):
            assert bool(by_forms.is_symmetry(field)) == bool(by_fields.is_symmetry(field))


def test_refutations_by_forms():
    by_forms = Distribution.annihilated_by([dz - y * dx])
    assert "([∂_y, ∂_x + y ∂_z])) is 1" in str(by_forms.is_involutive())
    assert by_forms.is_symmetry(M.vector_field(y="y", z="z"))
    assert not by_forms.is_symmetry(y * Z)


def test_the_smallest_and_the_largest():
    zero, whole = Distribution(M, []), everything(M)
    assert (zero.rank, whole.rank) == (0, 3)
    assert len(zero.annihilator) == 3 and whole.annihilator == ()
    assert zero.is_involutive() and whole.is_involutive() and whole.contains(x * X)
    assert zero.contains(0 * X) and not zero.contains(X)
    assert check(Distribution.annihilated_by([], M) == whole)
    assert not check(zero == whole)
    assert check(whole.cauchy_characteristics() == whole)
    assert Distribution(M, [0 * X, 0 * Y]).rank == 0
    assert whole.ideal.contains(0 * dx) and not whole.ideal.contains(dx)
    assert zero.ideal.contains(dx) and not zero.ideal.contains(x)


def test_sum_and_intersection():
    left, right = Distribution(M, [X, Y]), Distribution(M, [Y + x * Z, X])
    assert check(left & right == line(M, 0))
    assert not check(left & right == line(M, 1))
    assert not check(left == line(M, 0)) and not check(line(M, 0) == left)
    assert check(left + right == everything(M))
    assert check(line(M, 0) + line(M, 1) == left)
    assert (line(M, 0) & line(M, 1)).rank == 0


# --- ideals ----------------------------------------------------------------------------


def test_ideals_of_one_forms():
    ideal = Ideal([dz - y * dx])
    assert ideal.contains((dz - y * dx) * dy) and ideal.contains(dz * dx)
    assert not ideal.contains(dx * dy)
    assert not ideal.contains(dz)
    assert ideal.congruent(dz, y * dx) and not ideal.congruent(dz, x * dx)
    assert not ideal.is_differential()
    assert Ideal([x * dx + y * dy + z * dz]).is_differential()
    # Dependent generators change nothing.
    double = Ideal([dz - y * dx, x * dz - x * y * dx])
    assert double.contains(dz * dx) and not double.contains(dx * dy)
    assert double.annihilator.rank == 2


def test_generators_of_higher_degree():
    x, y, p, q, z = N.coordinates
    ideal = Ideal([d(y) - p * d(x), d(q) * d(z)])
    assert ideal.contains(d(q) * d(z) * d(p) + d(y) * d(x) * d(p))
    assert ideal.contains(x * d(q) * d(z) + d(y) * d(p) - p * d(x) * d(p))
    assert not ideal.contains(d(q) * d(p))
    assert not ideal.contains(d(z))
    assert ideal.contains(d(y) - p * d(x))
    assert not ideal.is_differential()
    closure = ideal.closure()
    assert closure.is_differential() and closure.contains(d(x) * d(p))
    assert not ideal.contains(d(x) * d(p))
    # The 2-form is in the ideal where its coefficient does not vanish.
    verdict = Ideal([x * d(q) * d(z)]).contains(d(q) * d(z))
    assert verdict and "x != 0" in str(verdict)


def test_cauchy_characteristics_of_two_forms():
    E = ENGEL_SPACE
    x, y, p, q = E.coordinates
    assert check(Ideal([d(x) * d(p)]).cauchy_characteristics() == Distribution(E, E.frame[1::2]))
    assert Ideal([d(x) * d(p) + d(y) * d(q)]).cauchy_characteristics().rank == 0
    # Of 1-forms: those of the distribution.
    contact = [d(p) - y * d(x)]
    by_forms = Ideal(contact).cauchy_characteristics()
    assert check(by_forms == Distribution.annihilated_by(contact).cauchy_characteristics())
    assert check(by_forms == line(E, 3))
    # dω = dy∧ω / y: i_X dω is in the ideal, though it does not vanish.
    omega = y * d(x) * d(p)
    found = Ideal([omega]).cauchy_characteristics()
    assert check(found == Distribution(E, [E.frame[1], E.frame[3]]))
    assert not check(interior(E.frame[1], d(omega)) == 0)
    # dω is not in the ideal, and so the kernel of ω, ∂_y, is no characteristic.
    x, y, p, q, z = N.coordinates
    omega = d(x) * d(p) + y * d(q) * d(z)
    assert check(interior(N.frame[1], omega) == 0)
    ideal = Ideal([omega])
    assert not ideal.is_differential() and ideal.closure().contains(d(omega))
    assert ideal.cauchy_characteristics().rank == 0
    flat = Ideal([d(x) * d(p) + q * d(q) * d(z)])
    assert check(flat.cauchy_characteristics() == line(N, 1))


# --- laws ------------------------------------------------------------------------------


@given(forms(ENGEL_SPACE, 1, degree=1), functions(ENGEL_SPACE), functions(ENGEL_SPACE))
@FEW
def test_frobenius(alpha, f, g):
    """The ideal is differential if and only if the annihilated distribution is involutive."""
    for generators in ([alpha], [alpha, d(f)], [f * d(g)], [alpha + d(f), g * d(f) + alpha]):
        ideal = Ideal(generators)
        D = ideal.annihilator
        involutive = bool(D.is_involutive())
        assert bool(ideal.is_differential()) == involutive
        assert (D.derived().rank == D.rank) == involutive
        assert (check(D.cauchy_characteristics() == D).status is Status.VERIFIED) == involutive
    assert Ideal([f * d(g)]).is_differential()
    assert not Ideal(ENGEL.annihilator).is_differential()


@given(functions(M), functions(M))
@FEW
def test_projectors(f, g):
    """[P, P] = 0 if and only if image and kernel are involutive."""
    alpha, line_field = dz - f * dx - g * dy, X + f * Z
    connection = dx.tensor(X + f * Z) + dy.tensor(Y + g * Z)
    slanted = (dx + x * alpha).tensor(line_field)
    for P in (connection, slanted, dx.tensor(line_field)):
        product = AlmostProduct(P)
        image, kernel = product.image, product.kernel
        assert image.rank + kernel.rank == 3
        assert check(image & kernel == Distribution(M, []))
        both = bool(image.is_involutive()) and bool(kernel.is_involutive())
        assert bool(check(bracket(P, P) == 0)) == both


def test_projectors_of_both_kinds():
    flat = AlmostProduct(dx.tensor(X + x * Z) + dy.tensor(Y + y * Z))
    curved = AlmostProduct(dx.tensor(X + y * Z) + dy.tensor(Y - x * Z))
    assert flat.image.is_involutive() and not curved.image.is_involutive()
    assert curved.kernel.is_involutive() and check(curved.kernel == line(M, 2))


@given(vector_fields(M, degree=1), vector_fields(M, degree=1), functions(M), functions(M))
@FEW
def test_span_and_annihilator(U, V, f, g):
    D = Distribution(M, [U, V])
    assert len(D.annihilator) + len(D.basis) == 3
    assert D.contains(f * U + g * V)
    if D.annihilator:
        assert not all(D.contains(W) for W in M.frame)
    assert check(Distribution.annihilated_by(D.annihilator, M) == D)
    for alpha in D.annihilator:
        assert check(alpha(U) == 0) and check(alpha(V) == 0)
        assert D.ideal.contains(f * alpha * d(g))
    # Once on the fields, once by the product with the forms.
    by_forms = Ideal(D.annihilator, M)
    for beta in (d(f), d(f) * d(g), f * dx * dy):
        assert bool(D.ideal.contains(beta)) == bool(by_forms.contains(beta))
    assert bool(D.ideal.is_differential()) == bool(D.is_involutive())
    assert D.derived().contains(bracket(U, f * V))


@given(automorphisms(ENGEL_SPACE))
@FEW
def test_naturality(phi):
    def pulled(D):
        return Distribution(ENGEL_SPACE, [phi.pull(field) for field in D.basis])

    moved = pulled(ENGEL)
    assert check(moved.derived() == pulled(ENGEL.derived()))
    assert ranks(moved.derived_flag()) == [2, 3, 4]
    annihilator = [phi.pull(alpha) for alpha in ENGEL.annihilator]
    assert check(Distribution.annihilated_by(annihilator) == moved)
    derived = moved.derived()
    assert check(derived.cauchy_characteristics() == pulled(line(ENGEL_SPACE, 3)))
    assert not check(derived.cauchy_characteristics() == pulled(line(ENGEL_SPACE, 0)))
    assert not moved.is_involutive()
    x, y, p, q = ENGEL_SPACE.coordinates
    ideal = Ideal([phi.pull(d(y) - p * d(x)), phi.pull(d(q) * d(p))])
    assert ideal.contains(phi.pull(x * d(q) * d(p) + d(y) * d(x)))
    assert not ideal.contains(phi.pull(d(q) * d(x)))


def test_an_impostor_is_not_natural():
    """The span of the first of two generators depends on them, not on the distribution."""
    one, other = Distribution(M, [X, Y]), Distribution(M, [X + Y, Y])
    assert check(one == other)
    assert not check(Distribution(M, one.basis[:1]) == Distribution(M, other.basis[:1]))


def test_germs_answer_with_a_bound():
    ring = GermRing(("x", "y", "z"), order=2)
    space = Manifold("G", "x y z", ring=ring)

    def random_field(*fields):
        return sum((space.scalar(ring.random()) * U for U in fields), start=0 * space.frame[0])

    U, V = random_field(*space.frame), random_field(*space.frame)
    D = Distribution(space, [U, V])
    assert ranks(D.derived_flag()) == [2, 3]
    assert D.contains(random_field(U, V)).status is Status.PROBED
    assert D.is_involutive().status is Status.REFUTED
    # With a third generator the rank 2 itself is only probable, so nothing is refuted.
    dependent = Distribution(space, [U, V, random_field(U, V)])
    assert dependent.rank == 2 and dependent.contains(U).status is Status.PROBED
    assert dependent.contains(space.frame[0]).status is Status.UNKNOWN
    assert check(dependent == D).status is Status.PROBED
    other = Distribution(space, [U, space.frame[0]])
    assert check(dependent == other).status is Status.UNKNOWN
    assert check(other == Distribution(space, [U, V])).status is Status.REFUTED


# --- what is refused -------------------------------------------------------------------


def test_a_refutation_that_rests_on_a_probable_rank_is_unknown():
    assert judge(M, "x", [x == 0], [], ()).status is Status.REFUTED
    assert judge(M, "x", [x == 0], [y == y + 0], ()).status is Status.UNKNOWN


def test_errors():
    u = Manifold("P", "u")["u"]
    stranger = u.space.frame[0]
    for action in (
        lambda: Distribution(M, [stranger]),
        lambda: CONTACT.contains(stranger),
        lambda: CONTACT.is_symmetry(stranger),
        lambda: CONTACT.contains(line(u.space, 0)),
        lambda: CONTACT & line(u.space, 0),
        lambda: CONTACT + line(u.space, 0),
        lambda: line(u.space, 0) == CONTACT,
        lambda: Distribution.annihilated_by([dx, d(u)]),
        lambda: Distribution.annihilated_by([]),
        lambda: Ideal([dx]).contains(d(u)),
        lambda: Ideal([dx], u.space),
        lambda: Ideal([]),
    ):
        with pytest.raises(SpaceMismatch) as caught:
            action()
        assert "\n" not in str(caught.value)
    for action in (
        lambda: Distribution(M, [M.identity]),
        lambda: Distribution(M, [dx]),
        lambda: CONTACT.contains(dx),
        lambda: Distribution.annihilated_by([dx * dy]),
        lambda: Distribution.annihilated_by([X]),
        lambda: Ideal([x]),
        lambda: Ideal([dx]).contains(X),
        lambda: Ideal([dx]).congruent(dx, dx * dy),
    ):
        with pytest.raises(DegreeMismatch):
            action()
    with pytest.raises(SpaceMismatch, match=r"Ideal\(\[\], space\)"):
        Ideal([])


def test_weak_derived_flag_and_growth():
    # The equation of Hilbert and Cartan grows by (2, 3, 5), a chained form one by one.
    space = Manifold("M", "x y p q z")
    first = space.vector_field(x=1, y="p", p="q", z="q**2")
    cartan = Distribution(space, [first, space.vector_field(q=1)])
    assert cartan.growth_vector == (2, 3, 5)
    goursat = Manifold("G", "a b c e f")
    chain = Distribution(
        goursat, [goursat.vector_field(a=1, b="c", c="e", e="f"), goursat.vector_field(f=1)]
    )
    assert [D.rank for D in chain.derived_flag()] == [2, 3, 4, 5]
    assert [D.rank for D in chain.weak_derived_flag()] == [2, 3, 4, 5]


@settings(max_examples=15)
@given(automorphisms(M), vector_fields(M), vector_fields(M), forms(M, 1))
def test_distributions_and_ideals_are_pulled_back(phi, X, Y, alpha):
    D = Distribution(M, [X, Y])
    assert check(phi.pull(D) == Distribution(M, [phi.pull(X), phi.pull(Y)]))
    assert check(phi.pull(D.derived()) == phi.pull(D).derived())
    assert check(
        Distribution.annihilated_by([phi.pull(alpha)])
        == phi.pull(Distribution.annihilated_by([alpha]))
    )
    ideal = Ideal([alpha], M)
    assert ideal.contains(ideal)
    assert phi.pull(ideal).contains(Ideal([phi.pull(alpha)], M))
    assert bool(phi.pull(ideal).is_differential()) == bool(ideal.is_differential())


def test_ideals_contain_ideals():
    x, y, z = M.coordinates
    assert Ideal([d(x), d(y)]).contains(Ideal([d(x) * d(z)]))
    assert not Ideal([d(x) * d(z)]).contains(Ideal([d(x), d(y)]))
    assert r"\langle" in Ideal([d(x)])._repr_latex_()
    assert r"\partial_{x}" in Distribution(M, [M.frame[0]])._repr_latex_()
