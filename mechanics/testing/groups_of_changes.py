"""Under which changes of coordinates a theory must be natural.

The table is the library's and not the theory's author's: a theory that is natural under few
changes only does not pass by saying so.
"""

from __future__ import annotations

from dataclasses import dataclass

from mechanics.theories.registry import Theory, theory_named


@dataclass(frozen=True)
class Group:
    """A group of automorphisms of E → R, prolonged to J¹π.

    Attributes
    ----------
    name : str
        In words.
    time_dependent : bool
        Whether the change of the coordinates may depend on time, and time be shifted. Where it
        may not, nothing that the tests draw depends on time.
    """

    name: str
    time_dependent: bool


FIBRED = Group("automorphisms of E over t -> t + c, prolonged to the jets", True)
AUTONOMOUS = Group("automorphisms of M, prolonged to the jets of R x M", False)

#: The theories of the library that live on TM. All others, and those of users, are FIBRED.
_EXCEPTIONS = {"lagrange_space": AUTONOMOUS}


def group_of(theory: Theory) -> Group:
    """The group of a theory; a user's theory does not get a smaller one by its name.

    One that lives on a space without time refuses data with the time, and is judged without it.
    """
    group = _EXCEPTIONS.get(theory.name)
    return group if group and theory is theory_named(theory.name) else FIBRED
