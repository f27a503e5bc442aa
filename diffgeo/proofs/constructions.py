"""How symbolic objects are made: the nodes of their trees.

What is done with symbolic objects (writing, evaluating, bringing to normal form) is told apart by
the class of `Symbolic.made`, with its arguments: ``case Multiple((factor, thing))``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from diffgeo.errors import SpaceMismatch


class Construction:
    """One step that makes a symbolic object, and what it makes it of."""

    __match_args__ = ("arguments",)
    #: Whether what it makes is written in parentheses as a factor.
    compound: ClassVar[bool] = False

    #: Which of what it is made of is inserted, and has to have its values on its own manifold.
    inserted: ClassVar[slice] = slice(0)
    #: Whether all of what it is made of has its values along the same maps.
    alike: ClassVar[bool] = False

    def __init__(self, *arguments: Any) -> None:
        self.arguments = arguments

    def place(self, parts: Sequence[Any]) -> tuple[Any, tuple[Any, ...]]:
        """The manifold on which it lives (None: each), and the maps along which it has values.

        Raises
        ------
        SpaceMismatch
            Parts live on different manifolds.
        """
        homes = {id(part.home): part.home for part in parts if part.home is not None}
        if len(homes) > 1:
            names = " and on ".join(str(home) for home in homes.values())
            raise SpaceMismatch(f"{parts[0]} and {parts[-1]} live on {names}: pull back by a map")
        along = [part.along for part in parts if part.along or self.alike]
        if any(part.along for part in parts[self.inserted]) or any(a != along[0] for a in along):
            raise SpaceMismatch(
                f"{parts[0]} and {parts[-1]} have values at points of two manifolds"
            )
        return next(iter(homes.values()), None), along[0] if along else ()


class Named(Construction):
    """A symbol: its name, and its manifold if that is not every one; of a map: from, to."""

    everywhere: ClassVar[Any] = None

    def place(self, parts: Sequence[Any]) -> tuple[Any, tuple[Any, ...]]:
        """As it was declared."""
        return (*self.arguments[1:], self.everywhere)[0], ()


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

    alike = True

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
    inserted = slice(1, None)


class Multiplication(Construction):
    """The product with a form, as an operator."""


class Bracket(Construction):
    """The bracket of vector-valued forms or multivectors; the graded commutator of operators."""

    inserted = slice(None)


class Applied(Construction):
    """An operator applied to a form."""


class Value(Construction):
    """A form or vector-valued form at vector fields."""

    inserted = slice(1, None)


class Interior(Construction):
    """``i_K``."""

    inserted = slice(None)


class Back(Construction):
    """``φ^*`` of a form: φ and the form."""

    def place(self, parts: Sequence[Any]) -> tuple[Any, tuple[Any, ...]]:
        """On the source of the map."""
        phi, thing = parts
        if thing.home not in (None, phi.target):
            raise SpaceMismatch(f"{phi} pulls back from {phi.target}; {thing} is on {thing.home}")
        return phi.source, ()


class Along(Back):
    """``φ^*K`` of a vector-valued form, which has its values at the points of the target."""

    def place(self, parts: Sequence[Any]) -> tuple[Any, tuple[Any, ...]]:
        """On the source of the map, along it."""
        return super().place(parts)[0], (parts[0].serial, *parts[1].along)


class Insertion(Construction):
    """``i_K M``."""

    inserted = slice(1)


class Lie(Construction):
    """``L_K``."""

    inserted = slice(None)
