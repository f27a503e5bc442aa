"""What implies quadratures, on systems whose integrability is known."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from functools import reduce
from operator import mul
from pathlib import Path
from random import Random

import numpy as np
import pytest
from gallery_systems import gallery_system
from rolling_bodies import ellipsoid

from diffgeo import Form, Map, VectorForm, check, d
from diffgeo.calculus import linear_algebra as linear
from diffgeo.errors import TooLarge, Unexpanded
from mechanics import System, gallery
from mechanics.analysis.answers import AnswerOnMotion
from mechanics.analysis.densities import Density
from mechanics.analysis.integrability import Integrability
from mechanics.analysis.invariant_volume import InvariantVolume
from mechanics.analysis.known_integrals import KnownIntegrals, known_integrals
from mechanics.analysis.quadratures import Quadratures
from mechanics.errors import NotApplicable
from mechanics.faces.command_line import main
from mechanics.model.solved_levels import Levels
from mechanics.motion.poincare_sections import poincare_section
from mechanics.testing.naturality_of_theories import pulled_back

#: The theorem, and how many first integrals and symmetries it uses.
GALLERY = {
    "chaplygin-sleigh": ("Lie", 1, 4),
    "nonholonomic-particle": ("Lie", 4, 1),
    "vertical-rolling-disk": ("Lie", 5, 1),
    "knife-edge": ("Lie", 4, 1),
    "car-with-trailer": ("Lie", 2, 4),
    "veselova": ("Euler-Jacobi-Lie", 2, 2),
    "suslov": (None, 1, 0),
    "heisenberg": (None, 0, 0),
}
KEPLER = System(coordinates="r phi", parameters="k", positive="k r",
                lagrangian="(rdot**2 + r**2*phidot**2)/2 + k/r")  # fmt: skip
HENON_HEILES = System(
    coordinates="x y", lagrangian="(xdot**2 + ydot**2 - x**2 - y**2)/2 - x**2*y + y**3/3",
    name="Henon and Heiles",
)  # fmt: skip


@pytest.mark.parametrize("name", GALLERY)
def test_the_gallery(name: str) -> None:
    found = gallery_system(name).integrability()
    assert (found.theorem, len(found.integrals), len(found.chosen)) == GALLERY[name]
    assert found.is_integrable is (True if found.theorem else None)
    assert all(c.holds for c in found.checks())
    if found.theorem is None:
        assert str(found).startswith("not decided") and "Others are possible" in found.report()
        assert "with coefficients of order 2" in found.to_dict()["searched"]["integrals"]


def test_without_constraints() -> None:
    assert KEPLER.integrability().theorem == "Lie"
    # Two integrals in involution: the Hamiltonian field of the second is a symmetry that no
    # transformation of the configurations makes.
    separated = System(coordinates="x y", lagrangian="(xdot**2 + ydot**2)/2 - x**4 - y**6")
    found = separated.integrability(order=2, extra=["x**4", "y**6"])
    assert (found.theorem, len(found.integrals), len(found.chosen)) == ("Lie", 2, 2)
    assert not check(found.chosen[0] == 2 * found.chosen[0])
    assert HENON_HEILES.integrability().is_integrable is None
    # The constants of separation are such integrals: oscillators, and the Stark effect.
    well = System(coordinates="x y", parameters="k l", positive="k l",
                  lagrangian="(xdot**2 + ydot**2 - k*x**2 - l*y**2)/2")  # fmt: skip
    stark = System(
        coordinates="u v", parameters="k F", positive="k u v",
        lagrangian="(u**2 + v**2)*(udot**2 + vdot**2)/2 + 2*k/(u**2 + v**2) - F*(u**2 - v**2)/2",
    )  # fmt: skip
    for system in (well, stark):
        found = system.integrability()
        assert (found.theorem, len(found.integrals), len(found.chosen)) == ("Lie", 2, 2)
        assert found.is_integrable
        rate = found.motion(found.integrals[1] * found.space.coordinates[1])
        assert check(found.motion(found.integrals[1]) == 0) and not check(rate == 0)
    damped = System(coordinates="x", lagrangian="(xdot**2 - x**2)/2", forces={"x": "-xdot"})
    assert damped.integrability().theorem == "Lie"


def test_euler_and_jacobi_without_symmetries() -> None:
    """Equations that depend on time: the linear one is integrable, others are not known to be."""
    clock = System(coordinates="x", lagrangian="xdot**2/2", forces={"x": "-t*xdot"})
    assert clock.integrability().is_integrable
    # Two clocks that nothing stops: 3 = 5 - 2 integrals are needed, or symmetries.
    coupled = System(coordinates="x y", lagrangian="(xdot**2 + ydot**2)/2 - x**3*y - t*x*y**2")
    assert coupled.integrability().theorem is None


def test_what_is_not_solvable() -> None:
    """The rotations of space are no algebra for the theorem of Lie."""
    squares = "(xdot**2 + ydot**2 + zdot**2)/2 - (x**2 + y**2 + z**2)**2"
    found = System(coordinates="x y z", lagrangian=squares).integrability(order=1)
    N, jets = found.space, found.system.evolution_space
    E = found.system.configuration_space
    rotations = [{"x": "y", "y": "-x"}, {"y": "z", "z": "-y"}, {"z": "x", "x": "-z"}]
    fields = [jets.prolong_field(E.vector_field(X)) for X in rotations]
    assert N is jets and found.structure(fields).kind == "semisimple"
    assert not found.structure(fields).is_solvable and found.structure(fields[:1]).is_solvable
    # On the levels of the three momenta and the energy there are two, which commute.
    assert found.is_integrable and len(found.integrals) == 4 and len(found.chosen) == 2


def test_what_gets_too_large() -> None:
    """The rattleback: smaller spaces are searched, and named; a given order is refused."""
    rattleback = ellipsoid((1, 4, 9), "1/5")
    found = rattleback.integrability()
    assert found.theorem is None and len(found.integrals) == 1
    searched = found.searched
    assert "with coefficients of order 0" in searched["integrals"]
    assert "no larger one: the determining equations of 16 fields" in searched["symmetries"]
    assert "no larger one" in found.report()
    with pytest.raises(Unexpanded, match=r"determining equations of 16 fields .* smaller order"):
        _ = known_integrals(rattleback.dynamics(), 1).symmetries


# --- all integrals --------------------------------------------------------------------------------

CONTACT = System(
    coordinates="x y z", constraints="xdot + y*zdot", name="contact oscillator",
    lagrangian="(xdot**2 + ydot**2 + zdot**2 - x**2 - y**2 - z**2)/2",
)  # fmt: skip


def _known_elsewhere(system: System) -> list[Form]:
    """What other questions say, but what is several-valued on circles."""
    momenta = system.nonholonomic_momentum()
    return [
        *(i.function for i in system.first_integrals().integrals),
        *(J.momentum for J in momenta.conserved if not momenta.periodicity(J).angles),
        *(J.momentum for J in system.symmetries().integrals),
    ]


def _depends(found: Integrability, f: Form, on: Sequence[Form]) -> bool:
    """Whether the differential of f is a combination of those of others."""
    return found._rank([d(g) for g in (*on, found.system.constraint_set.restrict(f))]) == len(on)


def test_the_contact_oscillator() -> None:
    """Of degree 2 there are the energy and y² + ẏ²."""
    found = CONTACT.integrability()
    assert len(found.integrals) == 2 and found.is_integrable is None
    known = _known_elsewhere(CONTACT)
    assert all(_depends(found, f, found.integrals) for f in known)
    assert not all(_depends(found, f, found.integrals[:1]) for f in known)


@pytest.mark.parametrize("name", sorted(gallery.names()))
def test_what_other_questions_find_is_used(name: str) -> None:
    system = gallery_system(name)
    try:
        found = system.integrability()
    except NotApplicable:
        return  # constraints that are not affine in the velocities
    if found._missing:
        with suppress(TooLarge, Unexpanded):
            assert all(_depends(found, f, found.integrals) for f in _known_elsewhere(system))


def test_symmetries_make_integrals(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a free particle one is given; with symmetries others follow, and no theorem is lost."""

    def answered(text: str = "") -> Integrability:
        free = System(coordinates="x y", lagrangian="(xdot**2 + ydot**2)/2")
        if text:
            given = (free.evolution_space.function(text),)
            monkeypatch.setattr(KnownIntegrals, "functions", given)
        return free.integrability()

    everything, found = answered(), answered("x*ydot - y*xdot")
    assert found.theorem == everything.theorem == "first integrals" and found.is_integrable
    turn = found.space.function("x*ydot - y*xdot")
    assert check(found.integrals[0] == turn) and not check(found.integrals[0] == 2 * turn)
    monkeypatch.setattr(Integrability, "_fields", lambda self: [])
    assert len(answered("x*ydot - y*xdot").integrals) == 1


