"""Rows of LaTeX as MathML, for pages that need nothing else to show a formula."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from html import escape

from latex2mathml.converter import convert

#: A line of formulas has about so many signs; a sum that is longer goes on in the next line.
LINE = 80
#: One that cannot be broken is smaller from here on, and left to the report from there on.
SMALL, LONGEST = 110, 170

#: What opens and closes a part of a formula, within which no line ends.
_DEPTH = {"{": 1, r"\left": 1, "}": -1, r"\right": -1}
_TOKENS = re.compile(r" [+-] |\\[a-zA-Z]+|\\.|[{}]|[^\\{} ]+| ")


def _signs(latex: str) -> int:
    """About how many signs one sees; numerators and denominators stand above each other."""
    return len(re.sub(r"\\frac|\\left|\\right|\\mathrm|[{}^_&\\,\s]", "", latex))


def _lines(latex: str) -> Iterator[str]:
    """A sum, broken before signs that stand in no bracket."""
    line, depth = "", 0
    for token in _TOKENS.findall(latex):
        depth += _DEPTH.get(token, 0)
        if token in (" + ", " - ") and not depth and _signs(line) > LINE:
            yield line
            line = r"\qquad "
        line += token
    yield line


def _element(latex: str) -> str:
    # Block elements would be centred, each on its own. Words are copied as they are.
    latex = re.sub(r"(?<=\\text\{)[^}]*", lambda words: escape(words[0]), latex)
    return str(convert(latex)).replace("<math ", '<math displaystyle="true" ', 1)


def mathml(rows: Iterable[str]) -> str:
    """Rows ``left &= right`` as elements of MathML in a list, each on lines of its own."""
    items = []
    for row in rows:
        lines = list(_lines(row.replace("&", "", 1)))
        widest = max(map(_signs, lines))
        if widest > LONGEST:
            left = row.partition("&")[0]
            lines, widest = [rf"{left} \text{{ in the report}}"], 0
        kind = ' class="small"' if widest > SMALL else ""
        shown = "".join(f"<div>{_element(line)}</div>" for line in lines)
        items.append(f"<li{kind}>{shown}</li>")
    return f'<ul class="formulas">{"".join(items)}</ul>' if items else ""
