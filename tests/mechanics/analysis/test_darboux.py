"""Darboux functions against the literature, the derivatives along numerical flows, and brackets."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest
from gallery_systems import gallery_system
from scipy.integrate import solve_ivp

from diffgeo import check
from diffgeo.calculus import compile_functions
from diffgeo.calculus import linear_algebra as linear
from diffgeo.errors import DegreeMismatch, TooLarge
from mechanics import DarbouxFunctions, System
from mechanics.analysis.extactic_determinants import ExtacticDeterminant
from mechanics.errors import BadSystem
from mechanics.faces.command_line import main


def equation(force: str, **settings: object) -> System:
    return System(coordinates="x", lagrangian="xdot**2/2", forces={"x": force}, **settings)


def holds(found: DarbouxFunctions) -> bool:
    return all(answer.holds for answer in found.checks())


#: x'' = f: order of the coefficients; Darboux functions; integrals that depend on those found.
EQUATIONS = {
    # Linear, with rational eigenvalues, a double one, complex ones.
    "-3*xdot - 2*x": (1, {"x + xdot", "2*x + xdot"},
                      ["(x + xdot)/(2*x + xdot)**2", "(x + xdot)*exp(2*t)"]),
    # A factor of the determinant that is a first integral itself.
    "-x": (1, set(), ["x**2 + xdot**2"]),
    "-2*xdot - x": (1, {"x + xdot"}, ["(x + xdot)*exp(x/(x + xdot))", "(x + xdot)*exp(t)"]),
    "-2*xdot - 2*x": (1, {"2*x**2 + 2*x*xdot + xdot**2"},
                      ["(2*x**2 + 2*x*xdot + xdot**2)*exp(2*t)"]),
    # The modified Emden equation: linear–fractional in t, and a quotient of powers.
    "-3*x*xdot - x**3": (2, {"x**2 + xdot", "x**2 + 2*xdot"},
                         ["t - x/(x**2 + xdot)", "(x**2 + xdot)**2/(x**2 + 2*xdot)"]),
    # x'' + x x' = x³: the cofactors are -2x and x.
    "-x*xdot + x**3": (2, {"x**2 + xdot", "2*xdot - x**2"}, ["(x**2 + xdot)**2*(2*xdot - x**2)"]),
    "xdot**2": (1, {"xdot"}, ["xdot*exp(-x)", "t + 1/xdot"]),
    "-xdot**3": (1, {"xdot"}, ["1/xdot - x"]),
    "x**2": (2, set(), []),
}  # fmt: skip


@pytest.mark.parametrize("force", EQUATIONS)
def test_scalar_equations(force: str) -> None:
    order, functions, integrals = EQUATIONS[force]
    found = equation(force).darboux(1, order)
    space = found.velocities.space
    assert found.is_complete and holds(found)
    assert len(found.functions) == len(functions)
    for text in functions:
        P = space.function(text)
        assert any(not linear.constant_relations([p.function]) and
                   linear.constant_relations([p.function, P]) for p in found.functions)  # fmt: skip
    wanted = [space.function(text) for text in integrals]
    assert len(found.integrals) == len(wanted)
    for f in wanted:
        assert check(found.motion(f) == 0) and not check(found.motion(f * f + space["x"]) == 0)
        slopes = [density.slope for density in found.integrals]
        ours = [[alpha(X) for X in space.frame] for alpha in slopes]
        assert linear.rank([*ours, [X(f) for X in space.frame]]) == len(ours)


def test_a_function_that_does_not_divide_its_rate_is_none() -> None:
    found = equation("-3*xdot - 2*x").darboux()
    # 2x + 5x' is a factor of the determinant, and no Darboux function.
    assert found.extactic is not None
    (extra,) = found.velocities.space.functions(["2*x + 5*xdot"])
    assert check(found.extactic / extra * extra == found.extactic)
    assert all(not linear.constant_relations([p.function, extra]) for p in found.functions)


def test_along_a_numerical_flow() -> None:
    found = equation("-x*xdot + x**3").darboux(1, 2)
    names = ("t", "x", "xdot")
    functions = compile_functions([p.function for p in found.functions], names)
    cofactors = compile_functions([p.cofactor for p in found.functions], names)

    def field(t: float, z: np.ndarray) -> list[float]:
        x, v, *_ = z
        return [v, -x * v + x**3, *cofactors([t, x, v])]

    start = [0.4, 0.3, 0.0, 0.0]
    end = solve_ivp(field, (0, 1.5), start, rtol=1e-11, atol=1e-12).y[:, -1]
    before, after = functions([0.0, *start[:2]]), functions([1.5, *end[:2]])
    for p, q, exponent in zip(before, after, end[2:], strict=True):
        assert q == pytest.approx(p * math.exp(exponent), rel=1e-8)
        assert q != pytest.approx(p, rel=1e-3)


def test_cases_of_parameters() -> None:
    """x'' = a x'² + b: no quotient is a first integral, unless a or b …: then x'(t) is known."""
    found = equation("a*xdot**2 + b*x", parameters="a b").darboux(1, 0)
    assert not found.quotients and found.exceptions is not None
    cases = {tuple(case.values.items()): case.conclusion for case in found.cases}
    assert any("xdot" in text and "first integrals" in text for text in cases.values())


def test_the_friction_for_which_duffing_s_equation_is_integrable() -> None:
    """x'' = -a x' - b x - x³ has (x' + a x/3)² + x⁴/2 for b = 2 a²/9, and the energy for a = 0."""
    system = equation("-a*xdot - b*x - x**3", parameters="a b")
    found = system.darboux(2, functions=["1", "x", "x**2", "x**4"])
    assert not found.functions and not found.integrals
    special = {tuple(sorted(case.values.items())): case.answer for case in found.cases}
    assert set(special) == {
        (("b", "2*a**2/9"),), (("a", "0"),), (("a", "0"), ("b", "0")),
    }  # fmt: skip
    (P,) = special[("b", "2*a**2/9"),].functions
    wanted = P.function.space.function("(xdot + a*x/3)**2 + x**4/2")
    assert linear.constant_relations([wanted, P.function])
    assert not linear.constant_relations([wanted + P.function.space["x"], P.function])
    # A neighbour of these values is none of them.
    other = system.specialised({"b": "a**2/9"})
    assert not other.darboux(2, functions=["1", "x", "x**2", "x**4"]).functions


@pytest.mark.parametrize(
    ("name", "functions", "quotients"),
    [("nonholonomic-particle", {"xdot"}, 1), ("chaplygin-sleigh", {"thetadot"}, 0)],
)
def test_under_constraints(name: str, functions: set[str], quotients: int) -> None:
    found = gallery_system(name).darboux(1, 0)
    assert {str(p.function) for p in found.functions} == functions and holds(found)
    assert len(found.quotients) == quotients


def test_what_is_not_decided_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the determinant: constant cofactors, multiples of the divergence, each once."""

    def refuse(*_: object) -> None:
        raise TooLarge("a function needs more than 20000 terms")

    monkeypatch.setattr(ExtacticDeterminant, "_wronskian", refuse)
    found = equation("-3*x*xdot - x**3 - x").darboux(1, functions=["1", "x", "x**2"])
    assert not found.are_quotients_decided and not found.is_complete
    assert "is not decided" in str(found) and "no quotient" not in str(found)
    assert found.to_dict()["quotients_decided"] is False and holds(found)
    cofactors = {str(p.function): str(p.cofactor) for p in found.functions}
    assert cofactors == {"x**2 + xdot + 1": "-x", "x**2 + 2*xdot + 1": "-2*x"}


