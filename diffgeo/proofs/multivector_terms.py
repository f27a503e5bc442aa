"""Multivectors as terms of certificates: the operators on forms that insert them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from diffgeo.errors import NotSupported
from diffgeo.proofs.checker import Book
from diffgeo.proofs.constructions import (
    Bracket,
    Insertion,
    Interior,
    Lie,
    Multiple,
    Named,
    Product,
    Sum,
    Value,
)
from diffgeo.proofs.symbolic_degrees import as_written
from diffgeo.proofs.symbolic_multivectors import SymbolicMultivector
from diffgeo.proofs.symbolic_objects import Symbolic, SymbolicVectorForm
from diffgeo.signs import koszul


def of_multivector(book: Book, thing: Symbolic, parts: list[int], place: str) -> tuple[Any, bool]:
    """The operator i_P of a multivector P, or what is made of it; and whether P is a symbol.

    Parts are the terms of its operands; of the zero, that of another operator of its degree.
    """
    made: Any = None
    for n, operand in enumerate(thing.operands):
        if isinstance(thing, SymbolicMultivector) and not isinstance(operand, SymbolicMultivector):
            parts[n] = book("i" if isinstance(operand, SymbolicVectorForm) else "e", parts[n])
    match thing.made:
        case Named((name, *_)):
            return book("p", name + place, *as_written(thing.degree)), True
        case Multiple((factor, _)):
            made = book("sum", (Fraction(factor), parts[0]))
        case Sum(()):
            made = book("sum", (0, parts[0]))
        case Sum():
            made = book("sum", *((Fraction(1), part) for part in parts))
        case Product():
            made, *rest = parts
            for part in rest:
                made = book.compose(made, part)
        case Interior():
            made = parts[0]
        case Lie():
            made = book.commutator(parts[0], _d(book, parts[0]))
        case Bracket():
            made = book.commutator(book.commutator(parts[0], _d(book, parts[0])), parts[1])
        case Insertion():
            made = _contracted(book, parts[1], parts[0])
        case Value():
            made = parts[0]
            for alpha in parts[1:]:
                made = _contracted(book, made, book.e(alpha))
            made = book.act(made, book.one(made))
        case _:
            raise NotSupported(f"{thing} is not written in operators")
    return made, False


def _d(book: Book, term: int) -> Any:
    return book.L(book.id(term))


def _contracted(book: Book, P: int, alpha: int) -> Any:
    """``(-1)^(p-1) [i_P, e(α)]``."""
    return book("sum", (-koszul(book.types[P][1]), book.commutator(P, alpha)))
