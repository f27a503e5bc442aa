"""Linear relations with constant coefficients between functions.

Functions over a common denominator are polynomials in the generators that depend on
coordinates, and the coefficients are functions of the parameters: relations are the kernel of
the matrix of these coefficients. Which columns depend on which is read off at random values of
the parameters, modulo a prime; every relation is then solved for exactly, in the few functions
that occur in it, and confirmed by the zero test.

The answer is complete: a rank at special values is at most the generic rank, so there
are not more relations than were read off, and each of those was confirmed.

Beside absolute values the relations are those that hold in each case of the signs: those of one
case, of which only combinations are left in the next one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from flint import fmpq, fmpq_mpoly, nmod_mat

from diffgeo.errors import Undecided
from diffgeo.rings.exact.absolute_values import arguments_of_signs, cases, involved, require_none
from diffgeo.rings.exact.determinants import clear_row
from diffgeo.rings.exact.element import Element
from diffgeo.rings.exact.equations import solve
from diffgeo.rings.exact.linear import cancel, determinant
from diffgeo.rings.exact.modular import evaluate_modular
from diffgeo.rings.exact.ranks import echelon
from diffgeo.rings.exact.tower import Generator, Kind
from diffgeo.rings.exact.transfer import RingMap

if TYPE_CHECKING:
    from diffgeo.rings.exact.modular import ModularPoint
    from diffgeo.rings.exact.node import Function
    from diffgeo.rings.exact.ring import ExactRing

#: Draws of parameters; each misleads with a probability below 2**-10.
_DRAWS = 4
_WHAT = "relations with constant coefficients"

#: For each function its coefficients, functions of the parameters, by monomial.
Columns = list[dict[tuple[int, ...], fmpq_mpoly]]


def constant_relations(ring: ExactRing, functions: Sequence[Function]) -> list[list[Element]]:
    """A basis of the vectors c of constants with ``Σ c_i f_i = 0``.

    Each basis vector has one entry 1, at a function that depends on those before it; the
    others lie at functions that are independent of those before them.

    Raises
    ------
    Unexpanded, TooLarge
        A function is too large for its normal form.
    NeedsSign
        What is true may depend on parameters: on the sign of one of their functions, or on where a
        function with absolute values is defined.
    Undecided
        The draws of parameters contradict each other.
    """
    elements = [ring.expand(f) for f in functions]
    if not elements:
        return []
    if arguments_of_signs(ring, *elements):
        return _in_all_cases(ring, elements)
    require_none(ring, elements, _WHAT)
    cleared = clear_row(ring, elements)[0]
    columns = _coefficients(ring, cleared)
    for number in range(_DRAWS):
        found = _relations_at(ring, cleared, columns, ring.modular_point(number))
        if found is not None:
            return found
    raise Undecided(
        f"the relations between {len(functions)} functions differ at {_DRAWS} random values of "
        "the parameters; give numbers for some of them"
    )


def _in_all_cases(ring: ExactRing, elements: Sequence[Element]) -> list[list[Element]]:
    """The relations that hold in all cases of signs, none of which depends on parameters."""
    parameters = {g.name for g in ring.tower.generators if g.kind is Kind.PARAMETER}
    needed = [r.element for e in elements for r in ring.domain.needed(e) if r.relation == ">"]
    for function in (*arguments_of_signs(ring, *elements), *needed):
        if parameters.intersection(ring.names_in(ring.expand(function))):
            require_none(ring, elements, _WHAT)
    basis: list[list[Element]] | None = None
    for case, images in cases(ring, elements):
        forth, back = RingMap(ring, case, {}, {}), RingMap(case, ring, {}, {})

        def combined(factors: Sequence[Element], things: Sequence[Element]) -> Element:
            pairs = zip(factors, things, strict=True)
            return sum((a * b for a, b in pairs), start=0 * things[0])

        rows = [[forth(c) for c in row] for row in basis or ()]
        functions = [case.expand(f) for f in images]
        left = functions if basis is None else [combined(row, functions) for row in rows]
        found = [[back(c).bare() for c in row] for row in constant_relations(case, left)]
        if basis is not None:
            found = [[combined(row, column) for column in zip(*basis, strict=True)]
                     for row in found]  # fmt: skip
        basis = found
        if not basis:
            return []
    if basis is None:
        raise Undecided("no case of signs was found in which all functions are defined")
    return _reduced(ring, basis)


def _reduced(ring: ExactRing, basis: list[list[Element]]) -> list[list[Element]]:
    """Each vector with 1 at its last entry that is not 0, where the others have 0."""
    found: list[list[Element]] = []
    for k in reversed(range(len(basis[0]))):
        pivot = next((row for row in basis if not ring.certainly_zero(row[k])), None)
        if pivot is None:
            continue
        one = [cancel(ring, ring.expand(a / pivot[k])).bare() for a in pivot]
        basis, found = (
            [[cancel(ring, ring.expand(a - row[k] * b)) for a, b in zip(row, one, strict=True)]
             for row in rows if row is not pivot] for rows in (basis, found)
        )  # fmt: skip
        found.insert(0, one)
    return found


def generic_conditions(ring: ExactRing, functions: Sequence[Function]) -> list[Element] | None:
    """Functions of parameters: where none is 0 there are no other relations than generic ones.

    They are a minor of the matrix of coefficients, as large as its rank, in factors, and the
    common denominator, which may depend on coordinates, too. None if parameters occur in arguments
    of functions of coordinates: for special values these may depend on each other; and beside
    absolute values.
    """
    elements = [ring.expand(f) for f in functions]
    if not elements:
        return []
    if involved(ring, *elements):
        return None
    cleared, denominator = clear_row(ring, elements)
    used = {i for e in cleared for i in ring.tower.used(e.polynomial)}
    if any(_is_mixed(ring, ring.tower.generators[i]) for i in used):
        return None
    columns = _coefficients(ring, cleared)
    monomials = list(dict.fromkeys(key for column in columns for key in column))
    if not monomials:
        return [denominator]
    image, prime = _image(ring, columns, monomials, ring.modular_point(0))
    left = set(echelon([list(c) for c in zip(*image, strict=True)], prime))
    live = sorted(range(len(monomials)), key=lambda k: sum(1 for p in left if image[k][p]))
    rows = [live[k] for k in echelon([[image[k][p] for p in sorted(left)] for k in live], prime)]
    found = [denominator]

    def entry(column: int, row: int) -> Element:
        value = columns[column].get(monomials[row])
        return ring.zero if value is None else Element(ring, value)

    while alone := [
        (k, p) for k in rows for p in [[p for p in left if image[k][p]]] if len(p) == 1
    ]:
        k, (p,) = alone[0]
        found.append(entry(p, k))
        rows.remove(k)
        left.remove(p)
    if rows:
        rest = determinant(ring, [[entry(p, k) for p in sorted(left)] for k in rows])
        found.append(ring.expand(rest))
    return found


def _is_mixed(ring: ExactRing, generator: Generator) -> bool:
    """Whether it is a function of coordinates and of parameters."""
    argument = generator.argument
    parts = generator.arguments if argument is None else (argument,)
    below = [ring.tower.generators[i] for part in parts for i in ring.tower.used(part.polynomial)]
    constant = [is_constant(ring, each) for each in below]
    named = (each.kind is not Kind.CONSTANT for each, c in zip(below, constant, strict=True) if c)
    return (any(named) and not all(constant)) or any(_is_mixed(ring, each) for each in below)


def is_constant(ring: ExactRing, generator: Generator) -> bool:
    """Whether a generator of the tower depends on no coordinate."""
    if generator.kind in (Kind.COORDINATE, Kind.PARAMETER, Kind.CONSTANT):
        return generator.kind is not Kind.COORDINATE
    argument = generator.argument
    parts = generator.arguments if argument is None else (argument,)
    below = {i for part in parts for i in ring.tower.used(part.polynomial)}
    return all(is_constant(ring, ring.tower.generators[i]) for i in below)


def _coefficients(ring: ExactRing, elements: Sequence[Element]) -> Columns:
    """The coefficients on the monomials of the generators that are not constant."""
    tower = ring.tower
    polynomials = [tower.lift(e.polynomial) for e in elements]
    context = tower.context
    size = context.nvars()
    frozen = [False] * size
    for generator in tower.generators:
        frozen[tower.place(generator.index)] = is_constant(ring, generator)
    columns: Columns = []
    for polynomial in polynomials:
        parts: dict[tuple[int, ...], dict[tuple[int, ...], fmpq]] = {}
        for exponents, value in polynomial.terms():
            key = tuple(0 if frozen[k] else int(n) for k, n in enumerate(exponents))
            rest = tuple(int(n) if frozen[k] else 0 for k, n in enumerate(exponents))
            parts.setdefault(key, {})[rest] = value
        columns.append({key: context.from_dict(part) for key, part in parts.items()})
    return columns


def _relations_at(
    ring: ExactRing, elements: Sequence[Element], columns: Columns, point: ModularPoint
) -> list[list[Element]] | None:
    """The relations that one draw of the parameters leads to; None if it misled."""
    monomials = list(dict.fromkeys(key for column in columns for key in column))
    image, prime = _image(ring, columns, monomials, point)
    width = len(columns)
    if not monomials:
        return [[ring.rational(int(i == k)) for i in range(width)] for k in range(width)]
    reduced, rank = nmod_mat(image, prime).rref()
    pivots: list[int] = []
    for row in range(rank):
        start = pivots[-1] + 1 if pivots else 0
        pivots.append(next(k for k in range(start, width) if int(reduced[row, k])))
    found = []
    for free in sorted(set(range(width)) - set(pivots)):
        support = [p for row, p in enumerate(pivots) if int(reduced[row, free])]
        values = _solved(ring, columns, image, prime, monomials, support, free)
        total = elements[free]
        for p, value in zip(support, values, strict=True):
            total = total + value * elements[p]
        if not ring.certainly_zero(total):
            return None
        vector = [ring.zero] * width
        vector[free] = ring.one
        for p, value in zip(support, values, strict=True):
            vector[p] = value
        found.append(vector)
    return found


def _image(
    ring: ExactRing,
    columns: Columns,
    monomials: Sequence[tuple[int, ...]],
    point: ModularPoint,
) -> tuple[list[list[int]], int]:
    """The matrix at random values of the parameters, rows by monomial."""
    while True:
        values, attempt = point.extend(), point.attempt
        try:
            rows = [
                [
                    evaluate_modular(ring, column[key], values, point.prime) if key in column else 0
                    for column in columns
                ]
                for key in monomials
            ]
        except ValueError:
            # The prime divides the denominator of a coefficient.
            point.redraw()
            continue
        if point.attempt == attempt:
            return rows, point.prime


def _solved(
    ring: ExactRing,
    columns: Columns,
    image: list[list[int]],
    prime: int,
    monomials: Sequence[tuple[int, ...]],
    support: Sequence[int],
    free: int,
) -> list[Element]:
    """The coefficients of one relation, from as many equations as it has unknowns."""
    if not support:
        return []
    live = [k for k, row in enumerate(image) if any(row[p] for p in support)]
    # Short equations first: they make the system triangular.
    live.sort(key=lambda k: (sum(1 for p in support if image[k][p]), k))
    kept = [live[k] for k in echelon([[image[k][p] for p in support] for k in live], prime)]

    def entry(column: int, row: int) -> Element:
        value = columns[column].get(monomials[row])
        return ring.zero if value is None else Element(ring, value)

    matrix = [[entry(p, k) for p in support] for k in kept]
    right = [-entry(free, k) for k in kept]
    return [cancel(ring, ring.expand(v)) for v in solve(ring, matrix, right)]
