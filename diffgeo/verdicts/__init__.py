"""Verdicts: what is stated, how it is decided, and what shows that it is false.

``==`` between geometric objects makes an `Identity`; `check` answers with a `Verdict`, whose
`Status` says how it is known (PROVED, VERIFIED, PROBED, REFUTED, UNKNOWN) and whose conditions say
where. A refutation has a `Counterexample`: a point, exact values of both sides, and code that makes
them again. `explanations` tells the steps in words.
"""

from __future__ import annotations

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
