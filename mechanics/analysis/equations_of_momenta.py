"""The differential equations for functions g^k with conserved momenta g^k J_k.

``Γ(g^k) J_k + g^k Γ(J_k) = 0`` on the constraint set has coefficients by the velocities if the J_k
are affine and their rates quadratic in them. These are linear equations of first order for the g^k
on E. Completed to involution they say how many solutions there are, whatever functions they are;
the falling disk has two with Gauss' series, which no search among elementary functions finds.

Where two momenta have rates ``Γ(J_k) = Γ(q) a_k^l J_l`` with a coordinate q and constants a_k^l, as
those of Chaplygin's sleigh, the solutions are elementary functions of q.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations_with_replacement, product
from time import process_time
from typing import TYPE_CHECKING

from diffgeo import d, limit
from diffgeo.calculus import exponential, power
from diffgeo.calculus import linear_algebra as linear
from diffgeo.errors import LimitExceeded, TooLarge, Unexpanded
from diffgeo.structures import LinearDifferentialSystem
from mechanics.analysis.solvable_algebras import sign_of_invariant
from mechanics.model.admissible_velocities import AdmissibleVelocities
from mechanics.model.coefficient_functions import waves
from mechanics.model.plain_answers import vanishes

if TYPE_CHECKING:
    from diffgeo import Form
    from mechanics.analysis.noether import Noether

#: Seconds for the completion.
SECONDS = 30.0


def functions_by_equations(components: Sequence[Noether]) -> list[Form]:
    """Functions of one coordinate that solve the equations of two momenta, if it is as above.

    The g^k solve ``g'' + tr(a) g' + det(a) g = 0``: products of an exponential with a sine and a
    cosine, with two exponentials, or with 1 and q.
    """
    if len(components) != 2:
        return []
    first, _ = components
    system = first.system
    D, restrict = AdmissibleVelocities(system), system.constraint_set.restrict
    up, down = system.evolution_space.projection.pull, D.section.pull
    momenta = [restrict(J.momentum) for J in components]
    rates = [restrict(J.rate) for J in components]
    pairs = list(product(D.vertical, repeat=2))
    _, *positions = system.configuration_space.coordinates
    found: list[Form] = []
    for q in positions:
        speed = restrict(first.dynamics.regular.field(up(q)))
        columns = [[down(V(W(speed * J))) for V, W in pairs] for J in momenta]
        rights = [[down(V(W(f))) for V, W in pairs] for f in rates]
        if (
            all(map(vanishes, rates))
            or linear.rank(columns) < 2
            or any(linear.rank([*columns, r]) > 2 for r in rights)
        ):
            continue
        equations = [list(row) for row in zip(*columns, strict=True)]
        a = [linear.solve(equations, right) for right in rights]
        rests = [
            linear.combination([-D.projection.pull(c) * speed for c in row], momenta, f)
            for row, f in zip(a, rates, strict=True)
        ]
        if all(vanishes(d(c)) for row in a for c in row) and all(map(vanishes, rests)):
            (b, c), (e, f) = a
            found += _solutions(q, b + f, b * f - c * e)
    return found


def _solutions(q: Form, trace: Form, determinant: Form) -> list[Form]:
    """Two solutions of ``g'' + tr g' + det g = 0``; none if the sign that decides is unknown."""
    below = exponential(-trace * q / 2)
    square = (determinant - trace * trace / 4).expanded()
    if vanishes(square):
        return [below, q * below]
    sign = sign_of_invariant(square)
    if sign is None:
        return []
    rate = power(sign * square, Fraction(1, 2)) * q
    both = waves(rate) if sign == 1 else [exponential(rate), exponential(-rate)]
    return [below * f for f in both]


def number_of_combinations(
    components: Sequence[Noether], velocities: AdmissibleVelocities
) -> int | None:
    """How many fields g^k X_k, independent over the constants, have conserved momenta.

    Near the generic point, for whatever functions g^k on E. None if that is not decided: the
    momenta are not affine in the velocities, or their rates not quadratic, or the equations are too
    large; or there are infinitely many.
    """
    D = velocities
    restrict, down = D.system.constraint_set.restrict, D.section.pull
    moving, *along = D.fields
    momenta = [restrict(J.momentum) for J in components]
    rates = [restrict(J.rate) for J in components]
    third = (U(V(W(f))) for f in rates for U, V, W in product(D.vertical, repeat=3))
    if not components or not all(map(D.is_affine, momenta)) or not all(map(vanishes, third)):
        return None
    at_rest = [down(J) for J in momenta]
    fibres = [(V, X, [down(V(J)) for J in momenta]) for V, X in zip(D.vertical, along, strict=True)]
    equations = [[(J * moving, down(f)) for J, f in zip(at_rest, rates, strict=True)]]
    equations += [
        [(J * X + s * moving, down(V(f))) for J, s, f in zip(at_rest, slopes, rates, strict=True)]
        for V, X, slopes in fibres
    ]
    equations += [
        [(s * Y + r * X, down(V(W(f)))) for s, r, f in zip(slopes, others, rates, strict=True)]
        for (V, X, slopes), (W, Y, others) in combinations_with_replacement(fibres, 2)
    ]
    live = [row for row in equations if not all(vanishes(Y) and vanishes(f) for Y, f in row)]
    try:
        with limit(SECONDS, clock=process_time):
            found = LinearDifferentialSystem(D.projection.target, live)
    except (LimitExceeded, Unexpanded, TooLarge):
        return None
    count, variables = found.generality
    return None if variables or (found.characters is None and found.values) else count
