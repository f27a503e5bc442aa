"""Certificates with one change: of a sign, a factor, a letter, an order, a term, a statement."""

from __future__ import annotations

from copy import deepcopy
from fractions import Fraction
from random import Random
from typing import Any

from diffgeo import bracket, every_manifold, interior, lie
from diffgeo.errors import DiffGeoError
from diffgeo.proofs import SymbolicForm, SymbolicOperator, SymbolicVectorForm
from diffgeo.proofs import normal_form as normal
from diffgeo.proofs.certificates import sealed
from diffgeo.proofs.checker import decide
from diffgeo.proofs.constructions import Number
from diffgeo.proofs.declared_symbols import (
    symbols_of_forms,
    symbols_of_multivectors,
    symbols_of_vector_forms,
)
from diffgeo.proofs.deduction import deduce
from diffgeo.proofs.hypotheses import nondegenerate
from diffgeo.proofs.instances import symbols_in
from diffgeo.proofs.refutation import Refuter
from diffgeo.proofs.relations import relations_of
from diffgeo.verdicts import Identity


def judged(document: Any) -> tuple[bool, str]:
    """What the checker says of a document, or of its items, once the digest is made anew."""
    anew = sealed(dict(document))
    if isinstance(document, list):
        return decide([*document, ("digest", anew["digest"])])
    return decide(anew)


def corrupted(document: dict[str, Any], random: Random) -> tuple[dict[str, Any], str]:
    """A copy that differs in one place, and what was done."""
    while True:
        changed = deepcopy(document)
        part = random.choice(
            ["terms", "terms", "statement", "relations", "lines", "lines", "lines"]
        )
        inner: Any = changed[part]
        path: list[Any] = [part]
        while inner and any(isinstance(x, list) for x in inner) and random.random() < 0.9:
            path.append(random.choice([n for n, x in enumerate(inner) if isinstance(x, list)]))
            inner = inner[path[-1]]
        if not inner:
            continue
        place = random.randrange(len(inner))
        what = random.choice(["sign", "value", "other", "swap", "drop", "double"])
        value = inner[place]
        if what == "swap":
            other = random.randrange(len(inner))
            inner[place], inner[other] = inner[other], inner[place]
        elif what == "drop":
            del inner[place]
        elif what == "double":
            inner.insert(place, value)
        elif isinstance(value, int) or (isinstance(value, str) and value.lstrip("-")[:1].isdigit()):
            number = Fraction(value)
            number = {"sign": -number, "value": number + random.choice([-1, 1, 2])}.get(
                what, Fraction(random.randrange(len(changed["terms"])))
            )
            inner[place] = int(number) if number.denominator == 1 else str(number)
        elif isinstance(value, str):
            rules = [line[0] for line in changed["lines"]] + [term[0] for term in changed["terms"]]
            inner[place] = random.choice(rules)
        if changed != document:
            return changed, f"{what} at {path} {place}"


def is_believed_elsewhere(document: dict[str, Any]) -> bool:
    """Whether normal forms, which know nothing of the checker, prove what a document states."""
    terms: list[Any] = []
    for kind, *args in document["terms"]:
        terms.append(_thing(kind, args, terms))
    (left, right), *given = (
        (terms[m], terms[n]) for m, n in (document["statement"], *document["relations"])
    )
    target = normal.combine([(1, left.normal_form), (-1, right.normal_form)])
    relations = [r for n, (s, t) in enumerate(given, 1) for r in relations_of(n, Identity(s, t))]
    try:
        return not target or deduce(target, relations).combination is not None
    except DiffGeoError:
        return False


def contradiction(document: dict[str, Any]) -> Any:
    """An instance on which what a document states is false; None if there is none among some.

    What it says of coordinates is not looked at: they are no symbols.
    """
    terms: list[Any] = []
    for kind, *args in document["terms"]:
        terms.append(_thing(kind, args, terms))
    (left, right), *given = (
        (terms[m], terms[n]) for m, n in (document["statement"], *document["relations"])
    )
    supposed: list[Any] = [Identity(s, t) for s, t in given]
    supposed += [nondegenerate(*(terms[n] for n in ns)) for ns in document.get("injective", ())]
    symbols = symbols_in(left, right, *(side for sides in given for side in sides))
    if any(str(symbol) == "x" for symbol in symbols):
        return None
    return Refuter(Identity(left, right), supposed, 0, small=False).search((2, 3))


def _thing(kind: str, args: list[Any], terms: list[Any]) -> Any:
    """The symbolic object of a term; of e(α) the form α."""
    if kind == "p":
        return interior(symbols_of_multivectors(args[0], degree=args[1]))
    if kind in ("f", "v"):
        declare = symbols_of_forms if kind == "f" else symbols_of_vector_forms
        return declare(args[0], degree=args[1])
    if kind == "sum":
        multiples = [Fraction(c) * terms[n] for c, n in args]
        return sum(multiples[1:], multiples[0])
    if kind in ("one", "x", "id"):
        if kind == "id":
            return every_manifold.identity
        x = symbols_of_vector_forms("x", degree=0)
        return x if kind == "x" else SymbolicForm(Number(Fraction(1)), 0)
    parts = [terms[n] for n in args]
    if kind == "e":
        return parts[0]
    if kind in ("i", "L"):
        return (interior if kind == "i" else lie)(parts[0])
    if kind == "act" and isinstance(parts[1], SymbolicVectorForm):
        return interior(parts[0].arguments[0], parts[1])
    if kind == "act":
        return parts[0](parts[1])
    if kind == "product" or (kind == "compose" and isinstance(parts[0], SymbolicForm)):
        return parts[0] * parts[1]
    if kind == "commutator" and (
        not any(isinstance(part, SymbolicOperator) for part in parts)
        or any(part is None or isinstance(part, SymbolicVectorForm) for part in parts)
    ):
        return None  # of products with forms or components: in lines only
    return parts[0] @ parts[1] if kind == "compose" else bracket(*parts)
