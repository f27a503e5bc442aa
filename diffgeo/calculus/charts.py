"""Charts: the names by which Ω(U) is presented, and the ring of functions in them.

Source: Lee, Introduction to Smooth Manifolds (2nd ed. 2013), chapter 1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from diffgeo.calculus.declarations import inequalities_of, signs_of
from diffgeo.errors import ExpressionError, InexactNumber, NameClash, UndefinedSymbol
from diffgeo.homoglyphs import require_distinct_looks
from diffgeo.interop.sympy_names import is_sympy, standing_for, with_derivatives
from diffgeo.rings.expression import ZERO, Expression, Number, Symbol, add, negate, number
from diffgeo.rings.protocol import Condition, Element, FunctionRing

if TYPE_CHECKING:
    from diffgeo.calculus.spaces import FunctionLike


@dataclass(frozen=True, eq=False)
class Chart:
    """The presentation of Ω(U) by generators: names, and the ring of functions.

    Attributes
    ----------
    coordinates, parameters
        Names in order.
    functions
        Undefined functions with the names of their declared arguments.
    signs, nonzero
        Declared signs (+1, -1) and names declared to be different from zero.
    ring
        The function ring (see `diffgeo.rings.protocol`).
    make_ring
        Makes rings of the same kind for derived spaces (jets, submanifolds).
    dots
        For velocities the name they belong to and the order: ``{"xdot": ("x", 1)}``.
    latex
        LaTeX of names that are not written by the usual rules.
    sympy
        SymPy objects of the user, by the names that stand for them.
    domain
        Inequalities that hold everywhere, besides the signs.

    Examples
    --------
    >>> from diffgeo import Manifold
    >>> Manifold("M", "r phi", parameters="m", positive="r").chart.signs
    {'r': 1}
    """

    coordinates: tuple[str, ...]
    parameters: tuple[str, ...]
    functions: dict[str, tuple[str, ...]]
    signs: dict[str, int]
    nonzero: tuple[str, ...]
    ring: FunctionRing[Element]
    make_ring: Callable[..., FunctionRing[Element]] | None = None
    dots: dict[str, tuple[str, int]] = field(default_factory=dict)
    latex: dict[str, str] = field(default_factory=dict)
    sympy: dict[str, Any] = field(default_factory=dict)
    domain: tuple[Condition, ...] = ()

    @property
    def symbols(self) -> tuple[str, ...]:
        """Coordinates and parameters."""
        return self.coordinates + self.parameters

    @cached_property
    def latex_names(self) -> dict[str, str]:
        """LaTeX of the names that have a special one: velocities are written with dots."""
        from diffgeo.interop.typeset import name_latex

        dotted = {
            name: rf"\{'d' * order}ot{{{self.latex.get(base) or name_latex(base)}}}"
            for name, (base, order) in self.dots.items()
        }
        return {**dotted, **self.latex}

    def latex_name(self, name: str) -> str:
        """LaTeX of a single name."""
        from diffgeo.interop.typeset import name_latex

        return self.latex_names.get(name) or name_latex(name)

    @cached_property
    def sympy_objects(self) -> dict[str, Any]:
        """SymPy objects by name; velocities of coordinates ``x(t)`` are their derivatives."""
        return with_derivatives(self.sympy, self.dots)

    def to_sympy(self, tree: Expression) -> Any:
        """The SymPy expression of a tree, in the objects of the user."""
        from diffgeo.interop.sympy_bridge import to_sympy

        return to_sympy(tree, self.sympy_objects, self.sympy_objects)

    def relation(self, condition: Condition) -> Any:
        """A condition (``p != 0``, ``q > 0``) as a relation in the user's SymPy objects."""
        from diffgeo.interop.sympy_bridge import relation

        return relation(condition, self.sympy_objects, self.sympy_objects)

    def read(self, values: Sequence[FunctionLike]) -> list[Element]:
        """Ring elements of text, numbers, trees and SymPy expressions, collected first."""
        return self.ring.ingest([self.tree(value) for value in values])

    def tree(self, value: FunctionLike, extra: Iterable[str] = ()) -> Expression:
        """The expression tree of text, an exact number or a SymPy expression in these names."""
        return read_tree(value, (*self.symbols, *extra), self.functions, self.sympy_objects)


