"""Integrators with fixed steps for constrained motions, each of which keeps something.

Two pictures of a motion are integrated:

* on the constraint set D, in local coordinates: time, positions, and those velocities that the
  constraints leave; they are chosen anew at each step, and every method keeps the constraints;
* on J¹π, with all velocities.

``runge_kutta`` (order 4) and ``midpoint`` (2, implicit) integrate on D. ``discrete_gradient`` (2)
does, too, and keeps the energy: if E is constant then x' = S(x) ∇E(x) with the antisymmetric
S = (f ∇Eᵀ - ∇E fᵀ)/|∇E|², and x₁ = x₀ + h S(x̄) ∇̄E for the discrete gradient of Gonzalez, which has
∇̄E·(x₁ - x₀) = E(x₁) - E(x₀). ``runge_kutta_on_jets`` (4) lets the constraints drift,
``projected`` (4) puts its steps back on them. ``lagrange_dalembert`` (2) uses no accelerations and
no multipliers: with the discrete Lagrangian L_d(q₀, q₁) = h L at the midpoint,

    D₂L_d(q₀, q₁) + D₁L_d(q₁, q₂) + h F + h λ ∂φ/∂v = 0,    φ = 0 at the midpoint of (q₁, q₂);

without constraints and forces it is variational, hence symplectic. The velocity between two steps
is the one on the constraints whose momentum is D₂L_d(q₀, q₁) but for a reaction.

`FixedSteps` makes each of them a solver as those of SciPy are, with dense output: `simulate` finds
with it where conditions are lost, impacts, and the output times, also between the steps.

Sources: J. Cortés, S. Martínez, Non-holonomic integrators, Nonlinearity 14 (2001); O. Gonzalez,
Time integration and discrete Hamiltonian systems, J. Nonlinear Sci. 6 (1996); K. Modin,
O. Verdier, What makes nonholonomic integrators work?, Numer. Math. 145 (2020); R. McLachlan,
G. Quispel, N. Robidoux, Geometric integration using discrete gradients, Phil. Trans. R. Soc. A 357
(1999).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cached_property, wraps
from typing import TYPE_CHECKING

from diffgeo import Form
from diffgeo.errors import DiffGeoError
from mechanics.analysis.energy import EnergyBalance
from mechanics.errors import BadValue, NotApplicable
from mechanics.model.lagrangian import fields_along_fibres, vertical_frame
from mechanics.motion.energy_drift import is_conserved

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np

    from mechanics.motion.event_location import Dense
    from mechanics.motion.simulation import Model

Numbers = Callable[[float, "np.ndarray"], "np.ndarray"]
#: The state after a step, from the motion, the time, the length of the step, and the state.
Method = Callable[["SteppedMotion", float, float, "np.ndarray"], "np.ndarray"]
#: The methods by name, with their orders.
METHODS: dict[str, tuple[Method, int]] = {}
#: Newton steps of an implicit method, and when they end.
_STEPS, _STILL = 40, 1e-14


def method(order: int) -> Callable[[Method], Method]:
    """Register an integrator under its name."""

    def keep(run: Method) -> Method:
        METHODS[run.__name__] = (run, order)
        return run

    return keep


class SteppedMotion:
    """The functions that integrators with fixed steps need, with values put in.

    Parameters
    ----------
    model
        The motion on J¹π, compiled and with its values.
    """

    def __init__(self, model: Model) -> None:
        self.model, self.motion, self.given = model, model.motion, model.given
        self.system, self.size, self.rate = model.motion.system, model.size, model.rate
        self._conserved: bool | None = None
        jets = self.system.evolution_space
        self._frame = (*fields_along_fibres(jets), *vertical_frame(jets))
        lagrangian, force = self.system.lagrangian, self.system.force
        along, up = self._frame[: self.size], self._frame[self.size :]
        self.momenta = self._numbers([V(lagrangian) for V in up])
        self.forces = self._numbers([W(lagrangian) + force(W) for W in along])
        constraints = self.system.constraints
        self.residual = self._numbers(constraints)
        self._slopes = self._numbers([X(f) for f in constraints for X in self._frame])

    @cached_property
    def energy_and_slopes(self) -> tuple[Numbers, Numbers]:
        """The energy, and its derivatives along positions and velocities.

        Raises `NotApplicable` if it is not known.
        """
        try:
            energy = EnergyBalance(self.motion.dynamics).energy
        except DiffGeoError as error:
            raise NotApplicable(f"{self.system.name}: its energy is not known: {error}") from None
        return self._numbers([energy]), self._numbers([X(energy) for X in self._frame])

    def energy(self, t: float, y: np.ndarray) -> float:
        """The energy of a state."""
        return float(self.energy_and_slopes[0](t, y)[0])

    def energy_slopes(self, t: float, y: np.ndarray) -> np.ndarray:
        """Its derivatives along positions and velocities."""
        return self.energy_and_slopes[1](t, y)

    def _numbers(self, functions: Sequence[Form]) -> Numbers:
        import numpy as np

        if not functions:
            return lambda t, y: np.zeros(0)
        run = self.motion.program(functions).bound(self.given.parameters)
        return lambda t, y: np.array(run(t, *y.tolist()))

    def require_energy(self) -> None:
        """Raise `BadValue` unless it is certain that the energy is constant."""
        if self._conserved is None:
            self._conserved = is_conserved(self.motion.dynamics)
        if not self._conserved:
            raise BadValue(f"{self.system.name}: it is not known that the energy is constant")

    def slopes(self, t: float, y: np.ndarray) -> np.ndarray:
        """The derivatives of the constraints along positions and velocities, row by row."""
        return self._slopes(t, y).reshape(-1, 2 * self.size)

    def step(self, name: str, t: float, h: float, y: np.ndarray) -> np.ndarray:
        """The state after one step of a method.

        Raises `BadValue` if it has no solution.
        """
        import numpy as np

        try:
            return METHODS[name][0](self, t, h, y)
        except (ArithmeticError, ValueError, DiffGeoError, np.linalg.LinAlgError) as error:
            raise BadValue(f"a step of {name} from {t:.6g} on fails: {error}") from None

    def run(self, name: str, steps: int) -> np.ndarray:
        """The states (steps + 1, positions and velocities) by a method, at equidistant times.

        Raises `BadValue` if a step has no solution.
        """
        import numpy as np

        y, _ = self.model.initial_state()
        found, start = [y], self.given.start
        h = (self.given.until - start) / steps
        with np.errstate(all="ignore"):
            for k in range(steps):
                found.append(self.step(name, start + k * h, h, found[-1]))
        return np.array(found)

    def between(self, t: float, y: np.ndarray, end: float, after: np.ndarray) -> Dense:
        """Cubic polynomials between two states, put on the constraints if the states are on them.

        Their error is of fourth order.
        """
        import numpy as np
        from scipy.interpolate import CubicHermiteSpline

        ends = np.array([y, after])
        rates = np.array([self.rate(t, y), self.rate(end, after)])
        cubic = CubicHermiteSpline([t, end], ends, rates)
        chart = LocalChart(self, t, y)
        if not len(chart.solved) or not self._holds(end, after):
            return lambda at: cubic(at).T

        def on_constraints(at: float | np.ndarray) -> np.ndarray:
            points = np.atleast_1d(np.asarray(at, dtype=float))
            states = [chart.state(s, cubic(s)[chart.kept]) for s in points.tolist()]
            return states[0] if np.ndim(at) == 0 else np.array(states).T

        return on_constraints

    def _holds(self, t: float, y: np.ndarray) -> bool:
        """Whether a state is on the constraints, up to rounding."""
        return bool(abs(self.residual(t, y)).max(initial=0) <= 1e-10 * (1 + abs(y).max()))


def _is_still(size: float, before: float, z: np.ndarray) -> bool:
    """Whether Newton's method has ended, by the size of its last two steps.

    Rounding lets it come no nearer where the steps shrink no more.
    """
    return size <= _STILL * (1 + float(abs(z).max())) or before / 2 <= size < 1e-11


def _zero(function: Callable[[np.ndarray], np.ndarray], z: np.ndarray) -> np.ndarray:
    """A zero near z, by Newton's method with differences for derivatives."""
    import numpy as np

    best = np.inf
    for _ in range(_STEPS):
        value = function(z)
        columns = []
        for k in range(len(z)):
            step = 1e-7 * (1 + abs(z[k]))
            moved = z.copy()
            moved[k] += step
            columns.append((function(moved) - value) / step)
        change = np.linalg.solve(np.array(columns).T, value)
        z = z - change
        size = float(abs(change).max())
        if not np.isfinite(size):
            break
        if _is_still(size, best, z):
            return z
        best = size
    raise ArithmeticError("the equation of a step was not solved; take more steps")