def test_a_full_rank_excludes_quotients() -> None:
    """Hénon and Heiles: none of degree 1; the energy is one of degree 2 with cubic coefficients."""
    system = System(
        coordinates="x y",
        lagrangian="(xdot**2 + ydot**2 - x**2 - y**2)/2 - x**2*y + y**3/3",
    )
    found = system.darboux(1, 1)
    assert not found.quotients and not found.relations
    given = ["1", "x**2", "y**2", "x**2*y", "y**3"]
    assert len(system.darboux(2, functions=given).quotients) == 1
    with pytest.raises(BadSystem, match="limit is 40"):
        system.darboux(2, 3)


@pytest.mark.parametrize("wrong", [{"degree": -1}, {"order": -1}, {"functions": []}])
def test_a_space_that_is_none_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(DegreeMismatch):
        equation("-x").darboux(**wrong)


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["darboux", "nonholonomic-particle", "--order", "0"])
    assert end.value.code == 0
    text = capsys.readouterr().out
    assert "xdot with cofactor -y*ydot/(y**2 + 1)" in text and "all Darboux functions" in text
    with pytest.raises(SystemExit):
        main(["darboux", "nonholonomic-particle", "--order", "0", "--json"])
    data = json.loads(capsys.readouterr().out)
    assert data["complete"] and data["quotients"] == ["ydot"]
