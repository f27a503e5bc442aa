"""How objects are written, what errors say, and which names are accepted."""

from __future__ import annotations

import pytest
import sympy

from diffgeo import (
    FibredManifold,
    Form,
    Manifold,
    bracket,
    check,
    d,
    interior,
    jet,
    lie,
    pairing,
    wedge,
)
from diffgeo.calculus import linear_algebra as linear
from diffgeo.errors import (
    DegreeMismatch,
    ExpressionError,
    InexactNumber,
    NameClash,
    SpaceMismatch,
    TooLarge,
    UndefinedSymbol,
)

M = Manifold("M", "x y z", parameters="m", functions="f(t) g(x, y)", positive="m")
N = Manifold("N", "x y")
TWIN = Manifold("M", "x y z")
x, y, z = M.coordinates
J = jet(FibredManifold("E", coordinates="x theta", parameters="m"))


@pytest.mark.parametrize(
    "thing, text",
    [
        (x, "x"),
        (0 * x, "0"),
        (d(x), "dx"),
        (-d(x), "-dx"),
        (x * d(y) - y * d(x), "-y dx + x dy"),
        (x * d(y) * d(x), "-x dx∧dy"),
        (M.frame[0], "∂_x"),
        (x * M.frame[1] - M.frame[0], "-∂_x + x ∂_y"),
        ((d(x) - x * d(y)).tensor(M.frame[2]), "(dx - x dy)⊗∂_z"),
        (M.vector_field(), "0"),
    ],
)
def test_text(thing, text):
    assert str(thing) == text


def test_latex():
    momentum = J["xdot"] * d(J["x"]) - J["thetadot"] * J.dt
    assert momentum.latex() == (r"-\dot{\theta}\, \mathrm{d}t + \dot{x}\, \mathrm{d}x")
    assert momentum._repr_latex_() == f"${momentum.latex()}$"
    assert J.frame[3].latex() == r"\partial_{\dot{x}}"
    two = d(J["x"]) * d(J["theta"])
    assert two.latex() == r"\mathrm{d}x \wedge \mathrm{d}\theta"
    assert two.tensor(J.frame[0]).latex() == (
        r"\mathrm{d}x \wedge \mathrm{d}\theta \otimes \partial_{t}"
    )


def test_sympy_goes_in_and_out():
    a, m = sympy.symbols("x m")
    given = M.function(m * a**2 / 3 + sympy.Function("f")(a))
    assert given.to_sympy() - (m * a**2 / 3 + sympy.Function("f")(a)) == 0
    assert d(x).to_sympy() == sympy.Array([1, *[0] * (M.dimension - 1)])


def test_spaces_of_equal_names_are_different():
    with pytest.raises(SpaceMismatch, match=r"two different spaces .*; pull"):
        x + TWIN["x"]


@pytest.mark.parametrize(
    "action",
    [
        lambda: x + N["x"],
        lambda: d(x) * d(N["x"]),
        lambda: x / N["x"],
        lambda: x == N["x"],
        lambda: M.frame[0] + N.frame[0],
        lambda: N["x"] * M.frame[0],
        lambda: M.frame[0](N["x"]),
        lambda: d(x)(N.frame[0]),
        lambda: lie(M.frame[0], d(N["x"])),
        lambda: bracket(M.frame[0], N.frame[0]),
        lambda: bracket(lie(M.frame[0]), lie(N.frame[0])),
        lambda: lie(M.frame[0]) + lie(N.frame[0]),
        lambda: M.function(N["x"]),
        lambda: M.vector_form(1, {"x": d(N["x"])}),
        lambda: N["x"] * lie(M.frame[0]),
    ],
)
def test_spaces_do_not_mix(action):
    with pytest.raises(SpaceMismatch) as raised:
        action()
    message = str(raised.value)
    assert "\n" not in message and "M" in message and "N" in message and "pull" in message


@pytest.mark.parametrize(
    "action, named",
    [
        (lambda: d(x) + x, "degrees 1 and 0"),
        (lambda: d(x) + 1, "degrees 1 and 0"),
        (lambda: M.frame[0] + M.identity, "degrees 0 and 1"),
        (lambda: lie(M.frame[0]) + interior(M.frame[0]), "degrees 0 and -1"),
        (lambda: d(x)(), "takes 1 vector field, not 0"),
        (lambda: d(x)(M.identity), "a vector field"),
        (lambda: M.frame[0](M.frame[1]), "bracket"),
        (lambda: M.frame[0](d(x)), r"lie\(X, alpha\)"),
        (lambda: M.frame[0] @ M.identity, "compose"),
        (lambda: M.identity.transpose(x), "1-forms"),
        (lambda: pairing(x, M.frame[0]), "1-form"),
        (lambda: d(x) ** 2, "square zero"),
        (lambda: (d(x) * d(y)) ** -1, "even degrees"),
        (lambda: x / d(x), "degree 0"),
        (lambda: M.form(2, {("x", "x"): 1}), "2 different"),
        (lambda: M.form(2, {"x": 1}), "2 different"),
        (lambda: M.vector_form(1, {"x": x}), "1-form"),
    ],
)
def test_degrees_do_not_mix(action, named):
    with pytest.raises(DegreeMismatch, match=named):
        action()