class LocalChart:
    """Coordinates of the constraint set near a state: positions, and some of the velocities.

    Those are left out for which the constraints are solved best.
    """

    def __init__(self, m: SteppedMotion, t: float, y: np.ndarray) -> None:
        import numpy as np
        from scipy.linalg import qr

        self.m, self._near, n = m, y, m.size
        slopes = m.slopes(t, y)
        solved = qr(slopes[:, n:], mode="r", pivoting=True)[1][: len(slopes)] if len(slopes) else []
        self.solved = n + np.array(sorted(solved), dtype=int)
        self.kept = np.setdiff1d(np.arange(2 * n), self.solved)

    def state(self, t: float, x: np.ndarray) -> np.ndarray:
        """Positions and all velocities from the coordinates."""
        import numpy as np

        y, best = self._near.copy(), np.inf
        y[self.kept] = x
        if not len(self.solved):
            return y
        for _ in range(_STEPS):
            change = np.linalg.solve(self.m.slopes(t, y)[:, self.solved], self.m.residual(t, y))
            y[self.solved] -= change
            size = float(abs(change).max())
            if _is_still(size, best, y):
                return y
            best = size
        raise ArithmeticError("the constraints were not solved for velocities; take more steps")

    def rate(self, t: float, x: np.ndarray) -> np.ndarray:
        """The motion in the coordinates."""
        found: np.ndarray = self.m.rate(t, self.state(t, x))[self.kept]
        return found

    def energy(self, t: float, x: np.ndarray) -> float:
        """The energy."""
        return self.m.energy(t, self.state(t, x))

    def energy_slopes(self, t: float, x: np.ndarray) -> np.ndarray:
        """Its gradient in the coordinates."""
        import numpy as np

        y = self.state(t, x)
        slopes, rows = self.m.energy_slopes(t, y), self.m.slopes(t, y)
        found: np.ndarray = slopes[self.kept]
        if len(self.solved):
            found = found - slopes[self.solved] @ np.linalg.solve(
                rows[:, self.solved], rows[:, self.kept]
            )
        return found


