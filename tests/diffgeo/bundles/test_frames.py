"""Moving frames, quasi-velocities, and the ball that rolls without slipping."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from diffgeo import (
    AlmostProduct,
    Distribution,
    FibredManifold,
    Frame,
    Manifold,
    bracket,
    check,
    d,
    jet,
    pairing,
    tangent,
)
from diffgeo.bundles import FrameLabel, QuasiVelocities, tangent_map
from diffgeo.calculus import multivector
from diffgeo.errors import AxiomViolation, DegreeMismatch, SpaceMismatch, UndefinedSymbol
from diffgeo.structures.tensor_algebra import tensor, tensor_product
from diffgeo.testing import (
    automorphisms,
    fibred_automorphisms,
    forms,
    frames,
    natural,
    projectors,
    vector_fields,
    vector_forms,
)

M = Manifold("M", "x y z")
x, y, z = M.coordinates
LINE = FibredManifold("E", coordinates="q r")
FEW = settings(max_examples=8)
SOME = settings(max_examples=15)
HEISENBERG = Frame(M, [M.vector_field(x=1), M.vector_field(y=1, z="x"), M.frame[2]])


@given(frames(M))
@SOME
def test_dual_coframe(frame):
    for a, theta in enumerate(frame.coframe):
        for b, e in enumerate(frame):
            assert check(pairing(theta, e) == int(a == b))
    assert check(frame == Frame.from_coframe(frame.coframe))


def test_coframes_of_multiples_of_differentials():
    """In another order: the frame dual to (z dy, dz, 2dx) is (∂_y/z, ∂_z, ∂_x/2)."""
    frame = Frame.from_coframe([z * d(y), d(z), 2 * d(x)])
    fields = [M.vector_field(y="1/z"), M.frame[2], M.frame[0] / 2]
    assert check(frame == Frame(M, fields))
    assert not check(frame == Frame(M, [M.frame[2], M.vector_field(y="1/z"), M.frame[0] / 2]))
    for a, theta in enumerate(Frame(M, fields).coframe):
        assert check(theta == frame.coframe[a])


@given(frames(M))
@FEW
def test_structure_functions(frame):
    gamma = frame.structure_functions
    for a in range(3):
        for b in range(3):
            expected = sum((gamma[c][a][b] * e for c, e in enumerate(frame)), start=0 * M.frame[0])
            assert check(bracket(frame.fields[a], frame.fields[b]) == expected)
    assert check(frame.structure_equations())


def test_structure_functions_by_hand():
    """[∂_x, ∂_y + x ∂_z] = ∂_z, so dθ^3 = -θ^1∧θ^2."""
    gamma = HEISENBERG.structure_functions
    assert check(gamma[2][0][1] == 1) and check(gamma[2][1][0] == -1)
    theta = HEISENBERG.coframe
    assert check(d(theta[2]) == -theta[0] * theta[1])
    assert not check(d(theta[2]) == theta[0] * theta[1])
    assert not HEISENBERG.is_holonomic()
    assert Frame(M, M.frame).is_holonomic()
    curved = Frame(M, [M.frame[0], M.frame[1] + 2 * x * M.frame[2], M.frame[2]])
    assert not check(curved == HEISENBERG)


def test_wrong_structure_equations_are_refuted():
    frame = Frame(M, [M.vector_field(x=1), M.vector_field(y=1, z="x"), M.vector_field(z="1 + y")])
    parts = frame.structure_equations().parts
    assert check(frame.structure_equations())
    assert not check(parts[2].left == -parts[2].right)
    assert not check(parts[2].left == 2 * parts[2].right)


@given(frames(M), vector_fields(M, 1, 1), forms(M, 1, 1, 1))
@FEW
def test_decomposition(frame, X, alpha):
    assert check(frame.vector_field(frame.components(X)) == X)
    assert check(frame.form(frame.components(alpha)) == alpha)


@given(frames(M, 1, 1), forms(M, 2, 1, 1), vector_forms(M, 1, 1, 1))
@FEW
def test_decomposition_of_forms_and_tensors(frame, omega, K):
    theta = dict(zip(frame.names, frame.coframe, strict=True))
    back = M.form(2, {})
    for (a, b), f in frame.components(omega).items():
        back = back + f * theta[a] * theta[b]
    assert check(back == omega)
    tensor = 0 * M.identity
    for value, form in frame.components(K).items():
        for slot, f in frame.components(form).items():
            tensor = tensor + (f * theta[slot]).tensor(frame[value])
    assert check(tensor == K)
    transposed = 0 * M.identity
    for value, form in frame.components(d(x).tensor(M.frame[1])).items():
        for slot, f in frame.components(form).items():
            transposed = transposed + (f * theta[value]).tensor(frame[slot])
    assert not check(transposed == d(x).tensor(M.frame[1]))


def test_components_of_a_multivector():
    e = HEISENBERG.fields
    P = x * multivector(e[0], e[2]) + multivector(e[1], e[2])
    found = HEISENBERG.components(P)
    assert set(found) == {("e_1", "e_3"), ("e_2", "e_3")}
    assert check(found["e_1", "e_3"] == x)
    assert HEISENBERG.write(P) == "x e_1∧e_3 + e_2∧e_3"


def test_components_of_a_tensor():
    """x dx⊗dz⊗∂_y in the frame with dz = x θ^2 + θ^3 and ∂_y = e_2 - x e_3."""
    T = tensor_product(M.frame[1], x * d(x), d(z))
    found = HEISENBERG.components(T)
    assert set(found) == {(a, "e_1", b) for a in ("e_2", "e_3") for b in ("e_2", "e_3")}
    assert check(found["e_3", "e_1", "e_2"] == -(x**3))
    assert HEISENBERG.write(tensor_product(M.frame[1], d(x))) == "e_2⊗θ^1 - x e_3⊗θ^1"
    assert HEISENBERG.latex_of(tensor_product(d(x), d(y))) == r"\theta^{1} \otimes \theta^{2}"
    # A 2-form as a tensor has both orders.
    assert HEISENBERG.write(tensor(d(x) * d(y))) == "θ^1⊗θ^2 - θ^2⊗θ^1"


def test_how_it_is_written():
    X = M.vector_field(y=1)
    assert HEISENBERG.write(X) == "e_2 - x e_3"
    assert HEISENBERG.latex_of(X) == r"e_{2} - x\, e_{3}"
    assert HEISENBERG.write(d(z)) == "x θ^2 + θ^3"
    assert (
        HEISENBERG.latex_of(d(x) * d(z))
        == r"x\, \theta^{1} \wedge \theta^{2} + \theta^{1} \wedge \theta^{3}"
    )
    assert HEISENBERG.write(M.identity) == "θ^1⊗e_1 + θ^2⊗e_2 + θ^3⊗e_3"
    assert HEISENBERG.write((d(x) + d(y)).tensor(M.frame[0])) == "(θ^1 + θ^2)⊗e_1"
    assert HEISENBERG.write(x * y) == "x*y"
    named = Frame(M, M.frame, "X Y Z")
    assert named.write(d(x)) == "X^*" and named.write(M.frame[1]) == "Y"
    label = FrameLabel("u", "du", r"\mathbf{u}", r"\mathrm{d}u")
    assert Frame(M, M.frame, [label, "v", "w"]).latex_of(M.frame[0]) == r"\mathbf{u}"
    assert "e_2 = ∂_y + x ∂_z" in repr(HEISENBERG)
    assert HEISENBERG._repr_latex_().startswith("$e_{1} = ")
    assert len(HEISENBERG) == 3 and check(HEISENBERG["e_3"] == M.frame[2])


@given(projectors(M, 2))
@FEW
def test_adapted_to_a_projector(P):
    frame = Frame.adapted_to(AlmostProduct(P))
    assert all(check(P(e) == e) for e in frame.fields[:2])
    assert check(P(frame.fields[2]) == 0)
    assert not check(P(frame.fields[2]) == frame.fields[2])


def test_naturality():
    data = frames(M)
    assert natural(lambda f: list(f.coframe), data, examples=5)
    assert natural(lambda f: f.structure_functions, data, examples=5)
    assert natural(lambda f, X: f.components(X), data, vector_fields(M, 1, 1), examples=5)
    # Components in the coordinate frame are not natural.
    assert not natural(
        Frame(M, M.frame).components, vector_fields(M, 1, 1), examples=20, shrink=False
    )


def test_what_is_refused():
    with pytest.raises(AxiomViolation, match="the fields e_1, e_2, e_3 on M are dependent: -y e_2"):
        Frame(M, [M.frame[0], HEISENBERG["e_2"], y * HEISENBERG["e_2"]])
    with pytest.raises(AxiomViolation, match=r"the forms .* on M are dependent"):
        Frame.from_coframe([d(x), d(y), d(x) + x * d(y)])
    with pytest.raises(DegreeMismatch, match="has 3 fields, its dimension"):
        Frame(M, M.frame[:2])
    with pytest.raises(DegreeMismatch, match="not 3 fields and 2 names"):
        Frame(M, M.frame, "a b")
    with pytest.raises(DegreeMismatch, match="have one name"):
        Frame(M, M.frame, "a b a")
    with pytest.raises(DegreeMismatch, match="made of vector fields"):
        Frame(M, [d(x), d(y), d(z)])
    with pytest.raises(DegreeMismatch, match="needs 1-forms"):
        Frame.from_coframe([])
    other = Manifold("O", "x y z")
    with pytest.raises(SpaceMismatch, match="is not made of"):
        Frame(M, other.frame)
    with pytest.raises(SpaceMismatch, match="has no components"):
        HEISENBERG.components(other.frame[0])
    with pytest.raises(TypeError, match="nothing to decompose"):
        HEISENBERG.components(3)
    with pytest.raises(UndefinedSymbol, match="names no field"):
        HEISENBERG["e_4"]
    with pytest.raises(SpaceMismatch, match="they live on"):
        _ = Frame(other, other.frame) == HEISENBERG
    with pytest.raises(SpaceMismatch, match="is over O, not over"):
        QuasiVelocities(HEISENBERG, tangent(other))


# --- quasi-velocities ------------------------------------------------------------------------


@given(frames(M))
@FEW
def test_transitivity(frame):
    quasi = QuasiVelocities(frame, tangent(M))
    assert check(quasi.transitivity())
    for w, theta in zip(quasi.functions, frame.coframe, strict=True):
        assert check(w == tangent(M).contract(theta))
    for name, up in quasi.derivatives.items():
        assert check(up == tangent(M).vertical_lift(frame[name]))


def test_transitivity_has_a_sign():
    quasi = QuasiVelocities(HEISENBERG, tangent(M))
    above = tangent(M)
    lifted, w = above.total_derivative(HEISENBERG.coframe[2]), quasi.functions
    theta = [above.projection.pull(form) for form in HEISENBERG.coframe]
    turned = w[0] * theta[1] - w[1] * theta[0]  # γ^3_ab w^a θ^b
    assert check(lifted == d(w[2]) - turned)
    assert not check(lifted == d(w[2]) + turned)
    assert not check(lifted == d(w[2]))


def test_quasi_velocities_on_jets():
    E = FibredManifold("E", coordinates="q r")
    frame = Frame(E, [E.vector_field(t=1, q="r"), E.vector_field(q=1), E.vector_field(r=1, q="t")])
    quasi = QuasiVelocities(frame, jet(E))
    assert check(quasi.functions[0] == 1)
    assert check(quasi.transitivity())
    assert list(quasi.derivatives) == ["e_2", "e_3"]
    L = jet(E).function("qdot**2/2 + q*rdot**2 - t*q*r")
    motion = jet(E).second_order_field({"q": "rdot**2 - t*r", "r": "-(qdot*rdot)/q - t/2"})
    assert all(check(f == 0) for f in quasi.boltzmann_hamel(L, motion).values())
    wrong = jet(E).second_order_field({"q": "rdot**2 - t*r", "r": "-t/2"})
    assert not all(check(f == 0) for f in quasi.boltzmann_hamel(L, wrong).values())


def rotations(space: Manifold, sign: int) -> list:
    """Left (+1) or right (-1) invariant fields of SO(3), in the chart ρ = n tan(angle/2).

    ρ is the vector part of a unit quaternion divided by its scalar part: rational, and
    without Euler angles. ρ̇ = ½(ω + (ρ·ω)ρ ± ρ×ω) for the angular velocity ω.
    """
    names = ("a", "b", "c")
    fields = []
    for i, e in enumerate(names):
        components = {}
        for j, f in enumerate(names):
            turned = 0 if i == j else sign * (1 if (j - i) % 3 == 1 else -1)
            components[f] = f"({int(i == j)} + {e}*{f} + {turned}*{names[(3 - i - j) % 3]})/2"
        fields.append(space.vector_field(components))
    return fields


SO3 = Manifold("SO3", "a b c", parameters="I1 I2 I3", positive="I1 I2 I3")


def test_structure_constants_of_rotations():
    """[e_1, e_2] = ± e_3, cyclic: the two families commute with each other."""
    left, right = Frame(SO3, rotations(SO3, 1)), Frame(SO3, rotations(SO3, -1))
    for frame, sign in ((left, 1), (right, -1)):
        gamma = frame.structure_functions
        for i, j, k in ((0, 1, 2), (1, 2, 0), (2, 0, 1)):
            assert check(gamma[k][i][j] == sign)
            assert check(gamma[i][i][j] == 0) and check(gamma[j][i][j] == 0)
    assert all(check(bracket(X, Y) == 0) for X in left for Y in right)
    assert not check(bracket(left.fields[0], left.fields[1]) == 0)


def test_equations_of_euler():
    """L = ½ Σ I_a (w^a)² in a left invariant frame: I_1 ẇ^1 = (I_2 - I_3) w^2 w^3, cyclic."""
    quasi = QuasiVelocities(Frame(SO3, rotations(SO3, 1)), tangent(SO3))
    TQ, w = tangent(SO3), quasi.functions
    inertia = [TQ[name] for name in ("I1", "I2", "I3")]
    L = sum((i * u**2 for i, u in zip(inertia, w, strict=True)), start=TQ.function(0)) / 2
    S = TQ.semispray({"a": "a*adot"})  # the equations are stated for every semispray
    found = list(quasi.boltzmann_hamel(L, S).values())
    for i, j, k in ((0, 1, 2), (1, 2, 0), (2, 0, 1)):
        torque = inertia[i] * S(w[i]) - (inertia[j] - inertia[k]) * w[j] * w[k]
        assert check(found[i] == torque)
        assert not check(found[i] == inertia[i] * S(w[i]) + (inertia[j] - inertia[k]) * w[j] * w[k])


# --- the rolling ball --------------------------------------------------------------------------

BALL = Manifold("Ball", "a b c x y", parameters="r", nonzero="r")


def rolling(spinning: bool = True) -> tuple[Frame, list]:
    """The frame of right invariant fields and translations, and the forms of no slipping.

    The point of contact is at rest: xdot = r w^2 and ydot = -r w^1 for the angular velocity
    w in space. A ball that does not spin either has w^3 = 0 too.
    """
    fields = [*rotations(BALL, -1), *BALL.frame[3:]]
    frame = Frame(BALL, fields, "R_1 R_2 R_3 X Y")
    theta = frame.coframe
    constraints = [theta[3] - BALL["r"] * theta[1], theta[4] + BALL["r"] * theta[0]]
    return frame, constraints + ([] if spinning else [theta[2]])


def test_rolling_ball():
    frame, constraints = rolling()
    quasi = QuasiVelocities(frame, tangent(BALL))
    TQ, w = tangent(BALL), quasi.functions
    assert check(TQ.contract(constraints[0]) == TQ["xdot"] - TQ["r"] * w[1])
    assert check(TQ.contract(constraints[1]) == TQ["ydot"] + TQ["r"] * w[0])
    r = BALL["r"]
    turning = frame["R_1"] - r * frame["Y"], frame["R_2"] + r * frame["X"], frame["R_3"]
    D = Distribution(BALL, turning)
    assert check(Distribution.annihilated_by(constraints) == D)
    assert not D.is_involutive()
    assert [step.rank for step in D.derived_flag()] == [3, 5]
    # By the structure functions alone: [R_2 + rX, R_3] = -R_1 leaves D.
    assert frame.write(bracket(turning[1], turning[2])) == "-R_1"
    assert not D.contains(frame["R_1"])


def test_rolling_ball_that_does_not_spin():
    """Cartan's distribution of growth (2, 3, 5)."""
    D = Distribution.annihilated_by(rolling(spinning=False)[1])
    assert [step.rank for step in D.derived_flag()] == [2, 3, 5]
    assert not D.is_involutive()


