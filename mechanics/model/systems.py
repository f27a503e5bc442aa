"""Mechanical systems: a fibration over time, a Lagrangian, forces and constraints."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from diffgeo import FibredManifold, Form, d, jet
from diffgeo.errors import DiffGeoError, UndefinedSymbol
from diffgeo.subsets import LocallyClosedSet
from mechanics.errors import (
    BadSystem,
    HolonomicConstraint,
    InconsistentConstraints,
    SingularConstraintMatrix,
    UnknownName,
)
from mechanics.model import gallery
from mechanics.model import system_files as files
from mechanics.model.constraint_set import ConstraintSet
from mechanics.model.conveniences import offered
from mechanics.model.system_files import Specification
from mechanics.model.zero_test import vanishes
from mechanics.wording import listed, nearest, shorten, words

if TYPE_CHECKING:
    from diffgeo.bundles import JetSpace
    from mechanics.faces.conveniences import SystemConveniences as _Conveniences
else:
    _Conveniences = offered("System")

T = TypeVar("T")


@dataclass(frozen=True)
class _Entry:
    """One formula of the specification, and where it stands."""

    key: str
    value: Any


class System(_Conveniences):
    """A Lagrangian system with nonholonomic constraints on a fibration E → ℝ.

    Formulas are text (or SymPy expressions) in the time, the coordinates, their velocities
    (``xdot`` for ``x``), the parameters and the undefined functions. Lists of names are
    text with blanks or sequences.

    Parameters
    ----------
    coordinates, time, parameters, functions
        Declared names; functions with their arguments: ``"f(t) g(x, y)"``.
    lagrangian
        L on J¹π.
    constraints
        Functions φ_i on J¹π, each to vanish; any dependence on the velocities.
    constraint_forms
        1-forms μ on E by their coefficients, ``{"x": "y", "t": "0"}``; φ = i_T μ.
    solved
        Constraints solved for velocities: ``{"zdot": "y*xdot"}`` is ``zdot - y*xdot = 0``.
    forces
        Covariant components F_A by coordinate, so that EL_A = F_A + reaction.
    positive, negative, nonzero, assume
        Declared signs; ``assume=["m > 0"]`` is another spelling.
    invariants
        Functions declared to be constant along the motion, by name.
    simulate, plot
        Defaults of `System.simulate` and of plots.

    Attributes
    ----------
    undetermined : SingularConstraintMatrix or None
        Why no theory determines the motion: the constraints are independent, the 1-forms S^*dφ_i
        of their reactions are not. Every theory raises it; `System.reduction` does not.

    Raises
    ------
    BadSystem, DiffGeoError
        The system is not well posed; the message says where and how to repair it.
    """

    undetermined: SingularConstraintMatrix | None = None

    def __init__(
        self,
        *,
        coordinates: str | Sequence[str],
        lagrangian: object,
        time: str = "t",
        parameters: str | Sequence[str] = (),
        functions: str | Sequence[str] = (),
        constraints: object = (),
        constraint_forms: object = (),
        solved: Mapping[str, Any] | None = None,
        forces: Mapping[str, Any] | None = None,
        positive: str | Sequence[str] = (),
        negative: str | Sequence[str] = (),
        nonzero: str | Sequence[str] = (),
        assume: str | Sequence[str] = (),
        invariants: Mapping[str, Any] | None = None,
        name: str = "system",
        description: str = "",
        source: str = "",
        simulate: Mapping[str, Any] | None = None,
        plot: Mapping[str, Any] | None = None,
    ) -> None:
        table = {key: value for key, value in locals().items() if key != "self"}
        for key in ("solved", "forces", "invariants", "simulate", "plot"):
            table[key] = table[key] or {}
        self._build(files.specification(table))

    @classmethod
    def from_file(cls, path: str | Path) -> System:
        """The system of a TOML file."""
        return cls.from_specification(files.read_specification(path))

    @classmethod
    def from_gallery(cls, name: str) -> System:
        """A classical system by its name; `mechanics.model.gallery.names` lists them."""
        return cls.from_file(gallery.path(name))

    @classmethod
    def from_specification(cls, specification: Specification) -> System:
        """The system of a checked specification."""
        system = cls.__new__(cls)
        system._build(specification)
        return system

    def _build(self, s: Specification) -> None:
        self.specification = s
        self.name = s.name
        try:
            self.configuration_space = FibredManifold(
                "E",
                time=s.time,
                coordinates=list(s.coordinates),
                parameters=list(s.parameters),
                functions=list(s.functions),
                positive=list(s.positive),
                negative=list(s.negative),
                nonzero=list(s.nonzero),
            )
            self.evolution_space: JetSpace = jet(self.configuration_space, 1)
        except DiffGeoError as error:
            raise type(error)(f"{s.where}: {error}") from None
        self._ingest(s)
        self._examine()

    def _examine(self) -> None:
        self._require_velocities()
        try:
            self.constraint_set.require_independent()
        except SingularConstraintMatrix as error:
            # No theory determines the motion; the constraint algorithm may.
            self.undetermined = error

    # --- formulas ------------------------------------------------------------------

    def _ingest(self, s: Specification) -> None:
        """Read every formula of the system at once, so that the ring sees them all."""
        jets = self.evolution_space
        entries = [_Entry("lagrangian", s.lagrangian)]
        entries += [_Entry(f"constraints[{i}]", v) for i, v in enumerate(s.constraints, 1)]
        entries += [
            _Entry(f"constraint_forms[{i}].{k}", v)
            for i, form in enumerate(s.constraint_forms, 1)
            for k, v in form.items()
        ]
        entries += [_Entry(f"solved.{k}", v) for k, v in s.solved.items()]
        entries += [_Entry(f"forces.{k}", v) for k, v in s.forces.items()]
        entries += [_Entry(f"invariants.{k}", v) for k, v in s.invariants.items()]
        read = dict(zip((e.key for e in entries), self._functions(entries), strict=True))

        self.lagrangian: Form = read["lagrangian"]
        constraints = [read[f"constraints[{i}]"] for i in range(1, len(s.constraints) + 1)]
        self.constraint_keys = [f"constraints[{i}]" for i in range(1, len(s.constraints) + 1)]
        for i, form in enumerate(s.constraint_forms, 1):
            key = f"constraint_forms[{i}]"
            constraints.append(self._contract({k: read[f"{key}.{k}"] for k in form}, key))
            self.constraint_keys.append(key)
        for velocity in s.solved:
            self._require_solved(velocity, read[f"solved.{velocity}"])
            constraints.append(jets[velocity] - read[f"solved.{velocity}"])
            self.constraint_keys.append(f"solved.{velocity}")
        self.constraints: tuple[Form, ...] = tuple(constraints)

        base = self.configuration_space
        self.forces: dict[str, Form] = {k: read[f"forces.{k}"] for k in s.forces}
        self.force: Form = sum(
            (value * jets.contact(base[k]) for k, value in self.forces.items()),
            start=0 * jets.dt,
        )
        self.invariants: dict[str, Form] = {k: read[f"invariants.{k}"] for k in s.invariants}

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

    def _require_velocities(self) -> None:
        S = self.evolution_space.vertical_endomorphism
        for key, phi in zip(self.constraint_keys, self.constraints, strict=True):
            if vanishes(d(phi)) and vanishes(phi):
                raise BadSystem(f"{self.specification.where}: {key} is identically 0; remove it")
            if vanishes(d(phi)) and not LocallyClosedSet(self.evolution_space, [phi]).is_empty():
                raise BadSystem(
                    f"{self.specification.where}: {key}: only parameters occur in {phi} = 0, which "
                    "says nothing of a motion; remove it, and give the parameters such values"
                )
            if vanishes(d(phi)):
                raise InconsistentConstraints(
                    f"{self.specification.where}: {key}: {phi} = 0 never holds; correct it"
                )
            if vanishes(S.transpose(d(phi))):
                raise HolonomicConstraint(
                    f"{self.specification.where}: {key}: no velocity occurs in {phi} = 0, so the "
                    "constraint is holonomic; choose coordinates adapted to it, or replace it by "
                    "its derivative with respect to time and start on it"
                )

    # --- what is kept with it -------------------------------------------------------------

    @cached_property
    def constraint_set(self) -> ConstraintSet:
        """The submanifold of J¹π where all constraints vanish, at its generic point."""
        return ConstraintSet(self)

    def once(self, make: Callable[[System], T]) -> T:
        """What a function or class makes of this system: made at the first call, then kept."""
        kept: dict[Any, Any] = self.__dict__.setdefault("_kept", {})
        if make not in kept:
            kept[make] = make(self)
        return kept[make]  # type: ignore[no-any-return]

    def __repr__(self) -> str:
        s = self.specification
        constraints = f", {len(self.constraints)} constraints" if self.constraints else ""
        return f"<System {self.name}: ({s.time}; {', '.join(s.coordinates)}){constraints}>"

    def _repr_latex_(self) -> str:
        lines = [f"L = {self.lagrangian.latex()}"]
        lines += [f"{phi.latex()} = 0" for phi in self.constraints]
        return "$$" + r" \\ ".join(lines) + "$$"


def load(name_or_path: str, kind: type[System] = System) -> System:
    """A system (of that class) by gallery name or path: ``….toml``, ``folder/…``, or a file."""
    path = Path(name_or_path)
    if path.suffix == ".toml" or len(path.parts) > 1:
        return kind.from_file(path)
    known = (*gallery.names(), *gallery.singular_names())
    if name_or_path in known:
        return kind.from_gallery(name_or_path)
    # A link that leads nowhere is for the reader to say; a name that no file can have is none.
    if os.path.lexists(path):
        return kind.from_file(path)
    hint = nearest(name_or_path, known) or f"; the gallery has {', '.join(known)}"
    raise UnknownName(f"{shorten(name_or_path)!r} is no gallery system and no file{hint}")
