"""A gallery of exact solutions: metrics of general relativity and of Riemannian geometry.

The signature of space-times is (-, +, +, +); masses and radii are positive parameters, and each
chart has its domain. `diffgeo.metrics.petrov_type`, the curvatures and the invariants of
each are known from the literature, and are tested.

Sources: Stephani et al., Exact Solutions of Einstein's Field Equations (2nd ed. 2003); Griffiths
and Podolský, Exact Space-Times in Einstein's General Relativity (2009); Hawking and Ellis, The
Large Scale Structure of Space-Time (1973).
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

from diffgeo.calculus.spaces import Manifold
from diffgeo.errors import UndefinedSymbol
from diffgeo.metrics.pseudo_riemannian import Metric

_SPHERE = "theta in (0, pi)"
_POLAR = "t r theta phi"


class _Solution(NamedTuple):
    """What declares the chart, and the components by pairs of coordinates."""

    title: str
    coordinates: str
    components: dict[str, str]
    parameters: str = ""
    domain: tuple[str, ...] = ()
    functions: str = ""


def _round(f: str, radius: str = "r") -> dict[str, str]:
    """``-f dt² + dr²/f + r² (dθ² + sin²θ dφ²)``."""
    return {"t t": f"-({f})", "r r": f"1/({f})", **_angles(f"({radius})**2")}


def _angles(square: str) -> dict[str, str]:
    return {"theta theta": square, "phi phi": f"{square}*sin(theta)**2"}


_SIGMA, _DELTA = "(r**2 + a**2*cos(theta)**2)", "(r**2 - 2*m*r + a**2)"
_NUT = "(r**2 - 2*m*r - n**2)/(r**2 + n**2)"
_MELVIN = "(1 + b**2*r**2/4)"
_EH = "(1 - a**4/r**4)"
_CP2 = "(1 + r**2)"

_TABLE: dict[str, _Solution] = {
    "minkowski": _Solution(
        "flat space-time", "t x y z", {"t t": "-1", "x x": "1", "y y": "1", "z z": "1"}
    ),
    "rindler": _Solution(
        "flat, uniformly accelerated",
        "t x y z",
        {"t t": "-x**2", "x x": "1", "y y": "1", "z z": "1"},
        domain=("x > 0",),
    ),
    "schwarzschild": _Solution(
        "the exterior of a spherical mass",
        _POLAR,
        _round("1 - 2*m/r"),
        "m",
        ("m > 0", "r > 2*m", _SPHERE),
    ),
    "eddington-finkelstein": _Solution(
        "the same, across the horizon",
        "v r theta phi",
        {"v v": "-(1 - 2*m/r)", "v r": "1", **_angles("r**2")},
        "m",
        ("m > 0", "r > 0", _SPHERE),
    ),
    "reissner-nordstrom": _Solution(
        "a charged spherical mass",
        _POLAR,
        _round("1 - 2*m/r + q**2/r**2"),
        "m q",
        ("m > 0", "r > 0", "1 - 2*m/r + q**2/r**2 > 0", _SPHERE),
    ),
    "kerr": _Solution(
        "a rotating mass, in coordinates of Boyer and Lindquist",
        _POLAR,
        {
            "t t": f"-(1 - 2*m*r/{_SIGMA})",
            "t phi": f"-2*m*a*r*sin(theta)**2/{_SIGMA}",
            "r r": f"{_SIGMA}/{_DELTA}",
            "theta theta": _SIGMA,
            "phi phi": f"(r**2 + a**2 + 2*m*a**2*r*sin(theta)**2/{_SIGMA})*sin(theta)**2",
        },
        "m a",
        ("m > 0", "r > 0", f"{_DELTA} > 0", _SPHERE),
    ),
    "kerr-newman": _Solution(
        "a rotating charged mass",
        _POLAR,
        {
            "t t": f"-(1 - (2*m*r - q**2)/{_SIGMA})",
            "t phi": f"-(2*m*r - q**2)*a*sin(theta)**2/{_SIGMA}",
            "r r": f"{_SIGMA}/({_DELTA} + q**2)",
            "theta theta": _SIGMA,
            "phi phi": f"(r**2 + a**2 + (2*m*r - q**2)*a**2*sin(theta)**2/{_SIGMA})*sin(theta)**2",
        },
        "m a q",
        ("m > 0", "r > 0", f"{_DELTA} + q**2 > 0", _SPHERE),
    ),
    "taub-nut": _Solution(
        "with a parameter of Newman, Unti and Tamburino",
        _POLAR,
        {
            "t t": f"-{_NUT}",
            "t phi": f"-2*n*cos(theta)*{_NUT}",
            "r r": f"1/({_NUT})",
            "theta theta": "r**2 + n**2",
            "phi phi": f"(r**2 + n**2)*sin(theta)**2 - 4*n**2*cos(theta)**2*{_NUT}",
        },
        "m n",
        ("n > 0", "r**2 - 2*m*r - n**2 > 0", _SPHERE),
    ),
    "de-sitter": _Solution(
        "of constant curvature 1/l², static",
        _POLAR,
        _round("1 - r**2/l**2"),
        "l",
        ("l > 0", "0 < r < l", _SPHERE),
    ),
    "anti-de-sitter": _Solution(
        "of constant curvature -1/l², static",
        _POLAR,
        _round("1 + r**2/l**2"),
        "l",
        ("l > 0", "r > 0", _SPHERE),
    ),
    "kottler": _Solution(
        "Schwarzschild with a cosmological constant L",
        _POLAR,
        _round("1 - 2*m/r - L*r**2/3"),
        "m L",
        ("m > 0", "r > 0", "1 - 2*m/r - L*r**2/3 > 0", _SPHERE),
    ),
    "vaidya": _Solution(
        "a mass that radiates",
        "u r theta phi",
        {"u u": "-(1 - 2*m(u)/r)", "u r": "-1", **_angles("r**2")},
        domain=("r > 0", _SPHERE),
        functions="m(u)",
    ),
    "friedmann": _Solution(
        "homogeneous and isotropic, with the scale a(t)",
        _POLAR,
        {"t t": "-1", "r r": "a(t)**2/(1 - k*r**2)", **_angles("a(t)**2*r**2")},
        "k",
        ("r > 0", "1 - k*r**2 > 0", _SPHERE),
        "a(t)",
    ),
    "einstein-static": _Solution(
        "the static universe of Einstein, of radius l",
        "t chi theta phi",
        {"t t": "-1", "chi chi": "l**2", **_angles("l**2*sin(chi)**2")},
        "l",
        ("l > 0", "chi in (0, pi)", _SPHERE),
    ),
    "godel": _Solution(
        "a rotating universe",
        "t x y z",
        {
            "t t": "-a**2",
            "t y": "-a**2*exp(x)",
            "x x": "a**2",
            "y y": "-a**2*exp(2*x)/2",
            "z z": "a**2",
        },
        "a",
        ("a > 0",),
    ),
    "kasner": _Solution(
        "homogeneous vacuum with the exponents -2/7, 3/7, 6/7",
        "t x y z",
        {"t t": "-1", "x x": "t**(-4/7)", "y y": "t**(6/7)", "z z": "t**(12/7)"},
        domain=("t > 0",),
    ),
    "taub": _Solution(
        "static with plane symmetry",
        "t x y z",
        {"t t": "-1/sqrt(z)", "x x": "z", "y y": "z", "z z": "1/sqrt(z)"},
        domain=("z > 0",),
    ),
    "plane-wave": _Solution(
        "a plane gravitational wave, in coordinates of Brinkmann",
        "u v x y",
        {"u u": "f(u)*(x**2 - y**2)", "u v": "1", "x x": "1", "y y": "1"},
        functions="f(u)",
    ),
    "petrov": _Solution(
        "Petrov's vacuum with a simply transitive group",
        "t x y z",
        {
            "t t": "-exp(x)*cos(sqrt(3)*x)",
            "t z": "-exp(x)*sin(sqrt(3)*x)",
            "x x": "1",
            "y y": "exp(-2*x)",
            "z z": "exp(x)*cos(sqrt(3)*x)",
        },
    ),
    "bertotti-robinson": _Solution(
        "AdS2 × S2, a uniform electric field",
        _POLAR,
        {"t t": "-(1 + r**2/l**2)", "r r": "1/(1 + r**2/l**2)", **_angles("l**2")},
        "l",
        ("l > 0", _SPHERE),
    ),
    "nariai": _Solution(
        "dS2 × S2",
        _POLAR,
        {"t t": "-(1 - r**2/l**2)", "r r": "1/(1 - r**2/l**2)", **_angles("l**2")},
        "l",
        ("l > 0", "0 < r < l", _SPHERE),
    ),
    "melvin": _Solution(
        "a bundle of magnetic field lines",
        "t r phi z",
        {
            "t t": f"-{_MELVIN}**2",
            "r r": f"{_MELVIN}**2",
            "z z": f"{_MELVIN}**2",
            "phi phi": f"r**2/{_MELVIN}**2",
        },
        "b",
        ("b > 0", "r > 0"),
    ),
    "tangherlini": _Solution(
        "Schwarzschild in dimension 5",
        "t r chi theta phi",
        {
            "t t": "-(1 - m/r**2)",
            "r r": "1/(1 - m/r**2)",
            "chi chi": "r**2",
            **_angles("r**2*sin(chi)**2"),
        },
        "m",
        ("m > 0", "r > 0", "r**2 > m", "chi in (0, pi)", _SPHERE),
    ),
    "btz": _Solution(
        "a black hole in dimension 3",
        "t r phi",
        {"t t": "-(r**2/l**2 - m)", "r r": "1/(r**2/l**2 - m)", "phi phi": "r**2"},
        "m l",
        ("l > 0", "r > 0", "r**2/l**2 - m > 0"),
    ),
    "eguchi-hanson": _Solution(
        "a gravitational instanton",
        "r theta phi psi",
        {
            "r r": f"1/{_EH}",
            "theta theta": "r**2/4",
            "phi phi": f"r**2/4*({_EH}*cos(theta)**2 + sin(theta)**2)",
            "phi psi": f"r**2/4*{_EH}*cos(theta)",
            "psi psi": f"r**2/4*{_EH}",
        },
        "a",
        ("a > 0", "r > a", "1 - a**4/r**4 > 0", _SPHERE),
    ),
    "fubini-study": _Solution(
        "the complex projective plane, with holomorphic sectional curvature 4",
        "r theta phi psi",
        {
            "r r": f"1/{_CP2}**2",
            "theta theta": f"r**2/(4*{_CP2})",
            "phi phi": f"r**2/(4*{_CP2})*(cos(theta)**2/{_CP2} + sin(theta)**2)",
            "phi psi": f"r**2*cos(theta)/(4*{_CP2}**2)",
            "psi psi": f"r**2/(4*{_CP2}**2)",
        },
        domain=("r > 0", _SPHERE),
    ),
}


def exact_solutions() -> dict[str, str]:
    """The names of the solutions in the gallery, each with its title.

    Returns
    -------
    dict
        Titles by name.

    Examples
    --------
    >>> from diffgeo.metrics import exact_solutions
    >>> exact_solutions()["kerr"]
    'a rotating mass, in coordinates of Boyer and Lindquist'
    """
    return {name: solution.title for name, solution in _TABLE.items()}


@cache
def exact_solution(name: str) -> Metric:
    """The metric of the gallery that is called so, on a chart of its own.

    Parameters
    ----------
    name
        One of `exact_solutions`, such as ``"schwarzschild"`` or ``"kerr"``.

    Returns
    -------
    Metric
        Always the same object for a name.

    Raises
    ------
    UndefinedSymbol
        There is none of that name.

    Examples
    --------
    >>> from diffgeo import check
    >>> from diffgeo.metrics import exact_solution
    >>> g = exact_solution("schwarzschild")
    >>> bool(check(g.connection.ricci == 0))
    True
    >>> print(g.connection.kretschmann)
    48*m**2/r**6
    """
    if name not in _TABLE:
        raise UndefinedSymbol(
            f"there is no exact solution {name!r} in the gallery; it has {', '.join(_TABLE)}"
        )
    found = _TABLE[name]
    declared: dict[str, Any] = {"domain": list(found.domain), "functions": found.functions}
    space = Manifold(name, found.coordinates, found.parameters, **declared)
    components = {tuple(pair.split()): f for pair, f in found.components.items()}
    return Metric.from_components(space, components)
