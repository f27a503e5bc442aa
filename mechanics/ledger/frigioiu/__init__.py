"""Frigioiu, Hedrih and Bîrsan, Lagrangian geometrical model of the rheonomic mechanical systems.

The claims of sections II (`preliminaries`, `connections`) so far, by their ids FHB-0 to FHB-16b.
"""

from __future__ import annotations

from mechanics.ledger.frigioiu import connections, preliminaries
from mechanics.ledger.frigioiu.book import LEDGER

__all__ = ["LEDGER", "connections", "preliminaries"]
