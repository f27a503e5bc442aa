"""Forms, vector-valued forms, multivectors, derivations and their operators."""

from __future__ import annotations

from diffgeo import Derivation, bracket, d, decompose, interior, lie, pairing, torsion, wedge
from diffgeo.calculus import lie_series, multivector, nijenhuis_richardson, schouten
from diffgeo.testing import forms, functions, maps, multivectors, vector_fields, vector_forms
from naturality.registry import natural_operation
from naturality.spaces import M, P, changes_M, changes_P

f, g = functions(M, 2, 2), functions(M, 2, 2)
X, Y = vector_fields(M, 2, 2), vector_fields(M, 1, 2)
one, two, three = forms(M, 1, 2, 2), forms(M, 2, 2, 2), forms(M, 3, 2, 2)
K, N = vector_forms(M, 1, 2, 2), vector_forms(M, 1, 1, 2)
B = multivectors(M, 2, 2, 2)

natural_operation("d", lambda *given: list(map(d, given)), f, one, two, under=changes_M)
natural_operation("Derivation", lambda D: D, K.map(lie), under=changes_M)
natural_operation("wedge Form", wedge, f, one, one, K, under=changes_M)
natural_operation(
    "pairing Form.tensor",
    lambda a, V: (pairing(a, V), a.tensor(V)),
    one,
    X,
    under=changes_M,
)
natural_operation(
    "interior VectorForm.insert_into",
    lambda T, V, a: (interior(T, a), interior(V, a), T.insert_into(a), interior(T)),
    K,
    X,
    two,
    under=changes_M,
)
natural_operation(
    "lie", lambda T, V, a: (lie(T, a), lie(V, a), lie(V, T), lie(T)), K, X, one, under=changes_M
)
natural_operation(
    "lie_series",
    lambda V, a, W: [lie_series(V, thing, M.function(2), 2) for thing in (a, W)],
    *(Y, one, Y),
    under=changes_M,
    examples=3,
)
natural_operation("bracket VectorForm", bracket, K, N, under=changes_M)
natural_operation(
    "decompose",
    lambda T, L: decompose(lie(T) + interior(L)),
    K,
    vector_forms(M, 2, 1, 2),
    under=changes_M,
)
natural_operation("nijenhuis_richardson", nijenhuis_richardson, K, N, under=changes_M)
natural_operation("torsion", torsion, K, under=changes_M)
natural_operation("VectorForm.transpose", lambda T, a: T.transpose(a), K, one, under=changes_M)

# Multivectors.
natural_operation(
    "Multivector multivector", lambda V, U, h: multivector(V, U, h), X, Y, f, under=changes_M
)
natural_operation("schouten", schouten, B, B, under=changes_M)
natural_operation(
    "Multivector.insert Multivector.insert_into",
    lambda Z, a, b: (Z.insert(a), Z.insert_into(b)),
    B,
    one,
    three,
    under=changes_M,
)
natural_operation(
    "Multivector.lie_derivative", lambda Z, V: Z.lie_derivative(V), B, X, under=changes_M
)
natural_operation(
    "Multivector.as_field Multivector.as_function",
    lambda Z, a, b: (Z.insert(a).as_field(), Z.insert(a).insert(b).as_function()),
    B,
    one,
    one,
    under=changes_M,
)
natural_operation(
    "Multivector.pulled_back",
    lambda Z, phi: phi.pull(Z),
    multivectors(P, 2, 2, 2),
    changes_P,
    under=changes_P,
)

#: Along a map between two spaces, with changes of coordinates of the second one.
phi = maps(M, P, 2, 2)
natural_operation(
    "Derivation.along VectorForm.along",
    lambda V, h: (h.tangent(V).along, decompose(h.tangent(V))[0].along),
    X,
    phi,
    under=changes_M,
)
natural_operation(
    "Derivation.from_values",
    lambda T: Derivation.from_values(
        M,
        1,
        {name: lie(T)(M[name]) for name in M.chart.coordinates},
        {name: lie(T)(d(M[name])) for name in M.chart.coordinates},
    ),
    K,
    under=changes_M,
)

natural_operation(
    "Operator Operator.pulled_back",
    lambda h, V, T, a: (lie(V) @ lie(T) + h * (d @ interior(V)) @ d, (lie(T) @ lie(V))(a)),
    f,
    X,
    K,
    one,
    under=changes_M,
)

# Arithmetic, composition and evaluation.
natural_operation(
    "Form VectorForm Multivector Derivation",
    lambda h, a, V, S, T, Z: (
        [h / (1 + h**2), h - 2, a(V), a * h, a * a],
        [S @ T, S(V), V(h), S / (1 + h**2), a * S, S - T],
        [Z * V, Z - 2 * Z, Z / (1 + h**2), Z(a, d(h))],
        [lie(S) + lie(T), h * lie(S), bracket(lie(S), interior(T)), lie(S)(a)],
    ),
    *(f, one, X, K, N, B),
    under=changes_M,
)
