"""Section 3: the 12 entries of theorem 4, which are said not to be regular."""

from __future__ import annotations

from mechanics.papers.engine.claims import Judgement, states
from mechanics.papers.senkerikova.book import claim
from mechanics.papers.senkerikova.entries import regular_entry, singular_entry
from mechanics.papers.senkerikova.scene import ConstraintScene


@claim("SEN-3.68", "p. 8, Theorem 4, and p. 10", "theorem", on="none")
@states("(D,E,F,G) = (0, 0, 0, 0) is not regular")
def entry_68(_: object) -> Judgement:
    """v2 = v3 = 0: affine, det M = m."""
    return regular_entry("SEN-3.68")


@claim("SEN-3.69", "p. 8, Theorem 4, and p. 10", "theorem", on="none")
@states("(D,E,F,G) = (D, 0, 0, 0) is not regular")
def entry_69(_: object) -> Judgement:
    """v3 = 0 and v2 = √D |v1|: det M = m(1 + D)."""
    return regular_entry("SEN-3.69")


@claim("SEN-3.70", "p. 8, Theorem 4, and p. 10", "theorem", on="none")
@states("(D,E,F,G) = (0, 0, F, 0) is not regular")
def entry_70(_: object) -> Judgement:
    """v2 = 0 and v3 = √F |v1|: det M = m(1 + F)."""
    return regular_entry("SEN-3.70")


@claim("SEN-3.71", "p. 8, Theorem 4, and p. 10", "theorem", on="two quadratic")
@states("(D,E,F,G) = (D, 0, -1 - D, 0) is not regular")
def entry_71(s: ConstraintScene) -> Judgement:
    """v1² + v2² + v3² = 0."""
    return singular_entry("SEN-3.71", s)


@claim("SEN-3.72", "p. 8, Theorem 4, and p. 10", "theorem", on="none")
@states("(D,E,F,G) = (0, 0, F, G) is not regular")
def entry_72(_: object) -> Judgement:
    """v2 = 0: one constraint in the plane of v1 and v3, det M = m(1 + F²v1²/P2)."""
    return regular_entry("SEN-3.72")


@claim("SEN-3.73", "p. 8, Theorem 4, and p. 10", "theorem", on="two quadratic")
@states("(D,E,F,G) = (-1, 0, 0, G) is not regular")
def entry_73(s: ConstraintScene) -> Judgement:
    """v1² + v2² = 0."""
    return singular_entry("SEN-3.73", s)


@claim("SEN-3.74", "p. 8, Theorem 4, and p. 10", "theorem", on="none")
@states("(D,E,F,G) = (0, 0, 0, G) is not regular")
def entry_74(_: object) -> Judgement:
    """v2 = 0, v3 = √G: affine, det M = m."""
    return regular_entry("SEN-3.74")


@claim("SEN-3.75", "p. 8, Theorem 4, and p. 10", "theorem", on="none")
@states("(D,E,F,G) = (0, 0, -1, G) is not regular")
def entry_75(_: object) -> Judgement:
    """v2 = 0, v1² + v3² = G: a circle, det M = m G/(G - v1²)."""
    return regular_entry("SEN-3.75")


@claim("SEN-3.76", "p. 8, Theorem 4, and p. 10", "theorem", on="none")
@states("(D,E,F,G) = (D, E, 0, 0) is not regular")
def entry_76(_: object) -> Judgement:
    """v3 = 0: one constraint in the plane of v1 and v2, det M = m(1 + D²v1²/P1)."""
    return regular_entry("SEN-3.76")


@claim("SEN-3.77", "p. 8, Theorem 4, and p. 10", "theorem", on="two quadratic")
@states("(D,E,F,G) = (0, E, -1, 0) is not regular")
def entry_77(s: ConstraintScene) -> Judgement:
    """v1² + v3² = 0."""
    return singular_entry("SEN-3.77", s)


@claim("SEN-3.78", "p. 8, Theorem 4, and p. 10", "theorem", on="none")
@states("(D,E,F,G) = (0, E, 0, 0) is not regular")
def entry_78(_: object) -> Judgement:
    """v3 = 0, v2 = √E: affine, det M = m."""
    return regular_entry("SEN-3.78")


@claim("SEN-3.79", "p. 8, Theorem 4, and p. 10", "theorem", on="none")
@states("(D,E,F,G) = (-1, E, 0, 0) is not regular")
def entry_79(_: object) -> Judgement:
    """v3 = 0, v1² + v2² = E: a circle, det M = m E/(E - v1²)."""
    return regular_entry("SEN-3.79")
