from .engine.known_ledgers import ledger as ledger
from .engine.known_ledgers import ledger_of_file as ledger_of_file
from .engine.known_ledgers import titles as titles
