"""Naturality: whether a construction commutes with changes of coordinates.

A construction F is coordinate-free if ``F(φ^*data) = φ^*F(data)`` for every diffeomorphism φ.
`natural` asks this of random rational diffeomorphisms with exact inverses and of random data;
each case is decided exactly. A construction that uses the coordinates behind the data (half of
a bracket, the Euclidean gradient) is refuted with the smallest case that was found. Where none
is found, the elementary changes of coordinates (`diffgeo.testing.generic_data`) are tried with
data that have undefined functions as components: they answer for all changes and all data.

Source: Kolář, Michor and Slovák, Natural Operations in Differential Geometry (1993), chapters IV
and V.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from hypothesis import HealthCheck, Phase, given, reject, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable

from diffgeo.calculus.forms import Form
from diffgeo.calculus.maps import Map
from diffgeo.calculus.protocols import OnSpace
from diffgeo.errors import (
    AxiomViolation,
    DiffGeoError,
    InconsistentSystem,
    NotSupported,
    Refusal,
    SingularSystem,
    SpaceMismatch,
)
from diffgeo.testing.generic_data import (
    UndefinedFunctions,
    described,
    elementary_changes,
    generic,
    kind_of,
)
from diffgeo.testing.naturality_counterexamples import NaturalityCounterexample, failure
from diffgeo.testing.pullback_of_anything import pull_back
from diffgeo.testing.random_automorphisms import diffeomorphisms
from diffgeo.verdicts.verdict import Identity, Status, Verdict, check

if TYPE_CHECKING:
    from diffgeo.testing.any_space import Varied

#: Where all changes and data are tried at once unless something else is asked for: the work
#: grows quickly with the dimension and with the number of undefined functions.
SMALL_DIMENSION = 2
MOST_KINDS = 12
MOST_FUNCTIONS = 16
#: What a verdict on all changes and data rests on.
ALL = (
    "all data of these kinds, with undefined functions as components, and changes of coordinates "
    "that generate the derivatives of all others"
)

#: A change of coordinates of one space as one of a space made from it: φ ↦ Tφ, φ ↦ J¹φ.
Lift = Callable[[Map], Map]


@runtime_checkable
class Above(Protocol):
    """A space that is made from another one, such as TM."""

    @property
    def base_space(self) -> Any:
        """The other one."""


class _NotNatural(AssertionError):
    """Raised inside the search, so that Hypothesis shrinks the case."""


class _Undecided(AssertionError):
    """A case that the ring could not decide."""


def natural(
    operation: Callable[..., object],
    *data: Varied,
    under: st.SearchStrategy[Map] | None = None,
    lifts: Sequence[Lift] = (),
    examples: int = 25,
    name: str = "",
    shrink: bool = True,
    exactly: bool | None = None,
) -> Verdict:
    """Whether an operation is natural: ``F(φ^*data) = φ^*F(data)``.

    Parameters
    ----------
    operation
        A function of the data. Its result is anything that has a pull-back and an equality,
        maps and what lives along them, tuples, lists and dictionaries of such things, verdicts
        and numbers (which must agree).
    data
        Strategies for its arguments (see `diffgeo.testing`).
    under
        The changes of coordinates, with inverses: a strategy of Maps of one space to itself.
        Default: `diffeomorphisms` of the space of the first argument that has one. (Polynomial
        `automorphisms` are faster, but keep the coordinate volume up to a factor.)
    lifts
        How a change of coordinates acts on spaces made from that one, for data and results
        that live there: ``jet(E, 1).prolong_fibred``, `tangent_map`.
    examples
        The number of random cases.
    name
        What the verdict calls the operation.
    shrink
        Whether to look for a smaller case after one that refutes, which takes longer.
    exactly
        Whether to ask for all changes and data at once where no random case fails. Default:
        in dimension 1 and 2, if there are not too many components, and if the operation
        takes its space from its arguments: then a copy of the space is used, since a function
        ring with many undefined functions is slow. ``True`` does without the copy if need be.

    Returns
    -------
    Verdict
        REFUTED with the smallest random case found (without `shrink` with the first one).
        VERIFIED if all random cases hold, each exactly, and if the operation commutes with the
        elementary changes for data whose components are undefined functions: then it does with
        every change for all data of these kinds (degree, rank, space, number of arguments in a
        list), if its values at a point are made of finitely many derivatives of the data there
        without distinction of cases. The scope names the kinds: all that were drawn, among them
        one for each strategy that ``st.one_of`` joins.
        PROBED if only the random cases hold: that is evidence and no bound, since they are
        small. UNKNOWN if every case was refused, or if the operation fails for data that the
        strategies do not give.

    Examples
    --------
    >>> from diffgeo import Manifold, d, torsion
    >>> from diffgeo.testing import functions, natural, vector_forms
    >>> M = Manifold("M", "x y")
    >>> print(natural(torsion, vector_forms(M, 1)).status)
    VERIFIED
    >>> x, y = M.coordinates
    >>> def gradient(f):
    ...     return M.vector_field(x=d(f)(M.frame[0]), y=d(f)(M.frame[1]))
    >>> bool(natural(gradient, functions(M)))
    False
    """
    strategies = data if under is None else (*data, under)
    if (
        not (isinstance(examples, int) and examples >= 1)
        or not all(isinstance(each, st.SearchStrategy) for each in strategies)
        or not all(map(callable, (operation, *lifts)))
    ):
        raise DiffGeoError(
            "natural takes an operation, strategies for its arguments and for the changes of "
            "coordinates (strategies.just(x) for one thing), functions as lifts, and a positive "
            "number of examples"
        )
    search = _Search(operation, data, under, tuple(lifts))
    label = name or getattr(operation, "__name__", "the operation")
    statement = f"{label} is natural"
    found = search.run(examples, shrink)
    common: dict[str, Any] = {"subject": statement, "scope": search.scope}
    if found is not None:
        return Verdict(
            Status.REFUTED, counterexample=found, evidence="a random case, exactly", **common
        )
    if not search.decided:
        reason = search.reason or "no case could be made of the data"
        return Verdict(Status.UNKNOWN, reason=f"no case was decided: {reason}", **common)
    evidence = f"{search.decided} random changes of coordinates and data, each exactly"
    if search.reason:
        evidence += f"; some cases were refused: {search.reason}"
    if exactly is not False and under is None:
        answer = search.for_all(bool(exactly))
        if answer is Status.VERIFIED:
            common["scope"] = f"{search.scope}, for {search.kinds}"
            return Verdict(Status.VERIFIED, evidence=f"{ALL}; {evidence}", **common)
        if answer is Status.REFUTED:
            reason = (
                f"{evidence}, hold; but with other components it fails {search.failure}. If data "
                "like these are not meant, say exactly=False"
            )
            return Verdict(Status.UNKNOWN, reason=reason, **common)
        if exactly:
            evidence += f"; not for all of them at once: {search.limit}"
    return Verdict(Status.PROBED, evidence=evidence, **common)


def _settings(examples: int, *phases: Phase) -> settings:
    return settings(
        max_examples=examples,
        deadline=None,
        database=None,
        derandomize=True,
        report_multiple_bugs=False,
        phases=(Phase.generate, *phases),
        suppress_health_check=list(HealthCheck),
    )


class _Search:
    """Random cases, and the last one that failed (which Hypothesis has made small)."""

    def __init__(
        self,
        operation: Callable[..., object],
        data: tuple[Varied, ...],
        under: st.SearchStrategy[Map] | None,
        lifts: tuple[Lift, ...],
    ) -> None:
        self.operation, self.data, self.under, self.lifts = operation, data, under, lifts
        self.decided = 0
        self.scope = self.reason = self.limit = ""
        self.failure: NaturalityCounterexample | None = None
        #: Data of each kind that was drawn: only for these kinds anything can be said.
        self.samples: dict[object, list[object]] = {}

    def run(self, examples: int, shrink: bool) -> NaturalityCounterexample | None:
        @_settings(examples, *((Phase.shrink,) if shrink else ()))
        @given(st.data())
        def cases(source: st.DataObject) -> None:
            arguments = [source.draw(strategy) for strategy in self.data]
            self.samples.setdefault(kind_of(arguments), arguments)
            phi = source.draw(self._group(arguments) if self.under is None else self.under)
            self._try(phi, arguments)

        try:
            cases()
        except _NotNatural:
            return self.failure
        except Unsatisfiable:  # all cases were rejected; the reason is that of the last one
            return None
        return None

    def _draw_all_kinds(self) -> None:
        """A sample of every branch of the strategies, which few random cases may have missed."""
        choices = [strategy.branches for strategy in self.data]
        if prod(map(len, choices)) > MOST_KINDS:
            raise NotSupported(f"the data are of more than {MOST_KINDS} kinds")
        for chosen in product(*choices):

            @_settings(1)
            @given(st.tuples(*chosen))
            def draw(arguments: tuple[object, ...]) -> None:
                self.samples.setdefault(kind_of(list(arguments)), list(arguments))

            draw()
        if len(self.samples) > MOST_KINDS:
            raise NotSupported(f"the data are of more than {MOST_KINDS} kinds")

    def for_all(self, whatever_it_costs: bool) -> Status:
        """The answer for the elementary changes and for data of which all others are cases.

        UNKNOWN if there are no such data, or too many; ``limit`` says why. Copies of the spaces
        are used as long as the operation does not insist on the spaces themselves.
        """
        try:
            self._draw_all_kinds()
            return self._for_all(True, whatever_it_costs)
        except SpaceMismatch as error:
            self.limit = f"{error}"
        except (DiffGeoError, RecursionError) as error:
            self.limit = f"{type(error).__name__}: {error}"
            return Status.UNKNOWN
        if not whatever_it_costs:
            return Status.UNKNOWN
        try:
            return self._for_all(False, whatever_it_costs)
        except (DiffGeoError, RecursionError) as error:
            self.limit = f"{type(error).__name__}: {error}"
            return Status.UNKNOWN

    def _for_all(self, on_copies: bool, whatever_it_costs: bool) -> Status:
        for sample in self.samples.values():
            status = self._for_kind(
                sample, UndefinedFunctions(on_copies=on_copies), whatever_it_costs
            )
            if status is not Status.VERIFIED:
                return status
        return Status.VERIFIED

    def _for_kind(
        self, sample: list[object], functions: UndefinedFunctions, whatever_it_costs: bool
    ) -> Status:
        data = generic(sample, functions)
        space = _space(data)
        base = space.base_space if self.lifts and isinstance(space, Above) else space
        small = base.dimension <= SMALL_DIMENSION and functions.used <= MOST_FUNCTIONS
        if not small and not whatever_it_costs:
            return Status.UNKNOWN
        for phi in elementary_changes(base):
            before, after, verdict = self._case(phi, data)
            if isinstance(before, DiffGeoError) or isinstance(after, DiffGeoError):
                self.limit = f"{before if isinstance(before, DiffGeoError) else after}"
                return Status.UNKNOWN
            if verdict.status is not Status.VERIFIED:
                self.limit = verdict.reason or str(verdict.status)
                self.failure = failure(phi, data, verdict)
                return Status.REFUTED if verdict.status is Status.REFUTED else Status.UNKNOWN
        return Status.VERIFIED

    @property
    def kinds(self) -> str:
        """The kinds of data that were made generic, in words."""
        found = ("; ".join(map(described, sample)) for sample in self.samples.values())
        return ", or ".join(dict.fromkeys(found))

    def _group(self, arguments: list[object]) -> st.SearchStrategy[Map]:
        """All diffeomorphisms of the space of the first argument; lifts begin below."""
        space = _space(arguments)
        if self.lifts and isinstance(space, Above):
            raise DiffGeoError(
                f"the first argument lives on {space}, where lifts end: say with "
                f"under=diffeomorphisms(M), M = {space.base_space}, where they begin"
            )
        return diffeomorphisms(space)

    def _case(self, phi: Map, arguments: list[object]) -> tuple[object, object, Verdict]:
        """The results before and after a change, or errors, and the verdict on agreement."""
        changes = [phi, *(lift(phi) for lift in self.lifts)]
        self.scope = phi.target.name
        moved = [pull_back(changes, a) for a in arguments]
        before, after = self._result(arguments), self._result(moved)
        if isinstance(before, DiffGeoError) or isinstance(after, DiffGeoError):
            return before, after, _difference(f"{after} against {before}")
        return before, after, _compare(after, pull_back(changes, before))

    def _try(self, phi: Map, arguments: list[object]) -> None:
        try:
            before, after, verdict = self._case(phi, arguments)
            if isinstance(before, DiffGeoError) and isinstance(after, DiffGeoError):
                self.reason = f"{type(before).__name__}: {before}"
                reject()  # the data do not define the object at all, in no coordinates
        except Refusal as refusal:
            self.reason = f"{type(refusal).__name__}: {refusal}"
            return
        if verdict.status is Status.UNKNOWN:
            self.reason = verdict.reason
            return
        if verdict.status is not Status.REFUTED:
            self.decided += 1
            return
        self.failure = failure(phi, arguments, verdict)
        raise _NotNatural(str(self.failure))

    def _result(self, arguments: list[object]) -> object:
        """The result, or the error that says that there is none for these data."""
        try:
            return self.operation(*arguments)
        except (AxiomViolation, SingularSystem, InconsistentSystem) as error:
            return error


def _compare(found: object, expected: object) -> Verdict:
    identities: list[Identity] = []
    difference = _collect(found, expected, identities)
    if difference:
        return _difference(difference)
    if not identities:
        return Verdict(Status.VERIFIED, subject="results agree")
    return check(identities)


def _difference(text: str) -> Verdict:
    return Verdict(Status.REFUTED, subject="results agree", evidence=text)


def _collect(found: Any, expected: Any, identities: list[Identity]) -> str:
    """Gather identities; say where two results differ in kind, number or verdict."""
    if isinstance(found, Verdict):
        for verdict in (found, expected):
            if verdict.status is Status.UNKNOWN:
                raise Refusal(verdict.reason)
        return "" if bool(found) == bool(expected) else f"{found} against {expected}"
    if isinstance(found, Identity):
        return _collect(check(found), check(expected), identities)
    if isinstance(found, Mapping):
        # Components that are zero may be left out, by one side as they are seen to be zero.
        keys = list(dict.fromkeys((*found, *expected)))
        found, expected = ([side.get(key, 0) for key in keys] for side in (found, expected))
    if isinstance(found, tuple | list):
        if len(found) != len(expected):
            return f"{len(found)} results against {len(expected)}"
        parts = (_collect(a, b, identities) for a, b in zip(found, expected, strict=True))
        return next(filter(None, parts), "")
    if isinstance(found, Form) and isinstance(expected, Form) and found.degree != expected.degree:
        return f"degree {found.degree} against {expected.degree}"
    same = found == expected
    if isinstance(same, Identity):
        identities.append(same)
        return ""
    if not isinstance(found, int | Fraction):
        raise TypeError(
            f"the operation gives {found!r}, which means nothing in other coordinates; is a "
            "return missing?"
        )
    return "" if same else f"{found} against {expected}"


def _space(arguments: list[object]) -> Any:
    for thing in arguments:
        if isinstance(thing, tuple | list) and thing:
            return _space(list(thing))
        if isinstance(thing, OnSpace):
            return thing.space
    raise DiffGeoError(
        "no argument of the operation lives on a space: say with under=automorphisms(M) which "
        "changes of coordinates are meant"
    )
