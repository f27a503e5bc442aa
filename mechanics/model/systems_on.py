"""Systems whose data are forms on given jets, and systems on submanifolds of E.

`mechanics.model.systems.System` reads formulas; here L, forces and constraints are given as
objects.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from diffgeo import FibredManifold, Map
from mechanics.model.extended_jets import evolution_space
from mechanics.model.formulas import Formulas
from mechanics.model.system_files import PlotTable
from mechanics.model.systems import System

if TYPE_CHECKING:
    from diffgeo import Form
    from diffgeo.bundles import JetSpace
    from diffgeo.calculus import FunctionLike
    from mechanics.model.constraint_set import ConstraintSet
    from mechanics.model.geometric_data import Datum
    from mechanics.model.system_files import Specification


def system_on(
    jets: JetSpace,
    specification: Specification,
    *,
    lagrangian: Form,
    force: Form,
    constraints: Sequence[Form] = (),
    constraint_set: ConstraintSet | None = None,
    data: Mapping[str, Datum] | None = None,
) -> System:
    """A system whose data are given as forms on J¹π.

    Parameters
    ----------
    jets
        The evolution space of a `FibredManifold`.
    specification
        Where names come from; its formulas are not read.
    lagrangian, force, constraints
        L, the 1-form F_A (dq^A - v^A dt), and the functions φ_i.
    constraint_set
        The set where the constraints vanish, if it is known; it is not looked for then, and
        that the constraints are independent is not checked.
    data
        Further geometric data, on E or J¹π.
    """
    total = jets.projection.target
    if not isinstance(total, FibredManifold):
        raise TypeError(f"{jets} are not the jets of a FibredManifold")
    fields = jets.frame[1 : len(jets.positions) + 1]
    formulas = Formulas(
        total,
        jets,
        lagrangian=lagrangian,
        force=force,
        forces={q: force(X) for q, X in zip(specification.coordinates, fields, strict=True)},
        constraints=tuple(constraints),
        constraint_keys=[f"constraints[{i}]" for i in range(1, len(constraints) + 1)],
        data=dict(data or {}),
    )
    names = replace(
        specification,
        lagrangian="", constraints=(), constraint_forms=(), holonomic=(), solved={}, forces={},
        data={},
    )  # fmt: skip
    system = System.from_formulas(names, formulas, constraint_set)
    if constraint_set is None:
        system.constraint_set.require_independent()
    return system


def varied(
    system: System,
    *,
    lagrangian: Form | None = None,
    force: Form | None = None,
    constraints: Sequence[Form] | None = None,
    data: Mapping[str, Datum] | None = None,
    same_set: bool = False,
) -> System:
    """The system with other data on its evolution space.

    With ``same_set`` the new constraints are known to vanish where the old ones do.
    """
    return system_on(
        system.evolution_space,
        system.specification,
        lagrangian=system.lagrangian if lagrangian is None else lagrangian,
        force=system.force if force is None else force,
        constraints=system.constraints if constraints is None else constraints,
        constraint_set=system.constraint_set if same_set else None,
        data=system.data if data is None else data,
    )


def restricted(
    system: System,
    values: Mapping[str, FunctionLike],
    parameters: Sequence[str] = (),
    name: str = "surface",
) -> tuple[System, Map]:
    """The system without constraints on the submanifold ``q^a = f^a`` of E, and its inclusion.

    L and F are pulled back along the prolonged inclusion J¹i; by d'Alembert's principle that is the
    motion under the ideal reaction of the submanifold, which may move.

    Parameters
    ----------
    system
        On J¹π; its constraints are not used.
    values
        Formulas f^a in time and the other coordinates, by the names of the coordinates q^a.
    parameters
        Names of parameters that occur in the formulas only.
    name
        Of the submanifold.
    """
    E, s = system.configuration_space, system.specification
    kept = tuple(q for q in s.coordinates if q not in values)
    declared = E.declarations((s.time, *kept))
    declared.pop("coordinates")
    declared["parameters"] = [*declared.get("parameters", ()), *parameters]
    below = FibredManifold(name, time=s.time, coordinates=kept, **declared)
    same = dict(zip((s.time, *kept), below.coordinates, strict=True))
    inclusion = system.evolution_space.prolong_fibred(Map(below, E, {**same, **values}))
    names = {*kept, *(f"{q}dot" for q in kept)}
    start = {q: value for q, value in s.simulate.initial.items() if q in names}
    plane = s.plot.plane if set(s.plot.plane or ()) <= set(kept) else None
    specification = replace(
        s,
        coordinates=kept,
        invariants={},
        simulate=replace(s.simulate, initial=start),
        plot=PlotTable(plane=plane),
    )
    reduced = system_on(
        evolution_space(below, s.variables),
        specification,
        lagrangian=inclusion.pull(system.lagrangian),
        force=inclusion.pull(system.force),
    )
    return reduced, inclusion
