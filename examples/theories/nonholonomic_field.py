"""Fields with constraints on their first derivatives: Σ_A L_{D_A}(S_A^*dL) - dL = λ^a S_η^*dφ_a.

The sections of a fibration over a base of dimension k, such as (t, s) for a rod, have for each
coordinate x^A of the base a vertical endomorphism S_A of J¹π and a total derivative D_A. The
equation holds for vertical fields on J²π, where φ_a = 0 and D_A φ_a = 0. Reactions act as a form
η = dt on the base says, that is Chetaev's along the time. What can be asked are the multipliers,
whether a section is a solution, and what the reactions do to energy and momentum. States are
sections here, so that there is no simulation.

Source: M. de León, D. Martín de Diego, M. Salgado, S. Vilariño, Nonholonomic constraints in
k-symplectic classical field theories, arXiv 0803.1540.
"""

from functools import cached_property

from diffgeo import check, d
from diffgeo.bundles import jet, noether_current
from diffgeo.calculus import linear_algebra as linear


class NonholonomicField:
    """L and functions φ_a on J¹π, and a form η = dt of a coordinate t of the base."""

    def __init__(self, lagrangian, constraints, time):
        self.L, self.phi, self.eta = lagrangian, list(constraints), d(time)
        self.jets = lagrangian.space
        fibration = self.jets.fibration
        self.J = jet(fibration, 2)
        self.directions = list(fibration.base.frame)
        self.W = [self.J.prolong_field(V) for V in fibration.vertical_frame]
        S = self.jets.vertical_endomorphism_along
        self.reactions = [S(self.eta).transpose(d(f)) for f in self.phi]
        momenta = [S(d(x)).transpose(d(lagrangian)) for x in fibration.base.coordinates]
        terms = [D(p) for D, p in zip(self.J.total_derivatives, momenta, strict=True)]
        #: Σ_A L_{D_A}(S_A^*dL) - dL on J²π.
        self.inertia = sum(terms[1:], start=terms[0]) - self.up(d(lagrangian))

    def up(self, form):
        """A form on J¹π as one on J²π."""
        return self.J.projection.pull(form)

    @cached_property
    def multipliers(self):
        """λ^a on J²π: with second derivatives along t they solve the equation and D_t φ_a = 0."""
        S, base = self.J.vertical_endomorphism_along(self.eta), self.directions
        V = [S(S(W)) / 2 for W in self.W]
        k = next(k for k, X in enumerate(base) if check(self.eta(X) == 1, counterexample=False))
        once, twice = (space.total_derivatives[k] for space in (self.jets, self.J))
        q_tt = [twice(once(q)) for q in self.jets.fibration.fibre_coordinates]
        reactions = [self.up(rho) for rho in self.reactions]
        equations = [self.inertia(W) for W in self.W] + [twice(f) for f in self.phi]
        pushes = [[-rho(W) for rho in reactions] for W in self.W]
        pushes += [[0 * q_tt[0] for _ in reactions] for _ in self.phi]
        slopes = [[v(e) for v in V] for e in equations]
        rows = [a + b for a, b in zip(slopes, pushes, strict=True)]
        right = [
            linear.combination(row, q_tt, -e) for row, e in zip(slopes, equations, strict=True)
        ]
        return linear.solve(rows, right)[len(V) :]

    def is_solution(self, section, multipliers):
        """The verdict that a section solves the equations, with functions λ^a on the base."""
        on = self.J.prolong(section).pull
        below = self.jets.prolong(section).pull
        pairs = zip(multipliers, self.reactions, strict=True)
        terms = [[m * on(self.up(rho)(W)) for W in self.W] for m, rho in pairs]
        law = [
            on(self.inertia(W)) == sum((row[k] for row in terms), start=0 * multipliers[0])
            for k, W in enumerate(self.W)
        ]
        return check([*law, *(below(f) == 0 for f in self.phi)], name="it solves the equations")

    def balance(self, X):
        """The current P of a symmetry X of L on E, and λ^a ρ_a(X): the D_A P^A of all solutions."""
        power = [rho(self.jets.prolong_field(X)) for rho in self.reactions]
        return noether_current(self.L, X), power

    def is_balanced(self, X):
        """The verdict that D_A P^A is the inertia along X on J²π, so λ^a ρ_a(X) for solutions."""
        fibration, up = self.jets.fibration, self.jets.projection.pull
        moves = [X(x) for x in fibration.base_coordinates]
        rates = [
            linear.combination(up([-f for f in moves]), [D(q) for D in self.jets.total_derivatives],
                               up(X(q)))
            for q in fibration.fibre_coordinates
        ]  # fmt: skip
        current, _ = self.balance(X)
        flows = [D(P) for D, P in zip(self.J.total_derivatives, current, strict=True)]
        inertia = sum(self.up(f) * self.inertia(W) for f, W in zip(rates, self.W, strict=True))
        return check(sum(flows[1:], start=flows[0]) == inertia, name="the balance of X")
