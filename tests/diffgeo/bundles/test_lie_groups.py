"""Lie groups and momentum maps, against matrices and classical results."""

from __future__ import annotations

from itertools import product as pairs

import pytest

from diffgeo import Form, Manifold, Map, Symplectic, bracket, check, cotangent, d, lie, product
from diffgeo.bundles import LieAlgebroid, LieGroup, MomentumMap
from diffgeo.calculus import multivector
from diffgeo.errors import AxiomViolation, DegreeMismatch, NotSupported, SpaceMismatch
from diffgeo.structures import Cosymplectic, Poisson

TURNS = {("u", "v"): {"w": 1}, ("v", "w"): {"u": 1}, ("w", "u"): {"v": 1}}
so3 = LieAlgebroid.algebra("u v w", TURNS)
ROTATIONS = LieGroup.of_algebra(so3, "x y z")
TRIANGLE = {("v", "u"): {"u": 2}, ("v", "w"): {"w": -2}, ("u", "w"): {"v": 1}}
RISING = {("u", "v"): {"w": 1}}
PLANE = {("w", "u"): {"v": 1}, ("w", "v"): {"u": -1}}

#: For each algebra the matrices exp(x e_1), exp(y e_2), exp(z e_3), and those of e_1, e_2, e_3.
MATRICES = {
    "rotations": (
        TURNS,
        "[1,0,0],[0,cos(x),-sin(x)],[0,sin(x),cos(x)]",
        "[cos(y),0,sin(y)],[0,1,0],[-sin(y),0,cos(y)]",
        "[cos(z),-sin(z),0],[sin(z),cos(z),0],[0,0,1]",
        "[0,0,0],[0,0,-1],[0,1,0]",
        "[0,0,1],[0,0,0],[-1,0,0]",
        "[0,-1,0],[1,0,0],[0,0,0]",
    ),
    "area": (
        TRIANGLE,
        "[1,x],[0,1]",
        "[exp(y),0],[0,exp(-y)]",
        "[1,0],[z,1]",
        "[0,1],[0,0]",
        "[1,0],[0,-1]",
        "[0,0],[1,0]",
    ),
    "Heisenberg": (
        RISING,
        "[1,x,0],[0,1,0],[0,0,1]",
        "[1,0,0],[0,1,y],[0,0,1]",
        "[1,0,z],[0,1,0],[0,0,1]",
        "[0,1,0],[0,0,0],[0,0,0]",
        "[0,0,0],[0,0,1],[0,0,0]",
        "[0,0,1],[0,0,0],[0,0,0]",
    ),
    "plane": (
        PLANE,
        "[1,0,x],[0,1,0],[0,0,1]",
        "[1,0,0],[0,1,y],[0,0,1]",
        "[cos(z),-sin(z),0],[sin(z),cos(z),0],[0,0,1]",
        "[0,0,1],[0,0,0],[0,0,0]",
        "[0,0,0],[0,0,1],[0,0,0]",
        "[0,-1,0],[1,0,0],[0,0,0]",
    ),
}


def read(space: Manifold, text: str) -> list[list[Form]]:
    rows = text.strip("[]").split("],[")
    return [[space.function(entry) for entry in row.split(",")] for row in rows]


def times(a: list[list[Form]], b: list[list[Form]]) -> list[list[Form]]:
    columns = list(zip(*b, strict=True))
    return [[sum(x * y for x, y in zip(row, c, strict=True)) for c in columns] for row in a]


@pytest.mark.parametrize("kind", MATRICES)
def test_invariant_forms_are_those_of_the_matrices(kind: str) -> None:
    """``dg = g θ^a e_a = ρ^a e_a g`` for the product g of the matrices exp(x^a e_a)."""
    brackets, *written = MATRICES[kind]
    group = LieGroup.of_algebra(LieAlgebroid.algebra("u v w", brackets), "x y z")
    first, second, third, *basis = (read(group.space, text) for text in written)
    g = times(times(first, second), third)
    n = range(len(g))
    for frame, left in ((group.left, True), (group.right, False)):
        moved = [times(g, e) if left else times(e, g) for e in basis]
        for i, j in pairs(n, n):
            terms = [e[i][j] * theta for e, theta in zip(moved, frame.coframe, strict=True)]
            assert check(sum(terms[1:], start=terms[0]) == d(g[i][j]))
    assert not check(group.left == group.right)
    # Ad_g e_a = g e_a g⁻¹, so that g e_a = (Ad_g)_ba e_b g.
    for a, e in enumerate(basis):
        turned = [times(b, g) for b in basis]
        for i, j in pairs(n, n):
            right = sum(group.adjoint[b][a] * turned[b][i][j] for b in range(3))
            assert check(right == times(g, e)[i][j])


