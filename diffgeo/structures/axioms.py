"""Tensors with axioms, which are checked when the structure is made.

Sources: de León and Rodrigues, Methods of Differential Geometry in Analytical Mechanics (1989),
chapter 3; for cosymplectic structures, Cantrijn, de León and Lacomba, Gradient vector fields on
cosymplectic manifolds (1992).
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Self

from diffgeo.calculus import linear_algebra as linear
from diffgeo.calculus.brackets import interior, torsion
from diffgeo.calculus.forms import Form, describe, pairing
from diffgeo.calculus.requirements import require_same_space, require_vector_form
from diffgeo.calculus.vector_forms import VectorForm
from diffgeo.errors import AxiomViolation, DegreeMismatch, InconsistentSystem, Undecided
from diffgeo.structures.distributions import Distribution
from diffgeo.structures.tensorial_objects import Composite
from diffgeo.verdicts.statements import Script, code_of
from diffgeo.verdicts.verdict import Identity, Status, Verdict, check

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from diffgeo.calculus.maps import Map
    from diffgeo.calculus.spaces import Manifold


def verify_axiom(
    identity: Identity | Verdict, axiom: str, thing: str | Callable[[], str]
) -> Verdict:
    """The verdict on an axiom that holds for a thing; it is raised if it does not.

    The thing is for the message; what is long to write is given as a function that writes it.

    Raises
    ------
    AxiomViolation
        The axiom is refuted.
    Undecided
        It could not be decided.
    """
    verdict = check(identity)
    if verdict.status in (Status.REFUTED, Status.UNKNOWN):
        what = thing if isinstance(thing, str) else thing()
        if verdict.status is Status.REFUTED:
            raise AxiomViolation(f"{axiom} fails for {what}: {verdict}")
        raise Undecided(f"{axiom} is undecided for {what}: {verdict}")
    return verdict


class Structure(Composite):
    """Tensors on one space with axioms that were verified when the structure was made."""

    @property
    def kind(self) -> str:
        """What messages call it."""
        return f"the {type(self).__name__} structure"

    def pulled_back(self, phi: Map) -> Self:
        """The structure of the pulled-back tensors, for a map with inverse."""
        return type(self)(*phi.pull(self.tensors))


class AlmostCosymplectic(Structure):
    """A 2-form ω and a 1-form η with ``η ∧ ω^n ≠ 0`` on a manifold of dimension 2n+1.

    Equivalent: the flat map ``X ↦ i_X ω + η(X) η`` is invertible. Neither form has to be
    closed. The axiom is checked at the generic point by the rank of the flat map, since
    expanding ω^n costs n! terms.

    Parameters
    ----------
    omega, eta
        A 2-form and a 1-form.

    Raises
    ------
    AxiomViolation
        The dimension is even, or ``η ∧ ω^n = 0``.

    Examples
    --------
    >>> from diffgeo import Manifold, d
    >>> from diffgeo.structures import AlmostCosymplectic
    >>> M = Manifold("M", "t q p")
    >>> t, q, p = M.coordinates
    >>> print(AlmostCosymplectic(d(q) * d(p), d(t) + q * d(p)).reeb())
    ∂_t
    """

    #: What messages call it.
    _noun = "almost cosymplectic structure"

    def __init__(self, omega: Form, eta: Form) -> None:
        require_same_space("make an almost cosymplectic structure of", omega, eta)
        for form, degree in ((omega, 2), (eta, 1)):
            if form.degree != degree:
                raise DegreeMismatch(f"a {degree}-form is needed, not {describe(form)}")
        self.omega = omega
        self.eta = eta
        self.space = omega.space
        n, odd = divmod(self.space.dimension, 2)
        if not odd:
            raise AxiomViolation(
                f"{self._noun}s need odd dimension; {self.space} has dimension "
                f"{self.space.dimension}"
            )
        images = [self.flat(X) for X in self.space.frame]
        rows = [[pairing(a, Y) for Y in self.space.frame] for a in images]
        if linear.rank(rows) <= 2 * n:
            raise AxiomViolation(
                f"eta * omega**{n} = 0{linear.doubt(rows)} for omega = {describe(omega)} and "
                f"eta = {describe(eta)}: "
                f"no {self._noun} on {self.space} (n = {n})"
            )

    @property
    def tensors(self) -> tuple[Form, Form]:
        """ω and η."""
        return self.omega, self.eta

    def flat(self, X: VectorForm) -> Form:
        """The 1-form ``i_X ω + η(X) η``."""
        return interior(X, self.omega) + pairing(self.eta, X) * self.eta

    def solve(self, alpha: Form) -> VectorForm:
        """The field X with ``i_X ω = α`` and ``η(X) = 0``.

        It exists if and only if α vanishes on the Reeb field R, and this is what is verified:
        the equations that are solved determine X, and ``i_X ω - α`` is a multiple of η, in
        which R can be inserted: ``ω(X, R) - α(R) = 0`` with ``η(R) = 1``.

        The only condition that enters the result is that the structure is not degenerate.

        Raises `InconsistentSystem` if there is none.
        """
        if not check(pairing(alpha, self._reeb) == 0, conditions=False):
            raise InconsistentSystem(
                f"no field X on {self.space} has i_X omega = {describe(alpha)} and eta(X) = 0: "
                "the form does not vanish on the Reeb field"
            )
        return self._solve(alpha)

    def _solve(self, alpha: Form) -> VectorForm:
        """The field of `solve` for a form that vanishes on the Reeb field."""
        if len(self.eta._terms) == 1:
            return self._equations.solve([self.eta * alpha, 0])
        return self._equations.solve([alpha])

    @cached_property
    def _equations(self) -> linear.FieldEquations:
        """What determines the solution of `solve`."""
        if len(self.eta._terms) == 1:
            # For η = dt the equations modulo η are the 2n ones along the fibres: sparse,
            # block triangular for a Cartan form, and regular wherever the structure is.
            return linear.FieldEquations(
                self.space, lambda X: [self.eta * interior(X, self.omega), pairing(self.eta, X)]
            )
        return linear.FieldEquations(self.space, lambda X: [self.flat(X)])

    @cached_property
    def _reeb(self) -> VectorForm:
        return self.reeb()

    def reeb(self, start: VectorForm | None = None) -> VectorForm:
        """The Reeb field R: ``i_R ω = 0`` and ``η(R) = 1``.

        R does not depend on `start`. But a field with ``η(start) = 1`` that solves many of
        the equations already leaves a small correction, ``R = start + Y`` with
        ``i_Y ω = -i_start ω``, ``η(Y) = 0``, and R keeps the simple components of `start`.
        """
        if start is not None:
            # That -i_start ω vanishes on R, which spans the kernel of ω, needs no test.
            found = start + self._solve(-interior(start, self.omega))
            self.__dict__["_reeb"] = found
            return found
        return linear.solve_field(
            self.space,
            lambda X: [interior(X, self.omega), pairing(self.eta, X)],
            [0, self.space.function(1)],
        )


class AlmostProduct(Structure):
    """A projector P, ``P∘P = P``, and its complement ``Q = id - P``.

    Parameters
    ----------
    projector
        P, a (1,1) tensor.

    Raises
    ------
    AxiomViolation
        ``P∘P = P`` is refuted.
    Undecided
        It could not be decided.

    Examples
    --------
    >>> from diffgeo import AlmostProduct, Manifold
    >>> M = Manifold("M", "x y z")
    >>> P = AlmostProduct(M.vector_form(1, {"x": {"x": 1}, "y": {"y": 1}, "z": {"x": "y"}}))
    >>> print(P.complement, "|", P.is_integrable().status.name)
    (-y dx + dz)⊗∂_z | REFUTED
    """

    def __init__(self, projector: VectorForm) -> None:
        require_vector_form(projector, 1, "project with")
        self.projector = projector
        self.space = projector.space
        #: The verdict on the axiom, with its evidence and conditions.
        self.verdict = verify_axiom(
            projector @ projector == projector, "P@P = P", lambda: f"P = {describe(projector)}"
        )

    @classmethod
    def along(
        cls, space: Manifold, forms: Sequence[Form], fields: Sequence[VectorForm]
    ) -> AlmostProduct:
        """The projector ``P = id - α_i ⊗ Y^i`` onto the common kernel of 1-forms, along fields.

        What is verified is ``α_k(Y^i) = δ_k^i``, m² functions for m forms. It implies the
        axiom: for ``Q = α_i ⊗ Y^i``

            Q(Q(X)) = α_i(X) Q(Y^i) = α_i(X) α_k(Y^i) Y^k = α_i(X) Y^i = Q(X),

        so that ``P∘P = id - 2Q + Q∘Q = P``.

        Parameters
        ----------
        space
            The manifold.
        forms, fields
            As many 1-forms α_i as vector fields Y^i on it; none for the identity.

        Raises
        ------
        AxiomViolation, Undecided
            There are not as many forms as fields, or ``α_k(Y^i) = δ_k^i`` is refuted, or could
            not be decided.

        Examples
        --------
        >>> from diffgeo import AlmostProduct, Manifold, d
        >>> M = Manifold("M", "x y z")
        >>> P = AlmostProduct.along(M, [d(M["z"]) - M["y"] * d(M["x"])], [M.frame[2]])
        >>> print(P.projector(M.frame[0]), "|", P.verdict.status)
        ∂_x + y ∂_z | VERIFIED
        """
        if len(forms) != len(fields):
            raise AxiomViolation(
                f"{len(forms)} forms and {len(fields)} fields make no projector on {space}: give a "
                "field Y_i for each form alpha_i, with alpha_k(Y_i) = delta_ki"
            )
        identities = [
            pairing(alpha, Y) == int(k == i)
            for k, alpha in enumerate(forms)
            for i, Y in enumerate(fields)
        ]
        if not identities:
            return cls(space.identity)
        made = cls.__new__(cls)
        terms = (alpha.tensor(Y) for alpha, Y in zip(forms, fields, strict=True))
        made.projector = sum((-term for term in terms), start=space.identity)
        made.space = space
        verdict = check(identities, name="P@P = P by alpha_k(Y_i) = delta_ki")
        axiom = "alpha_k(Y_i) = delta_ki"
        made.verdict = verify_axiom(verdict, axiom, lambda: f"P = {describe(made.projector)}")
        return made

    @property
    def tensors(self) -> tuple[VectorForm]:
        """The projector."""
        return (self.projector,)

    def __call__(self, X: VectorForm) -> VectorForm:
        """The vector field ``PX``."""
        return self.projector(X)

    @property
    def curvatures(self) -> tuple[VectorForm, VectorForm]:
        """The curvatures of image and kernel: ``Q[PX, PY]`` and ``P[QX, QY]``.

        Vector-valued 2-forms; their sum is the Nijenhuis torsion ``½[P, P] = ½[Q, Q]``.
        """
        N = torsion(self.projector)
        return self.complement @ N, self.projector @ N

    def is_integrable(self) -> Verdict:
        """The verdict on ``[P, P] = 0``: image and kernel are both involutive (Frobenius).

        Then there are coordinates in which P is constant.
        """
        return check(torsion(self.projector) == 0, name="the Nijenhuis torsion vanishes")

    @property
    def complement(self) -> VectorForm:
        """The complementary projector ``id - P``."""
        return self.space.identity - self.projector

    @property
    def image(self) -> Distribution:
        """The distribution of the fields X with ``PX = X``."""
        return self._range(self.projector)

    @property
    def kernel(self) -> Distribution:
        """The distribution of the fields X with ``PX = 0``.

        It and the image are both involutive if and only if ``[P, P] = 0``.
        """
        return self._range(self.complement)

    def _range(self, projector: VectorForm) -> Distribution:
        return Distribution(self.space, [projector(X) for X in self.space.frame])


@code_of.register(Structure)
def _code(structure: Structure, script: Script) -> str:
    return script.call(type(structure), *(code_of(tensor, script) for tensor in structure.tensors))
