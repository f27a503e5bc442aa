"""Errors about a mechanical system: what is wrong, where, and how to repair it.

All of them are `DiffGeoError`; on the command line each is one line on standard error
and exit status 2.
"""

from __future__ import annotations

from diffgeo.errors import DiffGeoError


class BadSystem(DiffGeoError):
    """A system that is not well posed, or a request about it that is not."""


class BadFile(BadSystem):
    """A system file that cannot be read: malformed TOML, unknown key, wrong type."""


class UnknownName(BadSystem):
    """No gallery system, theory or quantity of this name."""


class HolonomicConstraint(BadSystem):
    """A constraint in which no velocity occurs."""


class RedundantConstraints(BadSystem):
    """Constraints whose differentials are dependent on the constraint set."""


class InconsistentConstraints(BadSystem):
    """Constraints that no motion satisfies."""


class SingularConstraintMatrix(BadSystem):
    """Constraints that do not determine the reaction: det C = 0 on the constraint set."""


class SingularLagrangian(BadSystem):
    """A Lagrangian whose Hessian in the velocities is degenerate."""


class NoHamiltonian(BadSystem):
    """A regular Lagrangian whose velocities could not be expressed by the momenta."""


class NotApplicable(BadSystem):
    """A system outside the hypotheses of a theory; the message is the reason."""


class BadTheory(DiffGeoError):
    """A theory that is none: it cannot be loaded, lacks a method, or returns something else."""


class BadCommand(DiffGeoError):
    """A command of another distribution that cannot be loaded."""


class BadLedger(DiffGeoError):
    """Claims of a paper that are none: they cannot be loaded, or are no ledger."""


class ConstraintAlgorithmStopped(BadSystem):
    """The constraint algorithm has no answer, and the message says why."""


class MissingValue(BadSystem):
    """A number or a concrete function that a simulation needs and does not have."""


class BadValue(BadSystem):
    """A value that cannot be used: not a number, off the domain, off the constraint."""
