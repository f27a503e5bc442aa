"""The ledger with all claims: a claim is bound to it when its module is imported."""

from __future__ import annotations

from mechanics.papers.frigioiu import (  # noqa: F401
    connections,
    evolution,
    example,
    example_geometry,
    metrics,
    preliminaries,
    structures,
    systems,
    theorems,
)
from mechanics.papers.frigioiu.book import LEDGER as LEDGER
