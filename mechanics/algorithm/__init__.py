"""The constraint algorithm, for singular Lagrangians and singular constraints.

Where the equations of motion have no solution, or many, the points of the constraint set at which
some motion is tangent to it are kept, again and again, until nothing changes.

**Main definitions.** `Reduction`, on J¹π and on its dual J¹π*; the algorithm of Gotay and Nester
without the second-order condition.

**Main results.** The sequence of sets ends in the final set, on which there is a motion, or in the
empty set; where equations factor, it goes on in each part of the union. On both sides of the
Legendre map the sequences are related by theorems, which are checked.

**Modules**, in the order of a book: `tangency_sequences`, `reductions`, `motions_on_jets`,
`constraint_algorithm`, `dual_reduction`, `precosymplectic`; `final_motion` (it as a theory).
"""
