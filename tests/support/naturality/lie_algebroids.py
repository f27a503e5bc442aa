"""Lie algebroids: what they make of data on the base, as functions, fields and forms there."""

from __future__ import annotations

from diffgeo import Map, d, identity_map
from diffgeo.bundles import LieAlgebroid
from diffgeo.calculus import linear_algebra as linear
from diffgeo.testing import forms, frames, functions, poisson_structures
from naturality.registry import natural_operation
from naturality.spaces import M, changes_M

NAMES = ("u", "v", "w")
FRAMES = frames(M, 1, 1)
f, h = functions(M, 1, 1), functions(M, 1, 1)
every = dict(under=changes_M)


def sections(A: LieAlgebroid, f, h):  # type: ignore[no-untyped-def]
    return A.section({"u": f, "w": h}), A.section({"v": f, "u": 1})


def on_base(A: LieAlgebroid, values, functions):  # type: ignore[no-untyped-def]
    """Functions on the total space at a section with given values."""
    given = zip(A.space.coordinates[M.dimension :], values, strict=True)
    images = {str(x): x for x in M.coordinates} | {str(y): value for y, value in given}
    return Map(M, A.space, images).pull(functions)


def calculus(frame, f, h):  # type: ignore[no-untyped-def]
    A = LieAlgebroid.of_frame(frame, NAMES).pulled_back(identity_map(frame.space))
    s, t = sections(A, f, h)
    made = A.bracket(s, t)
    form = A.lie(s)(A.projection.pull(f) * A.forms[1])
    return (A.anchor(s), A.anchor(made), *A.zero_section.pull([form(e) for e in A.sections]))


natural_operation(
    "LieAlgebroid LieAlgebroid.of_frame LieAlgebroid.pulled_back LieAlgebroid.section "
    "LieAlgebroid.anchor LieAlgebroid.bracket LieAlgebroid.lie LieAlgebroid.zero_section",
    calculus,
    FRAMES,
    f,
    h,
    **every,
)


def of_forms(pi, alpha, beta):  # type: ignore[no-untyped-def]
    A = LieAlgebroid.of_poisson(pi.bivector, NAMES)
    s, t = (A.section({n: form(e) for n, e in zip(NAMES, M.frame, strict=True)})
            for form in (alpha, beta))  # fmt: skip
    values = A.zero_section.pull([theta(A.bracket(s, t)) for theta in A.forms])
    dx = [d(x) for x in pi.space.coordinates]
    return A.anchor(s), linear.combination(values, dx, 0 * dx[0])


one = forms(M, 1, 1, 2)
natural_operation("LieAlgebroid.of_poisson", of_forms, poisson_structures(M), one, one, **every)
PLANE = LieAlgebroid.algebra("u v", {("u", "v"): {"v": 1}})


def of_an_action(frame, f, h):  # type: ignore[no-untyped-def]
    """The action of the plane by which e_v does nothing, and e_u has any flow."""
    A = PLANE.acting([h * frame.fields[0], 0 * frame.fields[0]])
    return A.anchor(A.bracket(A.section({"u": f}), A.section({"v": f, "u": h})))


natural_operation("LieAlgebroid.acting", of_an_action, FRAMES, f, h, **every)


def prolonged(frame, f, h):  # type: ignore[no-untyped-def]
    A = LieAlgebroid.of_frame(frame, NAMES)
    P = A.prolongation
    L = A.projection.pull(f) * A.space["u"] ** 2 + A.space["u"] * A.space["w"]
    theta, values = P.cartan_form(L), (h, f, 1)
    found = [theta(P.sections[0]), P.differential(theta)(P.sections[0], P.sections[5])]
    there = on_base(A, values, P.zero_section.pull(found))
    return (*there, *on_base(A, values, [P.energy(L)]))


natural_operation(
    "LieAlgebroid.prolongation Prolongation Prolongation.cartan_form Prolongation.energy",
    prolonged,
    FRAMES,
    f,
    h,
    **every,
)


def dually(frame, f, h):  # type: ignore[no-untyped-def]
    A = LieAlgebroid.of_frame(frame, NAMES)
    pi = A.dual("p q r")
    up, (p, q, _) = pi.space.projections[0].pull, pi.space.coordinates[3:]
    value = pi.bracket(up(f) * p, up(h) * q)
    zero = dict(zip("pqr", (h, f, 1), strict=True))
    return Map(M, pi.space, {str(x): x for x in M.coordinates} | zero).pull(value)


natural_operation("LieAlgebroid.dual", dually, FRAMES, f, h, **every)