@pytest.mark.parametrize("kind", ["Heisenberg", "plane"])
def test_the_multiplication_is_that_of_the_matrices(kind: str) -> None:
    brackets, *written = MATRICES[kind]
    group = LieGroup.of_algebra(LieAlgebroid.algebra("u v w", brackets), "x y z")
    first, second, third = (read(group.space, text) for text in written[:3])
    g = times(times(first, second), third)
    m = group.multiplication
    one, two = ([[p.pull(f) for f in row] for row in g] for p in m.source.projections)
    for made, row in zip(times(one, two), g, strict=True):
        assert all(check(entry == m.pull(f)) for entry, f in zip(made, row, strict=True))
    # It is a group by its multiplication, too, with the same frames.
    again = LieGroup.of_multiplication(m, dict.fromkeys("xyz", 0), "u v w")
    assert all(check(a == b) for a, b in zip(again.tensors, group.tensors, strict=True))
    assert not check(again.left.fields[0] == group.right.fields[2])


def test_quaternions() -> None:
    """1 + v, up to a factor: v·w = (v + w + v×w)/(1 - ⟨v, w⟩), with [e_u, e_v] = 2 e_w."""
    S = Manifold("S", "a b c")
    both = product(S, S, suffixes=("", "_2"))
    v, w = (p.pull(list(S.coordinates)) for p in both.projections)
    over = 1 - sum(x * y for x, y in zip(v, w, strict=True))
    cross = [v[(k + 1) % 3] * w[(k + 2) % 3] - v[(k + 2) % 3] * w[(k + 1) % 3] for k in range(3)]
    images = [(x + y + z) / over for x, y, z in zip(v, w, cross, strict=True)]
    law = Map(both, S, dict(zip("abc", images, strict=True)))
    group = LieGroup.of_multiplication(law, dict.fromkeys("abc", 0), "u v w")
    e_u, e_v, e_w = group.algebra.sections
    assert check(group.algebra.bracket(e_u, e_v) == 2 * e_w)
    wrong = Map(both, S, dict(zip("abc", [images[0] * over, *images[1:]], strict=True)))
    with pytest.raises(AxiomViolation, match="law of a group"):
        LieGroup.of_multiplication(wrong, dict.fromkeys("abc", 0), "u v w")


def test_parameters_and_eigenvalues() -> None:
    """A spiral: exponentials, with a rate and a frequency that are parameters."""
    spiral = {("t", "a"): {"a": "c", "b": "k"}, ("t", "b"): {"a": "-k", "b": "c"}}
    group = LieGroup.of_algebra(LieAlgebroid.algebra("a b t", spiral, "c k"), "x y z")
    growth = group.right.fields[2]
    x, y = group.space["x"], group.space["y"]
    assert check(growth(x**2 + y**2) == 2 * group.space["c"] * (x**2 + y**2))
    assert not check(growth(x**2 + y**2) == 2 * group.space["k"] * (x**2 + y**2))
    grown = {("t", "a"): {"a": 1}, ("t", "b"): {"a": 1, "b": 1}}
    group = LieGroup.of_algebra(LieAlgebroid.algebra("a b t", grown), "x y z")
    found = group.left.coframe[0]
    assert check(found == group.space.form(1, {"x": "exp(-z)", "y": "-z*exp(-z)"}))
    saddle = {("t", "a"): {"b": 1}, ("t", "b"): {"a": 2}}
    group = LieGroup.of_algebra(LieAlgebroid.algebra("a b t", saddle), "x y z")
    (form, _), r = group.left.coframe[:2], "sqrt(2)*z"
    expected = {"x": f"(exp({r}) + exp(-{r}))/2", "y": f"(exp(-{r}) - exp({r}))/sqrt(2)"}
    assert check(form == group.space.form(1, expected))


