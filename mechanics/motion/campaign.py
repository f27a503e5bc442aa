"""Campaigns: a motion for many values, computed block by block, on one core, many, or a cluster."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict
from hashlib import blake2b
from importlib.metadata import PackageNotFoundError, version
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mechanics.errors import BadValue
from mechanics.independent_tasks import completed, require_count, sweep_libraries
from mechanics.motion.campaign_lock import alone
from mechanics.motion.campaign_members import Members, MembersOnStates
from mechanics.motion.campaign_store import FORMAT, AsNetCDF, InMemory, Layout, OnDisk, Store
from mechanics.motion.compiled_motion import compiled_motion
from mechanics.motion.given_values import (
    collect,
    has_own_states,
    merge,
    require_sign,
    specification_of_states,
)
from mechanics.motion.sweep_plan import SweepPlan, plan

if TYPE_CHECKING:
    import numpy as np
    import xarray

    from mechanics.model.system_files import Number, Specification
    from mechanics.theories.dynamics import Dynamics

#: Members that are computed together, if nothing else is said.
BLOCK = 500
Place = tuple[slice, ...]


def sweep(
    dynamics: Dynamics,
    grid: Mapping[str, Any] | None = None,
    random: Mapping[str, str] | None = None,
    members: int | None = None,
    *,
    values: Mapping[str, Number] | None = None,
    out: str | Path | None = None,
    seed: int = 0,
    workers: int = 1,
    scheduler: str | None = None,
    block: int = BLOCK,
    units: Mapping[str, str] | None = None,
    progress: Callable[[float], None] | None = None,
    **named: Any,
) -> xarray.Dataset:
    """Integrate the motion for a grid of values and for random ones.

    Each member is the motion that `simulate` computes for its values, up to rounding. Members are
    integrated together, in arrays, with steps of their own; where conditions have to be watched
    along the steps they are integrated one by one. What becomes of a member is data: its
    ``status`` says whether it is complete, left the domain, could not be integrated further,
    had values that were refused, with the ``reason``, or ended at a wall, and ``end`` how far it
    came.

    With `out` the results are written as they come. If the process is killed, the same call goes
    on with what is missing; a campaign with other equations, settings or members is not continued.

    Parameters
    ----------
    dynamics
        What to integrate.
    grid
        ``{"a": "0:1:50"}``, 50 values from 0 to 1, or sequences of numbers: parameters and initial
        values by name. Each is a dimension, and all combinations are computed.
    random, members
        ``{"m": "lognormal(0, 0.1)"}`` and how many are drawn, along the dimension ``member``. The
        draws are the same for all values of the grid. They are ``uniform(low, high)``,
        ``normal(mean, deviation)``, ``lognormal(mean, deviation)`` of the logarithm, and
        ``exponential(mean)``.
    values, named
        What all members have in common, as for `simulate`, with ``until``, ``method``, ``rtol``,
        ``atol``, ``step`` and ``points``.
    out
        A folder in the format zarr, or a file whose name ends with ``.nc``. None keeps all in
        memory.
    seed
        Of the draws.
    workers
        How many processes compute; 0 is one for each core.
    scheduler
        The address of a Dask cluster that computes instead.
    block
        How many members are computed together.
    units
        Units by name, for the attributes; they are not computed with.
    progress
        Called with the fraction that is done.

    Returns
    -------
    xarray.Dataset
        Coordinates, velocities, residuals and invariants by dimensions and time.

    Raises
    ------
    MissingValue, BadValue
        A value is missing or none; the place of the results is taken, or has the name of another
        format; a library is not installed.
    """
    if out is not None:
        require_format(out)
    sweep_libraries("xarray")
    s = specification_of_states(dynamics)
    chosen = plan(s, grid, random, members, seed)
    first = {name: _typical(s, name, column) for name, (_, column) in chosen.values.items()}
    start = {**(values or {}), **first}
    computed: Members | MembersOnStates
    if has_own_states(dynamics):
        computed = MembersOnStates.of(dynamics.regular, {**start, **named})
    else:
        given = collect(dynamics, merge(s, start, **named))
        computed = Members(compiled_motion(dynamics, given.functions, between_walls=True), given)
    require_count("workers", workers, 0)
    require_count("block", block, 1)
    path = None if out is None else Path(out)
    with alone(path) as require_alone:
        layout = _layout(computed, chosen, block, dict(units or {}))
        store: Store = InMemory(layout)
        if path is not None:
            store = AsNetCDF(path, layout) if path.suffix == ".nc" else OnDisk(path, layout)
        statuses, blocks = store.statuses(), list(_blocks(layout))
        missing = [place for place in blocks if (statuses[place] < 0).any()]
        tasks = ((place, _values(chosen, place)) for place in missing)
        done = completed(computed.compute, tasks, workers=workers, scheduler=scheduler)
        for k, (place, found) in enumerate(done, start=1):
            shape = tuple(part.stop - part.start for part in place)
            require_alone()
            store.write(place, {n: v.reshape(*shape, *v.shape[1:]) for n, v in found.items()})
            if progress is not None:
                progress(1 - (len(missing) - k) / len(blocks))
        # A store need not keep the order.
        return store.finish()[[*layout.columns, "status", "end", "reason"]]


def require_format(out: str | Path) -> None:
    """Raise `BadValue` if the name ends as that of another format; folders have any name."""
    path = Path(out)
    # A number is no ending: a folder may be "m=0.5".
    named = path.suffix[1:2].isalpha() and path.suffix not in (".nc", ".zarr")
    if named and not os.path.isdir(path):
        raise BadValue(
            f"{path}: the results are a file {path.stem}.nc or a folder {path.stem}.zarr, which "
            f"xarray opens and makes tables of; {path.suffix} is neither"
        )


def _typical(s: Specification, name: str, column: np.ndarray) -> float:
    """The first value that has the declared sign: what is refused is one member's matter."""
    values = [float(value) for value in column]
    for value in values:
        try:
            require_sign(s, name, value)
        except BadValue:
            continue
        return value
    return values[0]