def test_slipping_ball_is_integrable():
    frame, _ = rolling()
    assert Distribution.annihilated_by([frame.coframe[3], frame.coframe[4]]).is_involutive()
    assert not Distribution.annihilated_by(frame.coframe[2:3]).is_involutive()


@given(automorphisms(M, 2, 1))
@FEW
def test_quasi_velocities_are_natural(phi):
    quasi = QuasiVelocities(HEISENBERG, tangent(M))
    moved = phi.pull(quasi)
    for mine, theirs in zip(moved.functions, quasi.functions, strict=True):
        assert check(mine == tangent_map(phi).pull(theirs))
    assert check(moved == QuasiVelocities(phi.pull(HEISENBERG), tangent(M)))


@given(fibred_automorphisms(LINE, terms=1, fixed=("t",)))
@FEW
def test_quasi_velocities_on_jets_are_natural(phi):
    fields = [LINE.vector_field(t=1, q="r"), LINE.vector_field(q="1 + r**2"), LINE.frame[2]]
    quasi = QuasiVelocities(Frame(LINE, fields), jet(LINE))
    moved = phi.pull(quasi)
    for mine, theirs in zip(moved.functions, quasi.functions, strict=True):
        assert check(mine == jet(LINE).prolong_fibred(phi).pull(theirs))


