"""Lie algebroids: one derivation whose square is zero, sections, prolongations, duals."""

from __future__ import annotations

import pickle

import pytest

from diffgeo import Frame, Manifold, Map, bracket, check, d, germs, interior, tangent
from diffgeo.bundles import LieAlgebroid, QuasiVelocities, local_trivialisation
from diffgeo.calculus import Multivector
from diffgeo.errors import (
    AxiomViolation,
    DegreeMismatch,
    NameClash,
    NotSupported,
    SpaceMismatch,
    UndefinedSymbol,
)

M = Manifold("M", "x y z")
x, y, z = M.coordinates
TURNS = {("u", "v"): {"w": 1}, ("v", "w"): {"u": 1}, ("w", "u"): {"v": 1}}
SO3 = LieAlgebroid.algebra("u v w", TURNS)
#: [R_1, R_2] = R_3 cyclically.
ROTATIONS = [
    M.vector_field(y="z", z="-y"), M.vector_field(z="x", x="-z"), M.vector_field(x="y", y="-x")
]  # fmt: skip
HEISENBERG = Frame(M, [M.vector_field(x=1), M.vector_field(y=1, z="x"), M.vector_field(z=1)])


def action() -> LieAlgebroid:
    return SO3.acting(ROTATIONS)


# --- the axiom ---------------------------------------------------------------------------------


def test_its_square_is_zero_by_the_identity_of_jacobi() -> None:
    assert SO3.verdict.status.name == "VERIFIED" and SO3.rank == 3
    no_jacobi = {("u", "v"): {"w": 1}, ("v", "w"): {"v": 1}}
    with pytest.raises(AxiomViolation, match=r"Jacobi\) fails for the Lie algebroid g over point"):
        LieAlgebroid.algebra("u v w", no_jacobi)
    # The structure of Bianchi with two parameters, with Jacobi for each of their values.
    plane = LieAlgebroid.algebra("u v w", {("u", "v"): {"v": "a"}, ("u", "w"): {"w": "b"}}, "a b")
    assert plane.verdict.status.name == "VERIFIED"


def test_its_square_is_zero_if_the_anchor_keeps_brackets() -> None:
    assert action().verdict.status.name == "VERIFIED"
    with pytest.raises(AxiomViolation, match="the anchor keeps brackets"):
        SO3.acting([-X for X in ROTATIONS])
    with pytest.raises(AxiomViolation, match="the anchor keeps brackets"):
        LieAlgebroid(M, {"u": M.vector_field(x=1), "v": M.vector_field(y="x")})


def test_a_bivector_is_one_of_poisson_if_it_makes_a_lie_algebroid() -> None:
    so3 = Multivector.from_components(M, 2, {("x", "y"): "z", ("y", "z"): "x", ("z", "x"): "y"})
    A = LieAlgebroid.of_poisson(so3, "a b c")
    f, g = x * y, z**2
    alpha = {"a": y, "b": x}  # d(xy)
    beta = {"c": 2 * z}  # d(z²)
    made = A.bracket(A.section(alpha), A.section(beta))
    value = -so3(d(f), d(g))
    expected = A.section({n: e(value) for n, e in zip("abc", M.frame, strict=True)})
    assert check(made == expected) and not check(made == -expected)
    # ρ(df) = X_f = π(·, df)
    assert check(A.anchor(A.section(alpha)) == (-so3.insert(d(f))).as_field())
    wrong = Multivector.from_components(M, 2, {("x", "y"): "1", ("y", "z"): "y"})
    with pytest.raises(AxiomViolation):
        LieAlgebroid.of_poisson(wrong, "a b c")


# --- the calculus --------------------------------------------------------------------------------


def test_the_tangent_bundle_has_d_itself() -> None:
    """d_A f = e_a(f) θ^a and d_A α(s, t) = dα(e_s, e_t), in an anholonomic frame."""
    A = LieAlgebroid.of_frame(HEISENBERG, "u v w")
    up, e, s = A.projection.pull, HEISENBERG.fields, A.sections
    f = x * y + z**2
    assert check(A.differential(up(f))(s[1]) == up(e[1](f)))
    alpha = z * HEISENBERG.coframe[0] + x * y * HEISENBERG.coframe[2]
    on_A = up(z) * A.forms[0] + up(x * y) * A.forms[2]
    for a, b in ((0, 1), (0, 2), (1, 2)):
        assert check(A.differential(on_A)(s[a], s[b]) == up(d(alpha)(e[a], e[b])))
    assert not check(A.differential(on_A)(s[0], s[1]) == -up(d(alpha)(e[0], e[1])))
    made = A.bracket(A.section({"u": "y"}), A.section({"v": "x"}))
    assert check(A.anchor(made) == bracket(y * e[0], x * e[1]))


