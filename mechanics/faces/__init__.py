"""Faces: the command line, and derivations written for readers.

Each verb of ``mechanics`` is a module; reports render what the chapters below have computed, as
text, LaTeX, JSON or Python code. Nothing is derived here.

**Modules**, in the order of a book: `command_line`, `derive_command`, `compare_command`,
`conservation_commands`, `geometry_command`, `regularity_command`, `question_commands`,
`stability_command`, `integrable_command`, `integrators_command`, `sweep_command`,
`rigorous_simulation`; `options` (those that several
commands have); `rendering` (what all reports have in common), `derivation_report`,
`hamiltonian_report`, `reduction_report`, `geometry_report`, `postulate_report`, `study_report`;
`mathematics` (formulas on pages), `sympy_results`;
`derivation_files` (derivations kept and read again), `progress`, `supervision` and
`bounded_commands` (limits of time and memory), `paper_list`; `question_words` and
`conveniences` (what a `System` and what is made of it offer of the chapters above them).
"""
