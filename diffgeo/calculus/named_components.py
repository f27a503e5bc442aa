"""Components by the names of coordinates, or of the fields of a frame.

One contract for everything that has ``components``:

* the key is a name where there is one slot (1-forms, vector fields), a tuple of names where there
  are several, and ``()`` where there is none; upper slots come first;
* the value is a function; of a vector-valued form of degree k > 0, by the name of its value, the
  k-form ``dx∘K``;
* what is zero at sight is not listed, but it is found: ``components["x"]`` is 0 then; where the
  order of names gives a sign, ``components["y", "x"]`` has it;
* ``table`` writes a line for each, and ``to_sympy`` makes an array of them;
* what made the thing reads them: ``M.form(k, alpha.components)``,
  ``M.vector_field(X.components)``, ``M.vector_form(k, K.components)``,
  ``Multivector.from_components(M, k, P.components)``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import product
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


class Componentwise:
    """What has components, and is an array of them to SymPy."""

    __slots__ = ()

    @property
    def components(self) -> Components:
        """The components by names (see `diffgeo.calculus.named_components`)."""
        raise NotImplementedError

    def to_sympy(self, *, plain: bool = False) -> Any:
        """All components as an array of SymPy, in the order of the coordinates, upper slots first.

        They are written in the objects of the user, with ``plain`` in bare symbols (see
        `Form.to_sympy`).
        """
        return self.components.to_sympy(plain=plain)


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

    def table(self) -> str:
        """A line for each component that is not zero.

        Examples
        --------
        >>> from diffgeo import Manifold, Metric
        >>> M = Manifold("M", "r phi", positive="r")
        >>> print(Metric.diagonal(M, r=1, phi="r**2").connection.coefficients.table())
        r phi phi  -r
        phi r phi  1/r
        phi phi r  1/r
        """
        rows = [
            (key if isinstance(key, str) else " ".join(key), text)
            for key, value in self.items()
            if (text := str(value)) != "0"
        ]
        width = max((len(key) for key, _ in rows), default=0)
        return "\n".join(f"{key:<{width}}  {value}".strip() for key, value in rows) or "0"

    def to_sympy(self, *, plain: bool = False) -> Any:
        """All components as an array of SymPy, with an axis for each slot, in the order of names.

        Its entries are written in the objects of the user, as those of `Form.to_sympy`. Of a
        vector-valued form the first axis is that of the values.

        Examples
        --------
        >>> from diffgeo import Manifold
        >>> M = Manifold("M", "x y")
        >>> print(M.form(2, {("x", "y"): "x**2"}).components.to_sympy())
        [[0, x**2], [-x**2, 0]]
        """
        from diffgeo.interop.sympy_bridge import array
        from diffgeo.interop.sympy_names import is_sympy

        found = self.in_order()
        if not self._slots:
            return found[0].to_sympy(plain=plain)
        # At a point they are numbers.
        known = [isinstance(value, int | Fraction) or is_sympy(value) for value in found]
        values = [
            value if is_known else value.to_sympy(plain=plain)
            for value, is_known in zip(found, known, strict=True)
        ]
        return array(values, (len(self._names),) * self._slots)

    def in_order(self) -> list[Any]:
        """All components, those that are not listed too, by the order of the names."""
        if not self._slots:
            return [self[()]]
        keys = self._names if self._slots == 1 else product(self._names, repeat=self._slots)
        return [self[key] for key in keys]

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
