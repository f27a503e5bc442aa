"""The model: a constrained Lagrangian system, and what is known of it without a theory.

A system is a fibration π: E → R over time, a Lagrangian on J¹π, forces, and constraints: functions
on J¹π that vanish on the motions.

**Main definitions.** `System`, read from text, from a TOML file, from the gallery, or made of forms
on given jets; its constraint set Q in J¹π; the Cartan form, the Euler-Lagrange field and regularity
of a Lagrangian; constraints solved for velocities as sections (`JetSection`).

**Main results.** Consistency, redundancy and rank of constraints are decided exactly on Q, with
conditions on the parameters; an inconsistent set is refused by name.

**Modules**, in the order of a book: `systems`, `system_files`, `pictures`,
`sympy_systems` (what SymPy objects become), `formulas`,
`geometric_data` (what a theory may ask for besides), `extended_jets` (variables beside the motion),
`systems_on`, `second_order_systems`, `systems_on_atlases`, `gallery`,
`lagrangian`, `constraint_set`, `velocity_choice`, `parametrisation`,
`constraint_sections`, `sections` (families of velocities with constants),
`admissible_velocities`, `families_of_states`, `solved_levels` (of functions), `special_parameters`,
`slices`, `autonomous`,
`coefficient_functions` (what a system suggests for an ansatz), `angles`; `plain_answers`, and
`added_words` (what higher chapters add).
"""

from __future__ import annotations

import lazy_loader  # type: ignore[import-untyped]

# `mechanics.gallery` is found here, whatever was imported before.
__getattr__, __dir__, _ = lazy_loader.attach(__name__, ["gallery"])
