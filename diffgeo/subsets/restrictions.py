"""Restrictions of forms, fields and multivectors to a level set.

What lives on a level set N is represented on the ambient manifold; the level set says when
two representatives are equal on N (see `diffgeo.subsets.level_sets`).

Source: Lee, Introduction to Smooth Manifolds (2nd ed. 2013), chapters 5, 8 and 14.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from diffgeo.calculus.coefficients import distinct
from diffgeo.calculus.display import Shown
from diffgeo.calculus.forms import Form, describe
from diffgeo.calculus.multivectors import Multivector
from diffgeo.calculus.point_values import Place, Point, value_at
from diffgeo.calculus.represented import Represented
from diffgeo.calculus.vector_forms import VectorForm
from diffgeo.errors import OutsideDomain, SpaceMismatch
from diffgeo.structures.tensors import Tensor
from diffgeo.verdicts.statements import Script, code_of, valued
from diffgeo.verdicts.verdict import Status, check

if TYPE_CHECKING:
    from diffgeo.calculus.maps import Map
    from diffgeo.rings.protocol import Condition
    from diffgeo.subsets.level_sets import LevelSet
    from diffgeo.verdicts.identities import Residuals

#: What can be restricted: forms (functions among them), vector-valued forms, multivectors, tensors.
Ambient = Form | VectorForm | Multivector | Tensor


class Restriction(Represented, Shown):
    """What is left of a form, vector-valued form or multivector on a level set N.

    Made by `LevelSet.restrict`. Sums, products, ``d``, ``interior``, ``lie`` and ``bracket``
    act on restrictions to the same N; ``==`` makes an `Identity` of objects on N, so that the
    equations and their differentials count as zero.

    Attributes
    ----------
    space
        N.
    representative
        The object on the ambient manifold.

    Examples
    --------
    >>> from diffgeo import Manifold, check, d, level_set
    >>> M = Manifold("M", "x y")
    >>> x, y = M.coordinates
    >>> circle = level_set(M, x**2 + y**2 - 1)
    >>> print(check(circle.restrict(x * d(x) + y * d(y)) == 0).status.name)
    VERIFIED
    """

    def __init__(self, space: LevelSet, representative: Ambient) -> None:
        space._require_ambient(representative)
        self.space = space
        self.representative = representative

    @property
    def degree(self) -> int:
        """The degree of the representative; of tensors the number of slots."""
        thing = self.representative
        return thing.rank if isinstance(thing, Tensor) else thing.degree

    @property
    def conditions(self) -> tuple[Condition, ...]:
        """Conditions of the level set and of the representative."""
        return distinct((*self.space.conditions, *self.representative.conditions))

    def accepts(self, other: object) -> bool:
        """Restrictions, exact numbers, and objects on M that are restricted on the way."""
        return super().accepts(other) or isinstance(other, Ambient)

    def apply(self, operation: Any, *operands: Any) -> Any:
        """The restriction of what the operation makes of representatives."""
        result = operation(*(self._representative_of(operand) for operand in operands))
        if operation in (operator.truediv, operator.pow):
            require_defined(self.space, result)
        return Restriction(self.space, result)

    def at(
        self,
        point: Point | None = None,
        /,
        *,
        functions: Mapping[str, str] | None = None,
        **coordinates: object,
    ) -> Any:
        """The exact value of the representative at a point of N (see `Form.at`).

        Raises `OutsideDomain` if the point is not on N. Only functions have values that do not
        depend on the representative.
        """
        from diffgeo.reals.complex_roots import sign_of_number

        place = Place(self.space.space, point, coordinates, functions)
        for equation in self.space.equations:
            if sign_of_number(value := value_at(equation, place)):
                raise OutsideDomain(
                    f"{place} is no point of {self.space.name}: {equation.summary()} is {value} "
                    "there, not 0"
                )
        return value_at(self.representative, place)

    def pulled_back(self, phi: Map) -> Restriction:
        """``φ^*`` along a map to M (fields: with an inverse): a restriction to ``φ^{-1}(N)``."""
        return Restriction(self.space.pulled_back(phi), phi.pull(self.representative))

    def _require_comparable(self, other: object) -> None:
        if isinstance(other, Ambient):
            self.space._require_ambient(other)
        self._representative_of(other)

    def _representative_of(self, operand: object) -> Any:
        if isinstance(operand, Restriction):
            if operand.space is not self.space:
                raise SpaceMismatch(
                    f"{self!r} and {operand!r} live on different level sets: restrict both to "
                    "the intersection N & L"
                )
            return operand.representative
        if isinstance(operand, VectorForm | Multivector | Tensor):
            return self.space.restrict(operand).representative
        return operand

    def __str__(self) -> str:
        return str(self.representative)

    def summary(self, width: int = 40) -> str:
        """The beginning of the representative."""
        return self.representative.summary(width)

    def __repr__(self) -> str:
        return f"<the restriction of {describe(self.representative)} to {self.space.name}>"

    def _formula(self, write: Callable[[object], str]) -> str:
        """The representative, with N as an index."""
        return rf"\left.\left({write(self.representative)}\right)\right|_{{{self.space.name}}}"

    def _residuals(self, other: object) -> Residuals:
        difference = self.representative - self._representative_of(other)
        return self.space._vanishing(difference)


def require_defined(space: LevelSet, thing: Ambient) -> None:
    """Raise `OutsideDomain` if what must not vanish for an object is known to be zero on N."""
    known = space._vanishing_conditions
    for condition in thing.conditions:
        if condition.removable:
            continue
        if condition not in known:
            excluded = Restriction(space, space.space.function(condition.expression))
            known[condition] = check(excluded == 0, counterexample=False).status is Status.VERIFIED
        if known[condition]:
            raise OutsideDomain(
                f"{describe(thing)} has no restriction to {space.name}, where "
                f"{condition.expression} = 0: it needs {condition}"
            )


@code_of.register(Restriction)
def _code(restriction: Restriction, script: Script) -> str:
    inner = code_of(restriction.representative, script)
    return f"{script.space(restriction.space)}.restrict({inner})"


@valued.register(Restriction)
def _valued(restriction: Restriction, name: str, script: Script) -> str:
    return script.at(name)
