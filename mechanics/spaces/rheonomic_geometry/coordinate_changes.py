"""Under which changes the objects of rheonomic geometry keep their meaning.

A change takes a system to the same system as another chart, another unit of time or of L, or
another gauge sees it. An object F is invariant if ``F(changed data) = ψ^*F(data)``, where ψ is
the prolonged change of coordinates (the identity for L → kL and L → L + dφ/dt). The answers are
exact verdicts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from diffgeo import Distribution, Map, check, d
from diffgeo.notebooks import InNotebooks, Markup, badge, folded, table
from mechanics.errors import BadValue, UnknownName
from mechanics.spaces.rheonomic_geometry.rheonomic_systems import RheonomicSystem

if TYPE_CHECKING:
    from diffgeo import Verdict
    from diffgeo.calculus import FunctionLike

T = TypeVar("T")

#: The objects by name, as functions of a system.
OBJECTS: Mapping[str, Callable[[RheonomicSystem], Any]] = {
    "d_t": lambda s: s.structure.time_field,
    "C": lambda s: s.structure.liouville_field,
    "J": lambda s: s.structure.J,
    "V = Ker J": lambda s: s.structure.vertical,
    "S_jet": lambda s: s.structure.S,
    "Im J": lambda s: s.structure.vertical_of_jets,
    "Theta": lambda s: s.cartan_form,
    "energy": lambda s: s.energy,
    "g on TM x R": lambda s: s.metric,
    "g on jets": lambda s: s.metric_of_jets,
    "force field": lambda s: s.force_field,
    "evolution": lambda s: s.evolution,
    "evolution direction": lambda s: Distribution(s.jets, [s.evolution]),
    "N_0": lambda s: s.N0,
    "frozen spray": lambda s: s.frozen_spray,
    "S*": lambda s: s.connection_semispray,
    "delta t": lambda s: s.frame_connection.delta_t,
    "frame connection": lambda s: s.frame_connection.h,
    "frame curvature": lambda s: s.frame_connection.curvature,
    "frame f-structure": lambda s: s.frame_connection.f,
    "frame metric G": lambda s: s.frame_connection.lifted_metric(s.metric),
    "evolution connection": lambda s: s.evolution_connection.P_H,
    "evolution curvature": lambda s: s.evolution_connection.curvature,
    "evolution f-structure": lambda s: s.evolution_connection.f,
    "Jacobi endomorphism": lambda s: s.evolution_connection.jacobi_endomorphism,
}

#: The changed system, and how objects of the old one are seen on it.
Changed: TypeAlias = tuple[RheonomicSystem, Callable[[Any], Any]]


@dataclass(frozen=True)
class Change:
    """A change of the description of a system.

    Attributes
    ----------
    name : str
        In words.
    act : callable
        From a `RheonomicSystem` to the changed system and the pull-back of objects to it.
    """

    name: str
    act: Callable[[RheonomicSystem], Changed]


def fibred_change(
    images: Mapping[str, FunctionLike],
    inverse: Mapping[str, FunctionLike] | None = None,
    *,
    name: str = "",
    transport: bool = False,
) -> Change:
    """A change φ of coordinates of E over a change t ↦ φ₀(t) of time, prolonged to J¹π.

    L dt and F dt are pulled back: ``L' = (dφ₀/dt) ψ^*L``, so that solutions go to solutions.

    Parameters
    ----------
    images, inverse
        φ, a local diffeomorphism, by names of coordinates; its inverse need not be known.
    name
        In words.
    transport
        Whether the frame of reference is transported too. By default that of the new coordinates
        is used: the changed system has its own product structure, as a chart of TM × R has.
    """

    def act(system: RheonomicSystem) -> Changed:
        jets, E = system.jets, system.jets.base_space
        phi = Map(E, E, dict(images), inverse=inverse)
        psi = jets.prolong_fibred(phi)
        rate = psi.pull(jets.dt)(jets.second_order_field())
        frame = None
        if transport:
            moved = phi.pull(system.structure.frame)
            below = phi.pull(jets.fibration.dt)
            frame = below(E.frame[0]) * moved
        new = RheonomicSystem(
            jets, rate * psi.pull(system.lagrangian), rate * psi.pull(system.force), frame
        )
        return new, psi.pull

    written = ", ".join(f"{key} = {value}" for key, value in images.items() if key != str(value))
    return Change(name or written, act)


def scale_change(factor: FunctionLike) -> Change:
    """(L, F) → (kL, kF): another unit of mass. The equations of motion are the same.

    Raises
    ------
    BadValue
        When it is applied: the factor is 0 or no constant.
    """

    def act(system: RheonomicSystem) -> Changed:
        k = system.jets.function(factor)
        if check(k == 0, counterexample=False) or not check(d(k) == 0, counterexample=False):
            raise BadValue(
                f"the factor {factor} on {system.jets.name} is no unit: give a constant that is "
                "not 0"
            )
        frame = system.structure.frame
        return RheonomicSystem(system.jets, k * system.lagrangian, k * system.force, frame), _same

    return Change(f"(L, F) -> {factor} (L, F)", act)


def gauge_change(function: FunctionLike) -> Change:
    """L → L + dφ/dt for a function φ(t, x) on E. The equations of motion are the same."""

    def act(system: RheonomicSystem) -> Changed:
        jets = system.jets
        (derivative,) = jets.total_derivatives
        term = derivative(jets.base_space.function(function))
        frame = system.structure.frame
        return RheonomicSystem(jets, system.lagrangian + term, system.force, frame), _same

    return Change(f"L -> L + d({function})/dt", act)


@dataclass(frozen=True)
class Behaviour(InNotebooks):
    """What a change does to objects; prints as a table.

    Attributes
    ----------
    change : Change
    verdicts : mapping
        By names of objects: whether the object is invariant.
    """

    change: Change
    verdicts: Mapping[str, Verdict]

    @property
    def invariant(self) -> frozenset[str]:
        """The names of the objects that are invariant for this system."""
        return frozenset(name for name, verdict in self.verdicts.items() if verdict)

    def __str__(self) -> str:
        width = max(map(len, self.verdicts), default=0)
        lines = [f"{n:{width}}  {_word(v)} ({v.status.name})" for n, v in self.verdicts.items()]
        return "\n".join([f"under {self.change.name}", *lines])

    __repr__ = __str__

    def html(self) -> Markup:
        """A table, in which the verdicts fold out; for notebooks."""
        rows = []
        for name, verdict in self.verdicts.items():
            answer = badge(_word(verdict), _KNOWN.get(verdict.status.name, True))
            rows.append((name, folded(answer, verdict.html())))
        return table(("object", f"under {self.change.name}"), rows)


def behaviour(
    system: RheonomicSystem, change: Change, objects: Iterable[str] | None = None
) -> Behaviour:
    """Whether objects of a system are invariant under a change.

    Parameters
    ----------
    system
        Σ. A single system may have accidental invariances (N^0 = 0, say); an object is natural if
        it is invariant for all.
    change
        One of `fibred_change`, `scale_change`, `gauge_change`, or another one.
    objects
        Names in `OBJECTS`; by default all.

    Raises
    ------
    UnknownName
        There is no object of this name.

    Examples
    --------
    >>> from diffgeo import FibredManifold, jet
    >>> from mechanics.spaces.rheonomic_geometry import RheonomicSystem, behaviour, gauge_change
    >>> J = jet(FibredManifold("E", coordinates="x"))
    >>> system = RheonomicSystem(J, J.function("xdot**2"))
    >>> names = ["frame connection", "evolution connection"]
    >>> print(behaviour(system, gauge_change("t**2*x"), names))
    under L -> L + d(t**2*x)/dt
    frame connection      changed (REFUTED)
    evolution connection  invariant (VERIFIED)
    """
    names = list(OBJECTS) if objects is None else list(objects)
    if unknown := [name for name in names if name not in OBJECTS]:
        raise UnknownName(
            f"no object {', '.join(map(repr, unknown))}: there are {', '.join(OBJECTS)}"
        )
    new, pull = change.act(system)
    made = [(name, make) for name, make in OBJECTS.items() if name in names]
    verdicts = {name: check(make(new) == pull(make(system)), name=name) for name, make in made}
    return Behaviour(change, verdicts)


def _same(thing: T) -> T:
    return thing


_KNOWN = {"REFUTED": False, "UNKNOWN": None}


def _word(verdict: Verdict) -> str:
    known = {"REFUTED": "changed", "UNKNOWN": "not decided"}
    return known.get(verdict.status.name, "invariant")
