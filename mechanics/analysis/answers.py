"""What every answer to a question about a system has: a conclusion, verdicts, formulas."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from mechanics.wording import shorten

if TYPE_CHECKING:
    from mechanics.output_files import Data
    from mechanics.theories.checks import Check


class Answer:
    """An answer: printed as its conclusion, shown in notebooks as its formulas."""

    @property
    def conclusion(self) -> str:
        """The answer in words."""
        raise NotImplementedError

    def checks(self) -> Iterable[Check]:
        """The verdicts on which it rests."""
        raise NotImplementedError

    def report(self) -> str:
        """Readable lines."""
        raise NotImplementedError

    def to_dict(self) -> Data:
        """As data for JSON."""
        raise NotImplementedError

    def latex(self) -> str:
        """The formulas as LaTeX."""
        raise NotImplementedError

    def _repr_latex_(self) -> str:
        return f"$${self.latex()}$$"

    def __str__(self) -> str:
        return self.conclusion

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {shorten(self.conclusion)}>"
