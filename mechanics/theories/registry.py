"""What a theory of constraints is, and where theories are found.

Those of the library are in `LIBRARY`, others are entry points of other distributions.

A distribution offers a theory in its ``pyproject.toml``:

    [project.entry-points."mechanics.theories"]
    my_theory = "my_module:theory"

The object is a `Theory`, or anything with the attributes name, title, citation and construct.
One that cannot be used breaks nothing else: it is left out, and `broken` says why.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, partial
from importlib.metadata import EntryPoint
from typing import TYPE_CHECKING, Any

from diffgeo.errors import DiffGeoError, OutsideDomain
from diffgeo.notebooks import InNotebooks, Markup, table
from mechanics.entry_points import distribution, load, offered, points
from mechanics.errors import BadTheory, NotApplicable, UnknownName
from mechanics.theories import multiplier_equations
from mechanics.theories.base import Claim, Construction, require_construction
from mechanics.theories.dynamics import Dynamics
from mechanics.theories.principles import CHETAEV, Principle
from mechanics.theories.state_spaces import StateSpace, evolution
from mechanics.wording import listed, nearest

if TYPE_CHECKING:
    from mechanics.model.systems import System

#: Entry points of this group are theories.
GROUP = "mechanics.theories"

#: The theories of the library, in the order in which they are shown: each is loaded alone.
LIBRARY = {
    "projection": "mechanics.theories.projection_theory:projection",
    "omega_gamma": "mechanics.theories.omega_gamma_theory:omega_gamma",
    "constrained_cartan": "mechanics.theories.constrained_cartan_theory:constrained_cartan",
    "lagrange_space": "mechanics.theories.lagrange_space_theory:lagrange_space",
    "rheonomic": "mechanics.theories.rheonomic_theory:rheonomic",
    "multipliers": "mechanics.theories.registry:multipliers",
}

#: Those of other principles, which are known by name and not compared unless one asks for them.
OTHER_PRINCIPLES = {
    "vakonomic": "mechanics.theories.vakonomic_principle:theory",
    "constraint_algorithm": "mechanics.algorithm.final_motion:theory",
}

_TEXTS = ("name", "title", "citation")
_DECLARED = ("principle", "space", "needs", "oracle")


@dataclass(frozen=True, repr=False)
class Theory(InNotebooks):
    """A theory of constraints: how (J¹π, L, forces, constraints) give a second-order field.

    Attributes
    ----------
    name : str
        The name used in `System.dynamics` and on the command line.
    title, citation : str
        What it is, and where it comes from.
    construct : callable
        From a `System` to a `Construction`, in geometric words only. Where the theory does
        not apply it raises `mechanics.errors.NotApplicable` with the reason.
    claims : tuple of Claim
        Theorems of the theory; `mechanics.testing.check_theory` checks them too.
    principle : Principle
        Where reactions live and which law they obey; d'Alembert's with Chetaev's rule by default.
    space : callable
        From a system to the `StateSpace` of the field; J¹π by default.
    needs : dict
        The geometric data without which there is nothing to construct: kinds by names; see
        `mechanics.model.geometric_data`. The kind ``"variable"`` asks for a variable of the system
        by any name.
    oracle : callable or None
        Another way to the same motion, from a system to a `Dynamics`, or None where it has none.
        Theories with reactions have
        one where the inertia is that of Lagrange or the field lives on J¹π: the equations with
        multipliers of their principle.

    Examples
    --------
    >>> from mechanics import load, theories
    >>> from mechanics.theories import Theory
    >>> mine = Theory("mine", "multipliers again", "nobody", theories.multipliers.construct)
    >>> print(load("knife-edge").dynamics(mine).accelerations["phi"])
    0
    """

    name: str
    title: str
    citation: str
    construct: Callable[[System], Construction]
    claims: tuple[Claim, ...] = ()
    principle: Principle = CHETAEV
    space: Callable[[System], StateSpace] = evolution
    needs: Mapping[str, str] = field(default_factory=dict, hash=False)
    oracle: Callable[[System], Dynamics | None] | None = None

    def __call__(self, system: System) -> Dynamics:
        """The constrained dynamics of a system according to this theory.

        Raises
        ------
        BadTheory
            What the theory returns is no construction on the system's evolution space.
        """
        where = system.specification.where
        self._require_data(system)
        try:
            states, construction = self.states(system), self.construct(system)
        except OutsideDomain as error:
            raise NotApplicable(
                f"{where}: the theory {self.name} divides by what vanishes on the whole constraint "
                f"set ({error}); use another theory, such as 'multipliers'"
            ) from None
        except DiffGeoError as error:
            # Geometry does not know which system it works for; the reader must.
            if str(error).startswith(where):
                raise
            raise type(error)(f"{where}: {error}") from None
        made = require_construction(self.name, construction, system, states, self.principle)
        return Dynamics(system, self, made)

    def __repr__(self) -> str:
        return f"<the theory {self.name}: {self.title}>"

    def html(self) -> Markup:
        """For notebooks: what it is, where it comes from, what it declares and claims."""
        needs = ", ".join(f"the {kind} {name}" for name, kind in self.needs.items())
        said = [("title", self.title), ("source", self.citation), ("needs", needs)]
        said += [("principle", f"{self.principle}: {self.principle.statement}")]
        said += [("claim", claim.statement) for claim in self.claims]
        return table(("theory", self.name), [row for row in said if row[1]])

    def states(self, system: System) -> StateSpace:
        """The space on which the theory has its field; made once for a system."""
        return system.once(self.space)

    def _require_data(self, system: System) -> None:
        """Raise `NotApplicable` if the system lacks what the theory asks for."""
        s = system.specification
        for name, kind in self.needs.items():
            found = system.data.get(name)
            if kind != "variable" and (found is None or found.kind != kind):
                have = "is not given here" if found is None else f"is a {found.kind} here"
                raise NotApplicable(
                    f"{s.where}: the theory {self.name} needs the {kind} {name!r}, which {have}; "
                    f"give data.{name}.{kind} in the system"
                )
        wanted = [name for name, kind in self.needs.items() if kind == "variable"]
        is_free = not wanted and self.principle.rates is not None
        if len(wanted) != len(s.variables) and not is_free:
            have = listed(s.variables) or "no variables"
            words = f"needs a variable {' and '.join(wanted)}" if wanted else "gives no rates"
            repair = f"give variables = {wanted!r}, or others" if wanted else "use another theory"
            raise NotApplicable(
                f"{s.where}: the theory {self.name} {words}, and the system has {have}; {repair}"
            )

    @property
    def is_reference(self) -> bool:
        """Whether it is the equations with multipliers, with which others are compared."""
        return self == with_multipliers(self.principle)

    def reference(self, system: System) -> Dynamics | None:
        """The dynamics by the theory with which this one has to agree; None if there is none."""
        if self.oracle is not None:
            return self.oracle(system)
        principle = self.principle
        if principle.reactions is None or not (principle.is_lagrangian or self.space is evolution):
            return None
        if system.specification.variables and self.principle.rates is None:
            return None
        return reference(system, self.principle)

    def __str__(self) -> str:
        return self.name

    def __reduce_ex__(self, protocol: Any) -> Any:
        # One that is registered is known by its name wherever it is registered.
        if _find(self.name)[0].get(self.name) is self:
            return theory_named, (self.name,)
        return super().__reduce_ex__(protocol)


multipliers = Theory(
    name="multipliers",
    title="Lagrange-d'Alembert-Chetaev equations with multipliers",
    citation=multiplier_equations.CITATION,
    construct=multiplier_equations.construct,
)


@cache
def with_multipliers(principle: Principle) -> Theory:
    """The equations with multipliers for the reactions of a principle."""
    if principle == CHETAEV:
        return multipliers
    return replace(
        multipliers,
        name=f"{multipliers.name} ({principle})",
        title=f"equations with multipliers: {principle.statement}",
        construct=partial(multiplier_equations.construct, principle=principle),
        principle=principle,
    )


def derive(system: System, theory: Theory | str | None = None) -> Dynamics:
    """The constrained dynamics of a system by a theory (default: "projection").

    Parameters
    ----------
    system
        The system.
    theory
        A `Theory` or its name.

    Returns
    -------
    Dynamics
        Field, multipliers and conditions.

    Raises
    ------
    SingularLagrangian
        The theory needs the Euler–Lagrange field and there is none.
    SingularConstraintMatrix
        The constraints do not determine the reaction.

    Examples
    --------
    >>> from mechanics import load
    >>> from mechanics.theories import derive
    >>> derive(load("nonholonomic-particle"), "multipliers").accelerations["y"]
    0
    """
    if theory is None or isinstance(theory, str):
        theory = theory_named(theory or "projection")
    chosen = as_theory(theory)
    if system.undetermined is not None and not chosen.principle.singular:
        raise system.undetermined
    return reference(system, chosen.principle) if chosen.is_reference else chosen(system)


def reference(system: System, principle: Principle = CHETAEV) -> Dynamics:
    """The equations with multipliers, with which other theories are compared; made once.

    Parameters
    ----------
    system
        The system.
    principle
        Whose reactions are multiplied.

    Returns
    -------
    Dynamics
        By `multipliers`, or with the reactions of the principle.

    Examples
    --------
    >>> from mechanics import load
    >>> from mechanics.theories import reference
    >>> print(reference(load("knife-edge")).multipliers[0])
    -m*(xdot*phidot*cos(phi) + ydot*phidot*sin(phi) + g*sin(alpha)*sin(phi))
    """
    return system.once(with_multipliers(principle))


def registered() -> dict[str, Theory]:
    """All theories by name: the built-in ones, then those of installed entry points.

    An entry point cannot replace a built-in theory; those that cannot be used are left out.

    Returns
    -------
    dict
        A copy.

    Examples
    --------
    >>> from mechanics.theories import registered
    >>> "projection" in registered()
    True
    """
    return _found()[0]


def broken() -> dict[str, BadTheory]:
    """The entry points that give no theory, by name, with the error that says why.

    Returns
    -------
    dict
        Empty where all is well.

    Examples
    --------
    >>> from mechanics.theories import broken
    >>> broken()
    {}
    """
    return _found()[1]


def theory_named(name: str) -> Theory:
    """The theory of this name.

    Parameters
    ----------
    name
        As ``mechanics list`` has it.

    Returns
    -------
    Theory
        Built in, or of an installed distribution.

    Raises
    ------
    UnknownName
        With the nearest known name.
    BadTheory
        It is that of an entry point which cannot be used; the message names its distribution.

    Examples
    --------
    >>> from mechanics.theories import theory_named
    >>> theory_named("multipliers").title
    "Lagrange-d'Alembert-Chetaev equations with multipliers"
    """
    known, errors = _find(name)
    if found := known.get(name):
        return found
    if error := errors.get(name):
        raise error
    names = [*LIBRARY, *known]
    hint = nearest(name, names) or f"; the theories are {', '.join(names)}"
    raise UnknownName(f"no theory {name!r}{hint}")


def as_theory(thing: Any, origin: str = "") -> Theory:
    """The object as a `Theory`: itself, or made of its attributes.

    Raises
    ------
    BadTheory
        An attribute is missing or of the wrong kind; ``origin`` says in the message whose it is.
    """
    if isinstance(thing, Theory):
        return thing
    offer: dict[str, Any] = offered(thing, (*_TEXTS, "construct", "claims", *_DECLARED))
    known = f"the theory {offer.get('name', type(thing).__name__)!r}"
    what = f"{known} of {origin}" if origin else known
    if isinstance(thing, type):
        raise BadTheory(f"{what} is a class: register an object, {thing.__name__}()")
    missing = [name for name in (*_TEXTS, "construct") if name not in offer]
    if missing:
        raise BadTheory(
            f"{what} has no {listed(missing)}: give it, or register a "
            "mechanics.theories.Theory(name, title, citation, construct)"
        )
    for name in _TEXTS:
        if not isinstance(offer[name], str):
            raise BadTheory(f"{what} has a {name} that is not text: make it a string")
    if not callable(thing.construct):
        raise BadTheory(
            f"{what} has a construct that cannot be called: define "
            "construct(system) -> Construction"
        )
    claims = tuple(offer.get("claims", ()))
    declared = {name: offer[name] for name in _DECLARED if name in offer}
    return Theory(thing.name, thing.title, thing.citation, thing.construct, claims, **declared)


def _find(name: str) -> tuple[dict[str, Theory], dict[str, BadTheory]]:
    """What is known of a name: a theory of the library is loaded alone."""
    if name in OTHER_PRINCIPLES:
        return _loaded([EntryPoint(name, OTHER_PRINCIPLES[name], GROUP)])
    return _loaded(_own([name]) if name in LIBRARY else _of_others())


def _found() -> tuple[dict[str, Theory], dict[str, BadTheory]]:
    return _loaded([*_own(LIBRARY), *_of_others()])


def _own(names: Iterable[str]) -> list[EntryPoint]:
    return [EntryPoint(name, LIBRARY[name], GROUP) for name in names]


def _of_others() -> list[EntryPoint]:
    return [point for name, point in points(GROUP).items() if name not in LIBRARY]


def _loaded(given: Iterable[EntryPoint]) -> tuple[dict[str, Theory], dict[str, BadTheory]]:
    good: dict[str, Theory] = {}
    bad: dict[str, BadTheory] = {}
    for point in given:
        origin = _origin(point)
        try:
            theory = as_theory(load(point, "theory", BadTheory, origin=origin), origin)
            if theory.name in good or (point.name not in LIBRARY and theory.name in LIBRARY):
                raise BadTheory(
                    f"the theory {theory.name!r} of {origin} has a name that is taken: "
                    "give it another one"
                )
        except BadTheory as error:
            bad[point.name] = error
        else:
            good[theory.name] = theory
    return good, bad


def _origin(point: EntryPoint) -> str:
    if point.name in LIBRARY:
        return f"this library ({point.value})"
    return distribution(point)
