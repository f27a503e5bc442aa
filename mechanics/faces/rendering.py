"""What all reports have in common: lines of text, aligned LaTeX, JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from mechanics.wording import one_line

if TYPE_CHECKING:
    from diffgeo import Form, Verdict
    from mechanics.model.systems import System
    from mechanics.output_files import Data
    from mechanics.theories.checks import Check


def json_text(data: object) -> str:
    """Plain data as JSON for people and programs."""
    return json.dumps(data, indent=2, ensure_ascii=False)


def head(system: System) -> str:
    """The first line: the name of a system, its time and its coordinates."""
    s = system.specification
    return f"{one_line(system.name)}   ({s.time}; {', '.join(s.coordinates)})"


def constraint_lines(constraints: Sequence[Form]) -> list[str]:
    """The constraints under their title; nothing if there are none."""
    lines = [f"  phi_{i} = {phi.readable()} = 0" for i, phi in enumerate(constraints, 1)]
    return ["Constraints", *lines] if lines else []


def force_lines(system: System) -> list[str]:
    """The forces under their title; nothing if there are none."""
    lines = [f"  F_{k} = {f}" for k, f in system.forces.items()]
    return ["Forces", *lines] if lines else []


def multiplier_lines(multipliers: Iterable[Form]) -> list[str]:
    """``lambda_i = …``, each on a line."""
    return [f"  lambda_{i} = {f.readable()}" for i, f in enumerate(multipliers, 1)]


def closing_lines(
    conditions: Sequence[str], verdict: Verdict | None, checks: Sequence[Check] | None
) -> list[str]:
    """The conditions, why the formulas shown are those that were found, and the checks."""
    lines = ["Conditions", *(f"  {condition}" for condition in conditions)] if conditions else []
    if verdict is not None:
        lines += ["How it is written", f"  {verdict}"]
    return lines + check_lines(checks)


def check_lines(checks: Sequence[Check] | None) -> list[str]:
    """The checks under their title, if they were asked for."""
    return [] if checks is None else ["Checks", *(f"  {c}" for c in checks)]


def closing_data(
    verdict: Verdict | None, details: Mapping[str, object] | None, checks: Sequence[Check] | None
) -> Data:
    """The same as data, with the details of the construction if they were asked for."""
    answer: Data = {}
    if verdict is not None:
        answer["shown"] = verdict.to_dict()
    if details is not None:
        answer["details"] = dict(details)
    if checks is not None:
        answer["checks"] = [c.to_dict() for c in checks]
    return answer


def cut(text: str, longest: int) -> str:
    """A formula as text for people; nobody reads a megabyte."""
    if len(text) <= longest:
        return text
    return f"{text[:longest]} …   ({len(text):_} characters; --json has all of them)"


def multiplier_rows(multipliers: Sequence[Form], determinant: Form) -> list[str]:
    """The multipliers as rows of LaTeX, and what must not vanish for them."""
    rows = [rf"\lambda_{{{i}}} &= {f.latex()}" for i, f in enumerate(multipliers, 1)]
    return [*rows, rf"0 &\neq {determinant.latex()}"] if rows else []


def latex_name(name: str, letters: Mapping[str, str]) -> str:
    """The LaTeX of a name such as ``mu_1``, with letters for what stands before the index."""
    letter, _, index = name.partition("_")
    return f"{letters.get(letter, letter)}_{{{index}}}" if index else letters.get(letter, letter)
