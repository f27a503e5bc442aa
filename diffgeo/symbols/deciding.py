"""Verdicts on symbolic identities: proved by normal forms, refuted by instances, or unknown."""

from __future__ import annotations

from random import Random
from typing import Any

from diffgeo.errors import Refusal, SpaceMismatch
from diffgeo.symbols.instances import Instance, InstanceCounterexample, symbols_in
from diffgeo.symbols.objects import Symbolic, every_manifold
from diffgeo.verdicts import Identity, Status, Verdict, check

#: Instances are made in these dimensions, and in larger ones if the degrees ask for it.
DIMENSIONS = (2, 3, 4)
LARGEST_DIMENSION = 6
ATTEMPTS = 3
RULES = (
    "equal normal forms by the rules for [i_K,i_M], [L_K,i_M], [L_K,L_M] = L_[K,M], i and L of "
    "ω*K, d = L_id, i_id = degree"
)


def decide(identity: Identity, name: str, seed: int) -> Verdict:
    """PROVED, REFUTED by an instance, or UNKNOWN; the whole conjunction at once."""
    common: dict[str, Any] = {"subject": identity, "name": name, "scope": every_manifold.name}
    reasons = []
    for part in identity.parts:
        for side in (part.left, part.right):
            if not isinstance(side, Symbolic):
                raise SpaceMismatch(
                    f"{part.summary()} is about one manifold, the other identities about every "
                    "manifold: check them separately"
                )
    for part in identity.parts:
        reason = unproved(part)
        if not reason:
            continue
        found, tried = refute(part, seed)
        if found is not None:
            return Verdict(
                Status.REFUTED,
                counterexample=found,
                evidence="an instance, exactly",
                seed=seed,
                **common,
            )
        reasons.append(f"{reason}; {tried}")
    if reasons:
        return Verdict(Status.UNKNOWN, reason="; ".join(reasons[:3]), **common)
    return Verdict(Status.PROVED, evidence=RULES, **common)


def unproved(identity: Identity) -> str:
    """Why the normal forms do not prove the identity; empty if they do."""
    try:
        if identity.left.normal_form == identity.right.normal_form:
            return ""
    except (Refusal, RecursionError) as refusal:
        return f"no normal form: {type(refusal).__name__}: {refusal}"
    return "the rules do not make both sides equal"


def refute(identity: Identity, seed: int) -> tuple[InstanceCounterexample | None, str]:
    """A concrete instance at which the identity fails, or what was tried."""
    symbols = symbols_in(identity.left, identity.right)
    tried: dict[int, None] = {}
    largest = max(max(DIMENSIONS), min(identity.left.degree + 1, LARGEST_DIMENSION))
    for dimension in (*DIMENSIONS, *range(max(DIMENSIONS) + 1, largest + 1)):
        random = Random(f"{seed}:{dimension}")
        for _ in range(ATTEMPTS):
            instance = Instance(symbols, dimension, random)
            try:
                found = fails(instance, identity)
            except (Refusal, RecursionError):
                continue
            if found is not None:
                return found, ""
            tried[dimension] = None
    listed = ", ".join(map(str, tried)) or "none"
    return None, f"no random polynomial instance refutes it (dimensions tried: {listed})"


def fails(instance: Instance, identity: Identity) -> InstanceCounterexample | None:
    """The counterexample, if the identity is false for this instance."""
    for concrete, statement, extra in instance.identities(identity.left, identity.right):
        if not isinstance(concrete, Identity):
            continue  # 0 == 0
        if check(concrete, counterexample=False).status is not Status.REFUTED:
            continue
        verdict = check(concrete)
        found = verdict.counterexample
        shown = {name: _value(source) for name, source in {**instance.source, **extra}.items()}
        return InstanceCounterexample(
            point=dict(found.point) if found else {},
            functions=dict(found.functions) if found else {},
            value=found.value if found else "not zero",
            label=found.label if found else "",
            residual=found.residual if found else "",
            place=f"{instance.space.name} ({', '.join(instance.coordinates)})",
            instance=shown,
            script=instance.script(statement, extra),
        )
    return None


def _value(source: str) -> str:
    return source.removeprefix("space.")
