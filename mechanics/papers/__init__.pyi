from .engine.finding import ledger as ledger
from .engine.finding import ledger_of_file as ledger_of_file
from .engine.finding import titles as titles
