"""Systems for special values of their parameters."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Mapping
from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING

from diffgeo import FibredManifold, Form, Manifold, Map, d
from diffgeo.calculus import names_in
from diffgeo.errors import OutsideDomain, Refusal
from diffgeo.subsets import irreducible_factors, strict_sign
from mechanics.errors import BadSystem
from mechanics.model.extended_jets import evolution_space
from mechanics.model.plain_answers import vanishes
from mechanics.model.systems_on import system_on
from mechanics.wording import listed, nearest, words

if TYPE_CHECKING:
    from diffgeo.calculus import FunctionLike
    from mechanics.model.pictures import Shape
    from mechanics.model.system_files import PlotTable, Specification, Text
    from mechanics.model.systems import System


def specialised(system: System, values: Mapping[str, FunctionLike]) -> System:
    """The system for special values of parameters, formulas in the other ones.

    Parameters
    ----------
    system
        The system.
    values
        Formulas by the names of the parameters: ``{"a": 0}``, ``{"I1": "I2"}``.

    Returns
    -------
    System
        Without these parameters.

    Raises
    ------
    BadSystem
        A name is no parameter, or a formula depends on time or coordinates.
    OutsideDomain
        A value has not the declared sign, or is outside of the declared domain.

    Examples
    --------
    >>> from mechanics import System
    >>> from mechanics.model.special_parameters import specialised
    >>> spring = System(coordinates="x", parameters="m k", lagrangian="(m*xdot**2 - k*x**2)/2")
    >>> print(specialised(spring, {"k": "m"}).lagrangian)
    m*(xdot - x)*(x + xdot)/2
    """
    E, s = system.configuration_space, system.specification
    for name in values:
        if name not in s.parameters:
            hint = nearest(name, s.parameters) or f"; they are {listed(s.parameters) or 'none'}"
            raise BadSystem(f"{s.where}: {name!r} is no parameter{hint}")
    left = tuple(p for p in s.parameters if p not in values)
    declared = E.declarations((s.time, *s.coordinates))
    declared.pop("coordinates")
    declared["parameters"] = left
    for kind in ("positive", "negative", "nonzero"):
        declared[kind] = [name for name in declared[kind] if name not in values]
    domain = {c: E.function(c.expression) for c in E.chart.domain}
    bounds = {c: f for c, f in domain.items() if not names_in([f]).isdisjoint(values)}
    declared["domain"] = [c for c in declared["domain"] if c not in bounds]

    def onto() -> tuple[FibredManifold, Map]:
        below = FibredManifold("E", time=s.time, coordinates=s.coordinates, **declared)
        same = dict(zip((s.time, *s.coordinates), below.coordinates, strict=True))
        return below, Map(below, E, {**same, **values})

    below, change = onto()
    if bounds:
        left_over = [(change.pull(f), c.relation) for c, f in bounds.items()]
        declared["domain"] += [f"{f} {relation} 0" for f, relation in left_over if names_in([f])]
        below, change = onto()
    images = {name: change.pull(E.function(name)) for name in values}
    for name, image in images.items():
        if not vanishes(d(image)):
            raise BadSystem(f"{s.where}: {name} = {image} varies on E, and is no parameter")
        if vanishes(image) and name in {*s.positive, *s.negative, *s.nonzero}:
            raise OutsideDomain(f"{s.where}: {name} = 0, but it is declared not to be 0")
    above = system.evolution_space.prolong_fibred(change)
    plot, picture = _seen(s, lambda text: str(above.pull(system.evolution_space.function(text))))
    functions = {
        key: _put(images, text, besides=words(key)) for key, text in s.simulate.functions.items()
    }
    specification = replace(
        s,
        parameters=left,
        invariants={},
        positive=tuple(n for n in s.positive if n not in values),
        negative=tuple(n for n in s.negative if n not in values),
        nonzero=tuple(n for n in s.nonzero if n not in values),
        plot=plot,
        picture=picture,
        simulate=replace(s.simulate, functions=functions),
    )
    found = system_on(
        evolution_space(below, s.variables),
        specification,
        lagrangian=above.pull(system.lagrangian),
        force=above.pull(system.force),
        constraints=above.pull(list(system.constraints)),
        data={name: each.pulled_back(change, above) for name, each in system.data.items()},
    )
    found.holonomic = above.pull(system.holonomic)
    found.invariants = {name: above.pull(f) for name, f in system.invariants.items()}
    return found


def _put(images: Mapping[str, Form], text: str, besides: Container[str]) -> str:
    """A formula that need not be one of the system, with values for names."""
    found = {name: f"({f})" for name, f in images.items() if name not in besides}
    return re.sub(r"[^\W\d]\w*", lambda name: found.get(name[0], name[0]), text)


def _seen(s: Specification, put: Callable[[Text], str]) -> tuple[PlotTable, tuple[Shape, ...]]:
    """The plot and the picture with values put in; none where they are not defined for these."""
    try:
        also = tuple({**c, "x": put(c["x"]), "y": put(c["y"])} for c in s.plot.also)
        shapes = (
            replace(shape, points=tuple(tuple(map(put, p)) for p in shape.points))
            for shape in s.picture
        )
        return replace(s.plot, also=also), tuple(shapes)
    except Refusal:
        return replace(s.plot, also=()), ()


def special_values(system: System, formula: str) -> list[dict[str, str]]:
    """The parameters that solve the cases of a formula such as ``a == 0 or b == 2*c``.

    Each case is solved for parameters, where it has equations only, in each of which a parameter
    occurs linearly with a number as its factor; other cases are left out.

    Examples
    --------
    >>> from mechanics import System
    >>> from mechanics.model.special_parameters import special_values
    >>> system = System(coordinates="x", parameters="a b c", lagrangian="a*xdot**2")
    >>> special_values(system, "(a == 0 or b - c == 0) and c == 0")
    [{'a': '0', 'c': '0'}, {'b': '0', 'c': '0'}]
    """
    names = system.specification.parameters
    if not names:
        return []
    space = Manifold("parameters", list(names))
    found = []
    for case in _alternatives(formula):
        values: dict[str, Form] | None = {}
        for equation in case:
            left, sign, right = equation.partition(" == ")
            if values is not None:
                residual = space.function(f"({left}) - ({right})") if sign else None
                values = _with(values, residual)
        if values:
            found.append({name: str(f) for name, f in values.items()})
    return found


def factors_of_parameters(function: Form) -> list[Form]:
    """The irreducible factors that depend on parameters only, and have no sign.

    As functions on the space of parameters, where they are no constants.
    """
    space, names = function.space, function.space.chart.parameters
    if not names:
        return []
    every = Manifold("values", [*space.chart.coordinates, *names])
    # A function that is irreducible is given back as it is, with its numbers; a square never is.
    factors = [str(p) for p in irreducible_factors(every.function(str(function)) ** 2)]
    declared = space.declarations(())
    signs = {kind: declared[kind] for kind in ("positive", "negative", "nonzero", "domain")}
    values = Manifold("parameters", names, **signs)
    found = (values.function(p) for p in factors if vanishes(d(space.function(p))))
    return [p for p in found if strict_sign(p) is None]


def _with(values: dict[str, Form], residual: Form | None) -> dict[str, Form] | None:
    """Values that solve one more equation, or None."""
    if residual is None:
        return None
    space = residual.space

    def put(known: dict[str, Form], f: Form) -> Form:
        images = {x: known.get(x, space[x]) for x in space.chart.coordinates}
        return Map(space, space, images).pull(f)

    residual = put(values, residual).expanded()
    if vanishes(residual):
        return values
    for name in space.chart.coordinates:
        slope = space.vector_field({name: 1})(residual)
        if not vanishes(slope) and vanishes(d(slope)):
            new = {name: (space[name] - residual / slope).expanded()}
            return {x: put(new, f) for x, f in values.items()} | new
    return None


def _alternatives(formula: str) -> list[list[str]]:
    """The conjunctions of a formula in ``and``, ``or`` and parentheses."""
    formula = formula.strip()
    for word in (" or ", " and "):
        parts = _split(formula, word)
        if len(parts) > 1:
            cases = [_alternatives(part) for part in parts]
            if word == " or ":
                return [case for each in cases for case in each]
            return [[e for case in chosen for e in case] for chosen in product(*cases)]
    whole = formula.startswith("(") and formula.endswith(")") and " == " in formula
    if whole and len(_split(formula, " == ")) == 1:
        return _alternatives(formula[1:-1])
    return [[formula]]


def _split(formula: str, word: str) -> list[str]:
    """The parts between words that are in no parentheses."""
    parts = [""]
    for piece in formula.split(word):
        if parts[-1].count("(") > parts[-1].count(")"):
            parts[-1] += word + piece
        else:
            parts.append(piece)
    return parts[1:]
