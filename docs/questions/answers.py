"""The answers for all systems of the gallery, kept in ``answers.json`` beside this file.

``python docs/questions/answers.py [SYSTEM ...]`` computes those that are missing, or those of the
systems that are named; a test compares some of them with what the library says.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from diffgeo import limit
from diffgeo.errors import DiffGeoError, LimitExceeded, TooLarge, Unexpanded
from mechanics import gallery, load

FILE = Path(__file__).with_suffix(".json")
#: Seconds for a question; what takes longer is left open.
SECONDS = 90


def volume(system: Any) -> str:
    """Whether there is a basic invariant density."""
    found = system.invariant_volume()
    words = {True: "yes", False: "no", None: "not decided"}
    density = found.has_basic_density.holds is False and found.density is not None
    local = found.has_basic_density.holds and str(found.periodicity or "")
    more = ", but singular ones" if density else ", not periodic in angles" if local else ""
    return words[found.has_basic_density.holds] + more


def quotient(system: Any) -> str:
    """Dimensions with time, of the constraint set and of its quotient."""
    found = system.reduced_motion()
    return f"{len(found.motion.space.frame)} to {len(found.field.space.frame)}"


def new_time(system: Any) -> str:
    """Whether it is Hamiltonian in a new time."""
    return "yes" if system.chaplygin().is_hamiltonian.holds else "no, for this group"


def bracket(system: Any) -> str:
    """Whether the motion on a quotient has a Poisson bracket in a new time, and its rank."""
    found = system.nonholonomic_bracket()
    if not found.is_hamiltonian:
        return "not decided" if found.is_hamiltonian is None else "none"
    _, *axes = found.space.frame
    return f"rank {found.rank} of {len(axes)}"


def momenta(system: Any) -> str:
    """How many momenta there are along the constraints, and how many combinations are conserved."""
    found = system.nonholonomic_momentum()
    return f"{len(found.momenta)}, {len(found.conserved)} conserved"


def symmetries(system: Any) -> str:
    """How many symmetries of the motion, and of L, there are of order 1."""
    found = system.symmetries()
    return f"{len(found.symmetries)}, {len(found.noether)}"


def lagrangian(system: Any) -> str:
    """Whether there is a regular Lagrangian, under constraints for motions that begin on them."""
    if not system.constraints and all(f == "0" for f in map(str, system.forces.values())):
        return "yes"  # its own
    found = system.inverse_problem(1)
    return {True: "none", False: "yes", None: "none found"}[found.is_excluded]


def complete_solution(system: Any) -> str:
    """Whether a complete solution of Hamilton's and Jacobi's equation was found."""
    return "found" if system.hamilton_jacobi().is_closed.holds else "found, dγ ≠ 0 on D"


def quadratures(system: Any) -> str:
    """Which theorem says that it is integrable."""
    return system.integrability().theorem or "not decided"


ASKED: dict[str, Callable[[Any], str]] = {
    "volume": volume,
    "to the quotient": quotient,
    "new time": new_time,
    "Poisson bracket": bracket,
    "momenta": momenta,
    "symmetries": symmetries,
    "Lagrangian": lagrangian,
    "complete solution": complete_solution,
    "quadratures": quadratures,
}


def answer(name: str, question: str) -> str:
    """The answer in a word; a dash where the question does not apply or nothing is found."""
    try:
        with limit(seconds=SECONDS):
            return ASKED[question](load(name))
    except LimitExceeded:
        return "open (time)"
    except (TooLarge, Unexpanded):
        return "open (size)"
    except DiffGeoError:
        return "–"


def main(names: list[str]) -> None:
    """Compute and keep what is missing, or the answers for these systems."""
    known = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    for question in ASKED:
        for name in names or sorted(gallery.names()):
            row = known.setdefault(name, {})
            if names or question not in row:
                row[question] = answer(name, question)
                text = json.dumps(known, indent=1, ensure_ascii=False, sort_keys=True)
                FILE.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
