"""The gallery of exact solutions against what is published of them, and what classifies them."""

from __future__ import annotations

import pytest

from diffgeo import Manifold, Metric, check
from diffgeo.errors import DegreeMismatch, UndefinedSymbol
from diffgeo.metrics import (
    conformal_fields,
    exact_solution,
    exact_solutions,
    killing_fields,
    petrov_type,
)

#: Signature, R with Ric = R/n g (None where it is not Einstein), Kretschmann, type of Petrov.
_SIGMA = "(r**2 + a**2*cos(theta)**2)"
_NUT = "(r**6 - 15*r**4*n**2 + 15*r**2*n**4 - n**6)"
_NUT_ODD = "n*r*(6*r**4 - 20*r**2*n**2 + 6*n**4)"
PUBLISHED = {
    "minkowski": ((3, 1), "0", "0", "O"),
    "rindler": ((3, 1), "0", "0", "O"),
    "schwarzschild": ((3, 1), "0", "48*m**2/r**6", "D"),
    "eddington-finkelstein": ((3, 1), "0", "48*m**2/r**6", "D"),
    "reissner-nordstrom": (
        *((3, 1), None),
        *("48*m**2/r**6 - 96*m*q**2/r**7 + 56*q**4/r**8", "D"),
    ),
    "kerr": (
        *((3, 1), "0"),
        "48*m**2*(r**2 - a**2*cos(theta)**2)"
        f"*({_SIGMA}**2 - 16*r**2*a**2*cos(theta)**2)/{_SIGMA}**6",
        "D",
    ),
    # R. C. Henry, Kretschmann scalar for a Kerr-Newman black hole, Astrophys. J. 535 (2000).
    "kerr-newman": (
        *((3, 1), None),
        "8*(6*m**2*(r**6 - 15*a**2*r**4*cos(theta)**2 + 15*a**4*r**2*cos(theta)**4"
        " - a**6*cos(theta)**6) - 12*m*q**2*r*(r**4 - 10*a**2*r**2*cos(theta)**2"
        " + 5*a**4*cos(theta)**4) + q**4*(7*r**4 - 34*a**2*r**2*cos(theta)**2"
        f" + 7*a**4*cos(theta)**4))/{_SIGMA}**6",
        "D",
    ),
    # The real part of 48 (m - i n)²/(r - i n)⁶.
    "taub-nut": (
        *((3, 1), "0"),
        f"48*((m**2 - n**2)*{_NUT} + 2*m*{_NUT_ODD}*n)/(r**2 + n**2)**6",
        "D",
    ),
    "de-sitter": ((3, 1), "12/l**2", "24/l**4", "O"),
    "anti-de-sitter": ((3, 1), "-12/l**2", "24/l**4", "O"),
    "kottler": ((3, 1), "4*L", "48*m**2/r**6 + 8*L**2/3", "D"),
    "vaidya": ((3, 1), None, "48*m(u)**2/r**6", "D"),
    "friedmann": (
        *((3, 1), None),
        "12*(Derivative(a(t), (t, 2))**2/a(t)**2 + (Derivative(a(t), t)**2 + k)**2/a(t)**4)",
        "O",
    ),
    "einstein-static": ((3, 1), None, "12/l**4", "O"),
    "godel": ((3, 1), None, "3/a**4", "D"),
    # -16 p1 p2 p3/t⁴
    "kasner": ((3, 1), "0", "16*36/(343*t**4)", "I"),
    "taub": ((3, 1), "0", "3/(4*z**3)", "D"),
    "plane-wave": ((3, 1), "0", "0", "N"),
    # The eigenvalues of the tensor of Weyl are multiples of the cube roots of unity.
    "petrov": ((3, 1), "0", "0", "I"),
    "bertotti-robinson": ((3, 1), None, "8/l**4", "O"),
    "nariai": ((3, 1), "4/l**2", "8/l**4", "D"),
    "melvin": (
        *((3, 1), None),
        # 48 Ψ2² + 32 Φ11², with Ψ2 = b²/2 (b²r²/4 - 1)/D⁴ and Φ11 = b²/2/D⁴ for D = 1 + b²r²/4.
        "(12*b**4*(b**2*r**2/4 - 1)**2 + 8*b**4)/(1 + b**2*r**2/4)**8",
        "D",
    ),
    "tangherlini": ((4, 1), "0", "72*m**2/r**8", None),
    "btz": ((2, 1), "-6/l**2", "12/l**4", None),
    "eguchi-hanson": ((4, 0), "0", "384*a**8/r**12", None),
    "fubini-study": ((4, 0), "24", "192", None),
}
#: The scalar curvature of the others.
SCALARS = {
    "reissner-nordstrom": "0",
    "kerr-newman": "0",
    "vaidya": "0",
    "melvin": "0",
    "bertotti-robinson": "0",
    "friedmann": "6*(Derivative(a(t), (t, 2))/a(t) + (Derivative(a(t), t)**2 + k)/a(t)**2)",
    "einstein-static": "6/l**2",
    "godel": "-1/a**2",
}


