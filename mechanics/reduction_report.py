"""Renderings of the constraint algorithm: text, LaTeX and JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mechanics.dynamics import Check
    from mechanics.singular import Reduction, Stage

FORMATS = ("text", "latex", "json")
_TITLE = "constraint algorithm: P_{k+1} = the points of P_k where some motion is tangent to P_k"


def data(
    reduction: Reduction, *, details: bool = False, checks: Sequence[Check] | None = None
) -> dict[str, Any]:
    """The sequence of sets and the motion as plain data; formulas are strings for SymPy."""
    answer: dict[str, Any] = {
        "system": reduction.system.name,
        "algorithm": "constraint",
        "stages": [
            {
                "set": f"P_{stage.number}",
                "equations": [str(f) for f in stage.new],
                "dimension": stage.dimension,
                "rank": stage.rank,
                "conditions": list(stage.conditions),
            }
            for stage in reduction.stages
        ],
        "consistent": reduction.is_consistent,
        "unique": reduction.is_unique,
        "conditions": list(reduction.conditions),
        "constraints": [str(phi) for phi in reduction.system.constraints],
    }
    if reduction.is_consistent:
        answer["accelerations"] = {k: str(f) for k, f in reduction.accelerations.items()}
        answer["multipliers"] = [str(f.settled()) for f in reduction.multipliers]
        answer["freedom"] = [
            {
                "field": str(free.field),
                "multipliers": [str(f.settled()) for f in free.multipliers],
            }
            for free in reduction.freedom
        ]
    if details and reduction.final is not None:
        answer["details"] = {
            "final": [str(g) for g in reduction.final.generators],
            "field": str(reduction.field),
        }
    if checks is not None:
        answer["checks"] = [c.to_dict() for c in checks]
    return answer


def text(
    reduction: Reduction, *, details: bool = False, checks: Sequence[Check] | None = None
) -> str:
    """The sequence of sets and the motion as readable lines."""
    system = reduction.system
    s = system.specification
    lines = [f"{system.name}   ({s.time}; {', '.join(s.coordinates)})", _TITLE, ""]
    lines += ["Lagrangian", f"  L = {system.lagrangian.readable()}"]
    if system.constraints:
        lines += ["Constraints"]
        for i, phi in enumerate(system.constraints, 1):
            lines.append(f"  phi_{i} = {phi.readable()} = 0")
    if system.forces:
        lines += ["Forces", *(f"  F_{k} = {f}" for k, f in system.forces.items())]
    lines += ["", "Sets"]
    for stage in reduction.stages:
        lines += _stage_lines(stage, len(s.coordinates))
    if details and reduction.final is not None:
        lines += ["", "The final submanifold in J1(E)"]
        lines += [f"  {g.readable()} = 0" for g in reduction.final.generators]
        lines += [f"  X = {reduction.field}"]
    lines += ["", *_motion_lines(reduction)]
    if reduction.conditions:
        lines += ["Conditions (points where they fail are not examined)"]
        lines += [f"  {condition}" for condition in reduction.conditions]
    if checks is not None:
        lines += ["Checks", *(f"  {c}" for c in checks)]
    return "\n".join(lines)


def _stage_lines(stage: Stage, accelerations: int) -> list[str]:
    if stage.number == 1:
        head = "  P_1, the constraints" if stage.new else "  P_1, all of J1(E)"
    else:
        head = f"  P_{stage.number}"
    if stage.is_empty:
        return [f"{head}: empty", *(f"    {f.readable()} = 0 never holds" for f in stage.new)]
    return [
        f"{head}: dimension {stage.dimension}, rank {stage.rank} of the equations for the motions "
        "tangent to it",
        *(f"    {f.readable()} = 0" for f in stage.new if stage.number > 1),
    ]


def _motion_lines(reduction: Reduction) -> list[str]:
    if not reduction.is_consistent:
        return ["The equations are inconsistent: there is no motion"]
    final = f"P_{reduction.stages[-1].number}"
    lines = [f"Equations of motion on {final}, the final submanifold"]
    for name, function in reduction.accelerations.items():
        lines.append(f"  {name}ddot = {function.readable()}")
    if reduction.multipliers:
        lines += ["Multipliers, EL_A = F_A + lambda_i dphi_i/dv^A"]
        for i, function in enumerate(reduction.multipliers, 1):
            lines.append(f"  lambda_{i} = {function.settled().readable()}")
    if reduction.is_unique:
        return [*lines, f"Motion and multipliers are unique on {final}"]
    lines += ["Not determined: any multiples of these may be added"]
    for free in reduction.freedom:
        changes = [
            f"{function.settled().readable()} to lambda_{i}"
            for i, function in enumerate(free.multipliers, 1)
            if str(function.settled()) != "0"
        ]
        field = str(free.field)
        parts = ([f"{field} to the field"] if field != "0" else []) + changes
        lines.append(f"  {', '.join(parts)}")
    return lines


def latex(
    reduction: Reduction, *, details: bool = False, checks: Sequence[Check] | None = None
) -> str:
    """The sequence of sets and the equations of motion as LaTeX."""
    rows = []
    for stage in reduction.stages:
        if stage.is_empty:
            rows.append(rf"P_{{{stage.number}}} &= \emptyset")
            continue
        inner = r",\; ".join(f"{f.latex()} = 0" for f in stage.new)
        ambient = rf"P_{{{stage.number - 1}}}" if stage.number > 1 else r"J^1\pi"
        subset = rf"\{{{inner}\}} \subset {ambient}" if inner else ambient
        rows.append(rf"P_{{{stage.number}}} &= {subset}")
    if reduction.is_consistent:
        chart = reduction.system.evolution_space.chart
        for name, function in reduction.accelerations.items():
            rows.append(rf"\ddot{{{chart.latex_name(name)}}} &= {function.latex()}")
        for i, function in enumerate(reduction.multipliers, 1):
            rows.append(rf"\lambda_{{{i}}} &= {function.settled().latex()}")
        for i, free in enumerate(reduction.freedom, 1):
            rows.append(rf"K_{{{i}}} &= {free.field.latex()}")
    return r"\begin{aligned}" + "\n" + " \\\\\n".join(rows) + "\n" + r"\end{aligned}"
