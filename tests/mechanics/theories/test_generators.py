"""The projection and the functions that cut out P₁: it depends on them off P₁ only."""

from __future__ import annotations

import pickle
from fractions import Fraction

import pytest

from diffgeo import AlmostProduct, Status, check, d, interior
from mechanics import System, theories
from mechanics.testing import standard_systems
from mechanics.testing.variations import Chance, varied
from mechanics.theories.base import Step
from mechanics.theories.equality_on_constraints import Place, combination
from mechanics.theories.projection_theory import constraint_projection


def mixed(system: System, factor: str) -> System:
    """The system with φ replaced by a multiple, which has the same zeros."""
    A = [[system.evolution_space.function(factor)]]
    return varied(system, constraints=combination(A, system.constraints), same_set=True)


def test_off_the_constraint_it_depends_on_the_generators() -> None:
    """The pursuit with φ and with ψ = (1 + xd²) φ; L = m v²/2, φ = y xd + (f - x) yd.

    The acceleration is κ (φ_xd, φ_yd) with X(φ) = 0. At t = 1, x = 0, y = xd = yd = 1, f = t:
    φ = 2, φ_xd = φ_yd = 1, and φ_t + xd φ_x + yd φ_y = yd f' = 1, so that κ = -1/2. There ψ has
    the slopes 2·1 + 2·2 = 6 and 2 and the rate 2·1: κ = -2/40, and the accelerations of x are
    -1/2 and -6/20.
    """
    system = System.from_gallery("pursuit")
    other = mixed(system, "1 + xdot**2")
    X, Y = system.dynamics().field, other.dynamics().field
    verdict = check(X == Y)
    assert verdict.status is Status.REFUTED
    found = verdict.to_dict()["counterexample"]
    assert found["point"] == {"t": "1", "x": "0", "y": "1", "xdot": "1", "ydot": "1"}
    assert found["functions"] == {"f(t)": "t"} and found["label"] == "∂_xdot"
    assert Fraction(found["value"]) == Fraction(-1, 2) + Fraction(6, 20)
    place = Place(system)
    assert check(place.same_fields(X, Y))
    assert not check(place.same_fields(X, Y + system.evolution_space.frame[-1]))
    assert check(place.same_motion(system.dynamics(), other.dynamics()))


@pytest.mark.parametrize("name", ["moving blade", "prescribed speed", "two constraints"])
def test_on_it_there_is_no_dependence(name: str) -> None:
    """Also for several constraints, and for one that is not affine (after Chetaev)."""
    (system,) = (s for s in standard_systems() if s.name == name)
    jets, place = system.evolution_space, Place(system)
    A = Chance(system, "generators").invertible(jets, len(system.constraints))
    phi = combination(A, system.constraints)
    other = varied(system, constraints=phi, same_set=True)
    ours, theirs = system.dynamics(), other.dynamics()
    assert check(place.same_motion(ours, theirs))
    assert check(ours.field == theirs.field).status is Status.REFUTED
    # λ^i are those of φ: φ̃ = A φ has S^*dφ̃ = A S^*dφ on the set, so λ = Aᵀ λ̃ there.
    for j, own in enumerate(ours.multipliers):
        moved = sum((A[i][j] * value for i, value in enumerate(theirs.multipliers)), start=0 * own)
        assert check(place.same(own, moved))
        assert not check(place.same(own, moved + 1))


def test_the_almost_product_structure_is_an_object() -> None:
    for system in standard_systems()[:4]:
        parts = constraint_projection(system)
        structure, jets = parts.almost_product, system.evolution_space
        assert isinstance(structure, AlmostProduct) and structure.verdict
        P, Q = structure.projector, structure.complement
        assert check(parts.projector == Q) and check(jets.identity - Q == P)
        assert not check(jets.identity + Q == P)
        assert check(structure(parts.free) == theories.projection(system).field)
        for Z, phi, mu in zip(parts.fields, parts.constraints, parts.reactions, strict=True):
            assert check([Q(Z) == Z, P.transpose(d(phi)) == 0, interior(Z, parts.structure.omega)
                          == mu, jets.dt(Z) == 0])  # fmt: skip


def test_constraints_of_order_two_in_the_velocities_by_hand() -> None:
    """Chetaev for L = v²/2, φ = (xd² + yd² - 1)/2 + x: μ̄ = xd dx + yd dy - v² dt, Z = -v, C = -v².

    ξ_L(φ) = xd and a = -xd v/v²: λ = -xd/v², by EL = λ ∂φ/∂v.
    """
    system = System(
        coordinates="x y", lagrangian="(xdot**2 + ydot**2)/2",
        constraints="(xdot**2 + ydot**2 - 1)/2 + x",
    )  # fmt: skip
    jets, parts = system.evolution_space, constraint_projection(system)
    f = jets.function
    (mu,), (Z,), ((C,),) = parts.reactions, parts.fields, parts.matrix
    wanted = f("xdot") * d(jets["x"]) + f("ydot") * d(jets["y"]) - f("xdot**2 + ydot**2") * jets.dt
    assert check(mu == wanted) and not check(mu == wanted + jets.dt)
    assert check(jets.vector_field(xdot="-xdot", ydot="-ydot") == Z)
    assert check(f("-xdot**2 - ydot**2") == C)
    gamma = system.dynamics()
    assert check(gamma.multipliers[0] == f("-xdot/(xdot**2 + ydot**2)"))
    assert check(gamma.field(jets["ydot"]) == f("-xdot*ydot/(xdot**2 + ydot**2)"))
    assert not check(gamma.field(jets["ydot"]) == f("xdot*ydot/(xdot**2 + ydot**2)"))


def test_what_the_motion_does_not_need_is_made_when_it_is_looked_at() -> None:
    system = standard_systems()[1]
    made = theories.projection.construct(system)
    last = made.steps[-1]
    assert last.name == "Q" and "value" not in vars(last)
    parts = constraint_projection(system)
    assert check(last.value == parts.projector) and last.value is made.step("Q")
    assert not check(last.value == parts.almost_product.projector)
    stored = pickle.loads(pickle.dumps(last))
    assert type(stored) is Step and stored.equation == last.equation


def test_the_fields_of_the_complement_are_dual_to_the_constraints() -> None:
    for system in standard_systems()[:4]:
        parts = constraint_projection(system)
        pairs = [(Y, phi, i == k) for i, Y in enumerate(parts.complement)
                 for k, phi in enumerate(parts.constraints)]  # fmt: skip
        assert check([Y(phi) == int(same) for Y, phi, same in pairs])
        assert not check([Y(phi) == int(not same) for Y, phi, same in pairs])
        # P∘P = P itself, component by component, as an independent judge of the theorem.
        P = parts.almost_product.projector
        assert check(P @ P == P)
