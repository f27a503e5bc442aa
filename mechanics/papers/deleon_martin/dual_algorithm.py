"""Section 5, last paragraph: the constraint algorithm on both sides of leg."""

from __future__ import annotations

from diffgeo import level_set
from mechanics.papers.deleon_martin.algorithm import Chain, constraint_algorithm
from mechanics.papers.deleon_martin.book import claim, once
from mechanics.papers.deleon_martin.legendre import legendre
from mechanics.papers.deleon_martin.singular import chain_of, small
from mechanics.papers.engine.claims import Judgement, Statement, fact, same
from mechanics.papers.engine.constrained_scene import Scene
from mechanics.papers.engine.terms import termwise


@once
def hamiltonian_chain(s: Scene) -> Chain:
    """The algorithm on J¹π^*, on its own; made once."""
    a = legendre(s)
    return constraint_algorithm(a.E_h, a.Z, a.phi)


@claim("DLMD-5.24", "algorithm", "theorem", "M_i = leg(P_i)", on="singular")
def sets_are_related(given: Scene) -> Judgement:
    """The algorithm is run on J¹π^* on its own; leg^* of its equations cut out the P_i."""
    sets: list[Statement] = []
    steps: list[Statement] = []
    first: list[Statement] = []
    for s in (small("determinate"), given):
        leg, ours, theirs = legendre(s).leg, chain_of(s), hamiltonian_chain(s)
        steps.append(same("steps", len(theirs.sets), len(ours.sets)))
        back = [
            level_set(s.J, [leg.pull(f) for f in M.equations], f"leg^-1(M_{i})")
            for i, M in enumerate(theirs.sets, start=1)
        ]
        sets += termwise(back, ours.sets)
        first.append(ours.final == back[0])
    return Judgement(
        printed={"as many sets": steps, "leg^-1(M_i) = P_i": sets},
        mutated={"M_1 = leg(P_f)": first},
        note="leg is a diffeomorphism here; it is used that it is onto leg(P_i) and one to one",
    )


@claim("DLMD-5.25", "algorithm", "theorem", "one stabilises iff the other does", on="singular")
def both_stabilise(given: Scene) -> Judgement:
    """Both ends at the same step, also where there is no solution."""
    found = [
        (chain_of(s), hamiltonian_chain(s))
        for s in (*map(small, ("isotropic", "determinate", "inconsistent")), given)
    ]
    return Judgement(
        printed={
            "both end empty, or none": [same("empty", b.empty, a.empty) for a, b in found],
            "after the same steps": [
                same("dimensions", b.dimensions, a.dimensions) for a, b in found
            ],
        },
        mutated={
            "all stabilise": [same("empty", b.empty, False) for _, b in found],
            "a step later": [
                fact("one step more", len(b.sets) == len(a.sets) + 1) for a, b in found
            ],
        },
    )
