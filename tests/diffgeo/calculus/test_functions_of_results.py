"""Whatever a result is: SymPy has its functions, and programs evaluate the same ones."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
import sympy
from test_display_everywhere import SHOWN

from diffgeo import Manifold, Map, Metric, level_set, sphere
from diffgeo.calculus import compile_functions, functions_of, straight_line
from diffgeo.errors import NotSupported
from diffgeo.metrics import ImplicitNullHypersurface, Slicing, exact_solution

#: What has no functions: spaces, operators, statements, symbols.
WITHOUT = {
    *("Manifold", "JetSpace", "Atlas", "ExteriorDerivative", "Operator", "Identity", "Verdict"),
    "SymbolicVectorForm",
}


def flat(written: Any) -> Iterable[Any]:
    if isinstance(written, tuple):
        return [x for part in written for x in flat(part)]
    return sympy.flatten(written.tolist()) if isinstance(written, sympy.NDimArray) else [written]


@pytest.mark.parametrize("thing", [thing for thing, _ in SHOWN], ids=lambda t: type(t).__name__)
def test_sympy_and_programs_have_the_same_functions(thing: Any) -> None:
    if type(thing).__name__ in WITHOUT:
        with pytest.raises(NotSupported, match="no components"):
            thing.to_sympy()
        with pytest.raises(NotSupported, match="not made of functions"):
            functions_of(thing)
        return
    written, functions = list(flat(thing.to_sympy(plain=True))), functions_of(thing)
    assert [f.to_sympy(plain=True) for f in functions] == written and written


def test_values() -> None:
    g = exact_solution("eddington-finkelstein")
    slicing = Slicing(g, g.space["v"] - g.space["r"], g.space.frame[0])
    program = compile_functions(functions_of(slicing), "v r theta phi", {"m": 1.0})
    lapse, *shift = program([0.0, 4.0, 1.0, 0.0])[:5]
    assert abs(lapse - (2 / 3) ** 0.5) < 1e-15 and abs(shift[0] - 1 / 3) < 1e-15
    lines = straight_line(functions_of([slicing, {"g": g}]), "v r theta phi", "m").c_source()
    assert "sqrt" in lines
    horizon = ImplicitNullHypersurface(level_set(g.space, "r - 2*m"), g)
    generator, second = horizon.to_sympy(plain=True)
    assert generator.shape == (4,) and second.shape == (4, 4)


def test_symbols_of_the_user_are_kept() -> None:
    r, phi = sympy.Symbol("r", positive=True), sympy.Symbol("phi", real=True)
    M = Manifold("M", [r, phi])
    phi_map = Map(M, Manifold("N", "x y"), {"x": "r*cos(phi)", "y": "r*sin(phi)"})
    assert phi_map.to_sympy() == (r * sympy.cos(phi), r * sympy.sin(phi))
    assert Metric.diagonal(M, r=1, phi=r**2).connection.to_sympy()[1, 0, 1] == 1 / r


def test_objects_on_atlases_are_those_of_their_charts() -> None:
    S = sphere(2)
    factor = "4/(1 + u1**2 + u2**2)**2"
    g = S.glue(Metric.diagonal(S.charts[0], u1=factor, u2=factor))
    assert g.to_sympy().shape == (2, 2) and len(functions_of(g)) == 4
    with pytest.raises(NotSupported, match="not made of functions"):
        functions_of("x")
