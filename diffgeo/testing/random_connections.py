"""Hypothesis strategies for second-order fields, projectors, connections and frames.

Coefficients are polynomials; ``degree`` and ``terms`` are as in `diffgeo.testing.strategies`.
Everything shrinks to the simplest object of its kind: free motion, coordinate projectors,
flat connections, coordinate frames.
"""

from __future__ import annotations

from itertools import combinations_with_replacement

from hypothesis import assume
from hypothesis import strategies as st

from diffgeo.bundles.fibrations import Fibration
from diffgeo.bundles.frames import Frame
from diffgeo.bundles.jets import JetSpace
from diffgeo.bundles.tangents import TangentBundle
from diffgeo.calculus import linear_algebra as linear
from diffgeo.calculus.derivations import d
from diffgeo.calculus.forms import Form
from diffgeo.calculus.maps import Map
from diffgeo.calculus.requirements import require_manifold
from diffgeo.calculus.spaces import Manifold
from diffgeo.calculus.vector_forms import VectorForm
from diffgeo.connections import EhresmannConnection, NonlinearConnection
from diffgeo.errors import DegreeMismatch, SpaceMismatch
from diffgeo.structures.tensor_algebra import tensor_product
from diffgeo.structures.tensors import Tensor
from diffgeo.subsets.level_sets import LevelSet
from diffgeo.subsets.restrictions import Restriction
from diffgeo.subsets.tensors_on_sets import spanning_fields
from diffgeo.testing.any_space import everywhere
from diffgeo.testing.random_metrics import euclidean
from diffgeo.testing.strategies import functions, vector_forms
from diffgeo.verdicts.verdict import check

Strategy = st.SearchStrategy


@everywhere
@st.composite
def semisprays(
    draw: st.DrawFn, bundle: TangentBundle, degree: int = 2, terms: int = 2
) -> VectorForm:
    """Semisprays on TM, ``JS = C``."""
    _require_tangent(bundle)
    names = bundle.base_space.chart.coordinates
    return bundle.semispray({q: draw(functions(bundle, degree, terms)) for q in names})


@everywhere
@st.composite
def sprays(draw: st.DrawFn, bundle: TangentBundle, degree: int = 1, terms: int = 2) -> VectorForm:
    """Sprays on TM: semisprays with ``[C, S] = S``; accelerations quadratic in velocities."""
    _require_tangent(bundle)
    base = bundle.base_space
    pairs = list(combinations_with_replacement(bundle.velocities, 2))

    def acceleration() -> Form:
        result = bundle.function(0)
        for u, w in draw(st.lists(st.sampled_from(pairs), max_size=terms)):
            result = result + bundle.projection.pull(draw(functions(base, degree, 1))) * u * w
        return result

    return bundle.semispray({q: acceleration() for q in base.chart.coordinates})


@everywhere
@st.composite
def second_order_fields(
    draw: st.DrawFn, jets: JetSpace, degree: int = 2, terms: int = 2
) -> VectorForm:
    """Second-order fields on J¹π, ``SΓ = 0`` and ``dt(Γ) = 1``."""
    names = jets.fibration.fibre_names
    return jets.second_order_field({q: draw(functions(jets, degree, terms)) for q in names})


@everywhere
@st.composite
def projectors(
    draw: st.DrawFn, space: Manifold, rank: int, degree: int = 1, terms: int = 1
) -> VectorForm:
    """Projectors P of a rank: a coordinate projector conjugated by unipotent tensors.

    Neither image nor kernel is involutive in general.
    """
    require_manifold(space, "make random projectors on")
    if not 0 <= rank <= space.dimension:
        raise DegreeMismatch(
            f"a projector on {space} has a rank from 0 to {space.dimension}, not {rank}"
        )
    axes = list(zip(space.coordinates, space.frame, strict=True))[:rank]
    P = 0 * space.identity
    for x, X in axes:
        P = P + d(x).tensor(X)
    for _ in range(2):
        # N maps the image to the kernel, so N∘N = 0 and id + N has the inverse id - N.
        N = (space.identity - P) @ draw(vector_forms(space, 1, degree, terms)) @ P
        P = space.identity - (P + N)
    return P


@everywhere
@st.composite
def ehresmann_connections(
    draw: st.DrawFn, fibration: Fibration, degree: int = 2, terms: int = 2
) -> EhresmannConnection:
    """Connections on a fibration, as from horizontal lifts with polynomial coefficients."""
    return EhresmannConnection.from_coefficients(
        fibration, draw(_coefficients(fibration.projection, fibration.fibre_names, degree, terms))
    )


