"""The ledger of Frigioiu, Hedrih and Bîrsan on one small seeded datum for each claim.

Every outcome is the recorded one, every mutated form is refuted, and a wrong sign in the library
changes outcomes.
"""

from __future__ import annotations

from functools import partial

import pytest
from depth import some_of
from wrong_signs import ENDOMORPHISM, INSERTION, TRANSPOSE, noticed

from diffgeo import Status, check
from mechanics.analysis import moving_surface
from mechanics.analysis.moving_surface import MovingSurface
from mechanics.model.systems_on import varied
from mechanics.papers import ledger
from mechanics.papers.engine import recorded_outcomes as recorded
from mechanics.papers.engine.judgement import judge
from mechanics.papers.frigioiu import book
from mechanics.papers.frigioiu.data import SMALL, generic, random
from mechanics.papers.frigioiu.scene import TimeScene
from mechanics.spaces.rheonomic_geometry import RheonomicSystem
from mechanics.spaces.rheonomic_geometry.three_splittings import TimeSplitting

BOOK = ledger("frigioiu")


# --- data -------------------------------------------------------------------------------------


def test_three_coordinates(monkeypatch: pytest.MonkeyPatch) -> None:
    """All claims of sections II and III but those of more than half a second."""
    datum = random(3, 1)
    monkeypatch.setattr(book, "texts", lambda family, seed, quick: [datum])
    slow = {f"FHB-{name}" for name in ("14b", "14c", "16b", "29.1", "29.3", "32.1")}
    apart = "none", "surface", "cylinder", "moving surface", "moving cylinder"
    by_data = [claim for claim in BOOK.ordered() if claim.family not in apart]
    claims = [claim for claim in by_data if claim.id not in slow]
    found = [judge(BOOK, claim, quick=True) for claim in some_of(claims)]
    assert [text for text in map(recorded.difference, found) if text] == []
    assert len(claims) > 40 and all("n = 3" in outcome.used[0] for outcome in found)


def test_the_data_have_one_two_and_three_coordinates() -> None:
    assert [scene.n for _, scene in book.data("regular", 0, False)] == [2, 3, 1, 1, 2]
    assert [scene.n for _, scene in book.data("metrical", 0, False)] == [2, 3, 1, 1, 2]
    assert [scene.n for _, scene in book.data("charts", 0, False)] == [2, 1, 2, 3]


@pytest.mark.parametrize("n", [1, 2, 3])
def test_no_coordinate_is_the_same_in_all_product_charts(n: int) -> None:
    """So it is in a change of one coordinate alone, which generates too little."""
    s = TimeScene(generic(n))
    _, pull = s.product_change
    assert check(pull(s.jets.dt) == s.jets.dt)
    assert all(check(pull(w) == w, counterexample=False).status is Status.REFUTED for w in s.dx)
    assert all(map(check, s.natural(lambda system: system.structure.J, lambda r: r.metric)))
    assert not any(map(check, s.natural(lambda r: r.jets.velocities[0] * r.structure.J)))


def test_what_is_made_once_is_forgotten() -> None:
    families = "surface", "moving surface", "moving cylinder"
    made = [partial(book.on_surface, family) for family in families]
    first = [make() for make in made]
    assert all(a is make() for a, make in zip(first, made, strict=True))
    BOOK.forget()
    assert not any(a is make() for a, make in zip(first, made, strict=True))


@pytest.mark.parametrize(
    "datum", [random(2, 0), random(2, 1), random(2, 2), random(3, 0), random(3, 1), random(1, 0)]
)
def test_random_data_are_general(datum) -> None:
    """The metric depends on time and velocities, N^0 is not 0 and N is curved."""
    s = TimeScene(datum)
    vanishing = [
        s.d_t(s.g[0][0]) == 0,
        s.V[0](s.g[0][0]) == 0,
        s.N_time[-1] == 0,
        s.d_t(s.N_time[-1]) == 0,
        s.V[-1](s.F_low[0]) == 0,
    ]
    if s.n > 1:
        vanishing += [s.N.curvature_v == 0, s.N.curvature_0 == 0, s.checked.curvature_v == 0]
    assert [bool(check(i, counterexample=False)) for i in vanishing] == [False] * len(vanishing)


def test_the_generic_datum_and_the_small_ones() -> None:
    s = TimeScene(generic(1))
    assert s.n == 1 and not check(s.L == 0)
    free = TimeScene(SMALL["free"])
    assert check(free.N.h == free.checked.h)
    assert not TimeScene(SMALL["swinging"]).N.is_stationary()


# --- wrong signs in the library change outcomes ----------------------------------------------


def wrong_projector(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(TimeSplitting, "h", TimeSplitting.v)


def wrong_semispray(patch: pytest.MonkeyPatch) -> None:
    """S* with G^0 = -½ ∂_t L."""
    patch.setattr(
        RheonomicSystem,
        "connection_semispray",
        property(lambda self: self.frozen_spray + self.time_slope / 2 * self.structure.time_field),
    )


def wrong_force_on_surfaces(patch: pytest.MonkeyPatch) -> None:
    """The forces are pulled back with the opposite sign."""
    right = moving_surface.restricted

    def wrong(space, heights):
        reduced, inclusion = right(space, heights)
        return varied(reduced, force=-reduced.force), inclusion

    patch.setattr(moving_surface, "restricted", wrong)


def wrong_surface(patch: pytest.MonkeyPatch) -> None:
    """In space the constraint is d_T(q + f) = 0."""

    def wrong(self):
        E, jets = self.space.configuration_space, self.space.evolution_space
        (derivative,) = jets.total_derivatives
        constraints = [derivative(E.function(f"{q} + ({f})")) for q, f in self.heights.items()]
        return varied(self.space, constraints=constraints).dynamics(self.theory)

    patch.setattr(MovingSurface, "in_space", property(wrong))


def wrong_frozen_spray(patch: pytest.MonkeyPatch) -> None:
    """2G with N_0 in it."""
    patch.setattr(RheonomicSystem, "frozen_spray", property(lambda self: self.free.evolution))


SYSTEM = "mechanics.spaces.rheonomic_geometry.rheonomic_systems.RheonomicSystem"


test_a_wrong_sign_in_the_library_is_noticed = noticed(
    BOOK,
    (wrong_projector, ["FHB-6", "FHB-8", "FHB-12a", "FHB-13", "FHB-23a", "FHB-25"]),
    (wrong_semispray, ["FHB-8", "FHB-10", "FHB-12b", "FHB-23a", "FHB-29.2"]),
    (f"2 {SYSTEM}.metric", ["FHB-11", "FHB-32", "FHB-32.2"]),
    # Section IV: the particle on the moving surface.
    (f"2 {SYSTEM}.metric", ["FHB-C1"]),
    ("-1 mechanics.analysis.noether.MomentumEquation.reaction_power", ["FHB-34"]),
    (wrong_force_on_surfaces, ["FHB-E14", "FHB-34", "FHB-C2"]),
    (wrong_surface, ["FHB-34", "FHB-C2"]),
    (wrong_frozen_spray, ["FHB-E15", "FHB-E19"]),
    (ENDOMORPHISM, ["FHB-E13", "FHB-E14", "FHB-E17", "FHB-34"]),
    (TRANSPOSE, ["FHB-E13", "FHB-35", "FHB-C1"]),
    (INSERTION, ["FHB-E7", "FHB-E9", "FHB-E14", "FHB-E18", "FHB-E20"]),
    judged_before=True,
)
