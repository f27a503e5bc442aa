"""The rings of polynomials of python-flint in which a tower computes, and their variables."""

from __future__ import annotations

from functools import cache, lru_cache

from flint import Ordering, fmpq_mpoly_ctx

#: Contexts grow by so many places, and by as many as `_SMALL` once they have `_SMALL`.
_BLOCK, _SMALL = 8, 64
#: So many contexts are found again without writing the names of their variables.
_CONTEXTS = 64


def name_of(index: int, version: int) -> str:
    """The variable of a generator of a tower."""
    return f"g{index}e{version}" if version else f"g{index}"


def context_for(size: int, version: int) -> fmpq_mpoly_ctx:
    """A context with room for some more generators: lifting all polynomials takes time.

    Eight exponents fill a machine word of a monomial, so that up to seven places cost nothing.
    """
    block = _BLOCK if size <= _SMALL else _SMALL
    return _context_of_room(-(-size // block) * block, version)


@lru_cache(_CONTEXTS)
def _context_of_room(room: int, version: int) -> fmpq_mpoly_ctx:
    names = [name_of(i, version) for i in reversed(range(room))]
    return fmpq_mpoly_ctx.get(tuple(names), Ordering.lex)


@cache
def bits_of_variables(size: int) -> tuple[int, ...]:
    """The bits of the generators, in the order of the variables of a context."""
    return tuple(1 << i for i in reversed(range(size)))
