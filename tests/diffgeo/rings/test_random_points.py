"""Points of probes: they depend on what is asked and on a seed, and the bound is a bound."""

from __future__ import annotations

from itertools import islice
from math import log2, prod

import pytest
from flint import fmpz

from diffgeo import Manifold, Status, Symplectic, check, d, germs
from diffgeo.calculus import linear_algebra as linear
from diffgeo.errors import AxiomViolation, SingularSystem
from diffgeo.rings.exact import modular, zero
from diffgeo.rings.exact.digests import digest
from diffgeo.rings.exact.modular import ModularPoint
from diffgeo.rings.exact.size import measure
from diffgeo.rings.protocol import Decision, doubt

from .strategies import read, ring_of


def known_primes(M: Manifold, number: int = 20) -> int:
    """A number that vanishes modulo the primes of the points that everybody knows."""
    points = [M.chart.ring.modular_point(k) for k in range(number)]
    return prod(point.prime for point in points if point.extend())


def sides(M: Manifold):
    """Two equal functions that are too large to be compared exactly, and a part of them."""
    u, v = M.function("1/(x + y + z + 1)**600"), M.function("1/(x - y + 2*z)**600")
    product = (u + v) * M.function("(x + y + z + 1)**2")
    other = M.function("1/(x + y + z + 1)**598") + v * M.function("(x + y + z + 1)**2")
    return product, other, v


def test_a_function_that_vanishes_at_known_points_is_not_probed_zero() -> None:
    M = Manifold("M", "x y z")
    product, other, v = sides(M)
    vanishing = known_primes(M) * v
    for seed in (0, 7):
        verdict = check(product == other + vanishing, counterexample=False, seed=seed)
        assert verdict.status is Status.REFUTED
        assert check(product == other, seed=seed).status is Status.PROBED


def test_the_seed_is_that_of_the_points() -> None:
    M = Manifold("M", "x y z")
    product, other, _ = sides(M)
    verdict = check(product == other, seed=5)
    assert verdict.seed == 5 and "seed 5" in str(verdict)
    element = (product - other).element()
    ring = M.chart.ring

    def primes(seed: int) -> list[int]:
        points = islice(ring.points_for([element], seed), 3)
        return [point.prime for point in points if point.extend()]

    assert primes(5) == primes(5)
    assert len({*primes(5), *primes(6), *(ring.modular_point(k).prime for k in range(3))}) == 9


def test_a_digest_is_that_of_the_definitions() -> None:
    def of(text: str, **declared) -> str:
        ring = ring_of(coordinates=("x", "y"), **declared)
        return digest(ring, read(ring, text))

    texts = ("sin(x)", "sin(y)", "cos(x)", "sqrt(x**2 + 1)", "sqrt(x**2 + 2)", "x", "2*x", "x*y")
    assert len({of(text) for text in texts}) == len(texts)
    assert of("sqrt(x**2 + 1)") == of("sqrt(x**2 + 1)")
    # Unexpanded functions: the same system with another right side, another unknown of it.
    ring = ring_of(coordinates=("x", "y"))
    matrix = [read(ring, "x + 1", "y"), read(ring, "x*y", "y - 3")]
    solutions = [ring.solve(matrix, read(ring, "1", text)) for text in ("x", "y", "y**2")]
    found = {digest(ring, [unknown]) for each in solutions for unknown in each}
    assert len(found) == 6
    determinants = [ring.determinant([[solutions[0][0], e], *matrix[1:]]) for e in matrix[0]]
    assert len({digest(ring, [each]) for each in determinants}) == 2


def test_numbers_made_of_known_primes_are_not_zero() -> None:
    M = Manifold("M", "q p")
    q, p = M.coordinates
    number = known_primes(M)
    assert linear.rank([[M.function(number)]]) == 1
    assert str(linear.solve([[M.function(number)]], [M.function(number)])[0]) == "1"
    assert linear.kernel([[M.function(number)]]) == []
    assert Symplectic(number * d(q) * d(p)).omega is not None
    with pytest.raises(AxiomViolation, match=r"its rank is 0, and M has dimension 2"):
        Symplectic((number - number) * d(q) * d(p))


