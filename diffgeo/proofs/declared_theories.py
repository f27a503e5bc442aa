"""Theories of geometry as symbols with relations: families, tangent structures, first jets, charts.

A theory gives symbols and the relations that hold between them wherever the theory applies. They
are hypotheses of each certificate that uses them, and no new rules. The tests evaluate each
relation on ℝⁿ in several dimensions; with a wrong sign it fails there.

A family with indices i = 1, …, m of unspecified size is one tensor: on M × ℝᵐ with coordinates u^i
along ℝᵐ the functions f_i are the vector field ``f_i ∂/∂u^i``, 1-forms α_i the tensor
``α_i ⊗ ∂/∂u^i``, vector fields Z_i the tensor ``du^i ⊗ Z_i``, matrices ``a^i_j du^j ⊗ ∂/∂u^i``.
Then a sum over i is a composition, and no index is written. What is proved on M × ℝᵐ of objects
of M holds on M.

Source: of charts, Lee, Introduction to Smooth Manifolds (2nd ed. 2013), chapters 1, 8 and 11.
"""

from __future__ import annotations

from itertools import product
from typing import Any

from diffgeo.calculus import display
from diffgeo.calculus.brackets import bracket, interior, lie
from diffgeo.calculus.derivations import d
from diffgeo.proofs.declared_symbols import (
    symbols_of_forms,
    symbols_of_vector_fields,
    symbols_of_vector_forms,
)
from diffgeo.proofs.symbolic_objects import every_manifold
from diffgeo.verdicts.verdict import Identity

ID = every_manifold.identity


class Declared:
    """Symbols with relations, which are shown by these."""

    relations: Any

    def __repr__(self) -> str:
        relations = ", ".join(f"{r.left} = {r.right}" for r in self.relations)
        return f"<{type(self).__name__}: {display.cut(relations, 200)}>"


class Indices(Declared):
    """Indices of unspecified number: the fibres of M × ℝᵐ → M.

    Parameters
    ----------
    name
        The name of the symbol ``identity``, which is ``du^i ⊗ ∂/∂u^i``.

    Examples
    --------
    The constraints φ_i with matrix C_ij = Z_i(φ_j) and its inverse c: the tensor
    c^ij dφ_i ⊗ Z_j is a projector, for any number of constraints.

    >>> from diffgeo import check, symbols_of_vector_forms
    >>> from diffgeo.proofs import Indices
    >>> i = Indices("I")
    >>> dphi, Z, c = symbols_of_vector_forms("dphi Z c", degree=1)
    >>> given = [*i.forms(dphi), *i.fields(Z), *i.inverse(c, dphi @ Z)]
    >>> Q = Z @ c @ dphi
    >>> check(Q @ Q == Q, assuming=given).status
    <Status.PROVED: 'PROVED'>
    """

    def __init__(self, name: str = "I") -> None:
        self.identity: Any = symbols_of_vector_forms(name, degree=1)
        self.relations: list[Identity] = [
            self.identity @ self.identity == self.identity,
            bracket(self.identity, self.identity) == 0,
        ]

    def functions(self, f: Any) -> list[Identity]:
        """That a vector field is ``f_i ∂/∂u^i``, for functions of M or of M × ℝᵐ."""
        return [self.identity(f) == f]

    def forms(self, alpha: Any) -> list[Identity]:
        """That a vector-valued 1-form is ``α_i ⊗ ∂/∂u^i``."""
        return [self.identity @ alpha == alpha, alpha @ self.identity == 0]

    def fields(self, Z: Any) -> list[Identity]:
        """That a vector-valued 1-form is ``du^i ⊗ Z_i``."""
        return [Z @ self.identity == Z, self.identity @ Z == 0]

    def matrices(self, a: Any) -> list[Identity]:
        """That a vector-valued 1-form is ``a^i_j du^j ⊗ ∂/∂u^i``."""
        return [self.identity @ a == a, a @ self.identity == a]

    def inverse(self, a: Any, b: Any) -> list[Identity]:
        """That the matrices are inverse to each other."""
        return [*self.matrices(a), a @ b == self.identity, b @ a == self.identity]

    def covectors(self, p: Any) -> list[Identity]:
        """That a 1-form is ``p_i du^i``."""
        return [interior(self.identity, p) == p]

    def constant(self, w: Any) -> list[Identity]:
        """That a form is one of M: neither it nor its differential has du^i in it."""
        return [interior(self.identity, w) == 0, interior(self.identity, d(w)) == 0]

    def vanishing(self, f: Any, w: Any) -> list[Identity]:
        """Lemmas that ``f_i ∂/∂u^i`` is inserted into a form of M of degree 2 with value 0."""
        inserted = interior(f, w)
        return [interior(self.identity, inserted) == -inserted, inserted == 0]


