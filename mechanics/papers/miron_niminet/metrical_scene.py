"""The scene of sections 5 to 7: CΓ(N) and CΓ(N*) with the paper's indices.

`MetricalScene` is a system with the components of both connections; `IndexGeometry` is what one
geometry of a semispray is in indices, by the printed formulas (5.2), (5.7), (5.8), and h- and
v-covariant derivatives by the formulas under (5.1). The objects of the library are characterised
without indices (`mechanics.spaces.lagrange_spaces`); `IndexGeometry.of` gives their components in
the adapted frame, to be compared with.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from diffgeo import Form, Manifold, d, tangent
from diffgeo.calculus import linear_algebra as linear
from diffgeo.structures import tensor
from mechanics.papers.miron_niminet.indices import Components, Indexed, christoffel_symbols
from mechanics.papers.miron_niminet.metrical_data import RandersGerms
from mechanics.papers.miron_niminet.scene import SystemScene

if TYPE_CHECKING:
    from diffgeo import VectorForm
    from mechanics.papers.engine.random_data import Germs
    from mechanics.spaces.lagrange_spaces import LagrangeGeometry, LagrangeSystem


class IndexGeometry:
    """The geometry of a semispray in indices.

    Upper indices come first, except in the curvatures ``R^i_jkh``, whose indices are i, j, k, h.

    Parameters
    ----------
    scene
        M, TM, L and g.
    geometry
        N and what is characterised without indices.
    """

    def __init__(self, scene: MetricalScene, geometry: LagrangeGeometry) -> None:
        self.scene = scene
        self.geometry = geometry

    def components(self, rank: int, value: Any) -> Components:
        """The components ``value(i, j, …)``."""
        return Components.of(self.scene.TM, self.scene.n, rank, value)

    # --- N and its frame ---------------------------------------------------------------

    @cached_property
    def N(self) -> Components:
        """N^i_j, from ``h(∂_j) = ∂_j - N^i_j ∂/∂y^i``."""
        s, h = self.scene, self.geometry.h
        forms = [d(y) for y in s.y]
        fields = [h(X) for X in s.d_x]
        # Settled: the answers on what is made of it are exact where that is small enough.
        return self.components(2, lambda i, j: -forms[i](fields[j]).settled())

    @cached_property
    def rows(self) -> list[list[Form]]:
        """N^i_j, rows by i."""
        return [[self.N[i, j] for j in self.scene.places] for i in self.scene.places]

    @cached_property
    def delta(self) -> list[VectorForm]:
        """δ_i = ∂_i - N^j_i ∂/∂y^j."""
        return self.scene.adapted(self.rows)

    @cached_property
    def delta_y(self) -> list[Form]:
        """δy^i = dy^i + N^i_j dx^j."""
        return self.scene.coadapted(self.rows)

    def slope(self, T: Components) -> Components:
        """``δ_k T_…``, the index k last."""
        letters = "abcdefg"[: T.rank]
        base = self._derived(T, self.scene.d_x)(letters + "k")
        return (base - self.N("mk") * self.fibre_slope(T)(letters + "m")).to(letters + "k")

    def fibre_slope(self, T: Components) -> Components:
        """``∂T_…/∂y^k``, the index k last."""
        return self._derived(T, self.scene.d_y)

    def _derived(self, T: Components, fields: Any) -> Components:
        values = {(*key, k): X(f) for key, f in T.values.items() for k, X in enumerate(fields)}
        return Components(T.space, T.n, T.rank + 1, values)

    # --- CΓ(N) by (5.2) ---------------------------------------------------------------------

    @cached_property
    def L(self) -> Components:
        """L^i_jk = ½ g^ih (δ_k g_hj + δ_j g_hk - δ_h g_jk), (5.2)."""
        return christoffel_symbols(self.scene.g_up, self.slope(self.scene.g_low)).to("ijk")

    @cached_property
    def C(self) -> Components:
        """C^i_jk = ½ g^ih (∂g_hj/∂y^k + ∂g_hk/∂y^j - ∂g_jk/∂y^h), (5.2)."""
        return christoffel_symbols(self.scene.g_up, self.fibre_slope(self.scene.g_low)).to("ijk")

    # --- covariant derivatives --------------------------------------------------------------

    def h_derivative(self, T: Components, kinds: str) -> Components:
        """``T_{…|k}``, the index k last; `kinds` says for each index "u" (upper) or "l" (lower)."""
        return self.covariant(T, kinds, self.slope(T), self.L)

    def v_derivative(self, T: Components, kinds: str) -> Components:
        """``T_…|_k``, the index k last; kinds as for `h_derivative`."""
        return self.covariant(T, kinds, self.fibre_slope(T), self.C)

    def covariant(
        self, T: Components, kinds: str, slope: Components, coefficients: Components
    ) -> Components:
        """The slope with a term ``+ L^i_sk T^s`` or ``- L^s_jk T_s`` for each index of T."""
        letters = "abcdefg"[: T.rank]
        if len(kinds) != T.rank:
            raise ValueError(f"{T.rank} indices have the kinds {kinds!r}")
        found = slope(letters + "k")
        for letter, kind in zip(letters, kinds, strict=True):
            inside = T(letters.replace(letter, "s"))
            if kind == "u":
                found = found + coefficients(letter + "sk") * inside
            else:
                found = found - coefficients("s" + letter + "k") * inside
        return found.to(letters + "k")

    # --- torsions (5.8) and curvatures (5.7) ---------------------------------------------------

    @cached_property
    def R_torsion(self) -> Components:
        """R^i_jk = δ_k N^i_j - δ_j N^i_k."""
        slope = self.slope(self.N)
        return (slope("ijk") - slope("ikj")).to("ijk")

    @cached_property
    def P_torsion(self) -> Components:
        """P^i_jk = ∂N^i_j/∂y^k - L^i_jk."""
        return (self.fibre_slope(self.N)("ijk") - self.L("ijk")).to("ijk")

    @cached_property
    def R(self) -> Components:
        """``R^i_jkh = δ_h L_jk - δ_k L_jh + L^m_jk L_mh - L^m_jh L_mk + C_jm R^m_kh``."""
        return self.curvature(self.L, self.slope(self.L), self.R_torsion).to("ijkh")

    def curvature(
        self, L: Components, slope: Components, torsion: Components, signs: str = "++"
    ) -> Indexed:
        """The formula of `R` for other coefficients; signs of the products and the last term."""
        product, last = (1 if sign == "+" else -1 for sign in signs)
        twice = (L("mjk") * L("imh")).to("ijkh")
        found = slope("ijkh") - slope("ijhk") + product * (twice("ijkh") - twice("ijhk"))
        return found + last * (self.C("ijm") * torsion("mkh"))

    @cached_property
    def P(self) -> Components:
        """P^i_jkh = ∂L^i_jk/∂y^h - C^i_jh|k + C^i_jm P^m_kh."""
        return self.mixed().to("ijkh")

    def mixed(self, signs: str = "-+") -> Indexed:
        """The formula of `P`, with signs of its last two terms."""
        middle, last = (1 if sign == "+" else -1 for sign in signs)
        slope = self.fibre_slope(self.L)("ijkh")
        slope = slope + middle * self.h_derivative(self.C, "ull")("ijhk")
        return slope + last * (self.C("ijm") * self.P_torsion("mkh"))

    @cached_property
    def S(self) -> Components:
        """S^i_jkh = ∂C^i_jk/∂y^h - ∂C^i_jh/∂y^k + C^m_jk C^i_mh - C^m_jh C^i_mk."""
        C, slope = self.C, self.fibre_slope(self.C)
        products = (C("mjk") * C("imh")).to("ijkh")
        return (slope("ijkh") - slope("ijhk") + products("ijkh") - products("ijhk")).to("ijkh")

    def lowered(self, T: Components) -> Components:
        """``T_ji… = g_js T^s_i…`` of a curvature, (7.05'); ``T_i… = g_is T^s_…`` else."""
        g = self.scene.g_low
        if T.rank == 4:
            return (g("js") * T("sikh")).to("ijkh")
        letters = "abcdefg"[: T.rank - 1]
        return (g("is") * T("s" + letters)).to("i" + letters)

    # --- deflections (6.01) ----------------------------------------------------------------------

    @cached_property
    def D(self) -> Components:
        """D^i_j = y^i_{|j} = y^h L^i_hj - N^i_j."""
        return (self.scene.y_up("h") * self.L("ihj") - self.N("ij")).to("ij")

    @cached_property
    def d(self) -> Components:
        """d^i_j = y^i|_j = δ^i_j + y^h C^i_hj."""
        return (self.scene.kronecker("ij") + self.scene.y_up("h") * self.C("ihj")).to("ij")

    # --- the library's objects in this frame ------------------------------------------------------

    def of(self, thing: object) -> Components:
        """The components of a d-tensor of the library in the adapted frame, its slots in order."""
        T = tensor(thing)
        upper, lower = T.valence
        forms, fields = self.delta_y, self.delta

        def value(*key: int) -> Form:
            first = [forms[k] for k in key[:upper]]
            return T(*first, *(fields[k] for k in key[upper:]))

        return self.components(upper + lower, value)


class Intermediate(IndexGeometry):
    """The connection L̄Γ(N*) between CΓ(N) and CΓ(N*), (7.10), (7.11), in indices.

    Over N* = N - K, with L̄ = L + K^s_k C^i_js, not symmetric, and C̄ = C.
    """

    def __init__(self, star: IndexGeometry) -> None:
        super().__init__(star.scene, star.geometry)
        self.star = star
        self.K = self.scene.K_of(star)

    @cached_property
    def L(self) -> Components:
        """L̄^i_jk = L^i_jk + K^s_k C^i_js."""
        plain = self.scene.plain
        return (plain.L("ijk") + self.K("sk") * plain.C("ijs")).to("ijk")

    @cached_property
    def T_torsion(self) -> Components:
        """T̄^i_jk = L̄^i_jk - L̄^i_kj."""
        return (self.L("ijk") - self.L("ikj")).to("ijk")

    @cached_property
    def P_torsion(self) -> Components:
        """P̄^i_jk = ∂N̄^i_j/∂y^k - L̄^i_kj: the torsion, where (5.8) has L̄^i_jk."""
        return (self.fibre_slope(self.N)("ijk") - self.L("ikj")).to("ijk")

    @cached_property
    def of_library(self) -> dict[str, Components]:
        """R̄, P̄, S̄ of CΓ(N) on vertical fields over N*, characterised without indices."""
        D = self.scene.system_of(self.star).deformation.intermediate
        return {
            "R": self.of(D.curvature_R),
            "P": self.of(D.curvature_P),
            "S": self.of(D.curvature_S),
        }


class MetricalScene(SystemScene):
    """A system with the indices of CΓ(N) and CΓ(N*), in both readings of the multipliers."""

    @cached_property
    def inverse_g(self) -> list[list[Form]]:
        """g^ij, multiplied out: answers on what is made of it are then exact."""
        return [[f.settled() for f in row] for row in linear.inverse(self.g)]

    @cached_property
    def g_low(self) -> Components:
        """g_ij."""
        return Components.matrix(self.g)

    @cached_property
    def g_up(self) -> Components:
        """g^ij."""
        return Components.matrix(self.inverse_g)

    @cached_property
    def y_up(self) -> Components:
        """y^i."""
        return Components.row(self.y)

    @cached_property
    def kronecker(self) -> Components:
        """δ^i_j."""
        return Components.delta(self.TM, self.n)

    @cached_property
    def C_low(self) -> Components:
        """C_ijk = ¼ ∂³L/∂y^i∂y^j∂y^k, after (5.4)."""
        V = self.d_y
        return Components.of(self.TM, self.n, 3, lambda i, j, k: V[k](self.g[i][j]) / 2)

    def some(self, rank: int) -> Components:
        """Functions with that many indices and without any symmetry."""
        x, y, F = self.x, self.y, self.F

        def value(*key: int) -> Form:
            first, last = key[0], key[-1]
            weight = sum(int((k + 2) ** (place + 1)) for place, k in enumerate(key))
            return weight * y[first] * x[last] + (first + 2) * F[last] + x[first] ** 2 * y[last]

        return Components.of(self.TM, self.n, rank, value)

    @cached_property
    def plain(self) -> IndexGeometry:
        """N and CΓ(N), of S."""
        return IndexGeometry(self, self.free)

    @cached_property
    def star(self) -> IndexGeometry:
        """N* and CΓ(N*), of the S* of the Postulate."""
        return IndexGeometry(self, self.system.geometry)

    @cached_property
    def kept(self) -> IndexGeometry:
        """N* and CΓ(N*), of the S* of d'Alembert and Chetaev."""
        return IndexGeometry(self, self.chetaev.geometry)

    @property
    def both(self) -> dict[str, IndexGeometry]:
        """N* and CΓ(N*) in both readings, by name."""
        return {"postulate": self.star, "d'Alembert-Chetaev": self.kept}

    @property
    def decided(self) -> dict[str, IndexGeometry]:
        """The readings in which answers are exact: with λ(x, y) one exact system has long terms.

        On random germs `both`.
        """
        return {"postulate": self.star}

    @property
    def compared(self) -> dict[str, IndexGeometry]:
        """`both`, where the connections that are characterised without indices are compared."""
        return self.both

    @cached_property
    def middle(self) -> dict[str, Intermediate]:
        """L̄Γ(N*) in both readings, by name."""
        return {name: Intermediate(G) for name, G in self.both.items()}

    def system_of(self, geometry: IndexGeometry) -> LagrangeSystem:
        """The system whose geometry it is, of the two readings."""
        return self.system if geometry is self.star else self.chetaev

    @cached_property
    def K(self) -> Components:
        """K^i_j = ¼ (∂F^i/∂y^j + λ^σ ∂a_σ^i/∂y^j), (5.04), for the λ(x) of the Postulate."""
        return self.settled(self.printed_K(self.Lambda))

    def K_of(self, geometry: IndexGeometry) -> Components:
        """K^i_j = ¼ ∂(F^i + λ^σ a_σ^i)/∂y^j, with derivatives of λ, in one of the readings."""
        factors = [f.settled() for f in self.system_of(geometry).multipliers]
        up = [f.settled() for f in self.force_up(factors)]
        return self.settled([[V(f) / 4 for V in self.d_y] for f in up])

    def settled(self, rows: list[list[Form]]) -> Components:
        """The functions ``rows[i][j]`` multiplied out, where they are small enough."""
        return Components.matrix([[f.settled() for f in row] for row in rows])


class GermScene(MetricalScene):
    """L, F, a_σ and λ^σ are random Taylor series at random points: all systems at once.

    Not zero is certain, zero has a computed error bound. The λ^σ(x) obey (3.11).
    """

    def __init__(self, datum: Germs) -> None:
        self.datum: Any = datum
        self.M = Manifold("M", datum.coordinates, ring=datum.ring())
        self.TM = tangent(self.M)

    @property
    def leaves_multipliers(self) -> bool:
        """That (3.11) leaves more than λ = 0: n - 1 constraints are integrable."""
        return True

    @property
    def decided(self) -> dict[str, IndexGeometry]:
        """Both."""
        return self.both

    @property
    def compared(self) -> dict[str, IndexGeometry]:
        """Only for n = 2 and all L: germs for the values of a linear connection take long."""
        return self.both if self.n == 2 and not isinstance(self.datum, RandersGerms) else {}

    def random(self, space: Manifold) -> Form:
        """A random function."""
        ring: Any = space.chart.ring
        return space.scalar(ring.random())

    @cached_property
    def L(self) -> Form:
        """A random Lagrangian, or ``(α + β)²`` with a flat α and a random β(x)."""
        if not isinstance(self.datum, RandersGerms):
            return self.random(self.TM)
        square = sum((y * y for y in self.y[1:]), start=self.y[0] * self.y[0])
        ring: Any = self.TM.chart.ring
        root = self.TM.scalar(ring.sqrt(square.element()))
        beta = [self.TM.projection.pull(self.random(self.M)) for _ in self.places]
        return (root + self.along(beta, self.y)) ** 2

    @cached_property
    def F(self) -> list[Form]:
        """Random forces."""
        return [self.random(self.TM) for _ in self.places]

    @cached_property
    def _rows(self) -> tuple[list[Form], list[list[Form]]]:
        """λ^σ and a_σ on M with λ^σ a_σ = dφ: all a_σ but the last are random."""
        phi = self.random(self.M)
        count = self.n - 1
        multipliers = [self.random(self.M) for _ in range(count)]
        rows = [[self.random(self.M) for _ in self.places] for _ in range(count - 1)]
        rest = [X(phi) for X in self.M.frame]
        for f, row in zip(multipliers, rows, strict=False):
            rest = [value - f * a for value, a in zip(rest, row, strict=True)]
        return multipliers, [*rows, [value / multipliers[-1] for value in rest]]

    @cached_property
    def a(self) -> list[list[Form]]:
        """a_σi, n - 1 constraints."""
        return [[self.TM.projection.pull(f) for f in row] for row in self._rows[1]]

    @cached_property
    def Lambda(self) -> list[Form]:
        """λ^σ(x) with (3.11)."""
        return [self.TM.projection.pull(f) for f in self._rows[0]]
