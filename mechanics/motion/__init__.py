"""Motion: numerical integration, pictures, and all floats of the library.

The functions of a derivation are compiled once, for the machine that is asked for, and integrated.
Nothing is decided here: ranks, signs and zeros come from the exact side, and an integration watches
the conditions that they left.

**Main definitions.** `simulate` and the `Trajectory` it gives, with how well constraints, energy
and conditions were kept; `CompiledMotion`, the equations as programs; `sweep`, many motions as one
labelled table.

**Main results.** Every condition is enclosed on each step, so that a singularity within a step is
located and the integration stops there. Initial states are put on the constraints, or refused.

**Modules**, in the order of a book: `given_values`, `right_hand_sides`, `compiled_motion`,
`initial_states`, `integration`, `event_location`, `impacts`, `simulation_on_states`, `simulation`,
`simulation_on_sets`, `simulation_on_atlases`, `enclosed_motion`,
`energy_drift`, `trajectory`, `trajectory_plot`, `ensemble_plot`, `surface_plot`,
`curves_in_charts`,
`spectrum_plot`, `poincare_sections`, `geometric_integrators`,
`integrator_laboratory`, `long_runs`, `moving_picture`, `animation`, `animation_page`;
`sweep_plan`, `batch_integration`, `events_of_many`, `watched_members`, `campaign_members`,
`campaign_lock`, `campaign_store`, `campaign`.
"""