def test_groups_that_are_refused() -> None:
    cubic = {("t", "a"): {"b": 1}, ("t", "b"): {"c": 1}, ("t", "c"): {"a": 1, "b": 1}}
    with pytest.raises(NotSupported, match="degree above 2"):
        LieGroup.of_algebra(LieAlgebroid.algebra("a b c t", cubic), "x y z s")
    with pytest.raises(AxiomViolation, match="rank 3"):
        LieGroup.of_algebra(so3, "x y")
    with pytest.raises(NotSupported, match="no point"):
        LieGroup.of_algebra(so3.acting(ROTATIONS.left.fields), "x y z")
    with pytest.raises(NotSupported, match="does not end"):
        _ = ROTATIONS.multiplication
    with pytest.raises(SpaceMismatch, match="product"):
        LieGroup.of_multiplication(Map(ROTATIONS.space, ROTATIONS.space, {n: n for n in "xyz"}), {}, "u v w")  # noqa: E501  # fmt: skip
    with pytest.raises(AxiomViolation):  # the frames in the wrong order
        LieGroup(so3, ROTATIONS.right, ROTATIONS.left)


# --- momentum maps -------------------------------------------------------------------------

Q = Manifold("Q", "x y z")
PHASE = cotangent(Q)
x, y, z = Q.coordinates
TURNING = [y * Q.frame[2] - z * Q.frame[1], z * Q.frame[0] - x * Q.frame[2], x * Q.frame[1] - y * Q.frame[0]]  # noqa: E501  # fmt: skip
THETA = PHASE.liouville_form
LIFTED = [PHASE.complete_lift(-X) for X in TURNING]


def test_angular_momentum() -> None:
    J = MomentumMap.of_potential(THETA, so3, LIFTED)
    expected = ("z*p_y - y*p_z", "x*p_z - z*p_x", "y*p_x - x*p_y")
    assert all(check(f == PHASE.function(e)) for f, e in zip(J.functions, expected, strict=True))
    assert J.is_equivariant()
    omega = J.structure
    free, slanted = (PHASE.function(f"(p_x**2 + p_y**2 + p_z**2)/2 + {V}") for V in ("1/(x**2 + y**2 + z**2)", "z"))  # noqa: E501  # fmt: skip
    assert J.is_conserved(omega.hamiltonian_field(free))
    assert not J.is_conserved(omega.hamiltonian_field(slanted))
    # J is a Poisson map to so(3)^*, and so is not its negative.
    dual = so3.dual("a b c")
    for sign, expected_verdict in ((1, True), (-1, False)):
        down = Map(PHASE, dual.space, {n: sign * f for n, f in zip("abc", J.functions, strict=True)})  # noqa: E501  # fmt: skip
        a, b, _ = dual.space.coordinates
        same = omega.bracket(down.pull(a), down.pull(b)) == down.pull(dual.bracket(a, b))
        assert bool(check(same)) is expected_verdict
    assert check(J.map_to(dual).pull(dual.space["a"]) == J.functions[0])


def test_boosts_and_translations_have_mass_as_cocycle() -> None:
    """Bargmann's: no constants make it 0, as [P, G] = 0 in the algebra of Galilei."""
    M = Manifold("M", "q p", parameters="m")
    (q, p), (along, up) = M.coordinates, M.frame
    omega, algebra = Symplectic(d(q) * d(p)), LieAlgebroid.algebra("u v", {})
    J = MomentumMap(omega, algebra, [along, M["m"] * up], [p, -M["m"] * q])
    u, v = J.action.forms
    assert check(J.cocycle == -J.action.space.function("m") * u * v)
    assert not J.is_equivariant()
    assert check(J.action.differential(J.cocycle) == 0)


def test_constants_change_the_cocycle_by_a_boundary() -> None:
    exact = MomentumMap.of_potential(THETA, so3, LIFTED)
    moved = [f + k for k, f in enumerate(exact.functions)]
    J = MomentumMap(exact.structure, so3, LIFTED, moved)
    mu = J.action.forms[1] + 2 * J.action.forms[2]
    assert check(J.cocycle == J.action.differential(mu))
    assert not J.is_equivariant()


