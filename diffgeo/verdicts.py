"""Identities between geometric objects and verdicts about them.

``a == b`` between forms, fields, derivations or maps states an `Identity`; `check` answers
with a `Verdict` that says how the answer is known, under which conditions, and gives an
exact counterexample where the identity fails.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from math import ceil, log2
from typing import Any

from diffgeo.errors import AmbiguousTruth, DiffGeoError, Refusal

#: A probed identity has at most this probability (its binary logarithm) of being false.
LOG2_BOUND = -64.0
_WIDTH = 72
_SIDE = 40


class Status(Enum):
    """How far a statement is known.

    PROVED: for every manifold and dimension. VERIFIED: exactly, for the given data. PROBED:
    by random exact evaluations with an error bound. REFUTED: with certainty false.
    UNKNOWN: no answer, for a stated reason.
    """

    PROVED = "PROVED"
    VERIFIED = "VERIFIED"
    PROBED = "PROBED"
    REFUTED = "REFUTED"
    UNKNOWN = "UNKNOWN"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, eq=False)
class Identity:
    """The statement ``left = right``; it has no truth value until it is checked.

    Both sides are objects whose method ``_residuals`` gives the labelled components of their
    difference, elements of a function ring. ``a & b`` states both identities.
    """

    left: Any
    right: Any
    name: str = ""

    @property
    def parts(self) -> tuple[Identity, ...]:
        """The identities that are stated together."""
        return (self,)

    def residuals(self) -> list[tuple[str, Any]]:
        """Labelled ring elements that all vanish if and only if the identity holds."""
        return list(self.left._residuals(self.right))

    def __and__(self, other: Identity) -> Identity:
        if not isinstance(other, Identity):
            return NotImplemented
        return Conjunction(self.parts + other.parts)

    def __bool__(self) -> bool:
        if self.left is self.right:
            return True
        raise AmbiguousTruth(
            f"the identity {self.summary()} has no truth value; ask with check(left == right), "
            "or compare objects with `is`"
        )

    def __str__(self) -> str:
        return self.name or f"{self.left} = {self.right}"

    def summary(self) -> str:
        """The statement with both sides cut short."""
        return _short(self.name) or f"{_short(self.left, _SIDE)} = {_short(self.right, _SIDE)}"


class Conjunction(Identity):
    """Several identities stated together."""

    def __init__(self, parts: Iterable[Identity], name: str = "") -> None:
        given = tuple(parts)
        object.__setattr__(self, "_parts", given)
        super().__init__([p.left for p in given], [p.right for p in given], name)

    @property
    def parts(self) -> tuple[Identity, ...]:
        """The identities that are stated together."""
        return self._parts  # type: ignore[attr-defined, no-any-return]

    def residuals(self) -> list[tuple[str, Any]]:
        """The residuals of all parts; labels begin with the part's name or number."""
        found = []
        for index, part in enumerate(self.parts, start=1):
            prefix = part.name or f"identity {index}"
            found += [
                (f"{prefix}: {label}" if label else prefix, e) for label, e in part.residuals()
            ]
        return found

    def __bool__(self) -> bool:
        return all(bool(part) for part in self.parts)

    def __str__(self) -> str:
        return self.name or " and ".join(map(str, self.parts))

    def summary(self) -> str:
        """The statement, each part cut short."""
        return _short(self.name or " and ".join(p.summary() for p in self.parts), 2 * _WIDTH)


@dataclass(frozen=True)
class Counterexample:
    """A point, and concrete functions, at which one component of an identity fails.

    ``residual`` is the component of ``left - right`` called ``label``, as a formula that
    `diffgeo.evaluate` reads; ``value`` is what it is there instead of 0.
    """

    point: dict[str, Fraction]
    functions: dict[str, str]
    value: str
    label: str
    residual: str

    @property
    def code(self) -> str:
        """Python code that shows the failure; it needs nothing but `diffgeo`."""
        point = {name: str(value) for name, value in self.point.items()}
        arguments = f"{self.residual!r}, {point!r}" + (
            f", {self.functions!r}" * bool(self.functions)
        )
        component = f" (component {self.label})" if self.label else ""
        return (
            "from diffgeo import evaluate\n\n"
            f"# left - right{component} at this point; 0 if the identity held.\n"
            f"print(evaluate({arguments}))  # expected: {self.value}\n"
        )

    def __str__(self) -> str:
        where = [f"{n} = {v}" for n, v in (*self.point.items(), *self.functions.items())]
        component = f" ({_short(self.label)})" if self.label else ""
        place = f" at {', '.join(where)}" if where else ""
        return f"left - right{component} is {_short(self.value)}{_short(place, 2 * _WIDTH)}"


