"""Inverses and exponentials in the Clifford algebra of a metric, and rotors.

A product of invertible 1-forms has the inverse that is its reverse, divided by the product of both.
Where the square of a form is a function, its exponential is written with cosine and sine, or with
their hyperbolic kin; so ``exp(-B/2)`` of a simple bivector B of length θ turns by the angle θ.

Sources: Lawson and Michelsohn, Spin Geometry (1989), chapter I; of rotors, Doran and Lasenby,
Geometric Algebra for Physicists (2003), chapters 2 and 4.
"""

from __future__ import annotations

from contextlib import suppress

from diffgeo.calculus import linear_algebra as linear
from diffgeo.calculus.forms import Form
from diffgeo.calculus.functions_of_results import functions_of
from diffgeo.errors import NeedsSign, NotSupported, Refusal
from diffgeo.metrics.clifford import MixedForm, clifford_product
from diffgeo.metrics.pseudo_riemannian import Metric
from diffgeo.metrics.volumes import root_of
from diffgeo.rings.expression import Call
from diffgeo.verdicts.verdict import check

#: Products after which a form is not taken for nilpotent.
_LONGEST = 8


def clifford_inverse(form: Form | MixedForm, metric: Metric) -> MixedForm:
    """The form with ``α α^{-1} = α^{-1} α = 1`` in the Clifford algebra.

    Parameters
    ----------
    form
        A form, or a sum of forms of several degrees.
    metric
        g.

    Returns
    -------
    MixedForm
        It carries the condition under which there is an inverse.

    Raises
    ------
    SingularSystem, ZeroDenominator
        The form is a divisor of zero.

    Examples
    --------
    >>> from diffgeo import Manifold, Metric, d
    >>> from diffgeo.metrics import MixedForm, clifford_inverse
    >>> M = Manifold("M", "x y", parameters="a")
    >>> dx, dy = map(d, M.coordinates)
    >>> print(clifford_inverse(MixedForm(M, [M["a"], dx * dy]), Metric.diagonal(M, x=1, y=1)))
    a/(a**2 + 1) - 1/(a**2 + 1) dx∧dy
    """
    mixed = _mixed(form)
    turned = mixed.reverse
    square = clifford_product(mixed, turned, metric)
    if (size := _function(square)) is not None:
        return (1 / size) * turned
    space = mixed.space
    blades = [Form(space, m.bit_count(), {m: space.chart.ring.one})
              for m in range(1 << space.dimension)]  # fmt: skip
    images = [clifford_product(mixed, blade, metric) for blade in blades]
    rows = [[_coefficient(image, mask) for image in images] for mask in range(len(blades))]
    right: list[Form | int] = [int(mask == 0) for mask in range(len(blades))]
    values = linear.solve(rows, right)
    return MixedForm(space, (f * blade for f, blade in zip(values, blades, strict=True)))


