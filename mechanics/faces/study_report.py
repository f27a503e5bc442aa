"""What can be said about a system: all questions, with their answers, as one report."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from html import escape
from io import BytesIO
from typing import TYPE_CHECKING, Any

from diffgeo import limit
from diffgeo.errors import DiffGeoError
from mechanics.faces import derivation_report
from mechanics.faces.mathematics import mathml
from mechanics.faces.rendering import constraint_lines, force_lines, head, json_text
from mechanics.theories.registry import derive
from mechanics.wording import one_line, shorten

if TYPE_CHECKING:
    from mechanics.model.systems import System
    from mechanics.output_files import Data
    from mechanics.theories.dynamics import Dynamics

#: Seconds for one question.
SECONDS = 60.0
#: An answer is so long above its report, which has all of it.
ANSWER = 300


@dataclass(frozen=True)
class Motion:
    """The equations of motion, as the answer to a question."""

    dynamics: Dynamics

    def __str__(self) -> str:
        shown = self.dynamics.presentation
        rates = [f"{k}ddot = {f.readable()}" for k, f in shown.accelerations.items()]
        return ", ".join(rates + [f"{k}' = {f.readable()}" for k, f in shown.rates.items()])

    def latex_rows(self) -> list[str]:
        """The equations and the multipliers."""
        return derivation_report.latex_rows(self.dynamics)

    def picture(self) -> bytes:
        """A motion that the system file describes, as PNG; empty if it describes none."""
        system = self.dynamics.system
        if not system.specification.simulate.initial:
            return b""
        page = BytesIO()
        self.dynamics.simulate().plot().savefig(page, format="png", dpi=130)
        return page.getvalue()

    def report(self) -> str:
        """The derivation, with its checks."""
        return derivation_report.text(self.dynamics, checks=self.dynamics.checks())

    def to_dict(self) -> Data:
        """As data for JSON."""
        return derivation_report.data(self.dynamics, checks=self.dynamics.checks())


#: Its answer is formulas alone.
MOTION = "What is the motion?"
#: The questions, in words and as words of `System`.
ASKED: dict[str, Callable[[Any, str], Any]] = {
    MOTION: lambda s, theory: Motion(derive(s, theory)),
    "What changes the energy?": lambda s, theory: s.energy_balance(theory=theory),
    "Which symmetries are there?": lambda s, theory: s.symmetries(theory=theory),
    "What do symmetries conserve under constraints?": (
        lambda s, theory: s.nonholonomic_momentum(theory=theory)
    ),
    "What is the motion on the quotient by its group?": (
        lambda s, theory: s.reduced_motion(theory=theory)
    ),
    "Which first integrals of degree 2 are there?": (
        lambda s, theory: s.first_integrals(theory=theory)
    ),
    "Which functions divide their rates?": lambda s, theory: s.darboux(order=0, theory=theory),
    "Is there an invariant volume?": lambda s, theory: s.invariant_volume(theory=theory),
    "Is it Hamiltonian in a new time?": lambda s, theory: s.chaplygin(theory=theory),
    "Is it Hamiltonian, for a Poisson bracket, on a quotient?": (
        lambda s, theory: s.nonholonomic_bracket(theory=theory)
    ),
    "Is there a complete solution of the equation of Hamilton and Jacobi?": (
        lambda s, theory: s.hamilton_jacobi(theory=theory)
    ),
    "Is it integrable by quadratures?": lambda s, theory: s.integrability(theory=theory),
    "Does it come from a Lagrangian?": lambda s, theory: s.inverse_problem(theory=theory),
}

_PAGE = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title>
<meta name="generator" content="diffgeo-mechanics">
<style>
body {{ font: 11pt/1.4 serif; max-width: 46em; margin: 2em auto; padding: 0 1em; }}
pre {{ font: 9pt/1.35 monospace; white-space: pre-wrap; overflow-wrap: anywhere; }}
pre span {{ display: block; min-height: 1.35em; padding-left: 4em; text-indent: -4em; }}
h2 {{ font-size: 12pt; margin-bottom: 0; break-after: avoid; }}
.formulas {{ list-style: none; padding: 0 0 0 2em; margin: .4em 0; }}
.formulas li {{ margin: .35em 0; break-inside: avoid; overflow-x: auto; overflow-y: hidden; }}
.formulas li.small {{ font-size: 75%; }}
img {{ width: 100%; break-inside: avoid; }}
summary {{ font-size: 9pt; color: #555; cursor: pointer; }}
h2 + p {{ margin-top: .3em; break-after: avoid; overflow-wrap: anywhere; }}
@page {{
  size: A4; margin: 2cm 2cm 2.2cm;
  @bottom-center {{ content: counter(page) " / " counter(pages); }}
}}
@media print {{
  body {{ font-size: 10pt; max-width: none; margin: 0; padding: 0; }}
  pre {{ font-size: 8pt; orphans: 3; widows: 3; }}
  h1 {{ font-size: 16pt; }}
}}
</style></head>
<body><h1>{title}</h1>
{system}
{sections}
</body></html>"""


