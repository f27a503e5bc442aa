"""Straight-line code written in the languages of machines: Python, arrays, C.

All text is made here from slots' numbers and from numbers: no name of a user is in it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from diffgeo.interop.assignments import Assignment, Assignments

#: Parentheses that are nested deeper become lines of their own.
_DEEPEST = 30


@dataclass(frozen=True)
class Dialect:
    """How assignments are written in a language.

    Attributes
    ----------
    calls
        Names of functions that are not their own, by ours.
    declare, end
        Around an assignment.
    system
        A line for ``factor``, ``determinant``, ``solve``: from its kind, size, target, operands.
    exact
        Whether numbers are made by functions, ``exact`` or ``near``, and squares by ``square``.
    """

    calls: dict[str, str]
    system: Callable[[str, int, str, Sequence[str]], list[str]]
    declare: str = ""
    end: str = ""
    exact: bool = False

    def call(self, name: str, arguments: Sequence[str]) -> str:
        """A function applied."""
        return f"{self.calls.get(name, name)}({', '.join(arguments)})"

    def number(self, value: Fraction | float) -> str:
        """A number: a float in most languages."""
        if self.exact:
            if isinstance(value, Fraction):
                return f"exact({value.numerator}, {value.denominator})"
            return f"near({value!r})"
        text = repr(float(value))
        return f"({text})" if text.startswith("-") else text


def _python_system(kind: str, size: int, target: str, operands: Sequence[str]) -> list[str]:
    return [f"{target} = {kind}({size}, {', '.join(operands)})"]


def _c_system(kind: str, size: int, target: str, operands: Sequence[str]) -> list[str]:
    if kind == "factor":
        return [
            f"double {target}[{size * size + 2}] = {{{', '.join(operands)}}};",
            f"int {target}p[{size}];",
            f"factor({size}, {target}, {target}p);",
        ]
    if kind == "determinant":
        return [f"double {target} = {operands[0]}[{size * size}];"]
    return [
        f"double {target}[{size}] = {{{', '.join(operands[1:])}}};",
        f"solve({size}, {operands[0]}, {operands[0]}p, {target});",
    ]


PYTHON = Dialect({"Abs": "fabs", "power": "pow"}, _python_system)
ARRAYS = Dialect(
    {"asin": "arcsin", "acos": "arccos", "atan": "arctan", "atan2": "arctan2", "Abs": "abs"},
    _python_system,
)
#: Python, for arithmetic with other numbers than floats.
NUMBERS = Dialect({}, _python_system, exact=True)
C = Dialect({"Abs": "fabs", "power": "pow"}, _c_system, declare="double ", end=";")

_OPERATORS = {"add": "+", "subtract": "-", "multiply": "*", "divide": "/"}


class Writer:
    """The lines of one program in one dialect.

    Expressions that are read once are written where they are read.

    Parameters
    ----------
    code
        The program.
    dialect
        The language.
    inputs
        The text of the variables and of the parameters by their numbers.
    split
        Whether what does not vary stands in lines of its own, `fixed`.
    """

    def __init__(
        self,
        code: Assignments,
        dialect: Dialect,
        inputs: Mapping[str, Callable[[int], str]],
        split: bool,
    ) -> None:
        self.dialect, self.code = dialect, code
        self.fixed: list[str] = []
        self.moving: list[str] = []
        self._inputs = inputs
        self._text: dict[int, str] = {}
        self._depth: dict[int, int] = {}
        varying = code.varying
        needs_name = self._crossing() if split else set()
        for slot, each in enumerate(code.code):
            lines = self.moving if varying[slot] or not split else self.fixed
            lines += self._assigned(slot, each, slot in needs_name)
        self.results = [self._text[slot] for slot in code.outputs]

    def _crossing(self) -> set[int]:
        """What is computed beforehand and read later, or returned."""
        varying, found = self.code.varying, set()
        for each, varies in zip(self.code.code, varying, strict=True):
            if varies:
                found |= {k for k in each.operands if not varying[k]}
        return found | {k for k in self.code.outputs if not varying[k]}

    def _assigned(self, slot: int, each: Assignment, needs_name: bool) -> Iterator[str]:
        read = [self._text[k] for k in each.operands]
        self._depth[slot] = 1 + max((self._depth[k] for k in each.operands), default=-1)
        name = f"s{slot}"
        if each.kind in ("factor", "determinant", "solve"):
            self._text[slot], self._depth[slot] = name, 0
            yield from self.dialect.system(each.kind, int(str(each.value)), name, read)
            return
        text = self._expression(each, read)
        is_atom = (not each.operands or each.kind == "unknown") and "(" not in text[1:]
        once = self.code.uses[slot] == 1 and self._depth[slot] < _DEEPEST and not needs_name
        if is_atom or once:
            self._text[slot] = text
            return
        self._text[slot], self._depth[slot] = name, 0
        yield f"{self.dialect.declare}{name} = {_bare(text)}{self.dialect.end}"

    def _expression(self, each: Assignment, read: list[str]) -> str:
        match each.kind:
            case "variable" | "parameter":
                return self._inputs[each.kind](int(str(each.value)))
            case "constant":
                assert isinstance(each.value, Fraction | float)
                return self.dialect.number(each.value)
            case "negate":
                return f"(-{read[0]})"
            case "unknown":
                return f"{read[0]}[{each.value}]"
            case "call":
                return self.dialect.call(str(each.value), read)
            case "power" | "pivot":
                return self.dialect.call(each.kind, read)
            case "multiply" if self.dialect.exact and each.operands[0] == each.operands[1]:
                return self.dialect.call("square", read[:1])
        return f"({read[0]} {_OPERATORS[each.kind]} {read[1]})"


def _bare(text: str) -> str:
    """Without parentheses around the whole."""
    if not text.startswith("("):
        return text
    level = 0
    for k, character in enumerate(text):
        level += (character == "(") - (character == ")")
        if level == 0:
            return text[1:-1] if k == len(text) - 1 else text
    return text


def python_text(code: Assignments, dialect: Dialect = PYTHON) -> str:
    """A function of the parameters that gives a function of the variables, in scalar Python."""
    inputs = {"variable": "v{}".format, "parameter": "p{}".format}
    writer = Writer(code, dialect, inputs, split=True)
    given = ", ".join(f"p{k}" for k in range(len(code.parameters)))
    point = ", ".join(f"v{k}" for k in range(len(code.variables)))
    lines = [f"def bind({given}):", *(f"    {line}" for line in writer.fixed)]
    lines += [f"    def compute({point}):", *(f"        {line}" for line in writer.moving)]
    lines += [f"        return [{', '.join(map(_bare, writer.results))}]", "    return compute"]
    return "\n".join(lines) + "\n"


def array_text(code: Assignments) -> str:
    """A function of two sequences of arrays, variables and parameters."""
    inputs = {"variable": "v[{}]".format, "parameter": "p[{}]".format}
    writer = Writer(code, ARRAYS, inputs, split=False)
    lines = ["def compute(v, p):", *(f"    {line}" for line in writer.moving)]
    lines += [f"    return [{', '.join(map(_bare, writer.results))}]"]
    return "\n".join(lines) + "\n"


def c_text(code: Assignments, name: str, comment: str = "") -> str:
    """A C file with ``void NAME(const double *v, const double *p, double *out)``.

    ``NAME_many`` does the same for ``count`` points: that number k of a variable is
    ``v[i][k*vstep[i]]``, so that a step 0 is one value for all; parameters are alike. The results
    are ``out[i*count + k]``; what is not finite it makes NAN.
    """
    inputs = {"variable": "x[{}]".format, "parameter": "p[{}]".format}
    writer = Writer(code, C, inputs, split=True)
    kinds = {each.kind for each in code.code}
    lines = [f"/* {comment} */"] if comment else []
    lines += ["#include <math.h>", ""]
    if "call" in kinds and any(each.value == "sign" for each in code.code):
        lines += ["static double sign(double x) { return (x > 0) - (x < 0); }", ""]
    if "pivot" in kinds:
        lines += [_C_PIVOT, ""]
    if "factor" in kinds:
        lines += [_C_FACTOR, ""]
    n, m, r = map(len, (code.variables, code.parameters, code.outputs))
    value = "isfinite(y[{0}]) ? y[{0}] : NAN"
    read = {int(str(each.value)) for each in code.code if each.kind == "variable"}
    several = "const double *const *v, const long *vstep"
    lines += [
        # What depends on parameters alone is computed before the loop.
        f"static void {name}_range(long first, long last, long count, {several},",
        "    const double *restrict p, double *restrict out)",
        "{",
        *(f"    {line}" for line in writer.fixed),
        "    for (long k = first; k < last; k++) {",
        f"        double x[{n or 1}], y[{r or 1}];",
        *(f"        x[{i}] = v[{i}][k*vstep[{i}]];" for i in sorted(read)),
        *(f"        {line}" for line in writer.moving),
        *(f"        y[{i}] = {_bare(text)};" for i, text in enumerate(writer.results)),
        *(f"        out[{i}*count + k] = {value.format(i)};" for i in range(r)),
        "    }",
        "}",
        "",
        f"void {name}(const double *restrict v, const double *restrict p, double *restrict out)",
        "{",
        f"    const double *x[{n or 1}];",
        f"    const long step[{n or 1}] = {{0}};",
        f"    for (int i = 0; i < {n}; i++) x[i] = v + i;",
        f"    {name}_range(0, 1, 1, x, step, p, out);",
        "}",
        "",
        f"void {name}_many(long count, {several},",
        "    const double *const *p, const long *pstep, double *out)",
        "{",
        f"    double q[{m or 1}];",
        "    int common = 1;",
        f"    for (int i = 0; i < {m}; i++) if (pstep[i]) common = 0;",
        "    for (long k = 0, next; k < count; k = next) {",
        "        next = common ? count : k + 1;",
        f"        for (int i = 0; i < {m}; i++) q[i] = p[i][k*pstep[i]];",
        f"        {name}_range(k, next, count, v, vstep, q, out);",
        "    }",
        "}",
        "",
    ]
    return "\n".join(lines)


_C_PIVOT = """static double pivot(double value, double first, double second)
{   /* not a number where the difference is within rounding of zero */
    return fabs(value) > 8.9e-16 * (fabs(first) + fabs(second)) ? value : NAN;
}"""
_C_FACTOR = """static void factor(int n, double *a, int *order)
{   /* elimination with scaled partial pivoting; behind the matrix stand its determinant, and 1 if
       it is regular within rounding */
    double rows[n], columns[n], determinant = 1, regular = 1;
    for (int i = 0; i < n; i++) {
        rows[i] = 0;
        order[i] = i;
        for (int j = 0; j < n; j++) rows[i] = fmax(rows[i], fabs(a[i*n + j]));
        if (!(rows[i] > 0)) { regular = 0; rows[i] = 1; }
    }
    for (int j = 0; j < n; j++) {
        columns[j] = 0;
        for (int i = 0; i < n; i++) columns[j] = fmax(columns[j], fabs(a[i*n + j]) / rows[i]);
    }
    for (int k = 0; k < n; k++) {
        int best = k;
        for (int i = k + 1; i < n; i++)
            if (fabs(a[i*n + k]) / rows[i] > fabs(a[best*n + k]) / rows[best]) best = i;
        if (best != k) {
            for (int j = 0; j < n; j++) {
                double t = a[k*n + j]; a[k*n + j] = a[best*n + j]; a[best*n + j] = t;
            }
            double t = rows[k]; rows[k] = rows[best]; rows[best] = t;
            int o = order[k]; order[k] = order[best]; order[best] = o;
            determinant = -determinant;
        }
        double top = a[k*n + k];
        determinant *= top;
        if (!(fabs(top) > 4.4e-16 * n * rows[k] * columns[k])) regular = 0;
        if (top == 0) continue;
        for (int i = k + 1; i < n; i++) {
            double part = a[i*n + k] /= top;
            for (int j = k + 1; j < n; j++) a[i*n + j] -= part * a[k*n + j];
        }
    }
    a[n*n] = determinant;
    a[n*n + 1] = regular;
}

static void solve(int n, const double *a, const int *order, double *x)
{
    double y[n];
    for (int i = 0; i < n; i++) {
        y[i] = x[order[i]];
        for (int j = 0; j < i; j++) y[i] -= a[i*n + j] * y[j];
    }
    for (int i = n - 1; i >= 0; i--) {
        for (int j = i + 1; j < n; j++) y[i] -= a[i*n + j] * x[j];
        x[i] = a[n*n + 1] > 0 ? y[i] / a[i*n + i] : NAN;
    }
}"""
