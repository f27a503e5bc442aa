"""Compositions of derivations: differential operators on Ω(M) of higher order.

``lie(X) @ lie(Y)`` is no derivation. It is an operator of order 2: one is known by its values on
the products of at most two generators, coordinates and their differentials.

Source: Koszul, Crochet de Schouten-Nijenhuis et cohomologie (1985).
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cached_property, partial
from itertools import combinations, combinations_with_replacement
from typing import TYPE_CHECKING, Any

from diffgeo.calculus import display, operator_labels
from diffgeo.calculus.coefficients import Summable, distinct, not_combined
from diffgeo.calculus.forms import Form, describe, require_form, wedge
from diffgeo.calculus.operator_labels import NOTHING, Label
from diffgeo.calculus.protocols import OwnOperations
from diffgeo.calculus.requirements import require_same_degree, require_same_space
from diffgeo.errors import SpaceMismatch
from diffgeo.rings.protocol import Element
from diffgeo.verdicts.statements import stated

if TYPE_CHECKING:
    from diffgeo.calculus.maps import Map
    from diffgeo.calculus.spaces import Manifold
    from diffgeo.rings.protocol import Condition

Action = Callable[[Form], Form]


class Composable(display.Shown):
    """What ``@`` composes: derivations, the exterior derivative, and operators."""

    __slots__ = ()
    space: Manifold

    def _as_operator(self, beside: Composable) -> Operator:
        """The operator on one Ω(M): that on which the other one acts, if this acts on every one."""
        raise NotImplementedError

    def __matmul__(self, other: object) -> Operator:
        """The composition ``(A @ B)(α) = A(B(α))``: of derivations an operator of order 2."""
        return composition(self, other) if isinstance(other, Composable) else NotImplemented


class Operator(Summable, Composable, display.Described):
    """A linear operator on Ω(M) made of derivations by ``@``, sums, and multiples by forms.

    ``(A @ B)(α) = A(B(α))``. The graded commutator of two derivations is one again:
    ``D @ E - (-1)^{|D||E|} E @ D == bracket(D, E)``. Made by ``@`` of derivations (the class
    itself checks nothing).

    Parameters
    ----------
    space
        The manifold M.
    degree
        The degree: operators of Ω^k to Ω^{k + degree}.
    order
        The largest number of derivations that are composed: the operator is determined by its
        values on products of that many generators.
    action
        What it does to a form.
    label
        How it was made.

    Examples
    --------
    >>> from diffgeo import Manifold, check, d, interior, lie
    >>> M = Manifold("M", "x y")
    >>> X = M.vector_field(x="y", y="x")
    >>> D = d @ interior(X) + interior(X) @ d
    >>> print(type(D).__name__, D.degree, D.order, check(D == lie(X)).status.name)
    Operator 0 2 VERIFIED
    """

    _called = ("an operator", "A")
    reads_others = True  # compares itself with derivations
    _shows_what_made_it = True
    kind = "the operator"

    def __init__(
        self, space: Manifold, degree: int, order: int, action: Action, label: Label
    ) -> None:
        self.space = space
        self.degree = degree
        self.order = order
        self._action = action
        self._label = label
        #: The values on products of generators.
        self._values: dict[str, Form] = {}

    def __call__(self, alpha: Form) -> Form:
        """The value on a form or function."""
        require_form(alpha, "apply an operator to")
        require_same_space("apply an operator to", self, alpha)
        return self._action(alpha)

    def _as_operator(self, beside: Composable) -> Operator:
        """The operator itself."""
        return self

    def _plus(self, term: Operator) -> Operator:
        first, second = self._action, term._action
        order = max(self.order, term.order)
        label = Label("sum", (*_terms(self), *_terms(term)))
        return Operator(self.space, self.degree, order, partial(_added, first, second), label)

    def __neg__(self) -> Operator:
        action, label = self._action, Label("negative", (self,))
        return Operator(
            self.space, self.degree, self.order, partial(_multiplied, -1, action), label
        )

    def __rmul__(self, other: object) -> Operator:
        """``ω * A`` for a form, a function or a number ω."""
        if not isinstance(other, Form | int | Fraction):
            return not_combined(self, other)
        if isinstance(other, Form):
            require_same_space("multiply", other, self)
        factor, action = other, self._action
        degree = self.degree + (factor.degree if isinstance(factor, Form) else 0)
        label = Label("multiple", (factor, self))
        return Operator(self.space, degree, self.order, partial(_multiplied, factor, action), label)

    def pulled_back(self, phi: Map) -> Operator:
        """``φ^* ∘ A ∘ (φ^{-1})^*``, for a map with inverse."""
        if phi.target is not self.space or phi.inverse is None:
            raise SpaceMismatch(
                f"{describe(self)} is pulled back along a Map to {self.space.name} that has an "
                f"inverse, not along {phi}"
            )
        back, action = phi.inverse, self._action
        label = Label("pull", (self,))
        return Operator(
            phi.source, self.degree, self.order, partial(_conjugated, phi, back, action), label
        )

    def __str__(self) -> str:
        return operator_labels.text(self)

    def summary(self, width: int = display.WIDTH) -> str:
        """The beginning of the text; what is too large to be written out is ``…``."""
        return display.cut(operator_labels.text(self, display.brief), width)

    def latex(self) -> str:
        """LaTeX source, without dollar signs."""
        return operator_labels.latex(self)

    # --- inside the library --------------------------------------------------------

    def _summand(self, other: object) -> Operator | None:
        if isinstance(other, int) and other == 0:
            space, degree = self.space, self.degree
            return Operator(space, degree, 0, partial(_nothing, degree), NOTHING)
        if not isinstance(other, Composable):
            return None
        term = other._as_operator(self)
        require_same_space("add or compare", self, term)
        require_same_degree(self, term)
        return term

    def _residuals(self, other: Operator) -> list[tuple[str, Element]]:
        """Labelled coefficients of the difference on products of generators."""
        order = max(self.order, other.order)
        pairs = zip(self._on_products(order), other._on_products(order), strict=True)
        return [
            (f"on {name}: {label}" if label else f"on {name}", a)
            for (name, first), (_, second) in pairs
            for label, a in (first - second)._residuals(0)
        ]

    def _on_products(self, order: int) -> list[tuple[str, Form]]:
        """The values on the products of at most so many generators, each computed once."""
        for name, product in products(self.space, order):
            if name not in self._values:
                self._values[name] = self._action(product)
        return [(name, self._values[name]) for name, _ in products(self.space, order)]

    @cached_property
    def conditions(self) -> tuple[Condition, ...]:
        """Conditions (``p != 0``, ``q > 0``) under which the operator is defined."""
        values = self._on_products(max(self.order, 1))
        return distinct(c for _, value in values for c in value.conditions)


def products(space: Manifold, order: int) -> list[tuple[str, Form]]:
    """The products of at most so many generators, coordinates and differentials, with names.

    An operator made of m derivations vanishes if and only if it does on those of at most m:
    at a point p it is known by its values on products of functions ``x^a - x^a(p)`` and of
    differentials, which are combinations of these with constant coefficients.
    """
    names = space.chart.coordinates
    found: list[tuple[str, Form]] = []
    for size in range(order + 1):
        for differentials in combinations(names, size):
            label = "∧".join(f"d{n}" for n in differentials)
            for number in range(order - size + 1):
                for functions in combinations_with_replacement(names, number):
                    name = " ".join(filter(None, ("*".join(functions), label))) or "1"
                    factors = [
                        *(space[n] for n in functions),
                        *(space.form(1, {n: 1}) for n in differentials),
                    ]
                    found.append((name, wedge(space.function(1), *factors)))
    return found


def composition(first: Composable, second: Composable) -> Operator:
    """``A @ B`` for derivations or operators, one of which may be d."""
    outer, inner = first._as_operator(second), second._as_operator(first)
    require_same_space("compose", outer, inner)
    before, after = inner._action, outer._action
    return Operator(
        outer.space,
        outer.degree + inner.degree,
        outer.order + inner.order,
        partial(_after, after, before),
        Label("composition", (*_factors(first), *_factors(second))),
    )


def symbolic(*operands: object) -> OwnOperations | None:
    """The first operand that says itself what is done to it, such as a symbol; or None."""
    return next((operand for operand in operands if isinstance(operand, OwnOperations)), None)


# What operators do to forms; functions with a name, so that operators can be pickled.


def _added(first: Action, second: Action, alpha: Form) -> Form:
    return first(alpha) + second(alpha)


def _multiplied(factor: Form | int | Fraction, action: Action, alpha: Form) -> Form:
    return factor * action(alpha)


def _conjugated(phi: Map, back: Map, action: Action, alpha: Form) -> Form:
    return phi.pull(action(back.pull(alpha)))


def _after(after: Action, before: Action, alpha: Form) -> Form:
    return after(before(alpha))


def _nothing(degree: int, alpha: Form) -> Form:
    return Form(alpha.space, alpha.degree + degree, {})


def _factors(thing: object) -> tuple[object, ...]:
    label = operator_labels.label_of(thing)
    return label.operands if label is not None and label.word == "composition" else (thing,)


def _terms(thing: object) -> tuple[object, ...]:
    label = operator_labels.label_of(thing)
    return label.operands if label is not None and label.word == "sum" else (thing,)


@stated.register(Operator)
def _stated(left: Operator, right: Any, label: str) -> tuple[Any, Any]:
    """The values on the product of generators on which they differ."""
    other = left._summand(right)
    if other is None:
        return left, right
    found = dict(products(left.space, max(left.order, other.order)))
    product = found[label.removeprefix("on ").partition(": ")[0]]
    return left(product), other(product)
