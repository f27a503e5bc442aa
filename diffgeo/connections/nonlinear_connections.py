"""Nonlinear connections on a tangent bundle: tension, torsions, almost complex structure.

With the vertical endomorphism J and the field of Liouville C of TM, and projectors h, v:

- ``J∘h = J = v∘J``, ``h∘J = 0 = J∘v``;
- tension ``H = [C, h]``, zero for homogeneous connections;
- weak torsion ``t = [J, h]``, strong torsion ``T = i_S t - H`` (any semispray S);
- the associated semispray is hS for any semispray S, and h is given by both:
  ``h = ½(id - [hS, J] + T)``;
- ``F = h∘[S, h] - J``: the almost complex structure with ``F∘J = h``, ``F∘h = -J``.

Source: Grifone, Structure presque-tangente et connexions I, II (1972), whose Γ is ``2h - id``.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Self

from diffgeo.bundles.frames import Frame, inverted
from diffgeo.bundles.tangents import TangentBundle, tangent
from diffgeo.calculus.brackets import bracket, interior, symbol
from diffgeo.calculus.derivations import d
from diffgeo.calculus.forms import describe, total
from diffgeo.calculus.maps import Map
from diffgeo.calculus.requirements import require_map_to, require_vector_form
from diffgeo.calculus.sparse_components import field_terms, sum_of_fields
from diffgeo.calculus.vector_forms import VectorForm
from diffgeo.connections.distinguished_connections import blocks_on_diagonal
from diffgeo.connections.ehresmann_connections import EhresmannConnection
from diffgeo.connections.framed_connections import weights
from diffgeo.connections.linear_connections import LinearConnection
from diffgeo.errors import SpaceMismatch
from diffgeo.structures.axioms import verify_axiom
from diffgeo.structures.tensor_structures import AlmostComplex
from diffgeo.verdicts.statements import Script, code_of
from diffgeo.verdicts.verdict import check

if TYPE_CHECKING:
    from diffgeo.connections.distinguished_connections import DistinguishedConnection
    from diffgeo.verdicts.verdict import Verdict


class TangentStructure:
    """The projection, J and C of a tangent bundle, also as they are seen by a diffeomorphism.

    Parameters
    ----------
    projection
        π: TM → M, or its composition with a diffeomorphism.
    vertical_endomorphism, liouville_field
        J and C.
    semispray
        Some field S with JS = C.
    """

    def __init__(
        self,
        projection: Map,
        vertical_endomorphism: VectorForm,
        liouville_field: VectorForm,
        semispray: VectorForm,
    ) -> None:
        self.projection = projection
        self.vertical_endomorphism = vertical_endomorphism
        self.liouville_field = liouville_field
        self.semispray = semispray

    @classmethod
    def of(cls, bundle: object) -> TangentStructure:
        """The structure of a tangent bundle; one that is given is kept."""
        if isinstance(bundle, cls):
            return bundle
        if not isinstance(bundle, TangentBundle):
            raise SpaceMismatch(
                f"nonlinear connections and metrics in fibres live on tangent bundles, not on "
                f"{bundle}: use tangent(M), or EhresmannConnection on other fibrations"
            )
        return cls(
            bundle.projection,
            bundle.vertical_endomorphism,
            bundle.liouville_field,
            bundle.semispray(),
        )

    def pulled_back(self, phi: Map) -> TangentStructure:
        """The structure ``π∘φ, φ^*J, φ^*C`` of a diffeomorphism φ to TM."""
        return TangentStructure(
            self.projection @ phi,
            phi.pull(self.vertical_endomorphism),
            phi.pull(self.liouville_field),
            phi.pull(self.semispray),
        )


class NonlinearConnection(EhresmannConnection):
    """A connection on TM → M, given by its vertical projector v.

    Made by the same constructors as every connection on a fibration, with the tangent bundle
    for the fibration. In coordinates ``δ_i = ∂_i - N^j_i ∂/∂y^j`` the coefficients of
    `from_coefficients` are ``-N``.

    Parameters
    ----------
    bundle
        TM.
    vertical_projector
        v.

    Raises
    ------
    SpaceMismatch
        The space is no tangent bundle, or the tensor lives elsewhere.
    AxiomViolation
        v is no projector onto the vertical fields.

    Examples
    --------
    >>> from diffgeo import Manifold, NonlinearConnection, tangent
    >>> TM = tangent(Manifold("M", "x y"))
    >>> connection = NonlinearConnection.from_coefficients(TM, {"xdot": {"y": "-xdot"}})
    >>> print(connection.weak_torsion)
    -dx∧dy⊗∂_xdot
    """

    def __init__(self, bundle: object, vertical_projector: VectorForm) -> None:
        self.structure = TangentStructure.of(bundle)
        super().__init__(self.structure.projection, vertical_projector)

    @classmethod
    def from_linear(cls, connection: LinearConnection) -> Self:
        """The homogeneous connection on TM of a linear connection ∇ on M.

        Characterised by ``X^h(contract(μ)) = contract(∇_X μ)`` for 1-forms μ on M: parallel
        vector fields are the parallel sections. Its weak torsion is
        ``t(X^h, Y^h) = T(X, Y)^v``, and ``R(X^h, Y^h)`` is the vertical field that takes
        ``contract(μ)`` to ``contract(R(X, Y)μ)``.
        """
        bundle = tangent(connection.space)
        base = bundle.base_space
        return cls.from_coefficients(
            bundle,
            {
                bundle.velocity_names[q]: {
                    x: bundle.contract(connection(X, d(base[q])))
                    for x, X in zip(base.chart.coordinates, base.frame, strict=True)
                }
                for q in base.chart.coordinates
            },
        )

    # --- torsions ------------------------------------------------------------------

    @cached_property
    def tension(self) -> VectorForm:
        """``H = [C, h]``: zero if and only if the connection is homogeneous."""
        return bracket(self.structure.liouville_field, self.horizontal_projector)

    @cached_property
    def weak_torsion(self) -> VectorForm:
        """``t = [J, h]``, a semibasic vertical-valued 2-form; zero for connections of semisprays.

        ``t(X, Y) = v[JX, hY] - v[JY, hX] - J[hX, hY]``.
        """
        return bracket(self.structure.vertical_endomorphism, self.horizontal_projector)

    @cached_property
    def strong_torsion(self) -> VectorForm:
        """``T = i_S t - H`` for any semispray S, a semibasic (1,1) tensor.

        Together with the associated semispray it determines the connection.
        """
        return interior(self.structure.semispray, self.weak_torsion) - self.tension

    def is_homogeneous(self) -> Verdict:
        """Whether the tension vanishes."""
        return check(self.tension == 0, name=f"the tension of {self} vanishes")

    # --- semisprays ------------------------------------------------------------------

    @cached_property
    def associated_semispray(self) -> VectorForm:
        """The horizontal semispray: ``hS`` for every semispray S."""
        return self.horizontal_projector(self.structure.semispray)

    def is_autoparallel(self, curve: Map) -> Verdict:
        """Whether the velocity of a curve R → M is horizontal along the curve.

        Equivalent: the velocity is an integral curve of the associated semispray. The
        parameter is the coordinate of the source.

        Raises `SpaceMismatch` if the map is no curve in M.
        """
        bundle = self.space
        if not isinstance(bundle, TangentBundle) or curve.target is not bundle.base_space:
            raise SpaceMismatch(f"{curve} is no curve in the base of {self}")
        if curve.source.dimension != 1:
            raise SpaceMismatch(f"{curve} is no curve: its source has more than one dimension")
        (clock,) = curve.source.frame
        velocity = bundle.field_section(symbol(curve.tangent(clock)))
        acceleration = self.covariant_derivative(velocity, self.projection @ velocity)
        return check(acceleration == 0, name=f"{curve} is autoparallel")

    # --- almost complex structure ------------------------------------------------------

    @cached_property
    def almost_complex_structure(self) -> AlmostComplex:
        """``F = h∘[S, h] - J`` for any semispray S: ``F∘J = h``, ``F∘h = -J``, ``F∘F = -id``.

        Integrable if and only if curvature and weak torsion vanish.
        """
        # By F∘J = h and F∘h = -J, which determine it: no derivatives of the connection enter.
        return AlmostComplex(self._adjoint - self.structure.vertical_endomorphism)

    @cached_property
    def _adjoint(self) -> VectorForm:
        """``F + J``: zero on horizontal fields, ``(F + J)∘J = h``, ``J∘(F + J) = v``."""
        frame = self.normal_frame
        n = len(frame) // 2
        pairs = zip(frame.coframe[n:], frame.fields[:n], strict=True)
        return sum_of_fields([form.tensor(X) for form, X in pairs])

    @cached_property
    def normal_frame(self) -> Frame:
        """The horizontal lifts δ_i of the coordinate fields of M, and Jδ_i.

        On a tangent bundle it is the adapted frame, ``Jδ_i = ∂/∂y^i``. The dual forms are dx and
        ``δy = dx∘K`` with ``K∘J = h``.
        """
        frame, J = self.adapted_frame, self.structure.vertical_endomorphism
        n = len(frame) // 2
        horizontal, dy = frame.fields[:n], frame.coframe[n:]
        vertical = [J(X) for X in horizontal]
        if not any(field_terms(V - W) for V, W in zip(vertical, frame.fields[n:], strict=True)):
            return frame
        rows = [
            total(self.space, 1, (c * form for c, form in zip(row, dy, strict=True)))
            for row in inverted([[form(V) for V in vertical] for form in dy])
        ]
        made = Frame(self.space, [*horizontal, *vertical])
        return made._with_coframe([*frame.coframe[:n], *rows])

    def berwald_derivative(self, X: VectorForm, Y: VectorForm) -> VectorForm:
        """The covariant derivative ``D_X Y`` of the connection of Berwald.

        ``D_X Y = v[hX, vY] + h[vX, hY] + J[vX, (F+J)Y] + (F+J)[hX, JY]``: linear over
        functions in X, a derivation in Y, and D commutes with h and J.
        """
        h, v = self.horizontal_projector, self.vertical_projector
        J, K = self.structure.vertical_endomorphism, self._adjoint
        for field in (X, Y):
            require_vector_form(field, 0, "derive")
            if field.space is not self.space:
                raise SpaceMismatch(f"{self} derives fields on {self.space}, not {describe(field)}")
        hX, vX = h(X), v(X)
        mixed = v(bracket(hX, v(Y))) + h(bracket(vX, h(Y)))
        return mixed + J(bracket(vX, K(Y))) + K(bracket(hX, J(Y)))

    @cached_property
    def berwald(self) -> DistinguishedConnection:
        """The connection of Berwald as a linear connection on TM, with ``Dh = 0 = DJ``."""
        # D_δ Jδ_j = v[δ, Jδ_j] and D_V δ_j = h[V, δ_j] for vertical V; K and J give the rest.
        frame, n = self.normal_frame, self.space.dimension // 2
        horizontal, vertical = frame.fields[:n], frame.fields[n:]
        dx, dy = frame.coframe[:n], frame.coframe[n:]
        values = [[weights(dy, bracket(X, V)) for V in vertical] for X in horizontal]
        values += [[weights(dx, bracket(V, Y)) for Y in horizontal] for V in vertical]
        return blocks_on_diagonal(self, values, 0)

    def pulled_back(self, phi: Map) -> NonlinearConnection:
        """The connection ``φ^*v`` with ``φ^*J`` and ``φ^*C``, for φ to TM with inverse.

        If φ is the tangent map of a diffeomorphism of M, then ``φ^*J = J`` and ``φ^*C = C``.
        """
        require_map_to(self, phi)
        return NonlinearConnection(phi.pull(self.structure), phi.pull(self.vertical_projector))


def require_semispray(structure: TangentStructure, field: VectorForm) -> None:
    """Raise `AxiomViolation` unless ``JS = C``."""
    verify_axiom(
        structure.vertical_endomorphism(field) == structure.liouville_field,
        "J S = C (S is a semispray)",
        lambda: f"S = {describe(field)}",
    )


@code_of.register(NonlinearConnection)
def _code(connection: NonlinearConnection, script: Script) -> str:
    projector = code_of(connection.vertical_projector, script)
    return script.call(type(connection), script.space(connection.space), projector)
