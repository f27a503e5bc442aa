"""The normal form of a symbolic object from those of the objects that it was made of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from diffgeo.proofs import constructions
from diffgeo.proofs import normal_form as normal
from diffgeo.proofs.rules import note
from diffgeo.signs import koszul

if TYPE_CHECKING:
    from diffgeo.proofs.symbolic_objects import (
        Symbolic,
        SymbolicForm,
        SymbolicOperator,
        SymbolicVectorForm,
    )


def linear(thing: Symbolic) -> normal.Element | None:
    """That of a sum, multiple or product; None for all else."""
    match thing.made:
        case constructions.Sum(terms):
            return normal.combine((1, a.normal_form) for a in terms)
        case constructions.Multiple((factor, part)):
            return normal.combine([(factor, part.normal_form)])
        case constructions.Product((form, part)):
            return normal.multiply(form.normal_form, part.normal_form)
    return None


def of_form(thing: SymbolicForm) -> normal.Element:
    """That of a form that is no sum, multiple or product."""
    match thing.made:
        case constructions.Named():
            return {((((-thing.serial, thing.degree), ()),), None): normal.ONE}
        case constructions.Number((value,)):
            return {((), None): value}
        case constructions.Value(parts):
            return _inserted(*parts)
        case constructions.Back((phi, form)):
            return normal.pulled(phi.serial, form.normal_form)
    operator, form = thing.arguments
    return normal.apply(operator.normal_form, form.normal_form)


def of_vector_form(thing: SymbolicVectorForm) -> normal.Element:
    """That of such a vector-valued form."""
    match thing.made:
        case constructions.Unit():
            return {((), normal.IDENTITY): normal.ONE}
        case constructions.Named():
            return {((), ((thing.serial, thing.degree), ())): normal.ONE}
        case constructions.Value(parts):
            return _inserted(*parts)
        case constructions.Back((phi, K)):
            return normal.pulled(phi.serial, K.normal_form)
        case constructions.Bracket((K, M)):
            return normal.fn_bracket(K.normal_form, K.degree, M.normal_form, M.degree)
        case constructions.Composed((P, K)):
            return normal.through(normal.insertion(K.normal_form), P.normal_form, normal.act)
    K, M = thing.arguments
    return normal.through(normal.insertion(K.normal_form), M.normal_form, normal.act)


def of_operator(thing: SymbolicOperator) -> normal.Element:
    """That of such an operator."""
    match thing.made:
        case constructions.Exterior():
            note("exterior")
            return {((), (normal.D,)): normal.ONE}
        case constructions.NamedDerivation((_, K, N)):
            parts = [normal.insertion(N.normal_form)]
            parts += [normal.lie(K.normal_form)] if K is not None else []
            return normal.combine((1, part) for part in parts)
        case constructions.Multiplication((form,)):
            return normal.multiply(form.normal_form, normal.UNIT)
        case constructions.Interior((K,)):
            return normal.insertion(K.normal_form)
        case constructions.Lie((K,)):
            return normal.lie(K.normal_form)
    first, second = thing.arguments
    left = normal.compose(first.normal_form, second.normal_form)
    if isinstance(thing.made, constructions.Composition):
        return left
    sign = koszul(first.degree * second.degree)
    right = normal.compose(second.normal_form, first.normal_form)
    return normal.combine([(1, left), (-sign, right)])


def _inserted(thing: Symbolic, *fields: Symbolic) -> normal.Element:
    """The value of a form or vector-valued form on fields, first slot first."""
    value = thing.normal_form
    for field in fields:
        value = normal.through(normal.insertion(field.normal_form), value, normal.act)
    return value