def test_divergences_are_integrals() -> None:
    """x (t ∂_t + x ∂_x) of a free particle: 3 (x - t ẋ)."""
    free = System(coordinates="x", lagrangian="xdot**2/2")
    found = free.integrability(2)
    E, jets = free.configuration_space, free.evolution_space
    Z = jets.prolong_field(E.vector_field({"t": "t*x", "x": "x**2"}))
    found.__dict__["_point_symmetries"] = [Z]
    first, *_ = found._divergences()
    assert check(first == found.space.function("3*(x - t*xdot)"))
    assert check(found.motion(first) == 0)
    assert not check(found.motion(first + found.motion(Z(jets.time))) == 0)


def test_hypotheses_are_refuted() -> None:
    found = gallery_system("veselova").integrability()
    assert check(found._last(found.chosen) == 0)
    found.volume.__dict__["chart_density"] = Density((), 0 * found.integrals[0])
    assert not check(found._last(found.chosen) == 0)
    found.chosen = (found.space.frame[2], *found.chosen[1:])
    assert [c.holds for c in found.checks()][1] is False and found.is_integrable is None


# --- naturality ----------------------------------------------------------------------------------


def _random_change(system: System, seed: str) -> dict[str, str]:
    """``q = a q + c x y`` with x and y among the time and the coordinates before q."""
    chance = Random(seed)
    images, before = {}, [system.specification.time]
    for q in system.specification.coordinates:
        x, y = chance.choice(before), chance.choice(before)
        images[q] = f"{chance.choice([-1, 2, 3])}*{q} + {chance.choice([-2, 1, 5])}*{x}*{y}"
        before.append(q)
    return {before[0]: f"{before[0]} + {chance.choice([1, 2])}", **images}


