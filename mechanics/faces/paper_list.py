"""Which papers there are: entry points of the group ``mechanics.papers``.

A distribution offers a paper in its ``pyproject.toml``:

    [project.entry-points."mechanics.papers"]
    my-paper = "my_module:LEDGER"

The object is a ledger (`mechanics.papers.engine.claims.Ledger`). If the module has the paper's
``TITLE``, the ledger is not loaded where only papers are listed.
"""

from __future__ import annotations

from importlib.metadata import EntryPoint

from mechanics.entry_points import load, points
from mechanics.errors import BadLedger

GROUP = "mechanics.papers"


def titles() -> dict[str, str]:
    """Authors and titles by the names of the papers; those that cannot be loaded are left out.

    Returns
    -------
    dict
        Text by name.

    Examples
    --------
    >>> from mechanics.papers import titles
    >>> sorted(titles())[:2]
    ['deleon-martin', 'frigioiu']
    """
    return found()[0]


def found() -> tuple[dict[str, str], list[BadLedger]]:
    """The titles, and why other papers cannot be loaded."""
    good: dict[str, str] = {}
    broken: list[BadLedger] = []
    for name, point in points(GROUP).items():
        try:
            good[name] = _title(point)
        except BadLedger as error:
            broken.append(error)
    return good, broken


def _title(point: EntryPoint) -> str:
    module = load(point, "ledger", BadLedger, only_module=True)
    title = vars(module).get("TITLE")
    return str(title or load(point, "ledger", BadLedger).paper)
