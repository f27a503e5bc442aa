"""How symbolic objects are made: the nodes of their trees.

What is done with symbolic objects (writing, evaluating, bringing to normal form) is told apart by
the class of `Symbolic.made`, with its arguments: ``case Multiple((factor, thing))``.
"""

from __future__ import annotations

from typing import Any, ClassVar


class Construction:
    """One step that makes a symbolic object, and what it makes it of."""

    __match_args__ = ("arguments",)
    #: Whether what it makes is written in parentheses as a factor.
    compound: ClassVar[bool] = False

    def __init__(self, *arguments: Any) -> None:
        self.arguments = arguments


class Named(Construction):
    """A symbol: its name."""


class NamedDerivation(Construction):
    """An arbitrary derivation ``L_K + i_N``: its name, K (or None) and N."""


class Number(Construction):
    """A constant function."""


class Unit(Construction):
    """The identity of the tangent bundle."""


class Exterior(Construction):
    """The exterior derivative."""


class Sum(Construction):
    """The sum of the arguments; of none, zero."""

    @property
    def compound(self) -> bool:  # type: ignore[override]
        """Zero is no compound."""
        return bool(self.arguments)


class Multiple(Construction):
    """A multiple by a number: the number and the object."""

    compound = True


class Product(Construction):
    """A form times a form, vector-valued form or operator."""

    compound = True


class Composition(Construction):
    """``D∘E`` of operators."""

    compound = True


class Composed(Construction):
    """``P∘K`` of a (1,1) tensor and a vector-valued form."""

    compound = True


class Bracket(Construction):
    """The bracket of vector-valued forms, or the graded commutator of operators."""


class Applied(Construction):
    """An operator applied to a form."""


class Value(Construction):
    """A form or vector-valued form at vector fields."""


class Interior(Construction):
    """``i_K``."""


class Insertion(Construction):
    """``i_K M``."""


class Lie(Construction):
    """``L_K``."""
