"""Lie groups near the unit: invariant frames and forms from structure constants, exactly.

In coordinates of the second kind, ``g = exp(x¹e_1) ··· exp(xⁿe_n)``, the forms of Maurer and Cartan
are products of exponentials of the matrices of ``ad e_i``::

    g⁻¹dg = Σ_i Ad(exp(-xⁿe_n) ··· exp(-xⁱ⁺¹e_(i+1))) e_i dxⁱ,
    dg g⁻¹ = Σ_i Ad(exp(x¹e_1) ··· exp(xⁱ⁻¹e_(i-1))) e_i dxⁱ.

The multiplication is that along the flows of the left-invariant fields, ``g exp(t e_a)``; or it is
given, for a group that is known in a chart, and all else follows from it.

Source: V. S. Varadarajan, Lie Groups, Lie Algebras, and Their Representations, 1984, chapter 2.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING

from diffgeo.bundles.fibrations import Fibration
from diffgeo.bundles.frames import Frame
from diffgeo.bundles.lie_algebroids import LieAlgebroid
from diffgeo.bundles.products import Product, product
from diffgeo.calculus import linear_algebra as linear
from diffgeo.calculus.brackets import bracket
from diffgeo.calculus.declarations import names_of
from diffgeo.calculus.derivations import d
from diffgeo.calculus.flows import polynomial_flow
from diffgeo.calculus.forms import Form
from diffgeo.calculus.identity_maps import identity_map
from diffgeo.calculus.maps import Map
from diffgeo.calculus.spaces import FunctionLike, Manifold
from diffgeo.calculus.vector_forms import VectorForm
from diffgeo.errors import AxiomViolation, NotSupported, SpaceMismatch
from diffgeo.structures.axioms import verify_axiom
from diffgeo.structures.tensorial_objects import Composite
from diffgeo.subsets.domains import strict_sign
from diffgeo.subsets.factored_equations import irreducible_factors
from diffgeo.verdicts.verdict import Conjunction, check

if TYPE_CHECKING:
    from diffgeo.verdicts.verdict import Verdict

Rows = list[list[Form]]


class LieGroup(Composite):
    """A Lie group in a chart around its unit, by its invariant frames.

    `of_algebra` makes it from structure constants, `of_multiplication` from its multiplication.

    Parameters
    ----------
    algebra
        Its Lie algebra g, of left-invariant fields.
    left, right
        The frames of the left- and the right-invariant fields L_a and R_a that are e_a in the unit.

    Attributes
    ----------
    algebra : LieAlgebroid
    space : Manifold
        The chart.
    left, right : Frame
        Their dual forms are those of Maurer and Cartan, the components of ``g⁻¹dg`` and ``dg g⁻¹``.
    verdict : Verdict
        That on the axioms.

    Raises
    ------
    AxiomViolation
        ``[L_a, L_b] = L_[a,b]``, ``[R_a, R_b] = -R_[a,b]`` or ``[L_a, R_b] = 0`` is refuted.

    Examples
    --------
    The rotations of space, by three angles:

    >>> from diffgeo.bundles import LieAlgebroid, LieGroup
    >>> turns = {("u", "v"): {"w": 1}, ("v", "w"): {"u": 1}, ("w", "u"): {"v": 1}}
    >>> G = LieGroup.of_algebra(LieAlgebroid.algebra("u v w", turns), "x y z")
    >>> print(G.left.coframe[0], "|", G.right.coframe[2])
    cos(y)*cos(z) dx + sin(z) dy | sin(x) dy + cos(x)*cos(y) dz
    """

    def __init__(self, algebra: LieAlgebroid, left: Frame, right: Frame) -> None:
        self.algebra, self.left, self.right = algebra, left, right
        self.space = left.space
        for fields in (left.fields, [-X for X in right]):
            algebra.acting(fields)
        self.verdict: Verdict = verify_axiom(
            Conjunction([bracket(X, Y) == 0 for X in left for Y in right]),
            "[L_a, R_b] = 0",
            f"the invariant frames on {self.space.name}",
        )

    @classmethod
    def of_algebra(
        cls, algebra: LieAlgebroid, names: str | Sequence[str], name: str = "G"
    ) -> LieGroup:
        """The group ``g = exp(x¹e_1) ··· exp(xⁿe_n)`` of a Lie algebra, near its unit x = 0.

        Where a root of the characteristic polynomial of an ``ad e`` is a root of a quadratic one
        whose coefficients contain parameters without the signs that decide, these are such that it
        oscillates; a condition says so.

        Raises `NotSupported` if this is no Lie algebra, or such a polynomial has an irreducible
        factor of degree above 2, and `AxiomViolation` for another number of names.
        """
        if algebra.base.dimension:
            raise NotSupported(f"{algebra} is no Lie algebra: its base is no point")
        space = Manifold(name, **algebra.base.declarations(names_of(names)))
        n = range(space.dimension)
        if len(n) != algebra.rank:
            raise AxiomViolation(f"{algebra} has rank {algebra.rank}: give as many coordinates")
        up = Map(space, algebra.base, {}).pull
        turns = []
        for e in algebra.sections:
            brackets = [algebra.bracket(e, s) for s in algebra.sections]
            turns.append(
                [up(algebra.zero_section.pull([a(s) for s in brackets])) for a in algebra.forms]
            )
        ahead, back = (
            [
                exponential([[s * f for f in row] for row in ad], x, X)
                for ad, x, X in zip(turns, space.coordinates, space.frame, strict=True)
            ]
            for s in (1, -1)
        )
        frames = []
        for matrices, places in ((ahead, n), (back, n[::-1])):
            # The columns of ad(...), applied to e_i: of all that stand before it in g, or behind.
            done = [[space.function(int(a == b)) for b in n] for a in n]
            forms: list[Form] = [space.form(1, {}) for _ in n]
            for i in places:
                dx = d(space.coordinates[i])
                forms = [form + row[i] * dx for form, row in zip(forms, done, strict=True)]
                done = _product(done, matrices[i])
            frames.append(Frame.from_coframe(forms))
        return cls(algebra, frames[1], frames[0])

    @classmethod
    def of_multiplication(
        cls, multiplication: Map, unit: Mapping[str, FunctionLike], names: str | Sequence[str]
    ) -> LieGroup:
        """The group with a multiplication ``product(G, G) → G`` and a unit, in a chart G.

        The names are those of the basis e_a of its Lie algebra that are ∂_a in the unit. That
        ``g·1 = g = 1·g``, and the law of associativity, are verified.

        Raises `SpaceMismatch` for a map of other spaces, `AxiomViolation` if a law fails.
        """
        G, both = multiplication.target, multiplication.source
        if not isinstance(both, Product) or both.factors != (G, G):
            raise SpaceMismatch(f"a multiplication on {G} is a map product(G, G) → G")
        ones = [{new: unit[old] for old, new in renamed.items()} for renamed in both.names]
        beside = [both.slice(k, None, **ones[1 - k]) for k in (0, 1)]
        identity, (first, second) = identity_map(G), both.projections
        three = product(both, G, suffixes=("", "_3"))
        ab, c = three.projections
        a, b = first @ ab, second @ ab
        left = multiplication @ both.pair(multiplication @ both.pair(a, b), c)
        right = multiplication @ both.pair(a, multiplication @ both.pair(b, c))
        laws = [multiplication @ inclusion == identity for inclusion in beside]
        verify_axiom(Conjunction([*laws, left == right]), "the law of a group", f"{G.name}")
        frames = []
        for k, inclusion in enumerate(beside):
            # L_a(g) is the velocity of g·h for h in the unit, R_a(g) that of h·g.
            lifts = [both.lift(X, 1 - k) for X in G.frame]
            values = [
                inclusion.pull([X(multiplication.image(i)) for i in range(G.dimension)])
                for X in lifts
            ]
            frames.append(Frame(G, [VectorForm(G, 0, v) for v in values]))
        own, point = names_of(names), Manifold("point", **G.declarations(()))
        below = Fibration(Map(G, point, {})).descend
        gamma = frames[0].structure_functions
        brackets = {
            (own[a], own[b]): {n: below(c[a][b]) for n, c in zip(own, gamma, strict=True)}
            for a, b in combinations(range(G.dimension), 2)
        }
        group = cls(LieAlgebroid(point, dict.fromkeys(own, 0), brackets, "g"), *frames)
        group.__dict__["multiplication"] = multiplication
        return group

    @cached_property
    def multiplication(self) -> Map:
        """The map ``product(G, G) → G``, by the flows of the left-invariant fields.

        Raises `NotSupported` if the series of one of them does not end: then take a basis in which
        ideals come first, or `of_multiplication`.
        """
        both = product(self.space, self.space, suffixes=("", "_2"))
        found = both.projections[0]
        times = both.projections[1].pull(list(self.space.coordinates))
        for X, t in reversed(list(zip(self.left, times, strict=True))):
            found = found @ polynomial_flow(both.lift(X, 0), t)
        return found

    @property
    def adjoint(self) -> Rows:
        """The matrix of ``Ad_g``: L_a in the frame R_b, row b and column a."""
        return [[theta(X) for X in self.left] for theta in self.right.coframe]

    def pulled_back(self, phi: Map) -> LieGroup:
        """The group in another chart, for a map to its chart with inverse."""
        return LieGroup(self.algebra, self.left.pulled_back(phi), self.right.pulled_back(phi))

    @property
    def tensors(self) -> tuple[VectorForm, ...]:
        """The left- and the right-invariant frame."""
        return (*self.left, *self.right)

    @property
    def kind(self) -> str:
        """What messages call it."""
        return "the Lie group"


def exponential(rows: Rows, x: Form, along: VectorForm) -> Rows:
    """``exp(x A)`` for a matrix A of constants and a coordinate x with its field of the frame.

    By Cayley and Hamilton it is ``Σ f_k(x) Aᵏ`` for k < n, with the solutions of ``p(d/dx) f = 0``
    for the characteristic polynomial p whose first n derivatives in 0 are 0 but for the k-th, 1.
    """
    space, n = x.space, len(rows)
    start = Map(space, space, {str(y): 0 if y is x else y for y in space.coordinates})
    basis = _solutions(linear.characteristic_polynomial(rows), x, along)
    jets: Rows = []
    for f in basis:
        jet = [f]
        while len(jet) < n:
            jet.append(along(jet[-1]))
        jets.append(start.pull(jet))
    power = [[space.function(int(a == b)) for b in range(n)] for a in range(n)]
    found = [[0 * entry for entry in row] for row in power]
    for row in linear.inverse(jets):
        f = linear.combination(row, basis, 0 * x).settled()
        found = [
            [e + f * p for e, p in zip(*both, strict=True)]
            for both in zip(found, power, strict=True)
        ]
        power = _product(power, rows)
    # The exponential is an entire function of A: what its formula does not show was needed only on
    # the way, as that two roots are different.
    return [[space.function(entry.settled().formula) for entry in row] for row in found]


def _solutions(coefficients: Sequence[Form], x: Form, along: VectorForm) -> list[Form]:
    """A basis of the solutions of the equation ``p(d/dx) f = 0`` with constant coefficients."""
    space, found = x.space, []
    rest = linear.combination(coefficients, [x**k for k in range(len(coefficients))][::-1], 0 * x)
    for factor in irreducible_factors(rest):
        slope = along(factor)
        if not _is_zero(along(along(slope))):
            raise NotSupported(
                f"{factor.summary()} divides a characteristic polynomial, and is of degree above "
                "2: give the multiplication of the group instead, LieGroup.of_multiplication"
            )
        if _is_zero(along(slope)):
            kinds = [f"exp(({_root(factor, x, along)})*{x})"]
        else:
            # A multiple of (x + b)² + w, with roots -b ± sqrt(-w).
            b = (slope / along(slope) - x).settled()
            w = (2 * factor / along(slope) - (x + b) ** 2).settled()
            if strict_sign(w) == -1:
                kinds = [f"exp((-({b}) {sign} sqrt(-({w})))*{x})" for sign in "+-"]
            else:
                # A square in the parameters has roots whose sign need not be known.
                rates = [_root(f, x, along) for f in irreducible_factors(x**2 - w)]
                rates.sort(key=lambda rate: str(rate).startswith("-"))
                speed = rates[0] if len(rates) == 2 else f"sqrt({w})"
                kinds = [f"exp(-({b})*{x})*{wave}(({speed})*{x})" for wave in ("cos", "sin")]
        power = x**0
        while _divides(factor, rest, along, len(coefficients)):
            found += [power * space.function(kind) for kind in kinds]
            rest, power = (rest / factor).settled(), power * x
    return found


def _root(factor: Form, x: Form, along: VectorForm) -> Form:
    """The zero of a factor of degree 1 in x."""
    return (x - factor / along(factor)).settled()


def _divides(factor: Form, polynomial: Form, along: VectorForm, bound: int) -> bool:
    """Whether the quotient of two polynomials is one: its derivatives vanish in the end."""
    quotient = (polynomial / factor).settled()
    for _ in range(bound):
        quotient = along(quotient)
    return _is_zero(quotient)


def _is_zero(function: Form) -> bool:
    return bool(check(function == 0, counterexample=False))


def _product(left: Rows, right: Rows) -> Rows:
    columns = list(zip(*right, strict=True))
    zero = 0 * left[0][0]
    return [[linear.combination(row, column, zero) for column in columns] for row in left]
