"""Straight-line code: the same values from every machine, against exact rational arithmetic."""

from __future__ import annotations

import ctypes
import random
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from importlib.util import find_spec

import numpy as np
import pytest
from depth import some

from diffgeo import Manifold
from diffgeo.calculus import straight_line
from diffgeo.errors import ExpressionError, OutsideDomain
from diffgeo.interop.codegen import Program, Step
from diffgeo.interop.compiled_c import c_machine
from diffgeo.interop.lowering import assignments
from diffgeo.interop.machines import array_machine, scalar_machine
from diffgeo.interop.other_machines import heyoka_machine, jax_machine
from diffgeo.interop.parsing import Names, parse
from diffgeo.rings.expression import Expression

N = Names(["x", "y", "z", "a", "b"])
LEAVES = [
    "x", "y - 1/3", "a*x**2 + b*x*y - 7", "1/(x**2 + a)", "z*y**3 - x", "(x + y)*(y - z)*a/b",
    "2*x*y + 2*x*z", "x**(-2) - y/x", "a", "3/7",
]  # fmt: skip


def trees(*texts: str) -> tuple[Expression, ...]:
    return tuple(parse(text, N) for text in texts)


def random_program(rng: random.Random) -> Program:
    """Sums, products, powers and linear systems of one to eight unknowns."""
    count, steps = len(LEAVES), []
    for _ in range(rng.randint(3, 7)):
        size = rng.choice((1, 2, 3, 4, 8))
        pick = lambda k: tuple(rng.randrange(count) for _ in range(k))  # noqa: B023, E731
        kind = rng.choice(("sum", "product", "power", "solve", "solve", "determinant"))
        if kind in ("sum", "product"):
            step = Step(kind, pick(3))
        elif kind == "power":
            step = Step("power", pick(1), rng.choice((-1, 2, 3)))
        else:
            matrix = tuple(pick(size) for _ in range(size))
            step = Step(kind, matrix=matrix, right=pick(size) if kind == "solve" else ())
        steps.append(step)
        count += step.width
    return Program(trees(*LEAVES), tuple(steps), tuple(range(count)))


def leaves(x: Fraction, y: Fraction, z: Fraction, a: Fraction, b: Fraction) -> list[Fraction]:
    return [
        x, y - Fraction(1, 3), a * x**2 + b * x * y - 7, 1 / (x**2 + a), z * y**3 - x,
        (x + y) * (y - z) * a / b, 2 * x * y + 2 * x * z, 1 / x**2 - y / x, a, Fraction(3, 7),
    ]  # fmt: skip


def exactly(program: Program, values: dict[str, Fraction]) -> list[Fraction]:
    """The slots by rational arithmetic, as the instructions say it; no code is shared."""
    slots = leaves(**values)
    for step in program.steps:
        read = [slots[k] for k in step.slots]
        if step.kind == "sum":
            slots.append(sum(read, Fraction(0)))
        elif step.kind == "product":
            slots.append(read[0] * read[1] * read[2])
        elif step.kind == "power":
            slots.append(read[0] ** step.exponent)
        else:
            rows = [[slots[k] for k in row] for row in step.matrix]
            found = eliminated(rows, [slots[k] for k in step.right])
            slots += [found[0]] if step.kind == "determinant" else found[1]
    return slots


def eliminated(rows: list[list[Fraction]], right: list[Fraction]) -> tuple[Fraction, list]:
    """The determinant and the solution by Gauss and Jordan, in rational numbers."""
    n, determinant = len(rows), Fraction(1)
    rows = [[*row, *right[k : k + 1]] for k, row in enumerate(rows)]
    for k in range(n):
        pivot = next((i for i in range(k, n) if rows[i][k]), None)
        if pivot is None:
            if right:
                raise ZeroDivisionError
            return Fraction(0), []
        if pivot != k:
            rows[k], rows[pivot] = rows[pivot], rows[k]
            determinant = -determinant
        determinant *= rows[k][k]
        rows[k] = [e / rows[k][k] for e in rows[k]]
        for i in range(n):
            if i != k and rows[i][k]:
                rows[i] = [a - rows[i][k] * b for a, b in zip(rows[i], rows[k], strict=True)]
    return determinant, [row[-1] for row in rows]


