"""Whether a constrained motion has an invariant volume.

The constraint set N carries the volume μ of the kinetic energy (`mechanics.analysis.divergences`).
The motion Γ has a divergence, ``L_Γ μ = σ μ``, and e^f μ is invariant if and only if ``Γ(f) = -σ``.

For affine constraints, and σ affine in the velocities, ``σ = -⟨ϑ, v⟩`` on the distribution D of the
admissible velocities (`AdmissibleVelocities`). A basic density, one that depends on configurations
only, has X(f) = ϑ(X) for X in D; so it exists, near the generic point, if and only if ϑ + ρ is
closed for some ρ in the annihilator of D. That is decided by brackets (`PrescribedDerivatives`). If
the motion does not depend on time the volume must not either: f is given along ∂_t as well.

Where the motion is autonomous and homogeneous (constraints linear in the velocities, kinetic energy
only) there is no loss in basic densities: let e^f be smooth near the velocities 0. As Γ raises the
degree in the velocities by one and σ has degree 1, the part of degree 1 of Γ(f) = -σ says
that f on the velocities 0, pulled back to N, is a basic solution.

Sources: Y. N. Fedorov, L. C. García-Naranjo, J. C. Marrero, Unimodularity and preservation of
volumes in nonholonomic mechanics, J. Nonlinear Science 25 (2015); W. Clark, A. Bloch, Existence of
invariant volumes in nonholonomic systems subject to nonlinear constraints, J. Geom. Mechanics 15
(2023).
"""

from __future__ import annotations

from functools import cached_property, partial
from typing import TYPE_CHECKING

from diffgeo import bracket
from diffgeo.calculus import linear_algebra as linear
from diffgeo.errors import DiffGeoError, LimitExceeded
from mechanics.analysis.answers import AnswerOnMotion
from mechanics.analysis.densities import Density, density_with_slope
from mechanics.analysis.density_search import DensitySearch
from mechanics.analysis.divergences import Divergence
from mechanics.analysis.energy import EnergyBalance
from mechanics.analysis.noether import written
from mechanics.analysis.prescribed_derivatives import (
    PrescribedDerivatives,
    is_written,
    simplest,
    unless,
    where_all_vanish,
)
from mechanics.model.angles import Angles, Periodicity
from mechanics.model.plain_answers import vanishes
from mechanics.theories.checks import Check, judged
from mechanics.theories.equality_on_constraints import PlaceOfStates
from mechanics.wording import Formulas, one_line

if TYPE_CHECKING:
    from diffgeo import Form, VectorForm
    from mechanics.output_files import Data
    from mechanics.theories.dynamics import Dynamics


