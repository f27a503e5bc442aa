"""Where a function on a set with parameters vanishes, by cases of the parameters.

The set consists of the points of a manifold where equations hold, where everything is defined
(roots of positive numbers, no zero denominators) and where one of some functions does not vanish.
Over the reals every answer is a sentence about real numbers, decided by z3; over the complex
numbers it is found by elimination. What is not decided in time is a case of its own.

Source: Basu, Pollack and Roy, Algorithms in Real Algebraic Geometry (2nd ed. 2006), chapter 2
(elimination of quantifiers).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from diffgeo.calculus.display import Shown
from diffgeo.calculus.spaces import Manifold
from diffgeo.errors import NotSupported
from diffgeo.interop.exact_values import exact_value, read_number
from diffgeo.verdicts.explanations import latex_text
from diffgeo.verdicts.verdict import Counterexample, Status, Verdict

if TYPE_CHECKING:
    from diffgeo.calculus.forms import Form
    from diffgeo.reals.zero_sets_of_formulas import Problem

#: What a function does on a set: the set has no points; no zeros; zeros that contain no open
#: subset; some open subset but not all; zero everywhere. "undecided" is no answer.
KINDS = ("empty", "nonzero", "dense", "mixed", "zero", "undecided")


@dataclass(frozen=True)
class CaseCounterexample(Counterexample):
    """Parameters, and a point of the set, for which a claim about the cases is wrong.

    ``label`` is the kind that holds there, ``residual`` the function, ``value`` its value.
    """

    def __str__(self) -> str:
        where = ", ".join(f"{n} = {v}" for n, v in self.point.items())
        return f"{self.label}, and the function is {self.value}, at {where}"

    def _meaning(self) -> str:
        return f"The function at a point of the set; for these parameters it is {self.label}."


@dataclass(frozen=True)
class FunctionOnSet(Shown):
    """A function, with the set of points on which its zeros are asked for.

    It is no `Subset`, which is asked what holds on it for all parameters together: here each value
    of the parameters has a set of its own. `LocallyClosedSet` answers by these.

    Attributes
    ----------
    function : Form
        The function.
    equations : tuple of Form
        They vanish on the set.
    ranks : tuple of Form
        One of them does not vanish at a point of the set; no condition if there are none.
    defined : tuple of Form
        What has to be defined besides: their conditions are conditions on the points.
    leading : tuple of Form
        Where all of them are positive the function is known to have no zeros; may be empty.
    nonzero : tuple of Form
        They do not vanish at the points of the set.

    Examples
    --------
    >>> from diffgeo import Manifold
    >>> from diffgeo.subsets import FunctionOnSet
    >>> M = Manifold("M", "x y", parameters="a")
    >>> print(FunctionOnSet(M["x"] - M["a"], equations=(M.function("x**2 + y**2 - 1"),)))
    x - a where x**2 + y**2 - 1 = 0
    """

    function: Form
    equations: tuple[Form, ...] = ()
    ranks: tuple[Form, ...] = ()
    defined: tuple[Form, ...] = ()
    leading: tuple[Form, ...] = ()
    nonzero: tuple[Form, ...] = ()

    @property
    def space(self) -> Manifold:
        """The manifold."""
        return self.function.space

    @property
    def radicands(self) -> tuple[str, ...]:
        """What stands under square roots and may vanish identically for some parameters."""
        found = (c for f in (*self.equations, *self.defined) for c in f.conditions)
        return tuple(
            dict.fromkeys(str(c.expression) for c in found if c.origin.startswith("sqrt("))
        )

    @staticmethod
    def without_roots(function: Form, radicands: Sequence[Form]) -> Any:
        """The formula of a function where radicands, and so their square roots, are 0.

        A SymPy expression; None if a denominator vanishes with them.
        """
        from diffgeo.reals.zero_sets_of_formulas import without_roots

        points = function.space.chart.coordinates
        return without_roots(
            function.to_sympy(plain=True), [r.to_sympy(plain=True) for r in radicands], points
        )

    def __str__(self) -> str:
        equations = ", ".join(f"{e} = 0" for e in self.equations)
        return f"{self.function} where {equations}" if equations else str(self.function)

    def latex(self) -> str:
        """LaTeX source, without dollar signs."""
        return ",\\quad ".join(
            [self.function.latex(), *(f"{e.latex()} = 0" for e in self.equations)]
        )

    def problem(self) -> Problem:
        """The formulas of it."""
        from diffgeo.interop.sympy_bridge import to_sympy
        from diffgeo.reals.zero_sets_of_formulas import Problem

        chart = self.space.chart
        conditions = {
            (to_sympy(c.expression), c.relation)
            for f in (*self.equations, *self.defined)
            for c in f.conditions
        } | {(f.to_sympy(plain=True), "!=") for f in self.nonzero}
        return Problem(
            function=self.function.to_sympy(plain=True),
            equations=[f.to_sympy(plain=True) for f in self.equations],
            minors=[f.to_sympy(plain=True) for f in self.ranks],
            conditions=sorted(conditions, key=str),
            points=chart.coordinates,
            moving=chart.coordinates,
            parameters=chart.parameters,
            signs=dict(chart.signs),
            nonzero=tuple(getattr(chart, "nonzero", ())),
            leading=[f.to_sympy(plain=True) for f in self.leading],
            radicands=[self.space.function(r).to_sympy(plain=True) for r in self.radicands],
        )


class ZeroCases(Shown):
    """The cases of parameters for the zeros of a function on a set: an answer, and no set.

    Parameters
    ----------
    make
        Gives the function on its set where some of the radicands vanish identically, or None
        where that is no set: their roots occur in denominators.
    field
        "real" or "complex".
    seconds
        The time limit; what is not decided by then is undecided.

    Raises
    ------
    NotSupported
        The field is another one, or a formula is not algebraic.

    Examples
    --------
    >>> from diffgeo import Manifold
    >>> from diffgeo.subsets import FunctionOnSet, ZeroCases
    >>> M = Manifold("M", "x", parameters="a")
    >>> cases = ZeroCases(lambda _: FunctionOnSet(M.function("x**2 + a")))
    >>> print(cases.formulas["nonzero"], "|", cases.kind_at({"a": 1}))
    a > 0 | nonzero
    """

    def __init__(
        self,
        make: Callable[[tuple[str, ...]], FunctionOnSet | None],
        field: str = "real",
        seconds: float = 60.0,
    ) -> None:
        from diffgeo.reals.zero_sets_of_formulas import ZerosByCases

        if field not in ("real", "complex"):
            raise NotSupported(f"{field!r} is no field of numbers here; use 'real' or 'complex'")
        self.field = field
        whole = make(())
        if whole is None:
            raise NotSupported("there is no set; give one for no vanishing radicands")
        self.whole = whole
        radicands = whole.radicands

        def problem(zeroed: tuple[int, ...]) -> Problem | None:
            if not zeroed:
                return whole.problem()
            part = make(tuple(radicands[k] for k in zeroed))
            return part.problem() if part is not None else None

        self._found = ZerosByCases(problem, len(radicands), field, seconds)

    # --- what was found ------------------------------------------------------------------

    @cached_property
    def formulas(self) -> dict[str, str]:
        """For each of `KINDS` the parameters for which it holds, as a formula."""
        from diffgeo.reals.sign_conditions import text

        return {kind: text(union) for kind, union in self._found.unions.items()}

    @property
    def is_decided(self) -> bool:
        """Whether every case was decided."""
        return self.formulas["undecided"] == "never"

    @property
    def reasons(self) -> tuple[str, ...]:
        """Why cases were not decided, and what the answers are under."""
        return (*self._found.reasons, *([self.loose] if self.loose else []))

    @cached_property
    def dependent_points(self) -> str:
        """Where equations hold but all the ranks vanish: "none", or for "some"/"all" parameters.

        Such points are not points of the set; "undecided" without an answer.
        """
        words = {False: "none", True: "all", "some": "some", None: "undecided"}
        return words[self._found.dependent()]

    @property
    def is_definite(self) -> bool:
        """Whether the leading functions are positive on the whole set, for all parameters."""
        return bool(self._found.parts) and all(part.definite for part in self._found.parts)

    @property
    def loose(self) -> str:
        """Why the set was taken to be larger than it is; empty if it was not."""
        return next((p.where.loose for p in self._found.parts if p.where.loose), "")

    def kind_at(self, values: Mapping[str, object]) -> str:
        """Which of `KINDS` holds for exact values of the parameters.

        Raises `NotSupported` if a parameter has no value.
        """
        exact: dict[str, Any] = {
            name: exact_value(read_number(name, value), {}, {}) for name, value in values.items()
        }
        try:
            for kind, union in self._found.unions.items():
                if any(all(sign.holds(exact) for sign in cell) for cell in union):
                    return kind
        except KeyError as error:
            raise NotSupported(f"no value of the parameter {error.args[0]}; give one") from None
        return "empty"  # Outside of what is assumed of the parameters.

    # --- statements about it -----------------------------------------------------------------

    def check(self, claim: str, *kinds: str) -> Verdict:
        """Whether a formula in the parameters holds exactly where one of the kinds does.

        Both implications are decided for all parameters, by z3; a wrong formula is refuted by
        parameters and, where there is one that shows it, a point.

        Parameters
        ----------
        claim
            As in ``"E != 0 and (F > 0 or K == 1)"``, or "always", "never".
        kinds
            Some of `KINDS`.

        Raises
        ------
        NotSupported
            For complex numbers.
        ExpressionError, UndefinedSymbol
            The claim could not be read.
        """
        if self.field != "real":
            raise NotSupported("sentences are proved over the reals; use kind_at, or formulas")
        from diffgeo.reals.claims_about_signs import read_claim

        found = self._found
        statement = f"{' or '.join(kinds)} exactly where {claim}"
        common: dict[str, Any] = {"subject": statement, "scope": str(self.whole.space.name)}
        formula = read_claim(claim, self.whole.space, found.where.parameters)
        fails, values = found.sentence_fails(kinds, formula)
        evidence = "two real sentences, for all parameters, by z3"
        if fails is None or self.loose:
            reason = self.loose or "z3 did not decide it within the time limit"
            if not (fails is False and self.loose and set(kinds) == {"nonzero"}):
                return Verdict(Status.UNKNOWN, reason=reason, **common)
        if not fails:
            return Verdict(Status.VERIFIED, evidence=evidence, **common)
        return Verdict(
            Status.REFUTED, evidence=evidence, counterexample=self._shown(values), **common
        )

    def _shown(self, values: Mapping[str, object]) -> CaseCounterexample:
        """What holds for some parameters, with a point that shows it."""
        kind = self.kind_at(values)
        point = {**values, **self.point(kind, values)}
        function = self.whole.function
        given = {
            f: point[str(f)] for f in function.to_sympy(plain=True).free_symbols if str(f) in point
        }
        value = function.to_sympy(plain=True).subs(given)
        return CaseCounterexample(point, {}, str(value), kind, str(function))

    def point(self, kind: str, values: Mapping[str, object]) -> dict[str, Any]:
        """Exact coordinates of a point of the set for some parameters, or nothing.

        Where the function has zeros it is one of them.
        """
        return self._found.point(kind, values)

    # --- looking at it -----------------------------------------------------------------------

    def __str__(self) -> str:
        parts = [f"{kind}: {text}" for kind, text in self.formulas.items() if text != "never"]
        return "; ".join(parts)

    def __repr__(self) -> str:
        return f"<{self.field} zeros by cases: {self}>"

    def latex(self) -> str:
        """LaTeX source, without dollar signs."""
        return latex_text(str(self))
