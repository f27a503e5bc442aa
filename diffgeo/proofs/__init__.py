"""Identities of the Frölicher-Nijenhuis calculus, decided on every manifold at once.

Symbols of functions, forms, vector fields, vector-valued forms, multivectors and derivations stand
for arbitrary ones on a manifold of any dimension. ``d``, ``interior``, ``lie``, ``bracket``,
``decompose``, ``+ - *`` and ``@`` (composition) make expressions of them, and ``check`` answers

- PROVED if both sides have the same normal form, on every manifold of every dimension,
- REFUTED if concrete polynomial data on a manifold of small dimension contradict it,
- UNKNOWN otherwise.

Relations can be declared (``assuming=[P @ P == P]``): then PROVED and REFUTED are about all
data that satisfy them. With ``dimension=n`` an identity that is not proved is decided exactly
for all data in that dimension.

Source: of the calculus, Kolář, Michor and Slovák, Natural Operations in Differential Geometry
(1993), § 8.

>>> from diffgeo import check, d, interior, lie, symbols_of_forms, symbols_of_vector_forms
>>> X = symbols_of_vector_forms("X", degree=0)
>>> alpha = symbols_of_forms("alpha", degree=2)
>>> check(lie(X, alpha) == interior(X, d(alpha)) + d(interior(X, alpha))).status
<Status.PROVED: 'PROVED'>

Definitions
-----------
Symbol
    One name, what it is, and its degree (`symbols_of_forms`, `symbols_of_vector_forms`, …); it
    lives on `every_manifold`.
Normal form
    A sum of products of words of derivations applied to symbols, in a fixed order.
Consequence of a relation
    What the operations of the calculus make of it: derivations applied to it, products with forms,
    and ``i_R``, ``L_R`` in the place of derivations.
Certificate
    The lines of a proof: axioms, relations, and sums of multiples of lines, which end with the
    statement (`Certificate`).
Instance
    Polynomial data in the place of the symbols on R^n.

Degree
    An integer, or a polynomial in symbols of natural numbers (`symbols_of_degrees`).

Results
-------
- Every rule (`diffgeo.proofs.rules`) is a theorem on every manifold, so equal normal forms prove
  an identity; the proof names the rules that it used.
- An identity follows from relations if its sides differ by a combination of their consequences,
  or if what is proved so makes the difference vanish: its square, for functions, or its insertions
  into what is supposed to be non-degenerate. Lemmas that are proved are used as relations; some
  are found, as those by completion of the relations between (1,1) tensors.
- A statement in whose degrees are symbols is proved once for each way in which these are even or
  odd, which is for all numbers: a certificate knows the parities of such degrees and nothing else.
- However a proof was found, it is believed only if the checker accepts its certificate. The
  checker is one file that needs nothing but Python; its table has all axioms.
- An instance is checked exactly, with the relations; its code can be pasted and run.
- In one dimension, data whose coefficients are undefined functions answer for all data.

Modules
-------
1. Rules of the calculus and normal forms: `rules`, `normal_form`.
2. Symbols: their degrees (`symbolic_degrees`), the `constructions` that make one of others, how
   they are written (`symbolic_display`), `normal_forms_of_symbols`, `symbolic_objects`,
   `symbolic_multivectors`, `symbolic_operators`, `symbolic_maps`, `declared_symbols`; whole
   theories as symbols with relations, and families of unspecified size (`declared_theories`),
   linear connections and metrics (`declared_connections`).
3. Proofs from relations: `relations` and their consequences (`words`), `histories` of these,
   `hypotheses` that are no relations, their `instantiation`, `elimination`, `deduction`; lemmas on
   the way (`completion`, `suggestions`), `proving`, all in the `time_allowed`;
   `normal_form_display` and `proof_steps` for the reader. `certificates` of proofs: the `checker`,
   what writes for it (`certificate_lines`, `certificate_writer`), and `coq_export`. Statements
   about multivectors are words of operators (`multivector_terms`, `operator_words`,
   `proofs_by_words`).
4. Instances: `indeterminate_polynomials`, `source_code`, `dimensions`, `instances`,
   `instance_counterexamples`, random ones (`sampling`), and those that satisfy relations:
   `known_tensors`, `joint_tensors`, `standard_structures`, `standard_connections`,
   `automorphism_fields`, `models` with `pointwise_solutions`, by the `dependence` of relations on
   symbols.
5. Verdicts: `refutation` by a small instance, `degree_cases` where degrees are symbols, and the
   `decision` of all of it, in one dimension by `prolonged_relations`.
"""

from __future__ import annotations

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
