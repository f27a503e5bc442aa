"""Section 5, theorem 5.4: the equations of structure of CΓ(N*), and d of them."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from diffgeo import d
from mechanics.papers.engine.claims import Judgement, states
from mechanics.papers.miron_niminet.book import claim
from mechanics.papers.miron_niminet.curvatures import FOR_ALL
from mechanics.papers.miron_niminet.indices import Components
from mechanics.papers.miron_niminet.metrical_scene import IndexGeometry, MetricalScene

if TYPE_CHECKING:
    from diffgeo import Form, Identity

Signs = tuple[int, int, int]


class StructureForms:
    """The forms of (5.10) for one geometry."""

    def __init__(self, G: IndexGeometry) -> None:
        self.G, self.s = G, G.scene
        self.dx, self.dy = self.s.dx, G.delta_y
        n = self.s.places
        #: ω^i_j = L^i_jk dx^k + C^i_jk δy^k, rows by i.
        self.omega = [
            [
                self.s.along([G.L[i, j, k] for k in n], self.dx)
                + self.s.along([G.C[i, j, k] for k in n], self.dy)
                for j in n
            ]
            for i in n
        ]

    @cached_property
    def _pairs(self) -> dict[str, list[tuple[int, int, Form]]]:
        """``dx^k∧dx^h`` and ``δy^k∧δy^h`` for k < h, ``dx^k∧δy^h`` for all."""
        n, dx, dy = self.s.places, self.dx, self.dy
        return {
            "R": [(k, h, dx[k] * dx[h]) for h in n for k in range(h)],
            "P": [(k, h, dx[k] * dy[h]) for h in n for k in n],
            "S": [(k, h, dy[k] * dy[h]) for h in n for k in range(h)],
        }

    def _form(self, kind: str, values: Components, *first: int) -> Form:
        """``½ f_kh dx^k∧dx^h``, ``f_kh dx^k∧δy^h`` or ``½ f_kh δy^k∧δy^h``."""
        zero = 0 * (self.dx[0] * self.dx[0])
        return sum((values[(*first, k, h)] * form for k, h, form in self._pairs[kind]), start=zero)

    @cached_property
    def _torsions(self) -> dict[str, list[Form]]:
        parts = {"C": ("P", self.G.C), "R": ("R", self.G.R_torsion), "P": ("P", self.G.P_torsion)}
        return {
            name: [self._form(kind, values, i) for i in self.s.places]
            for name, (kind, values) in parts.items()
        }

    def torsions(self, signs: Signs = (1, 1, 1)) -> tuple[list[Form], list[Form]]:
        """Ω⁰ and Ω¹ of (5.10'), with factors of C, R and P."""
        c, r, p = signs
        parts = self._torsions
        return [c * form for form in parts["C"]], [
            r * one + p * two for one, two in zip(parts["R"], parts["P"], strict=True)
        ]

    @cached_property
    def _curvatures(self) -> list[list[dict[str, Form]]]:
        n = self.s.places
        parts = {"R": self.G.R, "P": self.G.P, "S": self.G.S}
        return [
            [{kind: self._form(kind, T, i, j) for kind, T in parts.items()} for j in n] for i in n
        ]

    def curvature(self, i: int, j: int, signs: Signs = (1, 1, 1)) -> Form:
        """Ω^i_j of (5.10''), with factors of R, P and S."""
        r, p, t = signs
        parts = self._curvatures[i][j]
        return r * parts["R"] + p * parts["P"] + t * parts["S"]

    def left(self, forms: list[Form], i: int) -> Form:
        """``dθ^i - θ^l∧ω^i_l``."""
        start = d(forms[i])
        return sum((-(forms[m] * self.omega[i][m]) for m in self.s.places), start=start)

    @cached_property
    def _of_omega(self) -> list[list[tuple[Form, Form]]]:
        """``dω^i_j`` and ``ω^l_j∧ω^i_l``, rows by i."""
        n, omega = self.s.places, self.omega
        zero = 0 * (self.dx[0] * self.dx[0])
        return [
            [(d(omega[i][j]), sum((omega[m][j] * omega[i][m] for m in n), start=zero)) for j in n]
            for i in n
        ]

    def left_of_omega(self, i: int, j: int, sign: int = -1) -> Form:
        """``dω^i_j - ω^l_j∧ω^i_l``."""
        slope, product = self._of_omega[i][j]
        return slope + sign * product

    def first(self, sign: int = -1) -> list[Identity]:
        """``d(dx^i) - dx^l∧ω^i_l = -Ω⁰^i``."""
        zeroth, _ = self.torsions()
        return [self.left(self.dx, i) == sign * zeroth[i] for i in self.s.places]

    def second(self, signs: Signs = (1, 1, 1)) -> list[Identity]:
        """``d(δy^i) - δy^l∧ω^i_l = -Ω¹^i``."""
        _, forms = self.torsions(signs)
        return [self.left(self.dy, i) == -forms[i] for i in self.s.places]

    def third(self, signs: Signs = (1, 1, 1), sign: int = -1) -> list[Identity]:
        """``dω^i_j - ω^l_j∧ω^i_l = -Ω^i_j``."""
        return [
            self.left_of_omega(i, j, sign) == -self.curvature(i, j, signs)
            for i in self.s.places
            for j in self.s.places
        ]

    # --- d of them -------------------------------------------------------------------------

    @cached_property
    def Omega(self) -> list[list[Form]]:
        """Ω^i_j, rows by i."""
        return [[self.curvature(i, j) for j in self.s.places] for i in self.s.places]

    def d_of_torsions(self, forms: list[Form], number: int, sign: int = 1) -> list[Identity]:
        """``dΩ^i + Ω^l∧ω^i_l = θ^l∧Ω^i_l`` for θ = dx, Ω⁰ and for θ = δy, Ω¹."""
        n, theta = self.s.places, self.torsions()[number]
        found = []
        for i in n:
            left = sum((theta[m] * self.omega[i][m] for m in n), start=d(theta[i]))
            terms = [forms[m] * self.Omega[i][m] for m in n]
            found.append(left == sign * sum(terms[1:], start=terms[0]))
        return found

    def d_of_curvature(self, sign: int = 1) -> list[Identity]:
        """``dΩ^i_j + Ω^l_j∧ω^i_l = ω^l_j∧Ω^i_l``."""
        n, found = self.s.places, []
        for i in n:
            for j in n:
                left = sum(
                    (self.Omega[m][j] * self.omega[i][m] for m in n), start=d(self.Omega[i][j])
                )
                terms = [self.omega[m][j] * self.Omega[i][m] for m in n]
                found.append(left == sign * sum(terms[1:], start=terms[0]))
        return found


def forms_of(s: MetricalScene) -> dict[str, StructureForms]:
    """The forms of both readings."""
    return {name: StructureForms(G) for name, G in s.both.items()}


@claim("MN-5.10a–c", "theorem 5.4, (5.10)", "theorem", on="plane")
@states(
    "d(dx^i) - dx^l omega*^i_l = -Omega0*^i; d(delta* y^i) - delta* y^l omega*^i_l = -Omega1*^i; d "
    "omega*^i_j - omega*^l_j omega*^i_l = -Omega*^i_j"
)
def equations_of_structure(s: MetricalScene) -> Judgement:
    """With ω^i_j = L^i_jk dx^k + C^i_jk δy^k."""
    both = forms_of(s)
    E = both["postulate"]
    return Judgement(
        printed={
            **{f"of dx, {name}": one.first() for name, one in both.items()},
            **{f"of delta* y, {name}": one.second() for name, one in both.items()},
            **{f"of omega, {name}": one.third() for name, one in both.items()},
        },
        mutated={
            "+ Omega0": E.first(1),
            "+ Omega1": E.second((-1, -1, -1)),
            "+ Omega^i_j": E.third((-1, -1, -1)),
            "+ omega^l_j omega^i_l": E.third((1, 1, 1), 1),
        },
        note="omega*^i_j = L*^i_jk dx^k + C^i_jk delta* y^k; " + FOR_ALL,
    )


@claim("MN-5.10p", "(5.10')", "definition", on="plane")
@states(
    "Omega0*^i = C^i_jk dx^j delta* y^k, Omega1*^i = (1/2) R*^i_jk dx^j dx^k + P*^i_jk dx^j delta* "
    "y^k"
)
def torsion_forms(s: MetricalScene) -> Judgement:
    """The only forms with (5.10), and the values of -T."""
    E = StructureForms(s.star)

    def values() -> list[Identity]:
        if not s.compared:
            return E.second()
        T, zeroth = s.star.geometry.metrical.connection.torsion, E.torsions()
        fields = s.star.delta + list(s.d_y)
        return [
            forms[i](X, Y) == -dual[i](T(X, Y))
            for forms, dual in zip(zeroth, (E.dx, E.dy), strict=True)
            for i in s.places
            for k, X in enumerate(fields)
            for Y in fields[:k]
        ]

    return Judgement(
        printed={
            "Omega0": E.first(),
            "Omega1": E.second(),
            "the values of -T(X, Y)": values(),
        },
        mutated={
            "- R*^i_jk": E.second((1, -1, 1)),
            "- P*^i_jk": E.second((1, 1, -1)),
            "R*^i_jk without 1/2": E.second((1, 2, 1)),
            "Omega0 = 0": [form == 0 for form in E.torsions()[0]],
        },
    )


@claim("MN-5.10pp", "(5.10'')", "definition", on="plane")
@states(
    "Omega*^i_j = (1/2) R*_j^i_kh dx^k dx^h + P*_j^i_kh dx^k delta* y^h + (1/2) S_j^i_kh delta* "
    "y^k delta* y^h"
)
def curvature_forms(s: MetricalScene) -> Judgement:
    """The only forms with (5.10); for the metric they are skew, g_is Ω^s_j = -g_js Ω^s_i."""
    E, n = StructureForms(s.star), s.places

    def skew(sign: int) -> list[Identity]:
        low = [[s.along(s.g[i], [E.Omega[m][j] for m in n]) for j in n] for i in n]
        return [low[i][j] == sign * low[j][i] for i in n for j in range(i + 1)]

    return Judgement(
        printed={
            "Omega^i_j": E.third(),
            "Omega_ij = -Omega_ji": skew(-1),
        },
        mutated={
            "- R": E.third((-1, 1, 1)),
            "- P": E.third((1, -1, 1)),
            "- S": E.third((1, 1, -1)),
            "P with 1/2": E.third((2, 1, 2)),
            "Omega_ij = Omega_ji": skew(1),
        },
    )
