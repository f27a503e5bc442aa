"""Dynamical symmetries of a motion and invariant forms: coefficients that depend on velocities.

On the constraint set N with the motion Γ a dynamical symmetry is a field Y with ``[Y, Γ] = 0`` and
dt(Y) = 0: a representative, modulo multiples of Γ, of the fields whose flow sends motions to
motions. Γ(q) = v for positions and their velocities, so that ``Y(v) = Γ(Y(q))``: it is known from
its values on positions, its characteristic. In the second order this is

    ∇∇X + Φ(X) = 0

for X along the projection of J¹π, with the dynamical covariant derivative ∇ and the Jacobi
endomorphism Φ. Point symmetries X are those with the characteristic X - dt(X) Γ.

The dual notion is a 1-form α with ``L_Γ α = 0`` and α(Γ) = 0. Without constraints its part along
the velocities is a solution of the adjoint equation ``∇∇α + Φ^*α = 0``: an adjoint symmetry. If α
is closed it is the differential of a first integral; and without more,

    α(Y) is a first integral,    Γ(α(Y)) = (L_Γ α)(Y) + α([Γ, Y]) = 0.

Y is a Cartan symmetry of L, without constraints and forces, if ``L_Y dΘ_L = 0``: then i_Y dΘ_L is
closed and invariant, and locally the differential of a first integral (Noether's theorem and its
converse).

All of this is linear over the constants, and in a finite space of coefficients it is decided.

Sources: W. Sarlet, F. Cantrijn, Generalizations of Noether's theorem in classical mechanics, SIAM
Review 23 (1981); W. Sarlet, F. Cantrijn, M. Crampin, Pseudo-symmetries, Noether's theorem and the
adjoint equation, J. Phys. A 20 (1987).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING

from diffgeo import Form, VectorForm, bracket, d, interior, lie
from diffgeo.calculus import linear_algebra as linear
from mechanics.analysis.ansatz import polynomials_on
from mechanics.analysis.answers import AnswerOnMotion
from mechanics.analysis.local_potentials import local_potential
from mechanics.analysis.noether import written
from mechanics.analysis.prescribed_derivatives import where_more
from mechanics.model.coefficient_functions import configuration_functions
from mechanics.model.lagrangian import cartan_form
from mechanics.model.plain_answers import vanishes
from mechanics.theories.checks import Check, judged
from mechanics.wording import Formulas, one_line

if TYPE_CHECKING:
    from diffgeo import Identity
    from diffgeo.calculus import FunctionLike
    from mechanics.output_files import Data
    from mechanics.theories.dynamics import Dynamics


class DynamicalSymmetries(AnswerOnMotion):
    """Symmetries that depend on velocities; `System.dynamical_symmetries` finds them.

    Parameters
    ----------
    dynamics
        The motion.
    degree
        Highest degree in the velocities of the characteristics, and of the components of forms.
    order, functions, extra
        The coefficients of these polynomials, as for `System.symmetries`.

    Attributes
    ----------
    coefficients : list of Form
        A basis of the functions, on the constraint set.

    Raises
    ------
    NotApplicable
        A constraint is not affine in the velocities, or the motion jumps at walls.

    Examples
    --------
    >>> from mechanics import System
    >>> kepler = System(coordinates="x y",
    ...                 lagrangian="(xdot**2 + ydot**2)/2 + 1/sqrt(x**2 + y**2)")
    >>> found = kepler.dynamical_symmetries(1, functions=["1", "x", "y"])
    >>> print(len(found.symmetries), len(found.cartan))
    4 4
    """

    def __init__(
        self,
        dynamics: Dynamics,
        degree: int = 1,
        order: int = 1,
        *,
        functions: Sequence[FunctionLike] | None = None,
        extra: Sequence[FunctionLike] = (),
    ) -> None:
        super().__init__(
            dynamics, "what is kept between walls is no symmetry of the motion",
            degree=degree, order=order, functions=functions, extra=extra,
        )  # fmt: skip
        self.degree = degree
        given = configuration_functions(self.system, order, functions, extra, timed=True)
        self.coefficients = polynomials_on(self.velocities, degree, given)

    @cached_property
    def exceptions(self) -> str | None:  # type: ignore[override]
        """Parameters outside of which these are all; "never" if they always are."""
        _ = self.closed, self.cartan
        return where_more(self._relations)

    # --- what is found -------------------------------------------------------------------------

    @cached_property
    def symmetries(self) -> list[VectorForm]:
        """A basis of the fields Y on N with ``[Y, Γ] = 0``, dt(Y) = 0."""
        return linear.constant_solutions(self._fields, self._change, self._relations)

    @cached_property
    def _fields(self) -> list[VectorForm]:
        """The fields with given characteristics; a velocity changes as its position does."""
        restrict, jets = self.system.constraint_set.restrict, self.system.evolution_space
        fibres = [
            (V, restrict(u))
            for V, u in zip(self.velocities.vertical, self.velocities.speeds, strict=True)
        ]
        found = []
        for X, v in zip(self._horizontal, map(restrict, jets.velocities), strict=True):
            lifts = [V for V, u in fibres if vanishes(u - v)]
            for g in self.coefficients:
                rate = self.motion(g)
                found.append(sum((rate * V for V in lifts), start=g * X))
        return found

    @property
    def _horizontal(self) -> list[VectorForm]:
        _, *frame = self.velocities.space.frame
        return frame[: len(self.system.evolution_space.positions)]

    def _change(self, Y: VectorForm) -> list[Form]:
        Z = bracket(Y, self.motion)
        return [Z(x) for x in self.velocities.space.coordinates]

    @cached_property
    def forms(self) -> list[Form]:
        """A basis of the 1-forms α on N with ``L_Γ α = 0``, α(Γ) = 0."""
        N, Γ = self.velocities.space, self.motion
        time, *others = N.coordinates
        moving = [d(x) - Γ(x) * d(time) for x in others]
        candidates = [g * theta for theta in moving for g in self.coefficients]
        return linear.constant_solutions(
            candidates, lambda alpha: [lie(Γ, alpha)(X) for X in N.frame], self._relations
        )

    @cached_property
    def closed(self) -> list[Form]:
        """A basis of those that are closed: differentials of first integrals."""
        frame = self.velocities.space.frame
        return linear.constant_solutions(
            self.forms,
            lambda alpha: [d(alpha)(X, Y) for X in frame for Y in frame],
            self._relations,
        )

    @cached_property
    def potentials(self) -> list[Form | None]:
        """First integrals f with ``df = α`` for the closed ones; None where none was found."""
        return list(map(local_potential, self.closed))

    @cached_property
    def cartan(self) -> list[VectorForm] | None:
        """A basis of the Cartan symmetries of L; None under constraints or forces."""
        if self._poincare is None:
            return None
        omega, frame = self._poincare, self.velocities.space.frame
        return linear.constant_solutions(
            self.symmetries,
            lambda Y: [lie(Y, omega)(X, Z) for X in frame for Z in frame],
            self._relations,
        )

    @cached_property
    def _poincare(self) -> Form | None:
        """dΘ_L on N, where i_Γ dΘ_L = 0."""
        system = self.system
        if system.constraints or not vanishes(system.force):
            return None
        theta = cartan_form(system.lagrangian, system.evolution_space)
        form: Form = system.constraint_set.restrict(d(theta))
        return form

    @cached_property
    def integrals(self) -> list[Form]:
        """The first integrals α(Y) of all pairs, and potentials; those that are independent.

        α also is i_Z dΘ_L for symmetries Z, where that is invariant.
        """
        forms = list(self.forms)
        if self._poincare is not None:
            forms += [interior(Z, self._poincare) for Z in self.symmetries]
        found = [alpha(Y).expanded() for alpha in forms for Y in self.symmetries]
        found += [f for f in self.potentials if f is not None]
        return self._independent(sorted(found, key=lambda f: len(str(f))))

    # --- showing it ----------------------------------------------------------------------------

    def checks(self) -> tuple[Check, ...]:
        """Each field, each form and each integral, once more."""
        Γ = self.motion

        def invariant(thing: VectorForm | Form) -> Identity:
            return lie(Γ, thing) == 0 * thing

        kinds = (
            ("is a symmetry", self.symmetries),
            ("is invariant", self.forms),
            ("is a first integral", self.integrals),
        )
        return tuple(
            judged(f"{thing.summary(60)} {kind}", partial(invariant, thing))
            for kind, things in kinds
            for thing in things
        )

    @property
    def space(self) -> str:
        """What was searched, in words."""
        return (
            f"characteristics and forms with {len(self.coefficients)} functions as coefficients, "
            f"of degree at most {self.degree} in the velocities: "
            + ", ".join(map(written, self.coefficients))
        )

    @property
    def conclusion(self) -> str:
        """The answer in words."""
        cartan = "" if self.cartan is None else f" ({len(self.cartan)} Cartan symmetries)"
        shown = ", ".join(map(written, self.integrals)) or "none"
        return (
            f"{len(self.symmetries)} dynamical symmetries{cartan} and {len(self.forms)} invariant "
            f"forms ({len(self.closed)} closed) in this space; first integrals by them: {shown}"
        )

    def report(self) -> str:
        """What was searched and found, as readable lines."""
        rows = (
            ("Dynamical symmetries", "Y", self.symmetries),
            ("Cartan symmetries among them", "C", self.cartan or []),
            ("Invariant forms", "α", self.forms),
            ("First integrals α(Y), and f with df = α", "f", self.integrals),
        )
        lines = [f"{one_line(self.system.name)}: dynamical symmetries", "Searched"]
        lines.append(f"  {self.space}")
        for title, letter, things in rows:
            if things is rows[1][2] and self.cartan is None:
                continue
            lines.append(f"{title}: {len(things) or 'none in this space'}")
            lines += [f"  {letter}_{k} = {x.summary(300)}" for k, x in enumerate(things, 1)]
            if things is self.forms:
                pairs = zip(self.closed, self.potentials, strict=True)
                known = ((f, alpha) for alpha, f in pairs if f is not None)
                lines += [f"  d({written(f)}) = {alpha.summary(300)}" for f, alpha in known]
        lines += ["Checks", *(f"  {answer}" for answer in self.checks())]
        lines.append(
            f"These are all in the space that was searched{self.extent}; "
            "others outside of it are possible."
        )
        return "\n".join([*lines, f"Answer: {self.conclusion}"])

    def to_dict(self) -> Data:
        """Everything as data for JSON; formulas are strings that SymPy can parse."""
        return {
            "system": self.system.name,
            "theory": self.dynamics.theory.name,
            "searched": [str(f) for f in self.coefficients],
            "symmetries": [str(Y) for Y in self.symmetries],
            "cartan": None if self.cartan is None else [str(Y) for Y in self.cartan],
            "forms": [str(alpha) for alpha in self.forms],
            "closed": [str(alpha) for alpha in self.closed],
            "potentials": [None if f is None else str(f) for f in self.potentials],
            "integrals": [str(f) for f in self.integrals],
            "except": self.exceptions,
            "conclusion": self.conclusion,
            "checks": [answer.to_dict() for answer in self.checks()],
        }

    def named_formulas(self) -> Formulas:
        """The fields, the forms and the first integrals, by their names in LaTeX."""
        kinds = (("Y", self.symmetries), (r"\alpha", self.forms), ("f", self.integrals))
        return {
            f"{letter}_{{{k}}}": thing
            for letter, things in kinds
            for k, thing in enumerate(things, 1)
        }
