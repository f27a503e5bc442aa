"""Graded derivations of Ω(M), among them the exterior derivative d.

A derivation is fixed by its values on coordinate functions and on their differentials.
With the coordinate derivatives ∂_a and insertions ι_a of the chart,

    D(α) = Σ_a D(x^a) * ∂_a α + D(dx^a) * ι_a α,

which holds for every degree without a sign: moving ``D(dx^a)`` to the front past j
differentials gives (-1)^{j(|D|+1)}, the rule of Leibniz gives (-1)^{j|D|}, together
(-1)^j, the sign of ι_a. Along a Map φ: M → N the same formula holds with φ^* applied to
∂_a α and ι_a α, and D goes from Ω(N) to Ω(M).

Source: Kolář, Michor and Slovák, Natural Operations in Differential Geometry (1993), § 8.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from diffgeo.calculus import display, operator_labels
from diffgeo.calculus.coefficients import Summable, distinct, not_combined
from diffgeo.calculus.compositions import Composable, Operator, symbolic
from diffgeo.calculus.forms import Form, describe, require_form
from diffgeo.calculus.images_of_forms import Values, images, make_all
from diffgeo.calculus.operator_labels import NOTHING, Label
from diffgeo.calculus.requirements import (
    require_manifold,
    require_mapping,
    require_same_degree,
    require_same_space,
    same_map,
)
from diffgeo.calculus.vector_forms import VectorForm
from diffgeo.errors import DegreeMismatch, SpaceMismatch
from diffgeo.rings.protocol import Element
from diffgeo.signs import koszul
from diffgeo.verdicts.statements import Script, code_of, valued

if TYPE_CHECKING:
    from diffgeo.calculus.maps import Map
    from diffgeo.calculus.spaces import Manifold
    from diffgeo.rings.protocol import Condition


class Derivation(Summable, Composable, display.Described):
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
    label
        How it was made, to be written like that.

    Examples
    --------
    >>> from diffgeo import Manifold, bracket, check, interior, lie
    >>> M = Manifold("M", "x y")
    >>> X, Y = M.vector_field(x="-y", y="x"), M.frame[0]
    >>> print(check(bracket(lie(X), interior(Y)) == interior(bracket(X, Y))).status.name)
    VERIFIED
    """

    _called, _shows_what_made_it = ("a derivation", "D"), True
    __slots__ = (
        "_differentials",
        "_functions",
        "_label",
        "_on_differentials",
        "_on_functions",
        "along",
        "degree",
        "space",
    )
    kind = "the derivation"

    def __init__(
        self,
        space: Manifold,
        degree: int,
        functions: Values,
        differentials: Values,
        along: Map | None = None,
        label: Label | None = None,
    ) -> None:
        self._label = label
        self.space = space
        self.degree = degree
        self.along = along
        self._functions = functions
        self._differentials = differentials
        self._on_functions: dict[int, Form] = {}
        self._on_differentials: dict[int, Form] = {}

    @classmethod
    def from_values(
        cls,
        space: Manifold,
        degree: int,
        functions: Mapping[str, Form],
        differentials: Mapping[str, Form],
        along: Map | None = None,
    ) -> Derivation:
        """The derivation with given values on coordinates and differentials; others are zero."""
        require_manifold(space, "make a derivation on")
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

    def __reduce_ex__(self, protocol: object) -> tuple[object, ...]:
        # All values instead of the functions that give them.
        indices = range(self.space.dimension)
        functions = tuple(self.on_functions(indices))
        differentials = tuple(self.on_differentials(indices))
        made = (self.space, self.degree, functions, differentials, self.along, self._label)
        return _with_values, made

    @property
    def target(self) -> Manifold:
        """The space on which the values live: the source of `along`, or `space` itself."""
        return self.along.source if self.along else self.space

    def on_function(self, index: int) -> Form:
        """The value on a coordinate function."""
        known = self._on_functions.get(index)
        if known is None:
            known = self._on_functions[index] = self._value(self._functions, index)
        return known

    def on_differential(self, index: int) -> Form:
        """The value on the differential of a coordinate function."""
        known = self._on_differentials.get(index)
        if known is None:
            known = self._on_differentials[index] = self._value(self._differentials, index)
        return known

    def on_functions(self, indices: Sequence[int]) -> list[Form]:
        """The values on several coordinate functions."""
        if len(indices) == self.space.dimension:
            make_all(self._functions, self._on_functions, self.space.dimension)
        return list(map(self.on_function, indices))

    def on_differentials(self, indices: Sequence[int]) -> list[Form]:
        """The values on the differentials of several coordinate functions."""
        if len(indices) == self.space.dimension:
            make_all(self._differentials, self._on_differentials, self.space.dimension)
        return list(map(self.on_differential, indices))

    def _value(self, values: Values, index: int) -> Form:
        if not 0 <= index < self.space.dimension:
            raise DegreeMismatch(
                f"{self.summary()} has values on the coordinates number 0 to "
                f"{self.space.dimension - 1}, not {index}"
            )
        return values(index)

    def __call__(self, alpha: Form) -> Form:
        """D(α), a form of degree |α| + |D| (on the source of `along`)."""
        if not isinstance(alpha, Form):
            if (algebra := symbolic(alpha)) is not None:
                algebra.refuse_mixture(self)
            raise TypeError(f"a derivation acts on forms and functions, not on {describe(alpha)}")
        if alpha.space is not self.space:
            raise SpaceMismatch(
                f"{self.summary()} acts on forms on {self.space.name}, not on {describe(alpha)}; "
                "pull the form back with phi.pull first"
            )
        return images(self, [alpha])[0]

    # --- the module of derivations -------------------------------------------------

    def _plus(self, term: Derivation) -> Derivation:
        return self._combine(self.degree, lambda a, b: a + b, "sum", self, term)

    def __neg__(self) -> Derivation:
        return self._combine(self.degree, lambda a: -a, "negative", self)

    def __rmul__(self, other: object) -> Derivation:
        """``ω * D`` for a form (on the target), a function or a number ω."""
        if isinstance(other, Form):
            if other.space is not self.target:
                raise SpaceMismatch(
                    f"cannot multiply {self.summary()}, whose values are forms on "
                    f"{self.target.name}, by {describe(other)}: pull the form back with phi.pull"
                )
            degree = self.degree + other.degree
            return self._combine(degree, lambda a: other * a, "multiple", other, self)
        if isinstance(other, int | Fraction):
            return self._combine(self.degree, lambda a: other * a, "multiple", other, self)
        return not_combined(self, other)

    def __mul__(self, other: object) -> Derivation:
        """``D * c`` for an exact number c, the same as ``c * D``."""
        if isinstance(other, Form):
            raise TypeError("a form multiplies a derivation from the left: omega * D")
        return self.__rmul__(other)

    def _as_operator(self, beside: Composable) -> Operator:
        """The derivation as an operator of order 1."""
        if self.along is not None:
            raise SpaceMismatch(
                f"{describe(self)} is along a map, and is not composed with operators on forms"
            )
        return Operator(
            self.space, self.degree, 1, self, self._label or Label("derivation", (self,))
        )

    @property
    def conditions(self) -> tuple[Condition, ...]:
        """Conditions (``p != 0``, ``q > 0``) under which the values on generators are defined."""
        values = (self.on_function, self.on_differential)
        return distinct(
            c for a in range(self.space.dimension) for value in values for c in value(a).conditions
        )

    def __str__(self) -> str:
        return self._anonymous() if self._label is None else operator_labels.text(self)

    def summary(self, width: int = display.WIDTH) -> str:
        """The beginning of the text."""
        if self._label is None:
            return self._anonymous()
        return display.cut(operator_labels.text(self, display.brief), width)

    def __repr__(self) -> str:
        return f"<{self.summary()}: {self._anonymous()}>" if self._label else f"<{self}>"

    def _results(self) -> list[Form]:
        return [value for _, value in self._equations()]

    def latex(self) -> str:
        """LaTeX source, without dollar signs: how D was made, or else its values."""
        if self._label is not None:
            return operator_labels.latex(self)
        return display.values_latex(self._equations(), r"\mapsto", whole=True)

    def _repr_latex_(self) -> str:
        """How D was made, and its values on generators, where they are not zero."""
        if self._label is None:
            return display.values_latex(self._equations(), r"\mapsto")
        # Of an operator that is made of fields and forms, print shows these.
        values = display.values_latex(self._equations(), r"\mapsto", how=display.PRINT)
        return rf"${operator_labels.latex(self)}\colon\ {values.strip('$')}$"

    def _equations(self) -> list[tuple[str, Form]]:
        names = list(map(self.space.chart.latex_name, self.space.chart.coordinates))
        values = [(n, self.on_function(a)) for a, n in enumerate(names)]
        rates = [(rf"\mathrm{{d}}{n}", self.on_differential(a)) for a, n in enumerate(names)]
        return values + rates

    def _anonymous(self) -> str:
        along = f" → Ω({self.target.name})" if self.along else ""
        place = f"Ω({self.space.name}){along}"
        return f"the derivation of degree {self.degree} of {place}"

    def _combine(
        self, degree: int, operation: Callable[..., Form], word: str, *operands: object
    ) -> Derivation:
        terms = [each for each in operands if isinstance(each, Derivation)]
        return Derivation(
            self.space,
            degree,
            lambda index: operation(*(t.on_function(index) for t in terms)),
            lambda index: operation(*(t.on_differential(index) for t in terms)),
            self.along,
            Label(word, operands),
        )

    def _summand(self, other: object) -> Derivation | None:
        if other is d:
            other = d.of(self)
        if isinstance(other, int) and other == 0:
            zero = Derivation.from_values(self.space, self.degree, {}, {}, self.along)
            zero._label = NOTHING
            return zero
        if not isinstance(other, Derivation):
            return None
        require_same_space("add or compare", self, other)
        if self.target is not other.target:
            raise SpaceMismatch(
                f"cannot add or compare {describe(self)} and {describe(other)}: their values "
                f"live on {self.target.name} and {other.target.name}"
            )
        if self.along is not other.along and not same_map(self.along, other.along):
            raise SpaceMismatch(
                f"cannot add or compare {describe(self)} and {describe(other)}: they act "
                "along different maps"
            )
        require_same_degree(self, other)
        return other

    def _residuals(self, other: Derivation | int) -> list[tuple[str, Element]]:
        """Labelled coefficients of ``self - other`` on the generators."""
        term = self._summand(other)
        if term is None:
            raise TypeError(f"cannot compare {self.summary()} with {describe(other)}")
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