def test_different_quasi_velocities_differ():
    other = QuasiVelocities(Frame(M, M.frame), tangent(M))
    assert not check(other == QuasiVelocities(HEISENBERG, tangent(M)))
    with pytest.raises(SpaceMismatch, match="they live on"):
        _ = other == QuasiVelocities(Frame(LINE, LINE.frame), jet(LINE))
    with pytest.raises(SpaceMismatch, match="is over J1"):
        QuasiVelocities(Frame(LINE, LINE.frame), jet(LINE, 2))
    lifted = Frame(jet(LINE), jet(LINE).frame)
    with pytest.raises(SpaceMismatch, match="jets of order 1"):
        QuasiVelocities(lifted, jet(LINE, 2))


def test_tensors_by_their_components():
    X = M.vector_field(x="y*z", z="x")
    T = tensor_product(X, M.form(1, {"x": "z", "y": 1}), M.form(1, {"z": "x*y"}))
    parts = HEISENBERG.components(T)
    assert check(HEISENBERG.tensor((1, 2), parts) == T)
    turned = {(k, b, a): f for (k, a, b), f in parts.items()}
    assert not check(HEISENBERG.tensor((1, 2), turned) == T)
    # One slot: a field and a form; values on the frame are the components.
    assert check(
        HEISENBERG.tensor((1, 0), {"e_2": "z"}) == tensor(HEISENBERG.vector_field({"e_2": "z"}))
    )
    made = HEISENBERG.tensor((0, 2), {("e_1", "e_2"): "x", ("e_2", "e_3"): "y"})
    assert check(made(HEISENBERG["e_2"], HEISENBERG["e_3"]) == M["y"])
    assert not check(made(M.frame[1], M.frame[2]) == made(M.frame[2], M.frame[1]))
    # ∂_y = e_2 - x e_3.
    assert check(made(M.frame[0], M.frame[1]) == M["x"])
    with pytest.raises(DegreeMismatch, match="give 2 names"):
        HEISENBERG.tensor((0, 2), {"e_1": 1})
    with pytest.raises(UndefinedSymbol, match="names no field"):
        HEISENBERG.tensor((0, 1), {"e_4": 1})
