"""A new kind of space in one file: quotients of a manifold by a finite group of symmetries."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diffgeo import (
    Manifold,
    Map,
    Status,
    bracket,
    check,
    cotangent,
    d,
    identity_map,
    interior,
    lie,
    product,
    tangent,
)
from diffgeo.bundles import (
    cotangent_map,
    cotangent_of,
    product_map,
    product_with,
    tangent_map,
    tangent_of,
)
from diffgeo.calculus import Represented
from diffgeo.errors import AxiomViolation, SpaceMismatch
from diffgeo.testing import forms, functions, vector_fields, vector_forms

# --- the new kind -----------------------------------------------------------------------


class Quotient:
    """M/G for a finite group G that acts on M; what lives on it are the invariants of G."""

    def __init__(self, cover: Manifold, group: Sequence[Map], name: str) -> None:
        self.cover, self.group, self.name = cover, tuple(group), name

    def __str__(self) -> str:
        return self.name

    def descend(self, thing: Any) -> Invariant:
        """An invariant form or field on M, as one on M/G."""
        if not check([g.pull(thing) == thing for g in self.group]):
            raise AxiomViolation(f"{thing} is not invariant, so it is nothing on {self}")
        return Invariant(self, thing)

    def average(self, thing: Any) -> Invariant:
        """The mean of the images of a form or field under the group."""
        images = [g.pull(thing) for g in self.group]
        return Invariant(self, sum(images[1:], start=images[0]) / len(images))

    def lifted(self, make: Callable[[Any], Any], make_map: Callable[[Any], Any]) -> Quotient:
        """The quotient of a bundle by the same group: ``T(M/G) = TM/G``."""
        return Quotient(make(self.cover), [make_map(g) for g in self.group], f"T({self})")

    @cached_property
    def tangent_bundle(self) -> Quotient:
        return self.lifted(tangent, tangent_map)

    @cached_property
    def cotangent_bundle(self) -> Quotient:
        return self.lifted(cotangent, cotangent_map)


class Invariant(Represented):
    """A form or field on M/G; whatever is done to it is done on M."""

    def __init__(self, space: Quotient, representative: Any) -> None:
        self.space, self.representative = space, representative

    def apply(self, operation: Callable[..., Any], *operands: Any) -> Invariant:
        return Invariant(self.space, operation(*map(self._lifted, operands)))

    def _lifted(self, operand: Any) -> Any:
        if not isinstance(operand, Invariant):
            return operand
        self._require_comparable(operand)
        return operand.representative

    def _require_comparable(self, other: Any) -> None:
        if isinstance(other, Invariant) and other.space is not self.space:
            raise SpaceMismatch(f"{self} and {other} live on different quotients")

    def _residuals(self, other: Any) -> list[tuple[str, Any]]:
        return list(self.representative._residuals(self._lifted(other)))

    @property
    def conditions(self) -> tuple[Any, ...]:
        return tuple(self.representative.conditions)

    def summary(self, width: int = 40) -> str:
        return str(self.representative.summary(width))

    def __str__(self) -> str:
        return f"[{self.representative}]"

    def latex(self) -> str:
        return rf"\left[{self.representative.latex()}\right]"


def quotient_product(*factors: Any, **options: Any) -> Quotient:
    """``(M/G) × N = (M × N)/G``."""
    (k, Q), = [(k, f) for k, f in enumerate(factors) if isinstance(f, Quotient)]  # fmt: skip
    P = product(*(Q.cover if j == k else f for j, f in enumerate(factors)), **options)
    others = [identity_map(f) for f in P.factors]
    group = [product_map(P, P, *others[:k], g, *others[k + 1 :]) for g in Q.group]
    return Quotient(P, group, " × ".join(map(str, factors)))


tangent_of.register(Quotient, lambda Q: Q.tangent_bundle)
cotangent_of.register(Quotient, lambda Q: Q.cotangent_bundle)
product_with.register(Quotient, lambda _: quotient_product)
forms.register(Quotient)(lambda Q, *options: forms(Q.cover, *options).map(Q.average))
vector_forms.register(Quotient)(lambda Q, *options: vector_forms(Q.cover, *options).map(Q.average))

# --- what it can do ---------------------------------------------------------------------

M = Manifold("M", "x y z", nonzero="z")
TURN, FLIP = (
    Map(M, M, images, inverse=images)
    for images in ({"x": "-x", "y": "-y", "z": "z"}, {"x": "x", "y": "y", "z": "-z"})
)
#: Half turns around an axis, and reflections in a plane that is left out.
Q = Quotient(M, [identity_map(M), TURN, FLIP, TURN @ FLIP], "Q")
x, y, z = M.coordinates


def test_it_has_the_calculus_of_invariants() -> None:
    f, X = Q.descend(x * y * z**2), Q.descend(M.vector_field(x="-y", y="x"))
    assert check(lie(X, f) == interior(X, d(f)))
    assert check(lie(X, f) == Q.descend((x**2 - y**2) * z**2))
    assert check(d(d(f)) == 0)
    refuted = check(d(f) == 2 * d(f))
    assert refuted.status is Status.REFUTED and "on Q" in str(refuted)
    assert str(f) == "[x*y*z**2]" and f.latex() == r"\left[x y z^{2}\right]"
    assert check(f / f == 1).status is Status.VERIFIED and (f / f).conditions


def test_only_invariants_live_on_it() -> None:
    for thing in (x, z, d(z), M.vector_field(x="1"), d(x) * d(y) * d(z)):
        with pytest.raises(AxiomViolation, match="not invariant"):
            Q.descend(thing)
    with pytest.raises(SpaceMismatch, match="different quotients"):
        Q.descend(x**2) + Quotient(M, Q.group, "K").descend(x**2)


@given(data=st.data())
def test_strategies_and_brackets(data: st.DataObject) -> None:
    X, Y = (data.draw(vector_fields(Q, 2, 2)) for _ in range(2))
    f, alpha = data.draw(functions(Q, 2, 2)), data.draw(forms(Q, 1, 2, 2))
    for thing in (X, Y, f, alpha):
        Q.descend(thing.representative)
    assert check(bracket(X, Y)(f) == X(Y(f)) - Y(X(f)))
    assert check(lie(X, d(alpha)) == d(lie(X, alpha)))
    value = bracket(X, Y)(f)
    assert check(value == 0) or not check(value == Y(X(f)) - X(Y(f)))


def test_bundles_and_products() -> None:
    TQ, phase = tangent(Q), cotangent(Q)
    assert tangent(Q) is TQ and TQ.cover is tangent(M)
    area = TQ.descend(TQ.cover["x"] * TQ.cover["ydot"] - TQ.cover["y"] * TQ.cover["xdot"])
    assert check(area == TQ.descend(TQ.cover.contract(x * d(y) - y * d(x))))
    assert check(d(d(phase.descend(phase.cover.liouville_form))) == 0)
    with pytest.raises(AxiomViolation):
        TQ.descend(TQ.cover["zdot"])
    P = product(Q, Manifold("N", "u"))
    assert str(P) == "Q × N"
    assert check(P.descend(P.cover["u"] * P.cover["x"] ** 2) == 0).status is Status.REFUTED
    with pytest.raises(AxiomViolation):
        P.descend(P.cover["x"])