def _on_constraints(
    ours: AnswerOnMotion | InvariantVolume, theirs: AnswerOnMotion, change: Map
) -> Map:
    """J¹φ between the constraint sets."""
    N, above = theirs.velocities.space, theirs.system.constraint_set.retraction
    restrict = ours.system.constraint_set.restrict
    images = {x: restrict(change.pull(above.pull(N[x]))) for x in N.chart.coordinates}
    return Map(ours.velocities.space, N, images)


def _of_equal_names(ours: AnswerOnMotion | InvariantVolume, theirs: AnswerOnMotion) -> Map:
    """What a construction that depends on the coordinates would commute with."""
    N = theirs.velocities.space
    return Map(ours.velocities.space, N, {x: x for x in N.chart.coordinates})


def _pulled(change: Map, Z: VectorForm) -> VectorForm:
    """The field that is related to Z, by the differential of the change."""
    images = [change.pull(x) for x in change.target.coordinates]
    values = [change.pull(Z(x)) for x in change.target.coordinates]
    frame = change.source.frame
    slopes = linear.solve([[X(f) for X in frame] for f in images], values)
    return linear.combination(slopes, frame, 0 * frame[0])


def _the_same_answer(ours: Integrability, theirs: Integrability, change: Map) -> bool:
    """The same levels; and on them the forms are those of theirs, combined with constants."""
    levels = change.pull(reduce(mul, map(d, theirs.integrals)))
    if not all(check(d(f) * levels == 0) for f in ours.integrals):
        return False
    assert ours.quadratures is not None and theirs.quadratures is not None
    pulled = [change.pull(q.form) for q in theirs.quadratures.found]
    constants = [alpha(Z) for alpha in pulled for Z in ours.chosen]
    fields = (ours.motion, *ours.chosen)
    return all(check(alpha(ours.motion) == 0) for alpha in pulled) and all(
        check(X(c) == 0) for X in fields for c in constants
    )


