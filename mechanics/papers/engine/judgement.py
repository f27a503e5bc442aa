"""Run a ledger: compute the verdict of every claim from the checks of its statements.

A claim holds if all parts of what is printed hold for all data *and* every mutated form is refuted
for at least one: a check that cannot fail proves nothing. It holds under a condition if, moreover,
what the print says without the condition is refuted. Where a part of the print is refuted for one
of the data, or is shown to be ill-formed, every other reading that is listed must be refuted as
well; then the claim is a misprint if its repaired form holds, and false if none is given, readings
were examined, and what is said in its place holds. Otherwise it is undecided, and the outcome says
why.

A claim may have a theorem besides, which states it over symbols. It must be PROVED, with a
certificate, or the claim is undecided. What the evidence covers is said of each claim.
"""

from __future__ import annotations

import inspect
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cache, partial
from math import ceil
from pathlib import Path
from traceback import walk_tb
from typing import TYPE_CHECKING, Any, NamedTuple

from diffgeo import Identity, Status, Verdict, check
from diffgeo.errors import DiffGeoError
from mechanics.entry_points import IMPORT_FAILURES, reason
from mechanics.errors import BadLedger
from mechanics.independent_tasks import completed
from mechanics.papers.engine.claims import (
    Claim,
    Fact,
    Judgement,
    Ledger,
    NotCheckable,
    Statement,
    Theorem,
    Witness,
    listed,
)
from mechanics.papers.engine.counterexample_code import CodeWriter
from mechanics.papers.engine.known_ledgers import known_ledger
from mechanics.papers.engine.outcomes import (
    CONDITION,
    DAMAGES,
    FALSE,
    HOLDS,
    MISPRINT,
    NOT_CHECKABLE,
    REFUTED,
    UNDECIDED,
    Finding,
    Outcome,
)

if TYPE_CHECKING:
    from diffgeo.proofs import Certificate

_EVIDENCE = {Status.PROVED: "proved", Status.VERIFIED: "verified", Status.PROBED: "probed"}
_WEAKNESS = ("proved", "verified", "probed")


def run(
    ledger: Ledger,
    ids: Iterable[str] | None = None,
    *,
    seed: int = 0,
    quick: bool = False,
    progress: Callable[[str, float], None] | None = None,
    workers: int = 1,
    scheduler: str | None = None,
) -> Iterator[Outcome]:
    """The outcomes of the claims of a ledger, in its order.

    Parameters
    ----------
    ids
        Only these claims.
    seed
        Of the random data.
    quick
        Only the first datum of each family.
    progress
        Is told the id of each claim and the fraction that is done.
    workers, scheduler
        How many processes judge (0: one for each core), or the Dask cluster that does; the ledger
        has to be known by a name or a file.
    """
    chosen = None if ids is None else set(ids)
    wanted = [c for c in ledger.ordered() if chosen is None or c.id in chosen]
    if workers == 1 and scheduler is None:
        for number, claim in enumerate(wanted):
            if progress is not None:
                progress(claim.id, number / len(wanted))
            yield judge(ledger, claim, seed=seed, quick=quick)
        return
    if not ledger.source:
        raise BadLedger("other processes know no ledger but of a paper or a file; take workers=1")
    tasks = ((claim.id, claim.id) for claim in wanted)
    elsewhere = partial(_judged_elsewhere, ledger.source, seed, quick)
    known: dict[str, Outcome] = {}
    waiting = deque(wanted)
    for id, found in completed(elsewhere, tasks, workers=workers, scheduler=scheduler):
        known[id] = Outcome(ledger.claims[id], **found)
        if progress is not None:
            progress(id, len(known) / len(wanted))
        while waiting and waiting[0].id in known:
            yield known[waiting.popleft().id]


def _judged_elsewhere(source: str, seed: int, quick: bool, id: str) -> dict[str, Any]:
    """The outcome of a claim without the claim, whose functions are not sent."""
    book = _known_here(source)
    found = vars(judge(book, book.claims[id], seed=seed, quick=quick))
    return {name: value for name, value in found.items() if name != "claim"}


@cache
def _known_here(source: str) -> Ledger:
    return known_ledger(source)


