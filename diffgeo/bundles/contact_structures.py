"""Structures of odd dimension: almost contact structures, contact forms, jet structures.

Sources: Blair, Riemannian Geometry of Contact and Symplectic Manifolds (2010), chapters 3, 4 and 6;
for jets, Crampin, Prince and Thompson, A geometrical version of the Helmholtz conditions (1984).
"""

from __future__ import annotations

from collections.abc import Callable

from diffgeo.calculus import linear_algebra as linear
from diffgeo.calculus.brackets import bracket, lie, torsion
from diffgeo.calculus.derivations import d
from diffgeo.calculus.forms import Form, describe, pairing, require_form
from diffgeo.calculus.requirements import require_same_space, require_vector_form
from diffgeo.calculus.vector_forms import VectorForm
from diffgeo.errors import AxiomViolation, DegreeMismatch
from diffgeo.structures.axioms import AlmostCosymplectic, Structure, verify_axiom
from diffgeo.structures.symplectic import Jacobi, bivector_of
from diffgeo.structures.tensor_structures import FStructure, rank
from diffgeo.verdicts.verdict import Verdict, check


class AlmostContact(Structure):
    """An almost contact structure (φ, ξ, η): ``φ² = -id + η⊗ξ`` and ``η(ξ) = 1``.

    It follows that ``φξ = 0`` and ``η∘φ = 0``, that the rank of φ is even and the dimension
    odd. ξ is called the characteristic (Reeb) field.

    Parameters
    ----------
    phi, xi, eta
        A (1,1) tensor, a vector field and a 1-form.

    Raises
    ------
    AxiomViolation
        An axiom is refuted.
    Undecided
        One could not be decided.

    Examples
    --------
    >>> from diffgeo import Manifold, d
    >>> from diffgeo.bundles import AlmostContact
    >>> M = Manifold("M", "x y z")
    >>> eta, xi = (d(M["z"]) - M["y"] * d(M["x"])) / 2, M.vector_field(z=2)
    >>> phi = M.vector_form(1, {"x": {"y": 1}, "z": {"y": "y"}, "y": {"x": -1}})
    >>> print(AlmostContact(phi, xi, eta).is_normal().status.name)
    VERIFIED
    """

    def __init__(self, phi: VectorForm, xi: VectorForm, eta: Form) -> None:
        require_vector_form(phi, 1, "make an almost contact structure of")
        require_vector_form(xi, 0, "take as the characteristic field")
        require_same_space("make an almost contact structure of", phi, xi)
        require_same_space("make an almost contact structure of", phi, eta)
        require_form(eta, "make an almost contact structure of", 1)
        self.space = phi.space
        self.phi, self.xi, self.eta = phi, xi, eta
        thing = f"phi = {describe(phi)}"
        #: The verdicts on the two axioms, with their evidence and conditions.
        self.verdicts = (
            verify_axiom(pairing(eta, xi) == 1, "eta(xi) = 1", f"xi = {describe(xi)}"),
            verify_axiom(
                phi @ phi == eta.tensor(xi) - self.space.identity,
                "phi@phi = -id + eta.tensor(xi)",
                thing,
            ),
        )

    @property
    def tensors(self) -> tuple[VectorForm, VectorForm, Form]:
        """φ, ξ and η."""
        return self.phi, self.xi, self.eta

    @property
    def f_structure(self) -> FStructure:
        """φ as an f-structure: ``φ³ + φ = 0``."""
        return FStructure(self.phi)

    def is_normal(self) -> Verdict:
        """The verdict on ``N_φ + dη⊗ξ = 0``.

        It holds if and only if the almost complex structure on M × R, with coordinate s,
        ``J(X + f ∂_s) = φX - f ξ + η(X) ∂_s``, is integrable (Sasaki and Hatakeyama). With
        ``dη(X, Y) = X η(Y) - Y η(X) - η([X, Y])`` there is no factor 2. It implies ``L_ξ φ = 0``,
        which is quickly refuted: its values on (X, ξ) are ``φ((L_ξ φ)X) + dη(X, ξ) ξ``.
        """
        invariant = check(bracket(self.xi, self.phi) == 0, name="phi is normal")
        if not invariant:
            return invariant
        return check(torsion(self.phi) + d(self.eta).tensor(self.xi) == 0, name="phi is normal")

    def is_compatible(self, metric: Callable[[VectorForm, VectorForm], Form]) -> Verdict:
        """The verdict on ``g(φX, φY) = g(X, Y) - η(X) η(Y)``: an almost contact metric structure.

        The metric is anything that gives the function ``g(X, Y)`` of two fields.
        """
        frame, eta, phi = self.space.frame, self.eta, self.phi
        return check(
            [
                metric(phi(X), phi(Y)) == metric(X, Y) - pairing(eta, X) * pairing(eta, Y)
                for a, X in enumerate(frame)
                for Y in frame[a:]
            ],
            name="the metric is compatible with phi",
        )