class TangentStructure(Declared):
    """The tangent bundle: J, the Liouville field C, a semispray S, its projectors and curvature.

    ``[J, J] = 0``, J² = 0, [C, J] = -J, J S = C, and Ker J = Im J, of which the existence of F
    with F J + J F = id is another form; F is made the almost complex structure of the connection
    by F² = -id. Source: Grifone, Structure presque tangente et connexions I (1972).

    Attributes
    ----------
    J, C, S, F
        Symbols.
    h, v, R, Phi
        h = (id + [J, S])/2, v = id - h, R = ½[h, h], Φ = v ∘ [S, h].
    structure, relations
        The relations of J alone, and all.

    Examples
    --------
    >>> from diffgeo import bracket, check
    >>> from diffgeo.proofs import TangentStructure
    >>> T = TangentStructure()
    >>> print(check(bracket(T.J, T.h) == 0, assuming=T.semispray).status.name)
    PROVED
    """

    def __init__(self) -> None:
        self.J, self.F = J, F = symbols_of_vector_forms("J F", degree=1)
        self.C, self.S = C, S = symbols_of_vector_fields("C S")
        self.Gamma = bracket(J, S)
        self.h = (ID + self.Gamma) / 2
        self.v = (ID - self.Gamma) / 2
        self.R = bracket(self.h, self.h) / 2
        self.Phi = self.v @ bracket(S, self.h)
        self.structure: list[Identity] = [J @ J == 0, bracket(J, J) == 0]
        self.semispray = [*self.structure, J(S) == C, bracket(C, J) == -J]
        self.complex = [self.h == F @ J, self.v == J @ F, F @ F == -ID]
        self.relations = [*self.semispray, *self.complex]


class FirstJets(Declared):
    """First jets over time: S, dt, fields of second order, the forms of a Lagrangian.

    ``S² = 0``, dt ∘ S = 0, ``[S, S] = 2 dt ∧ S``; a field ξ of second order is S ξ = 0,
    dt(ξ) = 1; and E with S E + E S = id - ξ ⊗ dt says that Ker S is spanned by Im S and ξ.
    Source: Saunders, The geometry of jet bundles (1989), 5.2; Crampin, Prince, Thompson (1984).

    Attributes
    ----------
    S, dt, xi, E
        Symbols.
    structure, second_order, relations
        The relations of S and dt, with those of ξ, and with that of E.

    Examples
    --------
    >>> from diffgeo import bracket, check
    >>> from diffgeo.proofs import FirstJets
    >>> T = FirstJets()
    >>> L = bracket(T.xi, T.S)
    >>> print(check(L @ T.S == T.S, assuming=T.relations).status.name)
    PROVED
    """

    def __init__(self) -> None:
        self.S, self.E = S, E = symbols_of_vector_forms("S E", degree=1)
        self.dt = dt = symbols_of_forms("dt", degree=1)
        self.xi = symbols_of_vector_fields("xi")
        self.structure: list[Identity] = [
            S @ S == 0,
            interior(S, dt) == 0,
            d(dt) == 0,
            bracket(S, S) == 2 * dt * S,
        ]
        self.second_order = [*self.structure, *self.is_second_order(self.xi)]
        self.relations = [*self.second_order, ID - dt * self.xi == S @ E + E @ S]

    def is_second_order(self, X: Any) -> list[Identity]:
        """The relations of a field of second order."""
        return [self.S(X) == 0, self.dt(X) == 1]

    def cartan(self, L: Any) -> Any:
        """Θ_L = L dt + S^*(dL)."""
        return L * self.dt + interior(self.S, d(L))


