"""The Lagrange geometry of a system, written in the adapted frame δ_i, ∂/∂y^i.

Components have the paper's indices: ``L^i_jk``, ``R^i_jkh``; those that are zero at sight are
left out. Sources: see `mechanics.spaces.lagrange_spaces`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import copy
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING, Any

from diffgeo import Form, Status, check
from diffgeo.calculus import display
from diffgeo.errors import Refusal
from diffgeo.structures import tensor
from mechanics.model.autonomous import AutonomousSystem
from mechanics.spaces.lagrange_spaces import LagrangeSystem
from mechanics.wording import aligned, one_line

if TYPE_CHECKING:
    from mechanics.model.systems import System
    from mechanics.output_files import Data
    from mechanics.spaces.lagrange_spaces import LagrangeGeometry

_TOO_LARGE = "too large to be written out"
_LONG = "too long to be shown"
#: Functions of more terms and factors, about eight lines of 80 characters, are shown only when
#: the whole is asked for.
NODES = 300
_NOT_MADE = "too large to be made"
#: The LaTeX of the letters.
_LETTERS = {letter: rf"\overset{{*}}{{{letter[0]}}}" for letter in ("S*", "N*", "L*", "R*", "P*")}
_LETTERS |= {f"{i}P*": rf"{{}}^{{{i}}}\overset{{*}}{{P}}" for i in (1, 2)}
_LETTERS |= {"F": r"\mathcal{F}"}


@dataclass(frozen=True)
class Block:
    """The components of one object.

    Attributes
    ----------
    key : str
        Its name in JSON.
    symbol, latex : str
        Its letter.
    title : str
        What it is.
    upper : int
        How many of the indices are upper ones: 0 or 1.
    components : dict
        Functions on TM by tuples of names of coordinates.
    refusal : str
        Why there are no components: the object is too large to be made.
    """

    key: str
    symbol: str
    latex: str
    title: str
    upper: int
    components: dict[tuple[str, ...], Form]
    refusal: str = ""

    def names(self, index: tuple[str, ...], latex: Callable[[str], str] | None = None) -> str:
        """The letter with its indices."""
        shown = [latex(name) if latex else name for name in index]
        head, low = shown[: self.upper], shown[self.upper :]
        letter = self.latex if latex else self.symbol
        # The empty group keeps the index below the star of a letter.
        text = letter + (f"{{}}^{{{head[0]}}}" if head and latex else f"^{head[0]}" if head else "")
        if not low:
            return text
        joined = r"\,".join(low) if latex else " ".join(low)
        if latex:
            return f"{text}{{}}_{{{joined}}}" if head else f"{text}_{{{joined}}}"
        return f"{text}_{joined}" if len(low) == 1 else f"{text}_({joined})"


class GeometryReport:
    """The geometry of a system without time.

    Parameters
    ----------
    system
        The system; its multipliers are those of d'Alembert and Chetaev.
    curvature
        Whether the tensors of curvature, of Ricci and of Einstein are made: for large systems
        they take long.
    whole
        Whether text and LaTeX show the components that are longer than a few lines too.

    Raises
    ------
    NotApplicable
        The system depends on time.
    SingularLagrangian, SingularConstraintMatrix
        There is no canonical semispray.
    """

    def __init__(self, system: System, *, curvature: bool = True, whole: bool = False) -> None:
        self.system = system
        #: The objects that are made so far, in the order of the paper.
        self.made: list[Block] = []
        self.curvature = curvature
        self.whole = whole
        data = AutonomousSystem(system)
        self.bundle = data.bundle
        self.lagrangian = LagrangeSystem.chetaev(data.lagrangian, data.force, data.constraints)
        self.geometry = self.lagrangian.geometry

    @cached_property
    def blocks(self) -> tuple[Block, ...]:
        """All objects, in the order of the paper."""
        for _ in self.making():
            pass
        return tuple(self.made)

    def making(self) -> Iterator[GeometryReport]:
        """After each object the report of those that are made so far."""
        for block in self._all():
            self.made.append(block)
            part = copy(self)
            part.__dict__ |= {"blocks": tuple(self.made)}
            yield part
        self.__dict__ |= {"blocks": tuple(self.made)}

    def _all(self) -> Iterator[Block]:
        G, names = self.geometry, self._names
        D = G.metrical
        frame, n = G.adapted_frame, len(names)
        delta, partial = frame.fields[:n], frame.fields[n:]
        dy = frame.coframe[n:]

        def block(
            key: str,
            symbol: str,
            title: str,
            make: Callable[[], Any] | None = None,
            value: Callable[..., Form] | None = None,
            rank: int = 0,
        ) -> Block:
            """The components of what is made; or those of a given rank by their values."""
            upper = min(rank, 1)
            latex = _LETTERS.get(symbol, symbol)
            try:
                if make is not None:
                    T = tensor(make())
                    upper, rank = T.valence[0], T.rank
                    slots: list[Any] = [dy, delta, delta, delta] if upper else [delta, delta]
                    value = lambda *i: T(*(X[k] for X, k in zip(slots, i, strict=False)))  # noqa: E731
                assert value is not None
                found = {
                    tuple(names[i] for i in index): value(*index)
                    for index in product(range(n), repeat=rank)
                }
                kept = {k: f for k, f in found.items() if not _is_zero(f)}
            except Refusal as error:
                # The others are shown all the same.
                return Block(key, symbol, latex, title, upper, {}, f"{_NOT_MADE}: {error}")
            return Block(key, symbol, latex, title, upper, kept)

        y = self.bundle.velocities
        yield block("metric", "g", "metric, g = (1/2) d2L/dy2", lambda: G.metric)
        yield block(
            "semispray", "S*", "canonical semispray, S*(y^i) = -2 G*^i",
            value=lambda i: G.semispray(y[i]), rank=1,
        )  # fmt: skip
        yield block(
            "nonlinear_connection", "N*", "nonlinear connection, dG*^i/dy^j",
            value=lambda i, j: -delta[j](y[i]), rank=2,
        )  # fmt: skip
        yield block(
            "L", "L*", "metrical connection, horizontal: D_(delta_k) d/dy^j",
            value=lambda i, j, k: dy[i](D(delta[k], partial[j])), rank=3,
        )  # fmt: skip
        for key, symbol, title, make in _tensors(G, D):
            if key == "R" and not self.curvature:
                return
            yield block(key, symbol, title, make)
        yield block("scalar_R", "R*", "scalar g^ij R*_ij", value=lambda: G.scalar_R)
        yield block("scalar_S", "S*", "scalar g^ij S*_ij", value=lambda: G.scalar_S)

    @cached_property
    def conditions(self) -> tuple[str, ...]:
        """What the components were divided by, and the domains of their roots."""
        functions = (f for block in self.blocks for f in block.components.values())
        return tuple(dict.fromkeys(_condition(c) for f in functions for c in f.conditions))

    @property
    def _names(self) -> tuple[str, ...]:
        return tuple(self.system.specification.coordinates)

    # --- renderings --------------------------------------------------------------------------

    def text(self) -> str:
        """Readable lines."""
        S, s = self.lagrangian, self.system.specification
        lines = [f"{one_line(self.system.name)}   ({', '.join(s.coordinates)})"]
        lines += ["geometry of R. Miron and V. Nimineț, in the adapted frame delta_i, d/dy^i", ""]
        lines += [f"L = {self._shown(S.lagrange_space.lagrangian)}"]
        lines += [f"phi_{i} = {self._shown(Q)} = 0" for i, Q in enumerate(S.constraints, 1)]
        lines += [f"lambda_{i} = {self._shown(f)}" for i, f in enumerate(S.multipliers, 1)]
        if S.multipliers:
            lines += ["(multipliers of d'Alembert and Chetaev, on all of TM)"]
        for block in self.blocks:
            lines += ["", f"{block.title}"]
            shown = [f"  {block.names(k)} = {self._shown(f)}" for k, f in block.components.items()]
            lines += shown or [f"  {block.refusal or 0}"]
        if self.conditions:
            lines += ["", "Conditions", *(f"  {_cut(c, self.whole)}" for c in self.conditions)]
        if any(line.endswith(_LONG) for line in lines):
            lines += ["", "What is too long is shown by --whole."]
        return "\n".join(lines)

    def latex(self) -> str:
        """The components as LaTeX."""
        latex = self.bundle.chart.latex_name
        rows = []
        for block in self.blocks:
            rows += [
                f"{block.names(k, latex)} &= {self._shown(f, latex=True)}"
                for k, f in block.components.items()
            ] or [f"{block.latex} &= {_absent(block)} \\quad\\text{{({_words(block)})}}"]
        return aligned(rows)

    def to_dict(self) -> Data:
        """As data for JSON: components by indices with blanks, upper index first."""
        S = self.lagrangian
        shown = {
            block.key: None
            if block.refusal
            else {" ".join(k): _string(f) for k, f in block.components.items()}
            for block in self.blocks
        }
        refused = {block.key: block.refusal for block in self.blocks if block.refusal}
        return {
            "system": self.system.name,
            "coordinates": list(self._names),
            "frame": "delta/delta x, d/dy",
            "multipliers": {"reading": S.reading, "values": [_string(f) for f in S.multipliers]},
            **shown,
            "conditions": list(self.conditions),
            **({"refusals": refused} if refused else {}),
        }

    def _shown(self, f: Form, latex: bool = False) -> str:
        style = display.LATEX if latex else display.READABLE
        try:
            return display.write(f, style if self.whole else replace(style, nodes=NODES))
        except Refusal:
            reason = _TOO_LARGE if self.whole else _LONG
            return rf"\text{{{reason}}}" if latex else reason

    def __str__(self) -> str:
        return self.text()

    def _repr_latex_(self) -> str:
        return f"$${self.latex()}$$"


def _tensors(G: LagrangeGeometry, D: Any) -> list[tuple[str, str, str, Callable[[], Any]]]:
    """Key, letter, meaning and maker of the tensors, those of curvature last."""
    return [
        ("C", "C", "metrical connection, vertical (Cartan tensor)", lambda: D.torsion_C),
        ("R_torsion", "R*", "curvature of N*, (1/2)[h, h]", lambda: D.torsion_R),
        ("P_torsion", "P*", "torsion P*^i_jk", lambda: D.torsion_P),
        ("deflection_h", "D", "deflection, D_ij = g_is y^s_|j", lambda: G.deflection_h),
        ("deflection_v", "d", "deflection, d_ij = g_is y^s|_j", lambda: G.deflection_v),
        ("electromagnetic", "F", "electromagnetic tensor, (D_ij - D_ji)/2",
         lambda: G.electromagnetic),
        ("R", "R*", "curvature R*^i_(j kh)", lambda: D.curvature_R),
        ("P", "P*", "curvature P*^i_(j kh)", lambda: D.curvature_P),
        ("S", "S*", "curvature S*^i_(j kh)", lambda: D.curvature_S),
        ("ricci_R", "R*", "Ricci tensor R*^h_(i jh)", lambda: D.ricci_R),
        ("ricci_P1", "1P*", "Ricci tensor P*^h_(i jh)", lambda: D.ricci_P1),
        ("ricci_P2", "2P*", "Ricci tensor P*^h_(i hj)", lambda: D.ricci_P2),
        ("ricci_S", "S*", "Ricci tensor S*^h_(i jh)", lambda: D.ricci_S),
    ]  # fmt: skip


def _condition(condition: object) -> str:
    try:
        return str(condition)
    except Refusal:
        return f"one more, {_TOO_LARGE}"


def _cut(condition: str, whole: bool) -> str:
    """A condition, if it is not longer than a component may be."""
    return condition if whole or len(condition) <= 2 * NODES else f"one more, {_LONG}"


def _is_zero(f: Form) -> bool:
    """Whether a function is known to vanish; what cannot be decided is shown."""
    verdict = check(f == 0, counterexample=False)
    return verdict.status is not Status.UNKNOWN and bool(verdict)


def _absent(block: Block) -> str:
    return rf"\text{{{_NOT_MADE}}}" if block.refusal else "0"


def _words(block: Block) -> str:
    return block.key.replace("_", " ")


def _string(f: Form) -> str | None:
    try:
        return str(f)
    except Refusal:
        return None
