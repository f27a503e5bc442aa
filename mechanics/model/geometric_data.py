"""Further geometric data of a system, by name: what a theory may ask for beside L, F and φ.

A `Datum` has a kind and parts, which are objects on E or on J¹π; so every change of coordinates
pulls it back with the system. In a system file ::

    [data.thrust]
    codistribution = [{ x = "cos(theta)", y = "sin(theta)" }]

========================  =========================================================================
kind                      as text
========================  =========================================================================
``form``                  coefficients by names of coordinates, ``{ "x y" = "1" }`` for dx∧dy
``codistribution``        1-forms by their coefficients, which may contain velocities
``distribution``,         fields on E by their components
``frame``
``action``                the infinitesimal generators of a group; fields on E or of the variables
``reference``             what rests, by velocities of its points: ``{}`` for the field ∂_t on E,
                          ``{ x = "1" }`` for ∂_t + ∂_x
``metric``                ``{ "x x" = "m", "x y" = "0" }`` on the fibres of E
``hypersurface``          a function on E that vanishes there; a list for several
``invariants``            functions on E or on J¹π, as those that a group leaves alone
``function``              a function on J¹π
``accelerations``         functions on J²π, in which ``xddot`` is the acceleration of x
========================  =========================================================================

A kind registers itself with its reader by `kind_of_data`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from diffgeo import Form, VectorForm, d
from diffgeo.bundles import JetSpace, jet
from diffgeo.calculus import linear_algebra as linear
from diffgeo.errors import DiffGeoError, UndefinedSymbol
from diffgeo.structures import tensor_product
from mechanics.errors import BadSystem
from mechanics.model.extended_jets import ExtendedJets
from mechanics.model.plain_answers import vanishes
from mechanics.wording import listed, nearest

if TYPE_CHECKING:
    from diffgeo import FibredManifold, Manifold, Map

#: From the text of a datum, with E and J¹π, to its parts.
Reader = Callable[[Any, "FibredManifold", "JetSpace"], Sequence[Any]]
_KINDS: dict[str, Reader] = {}


@dataclass(frozen=True)
class Datum:
    """Geometric data of one kind.

    Attributes
    ----------
    kind : str
        One of the kinds of this module.
    parts : tuple
        Forms, fields, functions or tensors on E or on J¹π; those of a frame in their order.
    """

    kind: str
    parts: tuple[Any, ...]

    def pulled_back(self, change: Map, prolonged: Map) -> Datum:
        """The same in other coordinates: along φ, or its prolongation for parts on jets."""

        def pulled(part: Any) -> Any:
            map_ = change if part.space is change.target else prolonged
            if isinstance(part.space, JetSpace) and part.space.order > 1:
                map_ = part.space.prolong_fibred(change)
            return pulled_field(map_, part) if isinstance(part, VectorForm) else map_.pull(part)

        return Datum(self.kind, tuple(map(pulled, self.parts)))

    def same_as(self, other: Datum) -> bool:
        """Whether all parts are equal, decided exactly."""
        if (self.kind, len(self.parts)) != (other.kind, len(other.parts)):
            return False
        return all(vanishes(a - b) for a, b in zip(self.parts, other.parts, strict=True))


def kind_of_data(name: str) -> Callable[[Reader], Reader]:
    """Decorate the reader of a kind of data."""

    def keep(reader: Reader) -> Reader:
        _KINDS[name] = reader
        return reader

    return keep


def require_kind(kind: str, where: str) -> None:
    """Raise `BadSystem` if there is no such kind of data."""
    if kind not in _KINDS:
        hint = nearest(kind, [*_KINDS]) or f"; the kinds are {listed(_KINDS)}"
        raise BadSystem(f"{where}: no kind of data {kind!r}{hint}")


def read_data(
    tables: Mapping[str, Mapping[str, Any]], base: FibredManifold, jets: JetSpace, where: str
) -> dict[str, Datum]:
    """The data of a specification as objects; an error names the entry that causes it."""
    found = {}
    for name, table in tables.items():
        ((kind, value),) = table.items()
        require_kind(kind, f"{where}: data.{name}")
        try:
            found[name] = Datum(kind, tuple(_KINDS[kind](value, base, jets)))
        except DiffGeoError as error:
            raise type(error)(f"{where}: data.{name}.{kind}: {error}") from None
        except (TypeError, AttributeError):
            raise BadSystem(
                f"{where}: data.{name}.{kind}: {value!r:.60} is not of the shape of this kind; "
                "write tables of formulas by names of coordinates, and lists of them"
            ) from None
    return found


def pulled_field(map_: Map, X: VectorForm) -> VectorForm:
    """The field that a local diffeomorphism relates to X."""
    functions = X.space.coordinates
    images = map_.pull(list(functions))
    right = [map_.pull(X(f)) for f in functions]
    return linear.solve_field(map_.source, lambda Y: [Y(f) for f in images], right)


# --- the kinds -------------------------------------------------------------------------------


def _form(space: Manifold, table: Mapping[str, Any]) -> Form:
    degrees = {len(key.split()) for key in table}
    if len(degrees) != 1:
        raise BadSystem("its entries have one degree: write all keys with as many names")
    return space.form(degrees.pop(), {tuple(key.split()): entry for key, entry in table.items()})


@kind_of_data("form")
def _read_form(value: Any, base: FibredManifold, jets: JetSpace) -> Sequence[Form]:
    return [_form(base, value)]


@kind_of_data("codistribution")
def _read_forms(value: Any, base: FibredManifold, jets: JetSpace) -> Sequence[Form]:
    tables = [value] if isinstance(value, Mapping) else value
    for table in tables:
        for name in table:
            base[name]  # coefficients belong to coordinates of E
    return [_form(jets, table) for table in tables]


@kind_of_data("distribution")
@kind_of_data("frame")
@kind_of_data("action")
def _read_fields(value: Any, base: FibredManifold, jets: JetSpace) -> Sequence[VectorForm]:
    named = {name for table in value for name in table}
    of_variables = isinstance(jets, ExtendedJets) and named <= set(map(str, jets.variables))
    home = jets if named and of_variables else base
    return [home.vector_field(table) for table in value]


@kind_of_data("reference")
def _read_reference(value: Any, base: FibredManifold, jets: JetSpace) -> Sequence[VectorForm]:
    flow, *_ = base.frame
    return [flow + base.vector_field({**value})]


@kind_of_data("metric")
def _read_metric(value: Any, base: FibredManifold, jets: JetSpace) -> Sequence[Any]:
    pairs = {tuple(sorted(key.split())): entry for key, entry in value.items()}
    if not pairs or any(len(pair) != 2 for pair in pairs) or len(pairs) < len(value):
        raise BadSystem('write each pair of coordinates once: { "x x" = "m", "x y" = "0" }')
    terms = [
        tensor_product(base.function(entry), d(base[one]), d(base[other]))
        for (first, second), entry in pairs.items()
        for one, other in {(first, second), (second, first)}
    ]
    return [sum(terms[1:], start=terms[0])]


@kind_of_data("hypersurface")
def _read_hypersurface(value: Any, base: FibredManifold, jets: JetSpace) -> Sequence[Form]:
    return base.functions(value if isinstance(value, list | tuple) else [value])


def _lowest(text: Any, base: FibredManifold, jets: JetSpace) -> Form:
    """A function on E, or on J¹π if it depends on velocities."""
    try:
        return base.function(text)
    except UndefinedSymbol:
        return jets.function(text)


@kind_of_data("invariants")
def _read_invariants(value: Any, base: FibredManifold, jets: JetSpace) -> Sequence[Form]:
    texts = [value] if isinstance(value, str) else value
    return [_lowest(text, base, jets) for text in texts]


@kind_of_data("function")
def _read_function(value: Any, base: FibredManifold, jets: JetSpace) -> Sequence[Form]:
    return [jets.function(value)]


@kind_of_data("accelerations")
def _read_accelerations(value: Any, base: FibredManifold, jets: JetSpace) -> Sequence[Form]:
    return jet(base, 2).functions(value if isinstance(value, list | tuple) else [value])
