"""Spaces of mechanics: Lagrange spaces on TM, and rheonomic geometry on TM × R.

A regular Lagrangian makes a geometry before any theory of constraints is chosen: a metric in the
fibres, a semispray, a nonlinear connection, and metrical connections with their curvatures.

**Main definitions.** `LagrangeSpace`, `LagrangeGeometry` and `LagrangeSystem` of `lagrange_spaces`;
`ProductStructure`, `RheonomicSystem`, `FrameConnection` and `EvolutionConnection` of
`rheonomic_geometry`.

**Main results.** All objects are defined without coordinates, and what a change of chart, frame,
unit of time or gauge does to each of them is a verdict (`behaviour`).

**Modules**, in the order of a book: `lagrange_spaces`, `rheonomic_geometry`.
"""