def _on_set(step: Callable[[LocalChart, float, float, np.ndarray], np.ndarray]) -> Method:
    """A method on the constraint set from one in local coordinates.

    These are chosen for about the middle of the step, where that is in the domain, so that the step
    back has the same ones and a symmetric method stays symmetric: otherwise its energy drifts.
    """

    @wraps(step)
    def run(m: SteppedMotion, t: float, h: float, y: np.ndarray) -> np.ndarray:
        import numpy as np

        middle = t + h / 2, y + h / 2 * m.rate(t, y)
        chart = LocalChart(m, *(middle if np.isfinite(m.slopes(*middle)).all() else (t, y)))
        return chart.state(t + h, step(chart, t, h, y[chart.kept]))

    return run


def _rk4(f: Numbers, t: float, h: float, x: np.ndarray) -> np.ndarray:
    a = f(t, x)
    b = f(t + h / 2, x + h / 2 * a)
    c = f(t + h / 2, x + h / 2 * b)
    d = f(t + h, x + h * c)
    found: np.ndarray = x + h / 6 * (a + 2 * b + 2 * c + d)
    return found


@method(4)
@_on_set
def runge_kutta(m: LocalChart, t: float, h: float, x: np.ndarray) -> np.ndarray:
    """The classical method, on the constraint set."""
    return _rk4(m.rate, t, h, x)


@method(2)
@_on_set
def midpoint(m: LocalChart, t: float, h: float, x: np.ndarray) -> np.ndarray:
    """x₁ = x₀ + h f((x₀ + x₁)/2), on the constraint set."""
    return _zero(lambda y: y - x - h * m.rate(t + h / 2, (x + y) / 2), x + h * m.rate(t, x))