def clifford_exponential(form: Form | MixedForm, metric: Metric) -> MixedForm:
    """The exponential ``Σ α^k/k!`` in the Clifford algebra.

    Parameters
    ----------
    form
        A form whose square is a function of known sign, or that is nilpotent; a function may be
        added to it.
    metric
        g.

    Returns
    -------
    MixedForm
        ``cos θ + α sin θ/θ`` for ``α² = -θ²``, the same with cosh and sinh for ``α² = θ²``, and a
        polynomial where a power of α vanishes.

    Raises
    ------
    NeedsSign
        The sign of the square is not known.
    NotSupported
        The square is no function, and no power was found to vanish.

    Examples
    --------
    >>> from diffgeo import Manifold, Metric, d
    >>> from diffgeo.metrics import clifford_exponential
    >>> M = Manifold("M", "x y", parameters="a", positive="a")
    >>> dx, dy = map(d, M.coordinates)
    >>> print(clifford_exponential(M["a"] * dx * dy, Metric.diagonal(M, x=1, y=1)))
    cos(a) + sin(a) dx∧dy
    """
    mixed = _mixed(form)
    space = mixed.space
    scalar = mixed.part(0)
    if not check(scalar == 0, counterexample=False):
        rest: MixedForm = _called("exp", scalar) * clifford_exponential(mixed - scalar, metric)
        return rest
    mixed = MixedForm(space, (part for part in mixed.parts if part.degree))
    square = clifford_product(mixed, mixed, metric)
    value = _function(square)
    one = MixedForm(space, [space.function(1)])
    if value is None:
        total, power = one + mixed, mixed
        for k in range(2, _LONGEST):
            power = clifford_product(power, mixed, metric) / k
            if check(power == 0, counterexample=False):
                return total
            total = total + power
        raise NotSupported(
            f"the square of {mixed.summary()} on {space} is no function, and no power was found to "
            "vanish: its exponential is not elementary here; split it into parts that commute"
        )
    if check(value == 0, counterexample=False):
        return one + mixed
    sign = getattr(space.chart.ring, "sign", lambda _: None)(value.settled().element())
    if sign is None:
        raise NeedsSign(
            f"the sign of {value.summary()}, the square of {mixed.summary()}, is not known: "
            f"declare signs or a domain of {space}"
        )
    angle = _angle(mixed, (sign * value).settled())
    names = ("cosh", "sinh") if sign > 0 else ("cos", "sin")
    even, odd = (_called(name, angle) for name in names)
    return MixedForm(space, [even, *((odd / angle * mixed).parts)])


def _angle(mixed: MixedForm, square: Form) -> Form:
    """A function with this square, of either sign: cos(a) and sin(a)/a are even."""
    try:
        return root_of(square, "an angle")
    except NeedsSign:
        space = square.space
        for f in functions_of(mixed):
            with suppress(Refusal):
                ratio = space.chart.ring.expression((square / f**2).element())
                angle = f * root_of(space.function(ratio), "an angle")
                if check(angle**2 == square, counterexample=False):
                    return angle
        raise


def rotated(form: Form | MixedForm, rotor: MixedForm, metric: Metric) -> MixedForm:
    """The form ``R α R^{-1}``, turned by an element of the group of Clifford.

    Parameters
    ----------
    form
        A form.
    rotor
        R, such as the exponential of a bivector.
    metric
        g.

    Returns
    -------
    MixedForm
        Of the same degrees if R is a product of 1-forms.

    Examples
    --------
    >>> from diffgeo import Manifold, Metric, d
    >>> from diffgeo.metrics import clifford_exponential, rotated
    >>> M = Manifold("M", "x y", parameters="a", positive="a")
    >>> dx, dy = map(d, M.coordinates)
    >>> g = Metric.diagonal(M, x=1, y=1)
    >>> print(rotated(dx, clifford_exponential(-M["a"] * dx * dy, g), g))
    (2*cos(a)**2 - 1) dx + 2*cos(a)*sin(a) dy
    """
    turned = clifford_product(rotor, form, metric)
    return clifford_product(turned, clifford_inverse(rotor, metric), metric)


def _mixed(form: Form | MixedForm) -> MixedForm:
    return form if isinstance(form, MixedForm) else MixedForm(form.space, [form])


def _function(form: MixedForm) -> Form | None:
    """The function that a sum of forms is, if all its other parts vanish."""
    rest = [part for part in form.parts if part.degree]
    if all(check(part == 0, counterexample=False) for part in rest):
        return form.part(0)
    return None


def _coefficient(form: MixedForm, mask: int) -> Form:
    space = form.space
    terms = form.part(mask.bit_count())._terms
    value: Form = space.scalar(terms.get(mask, space.chart.ring.zero))
    return value


def _called(name: str, f: Form) -> Form:
    tree = Call(name, (f.space.chart.ring.expression(f.element()),))
    result: Form = f.space.function(tree).under(f.used)
    return result
