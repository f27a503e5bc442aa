"""Verdicts: what is stated, how it is decided, and what shows that it is false.

``==`` between geometric objects makes an `Identity`; `check` answers with a `Verdict`, whose
`Status` says how it is known and whose conditions say where.

**Main definitions.** `Comparable` and `Identity`, `check`, `Verdict`, `Status`, `Counterexample`.

**Main results.** PROVED holds on every manifold, VERIFIED exactly for these data, PROBED at random
exact points with a bound of the error. REFUTED has a `Counterexample`: a point, exact values of
both sides, and code that makes them again. UNKNOWN has a reason, and no truth value.

**Modules**, in the order of a book: `as_written` (statements in the words of
a program), `identities`, `verdict`, `counterexamples`, `statements` (an identity as Python code),
`explanations` (the steps in words).
"""

from __future__ import annotations

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