@pytest.mark.parametrize(
    ("name", "moved", "last"), [("knife-edge", "xy", "x"), ("Kepler", ["phi"], "t")]
)
def test_the_answer_is_natural(name: str, moved: Sequence[str], last: str) -> None:
    """Such affine changes keep the spaces that are searched: all of it is pulled back.

    Coefficients of polynomials depend on no angle itself, and on time only where the system does.
    """
    system = KEPLER if name == "Kepler" else gallery_system(name)
    images, chance = {q: q for q in ("t", *system.specification.coordinates)}, Random(name)
    for q, other in zip(moved, [*moved[1:], last], strict=True):
        images[q] = f"{chance.choice([-1, 2, 3])}*{q} + {chance.choice([-2, 1, 5])}*{other}"
    new, change = pulled_back(system, images)
    ours, theirs = new.integrability(), system.integrability()
    assert ours.theorem == theirs.theorem and ours.is_integrable and theirs.is_integrable
    assert len(ours.integrals) == len(theirs.integrals)
    assert ours.structure(ours.chosen).kind == theirs.structure(theirs.chosen).kind
    assert _the_same_answer(ours, theirs, _on_constraints(ours, theirs, change))
    assert not _the_same_answer(ours, theirs, _of_equal_names(ours, theirs))


@pytest.mark.parametrize("name", ["nonholonomic-particle", "chaplygin-sleigh"])
def test_the_forms_are_natural(name: str) -> None:
    """Of integrals and symmetries that are pulled back, by a random polynomial change."""
    system = gallery_system(name)
    theirs = system.integrability()
    new, prolonged = pulled_back(system, _random_change(system, name))
    ours = new.invariant_volume()
    change = _on_constraints(ours, theirs, prolonged)
    assert theirs.quadratures is not None
    forms = [q.form for q in theirs.quadratures.found]

    def made(fields: Sequence[VectorForm]) -> list[Form]:
        """On levels that are not solved."""
        names = theirs.quadratures.levels.names
        values = tuple(f"c{k}" for k in range(len(names)))
        integrals = tuple(change.pull(theirs.integrals))
        where = Levels(ours.velocities.space, integrals, names, values, None, 0)
        found = Quadratures(where, ours.motion, fields, None)
        assert all(check(identity) for identity in found.identities())
        return [q.form for q in found.found]

    def the_same(own: Sequence[Form], along: Map) -> bool:
        """On levels of the integrals and of the quadratures before it."""
        levels = along.pull(reduce(mul, map(d, theirs.integrals)))
        pulled, others = along.pull(forms), [q.others for q in theirs.quadratures.found]
        return all(
            check((alpha - beta) * reduce(mul, pulled[:before], levels) == 0)
            for alpha, beta, before in zip(own, pulled, others, strict=True)
        )

    fields = [_pulled(change, Z) for Z in theirs.chosen]
    assert the_same(made(fields), change)
    assert not the_same(made(fields), _of_equal_names(ours, theirs))
    assert not the_same(made([2 * Z for Z in fields]), change)


# --- numbers -------------------------------------------------------------------------------------


def test_a_poincare_section() -> None:
    """Two oscillators: a circle x² + xd² = const, for incommensurable frequencies a full one."""
    system = System(coordinates="x y", lagrangian="(xdot**2 + ydot**2 - x**2 - 2*y**2)/2")
    starts = [{"x": 1, "y": 0, "xdot": 0, "ydot": 1}, {"x": 0.5, "y": 0, "xdot": 0, "ydot": 1}]
    found = poincare_section(system.dynamics(), "y", ("x", "xdot"), starts, until=100, rtol=1e-10)
    for points, radius in zip(found.points, (1, 0.5), strict=True):
        assert len(points) == 22 and np.allclose(np.hypot(*points.T), radius, atol=1e-6)
        angles = np.sort(np.arctan2(*points.T))
        assert np.diff(angles).max() < 0.5
    period = 2 * np.pi / np.sqrt(2)
    times = poincare_section(system.dynamics(), "y", ("t", "x"), starts[:1], until=30).points[0]
    assert np.allclose(times[:, 0], period * np.arange(1, 7), atol=1e-5)


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["integrable", "chaplygin-sleigh"])
    assert end.value.code == 0
    assert "integrable by quadratures (Lie)" in capsys.readouterr().out
    with pytest.raises(SystemExit):
        main(["integrable", "nonholonomic-particle", "--json"])
    data = json.loads(capsys.readouterr().out)
    assert data["integrable"] and data["theorem"] == "Lie"
    picture = tmp_path / "section.png"
    given = ["integrable", "rotating-hoop", "--section", "sin(theta)", "--plane", "theta thetadot"]
    with pytest.raises(SystemExit) as end:
        main([*given, "--until", "5", "--plot", str(picture)])
    assert end.value.code == 0 and picture.stat().st_size > 1000
    with pytest.raises(SystemExit) as end:
        main(given)
    assert end.value.code == 2 and "give both" in capsys.readouterr().err
