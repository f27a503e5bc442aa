"""Every public operation keeps the conditions of its data, also of data that vanish.

The data are those of the statements of naturality, which are about every public operation. What
is read for the k-th datum gets a condition of its own, ``p (x + y + …) - 10⁶ != 0`` with a
prime p, which it needs no more than ``1/x - 1/x`` needs ``x != 0``.
"""

from __future__ import annotations

import re
from contextlib import contextmanager
from functools import cache

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from naturality import (  # noqa: F401
    atlases,
    bundles,
    connections,
    forms,
    lie_algebroids,
    maps,
    structures,
    submanifolds,
    tensors,
)
from naturality.registry import STATEMENTS
from naturality.spaces import M

from diffgeo import Identity, Map, Verdict, check
from diffgeo.calculus.forms import Form
from diffgeo.calculus.spaces import Manifold
from diffgeo.errors import AxiomViolation, NeedsSign, SingularSystem
from diffgeo.rings.expression import Expression
from diffgeo.testing import vector_fields
from diffgeo.verdicts.identities import Comparable
from diffgeo.verdicts.verdict import Status

PRIMES = (1009, 1013, 1019, 1021, 1031, 1033, 1039, 1049)


@contextmanager
def marked(prime, vanishing):
    """Whatever is read has the condition of that prime; vanishing forms and functions are zero."""
    functions, form = Manifold.functions, Manifold.form

    @cache
    def bit(chart):
        ring = chart.ring
        total = sum(map(ring.generator, chart.coordinates), start=ring.zero)
        return ring.domain.require("!=", prime * total - 10**6, "mark")

    def marked_functions(self, values):
        given = list(values)
        return [
            f if isinstance(value, Form) else self.scalar(f.element().under(bit(self.chart)))
            for value, f in zip(given, functions(self, given), strict=True)
        ]

    def marked_form(self, degree, coefficients):
        if not vanishing or not any(isinstance(c, Expression) for c in coefficients.values()):
            return form(self, degree, coefficients)
        return Form(self, degree, {}, bit(self.chart))

    def marked_function(self, value):
        if vanishing and isinstance(value, Expression):
            return Form(self, 0, {}, bit(self.chart))
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


def primes_of(things):
    """The primes in the conditions of things."""
    texts = {str(c) for thing in things for c in getattr(thing, "conditions", ())}
    numbers = {int(n) for text in texts for n in re.findall(r"\d+", text)} - {0}
    return {p for p in PRIMES if any(n % p == 0 for n in numbers)}


def drawn(strategy, prime, vanishing, examples):
    """A few examples, the last first."""
    found = []

    @settings(
        max_examples=examples,
        phases=[Phase.generate],
        database=None,
        derandomize=True,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(strategy)
    def draw(value):
        found.append(value)

    with marked(prime, vanishing):
        draw()
    return found[::-1]


def lost(operation, strategies, vanishing):
    """The primes that are lost in all of a few cases: along a constant map some conditions hold."""
    try:
        missing = lost_in(operation, strategies, vanishing, FEW)
    except (AxiomViolation, SingularSystem):
        return lost_in(operation, strategies, vanishing, MANY)
    return missing and lost_in(operation, strategies, vanishing, MANY)


def lost_in(operation, strategies, vanishing, number):
    examples = [drawn(s, p, vanishing, number) for s, p in zip(strategies, PRIMES, strict=False)]
    missing, refusal, judged = None, None, 0
    for data in zip(*examples, strict=False) if examples else [()]:
        try:
            found = lost_of(operation, data, vanishing)
        except (AxiomViolation, SingularSystem) as error:
            # Data that are drawn one by one need not fit.
            refusal = error
            continue
        missing = found if missing is None else missing & found
        judged += 1
        if not missing or judged == 3:
            return missing
    if missing is None:
        raise refusal
    return missing


def lost_of(operation, data, vanishing):
    """The primes of data that no part of the result has, and those that a verdict forgets."""
    results = parts(operation(*data))
    if any(isinstance(part, Verdict) and part.status is Status.REFUTED for part in results):
        return set()  # its conditions are those of the component that is not zero
    if not any(hasattr(part, "conditions") for part in results):
        return set()
    # What is zero, or a number, is pulled back along any map.
    given = [part for part in parts(data) if not (vanishing and isinstance(part, Map))]
    missing = primes_of(given) - primes_of(results)
    for part in results:
        if isinstance(part, Comparable):
            missing |= primes_of([part]) - primes_of([check(part == part)])
    return missing


#: So many examples are drawn at first, and where these do not settle it.
FEW, MANY = 2, 10
#: Operations that drop conditions, and why.
DROPPING = {
    "AtlasField.extends": "the smooth continuation to where something has cancelled",
    "Derivation.along": "the map alone",
    "to_galgebra": "the formulas as another program has them",
}

WITHOUT_GENERATORS = {
    "Distribution.annihilated_by": "where all generators vanish, nothing is left to have them",
}


@pytest.mark.parametrize("vanishing", [False, True], ids=["", "of-what-vanishes"])
@pytest.mark.parametrize("statement", STATEMENTS, ids=lambda statement: statement.label[:80])
def test_an_operation_keeps_the_conditions_of_its_data(statement, vanishing):
    reasons = DROPPING | (WITHOUT_GENERATORS if vanishing else {})
    if statement.names[0] in reasons:
        pytest.skip(reasons[statement.names[0]])
    try:
        missing = lost(statement.operation, statement.data, vanishing)
    except NeedsSign as error:
        pytest.skip(f"no root for these data: {error}")
    except (AxiomViolation, SingularSystem) as error:
        assert vanishing, error
        pytest.skip(f"no data of this kind vanish: {error}")
    assert not missing, f"the conditions with {missing} of {statement.label} are lost"


def test_what_is_written_anew_has_lost_them():
    def rewritten(X):
        return M.vector_field({name: str(f) for name, f in X.components.items()})

    assert lost(rewritten, [vector_fields(M, 2, 2)], False) == {PRIMES[0]}
    assert not lost(lambda X: X + X, [vector_fields(M, 2, 2)], False)


def comparable():
    """The classes of diffgeo whose objects are sides of identities on a manifold."""
    found, stack = [], [object]
    while stack:
        for cls in type.__subclasses__(stack.pop()):
            stack.append(cls)
            own = getattr(cls, "_residuals", Comparable._residuals) is not Comparable._residuals
            if str(cls.__module__).startswith("diffgeo.") and own:
                found.append(cls)
    return sorted(set(found), key=lambda cls: cls.__qualname__)


@pytest.mark.parametrize("cls", comparable(), ids=lambda cls: cls.__qualname__)
def test_what_can_be_compared_has_conditions(cls):
    assert hasattr(cls, "conditions"), f"a verdict on {cls.__name__} lists no conditions"
