"""Classical systems with answers from the literature, as system files.

Those whose motion needs the constraint algorithm are a collection of their own.
"""

from __future__ import annotations

from pathlib import Path

from mechanics.wording import nearest

_FOLDER = Path(__file__).parent
_SINGULAR = _FOLDER / "singular"


def names() -> tuple[str, ...]:
    """The names of the gallery's systems, sorted."""
    return tuple(sorted(path.stem for path in _FOLDER.glob("*.toml")))


def singular_names() -> tuple[str, ...]:
    """The names of the systems for the constraint algorithm, sorted."""
    return tuple(sorted(path.stem for path in _SINGULAR.glob("*.toml")))


def path(name: str) -> Path:
    """The system file of a gallery system.

    Raises
    ------
    UnknownName
        With the nearest known name.
    """
    regular, singular = names(), singular_names()
    if name not in (known := (*regular, *singular)):
        from mechanics.errors import UnknownName

        hint = nearest(name, known) or f"; the gallery has {', '.join(known)}"
        raise UnknownName(f"no gallery system {name!r}{hint}")
    return (_FOLDER if name in regular else _SINGULAR) / f"{name}.toml"


def titles() -> dict[str, str]:
    """The gallery's systems with their titles."""
    return {name: _title(name) for name in names()}


def singular_titles() -> dict[str, str]:
    """The systems for the constraint algorithm with their titles."""
    return {name: _title(name) for name in singular_names()}


def _title(name: str) -> str:
    import tomllib

    return str(tomllib.loads(path(name).read_text(encoding="utf-8"))["name"])
