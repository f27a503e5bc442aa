"""Smooth maps, as the morphisms φ^*: Ω(N) → Ω(M) that they are.

A map φ: M → N is fixed by the functions φ^*x^a; transitions, projections, sections,
inclusions and prolongations are all Maps. Vector fields along φ are derivations over φ^*.

Sources: Lee, Introduction to Smooth Manifolds (2nd ed. 2013), chapters 2 and 14; of fields along
maps, Kolář, Michor and Slovák, Natural Operations in Differential Geometry (1993), § 8.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar, overload

from diffgeo.calculus import display
from diffgeo.calculus.brackets import lie, symbol
from diffgeo.calculus.coefficients import distinct
from diffgeo.calculus.declarations import signatures_of
from diffgeo.calculus.derivations import Derivation, d
from diffgeo.calculus.forms import Form, describe, total
from diffgeo.calculus.local_diffeomorphisms import pulled_locally, slopes_turned
from diffgeo.calculus.operator_labels import Label
from diffgeo.calculus.point_values import Place, Point, Value, images_at
from diffgeo.calculus.protocols import PulledBack, Pulling
from diffgeo.calculus.requirements import require_manifold, require_mapping
from diffgeo.calculus.spaces import FunctionLike, Manifold
from diffgeo.calculus.vector_forms import VectorForm
from diffgeo.errors import AxiomViolation, NotSupported, SpaceMismatch, UndefinedSymbol
from diffgeo.signs import indices
from diffgeo.verdicts.identities import Comparable, Identity, Residuals
from diffgeo.verdicts.statements import Script, code_of, require_exactly, valued

if TYPE_CHECKING:
    from diffgeo.rings.protocol import Condition

T = TypeVar("T")
G = TypeVar("G", Form, VectorForm, Derivation)


class Map(Comparable, Pulling, display.ShownByEquations):
    """A smooth map φ: source → target.

    It is defined where the images have the signs that are declared on the target: all that is
    pulled back carries this as conditions, if the declarations on the source do not imply it. A
    parameter of declared sign may be given the value 0: what is pulled back is the limit.

    Parameters
    ----------
    source, target
        The manifolds M and N.
    images
        For every coordinate of N the function φ^*x^a on M. Parameters of N may be given too;
        else parameters and undefined functions go to those of the same name on M; a function that
        M does not have is not pulled back.
    functions
        Concrete functions for undefined ones of N: ``{"f(t)": "t**2"}``.
    inverse
        Images of the coordinates of M under the inverse map, as functions on N, where
        there is an inverse. Verified.

    Raises
    ------
    UndefinedSymbol
        An image is missing, or given for a name that N does not have.
    AxiomViolation
        The inverse is none.
    OutsideDomain, NoWitness
        An image has nowhere the sign that is declared on N, or no point was found where all have.
    Contradiction
        A parameter has different declared signs on M and N.

    Examples
    --------
    >>> from diffgeo import Manifold, Map, d
    >>> phi = Map(Manifold("M", "x"), Manifold("N", "u"), {"u": "x**2"})
    >>> print(phi.pull(d(phi.target["u"])))
    2*x dx
    """

    _shows_what_made_it = True
    #: The function 1 under the conditions of the maps of which this is the composition.
    _one: Form | None = None

    def __init__(
        self,
        source: Manifold,
        target: Manifold,
        images: Mapping[str, FunctionLike],
        functions: Mapping[str, str] | None = None,
        inverse: Mapping[str, FunctionLike] | None = None,
    ) -> None:
        for space in (source, target):
            require_manifold(space, "make a map from or to")
        require_mapping(images, "the images of coordinates", '{"x": "u + v"}')
        self.source = source
        self.target = target
        self._require_names(images, functions or {})
        given = dict(zip(images, source.functions(images.values()), strict=True))
        self._images = {name: given[name] for name in target.chart.symbols if name in given}
        self._functions = dict(functions or {})
        self._carry_declared_signs()
        self._products: dict[int, Form] = {}
        self.inverse: Map | None = None
        if inverse is not None:
            back = Map(target, source, inverse)
            _require_inverse(self, back)
            self.inverse, back.inverse = back, self

    def __getstate__(self) -> object:
        # What is computed again is not pickled.
        kept = dict(self.__dict__)
        return {k: v for k, v in kept.items() if k not in ("ring_map", "_slopes_turned")}

    @property
    def images(self) -> dict[str, Form]:
        """The functions φ^*x^a by coordinates of the target, and the given images of parameters.

        Angles, which have no image but a differential, are missing (see `AngleMap`).
        """
        return dict(self._images)

    @property
    def parameter_images(self) -> dict[str, Form]:
        """The given images of parameters of the target; the others go to their namesakes."""
        parameters = self.target.chart.parameters
        return {name: form for name, form in self._images.items() if name in parameters}

    @property
    def functions(self) -> dict[str, str]:
        """The concrete functions for undefined ones of the target, by their declarations."""
        return dict(self._functions)

    @property
    def conditions(self) -> tuple[Condition, ...]:
        """Conditions (``p != 0``, ``q > 0``) under which the map is defined."""
        return distinct(c for form in self._images.values() for c in form.conditions)

    def at(self, point: Point | None = None, /, **coordinates: object) -> dict[str, Value]:
        """Where a point goes: exact values by the names of the target, as in ``phi.at(x=1)``.

        For numbers and errors see `Form.at`: ``f.at(phi.at(p))`` is ``phi.pull(f).at(p)``.
        """
        place = Place(self.source, point, coordinates, None)
        return images_at(self, self._images, place)

    def __call__(self, *_: object, **__: object) -> NoReturn:
        """Maps are not called: the message says what is meant instead."""
        raise TypeError(
            f"{self} is not called: phi.at(x=1) is the image of a point, phi.pull(f) is f∘phi, and "
            "phi @ psi the composition with a map"
        )

    @overload
    def pull(self, thing: G) -> G: ...
    @overload
    def pull(self, thing: tuple[T, ...]) -> tuple[T, ...]: ...
    @overload
    def pull(self, thing: list[T]) -> list[T]: ...
    @overload
    def pull(self, thing: PulledBack[T]) -> T: ...
    def pull(self, thing: object) -> object:
        """``φ^*α`` of a form or function on the target: commutes with ``*`` and ``d``.

        Where φ is a local diffeomorphism, vector-valued forms and derivations are pulled back
        too: ``φ^*D ∘ φ^* = φ^* ∘ D``, with an inverse ψ ``φ^*D = φ^* ∘ D ∘ ψ^*``. Every other
        geometric object says itself how, by its method ``pulled_back(φ)``.
        """
        if isinstance(thing, tuple | list):
            return type(thing)(self.pull(each) for each in thing)
        if isinstance(thing, Form | VectorForm | Derivation) and thing.space is not self.target:
            raise SpaceMismatch(
                f"{self} pulls back what lives on {self.target.name}, not {describe(thing)}"
            )
        if isinstance(thing, Form):
            return self._pull_form(thing)
        if isinstance(thing, VectorForm):
            return symbol(self.pull(lie(thing)))
        if isinstance(thing, Derivation):
            return self._pull_derivation(thing)
        if isinstance(thing, PulledBack):
            return thing.pulled_back(self)
        raise TypeError(f"nothing to pull back in {thing!r}")

    def __matmul__(self, other: Map) -> Map:
        """Composition ``(φ @ ψ)(m) = φ(ψ(m))``, so ``(φ @ ψ).pull = ψ.pull ∘ φ.pull``."""
        if not isinstance(other, Map):
            return NotImplemented
        if other.target is not self.source:
            raise SpaceMismatch(
                f"cannot compose {self} after {other}: {other.target.name} is not the source "
                f"{self.source.name}"
            )
        composed = self._after(other)
        if self.inverse and other.inverse:
            back = other.inverse._after(self.inverse)
            composed.inverse, back.inverse = back, composed
        return composed

    def between(
        self, source: Manifold, target: Manifold, images: Mapping[str, FunctionLike], below: Map
    ) -> Map:
        """A map of the same kind over this one: with other images, the same functions.

        ``below`` is the projection of the source; maps that have angles keep them by it.
        """
        return Map(source, target, images, self.functions)

    def tangent(self, field: VectorForm | Derivation) -> Derivation:
        """``Tφ∘X``: the derivation ``L_X ∘ φ^*`` along φ, of X (or D ∘ φ^*, of D) on the source.

        Of a field along a map f to the source, such as a tangent vector, it is one along ``φ @ f``.
        """
        D = _derivation(field, self.source, f"the tangent of {self} acts on", along=True)
        return Derivation(
            self.target,
            D.degree,
            lambda a: D(self.image(a)),
            lambda a: D(self.differential(a)),
            self if D.along is None else self @ D.along,
            Label("tangent", (D,)),
        )

    def restrict(self, field: VectorForm | Derivation) -> Derivation:
        """``Y∘φ``: the derivation ``φ^* ∘ L_Y`` along φ, of Y (or φ^* ∘ D, of D) on the target."""
        D = _derivation(field, self.target, f"{self} restricts")
        return Derivation(
            self.target,
            D.degree,
            lambda a: self.pull(D.on_function(a)),
            lambda a: self.pull(D.on_differential(a)),
            self,
            Label("restrict", (D,)),
        )

    def related(self, X: VectorForm | Derivation, Y: VectorForm | Derivation) -> Identity:
        """The statement that X (on the source) and Y (on the target) are φ-related.

        ``L_X ∘ φ^* = φ^* ∘ L_Y``; for vector fields ``Tφ∘X = Y∘φ``.
        """
        return self.tangent(X) == self.restrict(Y)

    def _comparand(self, other: object) -> Map | None:
        """Another map between the same spaces, with equal images of coordinates and parameters."""
        if not isinstance(other, Map):
            return None
        if other.source is not self.source or other.target is not self.target:
            raise SpaceMismatch(f"cannot compare {self} and {other}: their spaces differ")
        return other

    def __str__(self) -> str:
        return f"the map {self.source.name} → {self.target.name}"

    def summary(self, width: int = display.WIDTH) -> str:
        """Where a point goes, cut: ``(x, y) ↦ (x*y, y)``."""
        shown: list[str] = []
        images = list(self._images.values())
        for image in images:
            if sum(map(len, shown)) > width:
                break
            shown.append(image.summary(width))
        written = ", ".join([*shown, *("…" for _ in images[len(shown) : len(shown) + 1])])
        return f"({', '.join(self.source.chart.coordinates)}) ↦ ({written})"

    def _equations(self) -> list[tuple[str, Form]]:
        return [(self.target.chart.latex_name(n), f) for n, f in self._images.items()]

    def __repr__(self) -> str:
        images = ", ".join(f"{n} = {f.summary()}" for n, f in self._images.items())
        return f"<{self}: {images}>"

    # --- inside the library --------------------------------------------------------

    def image(self, index: int) -> Form:
        """``φ^*x^a`` for the coordinate of that index."""
        return self._images[self.target.chart.coordinates[index]]

    def differential(self, index: int) -> Form:
        """``φ^*dx^a = dφ^*x^a``."""
        return self._product(1 << index)

    def coincides(self, other: Map) -> bool:
        """Whether both maps are the same as the ring sees them (exact zero test)."""
        if self is other:
            return True
        if self.source is not other.source or self.target is not other.target:
            return False
        ring = self.source.chart.ring
        return all(ring.is_zero(a).zero for _, a in self._residuals(other))

    def _carry_declared_signs(self) -> None:
        """Let the images carry the conditions under which they have the declared signs."""
        chart, here = self.target.chart, self.source.chart.ring
        if chart.signs or chart.nonzero or chart.domain:
            pull, make = self.ring_map, self.source.scalar
            if here.conditions(pull(chart.ring.one)):
                self._images = {n: make(pull(self.target[n].element())) for n in self._images}

    @cached_property
    def ring_map(self) -> Any:
        """The map of functions, as the ring has it."""
        images = {name: form.element() for name, form in self._images.items()}
        functions = {}
        for signature, text in self._functions.items():
            ((name, arguments),) = signatures_of(signature).items()
            functions[name] = (arguments, self.source.chart.tree(text, extra=arguments))
        here, there = self.source.chart.ring, self.target.chart.ring
        pull = there.pullback(here, images, functions, (self.target.name, self.source.name))
        if self._one is not None:
            pull.mask |= self._one.element().mask  # type: ignore[attr-defined]
        return pull

    def _pull_form(self, form: Form) -> Form:
        pulled = (
            self._product(mask) * self.source.scalar(self.ring_map(a))
            for mask, a in form._terms.items()
        )
        # Zero is defined where the map is, too.
        lost = form._cancelled or not form._terms
        used = self.ring_map(form._zero()).mask if lost else 0
        return total(self.source, form.degree, pulled, used)

    def _product(self, mask: int) -> Form:
        """Pullback of ``dx^I``, each computed once."""
        if mask not in self._products:
            first, *rest = indices(mask) or (None,)
            if first is None:
                self._products[mask] = self.source.function(1)
            elif not rest:
                self._products[mask] = d(self.image(first))
            else:
                bit = 1 << first
                self._products[mask] = self._product(bit) * self._product(mask ^ bit)
        return self._products[mask]

    def _pull_derivation(self, D: Derivation) -> Derivation:
        back = self.inverse
        if D.along:
            raise SpaceMismatch(f"{D} is along a map already and cannot be pulled back")
        if back is None:
            return pulled_locally(self, D, self._slopes_turned)
        return Derivation(
            self.source,
            D.degree,
            lambda a: self._pull_form(D(back.image(a))),
            lambda a: self._pull_form(D(back.differential(a))),
            label=Label("pull", (D,)),
        )

    @cached_property
    def _slopes_turned(self) -> list[list[Form]]:
        return slopes_turned(self)

    def _after(self, other: Map) -> Map:
        """The composition, without its inverse."""
        images, functions = self._composed_images(other), self._composed_functions(other)
        kind = max(self._composed_as, other._composed_as, key=lambda each: len(each.__mro__))
        composed = kind(other.source, self.target, images, functions)
        one = other.pull(self.pull(self.target.function(1)))
        if one.conditions:
            composed._one = one
            composed.__dict__.pop("ring_map", None)
        return composed

    @property
    def _composed_as(self) -> type[Map]:
        """The class of compositions with this map."""
        return Map

    def _composed_images(self, other: Map) -> dict[str, Form]:
        # Parameters that this map leaves alone and the other one maps.
        left = [n for n in self.target.chart.parameters if n not in self._images]
        passed = {name: other._images[name] for name in left if name in other._images}
        return {**passed, **{name: other.pull(form) for name, form in self._images.items()}}

    def _composed_functions(self, other: Map) -> dict[str, str]:
        changed = set(other._images) & set(self.source.chart.parameters)
        if self._functions and (other._functions or changed):
            raise NotSupported(
                f"{self} makes functions concrete and {other} changes parameters or functions: "
                "compose them by hand into one Map"
            )
        theirs = self.target.chart.functions
        passed = {s: f for s, f in other._functions.items() if s.partition("(")[0] in theirs}
        return {**passed, **self._functions}

    def _require_names(self, images: Mapping[str, object], functions: Mapping[str, str]) -> None:
        theirs, ours = self.target.chart, self.source.chart
        for name in images:
            if name not in theirs.symbols:
                raise UndefinedSymbol(f"{name!r} is no coordinate or parameter of {self.target}")
        concrete = {name for signature in functions for name in signatures_of(signature)}
        missing = [n for n in theirs.coordinates if n not in images]
        missing += [n for n in theirs.parameters if n not in images and n not in ours.parameters]
        if missing:
            raise UndefinedSymbol(
                f"{self} has no image of {', '.join(missing)}: give it, or declare the parameter "
                f"on {self.source}"
            )
        for name in concrete - set(theirs.functions):
            raise UndefinedSymbol(f"{name!r} is no undefined function of {self.target}")

    def _residuals(self, other: Map) -> Residuals:
        found = []
        for name in self.target.chart.symbols:
            if name in self._images or name in other._images:
                mine = self._images[name] if name in self._images else self.source[name]
                theirs = other._images[name] if name in other._images else self.source[name]
                found += [(name, a) for _, a in mine._residuals(theirs)]
        return found


def _derivation(
    field: VectorForm | Derivation, space: Manifold, what: str, along: bool = False
) -> Derivation:
    """A field on a space, or one along a map to it, as a derivation."""
    D = lie(field) if isinstance(field, VectorForm) else field
    if D.space is not space or (D.along and not along):
        raise SpaceMismatch(f"{what} fields on {space.name}, not {describe(field)}")
    return D


def _require_inverse(phi: Map, psi: Map) -> None:
    for first, second in ((phi, psi), (psi, phi)):
        space = first.target
        composed = Map(second.source, space, first._composed_images(second))
        if not composed.coincides(
            Map(space, space, dict(zip(space.chart.coordinates, space.coordinates, strict=True)))
        ):
            raise AxiomViolation(
                f"the given inverse of {phi} is none: their composition on {second.source.name} "
                "is not the identity"
            )


@code_of.register(Map)
def _code(phi: Map, script: Script) -> str:
    require_exactly(Map, phi)
    source, target = script.space(phi.source), script.space(phi.target)
    script.imports.add("Map")
    if phi._functions:
        raise NotSupported(f"{phi} replaces undefined functions")
    return f"Map({source}, {target}, {script.table(phi.images)})"


@valued.register(Map)
def _valued(phi: Map, name: str, script: Script) -> str:
    if phi.source.chart.functions:  # `Map.at` takes no concrete ones
        return f"{{x: {script.at('f')} for x, f in {name}.images.items()}}"
    return script.at(name)
