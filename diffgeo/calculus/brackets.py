"""The operators i_K and L_K, and the one bracket.

There is one bracket, the graded commutator of derivations; the Lie, Frölicher-Nijenhuis and
Nijenhuis-Richardson brackets are read off from it by the decomposition ``D = L_K + i_N``.

Signs: ``i_K`` has degree k-1 for K ∈ Ω^k(M; TM); ``L_K = [i_K, d]``, so
``L_X = i_X d + d i_X``; the Frölicher-Nijenhuis bracket is ``[L_K, L_M] = L_{[K,M]}``.

Sources: Frölicher and Nijenhuis, Theory of vector-valued differential forms I (1956); Nijenhuis and
Richardson, Deformations of Lie algebra structures (1967); Kolář, Michor and Slovák, Natural
Operations in Differential Geometry (1993), § 8.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, overload

from diffgeo.calculus.compositions import symbolic
from diffgeo.calculus.derivations import Derivation, ExteriorDerivative, d
from diffgeo.calculus.forms import Form, describe
from diffgeo.calculus.images_of_forms import ValuesTogether, images, sums_of_images
from diffgeo.calculus.multivectors import Multivector, schouten
from diffgeo.calculus.operator_labels import Label
from diffgeo.calculus.requirements import require_same_space, require_vector_form
from diffgeo.calculus.vector_forms import VectorForm
from diffgeo.errors import NotSupported, SpaceMismatch
from diffgeo.signs import koszul


@overload
def interior(K: VectorForm) -> Derivation: ...
@overload
def interior(K: VectorForm, alpha: Form) -> Form: ...
@overload
def interior(K: VectorForm, alpha: VectorForm) -> VectorForm: ...
def interior(K: VectorForm, alpha: Form | VectorForm | None = None) -> object:
    """The insertion i_K, of degree k-1: zero on functions, ``i_K dx^a = K(x^a)``.

    With a second argument: ``i_K α``, or for M ∈ Ω(M; TM) the vector-valued form ``i_K M``.
    For a vector field, ``i_X`` fills the first slot of α. A multivector is inserted into a
    form, ``i_{P*Q} α = i_P i_Q α``; that is no derivation.

    Parameters
    ----------
    K
        A vector-valued form of degree k, or a multivector of degree p.
    alpha
        A form or a vector-valued form; without it the derivation is given back. A multivector
        needs a form.

    Returns
    -------
    Derivation, Form or VectorForm
        ``i_K`` of degree k - 1; ``i_K α`` of degree ``|α| + k - 1``, for a multivector ``|α| - p``.

    Examples
    --------
    >>> from diffgeo import Manifold, interior
    >>> M = Manifold("M", "x y")
    >>> print(interior(M.vector_field(x=1), M.form(2, {("x", "y"): 1})))
    dy
    """
    if (algebra := symbolic(K, alpha)) is not None:
        return algebra.dispatch("interior", K, alpha)
    if isinstance(K, Multivector) and isinstance(alpha, Form):
        return K.insert_into(alpha)
    _require_vector_form("interior", K)
    degree, label = K.degree - 1, Label("interior", (K,))
    derivation = Derivation(
        K.space,
        degree,
        # Zero, where K is defined.
        lambda index: Form(K.target, degree, {}, K.value(index).used),
        K.value,
        K.along,
        label,
    )
    if isinstance(alpha, VectorForm):
        require_same_space("insert", K, alpha)
        values = [derivation(alpha.value(a)) for a in range(K.space.dimension)]
        return VectorForm(alpha.space, alpha.degree + K.degree - 1, values, K.along)
    return derivation if alpha is None else derivation(alpha)


@overload
def lie(K: VectorForm) -> Derivation: ...
@overload
def lie(K: VectorForm, thing: Derivation | ExteriorDerivative) -> Derivation: ...
@overload
def lie(K: VectorForm, thing: Form) -> Form: ...
@overload
def lie(K: VectorForm, thing: VectorForm) -> VectorForm: ...
def lie(K: VectorForm, thing: Any = None) -> Any:
    """The Lie derivative ``L_K = [i_K, d]``, of degree k; it commutes with d.

    With a second argument: ``L_K α``, or the Frölicher-Nijenhuis bracket ``[K, M]``
    (for vector fields the Lie bracket, for a field and a tensor the Lie derivative), or of a
    derivation the commutator ``[L_K, D]``. Multivectors, tensors, metrics and connections have
    Lie derivatives along vector fields; of a frame or a structure it is the tuple of those of
    its tensors.

    Parameters
    ----------
    K
        A vector field, or a vector-valued form of degree k.
    thing
        What is differentiated; without it the derivation is given back.

    Returns
    -------
    Derivation, or of the kind of `thing`
        ``L_K`` of degree k; of a p-form a form of degree p + k.

    Raises
    ------
    SpaceMismatch
        They live on different spaces.
    NotSupported
        `thing` is a distribution or an ideal: they are kept by the flow of a field or not
        (``D.is_symmetry(X)``), and have no derivative.

    Examples
    --------
    >>> from diffgeo import Manifold, d, lie
    >>> M = Manifold("M", "x y")
    >>> x, y = M.coordinates
    >>> rotation = M.vector_field(x="-y", y="x")
    >>> print(lie(rotation, x), "|", lie(rotation, d(x) * d(y)))
    -y | 0
    """
    if (algebra := symbolic(K, thing)) is not None:
        return algebra.dispatch("lie", K, thing)
    _require_vector_form("lie", K)
    if isinstance(thing, VectorForm):
        return bracket(K, thing)
    if isinstance(thing, Derivation | ExteriorDerivative):
        return bracket(lie(K), thing)
    if hasattr(thing, "lie_derivative"):  # other objects say it themselves
        return thing.lie_derivative(K)
    if hasattr(thing, "is_symmetry"):
        raise NotSupported(
            f"{describe(thing)} has no Lie derivative: it is spanned by its generators over the "
            "functions, and other generators have other derivatives; ask thing.is_symmetry(X) "
            "whether the flow of X keeps it, or take lie(X, ·) of the generators"
        )

    # [i_K, d] on a function f is i_K df, and it commutes with d: L_K df = (-1)^k d L_K f.
    def rates(indices: Sequence[int]) -> list[Form]:
        slopes = K._slopes
        if new := [a for a in indices if a not in slopes]:
            made = images(d.on(K.target), [K.value(a) for a in new], koszul(K.degree))
            slopes.update(zip(new, made, strict=True))
        return [slopes[a] for a in indices]

    label = Label("lie", (K,))
    derivation = Derivation(K.space, K.degree, K.value, ValuesTogether(rates), K.along, label)
    return derivation if thing is None else derivation(thing)


@overload
def bracket(first: VectorForm, second: VectorForm) -> VectorForm: ...
@overload
def bracket(
    first: Derivation | ExteriorDerivative, second: Derivation | ExteriorDerivative
) -> Derivation: ...
def bracket(first: Any, second: Any) -> Any:
    """The graded commutator ``[D, E] = D E - (-1)^{|D||E|} E D`` of derivations.

    For vector-valued forms the Frölicher-Nijenhuis bracket, read off the commutator:
    ``[L_K, L_M] = L_{[K,M]}``; it satisfies ``[K, M] = -(-1)^{km} [M, K]``. With ``d`` a
    derivation along a map is allowed: ``[d, D] = d D - (-1)^{|D|} D d``. For multivectors
    the Schouten-Nijenhuis bracket (see `schouten`).

    Parameters
    ----------
    first, second
        Two derivations (or `Operator`) of degrees p and q of one Ω(M); two vector-valued forms; two
        multivectors, where a vector field counts as one; or a connection or a structure and what is
        registered for it.

    Returns
    -------
    Derivation, VectorForm or Multivector
        Of degree p + q, for multivectors of degrees p and q of degree p + q - 1.

    Raises
    ------
    SpaceMismatch
        They act on different spaces.

    Examples
    --------
    >>> from diffgeo import Manifold, bracket
    >>> M = Manifold("M", "x y")
    >>> print(bracket(M.vector_field(x="y"), M.vector_field(y="x")))
    -x ∂_x + y ∂_y
    """
    if (algebra := symbolic(first, second)) is not None:
        return algebra.dispatch("bracket", first, second)
    if isinstance(first, VectorForm) and isinstance(second, VectorForm):
        require_same_space("take the bracket of", first, second)
        operator = lie(first)
        return symbol(bracket(operator, operator if second is first else lie(second)))
    if isinstance(first, Multivector) or isinstance(second, Multivector):
        return schouten(first, second)
    for operand in (first, second):
        if not isinstance(operand, Derivation | ExteriorDerivative):
            raise TypeError(
                "bracket takes two derivations or two vector-valued forms, "
                f"not {describe(first)} and {describe(second)}; X(f) differentiates a function"
            )
    if first is d and second is d:
        raise TypeError("[d, d] = 2 d∘d = 0 on every space; name one with d.on(M)")
    _require_composable(first, second)
    label = Label("bracket", (first, second))
    # Along a map, d acts on arguments (on N) and on values (on M) as two derivations.
    outer_first = d.on(second.target) if first is d else first
    outer_second = d.on(first.target) if second is d else second
    first = d.on(second.space) if first is d else first
    second = d.on(first.space) if second is d else second
    sign = -koszul(first.degree * second.degree)

    def commutator(values: Callable[[Derivation], list[Form]]) -> list[Form]:
        if second is first and sign > 0:  # [D, D] = 2 D∘D for odd degrees
            return [value + value for value in images(outer_first, values(second))]
        other = (outer_second, values(first), sign)
        return sums_of_images((outer_first, values(second), 1), other)

    return Derivation(
        first.space,
        first.degree + second.degree,
        ValuesTogether(lambda indices: commutator(lambda D: D.on_functions(indices))),
        ValuesTogether(lambda indices: commutator(lambda D: D.on_differentials(indices))),
        first.along or second.along,
        label,
    )


def symbol(D: Derivation) -> VectorForm:
    """The vector-valued form K with ``D f = L_K f`` for all functions f."""
    return VectorForm(D.space, D.degree, D.on_functions(range(D.space.dimension)), D.along)


def decompose(D: Derivation) -> tuple[VectorForm, VectorForm]:
    """The unique (K, N) with ``D = L_K + i_N`` (Frölicher and Nijenhuis).

    K is D on functions, N is what is left on differentials. For a derivation along a map φ
    both are vector-valued forms along φ.

    Parameters
    ----------
    D
        A derivation of degree r of Ω(M), or along a map.

    Returns
    -------
    tuple
        K of degree r and N of degree r + 1.

    Examples
    --------
    >>> from diffgeo import Manifold, d, decompose
    >>> K, N = decompose(d.on(Manifold("M", "x y")))
    >>> print(K, "|", N)
    dx⊗∂_x + dy⊗∂_y | 0
    """
    if (algebra := symbolic(D)) is not None:
        parts: tuple[VectorForm, VectorForm] = algebra.dispatch("decompose", D)
        return parts
    if not isinstance(D, Derivation):
        if D is d:
            raise TypeError("d = L_id on every space; name one with d.on(M)")
        raise TypeError(
            f"decompose takes a derivation, not {describe(D)}; lie(K) and interior(K) are those "
            "of a vector-valued form"
        )
    K = symbol(D)
    rest = D - lie(K)
    N = [rest.on_differential(a) for a in range(D.space.dimension)]
    return K, VectorForm(D.space, D.degree + 1, N, D.along)


def nijenhuis_richardson(K: VectorForm, M: VectorForm) -> VectorForm:
    """The bracket with ``[i_K, i_M] = i_{[K,M]}``; equals ``i_K M - (-1)^{(k-1)(m-1)} i_M K``.

    Parameters
    ----------
    K, M
        Vector-valued forms of degrees k and m.

    Returns
    -------
    VectorForm
        Of degree k + m - 1.

    Examples
    --------
    >>> from diffgeo import Manifold
    >>> from diffgeo.calculus import nijenhuis_richardson
    >>> M = Manifold("M", "x y")
    >>> K, L = M.vector_form(1, {"x": {"y": 1}}), M.vector_form(1, {"y": {"x": 1}})
    >>> print(nijenhuis_richardson(K, L))
    -dx⊗∂_x + dy⊗∂_y
    """
    if (algebra := symbolic(K, M)) is not None:
        product: VectorForm = algebra.dispatch("nijenhuis_richardson", K, M)
        return product
    require_same_space("take the Nijenhuis-Richardson bracket of", K, M)
    return decompose(bracket(interior(K), interior(M)))[1]


def torsion(K: VectorForm) -> VectorForm:
    """The Nijenhuis torsion ``N_K = ½[K, K]`` of a (1,1) tensor, a vector-valued 2-form.

    ``N_K(X, Y) = [KX, KY] - K[KX, Y] - K[X, KY] + K²[X, Y]``.

    Parameters
    ----------
    K
        A (1,1) tensor, that is, a vector-valued form of degree 1.

    Returns
    -------
    VectorForm
        Of degree 2.

    Raises
    ------
    DegreeMismatch
        K has another degree.

    Examples
    --------
    >>> from diffgeo import Manifold, torsion
    >>> M = Manifold("M", "x y")
    >>> print(torsion(M.vector_form(1, {"x": {"x": "y"}})))
    y dx∧dy⊗∂_x
    """
    require_vector_form(K, 1, "take the Nijenhuis torsion of")
    return bracket(K, K) / 2


# --- helpers ---------------------------------------------------------------------------


def _require_composable(first: Any, second: Any) -> None:
    if first is d or second is d:
        return
    if first.along or second.along:
        raise SpaceMismatch(
            f"cannot take the bracket of {first} and {second}: a derivation along a map has a "
            "bracket with d only"
        )
    require_same_space("take the bracket of", first, second)


def _require_vector_form(name: str, K: object) -> None:
    if not isinstance(K, VectorForm):
        raise TypeError(f"{name} takes a vector field or vector-valued form, not {describe(K)}")
