"""Krupková's constrained systems: the canonical distribution, its ideal, the class of dΘ_L."""

from __future__ import annotations

import pytest

from diffgeo import check, d, interior
from mechanics import System, theories
from mechanics.model.constraint_sections import JetSection
from mechanics.model.velocity_choice import choose_velocities
from mechanics.theories.canonical_distribution import CanonicalDistribution
from mechanics.theories.constrained_cartan_theory import ConstrainedCartan
from mechanics.theories.equality_on_constraints import Place
from mechanics.theories.omega_gamma_theory import ReducedLagrangian


def affine() -> System:
    return System(
        coordinates="x y z",
        lagrangian="(xdot**2 + 2*ydot**2 + zdot**2)/2 + x*zdot**3/3 - x*z*t",
        constraints=["(1 + y**2)*zdot - y*xdot - t"],
        forces={"x": "-ydot"},
    )


def quadratic() -> System:
    return System(
        coordinates="x y z",
        lagrangian="(xdot**2 + ydot**2 - zdot**2)/2 - z*x",
        constraints=["zdot**2 - xdot**2 - ydot**2 - 1"],
        forces={"y": "-zdot"},
    )


BOTH = pytest.mark.parametrize("make", [affine, quadratic])


def canonical(system: System, names=None) -> CanonicalDistribution:
    return CanonicalDistribution(system, choose_velocities(system, names))


@BOTH
def test_the_canonical_distribution(make) -> None:
    """Rank 2n + 1, annihilated by Φ^a and dφ_a, the same for every choice of velocities."""
    system = make()
    C = canonical(system)
    assert C.is_annihilated() and C.distribution.rank == 5 and len(C.frame) == 5
    for name in ("x", "z"):
        other = canonical(system, [name])
        assert all(C.distribution.contains(e) for e in other.frame)
    assert not C.distribution.contains(system.evolution_space.frame[0])


@BOTH
def test_the_class_does_not_depend_on_the_representative(make) -> None:
    system = make()
    C, J = canonical(system), system.evolution_space
    alpha = ConstrainedCartan(C).alpha
    (Phi,), (phi,) = C.forms, system.constraints
    for added in (Phi * d(J["x"]), J["y"] * d(phi) * d(J["zdot"])):
        assert C.same_class(alpha, alpha + added)
    # dΦ is not in the algebraic ideal: the differential ideal makes another class.
    assert not C.same_class(alpha, alpha + d(Phi))
    assert not C.ideal.is_differential()


@BOTH
def test_the_motion_spans_the_characteristics(make) -> None:
    """i_ξ dΘ_L - F vanishes on C; ξ is of second order; neither is true of another field of C."""
    system = make()
    made = ConstrainedCartan(canonical(system))
    xi, C, S = made.field, made.distribution, system.evolution_space.vertical_endomorphism
    rest = interior(xi, made.alpha) - system.force
    assert check([rest(e) == 0 for e in C.frame]) and check(S(xi) == 0)
    wrong = interior(xi + C.vertical[0], made.alpha) - system.force
    assert not check([wrong(e) == 0 for e in C.frame])
    assert check(Place(system).same_fields(xi, system.dynamics(theories.multipliers).field))


@BOTH
def test_the_determinant_is_the_square_of_condition_1(make) -> None:
    from diffgeo.calculus import linear_algebra as linear

    made = ConstrainedCartan(canonical(make()))
    M = linear.determinant(made.condition_matrix)
    assert check(made.determinant == M**2)
    assert not check(made.determinant == M)


def test_condition_1_is_that_of_the_reduced_lagrangian() -> None:
    """M_ls restricted to Q is ∂²L̄/∂v∂v - l_a ∂²g^a/∂v∂v, up to the sign of α(V, W)."""
    system = affine()
    section = JetSection.of(system, ["z"])
    made = ConstrainedCartan(canonical(system, ["z"]))
    reduced = ReducedLagrangian.on_section(section, system.lagrangian, system.force)
    n = range(2)
    pairs = [(made.condition_matrix[i][j], reduced.matrix[j][i]) for i in n for j in n]
    assert check([section.sigma.pull(a) == b for a, b in pairs])
    assert not check([section.sigma.pull(a) == -b for a, b in pairs])