@pytest.mark.parametrize(
    "action, named",
    [
        (lambda: d(x) ^ d(y), r"\* or wedge"),
        (lambda: M.identity * d(x), "from the left"),
        (lambda: x + "y", "unsupported"),
        (lambda: M.frame[0] + 1, "unsupported"),
        (lambda: lie(x), "lie takes"),
        (lambda: interior(d(x)), "interior takes"),
        (lambda: bracket(M.frame[0], x), "bracket takes"),
        (lambda: bracket(d, d), r"d.on\(M\)"),
        (lambda: d(M.frame[0]), "d acts on forms"),
        (wedge, "at least one"),
    ],
)
def test_wrong_types(action, named):
    with pytest.raises(TypeError, match=named):
        action()


@pytest.mark.parametrize(
    "action, error, named",
    [
        (lambda: Manifold("M", "x x"), NameClash, "x is declared twice on M"),
        (lambda: Manifold("M", "x", parameters="x"), NameClash, "declared twice"),
        (lambda: Manifold("M", "x", functions="x(t)"), NameClash, "declared twice"),
        (lambda: Manifold("M", "x", functions="f(t) f(x)"), NameClash, "f is already taken"),
        (lambda: Manifold("M", "x", functions="sin(t)"), NameClash, "sin is already taken"),
        (lambda: Manifold("M", "x", functions="f"), ExpressionError, r"as in 'f\(t\)'"),
        (lambda: Manifold("M", "x", functions="f()"), ExpressionError, r"as in 'f\(t\)'"),
        (lambda: Manifold("M", "2x"), ExpressionError, "'2x' is not a name"),
        (lambda: Manifold("M", "x", positive="a"), UndefinedSymbol, "'a'"),
        (lambda: M["q"], UndefinedSymbol, "'q' is not declared on M"),
        (lambda: M.function("q"), UndefinedSymbol, "q"),
        (lambda: M.vector_field(m=1), UndefinedSymbol, "'m' is not a coordinate of M"),
        (lambda: M.form(1, {"q": 1}), UndefinedSymbol, "'q'"),
        (lambda: M.function(0.5), InexactNumber, "0.5"),
        (lambda: M.function(None), ExpressionError, "None is not a function"),
    ],
)
def test_declarations_that_are_refused(action, error, named):
    with pytest.raises(error, match=named):
        action()


def test_every_declared_name_is_the_users():
    space = Manifold("W", "lambda E I", parameters=["S", "beta"], functions="N(E)")
    f = space.function("lambda*E + I**2*S + N(E) + beta")
    assert check(d(f)(space.vector_field({"lambda": 1})) == space["E"])
    assert check(d(f)(space.vector_field(I=1)) == 2 * space["I"] * space["S"])


def test_many_functions_are_read_at_once():
    given = [x, "x*y", 3, sympy.Symbol("m")]
    read = M.functions(given)
    assert read[0] is x and [str(f) for f in read] == ["x", "x*y", "3", "m"]
    assert all(isinstance(f, Form) for f in read)


def test_what_is_too_large_is_summed_up_and_never_written_wrong():
    rows = [[M.function(f"sin({a}) + {b}*y") for a in ("x", "y*z", "m*x")] for b in ("z", "x", 2)]
    rows = [[entry + (z if i == j else 0) for j, entry in enumerate(r)] for i, r in enumerate(rows)]
    deep = linear.solve(rows, [1, x, y])[0]
    for _ in range(25):
        deep = deep * (deep + x)
    with pytest.raises(TooLarge, match=r"summary\(\)"):
        str(deep)
    assert deep.summary() == "…" and deep._repr_latex_() == r"$\cdots$"
    assert "…" in repr(deep * d(x))
    with pytest.raises(SpaceMismatch, match="…"):
        deep + N["x"]


def test_summaries_are_short():
    alpha = sum((k * x**k * d(y) * d(z) * (x + k) for k in range(2, 9)), start=0 * d(x) * d(y))
    alpha = alpha + d(x) * d(y)
    assert alpha.summary().startswith("dx∧dy") and len(alpha.summary()) < 60
    assert (x * d(y)).summary() == "x dy"
