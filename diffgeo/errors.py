"""Every error that the library raises on purpose.

Each message names the object, the space it lives on and the repair, in one line.
Two families: *refusals* of the function ring (the question is well posed, the ring
cannot answer it with certainty) and *misuse* (the question is not well posed).
"""

from __future__ import annotations

from typing import Any


class DiffGeoError(ValueError):
    """Base class of all errors raised on purpose by `diffgeo` and `mechanics`."""


# --- refusals of a function ring ----------------------------------------------------


class Refusal(DiffGeoError):
    """A function ring declines, by name, what it cannot decide with certainty."""


class NeedsSign(Refusal):
    """The sign of a subexpression is needed and not known; declare it."""


class NeedsBranch(Refusal):
    """The branch of an inverse function is needed and not known."""


class NonReal(Refusal):
    """The expression is not real on its domain."""


class NestedRoot(Refusal):
    """A root inside a root that the ring does not denest."""


class ConstantAngle(Refusal):
    """A constant angle whose sine and cosine the ring does not represent."""


class InexactNumber(Refusal):
    """A floating-point number where an exact one is needed."""


class NotSupported(Refusal):
    """A function or construction that the ring does not know."""


class LateRefinement(Refusal):
    """A finer angle, exponent or root would need another one inside of itself."""


class ZeroDenominator(Refusal):
    """Division by a function that is identically zero."""


class OutsideDomain(Refusal):
    """A map or a point leaves the domain where a function is defined."""


class Contradiction(Refusal):
    """A declaration contradicts another declaration or a condition."""


class NoWitness(Refusal):
    """No point was found at which the expression is defined and real."""


class NotASubmanifold(Refusal):
    """The zeros of functions are a union, singular, or not known to be a submanifold.

    Attributes
    ----------
    parts : tuple
        Functions on the ambient manifold: the set is the union of the zeros of each of them
        in it. Empty if it is not known to be a union.
    """

    def __init__(self, message: str, parts: tuple[Any, ...] = ()) -> None:
        super().__init__(message)
        self.parts = parts


class Unexpanded(Refusal):
    """An unexpanded solution of a linear system is too large to expand."""


class TooLarge(Refusal):
    """The expression exceeds a documented size limit."""


class LimitExceeded(Refusal):
    """A computation took more time or memory than `limit` allows."""


class Undecided(Refusal):
    """The zero test has no certain answer."""


# --- misuse ------------------------------------------------------------------------


class ExpressionError(DiffGeoError):
    """Text that is not an expression: where it stops being one, and why."""


class UndefinedSymbol(ExpressionError):
    """A name in an expression that was not declared."""


class NameClash(DiffGeoError):
    """Two declared names coincide."""


class SpaceMismatch(DiffGeoError):
    """Two objects that live on different spaces (or charts) were combined."""


class DegreeMismatch(DiffGeoError):
    """An object has the wrong degree for the operation."""


class AxiomViolation(DiffGeoError):
    """A tensor does not satisfy the axioms of the structure it was given for."""


class SingularSystem(DiffGeoError):
    """A linear system whose matrix is singular at the generic point."""


class InconsistentSystem(DiffGeoError):
    """A linear system without solution at the generic point."""


class AmbiguousTruth(DiffGeoError, TypeError):
    """An identity or an undecided verdict was used as a truth value."""
