"""What is asked of any subset, however it is given.

Source: Bochnak, Coste and Roy, Real Algebraic Geometry (1998), chapter 2.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations, product
from typing import TYPE_CHECKING, Any, TypeAlias

from diffgeo.calculus.display import Shown, cut
from diffgeo.calculus.forms import Form
from diffgeo.calculus.linear_algebra import determinant
from diffgeo.calculus.requirements import WithoutChart, require_manifold
from diffgeo.errors import DegreeMismatch, SpaceMismatch, Undecided
from diffgeo.verdicts.verdict import Status, Verdict, check

if TYPE_CHECKING:
    from diffgeo.calculus.spaces import FunctionLike, Manifold
    from diffgeo.rings.protocol import Condition

#: What lives on a space, or on a set in it: forms, fields, tensors, metrics.
Living: TypeAlias = Any


def functions_given(
    space: Manifold, functions: Iterable[FunctionLike] | FunctionLike, action: str
) -> list[Form]:
    """One function or several on a manifold, as it is asked for by whatever makes a subset."""
    require_manifold(space, action)
    several = isinstance(functions, Iterable) and not isinstance(
        functions, str | bytes | Mapping | Form
    )
    given: list[FunctionLike] = list(functions) if several else [functions]  # type: ignore[arg-type, list-item]
    return space.functions(given)


class Subset(WithoutChart, ABC):
    """A set of real points of a manifold M.

    What lives on it is the restriction of what lives on M. A new way of giving a subset is a
    subclass with these methods; `EmbeddedSubset` has them for the image of an inclusion.

    Attributes
    ----------
    space : Manifold
        The ambient manifold M.
    """

    space: Manifold

    @property
    @abstractmethod
    def dimension(self) -> int | None:
        """The dimension; None where it is not known."""

    @property
    @abstractmethod
    def conditions(self) -> tuple[Condition | str, ...]:
        """Where the set was examined: what is said of it is said where these hold."""

    @property
    @abstractmethod
    def witness(self) -> str | None:
        """A certified real point of the set, as text; None if none was found."""

    @abstractmethod
    def restrict(self, thing: Living) -> Living:
        """What a form or field on M is on the set: of the same kind, with the same operations.

        Raises
        ------
        AxiomViolation, Undecided
            A field is not tangent, or it is not known whether it is.
        SpaceMismatch
            The object lives on another manifold.
        """

    @abstractmethod
    def vanishes(self, thing: Living, *, counterexample: bool = True) -> Verdict:
        """Whether an object on M is zero on the whole set, where it is defined.

        ``counterexample`` says whether to make a small one when it is not.
        """

    def same(self, first: Living, second: Living) -> Verdict:
        """Whether two objects on M have the same restriction."""
        return self.vanishes(first - second)

    def rank(self, rows: Sequence[Sequence[Form]]) -> tuple[int, Verdict]:
        """The largest rank of a matrix of functions at points of the set.

        It may be smaller than that on M, as where a determinant is a multiple of the equations.

        Parameters
        ----------
        rows
            Functions on M, or what `restrict` has made of them.

        Returns
        -------
        int, Verdict
            The rank: some minor of this order is certainly not zero on the set. The verdict is
            that it is not larger: all minors of the next order vanish there.

        Raises
        ------
        Undecided
            It is not known of a minor whether it vanishes on the set.
        DegreeMismatch
            The rows are not of one length.
        """
        if len({len(row) for row in rows}) > 1:
            raise DegreeMismatch("the rows of a matrix must have one and the same length")
        larger = Verdict(Status.VERIFIED, "there are no minors of larger order")
        lengths = [[len(str(f)) for f in row] for row in rows]

        def length(place: tuple[tuple[int, ...], ...]) -> int:
            return sum(lengths[i][j] for i in place[0] for j in place[1])

        for order in range(min(map(len, (rows, *rows)), default=0), 0, -1):
            found = []
            choices = (combinations(range(len(given)), order) for given in (rows, rows[0]))
            # Those of short functions first: one that does not vanish is enough.
            for chosen, columns in sorted(product(*choices), key=length):
                minor = determinant([[rows[i][j] for j in columns] for i in chosen])
                found.append(self.vanishes(minor, counterexample=False))
                if found[-1].status is Status.REFUTED:
                    return order, larger
            if open_ones := [v for v in found if v.status is Status.UNKNOWN]:
                raise Undecided(f"the rank is at most {order}: {open_ones[0].reason}")
            larger = check(found, name=f"all minors of order {order} vanish")
        return 0, larger


class SetOfZeros(Subset, Shown):
    """A subset that is given by functions which vanish on it, and shown by them."""

    @property
    @abstractmethod
    def _vanishing_functions(self) -> tuple[Form, ...]:
        """The functions."""

    def __str__(self) -> str:
        return ", ".join(f"{f} = 0" for f in self._vanishing_functions) or str(self.space)

    def summary(self, width: int = 40) -> str:
        """The equations, cut short."""
        written = ", ".join(f"{f.summary(width)} = 0" for f in self._vanishing_functions)
        return cut(written or str(self.space), 2 * width)

    def _results(self) -> Sequence[Any]:
        return self._vanishing_functions

    def latex(self) -> str:
        """LaTeX source, without dollar signs."""
        inner = r",\; ".join(f"{f.latex()} = 0" for f in self._vanishing_functions)
        return rf"\left\{{{inner}\right\}}"

    def _require_same_space(self, other: Subset) -> None:
        if other.space is not self.space:
            raise SpaceMismatch(
                f"{self!r} and {other!r} lie in different manifolds: take the preimage of one of "
                "them with phi.pull"
            )
