"""De Rham cohomology of what is finite: Lie algebras, compact groups, homogeneous spaces.

The forms of a Lie algebra are a finite complex for the differential of Chevalley and Eilenberg.
Its cohomology is that of de Rham of each compact connected group with this Lie algebra (Chevalley
and Eilenberg), of nilmanifolds (Nomizu), and, relative to the Lie algebra of a closed connected
subgroup H, of the homogeneous space G/H with compact connected G: then only forms ω count with
``i_s ω = 0`` and ``L_s ω = 0`` for all s in it. So tori, spheres and projective spaces are finite
problems.

Sources: C. Chevalley, S. Eilenberg, Cohomology theory of Lie groups and Lie algebras, Trans. AMS 63
(1948); K. Nomizu, On the cohomology of compact homogeneous spaces of nilpotent Lie groups, Annals
of Mathematics 59 (1954).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from itertools import combinations
from operator import mul
from typing import TYPE_CHECKING

from diffgeo.bundles.lie_algebroids import LieAlgebroid
from diffgeo.calculus import linear_algebra as linear
from diffgeo.calculus.brackets import interior
from diffgeo.calculus.forms import Form
from diffgeo.calculus.requirements import (
    require_integer,
    require_kind,
    require_same_space,
    require_sequence,
    require_vector_form,
)
from diffgeo.errors import AxiomViolation, NotSupported

if TYPE_CHECKING:
    from diffgeo.calculus.vector_forms import VectorForm


def cohomology(
    algebra: LieAlgebroid, degree: int, isotropy: Sequence[VectorForm] = ()
) -> list[Form]:
    """Forms whose classes are a basis of the cohomology of a Lie algebra, in one degree.

    Parameters
    ----------
    algebra
        A Lie algebra, made by ``LieAlgebroid.algebra``.
    degree
        The degree of the forms.
    isotropy
        Sections that span a subalgebra; the cohomology is relative to it.

    Returns
    -------
    list of Form
        Closed forms, independent modulo exact ones.

    Raises
    ------
    NotSupported
        The base is no point, or the structure constants contain parameters, at special values of
        which there may be more classes.
    AxiomViolation
        The isotropy is no subalgebra.

    Examples
    --------
    The group SU(2), which is the sphere of dimension 3, and its quotient by a circle:

    >>> from diffgeo.bundles import LieAlgebroid, cohomology
    >>> turns = {("u", "v"): {"w": 1}, ("v", "w"): {"u": 1}, ("w", "u"): {"v": 1}}
    >>> su2 = LieAlgebroid.algebra("u v w", turns)
    >>> print(*cohomology(su2, 3), "|", *cohomology(su2, 2, [su2.sections[2]]))
    du∧dv∧dw | du∧dv
    """
    require_integer(degree, "the degree of cohomology", 0)
    _require_finite(algebra, isotropy)
    closed = _kernel(_cochains(algebra, degree, isotropy), [algebra.differential])
    below = _cochains(algebra, degree - 1, isotropy) if degree else []
    exact = [image for omega in below if (image := algebra.differential(omega))._terms]
    found: list[Form] = []
    for omega in closed:
        known = [*exact, *found, omega]
        # Closed forms are taken one by one, as long as they add to the span.
        if _rank(known) > _rank(known[:-1]):
            found.append(omega)
    return found


def betti_numbers(algebra: LieAlgebroid, isotropy: Sequence[VectorForm] = ()) -> list[int]:
    """The dimensions of the cohomology of a Lie algebra in all degrees.

    Parameters
    ----------
    algebra, isotropy
        As for `cohomology`.

    Returns
    -------
    list of int
        From degree 0 to the dimension (of the homogeneous space, relative to a subalgebra).

    Raises
    ------
    NotSupported, AxiomViolation
        As for `cohomology`.

    Examples
    --------
    A torus, and the nilmanifold of Heisenberg:

    >>> from diffgeo.bundles import LieAlgebroid, betti_numbers
    >>> print(betti_numbers(LieAlgebroid.algebra("u v w", {})))
    [1, 3, 3, 1]
    >>> print(betti_numbers(LieAlgebroid.algebra("u v w", {("u", "v"): {"w": 1}})))
    [1, 2, 2, 1]
    """
    _require_finite(algebra, isotropy)
    top = len(_horizontal(algebra, isotropy))
    cochains = [_cochains(algebra, k, isotropy) for k in range(top + 1)]
    ranks = [_rank([algebra.differential(omega) for omega in forms]) for forms in cochains]
    # dim H^k = dim C^k - rank d_k - rank d_(k-1).
    below = [0, *ranks]
    return [
        len(forms) - rank - before
        for forms, rank, before in zip(cochains, ranks, below, strict=False)
    ]


def _require_finite(algebra: LieAlgebroid, isotropy: Sequence[VectorForm]) -> None:
    require_kind(algebra, LieAlgebroid, "take the cohomology of", "a Lie algebra")
    if algebra.base.dimension:
        raise NotSupported(
            f"the forms of {algebra} are no finite space: LieAlgebroid.algebra makes a Lie algebra"
        )
    if algebra.base.chart.parameters:
        raise NotSupported(
            f"{algebra} has parameters, at special values of which there may be more classes: give "
            "them values"
        )
    require_sequence(isotropy, "sections that span an isotropy")
    for s in isotropy:
        require_vector_form(s, 0, "take for a section of the isotropy")
        require_same_space("take the cohomology relative to the isotropy with", algebra, s)
    for s, t in combinations(isotropy, 2):
        known = [*isotropy, algebra.bracket(s, t)]
        matrix = [[X(y) for y in algebra.linear_coordinates] for X in known]
        if linear.rank(matrix) > linear.rank(matrix[:-1]):
            raise AxiomViolation(f"{s} and {t} span no subalgebra: their bracket is {known[-1]}")


def _cochains(algebra: LieAlgebroid, degree: int, isotropy: Sequence[VectorForm]) -> list[Form]:
    """A basis of the forms of a degree that live on the quotient."""
    one = algebra.space.function(1)
    chosen = combinations(_horizontal(algebra, isotropy), degree)
    products = [reduce(mul, forms, one) for forms in chosen]
    # i_s ω = 0 is seen to; then L_s ω = i_s dω.
    return _kernel(products, [interior(s) @ algebra.differential for s in isotropy])


def _horizontal(algebra: LieAlgebroid, isotropy: Sequence[VectorForm]) -> list[Form]:
    """A basis of the 1-forms that vanish on the isotropy."""
    return _kernel(list(algebra.forms), [interior(s) for s in isotropy])


def _kernel(forms: list[Form], operators: Sequence[object]) -> list[Form]:
    """A basis of the combinations on which operators vanish."""
    columns = [[operator(omega) for operator in operators] for omega in forms]  # type: ignore[operator]
    rows = _matrix(columns)
    if not rows:
        return forms
    zero = 0 * forms[0]
    return [linear.combination(vector, forms, zero) for vector in linear.kernel(rows)]


def _rank(forms: list[Form]) -> int:
    rows = _matrix([[omega] for omega in forms])
    return linear.rank(rows) if rows else 0


def _matrix(columns: list[list[Form]]) -> list[list[Form]]:
    """A row for each component of the forms that is not zero at sight."""
    found = {
        (k, mask) for column in columns for k, form in enumerate(column) for mask in form._terms
    }

    def entry(form: Form, mask: int) -> Form:
        return form.space.scalar(form._terms.get(mask, form._zero()))

    return [[entry(column[k], mask) for column in columns] for k, mask in sorted(found)]
