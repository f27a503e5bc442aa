"""Coordinates that count modulo a period, and functions that are periodic in them.

A configuration space is a chart, and its file does not say which coordinates are angles. A
coordinate is taken to be one if L, the constraints and the forces have sines or cosines of it and
are kept by the shift by 2π or 4π, which is decided exactly. A function that a shift changes is
none on the manifold, but a local one: an integral that it is may have several values on a circle.
A coordinate that L, constraints and forces do not depend on may be an angle, too; in which of
these a function is not periodic is told apart.

A function may be kept by the shift and jump in between, as atan(tan(q)/2) does at π/2. So of
functions with arcs in which an angle occurs it is said that this is not decided.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from diffgeo import Map
from diffgeo.errors import DiffGeoError
from mechanics.model.coefficient_functions import angles_in_formulas
from mechanics.model.plain_answers import vanishes

if TYPE_CHECKING:
    from diffgeo import Form
    from mechanics.model.systems import System
    from mechanics.output_files import Data

#: Functions with several branches: their principal values jump where their arguments do.
BRANCHED = ("acos", "acot", "asin", "atan", "atan2")


@dataclass(frozen=True)
class Periodicity:
    """Whether a function is one on the manifold on which some coordinates are angles.

    Attributes
    ----------
    holds : bool or None
        Whether it is periodic in the angles of the system; None if that is not decided.
    angles : tuple of str
        Angles in which it is not, or not decided to be.
    others : tuple of str
        Coordinates on which the system does not depend and in which it is not periodic: it is
        local, too, where these are angles.
    """

    holds: bool | None
    angles: tuple[str, ...]
    others: tuple[str, ...]

    @property
    def in_angles(self) -> str:
        """What is said of the angles of the system; nothing for a function on the manifold."""
        if not self.angles:
            return ""
        is_known = "it is not" if self.holds is False else "it is not decided to be"
        return f"only locally: {is_known} periodic in {', '.join(self.angles)}"

    @property
    def in_others(self) -> str:
        """What is said of coordinates on which the system does not depend."""
        where = "these are angles" if len(self.others) > 1 else "that is an angle"
        return f"not periodic in {', '.join(self.others)}, if {where}" if self.others else ""

    def __str__(self) -> str:
        return "; ".join(filter(None, (self.in_angles, self.in_others)))

    def after(self, formula: str) -> str:
        """The formula, followed by what is said of the angles, if there is anything."""
        return f"{formula} ({self.in_angles})" if self.in_angles else formula

    def lines(self, formula: str) -> list[str]:
        """The same, and a line for the other coordinates."""
        return [self.after(formula), *([f"    {self.in_others}"] if self.in_others else [])]

    def latex_after(self, name: str) -> str:
        """The name of a formula in LaTeX, marked where the formula holds only locally."""
        return rf"{name}\ \text{{(only locally)}}" if self.angles else name

    def to_dict(self) -> Data:
        """As data for JSON."""
        return {
            "periodic": self.holds,
            "not_in_angles": list(self.angles),
            "not_in_cyclic_coordinates": list(self.others),
        }


class Angles:
    """The angles of a system, with their periods.

    Attributes
    ----------
    periods : dict of str to str
        Formulas of the periods, ``2*pi`` or ``4*pi``, by the names of coordinates.
    cyclic : tuple of str
        Coordinates on which L, constraints and forces do not depend.
    """

    def __init__(self, system: System) -> None:
        given = system.lagrangian, *system.constraints, *system.forces.values()
        coordinates = system.specification.coordinates
        occurring = angles_in_formulas(system)
        self.periods: dict[str, str] = {}
        self.cyclic = tuple(
            q for q in coordinates
            if all(vanishes(f.space.vector_field({q: 1})(f)) for f in given)
        )  # fmt: skip
        for q in coordinates:
            if q in occurring and q not in self.cyclic:
                kept = [p for p in ("4*pi", "2*pi") if all(_is_kept(f, q, p) for f in given)]
                if kept:
                    self.periods[q] = kept[-1]

    def periodicity(self, function: Form) -> Periodicity:
        """Whether a function on E, on J¹π or on the constraint set is periodic in them."""
        changed, unknown = [], []
        for q, period in self.periods.items():
            if vanishes(function.space.vector_field({q: 1})(function)):
                continue
            kept = _is_kept(function, q, period)
            if kept is False:
                changed.append(q)
            elif kept is None or _has_branches(function, q):
                unknown.append(q)
        others = tuple(q for q in self.cyclic if _is_kept(function, q, "2*pi") is False)
        holds = False if changed else None if unknown else True
        return Periodicity(holds, tuple(changed or unknown), others)


def _is_kept(function: Form, coordinate: str, period: str) -> bool | None:
    """Whether a function is kept by the shift of a coordinate; None if that is not decided."""
    M = function.space
    images = {x: M[x] for x in M.chart.coordinates}
    images[coordinate] = M.function(f"{coordinate} + {period}")
    try:
        return vanishes(Map(M, M, images).pull(function) - function)
    except DiffGeoError:
        return None


def _has_branches(function: Form, coordinate: str) -> bool:
    try:
        formula: Any = function.to_sympy(plain=True)
    except DiffGeoError:
        return True
    return any(
        node.func.__name__ in BRANCHED and coordinate in {s.name for s in node.free_symbols}
        for node in _nodes(formula)
    )


def _nodes(formula: Any) -> list[Any]:
    found = [formula]
    for node in found:  # which grows meanwhile
        found += node.args
    return found
