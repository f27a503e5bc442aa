"""System files: TOML in, a checked `Specification` out.

Nothing here knows geometry: keys, types and names are checked, formulas stay text.
The same checks serve ``System(...)`` called from Python.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, SupportsFloat

from mechanics.errors import BadFile, BadSystem
from mechanics.model.pictures import Shape, read_picture
from mechanics.wording import function_declarations, is_name, listed, names, nearest, shorten

#: A larger file is not a system file.
LARGEST_FILE = 1_000_000
_AT_ONCE = getattr(os, "O_NONBLOCK", 0)

Text = str | int
Number = str | SupportsFloat


@dataclass(frozen=True)
class Simulation:
    """The ``[simulate]`` table: values with which the system is integrated."""

    until: Number | None = None
    start: Number = 0
    initial: Mapping[str, Number] = field(default_factory=dict)
    parameters: Mapping[str, Number] = field(default_factory=dict)
    functions: Mapping[str, str] = field(default_factory=dict)
    method: str = "DOP853"
    rtol: float = 1e-10
    atol: float = 1e-12
    step: Number | None = None
    points: int = 401


@dataclass(frozen=True)
class PlotTable:
    """The ``[plot]`` table: which coordinates span the plane, and what else moves in it."""

    plane: tuple[str, str] | None = None
    also: tuple[Mapping[str, Text], ...] = ()


@dataclass(frozen=True)
class Specification:
    """A mechanical system as its author wrote it, keys and types checked."""

    coordinates: tuple[str, ...]
    lagrangian: Text
    name: str = "system"
    time: str = "t"
    parameters: tuple[str, ...] = ()
    functions: tuple[str, ...] = ()
    variables: tuple[str, ...] = ()
    constraints: tuple[Text, ...] = ()
    constraint_forms: tuple[Mapping[str, Text], ...] = ()
    holonomic: tuple[Text, ...] = ()
    solved: Mapping[str, Text] = field(default_factory=dict)
    forces: Mapping[str, Text] = field(default_factory=dict)
    positive: tuple[str, ...] = ()
    negative: tuple[str, ...] = ()
    nonzero: tuple[str, ...] = ()
    domain: tuple[Text, ...] = ()
    invariants: Mapping[str, Text] = field(default_factory=dict)
    data: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    description: str = ""
    source: str = ""
    simulate: Simulation = field(default_factory=Simulation)
    plot: PlotTable = field(default_factory=PlotTable)
    picture: tuple[Shape, ...] = ()
    where: str = "System(...)"

    @property
    def function_names(self) -> tuple[str, ...]:
        """The names of the undefined functions, without their arguments."""
        return tuple(f.split("(")[0] for f in self.functions)

    @property
    def velocities(self) -> tuple[str, ...]:
        """The names of the velocities, in the order of the coordinates."""
        return tuple(f"{q}dot" for q in self.coordinates)

    @property
    def states(self) -> tuple[str, ...]:
        """The names of what has an initial value."""
        return self.coordinates + self.velocities + self.variables


_KEYS = tuple(f.name for f in fields(Specification) if f.name != "where")
_SIGNS = _KEYS.index("nonzero")
KEYS = (*_KEYS[:_SIGNS], "assume", *_KEYS[_SIGNS:])


def read_specification(path: str | Path) -> Specification:
    """Read and check a system file.

    Raises
    ------
    BadFile
        The file does not exist, is no UTF-8 or no TOML, or has a wrong key or type;
        the message names the file, the key (or line) and the repair.
    """
    import tomllib

    path = Path(path)
    where = str(path)
    try:
        text = _read(path, where).decode().removeprefix("\ufeff")  # some editors begin with it
    except BadFile:
        raise
    except UnicodeDecodeError as error:
        raise BadFile(f"{where}: not UTF-8 at byte {error.start}; save it as UTF-8") from None
    except IsADirectoryError:
        raise BadFile(f"{where}: is a folder; give the system file in it") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise BadFile(f"{where}: {reason}; check the path") from None
    try:
        table = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        reason = str(error) or type(error).__name__
        raise BadFile(f"{where}: not TOML: {reason}; correct it there") from None
    return specification(table, where, stem=path.stem)


def _read(path: Path, where: str) -> bytes:
    """What a file or a pipe contains; nothing is read that is no system file."""
    # A pipe that nobody writes to is empty, instead of being waited for.
    with open(path, "rb", opener=lambda p, flags: os.open(p, flags | _AT_ONCE)) as stream:
        mode = os.fstat(stream.fileno()).st_mode
        if not (stat.S_ISREG(mode) or stat.S_ISFIFO(mode)):
            raise BadFile(f"{where}: is no file; give a system file")
        if stat.S_ISFIFO(mode):
            os.set_blocking(stream.fileno(), True)
        data = stream.read(LARGEST_FILE + 1)
    if len(data) > LARGEST_FILE:
        raise BadFile(f"{where}: larger than {LARGEST_FILE} bytes; this is no system file")
    return data


def specification(
    table: Mapping[str, object], where: str = "System(...)", stem: str = "system"
) -> Specification:
    """Check keys, types and names of a table; formulas stay text.

    Raises
    ------
    BadFile
        For the first key that is unknown or has a value of the wrong type.
    BadSystem
        For a name that is declared twice or is not a name.
    """
    check = _Checker(where)
    check.keys(table, KEYS, "")
    for key in ("coordinates", "lagrangian"):
        if key not in table:
            raise BadFile(f"{where}: no {key!r}; add a line such as {_EXAMPLES[key]}")
    positive, negative = check.assumptions(table.get("assume", ()))
    return check.names(
        Specification(
            name=check.text(table.get("name", stem), "name"),
            time=check.text(table.get("time", "t"), "time"),
            coordinates=check.list_of_names(table["coordinates"], "coordinates"),
            parameters=check.list_of_names(table.get("parameters", ()), "parameters"),
            functions=check.functions(table.get("functions", ())),
            variables=check.list_of_names(table.get("variables", ()), "variables"),
            lagrangian=check.formula(table["lagrangian"], "lagrangian"),
            constraints=check.formulas(table.get("constraints", ()), "constraints"),
            constraint_forms=check.tables(table.get("constraint_forms", ()), "constraint_forms"),
            holonomic=check.formulas(table.get("holonomic", ()), "holonomic"),
            solved=check.table(table.get("solved", {}), "solved"),
            forces=check.table(table.get("forces", {}), "forces"),
            positive=(*check.list_of_names(table.get("positive", ()), "positive"), *positive),
            negative=(*check.list_of_names(table.get("negative", ()), "negative"), *negative),
            nonzero=check.list_of_names(table.get("nonzero", ()), "nonzero"),
            domain=check.formulas(table.get("domain", ()), "domain"),
            invariants=check.table(table.get("invariants", {}), "invariants"),
            data=check.data(table.get("data", {})),
            description=check.text(table.get("description", ""), "description"),
            source=check.text(table.get("source", ""), "source"),
            simulate=check.simulation(table.get("simulate", {})),
            plot=check.plot(table.get("plot", {})),
            picture=read_picture(table.get("picture", ()), check),
            where=where,
        )
    )


_EXAMPLES = {
    "coordinates": 'coordinates = ["x", "y"]',
    "lagrangian": 'lagrangian = "m*(xdot**2 + ydot**2)/2"',
}
_ASSUMPTION = re.compile(r"\s*([^\W\d]\w*)\s*([<>])\s*0\s*\Z")


class _Checker:
    """Checks of one table; every message begins with where the table comes from."""

    def __init__(self, where: str) -> None:
        self.where = where

    def fail(self, key: str, message: str) -> BadFile:
        return BadFile(f"{self.where}: {key}: {message}")

    def keys(self, table: Mapping[str, object], known: tuple[str, ...], section: str) -> None:
        if not isinstance(table, Mapping):
            raise self.fail(section, f"must be a table, is {_kind(table)}")
        for key in table:
            if key not in known:
                inside = f" in [{section}]" if section else ""
                hint = nearest(str(key), known) or f"; known keys: {', '.join(known)}"
                raise BadFile(f"{self.where}: unknown key {key!r}{inside}{hint}")

    def text(self, value: object, key: str) -> str:
        if not isinstance(value, str):
            raise self.fail(key, f"must be text in quotes, is {_kind(value)}")
        return value

    def formula(self, value: Any, key: str) -> Text:
        if isinstance(value, float):
            raise self.fail(
                key, f'{value} is inexact; write an exact number as text, e.g. "1/2" or "0.5"'
            )
        if value is None or isinstance(value, bool | Mapping | list | tuple):
            raise self.fail(key, f"must be a formula in quotes, is {_kind(value)}")
        if isinstance(value, str) and not value.strip():
            raise self.fail(key, "is empty; write a formula")
        formula: str | int = value  # or (from Python) a SymPy expression
        return formula

    def formulas(self, value: object, key: str) -> tuple[Text, ...]:
        if isinstance(value, str) or not isinstance(value, (list, tuple)):
            value = [value]
        return tuple(self.formula(v, f"{key}[{i}]") for i, v in enumerate(value, 1))

    def table(self, value: object, key: str) -> dict[str, Text]:
        if not isinstance(value, Mapping):
            raise self.fail(key, f'must be a table such as {{ x = "..." }}, is {_kind(value)}')
        return {self.text(k, key): self.formula(v, f"{key}.{k}") for k, v in value.items()}

    def data(self, value: object) -> dict[str, dict[str, Any]]:
        if not isinstance(value, Mapping):
            raise self.fail("data", f"must be a table of tables [data.NAME], is {_kind(value)}")
        for name, table in value.items():
            if not isinstance(table, Mapping) or len(table) != 1:
                raise self.fail(
                    f"data.{name}",
                    'must be a table with one entry, its kind: codistribution = [{ x = "1" }]',
                )
        return {self.text(name, "data"): dict(table) for name, table in value.items()}

    def tables(self, value: object, key: str) -> tuple[dict[str, Text], ...]:
        if isinstance(value, Mapping):
            value = [value]
        if not isinstance(value, (list, tuple)):
            raise self.fail(key, f'must be a list such as [{{ x = "y" }}], is {_kind(value)}')
        return tuple(self.table(v, f"{key}[{i}]") for i, v in enumerate(value, 1))

    def list_of_names(self, value: object, key: str) -> tuple[str, ...]:
        if not isinstance(value, (str, list, tuple)):
            raise self.fail(key, f'must be a list of names such as ["x", "y"], is {_kind(value)}')
        for entry in value:
            if not isinstance(entry, str):
                raise self.fail(key, f'contains {entry!r}; write names in quotes: ["x", "y"]')
        found = names(value)
        for name in found:
            if not is_name(name):
                raise self.fail(key, f"{shorten(name, 40)!r} is not a name; use letters and digits")
        return found

    def functions(self, value: object) -> tuple[str, ...]:
        if not isinstance(value, (str, list, tuple)) or not all(isinstance(v, str) for v in value):
            raise self.fail("functions", f'must be a list such as ["f(t)"], is {_kind(value)}')
        try:
            return function_declarations(value)
        except ValueError as error:
            bad = shorten(str(error), 40)
            message = f'{bad!r} is no declaration; write the arguments too, e.g. "f(t)"'
            raise self.fail("functions", message) from None

    def assumptions(self, value: object) -> tuple[list[str], list[str]]:
        if isinstance(value, str):
            value = [value]
        positive: list[str] = []
        negative: list[str] = []
        for i, text in enumerate(value if isinstance(value, (list, tuple)) else [value], 1):
            match = _ASSUMPTION.match(text) if isinstance(text, str) else None
            if match is None:
                raise self.fail(
                    f"assume[{i}]",
                    f"{shorten(str(text), 40)!r} is not understood; "
                    'only signs of names can be assumed: "m > 0" or "m < 0"',
                )
            (positive if match[2] == ">" else negative).append(match[1])
        return positive, negative

    def number(self, value: object, key: str) -> Number:
        if isinstance(value, bool) or not isinstance(value, (int, float, str)):
            raise self.fail(key, f"must be a number, is {_kind(value)}")
        return value

    def simulation(self, value: Any) -> Simulation:
        if isinstance(value, Simulation):
            return value
        self.keys(value, tuple(f.name for f in fields(Simulation)), "simulate")
        given = dict(value)
        for key in ("initial", "parameters"):
            table = given.get(key, {})
            if not isinstance(table, Mapping):
                raise self.fail(f"simulate.{key}", f"must be a table, is {_kind(table)}")
            given[key] = {k: self.number(v, f"simulate.{key}.{k}") for k, v in table.items()}
        given["functions"] = {
            " ".join(k.split()): str(v)
            for k, v in self.table(given.get("functions", {}), "simulate.functions").items()
        }
        for key in ("until", "start", "rtol", "atol", "step"):
            if key in given:
                self.number(given[key], f"simulate.{key}")
        points = given.get("points", 2)
        if isinstance(points, bool) or not isinstance(points, int) or not 2 <= points <= 1_000_000:
            raise self.fail("simulate.points", "must be a whole number from 2 to 1000000")
        if "method" in given:
            self.text(given["method"], "simulate.method")
        return Simulation(**given)

    def plot(self, value: Any) -> PlotTable:
        if isinstance(value, PlotTable):
            return value
        self.keys(value, ("plane", "also"), "plot")
        plane = value.get("plane")
        if plane is not None:
            plane = self.list_of_names(plane, "plot.plane")
            if len(plane) != 2:
                raise self.fail("plot.plane", 'must name two coordinates, e.g. ["x", "y"]')
        also = self.tables(value.get("also", ()), "plot.also")
        for i, curve in enumerate(also, 1):
            self.keys(curve, ("label", "x", "y"), f"plot.also[{i}]")
            if "x" not in curve or "y" not in curve:
                raise self.fail(f"plot.also[{i}]", 'needs x and y, e.g. { x = "f(t)", y = "0" }')
        return PlotTable(plane, also)

    def names(self, s: Specification) -> Specification:
        """Names are declared once, and tables speak of declared names."""
        if not is_name(s.time):
            raise self.fail("time", f"{s.time!r} is not a name")
        if not s.coordinates:
            raise self.fail("coordinates", f"is empty; e.g. {_EXAMPLES['coordinates']}")
        declared: dict[str, str] = {}
        for kind, group in (
            ("time", (s.time,)),
            ("coordinate", s.coordinates),
            ("velocity", s.velocities),
            ("acceleration", tuple(f"{q}ddot" for q in s.coordinates)),
            ("parameter", s.parameters),
            ("function", s.function_names),
            ("variable", s.variables),
        ):
            for name in group:
                if name in declared:
                    from diffgeo.errors import NameClash

                    twice = f"is declared twice as a {kind}"
                    both = f"is both {_article(declared[name])} and {_article(kind)}"
                    clash = twice if declared[name] == kind else both
                    raise NameClash(
                        f"{self.where}: the name {name!r} {clash}; rename one of them (qdot and "
                        "qddot are the velocity and acceleration of the coordinate q)"
                    )
                declared[name] = kind
        tables = (
            ("solved", s.solved, s.velocities, "velocities"),
            ("forces", s.forces, s.coordinates, "coordinates"),
            *(
                (f"constraint_forms[{i}]", form, (s.time, *s.coordinates), "coordinates")
                for i, form in enumerate(s.constraint_forms, 1)
            ),
            ("simulate.initial", s.simulate.initial, s.states, "coordinates"),
            ("simulate.parameters", s.simulate.parameters, s.parameters, "parameters"),
            (
                "simulate.functions",
                [k.split("(")[0].strip() for k in s.simulate.functions],
                s.function_names,
                "functions",
            ),
            (
                "plot.plane",
                dict.fromkeys(s.plot.plane or ()),
                s.coordinates + s.velocities,
                "coordinates",
            ),
        )
        for key, table, known, what in tables:
            for name in table:
                if name not in known:
                    hint = nearest(name, known) or f"; the {what} are {listed(known) or 'none'}"
                    raise self.fail(key, f"{name!r} is not one of the {what}{hint}")
        for key in ("positive", "negative", "nonzero"):
            for name in getattr(s, key):
                if declared.get(name) not in ("time", "coordinate", "parameter"):
                    known = (*s.coordinates, *s.parameters)
                    raise BadSystem(
                        f"{self.where}: the sign of {name!r} is declared, but it is no coordinate "
                        f"or parameter{nearest(name, known)}; the names are {listed(known)}"
                    )
        return s


def _article(noun: str) -> str:
    return f"an {noun}" if noun[0] in "aeiou" else f"a {noun}"


def _kind(value: object) -> str:
    kinds = {
        str: "text", bool: "true or false", int: "a whole number", float: "a decimal number",
        list: "a list", tuple: "a list", dict: "a table", type(None): "nothing",
    }  # fmt: skip
    return kinds.get(type(value), type(value).__name__)