@method(2)
@_on_set
def discrete_gradient(m: LocalChart, t: float, h: float, x: np.ndarray) -> np.ndarray:
    """The method of Gonzalez: it keeps an energy that does not depend on time."""
    m.m.require_energy()
    before = m.energy(t, x)

    def equation(y: np.ndarray) -> np.ndarray:
        middle, step = (x + y) / 2, y - x
        f, g = m.rate(t + h / 2, middle), m.energy_slopes(t + h / 2, middle)
        slope, length = g, float(step @ step)
        if length > 0:
            missing = m.energy(t + h, y) - before - g @ step
            slope = g + missing / length * step
        size = float(g @ g)
        # Where the energy is stationary so is the motion, but for f along the level.
        moved = f if size == 0 else (f * (g @ slope) - g * (f @ slope)) / size
        found: np.ndarray = step - h * moved
        return found

    return _zero(equation, _rk4(m.rate, t, h, x))


@method(4)
def runge_kutta_on_jets(m: SteppedMotion, t: float, h: float, y: np.ndarray) -> np.ndarray:
    """The classical method for all velocities: the constraints drift."""
    return _rk4(m.rate, t, h, y)


@method(4)
def projected(m: SteppedMotion, t: float, h: float, y: np.ndarray) -> np.ndarray:
    """The same, with each step projected onto the constraints in the metric of L."""
    return m.model.project(t + h, _rk4(m.rate, t, h, y))


@method(2)
def lagrange_dalembert(m: SteppedMotion, t: float, h: float, y: np.ndarray) -> np.ndarray:
    """The discrete principle of Lagrange and d'Alembert, for the midpoint."""
    import numpy as np

    n, middle = m.size, t + h / 2
    q, v = y[:n], y[n:]
    before = m.momenta(t, y)

    def state_of(w: np.ndarray) -> np.ndarray:
        return np.concatenate([q + h / 2 * w, w])

    def equation(z: np.ndarray) -> np.ndarray:
        # -D₁L_d = p - h f/2 at the midpoint
        between = state_of(z[:n])
        balance = m.momenta(middle, between) - h / 2 * m.forces(middle, between)
        reaction = z[n:] @ m.slopes(t, y)[:, n:]
        return np.concatenate([before + reaction - balance, m.residual(middle, between)])

    w = _zero(equation, np.concatenate([v, np.zeros(len(m.system.constraints))]))[:n]
    between, end = state_of(w), t + h
    after = m.momenta(middle, between) + h / 2 * m.forces(middle, between)

    def legendre(z: np.ndarray) -> np.ndarray:
        moved = np.concatenate([q + h * w, z[:n]])
        reaction = z[n:] @ m.slopes(end, moved)[:, n:]
        return np.concatenate([m.momenta(end, moved) + reaction - after, m.residual(end, moved)])

    velocity = _zero(legendre, np.concatenate([w, np.zeros(len(m.system.constraints))]))[:n]
    return np.concatenate([q + h * w, velocity])


class FixedSteps:
    """A method as a solver, as far as the loop of an integration knows those of SciPy.

    Parameters
    ----------
    stepped, name
        The motion and the method.
    longest
        What no step is longer than; all are of one length.
    t, y, bound
        The first state, and the time to which it goes.
    """

    def __init__(
        self, stepped: SteppedMotion, name: str, longest: float, t: float, y: np.ndarray,
        bound: float,
    ) -> None:  # fmt: skip
        self._stepped, self._name, self._start, self.t_bound = stepped, name, t, bound
        self._count = max(1, math.ceil((bound - t) / longest * (1 - 1e-12)))
        self._taken, self._before = 0, (t, y)
        self.t, self.y, self.status = t, y, "running"

    def step(self) -> str:
        """Take a step; what is wrong with it, where the status becomes ``"failed"``."""
        import numpy as np

        self._taken += 1
        part = self._taken / self._count
        end = self._start + part * (self.t_bound - self._start) if part < 1 else self.t_bound
        try:
            after = self._stepped.step(self._name, self.t, end - self.t, self.y)
        except BadValue as error:
            self.status = "failed"
            return str(error)
        self._before, self.t, self.y = (self.t, self.y), end, after
        if not np.isfinite(after).all():
            self.status = "failed"
        return "the state is not finite"

    def dense_output(self) -> Dense:
        """The states along the last step."""
        return self._stepped.between(*self._before, self.t, self.y)
