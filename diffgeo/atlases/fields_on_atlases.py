"""Functions, forms, fields, multivectors and tensors on a manifold with several charts.

Source: Lee, Introduction to Smooth Manifolds (2nd ed. 2013), chapters 8, 12 and 14.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import get_args

from diffgeo.atlases.extension import Extended, extend
from diffgeo.atlases.objects_on_atlases import (
    AtlasObject,
    Local,
    Value,
    chartwise,
    is_carried,
    kind_over_charts,
    require_on_a_chart,
)
from diffgeo.calculus.forms import describe
from diffgeo.calculus.represented import Represented
from diffgeo.calculus.spaces import Manifold
from diffgeo.errors import NotSupported, OutsideDomain, Refusal, Undecided
from diffgeo.structures.tensors import Tensor
from diffgeo.subsets.factored_equations import nowhere_zero
from diffgeo.verdicts.verdict import Status, Verdict


class AtlasField(Represented, AtlasObject):
    """A form, vector-valued form, multivector or tensor on an atlas; made by `Atlas.field`.

    ``+ - * /``, evaluation, ``d``, ``interior``, ``lie`` and ``bracket`` act chart by chart;
    ``==`` makes an `Identity`, decided in a chart where both sides are known.

    Parameters
    ----------
    atlas
        The atlas.
    things
        The object in one chart, or in several; then the values must agree on the overlaps.
    agreeing
        That they do is known, and not verified again.

    Attributes
    ----------
    space
        The atlas.

    Examples
    --------
    >>> from diffgeo import check, lie, sphere
    >>> S2 = sphere(2)
    >>> north, south = S2.charts
    >>> area = S2.field(north.form(2, {("u1", "u2"): "4/(1 + u1**2 + u2**2)**2"}))
    >>> turn = S2.field(north.vector_field(u1="-u2", u2="u1"))
    >>> print(check(lie(turn, area) == 0).status.name, "|", turn.extended(south))
    VERIFIED | -w2 ∂_w1 + w1 ∂_w2
    """

    def __getattr__(self, name: str) -> Value:
        if name == "insert_into":  # forms in a chart take fields of that chart only
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        return super().__getattr__(name)

    @property
    def degree(self) -> int:
        """The degree of the values; of tensors the number of slots."""
        return self._first.rank if isinstance(self._first, Tensor) else self._first.degree

    # --- extension -----------------------------------------------------------------

    def extended(self, chart: Manifold) -> Value:
        """The smooth value on the whole of a chart: in lowest terms, without poles.

        Raises
        ------
        OutsideDomain
            It does not extend; the message names the bad locus.
        Undecided
            It is not known whether it extends.
        """
        found = self._extension(chart)
        if found.extends is None:
            raise Undecided(f"{self._extending(chart)} is not decided: it is {found.reason}")
        if not found.extends:
            raise OutsideDomain(f"{self._extending(chart)} fails: it is {found.reason}")
        return found.thing

    def extends(self, chart: Manifold | None = None) -> Verdict:
        """Whether the field is smooth on the whole of a chart, or of all charts.

        If it is not, the counterexample is a pole with rational coordinates, if it has one, with
        code that shows that a denominator (or what is under a root) vanishes there.
        """
        charts = self.space.charts if chart is None else (chart,)
        where = "all charts" if chart is None else f"the chart {chart.name}"
        subject = f"{self.summary()} extends to {where}"
        reasons: list[str] = []
        for space in charts:
            try:
                found = self._extension(space)
            except OutsideDomain as refusal:
                found = Extended(None, False, f"not defined: {refusal}")
            except Refusal as refusal:
                found = Extended(None, None, f"{type(refusal).__name__}: {refusal}")
            if found.extends is False:
                evidence = f"in the chart {space.name} it is {found.reason}"
                return Verdict(
                    Status.REFUTED,
                    subject,
                    self.space.name,
                    evidence=evidence,
                    counterexample=found.pole,
                )
            if found.extends is None:
                reasons.append(f"in the chart {space.name} it is {found.reason}")
        if reasons:
            return Verdict(Status.UNKNOWN, subject, self.space.name, reason="; ".join(reasons))
        evidence = "lowest terms in each chart"
        return Verdict(Status.VERIFIED, subject, self.space.name, evidence=evidence)

    def extension(self) -> AtlasField:
        """The field with its smooth values in all charts; raises as `extended` does."""
        result = AtlasField(self.space, [self._first])
        # They agree by construction.
        result._given = {chart: self.extended(chart) for chart in self.space.charts}
        return result

    # --- operations ------------------------------------------------------------------

    def accepts(self, other: object) -> bool:
        """Objects on the same atlas, exact numbers, and objects in one of its charts."""
        return super().accepts(other) or isinstance(other, AtlasObject) or is_carried(other)

    def apply(self, operation: Callable[..., Value], *operands: object) -> Value:
        """The field made by an operation in every chart where all operands are given.

        If there is none, the operands are carried to the first one's chart.
        """
        # The operators are natural, so that their values agree.
        return chartwise(self.space, operation, operands, agreeing=True)

    def __repr__(self) -> str:
        return f"<{describe(self._first)} as a field on {self.space.name}>"

    # --- inside the library --------------------------------------------------------

    def _extension(self, chart: Manifold) -> Extended:
        return extend(self.on(chart))

    def _extending(self, chart: Manifold) -> str:
        return f"the extension of {describe(self._first)} to the chart {chart.name} of {self.space}"

    def _require_local(self, thing: object) -> None:
        if not isinstance(thing, Local):
            raise NotSupported(
                "fields on an atlas are forms, vector-valued forms, multivectors and tensors (such "
                f"as metric.tensor), not {thing!r}; objects of other kinds are made by Atlas.glue"
            )
        require_on_a_chart(self.space, thing)

    def _require_comparable(self, other: object) -> None:
        self._placed(other)


@nowhere_zero.register(AtlasField)
def _(function: AtlasField) -> bool:
    # Each chart is the whole of a coordinate space, and together they are the atlas.
    return all(nowhere_zero(function.extended(chart)) for chart in function.space.charts)


for _kind in get_args(Local):
    kind_over_charts.register(_kind, lambda _: AtlasField)
