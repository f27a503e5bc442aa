"""Proofs of identities from relations: by a combination, by cancelling, by lemmas on the way.

What is found is believed only with a certificate that the checker has accepted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from diffgeo.calculus.brackets import interior, lie
from diffgeo.errors import Refusal
from diffgeo.proofs import normal_form as normal
from diffgeo.proofs.constructions import Along, Applied, Exterior, Insertion, Product, Unit
from diffgeo.proofs.deduction import FEW, FIRST, MANY, MOST, deduce, equal_to, summed, verified
from diffgeo.proofs.hypotheses import NoKernel
from diffgeo.proofs.instances import parts_of, symbols_in
from diffgeo.proofs.proof_steps import FACTOR, SLOPE, Proof
from diffgeo.proofs.relations import Relation, pulled_back, relations_of
from diffgeo.proofs.suggestions import Suggestions
from diffgeo.proofs.symbolic_maps import RelatedFields, SymbolicMap
from diffgeo.proofs.symbolic_multivectors import is_about_multivectors
from diffgeo.proofs.symbolic_objects import (
    Symbolic,
    SymbolicForm,
    SymbolicOperator,
    SymbolicVectorForm,
    is_zero,
)
from diffgeo.proofs.time_allowed import time_is_up
from diffgeo.verdicts.verdict import Identity

#: Factors by which a product is multiplied once more, until it is known to vanish.
POWERS = 3


def prove(
    identity: Identity,
    relations: Sequence[Identity] = (),
    facts: Sequence[Proof] = (),
    thorough: bool = True,
    memory: list[Proof] | None = None,
) -> tuple[Proof | None, str]:
    """A proof that the identity holds for all data that satisfy the relations, or why not.

    Facts are proved already. Where no combination of what is known is found, the difference may
    vanish because its square does, or its insertions into what has no kernel. Then lemmas are
    tried (`diffgeo.proofs.suggestions`). If it is not to be thorough, the search stays short.
    Lemmas that are found are added to the memory, and are used if a search is repeated.
    """
    stated = parts_of(*(side for i in (identity, *relations) for side in (i.left, i.right)))
    if is_about_multivectors(stated):
        from diffgeo.proofs.proofs_by_words import prove_by_words  # not above, as `certify` below

        return prove_by_words(identity, relations, facts)
    if isinstance(identity.left, SymbolicMap):
        return None, "that maps are equal is supposed, and proved of what they pull back"
    known = [*facts, *(memory or ())]
    told, before = {str(fact.identity) for fact in known}, len(known)
    suggested = Suggestions(
        identity.left - identity.right,
        [*relations, *(fact.identity for fact in facts)],
        lambda *what: _equal(relations, known, *what),
        lambda *what: _sum_of(relations, known, *what),
    )
    first = FIRST if len(relations) > MANY or suggested.of_a_bracket else FEW
    proof, reason = None, ""
    if memory:
        proof, reason = _by_facts(identity, relations, known)
    if proof is None:
        proof, reason = _found(identity, relations, known, MOST if memory else first)
    if proof is not None or not (relations or facts):
        return _certified(proof, reason)
    if facts and thorough and not memory:  # somebody has thought of lemmas
        proof, reason = _found(identity, relations, facts, MOST)
        if proof is not None:
            return _certified(proof, reason)
    failed: list[tuple[Identity, int]] = []
    for lemma, reasons in suggested.lemmas():
        if time_is_up():
            break
        if lemma is None:  # these may be all that it needs
            proof, reason = _by_facts(identity, relations, known)
            if proof is not None:
                return _certified(proof, reason)
        elif str(lemma) not in told:
            proof, _ = _found(lemma, relations, known, FEW, reasons)
            if proof is None:
                failed.append((lemma, len(known)))
            else:
                known.append(proof)
                told.add(str(lemma))
    found = len(known)
    if memory is not None:
        memory[:] = known[len(facts) :]
    if found > before:
        proof, reason = _found(identity, relations, known, FEW)
        if proof is not None:
            return _certified(proof, reason)
    for lemma, number in failed:  # what was found after them may help
        if number < len(known) and not time_is_up():
            proof, _ = _found(lemma, relations, known, MOST if thorough else FEW)
            known += [proof] if proof is not None else []
    tried: list[tuple[Sequence[Proof], int]] = [(known, FEW)] if len(known) > found else []
    tried += [(facts, FEW)] if found == before else []
    tried += [(known, MOST)] if len(known) > before else []
    tried += [(facts, MOST)] if thorough and not facts else []
    for lemmas, most in tried:
        proof, reason = _found(identity, relations, lemmas, most)
        if proof is not None:
            return _certified(proof, reason)
    number = len(known) - len(facts)
    return None, f"{reason}; {number} lemmas were found" if number else reason


def _by_facts(
    identity: Identity, relations: Sequence[Identity], facts: Sequence[Proof]
) -> tuple[Proof | None, str]:
    """A short proof by what is proved already."""
    return _combined(identity, relations, facts, FEW, [fact.identity for fact in facts])


def _found(
    identity: Identity,
    relations: Sequence[Identity],
    facts: Sequence[Proof],
    most: int,
    reasons: Sequence[Identity] = (),
) -> tuple[Proof | None, str]:
    """A proof by cancelling, or by a combination of so many consequences, of reasons if given."""
    proof, reason = _combined(identity, relations, facts, most, reasons)
    if proof is None and (relations or facts):
        proof = _cancelled(identity, relations, facts, most)
    return proof, reason


def _equal(
    relations: Sequence[Identity],
    facts: Sequence[Proof],
    thing: Symbolic,
    candidates: Sequence[Symbolic],
    one_by_one: bool = False,
) -> Symbolic | None:
    """The candidate to which a thing is equal by few consequences of what is known."""
    if one_by_one:
        each = ((c, _combined(Identity(thing, c), relations, facts, FEW)[0]) for c in candidates)
        return next((c for c, proof in each if proof is not None), None)
    forms = [c.normal_form for c in candidates]
    for given in _given(thing, relations, facts):
        place = equal_to(thing.normal_form, forms, given, FEW)
        if place is not None:
            return candidates[place]
    return None


def _sum_of(
    relations: Sequence[Identity],
    facts: list[Proof],
    thing: Symbolic,
    candidates: Sequence[Any],
    most: int,
) -> bool:
    """Whether a thing is found to be a sum of multiples of candidates; then that is a new fact."""
    if any(str(fact.identity.left) == str(thing) for fact in facts):
        return True
    forms = [c.normal_form for c in candidates]
    known = [*relations, *(fact.identity for fact in facts)]
    for given in _given(sum(candidates, start=thing), relations, facts):
        found = None if time_is_up() else summed(thing.normal_form, forms, given, most)
        if found is not None:
            terms = [c * candidates[n] for n, c in found[0].items()]
            stated = Identity(thing, sum(terms[1:], start=terms[0]) if terms else 0 * thing)
            target = normal.combine([(1, thing.normal_form), (-1, stated.right.normal_form)])
            used = frozenset(verified(target, found[1], given))
            facts.append(Proof(stated, known, found[1], used, lemmas=tuple(facts)))
            return True
    return False


def _given(
    thing: Symbolic, relations: Sequence[Identity], facts: Sequence[Proof]
) -> Iterator[list[Relation]]:
    """What is known, first of the symbols of a thing."""
    known = [*relations, *(fact.identity for fact in facts)]
    every = [r for n, i in enumerate(known, start=1) for r in relations_of(n, i)]
    for chosen in _premises(Identity(thing, thing), known):
        yield [r for r in every if r.number in chosen]


def _cancelled(
    identity: Identity,
    relations: Sequence[Identity],
    facts: Sequence[Proof],
    most: int,
    powers: int = POWERS,
) -> Proof | None:
    """A proof by what the difference is inserted into, its square, of df by f df, of f w by f f w.

    What is to be proved for that is cancelled itself, if need be, so many times.
    """
    u: Any = identity.left - identity.right
    tensor = isinstance(u, SymbolicVectorForm) or (isinstance(u, SymbolicForm) and u.degree)
    ways: list[tuple[int, list[Identity]]] = []
    match identity.left.made:
        case Applied((Symbolic(made=Exterior()), f)) if not f.degree and is_zero(identity.right):
            ways = [(SLOPE, [f * identity.left == 0])]
        case Product((f, _)) if not f.degree and is_zero(identity.right) and tensor:
            given = parts_of(*(i.left for i in relations), *(i.right for i in relations))
            factors = (
                a for part in given if isinstance(part.made, Product) for a in part.arguments
            )
            if str(f) in map(str, factors):
                ways = [(FACTOR, [f * identity.left == 0])]
    if not ways and (u.degree or isinstance(u, SymbolicOperator)):
        return None
    if isinstance(u, SymbolicForm):
        ways = ways or [(0, [u * u == 0])]
    elif not ways or not u.degree:
        for number, relation in enumerate(relations, start=1):
            if isinstance(relation, NoKernel):
                tensors: tuple[Any, ...] = relation.tensors
                ways.append((number, [interior(u, w) == 0 for w in tensors]))
    for hypothesis, wanted in ways:
        premises = []
        for premise in wanted:
            proof, _ = _combined(premise, relations, facts, most)
            if proof is None and powers and hypothesis in (SLOPE, FACTOR):
                proof = _cancelled(premise, relations, facts, most, powers - 1)
            if proof is None:
                break
            premises.append(proof)
        else:
            known = [*relations, *(fact.identity for fact in facts)]
            return Proof(
                identity, known, lemmas=tuple(facts), premises=premises, hypothesis=hypothesis
            )
    return None


def _combined(
    identity: Identity,
    relations: Sequence[Identity],
    facts: Sequence[Proof],
    most: int,
    reasons: Sequence[Identity] = (),
) -> tuple[Proof | None, str]:
    """A proof by normal forms, or by a combination of consequences of what is known."""
    known = [*relations, *(fact.identity for fact in facts)]
    try:
        left, right = identity.left.normal_form, identity.right.normal_form
        if left == right:
            return Proof(identity, known, lemmas=tuple(facts)), ""
        if not known:
            return None, "the rules do not make both sides equal"
        target = normal.combine([(1, left), (-1, right)])
        every = [r for n, i in enumerate(known, start=1) for r in relations_of(n, i)]
        every += pulled_back(every, [*known, identity])
        by = {id(reason) for reason in reasons}
        first = [{n for n, i in enumerate(known, start=1) if id(i) in by}] if reasons else []
        for chosen in first or _premises(identity, known):
            given = [r for r in every if r.number in chosen]
            lemmas = [r for r in given if r.number > len(relations)]
            search = deduce(target, given, lemmas, most)
            if search.combination is not None:
                break
        else:
            return None, f"the rules do not make both sides equal; {search}"
        used = verified(target, search.combination, given)
        return Proof(identity, known, search.combination, frozenset(used), lemmas=tuple(facts)), ""
    except (Refusal, RecursionError) as refusal:
        return None, f"no normal form: {type(refusal).__name__}: {refusal}"


def _premises(identity: Identity, known: Sequence[Identity]) -> Iterator[set[int]]:
    """The numbers of relations that are looked at: about symbols of the identity, more, all.

    More are those whose left side is about symbols of the identity, or of the right side of one
    of them.
    """
    symbols = set(symbols_in(identity.left, identity.right))
    sides = {n: [set(symbols_in(s)) for s in (i.left, i.right)] for n, i in enumerate(known, 1)}
    sizes = {0, len(known)}
    chosen = {n for n, (left, right) in sides.items() if left | right <= symbols}
    for following in (False, True):
        while following and (
            more := {n for n, (a, _) in sides.items() if a and a <= symbols} - chosen
        ):
            chosen |= more
            symbols = symbols.union(*(sides[n][1] for n in more))
        if len(chosen) not in sizes:
            sizes.add(len(chosen))
            yield set(chosen)
    yield set(sides)


def _certified(proof: Proof | None, reason: str) -> tuple[Proof | None, str]:
    """The proof with its certificate, without which it is not believed, or why there is none."""
    if proof is None:
        return None, reason
    # Not above: ``python -m diffgeo.proofs.checker`` wants to be the first to import it.
    from diffgeo.proofs.certificates import certify

    try:
        return replace(proof, certificate=certify(proof)), ""
    except (Refusal, RecursionError, ValueError) as error:
        return None, f"no certificate: {type(error).__name__}: {error}"


def on_forms(relations: Sequence[Identity], *stated: Identity) -> list[Identity]:
    """Relations where ``Tφ∘X = Y∘φ`` relates X and Y, and maps are equal by what they pull back.

    These are the forms on the target of which statements and relations are made, and what is
    made of them by fields there that some map relates to another one.
    """
    things = parts_of(*(side for i in (*relations, *stated) for side in (i.left, i.right)))
    fields: list[Any] = [i.Y for i in relations if isinstance(i, RelatedFields)]
    found: list[Identity] = []
    for relation in relations:
        phi: Any = relation.left
        psi: Any = relation.right
        if not isinstance(phi, SymbolicMap):
            match phi.made, psi.made:
                case Insertion((X, Symbolic(made=Along((m, Symbolic(made=Unit())))))), Along(
                    (n, Y)
                ):
                    relation = m.related(X, Y) if m is n else relation
            found.append(relation)
            continue
        on_target = [t for t in things if t.home is phi.target]
        forms: list[Any] = [t for t in on_target if isinstance(t, SymbolicForm)]
        there = [Y for Y in fields if Y.home is phi.target]
        forms += [D(Y, form) for form in forms for Y in there for D in (interior, lie)]
        found += [phi.pull(form) == psi.pull(form) for form in forms]
    return found
