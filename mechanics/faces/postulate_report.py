"""The reading of the Postulate as text, LaTeX and JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mechanics.analysis.postulate import AGREES, DIFFERS
from mechanics.faces import rendering
from mechanics.model.plain_answers import vanishes
from mechanics.wording import aligned

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from diffgeo import Form
    from mechanics.analysis.postulate import PostulateReading
    from mechanics.output_files import Data

TITLE = "postulate (Miron, Nimineț): multipliers lambda(x) with d(lambda_i a_i) = 0"
CITATION = "R. Miron, V. Nimineț, Facta Universitatis 5 (2006) 1-24, (3.10), (3.11)"
#: Formulas with more characters are cut in the text.
LONGEST = 240


def text(found: PostulateReading) -> str:
    """The verdict, why it is so, and by how much the motions differ, in lines."""
    lines = [f"{TITLE}: {found.status.upper()}"]
    lines += [f"  a_{i} = {_short(a)}" for i, a in enumerate(found.forms, 1)]
    lines += [f"  {line}" for line in [*_allowed(found), *_needed(found)]]
    if found.status == DIFFERS:
        lines += [f"  {line}" for line in _difference(found)]
    lines += [f"  {check}" for check in found.checks if not check.holds]
    return "\n".join(lines)


def _allowed(found: PostulateReading) -> list[str]:
    """Which reactions are closed, by the derived flag of the constraints."""
    ranks, n = ", ".join(map(str, found.ranks)), found.forms[0].space.dimension
    lines = [f"ranks of the derived flag of ker a: {ranks}, in dimension {n}"]
    if found.equations:
        lines[-1] += "; a closed lambda_i a_i vanishes on its brackets:"
        lines += [f"  {equation} = 0" for equation in _equations(found)]
    if found.is_completely_nonholonomic:
        return [*lines, "so lambda = 0 is all that is allowed, and the motion is the free one"]
    forms = ", ".join(_short(form) for form in found.allowed)
    return [*lines, f"allowed are the closed combinations of {forms}"]


def _equations(found: PostulateReading) -> list[str]:
    """What d(λ^σ a_σ) = 0 implies, λ^σ a_σ(W) = 0 for brackets W."""
    return [
        " + ".join(f"({c.readable()})*lambda_{i}" for i, c in enumerate(row, 1) if not vanishes(c))
        for row in _rows(found)
    ]


def _rows(found: PostulateReading) -> list[Sequence[Form]]:
    m = len(found.forms)
    return [found.equations[k : k + m] for k in range(0, len(found.equations), m)]


def _needed(found: PostulateReading) -> list[str]:
    needed = _enumerated("lambda", found.needed)
    lines = ["d'Alembert and Chetaev need", *(f"  {line}" for line in needed)]
    at_rest = _enumerated("lambda", found.rest_multipliers)
    if found.position_only.holds is False:
        return [*lines, "which depend on the velocities: no lambda(x) keeps the constraints"]
    if found.closed.holds is False:
        slope = _short(found.slope)
        return [
            *lines,
            "functions of the position, but not allowed:",
            f"  d(lambda_i a_i) = {slope}",
        ]
    if found.status == AGREES:
        lines += ["which are functions of the position, and allowed:"]
        return [*lines, *(f"  {line}" for line in at_rest)]
    return lines


def _difference(found: PostulateReading) -> list[str]:
    chosen = "lambda = 0"
    if not all(map(vanishes, found.multipliers)):
        chosen = "; ".join(_enumerated("lambda", found.multipliers))
    lines = [f"accelerations with {chosen}, minus those of d'Alembert and Chetaev"]
    lines += [f"  {q}: {_short(f)}" for q, f in found.difference.items()]
    where = [_short(f) for f in found.missing if not vanishes(f)]
    lines += ["they are equal at the states with", *(f"  {f} = 0" for f in where)]
    if found.lasting:
        lines.append("and then for ever: the motion stays in this set of states")
    if found.allowed:
        lines.append("(other allowed reactions fit at other states, none of them at all states)")
    return lines


def _enumerated(name: str, functions: Iterable[Form]) -> list[str]:
    return [f"{name}_{i} = {_short(f)}" for i, f in enumerate(functions, 1)]


def _short(form: Form) -> str:
    return rendering.cut(form.readable(), LONGEST)


def latex(found: PostulateReading) -> str:
    """The same formulas as an aligned block."""
    space = found.system.evolution_space
    rows = [rf"a_{{{i}}} &= {a.latex()}" for i, a in enumerate(found.forms, 1)]
    for row in _rows(found):
        terms = [
            rf"\left({c.latex()}\right) \lambda_{{{i}}}"
            for i, c in enumerate(row, 1)
            if not vanishes(c)
        ]
        rows.append(rf"d(\lambda^\sigma a_\sigma) = 0 \;\Rightarrow\; 0 &= {' + '.join(terms)}")
    rows += [
        rf"\lambda_{{{i}}}^{{\text{{Chetaev}}}} &= {f.latex()}"
        for i, f in enumerate(found.needed, 1)
    ]
    rows += [rf"\lambda_{{{i}}}(x) &= {f.latex()}" for i, f in enumerate(found.multipliers, 1)]
    if found.status == DIFFERS:
        if found.closed.holds is False:
            at = rf"\big|_{{\dot x = {found.velocity.latex()}}}"
            rows.append(rf"d(\lambda^\sigma a_\sigma){at} &= {found.slope.latex()}")
        rows += [
            rf"\Delta \ddot{{{space.chart.latex_name(q)}}} &= {f.latex()}"
            for q, f in found.difference.items()
        ]
    rows.append(rf"&\text{{the Postulate: {found.status}}}")
    return aligned(rows)


def data(found: PostulateReading) -> Data:
    """Everything as plain data; formulas are strings that SymPy can parse."""
    return {
        "status": found.status,
        "citation": CITATION,
        "forms": [str(a) for a in found.forms],
        "flag": list(found.ranks),
        "dimension": found.forms[0].space.dimension,
        "equations": _equations(found),
        "allowed": [str(form) for form in found.allowed],
        "needed": [str(f) for f in found.needed],
        "multipliers": [str(f) for f in found.multipliers],
        "slope": str(found.slope),
        "difference": {q: str(f) for q, f in found.difference.items()},
        "agree_where": [f"{f} = 0" for f in found.missing if not vanishes(f)],
        "lasting": found.lasting,
        "checks": [check.to_dict() for check in found.checks],
    }