@dataclass(frozen=True)
class Section:
    """A question, the answer in a line, its report, as data, formulas in LaTeX, a PNG."""

    question: str
    answer: str
    report: str
    data: object
    formulas: Sequence[str] = ()
    picture: bytes = b""


class Study:
    """The answers to all questions about a system.

    Parameters
    ----------
    system
        The system.
    theory
        The theory that makes its motion.
    begin
        Told what was answered so far and the next question; says how many seconds that has.

    Attributes
    ----------
    sections : list of Section
        The questions in their order; one that does not apply has the reason as its answer.
    """

    def __init__(
        self,
        system: System,
        theory: str = "projection",
        begin: Callable[[Study, str], float | None] = lambda _, __: SECONDS,
    ) -> None:
        self.system = system
        self.sections: list[Section] = []
        for question, ask in ASKED.items():
            seconds = begin(self, question)
            self.sections.append(self._section(question, partial(ask, system, theory), seconds))

    def _section(self, question: str, ask: Callable[[], Any], seconds: float | None) -> Section:
        try:
            with limit(seconds=seconds):
                found = ask()
                data, rows = found.to_dict(), found.latex_rows()
                picture = found.picture() if isinstance(found, Motion) else b""
                return Section(question, str(found), found.report(), data, rows, picture)
        except DiffGeoError as error:
            prefix = f"{self.system.specification.where}: "
            reason = one_line(str(error)).removeprefix(prefix)
            return Section(question, f"not answered: {reason}", "", {"refused": reason})

    def write(self, form: str) -> str:
        """As text, JSON or HTML."""
        if form == "json":
            answers = {s.question: {"answer": s.answer, "data": s.data} for s in self.sections}
            return json_text({"system": self.system.name, "answers": answers})
        return self.html() if form == "html" else str(self)

    @property
    def _system_lines(self) -> list[str]:
        s = self.system
        lagrangian = f"  L = {s.lagrangian.readable()}"
        return [head(s), lagrangian, *constraint_lines(s.constraints), *force_lines(s)]

    def __str__(self) -> str:
        lines = [*self._system_lines, ""]
        for s in self.sections:
            lines += [s.question, f"  {s.answer}"]
        return "\n".join(lines)

    def html(self) -> str:
        """A page to be printed, with all reports."""
        parts = []
        for s in self.sections:
            answer = shorten(s.answer, ANSWER) if s.report else s.answer
            title = f"<h2>{escape(s.question)}</h2>\n"
            if s.question != MOTION or not s.formulas:
                title += f"<p>{escape(answer)}</p>\n"
            parts.append(title + mathml(s.formulas) + _image(s.picture) + _details(s.report))
        system = mathml(self.system.latex_rows()) + _lines("\n".join(force_lines(self.system)))
        title = escape(one_line(self.system.name))
        return _PAGE.format(title=title, system=system, sections="\n".join(parts))


def _image(picture: bytes) -> str:
    """A PNG within the page."""
    data = b64encode(picture).decode()
    return f'<img alt="a motion" src="data:image/png;base64,{data}">' if data else ""


def _details(report: str) -> str:
    """The report of an answer, which may be folded on a screen."""
    lines = _lines(report)
    return f"<details open><summary>report</summary>{lines}</details>" if lines else ""


def _lines(text: str) -> str:
    """Lines with a hanging indent, so that one that is broken is seen to be one."""
    lines = "".join(f"<span>{escape(line)}</span>" for line in text.splitlines())
    return f"<pre>{lines}</pre>" if lines else ""
