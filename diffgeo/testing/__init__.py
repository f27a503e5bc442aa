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

from typing import TYPE_CHECKING, Any

__all__ = [
    "automorphisms",
    "forms",
    "functions",
    "rationals",
    "sections",
    "vector_fields",
    "vector_forms",
]

if TYPE_CHECKING:
    from diffgeo.testing.strategies import (
        automorphisms,
        forms,
        functions,
        rationals,
        sections,
        vector_fields,
        vector_forms,
    )


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'diffgeo.testing' has no attribute {name!r}")
    from diffgeo.testing import strategies

    return getattr(strategies, name)