_D = Label("d")


def _with_values(
    space: Manifold,
    degree: int,
    functions: tuple[Form, ...],
    differentials: tuple[Form, ...],
    along: Map | None,
    label: Label | None,
) -> Derivation:
    return Derivation(space, degree, functions.__getitem__, differentials.__getitem__, along, label)


class ExteriorDerivative(Composable):
    """The exterior derivative d, a derivation of degree 1 of every Ω(M); ``d∘d = 0``.

    Parameters
    ----------
    alpha
        A form of degree p, or a function.

    Returns
    -------
    Form
        Of degree p + 1.

    Examples
    --------
    >>> from diffgeo import Manifold, d
    >>> M = Manifold("M", "x y")
    >>> print(d(M["x"] * d(M["y"])), "|", d.on(M).degree)
    dx∧dy | 1
    """

    degree = 1
    _label = _D

    def __reduce__(self) -> str:
        return "d"

    def __call__(self, alpha: Form) -> Form:
        """The form dα, of one degree more."""
        if (algebra := symbolic(alpha)) is not None:
            derivative: Form = algebra.dispatch("d", alpha)
            return derivative
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
            label=_D,
        )

    def of(self, other: Derivation) -> Derivation:
        """D on the space of another derivation; that one must not be along a map."""
        if other.along:
            raise SpaceMismatch(
                f"d is not along a map, but {other.summary()} is; use bracket(d, D)"
            )
        return self.on(other.space)

    def __matmul__(self, other: object) -> Operator:
        """The composition ``d @ D`` with a derivation or operator on one Ω(M)."""
        if other is self:
            raise TypeError("d @ d = 0 on every space; name one with d.on(M) @ d")
        return super().__matmul__(other)

    def _as_operator(self, beside: Composable) -> Operator:
        """D on the space of the other one."""
        return self.on(beside.space)._as_operator(beside)

    def __eq__(self, other: object) -> Any:
        """Identity with a derivation, as in ``d == lie(M.identity)``."""
        return True if other is self else NotImplemented

    __hash__ = object.__hash__

    def __str__(self) -> str:
        return "d"

    __repr__ = __str__

    def latex(self) -> str:
        """LaTeX source."""
        return r"\mathrm{d}"


d = ExteriorDerivative()


@code_of.register(Derivation)
def _code(D: Derivation, script: Script) -> str:
    """``L_K + i_N``: K is D on functions, N what is left on differentials."""
    slopes = [D.on_function(a) for a in range(D.space.dimension)]
    rest = [D.on_differential(a) - koszul(D.degree) * d(f) for a, f in enumerate(slopes)]
    K = VectorForm(D.space, D.degree, slopes, D.along)
    N = VectorForm(D.space, D.degree + 1, rest, D.along)
    script.imports |= {"lie", "interior"}
    return f"lie({code_of(K, script)}) + interior({code_of(N, script)})"


@valued.register(Derivation)
def _valued(D: Derivation, name: str, script: Script) -> str:
    script.imports.add("decompose")
    return f"[{script.at('K')} for K in decompose({name})]"
