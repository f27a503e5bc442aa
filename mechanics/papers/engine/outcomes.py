"""What is found of a claim: the answers on its parts, and its verdict with the evidence."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from diffgeo import Verdict
    from diffgeo.proofs import Certificate
    from mechanics.papers.engine.claims import Claim

HOLDS = "holds"
CONDITION = "holds-under-condition"
MISPRINT = "misprint"
FALSE = "false"
NOT_CHECKABLE = "not-checkable"
UNDECIDED = "undecided"
#: Of a part or a reading, beside `HOLDS` and `UNDECIDED`.
REFUTED = "refuted"
#: Where the print is damaged: the scan may have lost what is missing.
DAMAGES = ("print", "scan")
#: What a certificate covers.
EVERYTHING = "all dimensions, all data (certificate)"


@dataclass(frozen=True)
class Finding:
    """The answer on one part of a claim for one datum; `holds` is None if there is none."""

    datum: str
    part: str
    holds: bool | None
    evidence: str = ""
    log2_bound: float | None = None
    counterexample: dict[str, Any] | None = None
    reason: str = ""
    certificate: Certificate | None = None


@dataclass
class Outcome:
    """The verdict on a claim, with its evidence; `data` is its JSON."""

    claim: Claim
    paper: str
    verdict: str
    condition: str = ""
    evidence: str | None = None
    bound: str | None = None
    counterexample: dict[str, Any] | None = None
    counterexamples: dict[str, Any] = field(default_factory=dict)
    repair: str = ""
    damage: str = ""
    correction: str = ""
    correction_evidence: str | None = None
    readings: list[dict[str, str]] = field(default_factory=list)
    parts: dict[str, str] = field(default_factory=dict)
    parts_evidence: dict[str, str] = field(default_factory=dict)
    mutations: list[str] = field(default_factory=list)
    consequence: str = ""
    note: str = ""
    used: list[str] = field(default_factory=list)
    theorem: list[Verdict] = field(default_factory=list)
    rest: str = ""
    lacks: str = ""
    certificates: list[Certificate] = field(default_factory=list)
    certificate_file: str = ""
    seed: int = 0
    seconds: float = 0.0

    @property
    def proved(self) -> bool:
        """Whether the whole claim, or what is right in its place, is proved over symbols."""
        return bool(self.theorem) and not self.rest and self.verdict != UNDECIDED

    @property
    def covers(self) -> str:
        """For which data and dimensions the evidence is."""
        right = self.verdict in (HOLDS, CONDITION)
        # Only what is said over symbols is proved, also where no theorem is named.
        if self.proved or (self.evidence if right else self.correction_evidence) == "proved":
            return EVERYTHING if right else f"what is right: {EVERYTHING}"
        heads = [name.partition(":")[0] for name in self.used]
        exact = [head for head in heads if head.startswith("undefined")]
        germs = [head for head in heads if "germs" in head]
        examples = [head for head in heads if head not in exact + germs]
        found = [f"in part {EVERYTHING}"] if self.theorem else []
        found += exact + germs + ([f"examples: {', '.join(examples)}"] if examples else [])
        return "; ".join(found)

    @property
    def certificate(self) -> Certificate | None:
        """What the checker decides: of all that is proved of what is right; None if nothing is."""
        from diffgeo.proofs import Certificate

        found = [document for each in self.certificates for document in each.documents]
        once = [document for n, document in enumerate(found) if document not in found[:n]]
        return Certificate(*once) if once and self.verdict != UNDECIDED else None

    def data(self) -> dict[str, Any]:
        """The outcome as data for JSON."""
        found: dict[str, Any] = {
            "id": self.claim.id,
            "paper": self.paper,
            "where": self.claim.where,
            "kind": self.claim.kind,
            "statement": self.claim.statement,
            "verdict": self.verdict,
            "condition": self.condition or None,
            "evidence": self.evidence,
            "covers": self.covers or None,
            "bound": self.bound,
            "counterexample": self.counterexample,
            "repair": self.repair or None,
            "damage": self.damage or None,
            "correction": self.correction or None,
            "correction_evidence": self.correction_evidence,
            "seconds": round(self.seconds, 3),
            "parts": self.parts,
            "parts_evidence": self.parts_evidence,
            "mutations_refuted": self.mutations,
            "consequence": self.consequence or None,
            "note": self.note or None,
            "data": self.used,
            "seed": self.seed,
        }
        if len(self.counterexamples) > 1:
            found["counterexamples"] = self.counterexamples
        if self.readings:
            found["readings"] = self.readings
        if self.theorem:
            found["theorem"] = {
                "statements": [verdict.statement for verdict in self.theorem],
                "assuming": list(dict.fromkeys(c for v in self.theorem for c in v.conditions)),
                "rest": self.rest or None,
            }
        if self.lacks:
            found["lacks"] = self.lacks
        if self.certificate_file:
            found["certificate"] = self.certificate_file
        return found
