"""Relations that hold for all functions, fields or forms of a kind, and their use at some of these.

What is supposed for all V is used at finitely many things. These instances are relations of the
certificate, so that its theorem supposes less than is stated, and no rule of the checker is needed.
Whether data satisfy such a hypothesis is decided by monomials: a differential operator of order k
that vanishes on polynomials of degree k vanishes, at each point, on all that have their jets.

Source: Kolář, Michor and Slovák, Natural Operations in Differential Geometry (1993), section 19
(operators by their values on jets).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, islice, product
from typing import Any

from diffgeo.calculus.brackets import bracket, lie
from diffgeo.errors import DegreeMismatch
from diffgeo.proofs.constructions import Named, Sum
from diffgeo.proofs.degree_cases import Case
from diffgeo.proofs.hypotheses import ForAll
from diffgeo.proofs.instances import parts_of, symbols_in
from diffgeo.proofs.symbolic_objects import Symbolic, SymbolicForm, SymbolicVectorForm
from diffgeo.verdicts.verdict import Identity

#: Things that are put for a symbol, and instances of one hypothesis.
MOST_THINGS = 8
MOST_INSTANCES = 24


def for_all(symbols: Any, relation: Identity) -> ForAll:
    """The hypothesis that a relation holds for all functions, fields or forms in place of symbols.

    Parameters
    ----------
    symbols
        One symbol or several; elsewhere they mean what they did.
    relation
        What holds for them.

    Returns
    -------
    ForAll
        To be given to ``check(…, assuming=[…])``. It is used for what is in the statement and in
        other relations, and these instances are conditions of the verdict. As a lemma it stands for
        its instances, each of which is proved.

    Raises
    ------
    DegreeMismatch
        Something is no symbol, or there is none.

    Examples
    --------
    >>> from diffgeo import bracket, check, symbols_of_functions, symbols_of_vector_fields
    >>> from diffgeo.proofs import for_all
    >>> V, X, Y = symbols_of_vector_fields("V X Y")
    >>> f = symbols_of_functions("f")
    >>> constant = for_all(V, V(f) == 0)
    >>> verdict = check(bracket(X, f * Y) == f * bracket(X, Y), assuming=[constant])
    >>> print(verdict.status.name, *verdict.conditions)
    PROVED L_V(f) = 0 for V = X
    """
    chosen = (symbols,) if isinstance(symbols, Symbolic) else tuple(symbols)
    if not chosen:
        raise DegreeMismatch("for_all is given no symbol; without one the relation is a hypothesis")
    for symbol in chosen:
        if not isinstance(symbol, Symbolic) or not isinstance(symbol.made, Named):
            raise DegreeMismatch(f"{symbol} is no symbol")
    stated = f"{relation} for all {', '.join(map(str, chosen))}"
    others = [s for s in symbols_in(relation.left, relation.right) if s not in {*chosen}]
    every = SymbolicForm(Sum(*others), 0)  # no form, as in `nondegenerate`
    return ForAll(every, every, stated, None, chosen, (relation,))


def with_instances(relations: Sequence[Identity], *stated: Identity) -> list[Identity]:
    """Relations, with their instances in the place of what is supposed for all things of a kind.

    These are at what is in the statement, then at what is in the relations, symbols first.
    """
    plain = [relation for relation in relations if not isinstance(relation, ForAll)]
    inner = [r.stated for r in relations if isinstance(r, ForAll)]
    found: list[Identity] = []
    for relation in relations:
        if not isinstance(relation, ForAll):
            found.append(relation)
            continue
        things = parts_of(*(side for i in (*stated, *plain, *inner) for side in (i.left, i.right)))
        things = [x for x in things if not {*relation.symbols} & {*symbols_in(x)}]
        things.sort(key=lambda thing: not isinstance(thing.made, Named))
        things += _derivatives(things)
        choices = [list(islice(_alike(V, things), MOST_THINGS)) for V in relation.symbols]
        found += [_at(relation, chosen) for chosen in islice(product(*choices), MOST_INSTANCES)]
    return found


def _derivatives(things: Sequence[Any]) -> Iterator[Symbolic]:
    """Those of functions along fields, and brackets of fields, of symbols."""
    named = [thing for thing in things if isinstance(thing.made, Named) and not thing.degree]
    functions: list[Any] = [f for f in named if isinstance(f, SymbolicForm)]
    fields: list[Any] = [X for X in named if isinstance(X, SymbolicVectorForm)]
    yield from (lie(X, f) for X in fields for f in functions if X.home is f.home)
    yield from (bracket(X, Y) for X, Y in combinations(fields, 2) if X.home is Y.home)


def _alike(V: Symbolic, things: Sequence[Symbolic]) -> Iterator[Symbolic]:
    """Different things of the kind of a symbol."""
    kind, told = (type(V), V.degree, V.home), set[str]()
    for thing in things:
        if (type(thing), thing.degree, thing.home) == kind and not thing.along:
            if str(thing) not in told:
                yield thing
            told.add(str(thing))


def _at(relation: ForAll, chosen: Sequence[Symbolic]) -> Identity:
    by = dict(zip(relation.symbols, chosen, strict=True))
    found = Case({}, by).identity(relation.stated)
    where = ", ".join(f"{symbol} = {thing}" for symbol, thing in by.items())
    return Identity(found.left, found.right, f"{relation.stated} for {where}")