def test_by_hand() -> None:
    """L = (xd² + yd²)/2, yd = x xd: M = 1 + x², ξ = (xdd) with (1 + x²) xdd = -x xd²."""
    system = System(
        coordinates="x y", lagrangian="(xdot**2 + ydot**2)/2", constraints=["ydot - x*xdot"]
    )
    made = ConstrainedCartan(canonical(system, ["y"]))
    J = system.evolution_space
    assert check(made.condition_matrix[0][0] == 1 + J["x"] ** 2)
    rate = made.field(J["xdot"])
    assert check((1 + J["x"] ** 2) * rate == -J["x"] * J["xdot"] ** 2)
    assert not check((1 + J["x"] ** 2) * rate == J["x"] * J["xdot"] ** 2)


def on_Q(system: System, names: list[str]) -> ConstrainedCartan:
    section = JetSection.of(system, names)
    return ConstrainedCartan.on_section(section, system.lagrangian, system.force)


def test_on_Q_and_along_the_leaves() -> None:
    """The recipe on Q and the one that needs no chart on Q have related motions and one M."""
    system = affine()
    there, here = on_Q(system, ["z"]), ConstrainedCartan(canonical(system, ["z"]))
    sigma = there.distribution.section.sigma
    assert there.distribution.is_annihilated()
    assert check(sigma.related(there.field, here.field))
    assert not check(sigma.related(2 * there.field, here.field))
    pairs = zip(there.condition_matrix, here.condition_matrix, strict=True)
    assert check([a == sigma.pull(b) for r, s in pairs for a, b in zip(r, s, strict=True)])


@pytest.mark.parametrize("place", ["on Q", "along the leaves"])
def test_characteristics_of_a_regular_class(place: str) -> None:
    """Both distributions are spanned by ξ alone, forces included; not by another field of C."""
    system = affine()
    made = on_Q(system, ["z"]) if place == "on Q" else ConstrainedCartan(canonical(system, ["z"]))
    for found in (made.characteristic_distribution, made.dynamical_distribution):
        assert found.rank == 1 and found.contains(made.field)
        assert not found.contains(made.field + made.distribution.vertical[0])


def test_characteristics_of_a_class_that_is_not_regular() -> None:
    """L = -x: no field of C with dt = 1 is characteristic, though the rank is 1 on C."""
    system = System(coordinates="x y", lagrangian="-x", constraints=["ydot - xdot"])
    made = ConstrainedCartan(canonical(system, ["y"]))
    assert made.characteristic_distribution.rank == 1
    (only,) = made.characteristic_distribution.basis
    assert check(made.distribution.dt(only) == 0)
    assert made.dynamical_distribution.rank == 2


def test_reduced_equations_by_hand() -> None:
    """L = (xd² + yd²)/2 - y, yd = x xd, F = -xd dx: -(1 + x²) xdd - x xd² - x - xd = 0."""
    system = System(
        coordinates="x y",
        lagrangian="(xdot**2 + ydot**2)/2 - y",
        constraints=["ydot - x*xdot"],
        forces={"x": "-xdot"},
    )
    made = on_Q(system, ["y"])
    Q = made.distribution.space
    Gamma = made.distribution.section.second_order_field({"x": "x*xdot + t"})
    (found,) = made.reduced_equations(Gamma)
    expected = Q.function("-(1 + x**2)*(x*xdot + t) - x*xdot**2 - x - xdot")
    assert check(found == expected) and not check(found == -expected)
    assert check([f == 0 for f in made.reduced_equations(made.field)])
