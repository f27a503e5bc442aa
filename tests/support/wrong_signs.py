"""Operations of the library with a wrong sign, and what a ledger notices of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pytest

from diffgeo import Form, VectorForm
from diffgeo.bundles.jets import JetSpace
from diffgeo.calculus import brackets, forms, spaces
from mechanics.papers.engine import recorded_outcomes as recorded
from mechanics.papers.engine.claims import Ledger
from mechanics.papers.engine.judgement import judge
from mechanics.theories.reduced_geometry import SecondOrderGeometry


def unnoticed(
    book: Ledger,
    break_it: Callable[[pytest.MonkeyPatch], None],
    ids: Iterable[str],
    patch: pytest.MonkeyPatch,
) -> list[str]:
    """The claims whose outcome stays the recorded one while the library is broken."""
    book.forget()
    break_it(patch)
    try:
        found = {id: judge(book, book.claims[id], quick=True) for id in ids}
    finally:
        # Data that were made with the changed operations must not be used again.
        book.forget()
    return [id for id, outcome in found.items() if not recorded.difference(outcome)]


def wrong_wedge(patch: pytest.MonkeyPatch) -> None:
    """The wedge product without signs."""
    for module in (forms, spaces):
        patch.setattr(module, "wedge_sign", lambda a, b: 1)


def wrong_insertion(patch: pytest.MonkeyPatch) -> None:
    """-i_X."""
    right = Form.contract
    patch.setattr(Form, "contract", lambda self, index: -right(self, index))


def wrong_bracket(patch: pytest.MonkeyPatch) -> None:
    """[D, E] = D E + (-1)^{|D||E|} E D."""
    right = brackets.koszul
    patch.setattr(brackets, "koszul", lambda power: -right(power))


def wrong_endomorphism(patch: pytest.MonkeyPatch) -> None:
    """-S on jets."""
    right = JetSpace.vertical_endomorphism.func  # type: ignore[attr-defined]
    patch.setattr(JetSpace, "vertical_endomorphism", property(lambda self: -right(self)))


def wrong_transpose(patch: pytest.MonkeyPatch) -> None:
    """-K^*."""
    right = VectorForm.transpose
    patch.setattr(VectorForm, "transpose", lambda self, alpha: -right(self, alpha))


def wrong_Psi(patch: pytest.MonkeyPatch) -> None:
    right = SecondOrderGeometry.Psi.func
    patch.setattr(SecondOrderGeometry, "Psi", property(lambda self: -right(self)))
