"""Names that look alike: Latin x beside Cyrillic х, o beside omicron."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from diffgeo.errors import NameClash

#: Letters that look like the ASCII letter below them in usual fonts; the same forms have others
#: only by compatibility (full width, ligatures, letterlike symbols).
_LETTERS = str.maketrans(
    # Cyrillic, then Greek, then others.
    "аеорсухѕіјһԁԛԝԍАВЕКМНОРСТХІЈЅҮԌԚԜ" + "οϲϳΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹͿ" + "ıɑɡ",
    "aeopcyxsijhdqwgABEKMHOPCTXIJSYGQW" + "ocjABEZHIKMNOPTYXCJ" + "iag",
)
#: Greek letters that one tells apart beside the Latin one, but may type by mistake.
_NEAR = str.maketrans("αγικνρυωχ", "ayikvpuwx")


def skeleton(name: str) -> str:
    """What a name looks like: two names with one skeleton are not told apart."""
    return unicodedata.normalize("NFKC", name).translate(_LETTERS)


def require_distinct_looks(names: Iterable[str], where: str) -> None:
    """Raise `NameClash` if two of the names, declared there, look alike."""
    seen: dict[str, str] = {}
    for name in sorted(names):
        other = seen.setdefault(skeleton(name), name)
        if other != name:
            raise NameClash(
                f"the names {other!r} and {name!r} on {where} look alike: the second has "
                f"{difference(name, other)}; rename one"
            )


def difference(name: str, other: str) -> str:
    """Where two names that look alike differ: ``'х' (CYRILLIC SMALL LETTER HA) for 'x' (…)``."""
    pairs = zip(name, other, strict=False)
    mine, its = next(((a, b) for a, b in pairs if a != b), (name, other))
    return f"{_letter(mine)} for {_letter(its)}"


def hint(name: str, known: Iterable[str]) -> str:
    """``"; it looks like 'x', but has …"`` if it looks like a known name, else ``""``."""
    for shape in (skeleton, lambda text: skeleton(text).translate(_NEAR)):
        for other in known:
            if other != name and shape(other) == shape(name):
                return f"; it looks like {other!r}, but has {difference(name, other)}"
    return ""


def _letter(character: str) -> str:
    if len(character) != 1:
        return repr(character)
    return f"{character!r} ({unicodedata.name(character, 'unnamed').lower()})"