def test_all_machines_agree_with_rational_arithmetic(tmp_path) -> None:
    """At points where a change of the last bits of the input moves a value by little."""
    rng, compared = random.Random(5), 0
    number = some(25)
    for _ in range(number):
        program = random_program(rng)
        code = assignments(program, "xyz", "ab")
        values = {n: Fraction(rng.randint(-40, 40), 16) + Fraction(1, 32) for n in "xyz"}
        values |= {n: Fraction(rng.randint(8, 40), 16) for n in "ab"}
        try:
            truth = exactly(program, values)
            moved = exactly(program, {n: v * (1 + Fraction(1, 2**50)) for n, v in values.items()})
        except ZeroDivisionError:
            continue
        sensitivity = [abs(m - t) * 2**50 for m, t in zip(moved, truth, strict=True)]
        v, p = ([float(values[n]) for n in names] for names in ("xyz", "ab"))
        points = np.repeat(np.array(v)[:, None], 3, axis=1)
        try:
            found = {"python": scalar_machine(code)(*p)(*v)}
        except OutsideDomain:
            continue
        found["numpy"] = array_machine(code)(points, np.array(p))[:, 2]
        c = c_machine(code, tmp_path)
        found["c"] = c(points, np.array(p))[:, 1]
        found["c, one"] = c.bound(p)(v[0], np.array(v[1:]))
        for name, slots in found.items():
            for value, true, change in zip(slots, truth, sensitivity, strict=True):
                allowed = 1e-11 * (abs(float(true)) + float(change))
                assert abs(value - float(true)) <= allowed, name
                compared += 1
        # The comparison sees a wrong value.
        wrong = found["python"][0] * (1 + 1e-9)
        assert abs(wrong - float(truth[0])) > 1e-11 * (abs(float(truth[0])) + float(sensitivity[0]))
    assert compared > 20 * number


def test_blocks_of_states_are_the_states(tmp_path) -> None:
    """Members beyond the first block, with parameters of their own; undefined ones among them."""
    code = assignments(Program(trees("a*x/y + sin(b*z)", "x**2 - a"), (), (0, 1)), "xyz", "ab")
    rng, count = np.random.default_rng(7), 20_001
    x, y, z = rng.uniform(0.5, 2, (3, 1, count))
    a, b = rng.uniform(0.5, 2, (2, 2, count))
    y[0, 15_000] = 0
    with np.errstate(divide="ignore"):
        expected = np.array([a * x / y + np.sin(b * z), x**2 - a])
    late = array_machine(code)([x, y, z], np.array([a, b]))
    assert np.isnan(late[0, :, 15_000]).all() and np.isnan(late).sum() == 2
    for k in (0, 8_191, 8_192, 20_000):
        assert late[:, :, k] == pytest.approx(expected[:, :, k], rel=1e-13)
    # In C a first variable stands apart; rows that are not contiguous, and one for all members.
    c, both = c_machine(code, tmp_path), np.stack([y[0], z[0]], axis=1).T
    apart = c(both, np.array([a[0], b[0]]), x[0])
    assert np.array_equal(np.isnan(apart), np.isnan(late[:, 0]))
    known = ~np.isnan(apart)
    assert apart[known] == pytest.approx(expected[:, 0][known], rel=1e-13)
    fixed = c(both, np.array([1.5, 0.5]), 2.0)
    assert fixed[1] == pytest.approx(np.full(count, 2.5), rel=1e-15)
    assert fixed[0, 7] == pytest.approx(3 / y[0, 7] + np.sin(z[0, 7] / 2), rel=1e-13)
    with pytest.raises(ValueError, match="3 rows are given for a, b"):
        c(both, np.zeros(3), 2.0)


def test_few_states_are_those_of_one_and_of_many(tmp_path) -> None:
    """The same bits, however many states come together, and in whatever way."""
    code = assignments(random_program(random.Random(3)), "xyz", "ab")
    c, p = c_machine(code, tmp_path), np.array([1.25, 0.75])
    one = c.bound(p)
    points = np.random.default_rng(5).uniform(0.5, 2, (3, 300))
    points[0] = 0.7
    alone = np.array([one(0.7, points[1:, k]) for k in range(300)]).T
    for count in (1, 2, 256, 257, 300):
        given, own = points[:, :count], np.repeat(p[:, None], count, axis=1)
        own[0, 0] = 2.0  # for one state
        for found in (c(given, p), c(given[1:], p, 0.7), c(given[1:].copy(), p, given[0])):
            assert np.array_equal(found, np.where(np.isfinite(found), alone[:, :count], found))
            assert np.isfinite(found).any()
        changed = c(given, own)
        assert np.array_equal(changed[:, 1:], c(given, p)[:, 1:], equal_nan=True)
        assert not np.array_equal(changed[:, 0], alone[:, 0])
    kept = c(points[:, :4], p)
    before = kept.copy()
    c(points[:, 4:8], p)
    assert np.array_equal(kept, before, equal_nan=True)  # what was given back stays
    assert c(points[:, :0], p).shape == (len(code.outputs), 0)
    for wrong in (points[:2, :4], points[:, :1][:0]):
        with pytest.raises(ValueError, match="rows are given for x, y, z"):
            c(wrong, p)


