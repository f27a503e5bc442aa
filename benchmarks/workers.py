"""Processes of their own for the contenders, in our interpreter or in that of the peers.

Packages that would change ours (SageManifolds brings gmpy2, which SymPy then computes with)
are installed in an environment of their own; ``make bench-peers`` makes it.
"""

from __future__ import annotations

import gc
import importlib
import os
import resource
import signal
import socket
import subprocess
import sys
import time
from functools import cache
from importlib.util import find_spec
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

#: Our interpreter, and that of the peers (``DIFFGEO_PEERS`` names another environment).
OWN, PEERS = "own", "peers"
#: A process may use this much memory; a contender that needs more is reported as such.
MEMORY = 8 << 30
#: Wall-clock seconds per second of the CPU limit, for contenders that wait.
PATIENCE = 20
#: Wall-clock seconds that it may take to begin, to prepare data and to compare answers.
CALM = 300.0
#: CPU seconds above the limit: the timer of the process itself comes first.
SLACK = 0.5
#: What a worker says when the objects are made and the timed run begins.
BEGUN = "begun"
ROOT = Path(__file__).resolve().parent.parent


def interpreter(kind: str) -> str:
    """The path of an interpreter."""
    if kind == OWN:
        return sys.executable
    return str(Path(os.environ.get("DIFFGEO_PEERS", ROOT / ".venv-peers")) / "bin" / "python")


@cache
def missing_modules(kind: str, modules: tuple[str, ...]) -> list[str]:
    """Those of the modules that an interpreter does not have."""
    if kind == OWN:
        return [module for module in modules if find_spec(module) is None]
    if not Path(interpreter(kind)).exists():
        return list(modules)
    code = "import sys\nfrom importlib.util import find_spec\n"
    code += f"print(*[m for m in {list(modules)!r} if find_spec(m) is None])"
    done = subprocess.run(
        [interpreter(kind), "-c", code], capture_output=True, text=True, check=False
    )
    return done.stdout.split() if done.returncode == 0 else list(modules)


class Worker:
    """A process that serves one contender and is started again when it was ended."""

    def __init__(self, case: str, contender: str, limit: float, kind: str = OWN) -> None:
        self.case, self.contender, self.limit, self.kind = case, contender, limit, kind
        self.process: subprocess.Popen[bytes] | None = None
        self.pipe: Any = None

    def ask(self, question: str, data: Any = None) -> tuple[str, Any]:
        """The reply to a question; ``("limit", None)`` if there was none in time."""
        if self.process is None:
            self._start()
        assert self.process is not None
        try:
            self.pipe.send((question, data))
            if not self.pipe.poll(CALM):
                # Preparing and comparing is not what is measured: this is no limit exceeded.
                self.close()
                return "error", f"no reply to {question!r} in {CALM:g} s"
            reply = self.pipe.recv()
            if reply[0] != BEGUN:
                return reply
            if self._waited():
                return self.pipe.recv()
        except (EOFError, ConnectionError):
            code = self.process.wait()
            self.close()
            return ("limit", None) if code == -signal.SIGPROF else ("error", f"ended with {code}")
        self.close()
        return "limit", None

    def _waited(self) -> bool:
        """Whether the run ends in time. Maxima keeps the signal of the CPU timer to itself."""
        assert self.process is not None
        begin, used = time.monotonic(), cpu_seconds(self.process.pid)
        while time.monotonic() < begin + PATIENCE * self.limit:
            if self.pipe.poll(0.2):
                return True
            now = cpu_seconds(self.process.pid)
            if used is not None and now is not None and now - used > self.limit + SLACK:
                return False
        return False

    def _start(self) -> None:
        ours, theirs = socket.socketpair()
        self.process = subprocess.Popen(
            [
                *(interpreter(self.kind), "-m", "benchmarks.workers"),
                *(str(theirs.fileno()), self.case, self.contender, str(self.limit)),
            ],
            pass_fds=[theirs.fileno()],
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
        )
        theirs.close()
        self.pipe = Connection(ours.detach())

    def close(self) -> None:
        """End the process."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.pipe.close()
        self.process = None


def cpu_seconds(pid: int) -> float | None:
    """The CPU time of a process so far, where the system tells it under /proc."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return None
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def serve(pipe: Any, case: str, contender: str, limit: float) -> None:
    """Answer questions until the other side is gone: ``load``, ``run``, ``answer``."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    sys.setrecursionlimit(10_000)
    module = importlib.import_module(f"benchmarks.cases.{case}")
    mine = next(c for c in module.CASE.contenders if c.name == contender)
    state = data = result = None
    while True:
        try:
            question, given = pipe.recv()
        except (EOFError, ConnectionError):
            return
        try:
            if question == "load":
                data, result = given, None
                state = mine.prepare(data)
                reply = None
            elif question == "run":
                given, result = mine.fresh(state), None
                pipe.send((BEGUN, None))
                reply, result = timed(mine, given, limit)
            else:
                reply = mine.answer(data, result)
        except Exception as error:
            pipe.send(("error", f"{type(error).__name__}: {error}"[:200]))
        else:
            pipe.send(("done", reply))


def timed(contender: Any, given: Any, limit: float) -> tuple[float, Any]:
    """CPU seconds and result of one run, without results that SymPy remembers.

    While a CPU timer is armed the clock of the process is as coarse as the scheduler's tick;
    the clock of the thread stays fine.
    """
    if "sympy" in sys.modules:
        from sympy.core.cache import clear_cache

        clear_cache()
    gc.collect()
    signal.setitimer(signal.ITIMER_PROF, limit)
    begin = contender.clock()
    result = contender.run(given)
    seconds = contender.clock() - begin
    signal.setitimer(signal.ITIMER_PROF, 0)
    return seconds, result


if __name__ == "__main__":
    serve(Connection(int(sys.argv[1])), sys.argv[2], sys.argv[3], float(sys.argv[4]))
