r"""Locally closed sets: the real points where functions vanish, and one of others does not.

Such a set V(φ) \ V(m) need not be a submanifold: the φ_a may be reducible, dependent or without
real zeros. So what is asked of it, whether it has points and whether a function vanishes on it, has
a verdict. It is decided by certified points (balls that exclude zero), by the ideal of the
equations, and as a sentence about real numbers by z3; all parameters within their declared signs,
and all values of undefined functions, are meant. What none of these decides is UNKNOWN.

Source: Bochnak, Coste and Roy, Real Algebraic Geometry (1998), chapter 2.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING

from diffgeo.calculus.coefficients import distinct, used_by
from diffgeo.calculus.forms import Form, describe
from diffgeo.calculus.spaces import Manifold
from diffgeo.errors import NotSupported, OutsideDomain, Refusal, SpaceMismatch, Undecided
from diffgeo.subsets.factored_equations import is_certainly_zero
from diffgeo.subsets.submanifolds import submanifold
from diffgeo.subsets.subset import Subset
from diffgeo.subsets.zeros_by_cases import FunctionOnSet, ZeroCases
from diffgeo.verdicts.verdict import Status, Verdict

if TYPE_CHECKING:
    from diffgeo.reals.real_sentences import RealSentences
    from diffgeo.rings.exact.polynomial_ideals import Variety
    from diffgeo.rings.exact.solving import VarietyPoint
    from diffgeo.rings.protocol import Condition

#: Seconds for one question to z3, and for the cases of parameters.
TIME_LIMIT = 2.0
#: Functions of so many parts are not asked about: writing them down takes longer than that.
LONGEST = 20_000
#: So many starts of the search for points, before other means are tried.
FIRST_TRIES = 40


class LocallyClosedSet(Subset):
    """The real points of a manifold where equations hold and one of some functions is not 0.

    Parameters
    ----------
    space
        The manifold.
    equations
        The functions that vanish, wherever they are defined.
    ranks
        One of them does not vanish; None for no such condition.

    Examples
    --------
    >>> from diffgeo import Manifold
    >>> from diffgeo.subsets import LocallyClosedSet
    >>> M = Manifold("M", "x y", parameters="k")
    >>> circle = LocallyClosedSet(M, M.functions(["x**2 + y**2 + 2 - k"]), [M["x"], M["y"]])
    >>> print(circle.is_empty().status, circle.existence)
    REFUTED k > 2
    >>> print(LocallyClosedSet(M, M.functions(["x**2 + y**2"]), [M["x"]]).is_empty().status)
    VERIFIED
    """

    def __init__(
        self, space: Manifold, equations: Sequence[Form], ranks: Sequence[Form] | None = None
    ) -> None:
        self.space = space
        self.equations = tuple(equations)
        self.ranks = tuple(ranks) if ranks is not None else None
        self._found: list[VarietyPoint] = []

    @property
    def _instead(self) -> str:
        return "a Manifold is needed; a locally closed set is only asked what holds on it"

    # --- what is asked of it ---------------------------------------------------------

    def is_empty(self) -> Verdict:
        """Whether there are no points, for no values of the parameters."""
        return self._emptiness

    @property
    def dimension(self) -> int | None:
        """That of the manifold without equations; otherwise it is not known."""
        return None if self.equations else self.space.dimension

    @property
    def conditions(self) -> tuple[Condition, ...]:
        """Where the equations are defined."""
        return distinct(c for f in (*self.equations, *(self.ranks or ())) for c in f.conditions)

    @cached_property
    def witness(self) -> str | None:
        """A certified real point, as text; None if none was found."""
        point = None if self.ranks == () else self._point(None)
        return None if point is None else str(point)

    def restrict(self, thing: Form) -> Form:
        """A form on the manifold, which stands for its restriction.

        Fields are not restricted: the set need not have tangent spaces.
        """
        if not isinstance(thing, Form):
            raise NotSupported(
                f"{describe(thing)} is not restricted to a locally closed set, which need not "
                "have tangent spaces: use level_set or zero_set"
            )
        if thing.space is not self.space:
            raise SpaceMismatch(f"{describe(thing)} is not on {self.space}, where the set lies")
        return thing.under(used_by(*self.equations))

    def vanishes(self, function: Form, *, counterexample: bool = True) -> Verdict:
        """Whether a function vanishes at every point at which it is defined.

        On an empty set every function does.
        """
        statement = f"{function.summary(80)} vanishes where {self.summary()}"
        self.restrict(function)  # which refuses what lives elsewhere
        try:
            restricted = self._variety.restrict(function.element())
            for point in self._found:
                if (value := point.value(restricted.element)) is not None:
                    why = f"the value at the point {point} is {point.shown(value)}"
                    return self._verdict(statement, False, why)
            decision = self._variety.is_zero(restricted)
        except OutsideDomain as error:
            return self._verdict(statement, None, str(error))
        except (Undecided, Refusal) as error:
            return self._by_sentence(statement, function, str(error))
        return self._verdict(statement, decision.zero, decision.how)

    @cached_property
    def existence(self) -> str:
        """The parameters for which there are points, as a formula in "and", "or" and comparisons.

        "always" and "never" are such formulas. Empty if that is not decided; see `open_question`.
        """
        empty = self.is_empty().status
        if empty is Status.VERIFIED:
            return "never"
        if empty is Status.REFUTED and (self._names_coordinates_only or self._has_simple_zeros):
            return "always"
        return "" if self.open_question else self._cases.formulas["nonzero"]

    @cached_property
    def open_question(self) -> str:
        """Why `existence` is empty; empty where it is not."""
        try:
            cases = self._cases
        except Refusal as error:
            return str(error)
        if cases.is_decided and not cases.loose:
            return ""
        return "; ".join(cases.reasons) or "not decided over the reals within the time limit"

    # --- emptiness -------------------------------------------------------------------

    @cached_property
    def _emptiness(self) -> Verdict:
        statement = f"there are no real points where {self.summary()}"
        if self.ranks == ():
            return self._verdict(statement, True, "there is no function that may differ from 0")
        # Where nothing is said of ranks, the points may be ones that no search certifies.
        if self.ranks and (point := self._point(FIRST_TRIES)) is not None:
            return self._verdict(statement, False, f"by the certified point {point}")
        if self._is_excluded:
            return self._verdict(statement, True, "by the ideal of the equations")
        found = self._by_sentence(statement, None, "")
        if found.status is Status.UNKNOWN and (point := self._point(None)) is not None:
            return self._verdict(statement, False, f"by the certified point {point}")
        return found

    @property
    def _is_excluded(self) -> bool:
        """Whether the equations contradict each other where a rank does not vanish."""
        if not self.equations:
            return False
        return self._variety.is_dependent if self.ranks else self._variety.is_inconsistent

    def _point(self, tries: int | None) -> VarietyPoint | None:
        """A certified point of the set."""
        from diffgeo.rings.exact.solving import search_points

        variety = self._variety
        found = search_points(variety.ambient, variety.equations, variety.minors, tries=tries)
        for point in found:
            if any(point.value(minor) is not None for minor in variety.minors):
                self._found.append(point)
                return point
        return None

    @cached_property
    def _variety(self) -> Variety:
        from diffgeo.rings.exact.polynomial_ideals import Variety
        from diffgeo.rings.exact.ring import ExactRing

        ring: object = self.space.chart.ring
        if not isinstance(ring, ExactRing):
            raise NotSupported(
                f"locally closed sets need the exact ring, which {self.space} does not have"
            )
        equations = [ring.expand(f.element()) for f in self.equations]
        ranks = [ring.one] if self.ranks is None else [ring.expand(f.element()) for f in self.ranks]
        return Variety(ring, equations, ranks, "the set")

    # --- sentences about real numbers --------------------------------------------------

    def _by_sentence(self, statement: str, function: Form | None, tried: str) -> Verdict:
        """Whether there are no points (at which the function does not vanish), by z3."""
        from diffgeo.reals.point_sets import search
        from diffgeo.reals.real_sentences import RealSentences
        from diffgeo.reals.zero_sets_of_formulas import point_set

        asked = self.space.function(1) if function is None else function
        tree = self.space.chart.ring.expression(asked.element())
        if len(list(islice(tree.walk(), LONGEST))) == LONGEST:
            return self._verdict(statement, None, tried or "its formula is too long for z3")
        try:
            where, _, _ = point_set(self._on(asked).problem())
        except Refusal as error:
            return self._verdict(statement, None, tried or str(error))
        z: RealSentences = RealSentences(TIME_LIMIT)
        other = [where.function] if function is not None else []
        found = z.satisfiable(z.assumptions(where), z.wanted(search(where, [], other)))
        if found and where.loose:
            reason = f"{where.loose}, and so are not all points of the set"
            return self._verdict(statement, None, tried or reason)
        if found is None:
            return self._verdict(statement, None, tried or "z3 did not decide it in time")
        return self._verdict(statement, not found, "by z3, as a sentence about real numbers")

    def _on(self, function: Form) -> FunctionOnSet:
        return FunctionOnSet(function, self.equations, self.ranks or ())

    @cached_property
    def _cases(self) -> ZeroCases:
        whole = self._on(self.space.function(1))
        return ZeroCases(lambda zeroed: None if zeroed else whole, seconds=TIME_LIMIT)

    @property
    def _names_coordinates_only(self) -> bool:
        """Whether no parameters and no undefined functions occur in the equations."""
        from diffgeo.rings.exact.counterexample_points import used_names

        variety = self._variety
        used = {name for e in variety.equations for name in used_names(variety.ambient, e)}
        return used - {""} <= set(self.space.chart.coordinates)

    @property
    def _has_simple_zeros(self) -> bool:
        """Whether one equation has simple zeros along a line, certainly and for all parameters.

        Its degree along a coordinate is one or two and its discriminant positive: everywhere, or
        on the line where the other coordinates have simple values. This is asked as it needs no z3.
        """
        if len(self.equations) != 1 or not self.ranks or self.space.chart.domain:
            return False
        (equation,), chart = self.equations, self.space.chart
        trees = (condition.expression for condition in equation.conditions)
        limited = {getattr(node, "name", None) for tree in trees for node in tree.walk()} - {None}
        if not limited <= set(chart.coordinates):
            return False
        for name, X in zip(chart.coordinates, self.space.frame, strict=True):
            slope = X(equation)
            if (
                name in chart.signs
                or name in (*chart.nonzero, *limited)
                or is_certainly_zero(slope)
            ):
                continue
            double = X(slope)
            if not is_certainly_zero(X(double)) or not any(
                is_certainly_zero(slope - rank) for rank in self.ranks
            ):
                continue
            discriminant = slope * slope - 2 * double * equation
            if not limited:
                others = {n: chart.signs.get(n, int(n in chart.nonzero))
                          for n in chart.coordinates if n != name}  # fmt: skip
                discriminant = submanifold(self.space, others)[1].pull(discriminant)
            if _is_positive(discriminant):
                return True
        return False

    # --- looking at it -----------------------------------------------------------------

    def summary(self, width: int = 60) -> str:
        """The equations, cut short."""
        text = ", ".join(f"{f.summary(width)} = 0" for f in self.equations)
        return text + (" and a rank does not drop" if self.ranks is not None else "")

    def __repr__(self) -> str:
        return f"<the real points of {self.space.name} where {self.summary()}>"

    def _verdict(self, statement: str, answer: bool | None, why: str) -> Verdict:
        status = {True: Status.VERIFIED, False: Status.REFUTED, None: Status.UNKNOWN}[answer]
        scope = str(self.space.name)
        if answer is None:
            return Verdict(status, statement, scope=scope, reason=why)
        return Verdict(status, statement, scope=scope, evidence=why)


def _is_positive(function: Form) -> bool:
    """Whether a function is known to be positive, whatever else holds."""
    ring = function.space.chart.ring
    sign = ring.domain.signed(ring.expand(function.element()), strict=True)  # type: ignore[attr-defined]
    return sign is not None and not sign.mask and bool(sign.polynomial == 1)
