"""The Clifford algebra of a metric on forms, and the bridge to galgebra.

Convention: ``α α = g(α, α)`` for a 1-form α (so ``v v = g(v, v)`` for vector fields), hence

    α β = α ∧ β + i_{α♯} β    for a 1-form α and every form β.

The product of two forms is a sum of forms of several degrees, a `MixedForm`. Products of
blades are computed by galgebra, once for each pattern of zeros, as polynomials in the products
of coordinate differentials; the functions never leave their ring, so the result is exact.

Under galgebra's geometric product on vector fields, ``(αβ)♯ = α♯ β♯``.

Source: Lawson and Michelsohn, Spin Geometry (1989), chapter I.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from diffgeo.calculus import display
from diffgeo.calculus.brackets import interior, lie
from diffgeo.calculus.coefficients import Summable, distinct, not_combined, used_by
from diffgeo.calculus.derivations import d
from diffgeo.calculus.forms import Form, describe, require_form
from diffgeo.calculus.multivectors import Multivector, Multivectorial, multivector
from diffgeo.calculus.protocols import OwnOperations
from diffgeo.calculus.requirements import require_kind, require_manifold, require_same_space
from diffgeo.errors import DegreeMismatch, SpaceMismatch
from diffgeo.metrics.pseudo_riemannian import Metric
from diffgeo.rings.expression import Call
from diffgeo.rings.protocol import Element
from diffgeo.signs import koszul
from diffgeo.structures.tensors import Tensor
from diffgeo.verdicts.statements import Script, code_of, valued

if TYPE_CHECKING:
    from diffgeo.calculus.maps import Map
    from diffgeo.calculus.spaces import Manifold
    from diffgeo.rings.protocol import Condition


class MixedForm(Summable, OwnOperations, display.Described, display.Shown):
    """A sum of forms of several degrees on one manifold.

    ``+``, ``-``, multiples by functions and numbers, ``*`` (wedge) with forms and mixed forms;
    ``d``, ``interior`` and ``lie``. ``==`` makes an `Identity`, to be judged by ``check``.

    Parameters
    ----------
    space
        The manifold.
    forms
        The summands; those of one degree are added.

    Examples
    --------
    >>> from diffgeo import Manifold, d
    >>> from diffgeo.metrics import MixedForm
    >>> M = Manifold("M", "x y")
    >>> x, y = M.coordinates
    >>> alpha = MixedForm(M, [x, d(x) * d(y)])
    >>> print(alpha, "|", alpha * alpha)
    x + dx∧dy | x**2 + 2*x dx∧dy
    """

    _called = ("a mixed form", "alpha")
    __slots__ = ("_parts", "space")

    reads_others = True  # forms are compared as mixed forms

    #: What messages call it.
    kind = "the mixed form"

    def __init__(self, space: Manifold, forms: Iterable[Form] = ()) -> None:
        require_manifold(space, "add forms on")
        self.space = space
        self._parts: dict[int, Form] = {}
        for form in forms:
            require_form(form, "add to a sum of forms")
            require_same_space("add", self, form)
            k = form.degree
            self._parts[k] = self._parts[k] + form if k in self._parts else form

    def part(self, degree: int) -> Form:
        """The summand of a degree."""
        return self._parts.get(degree, Form(self.space, degree, {}))

    @property
    def parts(self) -> tuple[Form, ...]:
        """The summands that are not zero at sight, by degree."""
        return tuple(form for form in self._summands if form._terms)

    @property
    def _summands(self) -> tuple[Form, ...]:
        """All of them: those that are zero have conditions, too."""
        return tuple(form for _, form in sorted(self._parts.items()))

    @property
    def degrees(self) -> tuple[int, ...]:
        """The degrees of `parts`."""
        return tuple(form.degree for form in self.parts)

    def _plus(self, term: MixedForm) -> MixedForm:
        return self._of((*self._summands, *term._summands))

    def __neg__(self) -> MixedForm:
        return self._of(-form for form in self._summands)

    def __mul__(self, other: object) -> MixedForm:
        """The wedge product; numbers and functions are forms of degree 0."""
        mixed = self._summand(other)
        if mixed is None:
            return not_combined(self, other)
        return self._of(a * b for a in self._summands for b in mixed._summands)

    def __rmul__(self, other: object) -> MixedForm:
        mixed = self._summand(other)
        return not_combined(self, other) if mixed is None else mixed * self

    def __truediv__(self, other: object) -> MixedForm:
        if not isinstance(other, int | Fraction | Form):
            return not_combined(self, other)
        return self._of(form / other for form in self._summands)

    @property
    def reverse(self) -> MixedForm:
        """Products of 1-forms in the reverse order: ``(-1)^{p(p-1)/2}`` on p-forms."""
        return self._of(koszul(f.degree * (f.degree - 1) // 2) * f for f in self._summands)

    @property
    def exponential(self) -> MixedForm:
        """The sum of the wedge powers ``α^k/k!``, which ends but for the function part."""
        factor = self.part(0)
        rest = self._of(form for form in self.parts if form.degree)
        term = self._of([self.space.function(Call("exp", (factor.formula,)))])
        result = term
        for k in range(1, self.space.dimension + 1):
            term = term * rest / k
            result = result + term
        return result

    def dispatch(self, operation: str, *operands: Any) -> Any:
        """``d``, ``interior`` and ``lie`` of every summand: ``d(alpha)``, ``lie(X, alpha)``."""
        act: Any = {"d": d, "interior": interior, "lie": lie}.get(operation)
        *fields, last = operands
        if act is None or last is not self:
            raise TypeError(f"{operation} does not act on mixed forms; use its parts")
        return self._of(act(*fields, form) for form in self._summands)

    def refuse_mixture(self, other: object) -> None:
        """A derivation is applied to each of the parts."""
        raise SpaceMismatch(f"{other} does not act on mixed forms: apply it to the parts")

    def pulled_back(self, phi: Map) -> MixedForm:
        """``φ^*`` of every summand."""
        return MixedForm(phi.source, (phi.pull(form) for form in self._summands))

    @property
    def conditions(self) -> tuple[Condition, ...]:
        """Conditions (``p != 0``, ``q > 0``) under which the form is defined."""
        return distinct(c for form in self._summands for c in form.conditions)

    def __str__(self) -> str:
        return self._joined(display.TEXT)

    def summary(self, width: int = display.WIDTH) -> str:
        """The beginning of the text; what is too large to be written out is ``…``."""
        text = self._joined(display.BRIEF)
        return text if len(text) <= width else f"{text[: width - 2]} …"

    def _results(self) -> Sequence[Form]:
        return self._summands

    def latex(self) -> str:
        """LaTeX source, without dollar signs."""
        return self._joined(display.LATEX)

    def _repr_latex_(self) -> str:
        parts = (form._written(display.NOTEBOOK) for form in self.parts)
        return display.notebook(term for terms in parts for term in terms)

    def _joined(self, style: display.Style) -> str:
        return display.join_terms(display.write(form, style) for form in self.parts)

    def _of(self, forms: Iterable[Form]) -> MixedForm:
        return MixedForm(self.space, forms)

    def _summand(self, other: object) -> MixedForm | None:
        if isinstance(other, MixedForm):
            require_same_space("combine", self, other)
            return other
        if isinstance(other, int | Fraction):
            return self._of([self.space.function(other)])
        return self._of([other]) if isinstance(other, Form) else None

    def _not_compared(self, other: object) -> Any:
        return NotImplemented

    def _residuals(self, other: object) -> list[tuple[str, Element]]:
        """Labelled coefficients of ``self - other``."""
        return [pair for form in (self - other).parts for pair in form._residuals(0)]


def clifford_product(left: Form | MixedForm, right: Form | MixedForm, metric: Metric) -> MixedForm:
    """The Clifford product of two forms, with ``α α = g(α, α)`` for 1-forms α.

    It is associative, and ``α β = α ∧ β + i_{α♯} β`` for a 1-form α. No volume is needed.

    Parameters
    ----------
    left, right
        Forms, or sums of forms of several degrees.
    metric
        The metric.

    Returns
    -------
    MixedForm
        Of degrees from ``|p - q|`` to ``p + q`` in steps of 2.

    Raises
    ------
    NotSupported
        galgebra is not installed.
    SpaceMismatch
        The forms and the metric live on different spaces.

    Examples
    --------
    >>> from diffgeo import Manifold, Metric, d
    >>> from diffgeo.metrics import clifford_product
    >>> M = Manifold("M", "x y")
    >>> dx, dy = map(d, M.coordinates)
    >>> print(clifford_product(dx, dx + dy, Metric.diagonal(M, x=1, y=1)))
    1 + dx∧dy
    """
    from diffgeo.interop.galgebra_bridge import blade_product

    first, second = _mixed(left), _mixed(right)
    require_kind(metric, Metric, "multiply by", "a Metric")
    for factor in (first, second):
        require_same_space("multiply by the metric", factor, metric.tensor)
    space, n = metric.space, metric.space.dimension
    products = {i: a for i, a in metric.inverse._terms.items() if i[0] <= i[1]}
    pattern = tuple(sorted(products))
    ring = space.chart.ring

    def terms() -> Iterator[Form]:
        for (i, a), (j, b) in _pairs(first, second):
            coefficient = a * b
            for mask, polynomial in blade_product(n, pattern, i, j).items():
                value = ring.zero
                for monomial, number in polynomial.items():
                    factor = coefficient * number
                    for pair in monomial:
                        factor = factor * products[pair]
                    value = value + factor
                yield Form(space, mask.bit_count(), {mask: value})
        # Also where there is nothing to multiply.
        used = used_by(*first._summands, *second._summands, metric.inverse)
        yield Form(space, 0, {}, used)

    return MixedForm(space, terms())


def to_galgebra(thing: Metric | Multivectorial, algebra: object = None) -> Any:
    """A metric as an algebra of galgebra, or a function, field or multivector as its element.

    The algebra has the basis vectors e_x, … of the coordinates, with ``e_x e_y + e_y e_x =
    2 g(∂_x, ∂_y)``, in SymPy symbols of the names of the coordinates. A form α is an element
    through its multivector ``metric.sharp(α)``.

    Parameters
    ----------
    thing
        A `Metric`; or a function, vector field or `Multivector`.
    algebra
        For these the algebra of the metric.

    Returns
    -------
    galgebra.ga.Ga or galgebra.mv.Mv
        The algebra, or an element of it.

    Raises
    ------
    NotSupported
        galgebra is not installed.

    Examples
    --------
    >>> from diffgeo import Manifold, Metric
    >>> from diffgeo.metrics import to_galgebra
    >>> P = Manifold("P", "r phi", positive="r")
    >>> algebra = to_galgebra(Metric.diagonal(P, r=1, phi="r**2"))
    >>> e = to_galgebra(P.frame[1], algebra)
    >>> print(e * e)
    r**2
    """
    from diffgeo.interop.galgebra_bridge import make_algebra, make_multivector

    if isinstance(thing, Metric):
        expression = thing.space.chart.ring.expression
        rows = [[expression(f.element()) for f in row] for row in thing._rows]
        return make_algebra(thing.space.chart.coordinates, rows)
    if algebra is None:
        raise TypeError(f"to_galgebra({describe(thing)}, algebra) needs the algebra of a metric")
    body = multivector(thing)._body
    expression = body.space.chart.ring.expression
    return make_multivector(algebra, {mask: expression(a) for mask, a in body._terms.items()})


def from_galgebra(thing: Any, space: Manifold) -> Any:
    """An algebra of galgebra as a `Metric` on a space, or its element as a tuple of multivectors.

    The multivectors are the parts of the element by degree, from 0 to the dimension; functions
    are read by the names of their symbols, exactly. ``metric.flat`` makes forms of them.

    Parameters
    ----------
    thing
        An algebra of galgebra, or an element of one.
    space
        The manifold, of its dimension.

    Returns
    -------
    Metric or tuple
        A metric, or multivectors of degrees 0, 1, …

    Raises
    ------
    DegreeMismatch
        The algebra has another dimension than the space.

    Examples
    --------
    >>> from diffgeo import Manifold, Metric, check
    >>> from diffgeo.metrics import from_galgebra, to_galgebra
    >>> P = Manifold("P", "r phi", positive="r")
    >>> g = Metric.diagonal(P, r=1, phi="r**2")
    >>> print(check(from_galgebra(to_galgebra(g), P) == g).status.name)
    VERIFIED
    """
    from diffgeo.interop.galgebra_bridge import blade_coefficients, gram_matrix

    element = hasattr(thing, "blade_coefs")
    algebra = thing.Ga if element else thing
    if algebra.n != space.dimension:
        raise DegreeMismatch(
            f"an algebra of {algebra.n} basis vectors is none on {space}, which has dimension "
            f"{space.dimension}"
        )
    if not element:
        names = space.chart.coordinates
        rows = gram_matrix(algebra)
        components = {
            (x, y): f
            for x, row in zip(names, rows, strict=True)
            for y, f in zip(names, row, strict=True)
        }
        return Metric(Tensor.from_components(space, (0, 2), components))
    found = blade_coefficients(thing)
    values = dict(zip(found, space.functions(found.values()), strict=True))
    degrees = range(space.dimension + 1)
    return tuple(
        Multivector(
            space, Form(space, k, {m: f.element() for m, f in values.items() if m.bit_count() == k})
        )
        for k in degrees
    )


def _mixed(form: Form | MixedForm) -> MixedForm:
    if isinstance(form, MixedForm):
        return form
    if not isinstance(form, Form):
        raise DegreeMismatch(f"the Clifford product takes forms, not {describe(form)}")
    return MixedForm(form.space, [form])


def _pairs(
    first: MixedForm, second: MixedForm
) -> Iterator[tuple[tuple[int, Element], tuple[int, Element]]]:
    for a in first.parts:
        for b in second.parts:
            for left in a._terms.items():
                for right in b._terms.items():
                    yield left, right


@code_of.register(MixedForm)
def _code(form: MixedForm, script: Script) -> str:
    return script.call(MixedForm, script.space(form.space), script.all_of(form.parts))


@valued.register(MixedForm)
def _valued(form: MixedForm, name: str, script: Script) -> str:
    return f"[{script.at('part')} for part in {name}.parts]"
