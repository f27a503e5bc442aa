"""Principal connections: those that the group of a bundle keeps, and their curvature.

For the action of a group along the fibres of E → B, with generators ξ_a and
``[ξ_a, ξ_b] = c_ab^d ξ_d``, a principal connection is a form ``A = A^a e_a`` with values in the Lie
algebra, with ``A^a(ξ_b) = δ^a_b`` and ``L_ξb A^a = -c_bd^a A^d``. Its curvature is

    F^a = dA^a + ½ c_bd^a A^b∧A^d,   dF^a + c_bd^a A^b∧F^d = 0 (Bianchi).

Source: S. Kobayashi, K. Nomizu, Foundations of Differential Geometry I, 1963, chapter II.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import combinations, product
from typing import TYPE_CHECKING

from diffgeo.calculus import linear_algebra as linear
from diffgeo.calculus.brackets import bracket, lie
from diffgeo.calculus.derivations import d
from diffgeo.calculus.forms import Form, pairing, total
from diffgeo.calculus.requirements import require_map_to
from diffgeo.calculus.vector_forms import VectorForm
from diffgeo.connections.ehresmann_connections import EhresmannConnection
from diffgeo.errors import DegreeMismatch
from diffgeo.structures.axioms import verify_axiom
from diffgeo.structures.tensorial_objects import Composite
from diffgeo.verdicts.verdict import Conjunction, Identity, Verdict, check

if TYPE_CHECKING:
    from diffgeo.calculus.maps import Map


class PrincipalConnection(Composite):
    """A connection on a principal bundle, by the generators of its group and the forms A^a.

    Parameters
    ----------
    fibration
        The projection E → B as a Map, or a space with such a ``projection``.
    generators
        The fields ξ_a of the action on E, a frame of the vertical fields.
    forms
        The forms A^a on E, in their order.

    Attributes
    ----------
    connection : EhresmannConnection
        That with the vertical projector ``A^a⊗ξ_a``; its curvature is ``-F^a⊗ξ_a``.
    constants : tuple
        The structure constants ``c[a][b][d]`` of ``[ξ_b, ξ_d] = c_bd^a ξ_a``, as functions.

    Raises
    ------
    DegreeMismatch
        There are not as many forms as generators.
    AxiomViolation
        The generators span no Lie algebra, or not the vertical fields, ``A^a(ξ_b) = δ^a_b``
        fails, or the group does not keep A.
    Undecided
        An axiom could not be decided.

    Examples
    --------
    >>> from diffgeo import Manifold, Map, d
    >>> from diffgeo.connections import PrincipalConnection
    >>> E, B = Manifold("E", "x y s"), Manifold("B", "x y")
    >>> pi = Map(E, B, {"x": "x", "y": "y"})
    >>> A = d(E["s"]) + E["x"] * d(E["y"])
    >>> print(*PrincipalConnection(pi, [E.frame[2]], [A]).curvature_forms)
    dx∧dy
    """

    def __init__(
        self, fibration: object, generators: Sequence[VectorForm], forms: Sequence[Form]
    ) -> None:
        self.generators, self.forms = tuple(generators), tuple(forms)
        if not forms or len(self.forms) != len(self.generators):
            raise DegreeMismatch(
                f"{len(self.generators)} generators of a group have as many forms A^a, not "
                f"{len(self.forms)}"
            )
        pairs = zip(self.forms, self.generators, strict=True)
        terms = [A.tensor(X) for A, X in pairs]
        self.connection = EhresmannConnection(fibration, sum(terms[1:], start=terms[0]))
        self.space = self.connection.space
        n, pairs_of_fields = range(len(self.forms)), product(self.generators, repeat=2)
        brackets = [bracket(X, Y) for X, Y in pairs_of_fields]
        self.constants = tuple(
            tuple(tuple(pairing(A, brackets[b * len(n) + e]) for e in n) for b in n)
            for A in self.forms
        )
        thing = f"the generators on {self.space.name}"
        constant = [d(c) == 0 for rows in self.constants for row in rows for c in row]
        verify_axiom(Conjunction(constant), "[X_a, X_b] = c_ab^d X_d with constants c", thing)
        #: The verdict on ``L_ξb A^a = -c_bd^a A^d``, with its evidence and conditions.
        self.verdict = verify_axiom(
            Conjunction(
                [
                    lie(X, A) + total(self.space, 1, self._combined(a, b, self.forms)) == 0
                    for a, A in enumerate(self.forms)
                    for b, X in enumerate(self.generators)
                ]
            ),
            "L_Xb A^a = -c_bd^a A^d (the group keeps the connection)",
            f"the forms A^a on {self.space.name}",
        )

    @classmethod
    def mechanical(
        cls,
        fibration: object,
        generators: Sequence[VectorForm],
        metric: Callable[[VectorForm, VectorForm], Form],
    ) -> PrincipalConnection:
        """The connection with horizontal fields orthogonal to the orbits: ``A^a = (I⁻¹)^ab J_b``.

        ``I_ab = g(ξ_a, ξ_b)`` is the locked tensor of inertia and ``J_b = g(ξ_b, ·)`` the momentum,
        for a metric of which the generators are symmetries.

        Raises `AxiomViolation` if they are none.
        """
        space = generators[0].space
        directions = [(e, d(x)) for e, x in zip(space.frame, space.coordinates, strict=True)]
        momenta = [total(space, 1, (metric(X, e) * dx for e, dx in directions)) for X in generators]
        inverse = linear.inverse([[metric(X, Y) for Y in generators] for X in generators])
        forms = [linear.combination(row, momenta, 0 * momenta[0]) for row in inverse]
        return cls(fibration, generators, forms)

    @cached_property
    def curvature_forms(self) -> tuple[Form, ...]:
        """The 2-forms ``F^a = dA^a + ½ c_bd^a A^b∧A^d``; they vanish on the ξ_b."""
        pairs = list(combinations(range(len(self.forms)), 2))
        return tuple(
            d(A)
            + total(
                self.space,
                2,
                (self.constants[a][b][e] * self.forms[b] * self.forms[e] for b, e in pairs),
            )
            for a, A in enumerate(self.forms)
        )

    def bianchi(self) -> Identity:
        """The identity ``dF^a + c_bd^a A^b∧F^d = 0`` of Bianchi, for every a."""
        parts = []
        for a, F in enumerate(self.curvature_forms):
            terms = [
                A * G
                for b, A in enumerate(self.forms)
                for G in self._combined(a, b, self.curvature_forms)
            ]
            parts.append(d(F) + total(self.space, 3, terms) == 0)
        return Conjunction(parts, f"the identity of Bianchi for {self}")

    def is_flat(self) -> Verdict:
        """Whether all F^a vanish: the horizontal distribution is involutive."""
        parts = [F == 0 for F in self.curvature_forms]
        return check(Conjunction(parts), name=f"the curvature of {self} vanishes")

    def pulled_back(self, phi: Map) -> PrincipalConnection:
        """The connection of the pulled-back generators and forms, for a map to E with inverse."""
        require_map_to(self, phi)
        fields = [phi.pull(X) for X in self.generators]
        projection = self.connection.projection @ phi
        return PrincipalConnection(projection, fields, phi.pull(list(self.forms)))

    @property
    def tensors(self) -> tuple[Form | VectorForm, ...]:
        """The forms A^a and the generators."""
        return (*self.forms, *self.generators)

    @property
    def kind(self) -> str:
        """What messages call it."""
        return "the principal connection"

    def _combined(self, a: int, b: int, things: Sequence[Form]) -> list[Form]:
        """``c_bd^a`` times the d-th thing, for each d."""
        return [c * thing for c, thing in zip(self.constants[a][b], things, strict=True)]
