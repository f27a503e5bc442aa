"""Every error that the library raises on purpose.

Each message names the object, the space it lives on and the repair, in one line.
Two families: *refusals* of the function ring (the question is well posed, the ring
cannot answer it with certainty) and *misuse* (the question is not well posed).
"""

from __future__ import annotations

from typing import Any


class DiffGeoError(ValueError):
    """Base class of all errors raised on purpose by `diffgeo` and `mechanics`.

    Cause: something that the library cannot do, or that means nothing, was asked for; its
    subclasses say what.

    Repair: read the message, which names the object, its space and what to do; `except
    DiffGeoError` catches all of them.
    """


# --- refusals of a function ring ----------------------------------------------------


class Refusal(DiffGeoError):
    """A function ring declines, by name, what it cannot decide with certainty.

    Cause: no certain answer exists in this ring, or the ring does not know how to find it.

    Repair: follow the message: declare what is missing, or write the function in another form;
    `check` answers UNKNOWN with this reason instead of raising.
    """


class NeedsSign(Refusal):
    """The sign of a subexpression is needed and not known; declare it.

    Cause: the rank of a matrix, an orthonormal frame or a power of zero depends on a sign that
    nothing declares.

    Repair: declare it where the space is made (``positive="m r"``, or ``negative``).
    """


class NeedsBranch(Refusal):
    """The branch of an inverse function is needed and not known.

    Cause: inverse functions, such as two arctangents, are related up to a constant that depends
    on the point.

    Repair: write the combination that the message names, or declare the signs that decide the
    branch.
    """


class NeedsOrientation(Refusal):
    """What depends on an orientation is asked of a manifold that has none.

    Cause: the volume form of a metric on a sphere, whose two charts are oriented oppositely; on
    the projective plane there is no orientation at all.

    Repair: orient the metric by `diffgeo.atlases.orientation`, or ask in one chart.
    """


class NonReal(Refusal):
    """The expression is not real on its domain.

    Cause: a root or logarithm of something negative, a power of a negative base, or the
    imaginary unit.

    Repair: correct the sign of the argument, or declare the coordinates and parameters positive
    for which it is.
    """


class NestedRoot(Refusal):
    """A root inside a root that the ring does not denest.

    Cause: a root of an expression that contains a root, and no simpler form was found.

    Repair: introduce a coordinate for the inner root.
    """


class ConstantAngle(Refusal):
    """A constant angle whose sine and cosine the ring does not represent.

    Cause: the sine or cosine of a multiple of pi with a denominator that is too large for the
    ring.

    Repair: introduce a parameter for this constant.
    """


class InexactNumber(Refusal):
    """A floating-point number where an exact one is needed.

    Cause: a float, such as ``0.1``, was given; it is only near to the number that was meant.

    Repair: write ``"1/10"`` or ``"0.1"`` as text, or ``Fraction(1, 10)``.
    """


class NotSupported(Refusal):
    """A function or construction that the ring does not know.

    Cause: a function without a rule in this ring, or an operation that a ring or a kind of
    space does not have.

    Repair: use one of the functions that the reference lists under "function rings", declare it
    as an undefined function, or do what the message proposes.
    """


class LateRefinement(Refusal):
    """A finer angle, exponent or root would need another one inside of itself.

    Cause: after work had begun with an angle, exponent or root, a finer one was needed, and
    another one inside of it.

    Repair: give the expressions together, in one call.
    """


class ZeroDenominator(Refusal):
    """Division by a function that is identically zero.

    Cause: a denominator vanishes everywhere, though it may not look so.

    Repair: correct the denominator that the message names.
    """


class OutsideDomain(Refusal):
    """A map or a point leaves the domain where a function is defined.

    Cause: a point, a value or a map goes where a root, logarithm or quotient is not defined.

    Repair: choose a point inside of the domain, or another map; the conditions of an object say
    where it is defined.
    """

    #: False where that rests on a zero that is only probable.
    certain = True


class Contradiction(Refusal):
    """A declaration contradicts another declaration or a condition.

    Cause: a sign that is declared cannot hold beside another one, or beside a root or logarithm
    in use.

    Repair: remove or correct one of the two that the message names.
    """


