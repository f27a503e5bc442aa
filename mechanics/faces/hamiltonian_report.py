"""Renderings of the Hamiltonian side: text, LaTeX and JSON.

As on the Lagrangian side, formulas that are too large to be multiplied out are replaced by those
that the bordered system of the multiplier equations gives, carried to J¹π* by leg⁻¹, after the
two were compared; the verdict is part of the result.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from diffgeo import Form, check
from diffgeo.errors import Refusal, TooLarge, Unexpanded
from mechanics.analysis.hamiltonian import CITATION, TITLE
from mechanics.faces import rendering
from mechanics.wording import aligned

if TYPE_CHECKING:
    from diffgeo import Verdict
    from mechanics.analysis.hamiltonian import HamiltonianDynamics
    from mechanics.output_files import Data
    from mechanics.theories.checks import Check


@dataclass(frozen=True)
class Shown:
    """The functions of the Hamiltonian side in normal form, by name.

    ``momenta`` are functions on J¹π, everything else lives on J¹π*.
    """

    momenta: dict[str, Form]
    velocities: dict[str, Form]
    hamiltonian: Form
    positions: dict[str, Form]
    rates: dict[str, Form]
    multipliers: tuple[Form, ...]
    determinant: Form
    conditions: tuple[str, ...]
    verdict: Verdict | None = None


def present(dynamics: HamiltonianDynamics) -> Shown:
    """Write the result out.

    Raises
    ------
    Unexpanded, TooLarge
        Neither the formulas of the projection nor those of the bordered system can be written.
    Undecided
        The two could not be compared.
    """
    s = dynamics.system.specification
    momentum_names = [dynamics.dual.momentum_names[q] for q in s.coordinates]
    leg, back = dynamics.legendre.images, dynamics.inverse_legendre.images
    multipliers, verdict = dynamics.multipliers, None
    try:
        multipliers = _expanded(multipliers)
        rates = _expanded(dynamics.momentum_rates(multipliers))
    except Refusal:
        try:
            multipliers, verdict = _from_bordered_system(dynamics)
            rates = _expanded(dynamics.momentum_rates(multipliers))
        except (Unexpanded, TooLarge) as error:
            raise type(error)(
                f"{s.where}: the multipliers as functions of the momenta are too large to be "
                f"written out ({error}); use --side lagrangian, or give parameters numbers"
            ) from None
    positions = _expanded(dynamics.position_rates)
    velocities = _expanded([back[v] for v in s.velocities])
    (hamiltonian,) = _expanded([dynamics.function])
    found = (*velocities, hamiltonian, *positions, *rates, *multipliers)
    return Shown(
        momenta={p: leg[p] for p in momentum_names},
        velocities=dict(zip(s.velocities, velocities, strict=True)),
        hamiltonian=hamiltonian,
        positions=dict(zip(s.coordinates, positions, strict=True)),
        rates=dict(zip(momentum_names, rates, strict=True)),
        multipliers=tuple(multipliers),
        determinant=dynamics.determinant.settled(),
        conditions=tuple(dict.fromkeys(str(c) for f in found for c in f.conditions)),
        verdict=verdict,
    )


def _from_bordered_system(dynamics: HamiltonianDynamics) -> tuple[tuple[Form, ...], Verdict]:
    from mechanics.theories import multipliers

    other = dynamics.system.dynamics(multipliers)
    carried = dynamics.inverse_legendre.pull(other.multipliers)
    verdict = check(
        [a == b for a, b in zip(dynamics.multipliers, carried, strict=True)],
        name="the multipliers shown, from the bordered system, are those of the projection",
    )
    if not verdict:
        raise AssertionError(f"P(E_h) differs from the multiplier equations: {verdict}")
    return _expanded(carried), verdict


def _expanded(functions: Sequence[Form]) -> tuple[Form, ...]:
    return tuple(f.expanded() for f in functions)


def data(
    dynamics: HamiltonianDynamics, *, details: bool = False, checks: Sequence[Check] | None = None
) -> Data:
    """The result as plain data; formulas are strings that SymPy can parse."""
    shown = present(dynamics)
    made = {name: str(value) for name, value in _objects(dynamics)} if details else None
    return {
        "system": dynamics.system.name,
        "side": "hamiltonian",
        "hamiltonian": str(shown.hamiltonian),
        "momenta": _texts(shown.momenta),
        "velocities": _texts(shown.velocities),
        "equations": {**_texts(shown.positions), **_texts(shown.rates)},
        "multipliers": [str(f) for f in shown.multipliers],
        "regularity": {"determinant": str(shown.determinant), "meaning": "det C"},
        "conditions": list(shown.conditions),
        "constraints": [str(phi) for phi in dynamics.constraints],
        **rendering.closing_data(shown.verdict, made, checks),
    }


def text(
    dynamics: HamiltonianDynamics, *, details: bool = False, checks: Sequence[Check] | None = None
) -> str:
    """The result as readable lines."""
    system, shown = dynamics.system, present(dynamics)
    s = system.specification
    lines = [rendering.head(system)]
    lines += [f"side: hamiltonian ({TITLE})", f"  {CITATION}", ""]
    lines += ["Legendre map", *(f"  {p} = {f.readable()}" for p, f in shown.momenta.items())]
    lines += ["Its inverse", *(f"  {v} = {f.readable()}" for v, f in shown.velocities.items())]
    lines += ["Hamiltonian", f"  H = {shown.hamiltonian.readable()}"]
    lines += rendering.constraint_lines([phi.settled() for phi in dynamics.constraints])
    if details:
        lines += ["", "Construction"]
        lines += [f"  {name} = {value.readable()}" for name, value in _objects(dynamics)]
    lines += ["", "Equations of motion (on the constraints)"]
    equations = {**shown.positions, **shown.rates}
    lines += [f"  d{name}/d{s.time} = {f.readable()}" for name, f in equations.items()]
    if shown.multipliers:
        lines += ["Multipliers, dp/dt = -dH/dq + F + lambda_i dphi_i/dv"]
        lines += rendering.multiplier_lines(shown.multipliers)
        lines += [
            "Regularity: det C, C_ij = Z_i(phi_j)", f"  {shown.determinant.readable()} != 0"
        ]  # fmt: skip
    lines += rendering.closing_lines(shown.conditions, shown.verdict, checks)
    return "\n".join(lines)


def latex(
    dynamics: HamiltonianDynamics, *, details: bool = False, checks: Sequence[Check] | None = None
) -> str:
    """The Hamiltonian and the equations of motion as LaTeX."""
    shown, space = present(dynamics), dynamics.dual
    rows = [f"H &= {shown.hamiltonian.latex()}"]
    if details:
        rows += [
            f"{rendering.latex_name(n, _LETTERS)} &= {value.latex()}"
            for n, value in _objects(dynamics)
        ]
    for name, function in {**shown.positions, **shown.rates}.items():
        rows.append(rf"\dot{{{space.chart.latex_name(name)}}} &= {function.latex()}")
    rows += rendering.multiplier_rows(shown.multipliers, shown.determinant)
    return aligned(rows)


def _objects(dynamics: HamiltonianDynamics) -> list[tuple[str, Any]]:
    """The objects of the construction, by name."""
    above = dynamics.projection
    found: list[tuple[str, Any]] = [
        ("Omega_h", dynamics.structure.omega),
        ("E_h", dynamics.evolution_field),
    ]
    found += [(f"mu_{i}", mu) for i, mu in enumerate(dynamics.reactions, 1)]
    found += [(f"Z_{i}", Z) for i, Z in enumerate(above.fields, 1)]
    if dynamics.constraints:
        found.append(("Q", above.projector))
    return found


_LETTERS = {"Omega": r"\Omega", "mu": r"\tilde\mu", "Z": r"\tilde Z", "Q": r"\tilde Q"}


def _texts(functions: dict[str, Form]) -> dict[str, str]:
    return {name: str(f) for name, f in functions.items()}
