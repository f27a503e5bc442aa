"""Linear connections and metrics as symbols with relations, on the tangent bundle.

What lives on M is told by what it makes on TM, without coordinates and for every dimension: a
field X is its complete lift, characterised by [J, X] = 0 and [C, X] = 0; JX is the vertical lift;
a function is one with i_J df = 0. A connection is its horizontal projector h, and the vertical
lift of ∇_X Y is [hX, JY]. Its torsion and curvature are those of Grifone, [J, h] and R = ½[h, h].
A symmetric 2-tensor g is the function E = ½g(y, y), so that g(X, Y) = JX(JY(E)). These relations
are hypotheses of each certificate. Sources: Grifone, Structure presque tangente et connexions I
(1972); Crampin, Tangent bundle geometry for Lagrangian dynamics (1983).
"""

from __future__ import annotations

from typing import Any

from diffgeo.calculus.brackets import bracket, interior, lie
from diffgeo.calculus.derivations import d
from diffgeo.proofs.declared_symbols import (
    symbols_of_functions,
    symbols_of_vector_fields,
    symbols_of_vector_forms,
)
from diffgeo.proofs.declared_theories import Declared
from diffgeo.proofs.symbolic_objects import every_manifold
from diffgeo.verdicts.verdict import Identity

ID = every_manifold.identity


