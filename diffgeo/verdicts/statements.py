"""Identities as Python code: both sides made again from their components, and their values.

What a side was computed from is not known; what it is, is. The code declares the space, makes both
sides by public constructors, asks whether they are equal, and prints their values at a point. The
modules that define kinds of objects register how these are written: in `code_of` how one is made,
in `valued` what has values, in `stated` which simpler statement an identity is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import singledispatch
from importlib import import_module
from typing import TYPE_CHECKING, Any

from diffgeo.calculus.point_values import AtPoints
from diffgeo.errors import NotSupported, Refusal
from diffgeo.rings.protocol import FormulaRing, SampledRing
from diffgeo.verdicts.identities import Identity

if TYPE_CHECKING:
    from diffgeo.calculus.forms import Form
    from diffgeo.calculus.named_components import Key
    from diffgeo.calculus.spaces import Manifold

#: Longer code is not written: nobody reads it, and it takes long to run.
MOST_CHARACTERS = 20_000
SIDES = ("left", "right")


def program(
    identity: Identity,
    label: str,
    point: Mapping[str, object],
    functions: Mapping[str, str],
    made: Sequence[str] = (),
) -> str:
    """Code that makes both sides, asks for the verdict, and prints their values at the point.

    ``label`` is that of the component that fails. ``made`` are lines, imports first, that make both
    sides, called ``left`` and ``right``, otherwise than from their components.

    Raises
    ------
    NotSupported
        There is no code for objects of this kind, or it would be too long.
    """
    script = Script("point" + ", functions=functions" * bool(functions))
    sides = (identity.left, identity.right)
    if not made:
        sides = stated(*sides, label)
        written = [side if isinstance(side, int) else code_of(side, script) for side in sides]
    values = []
    for name, side in zip(SIDES, sides, strict=True):
        if value := valued(side, name, script):
            values.append(f"print({value})")
    if not made:
        made = ["", *script.lines, f"left = {written[0]}", f"right = {written[1]}"]
    lines = [
        f"from diffgeo import {', '.join(sorted(script.imports | {'check'}))}",
        *(f"from {chapter} import {name}" for chapter, name in sorted(script.from_chapters)),
        *made,
        "print(check(left == right).status)  # expected: REFUTED",
    ]
    if values and script.point:
        lines.append(f"point = { {name: str(value) for name, value in point.items()} }")
        lines += [f"functions = {dict(functions)}"] * bool(functions)
    if values:
        where = "point" if script.point else "points of the ring"
        lines += [f"# Both sides at the {where}:", *values]
    text = "\n".join(lines) + "\n"
    if len(text) > MOST_CHARACTERS:
        raise NotSupported(f"the code of {identity.summary()} is too long to be written")
    return text


class Script:
    """Spaces that are declared, what has to be imported, and the point, as arguments of ``at``."""

    def __init__(self, point: str) -> None:
        self.point = point
        self.lines: list[str] = []
        self.imports: set[str] = set()
        self.from_chapters: set[tuple[str, str]] = set()
        self._names: dict[int, str] = {}
        self._length = 0

    def space(self, space: object) -> str:
        """The name of a space, a subset or a map; it is made at its first use."""
        if id(space) not in self._names:
            code = code_of(space, self)  # which makes what it needs
            name = "space" if not self._names else f"space_{len(self._names) + 1}"
            self._names[id(space)] = name
            self.lines.append(f"{name} = {code}")
        return self._names[id(space)]

    def call(self, kind: type, *arguments: str) -> str:
        """The call of a class, which is imported from its chapter.

        Raises `NotSupported` if it is not to be found there, as the class of a user.
        """
        chapter = ".".join(kind.__module__.split(".")[:2])
        if getattr(import_module(chapter), kind.__name__, None) is not kind:
            raise NotSupported(f"no code for {kind.__name__}")
        self.from_chapters.add((chapter, kind.__name__))
        return f"{kind.__name__}({', '.join(arguments)})"

    def all_of(self, things: Iterable[Any]) -> str:
        """A list of things."""
        return f"[{', '.join(code_of(thing, self) for thing in things)}]"

    def at(self, expression: str) -> str:
        """The value of an expression at the point."""
        return f"{expression}.at({self.point})"

    def text(self, function: Form) -> str:
        """The formula of a function, as a string literal; of a germ, code that makes its values."""
        ring = function.space.chart.ring
        if isinstance(ring, SampledRing):
            self.point = ""
            space, series = self.space(function.space), ring.series(function.element())
            germ = f"{space}.chart.ring.germ(series)"
            reading = f"{space}_germ = lambda series: {space}.scalar({germ})"
            self.lines += [] if reading in self.lines else [reading]
            if any(isinstance(value, Fraction) for row in series for value in row):
                self.from_chapters.add(("fractions", "Fraction"))
            text = f"{space}_germ({series})"
        else:
            text = repr(str(function))
        self._length += len(text)
        if self._length > MOST_CHARACTERS:
            raise NotSupported("the formulas are too long to be written")
        return text

    def table(self, components: Mapping[Key, Form]) -> str:
        """Components by their keys."""
        return f"{{{', '.join(f'{key!r}: {self.text(f)}' for key, f in components.items())}}}"


@singledispatch
def code_of(thing: object, script: Script) -> str:
    """An expression that makes the thing."""
    raise NotSupported(f"no code for {type(thing).__name__}")


def require_exactly(kind: type, thing: object) -> None:
    """Raise `NotSupported` for an object of a subclass, which is more than its components."""
    if type(thing) is not kind:
        raise NotSupported(f"no code for {type(thing).__name__}")


@singledispatch
def valued(side: object, name: str, script: Script) -> str:
    """An expression for the values at the point of a side with that name; empty if it has none."""
    return script.at(name) if isinstance(side, AtPoints) else ""


@valued.register(int)
@valued.register(Fraction)
def _number(side: int | Fraction, name: str, script: Script) -> str:
    return name


@singledispatch
def stated(left: object, right: Any, label: str) -> tuple[Any, Any]:
    """What of two sides fails, where that is simpler: their values in one chart, and so on."""
    return left, right


def declaration(space: Manifold) -> str:
    """The code that declares a manifold with these coordinates, parameters and functions."""
    names = space.chart.coordinates
    declared = space.declarations(names)
    ring: Any = space.chart.ring
    given = f"{space.name!r}, {' '.join(names)!r}"
    if isinstance(ring, SampledRing):
        return f"Manifold({given}, parameters={declared['parameters']!r}, ring={ring.code()})"
    if not isinstance(ring, FormulaRing):
        raise NotSupported(f"{space} has a function ring without formulas")
    late = [f"{name}({', '.join(_arguments(ring.functions[name]))})" for name in ring.late]
    declared["functions"] = [*declared["functions"], *late]
    for word in ("parameters", "functions", "positive", "negative", "nonzero"):
        given += f", {word}={declared[word]!r}" if declared[word] else ""
    if declared["domain"]:
        given += f", domain={[str(condition) for condition in declared['domain']]!r}"
    return f"Manifold({given})"


def _arguments(arity: int) -> list[str]:
    return ["t"] if arity == 1 else [f"x{k + 1}" for k in range(arity)]


def failing_part(identity: Identity, label: str) -> tuple[Identity, str]:
    """The part of a conjunction that a label of its residuals belongs to, and its own label."""
    for index, part in enumerate(identity.parts, start=1):
        prefix = part.name or f"identity {index}"
        if len(identity.parts) == 1:
            return part, label
        if label == prefix or label.startswith(f"{prefix}: "):
            return part, label.removeprefix(prefix).removeprefix(": ")
    return identity, label


def program_or_nothing(
    identity: Identity,
    label: str,
    point: Mapping[str, object],
    functions: Mapping[str, str],
    made: Sequence[str] = (),
) -> str:
    """The code of the part that fails; empty if there is none.

    ``made`` are lines that make the whole identity, called ``statement``, if it is to be made so.
    """
    part, label = failing_part(identity, label)
    if made:
        named = "statement" if part is identity else f"statement.parts[{_place(part, identity)}]"
        made = [*made, *(f"{side} = {named}.{side}" for side in SIDES)]
    while True:
        try:
            return program(part, label, point, functions, made)
        except (Refusal, RecursionError):
            meant = None if made else part.left._means(part.right)
        if meant is None:
            return ""
        part, label = failing_part(meant, label)


def _place(part: Identity, identity: Identity) -> int:
    return next(k for k, each in enumerate(identity.parts) if each is part)
