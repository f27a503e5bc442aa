"""The wheel is complete: built, installed in a fresh environment, used outside the checkout."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

SNIPPET = """
import diffgeo, mechanics
from diffgeo import Manifold, check, d, interior, lie

M = Manifold("M", "x y")
X = M.vector_field(x="-y", y="x")
alpha = M.form(1, {"x": "x*y"})
print(check(lie(X, alpha) == interior(X, d(alpha)) + d(interior(X, alpha))).status.name)
print(diffgeo.__file__)
print(mechanics.__file__)
"""


def run(*command: str | Path, cwd: Path) -> str:
    """Standard output of a command that must succeed, without this checkout on any path."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}
    done = subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    options = ["--quiet", "--no-deps", "--no-build-isolation", "--no-index"]
    run(sys.executable, "-m", "pip", "wheel", *options, "--wheel-dir", folder, ROOT, cwd=folder)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def environment(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A fresh environment with the wheel; libraries are borrowed from the running one."""
    home = tmp_path_factory.mktemp("environment")
    run(sys.executable, "-m", "venv", "--without-pip", home, cwd=home)
    python = home / "bin" / "python"
    options = ["--quiet", "--no-deps", "--no-index"]
    run(sys.executable, "-m", "pip", "--python", python, "install", *options, wheel, cwd=home)
    (site,) = home.glob("lib/python*/site-packages")
    # A folder named in a .pth file is searched, but its own .pth files are not read: the
    # editable installation of this checkout stays out of sight.
    libraries = {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}
    (site / "libraries.pth").write_text("\n".join(sorted(libraries)) + "\n")
    return home


def test_contents(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert {"diffgeo/py.typed", "mechanics/py.typed"} <= set(names)
    for folder, ending in (("mechanics/model/gallery", ".toml"), ("mechanics/papers", ".json")):
        packed = {n for n in names if n.startswith(f"{folder}/") and n.endswith(ending)}
        present = (ROOT / folder).rglob(f"*{ending}")
        assert packed == {path.relative_to(ROOT).as_posix() for path in present} != set()
    assert {name.split("/")[0] for name in names} == {
        "diffgeo",
        "mechanics",
        f"{wheel.name.split('-py3')[0]}.dist-info",
    }


def test_snippet(environment: Path, tmp_path: Path) -> None:
    status, *files = run(environment / "bin" / "python", "-c", SNIPPET, cwd=tmp_path).split()
    assert status == "VERIFIED"
    assert len(files) == 2
    assert all(Path(file).is_relative_to(environment) for file in files)


def test_list(environment: Path, tmp_path: Path) -> None:
    listing = run(environment / "bin" / "mechanics", "list", cwd=tmp_path)
    assert "projection" in listing
    assert "pursuit" in listing


@pytest.mark.parametrize(
    "theory", ["projection", "omega_gamma", "constrained_cartan", "multipliers"]
)
def test_derive(environment: Path, tmp_path: Path, theory: str) -> None:
    command = environment / "bin" / "mechanics"
    out = run(command, "derive", "pursuit", "--theory", theory, "--json", cwd=tmp_path)
    answer = json.loads(out)
    assert answer["theory"] == theory
    assert set(answer["accelerations"]) == {"x", "y"}
