"""Submanifolds given by equations that nobody has solved.

N = {φ_1 = … = φ_m = 0} is the set of the real points of M where the functions φ_a vanish
and their differentials are independent. What lives on N is represented on M, and is equal on
N modulo the φ_a and dφ_a:

* a function f vanishes on N if it vanishes at every point of N;
* a form α restricts to zero if ``α * dφ_1 * … * dφ_m`` vanishes at every point of N;
* a vector-valued form K is tangent to N if all ``i_K dφ_a`` restrict to zero.

Functions are compared exactly (see `diffgeo.rings.exact.polynomial_ideals`): by membership in the
ideal of the equations, localised where their differentials are independent, or by a certified
real point of N; where neither is found the verdict is UNKNOWN.

Sources: Lee, Introduction to Smooth Manifolds (2nd ed. 2013), chapter 5; of ideals, Cox, Little and
O'Shea, Ideals, Varieties, and Algorithms (4th ed. 2015), chapter 4.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from diffgeo.calculus import linear_algebra as linear
from diffgeo.calculus.brackets import interior
from diffgeo.calculus.coefficients import distinct
from diffgeo.calculus.derivations import d
from diffgeo.calculus.forms import Form, describe, wedge
from diffgeo.calculus.maps import Map
from diffgeo.calculus.multivectors import Multivector
from diffgeo.calculus.requirements_of_domain import signs_in
from diffgeo.calculus.spaces import FunctionLike, Manifold
from diffgeo.calculus.vector_forms import VectorForm
from diffgeo.copying import Identified
from diffgeo.errors import AxiomViolation, DegreeMismatch, NotSupported, NoWitness, SpaceMismatch
from diffgeo.rings.expression import Symbol
from diffgeo.rings.protocol import Condition, Element
from diffgeo.structures.axioms import verify_axiom
from diffgeo.structures.distributions import Ideal
from diffgeo.structures.tensors import Tensor
from diffgeo.subsets.factored_equations import (
    branches_of,
    factors_of,
    irreducible,
    require_zeros,
    variety_of,
)
from diffgeo.subsets.restrictions import Ambient, Restriction, require_defined
from diffgeo.subsets.submanifolds import submanifold
from diffgeo.subsets.subset import SetOfZeros, functions_given
from diffgeo.subsets.tensors_on_sets import tangency, values_on
from diffgeo.verdicts.identities import Comparable, Identity, Residuals
from diffgeo.verdicts.statements import Script, code_of, valued
from diffgeo.verdicts.verdict import Conjunction, Verdict, check

if TYPE_CHECKING:
    from diffgeo.rings.exact.polynomial_ideals import Variety


class LevelSet(Comparable, SetOfZeros, Identified):
    """The submanifold where functions vanish and their differentials are independent.

    Made by `level_set`. ``N & L`` is the intersection; ``N == L`` makes an `Identity`: the
    equations of each vanish on the other.

    Parameters
    ----------
    space
        The ambient manifold M.
    equations
        The functions φ_a.
    name
        For messages.

    Raises
    ------
    AxiomViolation
        The equations have no common real zero, are reducible (the message names the
        components), or their differentials are dependent wherever they hold.
    NoWitness
        No real point was found where they hold with independent differentials.

    Examples
    --------
    >>> from diffgeo import Manifold, level_set
    >>> M = Manifold("M", "x y z")
    >>> S = level_set(M, "x**2 + y**2 + z**2 - 1", name="S")
    >>> print(S.dimension, S.vanishes(M.function("z**2 + x**2 + y**2 - 1")).status.name)
    2 VERIFIED
    """

    def __init__(self, space: Manifold, equations: Sequence[Form], name: str) -> None:
        self.space = space
        self.name = name
        self._preimages: dict[Map, LevelSet] = {}
        #: The tangent bundle, if it was made, and what this is the tangent bundle of.
        self.tangent_bundle: LevelSet | None = None
        self.below: LevelSet | None = None
        self._vanishing_conditions: dict[Condition, bool] = {}
        self.equations = tuple(irreducible(space, phi, name) for phi in equations)
        self._require_independence()
        if self.witness is None:
            require_zeros(space, self.equations, self._normal, name)
            raise NoWitness(
                f"no real point was found where {self.summary()} with independent differentials; "
                "the set may be empty or nowhere smooth, so nothing is claimed about it"
            )

    @property
    def dimension(self) -> int:
        """The dimension of M minus the number of equations."""
        return self.space.dimension - len(self.equations)

    @cached_property
    def conormal(self) -> tuple[Form, ...]:
        """The 1-forms dφ_a; at points of N they span the annihilator of the tangent space."""
        return tuple(d(phi) for phi in self.equations)

    @property
    def ideal(self) -> Ideal:
        """The ideal of Ω(M) generated by the dφ_a; with the φ_a it is that of N."""
        return Ideal(self.conormal, self.space)

    @cached_property
    def witness(self) -> str | None:
        """A certified real point of N, as text."""
        return next((str(point) for point in self._variety.points(1)), None)

    @cached_property
    def conditions(self) -> tuple[Condition, ...]:
        """Where the equations are defined, and their differentials independent."""
        found = [c for phi in self.equations for c in phi.conditions]
        if not self._variety.is_regular:
            text = "∧".join(f"d({phi.summary()})" for phi in self.equations)
            found.append(Condition(Symbol(text), "!=", "independent differentials"))
        return distinct(found)

    @property
    def _instead(self) -> str:
        """What to use where a Manifold is needed (for messages)."""
        return (
            f"{self.name} is a level set, which has no chart; N.graph(…) makes a Manifold of it, "
            f"and N.restrict(…) restricts what lives on {self.space}"
        )

    # --- restriction ---------------------------------------------------------------

    def restrict(self, thing: Ambient) -> Restriction:
        """The restriction: of forms the pullback by the inclusion.

        Vector-valued forms, multivectors and upper slots of tensors must be tangent to N.

        Raises
        ------
        AxiomViolation, Undecided
            The field is not tangent, or it is not known whether it is.
        OutsideDomain
            A denominator of the object, or what it takes a root of, vanishes on N.
        SpaceMismatch
            The object lives on another manifold.
        """
        restriction = Restriction(self, thing)
        require_defined(self, thing)
        if not isinstance(thing, Form) and not (isinstance(thing, Tensor) and not thing.valence[0]):
            verify_axiom(self._tangency(thing), f"tangency to {self.name}", describe(thing))
        return restriction

    def vanishes(self, thing: Ambient, *, counterexample: bool = True) -> Verdict:
        """Whether the restriction of an object to N is zero."""
        return check(Restriction(self, thing) == 0, counterexample=counterexample)

    def same(self, first: Ambient, second: Ambient | int) -> Verdict:
        """Whether two objects have the same restriction to N."""
        other = Restriction(self, second) if not isinstance(second, int) else second
        return check(Restriction(self, first) == other)

    def is_tangent(self, thing: VectorForm | Multivector | Tensor) -> Verdict:
        """Whether a vector field (vector-valued form, multivector) is tangent to N.

        For a field X: ``X(φ_a)`` vanishes on N. For a vector-valued form K: ``i_K dφ_a``
        restricts to zero. For a multivector P: ``P.insert(dφ_a)`` vanishes on N.
        """
        self._require_ambient(thing)
        if isinstance(thing, Form):
            raise DegreeMismatch(f"{describe(thing)} is no field: forms are always restricted")
        return check(self._tangency(thing), name=f"{thing.summary()} is tangent to {self.name}")

    def receives(self, phi: Map) -> Verdict:
        """Whether a map Q → M has its values in the zeros of the equations: ``φ^*φ_a = 0``."""
        self._require_target(phi)
        return check([phi.pull(equation) == 0 for equation in self.equations])

    # --- other submanifolds --------------------------------------------------------

    def __and__(self, other: object) -> LevelSet:
        """The intersection; `AxiomViolation` if it is not transversal anywhere."""
        if not isinstance(other, LevelSet):
            return NotImplemented
        self._require_same_space(other)
        name = f"{self.name} ∩ {other.name}"
        return LevelSet(self.space, (*self.equations, *other.equations), name)

    def pulled_back(self, phi: Map) -> LevelSet:
        """The preimage of N under a map to M, with the equations ``φ^*φ_a``; made once.

        N itself under an automorphism of M that keeps the equations.
        """
        self._require_target(phi)
        if phi not in self._preimages:
            equations = [phi.pull(e) for e in self.equations]
            pairs = zip(equations, self.equations, strict=True)
            if phi.source is self.space and all(check(e == f) for e, f in pairs):
                self._preimages[phi] = self
                return self
            self._preimages[phi] = LevelSet(phi.source, equations, self.name)
        return self._preimages[phi]

    def graph(self, *names: str) -> tuple[Manifold, Map]:
        """N as a `submanifold` with chart, where it can be solved rationally for coordinates.

        One name for each equation; the equations must be of degree one in them. Returns the
        submanifold and its inclusion, whose conditions are those of the division.

        Raises
        ------
        NotSupported
            The equations are not of degree one in these coordinates, or do not determine them.
        """
        if len(names) != len(self.equations):
            raise DegreeMismatch(
                f"{self.name} has {len(self.equations)} equations: name as many coordinates of "
                f"{self.space}, not {len(names)}"
            )
        fields = [self.space.frame[self.space._index(name)] for name in names]
        slopes = [[X(phi) for X in fields] for phi in self.equations]
        entries = [entry for row in slopes for entry in row]
        entries += signs_in(entries)
        affine = check([Y(entry) == 0 for entry in entries for Y in fields])
        if not affine or linear.rank(slopes) < len(names):
            raise NotSupported(
                f"{self.summary()} cannot be solved rationally for {', '.join(names)}: the "
                "equations are not of degree one in them; restrict objects with N.restrict"
            )
        steps = linear.solve(slopes, list(self.equations))
        solved = {
            n: (self.space[n] - step).expanded() for n, step in zip(names, steps, strict=True)
        }
        return submanifold(self.space, solved, self.name)

    def _comparand(self, other: object) -> LevelSet | None:
        """Another set, on which the equations of this one hold, and conversely."""
        if not isinstance(other, LevelSet):
            return None
        self._require_same_space(other)
        return other

    # --- looking at it -------------------------------------------------------------

    @property
    def _vanishing_functions(self) -> tuple[Form, ...]:
        return self.equations

    def __repr__(self) -> str:
        return f"<the level set {self.name}: {self.summary()} (in {self.space.name})>"

    # --- inside the library --------------------------------------------------------

    @cached_property
    def _normal(self) -> Form:
        """``dφ_1 * … * dφ_m``."""
        return wedge(*self.conormal)

    @cached_property
    def _variety(self) -> Variety:
        return variety_of(self.space, self.equations, self._normal, self.name)

    def _require_independence(self) -> None:
        for count in range(1, len(self.equations) + 1):
            part = self.equations[:count]
            variety = (
                self._variety
                if count == len(self.equations)
                else variety_of(self.space, part, wedge(*self.conormal[:count]), self.name)
            )
            last = part[-1].summary()
            if variety.is_inconsistent:
                raise AxiomViolation(
                    f"the level set {self.name} is empty: {last} = 0 contradicts the equations "
                    f"before it on {self.space}"
                )
            if variety.is_dependent:
                what = "vanishes" if count == 1 else "depends on the differentials before it"
                raise AxiomViolation(
                    f"the equations of {self.name} on {self.space} are dependent: d({last}) "
                    f"{what} wherever they hold; leave {last} = 0 out or replace it"
                )

    def _tangency(self, thing: VectorForm | Multivector | Tensor) -> Identity:
        if isinstance(thing, Tensor):
            return tangency(self, thing)
        if isinstance(thing, Multivector):
            values: list[Ambient] = [thing.insert(alpha) for alpha in self.conormal]
        else:
            values = [interior(thing, alpha) for alpha in self.conormal]
        return Conjunction(Restriction(self, value) == 0 for value in values)

    def _vanishing(self, thing: Ambient) -> Residuals:
        """Labelled functions on N that vanish if and only if the restriction is zero."""
        parts: list[tuple[str, Form]]
        if isinstance(thing, Tensor):
            return self._entries(values_on(self, thing))
        if isinstance(thing, Form):
            parts = [("", thing)]
        elif isinstance(thing, Multivector):
            return self._entries(thing._residuals(0))
        else:
            names = self.space.chart.coordinates
            parts = [(f"∂_{name}", thing.value(a)) for a, name in enumerate(names)]
        found = []
        for label, form in parts:
            # At a point of N, a function times dφ_1 * … is zero only if the function is.
            tested = form if form.degree == 0 else form * self._normal
            found += [
                (": ".join(filter(None, (label, inner))), element)
                for inner, element in tested._residuals(0)
            ]
        return self._entries(found)

    def _entries(self, elements: Iterable[tuple[str, Element]]) -> Residuals:
        return [(label, self._variety.restrict(element)) for label, element in elements]

    def _residuals(self, other: LevelSet) -> Residuals:
        found = []
        for first, second in ((self, other), (other, self)):
            for phi in second.equations:
                found += [
                    (f"{phi.summary()} on {first.name}", value)
                    for _, value in first._vanishing(phi)
                ]
        return found

    def _require_ambient(self, thing: object) -> None:
        if not isinstance(thing, Ambient):
            raise TypeError(
                f"forms, fields and multivectors are restricted, not {thing!r}: pull other objects "
                "back along an inclusion, which N.graph(…) or submanifold(M, …) makes"
            )
        if thing.space is not self.space:
            raise SpaceMismatch(
                f"{describe(thing)} is not on {self.space}, where {self.name} lies: pull it back "
                "with phi.pull first"
            )

    def _require_target(self, phi: Map) -> None:
        if phi.target is not self.space:
            raise SpaceMismatch(f"{phi} does not end on {self.space}, where {self.name} lies")


def level_set(
    space: Manifold, equations: Iterable[FunctionLike] | FunctionLike, name: str = "N"
) -> LevelSet:
    """The submanifold ``{φ_1 = … = φ_m = 0}`` of a manifold.

    Parameters
    ----------
    space
        The ambient manifold.
    equations
        The functions φ_a, as functions or as text; one or several.
    name
        Name of the level set.

    Returns
    -------
    LevelSet
        Of dimension n - m.

    Raises
    ------
    AxiomViolation
        The set is certainly empty, an equation is reducible (see `components`), or the
        differentials are dependent.
    NoWitness
        No real point was found on it.

    Examples
    --------
    >>> from diffgeo import Manifold, check, level_set
    >>> M = Manifold("M", "x y z")
    >>> N = level_set(M, "x**2 + y**2 + z**2 - 1", name="S2")
    >>> bool(N.is_tangent(M.vector_field(x="-y", y="x")))
    True
    >>> bool(N.is_tangent(M.vector_field(x="x", y="y", z="z")))
    False
    """
    given = functions_given(space, equations, "define a level set in")
    if not given:
        raise DegreeMismatch(f"a level set in {space} needs at least one equation")
    return LevelSet(space, given, name)


def components(space: Manifold, equation: FunctionLike, name: str = "N") -> list[LevelSet]:
    """The level sets of the irreducible factors of one function.

    Together they are its real zeros. Factors that cannot vanish are left out, and so are those
    whose zeros lie in another set, and those in parameters only, which are assumed not to vanish.

    Parameters
    ----------
    space
        The ambient manifold.
    equation
        A function, or text.
    name
        The sets are called that, with numbers.

    Returns
    -------
    list of LevelSet
        Empty if there are certainly no real zeros.

    Examples
    --------
    >>> from diffgeo import Manifold
    >>> from diffgeo.subsets import components
    >>> print(*components(Manifold("M", "x y"), "x*y*(x**2 + 1)"), sep=", ")
    x = 0, y = 0
    """
    (phi,) = space.functions([equation])
    factors = branches_of(space, factors_of(space, phi))
    return [
        LevelSet(space, [factor], f"{name}{k}" if len(factors) > 1 else name)
        for k, factor in enumerate(factors, start=1)
    ]


@code_of.register(LevelSet)
def _code(level_set: LevelSet, script: Script) -> str:
    script.imports.add("level_set")
    equations = script.all_of(level_set.equations)
    return f"level_set({script.space(level_set.space)}, {equations}, {level_set.name!r})"


@valued.register(LevelSet)
def _valued(level_set: LevelSet, name: str, script: Script) -> str:
    return f"[{script.at('equation')} for equation in {name}.equations]"
