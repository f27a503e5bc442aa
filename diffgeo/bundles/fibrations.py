"""Fibrations: surjective submersions over any base.

A fibration is a surjective submersion π: E → B, so it is known by π^*: Ω(B) → Ω(E); what is
vertical is annihilated by π^*, what is basic is its image. One total space may carry several
fibrations, as in E → M → R. Source: Saunders, The Geometry of Jet Bundles (1989), chapter 1.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

from diffgeo.calculus.brackets import interior
from diffgeo.calculus.coefficients import distinct
from diffgeo.calculus.derivations import d
from diffgeo.calculus.display import Shown
from diffgeo.calculus.forms import Form, describe, require_form
from diffgeo.calculus.functions_of_results import functions_of
from diffgeo.calculus.identity_maps import identity_map
from diffgeo.calculus.maps import Map
from diffgeo.calculus.requirements import require_vector_form
from diffgeo.calculus.requirements_of_domain import signs_in
from diffgeo.calculus.spaces import FunctionLike, Manifold
from diffgeo.calculus.vector_forms import VectorForm
from diffgeo.errors import AxiomViolation, NotSupported, Refusal, SpaceMismatch
from diffgeo.structures.axioms import verify_axiom
from diffgeo.structures.distributions import Distribution
from diffgeo.verdicts.verdict import Conjunction, Status, Verdict, check

if TYPE_CHECKING:
    from diffgeo.verdicts.verdict import Identity


class Fibration(Shown):
    """A fibration π: E → B, given by its projection in adapted coordinates.

    The functions ``π^*x`` of the coordinates x of B have to be coordinates of E. ``tau @ pi``
    is the composition of fibrations, E → M → B. Parameters and functions go to those of the same
    name; those of E that B lacks cannot pass through sections.

    Parameters
    ----------
    projection
        The map π.

    Raises
    ------
    NotSupported
        The projection is not written in adapted coordinates, or changes parameters.
    AxiomViolation
        It is no submersion: two coordinates of B go to the same coordinate of E.

    Examples
    --------
    >>> from diffgeo import Fibration, Manifold, Map
    >>> E, M = Manifold("E", "t x y z"), Manifold("M", "t x y")
    >>> pi = Fibration(Map(E, M, {"t": "t", "x": "x", "y": "y"}))
    >>> tau = Fibration(Map(M, Manifold("R", "t"), {"t": "t"}))
    >>> print(*pi.fibre_coordinates, "|", *(tau @ pi).fibre_coordinates)
    z | x y z
    >>> bool(pi.is_vertical(E.frame[3])), bool(pi.is_vertical(E.frame[1]))
    (True, False)
    """

    def __init__(self, projection: Map) -> None:
        if not isinstance(projection, Map):
            raise SpaceMismatch(
                f"a fibration is given by a Map E → B, its projection, not by "
                f"{describe(projection)}"
            )
        self._projection = projection
        self._base_names = _adapted_names(projection)

    # --- what it is made of --------------------------------------------------------

    @property
    def projection(self) -> Map:
        """The surjective submersion π: E → B."""
        return self._projection

    @property
    def total(self) -> Manifold:
        """The total space E."""
        return self.projection.source

    @property
    def base(self) -> Manifold:
        """The base B."""
        return self.projection.target

    @property
    def label(self) -> str:
        """What spaces made of this fibration are called after."""
        return f"{self.total.name} → {self.base.name}"

    @property
    def base_names(self) -> tuple[str, ...]:
        """The names that the coordinates of the base have on the total space."""
        return self._base_names

    @property
    def fibre_names(self) -> tuple[str, ...]:
        """The names of the fibre coordinates."""
        return tuple(q for q in self.total.chart.coordinates if q not in self._base_names)

    @property
    def base_coordinates(self) -> tuple[Form, ...]:
        """The functions ``π^*x`` of the coordinates x of the base."""
        return tuple(self.total[name] for name in self._base_names)

    @property
    def fibre_coordinates(self) -> tuple[Form, ...]:
        """The coordinate functions of the fibres."""
        return tuple(self.total[name] for name in self.fibre_names)

    @property
    def time(self) -> Form:
        """The time as a function; `NotSupported` unless the base is a line."""
        if len(self._base_names) != 1:
            raise NotSupported(
                f"{self.label} has no time: its base has dimension {len(self._base_names)}; use "
                "base_coordinates"
            )
        return self.base_coordinates[0]

    @cached_property
    def dt(self) -> Form:
        """The 1-form dt on the total space."""
        return d(self.time)

    @cached_property
    def vertical_frame(self) -> tuple[VectorForm, ...]:
        """The fields of a frame that are tangent to the fibres."""
        return tuple(self.total.vector_field({name: 1}) for name in self.fibre_names)

    @cached_property
    def vertical_distribution(self) -> Distribution:
        """The distribution of the vertical fields, ``X∘π^* = 0`` on functions; involutive."""
        return Distribution(self.total, self.vertical_frame)

    # --- statements about fields and forms -----------------------------------------

    def is_vertical(self, X: VectorForm) -> Verdict:
        """Whether ``Tπ∘X = 0``: X is tangent to the fibres."""
        self._require_field(X)
        return check(self.projection.tangent(X) == 0, name=f"{X.summary()} is vertical")

    def is_projectable(self, X: VectorForm) -> Verdict:
        """Whether X is over a field on the base, which `projected` gives.

        Characterised by ``[X, V]`` being vertical for all vertical V.
        """
        self._require_field(X)
        moved = [X(x) for x in self.base_coordinates]
        found = check(self._constant_along_fibres(moved, f"{X.summary()} is projectable"))
        return self._unless_cut(found, moved)

    def is_semibasic(self, alpha: Form) -> Verdict:
        """Whether ``i_V α = 0`` for all vertical V."""
        return check(self._semibasic(alpha))

    def is_basic(self, alpha: Form) -> Verdict:
        """Whether α is pulled back from the base: ``i_V α = i_V dα = 0``."""
        parts = self._semibasic(alpha).parts + self._semibasic(d(alpha)).parts
        found = check(Conjunction(parts, f"{alpha.summary()} is basic"))
        return self._unless_cut(found, functions_of(alpha))

    def projected(self, X: VectorForm) -> VectorForm:
        """The field Y on the base with ``Tπ∘X = Y∘π``; `AxiomViolation` if there is none."""
        verify_axiom(self.is_projectable(X), "projectability", describe(X))
        moved = [self._restricted(X(x)) for x in self.base_coordinates]
        return VectorForm(self.base, 0, moved)

    def descend(self, alpha: Form) -> Form:
        """The form β on the base with ``π^*β = α``; `AxiomViolation` if there is none."""
        verify_axiom(self.is_basic(alpha), "being basic", describe(alpha))
        return self._restricted(alpha)

    # --- sections and fibred maps --------------------------------------------------

    def section(
        self, functions: Mapping[str, FunctionLike] | None = None, /, **named: FunctionLike
    ) -> Map:
        """The section B → E with given functions on the base for the fibre coordinates."""
        places = dict(zip(self._base_names, self.base.coordinates, strict=True))
        return Map(self.base, self.total, {**places, **(functions or {}), **named})

    def is_section(self, section: Map) -> Verdict:
        """Whether ``π∘s = id`` for a map s: B → E."""
        if section.source is not self.base or section.target is not self.total:
            raise SpaceMismatch(
                f"{section} is no section of {self.label}: give a Map from its base "
                f"{self.base.name} to {self.total.name}"
            )
        statement = self.projection @ section == identity_map(self.base)
        verdict = check(statement, name=f"{section} is a section")
        # The projection forgets images, not where they are defined.
        conditions = distinct((*section.conditions, *verdict.conditions))
        return replace(verdict, conditions=conditions)

    def require_section(self, section: Map) -> None:
        """Raise `SpaceMismatch` or `AxiomViolation` unless a map is a section."""
        if not self.is_section(section):
            line = len(self._base_names) == 1
            what = "time must go to itself" if line else "base must go to itself by the identity"
            raise AxiomViolation(f"{section} is no section: the {what}")

    def is_fibred(self, phi: Map, source: Fibration | None = None) -> Verdict:
        """Whether φ: E' → E maps fibres of a fibration of E' into fibres.

        The source is E' itself, if that is a `FibredManifold`, unless another fibration of E'
        is given. Characterised by ``φ^*(basic functions)`` being basic.
        """
        above = self.source_of(phi, source)
        moved = [phi.pull(x) for x in self.base_coordinates]
        found = check(above._constant_along_fibres(moved, f"{phi} maps fibres into fibres"))
        return above._unless_cut(found, moved)

    def base_map(self, phi: Map, source: Fibration | None = None) -> Map:
        """The map φ₀: B' → B below a fibred map φ: E' → E, with ``π∘φ = φ₀∘π'``.

        It carries its inverse if φ does. Raises `AxiomViolation` if φ is not fibred.
        """
        above = self.source_of(phi, source)
        self.require_fibred(phi, above)
        below = _map_below(phi, above, self)
        if phi.inverse is not None:
            back = _map_below(phi.inverse, self, above)
            below.inverse, back.inverse = back, below
        return below

    def require_fibred(self, phi: Map, source: Fibration) -> None:
        """Raise `AxiomViolation` unless φ maps fibres of the source into fibres."""
        if self.is_fibred(phi, source):
            return
        images = ", ".join(phi.pull(x).summary() for x in self.base_coordinates)
        if len(self._base_names) == 1:
            raise AxiomViolation(f"{phi} is not fibred: the new time {images} is no function of t")
        raise AxiomViolation(f"{phi} is not fibred: {images} depend on where in the fibre one is")

    def source_of(self, phi: Map, source: Fibration | None = None) -> Fibration:
        """The fibration of the source of φ that is meant; `SpaceMismatch` if there is none."""
        if source is None and phi.source is self.total:
            source = self
        if source is None and isinstance(phi.source, Fibration):
            source = phi.source
        if phi.target is not self.total or source is None or source.total is not phi.source:
            raise SpaceMismatch(
                f"{phi} is no fibred map to {self.total}: give a Map between fibrations, and the "
                "fibration of its source if that is no FibredManifold"
            )
        return source

    def __matmul__(self, other: Fibration) -> Fibration:
        """The composition ``tau @ pi`` of π: E → M and τ: M → B."""
        if not isinstance(other, Fibration):
            return NotImplemented
        return Fibration(self.projection @ other.projection)

    def pulled_back(self, phi: Map) -> Fibration:
        """The fibration ``π∘φ`` of the source of a diffeomorphism φ, if φ keeps it adapted."""
        if phi.target is not self.total or phi.inverse is None:
            raise SpaceMismatch(
                f"the fibration {self.label} is pulled back along a Map to {self.total.name} that "
                f"has an inverse, not along {phi}"
            )
        return Fibration(self.projection @ phi)

    def __str__(self) -> str:
        return f"the fibration {self.label}"

    def latex(self) -> str:
        """LaTeX source: E → B."""
        from diffgeo.interop.typeset import name_latex

        return rf"{name_latex(self.total.name)} \to {name_latex(self.base.name)}"

    def __repr__(self) -> str:
        return f"<{self}: {', '.join(self._base_names)}; {', '.join(self.fibre_names)}>"

    # --- inside the library --------------------------------------------------------

    @property
    def key(self) -> tuple[object, ...]:
        """What makes two fibrations of one total space the same."""
        return (self.base, self._base_names)

    def preferred(self) -> Fibration:
        """The total space itself, if this is its preferred fibration."""
        total = self.total
        return total if isinstance(total, Fibration) and total.key == self.key else self

    def _constant_along_fibres(self, functions: Sequence[Form], name: str) -> Identity:
        parts = [V(f) == 0 for V in self.vertical_frame for f in functions]
        return _together(parts, self.total.function(0), name)

    def _unless_cut(self, verdict: Verdict, functions: Sequence[Form]) -> Verdict:
        """The verdict that functions are constant along fibres, or why derivatives do not tell."""
        if verdict.status is Status.VERIFIED:
            for g in signs_in(functions):
                if any(not check(V(g) == 0, counterexample=False) for V in self.vertical_frame):
                    reason = f"derivatives do not tell what changes with the sign of {g} on a fibre"
                    return Verdict(Status.UNKNOWN, verdict.subject, reason=reason)
        return verdict

    def _semibasic(self, alpha: Form) -> Identity:
        self._require_form(alpha)
        parts = [interior(V, alpha) == 0 for V in self.vertical_frame]
        return _together(parts, alpha, f"{alpha.summary()} is semibasic")

    def _restricted(self, form: Form) -> Form:
        """The pullback of a basic form by some section: any values serve in the fibres."""
        signs = self.total.chart.signs
        for spread in range(4):
            places: dict[str, int | Fraction] = {
                q: signs.get(q, 1) * spread * (k + spread) for k, q in enumerate(self.fibre_names)
            }
            if not spread and self.total.chart.domain:
                places = {q: self.total.allowed_number(q) for q in self.fibre_names}
            try:
                return self.section(places).pull(form)
            except Refusal as refusal:  # a denominator vanishes there
                reason = refusal
        raise reason

    def _require_field(self, X: VectorForm) -> None:
        require_vector_form(X, 0, "project")
        if X.space is not self.total:
            raise SpaceMismatch(
                f"{self.label} knows fields on {self.total.name}, not {describe(X)}: pull it back "
                "with phi.pull, phi a Map with an inverse between these spaces"
            )

    def _require_form(self, alpha: Form) -> None:
        require_form(alpha, "restrict to the fibres")
        if alpha.space is not self.total:
            raise SpaceMismatch(
                f"{self.label} knows forms on {self.total.name}, not {describe(alpha)}: pull it "
                f"back with phi.pull, phi a Map from {self.total.name}"
            )


# --- helpers -----------------------------------------------------------------------------


def _adapted_names(projection: Map) -> tuple[str, ...]:
    """The coordinates of E that are the images of those of the base."""
    E, B = projection.source, projection.target
    found: list[str] = []
    for index, x in enumerate(B.chart.coordinates):
        image = projection.image(index)
        used = d(image).components
        name = next((n for n in used if check(image == E[n], counterexample=False)), None)
        if name is None:
            raise NotSupported(
                f"{projection} is not adapted: {x} goes to {image.summary()}, which is no "
                f"coordinate of {E.name}; make a manifold on which it is one and a Map with an "
                f"inverse from it to {E.name}"
            )
        found.append(name)
    if len(set(found)) < len(found):
        raise AxiomViolation(
            f"{projection} is no submersion: it sends {', '.join(B.chart.coordinates)} to "
            f"{', '.join(found)}"
        )
    if not _keeps_parameters(projection):
        raise NotSupported(
            f"{projection} changes parameters or functions; a fibration leaves them as they are"
        )
    return tuple(found)


def _keeps_parameters(projection: Map) -> bool:
    """Whether the parameters and functions of the base go to those of the total space."""
    ours, theirs = projection.source.chart, projection.target.chart
    declared = {*theirs.parameters, *theirs.functions} <= {*ours.parameters, *ours.functions}
    if not declared or projection.functions:
        return False
    E = projection.source
    plain = Map(E, projection.target, projection.images | {n: E[n] for n in theirs.parameters})
    return projection.coincides(plain)


def _map_below(phi: Map, above: Fibration, below: Fibration) -> Map:
    """The map of the bases below a fibred map."""
    names = zip(below.base.chart.coordinates, below.base_coordinates, strict=True)
    images = {x: phi.pull(f) for x, f in names}
    parameters = below.base.chart.parameters
    images |= {name: f for name, f in phi.parameter_images.items() if name in parameters}
    restricted = {name: above._restricted(f) for name, f in images.items()}
    return Map(above.base, below.base, restricted, phi.functions)


def _together(parts: Sequence[Identity], thing: Form, name: str) -> Identity:
    """All the identities at once; without any, a true one."""
    return Conjunction(list(parts) or [Conjunction([thing == thing])], name)


def made_over(fibration: object, key: Sequence[object], what: str, make: Callable[..., Any]) -> Any:
    """The space that is made of a fibration in the way that the key says, made once.

    Raises `SpaceMismatch` for what is no fibration.
    """
    if not isinstance(fibration, Fibration):
        raise SpaceMismatch(
            f"{fibration} is no fibration, so it has no {what}: use a FibredManifold, or "
            "Fibration(projection)"
        )
    return fibration.total.derived((*key, *fibration.key), lambda: make(fibration.preferred()))
