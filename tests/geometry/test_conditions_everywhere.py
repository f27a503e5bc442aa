"""Every public operation keeps the conditions of its data, also of data that vanish.

The data are those of the statements of naturality, which are about every public operation. What
is read for the k-th datum gets a condition of its own, ``x + y + … - p != 0`` with a prime p,
which it needs no more than ``1/x - 1/x`` needs ``x != 0``.
"""

from __future__ import annotations

import re
from contextlib import contextmanager

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from naturality import (  # noqa: F401
    atlases,
    bundles,
    connections,
    forms,
    maps,
    structures,
    submanifolds,
    tensors,
)
from naturality.registry import STATEMENTS

from diffgeo import Identity, Verdict, check
from diffgeo.errors import DiffGeoError
from diffgeo.forms import Form
from diffgeo.rings.expression import Expression
from diffgeo.spaces import Manifold

PRIMES = (1009, 1013, 1019, 1021, 1031, 1033, 1039, 1049)


@contextmanager
def marked(prime, vanishing):
    """Whatever is read has the condition of that prime; vanishing forms and functions are zero."""
    functions, form = Manifold.functions, Manifold.form

    def bit(self):
        ring = self.chart.ring
        total = sum(map(ring.generator, self.chart.coordinates), start=ring.zero)
        return ring.domain.require("!=", total - prime, "mark")

    def marked_functions(self, values):
        given = list(values)
        return [
            f if isinstance(value, Form) else self.scalar(f.element().under(bit(self)))
            for value, f in zip(given, functions(self, given), strict=True)
        ]

    def marked_form(self, degree, coefficients):
        if not vanishing or not any(isinstance(c, Expression) for c in coefficients.values()):
            return form(self, degree, coefficients)
        return Form(self, degree, {}, bit(self))

    def marked_function(self, value):
        if vanishing and isinstance(value, Expression):
            return Form(self, 0, {}, bit(self))
        return marked_functions(self, [value])[0]

    patches = {"functions": marked_functions, "form": marked_form, "function": marked_function}
    with pytest.MonkeyPatch.context() as patch:
        for name, patched in patches.items():
            patch.setattr(Manifold, name, patched)
        yield


def parts(thing):
    """The objects that a result consists of."""
    if isinstance(thing, dict):
        thing = list(thing.values())
    if isinstance(thing, tuple | list):
        return [part for each in thing for part in parts(each)]
    return [check(thing, counterexample=False) if isinstance(thing, Identity) else thing]


def primes_of(conditions):
    numbers = [int(n) for c in conditions for n in re.findall(r"\d+", str(c)) if int(n)]
    return {p for p in PRIMES if any(n % p == 0 for n in numbers)}


def draw(strategy, prime, vanishing):
    found = []

    @settings(
        max_examples=10,
        phases=[Phase.generate],
        database=None,
        derandomize=True,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(strategy)
    def once(value):
        found.append(value)

    with marked(prime, vanishing):
        once()
    return found[-1]
