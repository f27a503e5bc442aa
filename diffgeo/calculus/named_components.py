"""Components by the names of coordinates, or of the fields of a frame.

One contract for everything that has ``components``:

* the key is a name where there is one slot (1-forms, vector fields), a tuple of names where there
  are several, and ``()`` where there is none; upper slots come first;
* the value is a function; of a vector-valued form of degree k > 0, by the name of its value, the
  k-form ``dx∘K``;
* what is zero at sight is not listed, but it is found: ``components["x"]`` is 0 then; where the
  order of names gives a sign, ``components["y", "x"]`` has it;
* what made the thing reads them: ``M.form(k, alpha.components)``,
  ``M.vector_field(X.components)``, ``M.vector_form(k, K.components)``,
  ``Multivector.from_components(M, k, P.components)``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from diffgeo.errors import DegreeMismatch, UndefinedSymbol
from diffgeo.signs import permutation_sign

if TYPE_CHECKING:
    from diffgeo.calculus.forms import Form

#: A name, or a tuple of names: mappings with keys of either kind are given.
Key: TypeAlias = Any


def components(
    names: Sequence[str],
    slots: int,
    found: Iterable[tuple[Sequence[str], Form]],
    zero: Form,
    alternating: bool = False,
) -> Components:
    """Components that are functions, by the names of the slots."""
    listed = {key[0] if slots == 1 else tuple(key): value for key, value in found}
    return Components(listed, names, slots, zero, alternating, f" on {zero.space.name}")


class Components(dict[Key, Any]):
    """The components of a thing by names; see the module for the contract.

    Parameters
    ----------
    found
        The components that are not zero at sight.
    names
        All names.
    slots
        How many names a key has.
    zero
        What stands for the components that are not listed.
    alternating
        Whether keys are in the order of the names, and other orders give a sign.
    place
        What has these components, for messages.
    """

    def __init__(
        self,
        found: Mapping[Key, object] | Iterable[tuple[Key, object]],
        names: Sequence[str],
        slots: int,
        zero: object,
        alternating: bool = False,
        place: str = "",
    ) -> None:
        super().__init__(found)
        self._names = tuple(names)
        self._slots = slots
        self.zero = zero
        self._alternating = alternating
        self._place = place

    def __missing__(self, key: Key) -> Any:
        names = (key,) if isinstance(key, str) else key
        if not isinstance(names, tuple) or len(names) != self._slots:
            kind = {0: "()", 1: "a name"}.get(self._slots, f"a tuple of {self._slots} names")
            raise DegreeMismatch(f"{key!r} is no key of these components{self._place}: give {kind}")
        for name in names:
            if name not in self._names:
                raise UndefinedSymbol(
                    f"{name!r} names no component{self._place}; the names are "
                    f"{', '.join(self._names)}"
                )
        normal = names
        sign = 1
        if self._alternating and self._slots > 1:
            places = [self._names.index(name) for name in names]
            sign = permutation_sign(places)
            normal = tuple(self._names[k] for k in sorted(places))
        found = dict.get(self, normal[0] if self._slots == 1 else normal)
        return self.zero if found is None or not sign else sign * found

    def map(self, change: Callable[[Any], object], zero: object) -> Components:
        """The same keys with changed values."""
        return Components(
            {key: change(value) for key, value in self.items()},
            self._names,
            self._slots,
            zero,
            self._alternating,
            self._place,
        )
