"""Errors about a mechanical system: what is wrong, where, and how to repair it.

All of them are `DiffGeoError`; on the command line each is one line on standard error
and exit status 2.
"""

from __future__ import annotations

from diffgeo.errors import DiffGeoError


class BadSystem(DiffGeoError):
    """A system that is not well posed, or a request about it that is not.

    Cause: a contradiction in the declaration of a system, or an option that does not fit it.

    Repair: correct the entry that the message names.
    """


class BadFile(BadSystem):
    """A system file that cannot be read: malformed TOML, unknown key, wrong type.

    Cause: malformed TOML, an unknown key, a value of the wrong type, or a derivation of another
    version.

    Repair: correct the entry that the message names (the reference lists the keys under "system
    files"), or derive the system again.
    """


class UnknownName(BadSystem):
    """No gallery system, theory or quantity of this name.

    Cause: a misspelt name, or a theory or paper of a distribution that is not installed.

    Repair: take the proposed name; ``mechanics list`` shows systems, theories and papers.
    """


class HolonomicConstraint(BadSystem):
    """A constraint in which no velocity occurs.

    Cause: an equation between positions and time alone.

    Repair: choose coordinates adapted to it, or give it in ``holonomic``.
    """


class RedundantConstraints(BadSystem):
    """Constraints whose differentials are dependent on the constraint set.

    Cause: one constraint follows from the others, at least on the set where they hold.

    Repair: remove one of those that the message names.
    """


class InconsistentConstraints(BadSystem):
    """Constraints that no motion satisfies.

    Cause: the constraints contradict each other, or one of them has no real solution.

    Repair: correct the constraint that the message names.
    """


class SingularConstraintMatrix(BadSystem):
    """Constraints that do not determine the reaction: det C = 0 on the constraint set.

    Cause: the constraints imply an equation without velocities, or the reactions do not reach
    all of them.

    Repair: use the constraint algorithm (``System.reduction()``), or remove or reformulate one
    of the constraints.
    """


class SingularLagrangian(BadSystem):
    """A Lagrangian whose Hessian in the velocities is degenerate.

    Cause: a velocity does not occur, or occurs linearly, perhaps in other coordinates.

    Repair: use the theory `multipliers`, which does not need a regular one, or the constraint
    algorithm (``System.reduction()``).
    """


class NoHamiltonian(BadSystem):
    """A regular Lagrangian whose velocities could not be expressed by the momenta.

    Cause: the equations ``p = dL/dv`` are not linear in the velocities, and no way to solve
    them is known.

    Repair: stay on the Lagrangian side, or take a Lagrangian that is quadratic in the
    velocities.
    """


class NotApplicable(BadSystem):
    """A system outside the hypotheses of a theory; the message is the reason.

    Cause: the theory needs what this system lacks, such as a regular Lagrangian, or
    independence of time.

    Repair: choose another theory; `compare` says of each whether it applies, and why not.
    """


class BadTheory(DiffGeoError):
    """A theory that is none: it cannot be loaded, lacks a method, or returns something else.

    Cause: an entry point that fails to load, a missing method, or a ``construct`` that returns
    no `Dynamics`.

    Repair: define what the message names; `mechanics.testing.check_theory` examines the whole
    theory.
    """


class BadCommand(DiffGeoError):
    """A command of another distribution that cannot be loaded.

    Cause: an entry point that fails to load, or that is no command.

    Repair: correct or remove that distribution; all other commands work.
    """


class BadLedger(DiffGeoError):
    """Claims of a paper that are none: they cannot be loaded, or are no ledger.

    Cause: a file without a ``LEDGER``, or with one of another class, or one that fails to load.

    Repair: make it a `mechanics.papers.engine.claims.Ledger`, as the tutorial on a paper of
    one's own does.
    """


class ConstraintAlgorithmStopped(BadSystem):
    """The constraint algorithm has no answer, and the message says why.

    Cause: a set is empty, has singular points, or an equation on it was not decided.

    Repair: read which set the message names; fix parameters, or correct the equations.
    """


class MissingValue(BadSystem):
    """A number or a concrete function that a simulation needs and does not have.

    Cause: a parameter, an undefined function or an initial value was not given.

    Repair: give it as the message shows, in ``values`` or with ``--set``.
    """


class BadValue(BadSystem):
    """A value that cannot be used: not a number, off the domain, off the constraint.

    Cause: text that is no number, a value outside of the domain, initial values that violate a
    constraint, a file that would be replaced.

    Repair: correct the value; of dependent initial values leave those out that the constraints
    determine.
    """
