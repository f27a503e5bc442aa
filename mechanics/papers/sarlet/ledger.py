"""The ledger with all claims: a claim is bound to it when its module is imported."""

from mechanics.papers.engine.known_ledgers import read_claims
from mechanics.papers.sarlet.book import LEDGER as LEDGER

read_claims("mechanics.papers.sarlet")