def test_threads_do_not_share_what_they_compute_with(tmp_path) -> None:
    """While the library computes, other threads run and give their own states."""
    code = assignments(Program(trees(*LEAVES), (), tuple(range(len(LEAVES)))), "xyz", "ab")
    c, p = c_machine(code, tmp_path), np.array([1.25, 0.75])
    one = c.bound(p)
    states = np.random.default_rng(5).uniform(0.5, 2, (4, 3, 5))

    def both(k: int) -> np.ndarray:
        return np.column_stack([c(states[k], p), one(states[k, 0, 0], states[k, 1:, 0])])

    alone = [both(k) for k in range(4)]

    def agree(k: int) -> bool:
        return all(np.array_equal(both(k), alone[k]) for _ in range(1000))

    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(4) as pool:
            assert all(pool.map(agree, range(4)))
    finally:
        sys.setswitchinterval(before)


def test_a_common_coefficient_is_multiplied_once() -> None:
    program = Program(trees("a*b*x*y - a*b*z", "a*x*y - a*z + b"), (), (0, 1))
    code = assignments(program, "xyz", "ab")
    # x y - z once, then once each by a b and a; with a in each term they are five products.
    assert code.operations == {"multiply": 3, "negate": 1, "subtract": 2}
    assert scalar_machine(code)(2.0, 3.0)(5.0, 7.0, 11.0) == [144.0, 51.0]


VANISHING = Program(
    trees("sin(x)**2 + cos(x)**2 - 1", "y", "z", "1", "a"),
    (Step("solve", matrix=((0, 1, 2), (1, 0, 3), (2, 3, 4)), right=(1, 2, 3)),),
    (5, 6, 7),
)


def test_a_pivot_that_vanishes_by_a_relation_is_not_taken(tmp_path) -> None:
    """In floats it is 0 or 1e-16: elimination in the order of the rows has no digit left."""
    code = assignments(VANISHING, "xyz", "a")
    x, y, z, a = 0.7, 1.3, -0.4, 2.0
    matrix = np.array([[0, y, z], [y, 0, 1], [z, 1, a]])
    truth = np.linalg.solve(matrix, [y, z, 1])
    assert scalar_machine(code)(a)(x, y, z) == pytest.approx(truth, rel=1e-13)
    at = np.array([x, y, z])
    assert array_machine(code)(at[:, None], np.array([a]))[:, 0] == pytest.approx(truth, rel=1e-13)
    assert c_machine(code, tmp_path)(at, np.array([a])) == pytest.approx(truth, rel=1e-13)


def test_where_a_system_is_singular() -> None:
    for size in (2, 3, 7):
        identity = [[1 + (i == j) for j in range(size)] for i in range(size)]
        identity[0] = identity[1]  # two rows are equal
        matrix = tuple(tuple(row) for row in identity)
        steps = (
            Step("solve", matrix=matrix, right=(0, *[1] * (size - 1))),
            Step("determinant", matrix=matrix),
        )
        program = Program(trees("x", "1", "y"), steps, tuple(range(3, 4 + size)))
        code = assignments(program, "xy")
        with pytest.raises(OutsideDomain, match=f"{size}x{size} linear system vanishes"):
            scalar_machine(code)()(1.0, 1.7)
        found = array_machine(code)(np.array([[1.0], [1.7]]), np.zeros(0))[:, 0]
        assert np.isnan(found[:size]).all() and abs(found[size]) < 1e-12


def test_operations_are_counted_and_shared() -> None:
    M = Manifold("M", "x y", parameters="a b")
    code = straight_line(
        [M.function("a*b*(x + y)**2"), M.function("(x + y)/(a + b)")], "x y", "a b"
    )
    # a*b and 1/(a + b) are computed once for given parameters; x + y is shared.
    assert code.operations == {"add": 1, "multiply": 3}
    assert code.at({"a": 2, "b": 3})([1, 4]) == [150.0, 1.0]
    other = straight_line([M.function("sin(x)*cos(x)"), M.function("sin(x)")], "x y", "a b")
    assert other.operations == {"cos": 1, "multiply": 1, "sin": 1}


