"""A theory of one's own: the example in its distribution, and plug-ins that are broken."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import sysconfig
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from diffgeo import VectorForm, d
from diffgeo.bundles import JetSpace
from mechanics import System, theories
from mechanics.errors import BadTheory, UnknownName
from mechanics.faces.command_line import main
from mechanics.theories import Construction, Theory, registry
from mechanics.theories.registry import as_theory, broken, registered, theory_named

ROOT = Path(__file__).resolve().parents[3]
EXAMPLE = ROOT / "examples" / "my_theory"
SYSTEM = {"coordinates": "x y", "lagrangian": "(xdot**2 + ydot**2)/2", "constraints": "ydot - x"}

CONFORMANCE = """
import sys
from mechanics import System
from mechanics.testing import check_theory, standard_systems

report = check_theory("gauss", standard_systems())
print(report.summary)
assert report, str(report)
assert "hypothesis" not in sys.modules
assert "claim: X - xi_L is vertical" in {line.check for line in report}
singular = System(coordinates="x y", lagrangian="xdot**2/2 - y", constraints="ydot - x*xdot")
print(check_theory("gauss", [singular]).lines[0].note)
"""


def run(*command: str | Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    environment = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}
    return subprocess.run(
        [str(part) for part in command], cwd=cwd, env=environment, capture_output=True, text=True
    )


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A fresh environment with the example; the library is this checkout."""
    home, source = tmp_path_factory.mktemp("environment"), tmp_path_factory.mktemp("source")
    shutil.copytree(EXAMPLE, source, dirs_exist_ok=True)
    done = run(sys.executable, "-m", "venv", "--without-pip", home, cwd=home)
    assert done.returncode == 0, done.stderr
    python = home / "bin" / "python"
    (site,) = home.glob("lib/python*/site-packages")
    libraries = {str(ROOT), sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}
    (site / "libraries.pth").write_text("\n".join(sorted(libraries)) + "\n")
    options = ["--quiet", "--no-deps", "--no-index", "--no-build-isolation"]
    pip = [sys.executable, "-m", "pip", "--python", python]
    done = run(*pip, "install", *options, source, cwd=home)
    assert done.returncode == 0, done.stderr
    return python


# --- the example -------------------------------------------------------------------------------


def test_the_example_is_short() -> None:
    (module,) = EXAMPLE.glob("*.py")
    assert len(module.read_text("utf8").splitlines()) < 60


