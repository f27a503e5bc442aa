"""Maps between arbitrary manifolds as symbols, fields that they relate, and maps that are equal.

Source: Kolář, Michor, Slovák, Natural operations in differential geometry (1993), 7.7, 8.15, 8.16.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from diffgeo.calculus.brackets import interior
from diffgeo.errors import SpaceMismatch
from diffgeo.proofs import normal_form as normal
from diffgeo.proofs.constructions import Along, Back, Composition, Multiple, Number, Sum, Unit
from diffgeo.proofs.symbolic_objects import (
    ArbitraryManifold,
    Symbolic,
    SymbolicForm,
    SymbolicVectorForm,
    describe,
)
from diffgeo.verdicts.verdict import Identity


class SymbolicMap(Symbolic):
    """A smooth map between arbitrary manifolds: a symbol, or the composition of some.

    ``φ == ψ`` is a relation; where it is supposed, both pull back each form to the same.

    Parameters
    ----------
    made, degree
        As for `Symbolic`; symbols are made by `symbols_of_maps`.

    Examples
    --------
    >>> from diffgeo import check, symbols_of_forms
    >>> from diffgeo.proofs import symbols_of_manifolds, symbols_of_maps
    >>> M, N = symbols_of_manifolds("M N")
    >>> phi = symbols_of_maps("phi", source=M, target=N)
    >>> alpha, beta = symbols_of_forms("alpha beta", degree=1, on=N)
    >>> print(check(phi.pull(alpha * beta) == phi.pull(alpha) * phi.pull(beta)).status.name)
    PROVED
    """

    noun = "map"

    @property
    def source(self) -> Any:
        """The manifold from which it goes."""
        return self.home if self._composed else self.arguments[1]

    @property
    def target(self) -> Any:
        """The manifold to which it goes."""
        if self._composed:
            return self.arguments[0].target if self.arguments else self.home
        return self.arguments[2]

    def _normal_form(self) -> normal.Element:
        return {}  # of forms, vector-valued forms and operators only

    @property
    def _composed(self) -> bool:
        return isinstance(self.made, Composition)

    def __matmul__(self, other: Any) -> SymbolicMap:
        """The composition ``(φ @ ψ)(m) = φ(ψ(m))``."""
        if not isinstance(other, SymbolicMap) or other.target is not self.source:
            raise SpaceMismatch(f"{self} is composed with maps to {self.source}, not with {other}")
        return _composition(other.source, self, other)

    def _summand(self, other: object) -> Any:
        """The map with which it is compared."""
        if isinstance(other, SymbolicMap) and (self.source, self.target) != (
            other.source,
            other.target,
        ):
            raise SpaceMismatch(f"{self} and {other} are no maps between the same manifolds")
        return super()._summand(other)

    def _plus(self, term: Any) -> Any:
        raise TypeError(f"{self} is a map: there are no sums and no multiples of maps")

    __mul__ = __rmul__ = __truediv__ = _plus

    def pull(self, thing: Any) -> Any:
        """``φ^*α`` of a form, or ``φ^*K`` of a vector-valued form, which has its values along φ.

        That of a vector field Y is Y∘φ, that of id is the tangent map. Sums, and multiples by
        numbers, are pulled back term by term.
        """
        if not isinstance(thing, SymbolicForm | SymbolicVectorForm):
            raise TypeError(f"{self} pulls back forms and vector-valued forms, not {thing!r}")
        if self._composed:
            for factor in self.arguments:
                thing = factor.pull(thing)
            return thing
        match thing.made:
            case Sum(terms):
                return type(thing)(Sum(*map(self.pull, terms)), thing.degree)
            case Multiple((factor, part)):
                return factor * self.pull(part)
            case Number():
                return thing
        made = Back if isinstance(thing, SymbolicForm) else Along
        return type(thing)(made(self, thing), thing.degree)

    def tangent(self, field: Any) -> SymbolicVectorForm:
        """``Tφ∘X`` of a vector field or vector-valued form on the source."""
        moved: SymbolicVectorForm = interior(field, self.pull(SymbolicVectorForm(Unit(), 1)))
        return moved

    def related(self, X: Any, Y: Any) -> Identity:
        """The statement ``Tφ∘X = φ^*Y`` that X on the source and Y on the target are φ-related.

        X and Y are vector fields or vector-valued forms of the same degree.
        """
        for field in (X, Y):
            if not isinstance(field, SymbolicVectorForm):
                raise TypeError(f"{self} relates vector-valued forms, not {describe(field)}")
        if X.home not in (None, self.source):
            raise SpaceMismatch(f"{X} is on {X.home}, and {self} goes from {self.source}")
        stated: Identity = self.tangent(X) == self.pull(Y)
        return RelatedFields(stated.left, stated.right, stated.name, None, self, X, Y)


@dataclass(frozen=True, eq=False, repr=False)
class RelatedFields(Identity):
    """``Tφ∘X = φ^*Y``: where it is supposed, i_X φ^* = φ^* i_Y and L_X φ^* = φ^* L_Y."""

    phi: Any = None
    X: Any = None
    Y: Any = None


def identity_map(manifold: ArbitraryManifold) -> SymbolicMap:
    """The identity of a manifold, as a map: ``φ @ s == identity_map(N)`` for a section s of φ.

    Parameters
    ----------
    manifold
        One of `symbols_of_manifolds`.

    Returns
    -------
    SymbolicMap
        The composition of no maps.

    Examples
    --------
    >>> from diffgeo import check, symbols_of_forms
    >>> from diffgeo.proofs import identity_map, symbols_of_manifolds, symbols_of_maps
    >>> M, N = symbols_of_manifolds("M N")
    >>> phi = symbols_of_maps("phi", source=M, target=N)
    >>> s = symbols_of_maps("s", source=N, target=M)
    >>> alpha = symbols_of_forms("alpha", degree=1, on=N)
    >>> section = [phi @ s == identity_map(N), phi.pull(alpha) == 0]
    >>> print(check(alpha == 0, assuming=section).status.name)
    PROVED
    """
    return _composition(manifold)


def _composition(source: ArbitraryManifold, *maps: SymbolicMap) -> SymbolicMap:
    composed = SymbolicMap.__new__(SymbolicMap)
    composed.made, composed.degree, composed.serial = Composition(*maps), 0, 0
    composed.home, composed.along = source, ()
    return composed
