"""Section 3: the 12 entries of theorem 4, which are said not to be regular.

Of each the same is asked, at real and at complex points.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mechanics.papers.engine.claims import Judgement, Witness, fact, states
from mechanics.papers.senkerikova import classification as cases
from mechanics.papers.senkerikova import data
from mechanics.papers.senkerikova.book import claim, scene
from mechanics.papers.senkerikova.introduction import is_singular, sum_of_squares

if TYPE_CHECKING:
    from diffgeo import Form
    from mechanics.papers.senkerikova.scene import ConstraintScene

#: (D, E, F, G), as printed in Theorem 4 and again on p. 10.
ENTRIES = {
    "SEN-3.68": ("0", "0", "0", "0"),  # v2 = v3 = 0: affine, det M = m
    "SEN-3.69": ("D", "0", "0", "0"),  # v3 = 0 and v2 = √D |v1|: det M = m(1 + D)
    "SEN-3.70": ("0", "0", "F", "0"),  # v2 = 0 and v3 = √F |v1|: det M = m(1 + F)
    "SEN-3.71": ("D", "0", "-1 - D", "0"),  # v1² + v2² + v3² = 0
    # v2 = 0: one constraint in the plane of v1 and v3, det M = m(1 + F²v1²/P2).
    "SEN-3.72": ("0", "0", "F", "G"),
    "SEN-3.73": ("-1", "0", "0", "G"),  # v1² + v2² = 0
    "SEN-3.74": ("0", "0", "0", "G"),  # v2 = 0, v3 = √G: affine, det M = m
    "SEN-3.75": ("0", "0", "-1", "G"),  # v2 = 0, v1² + v3² = G: a circle, det M = m G/(G - v1²)
    # v3 = 0: one constraint in the plane of v1 and v2, det M = m(1 + D²v1²/P1).
    "SEN-3.76": ("D", "E", "0", "0"),
    "SEN-3.77": ("0", "E", "-1", "0"),  # v1² + v3² = 0
    "SEN-3.78": ("0", "E", "0", "0"),  # v3 = 0, v2 = √E: affine, det M = m
    "SEN-3.79": ("-1", "E", "0", "0"),  # v3 = 0, v1² + v2² = E: a circle, det M = m E/(E - v1²)
}
#: Those that are in no other one; their union is the list.
IRREDUNDANT = ("SEN-3.72", "SEN-3.76", "SEN-3.71", "SEN-3.73", "SEN-3.77")


def formula(entry: tuple[str, ...]) -> str:
    """The entry as a condition on D, E, F, G."""
    fixed = [f"{n} == {v}" for n, v in zip("DEFG", entry, strict=True) if n != v]
    return " and ".join(fixed) or "always"


def equations(entry: tuple[str, ...]) -> dict[str, str]:
    """The normal form with these coefficients; v = 0 where a radicand is 0 identically."""
    D, E, F, G = entry
    return {"ydot": _root(D, E), "zdot": _root(F, G)}


def _root(square: str, constant: str) -> str:
    terms = [*([f"({square})*xdot**2"] if square != "0" else [])]
    terms += [constant] if constant != "0" else []
    return f"sqrt({' + '.join(terms)})" if terms else "0"


def letters(entry: tuple[str, ...]) -> str:
    """The coefficients that are left."""
    return " ".join(n for n, v in zip("DEFG", entry, strict=True) if n == v)


def system(entry: tuple[str, ...]) -> ConstraintScene:
    """The scene of an entry, with functions of (t,q) for the coefficients that are left."""
    name = f"({', '.join(entry)})"
    return scene(data.classical(name, equations(entry), letters(entry)))


def determinant_of(entry: tuple[str, ...]) -> Form:
    """Det M of an entry."""
    return system(entry).determinant


#: Of the entries with real points: for which coefficients these exist (there the system is
#: regular at every point), and complex classes for some coefficients.
REGULAR: dict[str, tuple[str, dict[tuple[int, ...], str]]] = {
    "SEN-3.68": ("always", {(): "everywhere"}),
    "SEN-3.69": ("D >= 0", {(-1,): "nowhere", (-2,): "everywhere", (1,): "everywhere"}),
    "SEN-3.70": ("F >= 0", {(-1,): "nowhere", (-2,): "everywhere", (1,): "everywhere"}),
    "SEN-3.72": (
        "F > 0 or G > 0 or (F == 0 and G == 0)",
        {(-1, 0): "nowhere", (-1, 1): "everywhere", (2, 0): "everywhere", (1, 1): "open dense"},
    ),
    "SEN-3.74": ("G >= 0", {(0,): "everywhere", (-1,): "everywhere"}),
    "SEN-3.75": ("G > 0", {(0,): "nowhere", (1,): "everywhere", (-1,): "everywhere"}),
    "SEN-3.76": (
        "D > 0 or E > 0 or (D == 0 and E == 0)",
        {(-1, 0): "nowhere", (-1, 1): "everywhere", (2, 0): "everywhere", (1, 1): "open dense"},
    ),
    "SEN-3.78": ("E >= 0", {(0,): "everywhere", (-1,): "everywhere"}),
    "SEN-3.79": ("E > 0", {(0,): "nowhere", (1,): "everywhere", (-1,): "everywhere"}),
}
#: The coefficients for which these are singular at all complex points.
SINGULAR = {
    "SEN-3.69": "D = -1",
    "SEN-3.70": "F = -1",
    "SEN-3.72": "F = -1, G = 0",
    "SEN-3.75": "G = 0",
    "SEN-3.76": "D = -1, E = 0",
    "SEN-3.79": "E = 0",
}
#: Of the others: a sum of squares and a radicand, or two, that is 0 on Q.
ISOTROPIC = {
    "SEN-3.71": "v1^2 + v2^2 + v3^2 = 0",
    "SEN-3.73": "v1^2 + v2^2 = 0",
    "SEN-3.77": "v1^2 + v3^2 = 0",
}


_SQUARE = {"D": "SEN-3.69", "F": "SEN-3.70"}


def _few(id: str, field: str) -> Any:
    entry = ENTRIES[id]
    forms = equations(entry)
    return cases.few(letters(entry), forms["ydot"], forms["zdot"], field)


def regular_entry(id: str) -> Judgement:
    """Det M is m times 1 plus squares, or m where the roots do not depend on v1."""
    s, (points, classes) = system(ENTRIES[id]), REGULAR[id]
    real, over_C, names = _few(id, "real"), _few(id, "complex"), letters(ENTRIES[id]).split()
    found = {v: over_C.class_at({"m": 1, **dict(zip(names, v, strict=True))}) for v in classes}
    at, singular = ", ".join(names), SINGULAR.get(id)
    nowhere = f"for {singular} only" if singular else "for none of them"
    where = "all coefficients" if points == "always" else points
    return Judgement(
        printed={"det M = 0": Witness(s, is_singular)},
        corrected={
            "det M = m(1 + squares), not 0 at any real point": sum_of_squares(s),
            f"real, regular at every point: {points}": real.check(points),
            "real, all others: no points": real.check("always", "everywhere", "no points"),
            "complex": [
                fact(f"({at}) = {v}: {name}", found[v] == name, found[v])
                for v, name in classes.items()
            ],
        },
        correction=f"regular at every real point, and there are such points for {where}. Of "
        f"the complex systems it is regular nowhere {nowhere}. The polynomial of the proof is 0 "
        "for all of them, because it was multiplied by a radicand that is 0",
        readings={
            "singular at some real point": real.check("always", "open dense", "partly", "nowhere"),
            "complex, regular nowhere": fact(
                "for all coefficients", set(found.values()) == {"nowhere"}
            ),
            "complex, not regular at every point": fact(
                "for all coefficients", "everywhere" not in found.values()
            ),
        },
        consequence="the entry is to be struck from the list of Theorem 4",
        mutated={"det M = m(squares)": sum_of_squares(s, 0), "never a point": real.check("never")},
    )


def singular_entry(id: str, two: ConstraintScene) -> Judgement:
    """N is the zero polynomial; T is 0 on vectors along Q, which no real vector but 0 allows."""
    entry = ENTRIES[id]
    D, E, F, G = entry
    real, where = cases.two_roots(), formula(entry)
    N = two.function(cases.substituted(cases.N_TWO, entry))
    cleared = two.function(f"({cases.P1})*({cases.P2})")
    used = {"SEN-3.71": ("P1", "P2"), "SEN-3.73": ("P1",), "SEN-3.77": ("P2",)}[id]
    radicands = {"P1": f"({D})*xdot**2 + {E}", "P2": f"({F})*xdot**2 + {G}"}
    one_root = {"SEN-3.71": "DF", "SEN-3.73": "D", "SEN-3.77": "F"}[id]
    squares = two.function(" + ".join(["xdot**2", *(f"({radicands[p]})" for p in used)]))
    regular_too = cases.N_TWO.replace("(1 + D + F)", "(2 + D + F)")
    return Judgement(
        printed={
            "det M P1 P2 = m N": two.determinant * cleared
            == two.P["m"] * two.function(cases.N_TWO),
            "N = 0 for all v1": N == 0,
            "with one root, the other radicand 0 for all v1": [
                fact(
                    f"{letter} = -1 and the others 0: singular at all complex points",
                    _few(_SQUARE[letter], "complex").class_at({"m": 1, letter: -1}) == "nowhere",
                )
                for letter in one_root
            ],
            ISOTROPIC[id]: squares == 0,
            "no real points": cases.contained(real, where, "no points"),
        },
        condition=f"at complex points, and all of them; on Q is {ISOTROPIC[id]}, so that Q has no "
        "real points at which the roots are differentiable",
        without={
            "singular at real points": cases.contained(
                real, where, "open dense", "partly", "nowhere"
            ),
        },
        mutated={
            "N for 2 + D + F": two.function(cases.substituted(regular_too, entry)) == 0
            if id == "SEN-3.71"
            else two.function(
                cases.substituted(cases.N_TWO, tuple(v.replace("-1", "-2") for v in entry))
            )
            == 0,
            "det M = m N": two.determinant == two.P["m"] * two.function(cases.N_TWO),
        },
        note="over the reals the set of the printed equations is v1 = 0 with a root that is 0: no "
        "submanifold that is fibred over Y",
    )


def _claim(id: str) -> None:
    """The claim of an entry: regular where there are real points, or without any."""
    isotropic = id in ISOTROPIC

    @claim(
        id,
        "p. 8, Theorem 4, and p. 10",
        "theorem",
        on="two quadratic" if isotropic else "coefficients",
    )
    @states(f"(D,E,F,G) = ({', '.join(ENTRIES[id])}) is not regular")
    def entry(s: Any) -> Judgement:
        """Det M is m times 1 plus squares. The proof multiplies by a radicand that may be 0."""
        return singular_entry(id, s) if isotropic else regular_entry(id)


for _id in ENTRIES:
    _claim(_id)
