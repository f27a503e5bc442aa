"""Structures given by a (1,1) tensor J, integrable where its Nijenhuis torsion vanishes."""

from __future__ import annotations

from diffgeo import linear
from diffgeo.derivations import d
from diffgeo.errors import AxiomViolation
from diffgeo.forms import describe, pairing
from diffgeo.operators import torsion
from diffgeo.structures import verify_axiom
from diffgeo.vector_forms import VectorForm
from diffgeo.verdicts import Verdict, check


class _Endomorphism:
    """A (1,1) tensor with an axiom on its square."""

    def __init__(self, J: VectorForm, square: VectorForm, axiom: str) -> None:
        J.require_degree(1, "make a structure of")
        self.tensor = J
        self.space = J.space
        #: The verdict on the axiom about J∘J, with its evidence and conditions.
        self.verdict = verify_axiom(square == J @ J, axiom, f"J = {describe(J)}")

    @property
    def torsion(self) -> VectorForm:
        """The Nijenhuis torsion ``N_J = ½[J, J]``, a vector-valued 2-form."""
        return torsion(self.tensor)

    def integrable(self) -> Verdict:
        """The verdict on ``N_J = 0``: J has constant coefficients in suitable coordinates.

        (By the theorems of Newlander and Nirenberg, and of Lehmann-Lejeune.)
        """
        return check(self.torsion == 0, name="the Nijenhuis torsion vanishes")


class AlmostComplex(_Endomorphism):
    """An almost complex structure, ``J∘J = -id``.

    Raises
    ------
    AxiomViolation
        The dimension is odd, or ``J∘J = -id`` is refuted.
    Undecided
        It could not be decided.
    """

    def __init__(self, J: VectorForm) -> None:
        J.require_degree(1, "make a structure of")
        _require_even("almost complex", J)
        super().__init__(J, -J.space.identity, "J@J = -id")


class AlmostTangent(_Endomorphism):
    """An almost tangent structure: the kernel of J is its image, so ``J∘J = 0``.

    On a tangent bundle the vertical endomorphism is one, and it is integrable. That kernel
    and image agree is checked at the generic point by the rank of J.

    Raises
    ------
    AxiomViolation
        The dimension is odd, ``J∘J = 0`` is refuted, or the rank is not half the dimension.
    Undecided
        ``J∘J = 0`` could not be decided.
    """

    def __init__(self, J: VectorForm) -> None:
        J.require_degree(1, "make a structure of")
        _require_even("almost tangent", J)
        super().__init__(J, 0 * J, "J@J = 0")
        space = J.space
        images = [J.transpose(d(x)) for x in space.coordinates]
        rank = linear.rank([[pairing(a, X) for X in space.frame] for a in images])
        if 2 * rank != space.dimension:
            raise AxiomViolation(
                f"the image of J = {describe(J)} is not its kernel: the rank is {rank}, half the "
                f"dimension of {space} is {space.dimension // 2}"
            )


def _require_even(kind: str, J: VectorForm) -> None:
    if J.space.dimension % 2:
        raise AxiomViolation(
            f"{kind} structures need even dimension; {describe(J)} lives in dimension "
            f"{J.space.dimension}"
        )
