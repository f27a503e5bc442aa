"""Bounds of degrees and heights of many germs at once, as columns of numbers."""

from __future__ import annotations

from collections.abc import Sequence
from math import lcm, log2

import numpy as np

from diffgeo.rings.germs.numerator_bounds import NO_FACTORS, Denominator, Factor, Size
from diffgeo.rings.germs.taylor import Array


class Sizes:
    """What `Size` says, for each of several germs that are not zero by construction.

    ``columns`` are degree, bits, slope and slope_bits, exact as long as they are below 2**53;
    ``powers`` has for each germ and each of ``factors`` the power and the growth.
    """

    def __init__(
        self, columns: Array, factors: Sequence[Factor], powers: Array, scales: list[int]
    ) -> None:
        self.columns = columns
        self.factors = factors
        self.powers = powers
        self.scales = scales  # empty where all are 1

    @classmethod
    def of(cls, sizes: Sequence[Size]) -> Sizes:
        """The bounds of some germs."""
        rows = [
            [s.degree for s in sizes],
            [s.bits for s in sizes],
            [s.slope for s in sizes],
            [s.slope_bits for s in sizes],
        ]
        factors = list(dict.fromkeys(f for s in sizes if s.denominator for f in s.denominator))
        given = [[s.denominator.get(f, (0, 0)) for f in factors] for s in sizes if factors]
        powers = np.array(given, dtype=np.int64).reshape(len(sizes), len(factors), 2)
        columns = np.array(rows, dtype=np.float64)
        scales = [s.scale for s in sizes]
        return cls(columns, factors, powers, scales if max(scales, default=1) > 1 else [])

    def _weights(self) -> tuple[Array, Array]:
        """Degrees and heights of the factors."""
        return np.array([f.degree for f in self.factors]), np.array([f.bits for f in self.factors])

    def with_derivatives(self, chosen: Array, times: int) -> tuple[Sizes, Array]:
        """The same, then so many times the derivatives of the chosen ones.

        With it a mask of those whose derivatives are not certainly zero.
        """
        slopes = self.columns.take(chosen, axis=1)
        slopes[:2] += slopes[2:]
        alive, powers, scales = slopes[0] >= 0, self.powers, self.scales
        if self.factors:
            degrees, bits = self._weights()
            raised = powers[chosen]
            alive |= raised.any(axis=(1, 2))
            slopes[0] += raised[:, :, 1] @ degrees
            slopes[1] += raised[:, :, 1] @ bits
            raised = np.stack([raised.sum(axis=2), raised[:, :, 1]], axis=2)
            powers = np.concatenate([powers, *[raised] * times])
        np.maximum(slopes[0], 0, out=slopes[0])
        columns = np.concatenate([self.columns, *[slopes] * times], axis=1)
        if scales:
            scales = [*scales, *[scales[k] for k in chosen] * times]
        return Sizes(columns, self.factors, powers, scales), alive

    def sums_of_products(
        self, first: Array, second: Array, starts: Array, sums: Array
    ) -> list[Size]:
        """Sizes of sums of products; the parts that begin at ``starts`` are those of ``sums``."""
        left, right = self.columns.take(first, axis=1), self.columns.take(second, axis=1)
        degree, bits = left[:2] + right[:2]
        slopes = np.maximum(left[2:], right[2:])
        denominators = [NO_FACTORS] * len(starts)
        if self.factors:
            powers = self.powers[first, :, 0] + self.powers[second, :, 0]
            growths = np.maximum(self.powers[first, :, 1], self.powers[second, :, 1])
            common = np.maximum.reduceat(powers, starts)
            missing = common[sums] - powers
            weights = self._weights()
            degree, bits = degree + missing @ weights[0], bits + missing @ weights[1]
            shared = np.maximum.reduceat(growths, starts)
            denominators = _denominators(self.factors, common.tolist(), shared.tolist())
        scales = [1] * len(starts)
        if self.scales:
            products = [self.scales[a] * self.scales[b] for a, b in zip(first, second, strict=True)]
            ends = np.append(starts[1:], len(first))
            scales = [lcm(*products[a:b]) for a, b in zip(starts, ends, strict=True)]
            common_scales = np.array([log2(scale) for scale in scales])[sums]
            bits = bits + common_scales - np.array([log2(scale) for scale in products])
        largest = np.maximum.reduceat(bits, starts)
        rest = np.exp2(bits - largest.take(sums))
        slope, slope_bits = np.maximum.reduceat(slopes, starts, axis=1)
        columns = (
            np.maximum.reduceat(degree, starts).astype(np.int64),
            largest + np.log2(np.add.reduceat(rest, starts)),
            slope.astype(np.int64),
            slope_bits + 1.0,
        )
        rows = zip(*(a.tolist() for a in columns), denominators, scales, strict=True)
        return [Size(*bounds) for bounds in rows]


def _denominators(
    factors: Sequence[Factor], powers: Sequence[Sequence[int]], growths: Sequence[Sequence[int]]
) -> list[Denominator]:
    """Denominators with these powers and growths; equal ones are one object."""
    made: dict[object, Denominator] = {}
    found = []
    for rows in zip(map(tuple, powers), map(tuple, growths), strict=True):
        if rows not in made:
            entries = zip(factors, *rows, strict=True)
            made[rows] = {f: (power, growth) for f, power, growth in entries if power or growth}
        found.append(made[rows] or NO_FACTORS)
    return found
