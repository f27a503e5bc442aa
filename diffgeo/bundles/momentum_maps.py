"""Momentum maps: Hamiltonian actions of a Lie algebra, with their cocycles.

A Lie algebra g acts on a symplectic, Poisson or cosymplectic manifold by fields ξ_a with
``[ξ_a, ξ_b] = ξ_[a,b]``; of a left action of a group they are the generators with a minus. A
momentum map is a map J to g^* whose components have these as Hamiltonian fields, ``X_(J_a) = ξ_a``.
Then

    Σ(a, b) = -{J_a, J_b} - J_[a,b]

has brackets 0 with all functions; where the Casimir functions are constants it is a cocycle of g. J
is equivariant if Σ = 0, and then a Poisson map to g^* with ``{p_a, p_b} = -p_[a,b]``.

Source: J.-M. Souriau, Structure des systèmes dynamiques, 1970, §11; Libermann and Marle, Symplectic
Geometry and Analytical Mechanics, 1987, chapter IV.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any

from diffgeo.bundles.lie_algebroids import LieAlgebroid
from diffgeo.calculus import linear_algebra as linear
from diffgeo.calculus.derivations import d
from diffgeo.calculus.forms import Form, describe, pairing
from diffgeo.calculus.maps import Map
from diffgeo.errors import DegreeMismatch
from diffgeo.structures.axioms import verify_axiom
from diffgeo.structures.symplectic import Cosymplectic, Poisson, Symplectic
from diffgeo.structures.tensorial_objects import Composite
from diffgeo.verdicts.verdict import Conjunction, Verdict, check

if TYPE_CHECKING:
    from diffgeo.calculus.vector_forms import VectorForm


class MomentumMap(Composite):
    """A momentum map J: M → g^* of an action of a Lie algebra.

    Parameters
    ----------
    structure
        A symplectic, Poisson or cosymplectic structure on M.
    algebra
        A Lie algebra g.
    fields
        The fields ξ_a on M, in the order of the basis of g.
    functions
        The components J_a.

    Attributes
    ----------
    action : LieAlgebroid
        The action algebroid M × g.
    verdict : Verdict
        That on ``X_(J_a) = ξ_a``.

    Raises
    ------
    DegreeMismatch
        There are not as many functions as fields.
    AxiomViolation
        The fields are no action, or a function has another Hamiltonian field.

    Examples
    --------
    The translations of a phase plane: no constants make the momentum map equivariant.

    >>> from diffgeo import Manifold, Symplectic, d
    >>> from diffgeo.bundles import LieAlgebroid, MomentumMap
    >>> M = Manifold("M", "q p")
    >>> (q, p), plane = M.coordinates, LieAlgebroid.algebra("u v", {})
    >>> J = MomentumMap(Symplectic(d(q) * d(p)), plane, M.frame, [p, -q])
    >>> print(J.is_equivariant().status, J.cocycle)
    REFUTED -du∧dv
    """

    def __init__(
        self,
        structure: Symplectic | Poisson | Cosymplectic,
        algebra: LieAlgebroid,
        fields: Sequence[VectorForm],
        functions: Sequence[Form],
    ) -> None:
        self.structure, self.space, self.algebra = structure, structure.space, algebra
        self.fields, self.functions = tuple(fields), tuple(functions)
        if len(self.fields) != len(self.functions):
            raise DegreeMismatch(
                f"{len(self.fields)} fields of an action have as many components of a momentum "
                f"map, not {len(self.functions)}"
            )
        self.action = algebra.acting(self.fields)
        pairs = zip(self.functions, self.fields, strict=True)
        self.verdict: Verdict = verify_axiom(
            Conjunction([structure.hamiltonian_field(f) == X for f, X in pairs]),
            "X_(J_a) = xi_a",
            f"J = {', '.join(map(describe, functions))}",
        )

    @classmethod
    def of_potential(
        cls, theta: Form, algebra: LieAlgebroid, fields: Sequence[VectorForm]
    ) -> MomentumMap:
        """``J_a = θ(ξ_a)`` for ``ω = -dθ`` and symmetries of θ, such as lifts to T^*Q; equivariant.

        Raises `AxiomViolation` if θ is not kept by the fields.
        """
        return cls(Symplectic(-d(theta)), algebra, fields, [pairing(theta, X) for X in fields])

    @property
    def cocycle(self) -> Form:
        """The 2-form ``Σ(a, b) = -{J_a, J_b} - J_[a,b]`` of the action algebroid.

        It is closed, ``d_A Σ = 0``; constants μ that are added to J add ``d_A μ``.
        """
        A, J = self.action, self.functions
        lifted = A.projection.pull(list(J))
        momentum = linear.combination(lifted, A.forms, 0 * A.forms[0])
        found = A.differential(momentum)
        for a, b in combinations(range(len(J)), 2):
            bracket = A.projection.pull(self.structure.bracket(J[a], J[b]))
            found = found + bracket * A.forms[a] * A.forms[b]
        return found

    def is_equivariant(self) -> Verdict:
        """Whether Σ = 0: J is a Poisson map to g^*, and keeps the action of the group of g."""
        return check(self.cocycle == 0, name="the momentum map is equivariant")

    def is_conserved(self, X: VectorForm) -> Verdict:
        """Whether J is constant along a motion X: for ``X = X_H`` the same as ``ξ_a(H) = 0``."""
        return check([X(f) == 0 for f in self.functions], name="the momenta are conserved")

    def map_to(self, dual: Poisson) -> Map:
        """J as a map to g^*, made by ``algebra.dual``."""
        names = map(str, dual.space.coordinates)
        return Map(self.space, dual.space, dict(zip(names, self.functions, strict=True)))

    def pulled_back(self, phi: Map) -> MomentumMap:
        """The momentum map of the pulled-back structure, for a map φ with inverse: ``J∘φ``."""
        fields = [phi.pull(X) for X in self.fields]
        structure = self.structure.pulled_back(phi)
        return MomentumMap(structure, self.algebra, fields, phi.pull(list(self.functions)))

    @property
    def tensors(self) -> tuple[Any, ...]:
        """Those of the structure, the fields, and the functions J_a."""
        return (*self.structure.tensors, *self.fields, *self.functions)

    @property
    def kind(self) -> str:
        """What messages call it."""
        return "the momentum map"
