"""The text of a statement in the program that states it: ``lie(X, alpha)``, not its components."""

from __future__ import annotations

import ast
import linecache
from fractions import Fraction
from functools import lru_cache
from itertools import islice
from pathlib import Path
from types import CodeType, FrameType

#: The program of the library states identities too, in names that tell users nothing.
_OWN = tuple(str(Path(__file__).parents[2] / name) for name in ("diffgeo", "mechanics"))
#: What a side is made of, so that it says more than a name.
_MADE = (ast.Call, ast.BinOp, ast.UnaryOp, ast.Attribute)


def stated_in(frame: FrameType | None) -> str:
    """The statement ``left = right`` that a program makes by ``==``, in its own words.

    Empty where there is no source (as in what is given to ``exec``), where the library itself
    states it, and where both sides are bare names, whose values say more.

    Examples
    --------
    >>> from diffgeo import Manifold, check, d
    >>> x, y = Manifold("M", "x y").coordinates
    >>> print(check(d(x * d(y)) == d(x) * d(y)))
    VERIFIED: d(x * d(y)) = d(x) * d(y) on M (equal as written)
    """
    while frame is not None and frame.f_code.co_name == "__eq__":
        frame = frame.f_back
    if frame is None or frame.f_code.co_filename.startswith(_OWN):
        return ""
    first, text = _stated(frame.f_code, frame.f_code.co_filename, frame.f_lasti)
    known = frame.f_locals.get(first, frame.f_globals.get(first))
    # Python asks the right side if a number stands left, and the sides are exchanged.
    return "" if isinstance(known, int | Fraction) else text


@lru_cache(maxsize=4096)
def _stated(code: CodeType, file: str, instruction: int) -> tuple[str, str]:
    """The name on the left side, if it is one, and the statement."""
    position = next(islice(code.co_positions(), instruction // 2, None), (None,) * 4)
    if None in position:
        return "", ""
    first, last, start, end = (int(number or 0) for number in position)
    lines = [linecache.getline(file, n).encode() for n in range(first, last + 1)]
    lines[-1] = lines[-1][:end]
    lines[0] = lines[0][start:]
    try:
        made = ast.parse("(" + b"".join(lines).decode() + ")", mode="eval").body
    except (SyntaxError, ValueError):
        return "", ""
    match made:
        case ast.Compare(left, [ast.Eq()], [right]) if _says_more(left) or _says_more(right):
            written = [ast.unparse(side) for side in (left, right)]
            number = written[0].startswith(("Fraction(", "-")) or isinstance(left, ast.Constant)
            return written[0], "" if number else " = ".join(written)
    return "", ""


def _says_more(side: ast.expr) -> bool:
    """Whether a side is more than a name or a number."""
    numbers = isinstance(side, ast.UnaryOp) and isinstance(side.operand, ast.Constant)
    return isinstance(side, _MADE) and not numbers
