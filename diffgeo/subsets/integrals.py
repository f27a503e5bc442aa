"""Integrals of forms over chains, exactly or in balls, and the theorem of Stokes as a verdict.

A form is pulled back to the box of each cell and integrated over one coordinate after the other,
the last one first. Antiderivatives are suggested by SymPy; that the derivative is the integrand is
decided by the ring. Formulas alone are no proof, so two more things are decided for every cell:
the pulled-back form is defined on the closed box, with all its faces (or Fubini's theorem might
fail), and so is the antiderivative (that of a jump would give a wrong value). Cells are cut where
absolute values in the form are zero (`pieces_of_cells`); for the theorem of Stokes they are not.

Sources: Lee, Introduction to Smooth Manifolds (2nd ed. 2013), chapter 16; M. Spivak, Calculus on
Manifolds (1965), chapters 4 and 5.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import combinations
from typing import TYPE_CHECKING, Any

from diffgeo.calculus.antiderivatives import antiderivative
from diffgeo.calculus.compilation import straight_line
from diffgeo.calculus.derivations import d
from diffgeo.calculus.display import Shown
from diffgeo.calculus.forms import Form
from diffgeo.calculus.maps import Map
from diffgeo.calculus.requirements import require_kind
from diffgeo.errors import DegreeMismatch, NotSupported, OutsideDomain, Refusal
from diffgeo.rings.expression import Call, Expression, Symbol, names_in
from diffgeo.rings.expression import replace as substituted
from diffgeo.subsets.chains import Cell, Chain, part_of
from diffgeo.subsets.domains import strict_sign
from diffgeo.subsets.pieces_of_cells import pieces
from diffgeo.verdicts.identities import Identity
from diffgeo.verdicts.verdict import Status, Verdict, check

if TYPE_CHECKING:
    from diffgeo.calculus.spaces import Manifold
    from diffgeo.rings.protocol import Condition

#: What is elementary and jumps, or has no formula of one branch.
_JUMPS = {"sign", "floor"}
_IN_BALLS = "enclosed_integral encloses the value where this is the last integration"


@dataclass(frozen=True, repr=False)
class Enclosure(Shown):
    """A number that lies within a radius of a middle, certainly.

    Parameters
    ----------
    middle, radius
        Exact numbers.

    Examples
    --------
    >>> from fractions import Fraction
    >>> from diffgeo.subsets import Enclosure
    >>> print(Enclosure(Fraction(1, 3), Fraction(1, 10**9)))
    0.3333333333 +/- 12e-10
    """

    middle: Fraction
    radius: Fraction

    def __str__(self) -> str:
        if not self.radius:
            return str(self.middle)
        digits = next(n for n in range(1, 51) if Fraction(1, 10**n) < self.radius or n == 50)
        # What is rounded moves by half a unit, and the radius is larger by more than that.
        whole, part = divmod(abs(round(self.middle * 10**digits)), 10**digits)
        radius = int(self.radius * 10**digits) + 2
        return f"{'-' * (self.middle < 0)}{whole}.{part:0{digits}} +/- {radius}e-{digits}"

    def latex(self) -> str:
        """LaTeX source, without dollar signs."""
        middle, _, radius = str(self).partition(" +/- ")
        count, _, digits = radius.partition("e-")
        return rf"{middle} \pm {count} \cdot 10^{{-{digits}}}" if radius else middle


def integral(omega: Any, chain: Chain) -> Form:
    """The integral of a k-form over a chain of dimension k, exactly.

    Parameters
    ----------
    omega
        A form on the target of the cells, or an object on an atlas that is a form in each chart.
    chain
        Where it is integrated; a function is summed over the points of a chain of dimension 0.

    Returns
    -------
    Form
        A function on a space without coordinates, that has the parameters of the target.

    Raises
    ------
    DegreeMismatch
        The degree of the form is not the dimension of the chain.
    OutsideDomain
        The form is not known to be defined on a whole closed cell, where the integral may be
        improper; over an interval an improper one has a value if its antiderivative has limits at
        the ends. At zeros of absolute values the form need not be defined.
    NotSupported
        No antiderivative was found that is verified; see `enclosed_integral`.

    Examples
    --------
    The area of a disc:

    >>> from diffgeo import Manifold, Map, d
    >>> from diffgeo.subsets import cell, integral
    >>> radius = {"parameters": "R", "positive": "R"}
    >>> box, plane = Manifold("box", "r phi", **radius), Manifold("plane", "x y", **radius)
    >>> polar = Map(box, plane, {"x": "r*cos(phi)", "y": "r*sin(phi)"})
    >>> print(integral(d(plane["x"]) * d(plane["y"]), cell(polar, r=(0, "R"), phi=(0, "2*pi"))))
    R**2*pi
    """
    require_kind(chain, Chain, "integrate over", "a chain")
    numbers = _numbers(chain.terms[0][1].map.target)
    total = numbers.function(0)
    for factor, each in _cut(omega, chain):
        try:
            function, conditions = _pulled(omega, each)
            value = _over(each, function)
        except (OutsideDomain, NotSupported):
            found = _between_open_ends(each, omega)
            if found is None:
                raise
            value, conditions = found
        total = total + factor * numbers.function(value.formula)
        for c in conditions:  # the formula of the value need not show them
            needed = numbers.function(c.expression)
            root = numbers.function(Call("sqrt", (c.expression,))) if c.relation == ">" else needed
            total = total + 0 / root
    return total


def enclosed_integral(omega: Any, chain: Chain) -> Enclosure:
    """The integral over a chain in balls, where only the last integration has no formula.

    Parameters
    ----------
    omega, chain
        As for `integral`, without parameters.

    Returns
    -------
    Enclosure
        A middle and a radius; the integral certainly lies between.

    Raises
    ------
    NotSupported
        There are parameters, or the integrand was not enclosed.
    DegreeMismatch, OutsideDomain
        As for `integral`.

    Examples
    --------
    The circumference of an ellipse with the half axes 2 and 1:

    >>> from diffgeo import Manifold, d, identity_map
    >>> from diffgeo.subsets import cell, enclosed_integral
    >>> E = Manifold("E", "t")
    >>> length = E.function("sqrt(4*sin(t)**2 + cos(t)**2)") * d(E["t"])
    >>> found = enclosed_integral(length, cell(identity_map(E), t=(0, "2*pi")))
    >>> f"{float(found.middle):.12f}", found.radius < 10**-13
    ('9.688448220548', True)
    """
    require_kind(chain, Chain, "integrate over", "a chain")
    middle = radius = Fraction(0)
    for factor, each in _cut(omega, chain):
        found = _in_balls(each, _pulled(omega, each)[0])
        middle += factor * found.middle
        radius += abs(factor) * found.radius
    return Enclosure(middle, radius)


def stokes(omega: Any, chain: Chain) -> Verdict:
    """The verdict on ``∫_c dω = ∫_∂c ω``, both integrals computed.

    Parameters
    ----------
    omega
        A form of one degree less than the dimension of the chain.
    chain
        The chain c.

    Returns
    -------
    Verdict
        UNKNOWN where an integral is not known exactly, or the form is not known to be defined on
        the closed cells, with the reason.

    Examples
    --------
    >>> from diffgeo import Manifold, identity_map
    >>> from diffgeo.subsets import cell, stokes
    >>> M = Manifold("M", "x y")
    >>> triangle = cell(identity_map(M), x=(0, 1), y=(0, "x"))
    >>> stokes(M.form(1, {"x": "y**2", "y": "x*exp(y)"}), triangle).status.name
    'VERIFIED'
    """
    name = "the theorem of Stokes: the integral of dω is that of ω over the boundary"
    require_kind(chain, Chain, "integrate over", "a chain")
    try:
        for _, each in chain.terms:
            _require_smooth(omega, each)
        sides = integral(d(omega), chain), integral(omega, chain.boundary)
    except (NotSupported, OutsideDomain) as refusal:
        return Verdict(Status.UNKNOWN, name, reason=str(refusal))
    return check(Identity(*sides, name))


def _cut(omega: Any, chain: Chain) -> list[tuple[int, Cell]]:
    """The pieces of a chain between the zeros of absolute values in a form."""
    return [(n, piece) for n, each in chain.terms for piece in pieces(each, omega)]


def _require_smooth(omega: Any, each: Cell) -> None:
    """Raise `OutsideDomain` unless a form, pulled back to a box, is defined on all of it."""
    pulled = each.map.pull(omega)
    for fields in combinations(each.map.source.frame, pulled.degree):
        function = each.closed.function((pulled(*fields) if fields else pulled).formula)
        for _, _, inclusion, opened in each.faces():
            _require_defined(function, inclusion, opened, _named(each))


def _numbers(space: Manifold) -> Manifold:
    """The space without coordinates on which integrals are functions of the parameters."""
    return space.derived("integrals", lambda: part_of(space, ()))


def _pulled(omega: Any, each: Cell) -> tuple[Form, list[Condition]]:
    """The coefficient of the pulled-back form on the closed box, and what parameters satisfy."""
    function, conditions = _inside(omega, each)
    for _, _, inclusion, opened in each.faces():
        _require_defined(function, inclusion, opened, _named(each))
    return function, conditions


def _named(each: Cell) -> str:
    return f"the form, pulled back to {each},"


def _inside(omega: Any, each: Cell) -> tuple[Form, list[Condition]]:
    """The coefficient of the pulled-back form inside of the box, as its formula gives it.

    Beside it stands what the parameters have to satisfy. What was divided by and has cancelled may
    vanish on a set without volume; what has to be positive is so inside of the box.
    """
    pulled = each.map.pull(omega)
    require_kind(pulled, Form, "integrate", "a form")
    if pulled.degree != each.dimension:
        raise DegreeMismatch(
            f"a form of degree {pulled.degree} is not integrated over cells of dimension "
            f"{each.dimension}"
        )
    coefficient = pulled(*each.map.source.frame).settled() if each.dimension else pulled
    found = []
    *_, inside = each.faces()[0]
    # Absolute values whose signs are known there are written without them.
    function = each.closed.function(inside.function(coefficient.formula).formula)
    for c in coefficient.conditions:
        if names_in(c.expression) <= set(inside.chart.parameters):
            found.append(c)
        elif c.relation == ">" and strict_sign(inside.function(c.expression)) != 1:
            raise OutsideDomain(
                f"{_named(each)} is not known to be defined inside of the box: {c} may fail"
            )
    return function, found


def _require_defined(function: Form, inclusion: Map, opened: Manifold, what: str) -> None:
    """Raise `OutsideDomain` unless a function is defined on a whole face of a box."""
    parameters = set(opened.chart.parameters)
    try:
        there = opened.function(inclusion.pull(function).formula)
        conditions = [
            c for f in (there, *_divided(function, inclusion, opened)) for c in f.conditions
        ]
    except Refusal as refusal:
        raise OutsideDomain(
            f"{what} is not defined on the whole closed box: {refusal}"
        ) from refusal
    for condition in conditions:
        if not names_in(condition.expression) <= parameters:
            raise OutsideDomain(
                f"{what} is not known to be defined on the whole closed box: {condition} may fail"
            )


def _divided(function: Form, inclusion: Map, opened: Manifold) -> list[Form]:
    """What a function is divided by, on a face: a pole is no pole of each of its restrictions."""
    found = []
    for condition in function.conditions:
        if condition.relation == "!=":
            divisor = function.space.function(condition.expression)
            found.append(1 / opened.function(inclusion.pull(divisor).formula))
    return found


def _over(each: Cell, function: Form) -> Form:
    """The iterated integral over a box."""
    names = each.closed.chart.coordinates
    for k in reversed(range(each.dimension)):
        function = _integrated(each, function, names[: k + 1])
    return function


def _between_open_ends(each: Cell, omega: Any) -> tuple[Form, list[Condition]] | None:
    """The integral over an interval at whose ends the form need not be defined, or None.

    Inside of it the antiderivative has to be known, and at the ends it has to have limits: those
    that its formula shows, all parts of which are defined there and hence continuous.
    """
    if each.dimension != 1:
        return None  # the theorem of Fubini needs more
    (name,) = each.closed.chart.coordinates
    inside = part_of(each.map.source, [name], each.conditions)
    identity = Map(inside, inside, {name: inside[name]})
    numbers = part_of(each.map.source, [])
    try:
        coefficient, conditions = _inside(omega, each)
        function = inside.function(coefficient.formula)
        primitive = verified_antiderivative(function, name)
        for f in (function, primitive):
            _require_defined(f, identity, inside, f.summary())
        lower, upper = (
            numbers.function(substituted(primitive.formula, partial(_at, name, end)))
            for end in each.ends[0]
        )
    except Refusal:
        return None
    return (upper - lower).settled(), conditions


def _at(name: str, end: Form, node: Expression) -> Expression | None:
    """What stands for a node of a formula at the end of an interval."""
    return end.formula if node == Symbol(name) else None


def _integrated(each: Cell, function: Form, names: Sequence[str]) -> Form:
    """The integral over the last of the coordinates that are left, a function of the others."""
    *rest, name = names
    space = function.space
    primitive = verified_antiderivative(function, name)
    low, high = (space.function(end.formula) for end in each.ends[len(rest)])
    before = part_of(each.map.source, rest)
    others = {n: before[n] for n in rest}
    ends = [Map(before, space, {**others, name: before.function(e.formula)}) for e in (low, high)]
    ranges = each.conditions[: len(names)]
    what = f"the antiderivative {primitive.summary()}"
    identity = Map(space, space, {n: space[n] for n in names})
    try:
        _require_defined(primitive, identity, part_of(each.map.source, names, ranges), what)
        for end in ends:
            _require_defined(primitive, end, part_of(each.map.source, rest, ranges[:-1]), what)
    except OutsideDomain as refusal:
        raise NotSupported(f"{refusal}; {_IN_BALLS}") from refusal
    lower, upper = (end.pull(primitive) for end in ends)
    return (upper - lower).settled()


def verified_antiderivative(function: Form, name: str) -> Form:
    """A function with this derivative by a coordinate, exactly; it has no jumps in its formula."""
    X = function.space.vector_field({name: 1})
    found = antiderivative(function, X)
    if found is not None and check(X(found) == function).status is Status.VERIFIED:
        calls = [node.name for node in found.formula.walk() if isinstance(node, Call)]
        if not _JUMPS.intersection(calls):
            return found
    raise NotSupported(
        f"no antiderivative of {function.summary()} by {name} is known that is verified and "
        f"continuous; {_IN_BALLS}"
    )


def _in_balls(each: Cell, function: Form) -> Enclosure:
    names = each.closed.chart.coordinates
    for k in reversed(range(1, each.dimension)):
        function = _integrated(each, function, names[: k + 1])
    if each.dimension:
        (low, high), space = each.ends[0], function.space
        line = part_of(each.map.source, ["s"])
        ends = [line.function(end.formula) for end in (low, high)]
        path = Map(line, space, {names[0]: ends[0] + line["s"] * (ends[1] - ends[0])})
        function = path.pull(function) * (ends[1] - ends[0])
    if unknown := names_in(function.formula) - {"s"}:
        raise NotSupported(
            f"an integral with parameters has no enclosure: give values to "
            f"{', '.join(sorted(unknown))}"
        )
    program = straight_line([function], ["s", "value"])
    times = [Fraction(0), Fraction(1)]
    *_, (_, [(middle, radius)]) = program.flow_in_balls({}, times, [Fraction(0)])
    return Enclosure(middle, radius)
