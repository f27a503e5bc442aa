"""Structures given by a (1,1) tensor J, integrable where its Nijenhuis torsion vanishes.

Sources: Newlander and Nirenberg, Complex analytic coordinates in almost complex manifolds (1957);
Grifone, Structure presque-tangente et connexions I (1972); Yano, On a structure defined by a tensor
field f of type (1,1) satisfying f³ + f = 0 (1963).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from diffgeo.calculus import linear_algebra as linear
from diffgeo.calculus.brackets import interior, torsion
from diffgeo.calculus.derivations import d
from diffgeo.calculus.forms import describe, pairing
from diffgeo.calculus.requirements import require_vector_form
from diffgeo.calculus.vector_forms import VectorForm
from diffgeo.errors import AxiomViolation
from diffgeo.structures.axioms import AlmostProduct, Structure, verify_axiom
from diffgeo.verdicts.verdict import Verdict, check

if TYPE_CHECKING:
    from diffgeo.verdicts.verdict import Identity


class Endomorphism(Structure):
    """A (1,1) tensor with an axiom on its powers; the base of the structures here."""

    #: What messages call the tensor.
    _letter = "J"

    def __init__(self, J: VectorForm, identity: Identity, axiom: str) -> None:
        require_vector_form(J, 1, "make a structure of")
        self.tensor = J
        self.space = J.space
        #: The verdict on the axiom, with its evidence and conditions.
        self.verdict = verify_axiom(identity, axiom, f"{self._letter} = {describe(J)}")

    def __call__(self, X: VectorForm) -> VectorForm:
        """The vector field ``JX``."""
        return self.tensor(X)

    @property
    def rank(self) -> int:
        """The rank at the generic point."""
        return rank(self.tensor)

    @property
    def tensors(self) -> tuple[VectorForm]:
        """J."""
        return (self.tensor,)

    @property
    def torsion(self) -> VectorForm:
        """The Nijenhuis torsion ``N_J = ½[J, J]``, a vector-valued 2-form."""
        return torsion(self.tensor)

    def is_integrable(self) -> Verdict:
        """The verdict on ``N_J = 0``: J has constant coefficients in suitable coordinates.

        (By the theorems of Newlander and Nirenberg, and of Lehmann-Lejeune.)
        """
        return check(self.torsion == 0, name="the Nijenhuis torsion vanishes")


class AlmostComplex(Endomorphism):
    """An almost complex structure, ``J∘J = -id``.

    Parameters
    ----------
    J
        A (1,1) tensor.

    Raises
    ------
    AxiomViolation
        The dimension is odd, or ``J∘J = -id`` is refuted.
    Undecided
        It could not be decided.

    Examples
    --------
    >>> from diffgeo import Manifold
    >>> from diffgeo.structures import AlmostComplex
    >>> M = Manifold("M", "x y")
    >>> J = M.vector_form(1, {"y": {"x": 1}, "x": {"y": -1}})
    >>> print(AlmostComplex(J).is_integrable().status.name)
    VERIFIED
    """

    def __init__(self, J: VectorForm) -> None:
        require_vector_form(J, 1, "make a structure of")
        _require_even("almost complex", J)
        super().__init__(J, -J.space.identity == J @ J, "J@J = -id")


class AlmostTangent(Endomorphism):
    """An almost tangent structure: the kernel of J is its image, so ``J∘J = 0``.

    On a tangent bundle the vertical endomorphism is one, and it is integrable. That kernel
    and image agree is checked at the generic point by the rank of J.

    Parameters
    ----------
    J
        A (1,1) tensor.

    Raises
    ------
    AxiomViolation
        The dimension is odd, ``J∘J = 0`` is refuted, or the rank is not half the dimension.
    Undecided
        ``J∘J = 0`` could not be decided.

    Examples
    --------
    >>> from diffgeo import Manifold, tangent
    >>> from diffgeo.structures import AlmostTangent
    >>> TM = tangent(Manifold("M", "x"))
    >>> print(AlmostTangent(TM.vertical_endomorphism).is_integrable().status.name)
    VERIFIED
    """

    def __init__(self, J: VectorForm) -> None:
        require_vector_form(J, 1, "make a structure of")
        _require_even("almost tangent", J)
        super().__init__(J, J @ J == 0, "J@J = 0")
        space = J.space
        if 2 * self.rank != space.dimension:
            raise AxiomViolation(
                f"the image of J = {describe(J)} is not its kernel: the rank is {self.rank}, half "
                f"the dimension of {space} is {space.dimension // 2}"
            )


class FStructure(Endomorphism):
    """An f-structure (Yano): a (1,1) tensor f with ``f³ + f = 0``.

    Then ``l = -f²`` and ``m = f² + id`` are complementary projectors, f is an almost complex
    structure on the image of l and vanishes on that of m. Almost complex structures (m = 0)
    and the tensor φ of an almost contact structure are f-structures. The rank is even.

    Parameters
    ----------
    f
        A (1,1) tensor.

    Raises
    ------
    AxiomViolation
        ``f³ + f = 0`` is refuted.
    Undecided
        It could not be decided.

    Examples
    --------
    >>> from diffgeo import Manifold
    >>> from diffgeo.structures import FStructure
    >>> M = Manifold("M", "x y z")
    >>> f = FStructure(M.vector_form(1, {"y": {"x": 1}, "x": {"y": -1}}))
    >>> print(f.rank, "|", f.projectors)
    2 | the AlmostProduct structure (dx⊗∂_x + dy⊗∂_y) on M
    """

    _letter = "f"

    def __init__(self, f: VectorForm) -> None:
        require_vector_form(f, 1, "make a structure of")
        super().__init__(f, f @ f @ f == -f, "f@f@f + f = 0")

    @property
    def projectors(self) -> AlmostProduct:
        """The almost product structure of ``l = -f²``; its complement is ``m = f² + id``."""
        return AlmostProduct(-(self.tensor @ self.tensor))

    def is_partially_integrable(self) -> Verdict:
        """The verdict on ``N_f(lX, lY) = 0``.

        Its part in the image of m says that the image of l is involutive, the rest that f is
        a complex structure on the leaves (Ishihara and Yano).
        """
        projector, N = self.projectors.projector, self.torsion
        # i_l i_l N = 2 N(l·, l·) + i_l N for a projector l.
        once = interior(projector, N)
        restricted = (interior(projector, once) - once) / 2
        return check(restricted == 0, name="the Nijenhuis torsion vanishes on the image of l")


def rank(K: VectorForm) -> int:
    """The rank of a (1,1) tensor at the generic point."""
    rows = [K.transpose(d(x)) for x in K.space.coordinates]
    return linear.rank([[pairing(alpha, X) for X in K.space.frame] for alpha in rows])


def _require_even(kind: str, J: VectorForm) -> None:
    if J.space.dimension % 2:
        raise AxiomViolation(
            f"{kind} structures need even dimension; {describe(J)} lives in dimension "
            f"{J.space.dimension}"
        )