@dataclass(frozen=True, eq=False)
class Verdict:
    """What is known about a statement, and how.

    ``scope`` names the spaces, ``conditions`` what was assumed not to vanish (or to be
    positive), ``evidence`` the method, ``log2_bound`` the binary logarithm of the error
    probability of a PROBED answer and ``seed`` its random choices, ``reason`` why an UNKNOWN
    is unknown. As a truth value UNKNOWN raises.
    """

    status: Status
    subject: Identity | str
    scope: str = ""
    conditions: tuple[Any, ...] = ()
    evidence: str = ""
    log2_bound: float | None = None
    seed: int | None = None
    counterexample: Counterexample | None = None
    reason: str = ""
    name: str = field(default="")

    @property
    def statement(self) -> str:
        """The statement in words or as a formula (written out only when asked for)."""
        return self.name or str(self.subject)

    @property
    def _summary(self) -> str:
        named = self.name or (self.subject if isinstance(self.subject, str) else "")
        return _short(named) if named else self.subject.summary()  # type: ignore[union-attr]

    def __bool__(self) -> bool:
        if self.status is Status.UNKNOWN:
            raise AmbiguousTruth(
                f"the verdict on {self._summary} is UNKNOWN ({self.reason}); "
                "look at its .status instead of using it as a truth value"
            )
        return self.status is not Status.REFUTED

    def __str__(self) -> str:
        text = f"{self.status}: {self._summary}"
        if self.scope:
            text += f" on {self.scope}"
        if self.conditions:
            text += f", where {_short(', '.join(map(str, self.conditions)))}"
        notes = [self.evidence] if self.evidence else []
        if self.log2_bound is not None:
            notes.insert(0, f"error <= 2**{ceil(self.log2_bound)}")
        if self.seed is not None:
            notes.append(f"seed {self.seed}")
        if self.counterexample is not None:
            notes.insert(0, str(self.counterexample))
        if self.reason:
            notes.append(self.reason)
        text += f" ({'; '.join(notes)})" if notes else ""
        return " ".join(text.split())

    __repr__ = __str__

    def to_dict(self) -> dict[str, Any]:
        """The verdict as data for JSON."""
        found = self.counterexample
        return {
            "status": self.status.value,
            "statement": self.statement,
            "scope": self.scope,
            "conditions": [str(c) for c in self.conditions],
            "evidence": self.evidence,
            "log2_bound": self.log2_bound,
            "seed": self.seed,
            "counterexample": None
            if found is None
            else {
                "point": {name: str(value) for name, value in found.point.items()},
                "functions": dict(found.functions),
                "value": found.value,
                "label": found.label,
                "residual": found.residual,
                "code": found.code,
            },
            "reason": self.reason,
        }


