"""Pseudo-Riemannian metrics: flat and sharp, products of forms, volume, gradient, divergence.

Conventions: ``flat(X) = g(X, ·)``; the product of forms is ``g(α*β, γ*δ) = g(α,γ)g(β,δ) -
g(α,δ)g(β,γ)``, without factorials; ``div X`` is fixed by ``L_X vol = div X · vol``. The
connection and the curvature of a metric are in `diffgeo.metrics.levi_civita`.

Source: O'Neill, Semi-Riemannian Geometry (1983), chapters 3 and 7.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from math import prod
from typing import TYPE_CHECKING, Any

from diffgeo.calculus import display
from diffgeo.calculus import linear_algebra as linear
from diffgeo.calculus.coefficients import distinct, refuse_comparison, used_by
from diffgeo.calculus.derivations import d
from diffgeo.calculus.forms import Form, describe, require_form, total, wedge
from diffgeo.calculus.multivectors import Multivector
from diffgeo.calculus.named_components import Components, Componentwise
from diffgeo.calculus.requirements import (
    require_kind,
    require_map_to,
    require_same_space,
    require_sequence,
)
from diffgeo.calculus.sparse_components import sparse_rows, transformed
from diffgeo.calculus.vector_forms import VectorForm
from diffgeo.errors import AxiomViolation, DegreeMismatch, NeedsSign
from diffgeo.metrics.levi_civita import LeviCivita
from diffgeo.metrics.volumes import root_of, sign_of_volume, signature
from diffgeo.rings.protocol import known_sign
from diffgeo.signs import indices, koszul
from diffgeo.structures.axioms import verify_axiom
from diffgeo.structures.components_of_tensors import components_of
from diffgeo.structures.tensor_algebra import Tensorial, bilinear_form, tensor, tensor_product
from diffgeo.structures.tensors import Tensor
from diffgeo.verdicts.identities import Comparable, Identity
from diffgeo.verdicts.statements import Script, code_of, require_exactly, valued
from diffgeo.verdicts.verdict import Verdict, check

if TYPE_CHECKING:
    from diffgeo.calculus.maps import Map
    from diffgeo.calculus.spaces import Manifold
    from diffgeo.rings.protocol import Condition


class Metric(Comparable, Componentwise, display.Described, display.Shown):
    """A symmetric tensor g of type (0,2) that is not degenerate.

    ``g(X, Y)`` is a function. The signature is arbitrary; it is known where the ring can tell
    the signs (`signature`). ``==`` makes an `Identity`, to be judged by ``check``.

    Parameters
    ----------
    g
        The tensor, or anything that `tensor` reads.
    volume
        A volume form with ``g(vol, vol) = 1`` or ``-1``: it orients the space, and serves
        where the ring cannot tell the sign of a determinant or extract its root. Verified.

    Raises
    ------
    DegreeMismatch
        g is not of type (0,2), or the volume is no form of top degree.
    AxiomViolation
        g is not symmetric or degenerate at the generic point, or ``g(vol, vol)`` is not ±1.
    Undecided
        The symmetry could not be decided.

    Examples
    --------
    >>> from diffgeo import Manifold, Metric
    >>> g = Metric.diagonal(Manifold("M", "r phi", positive="r"), r=1, phi="r**2")
    >>> print(g.volume, "|", g.connection.scalar)
    r dr∧dphi | 0
    """

    #: What messages call it.
    kind = "the metric"

    def __init__(self, g: Tensorial, volume: Form | None = None) -> None:
        self.tensor = tensor(g)
        self.space: Manifold = self.tensor.space
        if self.tensor.valence != (0, 2):
            raise DegreeMismatch(f"{describe(self.tensor)} is no metric: type (0, 2) is needed")
        terms, ring, n = self.tensor._terms, self.space.chart.ring, range(self.space.dimension)
        if self.tensor.used or any(terms.get((j, i)) is not a for (i, j), a in terms.items()):
            # Else it is symmetric at sight, and there are no conditions to contradict each other.
            _ = self.verdict
        zero = ring.zero
        if (rank := ring.rank([[terms.get((i, j), zero) for j in n] for i in n])) < len(n):
            raise AxiomViolation(
                f"g = {describe(self.tensor)} is degenerate: its rank is {rank}"
                f"{linear.doubt(self._rows)}, and {self.space} has dimension {self.space.dimension}"
            )
        self._volume = volume
        self._sign = None if volume is None else sign_of_volume(self, volume)

    @cached_property
    def verdict(self) -> Verdict:
        """The verdict on the symmetry, with its evidence and conditions."""
        return verify_axiom(
            self.tensor == self.tensor.permuted((1, 0)),
            "g(X, Y) = g(Y, X)",
            lambda: f"g = {describe(self.tensor)}",
        )

    @classmethod
    def from_components(cls, space: Manifold, components: object) -> Metric:
        """The metric with given components ``g(∂_x, ∂_y)``, functions or exact numbers.

        By pairs of names, ``{("x", "x"): "1", ("x", "y"): "z"}``, where a component off the
        diagonal is given once; or all of them in rows, ``[[1, "z"], ["z", 1]]``.
        """
        return cls(bilinear_form(space, components))

    @classmethod
    def diagonal(cls, space: Manifold, /, **components: object) -> Metric:
        """The metric ``Σ f dx⊗dx`` for given functions, by the names of all coordinates."""
        return cls.from_components(space, {(name, name): f for name, f in components.items()})

    @classmethod
    def from_coframe(cls, coframe: Sequence[Form], signs: Sequence[int] | None = None) -> Metric:
        """The metric ``Σ ±θ⊗θ`` for which 1-forms are orthonormal; oriented by their product."""
        require_sequence(coframe, "the 1-forms of a coframe")
        given = [1] * len(coframe) if signs is None else list(signs)
        if not coframe or len(given) != len(coframe) or not {1, -1}.issuperset(given):
            raise DegreeMismatch(
                f"a coframe is as many 1-forms as the dimension, with one sign 1 or -1 for each, "
                f"not {len(coframe)} forms with the signs {given}"
            )
        for theta in coframe:
            require_form(theta, "take for a form of a coframe", 1)
        terms = [s * tensor_product(a, a) for s, a in zip(given, coframe, strict=True)]
        return cls(sum(terms[1:], start=terms[0]), volume=wedge(*coframe))

    # --- products ----------------------------------------------------------------------

    def __call__(self, X: VectorForm, Y: VectorForm) -> Form:
        """The function ``g(X, Y)``."""
        return self.tensor(X, Y)

    def norm(self, X: VectorForm) -> Form:
        """The length ``√g(X, X)``, where ``g(X, X) > 0`` (a condition of the result).

        Raises a refusal of the ring (`NonReal`, `NeedsSign`) where there is no such root.
        """
        return root_of(self(X, X), "the length of a field")

    def inner(self, first: Form, second: Form) -> Form:
        """The product ``g(α, β)`` of two forms of one degree p.

        On products of 1-forms it is the determinant of their products, so orthonormal
        1-forms give orthonormal p-forms; for functions it is their product.
        """
        for form in (first, second):
            if not isinstance(form, Form):
                raise DegreeMismatch(
                    f"inner takes forms, not {describe(form)}; g(X, Y) takes fields"
                )
            require_same_space("multiply by the metric", form, self.tensor)
        if first.degree != second.degree:
            raise DegreeMismatch(
                f"forms of one degree have a product, not {describe(first)} and {describe(second)}"
            )
        p = first.degree
        return koszul(p * (p - 1) // 2) * self._raised(first).insert_into(second)

    def flat(self, thing: VectorForm | Multivector) -> Form:
        """The 1-form ``g(X, ·)``; of a multivector the form with ``(P*Q)♭ = P♭*Q♭``."""
        if isinstance(thing, VectorForm):
            lowered: Form = self.tensor.apply(thing).as_form()
            return lowered
        require_kind(thing, Multivector, "lower", "a vector field or multivector")
        require_same_space("lower", thing, self.tensor)
        ones = [self.flat(e) for e in self.space.frame]
        parts = [
            prod((ones[a] for a in indices(mask)), start=self.space.scalar(coefficient))
            for mask, coefficient in thing._body._terms.items()
        ]
        return total(self.space, thing.degree, parts, used_by(self.tensor, thing))

    def sharp(self, alpha: Form) -> Any:
        """The vector field X with ``g(X, ·) = α``; of a p-form the multivector with flat α."""
        require_form(alpha, "raise")
        require_same_space("raise", alpha, self.tensor)
        raised = self._raised(alpha)
        return raised.as_field() if alpha.degree == 1 else raised

    def _raised(self, alpha: Form) -> Multivector:
        bodies = [
            prod((self._duals[a] for a in indices(mask)), start=self.space.scalar(coefficient))
            for mask, coefficient in alpha._terms.items()
        ]
        used = used_by(self.inverse, alpha)
        return Multivector(self.space, total(self.space, alpha.degree, bodies, used))

    @cached_property
    def inverse(self) -> Tensor:
        """The tensor of type (2,0) with ``g^{-1}(α, β) = g(α, β)``."""
        return Tensor(
            self.space,
            (2, 0),
            {
                (i, j): f.element()
                for i, row in enumerate(self._inverse_rows)
                for j, f in enumerate(row)
            },
        )

    def lower(self, T: Tensor, slot: int = 0) -> Tensor:
        """An upper slot made the first lower one: ``S(…, X, …) = T(…, flat(X), …)``."""
        T = tensor(T)
        T._require_slot(slot, True)
        p, q = T.valence
        terms = transformed(self.space.chart.ring, T._terms, slot, sparse_rows(self._rows))
        moved = {(*i[:slot], *i[slot + 1 : p], i[slot], *i[p:]): a for i, a in terms.items()}
        return Tensor(self.space, (p - 1, q + 1), moved, used_by(T, self.tensor))

    def raised(self, T: Tensor, slot: int | None = None) -> Tensor:
        """A lower slot (the first one) made the last upper one: ``S(…, α, …) = T(…, α♯, …)``."""
        T = tensor(T)
        p, q = T.valence
        slot = p if slot is None else slot
        T._require_slot(slot, False)
        terms = transformed(self.space.chart.ring, T._terms, slot, sparse_rows(self._inverse_rows))
        moved = {(*i[:p], i[slot], *i[p:slot], *i[slot + 1 :]): a for i, a in terms.items()}
        return Tensor(self.space, (p + 1, q - 1), moved, used_by(T, self.inverse))

    def trace(self, T: Tensor, first: int = 0, second: int = 1) -> Tensor | Form:
        """The contraction of two lower slots by the metric; of g itself the dimension.

        Where no slot is left, as of type (0, 2), it is a function.
        """
        p = tensor(T).valence[0]
        earlier, later = sorted((first, second))
        traced = self.raised(T, later).trace(p, earlier + 1)
        return traced if traced.rank else traced.as_function()

    # --- volume and signs ---------------------------------------------------------------

    @cached_property
    def determinant(self) -> Form:
        """The determinant of the products ``g(e, e')`` of the fields of ``space.frame``."""
        return linear.determinant(self._rows).settled()

    @property
    def sign(self) -> int:
        """The sign of the determinant, ``(-1)`` to the number of negative squares.

        Raises `NeedsSign` where it is not known.
        """
        if self._sign is None:
            self._sign = known_sign(self.space.chart.ring, self.determinant.element())
        if self._sign is None:
            raise NeedsSign(
                f"the sign of the determinant {self.determinant.summary()} of a metric on "
                f"{self.space} is not known: declare signs of coordinates and parameters, or "
                "give Metric(g, volume=...)"
            )
        return self._sign

    @cached_property
    def volume(self) -> Form:
        """The volume form: ``g(vol, vol) = sign``, positive on the coordinate frame if not given.

        Raises `NeedsSign` (or another refusal of the ring) where the root is not available.
        """
        if self._volume is not None:
            return self._volume
        return self._cube * root_of(
            self.sign * self.determinant,
            "the volume form (give Metric(g, volume=...), or a root)",
        )

    @cached_property
    def signature(self) -> tuple[int, int] | None:
        """The numbers of positive and of negative squares, or None where signs are not known."""
        return signature(self)

    def needs_orientation(self, name: str) -> bool:
        """Whether what is called so depends on an orientation that was not given."""
        return name == "volume" and self._volume is None

    def oriented(self, volume: Form | int) -> Metric:
        """The same metric with a volume form, ``g(vol, vol) = ±1``.

        1 stands for the one that is positive on the coordinate frame, -1 for its opposite. On an
        atlas it is a `diffgeo.atlases.orientation`.
        """
        if isinstance(volume, int) and volume in (1, -1):
            volume = type(self)(self.tensor).volume * volume
        return type(self)(self.tensor, volume=volume)  # type: ignore[arg-type]

    # --- calculus ---------------------------------------------------------------------

    @cached_property
    def connection(self) -> LeviCivita:
        """The connection of Levi-Civita: ``∇g = 0``, without torsion."""
        return LeviCivita(self)

    def gradient(self, f: Form) -> VectorForm:
        """The field with ``g(grad f, X) = X(f)``."""
        require_form(f, "take the gradient of", 0)
        field: VectorForm = self.sharp(d(f))
        return field

    def divergence(self, X: VectorForm | Tensor, slot: int = 0) -> Any:
        """The function with ``L_X vol = div X · vol``, computed as ``½ tr_g(L_X g)``.

        So neither a root nor an orientation is needed. Of other tensors it is
        `LeviCivita.divergence`.
        """
        if isinstance(X, Tensor):
            return self.connection.divergence(X, slot)
        return self.trace(self.lie_derivative(X)).as_function() / 2

    def laplacian(self, f: Form) -> Form:
        """The function ``div grad f`` (minus the Laplace-de Rham operator on functions)."""
        result: Form = self.divergence(self.gradient(f))
        return result

    def is_killing(self, X: VectorForm) -> Verdict:
        """The verdict on ``L_X g = 0``: the flow of X consists of isometries."""
        return check(self.lie_derivative(X) == 0, name="L_X g = 0")

    def is_conformal(self, X: VectorForm) -> Verdict:
        """The verdict on ``L_X g = (2/n) div X · g``: the flow of X keeps angles."""
        derivative = self.lie_derivative(X)
        factor = 2 * self.divergence(X) / self.space.dimension
        return check(derivative == factor * self.tensor, name="L_X g = (2/n) div X g")

    def lie_derivative(self, X: VectorForm) -> Tensor:
        """The tensor ``L_X g``; it vanishes on Killing fields."""
        return self.tensor.lie_derivative(X)

    def rescaled(self, factor: Form) -> Metric:
        """The conformal metric ``factor · g``; a given volume form becomes ``|factor|^(n/2) vol``.

        Raises a refusal of the ring where that needs a root of unknown sign.
        """
        require_form(factor, "rescale a metric by", 0)
        if self._volume is None:
            return Metric(factor * self.tensor)
        n = self.space.dimension
        size = root_of(factor**2, "the size of a factor")
        root = root_of(size, "an odd power of a factor") if n % 2 else self.space.function(1)
        return Metric(factor * self.tensor, volume=size ** (n // 2) * root * self._volume)

    def pulled_back(self, phi: Map) -> Metric:
        """The induced metric ``φ^*g``, for every map; `AxiomViolation` if it is degenerate.

        A given volume form is pulled back too if φ has an inverse.
        """
        require_map_to(self, phi)
        volume = self._volume if phi.inverse is not None else None
        return Metric(
            self.tensor.pulled_back(phi), volume=None if volume is None else phi.pull(volume)
        )

    # --- looking at it -------------------------------------------------------------

    def __eq__(self, other: object) -> Identity:  # type: ignore[override]
        """Identity of metrics (the volume forms do not enter)."""
        return self.tensor == other if isinstance(other, Tensor) else super().__eq__(other)

    __hash__ = object.__hash__

    def _comparand(self, other: object) -> Metric | None:
        if not isinstance(other, Metric):
            return None
        require_same_space("compare", self.tensor, other.tensor)
        return other

    def _not_compared(self, other: object) -> Any:
        return refuse_comparison(self, other)

    @property
    def conditions(self) -> tuple[Condition, ...]:
        """Conditions (``p != 0``, ``q > 0``) under which metric and inverse are defined."""
        return distinct(self.tensor.conditions + self.inverse.conditions)

    @property
    def components(self) -> Components:
        """The functions ``g(∂_x, ∂_y)`` by pairs of names."""
        return self.tensor.components

    def __str__(self) -> str:
        return str(self.tensor)

    def summary(self, width: int = display.WIDTH) -> str:
        """The beginning of the text; what is too large to be written out is ``…``."""
        return self.tensor.summary(width)

    def _formula(self, write: Callable[[object], str]) -> str:
        return write(self.tensor)

    # --- inside the library --------------------------------------------------------

    @cached_property
    def _rows(self) -> list[list[Form]]:
        terms, used, n = self.tensor._terms, self.tensor.used, range(self.space.dimension)
        given = {key: Form(self.space, 0, {0: a}, used) for key, a in terms.items()}
        nothing = Form(self.space, 0, {}, used)
        return [[given.get((i, j), nothing) for j in n] for i in n]

    @cached_property
    def _inverse_rows(self) -> list[list[Form]]:
        found = linear.inverse(self._rows, regular=True)
        n = range(len(found))
        upper = {(i, j): found[i][j] for i in n for j in n if i <= j}
        upper |= {key: f.settled() for key, f in upper.items() if f._terms}
        return [[upper[min(i, j), max(i, j)] for j in n] for i in n]

    @cached_property
    def _duals(self) -> list[Form]:
        """The bodies (see `Multivector`) of the fields ``sharp(dx)``."""
        coframe = [d(x) for x in self.space.coordinates]
        rows = self._inverse_rows
        return [
            total(self.space, 1, (f * dx for f, dx in zip(row, coframe, strict=True)))
            for row in rows
        ]

    @cached_property
    def _cube(self) -> Form:
        """The product of the coordinate differentials, a volume form of no special size."""
        return wedge(self.space.function(1), *map(d, self.space.coordinates))

    def _means(self, other: Metric) -> Identity:
        return self.tensor == other.tensor


@code_of.register(Metric)
def _code(metric: Metric, script: Script) -> str:
    require_exactly(Metric, metric)
    order = metric.space.chart.coordinates.index
    given = {k: f for k, f in metric.tensor.components.items() if order(k[0]) <= order(k[1])}
    script.imports.add("Metric")
    return f"Metric.from_components({script.space(metric.space)}, {script.table(given)})"


valued.register(Metric, lambda metric, name, script: script.at(f"{name}.tensor"))
components_of.register(Metric, lambda metric: components_of(metric.tensor))
