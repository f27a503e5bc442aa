"""Atlases: chart domains glued by transition maps, and the bundles over them.

The transition φ_ba: a → b is defined where both charts are; its inverse is verified when the
Map is made, and the cocycle condition ``φ_ca = φ_cb ∘ φ_ba`` when the atlas is.

TM, T*M, jets, vertical bundles and products are atlases again, of those of the charts, with the
lifts of the transitions. What is canonical on them (``J``, ``C``, ``θ``, lifts, the contraction of
forms) is asked for by the same names as over one chart, and is verified to agree on the overlaps.

Source: Lee, Introduction to Smooth Manifolds (2nd ed. 2013), chapters 1 and 10.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from fractions import Fraction
from functools import cached_property, partial
from inspect import ismethod
from itertools import combinations, permutations
from typing import TYPE_CHECKING

from diffgeo.atlases.atlas_maps import AtlasMap, shortest_path
from diffgeo.atlases.fibred_atlases import FibredAtlas
from diffgeo.atlases.fields_on_atlases import AtlasField
from diffgeo.atlases.objects_on_atlases import Value, chartwise, in_chart, made
from diffgeo.atlases.products_of_atlases import WithFactors, products_of_charts
from diffgeo.bundles.cotangents import cotangent, cotangent_map, cotangent_of
from diffgeo.bundles.fibrations import Fibration
from diffgeo.bundles.products import Product, product_with
from diffgeo.bundles.tangents import tangent, tangent_map, tangent_of
from diffgeo.calculus import display
from diffgeo.calculus.coefficients import distinct
from diffgeo.calculus.derivations import Derivation
from diffgeo.calculus.display import Shown
from diffgeo.calculus.identity_maps import identity_map, identity_of
from diffgeo.calculus.maps import Map
from diffgeo.calculus.requirements import WithoutChart
from diffgeo.calculus.spaces import FunctionLike, Manifold
from diffgeo.copying import Identified
from diffgeo.errors import AxiomViolation, SpaceMismatch, UndefinedSymbol
from diffgeo.structures.axioms import verify_axiom

if TYPE_CHECKING:
    from diffgeo.rings.protocol import Condition


class Atlas(WithoutChart, Shown, Identified):
    """A manifold covered by charts.

    Parameters
    ----------
    name
        Name of the manifold.
    transitions
        Maps between chart domains, each with its inverse. Those that are not given are
        composed of given ones.
    charts
        The chart domains, in order; those of the transitions if it is not given.
    families
        Known families of automorphisms: functions that make an `AtlasMap` with inverse of a
        rational number, the identity of 0. Random automorphisms are composed of these.

    Raises
    ------
    AxiomViolation
        A transition has no inverse, the charts are not connected by transitions, their
        dimensions differ, or the cocycle condition is refuted.
    Undecided
        The cocycle condition could not be decided.

    Examples
    --------
    >>> from diffgeo import check, sphere
    >>> S = sphere(2)
    >>> north, south = S.charts
    >>> rotation = S.field(north.vector_field(u1="-u2", u2="u1"))
    >>> print(rotation.extends())
    VERIFIED: -u2 ∂_u1 + u1 ∂_u2 extends to all charts on S2 (lowest terms in each chart)
    >>> print(rotation.extended(south))
    -w2 ∂_w1 + w1 ∂_w2
    """

    def __init__(
        self,
        name: str,
        transitions: Iterable[Map],
        charts: Sequence[Manifold] = (),
        families: Iterable[Callable[[int | Fraction], AtlasMap]] = (),
    ) -> None:
        self.name = name
        self.families = tuple(families)
        self._bundles: dict[Hashable, AtlasBundle] = {}
        self._transitions: dict[tuple[Manifold, Manifold], Map] = {}
        given = list(transitions)
        found = [space for phi in given for space in (phi.source, phi.target)]
        self.charts = tuple(charts) or tuple(dict.fromkeys(found))
        for phi in given:
            self._add(phi)
        self._require_charts()
        self._require_cocycle()

    @property
    def dimension(self) -> int:
        """The dimension of the manifold."""
        return self.charts[0].dimension

    @property
    def root(self) -> Atlas:
        """The atlas below all bundles: itself, unless it is a bundle."""
        return self

    @property
    def bundles(self) -> tuple[AtlasBundle, ...]:
        """The bundles over this atlas that were made."""
        return tuple(self._bundles.values())

    @property
    def _instead(self) -> str:
        """What to use where a Manifold is needed (for messages)."""
        names = ", ".join(repr(space.name) for space in self.charts)
        return f"{self.name} is an atlas; use one of its charts, {self.name}.chart(…) of {names}"

    def chart(self, name: str) -> Manifold:
        """The chart domain of that name."""
        for space in self.charts:
            if space.name == name:
                return space
        raise UndefinedSymbol(
            f"{self.name} has no chart {name!r}; its charts are "
            f"{', '.join(space.name for space in self.charts)}"
        )

    def transition(self, source: Manifold, target: Manifold) -> Map:
        """The transition between two chart domains, composed of the given ones.

        Raises `SpaceMismatch` if one of them is no chart of this atlas.
        """
        for space in (source, target):
            if space not in self.charts:
                raise SpaceMismatch(f"{space!r} is no chart of {self.name}")
        if (source, target) not in self._transitions:
            first, *rest = self._path(source, target)
            for phi in rest:
                first = phi @ first
            self._transitions[source, target] = first
        return self._transitions[source, target]

    def identity_map(self) -> AtlasMap:
        """The identity of the manifold; ``identity_map(atlas)`` is the same."""
        local = [self._transitions[c, c] for c in self.charts]
        found = AtlasMap(self, self, local, agreeing=True)
        found.__dict__["inverse"] = found
        return found

    def is_given(self, source: Manifold, target: Manifold) -> bool:
        """Whether the transition was given, or made already, and is not composed anew."""
        return (source, target) in self._transitions

    def overlap(self, source: Manifold, target: Manifold) -> tuple[Condition, ...]:
        """Where in the first chart the transition to the second one is defined."""
        phi = self.transition(source, target)
        slopes = [phi.differential(index) for index in range(target.dimension)]
        return distinct(c for slope in slopes for c in slope.conditions)

    def field(self, *things: object) -> AtlasField:
        """A form, field, multivector or tensor, given in one chart or in several.

        What is given in one chart is known on all overlaps; values in several charts must
        agree there.

        Raises
        ------
        AxiomViolation
            Two values disagree; the message has a counterexample.
        SpaceMismatch
            A value lives on no chart of this atlas.
        """
        return AtlasField(self, things)

    def glue(self, *things: object) -> Value:
        """An object of any kind, given in one chart or in several: metric, connection, ….

        As `field`, which it makes of forms, fields, multivectors and tensors. Everything that
        maps with inverse pull back can be given (see `AtlasObject`).
        """
        if not things:
            raise SpaceMismatch(f"an object on {self} needs a value in at least one chart")
        return made(self, things)

    def chartwise(self, operation: Callable[..., Value], *operands: object) -> Value:
        """What an operation makes in charts of objects on this atlas, or on its bundles.

        It is applied in every chart where all operands are given (else in the first one's
        chart); an operand that is an atlas stands for its charts:
        ``S.chartwise(lambda chart: tangent(chart).liouville_field, S)``. The results are verified
        to agree on the overlaps.

        Raises
        ------
        AxiomViolation
            They do not: the operation depends on the chart.
        NotSupported
            The results are not carried from chart to chart.
        """
        return chartwise(self, operation, operands)

    def prolonged(
        self,
        key: Hashable,
        label: str,
        spaces: Sequence[Manifold],
        lift: Callable[[Map, Manifold, Manifold], Map],
    ) -> AtlasBundle:
        """The atlas of spaces over the charts, glued by the lifts of transitions; made once.

        ``lift(phi, E, F)`` is the map E → F, with inverse, over a transition φ.
        """
        if key not in self._bundles:
            self._bundles[key] = AtlasBundle(self, label, spaces, lift)
        return self._bundles[key]

    def function(self, chart: Manifold | str, value: FunctionLike) -> AtlasField:
        """The function that is given by text (or a tree, or a number) in one chart."""
        space = self.chart(chart) if isinstance(chart, str) else chart
        return self.field(space.function(value))

    def __str__(self) -> str:
        return self.name

    def latex(self) -> str:
        """LaTeX source: the name and the charts."""
        charts = r",\quad ".join(map(display.space_latex, self.charts))
        return rf"\text{{{self.name}}}:\quad {charts}"

    def __repr__(self) -> str:
        return f"<the atlas {self.name} (charts {', '.join(c.name for c in self.charts)})>"

    # --- inside the library --------------------------------------------------------

    def _add(self, phi: Map) -> None:
        for space in (phi.source, phi.target):
            if space not in self.charts:
                raise SpaceMismatch(f"{phi} does not connect two charts of {self.name}")
        if phi.inverse is None:
            raise AxiomViolation(
                f"{phi} has no inverse, so it is no transition of {self.name}: give "
                "Map(..., inverse=...)"
            )
        for psi in (phi, phi.inverse):
            key = (psi.source, psi.target)
            if known := self._transitions.get(key):
                verify_axiom(known == psi, "one transition between two charts", str(psi))
            else:
                self._transitions[key] = psi

    def _require_charts(self) -> None:
        if not self.charts:
            raise AxiomViolation(f"the atlas {self.name} has no charts: give transitions or charts")
        for space in self.charts:
            if space.dimension != self.dimension:
                raise AxiomViolation(
                    f"the charts {self.charts[0]} and {space} of {self.name} have different "
                    f"dimensions {self.dimension} and {space.dimension}"
                )
            self._transitions.setdefault((space, space), identity_map(space))
            self._path(self.charts[0], space)

    def _require_cocycle(self) -> None:
        for a, b, c in permutations(self.charts, 3):
            keys = ((a, b), (b, c), (a, c))
            if all(key in self._transitions for key in keys):
                first, second, both = (self._transitions[key] for key in keys)
                verify_axiom(second @ first == both, "the cocycle condition", str(both))

    def _path(self, source: Manifold, target: Manifold) -> list[Map]:
        """Given transitions from one chart to another, as few as possible."""
        path = shortest_path(self._transitions, source, target)
        if path is None:
            raise AxiomViolation(
                f"no transition leads from the chart {source} of {self.name} to {target}: give one"
            )
        return path


class AtlasBundle(FibredAtlas, Atlas):
    """A bundle over an atlas; made by ``tangent(A)``, ``cotangent(A)``, ``jet(π)``, ….

    It has the properties and methods that the bundles over the charts have, as far as they do not
    depend on the chart: their values there are objects on an atlas, verified to agree on the
    overlaps. `AxiomViolation` if they do not agree.

    Attributes
    ----------
    base_space
        The atlas below.

    Examples
    --------
    >>> from diffgeo import check, cotangent, d, sphere, tangent
    >>> S = sphere(2)
    >>> TS = tangent(S)
    >>> J, C = TS.vertical_endomorphism, TS.liouville_field
    >>> bool(check(J(C) == 0))
    True
    >>> print(cotangent(S).liouville_form)
    T*(north): p_u1 du1 + p_u2 du2; T*(south): p_w1 dw1 + p_w2 dw2
    """

    def __init__(
        self,
        below: Atlas,
        name: str,
        spaces: Sequence[Manifold],
        lift: Callable[[Map, Manifold, Manifold], Map],
    ) -> None:
        self.base_space = below
        self._canonical: dict[str, Value] = {}
        above = dict(zip(below.charts, spaces, strict=True))
        transitions = [
            lift(below.transition(a, b), above[a], above[b])
            for a, b in combinations(below.charts, 2)
            if below.is_given(a, b)
        ]
        super().__init__(name, transitions, spaces)

    @property
    def root(self) -> Atlas:
        """The atlas below all bundles."""
        return self.base_space.root

    @property
    def total(self) -> Atlas:
        """The total space: the bundle itself."""
        return self

    @property
    def fibrations(self) -> tuple[Fibration, ...]:
        """The bundles over the charts."""
        for space in self.charts:
            if not isinstance(space, Fibration):
                raise SpaceMismatch(f"{space} is no fibred manifold: give an AtlasFibration")
        return self.charts  # type: ignore[return-value]

    @cached_property
    def projection(self) -> AtlasMap:
        """The projection to the atlas below."""
        return AtlasMap(self, self.base_space, [space.projection for space in self.charts])  # type: ignore[attr-defined]

    def over(self, chart: Manifold) -> Value:
        """The bundle over a chart of the atlas below."""
        below = self.base_space.charts
        if chart not in below:
            raise SpaceMismatch(f"{chart!r} is no chart of {self.base_space.name}")
        return self.charts[below.index(chart)]

    def __getattr__(self, name: str) -> Value:
        charts = self.__dict__.get("charts")
        if name.startswith("_") or not charts or not hasattr(type(charts[0]), name):
            return super().__getattr__(name)
        if hasattr(Manifold, name):  # what a single chart has, and an atlas has not
            return super().__getattr__(name)
        value = getattr(charts[0], name)
        # Derivations along a projection are not carried themselves, but what they make is.
        if ismethod(value) or (isinstance(value, Derivation) and value.along):
            return lambda *operands: chartwise(
                self, lambda space, *rest: getattr(space, name)(*rest), (self, *operands)
            )
        if name not in self._canonical:
            self._canonical[name] = chartwise(self, lambda space: getattr(space, name), (self,))
        return self._canonical[name]


class AtlasProduct(WithFactors, Atlas):
    """The product of atlases; made by `product` or `atlas_product`.

    Attributes
    ----------
    factors
        The atlases; a manifold is the atlas of its only chart.

    Examples
    --------
    >>> from diffgeo import Manifold, product, sphere
    >>> print(*product(sphere(2), Manifold("R", "t")).charts, sep=", ")
    north × R, south × R
    """

    charts: tuple[Product, ...]

    def __init__(self, factors: Sequence[Atlas], name: str, suffixes: Sequence[str]) -> None:
        self.factors = tuple(factors)
        charts, transitions = products_of_charts(self.factors, suffixes)
        super().__init__(name, transitions, charts)
        known = ((k, family) for k, factor in enumerate(factors) for family in factor.families)
        self.families = tuple(partial(self._moved, k, family) for k, family in known)


def atlas_product(
    *factors: Atlas | Manifold, name: str = "", suffixes: Sequence[str] = ()
) -> AtlasProduct:
    """The product of atlases: products of their charts and of their transitions.

    Parameters
    ----------
    factors
        Atlases and manifolds; these are atlases of one chart.
    name, suffixes
        Of the product; and what is appended to the names of coordinates, one for each factor.

    Returns
    -------
    AtlasProduct
        Of dimension the sum of the dimensions.

    Raises
    ------
    NameClash
        Charts of two factors have coordinates of equal names.

    Examples
    --------
    >>> from diffgeo import atlases, sphere
    >>> torus = atlases.atlas_product(sphere(1), sphere(1), suffixes=("1", "2"))
    >>> print(torus.dimension, len(torus.charts), torus.charts[0].chart.coordinates)
    2 4 ('u1', 'u2')
    """
    if not factors:
        raise TypeError("a product needs at least one factor")
    for factor in factors:
        if not isinstance(factor, Atlas | Manifold):
            raise SpaceMismatch(f"{factor} is no atlas and no manifold, so it is no factor")
    given = [f if isinstance(f, Atlas) else Atlas(f.name, [], [f]) for f in factors]
    return AtlasProduct(given, name or " × ".join(f.name for f in factors), suffixes)


identity_of.register(Atlas, Atlas.identity_map)
product_with.register(Atlas, lambda _: atlas_product)
in_chart.register(Atlas, lambda atlas, number: atlas.charts[number])


@tangent_of.register(Atlas)
def _tangent(atlas: Atlas) -> AtlasBundle:
    made = [tangent(chart) for chart in atlas.charts]
    return atlas.prolonged("tangent", f"T({atlas})", made, lambda phi, *_: tangent_map(phi))


@cotangent_of.register(Atlas)
def _cotangent(atlas: Atlas) -> AtlasBundle:
    made = [cotangent(chart) for chart in atlas.charts]
    return atlas.prolonged("cotangent", f"T*({atlas})", made, lambda phi, *_: cotangent_map(phi))
