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

from importlib import import_module
from typing import TYPE_CHECKING, Any

_HOME = {
    **dict.fromkeys(["automorphisms", "forms", "functions", "maps", "multivectors"], "strategies"),
    **dict.fromkeys(["rationals", "sections", "vector_fields", "vector_forms"], "strategies"),
    **dict.fromkeys(
        ["fibred_automorphisms", "projectable_fields", "vertical_fields"], "fibrations"
    ),
    **dict.fromkeys(["NaturalityCounterexample", "natural"], "naturality"),
}

__all__ = [
    "NaturalityCounterexample",
    "automorphisms",
    "fibred_automorphisms",
    "forms",
    "functions",
    "maps",
    "multivectors",
    "natural",
    "projectable_fields",
    "rationals",
    "sections",
    "vector_fields",
    "vector_forms",
    "vertical_fields",
]

if TYPE_CHECKING:
    from diffgeo.testing.fibrations import (
        fibred_automorphisms,
        projectable_fields,
        vertical_fields,
    )
    from diffgeo.testing.naturality import NaturalityCounterexample, natural
    from diffgeo.testing.strategies import (
        automorphisms,
        forms,
        functions,
        maps,
        multivectors,
        rationals,
        sections,
        vector_fields,
        vector_forms,
    )


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'diffgeo.testing' has no attribute {name!r}")
    return getattr(import_module(f"diffgeo.testing.{_HOME[name]}"), name)


def __dir__() -> list[str]:
    return __all__
