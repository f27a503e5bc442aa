"""Subsets: where equations hold, and geometry on them.

A submanifold may be given by equations that are solved (`submanifold`) or not (`level_set`,
`zero_set`, `LocallyClosedSet`). `Subset` is what is asked of any of them: what a form is there
(`restrict`), whether something vanishes on it or two things are the same there (verdicts), its
dimension, its conditions, a point with a certificate. Linear systems, inverses of maps and
distinctions of cases over parameters are questions about such sets, too.

**Main definitions.** `Subset` (the protocol), `EmbeddedSubset` (the image of an inclusion),
`LevelSet` (regular equations), `ZeroSet` (any equations, as a union of parts), `LocallyClosedSet`
(equations and one inequation), `FunctionOnSet` and `ZeroCases` (a function on a set with
parameters), `LinearSolution`; `Chain`, a sum of oriented cells, over which forms are integrated.

**Main results.** All sets are real: a factor without real zeros is no branch. Whether functions
agree is decided on the common real zeros of the equations. Integrals are exact, or enclosed, and
the theorem of Stokes is a verdict.

**Modules**, in the order of a book: `subset`, `submanifolds`, `factored_equations`, `level_sets`,
`restrictions`, `tensors_on_sets`, `zeros_by_cases`, `locally_closed`,
`embedded_subsets`, `varieties`, `linear_on_sets`, `inversion`, `zeros_by_branches`,
`isolated_zeros`, `overdetermined_zeros`, `domains`, `reduction_modulo_equations`, `chains`,
`pieces_of_cells`, `integrals`,
`enclosed_curves`,
`potentials`.
"""

from __future__ import annotations

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
