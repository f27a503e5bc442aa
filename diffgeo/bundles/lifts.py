"""Lifts from a manifold M to its tangent bundle: vertical, complete, horizontal.

A lift is known by its values on forms, three maps Ω(M) → Ω(TM) that keep the degree:

* vertical, ``α^v = π^*α``, a morphism of algebras;
* complete, ``α^c = d_T α``, and horizontal, ``α^h = i_v d_T α`` with ``v = id - h`` for a
  connection with horizontal projector h; these are derivations along π.

Vector-valued forms follow: ``i_{K^v}`` annihilates ``π^*df`` and takes ``d(d_T f)`` to
``(i_K df)^v``; ``i_{K^c} π^* = π^* i_K`` and ``i_{K^c} d_T = d_T i_K``. Multivectors and tensors
follow by ``(P⊗Q)^v = P^v⊗Q^v`` and ``(P⊗Q)^c = P^c⊗Q^v + P^v⊗Q^c``, the same with h for c.
Source: Yano and Ishihara, Tangent and Cotangent Bundles (1973).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from diffgeo.calculus.brackets import interior
from diffgeo.calculus.derivations import d
from diffgeo.calculus.forms import Form, describe, nothing
from diffgeo.calculus.identity_maps import identity_map
from diffgeo.calculus.maps import Map
from diffgeo.calculus.multivectors import Multivector, multivector
from diffgeo.calculus.requirements import require_vector_form, same_map
from diffgeo.calculus.spaces import Manifold
from diffgeo.calculus.vector_forms import VectorForm
from diffgeo.errors import SpaceMismatch
from diffgeo.structures.axioms import verify_axiom
from diffgeo.structures.tensor_algebra import tensor, tensor_product
from diffgeo.structures.tensors import Tensor

if TYPE_CHECKING:
    from diffgeo.bundles.tangents import TangentBundle

Lift = Callable[[Any], Any]
Product = Multivector | Tensor
#: What is lifted, and what its lift is.
Kind = TypeVar("Kind", Form, VectorForm, Multivector, Tensor)
Algebraic = TypeVar("Algebraic", Multivector, Tensor)


def vertical_lift(bundle: TangentBundle, thing: Kind) -> Kind:
    """The vertical lift to TM of a function, form, vector-valued form, multivector or tensor.

    * Forms: ``α^v = π^*α``.
    * Fields: ``X^v(π^*f) = 0`` and ``X^v(d_T f) = π^*(X f)``.
    * Vector-valued forms: ``K^v(X^c, …) = (K(X, …))^v``, and zero on a vertical argument; so
      ``id^v = J``.
    * Tensors: ``T^v(α^c, …, X^c, …) = (T(α, …, X, …))^v``.

    Raises `SpaceMismatch` for what does not live on M.
    """
    _require_below(bundle, thing)
    if isinstance(thing, Form):
        return bundle.projection.pull(thing)
    if isinstance(thing, VectorForm):
        zero = bundle.form(thing.degree, {})
        return bundle.vector_form_over(thing, lambda _: zero, bundle.projection.pull)
    return _product(thing, lambda X: vertical_lift(bundle, X))


def vertical_lift_at(psi: Map, K: VectorForm) -> VectorForm:
    """The vertical lift at the points of ψ: N → TM of a vector-valued form K along π∘ψ.

    It is a form along ψ, ``K^v(…) = d/ds (ψ + s K(…))``: the only one with
    ``i_{K^v} π^*df = 0`` and ``i_{K^v} d(contract(df)) = i_K df`` for functions f on M.

    Raises `SpaceMismatch` if K does not lie over the points of ψ.
    """
    bundle: TangentBundle = psi.target  # type: ignore[assignment]
    below = K.along if K.along is not None else identity_map(K.space)
    if K.space is not bundle.base_space or not same_map(bundle.projection @ psi, below):
        raise SpaceMismatch(
            f"{describe(K)} is lifted at points of the tangent bundle of {K.space.name} above its "
            f"own, not at those of {psi}"
        )
    nothing = psi.source.form(K.degree, {})
    slopes = [interior(K, d(x)) for x in K.space.coordinates]
    return VectorForm(bundle, K.degree, [*(nothing for _ in slopes), *slopes], psi)


def complete_lift(bundle: TangentBundle, thing: Kind) -> Kind:
    """The complete lift to TM of a function, form, vector-valued form, multivector or tensor.

    * Functions and forms: ``α^c = d_T α``, so ``α^c(X^c, …) = (α(X, …))^c``.
    * Fields: ``X^c(π^*f) = π^*(X f)`` and ``X^c(d_T f) = d_T(X f)``; its flow is the tangent
      of the flow of X, and ``[X^c, Y^c] = [X, Y]^c``, ``[X^v, Y^c] = [X, Y]^v``.
    * Vector-valued forms: ``K^c(X^c, …) = (K(X, …))^c``; ``[K, M]^c = [K^c, M^c]``.
    * Tensors: ``T^c(α^c, …, X^c, …) = (T(α, …, X, …))^c``; of a metric, a metric of split
      signature.

    Raises `SpaceMismatch` for what does not live on M.
    """
    _require_below(bundle, thing)
    if isinstance(thing, Form):
        return bundle.total_derivative(thing)
    if isinstance(thing, VectorForm):
        return bundle.vector_form_over(thing, bundle.projection.pull, bundle.total_derivative)
    return _leibniz(thing, lambda X: vertical_lift(bundle, X), lambda X: complete_lift(bundle, X))


def horizontal_lift(bundle: TangentBundle, thing: Kind, connection: object) -> Kind:
    """The horizontal lift to TM of what lives on M, with respect to a connection.

    * Fields: ``X^h = h X^c``, the horizontal field with ``X^h(π^*f) = π^*(X f)``.
    * Forms: ``α^h = i_v d_T α``, the derivation along π that takes df to the part of
      ``d(d_T f)`` that vanishes on horizontal fields; 1-forms: ``α^h(X^h) = 0`` and
      ``α^h(X^v) = π^*(α(X))``. Functions: ``f^h = 0``.
    * Vector-valued forms: ``i_{K^h} π^* = π^* i_K`` and ``i_{K^h} α^h = (i_K α)^h`` for
      1-forms α; (1,1) tensors: ``K^h X^h = (KX)^h`` and ``K^h X^v = (KX)^v``.

    Parameters
    ----------
    bundle
        TM.
    thing
        A function, form, vector-valued form, multivector or tensor on M.
    connection
        The horizontal projector h on TM (``hJ = 0``, ``Jh = J``), verified; or an object with
        that as attribute ``horizontal_projector``, believed.

    Raises
    ------
    SpaceMismatch
        The thing does not live on M, or the connection not on TM.
    AxiomViolation
        The (1,1) tensor is no horizontal projector.
    """
    _require_below(bundle, thing)
    h = horizontal_projector(bundle, connection)
    vertical = interior(bundle.identity - h)

    def lifted(alpha: Form) -> Form:
        return vertical(bundle.total_derivative(alpha))

    if isinstance(thing, Form):
        return lifted(thing)
    if isinstance(thing, VectorForm):
        zero = bundle.form(thing.degree, {})
        over = interior(complete_lift(bundle, thing), h)
        return over + bundle.vector_form_over(thing, lambda _: zero, lifted)
    return _leibniz(
        thing, lambda X: vertical_lift(bundle, X), lambda X: horizontal_lift(bundle, X, h)
    )


def horizontal_projector(bundle: TangentBundle, connection: object) -> VectorForm:
    """The horizontal projector of a connection on TM; a bare (1,1) tensor h is verified.

    The axioms are ``hJ = 0`` and ``Jh = J``: h annihilates the vertical fields, and id - h is
    vertical. They imply ``h² = h``.
    """
    h: object = getattr(connection, "horizontal_projector", connection)
    if not isinstance(h, VectorForm):
        raise TypeError(
            f"a horizontal projector (or an object that has one) is needed on {bundle}, not "
            f"{describe(connection)}"
        )
    if h.space is not bundle:
        raise SpaceMismatch(f"a connection on {bundle} is needed, not {describe(h)}")
    require_vector_form(h, 1, "take for a horizontal projector")
    if h is connection:
        J, thing = bundle.vertical_endomorphism, f"h = {describe(h)}"
        verify_axiom(h @ J == 0, "h@J = 0", thing)
        verify_axiom(J @ h == J, "J@h = J", thing)
    return h


def with_inverse(functor: Callable[[Map], Map], phi: Map) -> Map:
    """``F(φ)`` of a functor F, with ``F(φ⁻¹)`` for its inverse where φ has one."""
    lifted = functor(phi)
    if phi.inverse is not None and lifted.inverse is None:
        back = functor(phi.inverse)
        lifted.inverse, back.inverse = back, lifted
    return lifted


def require_below(
    bundle: Manifold, below: Manifold, thing: Any, kinds: Any, words: str, other: str
) -> None:
    """Raise unless a thing of these kinds lives below a bundle and can be lifted to it."""
    if not isinstance(thing, kinds):
        raise TypeError(f"{words} are lifted to {bundle}, not {describe(thing)}")
    if thing.space is not below or getattr(thing, "along", None) is not None:
        raise SpaceMismatch(
            f"what is lifted to {bundle} lives on {below}, not {describe(thing)}; use {other} "
            "its space"
        )


def require_inverse(phi: Map) -> Map:
    """The inverse of a map along which covectors are carried."""
    if phi.inverse is None:
        raise SpaceMismatch(
            f"{phi} has no known inverse, so covectors are not carried along it: give "
            "Map(..., inverse=...)"
        )
    return phi.inverse


# --- helpers ---------------------------------------------------------------------------


def _product(P: Algebraic, lift: Lift) -> Algebraic:
    """The morphism of algebras that a lift of functions, fields and 1-forms extends to."""
    if _rank(P) == 0:
        return _one_factor(P, lift(P.as_function()))
    terms = [_times(P, lift(A), _product(rest, lift)) for A, rest in _factors(P)]
    return _sum(terms, lift, P)


def _leibniz(P: Algebraic, morphism: Lift, derivation: Lift) -> Algebraic:
    """The derivation over a morphism that a lift of functions, fields and 1-forms extends to."""
    if _rank(P) == 0:
        return _one_factor(P, derivation(P.as_function()))
    terms = []
    for A, rest in _factors(P):
        terms.append(_times(P, derivation(A), _product(rest, morphism)))
        terms.append(_times(P, morphism(A), _leibniz(rest, morphism, derivation)))
    return _sum(terms, morphism, P)


def _factors(P: Algebraic) -> list[tuple[Form | VectorForm, Algebraic]]:
    """``P = Σ e_a ⊗ P.insert(e^a)`` with a frame e_a and its dual e^a, or the other way round.

    For multivectors of degree p the sum of the wedge products is p P.
    """
    space = P.space
    pairs: Any = zip(space.frame, map(d, space.coordinates), strict=True)
    if isinstance(P, Tensor) and P.valence[0] == 0:
        pairs = [(alpha, X) for X, alpha in pairs]
    inserted = [(A, P.insert(dual)) for A, dual in pairs]
    return [(A, rest) for A, rest in inserted if not _vanishes(rest)]


def _times(P: Algebraic, first: Form | VectorForm, rest: Algebraic) -> Algebraic:
    return tensor_product(first, rest) if isinstance(P, Tensor) else multivector(first) * rest


def _one_factor(P: Algebraic, function: Form) -> Algebraic:
    return tensor(function) if isinstance(P, Tensor) else multivector(function)


def _rank(P: Product) -> int:
    return P.rank if isinstance(P, Tensor) else P.degree


def _vanishes(P: Product) -> bool:
    return not (P._terms if isinstance(P, Tensor) else P._body._terms)


def _sum(terms: list[Algebraic], lift: Lift, P: Algebraic) -> Algebraic:
    lifted = lift(nothing(P))
    if isinstance(P, Tensor):
        return sum(terms, start=Tensor(lifted.space, P.valence, {}, lifted.used))
    zero = Multivector(lifted.space, Form(lifted.space, P.degree, {}, lifted.used))
    return sum(terms, start=zero) / P.degree


def _require_below(bundle: TangentBundle, thing: object) -> None:
    kinds = Form | VectorForm | Multivector | Tensor
    words = "functions, forms, vector-valued forms, multivectors and tensors"
    require_below(bundle, bundle.base_space, thing, kinds, words, "the tangent bundle of")
