"""One writer of a campaign at a time, and a place beside it for what is not finished.

Both stand beside the campaign under names of their own; what somebody else put there is left alone.
"""

from __future__ import annotations

import os
import shutil
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from mechanics.errors import BadValue
from mechanics.wording import shorten

#: An empty file by which a folder is known as one of these.
_MARK = ".campaign-of-diffgeo-mechanics"


@contextmanager
def unfinished(path: Path) -> Iterator[Path]:
    """Where something is made that takes its place as a whole; what a kill left there goes.

    Raises
    ------
    BadValue
        At its place stands something that no campaign has left there.
    """
    place = path.with_name(f".{path.name}.unfinished")
    if os.path.lexists(place):
        is_folder = place.is_dir() and not place.is_symlink()
        # A kill may come before the mark is made.
        if not is_folder or not ((place / _MARK).exists() or not any(place.iterdir())):
            raise BadValue(
                f"{path}: {place} was not left there by a campaign; remove it, or give another name"
            )
        shutil.rmtree(place)
    place.mkdir()
    try:
        (place / _MARK).touch()
        yield place / path.name
    finally:
        shutil.rmtree(place, ignore_errors=True)


@contextmanager
def alone(path: Path | None) -> Iterator[Callable[[], None]]:
    """Nobody else writes the same campaign meanwhile, under whatever name.

    What it yields asks whether that is so still: a lock may be removed by hand.

    Raises
    ------
    BadValue
        Another process does, or what stands at the place of the lock is none.
    """
    try:
        import fcntl  # noqa: F401
    except ImportError:  # No such locks on this system.
        path = None
    if path is None or not path.parent.is_dir():
        yield lambda: None
        return
    try:
        real = Path(os.path.realpath(path))
    except ValueError as error:  # a null byte
        raise BadValue(f"{shorten(repr(str(path)), 80)}: {error}") from None
    # A netCDF file and the store from which it is made are one campaign.
    name = real.name.removesuffix(".partial") if real.name.endswith(".nc.partial") else real.name
    place = real.with_name(f".{name}.lock")
    lock = _locked(path, place)

    def ask() -> None:
        if not _stands(lock, place):
            raise BadValue(
                f"{path}: the lock {place} was removed, so that another process may write this "
                "campaign; what was computed is kept, repeat the command to go on"
            )

    try:
        yield ask
    finally:
        # As long as it is locked: the file is nobody else's.
        if _stands(lock, place):
            place.unlink()
        os.close(lock)


def _stands(lock: int, place: Path) -> bool:
    """Whether the file at the place is the one that is locked."""
    try:
        return os.path.samestat(os.fstat(lock), os.lstat(place))
    except FileNotFoundError:
        return False


def _locked(path: Path, place: Path) -> int:
    """A descriptor of the file at the place, locked; a process that is killed unlocks its own."""
    import fcntl

    while True:
        try:
            # Neither what a link points to nor a pipe is opened.
            flags = os.O_WRONLY | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK
            lock = os.open(place, flags, 0o666)
        except OSError as error:  # a folder in which nobody may write, a name that is too long
            told = f"it cannot be locked by {shorten(repr(str(place)), 120)}: {error.strerror}"
            raise BadValue(f"{shorten(repr(str(path)), 80)}: {told}") from None
        found = os.fstat(lock)
        if not stat.S_ISREG(found.st_mode) or found.st_size:
            os.close(lock)
            raise BadValue(
                f"{path}: {place} is not the lock of a campaign; remove it, or give another name"
            )
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(lock)
            raise BadValue(f"{path}: another process writes this campaign now") from None
        except OSError as error:  # a file system without locks
            os.close(lock)
            raise BadValue(
                f"{path}: the campaign cannot be locked there ({error.strerror}); choose a folder "
                "on another file system"
            ) from None
        # Who had it may have removed the file before this lock: then another file may stand
        # there, for which a third process asks.
        if _stands(lock, place):
            return lock
        os.close(lock)