def judge(ledger: Ledger, claim: Claim, *, seed: int = 0, quick: bool = False) -> Outcome:
    """The outcome of one claim."""
    begin = time.perf_counter()
    outcome = Outcome(claim, ledger.key, UNDECIDED, seed=seed)
    try:
        writer = CodeWriter(ledger, claim, seed=seed, quick=quick)
        _decide(outcome, ledger.data(claim.family, seed, quick), writer)
        outcome.lacks = ledger.unproved.get(claim.id, "")
        if outcome.verdict != UNDECIDED and claim.id in ledger.theorems:
            _prove(outcome, ledger.theorems[claim.id])
    except DiffGeoError as error:
        outcome.condition = f"not decided: {type(error).__name__}: {error}"
    except IMPORT_FAILURES as error:
        outcome.condition = f"not decided: {reason(error)} ({_place(error, claim)})"
    outcome.seconds = time.perf_counter() - begin
    return outcome


def _place(error: BaseException, claim: Claim) -> str:
    """The line of the claim's own file at which an error was made."""
    path = inspect.getfile(inspect.unwrap(claim.state))
    _, first = inspect.getsourcelines(claim.state)
    lines = [n for frame, n in walk_tb(error.__traceback__) if frame.f_code.co_filename == path]
    return f"{Path(path).name}, line {[first, *lines][-1]}"


class _Judged(NamedTuple):
    """What a claim states of a datum; `writer` writes its counterexamples.

    `witness` is what a part is about, where that is not the datum.
    """

    name: str
    datum: Any
    judgement: Judgement
    writer: CodeWriter
    witness: Witness | None = None

    @property
    def about(self) -> str:
        """The name of what the part is about."""
        return self.writer.name(self.witness.datum) if self.witness else self.name

    def code(self, place: tuple[str, str, int], statement: Fact | Verdict) -> dict[str, str]:
        """The code of a statement by its name in outcomes; empty if there is none."""
        text = self.writer.code((self.name, self.datum), place, statement, self.witness)
        return {"code": text} if text else {}


def _decide(outcome: Outcome, data: list[tuple[str, Any]], writer: CodeWriter) -> None:
    judgements: list[_Judged] = []
    if not data:
        raise BadLedger(f"no data of the family {outcome.claim.family!r}: the ledger makes none")
    for given in data:
        if not (isinstance(given, tuple) and len(given) == 2 and isinstance(given[0], str)):
            raise BadLedger(
                f"of the data of the family {outcome.claim.family!r} one is a "
                f"{type(given).__name__}; give a list of pairs (name, datum)"
            )
        name, datum = given
        judgement = outcome.claim.state(datum)
        if not isinstance(judgement, Judgement | NotCheckable):
            kind = type(judgement).__name__
            raise BadLedger(f"the claim's function returns a {kind}; return a Judgement")
        if isinstance(judgement, NotCheckable):
            outcome.verdict, outcome.condition = NOT_CHECKABLE, judgement.reason
            return
        judgements.append(_Judged(name, datum, judgement, writer))
    outcome.used = [judged.name for judged in judgements]
    first = judgements[0].judgement
    outcome.note = first.note
    printed = _findings(judgements, "printed")
    if not printed:
        raise BadLedger("nothing is stated as printed; give at least one part")
    outcome.parts = _by_part(printed)
    outcome.parts_evidence = {
        part: _weakest([f for f in printed if f.part == part])[0]
        for part, verdict in outcome.parts.items()
        if verdict == HOLDS
    }
    if any(f.holds is False for f in printed):
        _refute(outcome, judgements, printed)
    elif open_ := [f for f in printed if f.holds is None]:
        outcome.condition = f"not decided: {open_[0].part}: {open_[0].reason}"
        return
    else:
        _hold(outcome, judgements, printed)
    _mutate(outcome, judgements)


