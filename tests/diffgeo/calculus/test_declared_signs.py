"""Maps into charts with declared signs: against mpmath, and cases done by hand."""

from __future__ import annotations

import pickle
import random

import mpmath
import pytest

from diffgeo import (
    Fibration,
    Manifold,
    Map,
    Status,
    check,
    d,
    identity_map,
    inverse_map,
    product,
    submanifold,
)
from diffgeo.errors import Contradiction, OutsideDomain, Refusal

# --- an oracle -------------------------------------------------------------------------

#: Names of operations, as text, and on numbers.
UNARY = {
    "abs": ("abs({})", abs),
    "root": ("sqrt({})", lambda a: mpmath.sqrt(a)),
    "root of square": ("sqrt(({})**2)", abs),
    "logarithm": ("log({})", lambda a: mpmath.log(a)),
    "square": ("({})**2", lambda a: a * a),
    "inverse": ("1/({})", lambda a: 1 / a),
    "sign": ("sign({})", lambda a: mpmath.sign(a)),
    "quotient": ("abs({0})/({0})", lambda a: abs(a) / a),
}
BINARY = {
    "sum": ("({}) + ({})", lambda a, b: a + b),
    "difference": ("({}) - ({})", lambda a, b: a - b),
    "product": ("({})*({})", lambda a, b: a * b),
    "angle": ("atan2({}, {})", lambda a, b: mpmath.atan2(a, b)),
}


def random_tree(rng, names, depth):
    """A function as (text, value at a point)."""
    if not depth or rng.random() < 0.15:
        name = rng.choice(names)
        return name, lambda point: point[name]
    if rng.random() < 0.55:
        text, act = UNARY[rng.choice(sorted(UNARY))]
        inner, value = random_tree(rng, names, depth - 1)
        return text.format(inner), lambda point: act(value(point))
    text, act = BINARY[rng.choice(sorted(BINARY))]
    (left, first), (right, second) = (random_tree(rng, names, depth - 1) for _ in range(2))
    return text.format(left, right), lambda point: act(first(point), second(point))


IMAGES = (
    ("{u}", lambda u, v: u),
    ("-{u}", lambda u, v: -u),
    ("{u} - 1", lambda u, v: u - 1),
    ("{u}**2 + 1", lambda u, v: u**2 + 1),
    ("-{u}**2 - 1", lambda u, v: -(u**2) - 1),
    ("{u}*{v}", lambda u, v: u * v),
    ("1/{u}", lambda u, v: 1 / u),
    ("sqrt({u})", lambda u, v: mpmath.sqrt(u)),
    ("exp({u})", lambda u, v: mpmath.exp(u)),
    ("{u} + {v}", lambda u, v: u + v),
    ("-1", lambda u, v: mpmath.mpf(-1)),
)
SIGNS = ("positive", "negative", "", "")


def random_chart(rng, name, letters):
    coordinates = tuple(letters[: rng.randint(1, 3)])
    signs = {n: rng.choice(SIGNS) for n in (*coordinates, "m")}
    declared = {w: [n for n, s in signs.items() if s == w] for w in ("positive", "negative")}
    return Manifold(name, coordinates, "m", **declared), coordinates, signs


def holds(signs, point):
    wanted = {"positive": 1, "negative": -1}
    return all(not s or mpmath.sign(point[n]) == wanted[s] for n, s in signs.items())


def number(expression, point):
    """The value of a displayed function; None where a part of it is not real."""
    import sympy

    symbols = sorted(expression.free_symbols, key=str)
    values = [point[str(s)] for s in symbols]
    try:
        return mpmath.mpc(sympy.lambdify(symbols, expression, "mpmath")(*values))
    except AttributeError:  # mpmath has no polar angle of complex numbers
        return None


class NotDefined(Exception):
    """A map has no value at a point."""


def random_map(rng, M, inner, letters):
    """A map to M from a random chart, if there is one, and what it does to points."""
    N, outer, signs = random_chart(rng, letters, letters)
    chosen = {n: (rng.choice(IMAGES), rng.choice(outer), rng.choice(outer)) for n in inner}
    phi = Map(N, M, {n: t.format(u=u, v=v) for n, ((t, _), u, v) in chosen.items()})

    def image(point):
        values = {n: f(point[u], point[v]) for n, ((_, f), u, v) in chosen.items()}
        if any(mpmath.im(a) for a in values.values()):
            raise NotDefined
        return {**values, "m": point["m"]}

    return phi, outer, signs, image


