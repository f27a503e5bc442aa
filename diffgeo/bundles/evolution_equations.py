"""Conservation laws and generalised symmetries of evolution equations, solved for.

For the equations ``u^a_t = F^a``, where F^a and all other functions may depend on the time but not
on derivatives by it:

* ``∫ρ dx`` is conserved if and only if ``E_b(∂ρ/∂t + F^a E_a(ρ)) = 0`` for all b, since ρ changes
  by this function and a divergence;
* the evolutionary field ``v_Q = Q^a ∂/∂u^a`` is a symmetry if and only if its flow commutes with
  that of F: ``pr v_Q(F) = ∂Q/∂t + pr v_F(Q)``.

Both are linear over the constants, and so solved completely in a finite space. Source: Olver,
Applications of Lie Groups to Differential Equations (2nd ed. 1993), chapter 5.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from diffgeo.bundles.jets import JetSpace
from diffgeo.bundles.variational_calculus import (
    _derived,
    _lifted,
    _linearised,
    _sum,
    _times,
    euler_operator,
)
from diffgeo.calculus import linear_algebra as linear
from diffgeo.calculus.forms import Form
from diffgeo.calculus.requirements import require_kind, require_mapping, require_sequence
from diffgeo.calculus.spaces import FunctionLike
from diffgeo.calculus.vector_forms import VectorForm
from diffgeo.errors import NotSupported, SpaceMismatch


def conserved_densities(
    equations: Mapping[str, FunctionLike], jets: JetSpace, candidates: Sequence[FunctionLike]
) -> list[Form]:
    """The densities ρ of conserved integrals ``∫ρ dx``, modulo total derivatives.

    Parameters
    ----------
    equations
        ``{"u_t": F}`` for all fibre coordinates, with functions on the jets.
    jets
        J^kπ.
    candidates
        Functions on the jets, independent over the constants.

    Returns
    -------
    list of Form
        Combinations of the candidates: a basis of all conserved ones in their span, modulo those
        whose integral is that of a divergence; at special values of parameters there may be more.

    Raises
    ------
    SpaceMismatch
        An equation is missing, or is not solved for a derivative by the time.
    NotSupported
        A function contains derivatives by the time.

    Examples
    --------
    The Korteweg–de Vries equation ``u_t = -6 u u_x - u_xxx``:

    >>> from diffgeo import Fibration, Manifold, Map, jet
    >>> from diffgeo.bundles import conserved_densities
    >>> E, B = Manifold("E", "t x u"), Manifold("B", "t x")
    >>> J = jet(Fibration(Map(E, B, {"t": "t", "x": "x"})), 3)
    >>> kdv = {"u_t": "-6*u*u_x - u_xxx"}
    >>> print(*conserved_densities(kdv, J, ["u", "u**2", "u**3", "u_x**2", "u*u_xx"]), sep=", ")
    u, u**2, u_x**2 - 2*u**3
    """
    time, right = _right_sides(equations, jets)
    given = _without_rates(candidates, jets, time)

    def rates(density: Form) -> list[Form]:
        gradient = euler_operator(density)
        total = _explicit_rate(density, time)
        for q, F in right.items():
            total = _sum(jets.fibration, total, _times(jets.fibration, F, gradient[q]))
        # The same space for all of them.
        total = _lifted(jets.fibration, total, 2 * jets.order)
        return list(euler_operator(total).values())

    found: list[Form] = []
    for density in linear.constant_solutions(given, rates):
        if not linear.constant_solutions([*found, density], _gradient):
            found.append(density)
    return found


def generalised_symmetries(
    equations: Mapping[str, FunctionLike], jets: JetSpace, candidates: Sequence[FunctionLike]
) -> list[VectorForm]:
    """The evolutionary fields whose flows commute with that of the equations.

    Parameters
    ----------
    equations, jets
        As for `conserved_densities`.
    candidates
        Functions on the jets, independent over the constants, of which the components Q^a are
        combinations.

    Returns
    -------
    list of VectorForm
        A basis of all such fields ``Q^a ∂/∂u^a``, as fields on the jets; at special values of
        parameters there may be more.

    Raises
    ------
    SpaceMismatch
        An equation is missing, or is not solved for a derivative by the time.
    NotSupported
        A function contains derivatives by the time.

    Examples
    --------
    Translations, and the equation itself:

    >>> from diffgeo import Fibration, Manifold, Map, jet
    >>> from diffgeo.bundles import generalised_symmetries
    >>> E, B = Manifold("E", "t x u"), Manifold("B", "t x")
    >>> J = jet(Fibration(Map(E, B, {"t": "t", "x": "x"})), 3)
    >>> kdv = {"u_t": "-6*u*u_x - u_xxx"}
    >>> for Q in generalised_symmetries(kdv, J, ["u", "u_x", "u*u_x", "u_xx", "u_xxx"]):
    ...     print(Q)
    u_x ∂_u
    (6*u*u_x + u_xxx) ∂_u
    """
    (time, right), fibration = _right_sides(equations, jets), jets.fibration
    given = _without_rates(candidates, jets, time)
    fields = [f * jets.vector_field({q: 1}) for f in given for q in right]

    def along(Q: Mapping[str, Form], f: Form) -> Form:
        """``pr v_Q(f) = Σ D_I Q^a ∂f/∂u^a_I``."""
        total = jets.function(0)
        for q, component in Q.items():
            for index, slope in _linearised(jets, f, q).items():
                moved = _derived(fibration, component, index)
                total = _sum(fibration, total, _times(fibration, slope, moved))
        return total

    def commutator(X: VectorForm) -> list[Form]:
        Q = {q: X(jets[q]) for q in right}
        rates = {q: _sum(fibration, _explicit_rate(Q[q], time), along(right, Q[q])) for q in right}
        differences = (_sum(fibration, along(Q, right[q]), -rates[q]) for q in right)
        return [_lifted(fibration, f, 2 * jets.order) for f in differences]

    return linear.constant_solutions(fields, commutator)


def _right_sides(
    equations: Mapping[str, FunctionLike], jets: JetSpace
) -> tuple[int, dict[str, Form]]:
    """The number of the time among the coordinates of the base, and F^a by fibre coordinate."""
    require_kind(jets, JetSpace, "state evolution equations on", "a space of jets")
    require_mapping(equations, "evolution equations", '{"u_t": "u_xx"}')
    solved = {c: key for key, c in jets.derivatives.names.items() if len(key[1]) == 1}
    times = {solved[name][1] for name in equations if name in solved}
    given = [solved[name][0] for name in equations if name in solved]
    fibre = jets.fibration.fibre_names
    if len(times) != 1 or set(given) != set(fibre) or len(given) != len(equations):
        raise SpaceMismatch(
            f"an equation is needed for the rate of each of {', '.join(fibre)}, such as "
            f"{fibre[0]}_t, not for {', '.join(equations)}"
        )
    ((time,),) = times
    right = _without_rates([*equations.values()], jets, time)
    return time, dict(zip(given, right, strict=True))


def _without_rates(given: Sequence[FunctionLike], jets: JetSpace, time: int) -> list[Form]:
    """The functions; `NotSupported` if one contains derivatives by the time."""
    require_sequence(given, "functions on the jets")
    functions = jets.functions(given)
    for f in functions:
        for q in jets.fibration.fibre_names:
            if any(time in index for index in _linearised(jets, f, q)):
                raise NotSupported(
                    f"{f.summary()} contains derivatives by the time: replace them by the equations"
                )
    return functions


def _explicit_rate(f: Form, time: int) -> Form:
    """``∂f/∂t`` at a fixed jet."""
    jets: JetSpace = f.space  # type: ignore[assignment]
    return f.partial(jets.chart.coordinates.index(jets.fibration.base_names[time]))


def _gradient(density: Form) -> list[Form]:
    return list(euler_operator(density).values())
