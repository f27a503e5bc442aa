"""Verdicts on symbolic identities: proved, refuted by an instance, exact in one dimension."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from diffgeo.errors import DiffGeoError, NameClash, NotSupported, Refusal, SpaceMismatch, TooLarge
from diffgeo.proofs.constructions import Named, NamedDerivation
from diffgeo.proofs.degree_cases import DegreeCases, numbers_in
from diffgeo.proofs.hypotheses import ForAll, Hypothesis
from diffgeo.proofs.instances import is_of_derivations, parts_of, symbols_in
from diffgeo.proofs.instantiation import with_instances
from diffgeo.proofs.prolonged_relations import follows
from diffgeo.proofs.proof_steps import Proof
from diffgeo.proofs.proving import on_forms, prove
from diffgeo.proofs.refutation import Refuter
from diffgeo.proofs.rules import listed
from diffgeo.proofs.sampling import indeterminate, places
from diffgeo.proofs.symbolic_maps import SymbolicMap
from diffgeo.proofs.symbolic_objects import (
    Symbolic,
    SymbolicForm,
    SymbolicOperator,
    describe,
    every_manifold,
    is_zero,
    operation,
)
from diffgeo.proofs.time_allowed import at_most, time_is_up
from diffgeo.verdicts.explanations import Proofs
from diffgeo.verdicts.verdict import Conjunction, Identity, Status, Verdict, check

#: An identity that is neither proved nor refuted is looked at exactly in these dimensions.
SMALL_DIMENSIONS = (1, 2)
#: Instances that are tried when it is certain that there is a counterexample.
MORE_ATTEMPTS = 40
#: Undefined functions, and functions times terms of the normal forms, in one dimension.
MOST_FUNCTIONS = 100
MOST_WORK = 2_000
#: The seconds after which there is an answer, and the shares for a short proof and an instance.
SECONDS = 10.0
SHORT, REFUTING = 0.4, 0.5


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
    seconds: float = SECONDS,
) -> Verdict:
    """The verdict on the whole conjunction.

    PROVED if every part is; otherwise REFUTED by an instance; otherwise, in a given
    dimension, by the exact ring; otherwise UNKNOWN. Counterexamples are made small unless
    they are not wanted. First a proof is looked for that is short, then an instance, then a longer
    proof, all that for so many seconds for each part and lemma.
    """
    _require_symbols([*identity.parts, *relations, *lemmas])
    if dimension is not None and (not isinstance(dimension, int) or dimension < 1):
        raise DiffGeoError(f"dimension={dimension!r} is no dimension: give a positive integer")
    scope = every_manifold.name + (f" of dimension {dimension}" if dimension else "")
    common: dict[str, Any] = {"subject": identity, "name": name}
    instances = with_instances(relations, *identity.parts, *lemmas)
    lemmas = with_instances(lemmas, *identity.parts, *relations)
    for part in (*identity.parts, *lemmas):
        if isinstance(part, Hypothesis):
            raise NotSupported(f"{part.summary()} is a hypothesis: give it in assuming=[…]")
    if numbers := numbers_in(*identity.parts, *instances, *lemmas):
        if any(isinstance(relation, ForAll) for relation in relations):
            raise NotSupported("hypotheses for all things of a kind, where degrees are symbols")
        cases = DegreeCases(identity, relations, lemmas, numbers)
        return _in_all_degrees(cases, dimension, seed, counterexample, seconds, common)
    facts: list[Proof] = []
    given = on_forms(instances, *identity.parts, *lemmas)
    refuters = [Refuter(part, relations, seed, counterexample) for part in identity.parts]

    def refuted(refuter: Refuter) -> Verdict | None:
        with at_most(seconds * REFUTING):
            found = refuter.search([dimension] if dimension else ())
        if found is None:
            return None
        return Verdict(
            Status.REFUTED,
            counterexample=found,
            evidence="an instance, exactly",
            seed=seed,
            scope=scope,
            conditions=_written(relations),
            **common,
        )

    for lemma in lemmas:
        with at_most(seconds):
            proof, reason = prove(lemma, given, facts)
        if proof is None:  # it may be as false as what it was to prove
            verdicts = (v for v in map(refuted, refuters) if v is not None)
            reason = f"the lemma {lemma.summary()} is not proved: {reason}"
            return next(verdicts, Verdict(Status.UNKNOWN, reason=reason, **common))
        facts.append(proof)
    proofs, open_parts, reasons, exact = [], [], [], []
    for part, refuter in zip(identity.parts, refuters, strict=True):
        with at_most(seconds):
            memory: list[Proof] = []
            proof, reason = _first_proof(part, given, facts, seconds, memory)
            if proof is not None:
                proofs.append(proof)
                continue
            if (verdict := refuted(refuter)) is not None:
                return verdict
            if relations and not facts:
                proof, reason = prove(part, given, facts, memory=memory)
            if proof is not None:
                proofs.append(proof)
                continue
            reasons.append(f"{reason}; {refuter}" + _time_up(seconds))
            open_parts.append(part)
    if not open_parts:
        return _proved(proofs, common)
    common |= {"scope": scope, "conditions": _written(relations)}
    for number, part in enumerate(open_parts):
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


def _in_all_degrees(
    cases: DegreeCases,
    dimension: int | None,
    seed: int,
    small: bool,
    seconds: float,
    common: dict[str, Any],
) -> Verdict:
    """The verdict where degrees are symbols: short proofs, an instance, longer proofs."""
    names = ", ".join(cases.names)
    common |= {"scope": f"{every_manifold.name}, all numbers {names}"}
    for thorough, share in ((False, SHORT), (True, 1.0)):
        with at_most(seconds * share * len(cases.identity.parts)):
            proofs = cases.proofs(thorough or bool(cases.lemmas))
        if not cases.open:
            return _proved(proofs, common)
        with at_most(seconds * REFUTING):
            found, where = cases.counterexample(dimension, seed, small)
        if found is not None:
            common |= {"scope": f"{every_manifold.name}, where {where}"}
            return Verdict(
                Status.REFUTED,
                counterexample=found,
                evidence="an instance, exactly" + cases.proved,
                seed=seed,
                conditions=_written(cases.relations),
                **common,
            )
        if not cases.relations or cases.lemmas:
            break
    return Verdict(Status.UNKNOWN, reason=cases.reason, **common)


def _first_proof(
    part: Identity,
    relations: Sequence[Identity],
    facts: Sequence[Proof],
    seconds: float,
    memory: list[Proof],
) -> tuple[Proof | None, str]:
    """A proof that is found soon; with lemmas, which somebody believes to lead to one, or later."""
    with at_most(seconds if facts else seconds * SHORT):
        return prove(part, relations, facts, thorough=bool(facts), memory=memory)


def _time_up(seconds: float) -> str:
    return f"; the {seconds:g} s of seconds={seconds:g} are over" if time_is_up() else ""


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
        if None not in (homes := (part.left.home, part.right.home)) and homes[0] is not homes[1]:
            raise SpaceMismatch(
                f"{part.summary()} compares what is on {homes[0]} with what is on {homes[1]}: "
                "pull back by a map"
            )
        if part.left.along != part.right.along and not is_zero(part.left) | is_zero(part.right):
            raise SpaceMismatch(f"{part.summary()} compares fields along different maps")
    sides = [side for part in parts for side in (part.left, part.right)]
    _require_different_names(sides)
    both = numbers_in(*parts) & {str(symbol) for symbol in symbols_in(*sides)}
    if both:
        raise NameClash(f"{', '.join(sorted(both))}: a number in degrees, and a symbol: rename one")


def _require_different_names(sides: Sequence[Symbolic]) -> None:
    """Refuse a name for two things: the statement would not say what it looks like."""
    named: dict[str, Symbolic] = {}
    for thing in parts_of(*sides):
        if not isinstance(thing.made, Named | NamedDerivation):
            continue
        name = thing.arguments[0]
        other = named.setdefault(name, thing)
        if (type(other), other.degree, other.home) != (type(thing), thing.degree, thing.home):
            raise NameClash(
                f"the name {name} stands for two things, {describe(other)} and "
                f"{describe(thing)}: rename one of them"
            )


def _proved(proofs: list[Proof], common: dict[str, Any]) -> Verdict:
    rules = listed(set().union(*(proof.rules for proof in proofs)))
    evidence = "equal normal forms by " + "; ".join(rule.text for rule in rules)
    if not rules:
        evidence = "equal normal forms by linearity"
    if all(proof.by_words for proof in proofs):
        evidence = evidence.replace("equal normal forms", "words of operators that add up", 1)
    number = sum(len(proof.combination) for proof in proofs)
    if number:
        plural = "s" * (number > 1)
        evidence = evidence.replace("equal normal forms", "normal forms", 1)
        evidence = f"{number} consequence{plural} of the relations add up to it; {evidence}"
    assumed = {str(relation): relation for proof in proofs for relation in proof.assumed}
    given: dict[str, Any] = {
        "scope": every_manifold.name,
        "evidence": evidence,
        "conditions": _written(list(assumed.values())),
        "proof": Proofs.of([(proof.identity, proof) for proof in proofs]),
    }
    return Verdict(Status.PROVED, **(given | common))


def in_dimension(identity: Identity, relations: Sequence[Identity], dimension: int) -> Verdict:
    """The exact answer for all data in one dimension, whose coefficients are indeterminate."""
    try:
        return _indeterminate(identity, relations, dimension)
    except (Refusal, RecursionError) as refusal:
        reason = f"{type(refusal).__name__}: {refusal}"
        return Verdict(Status.UNKNOWN, identity, reason=reason)


def _indeterminate(identity: Identity, relations: Sequence[Identity], dimension: int) -> Verdict:
    sides = [side for i in (identity, *relations) for side in (i.left, i.right)]
    symbols = symbols_in(*sides)
    if any(isinstance(symbol, SymbolicMap) for symbol in symbols):
        raise NotSupported("undefined functions are not pulled back by undefined maps")
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
    if relations:
        reason = follows(stated, relations, instance)
        return Verdict(Status.VERIFIED, identity, evidence=reason)
    return check(Conjunction(stated)) if len(stated) != 1 else check(stated[0])


def _written(relations: Sequence[Identity]) -> tuple[Any, ...]:
    """The relations, as conditions."""
    return tuple(map(str, relations))
