"""What objects made of tensors share: equality, conditions, text and formulas.

A connection is known by its projector, a frame by its fields, a structure by its tensors. Such
an object says in `Composite.tensors` what it is made of, and is compared and shown by that.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from diffgeo.calculus.brackets import lie
from diffgeo.calculus.coefficients import distinct, refuse_comparison
from diffgeo.calculus.display import WIDTH, Described, Shown
from diffgeo.calculus.requirements import require_same_space, require_vector_form
from diffgeo.verdicts.identities import Comparable, Conjunction, Identity
from diffgeo.verdicts.statements import Script, valued

if TYPE_CHECKING:
    from collections.abc import Callable

    from diffgeo.calculus.spaces import Manifold
    from diffgeo.calculus.vector_forms import VectorForm
    from diffgeo.rings.protocol import Condition


class Composite(Comparable, Described, Shown):
    """An object on one space that is determined by some tensors.

    Two of one kind are equal if their tensors are; ``==`` makes an `Identity`, to be judged
    by ``check``; objects hash by identity.
    """

    space: Manifold

    @property
    def tensors(self) -> tuple[Any, ...]:
        """The tensors that determine the object."""
        raise NotImplementedError

    @property
    def kind(self) -> str:
        """What messages call it."""
        return f"the {type(self).__name__}"

    def _comparand(self, other: object) -> Composite | None:
        """Another object of this kind, whose tensors are all to be the same."""
        if not isinstance(other, Composite) or not self._of_one_kind(other):
            return None
        require_same_space("compare", self, other)
        return other

    def _not_compared(self, other: object) -> Any:
        return refuse_comparison(self, other)

    def lie_derivative(self, X: VectorForm) -> tuple[Any, ...]:
        """``(L_X T_1, …, L_X T_k)`` of the tensors along a vector field; what ``lie`` calls.

        All of them vanish if and only if the flow of X keeps the object. They are tensors
        without the axioms of the object, so they are no object of its kind.

        Raises `DegreeMismatch` for a vector-valued form of positive degree, which has no flow.
        """
        require_vector_form(X, 0, f"take the Lie derivative of {self.kind} along")
        return tuple(lie(X, tensor) for tensor in self.tensors)

    @property
    def conditions(self) -> tuple[Condition, ...]:
        """Conditions (``p != 0``, ``q > 0``) under which the tensors are defined."""
        return distinct(c for thing in self.tensors for c in thing.conditions)

    def __str__(self) -> str:
        return f"{self.kind} ({', '.join(map(str, self.tensors))}) on {self.space.name}"

    def summary(self, width: int = WIDTH) -> str:
        """The beginning of the tensors."""
        return ", ".join(thing.summary(width) for thing in self.tensors)

    def _formula(self, write: Callable[[object], str]) -> str:
        """The tensors in parentheses."""
        inner = r",\; ".join(map(write, self.tensors))
        return inner if len(self.tensors) == 1 else rf"\left({inner}\right)"

    # --- inside the library --------------------------------------------------------

    def _of_one_kind(self, other: Composite) -> bool:
        return isinstance(other, type(self)) or isinstance(self, type(other))

    def _means(self, other: Composite) -> Identity:
        """That the tensors are the same, one by one."""
        pairs = enumerate(zip(self.tensors, other.tensors, strict=True), start=1)
        parts = [Identity(*pair, name=f"tensor {number}") for number, pair in pairs]
        return parts[0] if len(parts) == 1 else Conjunction(parts)


@valued.register(Composite)
def _valued(thing: Composite, name: str, script: Script) -> str:
    return f"[{script.at('tensor')} for tensor in {name}.tensors]"
