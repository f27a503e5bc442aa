"""What is true for reasons that the calculus does not know is never refuted.

Statements that hold in the only dimensions in which their hypotheses do, or since numbers are real,
or since nothing satisfies what is supposed; and ones beside them that are false.
"""

from __future__ import annotations

import pytest

from diffgeo import (
    Status,
    check,
    d,
    every_manifold,
    symbols_of_forms,
    symbols_of_functions,
    symbols_of_vector_fields,
    symbols_of_vector_forms,
)
from diffgeo.proofs import nondegenerate

X, xi = symbols_of_vector_fields("X xi")
f, g, h = symbols_of_functions("f g h")
a, b, eta = symbols_of_forms("a b eta", degree=1)
om = symbols_of_forms("om", degree=2)
s3 = symbols_of_forms("s3", degree=3)
A, B, J, K, M, P = symbols_of_vector_forms("A B J K M P", degree=1)
ID = every_manifold.identity

TRUE = [
    # dimension 1, 2, or an even one
    ([nondegenerate(a)], d(a) == 0),
    ([nondegenerate(a)], om == 0),
    ([nondegenerate(a, b)], s3 == 0),
    ([om == d(f) * d(g), nondegenerate(om)], s3 == 0),
    ([om == a * b, nondegenerate(om)], d(om) == 0),
    # vector spaces of finite dimension
    ([K @ M == ID], M @ K == ID),
    ([K @ M == ID, K(X) == 0], X == 0),
    ([P @ P == P, A @ B == P, B @ A == ID], P == ID),
    # real numbers, connected lines
    ([f * f + g * g == 0], f == 0),
    ([f * f * f == 1], f == 1),
    # nothing is like that
    ([A @ B - B @ A == ID], f == 0),
    ([nondegenerate(om), nondegenerate(a)], f == g),
    ([J @ J == -ID, nondegenerate(eta)], f == 0),
    ([J @ J == -ID, eta(xi) == 1, J(xi) == 0], f == 0),
    ([f * X == 0, X(f) == 1], g == 0),
    ([f * h == 1, f == 0], X == 0),
]


@pytest.mark.parametrize(("relations", "said"), TRUE, ids=lambda thing: str(thing)[:50])
def test_what_is_true_is_not_refuted(relations, said) -> None:
    assert check(said, assuming=relations, seconds=0.3).status is not Status.REFUTED


@pytest.mark.parametrize(
    ("relations", "said"),
    [
        ([nondegenerate(om)], d(om) == 0),
        ([nondegenerate(om), a * om == 0], a == 0),  # in dimension 2 all 3-forms vanish
        ([K @ M == K, K @ K == K], M @ K == K),
        ([f * f * f == f], f == 1),
        ([f * f + g * g == 1], f == 0),
        ([J @ J == ID, eta(xi) == 1, J(xi) == xi], eta(J(X)) == eta(X)),
        ([f * X == 0, X(g) == 1], g == 0),
    ],
    ids=lambda thing: str(thing)[:50],
)
def test_what_is_false_beside_it_is_refuted(relations, said) -> None:
    assert check(said, assuming=relations).status is Status.REFUTED
