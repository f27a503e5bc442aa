"""What a ledger notices of a wrong library; changes are those of `mutations`."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pytest
from mutations import apply

from mechanics.papers.engine import recorded_outcomes as recorded
from mechanics.papers.engine.claims import Ledger
from mechanics.papers.engine.judgement import judge

#: A change as text, or what makes it.
Change = str | Callable[[pytest.MonkeyPatch], None]

#: The wedge product without signs, -i_X, [D, E] = D E + (-1)^{|D||E|} E D, -S on jets, and -K^*.
WEDGE = "unsigned calculus.forms.wedge_sign calculus.spaces.wedge_sign"
INSERTION = "-1 calculus.forms.Form.contract"
BRACKET = "opposite calculus.brackets"
ENDOMORPHISM = "-1 bundles.jets.JetSpace.vertical_endomorphism"
TRANSPOSE = "-1 calculus.vector_forms.VectorForm.transpose"
PSI = "-1 mechanics.theories.reduced_geometry.SecondOrderGeometry.Psi"


def unnoticed(
    book: Ledger, change: Change, ids: Iterable[str], patch: pytest.MonkeyPatch
) -> list[str]:
    """The claims whose outcome stays the recorded one while the library is wrong."""
    book.forget()
    apply(change, patch) if isinstance(change, str) else change(patch)
    try:
        found = {id: judge(book, book.claims[id], quick=True) for id in ids}
    finally:
        # Data that were made with the changed operations must not be used again.
        book.forget()
    return [id for id, outcome in found.items() if not recorded.difference(outcome)]


def label(value: object) -> str:
    """The name of a change in the name of a test."""
    return value if isinstance(value, str) else getattr(value, "__name__", "")
