"""Poisson structures: Casimir functions, the modular field, the star product of Moyal.

The modular field of a volume form is ``Z(f) = div X_f``, with ``L_{X_f} vol = Z(f) vol``. It is a
symmetry of π; another volume form ``g vol`` changes it by the Hamiltonian field of ``-log|g|``, so
that its class depends on π only. Here ``X_f = [π, f]``, that is ``X_f(g) = {g, f}``.

Sources: A. Weinstein, The modular automorphism group of a Poisson manifold, J. Geom. Phys. 23
(1997); Laurent-Gengoux, Pichereau and Vanhaecke, Poisson Structures (2013), chapter 1.
"""

from __future__ import annotations

from collections.abc import Iterable

from diffgeo.calculus.brackets import lie
from diffgeo.calculus.derivations import d
from diffgeo.calculus.forms import Form, require_form, total
from diffgeo.calculus.linear_algebra import constant_solutions, monomials
from diffgeo.calculus.requirements import require_integer, require_kind, require_same_space
from diffgeo.calculus.vector_forms import VectorForm
from diffgeo.errors import DegreeMismatch, NotSupported
from diffgeo.structures.symplectic import Poisson
from diffgeo.verdicts.verdict import check


def casimirs(poisson: Poisson, ansatz: int | Iterable[Form]) -> list[Form]:
    """All Casimir functions, ``{f, ·} = 0``, in a finite space of functions.

    Parameters
    ----------
    poisson
        A Poisson structure.
    ansatz
        Functions, independent over the constants; or the degree of all polynomials in the
        coordinates. At special values of parameters there may be more.

    Returns
    -------
    list of Form
        A basis, the constant among them if the ansatz has it.

    Examples
    --------
    >>> from diffgeo.bundles import LieAlgebroid
    >>> from diffgeo.structures import casimirs
    >>> turns = {("u", "v"): {"w": 1}, ("v", "w"): {"u": 1}, ("w", "u"): {"v": 1}}
    >>> print(*casimirs(LieAlgebroid.algebra("u v w", turns).dual("x y z"), 2), sep=", ")
    1, x**2 + y**2 + z**2
    """
    require_kind(poisson, Poisson, "look for the Casimir functions of", "a Poisson structure")
    given = list(ansatz) if isinstance(ansatz, Iterable) else monomials(poisson.space, ansatz)
    for f in given:
        require_form(f, "look for Casimir functions with", 0)
        require_same_space("look for Casimir functions with", poisson.bivector, f)
    return constant_solutions(
        given, lambda f: [poisson.bracket(f, x) for x in poisson.space.coordinates]
    )


def modular_field(poisson: Poisson, volume: Form) -> VectorForm:
    """The modular field Z of a volume form, ``L_{X_f} vol = Z(f) vol``.

    It vanishes if and only if the flows of all Hamiltonian fields keep the volume.

    Parameters
    ----------
    poisson
        A Poisson structure.
    volume
        A volume form.

    Returns
    -------
    VectorForm
        A field with ``L_Z π = 0``.

    Raises
    ------
    DegreeMismatch
        The form is none of top degree.
    ZeroDenominator
        The form vanishes.

    Examples
    --------
    >>> from diffgeo import Manifold, d
    >>> from diffgeo.calculus import multivector
    >>> from diffgeo.structures import Poisson, modular_field
    >>> M = Manifold("M", "x y")
    >>> print(modular_field(Poisson(M["x"] * multivector(*M.frame)), d(M["x"]) * d(M["y"])))
    ∂_y
    """
    require_kind(poisson, Poisson, "take the modular field of", "a Poisson structure")
    space = poisson.space
    require_form(volume, "take for a volume form")
    require_same_space("take the modular field for", poisson.bivector, volume)
    if volume.degree != space.dimension:
        raise DegreeMismatch(f"a volume form on {space} has degree {space.dimension}")
    size = volume(*space.frame)
    rates = (lie(poisson.hamiltonian_field(x), volume) for x in space.coordinates)
    values = [(rate(*space.frame) / size).settled() for rate in rates]
    return VectorForm(space, 0, values)


def star_product(poisson: Poisson, f: Form, g: Form, parameter: Form, order: int) -> Form:
    """The star product of Moyal, ``f ⋆ g = Σ_k ν^k/k! π^k(f, g)``, up to an order.

    π^k differentiates both factors k times, ``π^{ij} ∂_i f ∂_j g`` for k = 1; with ``ν = iħ/2``
    this is the product of quantum mechanics. It is associative, and exact where one of the factors
    is a polynomial of at most this degree.

    Source: J. E. Moyal, Quantum mechanics as a statistical theory, Proc. Cambridge
    Phil. Soc. 45 (1949).

    Parameters
    ----------
    poisson
        A Poisson structure with constant components in the coordinates.
    f, g
        Functions.
    parameter
        The constant ν, such as a parameter of the space.
    order
        The largest power of ν.

    Returns
    -------
    Form
        A function.

    Raises
    ------
    NotSupported
        π or ν is not constant.

    Examples
    --------
    >>> from diffgeo import Manifold
    >>> from diffgeo.calculus import multivector
    >>> from diffgeo.structures import Poisson, star_product
    >>> M = Manifold("M", "q p", parameters="nu")
    >>> canonical = Poisson(multivector(*M.frame))
    >>> print(star_product(canonical, M["q"] ** 2, M["p"] ** 2, M["nu"], 2))
    q**2*p**2 + 4*nu*q*p + 2*nu**2
    """
    require_kind(poisson, Poisson, "take the star product of", "a Poisson structure")
    require_integer(order, "the order of a star product", 0)
    space, frame = poisson.space, poisson.space.frame
    for function, what in ((f, "a factor"), (g, "a factor"), (parameter, "the parameter")):
        require_form(function, f"take for {what} of a star product", 0)
        require_same_space("take the star product of", poisson.bivector, function)
    dx = [d(x) for x in space.coordinates]
    constants = {(i, j): poisson.bivector(a, b) for i, a in enumerate(dx) for j, b in enumerate(dx)}
    if not all(check(d(c) == 0) for c in (parameter, *constants.values())):
        raise NotSupported(
            f"{poisson.bivector.summary()} or {parameter.summary()} is not constant in the "
            "coordinates: the product of Moyal is that of constant ones"
        )
    used = {key: c for key, c in constants.items() if c._terms}
    found, pairs, factor = f * g, [(f, g)], space.function(1)
    for k in range(1, order + 1):
        factor = factor * parameter / k
        pairs = _without_zeros(
            (c * frame[i](a), frame[j](b)) for a, b in pairs for (i, j), c in used.items()
        )
        found = found + factor * total(space, 0, (a * b for a, b in pairs))
    return found


def _without_zeros(pairs: Iterable[tuple[Form, Form]]) -> list[tuple[Form, Form]]:
    return [(a, b) for a, b in pairs if a._terms and b._terms]
