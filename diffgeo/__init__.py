"""Coordinate-free differential geometry with an exact zero test.

Manifolds, maps, forms, derivations and their one bracket; jets; structures; verdicts.
The public names are loaded when they are first used, so that importing is cheap.

>>> from diffgeo import Manifold, check, d
>>> M = Manifold("M", "x y")
>>> x, y = M.coordinates
>>> print(d(x * y))
y dx + x dy
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

_HOME = {
    **dict.fromkeys(["Chart", "Manifold"], "spaces"),
    **dict.fromkeys(["Form", "pairing", "wedge"], "forms"),
    "VectorForm": "vector_forms",
    "Operator": "compositions",
    **dict.fromkeys(["Derivation", "d"], "derivations"),
    **dict.fromkeys(["bracket", "decompose", "interior", "lie"], "operators"),
    **dict.fromkeys(["nijenhuis_richardson", "torsion"], "operators"),
    **dict.fromkeys(["Map", "identity_map"], "maps"),
    "submanifold": "submanifolds",
    **dict.fromkeys(["from_data", "to_data"], "serialization"),
    **dict.fromkeys(["inverse_map", "solution_branches"], "inversion"),
    "germs": "rings.factories",
    "conditions_on": "domains",
    "in_lowest_terms": "domains",
    "shortened": "shortening",
    "Fibration": "fibrations",
    "FibredManifold": "fibred_manifolds",
    **dict.fromkeys(["JetSpace", "jet"], "jets"),
    **dict.fromkeys(["VerticalBundle", "vertical_bundle"], "vertical_bundles"),
    **dict.fromkeys(["TangentBundle", "tangent", "tangent_map"], "tangents"),
    **dict.fromkeys(["CotangentBundle", "cotangent", "cotangent_map"], "cotangents"),
    **dict.fromkeys(["fibre_derivative", "tulczyjew_isomorphism"], "cotangents"),
    **dict.fromkeys(
        ["DualJetBundle", "JetMomentumBundle", "dual_jet", "jet_momentum"],
        "dual_jets",
    ),
    **dict.fromkeys(["AlmostCosymplectic", "AlmostProduct"], "structures"),
    **dict.fromkeys(["AlmostComplex", "AlmostTangent", "FStructure"], "tensor_structures"),
    **dict.fromkeys(["AlmostContact", "ContactForm", "JetTangent"], "contact_structures"),
    "Tensor": "tensors",
    **dict.fromkeys(["composed", "multilinear", "tensor", "tensor_product"], "tensor_algebra"),
    "LinearConnection": "connections.linear",
    "ConnectionAlong": "connections.along_maps",
    "Metric": "metrics",
    **dict.fromkeys(["MixedForm", "clifford_product", "from_galgebra", "to_galgebra"], "clifford"),
    **dict.fromkeys(["LeviCivita", "koszul_formula", "kulkarni_nomizu"], "riemannian"),
    **dict.fromkeys(
        ["codifferential", "hodge_star", "inverse_hodge_star", "is_harmonic", "laplace_de_rham"],
        "hodge",
    ),
    "MovingFrame": "connections.moving_frames",
    **dict.fromkeys(["Cosymplectic", "Poisson", "Symplectic"], "symplectic"),
    **dict.fromkeys(["Multivector", "multivector", "schouten"], "multivectors"),
    **dict.fromkeys(["Product", "diagonal", "product", "product_map"], "products"),
    **dict.fromkeys(["LevelSet", "components", "level_set"], "level_sets"),
    **dict.fromkeys(["ZeroSet", "zero_set"], "varieties"),
    "nowhere_zero": "equations",
    **dict.fromkeys(["FunctionOnSet", "ZeroCases"], "zeros_by_cases"),
    "LocallyClosedSet": "locally_closed",
    "LinearSolution": "linear_on_sets",
    **dict.fromkeys(["Atlas", "AtlasField", "AtlasMap", "AtlasObject"], "atlases"),
    **dict.fromkeys(["AtlasBundle", "AtlasFibration", "AtlasProduct", "atlas_product"], "atlases"),
    **dict.fromkeys(["circle", "cylinder", "plane", "projective_space"], "atlases"),
    **dict.fromkeys(["sphere", "torus"], "atlases"),
    "Restriction": "restrictions",
    **dict.fromkeys(["InducedConnection", "InducedMetric"], "induced"),
    "Distribution": "distributions",
    "Ideal": "ideals",
    "Frame": "frames",
    "FrameLabel": "frame_labels",
    "QuasiVelocities": "quasi_velocities",
    "BianchiIdentities": "connections",
    "NLinearConnection": "connections",
    "DistinguishedConnection": "connections",
    "DynamicalDerivative": "connections",
    "EhresmannConnection": "connections",
    "NonlinearConnection": "connections",
    "SecondOrderConnection": "connections",
    "SemisprayConnection": "connections",
    "jacobi_endomorphism": "connections",
    **dict.fromkeys(
        ["canonical_metrical", "cartan_tensor", "fibre_metric", "sasaki_lift"], "connections"
    ),
    **dict.fromkeys(["Counterexample", "Identity", "Status", "Verdict", "check"], "verdicts"),
    **dict.fromkeys(
        [
            "every_manifold",
            "symbols_of_derivations",
            "symbols_of_forms",
            "symbols_of_functions",
            "symbols_of_vector_fields",
            "symbols_of_vector_forms",
        ],
        "symbols",
    ),
    **dict.fromkeys(
        ["CompiledRequirements", "Requirement", "compile_functions", "names_in", "required"],
        "compilation",
    ),
    "python_source": "compilation",
    "koszul": "signs",
    "limit": "limits",
    "evaluate": "interop.evaluation:evaluate_text",
}

_MODULES = ("errors", "linear", "testing")

__all__ = [
    "AlmostComplex",
    "AlmostContact",
    "AlmostCosymplectic",
    "AlmostProduct",
    "AlmostTangent",
    "Atlas",
    "AtlasBundle",
    "AtlasFibration",
    "AtlasField",
    "AtlasMap",
    "AtlasObject",
    "AtlasProduct",
    "BianchiIdentities",
    "Chart",
    "CompiledRequirements",
    "ConnectionAlong",
    "ContactForm",
    "Cosymplectic",
    "CotangentBundle",
    "Counterexample",
    "Derivation",
    "DistinguishedConnection",
    "Distribution",
    "DualJetBundle",
    "DynamicalDerivative",
    "EhresmannConnection",
    "FStructure",
    "Fibration",
    "FibredManifold",
    "Form",
    "Frame",
    "FrameLabel",
    "FunctionOnSet",
    "Ideal",
    "Identity",
    "InducedConnection",
    "InducedMetric",
    "JetMomentumBundle",
    "JetSpace",
    "JetTangent",
    "LevelSet",
    "LeviCivita",
    "LinearConnection",
    "LinearSolution",
    "LocallyClosedSet",
    "Manifold",
    "Map",
    "Metric",
    "MixedForm",
    "MovingFrame",
    "Multivector",
    "NLinearConnection",
    "NonlinearConnection",
    "Operator",
    "Poisson",
    "Product",
    "QuasiVelocities",
    "Requirement",
    "Restriction",
    "SecondOrderConnection",
    "SemisprayConnection",
    "Status",
    "Symplectic",
    "TangentBundle",
    "Tensor",
    "VectorForm",
    "Verdict",
    "VerticalBundle",
    "ZeroCases",
    "ZeroSet",
    "atlas_product",
    "bracket",
    "canonical_metrical",
    "cartan_tensor",
    "check",
    "circle",
    "clifford_product",
    "codifferential",
    "compile_functions",
    "components",
    "composed",
    "conditions_on",
    "cotangent",
    "cotangent_map",
    "cylinder",
    "d",
    "decompose",
    "diagonal",
    "dual_jet",
    "errors",
    "evaluate",
    "every_manifold",
    "fibre_derivative",
    "fibre_metric",
    "from_data",
    "from_galgebra",
    "germs",
    "hodge_star",
    "identity_map",
    "in_lowest_terms",
    "interior",
    "inverse_hodge_star",
    "inverse_map",
    "is_harmonic",
    "jacobi_endomorphism",
    "jet",
    "jet_momentum",
    "koszul",
    "koszul_formula",
    "kulkarni_nomizu",
    "laplace_de_rham",
    "level_set",
    "lie",
    "limit",
    "linear",
    "multilinear",
    "multivector",
    "names_in",
    "nijenhuis_richardson",
    "nowhere_zero",
    "pairing",
    "plane",
    "product",
    "product_map",
    "projective_space",
    "python_source",
    "required",
    "sasaki_lift",
    "schouten",
    "shortened",
    "solution_branches",
    "sphere",
    "submanifold",
    "symbols_of_derivations",
    "symbols_of_forms",
    "symbols_of_functions",
    "symbols_of_vector_fields",
    "symbols_of_vector_forms",
    "tangent",
    "tangent_map",
    "tensor",
    "tensor_product",
    "testing",
    "to_data",
    "to_galgebra",
    "torsion",
    "torus",
    "tulczyjew_isomorphism",
    "vertical_bundle",
    "wedge",
    "zero_set",
]

if TYPE_CHECKING:
    from diffgeo import errors, linear, testing
    from diffgeo.atlases import (
        Atlas,
        AtlasBundle,
        AtlasFibration,
        AtlasField,
        AtlasMap,
        AtlasObject,
        AtlasProduct,
        atlas_product,
        circle,
        cylinder,
        plane,
        projective_space,
        sphere,
        torus,
    )
    from diffgeo.clifford import MixedForm, clifford_product, from_galgebra, to_galgebra
    from diffgeo.compositions import Operator
    from diffgeo.connections import (
        BianchiIdentities,
        DistinguishedConnection,
        DynamicalDerivative,
        EhresmannConnection,
        NLinearConnection,
        NonlinearConnection,
        SecondOrderConnection,
        SemisprayConnection,
        canonical_metrical,
        cartan_tensor,
        fibre_metric,
        jacobi_endomorphism,
        sasaki_lift,
    )
    from diffgeo.connections.along_maps import ConnectionAlong
    from diffgeo.connections.linear import LinearConnection
    from diffgeo.connections.moving_frames import MovingFrame
    from diffgeo.contact_structures import AlmostContact, ContactForm, JetTangent
    from diffgeo.cotangents import (
        CotangentBundle,
        cotangent,
        cotangent_map,
        fibre_derivative,
        tulczyjew_isomorphism,
    )
    from diffgeo.derivations import Derivation, d
    from diffgeo.distributions import Distribution
    from diffgeo.domains import conditions_on, in_lowest_terms
    from diffgeo.dual_jets import DualJetBundle, JetMomentumBundle, dual_jet, jet_momentum
    from diffgeo.equations import nowhere_zero
    from diffgeo.fibrations import Fibration
    from diffgeo.fibred_manifolds import FibredManifold
    from diffgeo.forms import Form, pairing, wedge
    from diffgeo.frame_labels import FrameLabel
    from diffgeo.frames import Frame
    from diffgeo.hodge import (
        codifferential,
        hodge_star,
        inverse_hodge_star,
        is_harmonic,
        laplace_de_rham,
    )
    from diffgeo.ideals import Ideal
    from diffgeo.induced import InducedConnection, InducedMetric
    from diffgeo.interop.evaluation import evaluate_text as evaluate
    from diffgeo.inversion import inverse_map, solution_branches
    from diffgeo.jets import JetSpace, jet
    from diffgeo.level_sets import LevelSet, components, level_set
    from diffgeo.limits import limit
    from diffgeo.linear_on_sets import LinearSolution
    from diffgeo.locally_closed import LocallyClosedSet
    from diffgeo.maps import Map, identity_map
    from diffgeo.metrics import Metric
    from diffgeo.multivectors import Multivector, multivector, schouten
    from diffgeo.operators import (
        bracket,
        decompose,
        interior,
        lie,
        nijenhuis_richardson,
        torsion,
    )
    from diffgeo.products import Product, diagonal, product, product_map
    from diffgeo.quasi_velocities import QuasiVelocities
    from diffgeo.restrictions import Restriction
    from diffgeo.riemannian import LeviCivita, koszul_formula, kulkarni_nomizu
    from diffgeo.rings.factories import germs
    from diffgeo.serialization import from_data, to_data
    from diffgeo.shortening import shortened
    from diffgeo.signs import koszul
    from diffgeo.spaces import Chart, Manifold
    from diffgeo.structures import AlmostCosymplectic, AlmostProduct
    from diffgeo.submanifolds import submanifold
    from diffgeo.symbols import (
        every_manifold,
        symbols_of_derivations,
        symbols_of_forms,
        symbols_of_functions,
        symbols_of_vector_fields,
        symbols_of_vector_forms,
    )
    from diffgeo.symplectic import Cosymplectic, Poisson, Symplectic
    from diffgeo.tangents import TangentBundle, tangent, tangent_map
    from diffgeo.tensor_algebra import composed, multilinear, tensor, tensor_product
    from diffgeo.tensor_structures import AlmostComplex, AlmostTangent, FStructure
    from diffgeo.tensors import Tensor
    from diffgeo.varieties import ZeroSet, zero_set
    from diffgeo.vector_forms import VectorForm
    from diffgeo.verdicts import Counterexample, Identity, Status, Verdict, check
    from diffgeo.vertical_bundles import VerticalBundle, vertical_bundle
    from diffgeo.zeros_by_cases import FunctionOnSet, ZeroCases


def __getattr__(name: str) -> Any:
    if name in _MODULES:
        return import_module(f"diffgeo.{name}")
    if name not in _HOME:
        raise AttributeError(f"module 'diffgeo' has no attribute {name!r}")
    module, _, attribute = _HOME[name].partition(":")
    value = getattr(import_module(f"diffgeo.{module}"), attribute or name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
