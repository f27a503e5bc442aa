"""Random tensors, metrics, coframes and linear connections for property tests."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from hypothesis import strategies as st

from diffgeo.calculus.derivations import d
from diffgeo.calculus.forms import Form
from diffgeo.calculus.requirements import require_manifold
from diffgeo.calculus.spaces import Manifold
from diffgeo.connections.linear_connections import LinearConnection
from diffgeo.metrics.induced import InducedConnection, InducedMetric
from diffgeo.metrics.pseudo_riemannian import Metric
from diffgeo.structures.tensor_algebra import tensor, tensor_product
from diffgeo.structures.tensors import Tensor
from diffgeo.subsets.level_sets import LevelSet
from diffgeo.subsets.restrictions import Restriction
from diffgeo.testing.any_space import Varied, everywhere
from diffgeo.testing.strategies import Strategy, functions, polynomials, tangent_fields


@everywhere
def tensors(
    space: Manifold, kind: tuple[int, int], degree: int = 2, terms: int = 2, size: int = 4
) -> Varied:
    """Tensors of a type (p, q) with polynomial components, at most ``size`` of them not zero.

    On an atlas they are given in one chart, like forms.
    """
    require_manifold(space, "make random tensors on")
    indices = list(product(space.chart.coordinates, repeat=sum(kind)))
    components = st.dictionaries(
        st.sampled_from(indices), polynomials(space.chart.coordinates, degree, terms), max_size=size
    )
    return components.map(lambda given: Tensor.from_components(space, kind, given))


@everywhere
def linear_connections(
    space: Manifold, degree: int = 1, terms: int = 2, size: int = 4
) -> Strategy[LinearConnection]:
    """Linear connections with polynomial coefficients, with torsion in general."""
    require_manifold(space, "make random connections on")
    return tensors(space, (1, 2), degree, terms, size).map(
        lambda T: LinearConnection.from_coefficients(space, T.components)
    )


@everywhere
@st.composite
def coframes(
    draw: st.DrawFn, space: Manifold, degree: int = 1, terms: int = 1, steps: int = 2
) -> tuple[Form, ...]:
    """Bases of the 1-forms: the coordinate differentials changed by elementary steps.

    A step adds a polynomial multiple of one 1-form to another, or multiplies one by
    ``1 + x²`` (x a coordinate), so that the coframe is one everywhere.
    """
    require_manifold(space, "make random coframes on")
    forms = [d(x) for x in space.coordinates]
    places = st.integers(0, len(forms) - 1)
    for _ in range(draw(st.integers(0, steps))):
        target, source = draw(places), draw(places)
        if target == source:
            forms[target] = (1 + space.coordinates[draw(places)] ** 2) * forms[target]
        else:
            forms[target] = forms[target] + draw(functions(space, degree, terms)) * forms[source]
    return tuple(forms)


@everywhere
@st.composite
def metrics(
    draw: st.DrawFn,
    space: Manifold,
    degree: int = 1,
    terms: int = 1,
    steps: int = 2,
    signs: Sequence[int] = (1, -1),
) -> Metric:
    """Metrics of every signature (of the given signs), oriented, diagonal or not."""
    coframe = draw(coframes(space, degree, terms, steps))
    chosen = [draw(st.sampled_from(list(signs))) for _ in coframe]
    return Metric.from_coframe(coframe, chosen)


# --- level sets: what data around them induce, with metrics that are positive there ----------


@metrics.register(LevelSet)
@st.composite
def _metrics_on_a_level_set(
    draw: st.DrawFn,
    N: LevelSet,
    degree: int = 1,
    terms: int = 1,
    steps: int = 1,
    signs: Sequence[int] = (1,),
) -> InducedMetric:
    """Metrics that metrics of the given signs (positive ones) around N induce."""
    return InducedMetric(N, draw(metrics(N.space, degree, terms, steps, signs)))


@linear_connections.register(LevelSet)
@st.composite
def _linear_connections_on_a_level_set(
    draw: st.DrawFn, N: LevelSet, degree: int = 1, terms: int = 2, size: int = 4
) -> InducedConnection:
    """The tangential parts of random connections around N, with torsion in general."""
    ambient = draw(linear_connections(N.space, degree, terms, size))
    return InducedConnection(N, ambient, euclidean(N).projector)


@tensors.register(LevelSet)
@st.composite
def _tensors_on_a_level_set(
    draw: st.DrawFn,
    N: LevelSet,
    kind: tuple[int, int],
    degree: int = 2,
    terms: int = 2,
    size: int = 4,
) -> Restriction:
    """Tensors of a type (p, q): of lower slots restrictions, of upper ones sums of products."""
    upper, lower = kind
    if not upper:
        return N.restrict(draw(tensors(N.space, kind, degree, terms, size)))
    parts = []
    for _ in range(draw(st.integers(1, 2))):
        factors = [tensor(draw(tangent_fields(N, 1, 1))) for _ in range(upper)]
        if lower:
            factors.append(draw(tensors(N.space, (0, lower), degree, terms, 2)))
        parts.append(tensor_product(*factors) if len(factors) > 1 else factors[0])
    total: Tensor = sum(parts[1:], start=parts[0])
    return Restriction(N, total)  # tangent, as its factors are


def euclidean(N: LevelSet) -> InducedMetric:
    """The metric that the Euclidean one of the coordinates around a level set induces."""
    return InducedMetric(N, Metric.from_coframe([d(x) for x in N.space.coordinates]))
