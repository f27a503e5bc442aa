"""Section III, (29): the tensor F of the connection with forces, an almost contact structure."""

from __future__ import annotations

from typing import Any

from mechanics.papers.engine.claims import Judgement, Witness, agree, fact, states
from mechanics.papers.frigioiu.book import claim, once, scene
from mechanics.papers.frigioiu.data import SMALL
from mechanics.papers.frigioiu.scene import TimeScene


@claim("FHB-29", "(29)", "definition")
@states("F(delta_i) = -V_i, F(V_i) = delta_i, F(d_t) = 0 with Ncheck")
def f_structure(s: TimeScene) -> Judgement:
    """F = h∘[S, h] - J for any semispray S."""
    f = s.checked.f
    return Judgement(
        printed={
            "F(delta_i) = -V_i": [f(X) == -A for X, A in zip(s.delta_checked, s.V, strict=True)],
            "F(V_i) = delta_i": [f(A) == X for X, A in zip(s.delta_checked, s.V, strict=True)],
            "F(d_t) = 0": f(s.d_t) == 0 * s.d_t,
        },
        mutated={
            "F(delta_i) = V_i": [f(X) == A for X, A in zip(s.delta_checked, s.V, strict=True)],
            "with N of (12)": [f(A) == X for X, A in zip(s.delta, s.V, strict=True)],
        },
    )


@claim("FHB-29.0", "before (29)", "theorem", "F exists iff the connection Ncheck does")
def equivalent_data(s: TimeScene) -> Judgement:
    """Each is made of the other: h = F∘J, and F is the only tensor with (29)."""
    f, h, J = s.checked.f, s.checked.h, s.structure.J
    return Judgement(
        printed={
            "h = F J": [f @ J == h, h == s.checked.K @ J, s.checked.v == J @ s.checked.K],
            "F h = -J": f @ h == -J,
            "the image of F J is Ncheck": [(f @ J)(X) == X for X in s.delta_checked],
        },
        mutated={
            "h = J F": J @ f == h,
            "F of another connection": s.N.f @ J == h,
        },
    )


@claim("FHB-29.1", "(29), 1)", "theorem", "F depends on Sigma only", on="charts")
def of_the_system_alone(s: TimeScene) -> Judgement:
    """Natural in the product charts of TM × R, as S* is, and F of every semispray."""
    general = s.any_semispray
    return Judgement(
        printed={
            "S*, of which F is made, in all product charts": [
                s.checked.semispray == s.system.connection_semispray,
                *s.natural(lambda system: system.connection_semispray),
            ],
            "F of any semispray in all product charts": general.natural(lambda N, _: N.f),
        },
        mutated={
            "with the same components": general.unchanged(lambda N, _: N.f),
            **s.without_forces_or_frame(lambda system: system.frame_connection.f),
        },
        note="the product TM x R is part of Sigma: a frame of reference, and units of time and L",
    )


@claim("FHB-29.2", "(29), 2)", "identity", "F is a (1,1)-tensor, F F = -Id + d_t (x) dt")
def square(s: TimeScene) -> Judgement:
    """F² = -id on δ_i and V_i; the form that vanishes on δ_i is δt, not dt."""
    f, one = s.checked.f, s.jets.identity

    def is_(form: Any, sign: int = 1) -> Any:
        return f @ f == sign * (form.tensor(s.d_t) - one)

    return Judgement(
        printed={"F F = -Id + d_t (x) dt": is_(s.jets.dt)},
        repaired={
            "F F = -Id + d_t (x) delta t": is_(s.delta_t),
            "F F F = -F": f @ f @ f == -f,
        },
        correction="F F = -Id + d_t (x) delta t, delta t = dt + N^0_i dx^i of (28)",
        repair="a letter: delta t for dt",
        consequence="(F, d_t, delta t) is an almost contact structure, as (32) with delta t needs "
        "it",
        readings={
            "F F = Id - d_t (x) dt": is_(s.jets.dt, -1),
            "F F = -Id": f @ f == -one,
        },
        mutated={"F F = Id - d_t (x) delta t": is_(s.delta_t, -1)},
        note="(F, d_t, delta t) is an almost contact structure; with dt only where L_tyi = 0",
    )


@once
def is_normal(s: TimeScene) -> bool:
    """Whether (F, ∂_t, δt) is normal."""
    return bool(s.checked.is_normal())


def is_almost_complex(s: TimeScene) -> Any:
    """F² = -id."""
    return s.checked.f @ s.checked.f == -s.jets.identity


@claim("FHB-29.3", "(29), 3)", "theorem", "F is an almost complex structure iff R = 0")
def almost_complex(s: TimeScene) -> Judgement:
    """Never almost complex, as F∂_t = 0. Normal iff R = 0 and [∂_t, h] = 0.

    For L = ẋ² everything is flat, and for L = ẋ² + t²ẋ too, where N^0 depends on time. For
    L = ẋ² + tẋ³ it does not, and F is normal with d(δt) ≠ 0.
    """
    free, swinging = scene(SMALL["free"]), scene(SMALL["swinging"])
    all_ = [s, *(scene(datum) for datum in SMALL.values() if datum.name != "cubic")]

    def normal(t: TimeScene, *, stationary: bool) -> Any:
        c = t.checked
        right = bool(c.is_integrable()) and (not stationary or bool(c.is_stationary()))
        return agree(t.datum.name, is_normal(t), right)

    return Judgement(
        printed={"F F = -Id where R = 0": Witness(free, is_almost_complex)},
        corrected={
            "R = 0 there": free.checked.curvature == 0 * free.checked.curvature,
            "F d_t = 0": s.checked.f(s.d_t) == 0 * s.d_t,
            "normal iff R = 0 and [d_t, h] = 0": [normal(t, stationary=True) for t in all_],
        },
        correction="F is never almost complex, as F d_t = 0; the almost contact structure "
        "(F, d_t, delta t) is normal iff R = 0 and the coefficients of Ncheck do not depend on t",
        consequence="what an integrable evolution connection without dependence on time gives is "
        "a normal almost contact structure",
        readings={
            "normal iff R = 0": normal(swinging, stationary=False),
            "F F = -Id in general": is_almost_complex(s),
        },
        mutated={"always normal": fact(s.datum.name, is_normal(s))},
    )