def random_points(rng, names, signs):
    """Points with the declared signs."""
    for _ in range(25):
        size = rng.choice((1, 4))
        point = {n: mpmath.mpf(rng.randint(-97, 97) or 1) / 31 * size for n in (*names, "m")}
        turned = {n: abs(a) * (-1 if signs[n] == "negative" else 1) for n, a in point.items()}
        yield {n: turned[n] if signs[n] else a for n, a in point.items()}


def compare(rng):
    """How many points of a random pullback were compared; None if it was refused."""
    M, inner, theirs = random_chart(rng, "M", "xyz")
    text, value = random_tree(rng, [*inner, "m"], 3)
    try:
        phi, outer, ours, image = random_map(rng, M, inner, "uvw")
        pulled, go = phi.pull(M.function(text)), image
        if rng.random() < 0.4:
            psi, outer, signs, first = random_map(rng, phi.source, outer, "pqr")
            twice = rng.random() < 0.5
            pulled = psi.pull(pulled) if twice else (phi @ psi).pull(M.function(text))
            between, ours = ours, signs

            def go(point):
                middle = first(point)
                assert holds(between, middle) or not twice, f"{psi!r} at {point}"
                return image(middle)

    except Refusal:
        return None
    if str(pulled) == "0":
        return None
    N, shown, compared = pulled.space, pulled.to_sympy(), 0
    conditions = [(N.function(c.expression).to_sympy(), c.relation) for c in pulled.conditions]
    for point in random_points(rng, outer, ours):
        sizes = [(number(e, point), relation) for e, relation in conditions]
        if any(a is None or a.imag or (a.real <= 0 if r == ">" else not a) for a, r in sizes):
            continue
        try:
            there = go(point)
        except NotDefined:
            continue
        told = f"{text} at {there}: {pulled} where {pulled.conditions}, {phi!r}"
        assert holds(theirs, there), told
        expected, found = mpmath.mpc(value(there)), number(shown, point)
        assert abs(expected - found) < mpmath.mpf(10) ** -15 * (1 + abs(expected)), told
        compared += 1
    return compared


@pytest.mark.parametrize("seed", range(4))
def test_pullbacks_against_numbers(seed):
    """Where the listed conditions hold the image is in the chart, and the values agree."""
    rng = random.Random(seed)
    with mpmath.workdps(30):
        found = [compare(rng) for _ in range(50)]
    assert sum(1 for n in found if n) > 5


# --- by hand ---------------------------------------------------------------------------

M = Manifold("M", "x y", "m", positive="x m")


def chart(**declared):
    return Manifold("N", "u v", "m", **declared)


def conditions(thing):
    return {str(c) for c in thing.conditions}


def test_an_image_of_the_wrong_sign_is_refused_by_name():
    for image, word in (
        ("-u**2 - 1", "negative"),
        ("-u**2", "nowhere positive"),
        ("0", "0"),
        ("-1", "negative"),
        ("-exp(u)", "negative"),
    ):
        with pytest.raises(OutsideDomain, match=r"x is declared positive on M.* on N; ") as error:
            Map(chart(), M, {"x": image, "y": "v"})
        assert f"is {word} on N" in str(error.value)
    negative = Manifold("Q", "x", negative="x")
    with pytest.raises(OutsideDomain, match=r"x is declared negative on Q.* is positive on N"):
        Map(chart(), negative, {"x": "u**2 + 1"})
    with pytest.raises(OutsideDomain, match="x is declared different from zero on Q"):
        Map(chart(), Manifold("Q", "x", nonzero="x"), {"x": 0})
    with pytest.raises(Refusal, match="no real point"):
        Map(chart(), M, {"x": "u*v - u**2 - v**2", "y": "v"})
    with pytest.raises(OutsideDomain, match="x is declared positive on M"):
        submanifold(M, {"x": "-y**2 - 1"})


def test_an_image_of_the_declared_sign_asks_for_nothing():
    for image in ("u**2 + 1", "exp(u)", "3"):
        phi = Map(chart(positive="m"), M, {"x": image, "y": "v"})
        assert not phi.conditions and not phi.pull(M.function("sqrt(x**2)/x")).conditions
    ring = chart(positive="m u")
    assert not Map(ring, M, {"x": "u", "y": "v"}).conditions
    # The root carries its own condition.
    assert conditions(Map(ring, M, {"x": "sqrt(v)", "y": "v"})) == {"v > 0"}


