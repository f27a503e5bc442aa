"""What a claim of a paper is: a function that states it, bound to its id.

A claim function returns a `Judgement`: statements in the operations of `diffgeo`, no verdict.
The verdict is computed (`mechanics.papers.engine.judgement`) from the checks of these statements,
so that a claim cannot be said to hold, or to fail, by decree.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import wraps
from typing import Any, ParamSpec, TypeAlias, TypeVar

from diffgeo import Identity, Verdict, check
from diffgeo.errors import DiffGeoError
from mechanics.errors import BadLedger

P = ParamSpec("P")
T = TypeVar("T")


@dataclass(frozen=True)
class Fact:
    """A statement that is no identity: a rank, a dimension, a refusal.

    Attributes
    ----------
    text
        What is stated.
    true
        Whether it is so, decided exactly.
    found
        What was found instead, where it is not so.
    expected
        What `found` is, where it is so; empty of what is true or false alone.
    """

    text: str
    true: bool
    found: str = ""
    expected: str = ""

    @property
    def sides(self) -> tuple[str, str]:
        """What is stated and what is found: two different texts if it is not so."""
        if self.expected:
            return self.expected, self.expected if self.true else self.found or "not so"
        return "true", "true" if self.true else f"false: {self.found}".removesuffix(": ")


Statement: TypeAlias = Identity | Verdict | Fact


@dataclass(frozen=True)
class Witness:
    """A part that is stated of something else than the datum of the claim.

    Attributes
    ----------
    datum
        A text, such as a formula, or what is made `once` of texts: a system in which it fails.
    state
        States it; a function of a module, so that counterexamples can import it.
    """

    datum: Any
    state: Callable[[Any], Statement | Iterable[Statement]]

    def stated(self, number: int = 0) -> Any:
        """One of the statements, as `Claim.stated` gives those of the datum of the claim."""
        return _subject(listed(self)[number])

    def same(self, other: Witness) -> bool:
        """Whether the same is stated of the same thing."""
        return self.datum is other.datum and self.state == other.state


Part: TypeAlias = Statement | Witness | Iterable[Statement]
Parts: TypeAlias = Mapping[str, Part]


@dataclass(frozen=True)
class Judgement:
    """What the check of a claim consists of, for one datum.

    Attributes
    ----------
    printed
        The claim as it is printed (under `condition`, if one is given), part by part.
    mutated
        Wrong forms of what holds; each must be refuted, or the check could not fail.
    condition
        The hypothesis or the reading of a convention that the print does not state.
    without
        What the print says literally, without the condition; it must be refuted.
    repaired, repair
        Of a misprint: the print with the smallest change that makes it right, checked, and in
        words what is changed ("a sign", "an index", "a letter lost").
    damage
        Of a misprint: "print", or "scan" where the text at hand may have lost what is missing.
    corrected, correction
        Of a false statement: what holds in its place, checked; the right form in words, which a
        misprint has as well.
    readings
        Other readings of a print that is refuted (signs, order, indices); each must be refuted,
        and a statement is not called false without one.
    consequence
        How the correction changes what follows in the paper.
    note
        What else is known.
    """

    printed: Parts
    mutated: Parts = field(default_factory=dict)
    condition: str = ""
    without: Parts = field(default_factory=dict)
    repaired: Parts = field(default_factory=dict)
    repair: str = ""
    damage: str = "print"
    corrected: Parts = field(default_factory=dict)
    correction: str = ""
    readings: Parts = field(default_factory=dict)
    consequence: str = ""
    note: str = ""


@dataclass(frozen=True)
class NotCheckable:
    """A claim that is no mathematical statement, with the reason."""

    reason: str


@dataclass(frozen=True)
class Theorem:
    """What of a claim is proved over symbols: in all dimensions, for all data.

    Attributes
    ----------
    prove
        States it; the verdicts must be PROVED, which they are with a certificate only.
    rest
        What of the claim is not said by it; empty if the theorem is the claim.
    """

    prove: Callable[[], list[Verdict]]
    rest: str = ""


State: TypeAlias = Callable[[Any], Judgement | NotCheckable]


@dataclass(frozen=True)
class Stated:
    """A claim function with what it states, in words."""

    words: str
    state: State


def states(words: str) -> Callable[[State], Stated]:
    """What a claim function states, in words that are too long for the head of the claim.

    A claim is written as ``@claim(id, where, kind, "...", on=data)`` where that is one line, else
    as ``@claim(id, where, kind, on=data)`` with ``@states("...")`` under it.
    """
    return lambda state: Stated(words, state)


@dataclass(frozen=True)
class Claim:
    """A claim of a paper, with the function that states it.

    Attributes
    ----------
    id, where, kind, statement
        As in the list of claims: the stable id, the place, what kind of claim, in words.
    family
        The name of the data on which it is checked (`mechanics.papers.engine.random_data`).
    state
        From a datum to a `Judgement` or `NotCheckable`.
    """

    id: str
    where: str
    kind: str
    statement: str
    family: str
    state: State

    def stated(self, datum: Any, part: str, number: int = 0, *, of: str = "printed") -> Any:
        """One of the statements of the claim, made anew for a datum.

        Parameters
        ----------
        datum
            A datum of the claim's family, such as ``SectionScene(Datum(...))``.
        part, number
            The name of the part, and which of its statements.
        of
            Which parts of the judgement: "printed", "without", "corrected", ….

        Returns
        -------
        Identity, Fact, Verdict
            The statement; of an answered question the identity that it is about, if there is one.

        Examples
        --------
        >>> from mechanics.papers import ledger
        >>> from mechanics.papers.sarlet.data import SMALL
        >>> from mechanics.papers.sarlet.scene import SectionScene
        >>> claim = ledger("sarlet").claims["SAR-3.13"]
        >>> claim.stated(SectionScene(SMALL["drift"]), "on J_sigma: its values are tangent")
        <the identity xdot dt - dx = 0>
        """
        judgement = self.state(datum)
        if not isinstance(judgement, Judgement):
            raise BadLedger(f"{self.id} states nothing: {judgement.reason}")
        return _subject(listed(getattr(judgement, of)[part])[number])


class Ledger:
    """The claims of one paper, in its order.

    Parameters
    ----------
    key
        The name on the command line.
    paper
        Authors and title.
    data
        Makes the data of a family: from its name, the seed and whether only the smallest one
        is wanted, the list of data with names. The name of a datum that stands for all data of
        its size begins with "undefined"; that of a datum in a ring of germs says "germs".
    forget
        Drops data that are kept otherwise than by `once`; tests that change the library's
        operations need it.
    small
        Data of a family in which a refutation is short to read: what fails there, where what is
        right holds, is shown. Nothing else is asked of them.
    """

    def __init__(
        self,
        key: str,
        paper: str,
        data: Callable[[str, int, bool], list[tuple[str, Any]]],
        forget: Callable[[], None] | None = None,
        small: Callable[[str], list[tuple[str, Any]]] = lambda family: [],
    ) -> None:
        self.key = key
        self.paper = paper
        self.data, self.small = data, small
        self.claims: dict[str, Claim] = {}
        self.theorems: dict[str, Theorem] = {}
        self.unproved: dict[str, str] = {}
        #: Of what is made `once`, by identity: what made it, of what.
        self._made_by: dict[int, tuple[Callable[..., Any], tuple[Any, ...]]] = {}
        self._forgets = [self._made_by.clear, *([forget] if forget else [])]
        #: Python that finds the ledger again, with names of `mechanics.papers`; else empty.
        self.found_by = ""
        #: The paper or the file by which another process finds it.
        self.source = ""

    def forget(self) -> None:
        """Make everything anew that was made for the claims: data, and what is made `once`."""
        for drop in self._forgets:
            drop()

    def once(
        self, make: Callable[P, T], *, by: Callable[[Any], Hashable] | None = None
    ) -> Callable[P, T]:
        """A function of the ledger's own whose values are kept until `forget`.

        `by` gives what an argument is known by, where it has no hash.
        """
        kept: dict[Hashable, T] = {}
        self._forgets.append(kept.clear)

        @wraps(make, updated=())
        def made(*given: P.args, **named: P.kwargs) -> T:
            key = (*map(by, given), *named.items()) if by else (*given, *named.items())
            if key not in kept:
                kept[key] = make(*given, **named)
                if not named:
                    self._made_by[id(kept[key])] = make, given
            return kept[key]

        return made

    def origin(self, thing: object) -> tuple[Callable[..., Any], tuple[Any, ...]] | None:
        """The function, and its arguments, by which a thing was made `once`; None if unknown."""
        return self._made_by.get(id(thing))

    def claim(
        self, id: str, where: str, kind: str, statement: str | None = None, on: str = "regular"
    ) -> Callable[[State | Stated], Claim]:
        """Bind a function to a claim.

        Parameters
        ----------
        id, where, kind
            As in the list of claims: the stable id, the place, what kind of claim.
        statement
            The claim in words, where the function does not have them from `states`.
        on
            The name of its data.

        Raises
        ------
        ValueError
            The id is taken, or there are no words.
        """

        def bind(given: State | Stated) -> Claim:
            words, state = (
                (given.words, given.state) if isinstance(given, Stated) else (statement, given)
            )
            key = key_of(id)
            if words is None:
                raise ValueError(f"the claim {key} does not say what it states")
            if key in self.claims:
                raise ValueError(f"the claim {key} is stated twice in the ledger {self.key}")
            self.claims[key] = Claim(key, where, kind, words, on, state)
            return self.claims[key]

        return bind

    def theorem(
        self, *ids: str, rest: str = ""
    ) -> Callable[[Callable[[], Verdict | list[Verdict]]], Callable[[], list[Verdict]]]:
        """Bind a function that states claims over symbols, and so for all dimensions and data.

        Parameters
        ----------
        ids
            The claims that it proves.
        rest
            What of these claims it does not say, and what the calculus lacks for it.

        Raises
        ------
        ValueError
            A claim has a theorem already.
        """

        def bind(state: Callable[[], Verdict | list[Verdict]]) -> Callable[[], list[Verdict]]:
            @wraps(state)
            def prove() -> list[Verdict]:
                found = state()
                return [found] if isinstance(found, Verdict) else found

            kept = self.once(prove)
            for key in ids:
                if key in self.theorems or key in self.unproved:
                    raise ValueError(f"the claim {key} has two theorems in the ledger {self.key}")
                self.theorems[key] = Theorem(kept, rest)
            return kept

        return bind

    def lacks(self, rule: str, ids: str) -> None:
        """Say what the calculus of symbols lacks for claims; their ids are words of a text."""
        for key in ids.split():
            if key in self.theorems or key in self.unproved:
                raise ValueError(f"the claim {key} has two theorems in the ledger {self.key}")
            self.unproved[key] = rule

    def ordered(self) -> list[Claim]:
        """The claims by their ids, which is the order of the paper."""
        return sorted(self.claims.values(), key=lambda claim: natural_key(claim.id))


def _subject(statement: Statement) -> Any:
    """The identity that an answered question is about, if there is one; else the statement."""
    subject = getattr(statement, "subject", None)
    return subject if isinstance(subject, Identity) else statement


def listed(statements: Part, part: str = "") -> list[Statement]:
    """The statements of a part, one after the other.

    Raises
    ------
    BadLedger
        There is none, or something else is given.
    """
    if isinstance(statements, Identity | Verdict | Fact):
        return [statements]
    if isinstance(statements, Witness):
        return listed(statements.state(statements.datum), part)
    if isinstance(statements, str) or not isinstance(statements, Iterable):
        raise BadLedger(
            f"the part {part!r} of the claim is a {type(statements).__name__}; give an identity "
            "(left == right), a verdict, or a fact(text, true or false)"
        )
    found = [one for statement in statements for one in listed(statement, part)]
    if not found:
        raise BadLedger(f"the part {part!r} of the claim states nothing")
    return found


def natural_key(id: str) -> list[Any]:
    """For sorting ids: numbers in them by their value."""
    return [int(part) if part.isdigit() else part for part in re.split(r"(\d+)", id)]


def key_of(id: str) -> str:
    """The key of a row of a claim list: up to the first space, comma or slash; primes are p."""
    first = re.split(r"[\s,/]", id.strip(), maxsplit=1)[0]
    return re.sub("[′']", "p", first).replace("–", "-")


def fact(text: str, true: bool, found: str = "") -> Fact:
    """A statement that was decided by other means than an identity."""
    return Fact(text, bool(true), found)


def same(text: str, found: object, expected: object) -> Fact:
    """That two numbers, names or tuples are the same."""
    return Fact(f"{text}: {expected}", found == expected, str(found), str(expected))


def nonzero(text: str, thing: Any) -> Fact:
    """That a function or form is not zero at the generic point."""
    return Fact(text, not check(thing == 0, counterexample=False), "0", "not 0")


def refuted(text: str, identity: Identity | Verdict) -> Fact:
    """That an identity fails; for statements of the form "not always"."""
    verdict = identity if isinstance(identity, Verdict) else check(identity)
    return Fact(text, not verdict, str(verdict), "refuted")


def refused(text: str, attempt: Callable[[], Any]) -> Fact:
    """That something does not exist, so that the library refuses it by name."""
    try:
        made = attempt()
    except DiffGeoError as error:
        return Fact(text, True, str(error))
    return Fact(text, False, f"{made}", "refused")


def agree(text: str, one: bool, other: bool) -> Fact:
    """That two conditions are equivalent on this datum."""
    return Fact(text, one == other, f"{one} and {other}", "both, or none")
