"""The type of Petrov of a Lorentzian metric in dimension 4, decided exactly.

As a map of bivectors the tensor of Weyl commutes with the star, whose square is -1: it is a complex
3×3 matrix Q without trace, where the star is the imaginary unit. With ``t2 = tr Q²`` and
``t3 = tr Q³`` (complex functions) its eigenvalues are distinct unless ``t2³ = 6 t3²``. No frame is
needed, so roots of the metric other than that of its determinant do not occur.

Source: Stephani et al., Exact Solutions of Einstein's Field Equations (2nd ed. 2003), chapter 4.
"""

from __future__ import annotations

from itertools import combinations
from typing import TypeAlias

from diffgeo.calculus.forms import Form
from diffgeo.calculus.requirements import require_kind
from diffgeo.errors import DegreeMismatch
from diffgeo.metrics.pseudo_riemannian import Metric
from diffgeo.structures.tensor_algebra import tensor
from diffgeo.structures.tensors import Tensor
from diffgeo.subsets.domains import in_lowest_terms
from diffgeo.verdicts.verdict import check

#: A map of bivectors, by pairs of pairs of indices; what is zero at sight is left out.
_Matrix: TypeAlias = dict[tuple[int, int], Form]
#: A complex function, real and imaginary part.
_Complex: TypeAlias = tuple[Form, Form]

_PAIRS = list(combinations(range(4), 2))


def petrov_type(metric: Metric) -> str:
    """The type of the tensor of Weyl at the generic point: ``"I"``, ``"II"``, ``"D"``, ….

    Parameters
    ----------
    metric
        Lorentzian, on a manifold of dimension 4.

    Returns
    -------
    str
        ``"O"`` if it vanishes, ``"N"`` if ``Q² = 0``, ``"III"`` if ``Q³ = 0``, ``"D"`` for two
        equal eigenvalues of a diagonal Q, ``"II"`` for those of another one, else ``"I"``.

    Raises
    ------
    DegreeMismatch
        The metric is not Lorentzian in dimension 4: its determinant is positive.
    NeedsSign
        The sign of the determinant, or its root, is not known.
    Undecided
        An identity could not be decided.

    Examples
    --------
    >>> from diffgeo.metrics import exact_solution, petrov_type
    >>> petrov_type(exact_solution("schwarzschild"))
    'D'
    """
    require_kind(metric, Metric, "classify", "a Metric")
    if metric.space.dimension != 4 or metric.sign > 0:
        raise DegreeMismatch(
            f"{metric.space} has dimension {metric.space.dimension} and the metric the sign "
            f"{metric.sign}: types of Petrov are those of Lorentzian metrics in dimension 4"
        )
    weyl = metric.connection.weyl
    if check(weyl == 0, counterexample=False):
        return "O"
    Q, star = _on_bivectors(metric, weyl), _on_bivectors(metric, tensor(metric.volume))
    square = _product(Q, Q)
    t2, t3 = _trace(metric, square, star), _trace(metric, _product(square, Q), star)
    if _vanish(*t2, *t3):
        return "N" if _vanish(*square.values()) else "III"
    cube, other = _times(_times(t2, t2), t2), _times(t3, t3)
    if not _vanish(*(a - 6 * b for a, b in zip(cube, other, strict=True))):
        return "I"
    # The minimal polynomial of diag(a, a, -2a), times t2.
    one = {(k, k): metric.space.function(1) for k in range(6)}
    terms = [
        _scaled(t2, square, star),
        _scaled((-t3[0], -t3[1]), Q, star),
        _scaled(tuple(-f / 3 for f in _times(t2, t2)), one, star),  # type: ignore[arg-type]
    ]
    return "D" if _vanish(*_sum(*terms).values()) else "II"


def _on_bivectors(metric: Metric, T: Tensor) -> _Matrix:
    """A tensor of type (0,4), alternating in both pairs, with the second pair raised."""
    raised = metric.raised(metric.raised(T, 2), 3)._terms
    places = {pair: k for k, pair in enumerate(_PAIRS)}
    return {
        (places[index[2:]], places[index[:2]]): in_lowest_terms(metric.space.scalar(a))
        for index, a in ((i[2:] + i[:2], a) for i, a in raised.items())
        if index[:2] in places and index[2:] in places
    }


def _product(A: _Matrix, B: _Matrix) -> _Matrix:
    return _sum(*({(i, k): a * b} for (i, j), a in A.items() for (m, k), b in B.items() if j == m))


def _sum(*terms: _Matrix) -> _Matrix:
    found: _Matrix = {}
    for term in terms:
        for place, a in term.items():
            found[place] = found[place] + a if place in found else a
    return {place: a for place, a in found.items() if not a.space.chart.ring.vanishes(a.element())}


def _trace(metric: Metric, A: _Matrix, star: _Matrix) -> _Complex:
    """The complex trace: half of that of A, and minus half of that of the star after A."""
    real, imaginary = (
        sum((a for (i, j), a in B.items() if i == j), start=metric.space.function(0)) / 2
        for B in (A, _product(star, A))
    )
    return real, -imaginary


def _times(a: _Complex, b: _Complex) -> _Complex:
    return a[0] * b[0] - a[1] * b[1], a[0] * b[1] + a[1] * b[0]


def _scaled(c: _Complex, A: _Matrix, star: _Matrix) -> _Matrix:
    turned = _product(star, A)
    return _sum(
        {place: c[0] * a for place, a in A.items()},
        {place: c[1] * a for place, a in turned.items()},
    )


def _vanish(*functions: Form) -> bool:
    return all(check(f == 0, counterexample=False) for f in functions)