def test_an_image_of_unknown_sign_is_a_condition():
    N = chart()
    phi = Map(N, M, {"x": "u", "y": "v"})
    assert conditions(phi) == {"u > 0", "m > 0"}
    for text, expected in (
        ("sqrt(x**2)", "u"),
        ("abs(x)", "u"),
        ("abs(x)/x", "1"),
        ("sqrt(m**2)*y", "m*v"),
        ("log(x)", "log(u)"),
    ):
        pulled = phi.pull(M.function(text))
        assert conditions(pulled) == {"u > 0", "m > 0"}
        verdict = check(pulled == N.function(expected))
        assert verdict.status is Status.VERIFIED
        assert {"u > 0", "m > 0"} == {str(c) for c in verdict.conditions}
        refuted = check(pulled == -N.function(expected))
        assert refuted.status is Status.REFUTED
        point = refuted.counterexample.point
        assert point.get("u", 1) > 0 and point.get("m", 1) > 0
    omega = phi.pull(d(M.function("x*abs(x)")))
    assert conditions(omega) == {"u > 0", "m > 0"} and check(omega == 2 * N["u"] * d(N["u"]))
    with pytest.raises(OutsideDomain, match="it needs u > 0"):
        phi.at(u=-1, v=0, m=1)
    assert phi.at(u=2, v=0, m=1)["x"] == 2


def test_conditions_of_denominators_are_multiplied_out():
    N = chart(positive="m")
    assert conditions(Map(N, M, {"x": "1/u", "y": "v"})) == {"u > 0"}
    assert conditions(Map(N, M, {"x": "u/v**2", "y": "v"})) == {"u > 0", "v != 0"}
    nonzero = Manifold("Q", "x", nonzero="x")
    pulled = Map(N, nonzero, {"x": "u"}).pull(nonzero.function("x/x"))
    assert conditions(pulled) == {"u != 0"}


def test_a_condition_of_a_map_says_nothing_about_other_functions():
    """Two charts of a line, x > 0 and x < 0, and a function whose sign is not known."""
    N = Manifold("N", "u")
    plus, minus = (Manifold(n, "x", **{n: "x"}) for n in ("positive", "negative"))
    right, left = (Map(N, chart, {"x": "u"}) for chart in (plus, minus))
    assert conditions(right) == {"u > 0"} and conditions(left) == {"-u > 0"}
    first, second = right.pull(plus.function("abs(x)")), left.pull(minus.function("abs(x)"))
    assert check(first == N["u"]) and check(second == -N["u"])
    assert str(N.function("abs(u)")) == "Abs(u)"
    assert not N.function("sqrt(u**2 + 1)").conditions and N["u"].at(u=-1) == -1
    # Nor does a root that needs the condition for itself, unless it is read with them.
    assert conditions(N.function("sqrt(u)")) == {"u > 0"}
    assert str(N.function("abs(u)")) == "Abs(u)"
    assert check(N.function("abs(u)*sqrt(u)") == N.function("u*sqrt(u)"))


def test_signs_that_conditions_imply_are_pulled_back():
    """Beside log(x) the absolute value of x is x, and is pulled back under that condition."""
    L, K = Manifold("L", "x y"), Manifold("K", "u v")
    phi = Map(K, L, {"x": "u", "y": "v"})
    for text, expected in (("sqrt(x**2)*log(x)", "u*log(u)"), ("abs(x)*log(x)/x", "log(u)")):
        pulled = phi.pull(L.function(text))
        assert conditions(pulled) == {"u > 0"} and check(pulled == K.function(expected))
    assert not phi.pull(L["y"]).conditions


def test_multiples_have_the_same_polar_angle():
    L = Manifold("L", "x y z")
    angle, turned = L.functions(["atan2(y, x)", "atan2(2*y, 2*x)"])
    assert conditions(turned) == conditions(angle) and check(turned == angle)
    assert not check(turned == 2 * angle)


