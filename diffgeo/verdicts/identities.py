"""Identities between geometric objects: what is stated before it is judged.

``a == b`` between forms, fields, derivations or maps states an `Identity`, which `check` of
`diffgeo.verdicts.verdict` decides.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import chain
from typing import TYPE_CHECKING, Any, TypeAlias

from diffgeo.calculus.display import Shown, describe
from diffgeo.errors import AmbiguousTruth, DiffGeoError, NoWitness
from diffgeo.rings.protocol import FormulaRing
from diffgeo.verdicts.as_written import stated_in
from diffgeo.verdicts.explanations import WIDTH, formula, short

if TYPE_CHECKING:
    from diffgeo.rings.protocol import Condition
    from diffgeo.verdicts.verdict import Verdict

#: What has to vanish: labelled elements, each of which knows its function ring.
Residuals: TypeAlias = list[tuple[str, Any]]
#: A side of an identity is cut at this length in messages.
_SIDE = 40


class Comparable:
    """What identities are about: ``==`` states one, and objects hash by identity.

    A class says with what its objects are compared (`_comparand`), and what that means: an identity
    between other objects (`_means`), or the components of a difference (`_residuals`). That is all
    that ``check`` needs of a new kind of objects.

    Examples
    --------
    >>> from diffgeo import Manifold, check
    >>> from diffgeo.verdicts import Comparable
    >>> class Kernel(Comparable):  # of a 1-form without zeros
    ...     def __init__(self, alpha):
    ...         self.alpha, self.space, self.conditions = alpha, alpha.space, alpha.conditions
    ...     def _comparand(self, other):
    ...         return other if isinstance(other, Kernel) else None
    ...     def _means(self, other):
    ...         return self.alpha * other.alpha == 0
    >>> M = Manifold("M", "x y")
    >>> alpha = M.form(1, {"x": "1 + y**2", "y": "x"})
    >>> check(Kernel(alpha) == Kernel(2 * alpha)).status.name
    'VERIFIED'
    """

    __slots__ = ()

    #: Whether such an object says itself what is compared with it; others do not refuse it then.
    reads_others = False
    #: Whether it is shown by the operations that made it, as symbols are, and not by components.
    _shows_what_made_it = False

    def _comparand(self, other: object) -> object:
        """What this object is compared with where it stands left of another one; None for nothing.

        Raises `SpaceMismatch` where the spaces differ.
        """
        raise NotImplementedError

    def _means(self, other: Any) -> Identity | None:
        """The identity between other objects that the equality is; None if there is none.

        It is judged instead, and the code of a counterexample makes its sides where there is no
        code for these.
        """
        return None

    def _elements(self) -> Iterable[Any]:
        """Elements of function rings whose conditions say where the object is defined."""
        return ()

    def _residuals(self, other: Any) -> Residuals:
        """The labelled components of the difference, elements of function rings."""
        meant = self._means(other)
        if meant is None:
            raise NotImplementedError(f"{type(self).__name__} has neither _means nor _residuals")
        return meant.residuals()

    def _decide(self, identity: Identity, **options: Any) -> Verdict | None:
        """The verdict on an identity about such objects; None where residuals are to be judged."""
        return None

    def __eq__(self, other: object) -> Identity:  # type: ignore[override]
        """Identity ``self = other``, to be judged by ``check``."""
        right = self._comparand(other)
        if right is None:
            answer: Identity = self._not_compared(other)
            if answer is NotImplemented and isinstance(other, Comparable):
                # The other object states it, and the sides are exchanged.
                by_kind = type(other).__eq__ is Comparable.__eq__
                if by_kind and other._comparand(self) is None:
                    raise TypeError(
                        f"{describe(self)} and {describe(other)} are objects of different kinds, "
                        "which are not compared"
                    )
                answer = other.__eq__(self)
                return answer if answer is NotImplemented else replace(answer, as_written="")
            return answer
        exchanged = not isinstance(other, Comparable)
        words = "" if self._shows_what_made_it else stated_in(sys._getframe(1), exchanged)
        return Identity(self, right, as_written=words)

    __hash__ = object.__hash__

    def _not_compared(self, other: object) -> Any:
        """What ``==`` answers where it states no identity."""
        return NotImplemented


@dataclass(frozen=True, eq=False, repr=False)
class Identity(Shown):
    """The statement ``left = right``; it has no truth value until it is checked.

    Both sides are `Comparable`. ``a & b`` states both identities. ``conditions`` says where it is
    stated, if that is known better than from the sides, which may be written with divisors of a
    computation.

    Parameters
    ----------
    left, right
        What is compared: objects of one kind on one space, or one of them 0.
    name
        What verdicts call it.
    conditions
        Where it is stated.
    as_written
        The words of the program that states it, if they are known: summaries show these, `str`
        shows the values of both sides.

    Examples
    --------
    >>> from diffgeo import Manifold, check, d
    >>> M = Manifold("M", "x y")
    >>> statement = d(M["x"] ** 2) == 2 * M["x"] * d(M["x"])
    >>> print(check(statement).status.name)
    VERIFIED
    """

    left: Any
    right: Any
    name: str = ""
    conditions: tuple[Condition, ...] | None = None
    as_written: str = field(default="", kw_only=True)

    def __post_init__(self) -> None:
        for side, what in ((self.left, "left"), (self.right, "right")):
            exact = what == "right" and isinstance(side, int | Fraction)
            if not exact and not isinstance(side, Comparable):
                raise TypeError(
                    f"the {what} side of an identity is an object of a manifold, not {side!r}: "
                    "write alpha == beta, with M.function(...) for text and numbers"
                )

    @property
    def parts(self) -> tuple[Identity, ...]:
        """The identities that are stated together."""
        return (self,)

    def residuals(self) -> Residuals:
        """Labelled ring elements that all vanish if and only if the identity holds."""
        return list(self.left._residuals(self.right))

    def __and__(self, other: Identity | Verdict) -> Identity:
        stated = getattr(other, "subject", other)  # a verdict stands for what it is about
        if not isinstance(stated, Identity):
            return NotImplemented
        return Conjunction(self.parts + stated.parts)

    def __bool__(self) -> bool:
        if self.left is self.right:
            return True
        raise AmbiguousTruth(
            f"the identity {self.summary()} has no truth value; ask with check(left == right), "
            "or compare objects with `is`"
        )

    def __str__(self) -> str:
        return self.name or f"{self.left} = {self.right}"

    def __repr__(self) -> str:
        return f"<the identity {self.summary()}>"

    def summary(self, width: int = 2 * WIDTH) -> str:
        """The statement as it was written, or with both sides cut short."""
        if self.as_written and not self.name:
            return short(self.as_written, 2 * width)
        whole = short(self.name) or f"{short(self.left, _SIDE)} = {short(self.right, _SIDE)}"
        return short(whole, width)

    def latex(self) -> str:
        """LaTeX source, without dollar signs; a side that is too long is cut."""
        rows = [formula(part) for part in self.parts]
        if len(rows) == 1:
            return rows[0]
        return r"\begin{gathered} " + r" \\ ".join(rows) + r" \end{gathered}"

    def _repr_markdown_(self) -> str:
        named = f"{self.name}: " if self.name else ""
        return named + self._repr_latex_()


def require_somewhere(identity: Identity, residuals: Residuals) -> None:
    """Raise `NoWitness` where no point is found at which both sides are defined."""
    own = (part for part in identity.parts if part.conditions is None)
    sides = (side for part in own for side in (part.left, part.right))
    given = (side._elements() for side in sides if isinstance(side, Comparable))
    masks: dict[int, tuple[FormulaRing, int]] = {}
    for element in (*chain.from_iterable(given), *(e for _, e in residuals)):
        ring: Any = element.ring
        if isinstance(ring, FormulaRing):
            _, mask = masks.get(id(ring), (ring, 0))
            masks[id(ring)] = ring, mask | element.mask
    for ring, mask in masks.values():
        if reason := ring.nowhere(mask):
            raise NoWitness(reason)


class Conjunction(Identity):
    """Several identities stated together."""

    def __init__(self, parts: Iterable[Identity], name: str = "") -> None:
        given = tuple(parts)
        object.__setattr__(self, "_parts", given)
        super().__init__([p.left for p in given], [p.right for p in given], name)

    def __post_init__(self) -> None:
        """Nothing to examine: the parts are identities."""

    @property
    def parts(self) -> tuple[Identity, ...]:
        """The identities that are stated together."""
        return self._parts  # type: ignore[attr-defined, no-any-return]

    def residuals(self) -> Residuals:
        """The residuals of all parts; labels begin with the part's name or number."""
        found = []
        for index, part in enumerate(self.parts, start=1):
            prefix = part.name or f"identity {index}"
            found += [
                (f"{prefix}: {label}" if label else prefix, e) for label, e in part.residuals()
            ]
        return found

    def __bool__(self) -> bool:
        return all(bool(part) for part in self.parts)

    def __str__(self) -> str:
        return self.name or " and ".join(map(str, self.parts))

    def summary(self, width: int = 2 * WIDTH) -> str:
        """The statement, each part cut short."""
        return short(self.name or " and ".join(p.summary() for p in self.parts), width)


def collected(identity: object) -> Identity:
    """One identity of all that is given to `check`."""
    if isinstance(identity, Identity):
        return identity
    if not isinstance(identity, list | tuple | set | frozenset | Iterator):
        raise TypeError(
            f"check needs an identity such as alpha == beta, or a list of them, not {identity!r}"
        )
    parts = [p for given in identity for p in collected(given).parts]
    if not parts:
        raise DiffGeoError("check was given no identity: an empty list states nothing")
    return parts[0] if len(parts) == 1 else Conjunction(parts)
