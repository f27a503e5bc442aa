"""Distributions: spans of vector fields over the functions, at the generic point.

Everything here supposes constant rank: answers hold on the dense open set where the rank is
the generic one, and verdicts carry a condition that is sufficient for it. Sign of the
Frobenius tensor: ``dα(X, Y) = -α([X, Y])`` for X, Y in D and α in its annihilator.

Source: Warner, Foundations of Differentiable Manifolds and Lie Groups (1983), chapters 1 and 2.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING

from diffgeo.calculus import linear_algebra as linear
from diffgeo.calculus.brackets import bracket, lie
from diffgeo.calculus.derivations import d
from diffgeo.calculus.display import Shown
from diffgeo.calculus.forms import Form, describe, pairing, total
from diffgeo.calculus.requirements import require_manifold
from diffgeo.calculus.spaces import Manifold
from diffgeo.calculus.vector_forms import VectorForm
from diffgeo.errors import DegreeMismatch, SpaceMismatch, Undecided
from diffgeo.structures.ideals import GeneratedIdeal
from diffgeo.structures.spans import Span, certificate, common_space, judge
from diffgeo.verdicts.identities import Comparable, Identity, Residuals
from diffgeo.verdicts.statements import Script, code_of, valued

if TYPE_CHECKING:
    from diffgeo.calculus.maps import Map
    from diffgeo.rings.protocol import Condition
    from diffgeo.verdicts.verdict import Verdict


class Distribution(Comparable, Shown):
    """The distribution spanned by vector fields over the functions, at the generic point.

    The generators may be dependent; without any it is the zero distribution. ``D + E`` is the
    sum and ``D & E`` the intersection; ``D == E`` makes an `Identity` for ``check``.

    Parameters
    ----------
    space
        The manifold.
    fields
        Vector fields on it.

    Raises
    ------
    SpaceMismatch
        A field lives on another space.
    DegreeMismatch
        A generator is no vector field.

    Examples
    --------
    >>> from diffgeo import Distribution, Manifold
    >>> M = Manifold("M", "x y z")
    >>> D = Distribution(M, [M.vector_field(x=1, z="y"), M.vector_field(y=1)])
    >>> [E.rank for E in D.derived_flag()]
    [2, 3]
    >>> print(*D.annihilator)
    -y dx + dz
    """

    def __init__(self, space: Manifold, fields: Iterable[VectorForm]) -> None:
        require_manifold(space, "span a distribution on")
        if not isinstance(fields, Iterable):
            raise TypeError(f"a distribution is spanned by several fields, not {describe(fields)}")
        given = [_own_field(space, X, "span a distribution with") for X in fields]
        self.space = space
        self._generators: Sequence[VectorForm] | None = given
        self._equations: Sequence[Form] | None = None
        rows = [[pairing(d(x), X) for x in space.coordinates] for X in given]
        self._span = Span(space, rows, space.dimension)

    @classmethod
    def annihilated_by(cls, forms: Iterable[Form], space: Manifold | None = None) -> Distribution:
        """The distribution of the fields X with ``α(X) = 0`` for all given 1-forms α.

        The space has to be given for an empty list only; then it is the whole tangent bundle.

        Raises `SpaceMismatch` or `DegreeMismatch`: the forms live on different spaces, are
        none, or are no 1-forms.
        """
        given = list(forms)
        home = common_space(given, space, "a distribution", "Distribution.annihilated_by")
        for alpha in given:
            if alpha.degree != 1:
                raise DegreeMismatch(
                    f"a distribution is annihilated by 1-forms, not by {describe(alpha)}"
                )
        result = cls(home, [])
        result._generators, result._equations = None, given
        rows = [[pairing(alpha, X) for X in home.frame] for alpha in given]
        result._span = Span(home, rows, home.dimension)
        return result

    # --- what it is made of --------------------------------------------------------

    @property
    def rank(self) -> int:
        """The rank at the generic point: certainly not smaller, larger up to ``2**-60``."""
        dimension = self.space.dimension
        return self._span.rank if self._equations is None else dimension - self._span.rank

    @cached_property
    def basis(self) -> tuple[VectorForm, ...]:
        """Fields that span the distribution and are independent at the generic point."""
        if self._generators is not None:
            return tuple(self._generators[k] for k in self._span.kept)
        frame, zero = self.space.frame, self.space.vector_field()
        return tuple(linear.combination(row, frame, zero) for row in self._span.equations)

    @cached_property
    def annihilator(self) -> tuple[Form, ...]:
        """A basis of the codistribution: the 1-forms α with ``α(X) = 0`` for all X in it."""
        if self._equations is not None:
            return tuple(self._equations[k] for k in self._span.kept)
        differentials = [d(x) for x in self.space.coordinates]
        return tuple(
            total(self.space, 1, (c * dx for c, dx in zip(row, differentials, strict=True)))
            for row in self._span.equations
        )

    @property
    def ideal(self) -> Ideal:
        """The algebraic ideal of the forms that vanish on the distribution."""
        return Ideal._vanishing_on(self)

    @property
    def conditions(self) -> tuple[Condition, ...]:
        """Conditions under which the generators are defined and the rank is the generic one."""
        return self._span.conditions

    # --- statements ----------------------------------------------------------------

    def contains(self, thing: VectorForm | Distribution) -> Verdict:
        """Whether a vector field, or another distribution, lies in this one.

        Characterised by ``α(X) = 0`` for every α of the annihilator.
        """
        if isinstance(thing, Distribution):
            self._require_same_space("compare", thing)
            statement = f"{thing.summary()} lies in {self.summary()}"
            parts = [
                part for X in thing.basis for part in self._membership(X, f"X = {X.summary()}")
            ]
            return self._judge(statement, parts, thing)
        X = _own_field(self.space, thing, "look in a distribution for")
        return self._judge(
            f"{X.summary()} lies in {self.summary()}", self._membership(X, f"X = {X.summary()}")
        )

    def is_involutive(self) -> Verdict:
        """Whether ``[X, Y]`` is in the distribution for all X, Y in it (Frobenius).

        A refutation names a bracket that leaves the distribution.
        """
        if self.is_spanned:
            pairs = combinations(self.basis, 2)
            parts = [part for X, Y in pairs for part in self._bracket_stays(X, Y)]
        else:
            slopes = [d(alpha) for alpha in self.annihilator]
            parts = [
                Identity(-slope(X, Y), 0, self._bracket_name(alpha, X, Y))
                for X, Y in combinations(self.basis, 2)
                for alpha, slope in zip(self.annihilator, slopes, strict=True)
            ]
        return self._judge(f"{self.summary()} is involutive", parts)

    def is_symmetry(self, field: VectorForm) -> Verdict:
        """Whether ``[X, Y]`` is in the distribution for every Y in it, so that its flow keeps it.

        A refutation names a bracket that leaves the distribution.
        """
        X = _own_field(self.space, field, "take for a symmetry")
        if self.is_spanned:
            parts = [part for Y in self.basis for part in self._bracket_stays(X, Y)]
        else:
            slopes = [lie(X, alpha) for alpha in self.annihilator]
            parts = [
                Identity(-slope(Y), 0, self._bracket_name(alpha, X, Y))
                for Y in self.basis
                for alpha, slope in zip(self.annihilator, slopes, strict=True)
            ]
        return self._judge(f"{X.summary()} is a symmetry of {self.summary()}", parts)

    def _comparand(self, other: object) -> Distribution | None:
        """Another distribution; each is to lie in the other."""
        if not isinstance(other, Distribution):
            return None
        self._require_same_space("compare", other)
        return other

    # --- new ones ------------------------------------------------------------------

    def __add__(self, other: object) -> Distribution:
        """The sum: spanned by the fields of both."""
        if not isinstance(other, Distribution):
            return NotImplemented
        self._require_same_space("add", other)
        return Distribution(self.space, [*self.basis, *other.basis])

    def __and__(self, other: object) -> Distribution:
        """The intersection: annihilated by the 1-forms of both annihilators."""
        if not isinstance(other, Distribution):
            return NotImplemented
        self._require_same_space("intersect", other)
        forms = [*self.annihilator, *other.annihilator]
        return Distribution.annihilated_by(forms, self.space)

    def derived(self) -> Distribution:
        """The derived distribution ``D + [D, D]``; equal to D if and only if D is involutive."""
        brackets = [bracket(X, Y) for X, Y in combinations(self.basis, 2)]
        return Distribution(self.space, [*self.basis, *brackets])

    def derived_flag(self) -> list[Distribution]:
        """D, its derived distribution, that of this one, … until the rank does not grow."""
        flag = [self]
        while (larger := flag[-1].derived()).rank > flag[-1].rank:
            flag.append(larger)
        return flag

    def weak_derived_flag(self) -> list[Distribution]:
        """D, ``D + [D, D]``, ``… + [D, [D, D]]``, …: one bracket with D at each step."""
        flag = [self]
        while True:
            brackets = [bracket(X, Y) for X in self.basis for Y in flag[-1].basis]
            larger = Distribution(self.space, [*flag[-1].basis, *brackets])
            if larger.rank == flag[-1].rank:
                return flag
            flag.append(larger)

    @property
    def growth_vector(self) -> tuple[int, ...]:
        """The ranks of the weak derived flag, at the generic point."""
        return tuple(D.rank for D in self.weak_derived_flag())

    def pulled_back(self, phi: Map) -> Distribution:
        """``φ^*D`` for a map with inverse: spanned by the pulled-back fields."""
        if self._equations is not None:
            return Distribution.annihilated_by(map(phi.pull, self._equations), phi.source)
        return Distribution(phi.source, map(phi.pull, self.basis))

    def cauchy_characteristics(self) -> Distribution:
        """The fields X in D with ``[X, D] ⊂ D``: the symmetries that lie in it.

        Where its rank is constant it is involutive. For X in D the condition is linear over
        the functions: ``dα(X, Y) = 0`` for all Y in D and α in the annihilator.
        """
        rows = [
            [d(alpha)(X, Y) for X in self.basis] for alpha in self.annihilator for Y in self.basis
        ]
        return self._solutions(rows)

    def _solutions(self, rows: Sequence[Sequence[Form]]) -> Distribution:
        """The fields ``Σ f_i X_i``, X_i the basis, with ``rows · f = 0``."""
        if not rows or not self.basis:
            return self
        zero = self.space.vector_field()
        fields = [linear.combination(f, self.basis, zero) for f in linear.kernel(rows)]
        return Distribution(self.space, fields)

    # --- looking at it -------------------------------------------------------------

    def __str__(self) -> str:
        if self._equations is not None:
            return f"ann({', '.join(map(str, self.annihilator))})"
        return f"span({', '.join(map(str, self.basis))})"

    def _formula(self, write: Callable[[object], str]) -> str:
        """A span of fields, or the annihilator of 1-forms."""
        inner = r",\; ".join(map(write, self._made_of))
        return rf"\langle {inner} \rangle" + r"^{\circ}" * (self._equations is not None)

    def summary(self, width: int = 40) -> str:
        """The beginning of the text."""
        inner = ", ".join(thing.summary(width) for thing in self._made_of)
        inner = inner if len(inner) <= width else f"{inner[: width - 2]} …"
        return f"{'span' if self._equations is None else 'ann'}({inner})"

    def __repr__(self) -> str:
        return f"<the distribution {self.summary()} of rank {self.rank} (on {self.space.name})>"

    # --- inside the library --------------------------------------------------------

    @property
    def _made_of(self) -> tuple[VectorForm, ...] | tuple[Form, ...]:
        return self.basis if self._equations is None else self.annihilator

    @property
    def is_spanned(self) -> bool:
        """Whether it was given by fields and not by the forms that annihilate it."""
        return self._generators is not None

    @cached_property
    def assumed(self) -> list[Identity]:
        """Identities on which the rank rests, if they are not certain."""
        return certificate(self._span.redundancy())

    def _require_same_space(self, action: str, other: Distribution) -> None:
        if other.space is not self.space:
            raise SpaceMismatch(
                f"cannot {action} {self!r} and {other!r}: pull the fields of one of them back "
                "with phi.pull, phi a Map with an inverse between these spaces"
            )

    def _membership(self, X: VectorForm, name: str) -> list[Identity]:
        values = ((alpha, pairing(alpha, X)) for alpha in self.annihilator)
        return [Identity(value, 0, f"{name}: ({alpha.summary()})(X)") for alpha, value in values]

    def _bracket_stays(self, X: VectorForm, Y: VectorForm) -> list[Identity]:
        Z = bracket(X, Y)
        return self._membership(Z, f"X = [{X.summary()}, {Y.summary()}] = {Z.summary()}")

    def _bracket_name(self, alpha: Form, X: VectorForm, Y: VectorForm) -> str:
        """Of a distribution given by forms: the fields have denominators, their brackets more.

        ``α([X, Y]) = -(L_X α)(Y)``, and ``-dα(X, Y)`` if X is in the distribution too.
        """
        return f"({alpha.summary()})([{X.summary()}, {Y.summary()}])"

    def _judge(
        self, statement: str, parts: Iterable[Identity], other: Distribution | None = None
    ) -> Verdict:
        assumed, conditions = list(self.assumed), list(self.conditions)
        if other is not None:
            assumed += other.assumed
            conditions += other.conditions
        return judge(self.space, statement, parts, assumed, conditions)

    def _residuals(self, other: Distribution) -> Residuals:
        """The 1-forms that annihilate one on the fields of the other, and what they rest on.

        Raises `Undecided` where they do not all vanish, but rest on a probable rank.
        """
        found = []
        for D, E in ((self, other), (other, self)):
            if (D.assumed or E.assumed) and (verdict := D.contains(E)).status.name == "UNKNOWN":
                raise Undecided(verdict.reason)
            found += [
                (f"({alpha.summary()})({X.summary()})", pairing(alpha, X).element())
                for alpha in D.annihilator
                for X in E.basis
            ]
            found += [("rank", element) for part in D.assumed for _, element in part.residuals()]
        return found


def _own_field(space: Manifold, thing: object, action: str) -> VectorForm:
    if not isinstance(thing, VectorForm):
        raise DegreeMismatch(f"cannot {action} {describe(thing)}: a vector field is needed")
    thing.require_degree(0, action)
    if thing.space is not space:
        raise SpaceMismatch(
            f"cannot {action} {describe(thing)} on {space.name}: pull it back with phi.pull, "
            f"phi a Map with an inverse from {space.name}"
        )
    return thing


class Ideal(GeneratedIdeal):
    """The algebraic ideal of Ω(M) generated by forms of positive degree.

    Generated by 1-forms η_1, …, η_r, independent at the generic point, it is the set of the
    forms α with ``α * η_1 * … * η_r = 0``, that is, of those that vanish on the distribution
    annihilated by the η_i. Generators of higher degree are compared on that distribution, by
    linear algebra over the functions.

    Parameters
    ----------
    forms
        The generators, of degree at least 1.
    space
        The manifold; has to be given for an empty list only (the zero ideal).

    Raises
    ------
    SpaceMismatch
        The forms live on different spaces, or there are none.
    DegreeMismatch
        A generator is a function.

    Examples
    --------
    >>> from diffgeo import Manifold, d
    >>> from diffgeo.structures import Ideal
    >>> M = Manifold("M", "x y z")
    >>> x, y, z = M.coordinates
    >>> contact = Ideal([d(z) - y * d(x)])
    >>> bool(contact.contains(d(z) * d(x))), bool(contact.is_differential())
    (True, False)
    """

    @cached_property
    def annihilator(self) -> Distribution:
        """The distribution on which the 1-forms of the ideal vanish."""
        return Distribution.annihilated_by(self._linear, self.space)


@code_of.register(Distribution)
def _code(D: Distribution, script: Script) -> str:
    space = script.space(D.space)
    if D.is_spanned:
        return script.call(type(D), space, script.all_of(D.basis))
    return f"{script.call(type(D))[:-2]}.annihilated_by({script.all_of(D.annihilator)}, {space})"


@valued.register(Distribution)
def _valued(D: Distribution, name: str, script: Script) -> str:
    generators, variable = ("basis", "X") if D.is_spanned else ("annihilator", "alpha")
    return f"[{script.at(variable)} for {variable} in {name}.{generators}]"


@code_of.register(Ideal)
def _ideal_code(ideal: Ideal, script: Script) -> str:
    return script.call(type(ideal), script.all_of(ideal.generators), script.space(ideal.space))


@valued.register(Ideal)
def _ideal_valued(ideal: Ideal, name: str, script: Script) -> str:
    return f"[{script.at('eta')} for eta in {name}.generators]"
