"""First integrals that are polynomials in the velocities: all of a finite space of functions.

The space is spanned by the products of functions on E, listed in the result, with monomials of
degree at most 1 or 2 in the velocities, by the momenta ∂L/∂v, by the energy, and by all functions
on E. A function F of it is a first integral if Γ(F) = 0 on the constraint set; that is a linear
system for its coefficients over the functions of the parameters, solved exactly by
`diffgeo.calculus.linear_algebra.constant_relations`. The part on E is not searched but integrated:
it exists if and only if Γ of the others is affine in the velocities and obeys
`IntegrabilityConditions`, as in the conditions of Bertrand and Darboux. Every answer is then
checked once more, by itself, with the zero test, for its representative on J¹π.

What is said, and what not: within the space the answer is complete, for generic values of the
parameters; the special values for which there are more are cases of the answer. First integrals
outside of the space are not found: others may exist, and nothing is said about them. The space
depends on coordinates; whether a given function is a first integral does not.

Source: Hietarinta, Direct methods for the search of the second invariant, Physics Reports 147
(1987).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, Any

from diffgeo import Form
from diffgeo.calculus import FunctionLike
from diffgeo.calculus import linear_algebra as linear
from diffgeo.errors import DegreeMismatch, TooLarge, Unexpanded
from mechanics.analysis.ansatz import Ansatz, Candidate
from mechanics.analysis.answers import Answer, Case
from mechanics.analysis.found_integral import FirstIntegral
from mechanics.analysis.noether import written
from mechanics.analysis.prescribed_derivatives import where_more
from mechanics.model.angles import Angles
from mechanics.model.coefficient_functions import coefficient_functions
from mechanics.theories.checks import Check, judged
from mechanics.theories.registry import derive
from mechanics.wording import Formulas, one_line, shorten

if TYPE_CHECKING:
    from diffgeo import Map
    from mechanics.model.systems import System
    from mechanics.output_files import Data
    from mechanics.theories.dynamics import Dynamics
    from mechanics.theories.registry import Theory

DEGREES = (1, 2)
#: By default coefficients are of order 2 if no more functions than this span the space.
FEW = 400
WIDER = 4


@dataclass(frozen=True, eq=False, repr=False)
class FirstIntegrals(Answer):
    """The first integrals of a system in a finite space of functions.

    Attributes
    ----------
    system : System
    theory : str
        The theory that makes the motion.
    degree : int
        Highest degree in the velocities.
    functions : tuple of Form
        The functions on E that were allowed as coefficients.
    size : int
        How many functions span the space; their restrictions to the constraint set may be fewer.
    dimension : int
        The dimension of the space on the constraint set.
    linear : tuple of FirstIntegral
        A basis of those of degree at most 1, modulo constants and functions that vanish on
        the constraint set.
    products : int
        The dimension of what products of two of them and themselves span.
    quadratic : tuple of FirstIntegral
        Those of degree 2 that complete a basis.
    inclusion : Map
        A parametrisation of the constraint set.
    between_walls : tuple of FirstIntegral
        Those that change at a wall which is solved for no position: what combinations of them it
        keeps was not searched.
    order : int or None
        The order of the coefficients; None if they were given.
    without_formula : int
        So many others need a function of the configuration that was not found in formulas, or is
        not determined.
    potentials : bool
        Whether functions of the configuration were integrated.
    momenta : bool
        Whether L is quadratic in the velocities, so that momenta and energy are in the space.

    Examples
    --------
    >>> from mechanics import load
    >>> print(load("nonholonomic-particle").first_integrals(degree=1))
    first integrals: ydot, z*ydot - y*zdot - xdot
    """

    system: System
    theory: str
    degree: int
    functions: tuple[Form, ...]
    size: int
    dimension: int
    linear: tuple[FirstIntegral, ...]
    products: int
    quadratic: tuple[FirstIntegral, ...]
    inclusion: Map
    between_walls: tuple[FirstIntegral, ...] = ()
    order: int | None = None
    without_formula: int = 0
    potentials: bool = True
    momenta: bool = True
    _relations: Sequence[Sequence[Form]] = ()
    _settings: Mapping[str, Any] = field(default_factory=dict)

    def again(self, system: System) -> FirstIntegrals:
        """The answer for another system."""
        return search(system, self.degree, theory=self.theory, **self._settings)

    @cached_property
    def exceptions(self) -> str | None:  # type: ignore[override]
        """Parameters outside of which these are all; "never" if they always are."""
        return where_more(self._relations)

    @cached_property
    def cases(self) -> tuple[Case, ...]:
        """The answers for special parameters for which there are others than for generic ones."""
        return tuple(c for c in super().cases if c.answer is None or self._differs(c.answer))

    def _differs(self, other: Answer) -> bool:
        assert isinstance(other, FirstIntegrals)
        sizes = [[len(x.linear), x.products, len(x.quadratic)] for x in (self, other)]
        return sizes[0] != sizes[1]

    @property
    def integrals(self) -> tuple[FirstIntegral, ...]:
        """All that were found; products of others are left out."""
        return (*self.linear, *self.quadratic)

    @cached_property
    def rank(self) -> int:
        """How many of them are functionally independent at the generic point of the set.

        The rank of their differentials there.
        """
        restricted = [self.inclusion.pull(i.function) for i in self.integrals]
        if not restricted:
            return 0
        return linear.rank([[X(f) for X in f.space.frame] for f in restricted])

    def checks(self) -> tuple[Check, ...]:
        """The verdict on every first integral."""
        return tuple(i.check for i in self.integrals)

    @property
    def space(self) -> str:
        """Which functions were searched, in words."""
        names = ", ".join(written(f) for f in self.functions)
        extra = ["the momenta"] if self.momenta else []
        extra += ["the energy"] if self.momenta and self.degree > 1 else []
        extra += ["functions of the configuration"] if self.potentials else []
        which = "" if self.order is None else f" of order {self.order}"
        return (
            f"polynomials of degree at most {self.degree} in the velocities, with coefficients"
            f"{which} that are combinations of {names}{''.join(f', and {what}' for what in extra)}"
        )

    def report(self) -> str:
        """The first integrals with their verdicts, and what was searched."""
        where = " on the constraint set" if self.system.constraints else ""
        lines = [f"{one_line(self.system.name)}: first integrals{where}", "Searched"]
        lines += [f"  {self.space}"]
        lines += [f"  {self.size} functions, of which {self.dimension} are independent on the set"]
        lines += ["Found (of degree 1)" if self.linear else "Found: none of degree 1"]
        lines += _lines(self.linear)
        if self.degree == 2 and self.products > len(self.linear):
            lines += [f"  and {self.products - len(self.linear)} products of these"]
        if self.degree == 2:
            found = "Found (of degree 2, no products of the others)"
            lines += [found if self.quadratic else "Found: no others of degree 2"]
            lines += _lines(self.quadratic)
        if self.between_walls:
            lines += [
                "Between walls only; whether walls keep combinations of these is not searched"
            ]
            lines += _lines(self.between_walls)
        if self.without_formula:
            lines += [
                f"Besides them, at most {self.without_formula} need a function of the "
                "configuration that was not found."
            ]
        if self.integrals:
            verb = "is" if self.rank == 1 else "are"
            lines += [f"{self.rank} of them {verb} functionally independent."]
        lines += [
            *self.case_lines(),
            f"These are all in the space that was searched{self.extent}; others outside of it are "
            "possible.",
        ]
        return "\n".join(lines)

    def to_dict(self) -> Data:
        """Everything as data for JSON; formulas are strings that SymPy can parse."""
        return {
            "system": self.system.name,
            "theory": self.theory,
            "degree": self.degree,
            "searched": {
                "order": self.order,
                "coefficients": [str(f) for f in self.functions],
                "functions": self.size,
                "independent": self.dimension,
                "complete": f"in this space{self.extent}",
            },
            "except": self.exceptions,
            "cases": [case.to_dict() for case in self.cases],
            "conclusion": self.conclusion,
            "linear": [i.to_dict() for i in self.linear],
            "products": self.products - len(self.linear),
            "quadratic": [i.to_dict() for i in self.quadratic],
            "without_formula": self.without_formula,
            "between_walls": [i.to_dict() for i in self.between_walls],
            "functionally_independent": self.rank,
        }

    def named_formulas(self) -> Formulas:
        """The first integrals, by their names in LaTeX."""
        return {
            i.periodicity.latex_after(f"f_{{{k}}}"): i.function
            for k, i in enumerate(self.integrals, 1)
        }

    @property
    def conclusion(self) -> str:
        """The answer in words."""
        found = (i.periodicity.after(str(i)) for i in self.integrals)
        return "first integrals: " + (", ".join(found) or "none in this space")

    def __repr__(self) -> str:
        return f"<FirstIntegrals of {self.system.name}: {len(self.integrals)}>"


def search(
    system: System,
    degree: int = 2,
    *,
    order: int | None = None,
    functions: Sequence[FunctionLike] | None = None,
    extra: Sequence[FunctionLike] = (),
    potentials: bool = True,
    theory: Theory | str | None = None,
    progress: Callable[[float], None] | None = None,
) -> FirstIntegrals:
    """All first integrals in a finite space of functions, see the module.

    Parameters
    ----------
    degree
        Highest degree in the velocities, 1 or 2.
    order
        Coefficients are monomials of at most this degree in the coordinates that are no angles, in
        the sines, cosines, roots, … of the configuration that the system contains; times at
        most one of its undefined functions. By default 2, and 1 where more than `FEW` functions
        would span the space; `WIDER` where functions of the configuration that complete others are
        not determined, as on the levels of a constraint that is integrable.
    functions
        Functions on E (text, SymPy or `Form`) instead of these monomials.
    extra
        Functions on E besides them.
    potentials
        Let the part on E be integrated, whatever function it is; otherwise it is a combination of
        the same functions, too.
    theory
        The theory that makes the motion.
    progress
        Told the share of the work that is done.

    Raises
    ------
    DegreeMismatch
        The degree is neither 1 nor 2, or the order is negative.
    NotApplicable
        A constraint is of degree one or two in no velocity: its set is not parametrised.
    BadSystem
        The space is too large.
    Unexpanded, TooLarge
        The accelerations are too large to be written out.

    Examples
    --------
    >>> from mechanics import load
    >>> print(load("nonholonomic-particle").first_integrals())
    first integrals: ydot, z*ydot - y*zdot - xdot, (xdot**2 + ydot**2 + zdot**2)/2
    >>> print(load("nonholonomic-particle").first_integrals(1, extra=["sqrt(1 + y**2)"]))
    first integrals: ydot, z*ydot - y*zdot - xdot, xdot*sqrt(y**2 + 1)
    """
    if degree not in DEGREES:
        raise DegreeMismatch(
            f"{system.name}: first integrals are searched among polynomials of degree 1 or 2 in "
            f"the velocities, not {degree!r}"
        )
    dynamics = derive(system, theory)
    settings = {"order": order, "functions": functions, "extra": extra, "potentials": potentials}
    say = progress or (lambda share: None)
    if functions is not None or extra:
        return _by_default(dynamics, degree, settings, say)
    kept, key = system.once(_kept), (dynamics.theory, degree, order, potentials)
    found = kept.get(key) or _by_default(dynamics, degree, settings, say)
    return kept.setdefault(key, found)


def _kept(_: System) -> dict[object, FirstIntegrals]:
    """The answers by their questions, without functions that were given."""
    return {}


def _by_default(
    dynamics: Dynamics, degree: int, settings: Mapping[str, Any], say: Callable[[float], None]
) -> FirstIntegrals:
    """With the order that was given, or the one that serves."""
    if settings["order"] is not None:
        return _searched(dynamics, degree, settings, say, (settings["order"],))
    found = _searched(dynamics, degree, settings, say, (2, 1))
    if settings["functions"] is not None or not found.without_formula:
        return found
    wider = coefficient_functions(dynamics.system, WIDER, None, settings["extra"])
    if Ansatz(dynamics, wider).size(degree) <= FEW:
        with suppress(Unexpanded, TooLarge):
            return _searched(dynamics, degree, settings, say, (WIDER,))
    return found


def _searched(
    dynamics: Dynamics,
    degree: int,
    settings: Mapping[str, Any],
    say: Callable[[float], None],
    orders: Sequence[int],
) -> FirstIntegrals:
    system, functions, potentials = dynamics.system, settings["functions"], settings["potentials"]
    for order in orders:
        coefficients = coefficient_functions(system, order, functions, settings["extra"])
        ansatz = Ansatz(dynamics, coefficients)
        if ansatz.size(degree) <= FEW:
            break
    ansatz.require_small(degree)

    changed: list[FirstIntegral] = []
    angles = Angles(system)

    def checked(found: Sequence[Candidate], degree: int) -> tuple[FirstIntegral, ...]:
        told = [
            FirstIntegral(c.function, degree, _verdict(dynamics, c), angles.periodicity(c.function))
            for c in found
        ]
        kept = [i.check.holds is not False or not dynamics.jumps for i in told]
        changed.extend(i for i, is_kept in zip(told, kept, strict=True) if not is_kept)
        return tuple(i for i, is_kept in zip(told, kept, strict=True) if is_kept)

    candidates = ansatz.candidates(1)
    space = ansatz.independent(candidates)
    lower = _all(ansatz, space, potentials)
    products, upper = lower, []
    say(0.2)
    if degree == 2:
        candidates = ansatz.candidates(2)
        space = ansatz.independent(candidates)
        say(0.5)
        pairs = [a * b for a, b in combinations_with_replacement(lower, 2)]
        known = ansatz.independent([ansatz.constant(1), *lower, *pairs])
        products = known[1:]
        upper = ansatz.independent([*known, *_all(ansatz, space, potentials)])[len(known) :]
    say(0.9)
    return FirstIntegrals(
        system=system,
        theory=dynamics.theory.name,
        degree=degree,
        functions=coefficients,
        size=len(candidates),
        dimension=len(space),
        linear=checked(lower, 1),
        products=len(products),
        quadratic=checked(upper, 2),
        inclusion=ansatz.inclusion,
        between_walls=tuple(changed),
        _relations=ansatz.asked,
        order=None if functions is not None else order,
        without_formula=ansatz.without_formula,
        potentials=ansatz.are_completed,
        momenta=ansatz.is_quadratic,
        _settings=settings,
    )


def _all(ansatz: Ansatz, space: Sequence[Candidate], potentials: bool) -> list[Candidate]:
    """Those in the space, and those that a function on E completes."""
    found = [ansatz.constant(1), *ansatz.conserved(space)]
    if not potentials:
        return found[1:]
    return ansatz.independent([*found, *ansatz.completed(space)])[1:]


def _verdict(dynamics: Dynamics, candidate: Candidate) -> Check:
    f = candidate.function
    statement = f"{shorten(written(f), 45)} is a first integral"
    found = judged(statement, lambda: dynamics.on_constraints(dynamics.regular.field(f), 0))
    return dynamics.also_at_walls(f, found)


def _lines(integrals: Sequence[FirstIntegral]) -> list[str]:
    return [line for i in integrals for line in i.lines()]