def test_parameters_match_by_name():
    for declared, contrary in (("positive", "negative"), ("negative", "positive")):
        here, there = Manifold("M", "x", "m", **{declared: "m"}), chart(**{contrary: "m"})
        with pytest.raises(Contradiction, match=f"m is declared {declared} on M and {contrary} on"):
            Map(there, here, {"x": "u"})
        assert not Map(chart(**{declared: "m"}), here, {"x": "u"}).conditions
        # An image of the parameter settles it.
        image = {"positive": "m**2 + 1", "negative": "-m**2 - 1"}[declared]
        assert not Map(there, here, {"x": "u", "m": image}).conditions
        assert not Map(here, Manifold("P", "y", "m"), {"y": "x"}).conditions
    with pytest.raises(Contradiction):
        product(Manifold("A", "x", "m", positive="m"), Manifold("B", "y", "m", negative="m"))
    with pytest.raises(Contradiction, match="m is declared"):
        base = Manifold("B", "u", "m", negative="m")
        Fibration(Map(chart(positive="m"), base, {"u": "u"}))


def test_a_parameter_may_go_to_the_end_of_its_range():
    weightless = Map(chart(), M, {"x": "u**2 + 1", "y": "v", "m": 0})
    pulled = weightless.pull(M.function("abs(m)*x + y"))
    assert check(pulled == weightless.source["v"]) and not check(pulled == weightless.source["u"])
    with pytest.raises(OutsideDomain):
        weightless.pull(M.function("1/m"))
    with pytest.raises(OutsideDomain, match="m is declared positive on M"):
        Map(chart(), M, {"x": "u**2 + 1", "y": "v", "m": -1})


def test_compositions_and_inverses():
    R, P = Manifold("R", "t"), Manifold("P", "x", positive="x")
    phi = Map(R, P, {"x": "exp(t)"})
    assert not phi.conditions
    back = inverse_map(phi)
    assert not back.conditions and check(phi @ back == identity_map(P))
    assert not check(phi @ back == Map(P, P, {"x": "2*x"}))
    linear = Map(P, R, {"t": "3*x - 1"})
    psi = inverse_map(linear)
    assert conditions(psi) == {"t + 1 > 0"} and check(psi.pull(P["x"]) == R.function("(t + 1)/3"))
    assert not linear.pull(psi.pull(P.function("abs(x)"))).conditions
    Q = Manifold("Q", "s")
    along = psi @ Map(Q, R, {"t": "s**2"})
    assert not along.conditions
    assert conditions(psi @ Map(Q, R, {"t": "s"})) == {"s + 1 > 0"}


def test_fibrations_and_their_jets():
    total, base = Manifold("E", "t x", "m"), Manifold("B", "t", positive="t")
    pi = Fibration(Map(total, base, {"t": "t"}))
    assert conditions(pi.projection) == {"t > 0"}
    assert conditions(pi.projection.pull(base.function("abs(t)"))) == {"t > 0"}
    assert conditions(pi.projection.pull(base.form(1, {"t": 0}))) == {"t > 0"}


def test_compositions_are_defined_where_all_maps_are():
    """Also for functions on which the images do not depend, and in compositions of compositions."""
    Q, M = Manifold("Q", "w", parameters="a"), Manifold("M", "u v", parameters="a")
    N = Manifold("N", "x y", parameters="a", positive="y")
    P = Manifold("P", "p", parameters="a", negative="p")
    chi = Map(Q, M, {"u": "w", "v": "w**2 - 1"})
    psi, phi = Map(M, N, {"x": "u", "y": "u - v"}), Map(N, P, {"p": "x"})
    for function in P.functions(["a**3", "p"]):
        one_by_one = psi.pull(phi.pull(function))
        together = (phi @ psi).pull(function)
        assert conditions(together) == conditions(one_by_one) == {"u - v > 0", "-u > 0"}
        assert not check(together == one_by_one + 1)
        three = {conditions_of for conditions_of in map(str, chi.pull(one_by_one).conditions)}
        for whole in ((phi @ psi) @ chi, phi @ (psi @ chi), pickle.loads(pickle.dumps(phi @ psi))):
            if whole.source is Q:
                assert conditions(whole.pull(function)) == three and len(three) == 2
            else:
                assert conditions(whole.pull(whole.target.function("a"))) == conditions(together)
    back = Map(P, P, {"p": "1/p"}, inverse={"p": "1/p"})
    assert check((back @ back).inverse.pull(P["p"]) == P["p"])
