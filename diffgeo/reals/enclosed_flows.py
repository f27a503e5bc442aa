"""Solutions of differential equations in balls: Taylor's formula with its remainder.

One step from the time t to t + h, where the solutions lie in Y = ŷ + A r (a point, a matrix, a box
of balls):

1. If Y + [0, h] f(W) lies inside of a box W, all solutions stay in W up to t + h (Picard).
2. At t + h they are in T(ŷ) + DT(Y) A r + h^(p+1) y_(p+1)(W), where T is the Taylor polynomial of
   order p, and y_(p+1) the next coefficient, over the box and the whole step.
3. The next matrix is the orthogonal factor of the middle of DT A, so that boxes turn with the flow
   and are not wrapped in larger ones at each step (Lohner).

All of it is ball arithmetic; floats choose the matrix and the length of the step, and decide
nothing.

Sources: R. Lohner, Enclosing the solutions of ordinary initial and boundary value problems, 1987;
N. Nedialkov, K. Jackson, G. Corliss, Validated solutions of initial value problems for ordinary
differential equations, Appl. Math. Comput. 105 (1999).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import contextmanager
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from flint import arb, arb_mat, arb_series, ctx, fmpq

from diffgeo.errors import NotSupported, OutsideDomain
from diffgeo.reals.ball_series import Gradient
from diffgeo.reals.complex_roots import ball
from diffgeo.reals.enclosures import Moving

if TYPE_CHECKING:
    from collections.abc import Iterator

#: The rates of the variables, from the time and the variables: balls, series, or `Moving` ones.
Field = Callable[..., list[Any]]
#: Steps so much shorter than the longest one lead nowhere; nor does a first one below this time.
_SHORTEST, _FIRST = Fraction(1, 2**10), Fraction(1, 2**20)


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
        There is no further step: the boxes are too large, or the solution ends.
    """

    def __init__(
        self,
        field: Field,
        time: Fraction,
        state: Sequence[arb],
        order: int = 20,
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
        h = min(2 * self.step, until - self.time)
        while h == until - self.time or h > _SHORTEST * self.longest:
            with _settings(self.bits, self.order + 2):
                if self._tried(h):
                    return
            h /= 2
        raise NotSupported(
            f"the solution was not enclosed beyond the time {float(self.time):.6g}: it ends, "
            "leaves the domain, or the boxes around it are too large"
        )

    def _is_inside(self, time: arb, state: Sequence[arb]) -> bool:
        return self.inside is None or all(f > 0 for f in self.inside(time, *state))

    def _tried(self, h: Fraction) -> bool:
        length = arb(fmpq(h.numerator, h.denominator))
        start = arb(fmpq(self.time.numerator, self.time.denominator))
        now = self.state
        try:
            around = self._picard(start, length, now)
            if around is None:
                return False
            span = start.union(start + length)
            if not self._is_inside(span, around):
                return False
            rest = [c[self.order + 1] for c in self._series(span, around, self.order + 1)]
            rest = [c * length ** (self.order + 1) for c in rest]
            # A step whose remainder is larger than rounding and the box is too long.
            small = arb(2) ** (16 - self.bits)
            for c, y in zip(rest, now, strict=True):
                wanted = small * (1 + y.abs_upper()) + y.rad() / 64
                if not c.abs_upper() < wanted:
                    return False
            polynomial = self._series(start, self.point, self.order)
            middle = [_value(c, length, self.order) + r
                      for c, r in zip(polynomial, rest, strict=True)]  # fmt: skip
            slopes = self._slopes(start, now, length)
        except (OutsideDomain, ZeroDivisionError, ValueError):
            return False
        moved = slopes * self.matrix
        if not all(e.is_finite() for e in (*moved.entries(), *middle)):
            return False
        point = [arb(m.mid()) for m in middle]
        left = arb_mat([[m - p] for m, p in zip(middle, point, strict=True)])
        matrix = _orthogonal(moved, self.box)
        inverse = matrix.inv()
        box = (inverse * moved) * arb_mat([[r] for r in self.box]) + inverse * left
        self.point, self.matrix, self.box = point, matrix, list(box.entries())
        self.time, self.step, self.longest = self.time + h, h, max(self.longest, h)
        return True

    def _picard(self, start: arb, length: arb, now: list[arb]) -> list[arb] | None:
        """A box in which the solutions stay during the step."""
        span, whole = start.union(start + length), arb(0).union(length)
        rates = self.field(span, *now)
        around = [y + whole * f for y, f in zip(now, rates, strict=True)]
        for _ in range(6):
            wide = [y + arb(0, 1) * (y.rad() / 8 + arb(2) ** (-self.bits // 2)) for y in around]
            rates = self.field(span, *wide)
            around = [y + whole * f for y, f in zip(now, rates, strict=True)]
            if not all(y.is_finite() for y in around):
                return None
            if all(w.contains_interior(y) for w, y in zip(wide, around, strict=True)):
                return wide
        return None

    def _series(self, start: arb, state: Sequence[arb], order: int) -> list[arb_series]:
        """The Taylor coefficients of the solution, by one more for each pass."""
        found = [[y] for y in state]
        for k in range(order):
            ctx.cap = k + 1
            rates = self.field(arb_series([start, 1]), *map(arb_series, found))
            for row, rate in zip(found, rates, strict=True):
                row.append(_coefficient(rate, k) / (k + 1))
        ctx.cap = self.order + 2
        return [arb_series(row) for row in found]

    def _slopes(self, start: arb, state: Sequence[arb], length: arb) -> arb_mat:
        """The derivatives of the Taylor polynomial along the state, over the box."""
        n = range(self.size)
        values = [[y] for y in state]
        rates = [[[arb(int(i == j))] for j in n] for i in n]
        for k in range(self.order):
            ctx.cap = k + 1
            zero = Gradient([arb_series([0]) for _ in n])
            moving = [
                Moving(arb_series(v), Gradient([arb_series(r) for r in row]))
                for v, row in zip(values, rates, strict=True)
            ]
            found = self.field(Moving(arb_series([start, 1]), zero), *moving)
            for i, one in enumerate(found):
                value, parts = (one.value, one.rate.parts) if isinstance(one, Moving) else (one, ())
                values[i].append(_coefficient(value, k) / (k + 1))
                for j in n:
                    part = _coefficient(parts[j], k) if parts else arb(0)
                    rates[i][j].append(part / (k + 1))
        ctx.cap = self.order + 2
        return arb_mat([[_value(arb_series(r), length, self.order) for r in row] for row in rates])


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
    order: int = 20,
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
