"""Connections on vector bundles: monopole, instanton, and the identities that hold for all."""

from __future__ import annotations

from typing import Any

import pytest

from diffgeo import Manifold, Map, Metric, check, d, hodge_star, identity_map, interior
from diffgeo.connections import BundleConnection, BundleForm
from diffgeo.errors import AxiomViolation, DegreeMismatch
from diffgeo.subsets import cell, integral

M = Manifold("M", "a b c", functions="f(a,b) h(b,c)")
a, b, c = M.coordinates
nabla = BundleConnection(
    M,
    [
        [M.form(1, {"a": "f(a,b)", "c": "b"}), M.form(1, {"b": "h(b,c)"})],
        [M.form(1, {"b": "a", "c": "f(a,b)"}), 0],
    ],
)
section = BundleForm([M.function("f(a,b)"), a * c])


def times(rows: Any, column: BundleForm) -> BundleForm:
    zero = 0 * rows[0][0] * column.entries[0]
    pairs = [zip(row, column.entries, strict=True) for row in rows]
    return BundleForm([sum((x * y for x, y in pair), start=zero) for pair in pairs])


def test_the_square_of_the_derivative_is_the_curvature() -> None:
    twice = nabla.exterior(nabla.exterior(section))
    assert check(twice == times(nabla.curvature_forms, section))
    assert not check(twice == -times(nabla.curvature_forms, section))
    eta = section.map(d)
    assert check(nabla.exterior(nabla.exterior(eta)) == times(nabla.curvature_forms, eta))


def test_bianchi_and_leibniz() -> None:
    for each in (nabla, nabla.dual, nabla.tensor(nabla), nabla.direct_sum(nabla.dual)):
        assert each.bianchi()
    assert not check(nabla.dual.curvature == nabla.curvature)
    # d<p, s> = <∇p, s> + <p, ∇s>
    p = BundleForm([b, M.function("h(b,c)")])
    paired = [x * y for x, y in zip(p.entries, section.entries, strict=True)]
    one = [x * y for x, y in zip(nabla.dual.exterior(p).entries, section.entries, strict=True)]
    two = [x * y for x, y in zip(p.entries, nabla.exterior(section).entries, strict=True)]
    assert check(d(paired[0] + paired[1]) == one[0] + one[1] + two[0] + two[1])
    X = M.vector_field(a="b", c=1)
    for f in (a, M.function("f(a,b)")):
        assert check(nabla(X, f * section) == X(f) * section + f * nabla(X, section))
    assert check(nabla(X, section) == nabla.exterior(section).map(lambda w: interior(X, w)))


def test_frames_and_maps() -> None:
    g = [[1 + a**2, b], [0, 1]]
    flat = BundleConnection(M, [[0, 0], [0, 0]])
    assert flat.in_frame(g).is_flat() and not nabla.is_flat()
    inverse = [[1 / (1 + a**2), -b / (1 + a**2)], [0, 1]]
    assert check(nabla.in_frame(g).in_frame(inverse) == nabla)
    assert not check(nabla.in_frame(g) == nabla)
    # s = g s': the derivative in the other frame is that of the entries there.
    moved = times(inverse, section)
    assert check(times(g, nabla.in_frame(g).exterior(moved)) == nabla.exterior(section))
    phi = Map(
        Manifold("N", "u v", functions="f(a,b) h(b,c)"), M, {"a": "u*v", "b": "u", "c": "v**2"}
    )
    there = nabla.pulled_back(phi)
    assert check(there.curvature == nabla.curvature.map(phi.pull))


def test_the_tangent_bundle() -> None:
    g = Metric.diagonal(M, a=1, b="1 + a**2", c="exp(a*b)")
    bundle = BundleConnection.of_linear(g.connection)
    X, Y = M.frame[0], M.vector_field(b="a", c="b*c")
    assert check(bundle(X, BundleForm([Y(x) for x in M.coordinates])).map(lambda f: f)
                 == BundleForm([g.connection(X, Y)(x) for x in M.coordinates]))  # fmt: skip
    R = g.connection.curvature
    assert check(bundle.curvature_forms[0][1](M.frame[0], M.frame[1])
                 == R(d(a), M.frame[0], M.frame[1], M.frame[1]))  # fmt: skip
    assert not check(bundle.curvature == 0)


@pytest.mark.parametrize("charge", [1, 2, -3])
def test_the_number_of_a_monopole(charge: int) -> None:
    S = Manifold("S", "theta phi")
    potential = charge * S.function("(cos(theta) - 1)/2") * d(S["phi"])
    monopole = BundleConnection(S, [[0, -potential], [potential, 0]])
    box = cell(identity_map(S), theta=(0, "pi"), **{"phi": (0, "2*pi")})
    assert check(integral(monopole.euler_form(), box) == charge)
    assert not check(integral(monopole.euler_form(), box) == -charge)


