"""Random metrics, connections, projectors, tensors and semisprays on level sets.

The strategies of these names come here for a level set N. What they make is induced by random data
on the manifold around N, with a metric that is positive there, so that it is defined on all of N.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hypothesis import assume
from hypothesis import strategies as st

from diffgeo.bundles.tangents import TangentBundle
from diffgeo.calculus import linear_algebra as linear
from diffgeo.calculus.derivations import d
from diffgeo.calculus.vector_forms import VectorForm
from diffgeo.errors import DegreeMismatch, SpaceMismatch
from diffgeo.metrics.induced import InducedConnection, InducedMetric
from diffgeo.metrics.pseudo_riemannian import Metric
from diffgeo.structures.tensor_algebra import tensor, tensor_product
from diffgeo.structures.tensors import Tensor
from diffgeo.subsets.level_sets import LevelSet
from diffgeo.subsets.restrictions import Restriction
from diffgeo.subsets.tensors_on_sets import spanning_fields
from diffgeo.verdicts.verdict import check

Strategy = st.SearchStrategy


@st.composite
def metrics(
    draw: Any,
    N: LevelSet,
    degree: int = 1,
    terms: int = 1,
    steps: int = 1,
    signs: Sequence[int] = (1,),
) -> InducedMetric:
    """Metrics that metrics of the given signs (positive ones) around N induce."""
    from diffgeo.testing import random_metrics as riemannian

    return InducedMetric(N, draw(riemannian.metrics(N.space, degree, terms, steps, signs)))


@st.composite
def linear_connections(
    draw: Any, N: LevelSet, degree: int = 1, terms: int = 2, size: int = 4
) -> InducedConnection:
    """The tangential parts of random connections around N, with torsion in general."""
    from diffgeo.testing import random_metrics as riemannian

    ambient = draw(riemannian.linear_connections(N.space, degree, terms, size))
    return InducedConnection(N, ambient, _euclidean(N).projector)


@st.composite
def tensors(
    draw: Any, N: LevelSet, kind: tuple[int, int], degree: int = 2, terms: int = 2, size: int = 4
) -> Restriction:
    """Tensors of a type (p, q): of lower slots restrictions, of upper ones sums of products."""
    from diffgeo.testing import random_metrics as riemannian
    from diffgeo.testing.random_level_sets import tangent_fields

    upper, lower = kind
    if not upper:
        return N.restrict(draw(riemannian.tensors(N.space, kind, degree, terms, size)))
    parts = []
    for _ in range(draw(st.integers(1, 2))):
        factors = [tensor(draw(tangent_fields(N, 1, 1))) for _ in range(upper)]
        if lower:
            factors.append(draw(riemannian.tensors(N.space, (0, lower), degree, terms, 2)))
        parts.append(tensor_product(*factors) if len(factors) > 1 else factors[0])
    total: Tensor = sum(parts[1:], start=parts[0])
    return Restriction(N, total)  # tangent, as its factors are


@st.composite
def projectors(draw: Any, N: LevelSet, rank: int, degree: int = 1, terms: int = 1) -> Restriction:
    """Projectors of a rank in the tangent spaces of N, orthogonal for the Euclidean metric.

    The image is spanned by fields ``X + Σ f Y`` for tangent X, Y; where these are dependent, the
    projector is not defined.
    """
    from diffgeo.testing.strategies import functions

    if not 0 <= rank <= N.dimension:
        raise DegreeMismatch(
            f"a projector on {N.name} has a rank from 0 to {N.dimension}, not {rank}"
        )
    if rank == N.dimension:
        return N.restrict(N.space.identity)
    spanning, g = spanning_fields(N), _euclidean(N).ambient
    chosen = draw(st.permutations(range(len(spanning))))[:rank]
    fields = []
    for k in chosen:
        other = draw(st.sampled_from(spanning))
        fields.append(spanning[k] + draw(functions(N.space, degree, terms)) * other)
    result = 0 * N.space.identity
    if not fields:
        return N.restrict(result)
    gram = [[g(X, Y) for Y in fields] for X in fields]
    assume(not check(N.restrict(linear.determinant(gram)) == 0))
    inverse = linear.inverse(gram)
    for row, X in zip(inverse, fields, strict=True):
        for entry, Y in zip(row, fields, strict=True):
            result = result + (entry * g.flat(X)).tensor(Y)
    return N.restrict(result)


def semisprays(TN: LevelSet, degree: int = 2, terms: int = 2) -> Strategy[Restriction]:
    """Semisprays on the tangent bundle of a level set: ``JS = C`` there, and tangent to it.

    One around it less the acceleration along the gradients of the equations.
    """
    from diffgeo.testing import random_connections as connections

    return connections.semisprays(_tangent_bundle(TN), degree, terms).map(
        lambda S: _constrained(TN, S)
    )


def sprays(TN: LevelSet, degree: int = 1, terms: int = 2) -> Strategy[Restriction]:
    """Sprays on the tangent bundle of a level set: semisprays with ``[C, S] = S``."""
    from diffgeo.testing import random_connections as connections

    return connections.sprays(_tangent_bundle(TN), degree, terms).map(lambda S: _constrained(TN, S))


def _tangent_bundle(TN: LevelSet) -> TangentBundle:
    if not isinstance(TN.space, TangentBundle) or TN.below is None:
        raise SpaceMismatch(
            f"{TN.name} is not made by tangent(N), so it has no semisprays: give tangent(N)"
        )
    return TN.space


def _constrained(TN: LevelSet, S: VectorForm) -> Restriction:
    """A semispray around TN without the acceleration that leads out of it."""
    bundle, N = _tangent_bundle(TN), TN.below
    assert N is not None
    metric = _euclidean(N)
    inverse = linear.inverse(metric._products)
    rates = [S(bundle.contract(alpha)) for alpha in N.conormal]
    for row, rate in zip(inverse, rates, strict=True):
        for entry, beta in zip(row, N.conormal, strict=True):
            up = bundle.vertical_lift(metric.ambient.sharp(beta))
            S = S - rate * bundle.projection.pull(entry) * up
    return TN.restrict(S)


def _euclidean(N: LevelSet) -> InducedMetric:
    return InducedMetric(N, Metric.from_coframe([d(x) for x in N.space.coordinates]))
