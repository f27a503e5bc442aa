"""Types of Lie algebras against the tables of Bianchi, Lie and Killing, and those of equations."""

from __future__ import annotations

import json
from typing import TypeAlias

import pytest

from mechanics import System
from mechanics.analysis.lie_algebras import LieAlgebra
from mechanics.faces.command_line import main

Field: TypeAlias = dict[str, str]
SPACE = System(coordinates="x y z", parameters="a b", lagrangian="(xdot**2 + ydot**2 + zdot**2)/2")
X, Y, Z = ({"x": "1"}, {"y": "1"}, {"z": "1"})
TURNS = ({"x": "y", "y": "-x"}, {"y": "z", "z": "-y"}, {"z": "x", "x": "-z"})
PROJECTIVE = ({"x": "1"}, {"x": "x"}, {"x": "x**2"})
UP = ({"y": "1"}, {"y": "y"}, {"y": "y**2"})
TRACELESS = ({"x": "y"}, {"y": "x"}, {"x": "x", "y": "-y"})


def of(*fields: Field) -> LieAlgebra:
    E = SPACE.configuration_space
    return LieAlgebra([E.vector_field(V) for V in fields], SPACE)


def beside(**images: str) -> LieAlgebra:
    """With the translations along x and y: what it does to these is its matrix."""
    return of(X, Y, images)


#: By fields in space; the eigenvalues 1, λ give h = -((1 + λ)/(1 - λ))², and b ± i gives b².
TYPES = {
    "Bianchi type I": of(X, Y, Z),
    "Bianchi type II": beside(y="x"),
    "Bianchi type III": beside(x="x"),
    "Bianchi type IV": beside(x="x + y", y="y"),
    "Bianchi type V": beside(x="x", y="y"),
    "Bianchi type VI, h = 0": beside(x="x", y="-y"),
    "Bianchi type VI, h = -9": beside(x="x", y="2*y"),
    "Bianchi type VI, h = -(a + 1)**2/(a - 1)**2": beside(x="x", y="a*y"),
    "Bianchi type VII, h = 0": beside(x="y", y="-x"),
    "Bianchi type VII, h = b**2": beside(x="b*x + y", y="b*y - x"),
    "Bianchi type VI or VII, h = -b**2/a": beside(x="b*x + y", y="a*x + b*y"),
    "Bianchi type VIII": of(*PROJECTIVE),
    "Bianchi type IX": of(*TURNS),
    "sl(2, R) + a radical of dimension 1, abelian": of(*PROJECTIVE, Y),
    "sl(2, R) + a radical of dimension 2, solvable": of(*PROJECTIVE, *UP[:2]),
    "sl(2, R) acting on a radical of dimension 2, abelian": of(X, Y, *TRACELESS),
    "so(3) acting on a radical of dimension 3, abelian": of(X, Y, Z, *TURNS),
    "sl(2, R) + sl(2, R)": of(*PROJECTIVE, *UP),
    # Of the conformal fields of the plane.
    "so(3, 1)": of(X, Y, {"x": "x", "y": "y"}, TURNS[0], {"x": "x**2 - y**2", "y": "2*x*y"},
                   {"x": "2*x*y", "y": "y**2 - x**2"}),
    "sl(3, R)": of(X, Y, *TRACELESS, {"x": "x", "y": "y"}, {"x": "x**2", "y": "x*y"},
                   {"x": "x*y", "y": "y**2"}),
    "abelian": of(X, Y),
    "solvable": of(X, {"x": "x"}),
}  # fmt: skip


@pytest.mark.parametrize("name", TYPES)
def test_types(name: str) -> None:
    assert TYPES[name].type == name


def test_parts() -> None:
    """Of the motions of space the rotations are the Levi part; of gl(2) the dilations are not."""
    motions, general = of(X, Y, Z, *TURNS), of(*TRACELESS, {"x": "x", "y": "y"})
    assert (len(motions.radical), len(general.radical)) == (3, 1)
    assert motions.signature == (0, 3) and of(*PROJECTIVE).signature == (2, 1)
    assert general.type == "sl(2, R) + a radical of dimension 1, abelian"
    # Brackets that leave the span have no type but that.
    assert of(X, {"x": "x**3"}).type.startswith("not closed")


SQUARES = ["t**2", "t*x", "x**2"]
#: x'' = f with three symmetries (S. Lie 1883): functions besides those of order 1, the type.
EQUATIONS = {
    "exp(-xdot)": ([], "Bianchi type IV"),
    # The exponent (a - 2)/(a - 1) with the fields ∂_t, ∂_x, t ∂_t + a x ∂_x: a = 2/3, -1.
    "xdot**4": ([], "Bianchi type VI, h = -25"),
    "xdot**(3/2)": ([], "Bianchi type VI, h = 0"),
    "xdot**2 + 1/x": ([], "abelian"),
    # Circles, and spirals.
    "(1 + xdot**2)**(3/2)": ([], "Bianchi type VII, h = 0"),
    "(1 + xdot**2)**(3/2)*exp(2*atan(xdot))": ([], "Bianchi type VII, h = 4"),
    "x**(-3)": (SQUARES, "Bianchi type VIII"),
    "((1 + xdot**2)**(3/2) - (1 + xdot**2))/x": (SQUARES, "Bianchi type VIII"),
    # Circles on the sphere, in a central projection; the great ones are straight: sl(3).
    "((1 + xdot**2 + (x - t*xdot)**2)/(1 + t**2 + x**2))**(3/2)": (SQUARES, "Bianchi type IX"),
    "0": (SQUARES, "sl(3, R)"),
}  # fmt: skip


@pytest.mark.parametrize("force", EQUATIONS)
def test_symmetries_of_equations(force: str) -> None:
    extra, name = EQUATIONS[force]
    found = System(coordinates="x", lagrangian="xdot**2/2", forces={"x": force}).symmetries(
        1, extra=extra
    )
    assert found.algebra.type == name
    assert all(answer.holds for answer in found.checks())


def test_the_command_names_the_type(
    capsys: pytest.CaptureFixture[str], tmp_path_factory: pytest.TempPathFactory
) -> None:
    file = tmp_path_factory.mktemp("systems") / "ermakov.toml"
    file.write_text('name = "E"\ncoordinates = ["x"]\nlagrangian = "xdot**2/2 - 1/(2*x**2)"\n')
    with pytest.raises(SystemExit):
        main(["symmetries", str(file), "--order", "2"])
    assert "3, semisimple: Bianchi type VIII, transitive" in capsys.readouterr().out
    with pytest.raises(SystemExit):
        main(["symmetries", str(file), "--order", "2", "--json"])
    assert json.loads(capsys.readouterr().out)["algebra"]["type"] == "Bianchi type VIII"
