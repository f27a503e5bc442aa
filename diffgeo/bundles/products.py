"""Products of manifolds: projections, lifts from the factors, pairs of maps.

The product M × N is characterised by its projections: a map Q → M × N is the same as a pair
of maps Q → M and Q → N. A vector field X on a factor has one lift to the product that is
projected to X there and to 0 on every other factor.

Source: Lee, Introduction to Smooth Manifolds (2nd ed. 2013), chapters 1 and 2.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import singledispatch
from typing import Any, TypeVar, overload

from diffgeo.bundles.fibrations import Fibration
from diffgeo.calculus.forms import Form, describe, nothing
from diffgeo.calculus.maps import Map
from diffgeo.calculus.multivectors import Multivector, multivector
from diffgeo.calculus.requirements import require_manifold
from diffgeo.calculus.spaces import FunctionLike, Manifold
from diffgeo.calculus.vector_forms import VectorForm
from diffgeo.errors import Contradiction, DegreeMismatch, NameClash, SpaceMismatch, UndefinedSymbol
from diffgeo.rings.expression import Expression, Symbol
from diffgeo.rings.expression import replace as renewed
from diffgeo.rings.protocol import Condition
from diffgeo.structures.axioms import verify_axiom

Liftable = VectorForm | Multivector
Lifted = TypeVar("Lifted", VectorForm, Multivector)


class Product(Manifold):
    """The product of manifolds; make it with `product`.

    Attributes
    ----------
    factors
        The manifolds.
    projections
        The Maps to them, in the same order. Forms and functions are lifted by their ``pull``.
    names
        For each factor the names of its coordinates on the product, by their names there.

    Examples
    --------
    >>> from diffgeo import Manifold, product
    >>> P = product(Manifold("M", "x"), Manifold("N", "x"), suffixes=("1", "2"))
    >>> print(P.chart.coordinates, P.names)
    ('x1', 'x2') ({'x': 'x1'}, {'x': 'x2'})
    >>> print(P.projections[1].pull(P.factors[1]["x"]))
    x2
    """

    def __init__(
        self, factors: Sequence[Manifold], names: Sequence[Mapping[str, str]], name: str
    ) -> None:
        self.factors = tuple(factors)
        self.names = tuple(dict(renamed) for renamed in names)
        super().__init__(name, **_declarations(self.factors, self.names, name))
        self._fibrations: dict[int, Fibration] = {}
        self.projections = tuple(
            Map(self, factor, {old: self[new] for old, new in renamed.items()})
            for factor, renamed in zip(self.factors, self.names, strict=True)
        )

    def lift(self, thing: Lifted, factor: int | None = None) -> Lifted:
        """The lift of a vector field or vector-valued form K on a factor.

        Related to K by the projection to that factor and to 0 by the others, so that lifts
        from different factors commute. Multivectors are lifted as products of fields.

        Parameters
        ----------
        thing
            The field, vector-valued form or multivector.
        factor
            Number of the factor; needed only if the same manifold occurs twice.

        Raises
        ------
        SpaceMismatch
            The object lives on no factor, or on several.
        """
        number = self._number(thing, factor)
        pull = self.projections[number].pull
        if isinstance(thing, Multivector):
            return self._lift_multivector(thing, number)
        values = {
            new: pull(thing.value(index)) for index, new in enumerate(self.names[number].values())
        }
        return self.vector_form(thing.degree, values)

    def fibration(self, factor: int = 0) -> Fibration:
        """The product as fibred over one factor: ``jet(P.fibration(0), 1)`` has its jets.

        Over the line of time, ``R × Q → R``, the first jets are R × TQ.
        """
        self._require_factor(factor)
        if factor not in self._fibrations:
            self._fibrations[factor] = Fibration(self.projections[factor])
        return self._fibrations[factor]

    def pair(self, *maps: Map) -> Map:
        """The one map Q → M × N with given compositions with the projections.

        ``projection_k @ pair(f_1, …) == f_k``. Raises `SpaceMismatch` if the maps do not begin
        on one manifold or do not end on the factors.
        """
        self._require_targets(maps)
        source = maps[0].source
        if any(f.source is not source for f in maps):
            raise SpaceMismatch(
                f"a map to {self} is made of maps that begin on one manifold, not on "
                f"{', '.join(f.source.name for f in maps)}"
            )
        images: dict[str, Form] = {}
        for f, renamed in zip(maps, self.names, strict=True):
            images |= {new: f.image(index) for index, new in enumerate(renamed.values())}
            for parameter in f.target.chart.parameters:
                self._keep_parameter(images, f, parameter)
        return Map(source, self, images)

    def slice(
        self, factor: int = 0, functions: Mapping[str, str] | None = None, **values: FunctionLike
    ) -> Map:
        """The inclusion of one factor, with fixed values for the coordinates of the others.

        Values are given by names on the product and may contain parameters; parameters and
        undefined functions that the factor does not have need values too. A section of the
        projection: ``projection @ slice`` is the identity.

        Raises
        ------
        UndefinedSymbol
            The value of a coordinate is missing, or given for one of the factor itself.
        """
        self._require_factor(factor)
        own = self.names[factor]
        fixed = [n for k, renamed in enumerate(self.names) if k != factor for n in renamed.values()]
        if missing := [n for n in fixed if n not in values]:
            raise UndefinedSymbol(
                f"the slice of {self} along {self.factors[factor]} has no value of "
                f"{', '.join(missing)}: give a number or a function of parameters for it"
            )
        fixed += [
            p for p in self.chart.parameters if p not in self.factors[factor].chart.parameters
        ]
        if wrong := [n for n in values if n not in fixed]:
            raise UndefinedSymbol(
                f"{', '.join(wrong)} is not fixed on the slice of {self} along "
                f"{self.factors[factor]}: give values for {', '.join(fixed)} only"
            )
        source = self.factors[factor]
        kept = {new: source[old] for old, new in own.items()}
        return Map(source, self, {**kept, **values}, functions)

    def _require_factor(self, factor: object) -> None:
        if not isinstance(factor, int) or not 0 <= factor < len(self.factors):
            raise DegreeMismatch(
                f"{factor!r} is no number of a factor of {self}: those are "
                f"{', '.join(f'{k}: {space}' for k, space in enumerate(self.factors))}"
            )

    def _number(self, thing: Liftable, factor: int | None) -> int:
        homes = [k for k, space in enumerate(self.factors) if space is thing.space]
        if factor is not None and factor in homes:
            return factor
        if factor is None and len(homes) == 1:
            return homes[0]
        if homes and factor is None:
            raise SpaceMismatch(
                f"{describe(thing)} could be lifted to {self} from several factors: "
                f"give factor={' or '.join(map(str, homes))}"
            )
        raise SpaceMismatch(
            f"cannot lift {describe(thing)} to {self}: the factors are "
            f"{', '.join(f'{k}: {space}' for k, space in enumerate(self.factors))}"
        )

    def _lift_multivector(self, thing: Multivector, number: int) -> Multivector:
        pull = self.projections[number].pull
        if thing.degree == 0:
            return multivector(pull(thing.as_function()))
        frame = [self.lift(X, number) for X in thing.space.frame]
        result = Multivector(self, Form(self, thing.degree, {}, pull(nothing(thing)).used))
        names = thing.space.chart.coordinates
        for key, coefficient in thing.components.items():
            keys = (key,) if isinstance(key, str) else key
            term = multivector(pull(coefficient), *(frame[names.index(n)] for n in keys))
            result = result + term
        return result

    def _require_targets(self, maps: Sequence[Map]) -> None:
        targets = tuple(f.target for f in maps)
        if len(targets) != len(self.factors) or any(
            a is not b for a, b in zip(targets, self.factors, strict=True)
        ):
            raise SpaceMismatch(
                f"a map to {self} is made of one map to each of "
                f"{', '.join(map(str, self.factors))}, in this order, not of maps to "
                f"{', '.join(map(str, targets)) or 'nothing'}"
            )

    def _keep_parameter(self, images: dict[str, Form], f: Map, name: str) -> None:
        image = f.pull(f.target[name])
        if name in images:
            verify_axiom(images[name] == image, f"one value of the parameter {name}", str(f))
        images[name] = image


@singledispatch
def product_with(factor: object) -> Callable[..., Any] | None:
    """What makes products with a factor that is no manifold of one chart; such kinds register.

    Parameters
    ----------
    factor
        A factor of a product.

    Returns
    -------
    callable or None
        From the factors and the keywords of `product` to the product; None for a manifold.

    Examples
    --------
    >>> from diffgeo import Manifold, sphere
    >>> from diffgeo.bundles import product_with
    >>> print(product_with(Manifold("M", "x")), product_with(sphere(2)).__name__)
    None atlas_product
    """
    return None


@overload
def product(
    *factors: Manifold,
    name: str = "",
    suffixes: Sequence[str] = (),
    rename: Sequence[Mapping[str, str]] = (),
) -> Product: ...
@overload
def product(
    *factors: object,
    name: str = "",
    suffixes: Sequence[str] = (),
    rename: Sequence[Mapping[str, str]] = (),
) -> Any: ...
def product(
    *factors: Any,
    name: str = "",
    suffixes: Sequence[str] = (),
    rename: Sequence[Mapping[str, str]] = (),
) -> Any:
    """The product of manifolds, with its projections.

    Parameters
    ----------
    factors
        The manifolds, at least one; with an atlas among them, the product is one (see
        `atlas_product`). Parameters and undefined functions of equal name are the
        same on the product.
    name
        Name of the product.
    suffixes
        One for each factor, appended to the names of its coordinates (``("1", "2")``).
    rename
        One mapping for each factor, from names of coordinates to their names on the product.

    Returns
    -------
    Product or AtlasProduct
        Of dimension the sum of the dimensions, with ``projections``.

    Raises
    ------
    NameClash
        Names of coordinates coincide, also with a parameter or function of another factor.
    Contradiction
        A parameter has different declared signs.
    UndefinedSymbol
        A name to be changed does not exist.

    Examples
    --------
    >>> from diffgeo import Manifold, bracket, check, product
    >>> M, N = Manifold("M", "x y"), Manifold("N", "u")
    >>> P = product(M, N)
    >>> X, Y = M.vector_field(x="y"), N.vector_field(u="u**2")
    >>> bool(check(bracket(P.lift(X), P.lift(Y)) == 0))
    True
    """
    if not factors:
        raise TypeError("a product needs at least one factor")
    if make := next(filter(None, map(product_with, factors)), None):
        if rename:
            raise TypeError("a product with an atlas takes suffixes=(…), not rename=[…]")
        return make(*factors, name=name, suffixes=suffixes)
    for factor in factors:
        require_manifold(factor, "make a product with")
    for option, given in (("suffixes", suffixes), ("rename", rename)):
        if given and len(given) != len(factors):
            raise TypeError(f"{option} has {len(given)} entries for {len(factors)} factors")
    label = name or " × ".join(factor.name for factor in factors)
    names = []
    for k, factor in enumerate(factors):
        changed = dict(rename[k]) if rename else {}
        for old in changed:
            factor._index(old)
        end = suffixes[k] if suffixes else ""
        names.append({old: changed.get(old, old + end) for old in factor.chart.coordinates})
    key = ("product", factors[1:], tuple(tuple(n.items()) for n in names), label)
    found = factors[0].derived(key, lambda: Product(factors, names, label))
    assert isinstance(found, Product)
    return found


# --- declarations ----------------------------------------------------------------------


def _declarations(
    factors: Sequence[Manifold], names: Sequence[Mapping[str, str]], label: str
) -> dict[str, Any]:
    """Arguments that declare the product: names, signs and functions of all factors."""
    owners: dict[str, Manifold] = {}
    for factor, renamed in zip(factors, names, strict=True):
        for new in renamed.values():
            if new in owners:
                raise NameClash(
                    f"the coordinate {new} occurs twice on {label} (on {owners[new]} and on "
                    f"{factor}): give suffixes=(…) or rename=[…] for its factors"
                )
            owners[new] = factor
    parameters: dict[str, None] = {}
    functions: dict[str, tuple[str, ...]] = {}
    signs: dict[str, int] = {}
    nonzero: dict[str, None] = {}
    domain: list[Condition] = []
    dots: dict[str, tuple[str, int]] = {}
    sympy: dict[str, Any] = {}
    for factor, renamed in zip(factors, names, strict=True):
        chart = factor.chart
        for name in (*chart.parameters, *chart.functions):
            if name in owners:
                raise NameClash(
                    f"{name} is a coordinate of {owners[name]} and a parameter or function of "
                    f"{factor}: give suffixes=(…) or rename=[…] for the factors of {label}"
                )
        parameters |= dict.fromkeys(chart.parameters)
        for function, arguments in chart.functions.items():
            if len(functions.setdefault(function, arguments)) != len(arguments):
                raise NameClash(
                    f"the function {function} takes different numbers of arguments on the "
                    f"factors of {label}: rename one"
                )
        for old, sign in chart.signs.items():
            name = renamed.get(old, old)
            if signs.setdefault(name, sign) != sign:
                raise Contradiction(
                    f"the parameter {name} is declared positive on one factor of {label} and "
                    "negative on another: rename one"
                )
        for name, thing in chart.sympy.items():
            if renamed.get(name, name) == name:
                sympy.setdefault(name, thing)
        nonzero |= dict.fromkeys(renamed.get(n, n) for n in chart.nonzero)
        moved: dict[Expression, Expression] = {
            Symbol(n): Symbol(renamed.get(n, n)) for n in chart.symbols
        }
        domain += [replace(c, expression=renewed(c.expression, moved.get)) for c in chart.domain]
        for dotted, (base, order) in chart.dots.items():
            if dotted in renamed:
                dots[renamed[dotted]] = (renamed.get(base, base), order)
    declared = factors[0].declarations(())
    return {
        "coordinates": tuple(owners),
        "parameters": tuple(parameters),
        "functions": [f"{n}({', '.join(a)})" for n, a in functions.items()],
        "positive": [n for n, sign in signs.items() if sign > 0],
        "negative": [n for n, sign in signs.items() if sign < 0],
        "nonzero": tuple(nonzero),
        "domain": domain,
        "ring": declared["ring"],
        "dots": dots,
        "sympy": sympy,
    }
