"""Systems with x, u and one constraint, that tell three notions of regularity apart.

L is regular if ∂²L/∂v^A∂v^B is invertible, L̄ if ∂²L̄/∂v² is, and Γ (the reduced dynamics) if
b = ∂²L̄/∂v² - l ∂²g/∂v² is. In words b is the Hessian of L along the fibres of J_σ → E.
"""

from __future__ import annotations

from typing import NamedTuple

from diffgeo import check
from diffgeo.calculus import linear_algebra as linear
from mechanics.papers.sarlet.data import Datum, small
from mechanics.papers.sarlet.equations import free_hessian, hessian, regularity_matrix
from mechanics.papers.sarlet.scene import SectionScene


class Regular(NamedTuple):
    """What is regular at the generic point of J_σ."""

    L: bool
    Lbar: bool
    Gamma: bool


#: By what is regular: (L, L̄, Γ). The last two agree where the constraint is affine.
NON_LINEAR = {
    Regular(True, True, True): small("all", "(xdot**2 + udot**2)/2", "xdot**2"),
    Regular(True, True, False): small("not Gamma", "xdot*udot - 2*xdot**3/3", "xdot**2"),
    Regular(True, False, True): small(
        "not Lbar", "(xdot**2 - udot)/2 + (udot - xdot**2)**2/2", "xdot**2"
    ),
    Regular(False, True, True): small("not L", "xdot**2/2", "xdot**2"),
    Regular(False, True, False): small("only Lbar", "udot", "xdot**2"),
    Regular(False, False, True): small("only Gamma", "(xdot**2 - udot)/2", "xdot**2"),
    Regular(False, False, False): small("none", "0", "xdot**2"),
}
LINEAR = {
    Regular(True, True, True): small("all", "(xdot**2 + udot**2)/2", "x*xdot", linear=True),
    Regular(True, False, False): small("only L", "(xdot**2 - udot**2)/2", "xdot", linear=True),
    Regular(False, True, True): small("not L", "xdot**2/2", "x*xdot", linear=True),
    Regular(False, False, False): small("none", "u*xdot", "0", linear=True),
}
#: Two systems side by side, which is more than one system with k = m = 1 can do.
PRODUCT = {
    Regular(True, False, False): Datum(
        "only L, k = m = 2",
        ("x", "y"),
        ("u", "w"),
        "(xdot**2 - udot)/2 + (udot - xdot**2)**2/2 + ydot*wdot - 2*ydot**3/3",
        (("udot", "xdot**2"), ("wdot", "ydot**2")),
        (("x", "0"), ("y", "0")),
    )
}
#: No field, and every field, with i_Γ Ω_Γ = 0.
NO_FIELD = small("no field", "udot + x", "xdot**2")
EVERY_FIELD = small("every field", "udot", "xdot**2")
#: The determinant is v: it vanishes on a set without inner points.
ON_A_SET = small("singular at rest", "xdot**3/6", "xdot**2")


def regularity(s: SectionScene) -> Regular:
    """What is regular at the generic point of P."""
    free = free_hessian(s, (*s.datum.free, *s.datum.dependent))

    def invertible(rows: list) -> bool:  # type: ignore[type-arg]
        return not check(linear.determinant(rows) == 0, counterexample=False)

    return Regular(invertible(free), invertible(hessian(s)), invertible(regularity_matrix(s)))
