"""Germs: functions as truncated Taylor series at random points, nothing symbolic.

A germ ring is the target of a homomorphism from functions: coordinates and parameters go
to random values, sines, exponentials, roots and undefined functions to random values that
satisfy their relations, and each element becomes its Taylor series at that point. A
non-zero germ proves a non-zero function; a zero germ is evidence with a computed error.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, NoReturn

import numpy as np

from diffgeo.copying import Identified
from diffgeo.errors import (
    DiffGeoError,
    NameClash,
    NotSupported,
    SpaceMismatch,
    Undecided,
    UndefinedSymbol,
    ZeroDenominator,
)
from diffgeo.rings.expression import Expression
from diffgeo.rings.germs import germ_functions, germ_linear, germ_maps, germ_sums
from diffgeo.rings.germs.germ_element import Germ
from diffgeo.rings.germs.germ_functions import Jet, Values
from diffgeo.rings.germs.germ_values import ShownByValues
from diffgeo.rings.germs.numerator_bounds import Account, Size, rational_size
from diffgeo.rings.germs.taylor import (
    LOG2_PRIMES,
    Array,
    Field,
    Floats,
    Rational,
    Rationals,
    Residues,
    Table,
    draw_prime,
    table,
)
from diffgeo.rings.protocol import SEED_BITS, Act, Condition, Decision, K, Product

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

#: Degree assumed of a germ that is supplied as bare numbers.
ASSUMED_DEGREE = 64


class GermRing(Identified, ShownByValues):
    """Truncated Taylor series at random points of a chart.

    Parameters
    ----------
    coordinates
        Names of the variables of the series, any number.
    order
        The total degree up to which coordinates are known: the number of derivatives that
        can be taken.
    field
        ``"GF(p)"`` (a random prime near 2**31 for each point), ``"Q"`` or ``"float"``.
    points
        The number of independent random points.
    seed
        Fixes all random choices. Default: one from the operating system, which the ring and
        verdicts show as ``seed``; error bounds are for functions that do not depend on it.
    parameters
        Names of constants with random values.
    base
        Values (one for each point, or one for all) for some of the names instead of draws;
        the printed bounds then assume that they are random.
    """

    def __init__(
        self,
        coordinates: Sequence[str],
        order: int,
        field: str = "GF(p)",
        points: int = 4,
        seed: int | None = None,
        parameters: Sequence[str] = (),
        *,
        base: Mapping[str, Values] | None = None,
    ) -> None:
        # Functions are evaluated as they are made, so the points cannot depend on them: they are
        # not to be known before.
        seed = secrets.randbits(SEED_BITS) if seed is None else seed
        rng = np.random.default_rng(seed)
        kinds: dict[str, Callable[[], Field]] = {
            "GF(p)": lambda: Residues(np.array([draw_prime(rng) for _ in range(points)])),
            "Q": lambda: Rationals(points),
            "float": lambda: Floats(points),
        }
        if field not in kinds:
            raise NotSupported(f"no germs over the field {field!r}; choose one of {list(kinds)}")
        self._build(tuple(coordinates), tuple(parameters), order, kinds[field](), seed, rng)
        # Parameters first: the spaces made from one have more coordinates, and these values too.
        for name in (*self.parameters, *self.coordinates):
            drawn = self.field.draw(rng, 1)
            given = (base or {}).get(name)
            value = drawn if given is None else self.column(given)
            self._values[name] = (value, Size(1, 0.0, -1))

    def _build(
        self,
        coordinates: tuple[str, ...],
        parameters: tuple[str, ...],
        order: int,
        field: Field,
        seed: int,
        rng: np.random.Generator,
    ) -> None:
        names = coordinates + parameters
        if len(set(names)) != len(names):
            twice = next(n for n in names if names.count(n) > 1)
            raise NameClash(f"the name {twice!r} is declared twice in a germ ring; rename one")
        self.coordinates = coordinates
        self.parameters = parameters
        self.order = order
        self.field = field
        self.seed = seed
        self.rng = rng
        self.account = Account()
        self.tables: list[Table] = [table(len(coordinates), k) for k in range(order + 1)]
        self._values: dict[str, tuple[Array, Size]] = {}
        self._made: dict[str, Germ] = {}
        #: The numbers of the coordinates (-1: a parameter), by the identity of their germs: what
        #: is made of them has as few terms as over the exact ring.
        self.places: dict[int, int] = {}
        self.zero = Germ(self, order, field.zeros(self.tables[order].size), None)
        self.one = self.rational(1)

    @property
    def points(self) -> int:
        """The number of points."""
        return self.field.points

    def __repr__(self) -> str:
        names = ", ".join(self.coordinates)
        return f"GermRing({names}; order {self.order}, {self.points} points over {self.field.name})"

    # -- elements ----------------------------------------------------------------------

    def rational(self, value: Rational) -> Germ:
        """The constant function with a rational value."""
        value = Fraction(value)
        if value == 0:
            return self.zero
        size = rational_size(value.numerator, value.denominator)
        return self._constant(self.field.number(value), size)

    def constant(self, value: Values | None = None) -> Germ:
        """A constant with the given values, or with random ones (such as for pi or log 2)."""
        column = self.field.draw(self.rng, 1) if value is None else self.column(value)
        return self._constant(column, Size(1, 0.0, -1))

    def coordinate(self, k: int) -> Germ:
        """The coordinate number k: its base value plus the k-th variable."""
        return self.generator(self.coordinates[k])

    def generator(self, name: str) -> Germ:
        """The coordinate or parameter called ``name``."""
        if name not in self._values:
            raise UndefinedSymbol(
                f"{name!r} is neither a coordinate nor a parameter of {self}; declare it"
            )
        if name in self._made:
            return self._made[name]
        germ = self._made[name] = self._constant(*self._values[name])
        if name in self.coordinates and self.order:
            k = self.coordinates.index(name)
            germ.array[:, 1 + k : 2 + k] = self.field.number(1)
            self.places[id(germ)] = k
        elif self.order:
            self.places[id(germ)] = -1
        return germ

    def random(
        self, rng: int | np.random.Generator | None = None, degree: int | None = None
    ) -> Germ:
        """A random function: random Taylor coefficients, up to ``degree`` if given.

        A random polynomial of degree at least the order has uniformly random Taylor
        coefficients at any point, so nothing is lost by drawing these (at each point anew).
        Its size is exact: each coefficient is one draw. An integer ``rng`` is a seed.
        """
        source = self.rng if rng is None else np.random.default_rng(rng)
        array = self.field.draw(source, self.tables[self.order].size)
        if degree is not None and degree < self.order:
            array[:, self.tables[degree].size :] = self.field.zeros(1)
        return Germ(self, self.order, array, Size(1))

    def germ(self, coefficients: ArrayLike, degree: int | None = None) -> Germ:
        """The germ with given Taylor coefficients, shape ``(points, size of an order)``.

        ``degree`` bounds the degree of each coefficient in the random draws; without it 64 is
        assumed, and every later zero test says so.
        """
        array = self.field.array(coefficients)
        sizes = [t.size for t in self.tables]
        if array.ndim != 2 or array.shape[0] != self.points or array.shape[1] not in sizes:
            raise DiffGeoError(
                f"coefficients of shape {array.shape} in {self}; "
                f"need ({self.points}, one of {sizes})"
            )
        if degree is None:
            degree = self.account.assumed_degree = ASSUMED_DEGREE
        return Germ(self, sizes.index(array.shape[1]), array, Size(degree))

    def _constant(self, column: Array, size: Size) -> Germ:
        array = self.field.zeros(self.tables[self.order].size)
        array[:, :1] = column
        return Germ(self, self.order, array, size)

    def column(self, given: Values) -> Array:
        """Given values as a column: one for all points, or one for each."""
        if isinstance(given, int | Fraction):
            return self.field.number(given)
        values = np.asarray(given)
        if values.ndim == 0:
            values = np.repeat(values, self.points)
        return self.field.array(values.reshape(self.points, 1))

    def own(self, element: Germ) -> None:
        """Refuse a germ of another ring."""
        if element.ring is not self:
            raise SpaceMismatch(
                f"a germ of {element.ring} where one of {self} is needed; pull it back"
            )

    # -- operations --------------------------------------------------------------------

    def partial(self, element: Germ, index: int) -> Germ:
        """The derivative along a coordinate; known to one order less."""
        if (place := self.places.get(id(element))) is not None:
            return self.one if place == index else self.zero
        size = None if element.size is None else element.size.derivative()
        if size is None:
            return self.zero
        if element.order == 0:
            raise NotSupported(
                f"the derivatives of a germ of {self} are used up; make the ring of order "
                f"{self.order + 1} or more"
            )
        where, field = self.tables[element.order], self.field
        array = element.array.take(where.shift[index], axis=-1)
        array = field.times(array, where.factor[index].astype(field.dtype))
        return Germ(self, element.order - 1, array, size)

    def sum_products(self, products: Sequence[Product[K, Germ]]) -> dict[K, Germ]:
        """The germs ``Σ ±a*b`` by key."""
        return germ_sums.sum_products(self, products)

    def sums_of_images(self, acts: Sequence[Act[Germ]]) -> list[dict[int, Germ]] | None:
        """Images of forms under derivations, all coefficients as one array."""
        return germ_sums.sums_of_images(self, acts)

    def inverse(self, element: Germ) -> Germ:
        """The reciprocal.

        Raises
        ------
        ZeroDenominator
            If the germ vanishes at all points.
        OutsideDomain
            If its value vanishes at some point.
        """
        self.own(element)
        if element._inverse is None:
            if element.size is None or not (element.array != 0).any():
                raise ZeroDenominator(f"division by a germ that vanishes at all points of {self}")
            element._inverse = germ_functions.inverse(self, element)
        return element._inverse

    def compose_sincos(
        self, a: Germ, s0: Values | None = None, c0: Values | None = None
    ) -> tuple[Germ, Germ]:
        """(sin a, cos a) with given values, or values from a random point of the circle."""
        return germ_functions.sincos(self, a, s0, c0)

    def compose_exp(self, a: Germ, e0: Values | None = None) -> Germ:
        """Exp a with a given value, or a random non-zero one."""
        return germ_functions.exp(self, a, e0)

    def compose_log(self, a: Germ, l0: Values | None = None) -> Germ:
        """Log a with a given or random value."""
        return germ_functions.log(self, a, l0)

    def compose_atan(self, a: Germ, v0: Values | None = None) -> Germ:
        """Arctan a with a given or random value."""
        return germ_functions.atan(self, a, v0)

    def compose_atan2(self, y: Germ, x: Germ) -> Germ:
        """The polar angle of (x, y): over floats its value, else a random one."""
        value = None
        if isinstance(self.field, Floats):
            value = np.arctan2(y.array[:, :1], x.array[:, :1])
        return germ_functions.atan(self, y / x, value)

    def sqrt(self, a: Germ, r0: Values | None = None) -> Germ:
        """A square root with a given value, or one of the two at random."""
        return germ_functions.root(self, a, 2, r0)

    def power_root(self, a: Germ, n: int, r0: Values | None = None) -> Germ:
        """An n-th root with a given value, or (for even n, up to sign) the one in the field."""
        return germ_functions.root(self, a, n, r0)

    def has_root(self, a: Germ, n: int = 2) -> Array:
        """A mask: at which points an n-th root exists in the field."""
        return self.field.root(a.array[:, :1], n)[1]

    def function(self, arity: int, order: int | None = None) -> Jet:
        """A random undefined function: its Taylor coefficients at one generic argument."""
        return germ_functions.random_jet(self, arity, self.order if order is None else order)

    def apply(self, jet: Jet, orders: Sequence[int], arguments: Sequence[Germ]) -> Germ:
        """The partial derivative ``orders`` of an undefined function at given arguments.

        One `Jet` belongs to one tuple of arguments: at other arguments, draw another.
        """
        return germ_functions.apply(self, jet, tuple(orders), arguments)

    def solve(self, matrix: Sequence[Sequence[Germ]], right: Sequence[Germ]) -> list[Germ]:
        """The unique solution of a linear system, square or consistent overdetermined."""
        return germ_linear.solve(self, matrix, right)

    def solver(self, matrix: Sequence[Sequence[Germ]]) -> Callable[[Sequence[Germ]], list[Germ]]:
        """`solve` for several right sides."""
        return partial(self.solve, matrix)

    def determinant(self, matrix: Sequence[Sequence[Germ]]) -> Germ:
        """The determinant."""
        return germ_linear.determinant(self, matrix)

    def rank(self, matrix: Sequence[Sequence[Germ]]) -> int:
        """The rank at the random points: never too large, too small with small probability."""
        return germ_linear.rank(self, matrix)

    def kernel(self, matrix: Sequence[Sequence[Germ]]) -> list[list[Germ]]:
        """A basis of the null space."""
        return germ_linear.kernel(self, matrix)

    def expand(self, element: Germ) -> Germ:
        """The element itself: germs are never unexpanded."""
        return element

    # -- decisions ---------------------------------------------------------------------

    def vanishes(self, element: Germ) -> bool:
        """Whether the element is zero by construction."""
        return element.size is None

    def is_zero(self, element: Germ, log2_bound: float = -64.0) -> Decision:
        """The zero test: non-zero is certain, zero has an error of at most 2**log2_bound.

        Raises
        ------
        Undecided
            If the bound cannot be reached with these points, or over floats.
        """
        self.own(element)
        if element.size is None:
            return Decision(True, True, None, "zero by construction")
        if isinstance(self.field, Floats):
            raise Undecided(f"floats decide nothing in {self}; use germs over GF(p) or Q")
        if element.array.any():
            return Decision(False, True, None, f"non-zero at random points over {self.field.name}")
        bound = self.log2_error(element)
        size, assumed = element.size, self.account.assumed_degree
        how = f"{self.points} random points over {self.field.name}, degree <= {size.degree}"
        how += f", height <= 2**{max(size.bits, 0.0):.0f}"
        if assumed:
            how += f", assuming degree <= {assumed} of supplied germs"
        if bound > log2_bound:
            raise Undecided(
                f"all values vanish ({how}), but the error bound 2**{bound:.0f} exceeds "
                f"2**{log2_bound:.0f}; use more points"
            )
        return Decision(True, False, bound, how)

    def log2_error(self, element: Germ) -> float:
        """The bound for the probability that all points miss that ``element`` is not zero."""
        if element.size is None:
            return float("-inf")
        if isinstance(self.field, Residues):
            return self.account.log2_bound(element.size, self.field.units, LOG2_PRIMES)
        return self.account.log2_bound(element.size, [2 * Rationals.span] * self.points, None)

    def conditions(self, element: Germ) -> list[Condition]:
        """Germs keep no formulas, so no conditions: they are met at the random points."""
        return []

    def expression(self, element: Germ) -> Expression:
        """Refused: a germ has no formula."""
        raise NotSupported(f"a germ of {self} has no formula; use the exact ring for display")

    def ingest(self, trees: Sequence[Expression]) -> list[Germ]:
        """Refused: formulas are read by the exact ring, which maps them to germs."""
        raise NotSupported(f"{self} reads no formulas; read them with the exact ring")

    def to_data(self, elements: Sequence[object]) -> NoReturn:
        """Refused: germs have no formulas."""
        raise NotSupported(f"germs of {self} are numbers at random points; draw them again")

    def from_data(self, data: object, read: Callable[[str], Expression]) -> NoReturn:
        """Refused: formulas are read by the exact ring."""
        raise NotSupported(f"{self} reads no formulas; read them with the exact ring")

    # -- other rings -------------------------------------------------------------------

    def pullback(
        self,
        target: GermRing,
        images: Mapping[str, Germ],
        functions: Mapping[str, tuple[tuple[str, ...], Expression]] | None = None,
        spaces: tuple[str, str] = ("", ""),
        angles: Mapping[str, tuple[Germ, Germ]] | None = None,
    ) -> Callable[[Germ], Germ]:
        """Substitution of the images for the coordinates of this ring.

        The images must have the base values of this ring; `chart_at` makes such a ring.
        """
        if functions or angles:
            raise NotSupported(f"{self} keeps no functions and angles to replace; compose jets")
        return germ_maps.pullback(self, target, images)

    def chart_at(
        self, coordinates: Sequence[str], images: Mapping[str, Germ], parameters: Sequence[str] = ()
    ) -> GermRing:
        """A germ ring in other coordinates, based at the values of the images in this one.

        With it ``new.pullback(self, images)`` is defined. The points and primes are the same.
        """
        return germ_maps.chart_at(self, coordinates, images, parameters)

    def subset(self, keep: Sequence[bool]) -> tuple[GermRing, Callable[[Germ], Germ]]:
        """The ring at those points where ``keep`` holds, and the restriction of germs to it.

        For the rejection of points where a radicand is not a square: draw more points than
        needed, drop those that fail.
        """
        return germ_maps.subset(self, keep)
