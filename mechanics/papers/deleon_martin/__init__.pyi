from .ledger import LEDGER as LEDGER

TITLE: str
