"""A public name alone brings all that can be done with what it makes.

Operations on symbols and on atlases are registered by the modules that define them, and packages
load nothing of their own. So each name is taken here where nothing of its chapter is loaded.
"""

from __future__ import annotations

import pickle
import subprocess
import sys

import pytest

from diffgeo import atlases, every_manifold, proofs
from diffgeo.proofs import symbols_of_forms

#: Names whose objects are made of those that others make.
OF_OTHERS = {"AngleMap", "LocalDiffeomorphism", "AtlasBundle", "AtlasProduct", "AtlasMap"}
OF_OTHERS |= {"orientation", "is_orientable", "polar_coordinates", "cylindrical_coordinates"}
OF_OTHERS |= {"spherical_coordinates", "Orientation", "AtlasFibration", "AtlasField"}
OF_OTHERS |= {"AtlasObject", "InstanceCounterexample"}
OF_OTHERS |= {"SymbolicMap", "SymbolicMultivector", "Certificate", "nondegenerate", "nowhere_zero"}
OF_OTHERS |= {"for_all"}

OPERATIONS = """
import pickle, sys
from importlib import import_module
from diffgeo import Manifold, bracket, check, d, decompose, interior, lie
from diffgeo.bundles import cotangent, jet, product, tangent
from diffgeo.calculus import identity_map

M, N = Manifold("M", "x y"), Manifold("N", "t")

def made(word):
    return getattr(import_module("diffgeo.proofs.constructions"), word)

def statuses(*identities):
    return [check(identity).status.name for identity in identities]

def symbol(thing):
    X = thing.space.identity
    if thing.noun == "vector-valued form":
        N = decompose(interior(thing))[1]
        assert statuses(bracket(lie(thing), d) == 0, N == thing) == PROVED
        thing = interior(thing)
    elif thing.noun == "form":
        assert statuses(d(d(thing)) == 0, lie(X, thing) == d(thing)) == PROVED
    else:
        assert statuses(bracket(d, bracket(d, thing)) == 0) == PROVED[:1]
        thing = bracket(thing, interior(X))
    assert statuses(thing == thing, thing == 2 * thing) == ["PROVED", "REFUTED"]

def atlas(thing):
    if thing.name != "R2":  # the transition to polar coordinates has no factor beside it
        P = product(thing, N)
        assert P.factors[0] is thing and len(jet(P.fibration(1), 1).charts) == len(thing.charts)
    assert tangent(thing).dimension == cotangent(thing).dimension == 2 * thing.dimension
    assert identity_map(thing).source is thing

PROVED = ["PROVED", "PROVED"]
SYMBOLS = {
    "every_manifold": lambda space: space.identity,
    "symbols_of_forms": lambda make: make("a", degree=2),
    "symbols_of_functions": lambda make: make("f"),
    "symbols_of_vector_fields": lambda make: make("X"),
    "symbols_of_vector_forms": lambda make: make("K", degree=1),
    "symbols_of_derivations": lambda make: make("D", degree=1),
    "symbols_of_degrees": lambda make: import_module("diffgeo.proofs").symbols_of_forms(
        "a", degree=make("k")
    ),
    "symbols_of_manifolds": lambda make: import_module("diffgeo.proofs").symbols_of_forms(
        "a", degree=2, on=make("N")
    ),
    "symbols_of_maps": lambda make: (
        chapter := import_module("diffgeo.proofs"), N := chapter.symbols_of_manifolds("N"),
        make("phi", source=N, target=N).pull(chapter.symbols_of_forms("a", degree=2, on=N)),
    )[-1],
    "symbols_of_multivectors": lambda make: make("P", degree=2)(
        *import_module("diffgeo.proofs").symbols_of_forms("a b", degree=1)
    ),
    "Indices": lambda kind: kind().identity,
    "Coordinates": lambda kind: kind(time=True, q="A", v="A").d_v,
    "TangentStructure": lambda kind: kind().F,
    "FirstJets": lambda kind: kind().E,
    "TangentConnection": lambda kind: kind().F,
    "Symbolic": lambda kind: kind.__subclasses__()[0](made("Named")("a"), 2),
    "SymbolicForm": lambda kind: kind(made("Named")("a"), 2),
    "SymbolicVectorForm": lambda kind: kind(made("Named")("K"), 1),
    "SymbolicOperator": lambda kind: kind(made("Exterior")(), 1),
}
ATLASES = {
    "Atlas": lambda make: make("A", [], [M]),
    "atlas_product": lambda make: make(M),
    "projective_space": lambda make: make(2),
    "sphere": lambda make: make(2),
    **dict.fromkeys(("circle", "cylinder", "plane", "torus"), lambda make: make()),
}
"""
EACH = """
for chapter, makers, used in (("proofs", SYMBOLS, symbol), ("atlases", ATLASES, atlas)):
    for name, make in makers.items():
        for module in [n for n in sys.modules if n.startswith(f"diffgeo.{chapter}")]:
            del sys.modules[module]
        used(make(getattr(import_module(f"diffgeo.{chapter}"), name)))
        print(name)
"""
READ = """
for thing in pickle.load(sys.stdin.buffer):
    symbol(thing)
    print(thing)
"""


def answered(code: str, given: bytes = b"") -> list[str]:
    """The lines that a fresh process prints."""
    done = subprocess.run(
        [sys.executable, "-c", OPERATIONS + code], input=given, capture_output=True
    )
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout.decode().splitlines()


def test_each_name_alone() -> None:
    assert set(answered(EACH)) | OF_OTHERS == {*atlases.__all__, *proofs.__all__}


def test_symbols_that_were_pickled() -> None:
    a, b = symbols_of_forms("a b", degree=1)
    given = [a * b, every_manifold.identity]
    assert answered(READ, pickle.dumps(given)) == [str(thing) for thing in given]


def test_the_probe_sees_what_is_missing() -> None:
    """By a name that is not public a symbol can be made without its operations."""
    code = "from diffgeo.proofs.symbolic_objects import SymbolicForm as kind\n"
    with pytest.raises(AssertionError, match="KeyError: 'lie'"):
        answered(code + "symbol(kind(made('Named')('a'), 1))")
