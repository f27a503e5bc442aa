"""Identities between geometric objects and verdicts about them.

``a == b`` between forms, fields, derivations or maps states an `Identity`; `check` answers
with a `Verdict` that says how the answer is known, under which conditions, and gives an
exact counterexample where the identity fails.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import partial
from math import ceil, log2
from typing import TYPE_CHECKING, Any, TypeAlias

from diffgeo.calculus.coefficients import conditions_of, distinct
from diffgeo.calculus.display import Shown
from diffgeo.errors import AmbiguousTruth, Refusal
from diffgeo.notebooks import PROBABLE, InNotebooks, Markup, badge
from diffgeo.rings.protocol import Condition, FormulaRing
from diffgeo.verdicts.counterexamples import Counterexample
from diffgeo.verdicts.explanations import (
    WIDTH,
    Component,
    Explanation,
    Proofs,
    explain,
    latex_text,
    literal,
    notebook,
    ring_name,
    short,
    stored,
)
from diffgeo.verdicts.identities import (
    Conjunction,
    Identity,
    collected,
    require_somewhere,
)

__all__ = ["Condition", "Conjunction", "Counterexample", "Identity", "Status", "Verdict", "check"]

#: Arguments of a verdict or of `check` by name.
Arguments: TypeAlias = dict[str, Any]
#: A probed identity has at most this probability (its binary logarithm) of being false.
LOG2_BOUND = -64.0


class Status(StrEnum):
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


@dataclass(frozen=True, eq=False)
class Verdict(InNotebooks, Shown):
    """What is known about a statement, and how. As a truth value UNKNOWN raises.

    Attributes
    ----------
    status, subject, scope, conditions
        How far it is known; what, on which spaces; what was assumed not to vanish (or to be
        positive).
    evidence, log2_bound, seed, reason
        The method; of a PROBED answer log₂ of the error probability and its random choices; why
        an UNKNOWN is unknown.
    components, proof, counterexample
        How each component was decided, and the steps of a proof; ``explain()`` writes them down.

    Examples
    --------
    >>> from diffgeo import Manifold, check
    >>> x, y = Manifold("M", "x y").coordinates
    >>> verdict = check((x + y) ** 2 == x**2 + y**2)
    >>> verdict.status.name, bool(verdict), str(verdict.counterexample)
    ('REFUTED', False, 'left - right is 2 at x = 1, y = 1')
    """

    status: Status
    subject: Identity | str
    scope: str = ""
    conditions: tuple[Condition | str, ...] = field(default_factory=tuple)
    evidence: str = ""
    log2_bound: float | None = None
    seed: int | None = None
    counterexample: Counterexample | None = None
    reason: str = ""
    name: str = field(default="")
    components: tuple[Component, ...] = ()
    proof: Any = None

    def __post_init__(self) -> None:
        """Conditions that are given as a function are written down when they are read."""
        if callable(self.conditions):
            vars(self)["_unwritten"] = vars(self).pop("conditions")

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            if name != "conditions" or (write := vars(self).get("_unwritten")) is None:
                raise AttributeError(f"a verdict has no attribute {name!r}", name=name, obj=self)
            written = vars(self).setdefault(name, write())
            vars(self).pop("_unwritten", None)
            return written

    @property
    def statement(self) -> str:
        """The statement by its name, or both sides written out in full, however long they are."""
        return self.name or str(self.subject)

    @property
    def certificate(self) -> Any:
        """The certificate of a PROVED answer (`diffgeo.proofs.Certificate`); None of any other.

        It is data that another program decides: ``save`` it as JSON, or write it ``to_coq``.
        """
        return None if self.proof is None else self.proof.certificate

    @property
    def _summary(self) -> str:
        if said := vars(self).get("_said"):  # the text is all that was pickled
            return str(said)
        named = self.name or (self.subject if isinstance(self.subject, str) else "")
        return short(named) if named else self.subject.summary()  # type: ignore[union-attr]

    def __and__(self, other: Identity | Verdict) -> Identity:
        if not isinstance(self.subject, Identity):
            return NotImplemented
        return self.subject & other

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
            text += f", where {short(', '.join(map(str, self.conditions)))}"
        notes = [short(self.evidence, 3 * WIDTH)] if self.evidence else []
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

    def explain(self) -> Explanation:
        """The steps that led to the verdict, as text and as LaTeX.

        PROVED: the rules that were used, with the expressions between them. VERIFIED, PROBED:
        the components, the ring, the conditions, how the bound is composed. REFUTED: the
        counterexample with its code. UNKNOWN: what was tried.
        """
        return explain(self)

    def html(self) -> Markup:
        """Status and statement, conditions, and the explanation, which folds out."""
        holds = {Status.REFUTED: False, Status.UNKNOWN: None}.get(self.status, True)
        probable = PROBABLE if self.status is Status.PROBED else ""
        return notebook(self, badge(self.status.value, holds, probable))

    def _repr_markdown_(self) -> str:
        head, _, tail = str(self).partition(": ")
        if isinstance(self.subject, str) or self.name:
            return f"**{head}**: {literal(tail)}"
        rest = literal(tail.removeprefix(" ".join(self._summary.split())).strip())
        return f"**{head}**: {self.subject._repr_latex_()} {rest}".rstrip()

    def latex(self) -> str:
        """LaTeX source of status, statement and scope, without dollar signs."""
        named = isinstance(self.subject, str) or self.name
        subject: Any = self.subject
        text = latex_text(self._summary) if named else subject._repr_latex_().strip("$")
        place = latex_text(f" on {self.scope}") if self.scope else ""
        return rf"\textbf{{{self.status}}}:\ {text}{place}"

    def __getstate__(self) -> dict[str, Any]:
        # For pickling: text in the place of what belongs to a space.
        return stored(self)

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
            "counterexample": None if found is None else found.to_dict(),
            "reason": self.reason,
        }


def check(
    identity: Identity | Verdict | Iterable[Identity | Verdict],
    *,
    name: str = "",
    seed: int = 0,
    counterexample: bool = True,
    assuming: Identity | Iterable[Identity] = (),
    lemmas: Identity | Iterable[Identity] = (),
    dimension: int | None = None,
    conditions: bool = True,
    seconds: float | None = None,
) -> Verdict:
    """Decide an identity, or several at once.

    Identities of symbols (`diffgeo.proofs`) are PROVED by normal forms, REFUTED by an instance,
    VERIFIED in a given dimension, or UNKNOWN. Otherwise every component of ``left - right`` is
    given to the zero test of its function ring: VERIFIED if all are certainly zero, PROBED if
    some only with an error bound (all together below 2**-60), REFUTED if one is certainly not
    zero, UNKNOWN if the ring declines.

    Parameters
    ----------
    identity
        ``a == b``, a conjunction ``(a == b) & (c == d)``, or a list of identities. A question
        ``thing.is_…()`` is answered already: its verdict is handed back, or joined to the others.
    name
        What the verdict calls the statement.
    seed
        Of the random points of a probed verdict, which depend on the functions too; and of the
        instances of symbols. A ring of germs has its own.
    counterexample
        Whether to make a small counterexample when the identity is refuted.
    assuming
        Relations of symbols, such as ``P @ P == P``: the answer is for all data that satisfy
        them. Hypotheses may stand among them (`diffgeo.proofs.nondegenerate`).
    lemmas
        Identities of symbols on the way to this one: each is proved, by the relations and the
        lemmas before it, and then used as a relation.
    dimension
        For identities of symbols: decide the identity, if it is not proved, for all data on
        manifolds of this dimension, exactly, by coefficients that are undefined functions.
    conditions
        Whether the verdict has the conditions of both sides, which may be long to write out.
    seconds
        For each identity of symbols: processor time until UNKNOWN, 10 s if it is not given.

    Returns
    -------
    Verdict
        Its ``status``, and with it the evidence, conditions, a counterexample, or a certificate.

    Raises
    ------
    TypeError, DiffGeoError
        What is given is no identity; none is given.

    Examples
    --------
    >>> from diffgeo import Manifold, check, d
    >>> M = Manifold("M", "x y", functions="f(x,y)")
    >>> f = M.function("f(x,y)")
    >>> print(check(d(d(f)) == 0).status.name)
    VERIFIED
    >>> print(check(d(f) == 0).counterexample)
    left - right (dx) is 1 at x = 0, y = 0, f(x1, x2) = x1
    """
    relations, hints = (
        () if given in ((), []) else collected(given).parts for given in (assuming, lemmas)
    )
    options: Arguments = {"seed": seed, "counterexample": counterexample}
    if isinstance(identity, Iterator):
        identity = list(identity)
    if found := _answered(identity):
        if relations or hints or (seconds, dimension) != (None, None):
            raise TypeError(f"{found[0]} is an answer already: state the identity with ==")
        if open_ones := _unanswered(identity):
            found.append(check(open_ones, conditions=conditions, **options))
        return _joined(found, name)
    subject = collected(identity)
    for part in (*subject.parts, *relations):
        # Symbols decide for themselves.
        given = {"relations": relations, "lemmas": hints, "dimension": dimension, **options}
        given |= {"seconds": seconds} if seconds is not None else {}
        if (own := part.left._decide(subject, name=name, **given)) is not None:
            return own  # type: ignore[no-any-return]
    if relations or hints or (seconds, dimension) != (None, None):
        raise TypeError(
            "assuming, lemmas, dimension, seconds are for identities of symbols, not for data"
        )
    common: Arguments = {"subject": subject, "name": name, "scope": _scope(subject)}
    try:
        residuals = subject.residuals()
        require_somewhere(subject, residuals)
    except Refusal as refusal:
        return Verdict(Status.UNKNOWN, reason=_reason(refusal), **common)
    demanded = LOG2_BOUND - ceil(log2(max(len(residuals), 1)))
    probability, reasons, seeds = 0.0, [], []
    evidence: dict[str, None] = {}
    decided: list[Component] = []
    drawn: dict[int, dict[str, int]] = {}
    for ring in {id(e.ring): e.ring for _, e in residuals}.values():
        if isinstance(ring, FormulaRing):  # which draws its points by the seed
            asked = iter(ring.consider([e for _, e in residuals if e.ring is ring]))
            residuals = [(n, next(asked) if e.ring is ring else e) for n, e in residuals]
            drawn[id(ring)] = {"seed": seed}
    for label, element in residuals:
        try:
            given = drawn.get(id(element.ring), {})
            decision = element.ring.is_zero(element, log2_bound=demanded, **given)
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
            seeds.append(getattr(element.ring, "seed", seed))
        evidence[decision.how] = None
        bound = None if decision.certain else decision.log2_bound
        decided.append(Component(label, decision.how, ring_name(element.ring), bound))
    common["conditions"] = partial(conditions_of, subject, residuals) if conditions else ()
    common["components"] = tuple(decided)
    if not reasons and probability >= 2.0**-60:
        bound = log2(probability)
        reasons.append(f"the error bound of all components together is only 2**{ceil(bound)}")
    if reasons:
        return Verdict(Status.UNKNOWN, reason="; ".join(reasons[:3]), **common)
    common["evidence"] = "; ".join(e for e in evidence if e) or "equal as written"
    if probability > 0.0:
        bound = log2(probability)
        return Verdict(Status.PROBED, log2_bound=bound, seed=seeds[0], **common)
    return Verdict(Status.VERIFIED, **common)


def _answered(given: object) -> list[Verdict]:
    """The verdicts among what is to be checked."""
    if isinstance(given, list | tuple | set | frozenset):
        return [verdict for each in given for verdict in _answered(each)]
    return [given] if isinstance(given, Verdict) else []


def _unanswered(given: object) -> list[Any]:
    """What is to be checked, without the verdicts in it."""
    if isinstance(given, list | tuple | set | frozenset):
        return [each for part in given for each in _unanswered(part)]
    return [] if isinstance(given, Verdict) else [given]


#: From the answer that decides a conjunction to the one that says least about it.
_DECISIVE = (Status.REFUTED, Status.UNKNOWN, Status.PROBED, Status.VERIFIED, Status.PROVED)


def _joined(verdicts: list[Verdict], name: str) -> Verdict:
    """The verdict that all the statements hold: the weakest one, with what all suppose."""
    weakest = min(verdicts, key=lambda verdict: _DECISIVE.index(verdict.status))
    if len(verdicts) == 1:
        return replace(weakest, name=name) if name else weakest
    joined = replace(
        weakest,
        name=name or " and ".join(v._summary for v in verdicts),
        scope=", ".join(dict.fromkeys(v.scope for v in verdicts if v.scope)),
        conditions=distinct(c for verdict in verdicts for c in verdict.conditions),
        components=tuple(c for v in verdicts for c in v.components),
    )
    if weakest.status is Status.PROVED:
        return replace(joined, proof=Proofs.of([(v.subject, v.proof) for v in verdicts]))
    if weakest.status is not Status.PROBED:
        return joined
    bound = log2(sum(2.0**v.log2_bound for v in verdicts if v.log2_bound is not None))
    return replace(joined, log2_bound=bound)


def _refuted(label: str, element: Any, how: str, common: Arguments, wanted: bool) -> Verdict:
    """The verdict with a counterexample, if the ring can give one."""
    search = getattr(element.ring, "counterexample", None) if wanted else None
    stated = [part.conditions for part in common["subject"].parts]
    common["conditions"] = (
        tuple(element.ring.conditions(element))
        if None in stated
        else tuple(dict.fromkeys(c for conditions in stated for c in conditions))
    )
    common["evidence"] = _labelled(label, how)
    if search is None:
        return Verdict(Status.REFUTED, **common)
    try:
        data = search(element)
    except Refusal as refusal:
        return Verdict(Status.REFUTED, reason=f"no counterexample: {refusal}", **common)
    point, functions, value, residual, *rest = data
    found = Counterexample(
        dict(point),
        dict(functions),
        str(value),
        label,
        str(residual),
        statement=common["subject"],
        everywhere=rest[0] if rest and any(rest[0]) else (dict(point), dict(functions)),
    )
    return Verdict(Status.REFUTED, counterexample=found, **common)


def _scope(subject: Identity) -> str:
    """The names of the spaces, each once."""
    names: dict[str, None] = {}
    for part in subject.parts:
        # Along a map the values, and the points of a counterexample, live on its source.
        left = getattr(part.left, "along", None) or part.left
        space = getattr(left, "source", None) or getattr(left, "space", None)
        if space is not None:
            names[str(getattr(space, "name", space))] = None
    return ", ".join(names)


def _reason(refusal: Refusal) -> str:
    return f"{type(refusal).__name__}: {refusal}"


def _labelled(label: str, text: str) -> str:
    return f"{label}: {text}" if label else text
