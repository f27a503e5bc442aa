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


FOUR = System(
    coordinates="x y z w", parameters="a b", positive="b",
    lagrangian="(xdot**2 + ydot**2 + zdot**2 + wdot**2)/2",
)  # fmt: skip
ABELIAN, W = (X, Y, Z), {"w": "1"}
#: The algebra of Heisenberg: [∂_x, ∂_y + x ∂_z] = ∂_z.
HEISENBERG = (Z, X, {"y": "1", "z": "x"})
#: The nilradical, what acts on it, and the name (Patera, Sharp, Winternitz, Zassenhaus, table I).
SOLVABLE = {
    "A(4,1)": (ABELIAN, {"x": "y", "y": "z"}),
    "A(4,2), a = 3": (ABELIAN, {"x": "3*x", "y": "y + z", "z": "z"}),
    "A(4,2), a = 1": (ABELIAN, {"x": "x", "y": "y + z", "z": "z"}),
    "A(4,2), a = a": (ABELIAN, {"x": "a*x", "y": "y + z", "z": "z"}),
    "A(4,3)": (ABELIAN, {"x": "x", "y": "z"}),
    "A(4,4)": (ABELIAN, {"x": "x + y", "y": "y + z", "z": "z"}),
    "A(4,5), eigenvalues 1, 1, 1": (ABELIAN, {"x": "x", "y": "y", "z": "z"}),
    "A(4,5), eigenvalues 1, 1, 2": (ABELIAN, {"x": "x", "y": "y", "z": "2*z"}),
    # (s - 1/6)(s - 1/3)(s - 1/2).
    "A(4,5), eigenvalues the zeros of s**3 - s**2 + (11/36)*s - 1/36":
        (ABELIAN, {"x": "x", "y": "2*y", "z": "3*z"}),
    # (s - 1)(s² + 1).
    "A(4,6), eigenvalues the zeros of s**3 - s**2 + s - 1":
        (ABELIAN, {"x": "x", "y": "-z", "z": "y"}),
    "A(4,7)": (HEISENBERG, {"x": "x - y", "y": "y", "z": "2*z - y**2/2"}),
    "A(4,8)": (HEISENBERG, {"x": "x", "y": "-y"}),
    "A(4,9), (1 + b)**2/(1 - b)**2 = 9": (HEISENBERG, {"x": "x", "y": "2*y", "z": "3*z"}),
    "A(4,9), (1 + b)**2/(1 - b)**2 = 1": (HEISENBERG, {"x": "x", "z": "z"}),
    "A(4,9), b = 1": (HEISENBERG, {"x": "x", "y": "y", "z": "2*z"}),
    "A(4,10)": (HEISENBERG, {"x": "y", "y": "-x", "z": "(y**2 - x**2)/2"}),
    "A(4,11), a**2 = 9":
        (HEISENBERG, {"x": "3*x + y", "y": "3*y - x", "z": "6*z + (y**2 - x**2)/2"}),
    "A(4,12)": ((X, Y, {"x": "x", "y": "y"}), {"x": "y", "y": "-x"}),
    "aff(R) + aff(R)": ((X, {"x": "x"}, Y), {"y": "y"}),
    "R + Bianchi type II": (HEISENBERG, W),
    "R + Bianchi type III": ((X, {"x": "x"}, Y), Z),
    "R + Bianchi type VI, h = -9": ((X, Y, {"x": "x", "y": "2*y"}), W),
    "abelian": (ABELIAN, W),
}  # fmt: skip


@pytest.mark.parametrize("name", SOLVABLE)
def test_types_in_dimension_four(name: str) -> None:
    """The name, and the same in another basis and with a multiple of what acts."""
    fields, last = SOLVABLE[name]
    A, B, C, D = map(FOUR.configuration_space.vector_field, (*fields, last))
    assert LieAlgebra([A, B, C, D], FOUR).type == name
    assert LieAlgebra([D + B - 2 * A, C + D, A + 3 * C, A - B], FOUR).type == name
    assert LieAlgebra([A, B, C, -3 * D + A], FOUR).type == name


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
