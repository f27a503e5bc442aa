"""All common zeros of functions in a box, in balls, where no formula gives them.

As many functions as unknowns are searched by `diffgeo.reals.certified_zeros`: what is found are
zeros, each alone in a box of its own; what is excluded has none; the rest is told.

Source: Moore, Kearfott and Cloud, Introduction to Interval Analysis, 2009, chapter 8.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from diffgeo.calculus.compilation import names_in, straight_line
from diffgeo.calculus.polynomial_roots import Root
from diffgeo.calculus.requirements_of_domain import Requirement, declared_requirements
from diffgeo.errors import NotSupported, Undecided, UndefinedSymbol
from diffgeo.subsets.overdetermined_zeros import Found, zeros_of_more

if TYPE_CHECKING:
    from diffgeo.calculus.forms import Form
    from diffgeo.calculus.point_values import Point

#: Pieces of the box that are looked at.
PIECES = 20_000
#: Ends of intervals are no larger.
LARGEST = 1e300
#: Larger balls are shown with their radii.
FINE = Fraction(1, 10**15)


class IsolatedZero:
    """A zero in a ball that contains no other; `zeros_in_box` finds it.

    Attributes
    ----------
    middle, radius : dict
        Of each coordinate: it differs from the middle by no more than the radius.
    inside : bool
        Whether it is certainly in the box, and not perhaps just beyond its edge.

    Examples
    --------
    >>> from diffgeo import Manifold
    >>> from diffgeo.subsets import zeros_in_box
    >>> x = Manifold("M", "x")["x"]
    >>> (zero,) = zeros_in_box([x**3 - 2], {"x": (0, 3)}).found
    >>> zero.sign(5*x**2 - 8), zero.sign(x - 2), zero.radius["x"] < 1e-30
    (-1, -1, True)
    """

    def __init__(
        self,
        balls: Mapping[str, Any],
        parameters: Mapping[str, Any],
        inside: bool,
        programs: dict[tuple[int, ...], Any] | None = None,
    ) -> None:
        self._programs = {} if programs is None else programs
        self._balls, self._parameters, self.inside = balls, parameters, inside
        self.middle = {name: _fraction(b.mid()) for name, b in balls.items()}
        self.radius = {name: _fraction(b.rad()) for name, b in balls.items()}

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self}>"

    def __str__(self) -> str:
        return ", ".join(f"{n} = {_shown(x, self.radius[n])}" for n, x in self.middle.items())

    @property
    def box(self) -> dict[str, tuple[float, float]]:
        """The ends of its ball, rounded outwards."""
        return {
            name: (_beyond(x - self.radius[name], -1), _beyond(x + self.radius[name], 1))
            for name, x in self.middle.items()
        }

    @property
    def accuracy(self) -> str:
        """The largest radius, in words of numbers."""
        return f"{_beyond(max(self.radius.values()), 1):.1e}"

    def to_dict(self) -> dict[str, Any]:
        """As data for JSON: values rounded to floats, and radii that include it."""
        found = {}
        for name, x in self.middle.items():
            radius = _beyond(self.radius[name] + abs(x - Fraction(float(x))), 1)
            found[name] = {"value": float(x), "radius": radius}
        return found

    def values(self, functions: Sequence[Form]) -> list[Any]:
        """Balls that contain the values of functions there."""
        from diffgeo.reals.certified_zeros import machine, values_at

        # Compiled once for all zeros of a search: a characteristic polynomial may be large.
        key = tuple(map(id, functions))
        if key not in self._programs:
            code = straight_line(functions, list(self._balls), list(self._parameters)).code
            self._programs[key] = functions, machine(code, self._parameters)
        return values_at(self._programs[key][1], self._balls.values())

    def sign(self, function: Form) -> int:
        """The sign of a function there, 1 or -1.

        Raises
        ------
        Undecided
            It is zero or very small.
        """
        (value,) = self.values([function])
        return _sign(value, function.summary(60))

    def roots(self, coefficients: Sequence[Form]) -> list[Root]:
        """The complex roots of a polynomial there, that of the highest power first.

        Raises
        ------
        NotSupported
            They could not be isolated.
        """
        from diffgeo.reals.complex_roots import roots_in_balls

        return roots_in_balls(self.values(coefficients))

    def hurwitz_signs(self, coefficients: Sequence[Form]) -> list[int]:
        """The signs of the determinants of Hurwitz of a polynomial there.

        Raises
        ------
        Undecided
            One is zero or very small.
        """
        from diffgeo.reals.complex_roots import hurwitz_in_balls

        found = hurwitz_in_balls(self.values(coefficients))
        return [_sign(d, f"determinant {k} of Hurwitz") for k, d in enumerate(found, 1)]


@dataclass(frozen=True)
class ZerosInBox:
    """What is known of the common zeros of functions in a box.

    Attributes
    ----------
    found
        Zeros, in the order of their coordinates.
    left
        Boxes, by the names and the ends of their sides, in which there may be others.

    Examples
    --------
    >>> from diffgeo import Manifold
    >>> from diffgeo.subsets import zeros_in_box
    >>> x = Manifold("M", "x")["x"]
    >>> zeros = zeros_in_box([x**3 - 2*x], {"x": (-2, 2)})
    >>> len(zeros.found), zeros.left
    (3, ())
    """

    found: tuple[IsolatedZero, ...]
    left: tuple[Mapping[str, tuple[float, float]], ...]

    @property
    def is_complete(self) -> bool:
        """Whether there are certainly no others in the box."""
        return not self.left


def zeros_in_box(
    functions: Sequence[Form],
    box: Mapping[str, tuple[Fraction | int, Fraction | int]],
    values: Point | None = None,
    pieces: int = PIECES,
) -> ZerosInBox:
    """All common zeros in a box of as many functions as it has sides, or of more.

    Parameters
    ----------
    functions
        Functions of one manifold.
    box
        The ends of intervals for coordinates, by name: rational numbers, also as ``"1/2"``.
    values
        Exact values of all other coordinates and of parameters on which they depend.
    pieces
        Into so many pieces the box may be divided; what is left then is told.

    Returns
    -------
    ZerosInBox
        Zeros at which the Jacobian is regular, each proved to be there and alone in a box around
        it. Zeros at which it is not, and edges of the domain of the functions, are in what is left.
        What is declared of the manifold holds at them. Of more functions than sides some are
        searched, and that the others vanish at their zeros, too, is decided exactly, or not known.

    Raises
    ------
    UndefinedSymbol
        A function depends on a name that has neither an interval nor a value.
    NotSupported
        There are fewer functions than sides, or a side is no interval.
    OutsideDomain
        A value is not as the manifold declares.

    Examples
    --------
    >>> from diffgeo import Manifold
    >>> from diffgeo.subsets import zeros_in_box
    >>> M = Manifold("M", "x", "a")
    >>> found = zeros_in_box([M.function("cos(x) - a*x")], {"x": (-6, 6)}, {"a": 1})
    >>> [str(zero) for zero in found.found], found.is_complete
    (['x = 0.739085133215161'], True)
    """
    from diffgeo.reals import certified_zeros as engine

    names, given = list(box), dict(values or {})
    for name in sorted(names_in(functions) - box.keys() - given.keys()):
        raise UndefinedSymbol(f"the functions depend on {name}: give a value or an interval")
    if len(functions) < len(names):
        raise NotSupported(
            f"{len(functions)} functions of {len(names)} unknowns: as many are needed, or zeros "
            "cannot be proved to be there"
        )
    sides = {name: _interval(name, ends) for name, ends in box.items()}
    space, fixed = functions[0].space, {n: v for n, v in given.items() if n not in box}
    space.function(0).at(fixed)  # refuses values that are not as declared
    fields = [space.vector_field({name: 1}) for name in names]
    ends = tuple((_beyond(low, -1), _beyond(high, 1)) for low, high in sides.values())
    known = {*box, *fixed}
    declared = [r for r in declared_requirements(space) if names_in([r.function]) <= known]
    parameters = engine.in_balls(fixed)
    programs: dict[tuple[int, ...], Any] = {}

    def search(functions: Sequence[Form]) -> Found:
        slopes = [X(f) for f in functions for X in fields]
        used = [n for n in fixed if n in names_in([*functions, *slopes])]
        code = straight_line([*functions, *slopes], names, used).code
        compute = engine.machine(code, {name: parameters[name] for name in used})
        result = engine.zeros_in_box(compute, ends, pieces)
        found = []
        for balls in result.found:
            beside = [_beside(b, *side) for b, side in zip(balls, sides.values(), strict=True)]
            if "outside" not in beside:
                zero = dict(zip(names, balls, strict=True))
                found.append(IsolatedZero(zero, parameters, "edge" not in beside, programs))
        judged = [(zero, _is_declared(zero, declared)) for zero in found]
        found = sorted((z for z, so in judged if so), key=lambda zero: [*zero.middle.values()])
        left = [dict(zip(names, piece, strict=True)) for piece in engine.joined(result.left)]
        left += [zero.box for zero, so in judged if so is None]
        return found, left

    def enclosed(functions: Sequence[Form], box: Mapping[str, tuple[float, float]]) -> list[Any]:
        return _enclosed(functions, box, parameters)

    if len(functions) == len(names):
        found, left = search(functions)
    else:
        found, left = zeros_of_more(functions, names, fixed, search, enclosed)
    return ZerosInBox(tuple(found), tuple(left))


def _enclosed(
    functions: Sequence[Form],
    box: Mapping[str, tuple[float, float]],
    parameters: Mapping[str, Any],
) -> list[Any]:
    """Balls that contain the values of functions in a box."""
    from diffgeo.reals import certified_zeros as engine

    sides = {n: (Fraction(low), Fraction(high)) for n, (low, high) in box.items()}
    halves = {n: (high - low) / 2 for n, (low, high) in sides.items()}
    middles = engine.in_balls({n: low + halves[n] for n, (low, _) in sides.items()})
    radii = engine.in_balls(halves)
    balls = {n: engine.widened(m, radii[n]) for n, m in middles.items()}
    return IsolatedZero(balls, parameters, True).values(functions)


def _interval(name: str, ends: Any) -> tuple[Fraction, Fraction]:
    try:
        low, high = map(Fraction, () if isinstance(ends, str) else ends)
    except (TypeError, ValueError, OverflowError, ZeroDivisionError):
        raise NotSupported(
            f"the interval of {name} is {ends!r:.60}: give two rational numbers, as (0, '1/2')"
        ) from None
    if not low < high:
        what = f"the interval of {name} from {low} to {high}"
        raise NotSupported(f"{what} is {'empty' if low > high else 'one point: give a value'}")
    if max(-low, high) > LARGEST:
        raise NotSupported(f"the interval of {name} has ends beyond {LARGEST:.0e}")
    return low, high


def _is_declared(zero: IsolatedZero, declared: Sequence[Requirement]) -> bool | None:
    """Whether what is declared holds at a zero; None if that is not known."""
    try:
        signs = [(zero.sign(r.function), r.relation) for r in declared]
    except Undecided:
        return None
    return all(sign > 0 or relation == "!=" for sign, relation in signs)


def _beside(ball: Any, low: Fraction | int, high: Fraction | int) -> str:
    from diffgeo.reals.complex_roots import ball as enclosed

    left, right = enclosed(low), enclosed(high)
    if ball < left or ball > right:
        return "outside"
    return "inside" if ball >= left and ball <= right else "edge"


def _beyond(number: Fraction | int, sign: int) -> float:
    """A float on that side, also of what is less than all floats."""
    return math.nextafter(float(number), sign * math.inf)


def _shown(middle: Fraction, radius: Fraction) -> str:
    """The digits of a number in a ball, with its radius where it is seen in them."""
    if radius > FINE * max(Fraction(1), abs(middle)):
        return f"{float(middle):.6g} ± {_beyond(radius, 1):.1e}"
    return f"{float(0 if abs(middle) <= radius else middle):.15g}"


def _fraction(number: Any) -> Fraction:
    exact = number.fmpq()
    return Fraction(int(exact.p), int(exact.q))


def _sign(value: Any, name: str) -> int:
    if value.is_finite() and not value.contains(0):
        return 1 if value > 0 else -1
    raise Undecided(f"{name} is zero or very small there; which of these is not known")
