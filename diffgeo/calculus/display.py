"""How forms and vector-valued forms are written, as text and as LaTeX.

One style everywhere: ``m*xdot dx - x dt∧dy`` for forms, ``x ∂_y`` for vector fields,
``(dx - xdot dt)⊗∂_xdot`` for vector-valued forms.

Unexpanded solutions of linear systems are shared graphs that may be far too large to write
out. Text is exact or refused (`TooLarge`); summaries, for messages and notebooks, put ``…``
in the place of what is too large.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from diffgeo.calculus.protocols import Summarized
from diffgeo.copying import Immutable
from diffgeo.errors import AmbiguousTruth, NotSupported, Refusal, TooLarge
from diffgeo.rings.expression import ZERO, Apply, Expression, Sum, add, replace
from diffgeo.signs import indices

if TYPE_CHECKING:
    from diffgeo.calculus.forms import Form
    from diffgeo.calculus.spaces import Manifold
    from diffgeo.calculus.vector_forms import VectorForm
    from diffgeo.rings.protocol import Element

#: Number of characters at which summaries are cut.
WIDTH = 40
#: Number of characters of LaTeX after which a notebook shows no further terms.
LONGEST = 4_000
#: How what is cut may be seen: by ``print(thing)``, or by ``print(thing.latex())``.
PRINT, SOURCE = "print shows all", "latex() shows all"
#: Stands in LaTeX for what is left out of a function that could be written (see `PRINT`).
CUT = r"\ldots"
#: Depth of nesting beyond which no formula is written.
DEPTH = 200


@dataclass(frozen=True)
class Style:
    """Text or LaTeX, and how many nodes a coefficient may have when it is written out.

    Text is read by SymPy; with ``primes`` it is for people (and for this library's parser).
    """

    latex: bool
    nodes: int
    exact: bool = False
    primes: bool = False


TEXT = Style(latex=False, nodes=500_000, exact=True)
READABLE = Style(latex=False, nodes=500_000, exact=True, primes=True)
BRIEF = Style(latex=False, nodes=200)
LATEX = Style(latex=True, nodes=500_000, exact=True)
NOTEBOOK = Style(latex=True, nodes=1_000)


class Shown(Immutable):
    """What shows itself has LaTeX source, and a notebook shows it.

    A class says what that is in `latex`; or in `_formula`, if its parts are cut in a notebook.
    """

    __slots__ = ()

    def __repr__(self) -> str:
        return f"<{describe(self)}>"

    def _formula(self, write: Callable[[object], str]) -> str:
        """LaTeX source in which the parts are written by a function."""
        return self.latex()

    def latex(self) -> str:
        """LaTeX source, without dollar signs."""
        return self._formula(_source)

    def _repr_latex_(self) -> str:
        return f"${self._formula(inside)}$"

    def _results(self) -> Sequence[Any]:
        """The things that the formula shows: what SymPy and programs get of it."""
        found: list[object] = []

        def note(thing: object) -> str:
            found.append(thing)
            return ""

        self._formula(note)
        return found

    def to_sympy(self, *, plain: bool = False) -> Any:
        """What the formula shows, for SymPy: expressions and arrays, of several things a tuple.

        They are written in the objects of the user, with ``plain`` in bare symbols (see
        `Form.to_sympy`). Raises `NotSupported` for what is not made of functions.
        """
        results = [thing.to_sympy(plain=plain) for thing in self._results()]
        if not results:
            raise NotSupported(f"{describe(self)} has no components to be written for SymPy")
        return results[0] if len(results) == 1 else tuple(results)


class ShownByEquations(Shown):
    """What is shown by equations, which a notebook cuts."""

    def _equations(self) -> list[tuple[str, Any]]:
        """Names in LaTeX, and values; those that are zero at sight are left out."""
        raise NotImplementedError

    def _results(self) -> Sequence[Any]:
        return [value for _, value in self._equations()]

    def _repr_latex_(self) -> str:
        return values_latex(self._equations())

    def latex(self) -> str:
        """LaTeX source of the equations in full, without dollar signs."""
        return values_latex(self._equations(), whole=True)


class Described:
    """What says in messages what it is: "the metric", "the bivector"."""

    __slots__ = ()
    space: Any

    @property
    def kind(self) -> str:
        """What messages call it."""
        raise NotImplementedError

    def summary(self, width: int = WIDTH) -> str:
        """The beginning of the text."""
        raise NotImplementedError

    def __bool__(self) -> bool:
        raise AmbiguousTruth(f"{self!r} has no truth value; ask check(a == b)")

    def _described(self) -> str:
        """What the object is, how it begins and where it lives."""
        return f"{self.kind} {self.summary()} (on {self.space.name})"


class Written(Shown):
    """How forms and vector-valued forms show themselves; they inherit nothing else."""

    __slots__ = ()

    def _written(self, style: Style) -> Iterator[str]:
        """The terms, each with its sign in front."""
        raise NotImplementedError

    def _described(self) -> str:
        """What the object is, how it begins and where it lives."""
        raise NotImplementedError

    def __str__(self) -> str:
        return write(self, TEXT)

    def readable(self) -> str:
        """The text with primes for derivatives: f'(t) instead of Derivative(f(t), t)."""
        return write(self, READABLE)

    def summary(self, width: int = WIDTH) -> str:
        """The beginning of the text; what is too large to be written out is ``…``."""
        return summary(self, width)

    def latex(self) -> str:
        """LaTeX source, without dollar signs."""
        return write(self, LATEX)

    def _repr_latex_(self) -> str:
        return notebook(self._written(NOTEBOOK))


def write(thing: Written, style: Style) -> str:
    """A form or vector-valued form in a style."""
    return join_terms(thing._written(style))


def summary(thing: Written, width: int = WIDTH) -> str:
    """The beginning of an object, in about ``width`` characters."""
    shown: list[str] = []
    for term in thing._written(BRIEF):
        if sum(map(len, shown)) + len(term) > width:
            return join_terms(shown) + " + …" if shown else cut(term, width)
        shown.append(term)
    return join_terms(shown)


def describe(thing: object) -> str:
    """What an object is, how it begins and where it lives, for messages."""
    return thing._described() if isinstance(thing, Described | Written) else str(thing)


def brief(thing: object) -> str:
    """A short text of anything."""
    return str(thing.summary()) if isinstance(thing, Summarized) else str(thing)


def cut(text: str, width: int) -> str:
    """The beginning of a text, to the end of a word if there is one in its second half."""
    if len(text) <= width:
        return text
    head, _, _ = (text[: width - 1]).rpartition(" ")
    return f"{head if 2 * len(head) > width else text[: width - 2]} …"


def join_terms(terms: Iterable[str]) -> str:
    """A sum: terms that begin with a minus sign are subtracted; ``0`` if there are none."""
    text = ""
    for term in terms:
        if not text:
            text = term
        elif term.startswith("-"):
            text += f" - {term[1:]}"
        else:
            text += f" + {term}"
    return text or "0"


def notebook(
    terms: Iterable[str],
    join: Callable[[Iterable[str]], str] = join_terms,
    how: str = PRINT,
) -> str:
    """LaTeX between dollar signs for a notebook, cut after about `LONGEST` characters.

    What is cut says how many terms are left and how to see them.
    """
    shown: list[str] = []
    left = 0
    for term in terms:
        if shown and sum(map(len, shown)) + len(term) > LONGEST:
            left += 1
        else:
            shown.append(term)
    text = join(shown)
    if left:
        # str(), not latex(): the terms that are left may be too many for a browser.
        text += rf" + \cdots \quad \text{{({left} more terms; {how})}}"
    elif CUT in text and how not in text:
        text += rf" \quad \text{{({how})}}"
    return f"${text}$"


def space_latex(space: Manifold) -> str:
    """The name of a space with its coordinates."""
    names = r",\, ".join(map(space.chart.latex_name, space.chart.coordinates))
    return rf"\text{{{space.name}}}\;({names})"


def values_latex(
    values: Iterable[tuple[str, Any]], sign: str = "=", whole: bool = False, how: str = SOURCE
) -> str:
    """Equations ``name = value`` for a notebook; names are LaTeX, zeros are left out.

    The whole of them is LaTeX source without dollar signs, and nothing is cut.
    """
    write_value = Written.latex if whole else inside
    equations = ((name, write_value(value).replace(PRINT, how)) for name, value in values)
    written = (f"{name} {sign} {text}" for name, text in equations if text != "0")

    def join(shown: Iterable[str]) -> str:
        return r",\quad ".join(shown) or "0"

    return join(written) if whole else notebook(written, join, how)


def _source(thing: Any) -> str:
    return str(thing.latex())


def inside(thing: Any) -> str:
    """What an object shows in a notebook, without the dollar signs, to be put into more LaTeX."""
    return str(thing._repr_latex_()).strip("$")


def terms_of_form(form: Form, style: Style) -> Iterator[str]:
    """The terms of a form, each with its sign in front."""
    chart = form.space.chart
    for mask, element in sorted(form._terms.items(), key=lambda item: indices(item[0])):
        names = [chart.coordinates[i] for i in indices(mask)]
        if style.latex:
            basis = r" \wedge ".join(rf"\mathrm{{d}}{chart.latex_name(n)}" for n in names)
        else:
            basis = "∧".join(f"d{name}" for name in names)
        term = _scale(form.space, element, basis, style)
        if term:
            yield term


def terms_of_vector_form(tensor: VectorForm, style: Style) -> Iterator[str]:
    """The terms of a vector-valued form, by coordinate field."""
    chart = tensor.space.chart
    for index, name in enumerate(chart.coordinates):
        value = tensor.value(index)
        if not value._terms:
            continue
        field = rf"\partial_{{{chart.latex_name(name)}}}" if style.latex else f"∂_{name}"
        if tensor.degree == 0:
            term = _scale(tensor.target, value.element(), field, style)
            if term:
                yield term
            continue
        parts = list(terms_of_form(value, style))
        if not parts:
            continue
        text = join_terms(parts)
        if len(parts) > 1:
            text = _parentheses(text, style)
        yield text + (r" \otimes " if style.latex else "⊗") + field


def _scale(space: Manifold, element: Element, basis: str, style: Style) -> str:
    tree, left = _formula(space, element, style)
    if tree == ZERO:
        # A coefficient may turn out to vanish only when its denominators are cleared.
        return ""
    text = _render(space, tree, style)
    if left:
        text = CUT if tree is None else f"{text} + {CUT}"
    if not basis:
        return text
    if text in ("1", "-1"):
        return text[:-1] + basis
    if isinstance(tree, Sum) or (left and tree is not None):
        text = _parentheses(text, style)
    return text + (r"\, " if style.latex else " ") + basis


def _formula(space: Manifold, element: Element, style: Style) -> tuple[Expression | None, bool]:
    """The tree of a coefficient, and whether more could be written of it.

    The tree is that of its beginning, then. None stands for what is not written.
    """
    from diffgeo.interop.traversal import fold

    try:
        tree = space.chart.ring.expression(element)
    except Refusal:  # a germ has no formula at all
        return None, False

    def measure(_: Expression, below: Sequence[tuple[int, int]]) -> tuple[int, int]:
        return 1 + sum(n for n, _ in below), 1 + max((k for _, k in below), default=0)

    nodes, depth = fold(tree, measure)
    if nodes <= style.nodes and depth <= DEPTH:
        return tree, False
    if style.latex and not style.exact and nodes <= TEXT.nodes and depth <= DEPTH:
        return _beginning(tree, style.nodes, lambda term: fold(term, measure)[0]), True
    if style.exact:
        raise TooLarge(
            f"a function on {space.name} has more than {style.nodes} terms and factors, or more "
            f"than {DEPTH} levels, when it is written out; look at its summary(), or compile it "
            "with compile_functions"
        )
    return None, False


def _beginning(
    tree: Expression, nodes: int, size: Callable[[Expression], int]
) -> Expression | None:
    """The first terms of a sum, as many as are not too large; None for other trees."""
    kept: list[Expression] = []
    for term in tree.terms if isinstance(tree, Sum) else ():
        if (nodes := nodes - size(term)) < 0:
            break
        kept.append(term)
    return add(*kept) if kept else None


def _render(space: Manifold, tree: Expression | None, style: Style) -> str:
    if tree is None:
        return r"\cdots" if style.latex else "…"
    if not style.latex:
        return str(replace(tree, _prime)) if style.primes else str(tree)
    from diffgeo.interop.typeset import latex

    return latex(tree, space.chart.latex_names, (*space.chart.symbols, *space.chart.functions))


def _prime(node: Expression) -> Expression | None:
    """f'(t) for a derivative of a function of one variable, up to the third."""
    if not isinstance(node, Apply) or len(node.orders) != 1 or not 0 < node.orders[0] <= 3:
        return None
    arguments = tuple(replace(a, _prime) for a in node.arguments)
    return Apply(node.function + "'" * node.orders[0], (0,), arguments)


def _parentheses(text: str, style: Style) -> str:
    return rf"\left({text}\right)" if style.latex else f"({text})"
