"""Casimir functions, modular fields, the star product, expansions in a parameter."""

from __future__ import annotations

import pytest

from diffgeo import Manifold, Metric, check, d, lie
from diffgeo.bundles import LieAlgebroid
from diffgeo.calculus import Multivector, multivector
from diffgeo.errors import DegreeMismatch, NotSupported, SpaceMismatch, UndefinedSymbol
from diffgeo.metrics import MixedForm, exact_solution
from diffgeo.structures import (
    Poisson,
    casimirs,
    modular_field,
    series_coefficients,
    star_product,
    tensor_product,
)

TURNS = {("u", "v"): {"w": 1}, ("v", "w"): {"u": 1}, ("w", "u"): {"v": 1}}
so3 = LieAlgebroid.algebra("u v w", TURNS).dual("x y z")
line = LieAlgebroid.algebra("u v", {("u", "v"): {"v": 1}}).dual("a b")
M = Manifold("M", "q p", parameters="nu")
canonical = Poisson(multivector(*M.frame))


def test_casimirs() -> None:
    found = casimirs(so3, 4)
    r2 = so3.space.function("x**2 + y**2 + z**2")
    assert len(found) == 3  # 1, r², r⁴
    for f, known in zip(found, (r2**0, r2, r2**2), strict=True):
        assert check(f == known)
    assert [str(f) for f in casimirs(canonical, 3)] == ["1"]
    sl2 = LieAlgebroid.algebra("h e f", {("h", "e"): {"e": 2}, ("h", "f"): {"f": -2},
                                        ("e", "f"): {"h": 1}}).dual("x y z")  # fmt: skip
    (_, killing) = casimirs(sl2, 2)
    assert check(d(killing) * d(sl2.space.function("x**2 + 4*y*z")) == 0)
    assert not check(sl2.bracket(sl2.space["y"], sl2.space["z"]) == 0)
    for wrong, error in ((2.0, DegreeMismatch), (["q"], DegreeMismatch), ([M["q"]], SpaceMismatch)):
        with pytest.raises(error):
            casimirs(so3, wrong)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="no expansion"):
        series_coefficients(3, "nu", 1)


def test_modular_fields() -> None:
    volume = so3.space.form(3, {("x", "y", "z"): 1})
    assert check(modular_field(so3, volume) == 0)  # so(3) is unimodular
    area = line.space.form(2, {("a", "b"): 1})
    Z = modular_field(line, area)
    assert check(line.space.vector_field(a=1) == Z)
    assert check(lie(Z, line.bivector) == 0)
    g = line.space.function("1 + b**2")
    change = line.hamiltonian_field(line.space.function("log(1 + b**2)"))
    assert check(modular_field(line, g * area) == Z - change)
    assert not check(modular_field(line, g * area) == Z + change)
    for f in line.space.functions(["a*b", "a**2"]):
        assert check(lie(line.hamiltonian_field(f), area) == Z(f) * area)
    with pytest.raises(DegreeMismatch, match="degree 2"):
        modular_field(line, d(line.space["a"]))


def test_the_star_product() -> None:
    def star(f, g):  # type: ignore[no-untyped-def]
        return star_product(canonical, f, g, M["nu"], 6)

    q, p, nu = M["q"], M["p"], M["nu"]
    assert check(star(q, p) - star(p, q) == 2 * nu)
    assert not check(star(q, p) == star(p, q))
    f, g, h = M.functions(["q**2*p", "p**2 + q", "q*p"])
    assert check(star(star(f, g), h) == star(f, star(g, h)))
    # The oscillator: H ⋆ H = H² + ν² {…}, with ν = iħ/2 it is H² - ħ²/4.
    H = M.function("(q**2 + p**2)/2")
    assert check(star(H, H) == H**2 + nu**2)
    assert check(star(H, f) - star(f, H) == 2 * nu * canonical.bracket(H, f))  # H is quadratic
    # Translations: exp(q) ⋆ f(p) = exp(q) f(p + ν).
    assert check(star(M.function("exp(q)"), p**3) == M.function("exp(q)*(p + nu)**3"))
    with pytest.raises(NotSupported, match="not constant"):
        star_product(so3, so3.space["x"], so3.space["y"], so3.space.function(1), 1)
    with pytest.raises(NotSupported, match="not constant"):
        star_product(canonical, q, p, q, 1)


def test_expansions_in_a_parameter() -> None:
    S = Manifold("S", "t r", parameters="m", positive="r")
    g = Metric.diagonal(S, t="-(1 - 2*m/r)", r="1/(1 - 2*m/r)")
    flat, first, second = series_coefficients(g.tensor, "m", 2)
    known = [{"t": -1, "r": 1}, {"t": "2/r", "r": "2/r"}]
    for coefficient, components in zip((flat, first), known, strict=True):
        assert check(coefficient == Metric.diagonal(S, **components).tensor)
    dr = d(S["r"])
    assert check(second == S.function("4/r**2") * tensor_product(dr, dr))
    assert not check(first == 2 * second)
    f, area = M.function("exp(nu*q)"), M.form(2, {("q", "p"): "1/(1 + nu*q)"})
    moving = M.vector_field(q="sin(nu*p)")
    things = [f, area, M.identity, moving, M.function("1 + nu*q") * canonical.bivector]
    for thing in things:
        zero, one = series_coefficients(thing, "nu", 1)
        assert type(zero) is type(one) is type(thing)
        # It is linear: that of 3 thing is three times that of the thing.
        assert check(series_coefficients(3 * thing, "nu", 1)[1] == 3 * one)
    assert check(series_coefficients(things[0], "nu", 3)[3] == M["q"] ** 3 / 6)
    assert isinstance(one, Multivector) and check(one == M["q"] * canonical.bivector)
    # A declared sign of the parameter does not matter.
    known = series_coefficients(exact_solution("schwarzschild").tensor, "m", 1)[1]
    assert str(known) == "2/r dt⊗dt + 2/r dr⊗dr"
    with pytest.raises(UndefinedSymbol, match="no parameter"):
        series_coefficients(M["q"], "eps", 1)


def test_the_exponential_of_mixed_forms() -> None:
    P = Manifold("P", "a b c e", functions="f(a)")
    omega = P.form(2, {("a", "b"): "c", ("c", "e"): "1 + a"})
    mixed = MixedForm(P, [P.function("f(a)"), omega])
    found = mixed.exponential
    assert check(found.part(4) == P.function("exp(f(a))") * omega * omega / 2)
    assert not check(found.part(4) == P.function("exp(f(a))") * omega * omega)
    assert check(found.differential == mixed.differential * found)
