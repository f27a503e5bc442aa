"""Forms written out by components, for coefficients of any algebra.

A k-form is a dictionary from increasing tuples of indices to coefficients, a vector-valued
form the list of its k-forms. This is what one writes with a computer algebra system alone.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Form = dict[tuple[int, ...], Any]
Diff = Callable[[Any, int], Any]


def _put(form: Form, indices: tuple[int, ...], value: Any) -> None:
    """Add ``value * dx^indices``, the indices in any order."""
    if len(set(indices)) < len(indices):
        return
    swaps = sum(a > b for k, a in enumerate(indices) for b in indices[k + 1 :])
    key = tuple(sorted(indices))
    value = -value if swaps % 2 else value
    form[key] = form[key] + value if key in form else value


def exterior(form: Form, dimension: int, diff: Diff) -> Form:
    """The exterior derivative."""
    result: Form = {}
    for indices, value in form.items():
        for a in range(dimension):
            if a not in indices and (slope := diff(value, a)) != 0:
                _put(result, (a, *indices), slope)
    return result


def wedge(first: Form, second: Form) -> Form:
    """The product of two forms."""
    result: Form = {}
    for indices, value in first.items():
        for others, factor in second.items():
            if not set(indices) & set(others):
                _put(result, indices + others, value * factor)
    return result


def insert(K: list[Form], form: Form) -> Form:
    """The derivation i_K of forms."""
    result: Form = {}
    for indices, value in form.items():
        for place, a in enumerate(indices):
            rest = indices[:place] + indices[place + 1 :]
            for first, factor in K[a].items():
                term = value * factor
                _put(result, first + rest, -term if place % 2 else term)
    return result


def lie(K: list[Form], degree: int, form: Form, diff: Diff) -> Form:
    """L_K = i_K d - (-1)^(k-1) d i_K for K of degree k."""
    result = insert(K, exterior(form, len(K), diff))
    sign = 1 if degree % 2 else -1
    for key, value in exterior(insert(K, form), len(K), diff).items():
        _put(result, key, -sign * value)
    return result


def bracket(K: list[Form], k: int, N: list[Form], n: int, diff: Diff) -> list[Form]:
    """The Frölicher-Nijenhuis bracket: [K, N]^a = L_K N^a - (-1)^(kn) L_N K^a."""
    sign = -1 if k * n % 2 else 1
    result = []
    for value, other in zip(N, K, strict=True):
        form = lie(K, k, value, diff)
        for key, term in lie(N, n, other, diff).items():
            _put(form, key, -sign * term)
        result.append(form)
    return result


def apply(form: list[Form], operation: Callable[[Any], Any]) -> list[Form]:
    """An operation, such as an expansion, on every coefficient; zeros are dropped."""
    result = []
    for value in form:
        images = {key: operation(c) for key, c in value.items()}
        result.append({key: c for key, c in images.items() if c != 0})
    return result