def test_small_solutions_are_written_out_where_that_is_less_work() -> None:
    M = Manifold("M", "x y", parameters="a")
    f = M.function("(x*y + a)/(x**2 + y**2)")
    assert "divide" in straight_line([f], "x y", "a").operations


def test_arrays_are_broadcast_and_undefined_values_are_no_numbers(tmp_path) -> None:
    code = assignments(Program(trees("sqrt(x) + a", "1/y", "5"), (), (0, 1, 2)), "xy", "a")
    points = np.array([[[4.0, -1.0]], [[2.0, 0.0]]])  # (2, 1, 2)
    constants = np.array([[[1.0], [10.0]]])  # (1, 2, 1)
    for machine in (array_machine(code), c_machine(code, tmp_path)):
        found = machine(points, constants)
        assert found.shape == (3, 2, 2)
        assert found[0, :, 0].tolist() == [3.0, 12.0] and np.isnan(found[0, :, 1]).all()
        assert found[1, 0, 0] == 0.5 and np.isnan(found[1, 0, 1]) and (found[2] == 5).all()


def test_the_c_file_stands_alone(tmp_path) -> None:
    M = Manifold("M", "x y", parameters="a")
    code = straight_line([M.function("a*sin(x)/y")], "x y", "a")
    source = tmp_path / "mine.c"
    source.write_text(code.c_source("mine"))
    subprocess.run(["cc", "-shared", "-fPIC", "-Wall", "-Werror", str(source), "-o",
                    str(tmp_path / "mine.so"), "-lm"], check=True)  # fmt: skip
    run = ctypes.CDLL(str(tmp_path / "mine.so")).mine
    v, p, out = (ctypes.c_double * 2)(0.5, 2.0), (ctypes.c_double * 1)(3.0), (ctypes.c_double * 1)()
    run(v, p, out)
    assert out[0] == pytest.approx(code.at({"a": 3})([0.5, 2])[0], rel=1e-15)
    for name in ("double", "a-b", "1x", "x\nint y", "", "main"):
        with pytest.raises(ExpressionError, match="no name for a function in C"):
            code.c_source(name)


def test_the_compiler_is_named_where_it_is_missing(tmp_path, monkeypatch) -> None:
    code = assignments(Program(trees("x"), (), (0,)), "x")
    monkeypatch.setenv("CC", "/no/such/compiler")
    with pytest.raises(ExpressionError, match="could not be kept in"):
        c_machine(code, tmp_path)
    monkeypatch.delenv("CC")
    monkeypatch.setenv("PATH", "")
    with pytest.raises(ExpressionError, match="no C compiler was found"):
        c_machine(code, tmp_path)


def test_a_library_is_compiled_once_and_a_damaged_one_again(tmp_path, monkeypatch) -> None:
    code = assignments(Program(trees("x + y"), (), (0,)), "xy")
    c_machine(code, tmp_path)
    (library,) = tmp_path.glob("*.so")
    before = library.stat().st_mtime_ns
    assert c_machine(code, tmp_path)(np.array([1.0, 2.0]), np.zeros(0)).tolist() == [3.0]
    assert library.stat().st_mtime_ns == before
    damaged = tmp_path / "other"
    damaged.mkdir()
    (damaged / library.name).write_bytes(b"no library")
    assert c_machine(code, damaged)(np.array([1.0, 2.0]), np.zeros(0)).tolist() == [3.0]


@pytest.mark.parametrize("module", ["jax", "heyoka"])
def test_machines_of_other_libraries(module: str) -> None:
    """Where they are installed they agree; else the refusal says what to install."""
    code = assignments(VANISHING, "xyz", "a")
    v, a = [0.7, 1.3, -0.4], 2.0
    if find_spec(module) is None:
        with pytest.raises(ExpressionError, match=rf"diffgeo-mechanics\[{module}\]"):
            jax_machine(code) if module == "jax" else heyoka_machine(code, "xyz")
        return
    truth = scalar_machine(code)(a)(*v)
    if module == "jax":
        import jax

        jax.config.update("jax_enable_x64", True)
        found = jax_machine(code)(np.array(v), np.array([a]))
    else:
        import heyoka

        names = heyoka.make_vars("x", "y", "z")
        run = heyoka.cfunc(heyoka_machine(code, names), names)
        found = run(np.array(v), pars=np.array([a]))
    assert np.asarray(found).tolist() == pytest.approx(truth, rel=1e-12)
