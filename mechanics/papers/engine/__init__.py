"""The engine that judges claims of papers.

**Main definitions.** `Ledger` and `Claim`: functions that state what is printed, bound to ids;
`run` computes their verdicts, on data that are seeded and shown.

**Main results.** No claim is believed without a control: the same check has to refute a mutated
form of it. A correction is believed only where the other readings of the print are refuted.

**Modules**, in the order of a book: `claims`, `index_balance`, `terms` (sums and identities
term by term), `known_ledgers`, `random_data`,
`coordinate_changes` (one that stands for all),
`metrical_coefficients` (of connections, as symbols for every dimension),
`constrained_scene` (the objects of a system, by definitions and by the library),
`counterexample_code`, `outcomes`, `judgement`, `outcome_report`, `recorded_outcomes`,
`verify_command`.
"""
