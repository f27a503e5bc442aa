"""Curvatures of Lagrange spaces: the blocks R, P, S, Ricci tensors, identities of Bianchi.

Of a random Lagrangian of degree 4 in positions and velocities, and of a metric of Randers, which
has a root. The answer is which of R, P, S and the Ricci tensors vanish; then whether all blocks of
both identities of Bianchi hold, and with a wrong sign. No peer has connections on a tangent bundle
that depend on the velocities.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from benchmarks.harness import Case, Contender, Instance

EXACT, GERMS = "exact ring", "germs"
#: The kind of Lagrangian, the dimension, and whether the identities are asked.
Data = tuple[str, int, bool]
POINTS = 8


def instances(quick: bool) -> list[Instance]:
    """In the plane exactly too, in three dimensions germs."""
    made = []
    for kind in ("quartic", "Randers"):
        for n in (2,) if quick else (2, 3):
            for identities in (False, True):
                what = "identities of Bianchi" if identities else "curvatures"
                made.append(
                    Instance(
                        f"{kind}, dimension {n}: {what}",
                        (kind, n, identities),
                        expected=(True, False) if identities else _vanishing(kind, n),
                        only=() if n == 2 else (GERMS,),
                        series=f"{kind}: {what}",
                        size=n,
                    )
                )
    # The exact ring is asked first.
    return sorted(made, key=lambda instance: bool(instance.only))


def _vanishing(kind: str, n: int) -> tuple[bool, ...]:
    """Of R, P, S and the contractions of R, P (two) and S: S of Finsler spaces in the plane."""
    indicatrix_is_a_curve = kind == "Randers" and n == 2
    return tuple(name == "S" and indicatrix_is_a_curve for name in "RPSRPPS")


def _loaded(data: Data) -> Data:
    import diffgeo.rings.exact
    import mechanics.spaces.lagrange_spaces  # loaded before the clock starts

    del diffgeo, mechanics
    return data


def _names(n: int) -> tuple[list[str], list[str]]:
    names = ["x", "y", "z"][:n]
    return names, [f"{name}dot" for name in names]


def _squared_length(n: int, function: Any) -> Any:
    names, velocities = _names(n)
    if n == 2:
        return function("xdot") ** 2 + function("ydot") ** 2
    terms = [
        (1 + function(names[(k + 1) % n]) ** 2) * function(velocities[k]) ** 2 for k in range(n)
    ]
    return sum(terms[1:], start=terms[0])


def _shift(n: int, function: Any) -> Any:
    names, velocities = _names(n)
    if n == 2:
        return function("y") * function("xdot") / 3
    terms = [function(names[(k + 1) % n]) * function(velocities[k]) / 3 for k in range(n)]
    return sum(terms[1:], start=terms[0])


def _quartic(names: Sequence[str]) -> str:
    """A random polynomial of degree 4, of eight terms, that is regular."""
    random = Random(5)
    terms = ["xdot**2", "ydot**2"]
    for _ in range(6):
        factors = sorted(random.choices(names, k=2) + random.choices(("xdot", "ydot"), k=2))
        terms.append(f"{random.randint(1, 9)}/7*{'*'.join(factors)}")
    return " + ".join(terms)


def _exact_space(data: Data) -> Any:
    from diffgeo import Manifold, tangent
    from mechanics.spaces.lagrange_spaces import LagrangeSpace

    TM = tangent(Manifold("M", _names(data[1])[0]))
    if data[0] == "quartic":
        return LagrangeSpace(TM.function(_quartic(TM.chart.coordinates))), data
    square, shift = (f(data[1], lambda name: TM[name]) for f in (_squared_length, _shift))
    return LagrangeSpace(TM.function(f"(sqrt({square}) + {shift})**2")), data


def _germ_space(data: Data) -> Any:
    from diffgeo import Manifold, tangent
    from diffgeo.rings.germs.germ_ring import GermRing
    from mechanics.spaces.lagrange_spaces import LagrangeSpace

    kind, n, _ = data
    names, velocities = _names(n)
    many = 4 * POINTS
    everywhere = GermRing([*names, *velocities], order=0, points=many, seed=5)
    root = everywhere.has_root(_squared_length(n, everywhere.generator)).ravel().tolist()
    keep = [good and sum(root[:i]) < POINTS for i, good in enumerate(root)]

    def ring(given: Any, parameters: Any = (), **_: Any) -> GermRing:
        whole = GermRing(given, order=7, points=many, seed=5, parameters=parameters)
        return whole.subset(keep)[0]

    TM = tangent(Manifold("M", names, ring=ring))
    germs = TM.chart.ring
    if kind == "quartic":
        return LagrangeSpace(TM.scalar(germs.random(3, degree=4))), data
    length = germs.sqrt(_squared_length(n, germs.generator))
    return LagrangeSpace(TM.scalar((length + _shift(n, germs.generator)) ** 2)), data


def _run(state: Any) -> tuple[bool, ...]:
    from diffgeo import check
    from mechanics.spaces.lagrange_spaces import BianchiIdentities

    space, (_, _, identities) = state

    def holds(statement: Any) -> bool:
        return bool(check(statement, counterexample=False))

    D = space.geometry.metrical
    if not identities:
        blocks = (D.curvature_R, D.curvature_P, D.curvature_S)
        traces = (D.ricci_R, D.ricci_P1, D.ricci_P2, D.ricci_S)
        return tuple(holds(T == 0) for T in (*blocks, *traces))
    made = BianchiIdentities(D)
    blocks = [*made.first.values(), *made.second.values()]
    totals = [(terms, sum(terms[1:], start=terms[0])) for terms in blocks]
    right = all(holds(total == 0) for _, total in totals)
    return right, any(holds(total == 2 * terms[-1]) for terms, total in totals[2:4])


def _answer(data: Data, result: tuple[bool, ...]) -> tuple[tuple[Any, ...], str]:
    return result, ""


CASE = Case(
    "lagrange",
    "Curvatures and identities of Bianchi of Lagrange spaces",
    instances,
    (
        Contender(GERMS, _loaded, _run, _answer, fresh=_germ_space, role="ours"),
        Contender(EXACT, _loaded, _run, _answer, fresh=_exact_space, role="ours"),
    ),
)
