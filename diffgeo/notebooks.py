r"""HTML for notebooks, made in one place: badges, words, formulas, tables, what folds out.

Text is escaped, and MathJax is told to leave it alone: a dollar sign in a name starts no formula.
Formulas stand between ``\(`` and ``\)``, which notebooks and MathJax on a page read alike. Styles
are written into the elements, since a notebook keeps no style sheet of ours.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

__all__ = [
    "InNotebooks",
    "Markup",
    "badge",
    "code",
    "folded",
    "formula",
    "listing",
    "table",
    "words",
]

#: Colours on which white text is read, in light and in dark.
_COLOURS = {True: "#1a7f37", False: "#b42318", None: "#57606a"}
#: Answers that hold with a bound only.
PROBABLE = "#8a5a00"


class Markup(str):
    """Text that is HTML already."""

    __slots__ = ()


class InNotebooks:
    """What a notebook shows as HTML; a class says in `html` what that is."""

    __slots__ = ()

    def html(self) -> Markup:
        """HTML for notebooks and pages; all text in it is escaped."""
        raise NotImplementedError

    def _repr_html_(self) -> str:
        return str(self.html())


def _html(part: str) -> str:
    return part if isinstance(part, Markup) else words(part)


def words(text: str) -> Markup:
    """Words, in which no character is markup or mathematics."""
    if not {"$", "\\"} & set(text):
        return Markup(escape(text))
    return Markup(f'<span class="tex2jax_ignore mathjax_ignore">{escape(text)}</span>')


def formula(latex: str) -> Markup:
    """A formula in the line, from LaTeX without dollar signs; a wide one scrolls by itself."""
    style = "display:inline-block;max-width:100%;overflow-x:auto;vertical-align:middle"
    inner = rf"\({escape(latex)}\)"
    return Markup(f'<span class="tex2jax_process mathjax_process" style="{style}">{inner}</span>')


def code(text: str) -> Markup:
    """A program or a report, letter by letter; long lines are wrapped where they are shown."""
    style = "white-space:pre-wrap;overflow-wrap:anywhere;font-size:85%"
    return Markup(f'<pre style="{style}">{escape(text)}</pre>')


def badge(word: str, holds: bool | None, colour: str = "") -> Markup:
    """A word on a colour: green for what holds, red for what does not, grey for what is open."""
    style = (
        f"background:{colour or _COLOURS[holds]};color:#fff;border-radius:4px;padding:1px 7px;"
        "font-weight:600;font-size:85%;white-space:nowrap"
    )
    return Markup(f'<span style="{style}">{words(word)}</span>')


def listing(items: Iterable[str], ordered: bool = True) -> Markup:
    """A list; items are text or `Markup`."""
    tag = "ol" if ordered else "ul"
    return Markup(f"<{tag}>{''.join(f'<li>{_html(item)}</li>' for item in items)}</{tag}>")


def folded(title: str, body: str) -> Markup:
    """What folds out below its title."""
    head = f'<summary style="white-space:nowrap">{_html(title)}</summary>'
    return Markup(f"<details>{head}{_html(body)}</details>")


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> Markup:
    """A table, which scrolls if it is wide; cells are text or `Markup`."""
    names = "".join(f"<th>{_html(text)}</th>" for text in head)
    cells = ("".join(f"<td>{_html(text)}</td>" for text in row) for row in rows)
    body = "".join(f"<tr>{row}</tr>" for row in cells)
    inner = f"<table><thead><tr>{names}</tr></thead><tbody>{body}</tbody></table>"
    return Markup(f'<div style="overflow-x:auto">{inner}</div>')