def _prove(outcome: Outcome, theorem: Theorem) -> None:
    """What is stated over symbols must be proved."""
    found = theorem.prove()
    if bad := [verdict for verdict in found if verdict.status is not Status.PROVED]:
        outcome.verdict, outcome.condition = UNDECIDED, f"its theorem is not proved: {bad[0]}"
        return
    outcome.theorem, outcome.rest = found, theorem.rest
    outcome.certificates += [verdict.certificate for verdict in found]
    if outcome.proved and outcome.verdict in (HOLDS, CONDITION):
        outcome.evidence, outcome.bound = "proved", None


def _wrong_on_small(first: _Judged, of: str, right: str) -> list[Finding]:
    """What fails on small data where what is right holds: counterexamples to read."""
    writer, found = first.writer, []
    for name, datum in writer.ledger.small(writer.claim.family):
        with suppress(DiffGeoError, *IMPORT_FAILURES):  # as of a curve in place of a surface
            judgement = writer.claim.state(datum)
            if isinstance(judgement, Judgement):
                judged = [_Judged(name, datum, judgement, writer)]
                wrong = [f for f in _findings(judged, of) if f.holds is False]
                if wrong and all(f.holds for f in _findings(judged, right, shown=False)):
                    found += wrong
    return found


def _hold(outcome: Outcome, judgements: list[_Judged], printed: list[Finding]) -> None:
    outcome.evidence, outcome.bound = _weakest(printed)
    outcome.verdict, outcome.certificates = HOLDS, _certificates(printed)
    first = judgements[0].judgement
    if not first.condition:
        return
    without = _findings(judgements, "without")
    wrong = [f for f in without if f.holds is False]
    outcome.condition = first.condition
    if {f.part for f in wrong} != {f.part for f in without} or not without:
        outcome.verdict = UNDECIDED
        outcome.condition = f"not shown to be needed: {first.condition}"
        return
    outcome.verdict = CONDITION
    outcome.counterexample = _smallest(wrong + _wrong_on_small(judgements[0], "without", "printed"))
    outcome.readings = [{"reading": p, "verdict": REFUTED} for p in _by_part(without)]


def _refute(outcome: Outcome, judgements: list[_Judged], printed: list[Finding]) -> None:
    first = judgements[0].judgement
    outcome.evidence = "refuted"
    misprint = bool(first.repaired)
    right = "repaired" if misprint else "corrected"
    parts = {f.part for f in printed if f.holds is False}
    wrong = [f for f in printed if f.holds is False]
    wrong += [f for f in _wrong_on_small(judgements[0], "printed", right) if f.part in parts]
    outcome.counterexample = _smallest(wrong)
    outcome.counterexamples = {
        part: _smallest([f for f in wrong if f.part == part]) for part in _by_part(wrong)
    }
    outcome.correction, outcome.condition = first.correction, first.condition
    outcome.consequence = first.consequence
    corrected = _findings(judgements, right)
    readings = _findings(judgements, "readings", shown=False)
    outcome.readings = [
        {"reading": name, "verdict": REFUTED if verdict == REFUTED else HOLDS}
        for name, verdict in _by_part(readings).items()
    ]
    survivors = [r["reading"] for r in outcome.readings if r["verdict"] != REFUTED]
    bad = [f for f in corrected if f.holds is not True]
    if bad or not corrected:
        reason = f"{bad[0].part}: {bad[0].reason}" if bad else "none is given"
        outcome.condition = f"the correction is not established: {reason}"
    elif survivors:
        outcome.condition = f"a reading of the print is not refuted: {', '.join(survivors)}"
    elif misprint and (not first.repair or first.damage not in DAMAGES):
        outcome.condition = "it is not said what is repaired, or whether the print is damaged"
    elif not misprint and not readings:
        outcome.condition = "no other reading of the print is examined"
    else:
        outcome.verdict = MISPRINT if misprint else FALSE
        if misprint:
            outcome.repair, outcome.damage = first.repair, first.damage
        outcome.correction_evidence, _ = _weakest(corrected)
        outcome.certificates = _certificates(corrected)


def _mutate(outcome: Outcome, judgements: list[_Judged]) -> None:
    """Every mutated form must be refuted for one of the data."""
    found = _by_part(_findings(judgements, "mutated", shown=False))
    outcome.mutations = [name for name, verdict in found.items() if verdict == REFUTED]
    alive = [name for name, verdict in found.items() if verdict != REFUTED]
    if alive or not found:
        outcome.verdict = UNDECIDED
        outcome.condition = f"the check cannot fail: not refuted: {', '.join(alive) or 'nothing'}"


