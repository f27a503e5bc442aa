"""Symplectic, Poisson, cosymplectic and Jacobi structures, and their Hamiltonian fields.

One convention for all of them: ``i_{X_H} ω = dH`` and

    {f, g} = X_g(f) = ω(X_f, X_g) = π(df, dg) = [[π, g], f],

so that ``{q, p} = 1`` for ``ω = dq∧dp`` and ``π = ∂_q∧∂_p``, the flow of X_H changes f by
``{f, H}``, and ``[X_f, X_g] = -X_{f,g}``.

Sources: Libermann and Marle, Symplectic Geometry and Analytical Mechanics (1987); for cosymplectic
structures, Cantrijn, de León and Lacomba, Gradient vector fields on cosymplectic manifolds (1992).
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from functools import cached_property, reduce
from math import factorial

from diffgeo.calculus import linear_algebra as linear
from diffgeo.calculus.brackets import interior
from diffgeo.calculus.coefficients import used_by
from diffgeo.calculus.derivations import d
from diffgeo.calculus.forms import Form, describe, pairing, require_form, total
from diffgeo.calculus.multivectors import Multivector, multivector, schouten
from diffgeo.calculus.requirements import require_same_space, require_vector_form
from diffgeo.calculus.spaces import Manifold
from diffgeo.calculus.vector_forms import VectorForm
from diffgeo.errors import AxiomViolation, DegreeMismatch
from diffgeo.signs import indices
from diffgeo.structures.axioms import AlmostCosymplectic, Structure, verify_axiom
from diffgeo.verdicts.verdict import Verdict


class Symplectic(Structure):
    """A closed 2-form ω whose flat map ``X ↦ i_X ω`` is invertible.

    Parameters
    ----------
    omega
        The form, of degree 2 on a manifold of even dimension.

    Raises
    ------
    DegreeMismatch
        ω is no 2-form.
    AxiomViolation
        The dimension is odd, ω is degenerate at the generic point, or ``dω = 0`` is refuted.
    Undecided
        ``dω = 0`` could not be decided.

    Examples
    --------
    >>> from diffgeo import Manifold, Symplectic, cotangent
    >>> phase = cotangent(Manifold("Q", "q"))
    >>> omega = Symplectic(phase.symplectic.omega)
    >>> print(omega.hamiltonian_field(phase.function("(p_q**2 + q**2)/2")))
    p_q ∂_q - q ∂_p_q
    """

    def __init__(self, omega: Form) -> None:
        _require_form(omega, 2)
        self.omega = omega
        self.space = omega.space
        dimension = self.space.dimension
        if dimension % 2:
            raise AxiomViolation(
                f"symplectic forms need even dimension; {self.space} has dimension {dimension}"
            )
        #: The verdict on ``dω = 0``, with its evidence and conditions.
        self.verdict = verify_axiom(d(omega) == 0, "d omega = 0", f"omega = {describe(omega)}")
        images = [self.flat(X) for X in self.space.frame]
        rows = [[pairing(a, Y) for Y in self.space.frame] for a in images]
        rank = linear.rank(rows)
        if rank < dimension:
            raise AxiomViolation(
                f"omega = {describe(omega)} is degenerate: its rank is {rank}"
                f"{linear.doubt(rows)}, and {self.space} has dimension {dimension}"
            )

    @property
    def tensors(self) -> tuple[Form]:
        """ω."""
        return (self.omega,)

    def flat(self, X: VectorForm) -> Form:
        """The 1-form ``i_X ω``."""
        return interior(X, self.omega)

    def sharp(self, alpha: Form) -> VectorForm:
        """The vector field X with ``i_X ω = α``."""
        _require_form(alpha, 1)
        return linear.solve_field(self.space, lambda X: [self.flat(X)], [alpha])

    def hamiltonian_field(self, H: Form) -> VectorForm:
        """The vector field X_H with ``i_{X_H} ω = dH``."""
        _require_form(H, 0)
        return self.sharp(d(H))

    def bracket(self, f: Form, g: Form) -> Form:
        """The Poisson bracket ``{f, g} = ω(X_f, X_g) = X_g(f)``."""
        _require_form(f, 0)
        return self.hamiltonian_field(g)(f)

    @cached_property
    def volume(self) -> Form:
        """The volume form of Liouville, ``ω^n/n!``."""
        half = self.space.dimension // 2
        return reduce(operator.mul, [self.omega] * half) / factorial(half)

    def star(self, alpha: Form) -> Form:
        """The symplectic star: ``β ∧ *α = π(β, α) ω^n/n!``, with the determinant of π as product.

        ``**α = α``. For α of degree k, and the Poisson bivector π, ``[i_π, d] α = ±*d*α``. Source:
        J.-L. Brylinski, A differential complex for Poisson manifolds, J. Differential Geom. 28
        (1988).
        """
        require_form(alpha, "take the symplectic star of")
        require_same_space("take the star of", alpha, self)
        sharps = [multivector(self.sharp(d(x))) for x in self.space.coordinates]
        images: list[Form] = []
        for key, f in alpha._terms.items():
            fields = [sharps[index] for index in indices(key)]
            turned: Multivector = reduce(operator.mul, fields, multivector(self.space.function(1)))
            images.append(self.space.scalar(f) * turned.insert_into(self.volume))
        degree = self.space.dimension - alpha.degree
        sign = (-1) ** (alpha.degree * (alpha.degree - 1) // 2)
        result: Form = sign * total(self.space, degree, images, used_by(alpha, self.omega))
        return result

    @property
    def poisson(self) -> Poisson:
        """The Poisson structure with the same bracket; its identity of Jacobi is ``dω = 0``."""
        return Poisson(bivector_of(self.space, self.sharp), self.verdict)


class Poisson(Structure):
    """A bivector π with ``[π, π] = 0``; it may be degenerate.

    The Schouten bracket is twice the Jacobiator of the bracket, for every bivector:
    ``[π, π](df, dg, dh) = 2({f, {g, h}} + {g, {h, f}} + {h, {f, g}})``.

    Parameters
    ----------
    bivector
        The bivector π.
    verdict
        The verdict on ``[π, π] = 0`` where it is known already (from ``dω = 0``).

    Raises
    ------
    DegreeMismatch
        π is no bivector.
    AxiomViolation
        ``[π, π] = 0`` is refuted.
    Undecided
        It could not be decided.

    Examples
    --------
    >>> from diffgeo import Manifold
    >>> from diffgeo.calculus import multivector
    >>> from diffgeo.structures import Poisson
    >>> M = Manifold("so3", "x y z")
    >>> x, y, z = M.coordinates
    >>> X, Y, Z = M.frame
    >>> P = Poisson(x * multivector(Y, Z) + y * multivector(Z, X) + z * multivector(X, Y))
    >>> print(P.bracket(x, y), P.bracket(x, x**2 + y**2 + z**2))
    z 0
    """

    def __init__(self, bivector: Multivector, verdict: Verdict | None = None) -> None:
        if not isinstance(bivector, Multivector) or bivector.degree != 2:
            raise DegreeMismatch(f"a bivector is needed, not {describe(bivector)}")
        self.bivector = bivector
        self.space = bivector.space
        #: The verdict on ``[π, π] = 0``, with its evidence and conditions.
        self.verdict = verdict or verify_axiom(
            schouten(bivector, bivector) == 0,
            "[pi, pi] = 0",
            f"pi = {describe(bivector)}",
        )

    @property
    def tensors(self) -> tuple[Multivector]:
        """π."""
        return (self.bivector,)

    def sharp(self, alpha: Form) -> VectorForm:
        """The vector field ``π(·, α)``, that is ``β(X) = π(β, α)`` for every 1-form β."""
        _require_form(alpha, 1)
        return (-self.bivector.insert(alpha)).as_field()

    def hamiltonian_field(self, H: Form) -> VectorForm:
        """The vector field ``X_H = [π, H] = π(·, dH)``."""
        _require_form(H, 0)
        return self.differential(H).as_field()

    def bracket(self, f: Form, g: Form) -> Form:
        """The Poisson bracket ``{f, g} = π(df, dg) = X_g(f)``."""
        for function in (f, g):
            _require_form(function, 0)
        return self.bivector(d(f), d(g))

    def differential(self, P: Multivector | VectorForm | Form) -> Multivector:
        """The differential of Lichnerowicz, ``[π, P]``; its square is zero."""
        return schouten(self.bivector, P)


class Cosymplectic(AlmostCosymplectic):
    """A closed 2-form ω and a closed 1-form η with ``η ∧ ω^n ≠ 0`` in dimension 2n+1.

    With the Reeb field R (``i_R ω = 0``, ``η(R) = 1``) and ``η = dt`` the geometry of
    time-dependent Hamiltonian mechanics.

    Parameters
    ----------
    omega, eta
        A 2-form and a 1-form.

    Raises
    ------
    AxiomViolation
        As for `AlmostCosymplectic`, or ``dω = 0`` or ``dη = 0`` is refuted.
    Undecided
        One of these could not be decided.

    Examples
    --------
    >>> from diffgeo import Manifold, d
    >>> from diffgeo.structures import Cosymplectic
    >>> M = Manifold("M", "t q p")
    >>> t, q, p = M.coordinates
    >>> S = Cosymplectic(d(q) * d(p), d(t))
    >>> print(S.reeb(), "|", S.evolution_field(M.function("(p**2 + q**2)/2")))
    ∂_t | ∂_t + p ∂_q - q ∂_p
    """

    def __init__(self, omega: Form, eta: Form) -> None:
        super().__init__(omega, eta)
        #: The verdicts on ``dω = 0`` and ``dη = 0``.
        self.verdicts = (
            verify_axiom(d(omega) == 0, "d omega = 0", f"omega = {describe(omega)}"),
            verify_axiom(d(eta) == 0, "d eta = 0", f"eta = {describe(eta)}"),
        )

    def hamiltonian_field(self, H: Form) -> VectorForm:
        """The field X_H with ``i_{X_H} ω = dH - R(H) η`` and ``η(X_H) = 0``."""
        _require_form(H, 0)
        return self.sharp(d(H))

    def evolution_field(self, H: Form) -> VectorForm:
        """The field ``E_H = R + X_H``: ``i_{E_H} ω = dH - R(H) η`` and ``η(E_H) = 1``.

        Its integral curves solve Hamilton's equations, with t as parameter where η = dt.
        """
        return self.reeb() + self.hamiltonian_field(H)

    def sharp(self, alpha: Form) -> VectorForm:
        """The field X with ``i_X ω = α - α(R) η`` and ``η(X) = 0``."""
        _require_form(alpha, 1)
        return self.solve(alpha - pairing(alpha, self.reeb()) * self.eta)

    def bracket(self, f: Form, g: Form) -> Form:
        """The Poisson bracket ``{f, g} = ω(X_f, X_g) = X_g(f)``."""
        _require_form(f, 0)
        return self.hamiltonian_field(g)(f)

    @property
    def poisson(self) -> Poisson:
        """The Poisson structure with the same bracket, of rank 2n; R preserves it."""
        return Poisson(bivector_of(self.space, self.sharp), self.verdicts[0])


class Jacobi(Structure):
    """A bivector Λ and a field E with ``[Λ, Λ] + 2 E*Λ = 0`` and ``[E, Λ] = 0``.

    Equivalent: the bracket ``{f, g} = Λ(df, dg) + f E(g) - g E(f)`` satisfies the identity of
    Jacobi, and so does that of the bivector ``exp(-s) (Λ + ∂_s*E)`` on M × R. It is a derivation up
    to E: ``{f, g h} = g {f, h} + h {f, g} + g h E(f)``. For E = 0 it is that of a Poisson
    structure, for a contact form (see `diffgeo.bundles.ContactForm.jacobi`) E is the Reeb field.

    Sources: A. Lichnerowicz, Les variétés de Jacobi et leurs algèbres de Lie associées, J. Math.
    Pures Appl. 57 (1978); A. A. Kirillov, Local Lie algebras (1976).

    Parameters
    ----------
    bivector, field
        Λ and E.

    Raises
    ------
    DegreeMismatch, SpaceMismatch
        Λ is no bivector, or E no field, or they live on different spaces.
    AxiomViolation
        One of the two identities is refuted.
    Undecided
        One could not be decided.

    Examples
    --------
    >>> from diffgeo import Manifold
    >>> from diffgeo.calculus import multivector
    >>> from diffgeo.structures import Jacobi
    >>> M = Manifold("M", "q p z")
    >>> e_q, e_p, e_z = M.frame
    >>> contact = Jacobi(multivector(e_q + M["p"] * e_z, e_p), e_z)
    >>> print(contact.hamiltonian_field(M["p"] ** 2 / 2 + M["z"]))
    p ∂_q - p ∂_p + (p**2 - 2*z)/2 ∂_z
    """

    def __init__(self, bivector: Multivector, field: VectorForm) -> None:
        if not isinstance(bivector, Multivector) or bivector.degree != 2:
            raise DegreeMismatch(f"a bivector is needed, not {describe(bivector)}")
        require_vector_form(field, 0, "make a Jacobi structure of")
        require_same_space("make a Jacobi structure of", bivector, field)
        self.bivector = bivector
        self.field = field
        self.space = bivector.space
        thing = f"Lambda = {describe(bivector)}, E = {describe(field)}"
        #: The verdicts on the two identities, with their evidence and conditions.
        self.verdicts = (
            verify_axiom(
                schouten(bivector, bivector) + 2 * multivector(field) * bivector == 0,
                "[Lambda, Lambda] + 2 E*Lambda = 0",
                thing,
            ),
            verify_axiom(schouten(field, bivector) == 0, "[E, Lambda] = 0", thing),
        )

    @property
    def tensors(self) -> tuple[Multivector, VectorForm]:
        """Λ and E."""
        return self.bivector, self.field

    def hamiltonian_field(self, H: Form) -> VectorForm:
        """The field ``X_H = Λ(·, dH) - H E``, so that ``{f, H} = X_H(f) + f E(H)``.

        ``X_H(H) = -E(H) H``, so that H is kept where it is 0; ``[X_f, X_g] = -X_{f,g}``.
        """
        _require_form(H, 0)
        return (-self.bivector.insert(d(H))).as_field() - H * self.field

    def bracket(self, f: Form, g: Form) -> Form:
        """The Jacobi bracket ``{f, g} = Λ(df, dg) + f E(g) - g E(f)``."""
        for function in (f, g):
            _require_form(function, 0)
        return self.bivector(d(f), d(g)) + f * self.field(g) - g * self.field(f)


def bivector_of(space: Manifold, sharp: Callable[[Form], VectorForm]) -> Multivector:
    """The bivector with ``π(β, α) = β(sharp α)``: ``2 π = Σ sharp(e^a) ∧ e_a``.

    It does not depend on the frame e_a and its dual e^a.
    """
    terms = [
        multivector(sharp(d(x)), X) for x, X in zip(space.coordinates, space.frame, strict=True)
    ]
    return sum(terms[1:], start=terms[0]) / 2


def _require_form(form: Form, degree: int) -> None:
    kind = "a function" if degree == 0 else f"a {degree}-form"
    if not isinstance(form, Form) or form.degree != degree:
        raise DegreeMismatch(f"{kind} is needed, not {describe(form)}")
