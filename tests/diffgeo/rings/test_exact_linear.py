"""Linear systems over the exact ring against SymPy; what may and may not count as exact."""

from __future__ import annotations

from typing import Any

import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

from diffgeo import Manifold, Map, check, d
from diffgeo.calculus import linear_algebra
from diffgeo.errors import InconsistentSystem, SingularSystem
from diffgeo.interop.parsing import Names
from diffgeo.interop.sympy_bridge import from_sympy
from diffgeo.rings.exact import linear, node, schur_complements, zero
from diffgeo.rings.exact.node import Node
from diffgeo.rings.exact.snapshot import transaction
from diffgeo.rings.expression import Expression, Symbol, replace

from .strategies import close, common_point, points, read, ring_of, seeds, value

POLYNOMIAL = ["0", "1", "-2", "x", "y", "x*y", "x + t", "a", "x**2 - 1"]
RATIONAL = ["0", "1", "1/x", "y/(1 + x**2)", "x/(y + 2)", "t", "m"]
TRIGONOMETRIC = ["0", "1", "sin(x)", "cos(x)", "-sin(x)", "y*cos(t)", "sin(x + t)", "t"]
UNDEFINED = ["0", "1", "f(t)", "x", "g(x, y)", "Derivative(f(t), t)", "exp(y)", "sqrt(m)"]
pools = st.sampled_from([POLYNOMIAL, RATIONAL, TRIGONOMETRIC, UNDEFINED])


@st.composite
def systems(draw: st.DrawFn, extra: int = 0) -> tuple[list[list[str]], list[str]]:
    pool = st.sampled_from(draw(pools))
    size = draw(st.integers(1, 3))
    rows = [[draw(pool) for _ in range(size)] for _ in range(size + extra)]
    return rows, [draw(pool) for _ in range(size + extra)]


def build(rows: list[list[str]], right: list[str]) -> tuple[Any, list[list[Any]], list[Any]]:
    ring = ring_of(signs={"m": 1})
    width = len(rows[0])
    flat = read(ring, *(e for row in rows for e in row), *right)
    matrix = [flat[k * width : (k + 1) * width] for k in range(len(rows))]
    return ring, matrix, flat[len(rows) * width :]


def residuals(matrix: list[list[Any]], right: list[Any], solution: list[Any]) -> list[Any]:
    result = []
    for row, b in zip(matrix, right, strict=True):
        total = -b
        for entry, unknown in zip(row, solution, strict=True):
            total = total + entry * unknown
        result.append(total)
    return result


def determinant_tree(rows: list[list[Expression]]) -> Expression:
    """SymPy's determinant of a generic matrix, with the entries put in its place."""
    size = len(rows)
    generic = sympy.Matrix(size, size, lambda i, j: sympy.Symbol(f"e{i}_{j}"))
    entries = {f"e{i}_{j}": rows[i][j] for i in range(size) for j in range(size)}
    formula = from_sympy(generic.det(method="berkowitz").expand(), Names(tuple(entries), {}))
    return replace(formula, lambda n: entries[n.name] if isinstance(n, Symbol) else None)


def numeric_rank(ring: Any, matrix: list[list[Any]]) -> int:
    """The rank at a random point, of values with 50 digits (an upper bound is the ring's)."""
    trees = [ring.expression(e) for row in matrix for e in row]
    found = common_point(trees, 5)
    assert found is not None
    with_digits = iter(found[1])
    table = sympy.Matrix([[sympy.Float(str(next(with_digits)), 15) for _ in row] for row in matrix])
    return int(table.rank(iszerofunc=lambda v: abs(v) < 1e-10))


@given(systems())
def test_solutions_solve(system: tuple[list[list[str]], list[str]]) -> None:
    ring, matrix, right = build(*system)
    rank = ring.rank(matrix)
    assert rank == numeric_rank(ring, matrix)
    determinant = ring.determinant(matrix)
    rows = [[ring.expression(e) for e in row] for row in matrix]
    # SymPy's determinant of the displayed entries, at a point.
    shown = [ring.expression(determinant), determinant_tree(rows)]
    found = common_point(shown, 3)
    assert found is not None and close(*found[1])
    if rank < len(matrix):
        assert ring.is_zero(determinant).zero
        with pytest.raises((SingularSystem, InconsistentSystem)):
            ring.solve(matrix, right)
        return
    assert not ring.is_zero(determinant).zero
    solution = ring.solve(matrix, right)
    for residual in residuals(matrix, right, solution):
        decision = ring.is_zero(residual)
        assert (decision.zero, decision.certain) == (True, True)
    for k, unknown in enumerate(solution):
        near = unknown + ring.generator("y")
        changed = [*solution[:k], near, *solution[k + 1 :]]
        zeros = [ring.is_zero(r) for r in residuals(matrix, right, changed)]
        assert any(not d.zero and d.certain for d in zeros)


