"""Point symmetries of differential equations, solved for in a finite space of fields.

A field X on E is a symmetry of equations ``Δ = 0`` on J^kπ if its prolongation is tangent to them:
``X^(k)(Δ) = 0`` where Δ = 0. That is linear in X over the constants: the determining equations for
fields with given component functions are the kernel of a matrix, exactly and completely. Source:
Olver, Applications of Lie Groups to Differential Equations (2nd ed. 1993), section 2.4.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from diffgeo.bundles.jets import JetSpace
from diffgeo.calculus import linear_algebra as linear
from diffgeo.calculus.forms import Form
from diffgeo.calculus.requirements import require_kind, require_mapping
from diffgeo.calculus.spaces import FunctionLike
from diffgeo.calculus.vector_forms import VectorForm
from diffgeo.subsets.submanifolds import submanifold
from diffgeo.verdicts.verdict import Conjunction, Verdict, check


def is_point_symmetry(
    X: VectorForm, equations: Mapping[str, FunctionLike], jets: JetSpace
) -> Verdict:
    """The verdict on ``X^(k)(Δ) = 0`` where the equations hold.

    Parameters
    ----------
    X
        A field on E.
    equations
        Solved equations on the jets, such as ``{"u_t": "u_xx"}``.
    jets
        J^kπ.

    Returns
    -------
    Verdict
        On an identity on the submanifold of the jets that the equations are.

    Examples
    --------
    >>> from diffgeo import Fibration, Manifold, Map, jet
    >>> from diffgeo.bundles import is_point_symmetry
    >>> E, B = Manifold("E", "t x u"), Manifold("B", "t x")
    >>> J = jet(Fibration(Map(E, B, {"t": "t", "x": "x"})), 2)
    >>> galilean = E.vector_field(x="2*t", u="-x*u")
    >>> bool(is_point_symmetry(galilean, {"u_t": "u_xx"}, J))
    True
    """
    return check(
        Conjunction([value == 0 for value in _Equations(equations, jets)(X)]),
        name="X is a point symmetry",
    )


def point_symmetries(
    equations: Mapping[str, FunctionLike],
    jets: JetSpace,
    functions: Sequence[FunctionLike] | None = None,
    degree: int = 1,
) -> list[VectorForm]:
    """A basis of the point symmetries whose components are combinations of given functions.

    Parameters
    ----------
    equations
        Solved equations on the jets, such as ``{"u_t": "u_xx"}``: right sides do not use the
        derivatives that are solved for.
    jets
        J^kπ.
    functions
        Functions on E; without them all polynomials in its coordinates.
    degree
        The largest degree of these.

    Returns
    -------
    list of VectorForm
        A basis over the constants, of fields on E: all symmetries with such components are
        combinations of them while the parameters have generic values.

    Raises
    ------
    NotSupported, Unexpanded, TooLarge, Undecided
        As `diffgeo.calculus.linear_algebra.constant_relations`.

    Examples
    --------
    The Korteweg–de Vries equation has translations, Galilean boosts and one scaling:

    >>> from diffgeo import Fibration, Manifold, Map, jet
    >>> from diffgeo.bundles import point_symmetries
    >>> E, B = Manifold("E", "t x u"), Manifold("B", "t x")
    >>> J = jet(Fibration(Map(E, B, {"t": "t", "x": "x"})), 3)
    >>> for X in point_symmetries({"u_t": "-u*u_x - u_xxx"}, J):
    ...     print(X)
    ∂_t
    ∂_x
    t ∂_x + ∂_u
    -3*t/2 ∂_t - x/2 ∂_x + u ∂_u
    """
    space = jets.fibration.total
    given = linear.monomials(space, degree) if functions is None else space.functions(functions)
    candidates = [f * X for f in given for X in space.frame]
    return linear.constant_solutions(candidates, _Equations(equations, jets))


class _Equations:
    """The determining equations: the values ``X^(k)(Δ)`` on the solutions."""

    def __init__(self, equations: Mapping[str, FunctionLike], jets: JetSpace) -> None:
        require_kind(jets, JetSpace, "state differential equations on", "a space of jets")
        require_mapping(equations, "solved equations", '{"u_t": "u_xx"}')
        self._jets = jets
        right = jets.functions(equations.values())
        self._left = [jets[name] - f for name, f in zip(equations, right, strict=True)]
        _, self._inclusion = submanifold(jets, dict(zip(equations, right, strict=True)))

    def __call__(self, X: VectorForm) -> list[Form]:
        prolonged = self._jets.prolong_field(X)
        return [self._inclusion.pull(prolonged(f)) for f in self._left]
