"""The ledger with all claims: a claim is bound to it when its module is imported."""

from __future__ import annotations

from mechanics.papers.miron_niminet import (  # noqa: F401
    almost_symplectic,
    bianchi,
    bundle,
    classical,
    connection,
    curvatures,
    deflections,
    equivalence,
    finslerian,
    friction,
    gravitation,
    introduction,
    lagrangians,
    maxwell,
    metrical_connection,
    passage,
    semispray,
    structure_equations,
    theorems,
    transformed,
    transformed_system,
)
from mechanics.papers.miron_niminet.book import LEDGER as LEDGER
