"""Verdicts on symbolic identities: proved, refuted by an instance, exact in one dimension."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product
from typing import Any

from diffgeo.calculus.brackets import interior
from diffgeo.errors import DiffGeoError, NameClash, NotSupported, Refusal, SpaceMismatch, TooLarge
from diffgeo.proofs import normal_form as normal
from diffgeo.proofs.constructions import Named, NamedDerivation
from diffgeo.proofs.deduction import deduce, verified
from diffgeo.proofs.hypotheses import NoKernel
from diffgeo.proofs.instances import is_of_derivations, parts_of, symbols_in
from diffgeo.proofs.proof_steps import Proof
from diffgeo.proofs.refutation import Refuter
from diffgeo.proofs.relations import relations_of
from diffgeo.proofs.rules import listed
from diffgeo.proofs.sampling import indeterminate, places
from diffgeo.proofs.symbolic_objects import (
    Symbolic,
    SymbolicForm,
    SymbolicOperator,
    SymbolicVectorForm,
    describe,
    every_manifold,
    operation,
)
from diffgeo.verdicts.explanations import Proofs
from diffgeo.verdicts.verdict import Conjunction, Identity, Status, Verdict, check

#: An identity that is neither proved nor refuted is looked at exactly in these dimensions.
SMALL_DIMENSIONS = (1, 2)
#: Instances that are tried when it is certain that there is a counterexample.
MORE_ATTEMPTS = 40
#: Undefined functions, and functions times terms of the normal forms, in one dimension.
MOST_FUNCTIONS = 100
MOST_WORK = 2_000
#: Pairs of a 1-form and a field along which lemmas are tried.
MOST_PAIRS = 2


@operation
def decide(
    identity: Identity,
    *,
    name: str,
    seed: int,
    relations: Sequence[Identity] = (),
    lemmas: Sequence[Identity] = (),
    dimension: int | None = None,
    counterexample: bool = True,
) -> Verdict:
    """The verdict on the whole conjunction.

    PROVED if every part is; otherwise REFUTED by an instance; otherwise, in a given
    dimension, by the exact ring; otherwise UNKNOWN. Counterexamples are made small unless
    they are not wanted.
    """
    _require_symbols([*identity.parts, *relations, *lemmas])
    if dimension is not None and (not isinstance(dimension, int) or dimension < 1):
        raise DiffGeoError(f"dimension={dimension!r} is no dimension: give a positive integer")
    scope = every_manifold.name + (f" of dimension {dimension}" if dimension else "")
    common: dict[str, Any] = {"subject": identity, "name": name}
    facts: list[Proof] = []
    for lemma in lemmas:
        proof, reason = prove(lemma, relations, facts)
        if proof is None:
            reason = f"the lemma {lemma.summary()} is not proved: {reason}"
            return Verdict(Status.UNKNOWN, reason=reason, **common)
        facts.append(proof)
    proofs, open_parts = [], []
    for part in identity.parts:
        proof, reason = prove(part, relations, facts)
        if proof is not None:
            proofs.append(proof)
        else:
            open_parts.append((part, reason))
    if not open_parts:
        return _proved(proofs, common)
    common |= {"scope": scope, "conditions": _written(relations)}
    reasons, exact = [], []
    for part, reason in open_parts:
        refuter = Refuter(part, relations, seed, counterexample)
        found = refuter.search([dimension] if dimension else ())
        if found is not None:
            return Verdict(
                Status.REFUTED,
                counterexample=found,
                evidence="an instance, exactly",
                seed=seed,
                **common,
            )
        listed_dimensions = ", ".join(map(str, refuter.tried)) or "none"
        reasons.append(
            f"{reason}; no random polynomial instance refutes it "
            f"(dimensions tried: {listed_dimensions})"
        )
    for number, (part, _) in enumerate(open_parts):
        for size in _exact_dimensions(dimension, relations):
            verdict = in_dimension(part, relations, size)
            if verdict.status is Status.REFUTED:
                found = Refuter(part, (), seed, counterexample).search([size], MORE_ATTEMPTS)
                kept = {**common, "scope": f"{every_manifold.name} of dimension {size}"}
                found_by = verdict.counterexample if found is None else found
                return replace(verdict, counterexample=found_by, **kept)
            if verdict.status is not Status.VERIFIED:
                reasons[number] += f"; dimension {size}: {verdict.reason or 'only probed'}"
                break
            if not dimension:
                reasons[number] += f"; it holds exactly in dimension {size}"
            else:
                exact.append(verdict)
    if len(exact) == len(open_parts):
        evidence = "; ".join(dict.fromkeys(verdict.evidence for verdict in exact))
        parts = tuple(c for verdict in exact for c in verdict.components)
        method = f"coefficients are undefined functions of all coordinates; {evidence}"
        return Verdict(Status.VERIFIED, evidence=method, components=parts, **common)
    return Verdict(Status.UNKNOWN, reason="; ".join(reasons[:3]), **common)


def _exact_dimensions(dimension: int | None, relations: Sequence[Identity]) -> Sequence[int]:
    if dimension is not None:
        return [dimension]
    return () if relations else SMALL_DIMENSIONS


def _require_symbols(parts: Sequence[Identity]) -> None:
    for part in parts:
        for side in (part.left, part.right):
            if not isinstance(side, Symbolic):
                raise SpaceMismatch(
                    f"{part.summary()} is about one manifold, the other identities about every "
                    "manifold: check them separately"
                )
    _require_different_names([side for part in parts for side in (part.left, part.right)])


def _require_different_names(sides: Sequence[Symbolic]) -> None:
    """Refuse a name for two things: the statement would not say what it looks like."""
    named: dict[str, Symbolic] = {}
    for thing in parts_of(*sides):
        if not isinstance(thing.made, Named | NamedDerivation):
            continue
        name = thing.arguments[0]
        other = named.setdefault(name, thing)
        if (type(other), other.degree) != (type(thing), thing.degree):
            raise NameClash(
                f"the name {name} stands for two things, {describe(other)} and "
                f"{describe(thing)}: rename one of them"
            )


def _proved(proofs: list[Proof], common: dict[str, Any]) -> Verdict:
    rules = listed(set().union(*(proof.rules for proof in proofs)))
    evidence = "equal normal forms by " + "; ".join(rule.text for rule in rules)
    if not rules:
        evidence = "equal normal forms by linearity"
    number = sum(len(proof.combination) for proof in proofs)
    if number:
        plural = "s" * (number > 1)
        evidence = evidence.replace("equal normal forms", "normal forms", 1)
        evidence = f"{number} consequence{plural} of the relations add up to it; {evidence}"
    assumed = {str(relation): relation for proof in proofs for relation in proof.assumed}
    return Verdict(
        Status.PROVED,
        scope=every_manifold.name,
        evidence=evidence,
        conditions=_written(list(assumed.values())),
        proof=Proofs.of([(proof.identity, proof) for proof in proofs]),
        **common,
    )


def prove(
    identity: Identity, relations: Sequence[Identity] = (), facts: Sequence[Proof] = ()
) -> tuple[Proof | None, str]:
    """A proof that the identity holds for all data that satisfy the relations, or why not.

    Facts are proved already. Where no combination of what is known is found, the difference may
    vanish because its square does, or its insertions into what has no kernel. Then lemmas are tried
    that say the same of its parts along the fields and 1-forms of the relations.
    """
    proof, reason = _combined(identity, relations, facts)
    if proof is not None or not (relations or facts):
        return _certified(proof, reason)
    if (proof := _cancelled(identity, relations, facts)) is not None:
        return _certified(proof, reason)
    known = list(facts)
    for lemma in _lemmas(identity.left - identity.right, relations):
        found = _combined(lemma, relations, known)[0] or _cancelled(lemma, relations, known)
        known += [found] if found is not None else []
    if len(known) > len(facts):
        proof, _ = _combined(identity, relations, known)
        proof = proof or _cancelled(identity, relations, known)
    return _certified(proof, reason)


def _lemmas(u: Symbolic, relations: Sequence[Identity]) -> Iterator[Identity]:
    """What may be easier to prove than that u vanishes: parts of it, and products with it."""
    symbols = symbols_in(*(side for r in relations for side in (r.left, r.right)))
    forms = [s for s in symbols if isinstance(s, SymbolicForm) and s.degree == 1]
    fields = [s for s in symbols if isinstance(s, SymbolicVectorForm) and not s.degree]
    if len(forms) * len(fields) > MOST_PAIRS:
        return
    for form, field in product(forms, fields):
        if isinstance(u, SymbolicVectorForm) and not u.degree:
            yield u == form(u) * field
            yield form(u) * u == 0
        elif isinstance(u, SymbolicForm) and u.degree:
            yield u * field == 0
    for form in forms if isinstance(u, SymbolicVectorForm) and not u.degree else ():
        yield form(u) == 0


def _cancelled(
    identity: Identity, relations: Sequence[Identity], facts: Sequence[Proof]
) -> Proof | None:
    """A proof by what the difference is inserted into, or by its square."""
    u: Any = identity.left - identity.right
    if u.degree or isinstance(u, SymbolicOperator):
        return None
    ways: list[tuple[int, list[Identity]]] = []
    if isinstance(u, SymbolicForm):
        ways = [(0, [u * u == 0])]
    else:
        for number, relation in enumerate(relations, start=1):
            if isinstance(relation, NoKernel):
                tensors: tuple[Any, ...] = relation.tensors
                ways.append((number, [interior(u, w) == 0 for w in tensors]))
    for hypothesis, wanted in ways:
        premises = []
        for premise in wanted:
            proof, _ = _combined(premise, relations, facts)
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
    identity: Identity, relations: Sequence[Identity], facts: Sequence[Proof]
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
        for chosen in _premises(identity, known):
            given = [r for r in every if r.number in chosen]
            search = deduce(target, given, [r for r in given if r.number > len(relations)])
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


def in_dimension(identity: Identity, relations: Sequence[Identity], dimension: int) -> Verdict:
    """The exact answer for all data in one dimension, whose coefficients are indeterminate."""
    try:
        return _indeterminate(identity, relations, dimension)
    except (Refusal, RecursionError) as refusal:
        reason = f"{type(refusal).__name__}: {refusal}"
        return Verdict(Status.UNKNOWN, identity, reason=reason)


def _indeterminate(identity: Identity, relations: Sequence[Identity], dimension: int) -> Verdict:
    if relations:
        raise NotSupported("undefined functions do not satisfy declared relations")
    symbols = symbols_in(identity.left, identity.right)
    tests = []
    if isinstance(identity.left, SymbolicOperator) and not is_of_derivations(identity):
        # Made anew, not known by name: a test form is none of the forms in the identity.
        degrees = range(dimension + 1)
        tests = [SymbolicForm(Named(f"test{p}"), p) for p in degrees]
    number = sum(len(places(symbol, dimension)) for symbol in (*symbols, *tests))
    terms = len(identity.left.normal_form) + len(identity.right.normal_form)
    if number > MOST_FUNCTIONS or number * terms > MOST_WORK:
        raise TooLarge(
            f"{number} undefined functions and {terms} terms in dimension {dimension} "
            f"(the limits are {MOST_FUNCTIONS} functions and {MOST_WORK} for the product)"
        )
    instance = indeterminate([*symbols, *tests], dimension)
    given = [(instance.values[test], "") for test in tests]
    stated = [c for c, _, _ in instance.identities(identity, given) if isinstance(c, Identity)]
    return check(Conjunction(stated)) if len(stated) != 1 else check(stated[0])


def _written(relations: Sequence[Identity]) -> tuple[Any, ...]:
    """The relations, as conditions."""
    return tuple(map(str, relations))
