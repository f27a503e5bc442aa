"""Lie algebroids: vector bundles A → M with an anchor ρ: A → TM and a bracket of sections.

All of it is one derivation d_A of degree 1 of Γ(ΛA^*), the forms of A, with ``d_A d_A = 0``::

    d_A f (s) = ρ(s) f,     d_A θ (s, t) = ρ(s) θ(t) - ρ(t) θ(s) - θ([s, t]).

Its square is 0 on functions if and only if ρ keeps brackets, and on 1-forms by the identity of
Jacobi. The tangent bundle has d itself, a Lie algebra the differential of Chevalley and Eilenberg,
a Poisson manifold that of Lichnerowicz.

On the total space a section of A is a vertical field that is constant along the fibres, its
vertical lift; so a form of A is a form in the differentials of the linear coordinates, with
coefficients that are functions on M. Sums, products and insertions are those of the total space.

Sources: K. Mackenzie, General theory of Lie groupoids and Lie algebroids, 2005; E. Martínez,
Lagrangian mechanics on Lie algebroids, Acta Appl. Math. 67 (2001).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, TypeAlias

from diffgeo.bundles.frames import Frame
from diffgeo.bundles.products import Product, product
from diffgeo.calculus import linear_algebra as linear
from diffgeo.calculus.brackets import bracket, interior
from diffgeo.calculus.declarations import names_of
from diffgeo.calculus.derivations import Derivation, d
from diffgeo.calculus.forms import Form, total
from diffgeo.calculus.maps import Map
from diffgeo.calculus.multivectors import Multivector, multivector
from diffgeo.calculus.operator_labels import named
from diffgeo.calculus.requirements import require_mapping, require_vector_form
from diffgeo.calculus.spaces import FunctionLike, Manifold
from diffgeo.calculus.vector_forms import VectorForm
from diffgeo.errors import (
    AxiomViolation,
    DegreeMismatch,
    NameClash,
    SpaceMismatch,
    UndefinedSymbol,
)
from diffgeo.structures.axioms import verify_axiom
from diffgeo.structures.symplectic import Poisson
from diffgeo.structures.tensorial_objects import Composite
from diffgeo.verdicts.verdict import check

if TYPE_CHECKING:
    pass

#: Brackets of sections by two names: their components by name.
Brackets: TypeAlias = Mapping[tuple[str, str], Mapping[str, FunctionLike]]


class LieAlgebroid(Composite):
    """A Lie algebroid A → M with a frame of sections e_a, on a chart.

    Parameters
    ----------
    base
        The manifold M; one without coordinates is a point, and then A is a Lie algebra.
    anchors
        The fields ρ(e_a) on M, or 0, by the names of the linear coordinates of A.
    brackets
        ``{("u", "v"): {"w": f}}`` for ``[e_u, e_v] = f e_w``; what is not named is 0.
    name
        Of the total space.

    Attributes
    ----------
    base : Manifold
    space : Product
        The total space of A.
    projection : Map
        A → M.
    anchors : tuple of VectorForm
        The fields ρ(e_a) on M.
    sections : tuple of VectorForm
        The frame e_a, as vertical fields on A.
    forms : tuple of Form
        The dual forms θ^a of A: the differentials of the linear coordinates.
    differential : Derivation
        d_A. It acts on forms of A; what is none, linear coordinates and differentials of functions
        on M, goes to 0, so that ``d_A d_A = 0`` is an identity of derivations.
    verdict : Verdict
        That on ``d_A d_A = 0``.

    Raises
    ------
    AxiomViolation
        ``d_A d_A = 0`` is refuted: the anchor does not keep brackets, or Jacobi fails; or a bracket
        is given in both orders, not with opposite signs.
    UndefinedSymbol
        A bracket has a name that is none of the frame.
    SpaceMismatch
        An anchor is no field on M.

    Examples
    --------
    >>> from diffgeo import Manifold
    >>> from diffgeo.bundles import LieAlgebroid
    >>> turns = {("u", "v"): {"w": 1}, ("v", "w"): {"u": 1}, ("w", "u"): {"v": 1}}
    >>> so3 = LieAlgebroid.algebra("u v w", turns)
    >>> e_u, e_v, _ = so3.sections
    >>> print(so3.bracket(e_u, e_v), "|", so3.differential(so3.forms[2]))
    ∂_w | -du∧dv
    """

    space: Product

    def __init__(
        self,
        base: Manifold,
        anchors: Mapping[str, VectorForm | int],
        brackets: Brackets | None = None,
        name: str = "A",
    ) -> None:
        self.base = base
        self.names = tuple(anchors)
        fibre = Manifold(f"the fibre of {name}", self.names, ring=base.chart.make_ring)
        self.space = product(base, fibre, name=name)
        self.projection: Map = self.space.projections[0]
        self.sections: tuple[VectorForm, ...] = self.space.fibration(0).vertical_frame
        self.forms: tuple[Form, ...] = tuple(d(y) for y in self.linear_coordinates)
        fields = [base.vector_field() if isinstance(X, int) else X for X in anchors.values()]
        for X in fields:
            if X.space is not base:
                raise SpaceMismatch(f"the anchor {X!r} is no field on {base}: give one, or 0")
        self.anchors = tuple(fields)
        self._brackets = self._read(brackets or {})
        self.differential = self._derivation()
        self.verdict = verify_axiom(
            check(bracket(self.differential, self.differential) == 0),
            "d_A d_A = 0 (the anchor keeps brackets, and these satisfy Jacobi)",
            f"the Lie algebroid {name} over {base.name}",
        )

    # --- where they come from ------------------------------------------------------------

    @classmethod
    def algebra(
        cls,
        names: str | Sequence[str],
        brackets: Brackets,
        parameters: str | Sequence[str] = "",
        name: str = "g",
    ) -> LieAlgebroid:
        """A Lie algebra by its structure constants, which may contain parameters: M is a point."""
        point = Manifold("point", "", parameters)
        return cls(point, dict.fromkeys(_names(names), 0), brackets, name)

    @classmethod
    def of_frame(cls, frame: Frame, names: str | Sequence[str], name: str = "A") -> LieAlgebroid:
        """The tangent bundle with a frame, whose quasi-velocities are the linear coordinates."""
        own = _names(names, len(frame.fields))
        gamma = frame.structure_functions
        pairs = combinations(range(len(own)), 2)
        found = {(own[a], own[b]): {n: c[a][b] for n, c in zip(own, gamma, strict=True)}
                 for a, b in pairs}  # fmt: skip
        return cls(frame.space, dict(zip(own, frame.fields, strict=True)), found, name)

    @classmethod
    def of_poisson(
        cls, bivector: Multivector, names: str | Sequence[str], name: str = "A"
    ) -> LieAlgebroid:
        """The cotangent bundle of a Poisson manifold: ``ρ(df) = X_f``, ``[df, dg] = -d{f, g}``.

        The linear coordinates are the components of 1-forms. That the bivector is one of Poisson is
        the same as ``d_A d_A = 0``, and is not asked before.
        """
        M = bivector.space
        own = _names(names, M.dimension)
        functions = dict(zip(own, M.coordinates, strict=True))
        anchors = {n: (-bivector.insert(d(x))).as_field() for n, x in functions.items()}
        found = {}
        for a, b in combinations(own, 2):
            value = -bivector(d(functions[a]), d(functions[b]))
            found[a, b] = {n: e(value) for n, e in zip(own, M.frame, strict=True)}
        return cls(M, anchors, found, name)

    def acting(self, fields: Sequence[VectorForm], name: str = "A") -> LieAlgebroid:
        """The action algebroid M × g of a Lie algebra, for fields with ``[X_a, X_b] = X_[a,b]``.

        Fields of a left action have the other sign, and are given with a minus.

        Raises `AxiomViolation` if this is no Lie algebra, or the fields are no action of it.
        """
        if self.base.dimension:
            raise AxiomViolation(f"{self} is no Lie algebra: its base is no point")
        for X in fields:
            require_vector_form(X, 0, f"let {self} act by")
        if not 0 < len(fields) == self.rank:
            raise DegreeMismatch(
                f"{self} acts by {self.rank} fields, one or more, not {len(fields)}"
            )
        M = fields[0].space
        down = Map(M, self.base, {})
        anchors = dict(zip(self.names, fields, strict=True))
        return LieAlgebroid(M, anchors, self._carried(down, self.names), name)

    # --- the calculus of sections and forms ------------------------------------------------

    @property
    def linear_coordinates(self) -> tuple[Form, ...]:
        """The linear functions y^a on A."""
        return self.space.coordinates[self.base.dimension :]

    @property
    def rank(self) -> int:
        """The rank of the vector bundle."""
        return len(self.names)

    def section(self, components: Mapping[str, FunctionLike]) -> VectorForm:
        """The section ``Σ f_a e_a`` with components f_a by name, functions on M."""
        given = self.base.functions(components.values())
        values = zip(components, self.projection.pull(given), strict=True)
        return self.space.vector_field({self._known(name): f for name, f in values})

    def anchor(self, section: VectorForm) -> VectorForm:
        """The field ρ(s) on M: ``ρ(s) f = i_s d_A f``."""
        functions = self.projection.pull(list(self.base.coordinates))
        fibration = self.space.fibration(0)
        rates = [fibration.descend(interior(section, self.differential(f))) for f in functions]
        return VectorForm(self.base, 0, rates)

    def lie(self, section: VectorForm) -> Derivation:
        """The derivation ``L_s = [i_s, d_A]`` of forms of A."""
        return bracket(interior(section), self.differential)

    def bracket(self, first: VectorForm, second: VectorForm) -> VectorForm:
        """The section [s, t] with ``i_[s,t] = [L_s, i_t]``, the one bracket of derivations."""
        made = bracket(self.lie(first), interior(second))
        return VectorForm(
            self.space, 0, [made.on_differential(k) for k in range(self.space.dimension)]
        )

    # --- other structures ------------------------------------------------------------------

    @cached_property
    def zero_section(self) -> Map:
        """M → A; functions on A that come from M are pulled back to M by it."""
        zeros = dict.fromkeys(self.names, self.base.function(0))
        same = {name: self.base[name] for name in self.base.chart.coordinates}
        return Map(self.base, self.space, same | zeros)

    @cached_property
    def prolongation(self) -> Prolongation:
        """The prolongation of A over A itself."""
        return Prolongation(self)

    def dual(self, names: str | Sequence[str]) -> Poisson:
        """The linear Poisson structure on A^*, the total space with the linear coordinates p_a.

        ``{x, p_a} = ρ(e_a) x`` and ``{p_a, p_b} = -p_[a,b]``: for TM that of T^*M, with
        ``{q, p} = 1``, and for a Lie algebra that of Lie and Poisson.
        """
        own = _names(names, self.rank)
        fibre = Manifold("the fibre of the dual", own, ring=self.base.chart.make_ring)
        dual = product(self.base, fibre, name=f"{self.name}^*")
        up, n = dual.projections[0].pull, self.base.dimension
        momenta, directions = dual.coordinates[n:], dual.frame[n:]
        pairs = zip(self.anchors, directions, strict=True)
        terms = [multivector(dual.lift(X, 0), V) for X, V in pairs]
        along = dict(zip(self.names, directions, strict=True))
        for (a, b), components in self._brackets.items():
            p = linear.combination(up(components), momenta, 0 * momenta[0])
            terms.append(-p * multivector(along[a], along[b]))
        return Poisson(sum(terms, start=Multivector.from_components(dual, 2, {})))

    def pulled_back(self, phi: Map) -> LieAlgebroid:
        """The Lie algebroid with the same frame over the source of a map φ with inverse."""
        anchors = dict(zip(self.names, map(phi.pull, self.anchors), strict=True))
        return LieAlgebroid(phi.source, anchors, self._carried(phi, self.names), self.name)

    @property
    def name(self) -> str:
        """That of the total space."""
        return self.space.name

    @property
    def tensors(self) -> tuple[Form, ...]:
        """The values of d_A on the coordinates of M and on the forms θ^a."""
        pulled = self.projection.pull(list(self.base.coordinates))
        return tuple(map(self.differential, (*pulled, *self.forms)))

    def __str__(self) -> str:
        return f"the Lie algebroid {self.name} over {self.base.name}"

    # --- inside ----------------------------------------------------------------------------

    def _carried(self, phi: Map, names: Sequence[str]) -> Brackets:
        """The brackets with coefficients pulled back, for sections of other names."""
        new, found = dict(zip(self.names, names, strict=True)), {}
        for (a, b), components in self._brackets.items():
            pulled: list[Form] = phi.pull(components)
            found[new[a], new[b]] = dict(zip(names, pulled, strict=True))
        return found

    def _known(self, name: str) -> str:
        if name not in self.names:
            raise UndefinedSymbol(
                f"{name!r} names no section of {self}; its frame is {', '.join(self.names)}"
            )
        return name

    def _read(self, brackets: Brackets) -> dict[tuple[str, str], list[Form]]:
        """The components of brackets as functions on M."""
        example = '{("u", "v"): {"w": 1}}'
        require_mapping(brackets, "brackets of sections", example)
        found: dict[tuple[str, str], list[Form]] = {}
        for pair, values in brackets.items():
            require_mapping(values, f"the components of the bracket of {pair}", '{"w": 1}')
            if len(pair) != 2:
                raise UndefinedSymbol(f"{pair!r} is no pair of sections, as in {example}")
            for name in (*pair, *values):
                self._known(name)
            a, b = pair
            components = self.base.functions([values.get(n, 0) for n in self.names])
            known = components if a == b else found.get((b, a))
            if known is None:
                found[a, b] = components
                continue
            for f, g in zip(components, known, strict=True):
                verify_axiom(check(f == -g), f"[{a}, {b}] = -[{b}, {a}]", f"brackets of {self}")
        return found

    def _derivation(self) -> Derivation:
        up, theta = self.projection.pull, dict(zip(self.names, self.forms, strict=True))
        pairs = list(zip(self.forms, self.anchors, strict=True))
        functions = {
            name: total(self.space, 1, (up(X(self.base[name])) * form for form, X in pairs))
            for name in self.base.chart.coordinates
        }
        planes = [(up(f), theta[a] * theta[b]) for (a, b), f in self._brackets.items()]
        forms = {
            name: total(self.space, 2, (-f[c] * plane for f, plane in planes))
            for c, name in enumerate(self.names)
        }
        made = Derivation.from_values(self.space, 1, functions, forms)
        return named(made, f"d_{self.name}", rf"\mathrm{{d}}_{{{self.name}}}")


def _names(given: str | Sequence[str], count: int | None = None) -> tuple[str, ...]:
    """Different names of linear coordinates, so many if that is known."""
    names = names_of(given)
    if len({*names}) != len(names):
        raise NameClash(f"sections of a Lie algebroid have different names, not {', '.join(names)}")
    if count is not None and len(names) != count:
        raise DegreeMismatch(f"{count} names are needed, not {len(names)}: {', '.join(names)}")
    return names


class Prolongation(LieAlgebroid):
    """The prolongation T^A A → A of a Lie algebroid A → M.

    Its elements are pairs (b, V) of an element b of A and a vector V tangent to A over ρ(b), and
    its anchor is V. To the frame e_a belong sections X_a, over e_a and the field ρ(e_a) in the
    coordinates of A, and V_a, over 0 and e_a as a vertical field. For A = TM it is TTM.

    Attributes
    ----------
    below : LieAlgebroid
        A.
    vertical_endomorphism : VectorForm
        S: X_a ↦ V_a, V_a ↦ 0.
    liouville_section : VectorForm
        Δ = y^a V_a.

    Sections Γ with ``S Γ = Δ`` are of second order.

    Examples
    --------
    >>> from diffgeo import Frame, Manifold
    >>> from diffgeo.bundles import LieAlgebroid
    >>> M = Manifold("M", "x")
    >>> P = LieAlgebroid.of_frame(Frame(M, M.frame), "v").prolongation
    >>> print(P.cartan_form(P.base.function("v**2/2 - x")), "|", P.liouville_section)
    v dX_v | v ∂_V_v
    """

    def __init__(self, below: LieAlgebroid) -> None:
        self.below = below
        A: Product = below.space
        over, vertical = ([f"{k}_{n}" for n in below.names] for k in ("X", "V"))
        anchors = {n: A.lift(X, 0) for n, X in zip(over, below.anchors, strict=True)}
        anchors |= dict(zip(vertical, below.sections, strict=True))
        brackets = below._carried(below.projection, over)
        super().__init__(A, anchors, brackets, f"T^{below.name}{below.name}")
        forms, fields = self.forms[: below.rank], self.sections[below.rank :]
        terms = [theta.tensor(V) for theta, V in zip(forms, fields, strict=True)]
        self.vertical_endomorphism: VectorForm = sum(terms[1:], start=terms[0])
        y = self.projection.pull(list(below.linear_coordinates))
        self.liouville_section = linear.combination(y, fields, 0 * fields[0])

    def cartan_form(self, L: Form) -> Form:
        """Θ_L = S^*d_A L for a function L on A."""
        return self.vertical_endomorphism.transpose(self.differential(self.projection.pull(L)))

    def energy(self, L: Form) -> Form:
        """The function ``E = Δ(L) - L`` on A."""
        y, fields = self.below.linear_coordinates, self.below.sections
        return linear.combination([f(L) for f in fields], y, -L)