def test_all_are_there():
    assert set(exact_solutions()) == set(PUBLISHED)
    with pytest.raises(UndefinedSymbol, match="schwarzschild"):
        exact_solution("kerr-bolt")


@pytest.mark.parametrize("name", PUBLISHED)
def test_published_invariants(name):
    g = exact_solution(name)
    signature, scalar, kretschmann, petrov = PUBLISHED[name]
    M, nabla = g.space, g.connection
    assert g.signature == signature
    assert check(nabla.kretschmann == M.function(kretschmann))
    assert not check(nabla.kretschmann == 1 + M.function(kretschmann))
    einstein = check(M.dimension * nabla.ricci == nabla.scalar * g.tensor)
    assert bool(einstein) is (scalar is not None)
    assert check(nabla.scalar == M.function(scalar or SCALARS.get(name, "0")))
    if petrov:
        assert petrov_type(g) == petrov
    else:
        with pytest.raises(DegreeMismatch):
            petrov_type(g)


def test_types_iii_and_ii():
    """A solution of Robinson and Trautman, and a wave on a product of hyperbolic planes."""
    # Robinson and Trautman's simplest of type III: 2 dr du - (r²/x³)(dx² + dy²) with K = -3x/2.
    space = Manifold("RT", "u r x y", domain=["r > 0", "x > 0"])
    third = Metric.from_components(
        space,
        {("u", "u"): "3*x/2", ("u", "r"): -1, ("x", "x"): "r**2/x**3", ("y", "y"): "r**2/x**3"},
    )
    assert check(third.connection.ricci == 0) and petrov_type(third) == "III"
    waves = Manifold("W", "u v x y", domain="y > 0")
    for profile, petrov in (("x", "II"), ("0", "D")):
        g = Metric.from_components(
            waves,
            {
                ("u", "u"): f"{profile} - v**2",
                ("u", "v"): 1,
                ("x", "x"): "1/y**2",
                ("y", "y"): "1/y**2",
            },
        )
        assert check(g.connection.ricci == -g.tensor) and petrov_type(g) == petrov
        assert not check(g.connection.ricci == 0)


def test_killing_fields_of_the_gallery():
    turns = [
        "1",
        *("sin(phi)", "cos(phi)"),
        *("sin(phi)*cos(theta)/sin(theta)", "cos(phi)*cos(theta)/sin(theta)"),
    ]
    for name, count in {"schwarzschild": 4, "kerr": 2, "bertotti-robinson": 4, "vaidya": 3}.items():
        g = exact_solution(name)
        fields = killing_fields(g, turns)
        assert len(fields) == count
        assert all(g.is_killing(X) for X in fields)
        assert not g.is_killing(g.space.frame[1])


@pytest.mark.parametrize(("n", "killing", "conformal"), [(2, 3, None), (3, 6, 10), (4, 10, 15)])
def test_fields_of_flat_spaces(n, killing, conformal):
    M = Manifold("M", [f"x{k}" for k in range(n)])
    g = Metric.diagonal(M, **{f"x{k}": -1 if k == 0 else 1 for k in range(n)})
    assert len(killing_fields(g, degree=2)) == killing
    if conformal:
        fields = conformal_fields(g)
        assert len(fields) == conformal and all(g.is_conformal(X) for X in fields)
        assert not all(g.is_killing(X) for X in fields)


def test_fields_of_the_half_plane():
    H = Manifold("H", "x y", positive="y")
    g = Metric.diagonal(H, x="1/y**2", y="1/y**2")
    fields = killing_fields(g, degree=2)
    assert len(fields) == 3 and all(map(g.is_killing, fields))
    assert len(killing_fields(g)) == 2  # without x² - y², 2xy
    assert not g.is_killing(H.frame[1])