def test_the_momentum_of_a_rigid_body() -> None:
    """Rotations on the left keep H(body momentum): the spatial momentum is conserved."""
    T = cotangent(ROTATIONS.space)
    theta = T.liouville_form
    spatial = MomentumMap.of_potential(theta, so3, [T.complete_lift(-X) for X in ROTATIONS.right])
    body = MomentumMap.of_potential(theta, so3, [T.complete_lift(X) for X in ROTATIONS.left])
    H = sum(f**2 / k for k, f in enumerate(body.functions, 1))
    motion = spatial.structure.hamiltonian_field(H)
    assert spatial.is_conserved(motion)
    assert not body.is_conserved(motion)
    assert check(lie(body.fields[0], spatial.functions[1]) == 0)
    up = T.projection.pull
    for b, f in enumerate(spatial.functions):
        turned = [up(ROTATIONS.adjoint[b][a]) * g for a, g in enumerate(body.functions)]
        assert check(-f == sum(turned))


def test_other_structures() -> None:
    dual = so3.dual("a b c")
    a, b, c = dual.space.coordinates
    fields = [dual.hamiltonian_field(f) for f in (a, b, c)]
    assert MomentumMap(dual, so3, fields, [a, b, c]).is_equivariant()
    M = Manifold("M", "t q p")
    t, q, p = M.coordinates
    J = MomentumMap(Cosymplectic(d(q) * d(p), d(t)), LieAlgebroid.algebra("u", {}), [M.frame[1]], [p])  # noqa: E501  # fmt: skip
    assert J.is_equivariant()
    assert J.is_conserved(J.structure.evolution_field(p**2 + t))
    assert not J.is_conserved(J.structure.evolution_field(p**2 + q))
    shear = Map(M, M, {"t": "t", "q": "q + p**2", "p": "p"}, inverse={"t": "t", "q": "q - p**2", "p": "p"})  # noqa: E501  # fmt: skip
    moved = J.pulled_back(shear)
    assert check(moved.functions[0] == p)
    assert not check(moved.fields[0] == bracket(q * M.frame[0], M.frame[0]))


def test_what_is_no_momentum_map() -> None:
    M = Manifold("M", "q p")
    q, p = M.coordinates
    plane = Poisson(multivector(*M.frame))
    line = LieAlgebroid.algebra("u", {})
    with pytest.raises(AxiomViolation, match="X_\\(J_a\\) = xi_a"):
        MomentumMap(plane, line, [M.frame[0]], [-p])
    with pytest.raises(AxiomViolation, match="d_A d_A = 0"):
        MomentumMap(plane, LieAlgebroid.algebra("u v", {}), [M.frame[0], q * M.frame[0]], [p, p * q])  # noqa: E501  # fmt: skip
    with pytest.raises(DegreeMismatch, match="as many"):
        MomentumMap(plane, line, [M.frame[0]], [])


@pytest.mark.parametrize(
    ("brackets", "declared", "waves", "conditions"),
    [
        ({("u", "v"): {"v": "a"}, ("u", "w"): {"w": "b"}}, {}, ["exp(a*x)", "exp(b*x)"], []),
        (
            {("u", "v"): {"w": 1}, ("u", "w"): {"v": "-a"}},
            {"positive": "a"},
            ["cos(sqrt(a)*x)"] * 2,
            [],
        ),
        (
            {("u", "v"): {"w": 1}, ("u", "w"): {"v": "a"}},
            {"positive": "a"},
            ["cosh(sqrt(a)*x)"] * 2,
            [],
        ),
        ({("u", "v"): {"w": 1}, ("u", "w"): {"v": "a"}}, {}, ["cos(sqrt(-a)*x)"] * 2, ["-a > 0"]),
    ],
)
def test_parameters_need_what_the_formulas_show(brackets, declared, waves, conditions) -> None:
    """Two roots may be equal, and their signs are those that are declared."""
    point = Manifold("point", "", parameters="a b", **declared)
    G = LieGroup.of_algebra(LieAlgebroid(point, dict.fromkeys("uvw", 0), brackets, "g"), "x y z")
    assert G.verdict
    assert [*map(str, G.verdict.conditions)] == conditions
    _, *others = G.right.coframe
    for theta, wave, e in zip(others, waves, G.space.frame[1:], strict=True):
        assert check(theta(e) == G.space.function(wave))
        assert not check(theta(e) == -G.space.function(wave))
