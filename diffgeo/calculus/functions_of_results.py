"""The functions that results are made of: what there is to compile, whatever a result is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from diffgeo.calculus.display import Shown
from diffgeo.calculus.forms import Form
from diffgeo.calculus.named_components import Componentwise
from diffgeo.calculus.requirements import told
from diffgeo.errors import NotSupported


def functions_of(*things: Any) -> list[Form]:
    """All functions that results are made of, in order: what there is to compile or to print.

    Parameters
    ----------
    things
        Functions, forms, fields, tensors, maps, connections, structures, sets, lists of them, or
        what else has a formula. Of arrays all components are taken, those that are zero, too.

    Returns
    -------
    list of Form
        Functions, as `compile_functions`, `straight_line` and `python_source` take them.

    Raises
    ------
    NotSupported
        A thing is not made of functions.

    Examples
    --------
    >>> from diffgeo import Manifold, Metric
    >>> from diffgeo.calculus import compile_functions, functions_of
    >>> M = Manifold("M", "r phi", positive="r")
    >>> gamma = Metric.diagonal(M, r=1, phi="r**2").connection
    >>> compile_functions(functions_of(gamma), "r phi")([2.0, 0.0])
    [0.0, 0.0, 0.0, -2.0, 0.0, 0.5, 0.5, 0.0]
    """
    found: list[Form] = []
    for thing in things:
        if isinstance(thing, Form) and not thing.degree:
            found.append(thing)
        elif isinstance(thing, Form | Componentwise):
            found += functions_of(*thing.components.in_order())
        elif isinstance(thing, Mapping):
            found += functions_of(*thing.values())
        elif isinstance(thing, Shown) and (results := thing._results()):
            found += functions_of(*results)
        elif isinstance(thing, list | tuple):
            found += functions_of(*thing)
        else:
            raise NotSupported(f"{told(thing)} is not made of functions")
    return found
