"""Geometric algebra by galgebra: algebras of a symmetric matrix, products of blades.

Everything here is in terms of bit masks of basis vectors and of expression trees; the
geometry is in `diffgeo.metrics.clifford`. galgebra is imported when one of these functions is first
called.
"""

from __future__ import annotations

import builtins
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING

from diffgeo.errors import NotSupported
from diffgeo.interop.sympy_bridge import from_sympy, to_sympy

if TYPE_CHECKING:
    import sympy
    from galgebra.ga import Ga
    from galgebra.mv import Mv
    from sympy import Symbol

    from diffgeo.rings.expression import Expression

#: Which pairs (i <= j) of basis vectors have a product that is not zero.
Pattern = tuple[tuple[int, int], ...]
#: A polynomial in the products of basis vectors: coefficients by monomial, a tuple of pairs.
Polynomial = dict[tuple[tuple[int, int], ...], Fraction]


def make_algebra(names: Sequence[str], rows: Sequence[Sequence[Expression]]) -> Ga:
    """The galgebra algebra ``Ga`` with basis vectors e_x, … and products given by trees."""
    import sympy

    gram = sympy.Matrix([[to_sympy(entry) for entry in row] for row in rows])
    coordinates = tuple(sympy.Symbol(name) for name in names)
    return _algebra(gram, coordinates)


def gram_matrix(algebra: Ga) -> list[list[Expression]]:
    """The products of the basis vectors of an algebra, as trees."""
    n = algebra.n
    return [[from_sympy(algebra.g[i, j]) for j in range(n)] for i in range(n)]


def make_multivector(algebra: Ga, coefficients: Mapping[int, Expression]) -> Mv:
    """The multivector ``Σ f e_I`` of an algebra, with coefficients by bit mask."""
    terms = [to_sympy(tree) * _blade(algebra, mask) for mask, tree in coefficients.items()]
    return sum(terms, algebra.mv(0))


def blade_coefficients(multivector: object) -> dict[int, Expression]:
    """The coefficients of a multivector on products of basis vectors, by bit mask."""
    return {mask: from_sympy(value) for mask, value in _coefficients(multivector).items()}


@lru_cache(maxsize=1 << 12)
def blade_product(dimension: int, pattern: Pattern, left: int, right: int) -> dict[int, Polynomial]:
    """The geometric product of two blades, by bit mask; polynomials in the ``g_ij`` kept free.

    The result belongs to every symmetric matrix whose entries outside the pattern are zero.
    """
    algebra, symbols = _free_algebra(dimension, pattern)
    product = _blade(algebra, left) * _blade(algebra, right)
    return {mask: _polynomial(value, symbols) for mask, value in _coefficients(product).items()}


@lru_cache(maxsize=64)
def _free_algebra(dimension: int, pattern: Pattern) -> tuple[Ga, dict[Symbol, tuple[int, int]]]:
    """An algebra whose products of basis vectors are symbols of their own."""
    import sympy

    symbols = {pair: sympy.Symbol(f"g_{pair[0]}_{pair[1]}") for pair in pattern}
    gram = sympy.Matrix(
        dimension, dimension, lambda i, j: symbols.get((min(i, j), max(i, j)), sympy.S.Zero)
    )
    algebra = _algebra(gram, tuple(sympy.Symbol(f"x{k}") for k in range(dimension)))
    return algebra, {symbol: pair for pair, symbol in symbols.items()}


def _algebra(gram: object, coordinates: tuple[object, ...]) -> Ga:
    # The root of the names of the basis vectors, which end with those of the coordinates.
    return _galgebra()("e", g=gram, coords=coordinates)


def _galgebra() -> Callable[..., Ga]:
    from sympy.core._print_helpers import Printable

    before = builtins.print, Printable.__repr__
    try:
        from galgebra.ga import Ga
    except ImportError as error:
        raise NotSupported("geometric algebra needs galgebra: pip install galgebra") from error
    finally:
        # With its import galgebra puts a `print` of its own in the place of Python's, and its way
        # to write in the place of SymPy's: everybody's derivatives are D{t}x, and z(t) is z.
        builtins.print, Printable.__repr__ = before
    algebra: Callable[..., Ga] = Ga
    return algebra


def _blade(algebra: Ga, mask: int) -> Mv:
    result = algebra.mv(1)
    for k, vector in enumerate(algebra.mv()):
        if mask >> k & 1:
            result = result ^ vector
    return result


def _coefficients(multivector: Mv) -> dict[int, sympy.Expr]:
    algebra = multivector.Ga
    masks = [sum(1 << k for k in index) for index in algebra.indexes.flat]
    values = multivector.blade_coefs()
    return {mask: value for mask, value in zip(masks, values, strict=True) if value != 0}


def _polynomial(value: object, symbols: Mapping[sympy.Symbol, tuple[int, int]]) -> Polynomial:
    import sympy

    if not symbols:
        return {(): _fraction(value)}
    generators = list(symbols)
    terms = sympy.Poly(value, *generators).terms()
    return {
        tuple(
            symbols[generator]
            for generator, power in zip(generators, powers, strict=True)
            for _ in range(power)
        ): _fraction(coefficient)
        for powers, coefficient in terms
    }


def _fraction(value: sympy.Rational) -> Fraction:
    return Fraction(int(value.p), int(value.q))
