"""The page that runs the library in the reader's tab: ``make browser``.

Pyodide comes from npm, the wheels from the package index and from this checkout; everything lies in
one folder, which any web server can offer.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

HERE = Path(__file__).parent
PYODIDE = "314.0.7"
#: What proofs and derivations load; what needs numbers, plots or z3 is not there, and says so.
PURE = ["click", "lark", "lazy-loader", "mpmath<1.4", "packaging", "rich", "sympy"]
#: Compiled for that Pyodide: its version of Python and of the system.
COMPILED = ["--platform", "pyemscripten_2026_0_wasm32", "--python-version", "3.14"]


def main(folder: Path) -> None:
    """Write the page with all that it needs."""
    shutil.rmtree(folder, ignore_errors=True)
    wheels = folder / "wheels"
    wheels.mkdir(parents=True)
    for name in ("index.html", "worker.js"):
        shutil.copy(HERE / name, folder / name)
    packed = subprocess.run(
        ["npm", "pack", "--silent", f"pyodide@{PYODIDE}"],
        cwd=folder, check=True, capture_output=True, text=True,
    )  # fmt: skip
    archive = folder / packed.stdout.split()[-1]
    with tarfile.open(archive) as packing:
        packing.extractall(folder, filter="data")
    archive.unlink()
    (folder / "package").rename(folder / "pyodide")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "-q"]
    only = ["download", "--no-deps", "--only-binary", ":all:", "-d", str(wheels)]
    subprocess.run([*pip, *only, *PURE], check=True)
    subprocess.run([*pip, *only, *COMPILED, "python-flint"], check=True)
    subprocess.run(
        [*pip, "wheel", "--no-deps", "-w", str(wheels), str(HERE.parents[1])], check=True
    )
    names = sorted(path.name for path in wheels.iterdir())
    (folder / "wheels.json").write_text(json.dumps(names), encoding="utf-8")
    print(f"{folder}: serve it with python -m http.server --directory {folder}")


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
