"""Whether a Chaplygin system becomes Hamiltonian in a new time.

Let L = T - V with a quadratic form T, constraints that are linear in the velocities, with the
distribution D of virtual displacements, no forces, nothing depending on time. It is a Chaplygin
system for a group of symmetries of L and D whose orbits, with tangent spaces V, are complements of
D: TQ = D ⊕ V. Two projections onto D, A along V and P orthogonal for T, agree on D, so that

    B(X, Y) = (P - A)[X, Y],      X, Y in D,

is a tensor: the gyroscopic tensor of the reduced system on S = Q/G, seen on Q. Let s be coordinates
of S and p the momenta of the reduced Lagrangian ℓ. By Hamel's equations
``dp_i/dt = ∂ℓ/∂s^i + B_ji^k v^j p_k``: they are Hamilton's for the form ds^i∧dp_i with a term
B_ij^k p_k ds^i∧ds^j. A function e^φ times that form is closed if and only if φ is a function on S
with

    B(X, Y) = Y(φ) X - X(φ) Y

(φ-simplicity; for rank D at least 2 a multiplier cannot depend on momenta). Other forms make the
same motion: a term C_ij^k p_k ds^i∧ds^j that vanishes on Γ, ``T(C(X, Y), X) = 0``, may be added (a
dynamical gauge), which says that T(C(X, Y), Z) is skew in all of its arguments. So let the equation
hold up to such a C. Then P = e^φ p and the time ``dτ = e^φ dt`` obey Hamilton's equations of the
energy, and e^{(r-1)φ} ds dp is an invariant volume, r = rank D. The trace of that equation is
``X(φ) = -tr B(X, ·)/(r - 1)``, as that of C is 0, so that φ is found by `PrescribedDerivatives`,
and the rest is an identity of tensors; for r = 2 it always holds.

These are all closed forms ω on the reduced phase space with ``i_Γ ω = -ν dE``, ν on S, that vanish
on its fibres and are linear in the momenta. For ω = dΘ with ``Θ = P_i ds^i``, and on the fibres the
equation is ``v^i ∂P_i/∂v^a = ν p_a``; with P_i linear in v that is P = νp. With whatever forms the
question is empty: near a point where dE ≠ 0 every motion is Hamilton's for some form and E.

In terms of forms on the constraint set N, with θ the 1-form p of D, extended by θ(V) = 0,

    i_Γ (dφ∧θ + dθ) = -dE      (but for dt),

which is verified for the motion Γ of the theory. A negative answer is about these forms and this
group: that there are no other Hamiltonian structures is not said.

Sources: S. A. Chaplygin, On the theory of motion of nonholonomic systems. The reducing-multiplier
theorem, 1911; L. C. García-Naranjo, Generalisation of Chaplygin's reducing multiplier theorem with
an application to multi-dimensional nonholonomic dynamics, J. Phys. A 52 (2019); P. Balseiro, L. C.
García-Naranjo, Gauge transformations, twisted Poisson brackets and Hamiltonization of nonholonomic
systems, Arch. Rational Mech. Anal. 205 (2012).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import combinations, combinations_with_replacement, islice
from typing import TYPE_CHECKING

from diffgeo import Form, VectorForm, bracket, d, interior, pairing
from diffgeo.calculus import linear_algebra as linear
from diffgeo.subsets import irreducible_factors
from mechanics.analysis.answers import Answer
from mechanics.analysis.complementary_groups import are_complementary, complementary_groups
from mechanics.analysis.densities import Density, density_with_rate, density_with_slope
from mechanics.analysis.energy import EnergyBalance
from mechanics.analysis.natural_systems import refuse, unnatural
from mechanics.analysis.prescribed_derivatives import (
    PrescribedDerivatives,
    simplest,
    unless,
    where_all_vanish,
)
from mechanics.analysis.symmetries import require_symmetries
from mechanics.errors import NotApplicable
from mechanics.model.admissible_velocities import AdmissibleVelocities
from mechanics.model.plain_answers import vanishes
from mechanics.theories.checks import Check, judged
from mechanics.theories.registry import derive
from mechanics.wording import Formulas, listed, one_line

if TYPE_CHECKING:
    from diffgeo.calculus import FunctionLike
    from mechanics.model.systems import System
    from mechanics.output_files import Data
    from mechanics.theories.dynamics import Dynamics


class ChaplyginSystem(Answer):
    """A system with a group whose orbits are complements of its constraints.

    Parameters
    ----------
    dynamics
        The motion.
    group
        Fields on E that span the Lie algebra; by default a subalgebra of those symmetries of L
        and the constraints that are found with coefficients of order 1;
        of several, one for which the answer is yes, if there is one.

    Attributes
    ----------
    group : tuple of VectorForm
        The infinitesimal generators.
    frame : tuple of VectorForm
        A frame X_a of D on E.

    Raises
    ------
    NotApplicable
        The system is not of this kind: something depends on time, L is not T - V, there are forces,
        a constraint is not linear, or no group was found.

    Examples
    --------
    >>> from mechanics import load
    >>> print(load("nonholonomic-particle").chaplygin())
    Hamiltonian in the time tau, d tau = (y**2 + 1)**(-1/2) dt, by the group of ∂_z
    """

    def __init__(
        self,
        dynamics: Dynamics,
        group: Sequence[VectorForm | Mapping[str, FunctionLike]] | None = None,
    ) -> None:
        self.dynamics = dynamics
        self.system = dynamics.system
        self.velocities = AdmissibleVelocities(self.system)
        self.flow, *_ = self.system.configuration_space.frame
        _, *self.frame = self.velocities.fields
        self._require_natural()
        E = self.system.configuration_space
        if group is not None:
            fields = [E.vector_field(X) if isinstance(X, Mapping) else X for X in group]
            self._require_group(fields)
            self.group = tuple(fields)
            return
        groups = complementary_groups(self.dynamics, self.velocities)
        if not groups:
            raise NotApplicable(
                f"{self.system.specification.where}: no group of symmetries with coefficients of "
                "order 1 has orbits that are complements of the constraints; give one"
            )
        for self.group in groups:
            if self.is_simple.holds and self.has_multiplier.holds:
                return
            self._forget()
        self.group, *_ = groups

    # --- what it is --------------------------------------------------------------------------

    def _require_natural(self) -> None:
        base, *_ = self.velocities.fields
        reasons = {
            **unnatural(self.system, self.velocities),
            "the constraints are not linear in the velocities": not vanishes(base - self.flow),
            "there are no constraints": not self.system.constraints,
        }
        refuse(self.system, reasons, "this is no Chaplygin system")

    def _require_group(self, fields: Sequence[VectorForm]) -> None:
        where = self.system.specification.where
        require_symmetries(self.system, fields)
        if not are_complementary(self.velocities, fields):
            raise NotApplicable(
                f"{where}: {listed(fields)} do not span a Lie algebra whose orbits are complements "
                "of the constraints"
            )

    def _forget(self) -> None:
        for name in (
            "coframe",
            "tensor",
            "slopes",
            "equations",
            "is_simple",
            "_rest",
            "has_multiplier",
            "exceptions",
        ):
            self.__dict__.pop(name, None)

    # --- the gyroscopic tensor -----------------------------------------------------------------

    @cached_property
    def coframe(self) -> list[Form]:
        """The 1-forms θ^a on E with θ^a(X_b) = δ^a_b that vanish on the orbits and on ∂_t."""
        every = [self.flow, *self.frame, *self.group]
        rows = [[X(x) for x in X.space.coordinates] for X in every]
        zero = 0 * self.flow.space.coordinates[0]
        found = []
        for Y in self.frame:
            values = linear.solve(rows, [zero + int(X is Y) for X in every])
            found.append(linear.combination(values, map(d, zero.space.coordinates), 0 * d(zero)))
        return found

    @cached_property
    def tensor(self) -> list[tuple[VectorForm, VectorForm, VectorForm]]:
        """B: (X_a, X_b, B(X_a, X_b)) for a < b."""
        inner = self._inner
        gram = [[inner(X, Y) for Y in self.frame] for X in self.frame]
        found = []
        for X, Y in combinations(self.frame, 2):
            Z = bracket(X, Y)
            orthogonal = linear.solve(gram, [inner(Z, W) for W in self.frame])
            along = [pairing(theta, Z) for theta in self.coframe]
            c = [(a - b).expanded() for a, b in zip(orthogonal, along, strict=True)]
            found.append((X, Y, linear.combination(c, self.frame, 0 * X)))
        return found

    def _inner(self, X: VectorForm, Y: VectorForm) -> Form:
        """T(X, Y)."""
        jets, L = self.system.evolution_space, self.system.lagrangian

        def vertical(Z: VectorForm) -> VectorForm:
            return jets.vertical_endomorphism(jets.prolong_field(Z))

        product: Form = self.system.constraint_set.restrict(vertical(X)(vertical(Y)(L)))
        return self.velocities.section.pull(product)

    @cached_property
    def slopes(self) -> list[Form]:
        """What X_a(φ) has to be: ``-tr B(X_a, ·)/(r - 1)``."""
        zero = 0 * self.flow.space.coordinates[0]
        traces = [zero for _ in self.frame]
        for X, Y, Z in self.tensor:
            pieces = [
                (int(W is X) * b - int(W is Y) * a)
                for W in self.frame
                for a, b in [self._diagonal(X, Y, Z)]
            ]
            traces = [t + p for t, p in zip(traces, pieces, strict=True)]
        r = len(self.frame)
        return [(-t / (r - 1)).expanded() if r > 1 else zero for t in traces]

    def _diagonal(self, X: VectorForm, Y: VectorForm, Z: VectorForm) -> tuple[Form, Form]:
        """θ^X(Z) and θ^Y(Z)."""
        dual = [t for W, t in zip(self.frame, self.coframe, strict=True) if W is X or W is Y]
        a, b = (pairing(theta, Z) for theta in dual)
        return a, b

    @cached_property
    def is_simple(self) -> Check:
        """``B(X, Y) = β(Y) X - β(X) Y + C(X, Y)``, with the 1-form β that its trace determines.

        C is a gauge: T(C(X, Y), Z) is skew.
        """
        return judged(
            "the gyroscopic tensor is determined by its trace, up to a gauge",
            lambda: [f == 0 for f in self._rest] or self.flow.space.function(0) == 0,
        )

    @cached_property
    def _rest(self) -> list[Form]:
        """``T(C(X, Y), Z) + T(C(X, Z), Y)``."""
        parts = [
            (X, Y, left - B)
            for (X, Y, _), (left, B) in zip(self.tensor, self._by_trace, strict=True)
        ]
        both = [*parts, *((Y, X, -C) for X, Y, C in parts)]
        if all(vanishes(C) for _, _, C in parts):
            return []

        def value(X: VectorForm, Y: VectorForm, Z: VectorForm) -> Form:
            found = [C for U, W, C in both if U is X and W is Y]
            return sum((self._inner(C, Z) for C in found), start=0 * self._inner(X, X))

        pairs = list(combinations_with_replacement(self.frame, 2))
        return [value(X, Y, Z) + value(X, Z, Y) for X in self.frame for Y, Z in pairs]

    @property
    def _by_trace(self) -> list[tuple[VectorForm, VectorForm]]:
        """``β(Y) X - β(X) Y`` and B(X, Y)."""
        pairs = combinations(zip(self.frame, self.slopes, strict=True), 2)
        return [
            (b * X - a * Y, B)
            for ((X, a), (Y, b)), (_, _, B) in zip(pairs, self.tensor, strict=True)
        ]

    def again(self, system: System) -> ChaplyginSystem:
        """The answer for another system, by a group that is found there."""
        return type(self)(derive(system, self.dynamics.theory))

    @cached_property
    def exceptions(self) -> str | None:  # type: ignore[override]
        """Parameters outside of which it is not Hamiltonian in a new time by this group."""
        if self.is_simple.holds is not False:
            return self.equations.exceptions
        return where_all_vanish(islice(simplest(self._rest), 1))

    # --- the multiplier --------------------------------------------------------------------------

    @cached_property
    def equations(self) -> PrescribedDerivatives:
        """What φ is along D and along the orbits."""
        zero = 0 * self.flow.space.coordinates[0]
        still = [self.flow, *self.group]
        return PrescribedDerivatives([*self.frame, *still], [*self.slopes, *(zero for _ in still)])

    @cached_property
    def has_multiplier(self) -> Check:
        """Whether that trace is the differential of a function on S."""
        return judged("the trace is a differential", lambda: self.equations.verdict)

    @cached_property
    def multiplier(self) -> Density | None:
        """e^φ on N, with ``dτ = e^φ dt``, if there is one and it was found in formulas."""
        if not (self.is_simple.holds and self.has_multiplier.holds):
            return None
        D, motion = self.velocities, self._motion
        up = D.projection.pull
        slopes = self.equations.differential
        values = [] if slopes is None else [slopes(X) for X in slopes.space.frame]
        found = {str(p): p for g in values if not vanishes(g) for p in irreducible_factors(up(g))}
        product = density_with_rate(motion, self._rate, list(found.values()))
        return product or (None if slopes is None else density_with_slope(up(slopes)))

    @cached_property
    def _motion(self) -> VectorForm:
        field: VectorForm = self.system.constraint_set.restrict(self.dynamics.regular.field)
        return field

    @cached_property
    def _rate(self) -> Form:
        """Γ(φ) on N."""
        up = self.velocities.projection.pull
        differential = self.equations.differential
        assert differential is not None  # D, the orbits and time span all directions
        return interior(self._motion, up(differential))

    @cached_property
    def is_hamiltonian(self) -> Check:
        """``i_Γ(dφ∧θ + dθ) = -dE`` on N, but for dt."""
        name = (
            "e^phi times the reduced form is symplectic, and its field of the energy is the motion"
        )
        differential = self.equations.differential
        if differential is None or not self.is_simple.holds:
            return Check(name, None, "there is no multiplier")
        restrict = self.system.constraint_set.restrict
        up = self.velocities.projection.pull
        L = restrict(self.system.lagrangian)
        momenta = [V(L) for V in self.velocities.vertical]
        zero = 0 * up(d(self.flow.space.coordinates[0]))
        theta = linear.combination(momenta, map(up, self.coframe), zero)
        time, *_ = self.velocities.space.frame
        energy = restrict(EnergyBalance(self.dynamics).energy)
        form = up(differential) * theta + d(theta)
        return judged(name, lambda: interior(self._motion - time, form) == -d(energy))

    # --- showing it ------------------------------------------------------------------------------

    @property
    def conclusion(self) -> str:
        """The answer in words."""
        by = f", by the group of {listed(self.group)}"
        if self.is_simple.holds is None or self.has_multiplier.holds is None:
            return f"not decided{by}"
        if not self.is_simple.holds:
            return (
                "not Hamiltonian in a new time with its energy: the gyroscopic tensor is not "
                f"determined by its trace{unless(self.exceptions, self.system)}{by}"
            )
        if not self.has_multiplier.holds:
            return (
                "not Hamiltonian in a new time with its energy: the trace of the gyroscopic tensor "
                f"is no differential{self.equations.unless(self.system)}{by}"
            )
        known = "e^phi dt" if self.multiplier is None else f"{self.multiplier} dt"
        if known == "1 dt":
            return f"Hamiltonian in its own time{by}"
        return f"Hamiltonian in the time tau, d tau = {known}{by}"

    def checks(self) -> tuple[Check, ...]:
        """All statements, with their verdicts."""
        if not (self.is_simple.holds and self.has_multiplier.holds):
            return self.is_simple, self.has_multiplier
        return self.is_simple, self.has_multiplier, self.is_hamiltonian

    def report(self) -> str:
        """The group, the gyroscopic tensor and the answer, as readable lines."""
        lines = [f"{one_line(self.system.name)}: Chaplygin system", "Group"]
        lines += [f"  {X}" for X in self.group]
        lines += ["Gyroscopic tensor, for a frame of the constraints"]
        lines += [f"  X_{k} = {X}" for k, X in enumerate(self.frame, 1)]
        names = combinations(range(1, len(self.frame) + 1), 2)
        lines += [
            f"  B(X_{a}, X_{b}) = {B.summary(200)}"
            for (a, b), (_, _, B) in zip(names, self.tensor, strict=True)
        ]
        lines += ["Checks", *(f"  {answer}" for answer in self.checks())]
        lines += [*self.case_lines(), self.conclusion]
        return "\n".join(lines)

    def to_dict(self) -> Data:
        """Everything as data for JSON; formulas are strings that SymPy can parse."""
        yes = self.is_simple.holds and self.has_multiplier.holds
        obstruction = self.equations.obstruction
        return {
            "system": self.system.name,
            "group": [str(X) for X in self.group],
            "frame": [str(X) for X in self.frame],
            "tensor": [str(B) for _, _, B in self.tensor],
            "simple": self.is_simple.holds,
            "hamiltonian": yes,
            "multiplier": None if self.multiplier is None else str(self.multiplier),
            "obstruction": None if obstruction is None else str(obstruction),
            "except": self.exceptions,
            "cases": [case.to_dict() for case in self.cases],
            "conclusion": self.conclusion,
            "checks": [answer.to_dict() for answer in self.checks()],
        }

    def named_formulas(self) -> Formulas:
        """The gyroscopic tensor and the multiplier, by their names in LaTeX."""
        found: Formulas = {f"B({X.latex()}, {Y.latex()})": B for X, Y, B in self.tensor}
        if self.multiplier is not None:
            found[r"e^{\varphi}"] = self.multiplier
        return found
