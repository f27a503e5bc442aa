"""How a consequence of relations was made, from the inside out.

A history is a chain of steps that begins at a relation. It is made again by whoever knows the
steps (`Steps`): on elements, by the operations of the calculus; as text; as lines of a certificate.
Nobody changes a step; that it is not frozen is for the searches, which make thousands.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from diffgeo.proofs.normal_form import Basis, Monomial, Word

T = TypeVar("T")


class Steps(Protocol[T]):
    """What the steps of a history do with a relation and with what was made of it."""

    def relation(self, number: int, part: str) -> T:
        """A declared relation, or a part of one."""

    def acted(self, letters: Word, inner: T) -> T:
        """Derivations applied, the last one first."""

    def derivation(self, rank: int, inner: T) -> T:
        """``i_R`` (rank 1) or ``L_R`` of a vector-valued R."""

    def applied(self, inner: T, basis: Basis) -> T:
        """An operator, applied to a basis element."""

    def related(self, number: int, rank: int, basis: Basis) -> T:
        """``i_X φ^* - φ^* i_Y`` (or with L) at a basis element, of fields that are related."""

    def pulled(self, phi: int, inner: T) -> T:
        """The pull-back by a map."""

    def composed(self, prefix: Word, inner: T, suffix: Word) -> T:
        """An operator between derivations."""

    def multiplied(self, before: Monomial, inner: T, after: Monomial, tail: Any) -> T:
        """A product with factors on both sides, the last of which may be no form."""


class History:
    """A step, with all before it."""

    inner: History

    @property
    def number(self) -> int:
        """The number of the declared identity at the beginning."""
        return self.inner.number

    def made(self, by: Steps[T]) -> T:
        """What the steps make of the relation."""
        return self._then(by, self.inner.made(by))

    def _then(self, by: Steps[T], inner: T) -> T:
        raise NotImplementedError


@dataclass(unsafe_hash=True, slots=True)
class Stated(History):
    """The relation itself; ``part`` is K or N, if it is of a derivation ``L_K + i_N``."""

    given: int
    part: str

    @property
    def number(self) -> int:
        """The number of the declared identity."""
        return self.given

    def made(self, by: Steps[T]) -> T:
        """The relation."""
        return by.relation(self.given, self.part)


@dataclass(unsafe_hash=True, slots=True)
class Acted(History):
    """Derivations applied to it."""

    letters: Word
    inner: History

    def _then(self, by: Steps[T], inner: T) -> T:
        return by.acted(self.letters, inner)


@dataclass(unsafe_hash=True, slots=True)
class DerivationBy(History):
    """The derivation that it gives."""

    rank: int
    inner: History

    def _then(self, by: Steps[T], inner: T) -> T:
        return by.derivation(self.rank, inner)


@dataclass(unsafe_hash=True, slots=True)
class Applied(History):
    """What it makes, as an operator, of a basis element."""

    inner: History
    basis: Basis

    def _then(self, by: Steps[T], inner: T) -> T:
        return by.applied(inner, self.basis)


@dataclass(unsafe_hash=True, slots=True)
class RelatedAt(History):
    """What the derivations along a map that it relates make of a basis element."""

    given: int
    rank: int
    basis: Basis

    @property
    def number(self) -> int:
        """The number of the declared identity."""
        return self.given

    def made(self, by: Steps[T]) -> T:
        """The equation."""
        return by.related(self.given, self.rank, self.basis)


@dataclass(unsafe_hash=True, slots=True)
class PulledBack(History):
    """Its pull-back."""

    phi: int
    inner: History

    def _then(self, by: Steps[T], inner: T) -> T:
        return by.pulled(self.phi, inner)


@dataclass(unsafe_hash=True, slots=True)
class Composed(History):
    """The operator between others."""

    prefix: Word
    inner: History
    suffix: Word

    def _then(self, by: Steps[T], inner: T) -> T:
        return by.composed(self.prefix, inner, self.suffix)


@dataclass(unsafe_hash=True, slots=True)
class Multiplied(History):
    """Its product with other factors."""

    before: Monomial
    inner: History
    after: Monomial
    tail: Any

    def _then(self, by: Steps[T], inner: T) -> T:
        return by.multiplied(self.before, inner, self.after, self.tail)
