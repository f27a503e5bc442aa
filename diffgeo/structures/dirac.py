"""Dirac structures: maximally isotropic subbundles D of TM ⊕ T^*M.

The pairing is ``⟨(X, α), (Y, β)⟩ = α(Y) + β(X)``. The graph of a 2-form is a Dirac structure, so is
that of a bivector, and a distribution Δ with a 2-form Ω gives one that is neither::

    D_Δ = {(X, α) : X ∈ Δ, α - i_X Ω ∈ Δ°}.

Sources: T. Courant, Dirac manifolds, Trans. AMS 319 (1990); H. Yoshimura, J. E. Marsden, Dirac
structures in Lagrangian mechanics, J. Geom. Phys. 57 (2006).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import TYPE_CHECKING, TypeAlias

from diffgeo.calculus import linear_algebra as linear
from diffgeo.calculus.brackets import bracket, interior, lie
from diffgeo.calculus.derivations import d
from diffgeo.calculus.forms import Form, total
from diffgeo.calculus.spaces import Manifold
from diffgeo.calculus.vector_forms import VectorForm
from diffgeo.errors import AxiomViolation, DegreeMismatch, NotSupported
from diffgeo.structures.axioms import verify_axiom
from diffgeo.structures.distributions import Distribution
from diffgeo.structures.spans import Span
from diffgeo.verdicts.verdict import Conjunction, Verdict, check

if TYPE_CHECKING:
    from diffgeo.calculus.maps import Map
    from diffgeo.verdicts.identities import Identity

#: A field and a 1-form: a section of TM ⊕ T^*M.
Pair: TypeAlias = tuple[VectorForm, Form]


def pairing_of_pairs(first: Pair, second: Pair) -> Form:
    """The symmetric pairing ``⟨(X, α), (Y, β)⟩ = α(Y) + β(X)``.

    Parameters
    ----------
    first, second
        Pairs (X, α) and (Y, β) of a vector field and a 1-form.

    Returns
    -------
    Form
        A function.

    Examples
    --------
    >>> from diffgeo import Manifold, d
    >>> from diffgeo.structures import pairing_of_pairs
    >>> M = Manifold("M", "x y")
    >>> (x, y), (X, Y) = M.coordinates, M.frame
    >>> print(pairing_of_pairs((X, d(y)), (Y, d(x))))
    2
    """
    (X, alpha), (Y, beta) = first, second
    return alpha(Y) + beta(X)


def courant_bracket(first: Pair, second: Pair) -> Pair:
    """The bracket of Dorfman ``([X, Y], L_X β - i_Y dα)``; on isotropic sections Courant's.

    Parameters
    ----------
    first, second
        Pairs (X, α) and (Y, β) of a vector field and a 1-form.

    Returns
    -------
    tuple
        A pair of the same kind.

    Examples
    --------
    >>> from diffgeo import Manifold, d
    >>> from diffgeo.structures import courant_bracket
    >>> M = Manifold("M", "x y")
    >>> (x, y), (X, Y) = M.coordinates, M.frame
    >>> print(*courant_bracket((X, d(y)), (x * Y, d(x))), sep=" | ")
    ∂_y | 0
    """
    (X, alpha), (Y, beta) = first, second
    return bracket(X, Y), lie(X, beta) - interior(Y, d(alpha))


class DiracStructure:
    """A Dirac structure, spanned by pairs of fields and 1-forms at the generic point.

    Parameters
    ----------
    space
        The manifold M.
    pairs
        Sections of TM ⊕ T^*M that span it; dependent ones are allowed.

    Raises
    ------
    AxiomViolation
        The pairs are not isotropic, or their span is smaller than dim M.

    Examples
    --------
    >>> from diffgeo import Manifold, d
    >>> from diffgeo.structures import DiracStructure
    >>> M = Manifold("M", "q p")
    >>> q, p = M.coordinates
    >>> D = DiracStructure.of_form(d(q) * d(p))
    >>> X = M.vector_field(q="p", p="-q")
    >>> print(D.contains(X, p * d(p) + q * d(q)).status, D.contains(X, p * d(q)).status)
    VERIFIED REFUTED
    """

    def __init__(self, space: Manifold, pairs: Sequence[Pair]) -> None:
        self.space = space
        products = [pairing_of_pairs(a, b) for a in pairs for b in pairs]
        parts = [f == 0 for f in products]
        verify_axiom(check(Conjunction(parts, "isotropy")), "isotropy", "these pairs")
        rows = [[X(x) for x in space.coordinates] + [a(Y) for Y in space.frame] for X, a in pairs]
        span = Span(space, rows, 2 * space.dimension)
        if span.rank < space.dimension:
            raise AxiomViolation(
                f"pairs that span rank {span.rank} make no Dirac structure on {space}, where it "
                f"is {space.dimension}: an isotropic subbundle has to be maximal"
            )
        #: A basis.
        self.pairs: tuple[Pair, ...] = tuple(pairs[k] for k in span.kept)

    @classmethod
    def of_form(cls, omega: Form, within: Distribution | None = None) -> DiracStructure:
        """D_Δ of a 2-form and a distribution Δ; the graph of the form for Δ = TM.

        Raises `DegreeMismatch` for a form of another degree.
        """
        if omega.degree != 2:
            raise DegreeMismatch(f"the graph of a 2-form is a Dirac structure, not of {omega!r}")
        space = omega.space
        fields = space.frame if within is None else within.basis
        forms = () if within is None else within.annihilator
        pairs = [(X, interior(X, omega)) for X in fields]
        return cls(space, [*pairs, *((0 * space.frame[0], mu) for mu in forms)])

    def membership(self, X: VectorForm, alpha: Form) -> tuple[Form, ...]:
        """The pairings with a basis: functions that vanish where (X, α) lies in D.

        They do, as a maximal isotropic subbundle is its own orthogonal.
        """
        return tuple(pairing_of_pairs((X, alpha), pair) for pair in self.pairs)

    def contains(self, X: VectorForm, alpha: Form) -> Verdict:
        """Whether (X, α) is a section of D."""
        parts: list[Identity] = [f == 0 for f in self.membership(X, alpha)]
        return check(Conjunction(parts, f"({X.summary()}, {alpha.summary()}) lies in D"))

    def is_integrable(self) -> Verdict:
        """Whether sections of D are closed under the bracket: ``⟨[a, b], c⟩ = 0`` for a basis."""
        parts = [
            pairing_of_pairs(courant_bracket(a, b), c) == 0
            for a, b in combinations(self.pairs, 2)
            for c in self.pairs
        ]
        parts += [
            pairing_of_pairs(courant_bracket(a, a), c) == 0 for a in self.pairs for c in self.pairs
        ]
        return check(Conjunction(parts, "D is closed under the bracket of Courant"))

    def pulled_back(self, phi: Map) -> DiracStructure:
        """The structure ``{(Y, φ^*α) : (Tφ Y, α) ∈ D}`` on the source of any map φ.

        The graph of a form goes to that of ``φ^*ω``, that of a bivector, on a symplectic leaf, to
        that of the symplectic form of the leaf. It is spanned at the generic point of the source.

        Raises `NotSupported` where the pairs that span D are dependent at the points of φ.
        """
        there, here = self.space, phi.source
        velocities = [[phi.pull(X(x)) for x in there.coordinates] for X, _ in self.pairs]
        covectors = [[phi.pull(a(Y)) for Y in there.frame] for _, a in self.pairs]
        both = [v + c for v, c in zip(velocities, covectors, strict=True)]
        if linear.rank(both) < there.dimension:
            raise NotSupported(f"the pairs that span {self} are dependent at the points of {phi}")
        rows = [
            [phi.pull(a)(Y) for Y in here.frame] + v
            for (_, a), v in zip(self.pairs, velocities, strict=True)
        ]
        directions = [d(phi.image(k)) for k in range(there.dimension)]
        n, zero = here.dimension, here.vector_field()
        return DiracStructure(
            here,
            [
                (
                    linear.combination(v[:n], here.frame, zero),
                    total(here, 1, (f * dx for f, dx in zip(v[n:], directions, strict=True))),
                )
                for v in linear.kernel(rows)
            ],
        )

    def __repr__(self) -> str:
        return f"<a Dirac structure on {self.space.name}>"
