"""The abstract: what the paper announces."""

from __future__ import annotations

from diffgeo import EhresmannConnection, Verdict, d
from mechanics.papers.engine.claims import Judgement, Witness, states
from mechanics.papers.engine.terms import combined
from mechanics.papers.sarlet.book import claim, scene
from mechanics.papers.sarlet.data import SMALL
from mechanics.papers.sarlet.scene import SectionScene


@claim("SAR-0.01", "abstract", "identity", on="linear")
@states("a connection on pi <=> a section sigma of J^1tau_1 over pi^*J^1tau_0")
def connections_are_sections(s: SectionScene) -> Judgement:
    """σ maps the jet of a curve of M at a point of E to the jet of its horizontal lift."""
    pi, pull = s.section.fibration.projection, s.section.rho.pull
    connection = s.section.connection_on_E
    below = ("t", *s.datum.free)
    slopes = [[s.zero.pull(b) for b in (b0, *row)] for b0, row in zip(s.B_0, s.B, strict=True)]
    coefficients = {
        y: dict(zip(below, row, strict=True))
        for y, row in zip(s.datum.dependent, slopes, strict=True)
    }
    printed = EhresmannConnection.from_coefficients(pi, coefficients)
    # A field on P over the jets of curves of M; what it does along the fibres of π is left out,
    # since horizontal forms do not see it.
    curve = combined(s.d_t, s.v, s.d_x)
    h, v = connection.horizontal_projector, connection.vertical_projector
    rates = {y: s.sigma.pull(s.J1[f"{y}dot"]) for y in s.datum.dependent}
    return Judgement(
        printed={
            "sigma makes a connection": [s.section.is_connection(), printed == connection],
            "which makes sigma": [
                pull(h.transpose(d(s.E[y])))(curve) == w for y, w in rates.items()
            ],
        },
        mutated={
            "with v in place of h": [
                pull(v.transpose(d(s.E[y])))(curve) == w for y, w in rates.items()
            ],
        },
        condition="sigma is affine along the fibres of P -> E, as the linear constraints of the "
        "abstract are; a section in general comes from no connection on pi",
        without={"every section": Witness(scene(SMALL["square"]), comes_from_a_connection)},
    )


def comes_from_a_connection(s: SectionScene) -> Verdict:
    """That σ makes a connection on π."""
    return s.section.is_connection()


@claim("SAR-0.02", "abstract; section 3", "theorem", on="linear")
@states("a second-order field on J_sigma defines a connection on rho: J_sigma -> E")
def second_order_fields_make_connections(s: SectionScene) -> Judgement:
    """P_V is a projector onto the vertical fields of ρ, made from Γ and the structure."""
    made, rho, change = s.of_Gamma, s.section.rho, s.change
    anew = change.geometry.field(s.moved_Gamma)
    P_V, P_H = made.vertical_projector, made.horizontal_projector
    short = P_V + s.N / 2
    return Judgement(
        printed={
            "vertical values": rho.tangent(P_V) == 0,
            "identity on vertical fields": [P_V(V) == V for V in s.d_v],
            "in all coordinates of E -> M -> R": change.on_P.pull(P_V) == anew.vertical_projector,
            "Gamma is horizontal": P_V(s.Gamma) == 0,
        },
        mutated={
            "P_H in place of P_V": [P_H(V) == V for V in s.d_v],
            "without N": rho.tangent(short) == 0,
        },
    )
