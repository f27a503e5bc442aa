"""The ledger with all claims: a claim is bound to it when its module is imported."""

from __future__ import annotations

from mechanics.papers.sarlet import (  # noqa: F401
    abstract,
    classical,
    connections,
    curvatures,
    dynamics,
    fields,
    nonlinear,
    nonlinear_classical,
    nonlinear_dynamics,
    nonlinear_tensors,
    theorems,
    theorems_of_equations,
)
from mechanics.papers.sarlet.book import LEDGER as LEDGER
