"""The grammar of formulas, and the wording of what is wrong with a text.

Precedence is Python's: ``**`` binds from the right and tighter than a sign on its left.
Chains of signs, factors, terms and powers are flat in the grammar, so that only brackets
nest.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NoReturn

from diffgeo.errors import ExpressionError, TooLarge
from diffgeo.rings.elementary_functions import ELEMENTARY

if TYPE_CHECKING:
    from lark import Lark, Tree
    from lark.exceptions import UnexpectedInput

MAX_LENGTH = 50_000
MAX_BRACKETS = 200

_GRAMMAR = r"""
?start: sum
?sum: product (SIGN product)*
?product: unary (TIMES unary)*
?unary: SIGN+ power -> signed
      | power
?power: atom (POW SIGN* atom)*
?atom: NUMBER -> number
     | NAME -> name
     | NAME PRIMES? "(" _arguments? ")" -> call
     | "(" sum ")"
_arguments: argument ("," argument)* ","?
?argument: sum
         | "(" sum "," (sum ("," sum)* ","?)? ")" -> tuple
SIGN: "+" | "-"
POW: "**"
TIMES: "*" | "/"
PRIMES: /'+/
NAME: /[^\W\d]\w*/
NUMBER: /([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?/
%ignore /[ \t\r\n]+/
"""

#: Characters that people try, and what to write instead.
_HINTS: dict[str, str] = {
    "^": "'^' is not a power; use **",
    ".": "attribute access with '.' is not allowed",
    '"': "strings are not allowed",
    "'": "strings are not allowed; a prime follows the name of a function, as in f'(t)",
    "`": "strings are not allowed",
    "[": "subscripts and lists with '[' are not allowed; use ( )",
    "]": "subscripts and lists with ']' are not allowed; use ( )",
    "{": "sets with '{' are not allowed; use ( )",
    "}": "sets with '}' are not allowed; use ( )",
    "=": "'=' is not allowed: write one formula, not a comparison or an assignment",
    "<": "comparisons with '<' are not allowed: write one formula",
    ">": "comparisons with '>' are not allowed: write one formula",
    "!": "'!' is not allowed: write one formula, not a comparison or a factorial",
    ":": "':' is not allowed: write one formula",
    ";": "';' is not allowed: write one formula",
    "#": "comments with '#' are not allowed",
    "%": "'%' is not allowed",
    "@": "'@' is not allowed; use * for products",
    "&": "'&' is not allowed",
    "|": "'|' is not allowed; write Abs(x) for the absolute value",
    "~": "'~' is not allowed",
    "−": "this minus sign is not ASCII; use -",
    "–": "this dash is not ASCII; use -",
    "·": "'·' is not allowed; use *",
    "×": "'×' is not allowed; use *",
    "÷": "'÷' is not allowed; use /",
}


def place(text: str, position: int) -> str:
    """Where in the text: ``at column 5 in 'x + y^2'`` (and the line, where there are several)."""
    line = text.count("\n", 0, position)
    column = position - (text.rfind("\n", 0, position) + 1) + 1
    start, end = max(0, position - 20), min(len(text), position + 20)
    excerpt = " ".join(text[start:end].split())
    excerpt = ("..." if start else "") + excerpt + ("..." if end < len(text) else "")
    prefix = f"at line {line + 1}, column {column}" if line else f"at column {column}"
    return f"{prefix} in {excerpt!r}"


def syntax_tree(text: str) -> Tree:
    """The syntax tree of a formula, after the limits on length and brackets are checked.

    Raises
    ------
    TooLarge
        More than `MAX_LENGTH` characters or `MAX_BRACKETS` nested brackets.
    ExpressionError
        The text is not a formula.
    """
    if not isinstance(text, str):
        raise ExpressionError(f"a formula is given as text, not as {type(text).__name__}")
    if len(text) > MAX_LENGTH:
        raise TooLarge(
            f"a formula of {len(text)} characters exceeds the limit of {MAX_LENGTH}; split it up"
        )
    if not text.strip():
        raise ExpressionError("the formula is empty; write 0 for zero")
    _check_brackets(text)
    parser = _parser()
    from lark.exceptions import UnexpectedInput

    try:
        return parser.parse(text)
    except UnexpectedInput as error:
        _explain(text, error)


def _check_brackets(text: str) -> None:
    opened: list[int] = []
    for match in re.finditer(r"[()]", text):
        if match.group() == "(":
            opened.append(match.start())
            if len(opened) > MAX_BRACKETS:
                raise TooLarge(
                    f"more than {MAX_BRACKETS} nested brackets {place(text, match.start())}"
                )
        elif opened:
            opened.pop()
        else:
            raise ExpressionError(f"')' without '(' {place(text, match.start())}")
    if opened:
        raise ExpressionError(f"'(' is never closed {place(text, opened[-1])}")


@lru_cache(maxsize=1)
def _parser() -> Lark:
    # Imported here: most sessions build their formulas later, if at all.
    from lark import Lark

    return Lark(_GRAMMAR, parser="lalr", lexer="basic", maybe_placeholders=False)


def _explain(text: str, error: UnexpectedInput) -> NoReturn:
    from lark.exceptions import UnexpectedCharacters, UnexpectedToken

    position = error.pos_in_stream
    if isinstance(error, UnexpectedCharacters):
        character = text[position]
        what = _HINTS.get(character, f"the character {character!r} is not allowed")
        raise ExpressionError(f"{what} {place(text, position)}") from None
    assert isinstance(error, UnexpectedToken)
    token = error.token
    before = text[:position].rstrip()
    if token.type == "$END":
        raise ExpressionError(f"the formula ends too early {place(text, len(text))}") from None
    if token.type == "PRIMES":
        raise ExpressionError(f"{_HINTS[chr(39)]} {place(text, position)}") from None
    at = place(text, position)
    if token.type in ("NAME", "NUMBER", "LPAR") and before and before[-1] not in "+-*/(,":
        word = re.search(r"\w+$", before)
        if word and word.group() == "lambda":
            raise ExpressionError(f"lambda expressions are not allowed {at}") from None
        if word and word.group() in ELEMENTARY and token.type != "LPAR":
            called = f"{word.group()}({token})"
            raise ExpressionError(
                f"the argument of {word.group()} stands in brackets: write {called} {at}"
            ) from None
        raise ExpressionError(
            f"an operator is missing before {str(token)!r}, write * for a product {at}"
        ) from None
    if str(token) == "/" and before.endswith("/"):
        raise ExpressionError(f"'//' is not allowed; use / {at}") from None
    if token.type == "COMMA":
        raise ExpressionError(f"a comma outside a list of arguments {at}") from None
    raise ExpressionError(f"something is missing before {str(token)!r} {at}") from None
