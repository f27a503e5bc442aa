"""Names of derivatives: the coordinates of jet spaces.

Over the line of time the derivatives of x are xdot, xddot, …; over other bases those of u are
``u_x``, ``u_xy``, with the coordinates of the base in their order (``u_x1_x2`` if these have
longer names). Jets of sections of jets get ``xdot_dot`` and ``u_x__y``.
"""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import TYPE_CHECKING

from diffgeo.bundles.velocities import velocity_name
from diffgeo.errors import NameClash

if TYPE_CHECKING:
    from diffgeo.bundles.fibrations import Fibration
    from diffgeo.calculus.spaces import Manifold

#: Along which coordinates of the base one derives, by their numbers in increasing order.
MultiIndex = tuple[int, ...]


class JetCoordinates:
    """The derivatives of the fibre coordinates of a fibration, up to an order.

    Parameters
    ----------
    fibration
        The fibration.
    order
        The order; 0 for the fibre coordinates themselves.

    Attributes
    ----------
    names
        The names by fibre coordinate and multi-index, lower orders first.
    meaning
        The reverse.
    """

    def __init__(self, fibration: Fibration, order: int) -> None:
        self.fibration = fibration
        self.base = fibration.base_names
        self.nested = False  # until the usual names are known to be taken
        self.nested = self._are_names_of_derivatives()
        self.names = {
            (q, along): self._name(q, along)
            for k in range(order + 1)
            for q in fibration.fibre_names
            for along in combinations_with_replacement(range(len(self.base)), k)
        }
        self.meaning = {name: (q, along) for (q, along), name in self.names.items()}

    def of_order(self, order: int) -> tuple[str, ...]:
        """The names of the derivatives of one order."""
        return tuple(name for (_, along), name in self.names.items() if len(along) == order)

    def raised(self, name: str, along: int) -> str:
        """The name of the derivative of a coordinate along a coordinate of the base."""
        q, known = self.meaning[name]
        return self.names[q, tuple(sorted((*known, along)))]

    def dots(self) -> dict[str, tuple[str, int]]:
        """Which names are time derivatives of which coordinates, for LaTeX."""
        if len(self.base) != 1 or self.nested:
            return {}
        return {name: (q, len(along)) for (q, along), name in self.names.items() if along}

    def latex(self) -> dict[str, str]:
        """LaTeX of the names that are not written with dots: ``u_{x y}``."""
        if len(self.base) == 1 and not self.nested:
            return {}
        chart = self.fibration.total.chart
        mark = ";" if self.nested else ""
        return {
            name: _subscript(
                chart.latex_name(q), mark + " ".join(chart.latex_name(self.base[i]) for i in along)
            )
            for (q, along), name in self.names.items()
            if along
        }

    def refuse_clash(self, below: Manifold, order: int, label: str) -> None:
        """Raise `NameClash` if the name of a derivative of an order is declared below."""
        chart = below.chart
        for name in self.of_order(order):
            if name in (*chart.symbols, *chart.functions):
                what = "velocity" if len(self.base) == 1 else "derivative"
                raise NameClash(
                    f"{name} is declared on {below} and is the name of a {what} on {label}; "
                    "rename the declared one"
                )

    def _are_names_of_derivatives(self) -> bool:
        """Whether the usual names are taken by derivatives, as on jets of sections of jets."""
        chart = self.fibration.total.chart
        made = {*chart.dots, *chart.latex}.intersection(chart.coordinates)
        places = range(len(self.base))
        return any(self._name(q, (i,)) in made for q in self.fibration.fibre_names for i in places)

    def _name(self, q: str, along: MultiIndex) -> str:
        if not along:
            return q
        if len(self.base) == 1:
            return velocity_name(f"{q}_" if self.nested else q, len(along))
        glue = "" if all(len(x) == 1 for x in self.base) else "_"
        return q + "_" * (1 + self.nested) + glue.join(self.base[i] for i in along)


def _subscript(name: str, index: str) -> str:
    """A LaTeX name with an index; with one more, if it has one already."""
    if not name.endswith("}") or "_{" not in name:
        return f"{name}_{{{index}}}"
    if index.startswith(";") and ";" not in name:
        return f"{name[:-1]}{index}}}"
    return f"{{{name}}}_{{{index}}}"
