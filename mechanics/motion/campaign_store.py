"""Where the results of a campaign are kept: in memory, or in a store that survives a kill.

A store on disk is written block by block. A block's chunks are whole files that replace others in
one step, and its statuses are written last: what is not marked as computed is computed again, and
nothing else. A netCDF file is made of such a store at the end, in one step.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from mechanics.errors import BadValue
from mechanics.independent_tasks import sweep_libraries
from mechanics.motion.campaign_lock import unfinished
from mechanics.motion.campaign_members import OUTCOMES

if TYPE_CHECKING:
    import numpy as np
    import xarray

#: What a store says of itself.
FORMAT = "campaign of diffgeo-mechanics"


@dataclass(frozen=True)
class Layout:
    """The variables of a campaign.

    Attributes
    ----------
    dimensions : mapping
        Lengths of the dimensions of the members.
    block : tuple of int
        The shape of a block along them.
    time : tuple
        The name of the time and the output times.
    columns : list of str
        What is computed along the time.
    coordinates : mapping
        Values that vary, with their dimension.
    attributes, of_variables : mapping
        Of the whole and of variables by name.
    """

    dimensions: Mapping[str, int]
    block: tuple[int, ...]
    time: tuple[str, np.ndarray]
    columns: list[str]
    coordinates: Mapping[str, tuple[str, np.ndarray]]
    attributes: Mapping[str, Any]
    of_variables: Mapping[str, Mapping[str, Any]]

    @property
    def shape(self) -> tuple[int, ...]:
        """The lengths of the dimensions of the members."""
        return tuple(self.dimensions.values())

    @property
    def sizes(self) -> dict[str, int]:
        """The lengths of all dimensions, the time among them."""
        return {**self.dimensions, self.time[0]: len(self.time[1])}

    def arrays(self) -> Iterator[tuple[str, tuple[str, ...], tuple[int, ...], str, Any]]:
        """Name, dimensions, chunks, type and fill value of what is computed."""
        time, grid = self.time
        for name in self.columns:
            yield name, (*self.dimensions, time), (*self.block, len(grid)), "f8", float("nan")
        yield "end", tuple(self.dimensions), self.block, "f8", float("nan")
        yield "reason", tuple(self.dimensions), self.block, "str", ""
        yield "status", tuple(self.dimensions), self.block, "i1", -1

    def given(self) -> dict[str, tuple[tuple[str, ...], np.ndarray]]:
        """The coordinates with their dimensions, the time among them."""
        time, grid = self.time
        own = {name: ((along,), values) for name, (along, values) in self.coordinates.items()}
        return {**own, time: ((time,), grid)}

    def described(self, name: str) -> dict[str, Any]:
        """The attributes of a variable."""
        if name == "status":
            known = {k: v for k, v in OUTCOMES.items()}
            return {"flag_values": list(known), "flag_meanings": " ".join(known.values())}
        return dict(self.of_variables.get(name, {}))


class Store(Protocol):
    """Where blocks go."""

    def statuses(self) -> np.ndarray:
        """The status of each member, -1 where it is not computed."""

    def write(self, place: tuple[slice, ...], block: Mapping[str, np.ndarray]) -> None:
        """A block, its statuses last."""

    def finish(self) -> xarray.Dataset:
        """Everything, labelled."""


class InMemory:
    """Results that are kept in memory alone."""

    def __init__(self, layout: Layout) -> None:
        import numpy as np

        self._layout = layout
        self._arrays = {
            name: (dimensions, np.full([layout.sizes[d] for d in dimensions], fill, dtype=kind))
            for name, dimensions, _, kind, fill in layout.arrays()
        }

    def statuses(self) -> np.ndarray:
        """The status of each member."""
        return self._arrays["status"][1]

    def write(self, place: tuple[slice, ...], block: Mapping[str, np.ndarray]) -> None:
        """A block."""
        for name, values in block.items():
            self._arrays[name][1][place] = values

    def finish(self) -> xarray.Dataset:
        """The dataset."""
        (labelled,) = sweep_libraries("xarray")
        layout = self._layout
        found: xarray.Dataset = labelled.Dataset(
            {n: (d, v, layout.described(n)) for n, (d, v) in self._arrays.items()},
            {n: (d, v, layout.described(n)) for n, (d, v) in layout.given().items()},
            dict(layout.attributes),
        )
        return found


class OnDisk:
    """Results in a zarr store that is written as they come.

    Raises
    ------
    BadValue
        At the place stands something else, or a campaign with other equations or members.
    """

    def __init__(self, path: Path, layout: Layout) -> None:
        self._path, self._layout = path, layout
        (self._zarr,) = sweep_libraries("zarr")
        sweep_libraries("xarray")
        if not path.exists():
            self._create()
        self._group = self._open()

    def _create(self) -> None:
        """An empty store, there as a whole or not at all."""
        parent = self._path.parent
        if not parent.is_dir():
            raise BadValue(f"{self._path}: the folder {parent} does not exist; make it first")
        try:
            with unfinished(self._path) as made:
                self._fill(made)
                os.rename(made, self._path)
        except OSError as error:  # such as a link that leads nowhere
            raise BadValue(f"{self._path}: cannot be written: {error.strerror}") from None

    def _fill(self, made: Path) -> None:
        group = self._zarr.open_group(str(made), mode="w", zarr_format=3)
        layout = self._layout
        self._add_arrays(group)
        for name, (dimensions, values) in layout.given().items():
            array = group.create_array(
                name, shape=values.shape, chunks=values.shape, dtype="f8",
                dimension_names=dimensions, attributes=layout.described(name),
            )  # fmt: skip
            array[:] = values
        # xarray tells coordinates from variables by this.
        names = " ".join(n for n in layout.given() if n not in layout.sizes)
        marked = {"coordinates": names} if names else {}
        group.attrs.update({**layout.attributes, **marked, "format": FORMAT})

    def _add_arrays(self, group: Any) -> None:
        """The arrays of what is computed, as far as they are not there."""
        layout = self._layout
        for name, dimensions, chunks, kind, fill in layout.arrays():
            if name not in group:
                group.create_array(
                    name, shape=tuple(layout.sizes[d] for d in dimensions), chunks=chunks,
                    dtype=kind, fill_value=fill, dimension_names=dimensions,
                    attributes=layout.described(name),
                )  # fmt: skip

    def _open(self) -> Any:
        try:
            group = self._zarr.open_group(str(self._path), mode="r+")
            known = dict(group.attrs)
        except Exception:
            raise BadValue(
                f"{self._path}: is no campaign; give the name of a new one, or remove it"
            ) from None
        if known.get("format") != FORMAT:
            raise BadValue(f"{self._path}: no campaign of this library; give another name")
        require_same(str(self._path), known, self._layout.attributes)
        self._add_arrays(group)
        return group

    def statuses(self) -> np.ndarray:
        """The status of each member."""
        try:
            found: np.ndarray = self._group["status"][...]
        except Exception as error:  # whatever decompression says
            raise BadValue(
                f"{self._path}: the campaign there is damaged ({str(error)[:200]}); give the name "
                "of a new one, or remove it"
            ) from None
        return found

    def write(self, place: tuple[slice, ...], block: Mapping[str, np.ndarray]) -> None:
        """A block, its statuses last."""
        for name in sorted(block, key="status".__eq__):
            self._group[name][place] = block[name]

    def finish(self) -> xarray.Dataset:
        """The dataset, read when it is looked at."""
        return opened(self._path)


def opened(path: str | Path) -> xarray.Dataset:
    """The dataset of a campaign on disk, complete or not.

    Parameters
    ----------
    path
        A folder in the format zarr, or a netCDF file.

    Raises
    ------
    BadValue
        There is none.
    """
    (labelled,) = sweep_libraries("xarray")
    path = Path(path)
    try:
        if path.is_dir():
            found: xarray.Dataset = labelled.open_zarr(str(path), consolidated=False, chunks=None)
        else:
            found = labelled.open_dataset(path)
    except Exception as error:
        raise BadValue(f"{path}: no campaign can be read there: {str(error)[:200]}") from None
    if found.attrs.get("format") != FORMAT:
        raise BadValue(f"{path}: no campaign of this library")
    return found


#: What has to be the same, and what it is called.
_SAME = {
    "equations_digest": "equations of motion",
    "settings": "settings of the integration or other values",
    "members": "members",
}


def require_same(where: str, known: Mapping[str, Any], asked: Mapping[str, Any]) -> None:
    """Results of different equations, settings or members are not mixed."""
    for key, word in _SAME.items():
        if known.get(key) != asked[key]:
            hint = ""
            if key != "equations_digest":
                hint = _difference(str(known.get(key)), str(asked[key]))
            raise BadValue(
                f"{where}: the campaign there has other {word}{hint}; give another name for the "
                "new one"
            )


def _difference(known: str, asked: str) -> str:
    try:
        before, now = json.loads(known), json.loads(asked)
    except ValueError:
        return ""
    different = [k for k in {**before, **now} if before.get(k) != now.get(k)]
    return f" ({', '.join(different)})" if different else ""


class AsNetCDF(OnDisk):
    """Results that become a netCDF file when they are complete.

    Until then they stand in a zarr store beside it, with ``.partial`` behind the name.
    """

    def __init__(self, path: Path, layout: Layout) -> None:
        self._file = path
        sweep_libraries("netCDF4")
        if path.exists():
            with opened(path) as found:
                require_same(str(path), found.attrs, layout.attributes)
                self._complete: np.ndarray | None = found["status"].values
            return
        self._complete = None
        super().__init__(path.with_name(f"{path.name}.partial"), layout)

    def statuses(self) -> np.ndarray:
        """The status of each member."""
        return super().statuses() if self._complete is None else self._complete

    def finish(self) -> xarray.Dataset:
        """The dataset in the file; the store beside it is removed."""
        if self._complete is None:
            with unfinished(self._file) as made:
                with super().finish() as found:
                    found.to_netcdf(made, engine="netcdf4")
                os.replace(made, self._file)
            shutil.rmtree(self._path)
        return opened(self._file)
