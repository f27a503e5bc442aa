"""Graded derivations of Ω(M), among them the exterior derivative d.

A derivation is fixed by its values on coordinate functions and on their differentials.
With the coordinate derivatives ∂_a and insertions ι_a of the chart,

    D(α) = Σ_a D(x^a) * ∂_a α + D(dx^a) * ι_a α,

which holds for every degree without a sign: moving ``D(dx^a)`` to the front past j
differentials gives (-1)^{j(|D|+1)}, the rule of Leibniz gives (-1)^{j|D|}, together
(-1)^j, the sign of ι_a. Along a Map φ: M → N the same formula holds with φ^* applied to
∂_a α and ι_a α, and D goes from Ω(N) to Ω(M).

The operators i_K, L_K and the bracket are in `diffgeo.operators`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from diffgeo import display
from diffgeo.errors import AmbiguousTruth, DegreeMismatch, SpaceMismatch
from diffgeo.forms import (
    Element,
    Form,
    describe,
    make_identity,
    refuse_comparison,
    require_same_degree,
    require_same_space,
    same_map,
    wedge_products,
)
from diffgeo.requirements import require_form, require_manifold, require_mapping

if TYPE_CHECKING:
    from diffgeo.maps import Map
    from diffgeo.rings.protocol import Product
    from diffgeo.spaces import Manifold
    from diffgeo.verdicts import Identity

Values = Callable[[int], Form]


class Derivation:
    """A graded derivation ``D(α*β) = D(α)*β + (-1)^{|D||α|} α*D(β)`` of Ω(M).

    Parameters
    ----------
    space
        The space N whose forms D acts on.
    degree
        The degree of D.
    functions, differentials
        The values on ``x^a`` (degree |D|) and on ``dx^a`` (degree |D|+1) by index of the
        coordinate; asked for at most once each.
    along
        The Map φ: M → N along which D acts, ``Ω(N) → Ω(M)``; None for a derivation of Ω(N).
    """

    __slots__ = ("_differentials", "_functions", "_known", "along", "degree", "space")

    def __init__(
        self,
        space: Manifold,
        degree: int,
        functions: Values,
        differentials: Values,
        along: Map | None = None,
    ) -> None:
        self.space = space
        self.degree = degree
        self.along = along
        self._functions = functions
        self._differentials = differentials
        self._known: dict[tuple[str, int], Form] = {}

    @classmethod
    def from_values(
        cls,
        space: Manifold,
        degree: int,
        functions: Mapping[str, Form],
        differentials: Mapping[str, Form],
        along: Map | None = None,
    ) -> Derivation:
        """The derivation with given values on coordinates and on their differentials, by name.

        Values not named are zero.
        """
        names = space.chart.coordinates
        target = along.source if along else space

        def values(given: Mapping[str, Form], of_degree: int) -> Values:
            zero = Form(target, of_degree, {})
            require_mapping(given, "the values of a derivation", '{"x": M.function("x")}')
            for name, form in given.items():
                space[name]
                require_form(form, f"take for the value on {name}")
                require_same_space("use as values of one derivation", zero, form)
                require_same_degree(zero, form)
            return lambda index: given.get(names[index], zero)

        return cls(
            space, degree, values(functions, degree), values(differentials, degree + 1), along
        )

    @property
    def target(self) -> Manifold:
        """The space on which the values live: the source of `along`, or `space` itself."""
        return self.along.source if self.along else self.space

    def on_function(self, index: int) -> Form:
        """The value on a coordinate function."""
        return self._value("function", self._functions, index)

    def on_differential(self, index: int) -> Form:
        """The value on the differential of a coordinate function."""
        return self._value("differential", self._differentials, index)

    def _value(self, kind: str, values: Values, index: int) -> Form:
        if (kind, index) not in self._known:
            if not 0 <= index < self.space.dimension:
                raise DegreeMismatch(
                    f"{self} has values on the coordinates number 0 to {self.space.dimension - 1}, "
                    f"not {index}"
                )
            self._known[kind, index] = values(index)
        return self._known[kind, index]

    def __call__(self, alpha: Form) -> Form:
        """D(α), a form of degree |α| + |D| (on the source of `along`)."""
        if not isinstance(alpha, Form):
            if (algebra := symbolic(alpha)) is not None:
                algebra.refuse_mixture(self)
            raise TypeError(f"a derivation acts on forms and functions, not on {describe(alpha)}")
        if alpha.space is not self.space:
            raise SpaceMismatch(
                f"{self} acts on forms on {self.space.name}, not on {describe(alpha)}; "
                "pull the form back with phi.pull first"
            )
        carry = self.along.pull if self.along else _same
        support = alpha.support()
        products: list[Product] = []
        for index in range(self.space.dimension):
            if (value := self.on_function(index))._terms:
                products += wedge_products(value, carry(alpha.partial(index)))
            if support >> index & 1 and (value := self.on_differential(index))._terms:
                products += wedge_products(value, carry(alpha.contract(index)))
        terms = self.target.chart.ring.sum_products(products)
        return Form(self.target, alpha.degree + self.degree, terms)

    # --- the module of derivations -------------------------------------------------

    def __add__(self, other: object) -> Derivation:
        term = self._summand(other)
        if term is None:
            return NotImplemented
        return self._combine(self.degree, lambda a, b: a + b, term)

    __radd__ = __add__

    def __neg__(self) -> Derivation:
        return self._combine(self.degree, lambda a: -a)

    def __sub__(self, other: object) -> Derivation:
        term = self._summand(other)
        return NotImplemented if term is None else self + (-term)

    def __rsub__(self, other: object) -> Derivation:
        return (-self) + other

    def __rmul__(self, other: object) -> Derivation:
        """``ω * D`` for a form (on the target), a function or a number ω."""
        if isinstance(other, Form):
            if other.space is not self.target:
                raise SpaceMismatch(
                    f"cannot multiply {self}, whose values are forms on {self.target.name}, by "
                    f"{describe(other)}: pull the form back with phi.pull"
                )
            return self._combine(self.degree + other.degree, lambda a: other * a)
        if isinstance(other, int | Fraction):
            return self._combine(self.degree, lambda a: other * a)
        return NotImplemented

    def __eq__(self, other: object) -> Identity:  # type: ignore[override]
        """Identity of derivations: equal on coordinate functions and their differentials."""
        term = self._summand(other)
        return refuse_comparison(self, other) if term is None else make_identity(self, term)

    __hash__ = object.__hash__

    def __bool__(self) -> bool:
        raise AmbiguousTruth("a derivation has no truth value; ask check(D == 0)")

    def __str__(self) -> str:
        place = f"Ω({self.space.name})"
        if self.along:
            place = f"{place} → Ω({self.target.name})"
        return f"the derivation of degree {self.degree} of {place}"

    def __repr__(self) -> str:
        return f"<{self}>"

    def _repr_latex_(self) -> str:
        """The values on coordinates and on their differentials, where they are not zero."""
        names = list(map(self.space.chart.latex_name, self.space.chart.coordinates))
        values = [(n, self.on_function(a)) for a, n in enumerate(names)]
        values += [(rf"\mathrm{{d}}{n}", self.on_differential(a)) for a, n in enumerate(names)]
        return display.values_latex(values, r"\mapsto")

    def _combine(
        self, degree: int, operation: Callable[..., Form], *others: Derivation
    ) -> Derivation:
        terms = (self, *others)
        return Derivation(
            self.space,
            degree,
            lambda index: operation(*(t.on_function(index) for t in terms)),
            lambda index: operation(*(t.on_differential(index) for t in terms)),
            self.along,
        )

    def _summand(self, other: object) -> Derivation | None:
        if other is d:
            other = d.of(self)
        if isinstance(other, int) and other == 0:
            return Derivation.from_values(self.space, self.degree, {}, {}, self.along)
        if not isinstance(other, Derivation):
            return None
        require_same_space("add or compare", self, other)
        if self.target is not other.target:
            raise SpaceMismatch(
                f"cannot add or compare {self} and {other}: their values live on "
                f"{self.target.name} and {other.target.name}"
            )
        if self.along is not other.along and not same_map(self.along, other.along):
            raise SpaceMismatch(
                f"cannot add or compare {self} and {other}: they act along different maps"
            )
        require_same_degree(self, other)
        return other

    def _residuals(self, other: Derivation | int) -> list[tuple[str, Element]]:
        """Labelled coefficients of ``self - other`` on the generators."""
        term = self._summand(other)
        if term is None:
            raise TypeError(f"cannot compare {self} with {describe(other)}")
        difference = self - term
        found = []
        for index, name in enumerate(self.space.chart.coordinates):
            for generator, value in (
                (name, difference.on_function(index)),
                (f"d{name}", difference.on_differential(index)),
            ):
                found += [
                    (f"on {generator}: {label}" if label else f"on {generator}", a)
                    for label, a in value._residuals(0)
                ]
        return found


def symbolic(*operands: Any) -> Any:
    """The first operand that is a symbol on every manifold (see `diffgeo.symbols`), or None."""
    return next((operand for operand in operands if hasattr(operand, "refuse_mixture")), None)


def _same(form: Form) -> Form:
    return form


class ExteriorDerivative:
    """The exterior derivative d, a derivation of degree 1 of every Ω(M); ``d∘d = 0``."""

    degree = 1

    def __call__(self, alpha: Form) -> Form:
        """The form dα, of one degree more."""
        if (algebra := symbolic(alpha)) is not None:
            return algebra.dispatch("d", alpha)
        if not isinstance(alpha, Form):
            raise TypeError(f"d acts on forms and functions, not on {describe(alpha)}")
        return self.on(alpha.space)(alpha)

    def on(self, space: Manifold) -> Derivation:
        """D as a derivation of one Ω(M): ``x^a ↦ dx^a ↦ 0``."""
        require_manifold(space, "differentiate on")
        one = space.chart.ring.one
        return Derivation(
            space,
            1,
            lambda index: Form(space, 1, {1 << index: one}),
            lambda index: Form(space, 2, {}),
        )

    def of(self, other: Derivation) -> Derivation:
        """D on the space of another derivation; that one must not be along a map."""
        if other.along:
            raise SpaceMismatch(f"d is not along a map, but {other} is; use bracket(d, D)")
        return self.on(other.space)

    def __eq__(self, other: object) -> Any:
        """Identity with a derivation, as in ``d == lie(M.identity)``."""
        return True if other is self else NotImplemented

    __hash__ = object.__hash__

    def __str__(self) -> str:
        return "d"

    __repr__ = __str__


d = ExteriorDerivative()
