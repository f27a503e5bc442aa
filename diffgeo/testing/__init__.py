"""Public tools for tests of geometric constructions: random data for property tests.

The strategies need Hypothesis (``pip install diffgeo-mechanics[testing]``), which is
imported when one of them is first used.

>>> from hypothesis import given
>>> from diffgeo import Manifold, check, d
>>> from diffgeo.testing import forms
>>> M = Manifold("M", "x y z")
>>> @given(forms(M, 1))
... def test_d_squared(alpha):
...     assert check(d(d(alpha)) == 0)
>>> test_d_squared()
"""

from __future__ import annotations

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
