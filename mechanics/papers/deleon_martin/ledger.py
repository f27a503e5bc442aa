"""The ledger with all claims: a claim is bound to it when its module is imported."""

from mechanics.papers.deleon_martin.book import LEDGER as LEDGER
from mechanics.papers.engine.known_ledgers import read_claims

read_claims("mechanics.papers.deleon_martin")
