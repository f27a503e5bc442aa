"""Theories of constraints compared on one system, on its constraint set.

Accelerations and the reaction 1-form Σ λ^i S^*dφ_i are compared, never multiplier by
multiplier; regularity conditions up to factors that vanish nowhere; and what becomes of the
energy. All answers are exact verdicts, also for constraints that are not affine in the
velocities: there equality is equality modulo the ideal of the constraints.

Below the theories stand *readings*: other rules for the multipliers, which do not pretend to
keep the constraints. They say where they differ and do not enter the answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from diffgeo import Identity, identity_map
from diffgeo.errors import AmbiguousTruth, Refusal, Unexpanded
from diffgeo.notebooks import InNotebooks, Markup, code, table, words
from diffgeo.subsets import nowhere_zero
from mechanics.analysis.compared_theories import CELL, ComparedTheory, Regularity
from mechanics.analysis.energy import EnergyBalance
from mechanics.analysis.postulate import PostulateReading
from mechanics.errors import NotApplicable, SingularConstraintMatrix, SingularLagrangian
from mechanics.model.plain_answers import vanishes
from mechanics.theories.checks import Check, Stated, judged
from mechanics.theories.dynamics import Dynamics, same_field, same_motions
from mechanics.theories.equality_on_constraints import reaction
from mechanics.theories.jumps import related_jumps
from mechanics.theories.principles import lagrangian_inertia
from mechanics.theories.registry import as_theory, registered, theory_named
from mechanics.wording import one_line, table_lines

if TYPE_CHECKING:
    from diffgeo import Form
    from mechanics.model.systems import System
    from mechanics.output_files import Data
    from mechanics.theories.registry import Theory

#: The theory with which the others are compared, where it is among them.
REFERENCE = "multipliers"

_HEAD = ("theory", "accelerations", "reaction form", "regularity", "energy")


_WAITING = "not compared yet"


@dataclass(frozen=True)
class Comparison(InNotebooks):
    """Theories on one system; prints as a table, and is true if all of them agree.

    Attributes
    ----------
    system : System
    reference : str
        The theory with which the others are compared.
    theories : tuple of ComparedTheory
        Those that apply.
    not_applicable : dict
        Why the others do not, by their names.
    readings : dict
        What other rules for the multipliers say, or why they do not apply, by their names.
    waiting : tuple of str
        Theories that are not compared yet; empty when the comparison is done.

    Examples
    --------
    >>> from mechanics import compare, load
    >>> found = compare(load("nonholonomic-particle"), ["projection", "multipliers"])
    >>> found.agree, found.reference
    (True, 'multipliers')
    """

    system: System
    reference: str
    theories: tuple[ComparedTheory, ...]
    not_applicable: Mapping[str, str]
    readings: Mapping[str, PostulateReading | str] = field(default_factory=dict)
    waiting: tuple[str, ...] = ()

    @property
    def agree(self) -> bool | None:
        """Whether all theories that apply agree; None if that was not decided."""
        answers = [check.holds for theory in self.theories for check in theory.checks]
        if False in answers:
            return False
        return None if None in answers or self.waiting else True

    def __bool__(self) -> bool:
        if self.agree is None:
            raise AmbiguousTruth(
                f"{self.system.specification.where}: whether the theories agree was not decided; "
                "look at the table"
            )
        return self.agree

    # --- looking at it --------------------------------------------------------------------

    def __str__(self) -> str:
        lines = [f"{self.system.name}: theories compared with {self.reference}", ""]
        lines += table_lines([_HEAD, *(theory.row() for theory in self.theories)])
        return "\n".join([*lines, *self._notes(), *self._read()])

    __repr__ = __str__

    def _read(self) -> list[str]:
        """The readings, each below an empty line."""
        texts = (
            f"{name}: not applicable: {found}" if isinstance(found, str) else str(found)
            for name, found in self.readings.items()
        )
        return [line for text in texts for line in ("", text)]

    def _notes(self) -> list[str]:
        """What does not apply; differences with their exact points; what was not decided."""
        found = [f"{name}: not applicable: {why}" for name, why in self.not_applicable.items()]
        found += [f"{name}: {_WAITING}" for name in self.waiting]
        for theory in self.theories:
            factor = None if theory.regularity.same else theory.regularity.factor
            text = "" if factor is None else factor.readable()
            if len(text) > CELL:
                found.append(f"  factor of {theory.name}: {text}")
        for theory in self.theories:
            if theory.principle:
                found += theory.explained()
        checks = [check for theory in self.theories for check in theory.checks]
        # Motions that agree have one energy.
        checks += [t.energy for t in self.theories if t.name == self.reference or not self.agree]
        return [*found, *(f"  {check}" for check in checks if not check.holds)]

    def html(self) -> Markup:
        """A table, in which the answers fold out; for notebooks."""
        notes = "".join(f"<p>{words(line)}</p>" for line in self._notes())
        notes += "".join(code(text) for text in self._read() if text)
        return Markup(table(_HEAD, (theory.cells() for theory in self.theories)) + notes)

    def latex(self) -> str:
        """The table as an array, and the formulas of the readings below it."""
        rows = [_HEAD, *(theory.row() for theory in self.theories)]
        cells = (" & ".join(rf"\text{{{_escaped(text)}}}" for text in row) for row in rows)
        columns = "l" * len(_HEAD)
        blocks = [
            rf"\begin{{array}}{{{columns}}}" + "\n" + " \\\\\n".join(cells) + "\n\\end{array}"
        ]
        blocks += [found.latex() for found in self.readings.values() if not isinstance(found, str)]
        return " \\\\[2ex]\n".join(blocks)

    def to_dict(self) -> Data:
        """As data for JSON."""
        table = {theory.name: theory.to_dict() for theory in self.theories}
        for name, why in self.not_applicable.items():
            table |= {name: {"applicable": False, "reason": why}}
        for name in self.waiting:
            table |= {name: {"applicable": None, "reason": _WAITING}}
        return {
            "system": self.system.name,
            "reference": self.reference,
            "agree": self.agree,
            "theories": table,
            "readings": {
                name: {"applicable": False, "reason": found}
                if isinstance(found, str)
                else {"applicable": True, **found.to_dict()}
                for name, found in self.readings.items()
            },
        }


def compare(
    system: System,
    theories: Iterable[Theory | str] | None = None,
    *,
    reference: Theory | str | None = None,
    progress: Callable[[str], None] | None = None,
    found: Callable[[Comparison], None] | None = None,
) -> Comparison:
    """Compare theories on a system, on its constraint set.

    Parameters
    ----------
    system
        The system.
    theories
        Theories or their names; by default all that are registered.
    reference
        The theory with which the others are compared: `multipliers`, if it is among them and
        applies, else the first that applies.
    progress
        Is told what is being done.
    found
        Is given what is known after each theory.

    Returns
    -------
    Comparison
        True if all agree; it prints as a table.

    Raises
    ------
    UnknownName
        No theory has this name.
    NotApplicable
        Fewer than two of the theories apply to the system; the message has their reasons.

    Examples
    --------
    >>> from mechanics import compare, load
    >>> compare(load("nonholonomic-particle")).agree
    True
    """
    chosen = list(registered().values()) if theories is None else [_theory(t) for t in theories]
    if reference is not None and _theory(reference) not in chosen:
        chosen.insert(0, _theory(reference))
    made: dict[str, Dynamics] = {}
    refused: dict[str, str] = {}
    for theory in chosen:
        if progress is not None:
            progress(f"deriving {system.name} by the theory {theory.name}")
        try:
            made |= {theory.name: theory(system)}
        except (NotApplicable, SingularLagrangian, SingularConstraintMatrix) as error:
            reason = str(error).removeprefix(f"{system.specification.where}: ")
            refused |= {theory.name: reason}
    if len(made) == 1:
        (one,) = made.values()
        other = one.reference
        if other is not None and other.theory.name not in (*made, *refused):
            made |= {other.theory.name: other}
    if len(made) < 2:
        reasons = "; ".join(f"{name}: {why}" for name, why in refused.items())
        raise NotApplicable(
            f"{system.specification.where}: fewer than two theories apply, so nothing is compared; "
            f"{'only ' + ', '.join(made) if made else 'none'} does"
            f"{f' ({reasons})' if reasons else ': name another theory'}"
        )
    name = _theory(reference).name if reference is not None else REFERENCE
    if reference is None and name not in made:
        name = next((n for n, one in made.items() if one.theory.is_reference), name)
    standard = made.get(name)
    if standard is None and reference is not None:
        raise NotApplicable(
            f"{system.specification.where}: the reference {name} does not apply: "
            f"{refused.get(name)}; choose another one of {', '.join(made)}"
        )
    if standard is None:
        name, standard = next(iter(made.items()))
    if progress is not None:
        progress(f"comparing with the theory {name}")
    compared: tuple[ComparedTheory, ...] = ()
    for each, dynamics in made.items():
        compared = (*compared, _compared(each, dynamics, name, standard))
        if found is not None:
            done = {theory.name for theory in compared}
            waiting = tuple(other for other in made if other not in done)
            found(Comparison(system, name, compared, refused, waiting=waiting))
    readings: dict[str, PostulateReading | str] = {}
    if "lagrange_space" in made and system.constraints:
        if progress is not None:
            progress("reading the multipliers by the Postulate")
        readings |= {"postulate": _read_by_the_postulate(standard)}
    return Comparison(system, name, compared, refused, readings)


def _read_by_the_postulate(standard: Dynamics) -> PostulateReading | str:
    """The other reading of the multipliers of the Lagrange space, or why there is none."""
    try:
        found = PostulateReading(standard)
        found.to_dict()  # what is too large to be written is refused here
        return found
    except (NotApplicable, Refusal) as error:
        return str(error).removeprefix(f"{standard.system.specification.where}: ")


def _compared(name: str, made: Dynamics, reference: str, standard: Dynamics) -> ComparedTheory:
    principle = made.theory.principle
    other = None if made is standard else f"of {name} = that of {reference}"
    found = ComparedTheory(
        name,
        made,
        None if other is None else _equal(f"motion {other}", _same_motion, made, standard),
        None if other is None else _equal(f"reaction {other}", _same_reaction, made, standard),
        _regularity(made, standard),
        EnergyBalance(made).is_conserved,
        made.is_coherent,
    )
    if other is None or principle == standard.theory.principle:
        return found
    assert found.motion is not None
    agreement = () if found.motion.holds else _agreement(made, standard)
    return replace(found, principle=principle.name, agreement=agreement)


def _agreement(made: Dynamics, standard: Dynamics) -> tuple[Form, ...]:
    """The differences of the accelerations on the set of the motions; empty if not known."""
    if not standard.is_on_jets:
        return ()
    pairs = zip(
        made.acceleration_functions.values(), standard.acceleration_functions.values(), strict=True
    )
    try:
        differences = [made.shown(mine - made.above(other)) for mine, other in pairs]
        return tuple(f for f in differences if not vanishes(f))
    except (Refusal, AmbiguousTruth):
        return ()


def _equal(
    statement: str,
    identity: Callable[[Dynamics, Dynamics, bool], Stated],
    made: Dynamics,
    standard: Dynamics,
) -> Check:
    """On all of J¹π if they are equal there, else on the constraint set."""
    if made.is_on_jets and standard.is_on_jets:
        everywhere = judged(statement, lambda: identity(made, standard, False))
        if everywhere.holds:
            return everywhere
    return judged(statement, lambda: identity(made, standard, True))


def _same_motion(mine: Dynamics, other: Dynamics, on_set: bool) -> Stated:
    _ = mine.domain, other.domain
    fields = same_motions(mine, other) if on_set else [same_field(mine, other)]
    # The equations with multipliers of one principle are those between walls.
    is_between = other.theory.is_reference and other.theory.principle == mine.theory.principle
    if (mine.jumps or other.jumps) and not is_between:
        mine, other = (mine, other) if other.is_on_jets else (other, mine)
        same = identity_map(mine.manifold) if mine.manifold is other.manifold else mine.motion
        fields += related_jumps(mine, other, same)
    return fields


def _same_reaction(mine: Dynamics, other: Dynamics, on_set: bool) -> Stated:
    _ = mine.domain, other.domain
    if not mine.is_on_jets and other.is_on_jets:
        second, fields = mine.above(reaction(other)), mine.manifold.frame
        first = lagrangian_inertia(mine.system, mine.motion, mine.field)
        return [mine.place.same(first(Y), second(Y), f"on {Y}") for Y in fields]
    first, second = reaction(mine), reaction(other)
    if not on_set:
        known = (*reaction(mine.regular).conditions, *reaction(other.regular).conditions)
        return Identity(first, second, conditions=tuple(dict.fromkeys(known)))
    # Both are semibasic: nothing is lost by restricting their values instead of the forms.
    fields = mine.system.configuration_space.frame
    lifts = [mine.system.evolution_space.prolong_field(X) for X in fields]
    pairs = zip(fields, lifts, strict=True)
    return [mine.place.same(first(Y), second(Y), f"on {X}") for X, Y in pairs]


def _theory(given: Theory | str) -> Theory:
    return theory_named(given) if isinstance(given, str) else as_theory(given)


def _regularity(made: Dynamics, standard: Dynamics) -> Regularity:
    name = made.determinant_name
    if not (made.is_on_jets and standard.is_on_jets):
        return Regularity(name, made.determinant)
    restrict = made.system.constraint_set.restrict
    determinant, other = restrict(made.determinant), restrict(standard.determinant)
    try:
        if vanishes(determinant) or vanishes(other):
            return Regularity(name, determinant)
        factor = (determinant / other).settled()
        inverse = (1 / factor).settled()
        same = nowhere_zero(factor) and nowhere_zero(inverse)
    except Unexpanded:
        # Too large to be looked at: that is no answer.
        return Regularity(name, determinant)
    return Regularity(name, determinant, factor, same)


def _escaped(text: str) -> str:
    """Text inside of a formula."""
    special = {c: f"\\{c}" for c in "{}_%&#$"} | {"\\": r"\backslash{}", "^": r"\^{}", "~": r"\~{}"}
    return "".join(special.get(c, c) for c in one_line(text))
