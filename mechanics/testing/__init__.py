"""For tests: whether a theory of constraints is right, wrong theories, and random systems.

**Main definitions.** `check_theory` is the conformance test that every theory passes; its `Report`
has a line for each check and system. The strategies for random systems need Hypothesis
(``pip install diffgeo-mechanics[testing]``), which is imported when they are used.

**Main results.** The test can fail: each of the `wrong_theories` is refuted by it.

**Modules**, in the order of a book: `conformance`, `theory_checks`, `conformance_report`,
`groups_of_changes` and `naturality_of_theories` (the changes of coordinates), `variations`,
`standard_systems`, `systems_for_checks`, `random_systems`, `wrong_theories`.
"""

from __future__ import annotations

from typing import Any

import lazy_loader

_attached, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)


def __getattr__(name: str) -> Any:
    try:
        return _attached(name)
    except ModuleNotFoundError as error:
        if error.name != "hypothesis":
            raise
        message = f"{name} needs Hypothesis: pip install diffgeo-mechanics[testing]"
        raise ModuleNotFoundError(message, name=error.name) from None
