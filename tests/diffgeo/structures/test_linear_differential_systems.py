"""Systems that are completed to involution, against what is known of their solutions."""

from __future__ import annotations

import pytest

from diffgeo import Form, Manifold, Map
from diffgeo.calculus import linear_algebra as linear
from diffgeo.errors import AxiomViolation
from diffgeo.structures import LinearDifferentialSystem

M = Manifold("M", "x y")
X, Y = M.frame
NONE = M.function(0)


def killing(E: str, G: str) -> LinearDifferentialSystem:
    """Of the metric E dx² + G dy², for the components of fields."""
    e, g = M.function(E), M.function(G)
    return LinearDifferentialSystem(
        M,
        [
            [(e * X, X(e) / 2), (0 * X, Y(e) / 2)],
            [(0 * X, X(g) / 2), (g * Y, Y(g) / 2)],
            [(e * Y, NONE), (g * X, NONE)],
        ],
    )


@pytest.mark.parametrize(
    ("metric", "count", "values"),
    [
        (("1", "1"), 3, 2),
        (("1", "sin(x)**2"), 3, 2),
        (("1/y**2", "1/y**2"), 3, 2),
        # A surface of revolution that has no constant curvature; a surface without symmetries.
        (("1", "1 + x**4"), 1, 1),
        (("1", "1 + x**4 + x*y**2"), 0, 0),
    ],
)
def test_killing_fields(metric: tuple[str, str], count: int, values: int) -> None:
    found = killing(*metric)
    assert found.characters == (0, 0)
    assert (found.constants, len(found.values)) == (count, values)


@pytest.mark.parametrize("slope", [1, -2, 3])
def test_equations_along_characteristics(slope: int) -> None:
    """f_x + c f_y = 0 has one function of one variable: f is constant along (1, c)."""
    found = LinearDifferentialSystem(M, [[(X + slope * Y, NONE)]])
    assert (found.generality, found.characters) == ((1, 1), (1, 0))


@pytest.mark.parametrize("sign", [1, -1])
def test_the_equations_of_laplace_and_of_waves(sign: int) -> None:
    """u_x = p, u_y = q, p_x ± q_y = 0: two functions of one variable, all values of (u, p, q)."""
    one, still = M.function(1), 0 * X
    found = LinearDifferentialSystem(
        M,
        [
            [(X, NONE), (still, -one), (still, NONE)],
            [(Y, NONE), (still, NONE), (still, -one)],
            [(still, NONE), (X, NONE), (sign * Y, NONE)],
        ],
    )
    assert len(found.values) == 3 and found.characters == (2, 0)


def test_one_more_equation() -> None:
    """f_x = y f, f_y = 0 has the solution 0 only; f_x = y f, f_y = x f has e^(xy)."""
    y, x = M.function("y"), M.function("x")
    assert LinearDifferentialSystem(M, [[(X, -y)], [(Y, NONE)]]).values == []
    assert LinearDifferentialSystem(M, [[(X, -y)], [(Y, -x)]]).constants == 1


def test_other_coordinates() -> None:
    """Killing fields of the sphere with x = u + v², y = v, by the metric that is pulled back."""
    N = Manifold("N", "u v")
    phi = Map(N, M, {"x": "u + v**2", "y": "v"})
    U, V = N.frame

    def equations(metric: list[list[Form]]) -> LinearDifferentialSystem:
        rows = []
        for i, j in ((0, 0), (0, 1), (1, 1)):
            A, B = (U, V)[i], (U, V)[j]
            rows.append([
                (metric[k][j] * A + metric[i][k] * B, K(metric[i][j]))
                for k, K in enumerate((U, V))
            ])  # fmt: skip
        return LinearDifferentialSystem(N, rows)

    g = phi.pull(M.function("sin(x)**2"))
    v = N.function("v")
    sphere = equations([[v * 0 + 1, 2 * v], [2 * v, 4 * v * v + g]])
    ours = killing("1", "sin(x)**2")
    assert (sphere.constants, sphere.characters) == (ours.constants, ours.characters)
    wrong = equations([[v * 0 + 1, v], [v, 4 * v * v + g]])
    assert wrong.constants < 3


def test_equations_about_different_numbers_of_functions() -> None:
    with pytest.raises(AxiomViolation, match="the same functions"):
        LinearDifferentialSystem(M, [[(X, NONE)], [(X, NONE), (Y, NONE)]])


def test_rows_that_depend() -> None:
    x, one = M.function("x"), M.function(1)
    rows = [[one, x], [x, x * x], [NONE, one], [one, one]]
    left = [row for k, row in enumerate(rows) if k not in linear.dependent(rows)]
    assert len(left) == 2 == linear.rank(left)
