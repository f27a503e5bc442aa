"""All certificates of the corpus as theorems for Coq, and the model of their axioms.

``python -m tests.support.coq_corpus FOLDER`` writes those of the lists of theorems, and of the
papers' theorems, each list as a few files, and only files whose text is another one than before:
``coq.mk`` compiles what is new. In a file are theorems of similar length, the longest ones alone.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

from diffgeo import Verdict, check
from diffgeo.proofs.coq_export import theorems
from mechanics.papers import ledger, titles
from tests.support import (
    further_theorems,
    theorems_in_all_degrees,
    theorems_of_maps,
    theorems_of_multivectors,
)
from tests.support import theorems as textbook_theorems

LISTS = (textbook_theorems, further_theorems, theorems_of_maps, theorems_in_all_degrees)
LISTS += (theorems_of_multivectors,)
#: Lines of the certificates in one file.
LINES = 2_000


def verdicts() -> Iterator[tuple[str, Iterable[Verdict]]]:
    """The proved verdicts of each list."""
    for module in LISTS:
        yield (
            module.__name__.rpartition(".")[2],
            (
                check(said, assuming=given, lemmas=hints[0] if hints else [])
                for given, said, *hints in module.THEOREMS
            ),
        )
    for paper in titles():
        states = dict.fromkeys(theorem.prove for theorem in ledger(paper).theorems.values())
        yield f"of_{paper.replace('-', '_')}", (v for prove in states for v in prove())


def texts() -> Iterator[tuple[str, str]]:
    """The names of all files and what is in them."""
    parts = {name: files("diffgeo.proofs").joinpath(f"{name}.v").read_text(encoding="utf-8")
             for name in ("checker", "model", "plane")}  # fmt: skip
    required = "Require Import checker.\n"
    yield "checker", parts["checker"]
    yield "model", required + parts["model"] + parts["plane"]
    for name, found in verdicts():
        known: dict[str, dict[str, Any]] = {}
        for verdict in found:
            verdict.certificate.require()
            known.update({str(document): document for document in verdict.certificate.documents})
        some: list[dict[str, Any]] = []
        number = 1
        for document in sorted(known.values(), key=lambda d: len(d["lines"])):
            if some and sum(len(d["lines"]) for d in [*some, document]) > LINES:
                yield f"{name}_{number}", required + theorems(some)
                some, number = [], number + 1
            some.append(document)
        yield f"{name}_{number}", required + theorems(some)


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    old = {path.stem for path in folder.glob("*.v")}
    for name, text in texts():
        path = folder / f"{name}.v"
        old.discard(name)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
    for name in old:
        for path in folder.glob(f"{name}.*"):
            path.unlink()