class TangentConnection(Declared):
    """A connection on the tangent bundle, and a metric if it is asked for.

    ``[J, J] = 0``, J² = 0, and F with F J = h, J F = v = id - h, F² = -id, of which J² = 0,
    Ker J = Im J and h² = h are consequences. The connection is linear, if [C, h] = 0; no theorem on
    ∇ below needs more of that than that ∇_X Y is a field of M, for which see `is_derivative`.

    Attributes
    ----------
    J, C, h, F, E
        Symbols.
    v, torsion, curvature
        v = id - h, [J, h], and ½[h, h].
    relations
        Those of J, h and F.
    algebra
        Lemmas: compositions of J, h and F.
    torsionless
        That [J, h] = 0.
    metric, metrical
        That E is homogeneous, C(E) = 2E; and besides that ∇g = 0, which is dE∘h = 0.

    Examples
    --------
    The torsion, by its definition:

    >>> from diffgeo import bracket, check, symbols_of_vector_fields
    >>> from diffgeo.proofs import TangentConnection
    >>> t = TangentConnection()
    >>> X, Y = symbols_of_vector_fields("X Y")
    >>> torsion = t.nabla(X, Y) - t.nabla(Y, X) - t.J(bracket(X, Y))
    >>> check(t.torsion(X, Y) == torsion, assuming=[*t.relations, *t.fields(X, Y)]).status
    <Status.PROVED: 'PROVED'>
    """

    def __init__(self) -> None:
        self.J, self.F, self.h = J, F, h = symbols_of_vector_forms("J F h", degree=1)
        self.C, self.E = symbols_of_vector_fields("C"), symbols_of_functions("E")
        self.v = v = ID - h
        self.torsion, self.curvature = bracket(J, h), bracket(h, h) / 2
        structure = [J @ J == 0, bracket(J, J) == 0]
        self.relations: list[Identity] = [*structure, h == F @ J, v == J @ F, F @ F == -ID]
        self.algebra = [h @ h == h, J @ h == J, h @ J == 0, F @ h == -J, h @ F == F + J]
        self.torsionless = self.torsion == 0
        self.metric: list[Identity] = [lie(self.C, self.E) == 2 * self.E]
        self.metrical = [*self.metric, interior(h, d(self.E)) == 0]

    def fields(self, *fields: Any) -> list[Identity]:
        """That vector fields are complete lifts of fields of M."""
        return [r for X in fields for r in (bracket(self.J, X) == 0, bracket(self.C, X) == 0)]

    def functions(self, *functions: Any) -> list[Identity]:
        """That functions are those of M."""
        return [interior(self.J, d(f)) == 0 for f in functions]

    def times(self, f: Any, X: Any, slope: Any) -> Any:
        """The complete lift of f*X, which is f X + f^c JX; the slope is f^c, df at each vector."""
        return f * X + slope * self.J(X)

    def nabla(self, X: Any, Y: Any) -> Any:
        """The vertical lift of ∇_X Y: [hX, JY]."""
        return bracket(self.h(X), self.J(Y))

    def symmetric(self, X: Any, Y: Any) -> Identity:
        """That ∇_X Y - ∇_Y X = [X, Y], which holds for a connection without torsion."""
        stated: Identity = self.nabla(X, Y) - self.nabla(Y, X) == self.J(bracket(X, Y))
        return stated

    def is_derivative(self, Z: Any, X: Any, Y: Any) -> list[Identity]:
        """That Z = ∇_X Y, which exists as a field of M for linear connections."""
        return [self.J(Z) == self.nabla(X, Y), *self.fields(Z)]

    def curved(self, X: Any, Y: Any, Z: Any) -> Any:
        """The vertical lift of ∇_X ∇_Y Z - ∇_Y ∇_X Z - ∇_[X,Y] Z."""
        h, nabla = self.h, self.nabla
        first = bracket(h(X), nabla(Y, Z)) - bracket(h(Y), nabla(X, Z))
        return first - nabla(bracket(X, Y), Z)

    def is_curvature(self, D: Any, X: Any, Y: Any, Z: Any) -> list[Identity]:
        """That D = R(X, Y)Z, which exists as a field of M for linear connections."""
        return [self.J(D) == self.curved(X, Y, Z), *self.fields(D)]

    def is_turning(self, V: Any, X: Any, Y: Any) -> Identity:
        """That V = [hX, hY] - h[X, Y], which is vertical: [V, JZ] is the lift of R(X, Y)Z."""
        stated: Identity = bracket(self.h(X), self.h(Y)) - self.h(bracket(X, Y)) == V
        return stated

    def g(self, X: Any, Y: Any) -> Any:
        """The function g(X, Y) = JX(JY(E)), for complete lifts."""
        return lie(self.J(X), lie(self.J(Y), self.E))

    def of_semispray(self, S: Any) -> list[Identity]:
        """That the connection is that of a semispray S: JS = C, [J, S] = 2h - id."""
        return [self.J(S) == self.C, bracket(self.J, S) == 2 * self.h - ID]

    def deviation(self, S: Any) -> Any:
        """The Jacobi endomorphism Φ = v∘[S, h] of a semispray."""
        return self.v @ bracket(S, self.h)

    def lemmas_of_skewness(
        self, V: Any, X: Any, Y: Any, of_Z: tuple[Any, Any], of_W: tuple[Any, Any], f: Any
    ) -> list[Identity]:
        """Lemmas of which ``g(R(X, Y)Z, W) = -g(R(X, Y)W, Z)`` is made.

        The pairs are Z, R(X, Y)Z and W, R(X, Y)W, and f is the function ``g(Z, W)`` of M. Since V
        is vertical it makes f vanish, and E since hX and hY do.
        """
        J, F, h, E, (Z, rz), (W, rw) = self.J, self.F, self.h, self.E, of_Z, of_W
        a, b, XY = J(F(X)), J(F(Y)), bracket(X, Y)  # the vertical parts of X and Y
        hXhY, rz, rw = bracket(h(X), h(Y)), J(rz), J(rw)
        split = [h(X) == X - a, h(Y) == Y - b]
        split += [hXhY == XY - bracket(X, b) - bracket(a, Y) + bracket(a, b)]
        inner = [J(bracket(X, b)) == 0, J(bracket(a, Y)) == 0, J(bracket(a, b)) == 0]
        vertical = [*split, *inner, J(hXhY) == J(XY), J(V) == 0, J(F(V)) == V]
        lifts = [rz == bracket(V, J(Z)), rw == bracket(V, J(W)), bracket(J(Z), rw) == 0]
        along = [lie(V, E) == 0, lie(V, f) == 0, lie(V, self.g(Z, W)) == 0]
        along += [lie(V, lie(J(W), E)) == lie(rw, E)]
        one = lie(rz, lie(J(W), E))
        along += [one == lie(V, self.g(Z, W)) - lie(J(Z), lie(V, lie(J(W), E)))]
        return [*self.algebra, *vertical, *lifts, *along, one == -lie(J(Z), lie(rw, E))]
