"""The identities of Bianchi of an N-linear connection, in blocks of d-tensors.

For a linear connection with torsion T and curvature R, with sums over cyclic permutations:

    Σ R(X, Y)Z = Σ T(T(X, Y), Z) + (D_X T)(Y, Z),    Σ (D_X R)(Y, Z) + R(T(X, Y), Z) = 0.

Each of X, Y, Z is a horizontal field or a vertical one, and each value a sum of both; D preserves
the parts and J, so that every block is an identity of d-tensors with n^4 or n^5 components: those
which come from (5.10) of Miron and Nimineț, for any torsion.

Sources: Miron and Anastasiei, The Geometry of Lagrange Spaces (1994); R. Miron, V. Nimineț, Facta
Universitatis 5 (2006), section 5.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias

from diffgeo.calculus.display import Shown
from diffgeo.structures.tensors import Tensor

if TYPE_CHECKING:
    from diffgeo.connections.n_linear_connections import NLinearConnection

    #: Tensors whose sum is zero.
    Terms: TypeAlias = tuple[Tensor, ...]

#: The parts of X, Y, Z; other orders say the same.
KINDS = ("hhh", "hhv", "hvv", "vvv")
ROTATIONS = ((0, 1, 2), (1, 2, 0), (2, 0, 1))


class BianchiIdentities(Shown):
    """Both identities of an N-linear connection D, as terms whose sum is zero.

    Parameters
    ----------
    connection
        D; its torsions T and S need not vanish.

    Examples
    --------
    >>> from diffgeo import Manifold
    >>> from diffgeo.connections import BianchiIdentities, NLinearConnection, SemisprayConnection
    >>> from diffgeo import check, tangent
    >>> TM = tangent(Manifold("M", "x y"))
    >>> N = SemisprayConnection(TM.semispray({"x": "x*ydot**2", "y": "xdot*ydot"}), TM)
    >>> identities = BianchiIdentities(NLinearConnection(N.berwald))
    >>> derivatives, products = identities.second["hhv"]
    >>> print(check(derivatives + products == 0).status)
    VERIFIED
    """

    def __init__(self, connection: NLinearConnection) -> None:
        self.connection = connection

    @cached_property
    def first(self) -> dict[tuple[str, str], Terms]:
        """By the parts of X, Y, Z and of the value: ``Σ R(X,Y)Z - T(T(X,Y),Z) - (D_X T)(Y,Z)``.

        The sums of the three terms, each of type (1,3). Three vertical fields have no torsion with
        a horizontal value, which leaves out one of the eight.
        """
        return {
            (kind, value): self._first(kind, value)
            for kind in KINDS
            for value in "hv"
            if (kind, value) != ("vvv", "h")
        }

    @cached_property
    def second(self) -> dict[str, Terms]:
        """By the parts of X, Y, Z: ``Σ (D_X R)(Y, Z)W + R(T(X, Y), Z)W``.

        The sums of both terms, each of type (1,4) with W first.
        """
        return {kind: self._second(kind) for kind in KINDS}

    def __str__(self) -> str:
        return f"the identities of Bianchi of {self.connection}"

    def latex(self) -> str:
        """LaTeX source of both identities."""
        return (
            r"\sum R(X, Y)Z = \sum T(T(X, Y), Z) + (D_X T)(Y, Z),\quad "
            r"\sum (D_X R)(Y, Z) + R(T(X, Y), Z) = 0"
        )

    # --- inside --------------------------------------------------------------------

    def _first(self, kind: str, value: str) -> Terms:
        curvatures, products, slopes = [], [], []
        for p, q, r in ROTATIONS:
            a, b, c = kind[p], kind[q], kind[r]
            if value == c:
                curvatures.append(self._curvatures[a + b].permuted((0, 1 + r, 1 + p, 1 + q)))
            for part in self._values_of(a + b):
                if value in self._values_of(part + c):
                    torsion = self._substituted(self._torsions[value + part + c], 1, part + a + b)
                    products.append(torsion.permuted((0, 1 + p, 1 + q, 1 + r)))
            if value in self._values_of(b + c):
                slope = self._slope(a, self._torsions[value + b + c])
                slopes.append(slope.permuted((0, 1 + q, 1 + r, 1 + p)))
        return self._total(curvatures), -self._total(products), -self._total(slopes)

    def _second(self, kind: str) -> Terms:
        products, slopes = [], []
        for p, q, r in ROTATIONS:
            a, b, c = kind[p], kind[q], kind[r]
            slope = self._slope(a, self._curvatures[b + c])
            slopes.append(slope.permuted((0, 1, 2 + q, 2 + r, 2 + p)))
            for part in self._values_of(a + b):
                curvature = self._substituted(self._curvatures[part + c], 2, part + a + b)
                products.append(curvature.permuted((0, 1, 2 + p, 2 + q, 2 + r)))
        return self._total(slopes), self._total(products)

    @cached_property
    def _torsions(self) -> dict[str, Tensor]:
        """The slots (α; X, Y) of the torsion, by the parts of the value, of X and of Y."""
        D = self.connection
        given = {
            "hhh": D.torsion_T, "vhh": D.torsion_R, "hhv": D.torsion_C, "vhv": D.torsion_P,
            "vvv": D.torsion_S,
        }  # fmt: skip
        # The paper's torsions are the opposite ones.
        found = {name: -T for name, T in given.items()}
        return found | {u + "vh": -found[u + "hv"].permuted((0, 2, 1)) for u in "hv"}

    @cached_property
    def _curvatures(self) -> dict[str, Tensor]:
        """The slots (α; Z, X, Y) of ``R(X, Y)Z``, by the parts of X and Y."""
        D = self.connection
        found = {"hh": -D.curvature_R, "hv": -D.curvature_P, "vv": -D.curvature_S}
        return found | {"vh": -found["hv"].permuted((0, 1, 3, 2))}

    def _substituted(self, T: Tensor, slot: int, torsion: str) -> Tensor:
        return self.connection.substituted(T, slot, self._torsions[torsion])

    def _slope(self, part: str, T: Tensor) -> Tensor:
        """``D_X T`` with the slot of X last."""
        if (key := (part, id(T))) not in self._known:
            D = self.connection
            self._known[key] = D.h_derivative(T) if part == "h" else D.v_derivative(T)
        return self._known[key]

    @cached_property
    def _known(self) -> dict[tuple[str, int], Tensor]:
        # The tensors are kept by this object, so that their numbers stay theirs.
        return {}

    @staticmethod
    def _values_of(parts: str) -> str:
        """The parts of values of the torsion: on vertical fields it is vertical."""
        return "v" if parts == "vv" else "hv"

    def _total(self, parts: list[Tensor]) -> Tensor:
        """The sum of tensors, or the zero of type (1,3)."""
        first, *rest = parts or [Tensor(self.connection.space, (1, 3), {})]
        return sum(rest, start=first)