def test_sections_have_a_bracket_with_the_rule_of_leibniz() -> None:
    A = action()
    s, t = A.section({"u": "x", "v": "y*z"}), A.section({"w": "x**2", "u": "1"})
    f = A.projection.pull(x * z)
    slope = A.projection.pull(A.anchor(s)(x * z))
    assert check(A.bracket(s, f * t) == f * A.bracket(s, t) + slope * t)
    assert not check(A.bracket(s, f * t) == f * A.bracket(s, t))
    assert check(A.bracket(t, s) == -A.bracket(s, t))
    assert check(A.anchor(A.bracket(s, t)) == bracket(A.anchor(s), A.anchor(t)))
    r = A.section({"v": "z"})
    cyclic = [A.bracket(a, A.bracket(b, c)) for a, b, c in ((r, s, t), (s, t, r), (t, r, s))]
    assert check(cyclic[0] + cyclic[1] + cyclic[2] == 0)


def test_cartan_on_forms() -> None:
    """L_s = i_s d_A + d_A i_s, [L_s, i_t] = i_[s,t], [L_s, d_A] = 0 on forms of A."""
    A = action()
    s, t = A.section({"u": "x", "v": "y*z"}), A.section({"w": "x**2"})
    alpha = A.projection.pull(x * y) * A.forms[0] * A.forms[1] + A.forms[1] * A.forms[2]
    dA = A.differential
    assert check(A.lie(s)(alpha) == interior(s, dA(alpha)) + dA(interior(s, alpha)))
    assert check(A.lie(s)(dA(alpha)) == dA(A.lie(s)(alpha)))
    left = A.lie(s)(interior(t, alpha)) - interior(t, A.lie(s)(alpha))
    assert check(left == interior(A.bracket(s, t), alpha))
    assert not check(left == -interior(A.bracket(s, t), alpha))


def test_the_differential_of_chevalley_and_eilenberg() -> None:
    u, v, w = SO3.forms
    assert check(SO3.differential(w) == -u * v) and not check(SO3.differential(w) == u * v)
    assert check(SO3.differential(u * v * w) == 0)


# --- the dual, prolongations ----------------------------------------------------------------------


def test_the_dual_of_the_tangent_bundle_is_the_cotangent_bundle() -> None:
    """{P_X, P_Y} = -P_[X,Y] for the momenta of fields, as on T^*M with {q, p} = 1."""
    pi = LieAlgebroid.of_frame(HEISENBERG, "u v w").dual("p q r")
    p, q, r = (pi.space[name] for name in "pqr")
    assert check([pi.bracket(pi.space["x"], p) == 1, pi.bracket(p, q) == -r])
    assert not check(pi.bracket(p, q) == r)


def test_lie_and_poisson() -> None:
    """The energy of a free body gives the equations of Euler: p' = p × I⁻¹p."""
    pi = SO3.dual("p q r")
    p, q, r = pi.space.coordinates
    H = (p**2 + q**2 / 2 + r**2 / 3) / 2
    assert check(pi.hamiltonian_field(H)(p) == q * (r / 3) - r * (q / 2))
    assert check(pi.bracket(p**2 + q**2 + r**2, H) == 0)
    assert not check(pi.bracket(p**2 + q**2, H) == 0)


def test_the_prolongation_of_the_tangent_bundle() -> None:
    """Θ_L, Ω_L and E of L on TM, in quasi-velocities: values on the frame of TM that these have."""
    A = LieAlgebroid.of_frame(HEISENBERG, "u v w")
    P, TM = A.prolongation, tangent(M)
    w = QuasiVelocities(HEISENBERG, TM)
    to_A = Map(TM, A.space, dict(zip("xyzuvw", [*TM.coordinates[:3], *w.functions], strict=True)))
    L = A.space.function("u**2 + x*v**2/2 + u*w - y*z")
    theta = TM.vertical_endomorphism.transpose(d(to_A.pull(L)))
    ours, frame = P.cartan_form(L), w.frame.fields
    down = P.zero_section
    Omega, omega = P.differential(ours), d(theta)
    for a, e in enumerate(P.sections):
        assert check(to_A.pull(down.pull(ours(e))) == theta(frame[a]))
        assert check(to_A.pull(down.pull(Omega(e, P.sections[4]))) == omega(frame[a], frame[4]))
    assert not check(to_A.pull(down.pull(ours(P.sections[0]))) == theta(frame[1]))
    C = TM.liouville_field
    assert check(to_A.pull(P.energy(L)) == C(to_A.pull(L)) - to_A.pull(L))


