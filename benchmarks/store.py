"""Measured rows in files, one for each case, written after every row.

An interrupted run is continued by ``--resume``, and the rows of several runs are printed
together by ``--report``. Of a release one file is kept under version control, with our medians:
``history/<version>.json``.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.harness import Case, Cell, Instance, Row

HISTORY = Path(__file__).parent / "history"
#: Our distribution, by whose version a release is called.
OURS = "diffgeo-mechanics"


@dataclass
class Record:
    """The rows of one case, with the settings and the libraries of their run.

    ``loads`` are load averages of the machine (one minute) when a row was finished.
    """

    case: Case
    about: dict[str, Any]
    rows: list[tuple[Instance, Row]] = field(default_factory=list)
    loads: list[float] = field(default_factory=list)

    @property
    def limit(self) -> float:
        """CPU seconds for one run."""
        return float(self.about["limit"])

    @property
    def known(self) -> dict[str, Row]:
        """The rows by label."""
        return {instance.label: row for instance, row in self.rows}

    def add(self, instance: Instance, row: Row, load: float | None = None) -> None:
        """Put a row at the end; without a load, with that of now."""
        self.rows.append((instance, row))
        self.loads.append(round(os.getloadavg()[0], 2) if load is None else load)

    def document(self) -> dict[str, Any]:
        """The record as JSON data."""
        return {
            "case": self.case.name,
            "title": self.case.title,
            **self.about,
            "not installed": {c.name: c.missing for c in self.case.contenders if c.missing},
            "loads": self.loads,
            "rows": [
                {
                    "label": instance.label,
                    "series": instance.series,
                    "size": instance.size,
                    "results": {
                        # Answers are compared in the run itself and not kept.
                        name: {"median": cell.median, **asdict(cell), "answer": None}
                        for name, cell in row.items()
                    },
                }
                for instance, row in self.rows
            ],
        }

    def write(self, folder: Path) -> None:
        """Replace the file of this case, at once: an interruption leaves the old or the new."""
        folder.mkdir(parents=True, exist_ok=True)
        path = _path(folder, self.case)
        draft = path.with_suffix(".part")
        draft.write_text(json.dumps(self.document(), indent=1), encoding="utf-8")
        draft.replace(path)


@dataclass
class Release:
    """Our medians of a release, in seconds, by case and row, and where they are from."""

    about: dict[str, Any]
    cases: dict[str, dict[str, float]]

    @property
    def version(self) -> str:
        """Of our distribution."""
        return str(self.about[OURS])


def keep(records: Sequence[Record], folder: Path = HISTORY) -> Path:
    """Write the file of the release that was measured; what it has of other cases stays."""
    about = records[0].about
    path = folder / f"{about[OURS]}.json"
    known = Release(**json.loads(path.read_text(encoding="utf-8"))) if path.exists() else None
    if known and known.about != about:
        raise ValueError(f"{path.name} was measured elsewhere ({known.about}): remove it first")
    cases = known.cases if known else {}
    for record in records:
        ours = record.case.contenders[0].name
        cells = {instance.label: row[ours] for instance, row in record.rows if ours in row}
        cases[record.case.name] = {
            label: cell.median
            for label, cell in cells.items()
            if cell.status == "agrees" and cell.median is not None
        }
    folder.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(asdict(Release(about, cases)), indent=1), encoding="utf-8")
    return path


def releases(folder: Path = HISTORY) -> list[Release]:
    """All releases, in the order of their versions."""
    found = [
        Release(**json.loads(path.read_text(encoding="utf-8"))) for path in folder.glob("*.json")
    ]
    return sorted(found, key=lambda release: [int(n) for n in re.findall(r"\d+", release.version)])


def _path(folder: Path, case: Case) -> Path:
    return folder / f"{case.name}.json"


def load(case: Case, folder: Path) -> Record | None:
    """The record of a case, in the order of its instances; rows that are no longer asked go."""
    path = _path(folder, case)
    if not path.exists():
        return None
    data = json.loads(path.read_text(encoding="utf-8"))
    not_about = ("case", "title", "not installed", "loads", "rows")
    record = Record(case, {k: v for k, v in data.items() if k not in not_about})
    pairs = zip(data["rows"], data["loads"], strict=True)
    stored = {row["label"]: (row["results"], load) for row, load in pairs}
    for instance in case.instances(data["quick"]):
        if instance.label in stored:
            results, load = stored[instance.label]
            record.add(instance, _cells(results), load)
    return record


def _cells(results: dict[str, dict[str, Any]]) -> Row:
    return {
        name: Cell(cell["status"], cell["seconds"], cell["note"]) for name, cell in results.items()
    }


def comparable(record: Record, about: dict[str, Any]) -> str:
    """Why rows of a record cannot stand beside new ones; empty if they can."""
    for name, value in about.items():
        if record.about.get(name) != value:
            return (
                f"the rows of {record.case.name!r} were measured with {name} "
                f"{record.about.get(name)}, not {value}: measure them again without --resume"
            )
    return ""
