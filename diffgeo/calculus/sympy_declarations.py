"""What is declared by SymPy: the names of its objects, formulas in them, and floats made exact."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from diffgeo.errors import ExpressionError, NameClash
from diffgeo.interop.sympy_bodies import bodies_of_joints as bodies_of_joints
from diffgeo.interop.sympy_bodies import formulas_of_bodies as formulas_of_bodies
from diffgeo.interop.sympy_names import (
    as_difference,
    assumed_signs,
    declared_function,
    is_applied,
    is_sympy,
    occurring,
    standing_for,
    with_derivatives,
)
from diffgeo.interop.sympy_names import rationalised as rationalised

if TYPE_CHECKING:
    from diffgeo.rings.expression import Expression


class SymPyNames:
    """The SymPy objects in a problem, each with the name that it has here.

    Attributes
    ----------
    objects
        Symbols, coordinates ``x(t)``, and undefined functions, by name.

    Examples
    --------
    >>> import sympy
    >>> t, m = sympy.Symbol("t"), sympy.Symbol("m", positive=True)
    >>> x = sympy.Function("x")(t)
    >>> names = SymPyNames()
    >>> names.coordinate(x)
    'x'
    >>> names.text(m * x.diff(t) ** 2 / 2 - m * x)
    'm*xdot**2/2 - m*x'
    >>> names.symbols, names.signs()["positive"]
    (['m', 't'], ['m'])
    """

    def __init__(self) -> None:
        self.objects: dict[str, Any] = {}
        self._dots: dict[str, tuple[str, int]] = {}
        #: Names of symbols, and declarations of functions, in the order in which they appear.
        self.symbols: list[str] = []
        self.functions: dict[str, str] = {}

    def name(self, thing: Any) -> str:
        """The name of a symbol, of ``x(t)``, or of a function.

        Raises
        ------
        NameClash
            Another object has it.
        ExpressionError
            It has no name, such as a number or a sum.
        """
        name = getattr(thing, "name", None) or getattr(thing, "__name__", None)
        if not isinstance(name, str):
            raise ExpressionError(f"{thing} is no name: give a symbol or a function such as x(t)")
        if (known := self.objects.setdefault(name, thing)) != thing:
            raise NameClash(
                f"two objects of SymPy are called {name}, {_told(known)} and {_told(thing)}: SymPy "
                "does not take them for one; rename one, or make it once"
            )
        return name

    def coordinate(self, thing: Any) -> str:
        """The name of a coordinate; the derivative of ``x(t)`` is called ``xdot``."""
        name = self.name(thing)
        if is_applied(thing):
            if len(thing.args) != 1 or not thing.args[0].is_Symbol:
                raise ExpressionError(
                    f"{thing} is no coordinate: its one argument is the time, as in {name}(t)"
                )
            self._dots[f"{name}dot"] = (name, 1)
        return name

    @staticmethod
    def reads(thing: object) -> bool:
        """Whether an object is one of SymPy."""
        return is_sympy(thing)

    def signs(self) -> dict[str, list[str]]:
        """The names that SymPy assumes to be ``positive``, ``negative`` or ``nonzero``.

        Raises `NonReal` if one is assumed not to be real.
        """
        return assumed_signs(self.objects)

    @property
    def times(self) -> list[Any]:
        """The arguments of the coordinates ``x(t)``, each once."""
        found = (self.objects[q].args[0] for q, _ in self._dots.values())
        return list(dict.fromkeys(found))

    def key(self, thing: Any) -> str:
        """The name of a coordinate, or of a velocity ``Derivative(x(t), t)``."""
        for name, known in self._known().items():
            if known == thing:
                return name
        return self.name(thing)

    def tree(self, expression: Any) -> Expression:
        """The tree of an expression; what occurs in it is noted. ``Eq(a, b)`` is read as a - b."""
        from diffgeo.interop.sympy_bridge import from_sympy

        expression = as_difference(expression)
        bound = standing_for(self._known())
        symbols, functions = occurring(expression)
        for applied in functions:
            if applied not in bound:
                self._function(applied)
        for symbol in symbols:
            if (name := self.name(symbol)) not in self.symbols:
                self.symbols.append(name)
        return from_sympy(expression, stands_for=bound)

    def text(self, expression: Any) -> str:
        """An expression as text in the names."""
        return str(self.tree(expression))

    def _known(self) -> dict[str, Any]:
        return with_derivatives(self.objects, self._dots)

    def _function(self, applied: Any) -> None:
        known = self.objects.get(applied.func.__name__)
        if known is not None and is_applied(known) and known.func == applied.func:
            raise ExpressionError(
                f"{applied} is the coordinate {known} at another argument, and no function of the "
                "state: there are no delays here"
            )
        name = self.name(applied.func)
        if name not in self.functions:
            self.functions[name] = declared_function(applied)


def _told(thing: Any) -> str:
    assumed = getattr(thing, "assumptions0", {})
    assumed = assumed if isinstance(assumed, Mapping) else {}  # a class has a property
    words = [word for word in ("positive", "negative", "nonzero", "real") if assumed.get(word)]
    return f"{thing} ({words[0] if words else 'nothing assumed'})"
