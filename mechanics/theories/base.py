"""What a theory of constraints answers, and what is asked of its answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from diffgeo import Form, VectorForm
from mechanics.errors import BadTheory
from mechanics.model.lagrangian import chetaev_forms
from mechanics.model.plain_answers import vanishes

if TYPE_CHECKING:
    from diffgeo import Identity
    from mechanics.model.systems import System
    from mechanics.theories.jumps import Jump
    from mechanics.theories.principles import Principle
    from mechanics.theories.state_spaces import StateSpace


@dataclass(frozen=True)
class Step:
    """One line of a construction: a named object, the equation that makes it, its place.

    Attributes
    ----------
    name : str
    equation : str
        As text.
    value : object
        Any object of `diffgeo`, or several in a tuple.
    citation : str
        Where the paper has it.

    Examples
    --------
    >>> from mechanics import load, theories
    >>> for step in theories.multipliers.construct(load("knife-edge")).steps:
    ...     print(step.name, ":", step.equation)
    ...
    Theta_L : Theta_L = L dt + S^* dL
    B : EL_A = F_A + lambda^i dphi_i/dv^A, X(phi_i) = 0
    """

    name: str
    equation: str
    value: Any
    citation: str = ""


class StepWhenAsked(Step):
    """A step whose object the motion does not need, and that is made when it is looked at."""

    _make: Callable[[], Any]

    def __init__(
        self, name: str, equation: str, make: Callable[[], Any], citation: str = ""
    ) -> None:
        self.__dict__.update(name=name, equation=equation, citation=citation, _make=make)

    @cached_property
    def value(self) -> Any:
        """The object."""
        return self._make()

    def __reduce_ex__(self, protocol: Any) -> Any:
        return Step, (self.name, self.equation, self.value, self.citation)


@dataclass(frozen=True, repr=False)
class Construction:
    """What a theory answers.

    Attributes
    ----------
    field : VectorForm
        The second-order field on J¹π whose restriction to the constraints is the motion; for a
        theory with a space of states of its own, a field there.
    multipliers : tuple of Form
        In the order of the constraints and in the public convention
        EL_A = F_A + λ^i ∂φ_i/∂v^A; in general those of the principle, inertia = λ^i ρ_i.
    determinant : Form
        The function whose non-vanishing on the constraints is the regularity.
    determinant_name : str
        Its name in this theory.
    steps : tuple of Step
        The intermediate objects, for display.
    equations : tuple of Form
        Further functions on the space of states that vanish on the motions.
    jumps : tuple of Jump
        Where states jump, and how; see `mechanics.theories.jumps`.

    Examples
    --------
    >>> from mechanics import load, theories
    >>> made = theories.projection.construct(load("knife-edge"))
    >>> print(made.determinant_name, "|", made.determinant)
    det C, C_ij = Z_i(phi_j) | -1/m
    """

    field: VectorForm
    multipliers: tuple[Form, ...]
    determinant: Form
    determinant_name: str
    steps: tuple[Step, ...] = ()
    equations: tuple[Form, ...] = ()
    jumps: tuple[Jump, ...] = ()

    def __repr__(self) -> str:
        names = ", ".join(step.name for step in self.steps)
        return f"<a construction with the steps {names}: {self.field!r}>"

    def step(self, name: str) -> Any:
        """The value of the step of that name; `KeyError` if there is none."""
        for step in self.steps:
            if step.name == name:
                return step.value
        raise KeyError(f"no step {name!r}: there are {', '.join(s.name for s in self.steps)}")


@dataclass(frozen=True, repr=False)
class Claim:
    """A theorem that a theory claims of its own construction, for every system.

    Attributes
    ----------
    statement : str
        In words or as a formula.
    identity : callable
        From a `System` and the `Construction` for it to an identity (or a list of them) that
        holds on J¹π or, by ``system.constraint_set.restrict``, on the constraint set.

    Examples
    --------
    >>> from mechanics.theories import Claim, projection
    >>> for claim in projection.claims:
    ...     print(claim.statement)
    ...
    i_X Omega_L = -F - lambda^i S^* dphi_i
    Q(X) = 0
    """

    statement: str
    identity: Callable[[System, Construction], Identity | list[Identity]]

    def __repr__(self) -> str:
        return f"<the claim {self.statement}>"


def require_construction(
    name: str, construction: object, system: System, space: StateSpace, principle: Principle
) -> Construction:
    """A theory's answer as a construction on its space of states; a field there gets its time.

    Raises `BadTheory` unless it is one.
    """
    manifold, homes = space.manifold, space.homes
    place = f"the evolution space {manifold.name} of this system"
    if manifold is not system.evolution_space:
        place = f"{' or '.join(home.name for home in homes)}, which the theory declares"

    def wrong(what: str, repair: str) -> BadTheory:
        return BadTheory(f"the theory {name!r} returns {what} for {system.name!r}: {repair}")

    if manifold is system.evolution_space:
        same = space.projection.pull(list(manifold.coordinates))
        if not all(vanishes(f - g) for f, g in zip(same, manifold.coordinates, strict=True)):
            raise wrong(
                f"its answer on {manifold.name} with the projection {space.projection.summary()}",
                "the evolution space is its own space of states by the identity",
            )
    if not isinstance(construction, Construction):
        raise wrong(
            _kind(construction),
            "return Construction(field, multipliers, determinant, determinant_name)",
        )
    field = construction.field
    if not isinstance(field, VectorForm):
        raise wrong(f"{_kind(field)} as field", f"return a vector field on {manifold.name}")
    if field.degree != 0 or field.along is not None:
        along = "" if field.along is None else f" along {field.along}"
        raise wrong(
            f"a vector-valued form of degree {field.degree}{along} as field",
            f"return a vector field on {manifold.name}, of degree 0",
        )
    if not any(field.space is home for home in homes):
        raise wrong(f"a field on {field.space.name}", f"return a field on {place}")
    multipliers, equations = construction.multipliers, construction.equations
    jumps = construction.jumps
    answers = {"multipliers": multipliers, "equations": equations, "jumps": jumps}
    for what, given in answers.items():
        if not isinstance(given, tuple | list):
            elements = "jumps" if what == "jumps" else "functions"
            raise wrong(f"{_kind(given)} as {what}", f"return a tuple of {elements}")
    if principle.reactions is not None:
        count = len(principle.reactions(system))
        chetaev = principle.reactions is chetaev_forms
        each = "constraint" if chetaev else f"reaction of the principle {principle.name!r}"
        if len(multipliers) != count:
            raise wrong(
                f"{len(multipliers)} multipliers for {count} {each}s",
                f"return one for each {each}, in their order",
            )
    functions = [(f"multiplier {i}", f) for i, f in enumerate(multipliers, 1)]
    functions += [(f"equation {i}", f) for i, f in enumerate(equations, 1)]
    for what, function in [*functions, ("determinant", construction.determinant)]:
        if not isinstance(function, Form):
            raise wrong(f"{_kind(function)} as {what}", f"return a function on {manifold.name}")
        if function.degree != 0 or not any(function.space is home for home in homes):
            raise wrong(
                f"a form of degree {function.degree} on {function.space.name} as {what}",
                f"return a function on {manifold.name}",
            )
    if jumps:
        from mechanics.theories.jumps import raised, require_jump

        for jump in jumps:
            count = 1 + len(multipliers if principle.reactions else ())
            if found := require_jump(jump, space, count):
                raise wrong(*found)
        jumps = tuple(raised(jump, space) for jump in jumps)
    if len(homes) == 1:
        return construction
    return replace(
        construction,
        field=space.raised_field(field),
        multipliers=tuple(map(space.raised, multipliers)),
        determinant=space.raised(construction.determinant),
        equations=tuple(map(space.raised, equations)),
        jumps=jumps,
    )


def _kind(thing: object) -> str:
    name = type(thing).__name__
    return f"{'an' if name[:1].lower() in 'aeiou' else 'a'} {name}"
