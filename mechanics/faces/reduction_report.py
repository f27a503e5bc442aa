"""Renderings of the constraint algorithm, on J¹π and on J¹π*: text, LaTeX and JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from mechanics.algorithm.constraint_algorithm import Reduction
from mechanics.algorithm.dual_reduction import DualReduction
from mechanics.faces import rendering
from mechanics.wording import aligned

if TYPE_CHECKING:
    from diffgeo import Form
    from mechanics.algorithm.precosymplectic import PrecosymplecticReduction
    from mechanics.algorithm.reductions import Freedom, SetsAndMotions
    from mechanics.algorithm.tangency_sequences import Stage
    from mechanics.output_files import Data
    from mechanics.theories.checks import Check

    #: The algorithm on J¹π, on J¹π*, and on J¹π without the second-order condition.
    AnyReduction: TypeAlias = Reduction | DualReduction | PrecosymplecticReduction


def data(
    reduction: AnyReduction,
    *,
    details: bool = False,
    checks: Sequence[Check] | None = None,
) -> Data:
    """The sequence of sets and the motion as plain data; formulas are strings for SymPy."""
    return {
        "system": reduction.system.name,
        "algorithm": "constraint",
        "side": "hamiltonian" if isinstance(reduction, DualReduction) else "lagrangian",
        **_one(reduction, details),
        "constraints": [str(phi) for phi in reduction.constraints],
        **rendering.closing_data(None, None, checks),
    }


def _one(reduction: Any, details: bool) -> Data:
    answer: Data = {
        "within": [str(f) for f in reduction.within],
        "stages": [
            {
                "set": f"{reduction.letter}_{stage.number}",
                "equations": [str(f) for f in stage.new],
                "dimension": stage.dimension,
                "rank": stage.rank,
                "conditions": list(stage.conditions),
            }
            for stage in reduction.stages
        ],
        "union": [str(f) for f in reduction.parts],
        "branches": [_one(branch, details) for branch in reduction.branches],
        "refused": list(reduction.refused),
        "consistent": reduction.is_consistent,
        "unique": reduction.is_unique,
        "conditions": list(reduction.conditions),
    }
    if reduction.is_union or not reduction.is_consistent:
        return answer
    if isinstance(reduction, Reduction):
        answer["accelerations"] = {k: str(f) for k, f in reduction.accelerations.items()}
    else:
        answer["rates"] = {k: str(f) for k, f in reduction.rates.items()}
    answer["multipliers"] = [str(f.settled()) for f in reduction.multipliers]
    answer["freedom"] = [
        {"field": str(free.field), "multipliers": [str(f.settled()) for f in free.multipliers]}
        for free in reduction.freedom
    ]
    if details:
        answer["details"] = {
            "final": [str(g) for g in reduction.final.generators],
            "field": str(reduction.field),
            "where a condition fails": [
                one if isinstance(one, str) else _one(one, details=False)
                for one in reduction.exceptions
            ],
        }
    return answer


def text(
    reduction: AnyReduction,
    *,
    details: bool = False,
    checks: Sequence[Check] | None = None,
) -> str:
    """The sequence of sets and the motion as readable lines."""
    system, letter = reduction.system, reduction.letter
    s = system.specification
    title = f"constraint algorithm: {letter}_{{k+1}} = the points of {letter}_k where some motion "
    lines = [rendering.head(system)]
    lines += [f"{title}is tangent to {letter}_k", ""]
    if not isinstance(reduction, DualReduction):
        lines += ["Lagrangian", f"  L = {system.lagrangian.readable()}"]
    else:
        lines += ["Hamiltonian", f"  H = {reduction.side.function.readable()}", "Momenta"]
        names = [reduction.ambient.momentum_names[q] for q in s.coordinates]
        lines += [f"  {p} = {reduction.side.legendre.images[p].readable()}" for p in names]
    if system.constraints:
        lines += rendering.constraint_lines(reduction.constraints)
    lines += rendering.force_lines(system)
    lines += _body(reduction, details)
    lines += rendering.check_lines(checks)
    return "\n".join(lines)


def _body(reduction: AnyReduction, details: bool) -> list[str]:
    """Sets and motions; of each part where there is a union."""
    lines = ["", f"Sets{reduction.place_name}"]
    for stage in reduction.stages:
        lines += _stage_lines(reduction, stage)
    if reduction.is_union:
        parts = [f"    {f.readable()} = 0" for f in reduction.parts]
        head = f"  {reduction.letter}_{len(reduction.stages) + 1} is a union"
        lines += [f"{head}; each analytic motion stays in one part", *parts]
        if len(reduction.branches) + len(reduction.refused) < len(reduction.parts):
            lines += ["  Motions within one part that are motions within another are left out"]
        for branch in reduction.branches:
            lines += _body(branch, details)
        refused = [f"  {reason}" for reason in reduction.refused]
        return [*lines, *(["", "Parts without an answer", *refused] if refused else [])]
    if details and reduction.final is not None:
        lines += ["", f"The final submanifold in {reduction.ambient.name}"]
        lines += [f"  {g.readable()} = 0" for g in reduction.final.generators]
        lines += [f"  X = {reduction.field}"]
    lines += ["", *_motion_lines(reduction)]
    if reduction.conditions:
        lines += ["Conditions (points where they fail are not examined)"]
        lines += [f"  {condition}" for condition in reduction.conditions]
    if details and reduction.exceptions:
        lines += ["Motions that stay where a condition fails"]
        lines += [f"  {_in_short(one)}" for one in reduction.exceptions]
    return lines


def _in_short(one: Any) -> str:
    """What the algorithm found within a set, in one line."""
    if isinstance(one, str):
        return one
    place = one.place_name.strip()
    if one.is_union:
        return f"{place}: a union with {len(one.branches)} parts that have an answer"
    if not one.is_consistent:
        return f"{place}: none"
    free = f"{len(one.freedom)} free directions" if one.freedom else "unique"
    return f"{place}: on {one.letter}_{len(one.stages)} of dimension {one.final.dimension}, {free}"


def _stage_lines(reduction: SetsAndMotions, stage: Stage) -> list[str]:
    name = f"{reduction.letter}_{stage.number}"
    head = f"  {name}"
    if stage.number == 1:
        head += ", the constraints" if stage.new else f", all of {reduction.ambient.name}"
    if stage.is_empty:
        return [f"{head}: empty", *(f"    {f.readable()} = 0 never holds" for f in stage.new)]
    rank = f", rank {stage.rank} of the equations for the motions tangent to it"
    shown = stage.number > 1 or reduction.within or reduction.letter == "M"
    return [
        f"{head}: dimension {stage.dimension}{rank if stage.rank is not None else ''}",
        *(f"    {f.readable()} = 0" for f in stage.new if shown),
    ]


def _motion_lines(reduction: AnyReduction) -> list[str]:
    if not reduction.is_consistent:
        return ["The equations are inconsistent: there is no motion"]
    final = f"{reduction.letter}_{len(reduction.stages)}"
    if isinstance(reduction, Reduction):
        lines = [f"Equations of motion on {final}, the final submanifold"]
        rates = {f"{name}ddot": f for name, f in reduction.accelerations.items()}
    else:
        dual = isinstance(reduction, DualReduction)
        whose = "Hamilton's equations" if dual else "Solutions, of second order or not,"
        lines = [f"{whose} on {final}, the final submanifold"]
        rates = {f"d{name}/dt": f for name, f in reduction.rates.items()}
    lines += [f"  {name} = {function.readable()}" for name, function in rates.items()]
    if reduction.multipliers:
        lines += ["Multipliers, EL_A = F_A + lambda_i dphi_i/dv^A"]
        lines += rendering.multiplier_lines(f.settled() for f in reduction.multipliers)
    if reduction.is_unique:
        return [*lines, f"Motion and multipliers are unique on {final}"]
    lines += ["Not determined: any multiples of these may be added"]
    return [*lines, *(f"  {_freedom_line(free)}" for free in reduction.freedom)]


def _freedom_line(free: Freedom) -> str:
    changes = [
        f"{function.settled().readable()} to lambda_{i}"
        for i, function in enumerate(free.multipliers, 1)
        if str(function.settled()) != "0"
    ]
    field = str(free.field)
    return ", ".join(([f"{field} to the field"] if field != "0" else []) + changes)


def latex(
    reduction: AnyReduction,
    *,
    details: bool = False,
    checks: Sequence[Check] | None = None,
) -> str:
    """The sequence of sets and the equations of motion as LaTeX."""
    return aligned(_rows(reduction))


def _rows(reduction: AnyReduction) -> list[str]:
    letter, rows = reduction.letter, []
    ambient = r"J^1\pi^*" if isinstance(reduction, DualReduction) else r"J^1\pi"
    for stage in reduction.stages:
        name = f"{letter}_{{{stage.number}}}"
        if stage.is_empty:
            rows.append(rf"{name} &= \emptyset")
            continue
        above = f"{letter}_{{{stage.number - 1}}}" if stage.number > 1 else ambient
        rows.append(rf"{name} &= {_set(stage.new, above)}")
    if reduction.is_union:
        number = len(reduction.stages) + 1
        union = r" \cup ".join(_set([f], "") for f in reduction.parts)
        rows.append(rf"{letter}_{{{number}}} &= {union}")
        for branch in reduction.branches:
            inner = r",\; ".join(f"{f.latex()} = 0" for f in branch.within)
            rows += [rf"&\text{{within }} {inner}:", *_rows(branch)]
        return rows
    if not reduction.is_consistent:
        return rows
    chart = reduction.ambient.chart
    if isinstance(reduction, Reduction):
        rates, over = reduction.accelerations, r"\ddot"
    else:
        rates, over = reduction.rates, r"\dot"
    for name, function in rates.items():
        rows.append(rf"{over}{{{chart.latex_name(name)}}} &= {function.latex()}")
    for i, function in enumerate(reduction.multipliers, 1):
        rows.append(rf"\lambda_{{{i}}} &= {function.settled().latex()}")
    for i, free in enumerate(reduction.freedom, 1):
        rows.append(rf"K_{{{i}}} &= {free.field.latex()}")
    return rows


def _set(functions: Sequence[Form], above: str) -> str:
    inner = r",\; ".join(f"{f.latex()} = 0" for f in functions)
    if not inner:
        return above
    return rf"\{{{inner}\}}" + (rf" \subset {above}" if above else "")