# --- answers on statements -----------------------------------------------------------------


def _findings(judgements: list[_Judged], of: str, *, shown: bool = True) -> list[Finding]:
    """The answers on the parts; `shown`: with counterexamples, which take time to find."""
    found: list[Finding] = []
    seen: list[tuple[str, Witness]] = []
    for judged in judgements:
        parts = getattr(judged.judgement, of)
        if not isinstance(parts, Mapping):
            raise BadLedger(
                f"what is {of} is given as {type(parts).__name__}; give parts by name, {{'a': ...}}"
            )
        for part, statements in parts.items():
            witness = statements if isinstance(statements, Witness) else None
            if witness is not None:
                if any(part == name and witness.same(known) for name, known in seen):
                    continue  # It is the same for each datum of the claim.
                seen.append((part, witness))
            given = judged._replace(witness=witness)
            for number, statement in enumerate(listed(statements, part)):
                found.append(_find(given, (of, part, number), statement, shown))
    return found


def _find(
    judged: _Judged, place: tuple[str, str, int], statement: Statement, counterexample: bool
) -> Finding:
    datum, (_, part, _) = judged.about, place
    if isinstance(statement, Fact):
        if statement.true:
            return Finding(datum, part, True, "verified", reason=statement.text)
        shown = {"datum": datum, "part": part, "text": f"not so: {statement.text}"}
        if statement.found:
            shown["found"] = statement.found[:300]
        shown |= judged.code(place, statement)
        reason = f"{statement.text}; found: {statement.found[:200]}"
        return Finding(datum, part, False, "refuted", counterexample=shown, reason=reason)
    verdict = (
        check(statement, counterexample=counterexample)
        if isinstance(statement, Identity)
        else statement
    )
    if verdict.status is Status.UNKNOWN:
        return Finding(datum, part, None, reason=verdict.reason)
    if verdict.status is not Status.REFUTED:
        evidence, bound = _EVIDENCE[verdict.status], verdict.log2_bound
        return Finding(datum, part, True, evidence, bound, certificate=verdict.certificate)
    if not counterexample:
        # What is not shown is not written either: long forms take time to write.
        return Finding(datum, part, False, "refuted")
    code, example = judged.code(place, verdict), verdict.counterexample
    given = example.to_dict(code.get("code")) if example else code
    shown = {"datum": datum, "part": part, "text": str(example or verdict), **given}
    return Finding(datum, part, False, "refuted", counterexample=shown, reason=str(verdict))


def _by_part(findings: list[Finding]) -> dict[str, str]:
    """The verdict of each part over all data."""
    found: dict[str, str] = {}
    for finding in findings:
        known = found.get(finding.part)
        if finding.holds is False or known == REFUTED:
            found[finding.part] = REFUTED
        elif finding.holds is None or known == UNDECIDED:
            found[finding.part] = UNDECIDED
        else:
            found[finding.part] = HOLDS
    return found


def _certificates(findings: list[Finding]) -> list[Certificate]:
    return [finding.certificate for finding in findings if finding.certificate is not None]


def _weakest(findings: list[Finding]) -> tuple[str, str | None]:
    evidence = max((f.evidence for f in findings), key=_WEAKNESS.index)
    bounds = [f.log2_bound for f in findings if f.log2_bound is not None]
    total = sum(2.0**b for b in bounds)
    if not total:
        return evidence, None
    from math import log2

    return evidence, f"2**{ceil(log2(total))}"


def _smallest(findings: list[Finding]) -> dict[str, Any] | None:
    """The counterexample that is shortest to write; one at a rational point, if there is any."""
    shown = [f.counterexample for f in findings if f.counterexample is not None]

    def size(found: dict[str, Any]) -> tuple[bool, bool, int]:
        residues = "germs" in found["datum"]
        return (
            "point" not in found,
            residues,
            len(f"{found['datum']}{found.get('code', '')}{found['text']}"),
        )

    return min(shown, key=size, default=None)
