"""Which rank means regular: four distributions and the determinant of (1), side by side.

``X ⌟ α`` is to vanish on the given vectors; the ranks are those at the generic point of Q.
"""

from __future__ import annotations

from mechanics.papers.senkerikova.book import witness
from mechanics.papers.senkerikova.data import SMALL

HEADS = (
    "Lagrangian",
    "constraints",
    "det of (1)",
    "X on Q, for all vectors",
    "X on Q, for vertical ones",
    "X in C, for all in C",
    "X in C, for vertical ones in C",
)


def rows() -> list[tuple[str, ...]]:
    """The small systems: L, constraints, det M, and the rank by four definitions."""
    found = []
    for name in SMALL:
        s = witness(name)
        ranks = (
            s.kernel_on_Q,
            s.kernel_against_vertical,
            s.kernel_on_C,
            s.dynamical_rank,
        )
        constraints = ", ".join(f"{v} = {g}" for v, g in s.datum.equations)
        texts = (s.datum.lagrangian, constraints, str(s.determinant))
        found.append((*texts, *map(str, ranks)))
    return found


def table() -> str:
    """The rows as a table in Markdown."""
    lines = [HEADS, ("---",) * len(HEADS)]
    lines += [(*(f"`{text}`" for text in row[:3]), *row[3:]) for row in rows()]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