@everywhere
@st.composite
def nonlinear_connections(
    draw: st.DrawFn, bundle: TangentBundle, degree: int = 2, terms: int = 1
) -> NonlinearConnection:
    """Nonlinear connections on TM; mostly with torsion and tension."""
    _require_tangent(bundle)
    velocities = tuple(bundle.velocity_names.values())
    return NonlinearConnection.from_coefficients(
        bundle, draw(_coefficients(bundle.projection, velocities, degree, terms))
    )


@everywhere
@st.composite
def fibre_metrics(
    draw: st.DrawFn, bundle: TangentBundle, degree: int = 1, terms: int = 1
) -> Tensor:
    """Metrics in the fibres of TM, of determinant ±1; mostly of no Lagrangian, and indefinite."""
    _require_tangent(bundle)
    base = bundle.base_space
    forms = []
    for a, x in enumerate(base.coordinates):
        form = d(bundle.projection.pull(x))
        for y in base.coordinates[a + 1 :]:
            form = form + draw(functions(bundle, degree, terms)) * d(bundle.projection.pull(y))
        forms.append(form)
    signs = draw(st.lists(st.sampled_from([1, -1]), min_size=len(forms), max_size=len(forms)))
    squares = [c * tensor_product(f, f) for c, f in zip(signs, forms, strict=True)]
    return sum(squares[1:], start=squares[0])


@everywhere
@st.composite
def frames(draw: st.DrawFn, space: Manifold, degree: int = 1, terms: int = 1) -> Frame:
    """Moving frames; mostly with structure functions that are not constant."""
    require_manifold(space, "make random frames on")
    fields = list(space.frame)
    for order in (1, -1):
        for a, X in list(enumerate(fields))[::order]:
            for b in range(a) if order > 0 else range(a + 1, len(fields)):
                X = X + draw(functions(space, degree, terms)) * fields[b]
            fields[a] = X
    return Frame(space, fields)


def _require_tangent(bundle: object) -> None:
    if not isinstance(bundle, TangentBundle):
        raise SpaceMismatch(f"{bundle} is no tangent bundle: use tangent(M)")


def _coefficients(
    projection: Map, fibre: tuple[str, ...], degree: int, terms: int
) -> Strategy[dict[str, dict[str, Form]]]:
    row = st.fixed_dictionaries(
        {
            x: functions(projection.source, degree, terms)
            for x in projection.target.chart.coordinates
        }
    )
    return st.fixed_dictionaries(dict.fromkeys(fibre, row))


# --- level sets -----------------------------------------------------------------------------


@projectors.register(LevelSet)
@st.composite
def _projectors_on_a_level_set(
    draw: st.DrawFn, N: LevelSet, rank: int, degree: int = 1, terms: int = 1
) -> Restriction:
    """Projectors of a rank in the tangent spaces of N, orthogonal for the Euclidean metric.

    The image is spanned by fields ``X + Σ f Y`` for tangent X, Y; where these are dependent, the
    projector is not defined.
    """
    if not 0 <= rank <= N.dimension:
        raise DegreeMismatch(
            f"a projector on {N.name} has a rank from 0 to {N.dimension}, not {rank}"
        )
    if rank == N.dimension:
        return N.restrict(N.space.identity)
    spanning, g = spanning_fields(N), euclidean(N).ambient
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


@semisprays.register(LevelSet)
def _semisprays_on_a_level_set(
    TN: LevelSet, degree: int = 2, terms: int = 2
) -> Strategy[Restriction]:
    """Semisprays on the tangent bundle of a level set: ``JS = C`` there, and tangent to it.

    One around it less the acceleration along the gradients of the equations.
    """
    return semisprays(_bundle_around(TN), degree, terms).map(lambda S: _constrained(TN, S))


@sprays.register(LevelSet)
def _sprays_on_a_level_set(TN: LevelSet, degree: int = 1, terms: int = 2) -> Strategy[Restriction]:
    """Sprays on the tangent bundle of a level set: semisprays with ``[C, S] = S``."""
    return sprays(_bundle_around(TN), degree, terms).map(lambda S: _constrained(TN, S))


def _bundle_around(TN: LevelSet) -> TangentBundle:
    if not isinstance(TN.space, TangentBundle) or TN.below is None:
        raise SpaceMismatch(
            f"{TN.name} is not made by tangent(N), so it has no semisprays: give tangent(N)"
        )
    return TN.space


def _constrained(TN: LevelSet, S: VectorForm) -> Restriction:
    """A semispray around TN without the acceleration that leads out of it."""
    bundle, N = _bundle_around(TN), TN.below
    assert N is not None
    metric = euclidean(N)
    inverse = linear.inverse(metric._products)
    rates = [S(bundle.contract(alpha)) for alpha in N.conormal]
    for row, rate in zip(inverse, rates, strict=True):
        for entry, beta in zip(row, N.conormal, strict=True):
            up = bundle.vertical_lift(metric.ambient.sharp(beta))
            S = S - rate * bundle.projection.pull(entry) * up
    return TN.restrict(S)
