"""Whether a printed formula in coordinates is well-formed: the balance of its indices."""

from __future__ import annotations

import re
from collections import Counter

from mechanics.papers.engine.claims import Fact

_GROUP = re.compile(r"([\^_])((?:sigma|[a-z])(?:[,|]?(?:sigma|[a-z]))*)")

_WELL_FORMED = "the same free indices in all terms"


def balanced(formula: str) -> Fact:
    """That in each term an index occurs once, or twice, above and below, and all terms agree.

    Terms are separated by `` = ``, `` + `` and `` - ``, factors by spaces; brackets are to be
    multiplied out. A derivative is written ``dF^i/dy^j``: what is above in the denominator counts
    as below.
    """
    terms = [term for term in re.split(r" [=+-] ", formula) if term != "0"]
    free: dict[str, set[tuple[str, bool]]] = {}
    for term in terms:
        places: dict[str, list[bool]] = {}
        for factor in term.split():
            for number, part in enumerate(factor.split("/")):
                for mark, names in _GROUP.findall(part):
                    for name in re.findall("sigma|[a-z]", names):
                        places.setdefault(name, []).append((mark == "^") == (number == 0))
        twice = {name for name, found in places.items() if Counter(found) == {True: 1, False: 1}}
        wrong = sorted(name for name, found in places.items() if len(found) > 1)
        wrong = [name for name in wrong if name not in twice]
        if wrong:
            found = f"{', '.join(wrong)} repeated in {term}"
            return Fact(f"{formula}: indices", False, found, _WELL_FORMED)
        free[term] = {(name, found[0]) for name, found in places.items() if name not in twice}
    names = {term: " ".join(sorted(f"{'_^'[up]}{n}" for n, up in f)) for term, f in free.items()}
    shown = "; ".join(f"{term} has {found or 'none'}" for term, found in names.items())
    return Fact(
        f"{formula}: indices", len(set(names.values())) == 1, f"free: {shown}", _WELL_FORMED
    )
