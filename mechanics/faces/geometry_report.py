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
from mechanics.wording import one_line

if TYPE_CHECKING:
    from diffgeo import Tensor
    from mechanics.model.systems import System
    from mechanics.output_files import Data

_TOO_LARGE = "too large to be written out"
_LONG = "too long to be shown"
#: Functions of more terms and factors, about eight lines of 80 characters, are shown only when
#: the whole is asked for.
NODES = 300
_NOT_MADE = "too large to be made"


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
            latex: str,
            title: str,
            value: Callable[..., Form],
            rank: int,
            upper: int = 1,
        ) -> Block:
            try:
                found = {
                    tuple(names[i] for i in index): value(*index)
                    for index in product(range(n), repeat=rank)
                }
                kept = {k: f for k, f in found.items() if not _is_zero(f)}
            except Refusal as error:
                # The others are shown all the same.
                return Block(key, symbol, latex, title, upper, {}, f"{_NOT_MADE}: {error}")
            return Block(key, symbol, latex, title, upper, kept)

        def of(make: Callable[[], Any]) -> Callable[..., Form]:
            """The components of an object, which is made when the first of them is asked for."""
            cache: list[Tensor] = []

            def value(*index: int) -> Form:
                made = cache[0] if cache else tensor(make())
                cache[:] = [made]
                if made.valence[0]:
                    return made(dy[index[0]], *(delta[j] for j in index[1:]))
                return made(*(delta[j] for j in index))

            return value

        y = self.bundle.velocities
        yield block("metric", "g", "g", "metric, g = (1/2) d2L/dy2", of(lambda: G.metric), 2, 0)
        yield block(
            "semispray", "S*", r"\overset{*}{S}", "canonical semispray, S*(y^i) = -2 G*^i",
            lambda i: G.semispray(y[i]), 1,
        )  # fmt: skip
        yield block(
            "nonlinear_connection", "N*", r"\overset{*}{N}", "nonlinear connection, dG*^i/dy^j",
            lambda i, j: -delta[j](y[i]), 2,
        )  # fmt: skip
        yield block(
            "L", "L*", r"\overset{*}{L}", "metrical connection, horizontal: D_(delta_k) d/dy^j",
            lambda i, j, k: dy[i](D(delta[k], partial[j])), 3,
        )  # fmt: skip
        yield block(
            "C",
            "C",
            "C",
            "metrical connection, vertical (Cartan tensor)",
            of(lambda: D.torsion_C),
            3,
        )
        yield block(
            "R_torsion",
            "R*",
            r"\overset{*}{R}",
            "curvature of N*, (1/2)[h, h]",
            of(lambda: D.torsion_R),
            3,
        )
        yield block(
            "P_torsion", "P*", r"\overset{*}{P}", "torsion P*^i_jk", of(lambda: D.torsion_P), 3
        )
        yield block(
            "deflection_h",
            "D",
            "D",
            "deflection, D_ij = g_is y^s_|j",
            of(lambda: G.deflection_h),
            2,
            0,
        )
        yield block(
            "deflection_v",
            "d",
            "d",
            "deflection, d_ij = g_is y^s|_j",
            of(lambda: G.deflection_v),
            2,
            0,
        )
        yield block(
            "electromagnetic", "F", r"\mathcal{F}", "electromagnetic tensor, (D_ij - D_ji)/2",
            of(lambda: G.electromagnetic), 2, 0,
        )  # fmt: skip
        if not self.curvature:
            return
        yield block(
            "R", "R*", r"\overset{*}{R}", "curvature R*^i_(j kh)", of(lambda: D.curvature_R), 4
        )
        yield block(
            "P", "P*", r"\overset{*}{P}", "curvature P*^i_(j kh)", of(lambda: D.curvature_P), 4
        )
        yield block(
            "S", "S*", r"\overset{*}{S}", "curvature S*^i_(j kh)", of(lambda: D.curvature_S), 4
        )
        yield block(
            "ricci_R",
            "R*",
            r"\overset{*}{R}",
            "Ricci tensor R*^h_(i jh)",
            of(lambda: D.ricci_R),
            2,
            0,
        )
        yield block(
            "ricci_P1",
            "1P*",
            r"{}^{1}\overset{*}{P}",
            "Ricci tensor P*^h_(i jh)",
            of(lambda: D.ricci_P1),
            2,
            0,
        )
        yield block(
            "ricci_P2",
            "2P*",
            r"{}^{2}\overset{*}{P}",
            "Ricci tensor P*^h_(i hj)",
            of(lambda: D.ricci_P2),
            2,
            0,
        )
        yield block(
            "ricci_S",
            "S*",
            r"\overset{*}{S}",
            "Ricci tensor S*^h_(i jh)",
            of(lambda: D.ricci_S),
            2,
            0,
        )
        yield block(
            "scalar_R", "R*", r"\overset{*}{R}", "scalar g^ij R*_ij", lambda: G.scalar_R, 0, 0
        )
        yield block(
            "scalar_S", "S*", r"\overset{*}{S}", "scalar g^ij S*_ij", lambda: G.scalar_S, 0, 0
        )

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
        lines += ["geometry of R. Miron and V. Nimineţ, in the adapted frame delta_i, d/dy^i", ""]
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
        return r"\begin{aligned}" + "\n" + " \\\\\n".join(rows) + "\n" + r"\end{aligned}"

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
