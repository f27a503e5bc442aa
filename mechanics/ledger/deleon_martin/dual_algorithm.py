"""Section 5, last paragraph: the constraint algorithm on both sides of leg."""

from __future__ import annotations

from typing import Any

from diffgeo import level_set
from mechanics.ledger.claims import Judgement, same
from mechanics.ledger.deleon_martin.algorithm import constraint_algorithm
from mechanics.ledger.deleon_martin.book import claim
from mechanics.ledger.deleon_martin.legendre import legendre
from mechanics.ledger.deleon_martin.singular import chain, small
from mechanics.ledger.scene import Scene


def _hamiltonian_chain(name: str) -> Any:
    s = small(name)
    a = legendre(s)
    return s, a, chain(name), constraint_algorithm(a.E_h, a.Z, a.phi)


@claim("DLMD-5.24", where="algorithm", kind="theorem", statement="M_i = leg(P_i)", on="none")
def sets_are_related(_: None) -> Judgement:
    """The algorithm is run on J¹π^* on its own; leg^* of its equations cut out the P_i."""
    printed, mutated = {}, {}
    for name in ("determinate", "partly determinate"):
        s: Scene
        s, a, ours, theirs = _hamiltonian_chain(name)
        printed[f"{name}: as many sets"] = same("steps", len(theirs.sets), len(ours.sets))
        for i, (P, M) in enumerate(zip(ours.sets, theirs.sets, strict=True), start=1):
            image = level_set(s.J, [a.leg.pull(f) for f in M.equations], f"leg^-1(M_{i})")
            printed[f"{name}: M_{i}"] = image == P
        mutated[f"{name}: M_1 = leg(P_f)"] = ours.final == level_set(
            s.J, [a.leg.pull(f) for f in theirs.sets[0].equations]
        )
    return Judgement(printed=printed, mutated=mutated)


@claim(
    "DLMD-5.25",
    where="algorithm",
    kind="theorem",
    statement="one stabilises iff the other does",
    on="none",
)
def both_stabilise(_: None) -> Judgement:
    """Both ends, also where there is no solution."""
    found = {
        name: _hamiltonian_chain(name) for name in ("isotropic", "determinate", "inconsistent")
    }
    return Judgement(
        printed={
            name: [
                same("empty", theirs.empty, ours.empty),
                same("dimensions", theirs.dimensions, ours.dimensions),
            ]
            for name, (_, _, ours, theirs) in found.items()
        },
        mutated={"all stabilise": [same("empty", x[3].empty, False) for x in found.values()]},
    )
