"""Tests of geometric constructions: random data, and whether a construction is natural.

Strategies of Hypothesis make random objects of every kind with polynomial coefficients, on
manifolds and, where it makes sense, on level sets and atlases. `natural` asks whether a
construction commutes with changes of coordinates.

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

Definitions
-----------
Random object
    One with small rational coefficients; it shrinks to the simplest of its kind.
Kind of space
    A strategy is written for one chart. On an atlas it is that of one of the charts, and for other
    kinds of spaces it registers a function (`diffgeo.testing.any_space`).
Natural
    F is natural if ``F(φ^*data) = φ^*F(data)`` for every diffeomorphism φ.
Generic data
    Data whose components are undefined functions, of which all data of their kind are cases.

Parameters
----------
space, fibration, bundle, jets, level_set, source, target
    Where the objects live: any manifold, and other spaces where it makes sense.
degree, terms
    Coefficients are polynomials of at most this degree, with at most this many terms.
names
    The coordinates and parameters that may occur in them; all of the space, if it is not given.
steps
    How many elementary changes of coordinates are composed.
fixed, apart
    Coordinates that are not changed; and whether the others are changed by them alone.
form_degree, vector_degree, kind, rank, codimension, largest
    The degree, type (p, q), rank, … of the objects; the largest rank.
size
    How many components are not zero, at most.
signs
    Those that may occur on the diagonal of a metric.
bound
    The largest numerator.

Returns
-------
hypothesis.strategies.SearchStrategy
    For ``hypothesis.given``, or to be drawn from in ``hypothesis.strategies.composite``.

Results
-------
- Automorphisms and diffeomorphisms have exact inverses, so each random case is decided exactly.
- The elementary changes of coordinates generate the derivatives of all orders of all others: with
  generic data they answer for all changes and all data (`diffgeo.testing.generic_data`).

Modules
-------
1. Strategies: `any_space`; functions, forms, fields and multivectors in `strategies`; maps and
   changes of coordinates in `random_automorphisms`.
2. More of them: `random_metrics` (and tensors), `random_connections`, `random_fibrations`,
   `random_structures`.
3. Naturality: `pullback_of_anything`, `generic_data`, `naturality_counterexamples`, `naturality`.
4. Zero tests confirmed by a second method: `confirmed_zero_tests`.
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
