"""Hypothesis strategies for structures and distributions, on any space of suitable dimension.

Structures that have a normal form (Darboux) are that normal form in random polynomial
coordinates; they shrink to it. So the canonical pairs are the coordinates of the space, two by
two in their order, with the last one for what is left in odd dimension.
"""

from __future__ import annotations

from hypothesis import strategies as st

from diffgeo.bundles.contact_structures import ContactForm
from diffgeo.calculus.derivations import d
from diffgeo.calculus.forms import Form, total
from diffgeo.calculus.multivectors import multivector
from diffgeo.calculus.requirements import require_manifold
from diffgeo.calculus.spaces import Manifold
from diffgeo.structures.distributions import Distribution
from diffgeo.structures.symplectic import Cosymplectic, Poisson, Symplectic
from diffgeo.structures.tensor_structures import AlmostComplex
from diffgeo.subsets.level_sets import LevelSet, level_set
from diffgeo.testing.any_space import everywhere
from diffgeo.testing.random_automorphisms import automorphisms
from diffgeo.testing.strategies import Strategy, forms, functions, vector_fields, vector_forms


@everywhere
def symplectic_structures(
    space: Manifold, degree: int = 2, terms: int = 1, steps: int = 2
) -> Strategy[Symplectic]:
    """Symplectic structures on a space of even dimension."""
    omega = _two_form(space)
    return automorphisms(space, degree, terms, steps).map(lambda phi: Symplectic(phi.pull(omega)))


@everywhere
def cosymplectic_structures(
    space: Manifold, degree: int = 2, terms: int = 1, steps: int = 2
) -> Strategy[Cosymplectic]:
    """Cosymplectic structures on a space of odd dimension."""
    omega, eta = _two_form(space), d(space.coordinates[-1])
    return automorphisms(space, degree, terms, steps).map(
        lambda phi: Cosymplectic(phi.pull(omega), phi.pull(eta))
    )


@everywhere
def contact_forms(
    space: Manifold, degree: int = 2, terms: int = 1, steps: int = 2
) -> Strategy[ContactForm]:
    """Contact forms on a space of odd dimension."""
    pairs = _pairs(space)
    eta = d(space.coordinates[-1]) - total(space, 1, (p * d(q) for q, p in pairs))
    return automorphisms(space, degree, terms, steps).map(lambda phi: ContactForm(phi.pull(eta)))


@everywhere
@st.composite
def poisson_structures(
    draw: st.DrawFn, space: Manifold, degree: int = 2, terms: int = 1, steps: int = 2
) -> Poisson:
    """Poisson structures of every even rank; those of rank 2 with a polynomial factor."""
    phi = draw(automorphisms(space, degree, terms, steps))
    fields = list(zip(space.frame[::2], space.frame[1::2], strict=False))
    count = draw(st.integers(1, len(fields)))
    parts = [multivector(*pair) for pair in fields[:count]]
    bivector = sum(parts[1:], start=parts[0])
    if count == 1:
        bivector = (1 + draw(functions(space, degree, terms))) * bivector
    return Poisson(phi.pull(bivector))


@everywhere
@st.composite
def almost_complex_structures(
    draw: st.DrawFn, space: Manifold, degree: int = 1, terms: int = 1
) -> AlmostComplex:
    """Almost complex structures on a space of even dimension; mostly not integrable."""
    J, P = 0 * space.identity, 0 * space.identity
    count = space.dimension // 2
    coordinates, frame = space.coordinates, space.frame
    for a, (x, y) in enumerate(zip(coordinates[:count], coordinates[count:], strict=True)):
        J = J + d(x).tensor(frame[a + count]) - d(y).tensor(frame[a])
        P = P + d(x).tensor(frame[a])
    one = space.identity
    # N maps the image of P to its kernel, so N∘N = 0 and id + N has the inverse id - N.
    N = (one - P) @ draw(vector_forms(space, 1, degree, terms)) @ P
    return AlmostComplex((one + N) @ J @ (one - N))


@everywhere
def distributions(
    space: Manifold, largest: int | None = None, degree: int = 2, terms: int = 2
) -> Strategy[Distribution]:
    """Distributions spanned by up to ``largest`` fields, or annihilated by as many 1-forms."""
    require_manifold(space, "make random distributions on")
    most = space.dimension - 1 if largest is None else largest
    spanned = st.lists(vector_fields(space, degree, terms), max_size=most)
    annihilated = st.lists(forms(space, 1, degree, terms), min_size=1, max_size=most)
    return st.one_of(
        spanned.map(lambda fields: Distribution(space, fields)),
        annihilated.map(lambda given: Distribution.annihilated_by(given, space)),
    )


def smooth_level_sets(
    space: Manifold, codimension: int = 1, degree: int = 2, terms: int = 2
) -> Strategy[LevelSet]:
    """Level sets, smooth everywhere: planes of coordinates in random polynomial coordinates."""
    normals = space.coordinates[:codimension]
    return automorphisms(space, degree, terms).map(
        lambda phi: level_set(space, [phi.pull(x) for x in normals])
    )


def _pairs(space: Manifold) -> list[tuple[Form, Form]]:
    return list(zip(space.coordinates[::2], space.coordinates[1::2], strict=False))


def _two_form(space: Manifold) -> Form:
    return total(space, 2, (d(q) * d(p) for q, p in _pairs(space)))