def test_the_example_is_listed(python: Path, tmp_path: Path) -> None:
    done = run(python, "-m", "mechanics", "list", "--json", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["theories"]["gauss"] == "Gauss, the least constraint"


def test_the_example_derives(python: Path, tmp_path: Path) -> None:
    command = [python, "-m", "mechanics", "derive", "pursuit", "--theory", "gauss"]
    done = run(*command, "--json", "--check", cwd=tmp_path)
    answer = json.loads(done.stdout)
    assert (done.returncode, answer["theory"]) == (0, "gauss")
    assert all(entry["holds"] for entry in answer["checks"])
    assert set(answer["accelerations"]) == {"x", "y"}
    assert answer["regularity"]["meaning"] == "det C, C_ij = G(Z_i, Z_j)"


def test_the_example_conforms(python: Path, tmp_path: Path) -> None:
    done = run(python, "-c", CONFORMANCE, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    summary, reason = done.stdout.splitlines()
    assert summary.startswith("theory gauss: ") and "FAILS" not in summary
    assert reason == "the mass metric is degenerate: nearness has no meaning"


# --- broken plug-ins ----------------------------------------------------------------------------


def offer(folder: Path, entry: str, module: str = "", name: str = "odd") -> None:
    """A distribution ``Odd-Theories 2.1`` with an entry point, as an installer leaves it."""
    info = folder / "odd_theories-2.1.dist-info"
    info.mkdir()
    text = "Metadata-Version: 2.1\nName: Odd-Theories\nVersion: 2.1\n"
    (info / "METADATA").write_text(text, "utf8")
    (info / "entry_points.txt").write_text(f"[mechanics.theories]\n{name} = {entry}\n", "utf8")
    if module:
        (folder / f"{entry.partition(':')[0]}.py").write_text(module, "utf8")


BROKEN = {
    "no module": ("nowhere_at_all:theory", "", "ModuleNotFoundError: No module named 'nowhere"),
    "no object": ("odd_a:theory", "other = 1", "has no attribute 'theory'"),
    "syntax": ("odd_b:theory", "def theory(:", "SyntaxError"),
    "raises": ("odd_c:theory", "raise RuntimeError('two\\nlines')", "RuntimeError: two lines"),
    "missing library": ("odd_d:theory", "import no_such_library", "No module named 'no_such_lib"),
    "missing method": (
        "odd_e:theory",
        "class T:\n    name = title = citation = 'odd'\ntheory = T()",
        "the theory 'odd' of the distribution Odd-Theories 2.1 (entry point odd_e:theory) has no "
        "construct: give it, or register a mechanics.theories.Theory",
    ),
    "a class": ("odd_f:T", "class T:\n    pass", "is a class: register an object, T()"),
    "a number": ("odd_g:theory", "theory = 3", "has no name, title, citation and construct"),
    "no text": (
        "odd_h:theory",
        "from mechanics.theories import multipliers\n"
        "class T:\n    name, title, citation = 'odd', 3, ''\n    construct = None\ntheory = T()",
        "has a title that is not text",
    ),
    "not callable": (
        "odd_i:theory",
        "class T:\n    name = title = citation = 'odd'\n    construct = None\ntheory = T()",
        "has a construct that cannot be called: define construct(system) -> Construction",
    ),
    "a name that is taken": (
        "odd_j:theory",
        "from dataclasses import replace\nfrom mechanics.theories import multipliers\n"
        "theory = replace(multipliers, name='projection')",
        "has a name that is taken: give it another one",
    ),
}


@pytest.mark.parametrize("kind", BROKEN)
def test_a_broken_plugin_is_named_and_breaks_nothing(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    entry, module, message = BROKEN[kind]
    offer(tmp_path, entry, module)
    monkeypatch.syspath_prepend(tmp_path)
    error = str(broken()["odd"])
    assert message in error and "Odd-Theories 2.1" in error and "\n" not in error
    assert "odd" not in registered() and registered()["projection"] is theories.projection
    with pytest.raises(BadTheory):
        theory_named("odd")
    for arguments, status in ((["list"], 0), (["derive", "pursuit", "--theory", "odd"], 2)):
        with pytest.raises(SystemExit) as end:
            main(arguments)
        out, err = capsys.readouterr()
        assert end.value.code == status
        assert err == f"mechanics: {error}\n"
        assert ("pursuit" in out) is (status == 0)


GOOD = """
from mechanics.theories import multipliers

class Mine:
    name, title, citation = "mine", "as an object", "nobody"

    def construct(self, system):
        return multipliers.construct(system)

theory = Mine()
"""


def test_an_object_with_the_right_attributes_is_a_theory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    offer(tmp_path, "odd_good:theory", GOOD, name="mine")
    monkeypatch.syspath_prepend(tmp_path)
    assert broken() == {}
    theory = theory_named("mine")
    assert isinstance(theory, Theory) and str(theory) == "mine"
    system = System(**SYSTEM)
    assert system.dynamics("mine").agrees_with(system.dynamics()).holds


def test_nothing_is_broken_here() -> None:
    assert {"projection", "multipliers"} <= set(registered())
    with pytest.raises(UnknownName, match="did you mean 'projection'"):
        theory_named("projektion")


def test_a_theory_is_taken_as_it_is() -> None:
    assert as_theory(theories.projection) is theories.projection
    made = as_theory(SimpleNamespace(name="a", title="b", citation="c", construct=len, claims=[1]))
    assert (made.name, made.claims) == ("a", (1,))


# --- wrong answers ------------------------------------------------------------------------------


def other_space(system: System, made: Construction) -> Construction:
    other = System(**SYSTEM)
    return replace(made, field=theories.multipliers.construct(other).field)


def holonomic(jets: JetSpace) -> VectorForm:
    return jets.holonomic_lift(jets.fibration.base.frame[0])


WRONG = {
    "nothing": (lambda s, m: None, "returns a NoneType .*return Construction\\(field, multip"),
    "a function": (
        lambda s, m: replace(m, field=s.lagrangian),
        r"returns a Form as field .*return a vector field on J1\(E\)",
    ),
    "of degree 1": (
        lambda s, m: replace(m, field=s.evolution_space.vertical_endomorphism),
        "returns a vector-valued form of degree 1 as field .*of degree 0",
    ),
    "along the jets": (
        lambda s, m: replace(m, field=holonomic(s.evolution_space)),
        r"returns a vector-valued form of degree 0 along the map J1\(E\) → E as field .*degree 0",
    ),
    "on E": (
        lambda s, m: replace(m, field=s.configuration_space.frame[0]),
        r"returns a field on E .*return a field on the evolution space J1\(E\) of this system",
    ),
    "elsewhere": (other_space, r"returns a field on J1\(E\) .*evolution space J1\(E\) of this"),
    "too few": (
        lambda s, m: replace(m, multipliers=()),
        "returns 0 multipliers for 1 constraints .*return one for each constraint, in their order",
    ),
    "one form": (
        lambda s, m: replace(m, multipliers=m.multipliers[0]),
        "returns a Form as multipliers .*return a tuple of functions",
    ),
    "a number": (
        lambda s, m: replace(m, multipliers=(1,)),
        r"returns an int as multiplier 1 .*return a function on J1\(E\)",
    ),
    "a 1-form": (
        lambda s, m: replace(m, multipliers=(d(s.lagrangian),)),
        r"returns a form of degree 1 on J1\(E\) as multiplier 1 .*return a function",
    ),
    "a determinant elsewhere": (
        lambda s, m: replace(m, determinant=s.configuration_space.coordinates[0]),
        r"returns a form of degree 0 on E as determinant .*return a function on J1\(E\)",
    ),
}


@pytest.mark.parametrize("kind", WRONG)
def test_a_wrong_answer_is_named(kind: str) -> None:
    change, message = WRONG[kind]
    made = theories.multipliers.construct
    wrong = Theory("wrong", "", "", lambda system: change(system, made(system)))
    expected = "^the theory 'wrong' " + message.replace(" .*", " .*for 'system': .*", 1)
    with pytest.raises(BadTheory, match=expected) as error:
        System(**SYSTEM).dynamics(wrong)
    assert "\n" not in str(error.value)


def test_a_function_alone_is_no_theory() -> None:
    with pytest.raises(BadTheory, match="has no name, title") as caught:
        System.from_gallery("pursuit").dynamics(theories.projection.construct)
    assert "\n" not in str(caught.value)


def test_a_broken_theory_of_the_library_stops_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.LIBRARY, "rheonomic", "mechanics.theories.nowhere:rheonomic")
    assert list(broken()) == ["rheonomic"]
    assert {"projection", "multipliers"} <= set(registered())
    assert theory_named("projection") is theories.projection
    with pytest.raises(BadTheory, match="the theory 'rheonomic' of this library"):
        theory_named("rheonomic")
