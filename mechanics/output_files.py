"""Files that are written: whole or not at all, and over nothing that is not ours.

What is replaced without `force` was written here before and is unchanged: a picture or a program
or a derivation with our mark, a table in our form, or a file that holds the same already.
"""

from __future__ import annotations

import csv
import io
import os
import stat
import tempfile
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeAlias

from mechanics.errors import BadValue
from mechanics.wording import one_line, printable, shorten

#: Results as numbers, text, lists and tables, which JSON can hold.
Data: TypeAlias = dict[str, Any]
#: In the metadata of pictures, and in the first line of programs.
MARK = "diffgeo-mechanics"
#: So many bytes of a film are searched for our mark.
_FILM_TABLE = 1 << 20


def write_whole(
    path: str | Path,
    write: Callable[[Path], None],
    *,
    force: bool = False,
    inputs: Iterable[str | Path] = (),
) -> Path:
    """Write a file beside its place and rename it, so that nobody sees half of it.

    A link is followed, the permissions of a file that is replaced are kept, and so are its other
    names (hard links; such a file is written in place). What is no file, such as a device or a
    pipe, is written to where it stands.

    Parameters
    ----------
    force
        Replace a file that was not written here.
    inputs
        What was read: that is never replaced, by whatever name.

    Raises
    ------
    BadValue
        The folder does not exist or cannot be written, or the file is not to be replaced.
    """
    path = Path(path)
    found = _found(path)
    temporary: Path | None = None
    try:
        place = Path(os.path.realpath(path))
        special = found is not None and not stat.S_ISREG(found.st_mode)
        handle, name = tempfile.mkstemp(
            dir=None if special else place.parent, prefix=".mechanics-", suffix=path.suffix[:8]
        )
        os.close(handle)
        temporary = Path(name)
        write(temporary)
        if found is None or special:
            mode = 0o666 & ~_umask()
        else:
            mode = stat.S_IMODE(found.st_mode)
            require_replaceable(path, force=force, inputs=inputs, by=temporary)
        if special or (found is not None and found.st_nlink > 1):
            path.write_bytes(temporary.read_bytes())
        else:
            temporary.chmod(mode)
            with temporary.open("rb") as stream:
                os.fsync(stream.fileno())
            temporary.replace(place)
    except OSError as error:
        raise _refusal(path, error) from None
    finally:
        if temporary is not None:
            with suppress(OSError):
                temporary.unlink(missing_ok=True)
    return path


def write_text(
    path: str | Path, text: str, *, force: bool = False, inputs: Iterable[str | Path] = ()
) -> Path:
    """Write text as UTF-8; see `write_whole`."""
    data = text.encode("utf-8", "backslashreplace")
    return write_whole(path, lambda target: _save(target, data), force=force, inputs=inputs)


def require_folder(path: str | Path) -> Path:
    """A folder for files with names of their own, made where only it is missing.

    Raises
    ------
    BadValue
        Something else stands there, or the folder that it is to be in does not exist.
    """
    path = Path(path)
    if not path.is_dir():
        if path.exists():
            raise BadValue(f"{_shown(path)} is no folder; give a folder for the files")
        _found(path)
        try:
            path.mkdir()
        except OSError as error:
            raise _refusal(path, error) from None
    return path


def write_table(
    path: str | Path,
    names: Sequence[str],
    rows: Iterable[Iterable[float]],
    *,
    force: bool = False,
    inputs: Iterable[str | Path] = (),
) -> Path:
    """Write numbers as CSV, each as short as it is read back as the same; see `write_whole`.

    What a terminal or another program would act on stands escaped in the names. The first of them
    has quotes that it does not need, which every reader drops: that is our mark.
    """

    def write(target: Path) -> None:
        with target.open("w", encoding="utf-8", errors="backslashreplace", newline="") as stream:
            stream.write(_head([one_line(name) for name in names]))
            table = csv.writer(stream, lineterminator="\n")
            table.writerows([repr(float(value)) for value in row] for row in rows)

    return write_whole(path, write, force=force, inputs=inputs)


