"""Every non-zero answer of the exact zero test confirmed by ball arithmetic.

>>> from diffgeo import Manifold, check
>>> from diffgeo.testing import checking_answers
>>> M = Manifold("M", "x y")
>>> x, y = M.coordinates
>>> with checking_answers() as tally:
...     verdict = check(x * y == y)
>>> tally.confirmed
1
"""

from __future__ import annotations

from diffgeo.rings.exact.confirmation import Tally, WrongAnswer, checking_answers

__all__ = ["Tally", "WrongAnswer", "checking_answers"]
