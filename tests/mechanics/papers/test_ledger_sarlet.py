"""The ledger of Sarlet's paper on one small seeded datum for each claim.

Every outcome is the recorded one, every mutated form is refuted, and a wrong sign in an operation
of the library changes outcomes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from wrong_signs import BRACKET, ENDOMORPHISM, INSERTION, PSI, TRANSPOSE, WEDGE, noticed

from diffgeo import VectorForm, check
from mechanics.model.constraint_sections import JetSection
from mechanics.papers import ledger
from mechanics.papers.sarlet.data import SMALL, generic, random
from mechanics.papers.sarlet.scene import SectionScene
from mechanics.theories.reduced_geometry import SecondOrderGeometry

BOOK = ledger("sarlet")


# --- data -------------------------------------------------------------------------------------


@pytest.mark.parametrize("linear", [True, False])
@pytest.mark.parametrize(
    ("make", "size"),
    [
        (generic, (1, 1)),
        (generic, (2, 1)),
        *(
            (lambda k, m, linear: random(k, m, 0, linear=linear), (k, m))
            for k in (1, 2)
            for m in (1, 2)
        ),
    ],
)
def test_data_are_what_they_are_called(
    make: Callable[..., Any], size: tuple[int, int], linear: bool
) -> None:
    """Affine or not; and curved: else mutated forms would hold."""
    s = SectionScene(make(*size, linear=linear))
    assert bool(s.section.is_connection()) is linear
    assert (s.k, s.m) == size
    assert not check(s.of_Gamma.Psi == 0, counterexample=False)
    assert not check(s.of_Gamma.Phi == 0, counterexample=False)


def test_a_change_of_coordinates_is_no_identity() -> None:
    s = SectionScene(random(2, 1, 0, linear=True))
    change = s.change
    assert not check(change.on_P.pull(s.N) == 2 * change.geometry.N, counterexample=False)
    (w,) = s.section.equations
    after, before = s.sigma.images[w], change.old.sigma.images[w]
    assert after.summary() != before.summary()


def test_witnesses() -> None:
    """What is regular: L and L̄ are independent of each other."""
    for name, free, reduced in (
        ("along the diagonal", True, False),
        ("free velocity", False, False),
    ):
        s = SectionScene(SMALL[name])
        V = s.d_v[0]
        first = s.J1.vector_field({"xdot": 1})
        assert bool(check(first(first(s.L)) == 0)) is not free
        assert bool(check(V(V(s.Lbar)) == 0)) is not reduced


# --- wrong signs in the library change outcomes ----------------------------------------------


def wrong_N(patch: pytest.MonkeyPatch) -> None:
    """N of the section with the opposite connection."""
    right = JetSection.vertical_projector.func
    patch.setattr(
        JetSection, "vertical_projector", property(lambda self: _reflected(self, right(self)))
    )


def _reflected(section: JetSection, N: VectorForm) -> VectorForm:
    """2 dy ⊗ ∂_y - N."""
    from diffgeo import d

    P = section.P
    fibres = (d(P[y]).tensor(P.vector_field({y: 1})) for y in section.dependent)
    return sum(fibres, start=0 * N) * 2 - N


def wrong_projectors(patch: pytest.MonkeyPatch) -> None:
    """P_H in the place of P_V."""
    patch.setattr(
        SecondOrderGeometry, "vertical_projector", SecondOrderGeometry.horizontal_projector
    )


test_a_wrong_sign_in_the_library_is_noticed = noticed(
    BOOK,
    (WEDGE, ["SAR-1.02", "SAR-1.06", "SAR-3.09"]),
    (INSERTION, ["SAR-1.02", "SAR-3.09"]),
    (BRACKET, ["SAR-3.03", "SAR-3.04", "SAR-3.07", "SAR-3.11"]),
    (ENDOMORPHISM, ["SAR-1.02", "SAR-2.07", "SAR-3.03", "SAR-3.13"]),
    (TRANSPOSE, ["SAR-0.01", "SAR-1.02", "SAR-2.10"]),
    (wrong_N, ["SAR-0.01", "SAR-1.05", "SAR-2.03", "SAR-2.08", "SAR-2.09", "SAR-3.01"]),
    (wrong_projectors, ["SAR-0.02", "SAR-3.04", "SAR-3.05", "SAR-3.08", "SAR-3.12"]),
    (PSI, ["SAR-1.06", "SAR-3.09", "SAR-3.10", "SAR-3.13"]),
)
