"""Classical systems with answers from the literature, as system files."""

from __future__ import annotations

from pathlib import Path

from mechanics._text import nearest

_FOLDER = Path(__file__).parent


def names() -> tuple[str, ...]:
    """The names of the gallery's systems, sorted."""
    return tuple(sorted(path.stem for path in _FOLDER.glob("*.toml")))


def path(name: str) -> Path:
    """The system file of a gallery system.

    Raises
    ------
    UnknownName
        With the nearest known name.
    """
    known = names()
    if name not in known:
        from mechanics.errors import UnknownName

        hint = nearest(name, known) or f"; the gallery has {', '.join(known)}"
        raise UnknownName(f"no gallery system {name!r}{hint}")
    return _FOLDER / f"{name}.toml"


def titles() -> dict[str, str]:
    """The gallery's systems with their titles."""
    import tomllib

    return {n: tomllib.loads(path(n).read_text(encoding="utf-8"))["name"] for n in names()}
