"""The formulas of a specification as objects: read at once, and examined.

An error names the entry of the specification that causes it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from diffgeo import FibredManifold, Form, d
from diffgeo.bundles import JetSpace
from diffgeo.calculus import signs_in
from diffgeo.errors import DiffGeoError, UndefinedSymbol
from diffgeo.subsets import LocallyClosedSet
from mechanics.errors import BadSystem, HolonomicConstraint, InconsistentConstraints
from mechanics.model.extended_jets import evolution_space
from mechanics.model.geometric_data import Datum, read_data
from mechanics.model.plain_answers import vanishes
from mechanics.model.system_files import Specification
from mechanics.wording import listed, nearest, shorten, words

if TYPE_CHECKING:
    from diffgeo.calculus import FunctionLike


@dataclass(frozen=True)
class Formulas:
    """What a system consists of: functions and forms on J¹π."""

    configuration_space: FibredManifold
    evolution_space: JetSpace
    lagrangian: Form
    force: Form
    forces: dict[str, Form]
    constraints: tuple[Form, ...] = ()
    constraint_keys: list[str] = field(default_factory=list)
    holonomic: tuple[Form, ...] = ()
    invariants: dict[str, Form] = field(default_factory=dict)
    data: dict[str, Datum] = field(default_factory=dict)


@dataclass(frozen=True)
class _Entry:
    """One formula of the specification, and where it stands."""

    key: str
    value: FunctionLike


def read(specification: Specification, objects: Mapping[str, object] | None = None) -> Formulas:
    """Read every formula of a system at once, so that the ring sees them all.

    Results are written in given SymPy objects, which are known by their names.
    """
    s = specification
    try:
        base = FibredManifold(
            "E",
            time=s.time,
            coordinates=list(s.coordinates),
            parameters=list(s.parameters),
            functions=list(s.functions),
            positive=list(s.positive),
            negative=list(s.negative),
            nonzero=list(s.nonzero),
            domain=list(s.domain),
            sympy=objects,
        )
        jets: JetSpace = evolution_space(base, s.variables)
    except DiffGeoError as error:
        raise type(error)(f"{s.where}: {error}") from None
    return _Reader(s, base, jets).formulas()


class _Reader:
    """A specification, and the jets on which its formulas are functions."""

    def __init__(self, specification: Specification, base: FibredManifold, jets: JetSpace) -> None:
        self.specification, self.configuration_space = specification, base
        self.evolution_space = jets

    def formulas(self) -> Formulas:
        """All of them."""
        s, base, jets = self.specification, self.configuration_space, self.evolution_space
        entries = [_Entry("lagrangian", s.lagrangian)]
        entries += [_Entry(f"constraints[{i}]", v) for i, v in enumerate(s.constraints, 1)]
        entries += [
            _Entry(f"constraint_forms[{i}].{k}", v)
            for i, form in enumerate(s.constraint_forms, 1)
            for k, v in form.items()
        ]
        entries += [_Entry(f"holonomic[{i}]", v) for i, v in enumerate(s.holonomic, 1)]
        entries += [_Entry(f"solved.{k}", v) for k, v in s.solved.items()]
        entries += [_Entry(f"forces.{k}", v) for k, v in s.forces.items()]
        entries += [_Entry(f"invariants.{k}", v) for k, v in s.invariants.items()]
        read = dict(zip((e.key for e in entries), self._functions(entries), strict=True))

        constraints = [read[f"constraints[{i}]"] for i in range(1, len(s.constraints) + 1)]
        keys = [f"constraints[{i}]" for i in range(1, len(s.constraints) + 1)]
        for i, form in enumerate(s.constraint_forms, 1):
            key = f"constraint_forms[{i}]"
            constraints.append(self._contract({k: read[f"{key}.{k}"] for k in form}, key))
            keys.append(key)
        holonomic = {k: h for k, h in read.items() if k.startswith("holonomic[")}
        for key, h in holonomic.items():
            constraints.append(self._rate(h, key))
            keys.append(key)
        for velocity in s.solved:
            self._require_solved(velocity, read[f"solved.{velocity}"])
            constraints.append(jets[velocity] - read[f"solved.{velocity}"])
            keys.append(f"solved.{velocity}")
        forces = {k: read[f"forces.{k}"] for k in s.forces}
        return Formulas(
            base,
            jets,
            lagrangian=read["lagrangian"],
            force=sum(
                (value * jets.contact(base[k]) for k, value in forces.items()), start=0 * jets.dt
            ),
            forces=forces,
            constraints=tuple(constraints),
            constraint_keys=keys,
            holonomic=tuple(holonomic.values()),
            invariants={k: read[f"invariants.{k}"] for k in s.invariants},
            data=read_data(s.data, base, jets, s.where),
        )

    def _functions(self, entries: Sequence[_Entry]) -> list[Form]:
        """The functions on J¹π; an error names the entry that causes it."""
        jets = self.evolution_space
        try:
            return jets.functions([entry.value for entry in entries])
        except DiffGeoError as error:
            for entry in entries:
                try:
                    jets.functions([entry.value])
                except UndefinedSymbol as cause:
                    raise self._undefined(entry, cause) from None
                except DiffGeoError as cause:
                    raise type(cause)(f"{self._at(entry)}: {cause}") from None
            raise type(error)(f"{self.specification.where}: {error}") from None

    def _at(self, entry: _Entry) -> str:
        return f"{self.specification.where}: {entry.key} = {shorten(repr(str(entry.value)), 60)}"

    def _undefined(self, entry: _Entry, cause: UndefinedSymbol) -> DiffGeoError:
        s = self.specification
        for name in sorted(words(str(entry.value)), key=len, reverse=True):
            if name.endswith("ddot") and name[:-4] in s.coordinates:
                return UndefinedSymbol(
                    f"{self._at(entry)}: {name!r} is an acceleration; use velocities only"
                )
            if name.endswith("dot") and name not in s.velocities and name not in s.parameters:
                hint = nearest(name, s.velocities) or f"; the velocities are {listed(s.velocities)}"
                return UndefinedSymbol(
                    f"{self._at(entry)}: {name!r} is the velocity of {name[:-3]!r}, which is not "
                    f"one of the coordinates{hint}"
                )
        return type(cause)(f"{self._at(entry)}: {cause}")

    def _require_solved(self, velocity: str, value: Form) -> None:
        """The right side of a solved constraint contains no solved velocity."""
        s = self.specification
        for other in s.solved:
            if not vanishes(self.evolution_space.vector_field({other: 1})(value)):
                raise BadSystem(
                    f"{s.where}: solved.{velocity} = {value.summary()} contains {other}, which is "
                    "itself solved for; substitute it, or give the equation in 'constraints'"
                )

    def _rate(self, function: Form, key: str) -> Form:
        """The constraint on velocities that a function of time and positions implies."""
        s, jets = self.specification, self.evolution_space
        fields = [jets.vector_field({name: 1}) for name in (*s.velocities, *s.variables)]
        if not all(vanishes(X(function)) for X in fields):
            raise BadSystem(
                f"{s.where}: {key} = {function} contains more than time and coordinates; give a "
                "constraint on velocities in 'constraints'"
            )
        if vanishes(d(function)):  # Its rate would be told as 0 = 0, whatever it is.
            require_velocities(s, jets, {key: function})
        return jets.second_order_field()(function)

    def _contract(self, coefficients: Mapping[str, Form], key: str) -> Form:
        """φ = i_T μ for μ = Σ μ_a dq^a + μ_t dt with coefficients on E."""
        s, jets = self.specification, self.evolution_space
        phi = jets.function(0)
        for name, value in coefficients.items():
            if not vanishes(jets.vertical_endomorphism.transpose(d(value))):
                raise BadSystem(
                    f"{s.where}: {key}.{name} = {value} contains a velocity, but the coefficients "
                    "of a 1-form on E depend on time and coordinates; write it as a function "
                    "in 'constraints'"
                )
            phi = phi + (value if name == s.time else value * jets[f"{name}dot"])
        return phi


def require_velocities(
    specification: Specification, jets: JetSpace, constraints: Mapping[str, Form]
) -> None:
    """Each constraint, by its key, says something of velocities."""
    S = jets.vertical_endomorphism
    for key, phi in constraints.items():
        if vanishes(d(phi)) and vanishes(phi):
            raise BadSystem(f"{specification.where}: {key} is identically 0; remove it")
        if vanishes(d(phi)) and (signs := signs_in([phi])):
            raise BadSystem(
                f"{specification.where}: {key}: {phi} = 0 holds for some signs of "
                f"{', '.join(map(str, signs))} and says no more of a motion; remove it, and "
                "declare the signs or a domain"
            )
        if vanishes(d(phi)) and not LocallyClosedSet(jets, [phi]).is_empty():
            raise BadSystem(
                f"{specification.where}: {key}: only parameters occur in {phi} = 0, which "
                "says nothing of a motion; remove it, and give the parameters such values"
            )
        if vanishes(d(phi)):
            raise InconsistentConstraints(
                f"{specification.where}: {key}: {phi} = 0 never holds; correct it"
            )
        if vanishes(S.transpose(d(phi))):
            raise HolonomicConstraint(
                f"{specification.where}: {key}: no velocity occurs in {phi} = 0, so the "
                "constraint is holonomic; choose coordinates adapted to it, or give it in "
                "'holonomic'"
            )
