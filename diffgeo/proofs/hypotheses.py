"""What is supposed and is no relation: that something has no kernel, or holds for all of a kind.

A form without zeros is told by a relation with a new symbol (``α(V) = 1`` for some field V), and so
is what exists by other theorems; a form that no field but 0 is inserted into with value 0 is not.
What holds for all fields V is used at finitely many: these are the relations of a certificate,
whose theorem supposes less, and so no rule is needed for it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from diffgeo.errors import DegreeMismatch
from diffgeo.proofs.constructions import Named, Sum
from diffgeo.proofs.symbolic_objects import Symbolic, SymbolicForm, SymbolicVectorForm, known
from diffgeo.verdicts.verdict import Identity

Tensor = SymbolicForm | SymbolicVectorForm


class Hypothesis(Identity):
    """What is no relation; both sides are the same, made of the symbols that it is about."""


@dataclass(frozen=True, eq=False, repr=False)
class ForAll(Hypothesis):
    """A relation that holds whatever stands for some symbols.

    See `diffgeo.proofs.instantiation.for_all`.
    """

    symbols: tuple[Symbolic, ...] = ()
    relation: tuple[Identity, ...] = ()

    @property
    def stated(self) -> Identity:
        """The relation."""
        return self.relation[0]


@dataclass(frozen=True, eq=False, repr=False)
class NoKernel(Hypothesis):
    """``i_X w = 0`` for all w of some tensors only if X = 0, at each point; see `nondegenerate`."""

    tensors: tuple[Tensor, ...] = ()


def nondegenerate(*tensors: Any) -> NoKernel:
    """The hypothesis that only the vector 0 is inserted with value 0 into all of the tensors.

    Parameters
    ----------
    tensors
        Forms or vector-valued forms of positive degree: a 2-form Ω is non-degenerate; the pair
        (η, dη) is so for a contact form, (η, ω) for a cosymplectic structure, several 2-forms for
        a k-symplectic one; a (1,1) tensor is injective.

    Returns
    -------
    NoKernel
        To be given to ``check(…, assuming=[…])``.

    Raises
    ------
    DegreeMismatch
        There is no tensor, or one of degree 0.

    Examples
    --------
    >>> from diffgeo import check, interior, symbols_of_forms, symbols_of_vector_fields
    >>> from diffgeo.proofs import nondegenerate
    >>> omega = symbols_of_forms("omega", degree=2)
    >>> X = symbols_of_vector_fields("X")
    >>> check(X == 0, assuming=[interior(X, omega) == 0, nondegenerate(omega)]).status
    <Status.PROVED: 'PROVED'>
    """
    for thing in tensors:
        if not isinstance(thing, SymbolicForm | SymbolicVectorForm) or thing.degree < 1:
            raise DegreeMismatch(f"vector fields are not inserted into {thing}")
    if not tensors:
        raise DegreeMismatch(
            "nondegenerate takes at least one tensor into which fields are inserted"
        )
    written = ", ".join(map(str, tensors))
    every = SymbolicForm(Sum(*tensors), 0)  # no form: it holds the symbols of all of them
    return NoKernel(every, every, f"nondegenerate({written})", None, tensors)


def nowhere_zero(thing: Any) -> Identity:
    """The relation that a function or 1-form has no zeros: that some product with it is 1.

    A function f has no zeros if and only if ``f*h = 1`` for a function h, which is called
    ``f_reciprocal``; a 1-form α if and only if ``α(V) = 1`` for a vector field, ``alpha_dual``
    (which a Riemannian metric gives).

    Parameters
    ----------
    thing
        A symbol of a function or 1-form.

    Returns
    -------
    Identity
        To be given to ``check(…, assuming=[…])``; the new symbol may be used in lemmas.

    Raises
    ------
    DegreeMismatch
        It is something else.

    Examples
    --------
    >>> from diffgeo import check, symbols_of_forms, symbols_of_functions
    >>> from diffgeo.proofs import nowhere_zero
    >>> f, alpha = symbols_of_functions("f"), symbols_of_forms("alpha", degree=1)
    >>> check(alpha == 0, assuming=[f * alpha == 0, nowhere_zero(f)]).status
    <Status.PROVED: 'PROVED'>
    """
    if not isinstance(thing, SymbolicForm) or thing.degree > 1 or not isinstance(thing.made, Named):
        raise DegreeMismatch(f"{thing} is no symbol of a function or 1-form")
    if thing.degree:
        one = thing(known(SymbolicVectorForm, 0, f"{thing}_dual"))
    else:
        one = thing * known(SymbolicForm, 0, f"{thing}_reciprocal")
    stated: Identity = one == 1
    return stated
