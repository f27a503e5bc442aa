"""The span of tuples of functions at the generic point, with what makes answers about it certain.

What distributions and ideals share: a maximal independent part of the generators, the linear
equations that hold on the span, and the condition under which the rank is the generic one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from diffgeo.calculus import linear_algebra as linear
from diffgeo.calculus.coefficients import distinct
from diffgeo.calculus.derivations import d
from diffgeo.calculus.forms import Form, describe, total
from diffgeo.calculus.spaces import Manifold
from diffgeo.errors import DegreeMismatch, Refusal, SpaceMismatch, Undecided
from diffgeo.verdicts.verdict import Conjunction, Identity, Status, Verdict, check

if TYPE_CHECKING:
    from diffgeo.calculus.protocols import OnSpace
    from diffgeo.rings.protocol import Condition


class Span:
    """The span, over the functions, of rows of functions of one length.

    Parameters
    ----------
    space
        The manifold on which the functions live.
    rows
        The generators; dependent ones are allowed.
    width
        Their length.
    """

    def __init__(self, space: Manifold, rows: Iterable[Sequence[Form]], width: int) -> None:
        self.space = space
        self.rows = [list(row) for row in rows]
        self.width = width

    @cached_property
    def kept(self) -> tuple[int, ...]:
        """Numbers of the rows that are certainly independent of those before them."""
        if not self.rows or not self.width:
            return ()
        rank = linear.rank(self.rows)
        found: list[int] = []
        for number in range(len(self.rows)):
            if len(found) == rank:
                break
            if linear.rank([self.rows[k] for k in (*found, number)]) > len(found):
                found.append(number)
        return tuple(found)

    @property
    def rank(self) -> int:
        """The rank at the generic point."""
        return len(self.kept)

    @cached_property
    def basis(self) -> list[list[Form]]:
        """The rows that are kept."""
        return [self.rows[k] for k in self.kept]

    @cached_property
    def equations(self) -> list[list[Form]]:
        """A basis of the equations ``Σ e_k v_k = 0`` that hold for all v in the span."""
        if not self.basis:
            zero, one = self.space.function(0), self.space.function(1)
            return [[one if i == k else zero for i in range(self.width)] for k in range(self.width)]
        order = self._order
        found = linear.kernel([[row[k] for k in order] for row in self.basis])
        place = {k: position for position, k in enumerate(order)}
        rows = [[vector[place[k]].settled() for k in range(self.width)] for vector in found]
        return [without_denominators(row) for row in rows]

    @cached_property
    def conditions(self) -> tuple[Condition, ...]:
        """Where the generators are defined and have the generic rank (sufficient)."""
        found = [c for row in self.rows for entry in row for c in entry.conditions]
        if self.basis:
            columns = Span(
                self.space, [[row[k] for row in self.basis] for k in self._order], self.rank
            )
            pivots = [self._order[k] for k in columns.kept]
            minor = linear.determinant([[row[k] for k in pivots] for row in self.basis])
            found += (1 / minor).conditions
        return distinct(found)

    def values(self, row: Sequence[Form]) -> list[Form]:
        """Functions, linear in the row, that vanish if and only if it is in the span."""
        return [combine(self.space, equation, row) for equation in self.equations]

    def redundancy(self) -> list[Identity]:
        """What must hold for the rank: the rows that are not kept are in the span of the others."""
        dropped = [k for k in range(len(self.rows)) if k not in self.kept]
        return [value == 0 for k in dropped for value in self.values(self.rows[k])]

    @property
    def _order(self) -> list[int]:
        """Columns with constant entries first: pivots there bring no condition."""
        varying = [sum(bool(d(row[k]).support()) for row in self.basis) for k in range(self.width)]
        return sorted(range(self.width), key=lambda k: (varying[k], k))


def without_denominators(row: Sequence[Form]) -> list[Form]:
    """A row times its least common denominator, where that is small: pivots divide by nothing."""
    from diffgeo.rings.exact.ring import ExactRing
    from diffgeo.rings.exact.writing_expressions import lowest_terms

    ring: object = row[0].space.chart.ring
    if not isinstance(ring, ExactRing) or not any(f.conditions for f in row):
        return list(row)
    try:
        pairs = [lowest_terms(ring, ring.expand(f.element())) for f in row]
    except Refusal:
        return list(row)
    common = pairs[0][1]
    for _, below in pairs[1:]:
        common *= divmod(below, common.gcd(below))[0]
    tops = [top * divmod(common, below)[0] for top, below in pairs]
    return [row[0].space.scalar(ring.make(top).bare()) for top in tops]


def combine(space: Manifold, coefficients: Sequence[Form], values: Sequence[Form]) -> Form:
    """``Σ c_k v_k`` for functions c_k and v_k."""
    return total(space, 0, (c * v for c, v in zip(coefficients, values, strict=True)))


def certificate(identities: Iterable[Identity]) -> list[Identity]:
    """The identities that answers have to carry along: none if all are certain.

    Raises `Undecided` if one of them cannot be decided, or if a rank was found too small.
    """
    given = list(identities)
    if not given:
        return []
    verdict = check(Conjunction(given), counterexample=False)
    if verdict.status in (Status.UNKNOWN, Status.REFUTED):
        raise Undecided(f"the rank of the generators on {verdict.scope} is not certain: {verdict}")
    return [] if verdict.status is Status.VERIFIED else given


def judge(
    space: Manifold,
    statement: str,
    identities: Iterable[Identity],
    assumed: Iterable[Identity],
    conditions: Iterable[Condition],
) -> Verdict:
    """The verdict on identities that say what is stated if the assumed ones hold.

    Where an assumed identity is only probable, a refutation is not certain: UNKNOWN.
    """
    given, probable = list(identities), list(assumed)
    subject = Conjunction([*given, *probable] or [space.function(0) == 0])
    verdict = check(subject, name=statement)
    verdict = replace(verdict, conditions=distinct((*conditions, *verdict.conditions)))
    if verdict.status is Status.REFUTED and probable:
        reason = f"the rank of the generators is only probable, and {verdict.evidence}"
        return replace(
            verdict, status=Status.UNKNOWN, counterexample=None, evidence="", reason=reason
        )
    return verdict


def common_space(
    forms: Sequence[OnSpace], space: Manifold | None, what: str, maker: str
) -> Manifold:
    """The space on which all forms live."""
    for alpha in forms:
        if not isinstance(alpha, Form):
            raise DegreeMismatch(f"{what} is given by differential forms, not by {describe(alpha)}")
    if space is None:
        if not forms:
            raise SpaceMismatch(
                f"{what} of no forms lives on no space; name it: {maker}([], space)"
            )
        space = forms[0].space
    for alpha in forms:
        if alpha.space is not space:
            raise SpaceMismatch(
                f"{what} on {space.name} is not given by {describe(alpha)}: pull it back with "
                "phi.pull, phi a Map between these spaces"
            )
    return space
