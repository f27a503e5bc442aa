"""What is being done, on standard error, when it takes longer than a second.

Only for people: a program that reads standard error finds one line, and only if the input
is bad. On a terminal there is a spinner; lines for a log are written on request.
"""

from __future__ import annotations

import sys
import threading
import time
from contextlib import suppress
from types import TracebackType

from mechanics.faces import supervision
from mechanics.wording import one_line


class Progress:
    """Says what is being done once it has taken a second; nothing for fast work.

    On a terminal a spinner (with the fraction done, if known) is shown. With ``lines`` each
    stage is one line, also in a file or pipe; otherwise nothing is written there.
    """

    DELAY = 1.0

    def __init__(self, stage: str, lines: bool = False) -> None:
        self._stage = one_line(stage)
        supervision.stage(self._stage)
        self._lines = lines
        self._said = ""
        self._share: float | None = None
        self._begin = time.monotonic()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)

    def __enter__(self) -> Progress:
        # Where there are no threads, as in a browser, work goes on in silence.
        with suppress(RuntimeError):
            self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join()

    def say(self, stage: str) -> None:
        """The next stage of the work."""
        self._stage, self._share = one_line(stage), None
        supervision.stage(self._stage)

    def fraction(self, done: float) -> None:
        """How much of the stage is done, from 0 to 1."""
        self._share = done
        supervision.go_on()

    def _watch(self) -> None:
        if self._stop.wait(self.DELAY):
            return
        if sys.stderr.isatty():
            self._spin()
            return
        while self._lines:
            self._line()
            if self._stop.wait(0.2):
                return

    def _line(self) -> None:
        if self._stage != self._said:
            self._said = self._stage
            seconds = time.monotonic() - self._begin
            print(f"[{seconds:.0f} s] {self._stage}", file=sys.stderr, flush=True)

    def _text(self) -> str:
        seconds = time.monotonic() - self._begin
        share, more = "", ""
        if self._share is not None:
            share = f" {100 * min(self._share, 1):.0f} %"
            if 0.05 < self._share < 1:
                more = f", about {seconds * (1 / self._share - 1):.0f} s more"
        return f"{self._stage}{share} ({seconds:.0f} s{more})"

    def _spin(self) -> None:
        from rich.console import Console
        from rich.text import Text

        # As text: a bracket in a name is no markup.
        with Console(stderr=True).status(Text(self._text())) as status:
            while not self._stop.wait(0.2):
                status.update(Text(self._text()))