def test_a_refusal_says_whether_its_zero_is_certain() -> None:
    M = Manifold("M", "x y z")
    x, y, _ = M.coordinates
    with pytest.raises(SingularSystem, match="rank 1 at the generic point; remove"):
        linear.solve([[x, y], [2 * x, 2 * y]], [1, 1])
    product, other, _ = sides(M)
    with pytest.raises(SingularSystem, match=r"rank 0 at the generic point \(probably: error <= 2"):
        linear.solve([[product - other]], [1])
    assert doubt(Decision(True, True)) == ""
    N = Manifold("N", "x y", ring=germs(2))
    rows = [[N.coordinates[0], N.coordinates[1]]] * 2
    assert linear.rank(rows) == 1 and linear.doubt(rows) == " (probably: at random points)"


def test_seeds_of_germs() -> None:
    rings = [Manifold("M", "x", ring=germs(2)).chart.ring for _ in range(2)]
    assert rings[0].seed != rings[1].seed
    again = Manifold("M", "x", ring=germs(2, seed=rings[0].seed))
    assert (again.chart.ring.field.primes == rings[0].field.primes).all()
    f = again.scalar(again.chart.ring.random())
    verdict = check(d(f * f) == 2 * f * d(f))
    assert verdict.status is Status.PROBED and verdict.seed == rings[0].seed


def small_primes(monkeypatch: pytest.MonkeyPatch, bits: int) -> list[int]:
    """The primes of points, which have few bits only; the bound is told so."""
    primes = [p for p in range(2 ** (bits - 1), 2**bits) if p % 4 == 3 and fmpz(p).is_prime()]
    for module in (modular, zero):
        monkeypatch.setattr(module, "PRIME_BITS", bits)
        monkeypatch.setattr(module, "LOG2_PRIMES", log2(len(primes)))
    return primes


def zeros(ring, element, number: int) -> float:
    """How often an element vanishes at random points."""
    points = (ModularPoint(ring, f"rate {k}") for k in range(number))
    return sum(not point.evaluate(element.polynomial) for point in points) / number


@pytest.mark.parametrize("radicands", [(2,), (2, 3), (2, 3, 5)])
def test_the_bound_where_constants_contain_square_roots(
    radicands: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    # The worst case: a number divisible by all primes modulo which the radicands are squares.
    # These are one of 2**k primes only, but the only ones at which there are points.
    primes = small_primes(monkeypatch, 10)
    split = [p for p in primes if all(pow(q, (p - 1) // 2, p) == 1 for q in radicands)]
    ring = ring_of(coordinates=("x",))
    read(ring, *(f"sqrt({q})" for q in radicands))
    element = ring.rational(prod(split[: len(split) // 4])) * ring.generator("x")
    rate, size = zeros(ring, element, 400), measure(ring, element)
    assert rate > 0.15
    assert log2(rate) <= zero.bound_of_one_point(size)
    without = log2(size.height / 9 / len(primes))
    assert log2(rate) > without


@pytest.mark.parametrize(
    "text",
    [
        "x**3 - 2*x + 5",
        "sqrt(x) - 3",
        "sqrt(x) + sqrt(x + 1) - 7",
        "sqrt(x) + sqrt(x + 1)*sqrt(x + 2) - 7",
        "sqrt(x + sqrt(y)) - 2*y",
        "(x**2 + 1)**(1/3) - 5",
        "sqrt(2)*x - y**2*sqrt(3)",
        "sin(x) - y/(x + 3)",
    ],
)
def test_the_bound_of_one_point(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    small_primes(monkeypatch, 9)
    ring = ring_of(coordinates=("x", "y"), signs={"x": 1, "y": 1})
    (element,) = read(ring, text)
    rate = zeros(ring, element, 1500)
    # Three standard deviations of the number of zeros.
    slack = 3 * (rate / 1500) ** 0.5
    assert rate - slack <= 2 ** zero.bound_of_one_point(measure(ring, element))