@given(systems(), st.sampled_from(range(3)))
def test_derivatives_of_unexpanded_solutions(
    system: tuple[list[list[str]], list[str]], index: int
) -> None:
    ring, matrix, right = build(*system)
    if ring.rank(matrix) < len(matrix):
        return
    for unknown in ring.solve(matrix, right):
        element = unknown.expand() if hasattr(unknown, "expand") else unknown
        difference = ring.partial(unknown, index) - ring.partial(element, index)
        assert ring.is_zero(difference).zero


@given(systems(extra=1), seeds)
def test_overdetermined(system: tuple[list[list[str]], list[str]], seed: int) -> None:
    ring, matrix, right = build(*system)
    width = len(matrix[0])
    rank = ring.rank(matrix)
    augmented = ring.rank([[*row, b] for row, b in zip(matrix, right, strict=True)])
    if rank < width:
        with pytest.raises((SingularSystem, InconsistentSystem)):
            ring.solve(matrix, right)
    elif augmented > rank:
        with pytest.raises(InconsistentSystem):
            ring.solve(matrix, right)
    else:
        solution = ring.solve(matrix, right)
        assert all(ring.is_zero(r).zero for r in residuals(matrix, right, solution))
    # Made consistent by construction: the unknowns come back.
    if rank == width:
        wanted = read(ring, "x*y + 1", "t", "a - x")[:width]
        values = residuals(matrix, [ring.zero] * len(matrix), wanted)
        for got, unknown in zip(ring.solve(matrix, values), wanted, strict=True):
            assert ring.is_zero(got - unknown).zero
        spoiled = [*values[:-1], values[-1] + ring.generator("t")]
        square = ring.rank(matrix[:-1]) == width
        if square:
            with pytest.raises(InconsistentSystem):
                ring.solve(matrix, spoiled)


@given(systems(extra=-1))
def test_kernel(system: tuple[list[list[str]], list[str]]) -> None:
    rows, _ = system
    if not rows:
        return
    ring, matrix, _ = build(rows, [])
    basis = ring.kernel(matrix)
    assert len(basis) == len(matrix[0]) - ring.rank(matrix)
    for vector in basis:
        assert all(
            ring.is_zero(r).zero for r in residuals(matrix, [ring.zero] * len(matrix), vector)
        )
    if basis:
        assert ring.rank(basis) == len(basis)


def test_conditions_of_a_solution() -> None:
    ring, matrix, right = build([["1", "x"], ["y", "1"]], ["1/t", "0"])
    for unknown in ring.solve(matrix, right):
        assert {"t != 0", "x*y - 1 != 0"} <= {str(c) for c in ring.conditions(unknown)}


def test_a_hidden_zero_is_seen() -> None:
    ring, matrix, right = build(
        [["sin(x)**2 + cos(x)**2 - 1", "y"], ["2*x", "x/y - x**2/(x*y)"]], ["1", "1"]
    )
    first, second = ring.solve(matrix, right)
    assert ring.is_zero(second - read(ring, "1/y")[0]).zero
    assert ring.is_zero(first - read(ring, "1/(2*x)")[0]).zero


# --- probed answers ----------------------------------------------------------------

LARGE = [["1/(x - 1)", "y", "t"], ["2*x", "2/y", "1"], ["f(t)", "1", "a*cos(x)"]]


