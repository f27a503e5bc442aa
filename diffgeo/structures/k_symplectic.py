"""k-vector fields, and polysymplectic and k-symplectic structures: field theory without a base.

A k-vector field is k vector fields, a section of ``TM ⊕ … ⊕ TM``; its integral sections are maps
``φ: R^k → M`` with ``Tφ∘∂_A = X_A∘φ``, and through each point there is one if and only if the X_A
commute. For closed 2-forms ω^A with no common kernel Hamilton's equations of a field theory are

    Σ_A i_(X_A) ω^A = dH,

which in adapted coordinates, ``ω^A = dq^i∧dp_i^A``, are ``X_A(q^i) = ∂H/∂p_i^A`` and
``Σ_A X_A(p_i^A) = -∂H/∂q^i``; for k > 1 they have many solutions.

Sources: C. Günther, The polysymplectic Hamiltonian formalism in field theory and calculus of
variations I, J. Diff. Geom. 25 (1987); A. Awane, k-symplectic structures, J. Math. Phys. 33 (1992).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from diffgeo.calculus import linear_algebra as linear
from diffgeo.calculus.brackets import bracket, interior
from diffgeo.calculus.derivations import d
from diffgeo.calculus.forms import Form, describe, total
from diffgeo.calculus.requirements import require_same_space, require_vector_form
from diffgeo.errors import AxiomViolation, DegreeMismatch, SpaceMismatch
from diffgeo.structures.axioms import Structure, verify_axiom
from diffgeo.structures.tensorial_objects import Composite
from diffgeo.verdicts.verdict import Conjunction, Verdict, check

if TYPE_CHECKING:
    from diffgeo.calculus.maps import Map
    from diffgeo.calculus.vector_forms import VectorForm
    from diffgeo.structures.distributions import Distribution


class KVectorField(Composite):
    """A k-vector field ``(X_1, …, X_k)``: as many vector fields on one manifold.

    Parameters
    ----------
    fields
        The fields, at least one.

    Raises
    ------
    DegreeMismatch
        There is none, or one is no vector field.
    SpaceMismatch
        They live on different spaces.

    Examples
    --------
    >>> from diffgeo import Manifold, Map
    >>> from diffgeo.structures import KVectorField
    >>> M, plane = Manifold("M", "u"), Manifold("plane", "t x")
    >>> X = KVectorField([M["u"] * M.frame[0], -M["u"] * M.frame[0]])
    >>> print(X.is_integral_section(Map(plane, M, {"u": "exp(t - x)"})).status)
    VERIFIED
    """

    def __init__(self, fields: Sequence[VectorForm]) -> None:
        if not fields:
            raise DegreeMismatch("a k-vector field is made of vector fields: give at least one")
        for X in fields:
            require_vector_form(X, 0, "make a k-vector field of")
            require_same_space("make a k-vector field of", fields[0], X)
        self.fields = tuple(fields)
        self.space = fields[0].space

    def is_integrable(self) -> Verdict:
        """Whether ``[X_A, X_B] = 0``: through each point there is an integral section."""
        parts = [bracket(X, Y) == 0 for X, Y in combinations(self.fields, 2)]
        statement = Conjunction(parts) if parts else self == self
        return check(statement, name="the fields commute")

    def is_integral_section(self, phi: Map) -> Verdict:
        """Whether ``Tφ∘∂_A = X_A∘φ`` for a map from k dimensions, whose coordinates are the times.

        Raises `SpaceMismatch` for a map from another dimension, or to another space.
        """
        if phi.target is not self.space or phi.source.dimension != len(self.fields):
            raise SpaceMismatch(
                f"an integral section of {self} is a map from {len(self.fields)} dimensions to "
                f"{self.space}, not {phi}"
            )
        pairs = zip(phi.source.frame, self.fields, strict=True)
        parts = [phi.tangent(along) == phi.restrict(X) for along, X in pairs]
        return check(Conjunction(parts), name=f"{phi} is an integral section")

    def pulled_back(self, phi: Map) -> KVectorField:
        """The k-vector field of the pulled-back fields, for a map with inverse."""
        return KVectorField([phi.pull(X) for X in self.fields])

    @property
    def tensors(self) -> tuple[VectorForm, ...]:
        """The fields."""
        return self.fields

    @property
    def kind(self) -> str:
        """What messages call it."""
        return "the k-vector field"

    def __iter__(self) -> Iterator[VectorForm]:
        return iter(self.fields)


class Polysymplectic(Structure):
    """Closed 2-forms ``ω^1, …, ω^k`` with no common kernel; for k = 1 a symplectic form.

    Parameters
    ----------
    forms
        The forms, on one manifold.

    Raises
    ------
    DegreeMismatch
        There is none, or one is no 2-form.
    AxiomViolation
        They have a common kernel, or one is not closed.
    Undecided
        That one is closed could not be decided.

    Examples
    --------
    The equation of waves, ``u_tt = u_xx``, with the momenta ``p = u_t`` and ``s = -u_x``, and those
    solutions of it that are affine:

    >>> from diffgeo import Manifold, d
    >>> from diffgeo.structures import KVectorField, Polysymplectic
    >>> M = Manifold("M", "u p s")
    >>> u, p, s = M.coordinates
    >>> omega = Polysymplectic(d(u) * d(p), d(u) * d(s))
    >>> wave = KVectorField([p * M.frame[0], -s * M.frame[0]])
    >>> print(omega.is_hamiltonian(wave, (p**2 - s**2) / 2).status, wave.is_integrable().status)
    VERIFIED VERIFIED
    """

    def __init__(self, *forms: Form) -> None:
        if not forms or any(not isinstance(w, Form) or w.degree != 2 for w in forms):
            given = ", ".join(map(describe, forms)) or "nothing"
            raise DegreeMismatch(f"a polysymplectic structure is made of 2-forms, not of {given}")
        for form in forms:
            require_same_space("make a polysymplectic structure of", forms[0], form)
        self.forms, self.space = forms, forms[0].space
        thing = ", ".join(map(describe, forms))
        #: The verdict on ``dω^A = 0``, with its evidence and conditions.
        self.verdict = verify_axiom(Conjunction([d(w) == 0 for w in forms]), "d omega = 0", thing)
        frame = self.space.frame
        rows = [[interior(X, w)(Y) for X in frame] for w in forms for Y in frame]
        if (rank := linear.rank(rows)) < self.space.dimension:
            raise AxiomViolation(
                f"{thing} have a common kernel of rank {self.space.dimension - rank}"
                f"{linear.doubt(rows)}: no polysymplectic structure on {self.space}"
            )

    def flat(self, X: KVectorField) -> Form:
        """The 1-form ``Σ_A i_(X_A) ω^A``."""
        if len(X.fields) != len(self.forms):
            raise DegreeMismatch(f"{len(self.forms)} forms take as many fields, not {X}")
        require_same_space("insert", X, self.forms[0])
        pairs = zip(X.fields, self.forms, strict=True)
        return total(self.space, 1, (interior(field, w) for field, w in pairs))

    def is_hamiltonian(self, X: KVectorField, H: Form) -> Verdict:
        """Whether ``Σ_A i_(X_A) ω^A = dH``: its sections solve the field equations of H."""
        return check(self.flat(X) == d(H), name="Hamilton's equations of a field theory")

    def is_polarised_by(self, V: Distribution) -> Verdict:
        """Whether the structure is k-symplectic with V: of rank nk, involutive, and ``ω^A|V = 0``.

        Then there are coordinates q^i and p_i^A with ``ω^A = dq^i∧dp_i^A`` and V is ``dq^i = 0``
        (Awane). The dimension is n(k+1); another dimension or rank is refuted.
        """
        k, size = len(self.forms), self.space.dimension
        n = self.space.function(V.rank * (k + 1) - k * size)
        pairs = list(combinations(V.basis, 2))
        parts = [n == 0, *(w(X, Y) == 0 for w in self.forms for X, Y in pairs)]
        isotropic = check(Conjunction(parts), name="V has rank nk, and all forms vanish on it")
        return V.is_involutive() if isotropic else isotropic

    @property
    def tensors(self) -> tuple[Form, ...]:
        """The forms."""
        return self.forms