class NoWitness(Refusal):
    """No point was found at which the expression is defined and real.

    Cause: the conditions may exclude every real point, or the search did not find one.

    Repair: check the signs under roots and logarithms, and the declared signs.
    """


class NotASubmanifold(Refusal):
    """The zeros of functions are a union, singular, or not known to be a submanifold.

    Cause: the equations describe several pieces, a set with singular points, or one that could
    not be examined.

    Repair: take one of the ``parts``, or other equations for the same set.

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
    """An unexpanded solution of a linear system is too large to expand.

    Cause: a determinant or a solution has more terms than may be written out.

    Repair: leave it unexpanded (`check` decides it as it is), put numbers for parameters, or
    choose coordinates in which it is smaller.
    """


class TooLarge(Refusal):
    """The expression exceeds a documented size limit.

    Cause: a formula, number, exponent or text is longer or deeper than the limit that the
    message states.

    Repair: split it up; functions that cannot be written out can still be compiled, by
    `compile_functions`.
    """


class LimitExceeded(Refusal):
    """A computation took more time or memory than `limit` allows.

    Cause: a limit that you set (`limit`, or ``--limit`` and ``--memory`` on the command line)
    stopped the computation.

    Repair: allow more, or ask a smaller question; what was being computed is lost.
    """


class Undecided(Refusal):
    """The zero test has no certain answer.

    Cause: what a construction rests on, such as a rank or an axiom, was neither verified nor
    refuted.

    Repair: read the reason in the message; simplify the data, or declare signs.
    """


# --- misuse ------------------------------------------------------------------------


class ExpressionError(DiffGeoError):
    """Text that is not an expression: where it stops being one, and why.

    Cause: a missing bracket or operator, a word that is no number, a function with too many
    arguments.

    Repair: correct the text at the place that the message names; powers are ``**``, products
    ``*``.
    """


class UndefinedSymbol(ExpressionError):
    """A name in an expression that was not declared.

    Cause: a misspelt name, or a parameter that was not declared.

    Repair: take the name that the message proposes, or declare it with ``parameters=`` or
    ``functions=``.
    """


class NameClash(DiffGeoError):
    """Two declared names coincide.

    Cause: a coordinate, parameter or function was declared twice, or two factors of a product
    share a name.

    Repair: rename one of them; products take ``suffixes=`` and ``rename=``.
    """


class SpaceMismatch(DiffGeoError):
    """Two objects that live on different spaces (or charts) were combined.

    Cause: objects of two manifolds, or of a bundle and its base, stand in one expression.

    Repair: pull one of them back along a map (a projection, a section), or lift it to the other
    space.
    """


class DegreeMismatch(DiffGeoError):
    """An object has the wrong degree for the operation.

    Cause: a form of the wrong degree, a tensor of the wrong type, or a list of the wrong
    length.

    Repair: compare what the message says was given with what the operation takes.
    """


class AxiomViolation(DiffGeoError):
    """A tensor does not satisfy the axioms of the structure it was given for.

    Cause: a symplectic form that is not closed, a metric that is not symmetric, a bivector
    without the Jacobi identity, values that disagree on an overlap.

    Repair: look at the counterexample in the message, and correct the tensor.
    """


class SingularSystem(DiffGeoError):
    """A linear system whose matrix is singular at the generic point.

    Cause: a degenerate 2-form, metric or frame: the unknowns are not determined.

    Repair: correct the data, or use what needs no inverse: kernels, distributions.
    """


class InconsistentSystem(DiffGeoError):
    """A linear system without solution at the generic point.

    Cause: the right-hand side is not in the image, as where ``i_X omega = alpha`` is asked of a
    degenerate omega.

    Repair: change the right-hand side, or restrict to the subset on which the equations agree.
    """


class AmbiguousTruth(DiffGeoError, TypeError):
    """An identity or an undecided verdict was used as a truth value.

    Cause: ``if alpha == beta:``, or ``bool(...)`` of what only an answer can decide.

    Repair: write ``check(alpha == beta)``, and look at its ``status`` where that may be
    UNKNOWN.
    """
