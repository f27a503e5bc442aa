"""The equation of Hamilton and Jacobi, with constraints, and complete solutions of it.

A section σ of the constraint set N ⊂ J¹π over E is a field X on E with admissible velocities. With
``γ = σ^*Θ_L`` (momenta, and minus the energy along dt), forces F and the displacements Y that the
constraints admit at the velocities of σ,

    dγ(X, Y) = (σ^*F)(Y)   for all Y

if and only if the motion Γ is tangent to the image of σ, and then it is σ-related to X: motions are
what σ makes of the integral curves of X, of a field on E. Proof: both Tσ(X) and Γ are tangent to N
over X. As ``i_Γ dΘ_L = F + λ^i S^*dφ_i``, their difference Z is vertical, and i_Z dΘ_L is a
combination of the S^*dφ_i if and only if the equation holds; where the constraints determine the
motion that is the case for Z = 0 only.

If dγ(Y, Z) = 0 for displacements, too, γ is closed along D, and without forces the equation says
``dγ|_{D×D} = 0`` for the distribution D spanned by X and the Y. If nothing depends on time and
constraints are linear, it is ``d(H∘γ) ∈ D°``: the energy is constant along D. Without constraints
γ = dS, and that is the equation of Hamilton and Jacobi.

A family of sections, σ: E × C → N with constants in C, is a complete solution if σ is a local
diffeomorphism: then the constants are as many independent first integrals as N has velocities.

Sources: D. Iglesias-Ponte, M. de León, D. Martín de Diego, Towards a Hamilton–Jacobi theory for
nonholonomic mechanical systems, J. Phys. A 41 (2008); T. Ohsawa, A. M. Bloch, Nonholonomic
Hamilton–Jacobi equation and integrability, J. Geom. Mechanics 1 (2009), where γ is closed along D.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, TypeAlias

from diffgeo import Form, Map, VectorForm, d, interior
from diffgeo.calculus import antiderivative
from diffgeo.calculus import linear_algebra as linear
from mechanics.analysis.answers import Answer
from mechanics.analysis.energy import EnergyBalance
from mechanics.analysis.natural_systems import refuse_jumps
from mechanics.analysis.noether import written
from mechanics.analysis.prescribed_derivatives import simplifying_factor
from mechanics.errors import NotApplicable
from mechanics.model.lagrangian import cartan_form, chetaev_forms, fields_along_fibres
from mechanics.model.plain_answers import vanishes
from mechanics.theories.checks import Check, judged
from mechanics.wording import Formulas, one_line

if TYPE_CHECKING:
    from diffgeo.bundles import Product
    from mechanics.output_files import Data
    from mechanics.theories.dynamics import Dynamics

#: A field of the frame, a function, and an antiderivative along it, if one was found.
Term: TypeAlias = "tuple[VectorForm, Form, Form | None]"


class HamiltonJacobi(Answer):
    """A family of sections as a solution; `System.hamilton_jacobi` finds or takes one.

    Parameters
    ----------
    dynamics
        The motion, on J¹π.
    section
        The family, a map from E × C to J¹π over E.
    origin
        How it was found, in words.

    Attributes
    ----------
    field : VectorForm
        X on E × C; the constants do not change.
    form : Form
        γ on E × C.

    Examples
    --------
    >>> from mechanics import System, load
    >>> kepler = System(coordinates="r phi", parameters="k", positive="k r",
    ...                 lagrangian="(rdot**2 + r**2*phidot**2)/2 + k/r")
    >>> print(kepler.hamilton_jacobi())
    a complete solution: gamma = -c1 dt + sqrt(2*r**2*c1 + 2*k*r - c2**2)/r dr + c2 dphi
    >>> print(load("vertical-rolling-disk").hamilton_jacobi().is_closed.holds)
    True
    """

    def __init__(self, dynamics: Dynamics, section: Map, origin: str = "given") -> None:
        self.dynamics, self.system = dynamics, dynamics.system
        self.section, self.origin = section, origin
        if not dynamics.is_on_jets or dynamics.rate_functions:
            raise NotApplicable(
                f"{self.system.name}: the states of this motion are not positions and velocities"
            )
        self.above: Product = section.source  # type: ignore[assignment]
        refuse_jumps(dynamics, "no family of velocities is kept there")
        jets, E = self.system.evolution_space, self.system.configuration_space
        flow, *self._frame = map(self.above.lift, E.frame)
        velocities = section.pull(list(jets.velocities))
        self.field: VectorForm = linear.combination(velocities, self._frame, flow)
        self.form: Form = section.pull(cartan_form(self.system.lagrangian, jets))

    @property
    def constants(self) -> tuple[Form, ...]:
        """The constants, as functions on E × C."""
        beside = self.above.projections[1]
        return tuple(beside.pull(list(beside.target.coordinates)))

    @cached_property
    def displacements(self) -> tuple[VectorForm, ...]:
        """A frame of the displacements that the constraints admit at the velocities of σ."""
        jets, pull = self.system.evolution_space, self.section.pull
        rows = [
            [pull(alpha(W)) for W in fields_along_fibres(jets)]
            for alpha in chetaev_forms(self.system)
        ]
        if not rows:
            return tuple(self._frame)
        fields = (linear.combination(k, self._frame, 0 * self.field) for k in linear.kernel(rows))
        return tuple(simplifying_factor(Y) * Y for Y in fields)

    # --- what is decided ------------------------------------------------------------------

    @cached_property
    def is_admissible(self) -> Check:
        """φ_i∘σ = 0."""
        values = self.section.pull(list(self.system.constraints))
        return judged(
            "the velocities obey the constraints",
            lambda: [f == 0 for f in values] or 0 * self.form == 0,
        )

    @cached_property
    def is_solution(self) -> Check:
        """dγ(X, Y) = (σ^*F)(Y) for displacements Y."""
        left, force = interior(self.field, d(self.form)), self.section.pull(self.system.force)
        return judged(
            "the equation of Hamilton and Jacobi holds along the displacements",
            lambda: [left(Y) == force(Y) for Y in self.displacements] or 0 * self.form == 0,
        )

    @cached_property
    def is_closed(self) -> Check:
        """dγ(Y, Z) = 0 for displacements."""
        change = d(self.form)
        pairs = list(combinations(self.displacements, 2))
        return judged(
            "d gamma vanishes on displacements",
            lambda: [change(Y, Z) == 0 for Y, Z in pairs] or 0 * self.form == 0,
        )

    @cached_property
    def is_invariant(self) -> Check:
        """Γ is σ-related to X: the integral curves of X are lifted to motions."""
        Γ, pull = self.dynamics.regular.field, self.section.pull
        return judged(
            "integral curves of the field are lifted to motions",
            lambda: [
                self.field(pull(f)) == pull(Γ(f)) for f in self.system.evolution_space.velocities
            ],
        )

    @cached_property
    def holds(self) -> bool | None:
        """Whether it is a solution; None if that is not decided."""
        answers = [c.holds for c in (self.is_admissible, self.is_solution, self.is_invariant)]
        return False if False in answers else None if None in answers else True

    @cached_property
    def is_complete(self) -> bool:
        """Whether the constants are as many as N has velocities, and independent there."""
        frame = self._constant_frame
        velocities = self.section.pull(list(self.system.evolution_space.velocities))
        count = len(self.displacements)
        if len(frame) != count:
            return False
        return not count or linear.rank([[A(v) for v in velocities] for A in frame]) == count

    @cached_property
    def is_separated(self) -> bool:
        """Whether γ is a sum of forms in one coordinate each: ``W(γ(Z)) = 0`` for W ≠ Z."""
        return all(
            vanishes(W(self.form(Z))) for W in self._frame for Z in self._frame if W is not Z
        )

    @cached_property
    def energy(self) -> Form:
        """The energy of the velocities, on E × C."""
        return self.section.pull(EnergyBalance(self.dynamics).energy).expanded()

    @cached_property
    def quadratures(self) -> tuple[tuple[Form, tuple[Term, ...]], ...]:
        """For each constant c the terms of ``∂S/∂c``, S = ∫γ, which is constant on motions.

        A term is a field W of the frame of E, the function ``∂γ(W)/∂c``, and an antiderivative
        along W, if it is elementary and found. None unless γ is separated and closed.
        """
        if self.system.constraints or not (self.is_separated and self.is_closed.holds):
            return ()
        flow = self.above.lift(self.system.configuration_space.frame[0])
        found = []
        for c, lifted in zip(self.constants, self._constant_frame, strict=True):
            parts = ((W, lifted(self.form(W)).expanded()) for W in (flow, *self._frame))
            terms = ((W, f, antiderivative(f, W)) for W, f in parts if not vanishes(f))
            found.append((c, tuple(terms)))
        return tuple(found)

    @property
    def _constant_frame(self) -> list[VectorForm]:
        return [self.above.lift(A) for A in self.above.factors[1].frame]

    # --- showing it ------------------------------------------------------------------------

    @property
    def conclusion(self) -> str:
        """The answer in words."""
        if self.holds is None:
            return f"not decided for gamma = {self._shown}"
        if not self.holds:
            return f"no solution: gamma = {self._shown}"
        kind = "a complete solution" if self.is_complete else "a solution"
        if self.is_closed.holds is False:
            kind += " with d gamma not 0 on displacements"
        return f"{kind}: gamma = {self._shown}"

    @property
    def has_failed(self) -> bool:
        """Whether it was given, and is not verified."""
        return self.origin == "given" and not self.holds

    @property
    def _shown(self) -> str:
        return self.form.expanded().readable()

    def checks(self) -> tuple[Check, ...]:
        """All statements, with their verdicts."""
        return self.is_admissible, self.is_solution, self.is_closed, self.is_invariant

    def report(self) -> str:
        """The field on E, γ, and the verdicts, as readable lines."""
        names = ", ".join(map(str, self.constants)) or "none"
        lines = [
            f"{one_line(self.system.name)}: equation of Hamilton and Jacobi",
            f"  {self.origin}; constants: {names}",
            f"  X = {self.field}",
            f"  gamma = {self._shown}",
            f"  energy = {written(self.energy)}",
        ]
        if self.holds and self.is_complete:
            lines.append("The solution is complete: its constants are independent first integrals.")
        if self.holds and self.quadratures:
            lines.append("gamma is a sum of forms in one coordinate each; constant on motions are")
            lines += [f"  dS/d{c} = {_written(terms)}" for c, terms in self.quadratures]
        return "\n".join([*lines, "Checks", *(f"  {answer}" for answer in self.checks())])

    def to_dict(self) -> Data:
        """Everything as data for JSON; formulas are strings that SymPy can parse."""
        velocities = self.section.pull(list(self.system.evolution_space.velocities))
        return {
            "system": self.system.name,
            "theory": self.dynamics.theory.name,
            "origin": self.origin,
            "constants": [str(c) for c in self.constants],
            "velocities": [str(v) for v in velocities],
            "form": str(self.form),
            "energy": str(self.energy),
            "solution": self.holds,
            "complete": self.is_complete,
            "closed": self.is_closed.holds,
            "separated": self.is_separated,
            "conclusion": self.conclusion,
            "checks": [answer.to_dict() for answer in self.checks()],
        }

    def named_formulas(self) -> Formulas:
        """The field and γ, by their names in LaTeX."""
        return {"X": self.field, r"\gamma": self.form}


def _written(terms: Sequence[Term]) -> str:
    """A sum of antiderivatives, or of integrals along fields."""
    return " + ".join(
        f"integral({written(f)}, {W})" if F is None else f"({written(F)})" for W, f, F in terms
    )