class Coordinates(Declared):
    """Coordinates in families of unspecified number, as (t, q^A, v^A) of J¹ or (x^i, y^i) of TM.

    A family is told by the name of its indices: ``Coordinates(q="A", v="A")`` has as many q as v.

    Parameters
    ----------
    time
        Whether there is one more coordinate, t, with ``dt`` and ``d_t``.
    families
        The name of the indices of each family.

    Attributes
    ----------
    q, dq, d_q
        For a family with the name q: the coordinates ``q^A ∂/∂u^A``, their differentials
        ``dq^A ⊗ ∂/∂u^A``, and the fields ``du^A ⊗ ∂/∂q^A``.
    index
        The indices by name (`Indices`).
    frame, brackets
        That differentials and fields are dual frames; that coordinate fields commute.

    Examples
    --------
    >>> from diffgeo import check, interior, lie, symbols_of_functions
    >>> from diffgeo.proofs import Coordinates
    >>> c = Coordinates(time=True, q="A", v="A")
    >>> S = c.d_v @ (c.dq - c.dt * c.v)
    >>> check(S @ S == 0, assuming=c.frame).status
    <Status.PROVED: 'PROVED'>
    """

    dt: Any
    d_t: Any

    def __init__(self, *, time: bool = False, **families: str) -> None:
        self.time, self.families = time, families
        self.symbols: dict[str, Any] = {}
        self.index = {name: Indices(f"I_{name}") for name in dict.fromkeys(families.values())}
        self._functions: list[tuple[Any, Any]] = []
        self._unit = unit = {name: index.identity for name, index in self.index.items()}
        for name in families:
            self.symbols[f"d_{name}"] = symbols_of_vector_forms(f"d_{name}", degree=1)
            self.symbols[f"d{name}"] = symbols_of_vector_forms(f"d{name}", degree=1)
        forms, fields = (list(map(of, families)) for of in (self.differential, self.field))
        whole = [*unit.values(), *(X @ a for X, a in zip(fields, forms, strict=True))]
        constant = [*unit.values(), *forms, *fields]
        self.brackets = [bracket(a, b) == 0 for n, a in enumerate(constant) for b in constant[n:]]
        self.frame: list[Identity] = []
        if time:
            self.dt, self.d_t = symbols_of_forms("dt", degree=1), symbols_of_vector_fields("d_t")
            whole.append(self.dt * self.d_t)
            self.frame += [self.dt(self.d_t) == 1]
            self.frame += [a(self.d_t) == 0 for a in (*unit.values(), *forms)]
            self.frame += [interior(X, self.dt) == 0 for X in (*unit.values(), *fields)]
            self.brackets += [d(self.dt) == 0, *(bracket(self.d_t, a) == 0 for a in constant)]
        self.frame += [sum(whole[1:], start=whole[0]) == ID]
        self.frame += [a @ b == (a if a is b else 0) for a in unit.values() for b in unit.values()]
        self.frame += [a @ b == 0 for of in (forms, fields) for a in of for b in of]
        for (a, i), (b, _) in product(families.items(), repeat=2):
            self.frame += [self.differential(a) @ self.field(b) == (unit[i] if a == b else 0)]
        for a, i in families.items():
            self.frame += self.index[i].fields(self.field(a))
            self.frame += [
                item
                for j in unit
                if j != i
                for item in (unit[j] @ self.field(a) == 0, self.field(a) @ unit[j] == 0)
            ]
            self.symbols[a], _ = self.declare(a, i)

    def declare(self, name: str, index: str) -> tuple[Any, Any]:
        """A family of functions of the coordinates, and that of its differentials.

        Parameters
        ----------
        name
            The name f of the family ``f_i ∂/∂u^i``; that of its differentials is ``df``.
        index
            The name of its indices.

        Returns
        -------
        tuple
            The symbols f and df. Their relations are added to those of the coordinates.
        """
        f, df = symbols_of_vector_fields(name), symbols_of_vector_forms(f"d{name}", degree=1)
        fields, unit = list(map(self.field, self.families)), self._unit
        self.frame += [*self.index[index].functions(f), *self.index[index].forms(df), df(f) == 0]
        for j in unit:
            other = [unit[j](f) == 0, unit[j] @ df == 0, df @ unit[j] == 0]
            self.frame += other if j != index else []
            self.brackets += [bracket(f, unit[j]) == (df if j == index else 0)]
        self.brackets += [bracket(f, X) == X @ df - df @ X for X in fields]
        self.brackets += [bracket(f, df) == 0]
        for a, i in self.families.items():
            alpha, X = self.differential(a), self.field(a)
            self.frame += [alpha(f) == 0, alpha @ df == 0]
            if i != index:
                self.frame += [X(f) == 0, X @ df == 0]
                continue
            # The vector field f^i ∂/∂x^i, which leaves the indices alone.
            self.brackets += [bracket(X(f), e) == 0 for e in unit.values()]
            self.brackets += [bracket(X(f), Y) == -X @ df @ Y for Y in fields]
            for b in self.families:
                moved = df if a == b else 0
                self.brackets += [bracket(X(f), self.differential(b)) == moved]
        if self.time:
            self.frame += [self.dt(f) == 0]
            self.brackets += [bracket(self.d_t, f) == df(self.d_t)]
        for g, dg in self._functions:
            self.frame += [df(g) == 0, dg(f) == 0]
            self.brackets += [bracket(f, g) == 0, bracket(f, dg) == 0, bracket(g, df) == 0]
        self._functions.append((f, df))
        return f, df

    @property
    def relations(self) -> list[Identity]:
        """Both."""
        return [*self.frame, *self.brackets]

    def __getattr__(self, name: str) -> Any:
        try:
            return vars(self)["symbols"][name]
        except KeyError:
            raise AttributeError(f"these coordinates have no {name}") from None

    def differential(self, name: str) -> Any:
        """The family of differentials of the coordinates with this name."""
        return self.symbols[f"d{name}"]

    def field(self, name: str) -> Any:
        """The family of derivatives along the coordinates with this name."""
        return self.symbols[f"d_{name}"]

    def function(self, f: Any) -> list[Identity]:
        """That f is a function of the coordinates alone."""
        return [interior(index.identity, d(f)) == 0 for index in self.index.values()]

    def d(self, f: Any) -> Any:
        """The differential of a function, written with its partial derivatives."""
        parts = [
            interior(self.differential(a), interior(self.field(a), d(f))) for a in self.families
        ]
        if self.time:
            parts.append(lie(self.d_t, f) * self.dt)
        return sum(parts[1:], start=parts[0])
