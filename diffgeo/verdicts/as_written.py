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


def stated_in(frame: FrameType | None, exchanged: bool = False) -> str:
    """The statement ``left = right`` that a program makes by ``==``, in its own words.

    Empty where there is no source (as in what is given to ``exec``), where the library itself
    states it, and where both sides are bare names, whose values say more. Python asks the right
    side if a number stands left: with ``exchanged``, the number has to be seen on the right.

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
    sides, text = _stated(frame.f_code, frame.f_code.co_filename, frame.f_lasti)
    known = [frame.f_locals.get(side, frame.f_globals.get(side)) for side in sides]
    left, right = (isinstance(value, int | Fraction) for value in known)
    seen = right or sides[1].startswith("Fraction(") or sides[1].lstrip("-").isdigit()
    return "" if left or (exchanged and not seen) else text


@lru_cache(maxsize=4096)
def _stated(code: CodeType, file: str, instruction: int) -> tuple[tuple[str, str], str]:
    """Both sides and the statement."""
    position = next(islice(code.co_positions(), instruction // 2, None), (None,) * 4)
    if None in position:
        return ("", ""), ""
    linecache.checkcache(file)  # it may have been edited and loaded anew
    first, last, start, end = (int(number or 0) for number in position)
    lines = [linecache.getline(file, n).encode() for n in range(first, last + 1)]
    lines[-1] = lines[-1][:end]
    lines[0] = lines[0][start:]
    try:
        made = ast.parse("(" + b"".join(lines).decode() + ")", mode="eval").body
    except (SyntaxError, ValueError):
        return ("", ""), ""
    names = {*code.co_names, *code.co_varnames, *code.co_cellvars, *code.co_freevars}
    if any(isinstance(part, ast.Name) and part.id not in names for part in ast.walk(made)):
        return ("", ""), ""  # the text is not that of the code
    match made:
        case ast.Compare(left, [ast.Eq()], [right]) if _says_more(left) or _says_more(right):
            sides = ast.unparse(left), ast.unparse(right)
            number = sides[0].startswith(("Fraction(", "-")) or isinstance(left, ast.Constant)
            return sides, "" if number else " = ".join(sides)
    return ("", ""), ""


def _says_more(side: ast.expr) -> bool:
    """Whether a side is more than a name or a number."""
    numbers = isinstance(side, ast.UnaryOp) and isinstance(side.operand, ast.Constant)
    return isinstance(side, _MADE) and not numbers