def require_replaceable(
    path: str | Path,
    *,
    force: bool = False,
    inputs: Iterable[str | Path] = (),
    by: Path | None = None,
) -> None:
    """Make sure that a file can be written there, before it is computed what to write.

    Parameters
    ----------
    by
        What is to be written; a file that is the same may stay.

    Raises
    ------
    BadValue
        The folder does not exist, or something stands there that is not ours.
    """
    path = Path(path)
    found = _found(path)
    shown = _shown(path)
    if found is None or not stat.S_ISREG(found.st_mode):
        return
    if any(_is(found, given) for given in inputs):
        raise BadValue(f"{shown} is the input; give another file to write to")
    if force:
        return
    if not found.st_mode & 0o222:
        raise BadValue(f"{shown} is write-protected; give another file, or --force")
    if found.st_size and not _is_ours(path) and not (by is not None and _same(path, by)):
        raise BadValue(
            f"{shown} exists and was not written by mechanics; give another file, or --force to "
            "replace it"
        )


def require_places(paths: Sequence[str | None], force: bool, source: str) -> None:
    """Results can be written, before anything is computed."""
    for path in paths:
        if path is not None:
            require_replaceable(path, force=force, inputs=[source])


def require_apart(paths: Sequence[str | None]) -> None:
    """Each result has a place of its own."""
    given = [path for path in paths if path is not None]
    for number, path in enumerate(given):
        if os.path.realpath(path) in map(os.path.realpath, given[:number]):
            raise BadValue(
                f"{_shown(Path(path))} is given twice; give each result a file of its own"
            )


def _found(path: Path) -> os.stat_result | None:
    """What stands there, if anything; raises `BadValue` where no file can be."""
    try:
        found = os.stat(path)
    except (FileNotFoundError, NotADirectoryError):
        parent = Path(os.path.realpath(path)).parent
        if not parent.is_dir():
            raise BadValue(
                f"{_shown(path)}: the folder {_shown(path.parent)} does not exist; create it first"
            ) from None
        return None
    except (OSError, ValueError) as error:
        raise _refusal(path, error) from None
    if stat.S_ISDIR(found.st_mode):
        raise BadValue(f"{_shown(path)} is a folder; give a file name")
    return found


def _is(found: os.stat_result, given: str | Path) -> bool:
    try:
        return os.path.samestat(found, os.stat(given))
    except (OSError, ValueError):
        return False


def _is_ours(path: Path) -> bool:
    try:
        with path.open("rb") as stream:
            head = stream.read(4096)
            if head[4:8] == b"ftyp":  # a film, with a table of all its frames before the mark
                return MARK.encode() in head + stream.read(_FILM_TABLE)
        if head.startswith((b"\x89PNG\r\n", b"GIF8")) or b"<svg" in head:
            return MARK.encode() in head
        if head.startswith(b"<!DOCTYPE html>"):
            return f'<meta name="generator" content="{MARK}">'.encode() in head
        if head.startswith(b"[{"):
            return head.startswith(b'[{"format": "diffgeo certificate')
        if path.suffix.lower() == ".py":
            return head.startswith(f"# {MARK}".encode())
        if head.startswith(b"{"):
            return head.startswith(f'{{"format":"derived dynamics of {MARK}"'.encode())
        return _is_our_table(path)
    except (OSError, ValueError, csv.Error):
        return False


def _is_our_table(path: Path) -> bool:
    """Whether names and numbers are written as `write_table` does.

    Until version 0.1 it had no mark, but 17 digits, which one number at least had to need.
    """
    with path.open(encoding="utf-8", newline="") as stream:
        first = stream.readline()
        names = next(csv.reader([first]), [])
        marked = bool(names) and first == _head(names)
        known = marked
        for row in csv.reader(stream):
            values = [float(cell) for cell in row]
            written = [repr(v) if marked else f"{v:.17g}" for v in values]
            if len(row) != len(names) or written != row:
                return False
            known = known or any(len(cell) > 15 for cell in row)
    return known


def _head(names: Sequence[str]) -> str:
    """The names of a table, with the quotes that are our mark."""
    stream = io.StringIO()
    csv.writer(stream, lineterminator="\n").writerow(["t", *names[1:]])
    quoted = names[0].replace('"', '""')
    return f'"{quoted}"{stream.getvalue()[1:]}'


def _same(path: Path, other: Path) -> bool:
    return path.stat().st_size == other.stat().st_size and path.read_bytes() == other.read_bytes()


def _save(target: Path, data: bytes) -> None:
    target.write_bytes(data)


def _refusal(path: Path, error: Exception) -> BadValue:
    reason = getattr(error, "strerror", None) or error
    return BadValue(f"{_shown(path)}: {reason}; choose another place")


def _shown(path: Path) -> str:
    return shorten(printable(str(path)), 200)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