def _blocks(layout: Layout) -> Iterator[Place]:
    """The slices that tile the members."""
    sizes = list(zip(layout.shape, layout.block, strict=True))
    for corner in product(*(range(0, n, b) for n, b in sizes)):
        yield tuple(slice(a, min(a + b, n)) for a, (n, b) in zip(corner, sizes, strict=True))


def _values(chosen: SweepPlan, place: Place) -> dict[str, np.ndarray]:
    """The values of the members of a block."""
    import numpy as np

    axes = np.meshgrid(*(np.arange(p.start, p.stop) for p in place), indexing="ij")
    return chosen.members(np.ravel_multi_index([a.ravel() for a in axes], chosen.shape))


def _layout(
    computed: Members | MembersOnStates, chosen: SweepPlan, block: int, units: dict[str, str]
) -> Layout:
    import numpy as np

    given, s = computed.given, computed.dynamics.system.specification
    columns = computed.columns
    reserved = {"status", "end", "reason", "member", s.time} & {*columns, *chosen.values}
    if reserved:
        raise BadValue(
            f"the name {sorted(reserved)[0]} of {s.name} is one that a table of results has for "
            "itself; rename it"
        )
    # Initial values that vary are coordinates beside the column of the same name.
    renamed = {n: f"{n}_initial" for n in chosen.values if n in columns}
    dimensions = {renamed.get(n, n): length for n, length in chosen.dimensions.items()}
    coordinates = {
        renamed.get(n, n): (renamed.get(d, d), column) for n, (d, column) in chosen.values.items()
    }
    for name, unit in units.items():
        if not isinstance(unit, str):
            raise BadValue(f"the unit {unit!r:.40} of {name} is no text")
    unknown = sorted(units.keys() - {*columns, *coordinates, *chosen.values, s.time})
    if unknown:
        raise BadValue(f"a unit is given for {unknown[0]!r}, which is no column of the results")
    of_variables = {n: {"units": unit} for n, unit in units.items()}
    of_variables |= {renamed[n]: of_variables[n] for n in renamed if n in of_variables}
    of_variables.setdefault("end", of_variables.get(s.time, {}))
    return Layout(
        dimensions,
        chosen.blocks(block),
        (s.time, np.linspace(given.start, given.until, given.points)),
        columns,
        coordinates,
        _attributes(computed, chosen),
        of_variables,
    )


def _attributes(computed: Members | MembersOnStates, chosen: SweepPlan) -> dict[str, str]:
    """Provenance: what was computed, from what, by what."""
    dynamics, given = computed.dynamics, computed.given
    s = dynamics.system.specification
    equations = asdict(s)
    for key in ("name", "description", "source", "where", "simulate", "plot"):
        del equations[key]
    equations |= {"theory": dynamics.theory.name, "concrete": given.functions}
    try:
        library = version("diffgeo-mechanics")
    except PackageNotFoundError:
        library = "unknown"
    members = {
        **{n: blake2b(column.tobytes(), digest_size=8).hexdigest()
           for n, (_, column) in chosen.values.items()},
        "dimensions": " ".join(f"{n}={k}" for n, k in chosen.dimensions.items()),
    }  # fmt: skip
    return {
        "format": FORMAT,
        "title": s.name,
        "source": s.source,
        "theory": dynamics.theory.name,
        "lagrangian": str(s.lagrangian),
        "constraints": json.dumps([str(c) for c in s.constraints]),
        "equations_digest": _digest(json.dumps(equations, default=str, sort_keys=True)),
        "settings": json.dumps(_settings(computed, chosen), sort_keys=True),
        "members": json.dumps(members, sort_keys=True),
        "varied": json.dumps(dict(chosen.described), sort_keys=True),
        "seed": str(chosen.seed),
        "library": f"diffgeo-mechanics {library}",
    }


def _digest(text: str) -> str:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def _settings(computed: Members | MembersOnStates, chosen: SweepPlan) -> dict[str, Any]:
    """What all members have in common."""
    given = computed.given
    common = {name: value for name, value in computed.common.items() if name not in chosen.values}
    of_time = {k: getattr(given, k) for k in ("start", "until", "points")}
    return {**common, **of_time, **given.settings}
