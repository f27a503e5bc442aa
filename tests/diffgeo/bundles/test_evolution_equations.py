"""Conservation laws and generalised symmetries, against those that are printed in books."""

from __future__ import annotations

import pytest

from diffgeo import Fibration, Manifold, Map, check, jet
from diffgeo.bundles import conserved_densities, euler_operator, generalised_symmetries
from diffgeo.errors import NotSupported, SpaceMismatch

B = Manifold("B", "t x")
pi = Fibration(Map(Manifold("E", "t x u"), B, {"t": "t", "x": "x"}))
J = jet(pi, 3)
KDV = {"u_t": "-6*u*u_x - u_xxx"}
DENSITIES = ["u", "u**2", "u**3", "u_x**2", "u*u_xx", "u**4", "u*u_x**2", "u_xx**2", "u**5"]


def same_integral(one: object, other: str, multiple: str = "1") -> bool:
    """Whether two densities differ by a divergence, up to a factor."""
    difference = one - J.function(f"({multiple})*({other})")  # type: ignore[operator]
    return all(check(value == 0) for value in euler_operator(difference).values())


def test_the_first_integrals_of_korteweg_and_de_vries() -> None:
    one, two, three, four = conserved_densities(KDV, J, DENSITIES)
    assert same_integral(one, "u") and same_integral(two, "u**2")
    assert same_integral(three, "2*u**3 - u_x**2", "-1")
    assert same_integral(four, "5*u**4 - 10*u*u_x**2 + u_xx**2")
    assert same_integral(four, "5*u**4 + 5*u**2*u_xx + u_xx**2")
    assert not same_integral(four, "5*u**4 - 5*u**2*u_xx + u_xx**2")
    # The momentum of Galilei, which depends on the time.
    found = conserved_densities(KDV, J, ["u", "u**2", "t*u**2", "x*u"])
    assert len(found) == 3 and same_integral(found[2], "x*u - 3*t*u**2")


def test_dissipation_leaves_one() -> None:
    burgers = {"u_t": "u_xx - u*u_x"}
    assert [str(f) for f in conserved_densities(burgers, J, ["u", "u**2", "u**3", "u_x**2"])] == [
        "u"
    ]


def test_symmetries_of_korteweg_and_de_vries() -> None:
    jets = jet(pi, 5)
    terms = ["u_x", "u*u_x", "u_xxx", "u_xxxxx", "u*u_xxx", "u_x*u_xx", "u**2*u_x"]
    one, two, three = generalised_symmetries(KDV, jets, terms)
    u = jets["u"]
    fifth = "u**2*u_x + (10*u*u_xxx + 20*u_x*u_xx + u_xxxxx)/30"
    for field, known in ((one, "u_x"), (two, "6*u*u_x + u_xxx"), (three, fifth)):
        assert check(field(u) == jets.function(known))
    assert not check(three(u) == jets.function("u**2*u_x"))
    # Galilei and scaling depend on time and place.
    mixed = generalised_symmetries(KDV, J, ["1", "t*u_x", "x*u_x", "u", "t*u*u_x", "t*u_xxx"])
    assert len(mixed) == 2
    assert check(mixed[0](J["u"]) * 6 == J.function("6*t*u_x - 1"))


def test_systems() -> None:
    """The wave equation: energy, momentum, and what a translation keeps."""
    space = Manifold("W", "t x u v")
    wave = jet(Fibration(Map(space, B, {"t": "t", "x": "x"})), 2)
    equations = {"u_t": "v", "v_t": "u_xx"}
    found = conserved_densities(equations, wave, ["u", "v", "v**2", "u_x**2", "u_x*v", "u*v"])
    assert [str(f) for f in found] == ["v", "v**2 + u_x**2", "v*u_x"]
    assert len(generalised_symmetries(equations, wave, ["u", "v", "u_x", "v_x"])) == 2


def test_refusals() -> None:
    with pytest.raises(SpaceMismatch, match="u_t"):
        conserved_densities({"u": "u_xx"}, J, ["u"])
    with pytest.raises(SpaceMismatch, match="rate"):
        conserved_densities({}, J, ["u"])
    with pytest.raises(NotSupported, match="by the time"):
        conserved_densities(KDV, J, ["u_t"])
    with pytest.raises(NotSupported, match="by the time"):
        generalised_symmetries({"u_t": "u_tx"}, J, ["u"])
