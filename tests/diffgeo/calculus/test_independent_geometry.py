"""Values of constructions at points, against numbers derived independently, by components.

Every case of the data file has formulas for its inputs and exact rational values of the results
at one point. A function such as ``sin(y)`` or ``exp(2*x)`` has there a value of its own: the
identities ``sin² + cos² = 1`` and ``exp(2x) = exp(x)²`` are all that exact answers may use.
Objects are stored by the positions of coordinates: a form as ``{"0,1": "x*y"}``, a
vector-valued form as the list of the forms of its components, a (1,1) tensor also as its matrix.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from independent import bundles, calculus, riemannian
from independent.cases import Case

DATA = Path(__file__).parents[2] / "data" / "independent_geometry.json"
CASES = json.loads(DATA.read_text(encoding="utf-8"))

KINDS: dict[str, Callable[[Case], None]] = {
    "fn": calculus.derivations,
    "nr": calculus.derivations,
    "lie": calculus.derivations,
    "jacobi": calculus.derivations,
    "torsion": calculus.nijenhuis_torsion,
    "schouten": calculus.multivectors,
    "exterior": calculus.exterior,
    "pullback": calculus.pullback,
    "metric": riemannian.metrics,
    "connection": riemannian.connections,
    "hodge": riemannian.riemannian,
    "killing": riemannian.killing,
    "semispray": bundles.semisprays,
    "nonlinear": bundles.nonlinear_connections,
    "sode": bundles.second_order_fields,
    "ehresmann": bundles.ehresmann,
    "tangent-lifts": bundles.tangent_lifts,
    "cotangent-lifts": bundles.cotangent_lifts,
    "legendre": bundles.legendre,
    "lagrange": bundles.lagrange_spaces,
    "prolongation": bundles.prolongations,
    "plane-prolongation": bundles.plane_prolongations,
    "distribution": calculus.distributions,
    "poisson": calculus.poisson,
    "symplectic": calculus.symplectic,
    "contact": calculus.almost_contact,
    "stereographic": calculus.stereographic,
}


@pytest.mark.parametrize("record", CASES, ids=[record["id"] for record in CASES])
def test_values(record: dict[str, Any]) -> None:
    case = Case(record)
    KINDS[record["kind"]](case)
    case.finish()
