"""How far the energy drifts along a computed motion, and whether it ought to be constant."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from mechanics.analysis.energy import EnergyBalance

if TYPE_CHECKING:
    import numpy as np

    from mechanics.motion.simulation import Numbers
    from mechanics.theories.dynamics import Dynamics

#: A drift is remarkable if it is so many times what the tolerances of one step allow.
REMARKABLE = 1_000
#: However loose the tolerances are, so is the loss of this share.
_SHARE = 0.01
#: The tolerance is looked at in so many points of the motion.
_POINTS = 25


@dataclass(frozen=True)
class EnergyDrift:
    """max |E - E₀| along the motion.

    Attributes
    ----------
    largest, scale : float
        The drift, and the largest of |E| and |L| along the motion.
    tolerance : float
        What the tolerances of one step allow: Σ |E(y + e_i) - E(y)| with e_i = atol + rtol |y_i|.
    conserved : bool or None
        The verdict on the energy; it is asked for only where the drift is remarkable, and not
        after an interrupt or at the end of the time that was allowed.
    step : float or None
        The length of steps that do not depend on tolerances: then only a large share is remarkable.
    """

    largest: float
    scale: float
    tolerance: float
    conserved: bool | None = None
    step: float | None = None

    @property
    def relative(self) -> float:
        """The drift divided by the scale."""
        return self.largest / self.scale if self.scale else self.largest

    @property
    def remarkable(self) -> bool:
        """Whether it is more than `REMARKABLE` times what a step allows, or a share that counts."""
        share = _SHARE * self.scale
        return self.largest > (
            share if self.step is not None else min(REMARKABLE * self.tolerance, share)
        )

    @property
    def warning(self) -> str:
        """What to tell if a conserved energy drifts; empty if all is well."""
        if not (self.remarkable and self.conserved):
            return ""
        told = f"the energy is conserved, but drifts by {self.relative:.1e} (relative)"
        if self.step is not None:
            return f"{told}; take shorter steps than {self.step:g}, or another method"
        times = f"{self.largest / self.tolerance:.0f} times what the tolerances of one step allow"
        return f"{told}, {times}; give a smaller rtol and atol, or another method"


def energy_drift(
    energy_and_lagrangian: Numbers, points: np.ndarray, tolerances: tuple[float, float]
) -> EnergyDrift | None:
    """The drift of the energy along rows of points (t, state); None where it is not defined."""
    import numpy as np

    atol, rtol = tolerances
    allowed = 0.0
    table = energy_and_lagrangian(points)
    if not np.isfinite(table).all():
        return None
    for row in points[:: max(1, len(points) // _POINTS)]:
        steps = np.diag(atol + rtol * abs(row))[1:]
        energies = energy_and_lagrangian(np.vstack([row, row + steps]))[:, 0]
        if not np.isfinite(energies).all():
            return None
        allowed = max(allowed, float(abs(energies[1:] - energies[0]).sum()))
    scale = float(abs(table).max())
    largest = float(abs(table[:, 0] - table[0, 0]).max())
    # Rounding alone moves the energy by units in the last place.
    tolerance = max(allowed, float(np.finfo(float).eps) * scale)
    return EnergyDrift(largest, scale, tolerance) if np.isfinite(largest) else None


def is_conserved(dynamics: Dynamics) -> bool | None:
    """The verdict on Γ(E) = 0, asked for where every contribution to it vanishes.

    Contributions that cancel each other are not looked for; None means that nothing is known.
    """
    balance = EnergyBalance(dynamics)
    contributions = (balance.is_autonomous, balance.forces_do_no_work, *balance.is_ideal)
    if dynamics.theory.principle.power is not None or not all(c.holds for c in contributions):
        return None
    return balance.is_conserved.holds
