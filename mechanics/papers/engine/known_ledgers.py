"""Where ledgers are found: by the name of a paper, or in a file of one's own."""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from pkgutil import iter_modules

from mechanics.entry_points import IMPORT_FAILURES, load, points, reason
from mechanics.errors import BadLedger, UnknownName
from mechanics.faces.paper_list import GROUP, titles
from mechanics.papers.engine.claims import Ledger
from mechanics.wording import nearest

__all__ = ["ledger", "ledger_of_file", "read_claims", "titles"]


def ledger(paper: str) -> Ledger:
    """The ledger of a paper.

    Parameters
    ----------
    paper
        A name of `titles`, of the library or of an installed distribution.

    Returns
    -------
    Ledger
        Its claims, which ``mechanics.papers.engine.judgement.run`` judges.

    Raises
    ------
    UnknownName
        With the nearest known name.
    BadLedger
        It cannot be loaded; the message names its distribution.

    Examples
    --------
    >>> from mechanics.papers import ledger
    >>> len(ledger("sarlet").claims)
    63
    """
    known = points(GROUP)
    if paper not in known:
        hint = nearest(paper, list(known)) or f"; the papers are {', '.join(known)}"
        raise UnknownName(f"no ledger of a paper {paper!r}{hint}")
    return _ledger(load(known[paper], "ledger", BadLedger), paper, f"ledger({paper!r})")


def ledger_of_file(path: str | Path) -> Ledger:
    r"""The `LEDGER` of a Python file, which is executed: it can do whatever a program can.

    Parameters
    ----------
    path
        The file.

    Returns
    -------
    Ledger
        As ``mechanics verify FILE`` takes it.

    Raises
    ------
    BadLedger
        There is no such file, it fails, or it has no `LEDGER`.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from mechanics.papers import ledger_of_file
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder, "mine.py")
    ...     _ = path.write_text(
    ...         "from mechanics.papers.engine.claims import Ledger\n"
    ...         "LEDGER = Ledger('mine', 'My paper', lambda family, seed, smallest: [])\n"
    ...     )
    ...     print(ledger_of_file(path).paper)
    ...
    My paper
    """
    path = Path(path)
    if not path.is_file():
        raise BadLedger(f"{path}: no such file; give a Python file with a LEDGER")
    name = f"ledger_in_{path.stem}"
    spec = spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise BadLedger(f"{path}: no Python file; its name must end in .py")
    module = module_from_spec(spec)
    # Classes and functions look for their module there.
    sys.modules[name] = module
    # As of a script, files beside it can be imported; they take the place of nothing else.
    if (folder := str(path.resolve().parent)) not in sys.path:
        sys.path.append(folder)
    try:
        spec.loader.exec_module(module)
    except IMPORT_FAILURES as error:
        raise BadLedger(f"{path}: cannot be loaded: {reason(error)}; correct it") from error
    if "LEDGER" not in vars(module):
        raise BadLedger(f"{path}: has no LEDGER; make one, a mechanics.papers.engine.claims.Ledger")
    return _ledger(module.LEDGER, str(path), f"ledger_of_file({str(path)!r})")


def _ledger(found: object, where: str, found_by: str) -> Ledger:
    if not isinstance(found, Ledger):
        raise BadLedger(
            f"{where}: its LEDGER is of the type {type(found).__name__}; make it a "
            "mechanics.papers.engine.claims.Ledger"
        )
    found.found_by = found_by
    return found


def read_claims(package: str) -> None:
    """Import all modules of a paper's package, which binds their claims to its ledger."""
    for module in iter_modules(import_module(package).__path__):
        import_module(f"{package}.{module.name}")