def read_tree(
    value: FunctionLike,
    symbols: Sequence[str],
    functions: Mapping[str, tuple[str, ...]],
    sympy: dict[str, Any],
) -> Expression:
    """The expression tree of text, an exact number or a SymPy expression in given names."""
    from diffgeo.interop.parsing import Names, parse

    if isinstance(value, Expression):
        return value
    if isinstance(value, int | Fraction):
        return number(value)
    if isinstance(value, float):
        raise InexactNumber(f"{value!r} is a float; write it as text or as a Fraction")
    arities = {name: len(arguments) for name, arguments in functions.items()}
    names = Names(tuple(symbols), arities)
    if isinstance(value, str):
        return parse(value, names)
    if is_sympy(value):
        from diffgeo.interop.sympy_bridge import from_sympy

        return from_sympy(value, names, standing_for(sympy))
    raise ExpressionError(
        f"{value!r} is not a function: give text, an exact number, a SymPy expression or a Form"
    )


def make_chart(
    space: str,
    coordinates: tuple[str, ...],
    parameters: tuple[str, ...],
    functions: dict[str, tuple[str, ...]],
    signs: dict[str, int],
    nonzero: tuple[str, ...],
    ring: Any,
    dots: dict[str, tuple[str, int]],
    latex: dict[str, str],
    sympy: dict[str, Any],
    domain: object = (),
) -> Chart:
    """The chart of a space that is called so, with its ring; names are declared once."""
    declared: set[str] = set()
    for name in (*coordinates, *parameters, *functions):
        if name in declared:
            raise NameClash(f"the name {name} is declared twice on {space}; rename one")
        declared.add(name)
    require_distinct_looks(declared, space)
    for name in (*signs, *nonzero):
        if name not in coordinates + parameters:
            hint = f"; write domain=['{name}(...) > 0'] for a function" if name in functions else ""
            raise UndefinedSymbol(
                f"a sign is declared for {name!r}, which is no coordinate or parameter of {space}"
                + hint
            )
    for name in latex:
        if name not in declared:
            raise UndefinedSymbol(f"LaTeX is given for {name!r}, which is not declared on {space}")
    read = partial(
        read_tree,
        symbols=coordinates + parameters,
        functions=functions,
        sympy=with_derivatives(sympy, dots),
    )
    signs, nonzero, holds = _declared_domain(space, domain, read, signs, nonzero)
    if ring is None:
        from diffgeo.rings.exact import ExactRing

        ring = ExactRing
    make_ring: Callable[..., FunctionRing[Element]] | None = None
    if isinstance(ring, type) or not isinstance(ring, FunctionRing):
        make_ring = ring
        ring = make_ring(
            coordinates,
            parameters=parameters,
            functions={name: len(arguments) for name, arguments in functions.items()},
            signs=signs,
            nonzero=nonzero,
            **({"domain": holds} if holds else {}),
        )
    elif holds:
        raise ExpressionError(
            f"{space} was given a ready ring, which has its domain: give a ring factory, "
            "Manifold(..., ring=ExactRing)"
        )
    return Chart(
        *(coordinates, parameters, functions, signs, nonzero, ring, make_ring, dots, latex, sympy),
        domain=holds,
    )


def _declared_domain(
    space: str,
    domain: object,
    read: Callable[[Any], Expression],
    signs: dict[str, int],
    nonzero: tuple[str, ...],
) -> tuple[dict[str, int], tuple[str, ...], tuple[Condition, ...]]:
    """Signs and names that do not vanish, with those of a domain, and its other inequalities."""
    entries = list(domain) if isinstance(domain, tuple | list) else [domain]
    found = [entry for entry in entries if isinstance(entry, Condition)]
    above: dict[int, list[str]] = {1: [], -1: []}
    units: list[str] = []
    for sides in inequalities_of([e for e in entries if not isinstance(e, Condition)]):
        left, right = read(sides[0]), read(sides[2])
        one, other, side = (right, left, -1) if isinstance(left, Number) else (left, right, 1)
        if not isinstance(one, Symbol) or other != ZERO:
            found.append(Condition(add(left, negate(right)), sides[1]))
        elif sides[1] == ">":
            above[side].append(one.name)
        else:
            units.append(one.name)
    both = {s: [n for n, sign in signs.items() if sign == s] + names for s, names in above.items()}
    units = [*dict.fromkeys([*nonzero, *units])]
    return signs_of(space, both[1], both[-1]), tuple(units), tuple(found)


def no_factory(space: str) -> Callable[..., FunctionRing[Element]]:
    """What refuses to make a ring for spaces that are derived from one with a ready ring."""

    def refuse(*_: object, **__: object) -> FunctionRing[Element]:
        raise ExpressionError(
            f"{space} was given a ready ring, so spaces derived from it need a ring factory: "
            "Manifold(..., ring=ExactRing) instead of ring=ExactRing(...)"
        )

    return refuse
