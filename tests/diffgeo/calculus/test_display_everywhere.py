"""Everything shows itself: in a notebook, as text, by a short name; what is long is cut."""

from __future__ import annotations

import inspect

import pytest
from public_names import public_names

from diffgeo import (
    AlmostProduct,
    Atlas,
    Derivation,
    Distribution,
    FibredManifold,
    Frame,
    LinearConnection,
    Manifold,
    Map,
    Metric,
    Symplectic,
    check,
    d,
    jet,
    level_set,
    lie,
    symbols_of_vector_forms,
    tangent,
)
from diffgeo.atlases import circle
from diffgeo.bundles import QuasiVelocities
from diffgeo.calculus import multivector
from diffgeo.calculus.display import LONGEST
from diffgeo.connections import SecondOrderConnection, SemisprayConnection
from diffgeo.metrics import MixedForm
from diffgeo.structures import Ideal, tensor

M = Manifold("M", "x theta")
x, theta = M.coordinates
X = M.vector_field(x="theta", theta="x**2")
J = jet(FibredManifold("E", time="t", coordinates="q"), 1)
NABLA = Metric.diagonal(M, x=1, theta="x**2").connection
SECOND = SecondOrderConnection(J.second_order_field({"q": "-q"}))

#: Classes that show no formula, and why.
NO_FORMULA = {
    "AtPoints": "values at points",
    "Orientation": "signs of charts",
    "Root": "a complex number in a ball",
    **dict.fromkeys(("IsolatedZero", "ZerosInBox"), "numbers in balls"),
    "SymPyNames": "names",
    "DiracStructure": "is asked what lies in it; its pairs have formulas",
    **dict.fromkeys(
        ("Coordinates", "FirstJets", "Indices", "TangentConnection", "TangentStructure"), "symbols"
    ),
    "Certificate": "the data of a proof",
    "Chart": "names and a ring: the storage of a manifold",
    "Comparable": "a base class",
    "CompiledRequirements": "programs",
    "RequirementsAt": "programs",
    "StraightLine": "programs",
    "Condition": "a record of a function and a relation",
    "EmbeddedSubset": "has an inclusion, which has formulas",
    "FrameLabel": "a name",
    "LinearSolution": "a record of functions",
    "LocallyClosedSet": "is asked what holds on it; its equations have formulas",
    "Represented": "a base class; those made of it show their representatives",
    "Requirement": "a record of a function and a relation",
    "Status": "a word",
    "Subset": "a protocol",
    "limit": "bounds of a computation",
}


def test_every_public_class_shows_itself():
    missing = []
    for name, thing in public_names().items():
        if not inspect.isclass(thing) or name in NO_FORMULA:
            continue
        if (
            not hasattr(thing, "_repr_latex_")
            or not hasattr(thing, "latex")
            or thing.__str__ is object.__str__
            or thing.__repr__ is object.__repr__
        ):
            missing.append(name)
    assert not missing, f"give these _repr_latex_, latex, __str__ and __repr__: {missing}"


SHOWN = [
    (M, r"$\text{M}\;(x,\, \theta)$"),
    (J, r"\dot{q}"),
    (Map(M, M, {"x": "theta", "theta": "x"}), r"$x = \theta,\quad \theta = x$"),
    (lie(X), r"x \mapsto \theta,\quad \theta \mapsto x^{2}"),
    (lie(X), r"$\mathcal{L}_{\theta\, \partial_{x} + x^{2}\, \partial_{\theta}}\colon\ x"),
    (d, r"\mathrm{d}"),
    (lie(X) @ d, r"\mathcal{L}_{\theta\, \partial_{x} + x^{2}\, \partial_{\theta}} \circ"),
    (d(x) == 0, r"$\mathrm{d}x = 0$"),
    (X, r"\theta\, \partial_{x} + x^{2}\, \partial_{\theta}"),
    (multivector(X, M.frame[0]), r"\partial_{x} \wedge \partial_{\theta}"),
    (tensor(d(x)), r"\mathrm{d}x"),
    (NABLA, r"\nabla_{\partial_{x}} \partial_{\theta}"),
    (NABLA.in_frame(M.frame), r"\omega^{1}{}_{2} = "),
    (NABLA.along(Map(J, M, {"x": "q", "theta": "t"})), r"\text{along}"),
    (Distribution(M, [X]), r"\langle \theta\, \partial_{x}"),
    (Distribution.annihilated_by([d(x)]), r"\rangle^{\circ}"),
    (Ideal([d(x)]), r"\left\langle \mathrm{d}x \right\rangle"),
    (Symplectic(d(x) * d(theta)), r"\mathrm{d}x \wedge \mathrm{d}\theta"),
    (AlmostProduct(d(x).tensor(M.frame[0])), r"\otimes \partial_{x}"),
    (QuasiVelocities(Frame(M, M.frame), tangent(M)), r"w^{1} = \dot{x}"),
    (SECOND.dynamical_derivative, r"\nabla"),
    (SECOND.adapted_frame, r"\partial"),
    (circle(), r"\text"),
    (check(d(d(x)) == 0), "VERIFIED"),
    (symbols_of_vector_forms("K", degree=1), "K"),
]


