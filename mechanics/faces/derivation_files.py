"""Derived dynamics in files: written once, read again without being derived again.

The file is JSON: the system as in a system file, and the functions of the derivation with their
conditions (`diffgeo.to_data`). Nothing in it is executed, and it is no evidence: that the field
is that of the theory is as true as the file; `Dynamics.checks` decides it again.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any

from diffgeo import Manifold, Map
from diffgeo.calculus import Requirement, from_data, to_data
from diffgeo.errors import DiffGeoError
from mechanics.errors import BadFile
from mechanics.model import gallery
from mechanics.model.system_files import specification
from mechanics.output_files import MARK, Data, write_text
from mechanics.theories.parameter_conditions import KEPT, conditions_on_parameters

if TYPE_CHECKING:
    from mechanics.theories.dynamics import Dynamics

#: What such a file says of itself, at its beginning.
FORMAT = f"derived dynamics of {MARK}"
VERSION = 1
#: Larger files are not read.
LARGEST = 50_000_000
_NOT_OURS = "write one with mechanics derive --save, or dynamics.save(path)"


def save(dynamics: Dynamics, path: str | Path, *, force: bool = False) -> Path:
    """Write a derivation to a file, unexpanded solutions as they are; see `load_dynamics`.

    A file that is no derivation is replaced with `force` only, and the system file never.

    Raises
    ------
    BadValue
        It cannot be written there.
    """
    rates = [dynamics.field(coordinate) for coordinate in dynamics.manifold.coordinates]
    functions = [*rates, *dynamics.multipliers, dynamics.determinant, *dynamics.further]
    for jump in dynamics.jumps:
        images = [jump.map.pull(coordinate) for coordinate in dynamics.manifold.coordinates]
        functions += [jump.above(dynamics), *images, *jump.impulses]
    table = asdict(dynamics.system.specification)
    del table["where"]
    asked = conditions_on_parameters(dynamics)
    content = {
        "system": _plain(table),
        "theory": dynamics.theory.name,
        "determinant": dynamics.determinant_name,
        "functions": to_data(functions),
        "parameters": {
            "functions": to_data([each.function for each in asked]),
            "relations": [each.relation for each in asked],
        },
    }
    if dynamics.jumps:
        content["impulses"] = [len(jump.impulses) for jump in dynamics.jumps]
    if dynamics.further or dynamics.jumps or dynamics.theory.principle.reactions is None:
        content["multipliers"] = len(dynamics.multipliers)
    data = {"format": FORMAT, "version": VERSION, "digest": _digest(content), **content}
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return write_text(path, text, force=force, inputs=(dynamics.system.specification.where,))


def is_derivation(name_or_path: str) -> bool:
    """Whether it is a file with JSON in it, as `save` writes: no system file begins like that."""
    path = Path(name_or_path)
    try:
        if name_or_path in (*gallery.names(), *gallery.singular_names()) or not path.is_file():
            return False
        with path.open("rb") as stream:
            return stream.read(64).lstrip()[:1] == b"{"
    except (OSError, ValueError):
        return False


def load_dynamics(path: str | Path) -> Dynamics:
    """The derivation in a file, on a new system; nothing is derived again.

    It has everything but the intermediate objects of the construction (`Dynamics.steps`).

    Parameters
    ----------
    path
        A file that `Dynamics.save`, or ``mechanics derive --save``, has written.

    Returns
    -------
    Dynamics
        The same field, multipliers and conditions.

    Raises
    ------
    BadFile
        The file does not exist, is not one of `Dynamics.save`, of another version or damaged.
    UnknownName
        Its theory is not registered here.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from mechanics import load, load_dynamics
    >>> with TemporaryDirectory() as folder:
    ...     kept = load("pursuit").dynamics().save(Path(folder) / "pursuit.json")
    ...     load_dynamics(kept)
    <Dynamics of Curve of pursuit by projection>
    """
    from mechanics.model.systems import System
    from mechanics.theories.base import Construction
    from mechanics.theories.dynamics import Dynamics
    from mechanics.theories.jumps import Jump
    from mechanics.theories.registry import theory_named

    where = str(path)
    data = _read(Path(path), where)
    keys = (
        "system", "theory", "determinant", "functions", "multipliers", "impulses", "parameters"
    )  # fmt: skip
    content = {key: data[key] for key in keys if key in data}
    if data.get("digest") != _digest(content):
        raise BadFile(f"{where}: damaged, its digest is another; derive the system again")
    theory = theory_named(str(data["theory"]))
    try:
        system = System.from_specification(specification(data["system"], where))
        space = theory.states(system).manifold
        functions = from_data(space, data["functions"])
        kept = _requirements(space, data["parameters"], where) if "parameters" in data else None
    except DiffGeoError as error:
        raise BadFile(f"{where}: {str(error).removeprefix(f'{where}: ')}") from None
    reactions, names = theory.principle.reactions, [str(f) for f in space.coordinates]
    count = data.get("multipliers", 0 if reactions is None else len(reactions(system)))
    least = len(names) + count + 1
    if len(functions) < least or ("multipliers" not in data and len(functions) > least):
        raise BadFile(f"{where}: {len(functions)} functions are not those of {system.name}")
    rates, rest = functions[: len(names)], functions[len(names) :]
    jumps: list[Jump] = []
    for impulses in reversed(data.get("impulses", ())):
        size = 1 + len(names) + impulses
        rest, (wall, *images) = rest[:-size], rest[-size:]
        J = Map(space, space, dict(zip(names, images[: len(names)], strict=True)))
        jumps.insert(0, Jump(wall, J, tuple(images[len(names) :])))
    field = space.vector_field(dict(zip(names, rates, strict=True)))
    made = Construction(
        field,
        tuple(rest[:count]),
        rest[count],
        str(data["determinant"]),
        equations=tuple(rest[count + 1 :]),
        jumps=tuple(jumps),
    )
    loaded = Dynamics(system, theory, made)
    if kept is not None:
        loaded.kept[KEPT] = kept
    return loaded


def _requirements(space: Manifold, data: Any, where: str) -> tuple[Requirement, ...]:
    """What is asked of the parameters alone, as `save` writes it."""
    relations = data.get("relations") if isinstance(data, dict) else None
    functions = from_data(space, data.get("functions")) if isinstance(relations, list) else []
    if not isinstance(relations, list) or len(relations) != len(functions):
        raise BadFile(f"{where}: conditions on parameters without relations; derive it again")
    if any(relation not in ("!=", ">", ">=") for relation in relations):
        raise BadFile(f"{where}: conditions are !=, > and >= 0; derive the system again")
    return tuple(Requirement(f, r, str(f)) for f, r in zip(functions, relations, strict=True))


def _read(path: Path, where: str) -> Data:
    if not path.is_file():
        raise BadFile(f"{where}: no such file; {_NOT_OURS}")
    try:
        size = path.stat().st_size
        data = json.loads(path.read_bytes()) if size <= LARGEST else None
    except OSError as error:
        raise BadFile(f"{where}: {error.strerror or error}; check the path") from None
    except (ValueError, RecursionError):
        raise BadFile(f"{where}: not JSON, so no derived dynamics; {_NOT_OURS}") from None
    if size > LARGEST:
        raise BadFile(f"{where}: larger than {LARGEST} bytes, so it is not read")
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise BadFile(f"{where}: no derived dynamics of this library; {_NOT_OURS}")
    if data.get("version") != VERSION:
        raise BadFile(
            f"{where}: of version {data.get('version')!r:.60}, and this library reads {VERSION}; "
            "derive the system again"
        )
    missing = {"system", "theory", "determinant", "functions"} - data.keys()
    if missing or not isinstance(data["system"], dict):
        raise BadFile(f"{where}: incomplete; derive the system again")
    return data


def _plain(value: object) -> Any:
    """Formulas that were given as SymPy expressions as their text."""
    if isinstance(value, dict):
        return {str(key): _plain(each) for key, each in value.items() if each is not None}
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    return value if isinstance(value, str | int | float | bool) else str(value)


def _digest(content: Data) -> str:
    """A checksum, against damage: it does not say who has written the file."""
    text = json.dumps(content, sort_keys=True, ensure_ascii=False)
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
