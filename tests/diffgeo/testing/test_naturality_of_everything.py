"""Every public operation of diffgeo is natural, or says why the question does not arise."""

from __future__ import annotations

import inspect
from dataclasses import replace

import pytest
from naturality import (  # noqa: F401
    atlases,
    bundles,
    connections,
    forms,
    lie_algebroids,
    maps,
    structures,
    submanifolds,
    tensors,
)
from naturality.exemptions import EXEMPT
from naturality.for_all import NAMES as FOR_ALL
from naturality.impostors import IMPOSTORS, TOO_LARGE
from naturality.registry import STATEMENTS, statement_about
from public_names import public_names

from diffgeo.calculus import linear_algebra
from diffgeo.testing import natural
from diffgeo.verdicts.verdict import Status

REGISTERED = {name for statement in STATEMENTS for name in statement.names}
REASONS = {name: reason for reason, names in EXEMPT.items() for name in names}


def names_and_members():
    """The public names, and the members of public classes as ``Class.member``.

    Class is the one that defines the member: what is inherited is the same operation.
    """
    public = public_names()
    found = set(public)
    for thing in public.values():
        # Symbols stand for data on every manifold; their classes are exempt as a whole.
        if inspect.isclass(thing) and "proofs" not in thing.__module__:
            found |= {f"{owner}.{member}" for owner, member in members(thing)}
    found |= {f"linear.{name}" for name in functions_of(linear_algebra)}
    return found


def members(cls):
    for member in dir(cls):
        if member.startswith("_"):
            continue
        owner = next(base for base in cls.__mro__ if member in vars(base))
        if owner.__module__.partition(".")[0] == "diffgeo":
            yield owner.__name__, member


def functions_of(module):
    for name, thing in vars(module).items():
        if inspect.isfunction(thing) and thing.__module__ == module.__name__ and name[0] != "_":
            yield name


def reason_of(name):
    """The reason for which a name is exempt: its own, or that of members called like it."""
    _, dot, member = name.rpartition(".")
    return REASONS.get(name) or (REASONS.get(f".{member}") if dot else None)


PUBLIC = names_and_members()


@pytest.mark.parametrize("name", sorted(PUBLIC))
def test_every_public_name_is_natural_or_exempt(name):
    known = (name in REGISTERED) + (name in REASONS or reason_of(name) is not None)
    assert known, (
        f"{name} has no statement of naturality: register one in tests/support/naturality with "
        f'natural_operation("{name}", operation, *data, under=...), or give the reason why there '
        "is none in exemptions.py"
    )
    assert known == 1, f"{name} is registered and exempt ({reason_of(name)}): remove one"


def test_no_name_is_left_over():
    assert not REGISTERED - PUBLIC, "registered, but no longer public: rename or remove it"
    general = {f".{name.rpartition('.')[2]}" for name in PUBLIC}
    assert not set(REASONS) - PUBLIC - general, "exempt, but no longer public: rename or remove it"
    assert sum(map(len, EXEMPT.values())) == len(REASONS), "one name is exempt for two reasons"


@pytest.mark.parametrize("statement", STATEMENTS, ids=lambda statement: statement.label[:80])
def test_operation_is_natural(statement):
    judgement = statement.judge()
    assert judgement.verdict.status is Status.PROBED, str(judgement.verdict)
    assert judgement.tells, "no case moved the result: give other data or more examples"


@pytest.mark.parametrize("name", sorted(FOR_ALL))
def test_operation_is_natural_for_all_data(name):
    statement = statement_about(name)
    verdict = natural(
        statement.operation, *statement.data, lifts=statement.lifts, examples=1, exactly=True
    )
    assert verdict.status is Status.VERIFIED, str(verdict)


# Half of a bracket takes long to refute for all data; some of them refute it below.
@pytest.mark.parametrize("name", sorted(FOR_ALL & set(IMPOSTORS) - {"bracket"}))
def test_an_impostor_is_not_natural_for_all_data(name):
    statement = statement_about(name)
    given = {"lifts": statement.lifts, "examples": 1, "shrink": False, "exactly": True}
    assert natural(IMPOSTORS[name], *statement.data, **given).status is not Status.VERIFIED


@pytest.mark.parametrize("name", IMPOSTORS)
def test_an_operation_that_uses_coordinates_is_refuted(name):
    verdict = statement_about(name).spoiled(IMPOSTORS[name])
    assert verdict.status is Status.REFUTED, f"{name}: {verdict}"


@pytest.mark.parametrize("name", TOO_LARGE)
def test_a_larger_group_refutes(name):
    under, lifts = TOO_LARGE[name]
    verdict = replace(statement_about(name), under=under, lifts=lifts).judge().verdict
    assert verdict.status is Status.REFUTED, f"{name}: {verdict}"
