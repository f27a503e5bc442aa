"""Potentials of closed forms, by the homotopy of Poincaré.

A domain is star-shaped about c if with x it contains the segment from c to x. Of the contraction
``h_t(x) = c + t(x - c)`` of such a domain

    Kω = ∫_0^1 i_∂t h^*ω dt,      d(Kω) + K(dω) = ω

for forms ω of degree k ≥ 1. Where a formula of Kω has poles that are removable, the point moves to
c along one coordinate after the other instead, if the domain allows it. That a segment does not
leave the domain is decided by the inequalities that declare it, the integrals are exact, and
``d(Kω) = ω`` is verified.

Sources: Lee, Introduction to Smooth Manifolds (2nd ed. 2013), theorem 11.49 and chapter 17; Bott
and Tu, Differential Forms in Algebraic Topology (1982), section 4.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations
from typing import Any

from diffgeo.calculus.brackets import interior
from diffgeo.calculus.derivations import d
from diffgeo.calculus.forms import Form, require_form
from diffgeo.calculus.maps import Map
from diffgeo.calculus.points import point
from diffgeo.calculus.protocols import OverCharts
from diffgeo.calculus.requirements_of_domain import declared_requirements
from diffgeo.calculus.spaces import FunctionLike, Manifold
from diffgeo.errors import AxiomViolation, DegreeMismatch, NotSupported, OutsideDomain, Refusal
from diffgeo.rings.expression import Expression, Symbol, names_in, number
from diffgeo.rings.expression import replace as substituted
from diffgeo.structures.axioms import verify_axiom
from diffgeo.subsets.chains import cell
from diffgeo.subsets.enclosed_curves import free
from diffgeo.subsets.factored_equations import nowhere_zero
from diffgeo.subsets.integrals import integral, verified_antiderivative
from diffgeo.verdicts.verdict import Status, check


def potential(omega: Form, centre: Mapping[str, FunctionLike] | None = None) -> Form:
    """A form with ``dθ = ω``, for a closed form on a chart that is star-shaped.

    Parameters
    ----------
    omega
        A closed form of degree at least 1.
    centre
        The point about which the domain is star-shaped; if there is none, a point of the domain,
        0 where it can be.

    Returns
    -------
    Form
        The potential of Poincaré; that its derivative is ω was verified.

    Raises
    ------
    AxiomViolation, Undecided
        The form is not closed, or that is not decided; or it is not exact: its integral over a
        circle or a sphere about the centre is not zero, and is told.
    OutsideDomain
        The domain, or where the form is defined, is not known to be star-shaped about the centre.
    NotSupported
        An integral is not known exactly.
    DegreeMismatch
        The degree is 0.

    Examples
    --------
    >>> from diffgeo import Manifold, d
    >>> from diffgeo.subsets import potential
    >>> M = Manifold("M", "x y z")
    >>> x, y, z = M.coordinates
    >>> print(potential(y * d(x) + x * d(y)))
    x*y
    >>> print(potential(d(x) * d(y)))
    -y/2 dx + x/2 dy
    """
    if isinstance(omega, OverCharts):
        raise NotSupported(
            "a potential is made in a chart that is star-shaped; for a form on an atlas take that "
            "of omega.on(chart), and ask atlas.field(potential).extends()"
        )
    require_form(omega, "take the potential of")
    space = omega.space
    if not omega.degree:
        raise DegreeMismatch("a function has no potential: take a form of degree at least 1")
    verify_axiom(d(omega) == 0, "dω = 0", f"ω = {omega.summary()}")
    middle = _centre(space) if centre is None else point(space, **centre)
    found, trouble = None, None
    for stages in (_radial, _along_axes):
        try:
            other = _homotopy(omega, middle, stages)
        except Refusal as refusal:
            trouble = trouble or refusal
            continue
        if found is None or len(other.conditions) < len(found.conditions):
            found = other
        if len(found.conditions) <= len(omega.conditions):
            break
    if found is None:
        _require_no_period(omega, middle)
        assert trouble is not None
        raise trouble
    found = _brought(found, space)
    verdict = check(d(found) == omega)
    if verdict.status is not Status.VERIFIED:
        raise NotSupported(f"that {found.summary()} is a potential is not verified: {verdict}")
    return found


def _brought(found: Form, space: Manifold) -> Form:
    """A form on a copy of a space, there."""
    if not found.degree:
        return space.function(found.formula)
    parts = found.components.items()
    return space.form(found.degree, {key: space.function(a.formula) for key, a in parts})


def _centre(space: Manifold) -> Map:
    """The origin, where that is in the domain; or another point."""
    names = space.chart.coordinates
    try:
        return point(space, **dict.fromkeys(names, 0))
    except Refusal:
        return point(space, **{name: space.allowed_number(name) for name in names})


#: For each coordinate where it is at the time t, by t, x and c: a piece of a contraction.
Stage = dict[str, Form]


def _radial(t: Form, x: Mapping[str, Form], c: Mapping[str, Form]) -> list[Stage]:
    return [{n: c[n] + t * (x[n] - c[n]) for n in x}]


def _along_axes(t: Form, x: Mapping[str, Form], c: Mapping[str, Form]) -> list[Stage]:
    names = list(x)
    return [
        {n: x[n] if m < k else c[n] + t * (x[n] - c[n]) if m == k else c[n]
         for m, n in enumerate(names)}
        for k in range(len(names))
    ]  # fmt: skip


def _homotopy(omega: Form, middle: Map, stages: Callable[..., list[Stage]]) -> Form:
    """``Kω`` for a contraction of these pieces, on a copy of the space."""
    space = omega.space
    names = space.chart.coordinates
    [t] = free(["t"], [*names, *space.chart.parameters])
    declared = space.declarations([t, *names])
    declared["domain"] = [*declared["domain"], f"{t} in (0, 1)"]
    moving, around = Manifold(f"segments in {space.name}", **declared), _without_domain(space)
    start = {n: moving.function(image.formula) for n, image in middle.images.items()}
    here = {n: moving[n] for n in names}
    middle.pull(list(omega.components.values()))
    result = Manifold(space.name, **space.declarations(names)).form(omega.degree - 1, {})
    for stage in stages(moving[t], here, start):
        kept = []
        for function, relation in _asked(omega):
            there = Map(moving, around, stage).pull(around.function(function.formula))
            if not nowhere_zero(there):
                at = ", ".join(f"{name} = {image}" for name, image in middle.images.items())
                raise OutsideDomain(
                    f"{space.name}, or the part of it on which {omega.summary()} is defined, is "
                    f"not known to be star-shaped about {at}: give another centre, or declare a "
                    "smaller domain"
                )
            # It has its sign at the end, which is a point of the domain.
            kept.append(f"({there}) {relation} 0")
        result = result + _mean(omega, stage, declared | {"domain": [*declared["domain"], *kept]},
                                around, result.space)  # fmt: skip
    return result


def _asked(omega: Form) -> list[tuple[Form, str]]:
    """What has to be positive, or not zero, where the form is defined."""
    space = omega.space
    found = [(each.function, each.relation) for each in declared_requirements(space)]
    return found + [(space.function(c.expression), c.relation) for c in omega.conditions]


def _mean(
    omega: Form, stage: Stage, declared: Mapping[str, Any], around: Manifold, home: Manifold
) -> Form:
    """``∫_0^1 i_∂t h^*ω dt``."""
    t, *names = declared["coordinates"]
    moving = Manifold("segments", **declared)
    h = Map(moving, around, {n: moving.function(f.formula) for n, f in stage.items()})
    given = {key: around.function(a.formula) for key, a in omega.components.items()}
    pulled = interior(moving.frame[0], h.pull(around.form(omega.degree, given)))
    # The coordinates are parameters of the integral: they stay where they are.
    parameters = (*names, *declared["parameters"])
    line = Manifold("a segment", **{**declared, "coordinates": (t,), "parameters": parameters})
    return home.form(
        omega.degree - 1,
        {key: _between(line.function(a.formula), home) for key, a in pulled.components.items()},
    ) if omega.degree > 1 else _between(line.function(pulled.formula), home)  # fmt: skip


def _between(function: Form, home: Manifold) -> Form:
    """The integral from 0 to 1, by an antiderivative without poles and with limits at the ends."""
    [t] = function.space.chart.coordinates
    primitive = verified_antiderivative(function, t)
    for c in primitive.conditions:
        if t in names_in(c.expression) and not nowhere_zero(function.space.function(c.expression)):
            raise NotSupported(
                f"{primitive.summary()}, an antiderivative by {t}, is not known to be defined: {c} "
                "may fail"
            )

    def at(end: int) -> Form:
        def rule(node: Expression) -> Expression | None:
            return number(end) if node == Symbol(t) else None

        return home.function(substituted(primitive.formula, rule))

    return (at(1) - at(0)).settled()


def _without_domain(space: Manifold) -> Manifold:
    """The same coordinates and parameters without inequalities between coordinates."""
    names = space.chart.coordinates
    declared = space.declarations(names)
    signs = {
        key: [n for n in declared[key] if n not in names]
        for key in ("positive", "negative", "nonzero")
    }
    parameters = set(space.chart.parameters)
    domain = [c for c in declared["domain"] if names_in(c.expression) <= parameters]
    return Manifold(space.name, **declared | signs | {"domain": domain})


def _require_no_period(omega: Form, middle: Map) -> None:
    """Raise `AxiomViolation` if the form has an integral over a circle or sphere that is not 0."""
    space = omega.space
    about = {name: space.function(f.formula) for name, f in middle.images.items()}
    origin = {name: space.function(0) for name in about}
    for phi, ranges, what in (*_spheres(omega, origin), *_spheres(omega, about)):
        try:
            if not all(nowhere_zero(phi.pull(f)) for f, _ in _asked(omega)):
                continue
            period = integral(omega, cell(phi, **ranges))
        except Refusal:
            continue
        if check(period == 0).status is Status.REFUTED:
            raise AxiomViolation(
                f"{omega.summary()} is closed and has no potential: its integral over {what} is "
                f"{period}"
            )


def _spheres(omega: Form, middle: Mapping[str, Form]) -> Iterator[tuple[Map, dict[str, Any], str]]:
    """The unit circles or spheres of the coordinates about a point, with their ranges."""
    space = omega.space
    names = space.chart.coordinates
    angles = free(["a", "b"], [*names, *space.chart.parameters])
    box = {1: angles[:1], 2: angles}.get(omega.degree)
    if box is None:
        return
    source = Manifold("angles", **space.declarations(box))
    a, b = angles
    unit = [f"cos({a})", f"sin({a})"]
    if omega.degree == 2:
        unit = [f"sin({a})*cos({b})", f"sin({a})*sin({b})", f"cos({a})"]
    ends = ("pi", "2*pi")[-omega.degree :]
    ranges = {name: (0, end) for name, end in zip(box, ends, strict=True)}
    for chosen in combinations(names, omega.degree + 1):
        images = {n: source.function(f.formula) for n, f in middle.items()}
        images |= {n: images[n] + source.function(f) for n, f in zip(chosen, unit, strict=True)}
        at = ", ".join(f"{n} = {middle[n]}" for n in names)
        what = f"the unit {'circle' if omega.degree == 1 else 'sphere'} of {', '.join(chosen)}"
        try:
            yield Map(source, space, images), ranges, f"{what} about {at}"
        except Refusal:
            continue
