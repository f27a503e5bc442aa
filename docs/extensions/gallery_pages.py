"""A page for each system of the gallery, and an index with thumbnails, from the system files.

They are written to the folder ``gallery`` before the pages are read: the picture of a motion, what
the file says, the equations of motion, and what all theories say of it. A page is made again if the
file or the library has changed.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path
from typing import Any

from mechanics import System, compare, gallery, load
from mechanics.faces import derivation_report
from mechanics.motion.trajectory import Trajectory

#: Equations with more characters of LaTeX fill many screens.
LONGEST = 3_000

GROUPS = {
    "constraints": "Constraints on the velocities",
    "free": "Without constraints",
    "singular": "Where the constraint algorithm is needed",
}


def digest(paths: Iterable[Path]) -> str:
    """A digest of Python and of files, to know what was made from them."""
    found = sha256(sys.version.encode())
    for path in sorted(paths):
        found.update(path.read_bytes())
    return found.hexdigest()[:16]


def draw(motion: Trajectory, folder: Path, name: str) -> list[str]:
    """The one place where pictures are made: the lines that show them on the page.

    Besides the picture of the page there is a small one, of the path alone, for the index.
    """
    motion.plot(folder / f"{name}.png", force=True)
    small = motion.plot()
    path, *others = small.axes
    for axes in others:
        axes.set_visible(False)
    if path.get_legend() is not None:
        path.get_legend().set_visible(False)
    small.suptitle("")
    small.set_size_inches(8, 4)
    small.draw_without_rendering()
    box = path.get_tightbbox().transformed(small.dpi_scale_trans.inverted())
    small.savefig(folder / f"{name}-small.png", dpi=60, bbox_inches=box)
    end = f"{motion.specification.time} = {motion.t[-1]:g}"
    moving = ["````{raw} html", motion.animate()._repr_html_(), "````", ""]
    return [f"![The motion until {end}]({name}.png)", "", *moving]


def plain(text: str) -> str:
    """Text without markup."""
    return re.sub(r"([\\`*_{}\[\]<>$#|~^])", r"\\\1", text.strip())


def fenced(text: str, kind: str = "text") -> list[str]:
    """Text as it stands."""
    return [f"```{kind}", text.rstrip(), "```", ""]


def group(name: str) -> str:
    """Under which heading it stands."""
    if name in gallery.singular_names():
        return "singular"
    said = tomllib.loads(gallery.path(name).read_text(encoding="utf-8"))
    constrained = {"constraints", "constraint_forms", "solved"} & set(said)
    return "constraints" if constrained else "free"


def motions(name: str, system: System) -> list[Trajectory]:
    """What is drawn: a motion, or one in each branch of a union, if the equations allow any."""
    if name not in gallery.singular_names():
        return [system.simulate()]
    reduction = system.reduction()
    parts = reduction.branches or (reduction,)
    return [part.simulate() for part in parts if part.is_consistent]


def page(name: str, folder: Path) -> str:
    """The page of a system."""
    system = load(name)
    said = system.specification
    lines = [f"# {said.name}", ""]
    singular = name in gallery.singular_names()
    drawn = motions(name, system)
    for k, motion in enumerate(drawn):
        lines += draw(motion, folder, f"{name}-{k + 1}" if k else name)
    lines += [plain(said.description), "", f"Source: {plain(said.source)}.", ""]
    lines += ["## The system", "", system._repr_latex_(), ""]
    if singular:
        lines += ["## The constraint algorithm", ""]
        lines += fenced(str(system.reduction()).partition("\nSets")[2].strip() or "")
    else:
        lines += _of_a_motion(name, system)
    lines += ["## Do it yourself", ""]
    verbs = ["derive", *(["simulate", "animate"] if len(drawn) == 1 else [])]
    verbs += [] if singular else ["compare", "study"]
    ends = {"animate": f" --out {name}.html"}
    lines += fenced("\n".join(f"mechanics {v} {name}{ends.get(v, '')}" for v in verbs), "sh")
    lines += ["or in Python:", ""]
    made = "system.reduction()" if singular else "system.dynamics().accelerations"
    lines += fenced(f'from mechanics import load\n\nsystem = load("{name}")\n{made}', "python")
    lines += [f"The system file, `{gallery.path(name).name}`:", ""]
    return "\n".join([*lines, *fenced(gallery.path(name).read_text(encoding="utf-8"), "toml")])


def _of_a_motion(name: str, system: System) -> list[str]:
    """Equations, energy, and the theories."""
    motion = system.dynamics()
    lines = ["## Equations of motion", ""]
    formula = derivation_report.latex(motion)
    if len(formula) <= LONGEST:
        lines += [f"$${formula}$$", ""]
    else:
        lines += [f"They fill more than a screen: `mechanics derive {name}` writes them.", ""]
    conditions = motion.presentation.conditions
    if conditions:
        lines += ["They hold where " + ", ".join(f"`{c}`" for c in conditions) + ".", ""]
    said = str(system.energy_balance()).rpartition(": ")[2]
    lines += [f"The energy is {said}." if "conserved" in said else said, ""]
    compared = compare(system).to_dict()
    lines += ["## Theories", "", "| theory | accelerations | reaction | energy |"]
    lines += ["|---|---|---|---|"]
    others = []
    for theory, answer in compared["theories"].items():
        if not answer["applicable"]:
            others.append(f"`{theory}` does not apply: {plain(str(answer['reason']))}.")
            continue
        cells = [_cell(answer[key], "equal") for key in ("accelerations", "reaction")]
        if theory == compared["reference"]:
            cells = ["the reference"] * 2
        cells.append(_cell(answer["energy"], "conserved"))
        lines.append(f"| `{theory}` | {' | '.join(cells)} |")
    return [*lines, "", *(line for other in others for line in (other, ""))]


def _cell(answer: dict[str, Any] | None, word: str) -> str:
    """One answer of a comparison."""
    if answer is None:
        return ""
    said = {True: word, False: f"not {word}", None: "not decided"}[answer["holds"]]
    return f"{said} ({answer['verdict']['status']})" if answer["verdict"] else said


def index(folder: Path) -> str:
    """Thumbnails by group; what has no motion has none."""
    systems = gallery.titles() | gallery.singular_titles()
    lines = [
        "# Gallery",
        "",
        "Classical systems, each derived, drawn, and compared by all theories.",
        "",
    ]
    for key, heading in GROUPS.items():
        lines += [f"## {heading}", "", "::::{container} gallery"]
        for name, title in systems.items():
            if group(name) == key:
                small = f"{name}-small.png"
                picture = f"![]({small}) " if (folder / small).exists() else ""
                lines += [":::{container}", f"[{picture}{title}]({name}.md)", ":::"]
        lines += ["::::", ""]
    lines += ["```{toctree}", ":hidden:", ":maxdepth: 1", "", *systems, "```", ""]
    return "\n".join(lines)


def write(app) -> None:  # type: ignore[no-untyped-def]
    """Make the pages that are not made yet."""
    from sphinx.util.display import status_iterator  # tests of the pages need no Sphinx

    folder = Path(app.srcdir) / "gallery"
    folder.mkdir(exist_ok=True)
    root = Path(gallery.__file__).parents[3]
    library = [p for name in ("diffgeo", "mechanics") for p in (root / name).rglob("*.py")]
    state = digest([*library, Path(__file__)])
    names = (*gallery.names(), *gallery.singular_names())
    todo = []
    for name in names:
        mark = f"% {digest([gallery.path(name)])} {state}\n"
        place = folder / f"{name}.md"
        if not place.exists() or not place.read_text(encoding="utf-8").startswith(mark):
            todo.append((name, place, mark))
    for name, place, mark in status_iterator(
        todo, "gallery... ", length=len(todo), stringify_func=str
    ):
        place.write_text(mark + page(name, folder), encoding="utf-8")
    text = index(folder)
    place = folder / "index.md"
    if not place.exists() or place.read_text(encoding="utf-8") != text:
        place.write_text(text, encoding="utf-8")
    for old in set(folder.glob("*.md")) - {folder / f"{name}.md" for name in (*names, "index")}:
        old.unlink()


def setup(app):  # type: ignore[no-untyped-def]
    """Tell Sphinx of it."""
    app.connect("builder-inited", write)
    return {"parallel_read_safe": True}