class ContactForm(AlmostCosymplectic):
    """A contact form: a 1-form η with ``η ∧ (dη)^n ≠ 0`` in dimension 2n+1.

    The Reeb field R has ``η(R) = 1`` and ``i_R dη = 0``, so ``L_R η = 0``; the contact
    distribution ``η = 0`` is nowhere involutive. A contact field X keeps it, ``L_X η = λη``;
    it is known by the function ``η(X)``, and ``λ = R(η(X))``.

    Parameters
    ----------
    eta
        A 1-form in dimension 2n + 1.

    Raises
    ------
    AxiomViolation
        The dimension is even, or ``η ∧ (dη)^n = 0``.

    Examples
    --------
    >>> from diffgeo import Manifold
    >>> from diffgeo.bundles import ContactForm
    >>> M = Manifold("M", "q p z")
    >>> print(ContactForm(M.form(1, {"z": 1, "q": "-p"})).reeb())
    ∂_z
    """

    _noun = "contact form"

    def __init__(self, eta: Form) -> None:
        if not isinstance(eta, Form) or eta.degree != 1:
            raise DegreeMismatch(f"a contact form is a 1-form, not {describe(eta)}")
        super().__init__(d(eta), eta)

    @property
    def tensors(self) -> tuple[Form]:  # type: ignore[override]
        """η."""
        return (self.eta,)

    def contact_field(self, H: Form) -> VectorForm:
        """The contact field X with ``η(X) = H``: ``i_X dη = R(H) η - dH``.

        Then ``L_X η = R(H) η``, as ``L_X η = d(η(X)) + i_X dη``. The Reeb field is that of H = 1.
        """
        require_form(H, "take the contact field of", 0)
        return linear.solve_field(
            self.space, lambda X: [self.flat(X)], [self.reeb()(H) * self.eta - d(H) + H * self.eta]
        )

    def hamiltonian_field(self, H: Form) -> VectorForm:
        """The contact field X with ``η(X) = -H``: ``i_X dη = dH - R(H) η``.

        The sign is that of ``i_X ω = dH``. For ``η = dz - p dq`` these are the contact equations
        of Hamilton, ``q' = ∂H/∂p``, ``p' = -∂H/∂q - p ∂H/∂z``, ``z' = p ∂H/∂p - H``, by which
        ``X(H) = -R(H) H`` (de León and Lainz).
        """
        return self.contact_field(-H)

    @property
    def jacobi(self) -> Jacobi:
        """The Jacobi structure with the same Hamiltonian fields: E is the Reeb field.

        Λ(·, α) is the field X with ``η(X) = 0`` and ``i_X dη = α - α(R) η``, so that
        ``{f, g} = X_g(f) + f R(g)``.
        """
        R = self.reeb()

        def sharp(alpha: Form) -> VectorForm:
            return self.solve(alpha - pairing(alpha, R) * self.eta)

        return Jacobi(bivector_of(self.space, sharp), R)

    def is_contact_field(self, X: VectorForm) -> Verdict:
        """The verdict on ``η ∧ L_X η = 0``: the flow of X keeps the distribution ``η = 0``."""
        require_vector_form(X, 0, "call a contact field")
        require_same_space("compare", X, self.eta)
        return check(self.eta * lie(X, self.eta) == 0, name="eta * L_X eta = 0")


class JetTangent(Structure):
    """A tangent structure as on J¹π: ``S² = 0``, ``η∘S = 0``, of rank n in dimension 2n+1.

    Then the image of S is ``Ker S ∩ Ker η``. On the jets of sections of a manifold over the
    line S is the vertical endomorphism and η = dt. Fields with ``S X = 0`` and ``η(X) = 1``
    are its second-order fields.

    Parameters
    ----------
    S, eta
        A (1,1) tensor and a 1-form.

    Raises
    ------
    AxiomViolation
        An axiom is refuted, or the rank or the dimension is wrong.
    Undecided
        An axiom could not be decided.

    Examples
    --------
    >>> from diffgeo import FibredManifold, jet
    >>> from diffgeo.bundles import JetTangent
    >>> J = jet(FibredManifold("E", time="t", coordinates="q"), 1)
    >>> S = J.vertical_endomorphism
    >>> print(JetTangent(S, J.dt).is_integrable().status.name)
    VERIFIED
    >>> print(JetTangent(2 * S, J.dt).is_integrable().status.name)
    REFUTED
    """

    def __init__(self, S: VectorForm, eta: Form) -> None:
        require_vector_form(S, 1, "make a tangent structure of")
        require_same_space("make a tangent structure of", S, eta)
        require_form(eta, "make a tangent structure of", 1)
        self.space = S.space
        self.S, self.eta = S, eta
        thing = f"S = {describe(S)}"
        #: The verdicts on the two identities, with their evidence and conditions.
        self.verdicts = (
            verify_axiom(S @ S == 0, "S@S = 0", thing),
            verify_axiom(S.transpose(eta) == 0, "S.transpose(eta) = 0", thing),
        )
        n, odd = divmod(self.space.dimension, 2)
        if not odd or (found := rank(S)) != n:
            raise AxiomViolation(
                f"the rank of {thing} has to be n in dimension 2n + 1; it is "
                f"{found if odd else rank(S)}, and {self.space} has dimension "
                f"{self.space.dimension}"
            )
        verify_axiom_not_zero(eta)

    @property
    def tensors(self) -> tuple[VectorForm, Form]:
        """S and η."""
        return self.S, self.eta

    def is_integrable(self) -> Verdict:
        """The verdict on ``N_S = η∧S`` and ``dη = 0``: locally the structure of a J¹π.

        Where ``dη = 0``, S is an integrable almost tangent structure on the leaves of η = dt,
        so ``S = (dq - f dt)⊗∂_v``; the rest of the identity says ``∂f/∂v = 1``, and
        ``v + g(t, q)`` is the velocity.
        """
        return check(
            (torsion(self.S) == self.eta * self.S) & (d(self.eta) == 0),
            name="the structure is locally that of jets",
        )


def verify_axiom_not_zero(eta: Form) -> None:
    """Raise `AxiomViolation` for a 1-form that vanishes identically."""
    if check(eta == 0, counterexample=False):
        raise AxiomViolation(f"the 1-form of a tangent structure on {eta.space} is zero")
