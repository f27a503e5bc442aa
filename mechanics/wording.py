"""Small helpers for messages, lists of names, tables and aligned formulas."""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

from diffgeo.errors import TooLarge, Unexpanded
from diffgeo.homoglyphs import hint

_FUNCTION = re.compile(r"\s*,?\s*([^\W\d]\w*)\s*\(([^()]*)\)\s*")


def is_name(text: str) -> bool:
    """Whether the text is one name (a Python identifier; keywords are names here)."""
    return text.isidentifier()


def printable(text: str) -> str:
    """The text with escapes for what a terminal obeys or no encoding has; line ends stay.

    Control characters, characters that turn the direction of writing, lone surrogates.
    """
    return "".join(c if c == "\n" or c.isprintable() else _escape(c) for c in text)


def one_line(text: str) -> str:
    """The text as `printable`, and on one line."""
    return printable(text).replace("\n", "\\n")


def _escape(character: str) -> str:
    # Blanks of other writings are no danger, but are not printable to Python.
    if unicodedata.category(character) == "Zs":
        return character
    return character.encode("unicode_escape").decode()


def names(value: str | Iterable[str]) -> tuple[str, ...]:
    """``"x y"``, ``"x, y"`` or a list of names, as a tuple."""
    if isinstance(value, str):
        return tuple(value.replace(",", " ").split())
    return tuple(value)


def function_declarations(value: str | Iterable[str]) -> tuple[str, ...]:
    """``"f(t) g(x, y)"`` or a list of such declarations, one string each.

    Raises
    ------
    ValueError
        For text that is not a list of declarations; its message is the offending rest.
    """
    texts = (value,) if isinstance(value, str) else tuple(value)
    found = []
    for text in texts:
        position = 0
        while position < len(text):
            match = _FUNCTION.match(text, position)
            if match is None or not match[2].strip():
                raise ValueError(text[position:].strip())
            arguments = [a.strip() for a in match[2].split(",")]
            if not all(is_name(a) for a in arguments):
                raise ValueError(match[0].strip())
            found.append(f"{match[1]}({', '.join(arguments)})")
            position = match.end()
    return tuple(found)


def nearest(name: str, known: Sequence[str]) -> str:
    """A hint ``"; did you mean 'x'?"`` if a known name is near, else ``""``.

    Of one that looks the same it is said where it differs.
    """
    alike = hint(name, known)
    if alike:
        return alike
    close = difflib.get_close_matches(name, known, n=1, cutoff=0.6)
    return f"; did you mean {close[0]!r}?" if close else ""


def shorten(text: str, limit: int = 80) -> str:
    """The text on one line, cut to a readable length."""
    line = " ".join(text.split())
    return line if len(line) <= limit else f"{line[: limit - 3]}..."


def listed(items: Iterable[object], last: str = "and") -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    texts = [str(item) for item in items]
    if len(texts) < 2:
        return "".join(texts)
    return f"{', '.join(texts[:-1])} {last} {texts[-1]}"


def words(text: str) -> set[str]:
    """The names in a text."""
    return set(re.findall(r"[^\W\d]\w*", text))


def aligned(rows: Iterable[str]) -> str:
    """Rows with ``&`` as one block of LaTeX."""
    return r"\begin{aligned}" + "\n" + " \\\\\n".join(rows) + "\n" + r"\end{aligned}"


#: Functions, forms and fields by their names in LaTeX.
Formulas: TypeAlias = dict[str, Any]


class ShownByFormulas:
    """What is shown by formulas with names: as LaTeX, in notebooks, and to SymPy.

    ``diffgeo.calculus.functions_of(result.named_formulas())`` lists the functions, for programs.
    """

    def named_formulas(self) -> Formulas:
        """Functions, forms and fields by their names in LaTeX."""
        raise NotImplementedError

    def latex_rows(self) -> list[str]:
        """The formulas as rows of LaTeX, ``name &= formula``."""
        return [rf"{name} &= {_latex(thing)}" for name, thing in self.named_formulas().items()]

    def latex(self) -> str:
        """The formulas as LaTeX."""
        return aligned(self.latex_rows())

    def _repr_latex_(self) -> str:
        return f"$${self.latex()}$$"

    def to_sympy(self, *, plain: bool = False) -> dict[str, Any]:
        """The formulas in the objects with which the system was made, or in bare symbols."""
        named = self.named_formulas().items()
        return {name: thing.to_sympy(plain=plain) for name, thing in named}


def _latex(thing: Any) -> str:
    try:
        return str(thing.latex())
    except (TooLarge, Unexpanded):
        return rf"\text{{{thing.summary()}}}"


def table_lines(rows: Iterable[Sequence[str]]) -> list[str]:
    """The rows of a table as lines of text; all columns but the last are as wide as they need."""
    rows = list(rows)
    widths = [max(map(len, column)) for column in list(zip(*rows, strict=True))[:-1]]
    return ["  ".join([*map(str.ljust, row, widths), row[-1]]).rstrip() for row in rows]


def free_name(name: str, taken: set[str]) -> str:
    """The name, with underscores behind it as long as it is taken; then it is taken."""
    while name in taken:
        name = f"{name}_"
    taken.add(name)
    return name
