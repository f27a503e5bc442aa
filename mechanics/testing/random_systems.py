"""Hypothesis strategies: random regular systems with affine constraints."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypothesis import assume
from hypothesis import strategies as st

from mechanics.errors import BadSystem
from mechanics.model.systems import System

_NAMES = ("x", "y", "z", "u", "w")


@st.composite
def coefficients(draw: st.DrawFn, names: tuple[str, ...]) -> str:
    """A formula in the given names: a product of a number and up to two simple factors.

    Parameters
    ----------
    names
        What it may depend on.

    Returns
    -------
    SearchStrategy
        Of text.

    Examples
    --------
    >>> from hypothesis import find, settings
    >>> from mechanics.testing import coefficients
    >>> same = settings(derandomize=True, database=None)
    >>> find(coefficients(("x",)), lambda text: "cos" in text, settings=same)
    '1*cos(x)'
    """
    number = draw(st.sampled_from(["1", "2", "-1", "1/2", "-3"]))
    atoms = [f"{form}" for n in names for form in (n, f"{n}**2", f"cos({n})", f"(1 + {n}**2)")]
    factors = draw(st.lists(st.sampled_from(atoms), max_size=2))
    return "*".join([number, *factors])


@st.composite
def lagrangians(draw: st.DrawFn, coordinates: tuple[str, ...]) -> str:
    """A regular Lagrangian: a diagonal metric and a potential, magnetic terms at times.

    Parameters
    ----------
    coordinates
        Their names; velocities are called ``xdot``.

    Returns
    -------
    SearchStrategy
        Of text.

    Examples
    --------
    >>> from hypothesis import find, settings
    >>> from mechanics.testing import lagrangians
    >>> same = settings(derandomize=True, database=None)
    >>> find(lagrangians(("x",)), lambda text: True, settings=same)
    '(1*xdot**2/2) + (1)'
    """
    positive = ["1", "m", "(1 + t**2)", *(f"(2 + cos({n}))" for n in coordinates)]
    terms = [f"{draw(st.sampled_from(positive))}*{n}dot**2/2" for n in coordinates]
    terms.append(draw(coefficients(("t", *coordinates))))
    if draw(st.booleans()):
        terms.append(f"{coordinates[0]}*{coordinates[-1]}dot")
    return " + ".join(f"({term})" for term in terms)


@st.composite
def affine_constraints(draw: st.DrawFn, coordinates: tuple[str, ...]) -> str:
    """A function that is affine in the velocities, with at least one of them.

    Parameters
    ----------
    coordinates
        Their names; velocities are called ``xdot``.

    Returns
    -------
    SearchStrategy
        Of text.

    Examples
    --------
    >>> from hypothesis import find, settings
    >>> from mechanics.testing import affine_constraints
    >>> same = settings(derandomize=True, database=None)
    >>> find(affine_constraints(("x", "y")), lambda text: True, settings=same)
    '(1)*ydot'
    """
    moving = draw(st.lists(st.sampled_from(coordinates), min_size=1, max_size=2, unique=True))
    terms = [f"({draw(coefficients(('t', *coordinates)))})*{n}dot" for n in moving]
    if draw(st.booleans()):
        terms.append(f"({draw(coefficients(('t', *coordinates)))})*f(t)")
    return " + ".join(terms)


@st.composite
def systems(draw: Callable[..., Any], most: int = 3) -> System:
    """A system that passes validation: 2 to ``most`` coordinates, fewer constraints.

    Parameters
    ----------
    most
        How many coordinates there may be.

    Returns
    -------
    SearchStrategy
        Of `System`, for ``hypothesis.given``.

    Examples
    --------
    >>> from hypothesis import given, settings
    >>> from mechanics.testing import systems
    >>> @settings(max_examples=3, derandomize=True, database=None)
    ... @given(systems(most=2))
    ... def test(system):
    ...     assert len(system.constraints) == 1
    ...
    >>> test()
    """
    size = draw(st.integers(2, most))
    coordinates = _NAMES[:size]
    table = {
        "coordinates": coordinates,
        "parameters": "m",
        "functions": "f(t)",
        "positive": "m",
        "lagrangian": draw(lagrangians(coordinates)),
        "constraints": draw(
            st.lists(affine_constraints(coordinates), min_size=1, max_size=size - 1)
        ),
    }
    if draw(st.booleans()):
        table["forces"] = {coordinates[0]: f"-{coordinates[0]}dot"}
    try:
        system = System(**table)
    except BadSystem:
        assume(False)
        raise
    assume(system.undetermined is None)
    return system