def test_the_vertical_endomorphism_of_a_prolongation() -> None:
    P = action().prolongation
    S, Delta = P.vertical_endomorphism, P.liouville_section
    assert check([S @ S == 0, S(Delta) == 0])
    # It is homogeneous of degree -1: [Δ, S s] - S[Δ, s] = -S s, here on the frame.
    for s in P.sections:
        assert check(P.bracket(Delta, S(s)) - S(P.bracket(Delta, s)) == -S(s))
    assert not check(P.bracket(Delta, P.sections[3]) == P.sections[3])
    assert check(P.anchor(P.sections[0]) == P.base.vector_field(y="z", z="-y"))


# --- other charts and rings ----------------------------------------------------------------------


def test_it_is_pulled_back() -> None:
    A = action()
    phi = Map(M, M, {"x": "x + y**2", "y": "y", "z": "2*z"},
              inverse={"x": "x - y**2", "y": "y", "z": "z/2"})  # fmt: skip
    other = A.pulled_back(phi)
    s, t = {"u": x, "w": y * z}, {"v": z}
    up = {n: phi.pull(f) for n, f in s.items()}, {n: phi.pull(f) for n, f in t.items()}
    made = other.anchor(other.bracket(other.section(up[0]), other.section(up[1])))
    expected = A.anchor(A.bracket(A.section(s), A.section(t)))
    assert check(made == phi.pull(expected)) and not check(made == expected)


def test_it_lives_on_germs_and_in_files() -> None:
    N = Manifold("N", "x y", ring=germs(4))
    f, g = (N.scalar(N.chart.ring.random()) for _ in range(2))
    fields = [f * N.frame[0], g * N.frame[1]]
    A = LieAlgebroid.of_frame(Frame(N, fields), "u v")
    X, Y = fields
    parts = {"u": -Y(f) / f, "v": X(g) / g}
    assert check(A.bracket(*A.sections) == A.section(parts))
    assert not check(A.bracket(*A.sections) == -A.section(parts))
    again = pickle.loads(pickle.dumps(SO3))
    assert check(again.bracket(*again.sections[:2]) == again.sections[2])
    assert check(SO3 == SO3) and str(SO3) == "the Lie algebroid g over point"


def test_a_bracket_in_both_orders_counts_once() -> None:
    once = {("u", "v"): {"w": 1}}
    both = LieAlgebroid.algebra("u v w", {**once, ("v", "u"): {"w": -1}})
    u, v, w = both.sections
    assert check(both.bracket(u, v) == w) and not check(both.bracket(u, v) == 2 * w)
    for wrong in ({("v", "u"): {"w": 1}}, {("u", "u"): {"w": 1}}):
        with pytest.raises(AxiomViolation, match="= -"):
            LieAlgebroid.algebra("u v w", {**once, **wrong})


def test_refusals_name_what_is_wrong() -> None:
    with pytest.raises(NameClash, match="different names, not u, u"):
        LieAlgebroid.algebra("u u", {})
    for wrong in ({("u", "v"): 1}, [1]):
        with pytest.raises(TypeError, match="given by name"):
            LieAlgebroid.algebra("u v", wrong)  # type: ignore[arg-type]
    with pytest.raises(DegreeMismatch, match="2 names are needed"):
        LieAlgebroid.algebra("u v", {}).dual("x")
    with pytest.raises(DegreeMismatch, match="acts by 2 fields"):
        LieAlgebroid.algebra("u v", {}).acting([])
    assert str(LieAlgebroid.algebra("", {}).dual("").bivector) == "0"
    with pytest.raises(UndefinedSymbol, match="'q' names no section of the Lie algebroid g"):
        LieAlgebroid.algebra("u v", {("u", "v"): {"q": 1}})
    with pytest.raises(UndefinedSymbol, match="'q' names no section"):
        SO3.section({"q": 1})
    with pytest.raises(SpaceMismatch, match="is no field on M"):
        LieAlgebroid(M, {"u": Manifold("N", "s").vector_field(s=1)})
    with pytest.raises(AxiomViolation, match="is no Lie algebra"):
        action().acting(ROTATIONS)


def test_a_submersion_is_trivial_in_other_coordinates() -> None:
    E, B = Manifold("E", "t x y z", "k"), Manifold("B", "s r", "k")
    down = Map(E, B, {"s": "x + y**2", "r": "k*z - 2*y + x*y + z"})
    phi = local_trivialisation(down)
    to_B, fibration = phi.source.projections[0], phi.source.fibration(0)
    assert (down @ phi).coincides(to_B) and phi.inverse is not None
    f = down.pull(B.function("s*r + k"))
    assert check(fibration.descend(phi.pull(f)) == B.function("s*r + k"))
    with pytest.raises(AxiomViolation):
        fibration.descend(phi.pull(E["t"]))
    with pytest.raises(NotSupported, match="it is no submersion"):
        local_trivialisation(Map(E, B, {"s": "x + y**2", "r": "(x + y**2)**2"}))
