"""Metrics, linear connections, Hodge theory, Clifford products."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from diffgeo import Form, LinearConnection, Manifold, Metric, VectorForm, hodge_star, lie
from diffgeo.metrics import clifford_product, codifferential, laplace_de_rham
from independent.cases import Case, by_fields, field, form, named, positions


def metric_of(space: Manifold, rows: Sequence[Sequence[str]]) -> Metric:
    names = [str(coordinate) for coordinate in space.coordinates]
    terms = {
        (a, b): rows[i][j]
        for i, a in enumerate(names)
        for j, b in enumerate(names)
        if j <= i and rows[i][j] != "0"
    }
    return Metric.from_components(space, terms)


def metrics(case: Case) -> None:
    space = Manifold("M", case.names)
    nabla = metric_of(space, case.inputs["g"]).connection
    V, W = field(space, case.inputs["V"]), field(space, case.inputs["W"])

    def entries(components: Mapping[Any, Form], *order: int) -> dict[str, Form]:
        return {
            positions(case.names, [key[k] for k in order]): value
            for key, value in components.items()
        }

    tables: dict[str, Callable[[], Any]] = {
        "christoffel": lambda: entries(nabla.coefficients, 0, 1, 2),
        # R(a, X, Y, Z) = a(R(X, Y)Z): the field Z is written before X and Y in the data
        "riemann": lambda: entries(nabla.curvature.components, 0, 3, 1, 2),
        "ricci": lambda: entries(nabla.ricci.components, 0, 1),
        "weyl": lambda: entries(nabla.weyl.components, 3, 2, 0, 1),
        "scalar": lambda: nabla.scalar,
        "sectional": lambda: nabla.sectional(V, W),
        "kretschmann": lambda: nabla.kretschmann,
    }
    for name in case.expected:
        case.same(name, tables[name]())


def connections(case: Case) -> None:
    space = Manifold("M", case.names)
    gamma = {named(space, key): value for key, value in case.inputs["gamma"].items()}
    nabla = LinearConnection.from_coefficients(space, gamma)
    frame, T = space.frame, nabla.torsion
    R = nabla.curvature.apply
    V, W = field(space, case.inputs["V"]), field(space, case.inputs["W"])
    case.same("nabla_V_W", nabla(V, W))
    case.same("torsion", by_fields(space, T, frame, frame))
    case.same(
        "riemann",
        by_fields(space, lambda Z, X, Y: R(X, Y, Z), frame, frame, frame),
    )
    ricci = nabla.ricci.components
    case.same("ricci", {positions(case.names, key): value for key, value in ricci.items()})
    nabla_T = by_fields(space, lambda Z, X, Y: nabla(Z, T)(X, Y), frame, frame, frame)
    case.same("nabla_torsion", {_swapped(key): value for key, value in nabla_T.items()})
    if len(frame) < 3:
        return
    n = range(len(frame))
    triples = [(a, b, c) for a in n for b in n for c in n if a < b < c]

    def cyclic(operator: Callable[..., Any], *more: VectorForm) -> dict[str, Form]:
        found: dict[str, Form] = {}
        for a, b, c in triples:
            turns = ((a, b, c), (b, c, a), (c, a, b))
            total = sum(
                (operator(*(frame[k] for k in turn), *more) for turn in turns), 0 * frame[0]
            )
            for index, value in enumerate(map(total.value, range(total.space.dimension))):
                found[f"{index},{a},{b},{c}"] = value
        return found

    case.same("bianchi1_R", cyclic(lambda X, Y, Z: R(X, Y, Z)))
    case.same("bianchi1_nablaT", cyclic(lambda X, Y, Z: nabla(X, T)(Y, Z)))
    case.same("bianchi1_TT", cyclic(lambda X, Y, Z: T(T(X, Y), Z)))
    derivatives = {id(X): nabla(X, nabla.curvature) for X in frame}
    second: dict[str, Form] = {}
    third: dict[str, Form] = {}
    for j, U in enumerate(frame):
        for key, value in cyclic(lambda X, Y, Z, U: derivatives[id(X)].apply(Y, Z, U), U).items():
            second[_inserted(key, j)] = value
        for key, value in cyclic(lambda X, Y, Z, U: R(T(X, Y), Z, U), U).items():
            third[_inserted(key, j)] = value
    case.same("bianchi2_nablaR", second)
    case.same("bianchi2_RT", third)


def _swapped(key: str) -> str:
    first, second, *rest = key.split(",")
    return ",".join((second, first, *rest))


def _inserted(key: str, index: int) -> str:
    first, *rest = key.split(",")
    return ",".join((first, str(index), *rest))


def riemannian(case: Case) -> None:
    space = Manifold("M", case.names)
    top = ",".join(str(index) for index in range(space.dimension))
    volume = form(space, space.dimension, {top: case.space["volume"]})
    g = metric_of(space, case.inputs["g"]).oriented(volume)
    f, V = space.function(case.inputs["f"]), field(space, case.inputs["V"])
    forms = {
        k: form(space, k, case.inputs[f"form{k}"]) for k in (1, 2, 3) if f"form{k}" in case.inputs
    }
    u = [form(space, 1, case.inputs[f"u{k}"]) for k in (1, 2, 3) if f"u{k}" in case.inputs]

    def mixed(*factors: Form) -> dict[str, Fraction]:
        product: Any = factors[-1]
        for factor in reversed(factors[:-1]):
            product = clifford_product(factor, product, g)
        return {k: v for part in product.parts for k, v in case.flat(part).items()}

    tables: dict[str, Callable[[], Any]] = {
        "gradient": lambda: g.gradient(f),
        "divergence": lambda: g.divergence(V),
        "laplace_de_rham_f": lambda: laplace_de_rham(f, g),
        "laplace_de_rham_1": lambda: laplace_de_rham(forms[1], g),
        "sharp1": lambda: g.sharp(forms[1]),
        "flat_V": lambda: g.flat(V),
        "lie_g": lambda: {positions(case.names, k): v for k, v in lie(V, g).components.items()},
        "inner2": lambda: g.inner(forms[2], form(space, 2, case.inputs["other2"])),
        "clifford_u1u2": lambda: mixed(*u[:2]),
        "clifford_u1u2u3": lambda: mixed(*u),
    }
    for name in case.expected:
        if name.startswith("star"):
            case.same(name, hodge_star(forms[int(name[4:])], g))
        elif name.startswith("codifferential"):
            case.same(name, codifferential(forms[int(name[14:])], g))
        else:
            case.same(name, tables[name]())


def killing(case: Case) -> None:
    space = Manifold("M", case.names)
    g = metric_of(space, case.inputs["g"])
    assert g.is_killing(field(space, case.inputs["K1"]))
    assert g.is_killing(field(space, case.inputs["K2"]))
    other = field(space, case.inputs["other"])
    assert not g.is_killing(other)
    lie_g = lie(other, g).components
    case.same("lie_other", {positions(case.names, k): v for k, v in lie_g.items()})
