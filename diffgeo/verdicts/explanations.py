"""Explanations of verdicts: the steps in words, with formulas as text and as LaTeX."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from html import escape
from math import ceil
from typing import TYPE_CHECKING, Any

from diffgeo.calculus import operator_labels
from diffgeo.calculus.display import Shown
from diffgeo.calculus.protocols import Summarized
from diffgeo.errors import TooLarge
from diffgeo.interop.typeset import latex as typeset
from diffgeo.notebooks import InNotebooks, Markup, code, folded, listing, words
from diffgeo.notebooks import formula as html_formula

if TYPE_CHECKING:
    from diffgeo.verdicts.identities import Identity
    from diffgeo.verdicts.verdict import Verdict

#: Texts longer than this are cut in one-line messages.
WIDTH = 72
#: LaTeX longer than this is replaced by a text that is cut.
LATEX_WIDTH = 600
#: Longer statements are not written out in an explanation; ``str(identity)`` does.
WRITTEN_OUT = 4_000
#: Components that an explanation lists one by one.
LISTED = 12


def short(value: object, width: int = WIDTH) -> str:
    """An object or a text in one line, cut at a width."""
    if isinstance(value, Summarized):  # geometric objects may be too large to be written out
        value = value.summary(width)
    text = " ".join(str(value).split()) if not isinstance(value, str) else value
    return text if len(text) <= width else f"{text[: width - 3]}..."


def short_latex(value: object) -> str:
    """LaTeX of an object without dollar signs; a text if it has none, or too much of it."""
    return latex_or_nothing(value) or latex_text(short(value))


def latex_or_nothing(value: object) -> str:
    """LaTeX of an object without dollar signs, if it has some and not too much of it."""
    made = operator_labels.label_of(value) is not None  # an operator is shown by its name only
    written = getattr(value, "latex" if made else "_repr_latex_", None)
    if written is not None:
        text = written().strip("$").removeprefix("\\displaystyle ").strip()
        if len(text) <= LATEX_WIDTH:
            return str(text)
    return ""


def formula(identity: Identity) -> str:
    """LaTeX of an identity without dollar signs; a named one by its name."""
    if identity.name:
        return latex_text(identity.name)
    return f"{short_latex(identity.left)} = {short_latex(identity.right)}"


def ring_name(ring: object) -> str:
    """What a function ring is called in explanations."""
    names = ", ".join(map(str, getattr(ring, "coordinates", ())))
    return f"{type(ring).__name__}({names})"


def latex_text(text: str) -> str:
    """Words inside a formula."""
    special = {c: "\\" + c for c in "{}_%&#$"} | {
        "\\": r"\backslash{}",
        "^": r"\textasciicircum{}",
        "~": r"\textasciitilde{}",
    }
    # A line end or a control character would end the formula, or be no character of it at all.
    shown = (special.get(c, c) if c.isprintable() else " " for c in text)
    return "\\text{" + "".join(shown) + "}"


@dataclass(frozen=True)
class Component:
    """How one component of ``left - right`` was decided, and in which function ring."""

    label: str
    how: str
    ring: str
    log2_bound: float | None = None

    def __str__(self) -> str:
        bound = "" if self.log2_bound is None else f", error <= 2**{self.log2_bound:.1f}"
        return f"{self.label or 'the function'}: {self.how or 'zero'}{bound}"


def literal(text: str) -> str:
    """Text in Markdown in which no character is markup: powers are not emphasis."""
    return re.sub(r"([\\*_`$<>\[\]#|~])", r"\\\1", text)


@dataclass(frozen=True)
class Step:
    """One step: words, and a formula as text and as LaTeX (both may be empty)."""

    words: str
    formula: str = ""
    latex: str = ""
    #: Whether the LaTeX of the step before says the same.
    repeats: bool = field(default=False, kw_only=True)

    def __str__(self) -> str:
        return f"{self.words}: {self.formula}" if self.formula else self.words

    @property
    def markdown(self) -> str:
        """The step with its formula between dollar signs."""
        return f"{literal(self.words)}: ${self.latex}$" if self.latex else literal(str(self))

    @property
    def html(self) -> Markup:
        """The step for a notebook."""
        if not self.formula:
            return words(self.words)
        return Markup(f"{words(f'{self.words}: ')}{_shown(self.latex, self.formula)}")


@dataclass(frozen=True, repr=False)
class Explanation(InNotebooks, Shown):
    r"""The steps from a statement to its verdict; it prints as a numbered list.

    A notebook shows the list with its formulas, and the program of a counterexample below it.

    Examples
    --------
    >>> from diffgeo import Manifold, check, d
    >>> x, y = Manifold("M", "x y").coordinates
    >>> print(check(d(x) == d(x)).explain().latex())
    \begin{array}{ll}
    \text{the statement on M}: & \mathrm{d}x = \mathrm{d}x \\
    \text{how: equal as written} &
    \end{array}
    """

    title: str
    steps: tuple[Step, ...]
    code: str = ""

    def __str__(self) -> str:
        lines = [self.title, *(f"{n}. {step}" for n, step in enumerate(self.steps, start=1))]
        return "\n".join(lines) + (f"\n\n{self.code}" if self.code else "")

    __repr__ = __str__

    @property
    def _shown(self) -> list[Step]:
        """The steps where formulas are typeset."""
        return [step for step in self.steps if not step.repeats]

    def _repr_markdown_(self) -> str:
        steps = "\n".join(f"{n}. {s.markdown}" for n, s in enumerate(self._shown, start=1))
        code = f"\n\n```python\n{self.code}```" if self.code else ""
        return f"**{self.title}**\n\n{steps}{code}"

    def html(self) -> Markup:
        """The steps as a list, with their formulas, and the program below it."""
        program = code(self.code) if self.code else ""
        return Markup(listing(step.html for step in self._shown) + program)

    def latex(self) -> str:
        """LaTeX source, without dollar signs: an array with a row for each step."""
        rows = []
        for step in self._shown:
            formula = f": & {step.latex}" if step.latex else " &"
            rows.append(latex_text(step.words if step.latex else str(step)) + formula)
        return "\\begin{array}{ll}\n" + " \\\\\n".join(rows) + "\n\\end{array}"

    def _repr_latex_(self) -> str:
        return rf"$\displaystyle {self.latex()}$"


def symbols_latex(statement: Any) -> dict[str, str]:
    """How the charts on which a statement is made write their coordinates in LaTeX."""
    sides = (side for part in getattr(statement, "parts", ()) for side in (part.left, part.right))
    charts = (getattr(getattr(side, "space", None), "chart", None) for side in sides)
    return {n: tex for chart in charts for n, tex in getattr(chart, "latex_names", {}).items()}


def conditions_latex(verdict: Verdict) -> str:
    """LaTeX of the conditions of a verdict, without dollar signs; none of words, or too many."""
    names = symbols_latex(verdict.subject)

    written = []
    for condition in verdict.conditions:
        if isinstance(condition, str) or len(str(condition)) > LATEX_WIDTH:
            return ""
        sign = {"!=": r"\neq"}.get(condition.relation, condition.relation)
        written.append(f"{typeset(condition.expression, names)} {sign} 0")
    return r",\ ".join(written) if sum(map(len, written)) <= LATEX_WIDTH else ""


def notebook(verdict: Verdict, head: Markup) -> Markup:
    """A verdict in a notebook: its badge and statement, conditions, and why, folded."""
    explanation = explain(verdict)
    statement, *others = explanation.steps
    if verdict.name or isinstance(verdict.subject, str):
        said = words(short(verdict.name or verdict.subject))
        others = [statement, *others] if verdict.name else others
    else:
        said = _shown(statement.latex, statement.formula)
    lines = [f"{head} {said} {words(f'on {verdict.scope}' if verdict.scope else '')}"]
    if verdict.conditions:
        conditions = others.pop(int(others[0] is statement))
        lines.append(f"{words('where')} {_shown(conditions.latex, short(conditions.formula))}")
    why = replace(explanation, steps=tuple(others)).html()
    below = folded("how this is known", why) if others else ""
    return Markup(f"<div>{'<br>'.join(lines)}{below}</div>")


def _shown(latex: str, text: str) -> Markup:
    return html_formula(latex) if latex else Markup(f"<code>{escape(text)}</code>")


def explain(verdict: Verdict) -> Explanation:
    """The steps that led to a verdict."""
    status = str(verdict.status)
    steps = [_statement(verdict), *_written_out(verdict)]
    if verdict.conditions:
        written = ", ".join(str(c) for c in verdict.conditions)
        steps.append(Step("this is meant where", written, conditions_latex(verdict)))
    if verdict.proof is not None:
        steps += verdict.proof.steps()
    elif verdict.evidence and status != "REFUTED":
        steps.append(Step(f"how: {verdict.evidence}"))
    steps += _components(verdict.components)
    if verdict.log2_bound is not None:
        steps.append(_bound(verdict))
    found = verdict.counterexample
    if found is not None:
        steps.append(Step("counterexample", str(found), found.formula()))
    elif verdict.evidence and status == "REFUTED":
        steps.append(Step(f"a component is certainly not zero ({verdict.evidence})"))
    if verdict.reason:
        steps.append(Step(f"no answer, because {verdict.reason}"))
    return Explanation(str(status), tuple(steps), found.code if found is not None else "")


@dataclass(frozen=True)
class WrittenProof:
    """A proof of which only the text and the certificate are left."""

    written: tuple[Step, ...]
    certificate: Any

    def steps(self) -> list[Step]:
        """The steps, written down."""
        return list(self.written)


@dataclass(frozen=True)
class Proofs:
    """The proofs of several statements."""

    parts: Sequence[tuple[Any, Any]]

    @classmethod
    def of(cls, parts: Sequence[tuple[Any, Any]]) -> Any:
        """Of statements and their proofs; one proof is not written apart."""
        return parts[0][1] if len(parts) == 1 else cls(parts)

    @property
    def certificate(self) -> Any:
        """The certificates of all statements together."""
        certificates = [proof.certificate for _, proof in self.parts]
        return sum(certificates[1:], certificates[0])

    def steps(self) -> list[Step]:
        """The steps of all proofs, one after the other."""
        found: list[Step] = []
        for stated, proof in self.parts:
            found += [Step("for the identity", stated.summary(), formula(stated)), *proof.steps()]
        return found


def stored(verdict: Verdict) -> dict[str, Any]:
    """The attributes of a verdict without anything that belongs to a space."""
    state = {**vars(verdict), "conditions": verdict.conditions}
    state.pop("_unwritten", None)
    if not isinstance(verdict.subject, str):
        try:
            state["subject"] = str(verdict.subject)
        except TooLarge:
            state["subject"] = verdict.subject.summary()
        state["_said"] = verdict._summary
    if verdict.proof is not None:
        state["proof"] = WrittenProof(tuple(verdict.proof.steps()), verdict.certificate)
    return state


def _statement(verdict: Verdict) -> Step:
    place = f" on {verdict.scope}" if verdict.scope else ""
    named = f" ({verdict.name})" if verdict.name else ""
    subject = verdict.subject
    if isinstance(subject, str):
        said = (verdict.name and subject) or verdict._summary
        return Step(f"the statement{place}{named}: {said}")
    return Step(f"the statement{place}{named}", subject.summary(), latex_or_nothing(subject))


def _written_out(verdict: Verdict) -> list[Step]:
    """Both sides in full, where the statement is shown otherwise."""
    try:
        text = str(verdict.subject)
    except TooLarge:
        return []
    shown = text == verdict._summary or len(text) > WRITTEN_OUT
    written = bool(latex_or_nothing(verdict.subject))
    return [] if shown or verdict.name else [Step("that is", text, repeats=written)]


def _components(components: Sequence[Component]) -> Iterable[Step]:
    if not components:
        return
    rings = ", ".join(dict.fromkeys(c.ring for c in components))
    number = len(components)
    noun = "component" if number == 1 else "components"
    yield Step(f"left - right has {number} {noun} that had to be tested, in {rings}")
    for component in components[:LISTED]:
        yield Step(str(component))
    if number > LISTED:
        rest = dict.fromkeys(c.how for c in components[LISTED:])
        yield Step(f"{number - LISTED} more, by {'; '.join(filter(None, rest)) or 'the same'}")


def _bound(verdict: Verdict) -> Step:
    """How the error probability is composed."""
    uncertain = [c for c in verdict.components if c.log2_bound is not None]
    text = f"the error probability is at most 2**{ceil(verdict.log2_bound or 0)}"
    if uncertain:
        largest = max(c.log2_bound or 0 for c in uncertain)
        text += (
            f": the sum over {len(uncertain)} uncertain component"
            f"{'s' * (len(uncertain) > 1)}, each at most 2**{largest:.1f}"
        )
    if verdict.seed is not None:
        text += f" (over random choices, seed {verdict.seed})"
    return Step(text)