def check(
    identity: Identity | Iterable[Identity],
    *,
    name: str = "",
    seed: int = 0,
    counterexample: bool = True,
) -> Verdict:
    """Decide an identity, or several at once.

    Identities of symbols (`diffgeo.symbols`) are PROVED by normal forms, REFUTED by an instance,
    or UNKNOWN. Otherwise every component of ``left - right`` is given to the zero test of its
    function ring: VERIFIED if all are certainly zero, PROBED if some only with an error bound
    (all together below 2**-60), REFUTED if one is certainly not zero, UNKNOWN if the ring
    declines.

    Parameters
    ----------
    identity
        ``a == b``, a conjunction ``(a == b) & (c == d)``, or a list of identities.
    name
        What the verdict calls the statement.
    seed
        Recorded in a probed verdict, unless the ring has its own.
    counterexample
        Whether to search for a small counterexample when the identity is refuted.
    """
    subject = _collect(identity)
    for part in subject.parts:
        if hasattr(part.left, "decide"):  # symbols decide for themselves
            return part.left.decide(subject, name, seed)  # type: ignore[no-any-return]
    common: dict[str, Any] = {"subject": subject, "name": name, "scope": _scope(subject)}
    try:
        residuals = subject.residuals()
    except Refusal as refusal:
        return Verdict(Status.UNKNOWN, reason=_reason(refusal), **common)
    demanded = LOG2_BOUND - ceil(log2(max(len(residuals), 1)))
    probability, reasons = 0.0, []
    evidence: dict[str, None] = {}
    for label, element in residuals:
        try:
            decision = element.ring.is_zero(element, log2_bound=demanded)
        except Refusal as refusal:
            reasons.append(_labelled(label, _reason(refusal)))
            continue
        if not decision.zero and decision.certain:
            return _refuted(label, element, decision.how, common, counterexample)
        if not decision.zero or (not decision.certain and decision.log2_bound is None):
            reasons.append(
                _labelled(label, f"no certain answer and no error bound: {decision.how}")
            )
            continue
        if not decision.certain:
            probability += 2.0**decision.log2_bound
            seed = getattr(element.ring, "seed", seed)
        evidence[decision.how] = None
    common["conditions"] = _conditions(subject, residuals)
    if not reasons and probability >= 2.0**-60:
        bound = log2(probability)
        reasons.append(f"the error bound of all components together is only 2**{ceil(bound)}")
    if reasons:
        return Verdict(Status.UNKNOWN, reason="; ".join(reasons[:3]), **common)
    common["evidence"] = "; ".join(e for e in evidence if e) or "equal as written"
    if probability > 0.0:
        bound = log2(probability)
        return Verdict(Status.PROBED, log2_bound=bound, seed=seed, **common)
    return Verdict(Status.VERIFIED, **common)


def _collect(identity: Any) -> Identity:
    if isinstance(identity, Identity):
        return identity
    if not isinstance(identity, list | tuple | set | frozenset | Iterator):
        raise TypeError(
            f"check needs an identity such as alpha == beta, or a list of them, not {identity!r}"
        )
    parts = [p for given in identity for p in _collect(given).parts]
    if not parts:
        raise DiffGeoError("check was given no identity: an empty list states nothing")
    return parts[0] if len(parts) == 1 else Conjunction(parts)


def _refuted(label: str, element: Any, how: str, common: dict[str, Any], wanted: bool) -> Verdict:
    """The verdict with a counterexample, if the ring can give one."""
    search = getattr(element.ring, "counterexample", None) if wanted else None
    common["conditions"] = tuple(element.ring.conditions(element))
    common["evidence"] = _labelled(label, how)
    if search is None:
        return Verdict(Status.REFUTED, **common)
    try:
        point, functions, value, residual = search(element)
    except Refusal as refusal:
        return Verdict(Status.REFUTED, reason=f"no counterexample: {refusal}", **common)
    found = Counterexample(dict(point), dict(functions), str(value), label, str(residual))
    return Verdict(Status.REFUTED, counterexample=found, **common)


def _conditions(subject: Identity, residuals: list[tuple[str, Any]]) -> tuple[Any, ...]:
    """Conditions of both sides and of the components, each once."""
    found: dict[str, Any] = {}
    for part in subject.parts:
        for side in (part.left, part.right):
            for condition in getattr(side, "conditions", ()):
                found.setdefault(str(condition), condition)
    for _, element in residuals:
        for condition in element.ring.conditions(element):
            found.setdefault(str(condition), condition)
    return tuple(found.values())


def _scope(subject: Identity) -> str:
    """The names of the spaces, each once."""
    names: dict[str, None] = {}
    for part in subject.parts:
        space = getattr(part.left, "space", None) or getattr(part.left, "source", None)
        if space is not None:
            names[str(getattr(space, "name", space))] = None
    return ", ".join(names)


def _reason(refusal: Refusal) -> str:
    return f"{type(refusal).__name__}: {refusal}"


def _labelled(label: str, text: str) -> str:
    return f"{label}: {text}" if label else text


def _short(value: Any, width: int = _WIDTH) -> str:
    if hasattr(value, "summary"):  # geometric objects may be too large to be written out
        value = value.summary(width)
    text = " ".join(str(value).split()) if not isinstance(value, str) else value
    return text if len(text) <= width else f"{text[: width - 3]}..."
