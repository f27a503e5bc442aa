"""Systems that are given by SymPy: its objects become names, its expressions formulas.

What SymPy assumes of a symbol is a declared sign. Coordinates may be symbols (then ``xdot`` is one,
too) or functions ``x(t)`` of the time, whose velocities are their derivatives; `dynamicsymbols` of
`sympy.physics.mechanics` are such functions. The objects stay with the spaces of the system, so
that results are written in them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from diffgeo.calculus import SymPyNames
from diffgeo.errors import DiffGeoError
from mechanics.errors import BadSystem
from mechanics.wording import function_declarations, names, shorten

_NAMES = ("coordinates", "variables", "parameters", "positive", "negative", "nonzero")
_TABLES = ("solved", "forces", "invariants")
_WHERE = "System(...)"


def without_sympy(table: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The arguments of a system in names and text, and the SymPy objects by these names.

    If coordinates are SymPy objects, then symbols and functions that nobody has declared are
    parameters and given functions; if they are text, everything has to be declared.

    Raises
    ------
    BadSystem, DiffGeoError
        An object or an expression is not understood; the message names the argument.
    """
    reader = _Reader(table)
    return (reader.plain(), reader.names.objects) if reader.concerned else (dict(table), {})


class _Reader:
    """The arguments of a system, some of which are SymPy objects."""

    def __init__(self, table: Mapping[str, Any]) -> None:
        self.table = dict(table)
        self.names = SymPyNames()
        self.concerned = any(map(_contains, table.values()))

    def plain(self) -> dict[str, Any]:
        """All of them in names and text; coordinates are read first."""
        table, read = self.table, self._read
        deduced = _contains(table["coordinates"])
        for key in _NAMES:
            make = self.names.coordinate if key == "coordinates" else self.names.name
            table[key] = self._listed(key, make)
        table["time"] = self._time()
        table["functions"] = self._listed("functions", self._function)
        table["lagrangian"] = read("lagrangian", table["lagrangian"])
        for key in ("constraints", "holonomic"):
            entries = enumerate(_listed(table[key]), 1)
            table[key] = [read(f"{key}[{i}]", value) for i, value in entries]
        forms = table["constraint_forms"]
        table["constraint_forms"] = [
            self._table(f"constraint_forms[{i}]", form)
            for i, form in enumerate([forms] if isinstance(forms, Mapping) else forms, 1)
        ]
        for key in _TABLES:
            table[key] = self._table(key, table[key])
        table["simulate"] = {
            key: {self._key(key, k): v for k, v in value.items()}
            if isinstance(value, Mapping)
            else value
            for key, value in table["simulate"].items()
        }
        if deduced:
            self._deduce()
        self._sign()
        return table

    def _time(self) -> Any:
        """The time, which the coordinates ``x(t)`` know."""
        time = self.table["time"]
        if SymPyNames.reads(time):
            time = self._named("time", self.names.name, time)
        found = [self._named("coordinates", self.names.name, t) for t in self.names.times]
        if len(found) > 1 or (found and time not in (found[0], "t")):
            others = " and ".join(dict.fromkeys((*found, *([time] if time != "t" else []))))
            raise BadSystem(
                f"{_WHERE}: coordinates: they are functions of {others}; give functions of one time"
            )
        return found[0] if found else time

    def _deduce(self) -> None:
        """Declare what occurs in formulas and was not declared."""
        table = self.table
        known = {table["time"], *table["coordinates"], *table["parameters"], *table["variables"]}
        known |= {f"{q}dot" for q in table["coordinates"]}
        table["parameters"] += [name for name in self.names.symbols if name not in known]
        declared = {f.partition("(")[0] for f in table["functions"]}
        found = self.names.functions
        table["functions"] += [text for name, text in found.items() if name not in declared]

    def _sign(self) -> None:
        """Declare the signs that SymPy assumes of time, coordinates and parameters."""
        table = self.table
        known = {table["time"], *table["coordinates"], *table["parameters"]}
        try:
            signs = self.names.signs()
        except DiffGeoError as error:
            raise type(error)(f"{_WHERE}: {error}") from None
        for sign, assumed in signs.items():
            table[sign] += [n for n in assumed if n in known and n not in table[sign]]

    # --- one argument ---------------------------------------------------------------------

    def _listed(self, key: str, make: Callable[[Any], str]) -> Any:
        value = self.table[key]
        if isinstance(value, str):
            return list(function_declarations(value) if key == "functions" else names(value))
        return [
            self._named(key, make, entry) if SymPyNames.reads(entry) else entry
            for entry in _listed(value)
        ]

    def _function(self, applied: Any) -> str:
        self.names.tree(applied)
        return self.names.functions[applied.func.__name__]

    def _table(self, key: str, given: Mapping[Any, Any]) -> Any:
        if not isinstance(given, Mapping):
            return given
        return {
            self._key(key, name): self._read(f"{key}.{name}", value)
            for name, value in given.items()
        }

    def _key(self, key: str, name: Any) -> Any:
        return self._named(key, self.names.key, name) if SymPyNames.reads(name) else name

    def _read(self, key: str, value: Any) -> Any:
        if not SymPyNames.reads(value):
            return value
        return self._named(f"{key} = {shorten(repr(str(value)), 60)}", self.names.text, value)

    def _named(self, key: str, make: Callable[[Any], str], value: Any) -> str:
        try:
            return make(value)
        except DiffGeoError as error:
            raise type(error)(f"{_WHERE}: {key}: {error}") from None


def _listed(value: Any) -> list[Any]:
    """The entries of a list; one object is a list of one."""
    return list(value) if isinstance(value, list | tuple) else [value]


def _contains(value: Any) -> bool:
    """Whether there is an object of SymPy in an argument."""
    if isinstance(value, Mapping):
        return any(map(_contains, (*value.keys(), *value.values())))
    if isinstance(value, list | tuple):
        return any(map(_contains, value))
    return SymPyNames.reads(value)
