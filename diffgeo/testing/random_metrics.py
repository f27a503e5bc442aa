"""Random tensors, metrics, coframes and linear connections for property tests."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any

from hypothesis import strategies as st

from diffgeo.calculus.derivations import d
from diffgeo.calculus.forms import Form
from diffgeo.calculus.requirements import require_manifold
from diffgeo.calculus.spaces import Manifold
from diffgeo.connections.linear_connections import LinearConnection
from diffgeo.metrics.pseudo_riemannian import Metric
from diffgeo.structures.tensors import Tensor
from diffgeo.testing.forms_on_other_spaces import everywhere
from diffgeo.testing.strategies import Strategy, functions, polynomials


@everywhere
def tensors(
    space: Manifold, kind: tuple[int, int], degree: int = 2, terms: int = 2, size: int = 4
) -> Strategy[Any]:
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
    draw: Any, space: Manifold, degree: int = 1, terms: int = 1, steps: int = 2
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
    draw: Any,
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
