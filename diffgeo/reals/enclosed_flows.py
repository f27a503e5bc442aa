"""Solutions of differential equations in balls: Taylor's formula with its remainder.

One step from the time t to t + h, where the solutions lie in Y = ŷ + A r (a point, a matrix, a box
of balls), and T(y) is the Taylor polynomial of order p of the solution that begins at y:

1. What T misses the equations by, d = f(T) - T', is bounded by numbers δ on a complex disc of times
   around t, of radius R, by Taylor models. It begins with the power p, so that by Schwarz's lemma
   it is at most δ (s/R)^p at the time t + s.
2. The solution is T + e with e' = f(T + e) - f(T) + d. If J bounds the absolute values of the
   derivatives of f where no |e| exceeds ε, then |e| <= exp(hJ) δ (h/R)^p h/(p + 1) at t + h, as
   long as it does not exceed ε (Gronwall, by components). If that is less than ε, it never does.
3. At t + h the solutions are in T(ŷ) + DT(Y) A r + e.
4. The next matrix is the orthogonal factor of the middle of DT A, so that boxes turn with the flow
   and are not wrapped in larger ones at each step (Lohner).

A box in which the solutions stay during the step, over which the next Taylor coefficient would be
enclosed, is not needed: in it terms that cancel are counted twice, and steps become short.

All of it is ball arithmetic; floats choose the matrix, the disc and the length of the step, and
decide nothing.

Sources: R. Lohner, Enclosing the solutions of ordinary initial and boundary value problems, 1987;
N. Nedialkov, K. Jackson, G. Corliss, Validated solutions of initial value problems for ordinary
differential equations, Appl. Math. Comput. 105 (1999); L. Ahlfors, Complex Analysis (3rd edition
1979), section 4.3.4 (Schwarz's lemma).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from contextlib import contextmanager
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from flint import arb, arb_mat, arb_series, ctx, fmpq

from diffgeo.errors import NotSupported, OutsideDomain
from diffgeo.reals.ball_series import Gradient
from diffgeo.reals.complex_roots import ball
from diffgeo.reals.enclosures import Moving
from diffgeo.reals.taylor_remainders import TaylorRemainder

if TYPE_CHECKING:
    from collections.abc import Iterator

#: The rates of the variables, from the time and the variables: balls, series, Taylor models, or
#: `Moving` ones.
Field = Callable[..., list[Any]]
#: Steps so much shorter than the longest one lead nowhere; nor does a first one below this time.
_SHORTEST, _FIRST = Fraction(1, 2**10), Fraction(1, 2**20)
#: So many Taylor coefficients are found one by one.
_SINGLY = 8


@contextmanager
def _settings(bits: int, terms: int) -> Iterator[None]:
    before = ctx.prec, ctx.cap
    ctx.prec, ctx.cap = bits, terms
    try:
        yield
    finally:
        ctx.prec, ctx.cap = before


class EnclosedFlow:
    """A solution in balls, step by step.

    Parameters
    ----------
    field
        The right-hand side.
    time, state
        Where it begins: an exact time, and balls.
    order, bits
        Of the Taylor polynomials, and of the numbers.
    inside
        Functions like the right-hand side that are positive on the domain, at all times.

    Raises
    ------
    OutsideDomain
        It does not begin in the domain.
    NotSupported
        There is no further step: the boxes are too large, or the solution ends, or changes so fast
        that steps would be too short.
    """

    def __init__(
        self,
        field: Field,
        time: Fraction,
        state: Sequence[arb],
        order: int = 32,
        bits: int = 128,
        inside: Field | None = None,
    ) -> None:
        self.field, self.time, self.order, self.bits = field, time, order, bits
        self.inside = inside
        self.size = len(state)
        with _settings(bits, order + 2):
            self.point = [arb(y.mid()) for y in state]
            self.box = [y - p for y, p in zip(state, self.point, strict=True)]
            self.matrix = arb_mat(self.size, self.size, [int(i == j) for i in range(self.size)
                                                         for j in range(self.size)])  # fmt: skip
            if not self._is_inside(arb(fmpq(time.numerator, time.denominator)), state):
                raise OutsideDomain("the initial state is not known to lie in the domain")
        self.step, self.longest = Fraction(1, 4), _FIRST / _SHORTEST
        self._remainder = TaylorRemainder(field, inside, order, bits)
        #: The Taylor polynomials that begin now, the radius of a disc, and what they miss there.
        self._begun: tuple[list[arb_series], float, list[arb]] | None = None

    @property
    def state(self) -> list[arb]:
        """The balls that contain the solution now."""
        with _settings(self.bits, self.order + 2):
            moved = self.matrix * arb_mat([[r] for r in self.box])
            return [p + m for p, m in zip(self.point, moved.entries(), strict=True)]

    def values(self) -> list[tuple[Fraction, Fraction]]:
        """The middles and radii of `state`."""
        return [(_rational(y.mid()), _rational(y.rad())) for y in self.state]

    def advance(self, until: Fraction) -> None:
        """One step, not beyond a time."""
        left = until - self.time
        h, rejected = min(self.step, left), False
        while h == left or h > _SHORTEST * self.longest:
            with _settings(self.bits, self.order + 2):
                accepted, factor = self._tried(h)
            following = _short(h * Fraction(factor))
            if accepted:
                if rejected:
                    self.step = min(h, following)
                elif h == self.step or following > self.step:
                    self.step = following
                # Otherwise it was cut at the end, and says little about the next one.
                return
            h, rejected = following, True
        raise NotSupported(
            f"the solution was not enclosed beyond the time {float(self.time):.6g}: it ends, "
            f"leaves the domain, needs steps of less than {_SHORTEST} of the longest one, or the "
            "boxes around it are too large"
        )

    def _is_inside(self, time: arb, state: Sequence[arb]) -> bool:
        return self.inside is None or all(f > 0 for f in self.inside(time, *state))

    def _tried(self, h: Fraction) -> tuple[bool, float]:
        """Whether the step was made, and how much longer the next one may be."""
        length = arb(fmpq(h.numerator, h.denominator))
        start = arb(fmpq(self.time.numerator, self.time.denominator))
        now = self.state
        # A step whose remainder is larger than rounding and the box is too long.
        small = arb(2) ** (16 - self.bits)
        allowed = [small * (1 + y.abs_upper()) + y.rad() / 64 for y in now]
        try:
            if self._begun is None:
                series = self._series(start, now, self.order)
                self._begun = series, *self._remainder.disc(start, series, float(h))
            series, radius, missed = self._begun
            if not length < 0.75 * radius:
                return False, max(0.7 * radius / float(h), 0.125)
            power = (length / radius) ** self.order * length / (self.order + 1)
            rest = [m * power for m in missed]
            excess = _largest(rest, allowed)
            if excess < 1:
                rest = self._remainder.after(start, series, length, rest)
                excess = _largest(rest, allowed)
            if not excess < 1:
                return False, _factor(excess, self.order, 0.125, 0.75)
            polynomial = self._series(start, self.point, self.order)
            middle = [_value(c, length, self.order) + r * arb(0, 1)
                      for c, r in zip(polynomial, rest, strict=True)]  # fmt: skip
            slopes = self._slopes(start, series, length)
        except (OutsideDomain, ZeroDivisionError, ValueError):
            return False, 0.5
        moved = slopes * self.matrix
        if not all(e.is_finite() for e in (*moved.entries(), *middle)):
            return False, 0.5
        point = [arb(m.mid()) for m in middle]
        left = arb_mat([[m - p] for m, p in zip(middle, point, strict=True)])
        matrix = _orthogonal(moved, self.box)
        inverse = matrix.inv()
        box = (inverse * moved) * arb_mat([[r] for r in self.box]) + inverse * left
        self.point, self.matrix, self.box = point, matrix, list(box.entries())
        self.time, self.longest = self.time + h, max(self.longest, h)
        self._begun = None
        return True, _factor(excess, self.order, 0.75, 2)

    def _series(self, start: arb, state: Sequence[arb], order: int) -> list[arb_series]:
        """The Taylor coefficients of the solution.

        The first ones by one more for each pass. Then twice as many: if y is the solution up to
        order m, that of order 2m is y + δ with ``δ' = J δ + f(y) - y'``, and J along y.
        """
        n = range(self.size)
        found = [[y] for y in state]
        while (known := len(found[0])) <= order:
            fine = min(2 * known, order + 1) if known >= _SINGLY else known + 1
            ctx.cap = fine - 1
            rates = self.field(arb_series([start, 1]), *map(arb_series, found))
            jacobians = []
            if fine > known + 1:
                jacobians = self._jacobians(start, [arb_series(row) for row in found], fine - known)
            added: list[list[arb]] = []
            for k in range(known - 1, fine - 1):
                total = [_coefficient(rate, k) for rate in rates]
                for jacobian, later in zip(jacobians, reversed(added), strict=False):
                    for i in n:
                        for j, slope in jacobian[i].items():
                            total[i] += slope * later[j]
                added.append([value / (k + 1) for value in total])
            for row, more in zip(found, zip(*added, strict=True), strict=True):
                row += more
        ctx.cap = self.order + 2
        return [arb_series(row) for row in found]

    def _jacobians(
        self, start: arb, series: Sequence[arb_series], count: int
    ) -> list[list[dict[int, arb]]]:
        """The coefficients of the derivatives of the field along the state, row by row."""
        ctx.cap = count
        moving = [Moving(y, Gradient({k: arb_series([1])})) for k, y in enumerate(series)]
        found = self.field(Moving(arb_series([start, 1]), Gradient({})), *moving)
        parts = [one.rate.parts if isinstance(one, Moving) else {} for one in found]
        return [
            [{j: _coefficient(s, k) for j, s in row.items()} for row in parts] for k in range(count)
        ]

    def _slopes(self, start: arb, series: Sequence[arb_series], length: arb) -> arb_mat:
        """The derivatives of the Taylor polynomials along the state, over the box.

        With the Jacobian J of the field along the series, they solve Φ' = J Φ, Φ(0) = 1.
        """
        n = range(self.size)
        found = self._jacobians(start, series, self.order)
        ctx.cap = self.order + 2
        jacobians = [arb_mat([[row.get(j, 0) for j in n] for row in rows]) for rows in found]
        terms = [arb_mat([[int(i == j) for j in n] for i in n])]
        for k in range(self.order):
            total = jacobians[k] * terms[0]
            for i in range(k):
                total += jacobians[i] * terms[k - i]
            terms.append(total / (k + 1))
        slopes = terms[-1]
        for term in reversed(terms[:-1]):
            slopes = slopes * length + term
        return slopes


def _largest(rest: Sequence[arb], allowed: Sequence[arb]) -> float:
    """The largest ratio of bounds to what is allowed."""
    return max(float((r / a).abs_upper()) for r, a in zip(rest, allowed, strict=True))


def _factor(excess: float, order: int, low: float, high: float) -> float:
    """By how much to lengthen a step whose remainder exceeds the largest one that is allowed."""
    if not math.isfinite(excess):
        return low
    wanted = 0.9 * excess ** (-1 / (order + 1)) if excess else high
    return min(max(wanted, low), high)


def _short(h: Fraction) -> Fraction:
    """A number with few binary digits that is not larger: times are exact."""
    shift = h.denominator.bit_length() - h.numerator.bit_length() + 8
    return Fraction(math.floor(h * Fraction(2) ** shift)) / Fraction(2) ** shift


def _coefficient(series: Any, k: int) -> arb:
    if isinstance(series, arb_series):
        return series[k]
    return arb(series) if k == 0 else arb(0)


def _value(series: arb_series, h: arb, order: int) -> arb:
    total = arb(0)
    for k in range(order, -1, -1):
        total = total * h + series[k]
    return total


def _orthogonal(moved: arb_mat, box: Sequence[arb]) -> arb_mat:
    """The orthogonal factor of the middle, columns with the longest edges first; exact numbers."""
    import numpy as np

    middle = np.array([[float(e.mid()) for e in row] for row in moved.tolist()])
    sizes = np.linalg.norm(middle, axis=0) * [float(r.abs_upper()) for r in box]
    factor, _ = np.linalg.qr(middle[:, np.argsort(-sizes)])
    return arb_mat(factor.tolist())


def enclosed_flow(
    field: Callable[..., Field],
    parameters: Sequence[Any],
    times: Sequence[Fraction],
    state: Sequence[Any],
    order: int = 32,
    bits: int = 128,
    inside: Callable[..., Field] | None = None,
) -> Iterator[tuple[Fraction, list[tuple[Fraction, Fraction]]]]:
    """The solution after each step, which end at given times: a time, and pairs (middle, radius).

    Parameters
    ----------
    field
        From balls for the parameters to the right-hand side, such as `series_machine` makes.
    parameters, state
        Exact numbers; of the state pairs (middle, radius), too.
    times
        In their order; the first is that of the state.
    order, bits
        Of the Taylor polynomials, and of the numbers.
    inside
        The same for functions that have to be positive all the time.

    Raises
    ------
    OutsideDomain
        They are not positive at the beginning.
    NotSupported
        It was not enclosed further, or no power series of a function is known.
    """
    with _settings(bits, order + 2):
        given = [*map(ball, parameters)]
        run, domain = field(*given), inside and inside(*given)
        flow = EnclosedFlow(run, times[0], [*map(_around, state)], order, bits, domain)
    yield flow.time, flow.values()
    for time in times:
        while flow.time < time:
            flow.advance(time)
            yield flow.time, flow.values()


def enclosed_values(
    field: Callable[..., Field], parameters: Sequence[Any], point: Sequence[Any], bits: int = 128
) -> list[tuple[Fraction, Fraction]]:
    """The values of functions on balls, as pairs (middle, radius).

    Parameters
    ----------
    field, parameters, bits
        As for `enclosed_flow`.
    point
        Exact numbers, or pairs (middle, radius).

    Raises
    ------
    OutsideDomain
        A function is not defined on a ball.
    """
    with _settings(bits, 2):
        found = field(*map(ball, parameters))(*map(_around, point))
        if not all((value + arb(0)).is_finite() for value in found):
            raise OutsideDomain("a function is not bounded on a box")
        return [(_rational(v.mid()), _rational(v.rad())) for v in (f + arb(0) for f in found)]


def _around(value: Any) -> arb:
    if not isinstance(value, tuple):
        return ball(value)
    middle, radius = map(ball, value)
    return middle + arb(0, 1) * radius


def _rational(exact: arb) -> Fraction:
    mantissa, exponent = exact.man_exp()
    return Fraction(int(mantissa)) * Fraction(2) ** int(exponent)