@pytest.fixture
def nothing_expands(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("EXPAND_TERMS", "NESTED_TERMS"):
        if hasattr(linear, name):
            monkeypatch.setattr(linear, name, 0)
    # These tests are about answers by random evaluation.
    monkeypatch.setattr(schur_complements, "FEW_TERMS", 0)
    monkeypatch.setattr(zero, "proves_zero", lambda ring, node, simple=False: False)
    monkeypatch.setattr(zero, "is_an_equation", lambda ring, node: False)


@pytest.mark.usefixtures("nothing_expands")
def test_probed_zeros_have_a_bound_and_near_zeros_are_refuted() -> None:
    ring, matrix, right = build(LARGE, ["1", "x", "0"])
    solution = ring.solve(matrix, right)
    for residual in residuals(matrix, right, solution):
        decision = ring.is_zero(residual)
        assert decision.zero and not decision.certain
        assert decision.log2_bound is not None and decision.log2_bound < -60
        for near in ("1/10**30", "f(t)/10**9", "sin(x)*y"):
            decision = ring.is_zero(residual + read(ring, near)[0])
            assert not decision.zero and decision.certain
    for index in range(3):
        difference = ring.partial(residuals(matrix, right, solution)[0], index)
        assert ring.is_zero(difference).zero


@pytest.mark.usefixtures("nothing_expands")
def test_a_probed_zero_does_not_become_an_exact_one() -> None:
    ring, matrix, right = build(LARGE, ["1", "x", "0"])
    solution = ring.solve(matrix, right)
    doubtful = residuals(matrix, right, solution)[0]
    t, one = ring.generator("t"), ring.one
    # As a right-hand side, as an entry beside a pivot, and as an entry in a pivot's place.
    (quotient,) = ring.solve([[t]], [doubtful])
    unknowns = ring.solve([[t, doubtful], [one, t]], [t, t])
    answers = [quotient, *(u - w for u, w in zip(unknowns, exact(ring), strict=True))]
    for answer in answers:
        decision = ring.is_zero(answer)
        assert decision.zero and not decision.certain
    first, second = ring.solve([[doubtful, one], [one, t]], [one, t])
    for answer in (first, second - one):
        decision = ring.is_zero(answer)
        assert decision.zero and not decision.certain


def exact(ring: Any) -> list[Any]:
    """The solution of t*u = t, u + t*w = t."""
    return read(ring, "1", "1 - 1/t")


@pytest.mark.usefixtures("nothing_expands")
def test_unexpanded_values_at_fifty_digits() -> None:
    ring, matrix, right = build(LARGE, ["1", "x", "0"])
    solution = ring.solve(matrix, right)
    trees = [ring.expression(u) for u in solution]
    for point in points(11, 3):
        numbers = [value(tree, point) for tree in trees]
        for row, b in zip(matrix, right, strict=True):
            total = sum(
                value(ring.expression(e), point) * n for e, n in zip(row, numbers, strict=True)
            )
            assert abs(total - value(ring.expression(b), point)) < 1e-10


def test_a_redundant_equation_that_is_only_probed_stays_a_condition() -> None:
    M, N = Manifold("M", "x y z"), Manifold("N", "x y z")
    u, v = M.function("1/(x + y + z + 1)**300"), M.function("1/(x - y + 2*z)**300")
    product = (u + v) * M.function("(x + y + z + 1)**2")
    other = M.function("1/(x + y + z + 1)**298") + v * M.function("(x + y + z + 1)**2")
    one, doubt = M.function(1), "equation number 2 follows from the others (probably: error <= 2**-"
    (found,) = linear_algebra.solve([[one], [one]], [product, other])
    moved = Map(N, M, {"x": "2*x", "y": "y", "z": "z"}).pull(found)
    for function in (found, moved, 2 * found, d(found)):
        assert doubt in " ".join(map(str, function.conditions))
    assert doubt in " ".join(map(str, check(found == product).conditions))
    # What is decided exactly leaves no doubt, and what contradicts is found.
    (certain,) = linear_algebra.solve([[one], [one * M["x"]]], [product, product * M["x"]])
    assert "follows" not in " ".join(map(str, certain.conditions))
    with pytest.raises(InconsistentSystem, match="no solution"):
        linear_algebra.solve([[one], [one]], [product, other + v])


@given(systems(extra=1), st.lists(st.sampled_from(POLYNOMIAL), min_size=6, max_size=6))
def test_several_right_sides_of_one_matrix(system, extra):
    rows, right = system
    ring, matrix, b = build(rows, right)
    other = read(ring, *extra)[: len(rows)]
    width, size = len(matrix[0]), len(matrix)
    # Right sides that the first columns give are consistent, whatever the matrix.
    consistent = [matrix[k][0] * b[0] for k in range(size)]
    try:
        solver = ring.solver(matrix)
        first = solver(consistent)
    except SingularSystem:
        assert ring.rank(matrix) < width
        return
    assert all(ring.is_zero(e).zero for e in residuals(matrix, consistent, first))
    for given_ in (b, other, consistent):
        if len(given_) < size:
            continue
        try:
            expected = ring.solve(matrix, given_)
        except InconsistentSystem:
            with pytest.raises(InconsistentSystem):
                solver(given_)
        else:
            assert all(
                ring.is_zero(x - y).zero for x, y in zip(solver(given_), expected, strict=True)
            )


def test_prepared_equations_do_not_outlive_a_transaction():
    ring = ring_of()
    x, y = read(ring, "x", "y")
    solver = ring.solver([[x, y], [y, -x]])
    before = len(ring.domain.records)
    with pytest.raises(SingularSystem), transaction(ring):
        solver([x, ring.zero])
        assert len(ring.domain.records) > before
        raise SingularSystem("to undo it")
    assert len(ring.domain.records) == before
    u, v = solver([x, ring.zero])
    assert u.mask and [str(c) for c in ring.conditions(u)] == ["x**2 + y**2 != 0"]
    assert ring.is_zero(x * u + y * v - x).zero and not ring.is_zero(x * u - y * v - x).zero


@given(st.permutations(range(5)), st.integers(0, 4))
def test_determinants_of_sparse_matrices_in_any_order_of_the_rows(order, corner):
    """By hand: a chain x on the diagonal, 1 above it, and y in the last row and one column."""
    ring = ring_of()
    x, y = read(ring, "x", "y")
    rows = [[ring.zero] * 5 for _ in range(5)]
    for k in range(5):
        rows[k][k] = x
        if k < 4:
            rows[k][k + 1] = ring.one
    rows[4][corner] = rows[4][corner] + y
    wanted = x**5 + y * x**corner * (-1) ** (4 - corner)
    sign = (-1) ** sum(a > b for k, a in enumerate(order) for b in order[k + 1 :])
    found = ring.determinant([rows[k] for k in order])
    assert ring.is_zero(found - sign * wanted).zero
    assert not ring.is_zero(found + sign * wanted).zero


def test_the_terms_of_all_minors_together_are_bounded(monkeypatch):
    """Dense 6x6 with entries of one term: no minor has more than 6! = 720, all of one size more."""
    names = [f"a{i}{j}" for i in range(6) for j in range(6)]
    M = Manifold("M", names)
    rows = [[M[f"a{i}{j}"] for j in range(6)] for i in range(6)]
    exact = linear_algebra.determinant(rows)
    assert len(exact.element().polynomial) == 720
    monkeypatch.setattr(linear, "EXPAND_TERMS", 730)  # the minors of four rows: 15 * 24 = 360 terms
    assert len(linear_algebra.determinant(rows).element().polynomial) == 720
    monkeypatch.setattr(linear, "EXPAND_TERMS", 719)
    assert isinstance(linear_algebra.determinant(rows).element(), Node)
    assert check(linear_algebra.determinant(rows) == exact)
    assert not check(linear_algebra.determinant(rows) == exact + 1)


def test_a_matrix_is_looked_through_once_for_all_unknowns(monkeypatch):
    ring = ring_of()
    x, y, t = read(ring, "x", "y", "t")
    unknowns = ring.solve([[x, y, t], [y, t, x], [t, x, y + 1]], [x, y, t])
    seen = []
    monkeypatch.setattr(node, "children", lambda n, old=node.children: seen.append(n) or old(n))
    assert node.programme_order(unknowns) == unknowns
    assert len(seen) == 1
    assert node.programme_order(unknowns, known=unknowns[:2]) == unknowns[2:]


# --- Schur complements -----------------------------------------------------------------


def solutions(ring: Any) -> list[list[Any]]:
    """The solutions of A x = b for two right sides."""
    entries = read(ring, "x", "sin(t)", "y", "cos(t)", "x*y", "1/(1 + x**2)", "m", "a", "x + t")
    rows = [entries[:3], entries[3:6], entries[6:]]
    right = [read(ring, "1", "y", "t"), read(ring, "x", "0", "cos(t)")]
    return [ring.solve(rows, b) for b in right]


@pytest.mark.parametrize("transposed", [False, True])
def test_a_determinant_of_solutions_needs_no_solution(transposed, monkeypatch):
    ring = ring_of(signs={"m": 1})
    first, second = solutions(ring)
    y, sine = read(ring, "y", "sin(t)")
    rows = [[v[0] + y * v[1], sine * v[2] + k] for k, v in enumerate((first, second))]
    given = [list(column) for column in zip(*rows, strict=True)] if transposed else rows
    with monkeypatch.context() as patch:
        patch.setattr(linear, "expand_system", lambda system: pytest.fail("expanded"))
        found = ring.determinant(given)
    (a, b), (c, d) = [[e.expand() for e in row] for row in rows]
    assert ring.is_zero(found - (a * d - b * c)).zero
    assert not ring.is_zero(found - (a * d + b * c)).zero
    # The coefficients of the two solutions differ: there is no common border.
    rows[1][0] = rows[1][0] + second[0]
    assert schur_complements.bordered(ring, rows) is None


def test_a_zero_is_seen_by_a_border_and_a_near_one_is_not(monkeypatch):
    monkeypatch.setattr(zero, "proves_zero", lambda *_, **__: pytest.fail("certificates"))
    monkeypatch.setattr(zero, "is_an_equation", lambda ring, node: False)
    ring = ring_of(signs={"m": 1})
    first, _ = solutions(ring)
    x, t, y, sine = read(ring, "x", "t", "y", "sin(t)")
    residual = x * first[0] + sine * first[1] + y * first[2] - 1
    for function in (residual, residual * t):
        decision = ring.is_zero(function)
        assert decision.zero and decision.certain and "border" in decision.how
    for near in (residual + read(ring, "1/10**30")[0], residual + sine * first[1]):
        decision = ring.is_zero(near)
        assert not decision.zero and decision.certain


def test_equal_determinants_keep_conditions_of_their_own():
    """The second is computed from what the first has left; the entries are the same functions."""
    ring = ring_of()
    x, y, t, one = read(ring, "x", "y", "t", "1")
    asked = x / x  # under x != 0, which is removable
    assert asked.mask
    first = ring.determinant([[t * asked, y], [one, t]])
    second = ring.determinant([[t, y], [one, t]])
    assert first.mask == asked.mask and not second.mask
    assert ring.is_zero(first - second).zero and not ring.is_zero(first + second).zero


@pytest.mark.parametrize(
    "factors", [("m", "m", "m"), ("x", "sin(y)", "1 + t**2"), ("1", "-2", "3")]
)
@pytest.mark.parametrize("both", [False, True])
def test_a_matrix_that_numbers_make_diagonal_is_inverted(factors, both):
    """L D M with numbers L, M: nothing is left to be expanded."""
    M = sympy.Matrix(
        [[1, 2, -1], [0, 1, 3], [0, 0, 1]] if both else [[2, 1, -1], [1, 3, 1], [0, 1, 5]]
    )
    L = M.T if both else sympy.eye(3)
    rows = [
        [" + ".join(f"{L[i, k] * M[k, j]}*({e})" for k, e in enumerate(factors)) for j in range(3)]
        for i in range(3)
    ]
    ring, matrix, right = build(rows, ["1", "x*f(t)", "cos(y)"])
    solution = ring.solve(matrix, right)
    assert not any(isinstance(u, Node) for u in solution)
    assert all(ring.is_zero(r).certain for r in residuals(matrix, right, solution))
    assert all(ring.is_zero(r).zero for r in residuals(matrix, right, solution))
    # The determinant is a number times the product of the factors.
    asked = {str(c) for u in solution for c in ring.conditions(u)}
    assert asked == {f"{e} != 0" for e in factors if e in ("x", "sin(y)")}
    # Other functions in one row, and one equation less.
    others = [e + f for e, f in zip(matrix[0], read(ring, "y*t", "cos(x)", "x*t"), strict=True)]
    assert isinstance(ring.solve([others, *matrix[1:]], right)[0], Node)
    with pytest.raises(SingularSystem):
        ring.solve([matrix[0], [2 * e for e in matrix[0]], matrix[2]], right)


def test_an_equation_is_seen_as_it_stands(monkeypatch):
    """Multiples of one equation, on systems that nothing else proves; near ones are not."""
    monkeypatch.setattr(zero, "vanishes_by_borders", lambda ring, node: False)
    monkeypatch.setattr(zero, "proves_zero", lambda ring, node, simple=False: False)
    for name in ("EXPAND_TERMS", "NESTED_TERMS"):
        monkeypatch.setattr(linear, name, 0)
    ring, matrix, right = build(LARGE, ["1", "x", "0"])
    solution = ring.solve(matrix, right)
    for k, residual in enumerate(residuals(matrix, right, solution)):
        assert schur_complements.is_an_equation(ring, residual)
        assert schur_complements.is_an_equation(ring, residual * -3)
        decision = ring.is_zero(residual * 5)
        assert decision.zero and decision.certain
        near = residual + read(ring, "1/10**30")[0], residual + solution[k] * read(ring, "y")[0]
        for wrong in (*near, residual + residuals(matrix, right, solution)[k - 1]):
            assert not schur_complements.is_an_equation(ring, wrong)