class InvariantVolume(AnswerOnMotion):
    """Whether a constrained motion has an invariant volume; `System.invariant_volume` makes it.

    Parameters
    ----------
    dynamics
        The motion.

    Raises
    ------
    NotApplicable
        A constraint is not affine in the velocities.

    Examples
    --------
    >>> from mechanics import load
    >>> print(load("nonholonomic-particle").invariant_volume())
    an invariant volume: (y**2 + 1)**(1/2) dt dx dy dz dxdot dydot
    >>> sleigh = load("chaplygin-sleigh").invariant_volume()
    >>> print(sleigh.has_basic_density.holds, sleigh.chart_density)
    False (sin(theta))**(-1)*thetadot**(-1)
    """

    def __init__(self, dynamics: Dynamics) -> None:
        super().__init__(dynamics, None)

    # --- the divergence -------------------------------------------------------------------

    @cached_property
    def divergences(self) -> Divergence:
        """The divergence for the volume of a chart and for that of the kinetic energy."""
        return Divergence(self.motion, self.velocities)

    @property
    def kinetic_density(self) -> Density:
        """The density of μ for the chart of N."""
        return self.divergences.kinetic_density

    @property
    def divergence(self) -> Form:
        """σ on N with ``L_Γ μ = σ μ``."""
        return self.divergences.kinetic

    # --- what is decided ------------------------------------------------------------------

    @cached_property
    def is_autonomous(self) -> bool:
        """Whether Γ does not depend on time."""
        flow, *_ = self.velocities.space.frame
        return vanishes(bracket(flow, self.motion))

    @cached_property
    def is_kinetic(self) -> Check:
        """Γ - ∂_t is homogeneous of degree 2 in the velocities, and σ of degree 1."""
        flow, *_ = self.velocities.space.frame
        place = self.system.constraint_set

        def parts() -> list[object]:
            Delta = place.restrict(EnergyBalance(self.dynamics).relative_velocity)
            return [
                bracket(Delta, self.motion) == self.motion - flow,
                Delta(self.divergence) == self.divergence,
            ]

        return judged("the motion is that of a kinetic energy", parts)  # type: ignore[arg-type]

    @cached_property
    def preserves_kinetic_volume(self) -> Check:
        """σ = 0: the volume of the kinetic energy is invariant."""
        name = "the volume of the kinetic energy is invariant"
        return judged(name, lambda: self.divergence == 0)

    @cached_property
    def _is_kinetic_volume(self) -> bool:
        """Whether the volume of the kinetic energy serves: where Γ is autonomous it is, too."""
        if not self.preserves_kinetic_volume.holds:
            return False
        flow, *_ = self.velocities.space.frame
        return not self.is_autonomous or vanishes(self.kinetic_density.rate(flow))

    @property
    def equations(self) -> PrescribedDerivatives | None:
        """What f of a basic density is along D; None if σ is not affine in the velocities.

        None also where that is too large to be decided.
        """
        found = self._equations
        return None if isinstance(found, DiffGeoError) else found

    @cached_property
    def _equations(self) -> PrescribedDerivatives | DiffGeoError | None:
        try:
            return self._prescribed()
        except LimitExceeded:
            raise
        except DiffGeoError as error:
            return error

    def _prescribed(self) -> PrescribedDerivatives | None:
        D = self.velocities
        if not D.is_affine(self.divergence):
            return None
        fields, values = list(D.fields), [-g for g in D.values(self.divergence)]
        if self.is_autonomous:
            flow, *_ = self.system.configuration_space.frame
            above, *_ = D.space.frame
            values.append(-D.values(self.kinetic_density.rate(above))[0])
            fields.append(flow)
        return PrescribedDerivatives(fields, values)

    @cached_property
    def has_basic_density(self) -> Check:
        """Whether there is an invariant volume with a density on E, near the generic point."""
        name = "there is a basic density"
        if self._is_kinetic_volume:
            return judged(name, lambda: self.divergence == 0)
        found = self._equations
        if isinstance(found, DiffGeoError):
            return Check(name, None, str(found))
        if found is None:
            return judged(
                f"{name}: the divergence is affine in the velocities",
                lambda: [f == 0 for f in self._curvature],
            )
        return judged(name, lambda: found.verdict)

    @cached_property
    def exceptions(self) -> str | None:  # type: ignore[override]
        """Parameters outside of which there is none, see `PrescribedDerivatives.exceptions`."""
        if self.has_basic_density.holds is None:
            return None
        if self.equations is None:
            return where_all_vanish(simplest(self._curvature))
        return self.equations.exceptions

    @property
    def _curvature(self) -> list[Form]:
        """The second derivatives of σ by velocities, which are 0 if there is a basic density."""
        return [v(w(self.divergence)) for v in self._vertical for w in self._vertical]

    # --- densities in formulas -------------------------------------------------------------

    @cached_property
    def density(self) -> Density | None:
        """A density for μ with ``Γ(log ρ) = -σ``, if one was found.

        Its factors are those of the equations and of the accelerations; a basic one is preferred,
        and integrated where it has no such factors.
        """
        if self._is_kinetic_volume:
            return Density((), 0 * self.divergence)
        found = self._product
        slope = None if self.equations is None else self.equations.differential
        if found is None and self.has_basic_density.holds is False:
            return self._search.of_one_factor
        if found is not None or slope is None:
            return found
        above = density_with_slope(slope)
        up = self.velocities.projection.pull
        return None if above is None else Density((), up(above.exponent))

    @cached_property
    def _search(self) -> DensitySearch:
        return DensitySearch(self)

    @cached_property
    def _product(self) -> Density | None:
        return self._search.product(self.divergence)

    @cached_property
    def chart_density(self) -> Density | None:
        """The same volume by its density for the coordinates of N."""
        if self.density is None:
            return None
        # Where no product of known factors serves for one volume, none does for the other.
        found = None if self._product is None else self._search.product(self.divergences.in_chart)
        return found or self.density * self.kinetic_density

    @cached_property
    def is_basic(self) -> bool:
        """Whether the density that was found depends on configurations only."""
        return self.density is not None and all(
            vanishes(self.density.rate(V)) for V in self._vertical
        )

    @cached_property
    def periodicity(self) -> Periodicity | None:
        """Whether the density that was found is a function on the manifold, or only a local one."""
        if self._is_kinetic_volume:
            return Periodicity(True, (), ())  # as L is
        if self.chart_density is None:
            return None
        return Angles(self.system).periodicity(self.chart_density.function)

    @cached_property
    def is_invariant(self) -> Check:
        """The density that was found, once more: ``Γ(log ρ) + σ = 0``."""
        density = self.density
        if density is None:
            return Check("the volume is invariant", None, "no density was found in formulas")
        return judged(
            "the volume is invariant", lambda: density.rate(self.motion) + self.divergence == 0
        )

    @cached_property
    def is_kept_at_walls(self) -> tuple[Check, ...]:
        """``J^*(i_Γ ω) = i_Γ ω`` on each wall h = 0 of the motion: as much leaves it as arrives.

        J is over the identity of E. So for a density on E that is ``(J^*Γ(h)) det J = Γ(h)``, with
        the determinant along the fibres of N.
        """
        found, restrict = [], self.system.constraint_set.restrict
        for jump in self.dynamics.jumps:
            statement = f"the volume is kept at {jump.name}"
            if not self.is_basic:
                why = "no density on the configurations was found"
                found.append(Check(statement, None, why))
                continue
            h = jump.above(self.dynamics)
            arriving = self.dynamics.regular.field(h)
            after = [restrict(jump.map.pull(u)) for u in self.velocities.speeds]
            det = linear.determinant([[V(u) for V in self._vertical] for u in after])
            leaving = restrict(jump.map.pull(arriving)) * det
            place = PlaceOfStates(self.velocities.space, [restrict(h)])
            found.append(judged(statement, partial(place.same, leaving, restrict(arriving))))
        return tuple(found)

    @cached_property
    def _vertical(self) -> tuple[VectorForm, ...]:
        return self.velocities.vertical

    # --- showing it ------------------------------------------------------------------------

    @property
    def conclusion(self) -> str:
        """The answer in words."""
        walls = [check for check in self.is_kept_at_walls if not check.holds]
        words = {False: "it is false that", None: "it is not decided whether"}
        return self._between_walls + "".join(f"; {words[c.holds]} {c.statement}" for c in walls)

    @property
    def _between_walls(self) -> str:
        if self.has_basic_density.holds:
            if self.chart_density is None:
                slope = None if self.equations is None else self.equations.differential
                known = "" if slope is None else f" is e^f times the kinetic one, df = {slope}; f"
                return f"an invariant volume: its density{known} was not found in formulas"
            return f"an invariant volume: {self._volume}"
        if self.has_basic_density.holds is None:
            return f"not decided: {self.has_basic_density.reason}"
        kind = "none whose density depends on the configuration only"
        if self.is_kinetic.holds:
            kind = "none whose density is smooth where the velocities are 0"
        kind += unless(self.exceptions, self.system)
        if self.density is not None:
            where = "away from there" if self.is_kinetic.holds else "of velocities, too,"
            kind += f"; {where} an invariant volume: {self._volume}"
        return kind

    @property
    def _volume(self) -> str:
        if self._is_kinetic_volume and not all(
            is_written(p) for p, _ in self.kinetic_density.factors
        ):
            return "that of the kinetic energy"
        shown = f"{self.chart_density} {self._frame}"
        return f"{shown} ({self.periodicity})" if str(self.periodicity or "") else shown

    @property
    def _frame(self) -> str:
        return " ".join(f"d{x}" for x in self.velocities.space.coordinates)

    def checks(self) -> tuple[Check, ...]:
        """All statements, with their verdicts."""
        return (
            self.preserves_kinetic_volume,
            self.has_basic_density,
            self.is_kinetic,
            *([self.is_invariant] if self.density is not None else []),
            *self.is_kept_at_walls,
        )

    def report(self) -> str:
        """The divergence, what was decided of it, and the volume, as readable lines."""
        reference = f"{self.kinetic_density} {self._frame}"
        lines = [
            f"{one_line(self.system.name)}: invariant volume",
            f"  of the kinetic energy: {reference}",
            f"  divergence of the motion: {self._divergence_in_words}",
            *self._obstruction,
            *self._searched,
            "Checks",
            *(f"  {answer}" for answer in self.checks()),
            *self.case_lines(),
            f"There is {self.conclusion}" if self.has_basic_density.holds else
            f"Answer: {self.conclusion}",
        ]  # fmt: skip
        return "\n".join(lines)

    @property
    def _obstruction(self) -> list[str]:
        found = self.equations
        if found is None or found.obstruction is None:
            return []
        function, X = found.obstructions[0]
        return [
            "Obstruction",
            f"  two values of X(log ρ), X = {X.summary(120)}, differ by {function.summary(300)}",
        ]

    @property
    def _divergence_in_words(self) -> str:
        if is_written(self.divergence):
            return written(self.divergence)
        return "0" if self.preserves_kinetic_volume.holds else "too large to be written out"

    @property
    def _searched(self) -> list[str]:
        """Which densities that depend on velocities were looked for, if none was found."""
        if self.has_basic_density.holds is not False or self.density is not None:
            return []
        if not is_written(self.divergence):
            return [
                "The divergence is too large for a search of densities that depend on velocities."
            ]
        searched = (f"  {line}" for line in self._search.searched)
        return ["No density that depends on velocities was found among", *searched]

    def to_dict(self) -> Data:
        """Everything as data for JSON; formulas are strings that SymPy can parse."""
        found = self.equations
        obstruction = found.obstruction if found is not None else None
        return {
            "system": self.system.name,
            "theory": self.dynamics.theory.name,
            "coordinates": [str(x) for x in self.velocities.space.coordinates],
            "kinetic_density": str(self.kinetic_density),
            "divergence": self._divergence_in_words,
            "basic": self.has_basic_density.holds,
            "density": None if self.chart_density is None else str(self.chart_density),
            "density_is_basic": self.is_basic,
            "periodicity": None if self.periodicity is None else self.periodicity.to_dict(),
            "searched": self._searched,
            "obstruction": None if obstruction is None else str(obstruction),
            "except": self.exceptions,
            "cases": [case.to_dict() for case in self.cases],
            "conclusion": self.conclusion,
            "checks": [answer.to_dict() for answer in self.checks()],
        }

    def named_formulas(self) -> Formulas:
        """The divergence and the density, by their names in LaTeX."""
        found: Formulas = {r"\sigma": self.divergence}
        if self.chart_density is None:
            return found
        name = r"\rho" if self.periodicity is None else self.periodicity.latex_after(r"\rho")
        return found | {name: self.chart_density}
