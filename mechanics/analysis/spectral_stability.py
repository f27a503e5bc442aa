"""Stability by eigenvalues: what the roots of a polynomial with functions as coefficients say.

For all values with the declared signs, the determinants of Hurwitz decide; for numbers, balls
around the roots; along a name, the intervals between the zeros of the determinants.

Motions that can be reversed have opposite eigenvalues: the polynomial is ``q(λ²)``. At best they
are imaginary. That they are, and differ from each other and from 0, is to say that q has different
negative zeros, between which then lie those of q': by the theorem of Hermite and Biehler
``q(λ²) + λ q'(λ²)`` is a polynomial of Hurwitz then, and only then. If its determinants are not 0
and one is negative, q has different zeros other than 0, not all of them negative: an eigenvalue has
a positive real part.

Source: F. R. Gantmacher, The Theory of Matrices II, chapter XV.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from diffgeo import Status, Verdict
from diffgeo.calculus import Root, real_roots_of, roots_at, sign_at
from diffgeo.calculus import linear_algebra as linear
from diffgeo.errors import Refusal
from diffgeo.subsets import strict_sign, with_same_sign
from mechanics.analysis.answers import Answer
from mechanics.model.plain_answers import vanishes
from mechanics.theories.checks import Check

if TYPE_CHECKING:
    from diffgeo import Form
    from diffgeo.subsets import IsolatedZero
    from mechanics.output_files import Data

STABLE = "all eigenvalues of the normal motion have negative real parts"
UNSTABLE = "an eigenvalue of the normal motion has a positive real part"
OSCILLATING = "all eigenvalues of the normal motion are imaginary, and different"
_BY_DETERMINANTS = "exactly, by the determinants of Hurwitz"
_VANISHING = (
    "a determinant of Hurwitz vanishes: eigenvalues are imaginary, of which the linear motion does "
    "not decide, or opposite to each other"
)
_EQUAL = (
    "a determinant of Hurwitz vanishes: eigenvalues may be 0 or equal to each other, of which the "
    "linear motion does not decide"
)
_BY_BALLS = "by balls around the eigenvalues"
_OPPOSITE = "the eigenvalues are opposite to each other"
_NEAR_AXIS = "eigenvalues are imaginary, or too near to that, and the linear motion does not decide"


@dataclass(frozen=True)
class Spectrum:
    """The eigenvalues of the normal motion for numbers, and what follows from them.

    Attributes
    ----------
    values
        The numbers.
    eigenvalues
        In balls, from the largest real part.
    stable, unstable
        The verdicts on `STABLE` and `UNSTABLE`.
    oscillating
        The verdict on `OSCILLATING` if eigenvalues are opposite to each other.
    """

    values: Mapping[str, object]
    eigenvalues: tuple[Root, ...]
    stable: Check
    unstable: Check
    oscillating: Check | None = None

    @property
    def checks(self) -> list[Check]:
        """All verdicts."""
        return [c for c in (self.stable, self.oscillating, self.unstable) if c is not None]

    @property
    def conclusion(self) -> str:
        """The answer in a word."""
        if self.stable.holds:
            return "stable"
        if self.oscillating is not None and self.oscillating.holds:
            return "stable to first order"
        return "unstable" if self.unstable.holds else "not decided by the linear motion"

    def to_dict(self) -> Data:
        """As data for JSON."""
        return {
            "eigenvalues": [
                {"real": r.value.real, "imaginary": r.value.imag, "radius": r.radius,
                 "multiplicity": r.multiplicity}
                for r in self.eigenvalues
            ],
            "stable": self.stable.to_dict(),
            "unstable": self.unstable.to_dict(),
            "oscillating": self.oscillating and self.oscillating.to_dict(),
        }  # fmt: skip

    def lines(self) -> list[str]:
        """The eigenvalues with their radii."""
        return [
            f"{root.value:.15g}  (± {root.radius:.1g}"
            f"{f', {root.multiplicity} times' if root.multiplicity > 1 else ''})"
            for root in self.eigenvalues
        ]


class SpectralStability(Answer):
    """An answer about stability: the roots of a characteristic polynomial."""

    @property
    def polynomial(self) -> Sequence[Form]:
        """The characteristic polynomial, the highest coefficient first, which is 1."""
        raise NotImplementedError

    @property
    def asked_of_parameters(self) -> Sequence[Form]:
        """Functions of parameters whose zeros and signs bound where the motion is derived."""
        return ()

    @cached_property
    def is_reversible(self) -> bool:
        """Whether the eigenvalues are opposite to each other: the polynomial is ``q(λ²)``."""
        degree = len(self.polynomial) - 1
        return degree > 1 and not degree % 2 and all(vanishes(f) for f in self.polynomial[1::2])

    @cached_property
    def hurwitz(self) -> list[Form]:
        """The determinants of Hurwitz of `polynomial`, or of ``q(λ²) + λ q'(λ²)`` for ``q(λ²)``."""
        return [f.expanded() for f in linear.hurwitz_determinants(self._asked)]

    @property
    def _asked(self) -> list[Form]:
        """The polynomial of which those are."""
        asked = list(self.polynomial)
        if self.is_reversible:
            even = asked[::2]
            asked[1::2] = [k * f for k, f in zip(range(len(even) - 1, 0, -1), even, strict=False)]
        return asked

    @cached_property
    def conditions(self) -> tuple[Form, ...]:
        """The functions that are positive where, and only where, the family is stable.

        Factors with known signs are left out. Opposite eigenvalues: where, and only where, they are
        imaginary and different.
        """
        found: dict[str, Form] = {}
        for f in self.hurwitz:
            rest = with_same_sign(f)
            found.setdefault(str(rest), rest)
        return tuple(f for f in found.values() if strict_sign(f) != 1)

    @cached_property
    def is_stable(self) -> Check:
        """`STABLE`, for all values with the declared signs."""
        if self.is_reversible:
            return _verdict(Status.REFUTED, STABLE, _OPPOSITE)
        signs = self._signs
        if all(sign == 1 for sign in signs[0]):
            return _verdict(Status.VERIFIED, STABLE, _BY_DETERMINANTS)
        if any(sign in (0, -1) for sign in (*signs[0], *signs[1])):
            # All coefficients and determinants of a stable polynomial are positive.
            return _verdict(Status.REFUTED, STABLE, _BY_DETERMINANTS)
        return Check(STABLE, None, self._depends)

    @cached_property
    def is_oscillating(self) -> Check | None:
        """`OSCILLATING`, for all values with the declared signs; None unless `is_reversible`."""
        if not self.is_reversible:
            return None
        signs = self._signs[0]
        if all(sign == 1 for sign in signs):
            return _verdict(Status.VERIFIED, OSCILLATING, _BY_DETERMINANTS)
        if any(sign in (0, -1) for sign in signs):
            return _verdict(Status.REFUTED, OSCILLATING, _BY_DETERMINANTS)
        return Check(OSCILLATING, None, self._depends)

    @cached_property
    def is_unstable(self) -> Check:
        """`UNSTABLE`, for all values with the declared signs."""
        determinants, coefficients = self._signs
        if all(sign == 1 for sign in determinants):
            return _verdict(Status.REFUTED, UNSTABLE, _BY_DETERMINANTS)
        if -1 in coefficients:
            # Without roots on the right side no coefficient is negative.
            return _verdict(Status.VERIFIED, UNSTABLE, "as a coefficient is negative")
        if all(sign in (1, -1) for sign in determinants):
            return _verdict(Status.VERIFIED, UNSTABLE, _BY_DETERMINANTS)
        return Check(UNSTABLE, None, self._depends)

    @cached_property
    def _signs(self) -> tuple[list[int | None], list[int | None]]:
        """Those of the determinants and the coefficients; None where they are not known."""
        first, second = (
            [0 if vanishes(f) else strict_sign(f) for f in group]
            for group in (self.hurwitz, self.polynomial)
        )
        return first, second

    @property
    def _depends(self) -> str:
        if any(vanishes(f) for f in self.hurwitz):
            return _EQUAL if self.is_reversible else _VANISHING
        return f"it depends on whether {self._told}"

    @property
    def _told(self) -> str:
        return " and ".join(f"{f.summary(120)} > 0" for f in self.conditions)

    def at(self, values: Mapping[str, Any] | None = None, **named: Any) -> Spectrum:
        """The eigenvalues for exact values of parameters and free names, in balls.

        Raises
        ------
        UndefinedSymbol
            A value is missing.
        NotSupported
            Some eigenvalues are equal, and the values are not rational.
        """
        given = {**(values or {}), **named}
        roots = tuple(roots_at(self.polynomial, given))
        return self._spectrum(given, roots, lambda: [sign_at(f, given) for f in self.hurwitz])

    def near(self, zero: IsolatedZero) -> Spectrum:
        """The eigenvalues at a state that is known in balls."""
        roots = tuple(zero.roots(self.polynomial))
        return self._spectrum(zero.middle, roots, lambda: zero.hurwitz_signs(self._asked))

    def _spectrum(
        self, given: Mapping[str, Any], roots: tuple[Root, ...], signs: Callable[[], list[int]]
    ) -> Spectrum:
        """What roots and the signs of the determinants of Hurwitz say."""
        if self.is_reversible:
            return Spectrum(given, roots, self.is_stable, *self._judged_opposite(roots, signs))
        return Spectrum(given, roots, *self._judged(roots, signs))

    def along(
        self,
        name: str,
        low: Fraction | int,
        high: Fraction | int,
        values: Mapping[str, Any] | None = None,
        **named: Any,
    ) -> list[tuple[Fraction, Fraction, Spectrum]]:
        """The intervals of a parameter or free name in which the answer is one and the same.

        At their ends a determinant of Hurwitz is zero or not defined; they are known up to rounding
        to floats. The spectrum is that in the middle.

        Raises
        ------
        NotSupported
            A determinant is not rational in the name, or has zeros that could not be isolated.
        """
        given = {**(values or {}), **named}
        ends = {Fraction(low), Fraction(high)}
        for f in (*self.conditions, *self.polynomial, *self.asked_of_parameters):
            for g in (f, 1 / f) if not vanishes(f) else ():
                ends |= {x for x in real_roots_of(g, name, given) if low < x < high}
        found: list[tuple[Fraction, Fraction, Spectrum]] = []
        for left, right in pairwise(sorted(ends)):
            spectrum = self.at({**given, name: (left + right) / 2})
            if found and found[-1][2].conclusion == spectrum.conclusion != "stable":
                left = found.pop()[0]
            found.append((left, right, spectrum))
        return found

    def _judged(
        self, roots: Sequence[Root], determinants: Callable[[], list[int]]
    ) -> tuple[Check, Check]:
        signs, stable = [root.real_sign for root in roots], Status.VERIFIED
        evidence, undecided = _BY_BALLS, None in signs or 0 in signs
        if 1 in signs:
            stable, undecided = Status.REFUTED, False
        elif undecided:
            evidence = _BY_DETERMINANTS
            try:
                undecided = any(sign <= 0 for sign in determinants())
            except Refusal as error:
                return Check(STABLE, None, str(error)), Check(UNSTABLE, None, str(error))
            stable = Status.REFUTED if undecided else Status.VERIFIED
        first = _verdict(stable, STABLE, evidence)
        if undecided:
            return first, Check(UNSTABLE, None, _NEAR_AXIS)
        opposite = Status.REFUTED if stable is Status.VERIFIED else Status.VERIFIED
        return first, _verdict(opposite, UNSTABLE, evidence)

    def _judged_opposite(
        self, roots: Sequence[Root], determinants: Callable[[], list[int]]
    ) -> tuple[Check, Check]:
        if 1 in [root.real_sign for root in roots]:
            first = _verdict(Status.VERIFIED, UNSTABLE, _BY_BALLS)
            return first, _verdict(Status.REFUTED, OSCILLATING, _BY_BALLS)
        try:
            signs = set(determinants())
        except Refusal as error:
            return Check(UNSTABLE, None, str(error)), Check(OSCILLATING, None, str(error))
        oscillating = Status.VERIFIED if signs == {1} else Status.REFUTED
        second = _verdict(oscillating, OSCILLATING, _BY_DETERMINANTS)
        if 0 in signs:
            return Check(UNSTABLE, None, _EQUAL), second
        opposite = Status.REFUTED if second.holds else Status.VERIFIED
        return _verdict(opposite, UNSTABLE, _BY_DETERMINANTS), second

    @property
    def conclusion(self) -> str:
        """The answer in words."""
        if len(self.polynomial) == 1:
            return "nothing moves near it but what belongs to the family"
        if self.is_stable.holds:
            return "stable"
        if self.is_unstable.holds:
            return "unstable"
        if any(vanishes(f) for f in self.hurwitz):
            return "not decided: a determinant of Hurwitz vanishes"
        oscillating = self.is_oscillating
        if oscillating is None:
            return f"stable where {self._told}"
        where = "" if oscillating.holds else f" where {self._told}"
        return f"stable to first order{where}: its eigenvalues are imaginary there"


def _verdict(status: Status, statement: str, evidence: str) -> Check:
    return Check(statement, Verdict(status, statement, evidence=evidence))