@pytest.mark.parametrize(("thing", "part"), SHOWN, ids=lambda v: type(v).__name__)
def test_formulas(thing, part):
    shown = thing._repr_latex_()
    assert part in shown
    assert shown.startswith("$") and shown.endswith("$") and shown.count("$") % 2 == 0
    assert thing.latex() and not thing.latex().startswith("$")
    assert str(thing)
    assert len(repr(thing)) < 400


def test_adapted_frames_write_tensors():
    frame = SECOND.adapted_frame
    assert "δ" in frame.write(SECOND.horizontal_projector)
    assert r"\frac{\delta}{\delta" in frame.latex_of(SECOND.horizontal_projector)


def test_distinguished_connections_are_written_in_their_adapted_frame():
    Q = tangent(Manifold("Q", "x y"))
    N = SemisprayConnection(Q.semispray({"x": "2*x*xdot*ydot"}))
    D = N.berwald
    assert str(D).startswith("∇_{δ_x} δ_y = -x δ_x, ∇_{δ_x} ∂_ydot = -x ∂_xdot, ∇_{δ_y} δ_x")
    delta_x, delta_y = (rf"\frac{{\delta}}{{\delta {name}}}" for name in "xy")
    assert rf"\nabla_{{{delta_x}}} {delta_y} = -x\, {delta_x}" in D._repr_latex_()
    assert D.latex() in D._repr_latex_() and "δ_x" in repr(D)
    # The same connection without its splitting, in coordinates.
    plain = LinearConnection.from_operator(Q, D)
    assert "δ" not in str(plain) and check(plain == D)


def test_long_things_are_cut_in_notebooks_and_printed_in_full():
    names = " ".join(f"x{k}" for k in range(12))
    space = Manifold("B", names)
    f = space.function(" + ".join(f"x{k}**{k + 2}" for k in range(12)))
    forms = [d(y) for y in space.coordinates]
    products = [f * a * b for k, a in enumerate(forms) for b in forms[:k]]
    alpha = sum(products[1:], start=products[0])
    shown = alpha._repr_latex_()
    assert len(shown) < LONGEST + 1000
    assert "more terms; print shows all" in shown
    assert len(str(alpha)) > LONGEST
    assert str(alpha).count("∧") == 66


LARGE = Manifold("L", " ".join(f"x{k}" for k in range(6)))
SUM = LARGE.function(f"(1 + {' + '.join(LARGE.chart.coordinates)})**8")
#: Cut as well, and written in a sixth of the time.
LONG = LARGE.function(f"(1 + {' + '.join(LARGE.chart.coordinates)})**5 + x0**9")
NODES_LEFT = r"\ldots \quad \text{(print shows all)}$"


def test_a_long_function_shows_its_beginning():
    shown = SUM._repr_latex_()
    assert len(shown) < LONGEST + 1000 and shown.endswith(NODES_LEFT)
    assert shown.startswith("$x_{0}^{8}") and len(SUM.latex()) > 2 * LONGEST
    assert str(SUM).count(" + ") == 3002 and r"\ldots" not in SUM.latex()
    # In a product it has parentheses, and a quotient that is too long is left out as a whole.
    alpha = SUM * d(LARGE["x0"])
    assert r"+ \ldots\right)\, \mathrm{d}x_{0} \quad \text{(print" in alpha._repr_latex_()
    quotient = SUM / (1 + LARGE["x0"] ** 2)
    assert quotient._repr_latex_() == f"${NODES_LEFT}"
    short = LARGE["x0"] * d(LARGE["x1"])
    assert "print" not in short._repr_latex_()


def test_what_is_made_of_long_functions_is_cut_too():
    alpha = sum((LONG * d(x) * d(LARGE["x5"]) for x in LARGE.coordinates[:5]), start=0 * d(d(LONG)))
    on_atlas = Atlas("A", [], [LARGE]).field(alpha)
    restricted = level_set(LARGE, "x0 - x1**2").restrict(alpha)
    for thing in (alpha, on_atlas, restricted, MixedForm(LARGE, [LONG, alpha])):
        assert len(thing._repr_latex_()) < LONGEST + 1000 and "print" in thing._repr_latex_()
        assert len(thing.latex()) > 5 * LONGEST and len(str(thing)) > 5 * LONGEST


def test_all_of_what_names_its_values_is_in_its_source():
    """``print`` shows the name of a map or of an operator, ``latex`` all its values."""
    long = {x: LONG for x in LARGE.chart.coordinates}
    for thing in (Map(LARGE, LARGE, long), Derivation.from_values(LARGE, 0, long, {})):
        assert "latex() shows all" in thing._repr_latex_()
        assert "print shows all" not in thing._repr_latex_()
        assert len(thing._repr_latex_()) < LONGEST + 1000
        assert thing.latex().count(LONG.latex()) == 6 and "shows all" not in thing.latex()
