"""Connections on fibrations, lifts, Lagrange spaces, prolongations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from diffgeo import (
    EhresmannConnection,
    FibredManifold,
    Form,
    LinearConnection,
    Manifold,
    Map,
    NonlinearConnection,
    Symplectic,
    bracket,
    cotangent,
    d,
    interior,
    jet,
    tangent,
    torsion,
)
from diffgeo.bundles import fibre_derivative
from diffgeo.connections import (
    SecondOrderConnection,
    SemisprayConnection,
    canonical_metrical,
    fibre_metric,
)
from independent.cases import Case, by_fields, endomorphism, field, form, matrix, named


def tangent_space(case: Case, fibre: str = "fibre") -> Any:
    """The tangent bundle of the base, after the coordinates of fibres got their names there."""
    base = Manifold("M", case.space.get("base") or case.inputs["base"])
    T = tangent(base)
    given = case.space.get(fibre) or case.inputs[fibre]
    case.rename(dict(zip(given, map(str, T.velocities), strict=True)))
    return T


def semisprays(case: Case) -> None:
    T = tangent_space(case)
    S = T.semispray(dict(zip(case.inputs["base"], case.inputs["a"], strict=True)))
    connection = SemisprayConnection(S)
    case.same("h", matrix(connection.horizontal_projector))
    case.same("R", connection.curvature)
    case.same("Phi", matrix(connection.jacobi_endomorphism))
    case.same("C_h", matrix(connection.tension))
    D, n = connection.berwald, len(case.inputs["base"])
    delta = [connection.horizontal_part(e) for e in T.frame[:n]]
    values = by_fields(T, lambda Y, X: D(X, Y), T.frame[n:], delta)
    case.same("berwald", _vertical(values, n))


def _vertical(values: dict[str, Form], n: int) -> dict[str, Form]:
    """Vertical components, numbered from 0, of fields that are vertical."""
    found: dict[str, Form] = {}
    for key, value in values.items():
        first, *rest = key.split(",")
        if int(first) < n:
            assert value.to_sympy() == 0
        else:
            found[",".join((str(int(first) - n), *rest))] = value
    return found


def coefficients(rows: Sequence[Sequence[str]], fibre: Any, base: Any, sign: str) -> Any:
    return {
        str(y): {str(x): f"{sign}({row[j]})" for j, x in enumerate(base)}
        for y, row in zip(fibre, rows, strict=True)
    }


def nonlinear_connections(case: Case) -> None:
    T = tangent_space(case)
    N = coefficients(case.inputs["N"], T.velocities, case.inputs["base"], "-")
    connection = NonlinearConnection.from_coefficients(T, N)
    case.same("C_h", matrix(connection.tension))
    case.same("J_h", connection.weak_torsion)
    case.same("R", connection.curvature)


def second_order_fields(case: Case) -> None:
    J = jet(FibredManifold("E", case.inputs["time"], case.inputs["fields"]))
    case.rename(dict(zip(case.inputs["velocities"], map(str, J.velocities), strict=True)))
    gamma = J.second_order_field(dict(zip(case.inputs["fields"], case.inputs["f"], strict=True)))
    connection = SecondOrderConnection(gamma)
    case.same("LGS", matrix(bracket(gamma, J.vertical_endomorphism)))
    case.same("P_Gamma", matrix(connection.remainder))
    case.same("P_H", matrix(connection.strong_horizontal))
    case.same("P_V", matrix(connection.vertical_projector))
    case.same("R", connection.curvature)
    case.same("R_PH", torsion(connection.strong_horizontal))
    case.same("Phi", matrix(connection.jacobi_endomorphism))
    case.same("i_Gamma_R", interior(gamma, connection.curvature))


def ehresmann(case: Case) -> None:
    base = Manifold("B", case.inputs["base"])
    E = FibredManifold("E", base=base, coordinates=case.inputs["fibre"])
    B = coefficients(case.inputs["G"], case.inputs["fibre"], case.inputs["base"], "")
    connection = EhresmannConnection.from_coefficients(E, B)
    case.same("h", matrix(connection.horizontal_projector))
    case.same("R", connection.curvature)


def tangent_lifts(case: Case) -> None:
    T = tangent_space(case)
    base, text = T.base, case.inputs
    f, V = base.function(text["f"]), field(base, text["V"])
    K = endomorphism(base, text["K"])
    gamma = {named(base, key): value for key, value in text["gamma"].items()}
    horizontal = NonlinearConnection.from_linear(LinearConnection.from_coefficients(base, gamma))
    case.same("f_c", T.complete_lift(f))
    case.same("V_c", T.complete_lift(V))
    case.same("V_v", T.vertical_lift(V))
    case.same("V_h", T.horizontal_lift(V, horizontal))
    case.same("alpha_c", T.complete_lift(form(base, 1, text["alpha"])))
    case.same("omega_c", T.complete_lift(form(base, 2, text["omega"])))
    case.same("K_c", matrix(T.complete_lift(K)))
    case.same("K_v", matrix(T.vertical_lift(K)))
    case.same("df_c", T.complete_lift(d(f)))


def cotangent_lifts(case: Case) -> None:
    base = Manifold("M", case.inputs["base"])
    T = cotangent(base)
    case.rename(dict(zip(case.inputs["momenta"], map(str, T.momenta), strict=True)))
    V = field(base, case.inputs["V"])
    case.same("V_c", T.complete_lift(V))
    case.same("alpha_v", T.vertical_lift(form(base, 1, case.inputs["alpha"])))
    case.same("p_V", T.momentum(V))
    K = endomorphism(base, case.inputs["K"])
    case.same("K_c", matrix(T.complete_lift(K)))
    case.same("K_v", T.vertical_lift(K))
    case.same("liouville", T.liouville_form)
    case.same("d_liouville", d(T.liouville_form))


def legendre(case: Case) -> None:
    T = tangent_space(case, "velocities")
    dual = cotangent(T.base)
    case.rename(dict(zip(case.inputs["momenta"], map(str, dual.momenta), strict=True)))
    L = T.function(case.inputs["L"])
    FL = fibre_derivative(L)
    case.same("momenta", [FL.images[str(p)] for p in dual.momenta])
    case.same("theta_L", FL.pull(dual.liouville_form))
    case.same("d_theta_L", FL.pull(d(dual.liouville_form)))
    case.same("H", FL.pull(dual.function(case.inputs["H"])))
    case.same("energy", T.liouville_field(L) - L)


def lagrange_spaces(case: Case) -> None:
    T = tangent_space(case)
    n = len(case.inputs["base"])
    L = T.function(case.inputs["L"])
    omega = -d(T.vertical_endomorphism.transpose(d(L)))
    euler_lagrange = Symplectic(omega).hamiltonian_field(T.liouville_field(L) - L)
    # multiplied out, because the connections differentiate it several times
    spray = T.semispray(
        {
            str(q): euler_lagrange(T.function(str(v))).expanded()
            for q, v in zip(T.base.coordinates, T.velocities, strict=True)
        }
    )
    connection = SemisprayConnection(spray)
    D = canonical_metrical(connection, fibre_metric(T, L))
    delta, dot = [connection.horizontal_part(e) for e in T.frame[:n]], T.frame[n:]
    N = matrix(connection.horizontal_projector)
    case.same("N", [[-N[n + i][j] for j in range(n)] for i in range(n)])
    case.same("L", _vertical(by_fields(T, lambda Y, X: D(X, Y), dot, delta), n))
    case.same("C", _vertical(by_fields(T, lambda Y, X: D(X, Y), dot, dot), n))
    omega_values = by_fields(T, connection.curvature, delta, delta)
    case.same("omega", _vertical(omega_values, n))
    R = D.curvature.apply
    for name, first, second in (("hh", delta, delta), ("hv", delta, dot), ("vv", dot, dot)):
        values = by_fields(T, lambda Z, X, Y: R(X, Y, Z), dot, first, second)
        stored_keys = case.expected[name]
        found = _vertical(values, n)
        case.same(name, {key: found[key] for key in stored_keys})


def prolongations(case: Case) -> None:
    E = FibredManifold("E", case.inputs["time"], case.inputs["fields"])
    order = int(case.inputs.get("order", len(case.inputs["jets"])))
    J = jet(E, order)
    names = [name for level in case.inputs["jets"] for name in level]
    size = len(case.inputs["fields"])
    case.rename(dict(zip(names, map(str, J.coordinates[1 + size :]), strict=True)))
    if "field" in case.inputs:
        case.same("field", J.prolong_field(field(E, case.inputs["field"])))
        return
    values = [E.function(text) for text in (case.inputs["T"], *case.inputs["F"])]
    targets = [case.inputs["time"], *case.inputs["fields"]]
    phi = Map(E, E, dict(zip(targets, values, strict=True)))
    if E.is_fibred(phi):
        case.same("values", list(J.prolong_fibred(phi).images.values()))
        return
    # the map mixes time and fibres: its values by total derivatives
    one, two = jet(E), jet(E, 2)
    rate = one.total_derivative(values[0])
    first = [one.total_derivative(value) / rate for value in values[1:]]
    above = two.projection_to(1).pull(rate)
    second = [two.total_derivative(value) / above for value in first]
    case.same("values", [*values, *first, *second])


def plane_prolongations(case: Case) -> None:
    base = Manifold("B", case.inputs["base"])
    E = FibredManifold("E", base=base, coordinates=case.inputs["fields"])
    J = jet(E, 2)
    if "field" in case.inputs:
        case.same("field", J.prolong_field(field(E, case.inputs["field"])))
        return
    values = [E.function(case.inputs[name]) for name in "XYU"]
    phi = Map(E, E, dict(zip(("x", "y", "u"), values, strict=True)))
    if E.is_fibred(phi):
        case.same("values", list(J.prolong_fibred(phi).images.values()))
        return
    # the map mixes base and fibres: dF = F_X dX + F_Y dY for horizontal differentials

    def slopes(space: Any, X: Form, Y: Form, function: Form) -> list[Form]:
        dX, dY, dF = (space.horizontal_differential(f) for f in (X, Y, function))
        fields = space.frame[:2]
        determinant = (dX * dY)(*fields)
        return [(dF * dY)(*fields) / determinant, (dX * dF)(*fields) / determinant]

    first = slopes(jet(E), *values)
    above = [jet(E).projection_to(0).pull(value) for value in values[:2]]
    UX, UY = (slopes(J, *above, slope) for slope in first)
    case.same("values", [*values, *first, *UX, UY[1]])
