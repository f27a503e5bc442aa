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
from dataclasses import dataclass
from functools import reduce
from itertools import combinations
from typing import TYPE_CHECKING

from diffgeo import Form, VectorForm, bracket, d, interior, wedge
from diffgeo.calculus import linear_algebra as linear
from mechanics.analysis.local_potentials import local_potential
from mechanics.model.plain_answers import vanishes

if TYPE_CHECKING:
    from diffgeo import Identity
    from mechanics.analysis.densities import Density
    from mechanics.model.solved_levels import Levels

#: Seconds for each integral of one variable.
SECONDS = 2.0


@dataclass(frozen=True)
class Quadrature:
    """A 1-form α whose integral is constant on motions, on levels of the integrals before it.

    Attributes
    ----------
    form : Form
        α, on the whole space.
    fields : tuple of VectorForm
        A basis of the fields on these levels, the motion first.
    others : int
        How many quadratures before it have to be constant for α to be closed; 0 is none of them.
    on_levels : Form or None
        α on the solved levels.
    primitive : Form or None
        F with dF = α there, if it is elementary and was found.
    """

    form: Form
    fields: tuple[VectorForm, ...]
    others: int
    on_levels: Form | None
    primitive: Form | None

    def identities(self, levels: Levels) -> Iterator[Identity]:
        """α(Γ) = 0, dα = 0 on the levels, and there dF = α and Γ(F) = 0."""
        Γ, *_ = self.fields
        yield self.form(Γ) == 0
        for X, Y in combinations(self.fields, 2):
            yield interior(Y, interior(X, d(self.form))) == 0
        if self.primitive is not None:
            yield d(self.primitive) == self.on_levels
            yield levels.tangent(Γ)(self.primitive) == 0


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
        self.levels, self.motion = levels, motion
        self.found: list[Quadrature] = []
        space = motion.space
        free = [k for k, x in enumerate(space.chart.coordinates) if x not in levels.names]
        if density is not None:
            form = self._last(free, symmetries, density)
            fields = motion, *symmetries, self._transversal(form, free)
            free = self._keep([form], fields, free)
        self._dual(list(symmetries), free)

    def _last(
        self, free: Sequence[int], symmetries: Sequence[VectorForm], density: Density
    ) -> Form:
        space = self.motion.space
        volume = wedge(*(d(space.coordinates[k]) for k in free))
        form = reduce(lambda beta, X: interior(X, beta), (self.motion, *symmetries), volume)
        # Without the differentials of the coordinates that the levels are solved for.
        parts = [form(space.frame[k]) * d(space.coordinates[k]) for k in free]
        return (density.function / self.levels.jacobian) * reduce(lambda a, b: a + b, parts)

    def _transversal(self, form: Form, free: Sequence[int]) -> VectorForm:
        """A field that is tangent to the levels of the integrals, where the form is not 0."""
        frame = self.motion.space.frame
        k = next(k for k in free if not vanishes(form(frame[k])))
        return self.levels.lifted(frame[k])

    def _dual(self, symmetries: Sequence[VectorForm], free: list[int]) -> None:
        """The forms that are dual to the symmetries, on coordinates one more than these are."""
        if not symmetries:
            return
        coordinates = self.motion.space.coordinates
        zero = coordinates[0] * 0
        every = *symmetries, self.motion
        rows = [[X(coordinates[k]) for k in free] for X in every]
        slopes = [d(coordinates[k]) for k in free]
        dual = [
            linear.combination(
                linear.solve(rows, [zero + int(X is Y) for Y in every]), slopes, 0 * slopes[0]
            )
            for X in symmetries
        ]
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
        self, forms: Sequence[Form], fields: tuple[VectorForm, ...], free: list[int]
    ) -> list[int]:
        """What is left of the coordinates if the levels of these forms are solved for some."""
        others = len(self.found)
        for form in forms:
            pulled = self.levels.pulled(form)
            integral = None if pulled is None else local_potential(pulled, SECONDS)
            self.found.append(Quadrature(form, fields, others, pulled, integral))
        frame, matrix = self.motion.space.frame, []
        left = list(free)
        for k in free:
            row = [form(frame[k]) for form in forms]
            if len(matrix) < len(forms) and linear.rank([*matrix, row]) > len(matrix):
                matrix.append(row)
                left.remove(k)
        return left

    def identities(self) -> list[Identity]:
        """What each of them has to satisfy."""
        return [identity for each in self.found for identity in each.identities(self.levels)]

    def lines(self, written: Callable[[Form], str]) -> list[str]:
        """Readable lines."""
        lines = [*self.levels.lines(written)]
        for k, each in enumerate(self.found, 1):
            after = f", where q_1, …, q_{each.others} are constant" if each.others else ""
            if each.others == 1:
                after = ", where q_1 is constant"
            if each.primitive is not None:
                lines.append(f"  q_{k} = {written(each.primitive)}")
                continue
            form = each.form if each.on_levels is None else each.on_levels
            lines.append(f"  q_{k} = the integral of {form.summary(400)}{after}")
        return lines

    def to_dict(self) -> dict[str, object]:
        """As data for JSON."""
        forms = [
            {
                "form": str(each.form if each.on_levels is None else each.on_levels),
                "where_constant": each.others,
                "primitive": None if each.primitive is None else str(each.primitive),
            }
            for each in self.found
        ]
        return {**self.levels.to_dict(), "constants": forms}
