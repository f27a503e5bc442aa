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
    **dict.fromkeys(
        ["automorphisms", "diffeomorphisms", "forms", "functions", "maps"], "strategies"
    ),
    **dict.fromkeys(
        ["multivectors", "rationals", "sections", "vector_fields", "vector_forms"], "strategies"
    ),
    **dict.fromkeys(
        [
            "fibred_automorphisms",
            "fibred_diffeomorphisms",
            "fibred_maps",
            "projectable_fields",
            "vertical_fields",
        ],
        "fibrations",
    ),
    **dict.fromkeys(
        ["ehresmann_connections", "fibre_metrics", "frames", "nonlinear_connections"],
        "connections",
    ),
    **dict.fromkeys(["projectors", "second_order_fields", "semisprays", "sprays"], "connections"),
    **dict.fromkeys(["smooth_level_sets", "tangent_fields"], "level_sets"),
    **dict.fromkeys(["NaturalityCounterexample", "natural"], "naturality"),
    **dict.fromkeys(["Tally", "WrongAnswer", "checking_answers"], "answers"),
    **dict.fromkeys(
        [
            "almost_complex_structures",
            "contact_forms",
            "cosymplectic_structures",
            "distributions",
            "poisson_structures",
            "symplectic_structures",
        ],
        "structures",
    ),
    **dict.fromkeys(["coframes", "linear_connections", "metrics", "tensors"], "riemannian"),
}

__all__ = [
    "NaturalityCounterexample",
    "Tally",
    "WrongAnswer",
    "almost_complex_structures",
    "automorphisms",
    "checking_answers",
    "coframes",
    "contact_forms",
    "cosymplectic_structures",
    "diffeomorphisms",
    "distributions",
    "ehresmann_connections",
    "fibre_metrics",
    "fibred_automorphisms",
    "fibred_diffeomorphisms",
    "fibred_maps",
    "forms",
    "frames",
    "functions",
    "linear_connections",
    "maps",
    "metrics",
    "multivectors",
    "natural",
    "nonlinear_connections",
    "poisson_structures",
    "projectable_fields",
    "projectors",
    "rationals",
    "second_order_fields",
    "sections",
    "semisprays",
    "smooth_level_sets",
    "sprays",
    "symplectic_structures",
    "tangent_fields",
    "tensors",
    "vector_fields",
    "vector_forms",
    "vertical_fields",
]

if TYPE_CHECKING:
    from diffgeo.testing.answers import Tally, WrongAnswer, checking_answers
    from diffgeo.testing.connections import (
        ehresmann_connections,
        fibre_metrics,
        frames,
        nonlinear_connections,
        projectors,
        second_order_fields,
        semisprays,
        sprays,
    )
    from diffgeo.testing.fibrations import (
        fibred_automorphisms,
        fibred_diffeomorphisms,
        fibred_maps,
        projectable_fields,
        vertical_fields,
    )
    from diffgeo.testing.level_sets import smooth_level_sets, tangent_fields
    from diffgeo.testing.naturality import NaturalityCounterexample, natural
    from diffgeo.testing.riemannian import coframes, linear_connections, metrics, tensors
    from diffgeo.testing.strategies import (
        automorphisms,
        diffeomorphisms,
        forms,
        functions,
        maps,
        multivectors,
        rationals,
        sections,
        vector_fields,
        vector_forms,
    )
    from diffgeo.testing.structures import (
        almost_complex_structures,
        contact_forms,
        cosymplectic_structures,
        distributions,
        poisson_structures,
        symplectic_structures,
    )


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'diffgeo.testing' has no attribute {name!r}")
    return getattr(import_module(f"diffgeo.testing.{_HOME[name]}"), name)


def __dir__() -> list[str]:
    return __all__
