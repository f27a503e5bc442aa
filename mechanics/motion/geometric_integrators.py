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

without constraints and forces it is variational, hence symplectic.

Sources: J. Cortés, S. Martínez, Non-holonomic integrators, Nonlinearity 14 (2001); O. Gonzalez,
Time integration and discrete Hamiltonian systems, J. Nonlinear Sci. 6 (1996); K. Modin,
O. Verdier, What makes nonholonomic integrators work?, Numer. Math. 145 (2020); R. McLachlan,
G. Quispel, N. Robidoux, Geometric integration using discrete gradients, Phil. Trans. R. Soc. A 357
(1999).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from diffgeo import Form
from diffgeo.errors import DiffGeoError
from mechanics.analysis.energy import EnergyBalance
from mechanics.errors import BadValue, NotApplicable
from mechanics.model.lagrangian import fields_along_fibres, vertical_frame
from mechanics.motion.compiled_motion import compiled_motion
from mechanics.motion.energy_drift import is_conserved
from mechanics.motion.given_values import Values
from mechanics.motion.simulation import Model

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np

    from mechanics.theories.dynamics import Dynamics

Numbers = Callable[[float, "np.ndarray"], "np.ndarray"]
Method = Callable[["SteppedMotion", float, int, "np.ndarray"], "np.ndarray"]
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
    dynamics
        The motion, on J¹π.
    given
        The values.

    Raises
    ------
    NotApplicable
        Its energy is not known.
    """

    def __init__(self, dynamics: Dynamics, given: Values) -> None:
        self.system, self.given = dynamics.system, given
        self.motion = compiled_motion(dynamics, given.functions)
        self.model = Model(self.motion.dynamics, given, self.motion)
        self.size = self.motion.size
        self._conserved: bool | None = None
        jets, constraints = self.system.evolution_space, self.system.constraints
        try:
            energy = EnergyBalance(self.motion.dynamics).energy
        except DiffGeoError as error:
            raise NotApplicable(f"{self.system.name}: its energy is not known: {error}") from None
        along, up = fields_along_fibres(jets), vertical_frame(jets)
        lagrangian, force = self.system.lagrangian, self.system.force
        self.rate = self.model.rate
        self.energy = self._numbers([energy])
        self.energy_slopes = self._numbers([X(energy) for X in (*along, *up)])
        self.momenta = self._numbers([V(lagrangian) for V in up])
        self.forces = self._numbers([W(lagrangian) + force(W) for W in along])
        self.residual = self._numbers(constraints)
        self._slopes = self._numbers([X(f) for f in constraints for X in (*along, *up)])

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

    def run(self, name: str, steps: int) -> np.ndarray:
        """The states (steps + 1, positions and velocities) by a method, at equidistant times.

        Raises
        ------
        BadValue
            There is no such method, or a step of it has no solution.
        """
        import numpy as np

        if name not in METHODS:
            raise BadValue(f"no integrator {name!r}; there are {', '.join(METHODS)}")
        start, _ = self.model.initial_state()
        h = (self.given.until - self.given.start) / steps
        with np.errstate(all="ignore"):
            try:
                return METHODS[name][0](self, h, steps, start)
            except (ArithmeticError, ValueError, DiffGeoError, np.linalg.LinAlgError) as error:
                raise BadValue(f"{name} with {steps} steps fails: {error}") from None


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
        # Rounding lets it come no nearer where the steps shrink no more.
        if size <= _STILL * (1 + float(abs(z).max())) or (size < 1e-11 and size >= best / 2):
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

        y = self._near.copy()
        y[self.kept] = x
        for _ in range(_STEPS if len(self.solved) else 0):
            change = np.linalg.solve(self.m.slopes(t, y)[:, self.solved], self.m.residual(t, y))
            y[self.solved] -= change
            if abs(change).max() <= _STILL * (1 + abs(y).max()):
                break
        return y

    def rate(self, t: float, x: np.ndarray) -> np.ndarray:
        """The motion in the coordinates."""
        found: np.ndarray = self.m.rate(t, self.state(t, x))[self.kept]
        return found

    def energy(self, t: float, x: np.ndarray) -> float:
        """The energy."""
        return float(self.m.energy(t, self.state(t, x))[0])

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


def _on_set(step: Callable[[LocalChart, float, float, np.ndarray], np.ndarray]) -> Any:
    """A method on the constraint set from one step of it."""

    def run(m: SteppedMotion, h: float, steps: int, start: np.ndarray) -> np.ndarray:
        import numpy as np

        t, y, found = m.given.start, start, [start]
        for _ in range(steps):
            chart = LocalChart(m, t, y)
            y = chart.state(t + h, step(chart, t, h, y[chart.kept]))
            t += h
            found.append(y)
        return np.array(found)

    run.__name__ = step.__name__
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
def runge_kutta_on_jets(m: SteppedMotion, h: float, steps: int, start: np.ndarray) -> np.ndarray:
    """The classical method for all velocities: the constraints drift."""
    return _along_jets(m, h, steps, start, project=False)


@method(4)
def projected(m: SteppedMotion, h: float, steps: int, start: np.ndarray) -> np.ndarray:
    """The same, with each step projected onto the constraints in the metric of L."""
    return _along_jets(m, h, steps, start, project=True)


def _along_jets(
    m: SteppedMotion, h: float, steps: int, start: np.ndarray, project: bool
) -> np.ndarray:
    import numpy as np

    t, y, found = m.given.start, start, [start]
    for _ in range(steps):
        y = _rk4(m.model.rate, t, h, y)
        t += h
        if project:
            y = m.model.project(t, y)
        found.append(y)
    return np.array(found)


@method(2)
def lagrange_dalembert(m: SteppedMotion, h: float, steps: int, start: np.ndarray) -> np.ndarray:
    """The discrete principle of Lagrange and d'Alembert, for the midpoint."""
    import numpy as np

    n, count = m.size, len(m.system.constraints)
    q, v, t = start[:n], start[n:], m.given.start
    carried, part = m.momenta(t, start), 0.5  # half of the reaction belongs to the first step
    places = [q]
    multipliers = np.zeros(count)
    guess = v
    for _ in range(steps):

        def equation(
            z: np.ndarray, q: np.ndarray = q, carried: np.ndarray = carried, t: float = t,
            part: float = part, guess: np.ndarray = guess,
        ) -> np.ndarray:  # fmt: skip
            w = z[:n]
            middle = np.concatenate([q + h / 2 * w, w])
            velocity = (guess + w) / 2 if part == 1 else guess
            rows = m.slopes(t, np.concatenate([q, velocity]))[:, n:]
            # -D₁L_d = p - h f/2 at the midpoint
            balance = m.momenta(t + h / 2, middle) - h / 2 * m.forces(t + h / 2, middle)
            reaction = part * h * (z[n:] @ rows) if count else 0
            return np.concatenate([carried + reaction - balance, m.residual(t + h / 2, middle)])

        z = _zero(equation, np.concatenate([guess, multipliers]))
        guess, multipliers = z[:n], z[n:]
        middle = np.concatenate([q + h / 2 * guess, guess])
        carried = m.momenta(t + h / 2, middle) + h / 2 * m.forces(t + h / 2, middle)
        q, t, part = q + h * guess, t + h, 1.0
        places.append(q)
    found = np.array(places)
    # Velocities at the points: of second order as the method is.
    rates = np.gradient(found, h, axis=0, edge_order=2)
    rates[0] = v
    states: np.ndarray = np.hstack([found, rates])
    return states
