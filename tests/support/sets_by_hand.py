"""What the constraint algorithm must find, written by hand, and the comparison with it."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from diffgeo import Status, check, zero_set
from diffgeo.errors import NotASubmanifold, OutsideDomain
from diffgeo.subsets import ZeroSet
from mechanics.algorithm.constraint_algorithm import Reduction
from mechanics.faces.command_line import main


@dataclass
class Expected:
    """What the algorithm must find: the sets by equations, the motion by its accelerations."""

    sets: list[list[str]]
    accelerations: dict[str, str] | None = None
    multipliers: tuple[str, ...] = ()
    #: Accelerations along free directions, and changes of the multipliers.
    freedom: tuple[tuple[dict[str, str], tuple[str, ...]], ...] = ()


def compare(reduction: Reduction, expected: Expected) -> None:
    """Sets, motion, freedom; each with a control that is refuted."""
    jets = reduction.system.evolution_space
    places = [stage.place for stage in reduction.stages]
    if expected.accelerations is None:
        assert places.pop() is None
        assert not reduction.is_consistent and not reduction.is_unique
    assert len(places) == len(expected.sets)
    for number, (place, equations) in enumerate(zip(places, expected.sets, strict=True), 1):
        wanted = zero_set(jets, equations)
        assert check(place == wanted), f"P_{number} is {place}"
        assert place.dimension == wanted.dimension == jets.dimension - len(equations)
        refuted = [differs(place, equations, k) for k in range(len(equations))]
        assert all(refuted)
    if expected.accelerations is None:
        return
    final = reduction.final
    positions = dict(zip(reduction.system.specification.coordinates, jets.positions, strict=True))
    for name, value in expected.accelerations.items():
        found = reduction.field(reduction.field(positions[name]))
        assert check(final.vanishes(final.restrict(found - jets.function(value))))
        assert not check(final.vanishes(final.restrict(found - jets.function(f"{value} + 1"))))
    for found, value in zip(reduction.multipliers, expected.multipliers, strict=True):
        if value is not None:
            assert check(final.vanishes(final.restrict(found - jets.function(value))))
            assert not check(final.vanishes(final.restrict(found + jets.function(f"1 + {value}"))))
    assert len(reduction.freedom) == len(expected.freedom)
    assert reduction.is_unique is not bool(expected.freedom)
    for free, (accelerations, multipliers) in zip(reduction.freedom, expected.freedom, strict=True):
        wanted = jets.vector_field({f"{n}dot": v for n, v in accelerations.items()})
        assert check(free.field == wanted)
        assert not accelerations or not check(free.field == 2 * wanted)
        for found, value in zip(free.multipliers, multipliers, strict=True):
            assert check(found == jets.function(value))


def differs(place: ZeroSet, equations: list[str], changed: int) -> bool:
    """Whether the set with another constant in one equation is certainly another one."""
    moved = [f"{e} + {i == changed:d}" for i, e in enumerate(equations)]
    try:
        other = zero_set(place.space, moved)
        return other is None or check(place == other).status is Status.REFUTED
    except (NotASubmanifold, OutsideDomain):
        # It is singular, or lies where the first one is not described.
        return True


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as stop:
        main(list(arguments))
    captured = capsys.readouterr()
    return int(stop.value.code or 0), captured.out, captured.err
