"""Functions of the configuration, as coefficients of an ansatz: what a system suggests.

Formulas of the system are looked at here, and only here: which angles, roots and undefined
functions of the configuration occur in them. Nothing rests on that choice but the space that is
searched.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations_with_replacement
from math import prod
from typing import TYPE_CHECKING, Any

from diffgeo import Form
from diffgeo.calculus import linear_algebra as linear
from diffgeo.errors import DegreeMismatch, ExpressionError, ZeroDenominator
from mechanics.model.plain_answers import vanishes

if TYPE_CHECKING:
    from diffgeo.calculus import FunctionLike
    from mechanics.model.systems import System


def coefficient_functions(
    system: System,
    order: int,
    functions: Sequence[FunctionLike] | None = None,
    extra: Sequence[FunctionLike] = (),
) -> tuple[Form, ...]:
    """The `configuration_functions`, pulled back to J¹π."""
    down = system.evolution_space.projection
    return tuple(map(down.pull, configuration_functions(system, order, functions, extra)))


def configuration_functions(
    system: System,
    order: int,
    functions: Sequence[FunctionLike] | None = None,
    extra: Sequence[FunctionLike] = (),
    *,
    timed: bool = False,
) -> tuple[Form, ...]:
    """The functions on E that are allowed as coefficients.

    Parameters
    ----------
    order
        Highest degree of the monomials in the functions that the system suggests. Its undefined
        functions are factors besides, at most one in each monomial.
    functions
        Given functions instead.
    extra
        Given functions besides.
    timed
        Let the time be one of the suggested functions also where it does not occur.

    Raises
    ------
    ExpressionError
        A given function is no formula in the time and the coordinates.
    DegreeMismatch
        The order is negative.
    """
    if not isinstance(order, int) or order < 0:
        raise DegreeMismatch(
            f"{system.name}: the order of the coefficients is a whole number 0, 1, …, not {order!r}"
        )
    try:
        if functions is None:
            return (*_monomials(system, order, timed), *_read(system, extra))
        return (*_read(system, functions), *_read(system, extra))
    except (ExpressionError, ZeroDenominator) as error:
        raise type(error)(
            f"{system.specification.where}: a coefficient is a function of the time and the "
            f"coordinates: {error}"
        ) from None


def functions_on_jets(system: System, functions: Sequence[FunctionLike]) -> list[Form]:
    """Functions on J¹π: text, SymPy or `Form`."""
    texts = [f for f in functions if not isinstance(f, Form)]
    try:
        read = iter(system.evolution_space.functions(texts))
    except (ExpressionError, ZeroDenominator) as error:
        raise type(error)(
            f"{system.specification.where}: a function of the time, the coordinates and the "
            f"velocities is wanted: {error}"
        ) from None
    return [f if isinstance(f, Form) else next(read) for f in functions]


def suggested(system: System) -> tuple[list[str], list[str]]:
    """Coordinates that are no angles and functions that occur; undefined functions that occur."""
    s, found = system.specification, _occurrences(system)
    clock = [s.time] if s.time in found.plain else []
    plain = [q for q in s.coordinates if q in found.plain or q not in found.angles]
    return [*clock, *plain, *sorted(found.functions)], sorted(found.undefined)


def waves(phase: Form) -> list[Form]:
    """The cosine and the sine of a function."""
    return [phase.space.function(f"{name}({phase})") for name in ("cos", "sin")]


def angles_in_formulas(system: System) -> set[str]:
    """The names in the arguments of sines and cosines."""
    return _occurrences(system).angles


def _occurrences(system: System) -> _Occurrences:
    s = system.specification
    found = _Occurrences({*s.coordinates, s.time}, set(s.velocities), set(s.function_names))
    for form in (system.lagrangian, *system.constraints, *system.forces.values()):
        found.look(form.to_sympy(plain=True))
    return found


def suggested_functions(system: System, extra: Sequence[FunctionLike] = ()) -> list[Form]:
    """The `suggested` functions on E, undefined ones after others, and given ones."""
    return _read(system, [*(name for names in suggested(system) for name in names), *extra])


def _monomials(system: System, order: int, timed: bool) -> list[Form]:
    known, undefined = suggested(system)
    clock = system.specification.time
    known = [clock, *known] if timed and clock not in known else known
    parts, factors = _read(system, known), _read(system, undefined)
    one = system.configuration_space.function(1)
    return [
        prod(chosen, start=factor)
        for factor in (one, *factors)
        for degree in range(order + 1)
        for chosen in combinations_with_replacement(parts, degree)
    ]


def _read(system: System, functions: Sequence[FunctionLike]) -> list[Form]:
    texts = [f for f in functions if not isinstance(f, Form)]
    read = iter(system.configuration_space.functions(texts))
    return [f if isinstance(f, Form) else next(read) for f in functions]


class _Occurrences:
    """What occurs in SymPy expressions of a system."""

    def __init__(self, positions: set[str], velocities: set[str], names: set[str]) -> None:
        self.positions, self.velocities, self.names = positions, velocities, names
        self.plain: set[str] = set()  #: names that occur outside of functions
        self.angles: set[str] = set()  #: names in the arguments of sines and cosines
        self.functions: set[str] = set()
        self.undefined: set[str] = set()

    def look(self, expression: Any) -> None:
        """Take an expression apart down to functions of the configuration."""
        names = {symbol.name for symbol in expression.free_symbols}
        if not names & self.positions:
            return
        head, parts = expression.func.__name__, expression.args
        sum_or_product = head in ("Add", "Mul") or (head == "Pow" and _is_power(parts[1]))
        if not parts:
            self.plain.add(expression.name)
        elif sum_or_product or names & self.velocities:
            for part in parts:
                self.look(part)
        elif head in ("sin", "cos"):
            self.angles |= names & self.positions
            self.functions |= {f"{name}({parts[0]})" for name in ("sin", "cos")}
        elif head in self.names:
            self.undefined.add(str(expression))
        elif head == "Pow":
            # Where a root occurs its inverse is as natural, whatever was written.
            signs = (1,) if parts[1].is_Integer else (1, -1)
            self.functions |= {f"({parts[0]})**({sign * parts[1]})" for sign in signs}
            self._angles_below(parts[0])
        else:
            self.functions.add(str(expression))

    def _angles_below(self, expression: Any) -> None:
        """The angles in the base of a root or of a denominator count, its coordinates do not."""
        if expression.func.__name__ in ("sin", "cos"):
            self.look(expression)
        else:
            for part in expression.args:
                self._angles_below(part)


def _is_power(exponent: Any) -> bool:
    return bool(exponent.is_Integer and exponent > 0)


def are_rational(functions: Sequence[Form]) -> bool:
    """Whether functions are quotients of polynomials in the coordinates of their space."""

    def is_rational(f: Form) -> bool:
        formula: Any = f.to_sympy(plain=True)
        names = {symbol.name: symbol for symbol in formula.free_symbols}
        varied = [names[x] for x in f.space.chart.coordinates if x in names]
        return bool(formula.is_rational_function(*varied)) if varied else True

    return all(map(is_rational, functions))


def independent(functions: Sequence[Form]) -> list[Form]:
    """Those that are no combinations, with constants, of the ones before them."""
    relations = linear.constant_relations(functions)
    dropped = {max(k for k, a in enumerate(c) if not vanishes(a)) for c in relations}
    return [f for k, f in enumerate(functions) if k not in dropped]
