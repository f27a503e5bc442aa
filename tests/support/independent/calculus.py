"""Forms, vector-valued forms, multivectors, maps; structures and distributions."""

from __future__ import annotations

from fractions import Fraction

from diffgeo import (
    Distribution,
    Manifold,
    Map,
    Multivector,
    Symplectic,
    bracket,
    check,
    d,
    interior,
    lie,
    sphere,
    torsion,
)
from diffgeo.bundles import AlmostContact
from diffgeo.calculus import nijenhuis_richardson, schouten
from diffgeo.structures import Poisson
from independent.cases import Case, Values, endomorphism, field, form, named, vector_form


def derivations(case: Case) -> None:
    space = Manifold("M", case.names)
    degrees = [int(degree) for degree in case.space.get("degrees", case.inputs["degrees"])]
    k, m = degrees[:2]
    K = vector_form(space, k, case.inputs["K"])
    kind = case.id.split("-")[0]
    if kind == "lie":
        alpha = form(space, m, case.inputs["alpha"])
        case.same("lie", lie(K, alpha))
        case.same("interior", interior(K, alpha))
        return
    M = vector_form(space, m, case.inputs["M"])
    if kind == "jacobi":
        L = vector_form(space, 1, case.inputs["L"])
        case.same("K_LM", bracket(K, bracket(L, M)))
        case.same("KL_M", bracket(bracket(K, L), M))
        case.same("L_KM", bracket(L, bracket(K, M)))
    else:
        case.same("bracket", bracket(K, M) if kind == "fn" else nijenhuis_richardson(K, M))


def nijenhuis_torsion(case: Case) -> None:
    space = Manifold("M", case.names)
    case.same("torsion", torsion(endomorphism(space, case.inputs["K"])))


def multivectors(case: Case) -> None:
    space = Manifold("M", case.names)
    p, q = (int(degree) for degree in case.inputs["degrees"])

    def read(degree: int, text: Values) -> Multivector:
        terms = {named(space, key): value for key, value in text.items()}
        return Multivector.from_components(space, degree, terms)

    P = read(p, case.inputs["P"])
    if q == 0:
        case.same("bracket", schouten(P, space.function(case.inputs["f"])))
        case.same("contraction", P.insert_into(form(space, 3, case.inputs["alpha"])))
    else:
        case.same("bracket", schouten(P, read(q, case.inputs["Q"])))


def exterior(case: Case) -> None:
    space = Manifold("M", case.names)
    alpha, beta = form(space, 2, case.inputs["alpha"]), form(space, 1, case.inputs["beta"])
    V, W = field(space, case.inputs["V"]), field(space, case.inputs["W"])
    case.same("wedge", alpha * beta)
    case.same("d_alpha", d(alpha))
    case.same("d_beta", d(beta))
    case.same("interior", interior(V, alpha))
    case.same("lie", lie(V, alpha))
    case.same("bracket", bracket(V, W))
    case.same("alpha_VW", alpha(V, W))


def pullback(case: Case) -> None:
    source = Manifold("S", case.space["source"])
    target = Manifold("M", case.names)
    phi = Map(source, target, dict(zip(case.names, case.inputs["phi"], strict=True)))
    case.same("alpha", phi.pull(form(target, 2, case.inputs["alpha"])))
    case.same("beta", phi.pull(form(target, 1, case.inputs["beta"])))


def distributions(case: Case) -> None:
    space = Manifold("M", case.names)
    D = Distribution(space, [field(space, text) for text in case.inputs["fields"]])
    case.same("small_growth", [Fraction(step.rank) for step in D.weak_derived_flag()])
    case.same("derived", [Fraction(step.rank) for step in D.derived_flag()])
    case.same("cauchy", Fraction(D.cauchy_characteristics().rank))


def poisson(case: Case) -> None:
    space = Manifold("M", case.names)
    terms = {("x", "y"): "z", ("y", "z"): "x", ("z", "x"): "y"}
    P = Poisson(Multivector.from_components(space, 2, terms))
    f, g, h = (space.function(case.inputs[name]) for name in "fgh")
    case.same("fg", P.bracket(f, g))
    case.same("gh", P.bracket(g, h))
    case.same("X_g", P.hamiltonian_field(g))
    case.same("f_gh", P.bracket(f, P.bracket(g, h)))
    assert check(P.hamiltonian_field(space.function(case.inputs["casimir"])) == 0)


def symplectic(case: Case) -> None:
    space = Manifold("M", case.names)
    omega = Symplectic(form(space, 2, case.inputs["omega"]))
    f, H = space.function(case.inputs["f"]), space.function(case.inputs["H"])
    case.same("X_H", omega.hamiltonian_field(H))
    case.same("f_H", omega.bracket(f, H))
    if "H_f" in case.expected:
        case.same("H_f", omega.bracket(H, f))


def almost_contact(case: Case) -> None:
    space = Manifold("M", case.names)
    phi, xi = endomorphism(space, case.inputs["phi"]), field(space, case.inputs["xi"])
    eta = form(space, 1, case.inputs["eta"])
    case.same("N_phi", torsion(phi))
    if "d_eta" in case.expected:
        case.same("d_eta", d(eta))
    if "tensor" in case.expected:
        case.same("tensor", torsion(phi) + d(eta).tensor(xi))
    if "frame" in case.inputs:
        first, second, _ = (field(space, text) for text in case.inputs["frame"])
        case.same("bracket_12", bracket(first, second))
    case.says("normal", AlmostContact(phi, xi, eta).is_normal())


def stereographic(case: Case) -> None:
    S2 = sphere(2)
    north, south = S2.charts
    case.rename(dict(zip(("x", "y", "X", "Y"), ("u1", "u2", "w1", "w2"), strict=True)))
    phi = S2.transition(north, south)
    case.same("alpha", phi.pull(form(south, 1, case.inputs["alpha"])))
    case.same("area", phi.pull(form(south, 2, case.inputs["area"])))
    moved = S2.field(field(north, case.inputs["V"])).on(south)
    case.same("V_at_image", [phi.pull(moved.value(a)) for a in range(moved.space.dimension)])
