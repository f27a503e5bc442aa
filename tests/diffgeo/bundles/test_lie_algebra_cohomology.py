"""Cohomology of Lie algebras, against the known numbers of Betti of the spaces they stand for."""

from __future__ import annotations

from itertools import combinations

import pytest

from diffgeo import Frame, Manifold, check
from diffgeo.bundles import LieAlgebroid, betti_numbers, cohomology
from diffgeo.errors import AxiomViolation, NotSupported, SpaceMismatch

#: [E_ij, E_jk] = E_ik for antisymmetric matrices.
Pair = tuple[int, int]


def rotations(n: int) -> tuple[LieAlgebroid, dict[Pair, object]]:
    pairs = list(combinations(range(n), 2))
    brackets: dict[tuple[str, str], dict[str, int]] = {}
    for (i, j), (k, m) in combinations(pairs, 2):
        # [E_ij, E_km] = d_jk E_im + d_im E_jk - d_ik E_jm - d_jm E_ik
        for a, b, sign in ((i, m, j == k), (j, k, i == m), (j, m, -(i == k)), (i, k, -(j == m))):
            if sign and a != b:
                key, value = (f"e{min(a, b)}{max(a, b)}", sign if a < b else -sign)
                brackets.setdefault((f"e{i}{j}", f"e{k}{m}"), {})[key] = int(value)
    algebra = LieAlgebroid.algebra([f"e{i}{j}" for i, j in pairs], brackets)
    return algebra, dict(zip(pairs, algebra.sections, strict=True))


@pytest.mark.parametrize(
    ("n", "fixed", "known"),
    [
        (3, lambda p: False, [1, 0, 0, 1]),  # SO(3)
        (4, lambda p: False, [1, 0, 0, 2, 0, 0, 1]),  # SO(4), as S^3 x S^3
        (3, lambda p: 2 not in p, [1, 0, 1]),  # the sphere of dimension 2
        (4, lambda p: 3 not in p, [1, 0, 0, 1]),
        (5, lambda p: 4 not in p, [1, 0, 0, 0, 1]),
        (4, lambda p: p in ((0, 1), (2, 3)), [1, 0, 2, 0, 1]),  # S^2 x S^2
        (5, lambda p: p == (3, 4) or max(p) < 3, [1, 0, 1, 0, 1, 0, 1]),  # planes in R^5
    ],
)
def test_groups_and_homogeneous_spaces(n: int, fixed: object, known: list[int]) -> None:
    algebra, sections = rotations(n)
    isotropy = [s for pair, s in sections.items() if fixed(pair)]  # type: ignore[operator]
    assert betti_numbers(algebra, isotropy) == known  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("names", "brackets", "known"),
    [
        ("u v w s", {}, [1, 4, 6, 4, 1]),
        ("u v w", {("u", "v"): {"w": 1}}, [1, 2, 2, 1]),
        ("a b c e", {("a", "b"): {"c": 1}, ("a", "c"): {"e": 1}}, [1, 2, 2, 2, 1]),
        ("a b", {("a", "b"): {"b": 1}}, [1, 1, 0]),
    ],
)
def test_tori_and_nilmanifolds(names: str, brackets: object, known: list[int]) -> None:
    algebra = LieAlgebroid.algebra(names, brackets)  # type: ignore[arg-type]
    assert betti_numbers(algebra) == known
    for degree, number in enumerate(known):
        found = cohomology(algebra, degree)
        assert len(found) == number
        assert all(check(algebra.differential(omega) == 0) for omega in found)
    some = [omega for omega in algebra.forms if algebra.differential(omega)._terms]
    assert not some or not check(algebra.differential(some[0]) == 0)


def test_classes_are_no_differentials() -> None:
    heisenberg = LieAlgebroid.algebra("u v w", {("u", "v"): {"w": 1}})
    u, v, w = heisenberg.forms
    assert [str(omega) for omega in cohomology(heisenberg, 2)] == ["du∧dw", "dv∧dw"]
    assert check(heisenberg.differential(w) == -u * v)
    assert not check(heisenberg.differential(w) == u * v)


def test_the_isotropy_may_be_given_by_too_many_sections() -> None:
    algebra, sections = rotations(3)
    s = sections[0, 1]
    for isotropy in ([s], [s, s], [s, 0 * s, 2 * s]):
        assert betti_numbers(algebra, isotropy) == [1, 0, 1]
    assert betti_numbers(algebra, [0 * s]) == [1, 0, 0, 1]


def test_refusals() -> None:
    M = Manifold("M", "x y")
    with pytest.raises(NotSupported, match="finite"):
        betti_numbers(LieAlgebroid.of_frame(Frame(M, M.frame), "u v"))
    with pytest.raises(NotSupported, match="parameters"):
        betti_numbers(LieAlgebroid.algebra("u v", {("u", "v"): {"v": "c"}}, parameters="c"))
    algebra, sections = rotations(3)
    with pytest.raises(AxiomViolation, match="no subalgebra"):
        betti_numbers(algebra, [sections[0, 1], sections[0, 2]])  # type: ignore[list-item]
    with pytest.raises(TypeError, match="in a list"):
        betti_numbers(algebra, sections[0, 1])
    with pytest.raises(SpaceMismatch, match="isotropy"):
        betti_numbers(algebra, [LieAlgebroid.algebra("u", {}).sections[0]])
