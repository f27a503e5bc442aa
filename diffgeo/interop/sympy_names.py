"""The SymPy objects of a user, and the names that they have here.

A coordinate may be a symbol or ``x(t)``; what SymPy assumes of it (positive, negative, nonzero) is
a declared sign here. Names are what the rings know; the objects are kept beside them, so that what
is written for the user is written in them. SymPy is not imported before one of its objects comes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from diffgeo.errors import ExpressionError, NonReal
from diffgeo.rings.expression import Expression, Symbol

if TYPE_CHECKING:
    from sympy import Basic, Expr


def is_sympy(thing: object) -> bool:
    """Whether an object is one of SymPy; those of undefined functions are in no module."""
    return any((k.__module__ or "").partition(".")[0] == "sympy" for k in type(thing).__mro__)


def is_applied(thing: object) -> bool:
    """Whether it is an undefined function with its arguments, such as ``x(t)``."""
    if not is_sympy(thing):
        return False
    from sympy.core.function import AppliedUndef

    return isinstance(thing, AppliedUndef)


def objects_in(declared: object) -> dict[str, Any]:
    """The SymPy objects in a declaration of names (text, a sequence or one object), by name."""
    if isinstance(declared, str):
        return {}
    given = declared if isinstance(declared, Iterable) else [declared]
    return {thing.name: thing for thing in given if is_sympy(thing) and hasattr(thing, "name")}


def assumed_signs(objects: Mapping[str, Any]) -> dict[str, list[str]]:
    """The names whose objects SymPy assumes to be positive, negative or nonzero.

    Raises
    ------
    NonReal
        One is assumed not to be real: functions here are real.
    """
    signs: dict[str, list[str]] = {"positive": [], "negative": [], "nonzero": []}
    for name, thing in objects.items():
        if getattr(thing, "is_extended_real", None) is False:
            raise NonReal(
                f"{name} is assumed not to be real by SymPy, and functions here are real: give "
                f"Symbol({name!r}, real=True), or real and imaginary part"
            )
        for sign, names in signs.items():
            if getattr(thing, f"is_{sign}", None):
                names.append(name)
                break
    return signs


def with_derivatives(
    objects: Mapping[str, Any], dots: Mapping[str, tuple[str, int]]
) -> dict[str, Any]:
    """The objects, and ``Derivative(x(t), t)`` for the velocities of coordinates ``x(t)``."""
    found = dict(objects)
    for name, (base, order) in dots.items():
        position = found.get(base)
        if name not in found and is_applied(position) and len(position.args) == 1:  # type: ignore[union-attr]
            found[name] = position.diff((position.args[0], order))  # type: ignore[union-attr]
    return found


def standing_for(objects: Mapping[str, Any]) -> dict[Basic, Expression]:
    """What objects that are no symbols are read as: ``x(t)`` as the coordinate x."""
    return {
        thing: Symbol(name)
        for name, thing in objects.items()
        if is_applied(thing) or getattr(thing, "is_Derivative", False)
    }


def declared_function(applied: Any) -> str:
    """The declaration ``f(x, y)`` of an undefined function of SymPy with its arguments."""
    arguments = [getattr(a, "name", "") for a in applied.args]
    if not all(a.isidentifier() for a in arguments) or len({*arguments}) != len(arguments):
        arguments = [f"u{k + 1}" for k in range(len(arguments))]
    return f"{applied.func.__name__}({', '.join(arguments)})"


def as_difference(expression: Any) -> Any:
    """An expression itself; of an equation ``Eq(a, b)`` the difference a - b."""
    from sympy import Eq

    return expression.lhs - expression.rhs if isinstance(expression, Eq) else expression


def occurring(expression: Any) -> tuple[list[Any], list[Any]]:
    """The symbols and the applied undefined functions of an expression, without bound ones."""
    from sympy import Basic, Dummy
    from sympy.core.function import AppliedUndef

    if not isinstance(expression, Basic):
        return [], []
    free = expression.free_symbols
    applied = (f for f in expression.atoms(AppliedUndef) if not (f.atoms(Dummy) - free))
    return sorted(free, key=str), sorted(applied, key=str)


def rationalised(expression: Any) -> tuple[Expr, dict[str, Fraction]]:
    """An expression with exact numbers in the place of floats, and which were taken.

    A float is read as the shortest decimal fraction that is written for it: 0.1 is 1/10, and
    0.333 is 333/1000 and not 1/3. What was meant is known to its author only: look at what was
    taken.

    Parameters
    ----------
    expression
        A SymPy expression, or a float.

    Returns
    -------
    expression, taken
        The exact expression, and the numbers by the text of the floats.

    Raises
    ------
    ExpressionError
        It is text, or anything else that is no SymPy expression.

    Examples
    --------
    >>> import sympy
    >>> exact, taken = rationalised(9.81 * sympy.Symbol("m") + 0.5)
    >>> exact, {text: str(value) for text, value in taken.items()}
    (981*m/100 + 1/2, {'9.81': '981/100', '0.5': '1/2'})
    """
    import sympy

    try:
        source = sympy.sympify(expression, strict=True)
    except (sympy.SympifyError, TypeError):
        # Of text SymPy would run what stands in it.
        raise ExpressionError(
            f"floats are made exact in a number or a SymPy expression, not in "
            f"{type(expression).__name__}; text is read exactly as it stands"
        ) from None
    taken: dict[str, Fraction] = {}
    values: dict[Any, Any] = {}
    for number in sorted(source.atoms(sympy.Float), reverse=True):
        text = repr(float(number)) if number._prec <= 53 else sympy.sstr(number)
        taken[text] = Fraction(text)
        values[number] = sympy.Rational(taken[text].numerator, taken[text].denominator)
    return source.xreplace(values), taken
