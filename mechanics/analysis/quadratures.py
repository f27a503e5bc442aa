"""The quadratures that a theorem on integrability implies, on levels of the first integrals.

Let S be a level of the r first integrals, and first of dimension s + 1, where s symmetries Z_a and
Γ are a basis of its fields (Lie), and let α^a be the dual 1-forms, ``α^a(Z_b) = δ^a_b`` and
α^a(Γ) = 0. A combination λ_a α^a with constants is closed if and only if it vanishes on the derived
algebra, by ``dα^a(X, Y) = -α^a([X, Y])``; then ∫λ_a α^a is constant on motions. The algebra is
solvable, so that there are such λ; on a level of these integrals Γ and the derived algebra are a
basis of the fields, and so on until all forms are found.

With one symmetry less and an invariant volume ρμ the form ``ρ i_Z … i_Γ μ / J`` comes before them,
where μ is the volume of the coordinates on S, J the Jacobian of the integrals by the coordinates
that the levels are solved for (Euler, Jacobi, Lie).

All of these are forms on the whole space, without the differentials of the coordinates x that
levels are solved for: on each level they are what they ought to be. Where the levels were solved,
the forms are pulled back, and integrated where that is elementary and was found.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import reduce
from itertools import combinations
from typing import TYPE_CHECKING

from diffgeo import Form, VectorForm, bracket, d, interior, wedge
from diffgeo.calculus import linear_algebra as linear
from diffgeo.calculus import required
from diffgeo.errors import Refusal
from mechanics.analysis.local_potentials import local_potential
from mechanics.model.plain_answers import vanishes
from mechanics.model.solved_levels import copied

if TYPE_CHECKING:
    from diffgeo import Identity
    from mechanics.analysis.densities import Density
    from mechanics.model.solved_levels import Direction, Levels
    from mechanics.wording import Formulas

#: Seconds of the processor for each integral of one variable: several times what those need that
#: are found, so that a loaded machine finds them, too.
SECONDS = 10.0
#: A form is written in so many characters.
WIDTH = 800


def _signs(F: Form) -> list[str]:
    """Which constants F asks to be positive."""
    needed = [r for r in required([F]) if r.relation == ">" and vanishes(d(r.function))]
    return [r.name for r in needed]


def _terms(F: Form) -> list[Form]:
    """F as a sum, with the coordinates in which it is linear first."""
    found, rest = [], F
    for x, X in zip(F.space.coordinates, F.space.frame, strict=True):
        slope = X(rest)
        if not vanishes(slope) and vanishes(d(slope)):
            found.append((slope * x).expanded())
            rest = (rest - slope * x).expanded()
    return found if found and vanishes(rest) else [*found, rest]


@dataclass(frozen=True)
class Quadrature:
    """A 1-form α whose integral is constant on motions, on levels of the integrals before it.

    Attributes
    ----------
    form : Form
        α, on the whole space.
    fields : tuple of VectorForm
        The motion and fields that are tangent to these levels, a basis of such fields except for
        the form of an invariant volume, which the theorem shows to be closed.
    others : int
        How many quadratures before it have to be constant for α to be closed; 0 is none of them.
    on_levels : Form or None
        α on the solved levels.
    primitive : Form or None
        F with dF = α there, if it is elementary and was found.
    otherwise : tuple of pairs
        Where F asks for c > 0 of the value c of an integral: ``c < 0`` and what is F there, on
        another copy of the levels.
    """

    form: Form
    fields: tuple[VectorForm, ...]
    others: int
    on_levels: Form | None
    primitive: Form | None
    otherwise: tuple[tuple[str, Form], ...] = ()

    @property
    def shown(self) -> Form:
        """α, on the levels where these were solved."""
        return self.form if self.on_levels is None else self.on_levels

    def identities(self, levels: Levels) -> Iterator[Identity]:
        """α(Γ) = 0, dα = 0 on the levels, and there dF = α and Γ(F) = 0."""
        Γ, *_ = self.fields
        yield self.form(Γ) == 0
        for X, Y in combinations(self.fields, 2):
            yield interior(Y, interior(X, d(self.form))) == 0
        if self.primitive is not None and self.on_levels is not None:
            yield d(self.primitive) == self.on_levels
            yield levels.tangent(Γ)(self.primitive) == 0
            for _, F in self.otherwise:
                yield d(F) == copied(self.on_levels, F.space)


class Quadratures:
    """All quadratures of a theorem, in an order in which they can be made.

    Parameters
    ----------
    levels
        Of the first integrals.
    motion, symmetries
        Γ and the Z_a, as the theorem uses them.
    density
        Of the invariant volume, where the theorem uses it.
    """

    def __init__(
        self,
        levels: Levels,
        motion: VectorForm,
        symmetries: Sequence[VectorForm],
        density: Density | None,
    ) -> None:
        self.levels, self.motion, self.has_density = levels, motion, density is not None
        self.found: list[Quadrature] = []
        free = levels.free
        if density is not None:
            form = self._last(free, symmetries, density)
            free = self._keep([form], (motion, *symmetries), free)
        self._dual(list(symmetries), free)

    def _last(
        self, free: Sequence[Direction], symmetries: Sequence[VectorForm], density: Density
    ) -> Form:
        volume = wedge(*(d(x) for x, _ in free))
        form = reduce(lambda beta, X: interior(X, beta), (self.motion, *symmetries), volume)
        # Without the differentials of the coordinates that the levels are solved for.
        parts = [form(X) * d(x) for x, X in free]
        return (density.function / self.levels.jacobian) * reduce(lambda a, b: a + b, parts)

    def _dual(self, symmetries: Sequence[VectorForm], free: Sequence[Direction]) -> None:
        """The forms that are dual to the symmetries, on coordinates one more than these are."""
        if not symmetries:
            return
        every = *symmetries, self.motion
        rows = [[X(x) for x, _ in free] for X in every]
        slopes = [d(x) for x, _ in free]
        units = [[int(X is Y) for Y in every] for X in symmetries]
        dual = [linear.combination(linear.solve(rows, e), slopes, 0 * slopes[0]) for e in units]
        products = [bracket(X, Y) for X, Y in combinations(symmetries, 2)]
        constants = [[alpha(Z) for alpha in dual] for Z in products]
        constants = [row for row in constants if not all(map(vanishes, row))]
        if not constants:
            self._keep(dual, (self.motion, *symmetries), free)
            return
        chosen = linear.kernel(constants)
        if not chosen:
            return
        forms = [linear.combination(c, dual, 0 * dual[0]) for c in chosen]
        free = self._keep(forms, (self.motion, *symmetries), free)
        none = 0 * self.motion
        rest = [linear.combination(c, symmetries, none) for c in linear.kernel(chosen)]
        self._dual(rest, free)

    def _keep(
        self,
        forms: Sequence[Form],
        fields: tuple[VectorForm, ...],
        free: Sequence[Direction],
    ) -> list[Direction]:
        """What is left of the coordinates if the levels of these forms are solved for some."""
        others = len(self.found)
        for form in forms:
            pulled = self.levels.pulled(form)
            integral = None if pulled is None else local_potential(pulled, SECONDS)
            quadrature = Quadrature(form, fields, others, pulled, integral)
            other = tuple(self._with_other_signs(quadrature))
            self.found.append(replace(quadrature, otherwise=other))
        matrix: list[list[Form]] = []
        left = []
        for x, X in free:
            row = [form(X) for form in forms]
            if len(matrix) < len(forms) and linear.rank([*matrix, row]) > len(matrix):
                matrix.append(row)
            else:
                left.append((x, X))
        return left

    def _with_other_signs(self, quadrature: Quadrature) -> Iterator[tuple[str, Form]]:
        F, form = quadrature.primitive, quadrature.on_levels
        if F is None or form is None:
            return
        for c in _signs(F):
            if c in self.levels.values:
                with suppress(Refusal):
                    other = local_potential(copied(form, minus=c), SECONDS)
                    if other is not None:
                        yield f"{c} < 0", copied(other, minus=c)

    def identities(self) -> list[Identity]:
        """What each of them has to satisfy."""
        return [identity for each in self.found for identity in each.identities(self.levels)]

    def lines(self, written: Callable[[Form], str]) -> list[str]:
        """Readable lines."""
        lines = [*self.levels.lines(written)]
        for k, each in enumerate(self.found, 1):
            after = f", where q_1, q_{each.others} are constant" if each.others else ""
            if each.others == 1:
                after = ", where q_1 is constant"
            if each.primitive is not None:
                needed = " and ".join(f"{c} > 0" for c in _signs(each.primitive))
                for F, where in ((each.primitive, needed), *((F, c) for c, F in each.otherwise)):
                    total = " + ".join(map(written, _terms(F))).replace("+ -", "- ")
                    lines.append(f"  q_{k} = {total}{where and f' for {where}'}")
                continue
            text = each.shown.summary(WIDTH)
            if "…" in text and self.has_density and k == 1:
                text = "i_Z … i_Γ(ρμ)/(df_1∧…), with the fields and the density ρ above"
            lines.append(f"  q_{k} = the integral of {text}{after}")
        return lines

    def named_formulas(self) -> Formulas:
        """The solved coordinates and the q_k, or their differentials, by their names in LaTeX."""
        names = [rf"\mathrm{{d}}q_{{{k}}}" if q.primitive is None else f"q_{{{k}}}"
                 for k, q in enumerate(self.found, 1)]  # fmt: skip
        shown = [q.shown if q.primitive is None else q.primitive for q in self.found]
        return self.levels.named_formulas() | dict(zip(names, shown, strict=True))

    def to_dict(self) -> dict[str, object]:
        """As data for JSON."""
        forms = [
            {
                "form": str(each.shown),
                "where_constant": each.others,
                "primitive": None if each.primitive is None else str(each.primitive),
                "otherwise": {c: str(F) for c, F in each.otherwise},
            }
            for each in self.found
        ]
        return {**self.levels.to_dict(), "constants": forms}