def test_the_instanton() -> None:
    """A = Im(x̄ dx)/(1 + |x|²): anti-self-dual, and its density is -6/π²(1 + |x|²)⁴."""
    R4 = Manifold("R4", "x0 x1 x2 x3")
    x, dx = R4.coordinates, [d(x) for x in R4.coordinates]
    units = [
        [[0, -1, 0, 0], [1, 0, 0, 0], [0, 0, 0, -1], [0, 0, 1, 0]],
        [[0, 0, -1, 0], [0, 0, 0, 1], [1, 0, 0, 0], [0, -1, 0, 0]],
        [[0, 0, 0, -1], [0, 0, -1, 0], [0, 1, 0, 0], [1, 0, 0, 0]],
    ]
    parts = [x[0] * dx[i] - x[i] * dx[0] - x[j] * dx[k] + x[k] * dx[j]
             for i, j, k in ((1, 2, 3), (2, 3, 1), (3, 1, 2))]  # fmt: skip
    factor = 1 / (1 + sum((f**2 for f in x), start=R4.function(0)))
    rows = [[sum((u[i][j] * factor * part for u, part in zip(units, parts, strict=True)),
                 start=R4.form(1, {})) for j in range(4)] for i in range(4)]  # fmt: skip
    instanton = BundleConnection(R4, rows)
    g = Metric.diagonal(R4, x0=1, x1=1, x2=1, x3=1)
    star = instanton.curvature.map(lambda w: hodge_star(w, g))
    assert check(star == -instanton.curvature)
    assert not check(star == instanton.curvature)
    pi, cube = R4.function("pi"), dx[0] * dx[1] * dx[2] * dx[3]
    assert check(instanton.euler_form() == -6 / pi**2 * factor**4 * cube)
    assert check(instanton.pontryagin_form() == 2 * instanton.euler_form())


def test_refusals() -> None:
    with pytest.raises(DegreeMismatch, match="square"):
        BundleConnection(M, [[0, 0]])
    with pytest.raises(DegreeMismatch, match="1-form"):
        BundleConnection(M, [[a]])
    with pytest.raises(AxiomViolation, match="alternating"):
        nabla.euler_form()
    with pytest.raises(DegreeMismatch, match="odd"):
        BundleConnection(M, [[0]]).euler_form()
    with pytest.raises(DegreeMismatch, match="rank or degree"):
        section + section.map(d)
    with pytest.raises(DegreeMismatch, match="2 entries"):
        BundleConnection(M, [[0]]).exterior(section)
    with pytest.raises(DegreeMismatch, match="one degree"):
        BundleForm([a, d(a)])
    with pytest.raises(DegreeMismatch, match="a form is needed"):
        BundleForm([1, a])  # type: ignore[list-item]
    with pytest.raises(DegreeMismatch, match="rank or degree"):
        _ = section == section.map(d)
    with pytest.raises(DegreeMismatch, match="the ranks differ"):
        _ = nabla == BundleConnection(M, [[0]])
    with pytest.raises(TypeError, match="different kinds"):
        _ = nabla == section
    with pytest.raises(TypeError, match="form with values in the bundle is needed"):
        nabla(M.frame[0], a)  # type: ignore[arg-type]
    with pytest.raises(DegreeMismatch, match="2 rows and columns"):
        nabla.in_frame([[a]])


def test_the_forms_of_chern() -> None:
    N = Manifold("N", "x y z w")
    x, y, z, w = N.coordinates
    dx, dy, dz, dw = (d(q) for q in N.coordinates)
    zero = 0 * dx
    real = [[zero, x * dy + z * dw], [-x * dy - z * dw, zero]]
    imaginary = [[y * w * dz, x * z * dw + dx], [x * z * dw + dx, w * y * dx + z * dy]]
    rows = [[zero] * 4 for _ in range(4)]
    for a_ in range(2):
        for b_ in range(2):
            rows[2 * a_][2 * b_] = rows[2 * a_ + 1][2 * b_ + 1] = real[a_][b_]
            rows[2 * a_ + 1][2 * b_] = imaginary[a_][b_]
            rows[2 * a_][2 * b_ + 1] = -imaginary[a_][b_]
    E = BundleConnection(N, rows)
    first, second = E.chern_form(1), E.chern_form(2)
    assert check(E.pontryagin_form() == first * first - 2 * second)
    assert not check(E.pontryagin_form() == first * first + 2 * second)
    assert check(second == E.euler_form()) and check(d(first) == 0)
    assert check(E.chern_form(0) == 1)
    for k in (3, -1):
        with pytest.raises(DegreeMismatch):
            E.chern_form(k)
    turned = [[zero, zero, dx, zero], [zero, zero, zero, dy], [-dx, zero, zero, zero],
              [zero, -dy, zero, zero]]  # fmt: skip
    with pytest.raises(AxiomViolation, match="commuting with i"):
        BundleConnection(N, turned).chern_form(1)


def test_the_sum_of_two_monopoles() -> None:
    S = Manifold("S", "a b c e", domain=["a in (0, pi)", "c in (0, pi)"])

    def monopole(charge: int, polar: str, angle: str) -> BundleConnection:
        form = charge * S.function(f"(cos({polar}) - 1)/2") * d(S[angle])
        return BundleConnection(S, [[0, -form], [form, 0]])

    two, three = monopole(2, "a", "b"), monopole(3, "c", "e")
    both = two.direct_sum(three)
    whole = cell(identity_map(S), a=(0, "pi"), b=(0, "2*pi"), c=(0, "pi"), e=(0, "2*pi"))
    assert check(both.chern_form(1) == two.euler_form() + three.euler_form())
    assert not check(both.chern_form(1) == two.euler_form() - three.euler_form())
    assert check(integral(both.chern_form(2), whole) == 6)
