"""By how much solutions of differential equations differ from their Taylor polynomials.

The first two steps of `diffgeo.reals.enclosed_flows`: a bound on a disc of complex times, by
Schwarz's lemma for what a polynomial misses the equations by, and Gronwall's for what it misses the
solution by.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from flint import arb, arb_mat, arb_poly, arb_series, ctx

from diffgeo.errors import OutsideDomain
from diffgeo.reals.ball_series import Gradient
from diffgeo.reals.enclosures import Moving
from diffgeo.reals.taylor_models import TaylorModel, ball_of, norm

#: Terms of the Taylor models for derivatives of the field, which need not be near.
_FEW_TERMS = 10
#: The first disc has this share of the radius of convergence that the coefficients have, and not
#: more than so many steps.
_SHARE, _FARTHEST = 0.7, 16
#: So many discs are tried, each of which is smaller, until polynomials miss this share of a rate.
_TRIES, _SMALL = 20, 1e-3


class TaylorRemainder:
    """Bounds for the Taylor polynomials of the solutions of one equation.

    Parameters
    ----------
    field
        The right-hand side.
    inside
        Functions like it that are positive on the domain.
    order, bits
        Of the polynomials, and of the numbers.
    """

    def __init__(
        self,
        field: Callable[..., list[Any]],
        inside: Callable[..., list[Any]] | None,
        order: int,
        bits: int,
    ) -> None:
        self.field, self.inside, self.order, self.bits = field, inside, order, bits
        #: Of the last disc; 0 before there is one.
        self._radius = 0.0

    def disc(self, start: arb, series: Sequence[arb_series], h: float) -> tuple[float, list[arb]]:
        """The radius of a disc of times, and bounds of what Taylor polynomials miss there."""
        ctx.cap = self.order + 2
        radius = min(_SHARE * _convergence(series, self.order), 2 * (self._radius or _FARTHEST * h))
        best: tuple[float, float, list[arb]] | None = None
        for _ in range(_TRIES):
            self._radius = radius
            try:
                found, share = self._missed(start, series, arb(radius))
            except (OutsideDomain, ZeroDivisionError, ValueError):
                radius *= 0.7
                continue
            # What counts for the length of a step.
            slowness = math.log(share) / self.order - math.log(radius) if share else -math.inf
            if best is not None and slowness >= best[0]:
                break
            best = slowness, radius, found
            if share < _SMALL:
                break
            radius *= 0.7
        if best is None:
            raise OutsideDomain("the field is not bounded around a box")
        _, self._radius, found = best
        return self._radius, found

    def _missed(
        self, start: arb, series: Sequence[arb_series], radius: arb
    ) -> tuple[list[arb], float]:
        """Bounds of ``f(T) - T'`` on the disc of a radius, for all Taylor polynomials T.

        And which share of T' that is.
        """
        scaled = [_scaled(y, radius, self.order + 1) for y in series]
        models = [TaylorModel(arb_poly(row), arb(0), self.order + 2) for row in scaled]
        time = TaylorModel(arb_poly([start, radius]), arb(0), self.order + 2)
        found, share = [], 0.0
        for rate, row in zip(self.field(time, *models), scaled, strict=True):
            slope = arb_poly([k * c / radius for k, c in enumerate(row)][1:])
            left = (rate - TaylorModel(slope, arb(0), self.order + 2)).size
            if not left.is_finite():
                raise OutsideDomain("a function is not bounded on a box")
            found.append(left)
            share = max(share, float(left / (1 + norm(slope.coeffs()))))
        return found, share

    def after(
        self, start: arb, series: Sequence[arb_series], length: arb, rest: list[arb]
    ) -> list[arb]:
        """How far solutions are from their Taylor polynomials, which miss them by ``rest``."""
        beside = [4 * r.abs_upper() + arb(2) ** (-4 * self.bits) for r in rest]
        for _ in range(3):
            growth = self._growth(start, series, length, [b.abs_upper() for b in beside])
            found = ((growth * length).exp() * arb_mat([[r] for r in rest])).entries()
            if all(e < b for e, b in zip(found, beside, strict=True)):
                return [e.abs_upper() for e in found]
            beside = [4 * e.abs_upper() + b for e, b in zip(found, beside, strict=True)]
        raise OutsideDomain("solutions are not known to stay near their Taylor polynomials")

    def _growth(
        self, start: arb, series: Sequence[arb_series], length: arb, beside: Sequence[arb]
    ) -> arb_mat:
        """Bounds of the derivatives of the field during a step, near all Taylor polynomials."""
        terms, n = min(_FEW_TERMS, self.order + 1), range(len(series))
        models = [
            TaylorModel(arb_poly(_scaled(y, length, self.order + 1)), b, terms)
            for y, b in zip(series, beside, strict=True)
        ]
        time = TaylorModel(arb_poly([start, length]), arb(0), terms)
        if self.inside is not None and not all(ball_of(f) > 0 for f in self.inside(time, *models)):
            raise OutsideDomain("the solution is not known to stay in the domain")
        moving = [Moving(y, Gradient({k: arb(1)})) for k, y in enumerate(models)]
        found = self.field(Moving(time, Gradient({})), *moving)
        rows = [one.rate.parts if isinstance(one, Moving) else {} for one in found]
        return arb_mat([
            [_bound(row.get(j, arb(0))) for j in n] for row in rows
        ])  # fmt: skip


def _convergence(series: Sequence[arb_series], order: int) -> float:
    """About the radius of convergence, as the last coefficients have it."""
    rates = [
        float(size.log()) / k
        for y in series
        for k in range(max(order - 3, 1), order + 1)
        if (size := y[k].abs_upper()) > 0
    ]
    return math.exp(min(-max(rates), 700.0)) if rates else math.inf


def _scaled(series: arb_series, radius: arb, count: int) -> list[arb]:
    """The coefficients in the time divided by a radius."""
    found, power = [], arb(1)
    for k in range(count):
        found.append(series[k] * power)
        power *= radius
    return found


def _bound(value: TaylorModel | arb) -> arb:
    return value.size if isinstance(value, TaylorModel) else arb(value).abs_upper()
