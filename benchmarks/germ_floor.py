"""[K, [K, K]] at random points over a prime field, with numpy and nothing around it.

All components are in one array, derivatives along all coordinates too; the formulas of
`benchmarks.components` become sums over one index. This is the floor for germs.
"""

from __future__ import annotations

from typing import Any

from benchmarks.random_data import Polynomial

PRIME = 2147483629
POINTS = 4
#: Axes: value on dx^a, form indices, derivative indices, points.
Array = Any


def jets(tensor: list[list[Polynomial]], seed: int) -> tuple[Array, Array, Array]:
    """Values, first and second derivatives of a (1,1) tensor at random points."""
    import numpy

    n = len(tensor)
    points = numpy.random.default_rng(seed).integers(0, PRIME, size=(n, POINTS))
    K = numpy.zeros((n, n, POINTS), dtype=numpy.int64)
    D = numpy.zeros((n, n, n, POINTS), dtype=numpy.int64)
    E = numpy.zeros((n, n, n, n, POINTS), dtype=numpy.int64)

    def term(coefficient: int, exponents: list[int]) -> Array:
        value = numpy.full(POINTS, coefficient % PRIME, dtype=numpy.int64)
        for a, e in enumerate(exponents):
            for _ in range(e):
                value = value * points[a] % PRIME
        return value

    for a, row in enumerate(tensor):
        for b, p in enumerate(row):
            for exponents, c in p.items():
                K[a, b] += term(c, list(exponents))
                for i in range(n):
                    if not exponents[i]:
                        continue
                    once = list(exponents)
                    once[i] -= 1
                    D[a, b, i] += term(c * exponents[i], once)
                    for j in range(n):
                        if once[j]:
                            twice = list(once)
                            twice[j] -= 1
                            E[a, b, i, j] += term(c * exponents[i] * once[j], twice)
    return K % PRIME, D % PRIME, E % PRIME


def contract(A: Array, B: Array, a: str, b: str, to: str) -> Array:
    """The sum over the index m of products, mod p; the letters name the axes."""
    import numpy

    total: Any = 0
    at_a, at_b = a.index("m"), b.index("m")
    rest = f"{a}P,{b}P->{to}P".replace("m", "")
    for k in range(A.shape[at_a]):
        product = numpy.einsum(rest, A.take(k, at_a), B.take(k, at_b))
        total = total + product % PRIME
    return total % PRIME


def square(K: Array, D: Array) -> Array:
    """[K, K] with axes a, b, c: twice the torsion of Nijenhuis."""
    first = contract(K, D, "mb", "acm", "abc")  # K^m_b ∂_m K^a_c
    second = contract(K, D, "am", "mcb", "abc")  # K^a_m ∂_b K^m_c
    half = first - second
    return 2 * (half - half.swapaxes(1, 2)) % PRIME


def slopes(K: Array, D: Array, E: Array) -> Array:
    """The derivatives of [K, K], with axes a, b, c, e."""
    first = contract(D, D, "mbe", "acm", "abce") + contract(K, E, "mb", "acme", "abce")
    second = contract(D, D, "ame", "mcb", "abce") + contract(K, E, "am", "mcbe", "abce")
    half = first - second
    return 2 * (half - half.swapaxes(1, 2)) % PRIME


def cube(K: Array, D: Array, E: Array) -> Array:
    """[K, [K, K]] with axes a, b, c, d: zero."""
    N, S = square(K, D), slopes(K, D, E)

    def cyclic(T: Array) -> Array:
        return T + T.transpose(0, 2, 3, 1, 4) + T.transpose(0, 3, 1, 2, 4)

    # L_K N^a = i_K d N^a - d i_K N^a
    dN = cyclic(S.transpose(0, 3, 1, 2, 4)) % PRIME
    inserted = cyclic(contract(K, dN, "mb", "amcd", "abcd"))
    half = contract(D, N, "mbe", "amc", "aebc") + contract(K, S, "mb", "amce", "aebc")
    lie = inserted - cyclic(half - half.swapaxes(2, 3))
    # L_N K^a = i_N d K^a + d i_N K^a
    dK = (D.swapaxes(1, 2) - D) % PRIME
    other = cyclic(contract(N, dK, "mbc", "amd", "abcd"))
    other = other + cyclic(
        contract(D, N, "ame", "mbc", "aebc") + contract(K, S, "am", "mbce", "aebc")
    )
    return (lie - other) % PRIME
