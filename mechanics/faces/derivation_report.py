"""Renderings of a derivation: text, LaTeX, JSON and Python code."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from diffgeo import Form
from diffgeo.calculus import display
from diffgeo.errors import Refusal
from mechanics.faces import rendering
from mechanics.output_files import MARK, Data
from mechanics.theories.principles import CHETAEV
from mechanics.wording import aligned

if TYPE_CHECKING:
    from mechanics.theories.checks import Check
    from mechanics.theories.dynamics import Dynamics

#: Objects of a construction with more characters are cut in the text.
LONGEST = 4_000
_GREEK = {"Theta": r"\Theta", "Omega": r"\Omega", "xi": r"\xi", "mu": r"\bar\mu"}


def data(
    dynamics: Dynamics, *, details: bool = False, checks: Sequence[Check] | None = None
) -> Data:
    """The derivation as plain data; formulas are strings that SymPy can parse."""
    shown = dynamics.presentation
    made = {step.name: _plain(step.value) for step in dynamics.steps} if details else None
    return {
        "system": dynamics.system.name,
        "theory": dynamics.theory.name,
        "accelerations": {k: str(f) for k, f in shown.accelerations.items()},
        **({"rates": {k: str(f) for k, f in shown.rates.items()}} if shown.rates else {}),
        "multipliers": [str(f) for f in shown.multipliers],
        "regularity": {
            "determinant": str(shown.determinant),
            "meaning": shown.determinant_name,
        },
        "conditions": list(shown.conditions),
        "constraints": [str(phi) for phi in dynamics.system.constraints],
        **rendering.closing_data(shown.verdict, made, checks),
    }


def _plain(value: object) -> str | list[list[str]]:
    if isinstance(value, list):
        return [[str(entry) for entry in row] for row in value]
    return str(value)


def text(
    dynamics: Dynamics, *, details: bool = False, checks: Sequence[Check] | None = None
) -> str:
    """The derivation as readable lines."""
    system, theory, shown = dynamics.system, dynamics.theory, dynamics.presentation
    lines = [rendering.head(system)]
    lines += [f"theory: {theory.name} ({theory.title})", f"  {theory.citation}"]
    if theory.principle != CHETAEV:
        lines.append(f"  principle: {theory.principle}, {theory.principle.statement}")
    lines.append("")
    lines += ["Lagrangian", f"  L = {system.lagrangian.readable()}"]
    lines += rendering.constraint_lines(system.constraints)
    lines += rendering.force_lines(system)
    if details:
        lines += ["", "Construction"]
        for step in dynamics.steps:
            if step.value == []:
                continue  # a matrix with a row for each constraint, and there are none
            place = f"   [{step.citation}]" if step.citation else ""
            lines += [f"  {step.equation}{place}", *_value_lines(step.name, step.value)]
    where = " (on the constraints)" if system.constraints else ""
    lines += ["", f"Equations of motion{where}"]
    lines += [f"  {k}ddot = {f.readable()}" for k, f in shown.accelerations.items()]
    lines += [f"  {k}' = {f.readable()}" for k, f in shown.rates.items()]
    if shown.multipliers:
        is_chetaev = theory.principle == CHETAEV
        law = "EL_A = F_A + lambda_i dphi_i/dv^A" if is_chetaev else theory.principle.statement
        lines += [f"Multipliers, {law}"]
        lines += rendering.multiplier_lines(shown.multipliers)
        lines += [f"Regularity: {shown.determinant_name}", f"  {shown.determinant.readable()} != 0"]
    lines += rendering.closing_lines(shown.conditions, shown.verdict, checks)
    return "\n".join(lines)


def _value_lines(name: str, value: object) -> list[str]:
    if isinstance(value, list):
        return [
            f"    {name}_{i}{j} = {_readable(entry)}"
            for i, row in enumerate(value, 1)
            for j, entry in enumerate(row, 1)
        ]
    return [f"    {name} = {_readable(value)}"]


def _readable(value: Any) -> str:
    """An object as text for people."""
    try:
        # Forms and vector-valued forms have a text with primes for derivatives.
        text = value.readable() if isinstance(value, display.Written) else str(value)
    except Refusal:
        return f"{value.summary(200)}   (too large to be written out)"
    return rendering.cut(text, LONGEST)


def latex(
    dynamics: Dynamics, *, details: bool = False, checks: Sequence[Check] | None = None
) -> str:
    """The equations of motion (with details, the construction) as LaTeX."""
    return aligned(latex_rows(dynamics, details=details))


def latex_rows(dynamics: Dynamics, *, details: bool = False) -> list[str]:
    """The same as rows, ``left &= right``."""
    space, shown = dynamics.system.evolution_space, dynamics.presentation
    rows = []
    if details:
        for step in dynamics.steps:
            if step.value == []:
                continue
            if isinstance(step.value, list):
                body = r" \\ ".join(" & ".join(e.latex() for e in row) for row in step.value)
                matrix = rf"\begin{{pmatrix}} {body} \end{{pmatrix}}"
                rows.append(f"{rendering.latex_name(step.name, _GREEK)} &= {matrix}")
            else:
                rows.append(f"{rendering.latex_name(step.name, _GREEK)} &= {step.value.latex()}")
    for name, function in shown.accelerations.items():
        symbol = space.chart.latex_name(name)
        rows.append(rf"\ddot{{{symbol}}} &= {function.latex()}")
    for name, function in shown.rates.items():
        rows.append(rf"\dot{{{dynamics.manifold.chart.latex_name(name)}}} &= {function.latex()}")
    return rows + rendering.multiplier_rows(shown.multipliers, shown.determinant)


def python(
    dynamics: Dynamics, *, details: bool = False, checks: Sequence[Check] | None = None
) -> str:
    """A Python function of the accelerations, common subexpressions shared."""
    from diffgeo.calculus import python_source

    system = dynamics.system
    s = system.specification
    accelerations = dynamics.presentation.accelerations.items()
    functions: dict[str, Form] = {f"{k}ddot": f for k, f in accelerations}
    functions |= {f"{k}_rate": f for k, f in dynamics.presentation.rates.items()}
    source = python_source(
        "accelerations",
        functions,
        variables=[str(f) for f in dynamics.manifold.coordinates],
        parameters=s.parameters,
        summary=f"{system.name}: equations of motion by the theory '{dynamics.theory}'.",
    )
    return f"# {MARK}\n{source}"
