"""Functions, forms, fields, multivectors and tensors on a manifold with several charts."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from diffgeo.atlases.extension import Extended, extend
from diffgeo.display import inside
from diffgeo.errors import NotSupported, OutsideDomain, Refusal, SpaceMismatch, Undecided
from diffgeo.forms import Form, describe
from diffgeo.maps import Map
from diffgeo.multivectors import Multivector
from diffgeo.represented import Represented
from diffgeo.spaces import Manifold
from diffgeo.structures import verify_axiom
from diffgeo.tensors import Tensor
from diffgeo.vector_forms import VectorForm
from diffgeo.verdicts import Status, Verdict

if TYPE_CHECKING:
    from diffgeo.atlases.atlas import Atlas
    from diffgeo.rings.protocol import Condition

#: What lives on an atlas.
Local = Form | VectorForm | Multivector | Tensor


class AtlasField(Represented):
    """A form, vector-valued form, multivector or tensor on an atlas; made by `Atlas.field`.

    ``+ - * /``, evaluation, ``d``, ``interior``, ``lie`` and ``bracket`` act chart by chart;
    ``==`` makes an `Identity`, decided in a chart where both sides are known.

    Parameters
    ----------
    atlas
        The atlas.
    things
        The object in one chart, or in several; then the values must agree on the overlaps.

    Attributes
    ----------
    space
        The atlas.
    """

    def __init__(self, atlas: Atlas, things: Iterable[Local]) -> None:
        self.space = atlas
        self._given: dict[Manifold, Local] = {}
        self._carried: dict[Manifold, Local] = {}
        for thing in things:
            self._require_local(thing)
            if thing.space in self._given:
                raise SpaceMismatch(
                    f"two values are given in the chart {thing.space} of {atlas}: give one"
                )
            self._given[thing.space] = thing
        if not self._given:
            raise SpaceMismatch(f"a field on {atlas} needs a value in at least one chart")
        (home, first), *others = self._given.items()
        for chart, value in others:
            carried = atlas.transition(chart, home).pull(first)
            what = f"the values in the charts {home} and {chart} of {atlas}"
            verify_axiom(carried == value, "agreement on the overlap", what)

    @property
    def degree(self) -> int:
        """The degree of the values; of tensors the number of slots."""
        return self._first.rank if isinstance(self._first, Tensor) else self._first.degree

    @property
    def charts(self) -> tuple[Manifold, ...]:
        """The charts in which a value was given or made by operations on given ones."""
        return tuple(self._given)

    @property
    def conditions(self) -> tuple[Condition, ...]:
        """Conditions under which the given values are defined."""
        return tuple(dict.fromkeys(c for value in self._given.values() for c in value.conditions))

    def on(self, chart: Manifold) -> Any:
        """The value in a chart: as given, or known on the overlap by the transition.

        Raises `OutsideDomain` if the value is not that of a function in this chart (it depends
        on an angle itself and not on its sine and cosine).
        """
        if chart in self._given:
            return self._given[chart]
        if chart not in self._carried:
            home = next(iter(self._given))
            phi = self.space.transition(chart, home)
            self._carried[chart] = phi.pull(self._given[home])
        return self._carried[chart]

    # --- extension -----------------------------------------------------------------

    def extended(self, chart: Manifold) -> Any:
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
        """Whether the field is smooth on the whole of a chart, or of all charts."""
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
                return Verdict(Status.REFUTED, subject, self.space.name, evidence=evidence)
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
        """Fields on the same atlas, exact numbers, and objects in one of its charts."""
        return super().accepts(other) or isinstance(other, Local)

    def apply(self, operation: Callable[..., Any], *operands: Any) -> Any:
        """The field made by an operation in every chart where all operands are given.

        If there is none, the operands are carried to the first one's chart.
        """
        fields = [self._field(operand) for operand in operands]
        known = [f for f in fields if isinstance(f, AtlasField)]
        common = [chart for chart in known[0].charts if all(chart in f._given for f in known)]
        charts = common or list(known[0].charts[:1])
        values = {
            chart: operation(*(f.on(chart) if isinstance(f, AtlasField) else f for f in fields))
            for chart in charts
        }
        result = AtlasField(self.space, [values[charts[0]]])
        result._given = values
        return result

    def pulled_back(self, phi: Map) -> Any:
        """``φ^*`` for a map φ that ends on one of the charts: the object on its source."""
        if phi.target not in self.space.charts:
            raise SpaceMismatch(
                f"{phi} does not end on a chart of {self.space}: compose it with a map that does"
            )
        return phi.pull(self.on(phi.target))

    # --- looking at it -------------------------------------------------------------

    def __str__(self) -> str:
        return "; ".join(f"{chart.name}: {value}" for chart, value in self._given.items())

    def summary(self, width: int = 40) -> str:
        """The value in the first chart, cut short."""
        return self._first.summary(width)

    def __repr__(self) -> str:
        return f"<{describe(self._first)} as a field on {self.space.name}>"

    def latex(self) -> str:
        """LaTeX source: the values by chart."""
        return self._by_chart(lambda value: value.latex())

    def _repr_latex_(self) -> str:
        return f"${self._by_chart(inside)}$"

    def _by_chart(self, write: Callable[[Any], str]) -> str:
        rows = (rf"\text{{{c.name}}}:\ & {write(v)}" for c, v in self._given.items())
        return r"\begin{aligned}" + r" \\ ".join(rows) + r"\end{aligned}"

    # --- inside the library --------------------------------------------------------

    @property
    def _first(self) -> Local:
        return next(iter(self._given.values()))

    def _extension(self, chart: Manifold) -> Extended:
        return extend(self.on(chart))

    def _extending(self, chart: Manifold) -> str:
        return f"the extension of {describe(self._first)} to the chart {chart.name} of {self.space}"

    def _require_local(self, thing: Any) -> None:
        if not isinstance(thing, Local):
            raise NotSupported(
                "fields on an atlas are forms, vector-valued forms, multivectors and tensors (such "
                f"as metric.tensor), not {thing!r}; give others in every chart, and "
                "check(phi.pull(there) == here) for transitions phi"
            )
        if thing.space not in self.space.charts:
            raise SpaceMismatch(
                f"{describe(thing)} lives on no chart of {self.space}; the charts are "
                f"{', '.join(c.name for c in self.space.charts)}"
            )

    def _field(self, operand: Any) -> Any:
        if isinstance(operand, AtlasField):
            if operand.space is not self.space:
                raise SpaceMismatch(
                    f"{self!r} and {operand!r} live on different atlases: pull one of them back "
                    "along an AtlasMap"
                )
            return operand
        return AtlasField(self.space, [operand]) if isinstance(operand, Local) else operand

    def _require_comparable(self, other: Any) -> None:
        self._field(other)

    def _residuals(self, other: Any) -> list[tuple[str, Any]]:
        field = self._field(other)
        if not isinstance(field, AtlasField):
            return list(self._first._residuals(field))
        common = [chart for chart in self._given if chart in field._given]
        chart = common[0] if common else next(iter(self._given))
        return list(self.on(chart)._residuals(field.on(chart)))
