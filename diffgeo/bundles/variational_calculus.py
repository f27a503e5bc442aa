"""Variational calculus on jets of any order over any base: Euler, Helmholtz, Noether.

For the sections of π: E → B with the coordinates x^i of B, a Lagrangian is a function L on J^kπ,
for the density ``L dx^1 … dx^n``. With total derivatives D_i and ``(-D)_I`` for a multi-index I:

* ``E_q(L) = Σ_I (-D)_I ∂L/∂q_I`` is the Euler operator, zero exactly on total divergences;
* expressions Δ_q are those of a Lagrangian if and only if their linearisation is its own adjoint
  (Helmholtz);
* for a field X on E with the characteristic ``Q^q = X(q) - q_i X(x^i)`` there is a current P with
  ``X^(k)(L) + L D_i(X(x^i)) = Q^q E_q(L) + D_i P^i`` (Noether).

Source: Olver, Applications of Lie Groups to Differential Equations (2nd ed. 1993), chapters 4, 5.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from math import comb

from diffgeo.bundles.fibrations import Fibration
from diffgeo.bundles.jet_coordinates import MultiIndex
from diffgeo.bundles.jets import JetSpace, jet
from diffgeo.calculus.forms import Form, require_form
from diffgeo.calculus.requirements import require_kind, require_vector_form
from diffgeo.calculus.spaces import FunctionLike
from diffgeo.calculus.vector_forms import VectorForm
from diffgeo.errors import AxiomViolation, SpaceMismatch
from diffgeo.verdicts.verdict import Conjunction, Verdict, check


def euler_operator(lagrangian: Form) -> dict[str, Form]:
    """The expressions ``E_q(L) = Σ_I (-D)_I ∂L/∂q_I`` of Euler and Lagrange.

    Parameters
    ----------
    lagrangian
        A function on jets J^kπ.

    Returns
    -------
    dict
        Functions on J^{2k}π by the names of the fibre coordinates.

    Raises
    ------
    SpaceMismatch
        The function does not live on a space of jets.

    Examples
    --------
    >>> from diffgeo import Fibration, Manifold, Map, jet
    >>> from diffgeo.bundles import euler_operator
    >>> E, B = Manifold("E", "t x u"), Manifold("B", "t x")
    >>> J = jet(Fibration(Map(E, B, {"t": "t", "x": "x"})), 1)
    >>> print(euler_operator(J.function("u_t**2/2 - u_x**2/2"))["u"])
    u_xx - u_tt
    """
    jets = _jets_of(lagrangian)
    found = {}
    for q in jets.fibration.fibre_names:
        steps = list(_reductions(jets, lagrangian, q))
        found[q] = _lifted(jets.fibration, steps[-1][1], 2 * jets.order)
    return found


def is_variational(expressions: Mapping[str, FunctionLike], jets: JetSpace) -> Verdict:
    """The verdict on the conditions of Helmholtz: ``Δ_q = E_q(L)`` for some Lagrangian L, locally.

    Parameters
    ----------
    expressions
        Functions Δ_q on the jets, by the names of all fibre coordinates.
    jets
        J^kπ.

    Returns
    -------
    Verdict
        On ``∂Δ_a/∂q^b_I = Σ_J (-1)^|J| C(J, I) D_{J-I} ∂Δ_b/∂q^a_J`` for all I, a and b.

    Examples
    --------
    >>> from diffgeo import Fibration, Manifold, Map, jet
    >>> from diffgeo.bundles import is_variational
    >>> E, B = Manifold("E", "t x u"), Manifold("B", "t x")
    >>> J = jet(Fibration(Map(E, B, {"t": "t", "x": "x"})), 2)
    >>> print([bool(is_variational({"u": f}, J)) for f in ("u_tt - u_xx + sin(u)", "u_t - u_xx")])
    [True, False]
    """
    fibration = jets.fibration
    names = fibration.fibre_names
    if set(expressions) != set(names):
        raise SpaceMismatch(
            f"an expression is needed for each of {', '.join(names)} on {jets}, not for "
            f"{', '.join(expressions)}"
        )
    given = dict(zip(expressions, jets.functions(expressions.values()), strict=True))
    conditions = []
    for a, b in product(names, names):
        other = _linearised(jets, given[b], a)
        adjoint: dict[MultiIndex, Form] = {}
        for J, slope in other.items():
            for index, factor in _below(J):
                rest = tuple((Counter(J) - Counter(index)).elements())
                term = (-1) ** len(J) * factor * _derived(fibration, slope, rest)
                adjoint[index] = _sum(fibration, adjoint[index], term) if index in adjoint else term
        mine = _linearised(jets, given[a], b)
        for index in dict.fromkeys((*mine, *adjoint)):
            left, right = (terms.get(index, jets.function(0)) for terms in (mine, adjoint))
            order = max(_order(left), _order(right))
            sides = (_lifted(fibration, side, order) for side in (left, right))
            conditions.append(next(sides) == next(sides))
    return check(Conjunction(conditions), name="the conditions of Helmholtz")


def noether_current(
    lagrangian: Form, X: VectorForm, gauge: Sequence[Form] | None = None
) -> tuple[Form, ...]:
    """The conserved current of a symmetry: ``D_i P^i = -Q^q E_q(L)``, zero on solutions.

    Parameters
    ----------
    lagrangian
        A function on J^kπ.
    X
        A field on E with ``X^(k)(L) + L D_i(X(x^i)) = D_i B^i``.
    gauge
        The functions B^i on E or on jets; zero if not given.

    Returns
    -------
    tuple
        The functions P^i by the coordinates of the base, on one space of jets.

    Raises
    ------
    AxiomViolation
        X is no symmetry of the Lagrangian, up to the given divergence.

    Examples
    --------
    >>> from diffgeo import Fibration, Manifold, Map, jet
    >>> from diffgeo.bundles import noether_current
    >>> E, B = Manifold("E", "t x u"), Manifold("B", "t x")
    >>> J = jet(Fibration(Map(E, B, {"t": "t", "x": "x"})), 1)
    >>> P = noether_current(J.function("u_t**2/2 - u_x**2/2"), E.frame[0])
    >>> print(*P, sep=", ")  # minus the energy, and its flow
    -(u_t**2 + u_x**2)/2, u_t*u_x
    """
    jets = _jets_of(lagrangian)
    fibration, base = jets.fibration, jets.fibration.base_names
    E = fibration.total
    require_vector_form(X, 0, "take for a symmetry")
    if X.space is not E:
        raise SpaceMismatch(f"{X.summary()} is no field on {E}, the space of {fibration}")
    rates = [X(E[x]) for x in base]
    varied = jets.prolong_field(X)(lagrangian)
    for i, rate in enumerate(rates):
        slope = _derived(fibration, rate, (i,))
        varied = _sum(fibration, varied, _times(fibration, lagrangian, slope))
    boundary = [*(gauge or [E.function(0)] * len(base))]
    divergence = _divergence(fibration, boundary)
    order = max(_order(varied), _order(divergence))
    identity = _lifted(fibration, varied, order) == _lifted(fibration, divergence, order)
    if not (verdict := check(identity)):
        raise AxiomViolation(
            f"{X.summary()} is no symmetry of {lagrangian.summary()}, up to the given divergence: "
            f"{verdict}"
        )
    current = [_times(fibration, rate, lagrangian) for rate in rates]
    for q in fibration.fibre_names:
        Q = _characteristic(jets, X, q)
        for index, T in _reductions(jets, lagrangian, q):
            if index:
                step = _times(fibration, _derived(fibration, Q, index[:-1]), T)
                current[index[-1]] = _sum(fibration, current[index[-1]], step)
    total = [_sum(fibration, P, -B) for P, B in zip(current, boundary, strict=True)]
    order = max(_order(P) for P in total)
    return tuple(_lifted(fibration, P, order) for P in total)


def is_conserved(
    current: Sequence[Form], expressions: Mapping[str, Form], X: VectorForm
) -> Verdict:
    """The verdict on ``D_i P^i = -Q^q E_q``: the current is conserved where all E_q vanish.

    Parameters
    ----------
    current
        The functions P^i, as `noether_current` gives them.
    expressions
        The E_q by fibre coordinates, as `euler_operator` gives them.
    X
        The field on E with the characteristic Q.

    Returns
    -------
    Verdict
        An identity on jets, not only on solutions.

    Examples
    --------
    >>> from diffgeo import Fibration, Manifold, Map, jet
    >>> from diffgeo.bundles import euler_operator, is_conserved, noether_current
    >>> E, B = Manifold("E", "t x u"), Manifold("B", "t x")
    >>> J = jet(Fibration(Map(E, B, {"t": "t", "x": "x"})), 1)
    >>> L, X = J.function("u_t**2/2 - u_x**2/2"), E.frame[1]
    >>> bool(is_conserved(noether_current(L, X), euler_operator(L), X))
    True
    """
    jets = _jets_of(next(iter(expressions.values())))
    fibration = jets.fibration
    total = _divergence(fibration, current)
    for q, expression in expressions.items():
        Q = _characteristic(jet(fibration, 1), X, q)
        total = _sum(fibration, total, _times(fibration, Q, expression))
    return check(total == 0, name="D_i P^i = -Q E(L)")


# --- functions on jets of all orders -------------------------------------------------------


def _jets_of(f: Form) -> JetSpace:
    require_form(f, "take for a Lagrangian", 0)
    require_kind(f.space, JetSpace, "take a Lagrangian on", "a space of jets")
    return f.space  # type: ignore[return-value]


def _order(f: Form) -> int:
    return f.space.order if isinstance(f.space, JetSpace) else 0


def _lifted(fibration: Fibration, f: Form, order: int) -> Form:
    """The same function on jets of a higher order."""
    below = _order(f)
    if below == order:
        return f
    return jet(fibration, order).projection_to(below).pull(f)


def _sum(fibration: Fibration, f: Form, g: Form) -> Form:
    order = max(_order(f), _order(g))
    return _lifted(fibration, f, order) + _lifted(fibration, g, order)


def _times(fibration: Fibration, f: Form, g: Form) -> Form:
    order = max(_order(f), _order(g))
    return _lifted(fibration, f, order) * _lifted(fibration, g, order)


def _derived(fibration: Fibration, f: Form, along: MultiIndex) -> Form:
    """The total derivatives of a function, one after the other."""
    for i in along:
        f = jet(fibration, _order(f) + 1).total_derivatives[i](f)
    return f


def _divergence(fibration: Fibration, current: Sequence[Form]) -> Form:
    total = fibration.total.function(0)
    for i, P in enumerate(current):
        total = _sum(fibration, total, _derived(fibration, P, (i,)))
    return total


def _linearised(jets: JetSpace, f: Form, q: str) -> dict[MultiIndex, Form]:
    """The functions ``∂f/∂q_I`` that are not zero at sight, by multi-index."""
    found = {}
    places = jets.chart.coordinates
    for (name, index), coordinate in jets.derivatives.names.items():
        if name == q:
            slope = f.partial(places.index(coordinate))
            if not jets.chart.ring.vanishes(slope.element()):
                found[index] = slope
    return found


def _reductions(jets: JetSpace, f: Form, q: str) -> Iterator[tuple[MultiIndex, Form]]:
    """The steps of the integration by parts of ``Q_I ∂f/∂q_I``, highest orders first.

    ``Q_{Ji} T = D_i(Q_J T) - Q_J D_i T`` takes each to a multi-index with one entry less; the last
    step is the one without entries, with the Euler operator.
    """
    fibration = jets.fibration
    terms = _linearised(jets, f, q)
    for order in range(jets.order, 0, -1):
        for index in [along for along in terms if len(along) == order]:
            T = terms.pop(index)
            yield index, T
            less = -_derived(fibration, T, index[-1:])
            lower = index[:-1]
            terms[lower] = _sum(fibration, terms[lower], less) if lower in terms else less
    yield (), terms.get((), jets.function(0))


def _characteristic(jets: JetSpace, X: VectorForm, q: str) -> Form:
    """``X(q) - q_i X(x^i)``, a function on first jets."""
    fibration, E = jets.fibration, jets.fibration.total
    Q = X(E[q])
    for i, x in enumerate(fibration.base_names):
        slope = _derived(fibration, E[q], (i,))
        Q = _sum(fibration, Q, -_times(fibration, slope, X(E[x])))
    return Q


def _below(index: MultiIndex) -> Iterator[tuple[MultiIndex, int]]:
    """The multi-indices I ≤ J, with the binomial coefficients ``C(J, I)``."""
    counts = Counter(index)
    for chosen in product(*(range(n + 1) for n in counts.values())):
        factor = 1
        for n, k in zip(counts.values(), chosen, strict=True):
            factor *= comb(n, k)
        picked = (x for x, k in zip(counts, chosen, strict=True) for _ in range(k))
        yield tuple(sorted(picked)), factor
