"""What `sympy.diffgeom` writes, as sums of products of differentials and coordinate fields."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import prod
from typing import Any, NamedTuple

from diffgeo.errors import NotSupported


class Term(NamedTuple):
    """A coefficient in symbols of coordinates, with factors ``("d", x)`` and ``("e", x)``."""

    coefficient: Any
    factors: tuple[tuple[str, str], ...]
    alternating: bool


def names_of_system(system: Any) -> tuple[str, ...]:
    """The names of the coordinates of a coordinate system."""
    return tuple(symbol.name for symbol in system.symbols)


def change_of_systems(source: Any, target: Any) -> dict[str, Any]:
    """The coordinates of one system as expressions in those of another one."""
    return dict(zip(names_of_system(target), source.transform(target), strict=True))


def terms_of(expression: Any) -> Iterator[Term]:
    """The terms of an expression; raises `NotSupported` for what is no tensor field."""
    import sympy
    from sympy import diffgeom

    expression = sympy.expand(_expression(expression))
    for summand in sympy.Add.make_args(expression):
        geometric = [f for f in sympy.Mul.make_args(summand) if _is_geometric(f)]
        scalar = summand
        for factor in geometric:
            scalar = scalar / factor
        if len(geometric) > 1:
            raise NotSupported(
                f"{summand} is a product of fields: write TensorProduct or WedgeProduct"
            )
        if not geometric:
            yield Term(_in_symbols(scalar), (), True)
            continue
        (factor,) = geometric
        if isinstance(factor, diffgeom.TensorProduct):
            wedge = isinstance(factor, diffgeom.WedgeProduct)
            for parts in product(*(list(terms_of(argument)) for argument in factor.args)):
                coefficient = prod((part.coefficient for part in parts), start=scalar)
                names = [name for part in parts for name in part.factors]
                yield Term(_in_symbols(coefficient), tuple(names), wedge or len(names) < 2)
        elif isinstance(factor, diffgeom.BaseVectorField):
            name = factor._coord_sys.symbols[factor._index].name
            yield Term(_in_symbols(scalar), (("e", name),), True)
        else:
            (function,) = factor.args
            for base in sorted(function.atoms(diffgeom.BaseScalarField), key=str):
                slope = base._coord_sys.base_vector(base._index)(function)
                name = base._coord_sys.symbols[base._index].name
                yield Term(_in_symbols(scalar * slope), (("d", name),), True)


def _is_geometric(factor: Any) -> bool:
    from sympy import diffgeom

    return isinstance(
        factor, diffgeom.TensorProduct | diffgeom.Differential | diffgeom.BaseVectorField
    )


def _in_symbols(expression: Any) -> Any:
    """The expression with symbols in the place of the scalar fields of coordinates."""
    from sympy import diffgeom

    expression = _expression(expression)
    fields = expression.atoms(diffgeom.BaseScalarField)
    return expression.xreplace({f: f._coord_sys.symbols[f._index] for f in fields})


def _expression(given: object) -> Any:
    """An expression; no text, which SymPy would evaluate."""
    import sympy

    try:
        return sympy.sympify(given, strict=True)
    except sympy.SympifyError:
        raise NotSupported(f"{given!r} is no expression of SymPy's diffgeom") from None
