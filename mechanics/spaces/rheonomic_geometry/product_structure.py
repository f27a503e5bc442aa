"""TM × R: the first jets of R × M with a frame of reference, and what the frame makes.

A frame of reference is a field τ on E = R × M with dt(τ) = 1: it is the same as the splitting of
E into time and space. On J¹π it is prolonged to τ¹ (∂_t for the frame of the coordinates), and
the vertical endomorphism S of J¹π, which needs no frame, gives

- the field of Liouville ``C = -S τ¹``, y^i ∂/∂y^i;
- the tangent structure of TM ``J = S + dt⊗C``, ∂/∂y^i ⊗ dx^i.

All that is made of J, C or τ¹ belongs to the frame: it is kept by changes x'(x) of coordinates, and
by x'(t, x) only if the frame is transported too. What is made of S and dt alone belongs to E → R.

Numbers in brackets are those of C. Frigioiu, K. Hedrih, I. G. Bîrsan, Lagrangian geometrical
model of the rheonomic mechanical systems.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from diffgeo import Distribution, check, torsion
from diffgeo.calculus import display
from diffgeo.errors import AxiomViolation, SpaceMismatch
from mechanics.model.lagrangian import vertical_frame

if TYPE_CHECKING:
    from diffgeo import Form, VectorForm, Verdict
    from diffgeo.bundles import JetSpace


class ProductStructure(display.Shown):
    """J¹π with a frame of reference: the manifold E = TM × R, (1)-(5).

    Parameters
    ----------
    jets
        J¹π of a manifold over the line of time.
    frame
        The frame τ, a vector field on the manifold; by default its first coordinate field, that
        of the time for a `FibredManifold`.

    Raises
    ------
    SpaceMismatch
        τ lives elsewhere.
    AxiomViolation
        dt(τ) is not 1.

    Examples
    --------
    >>> from diffgeo import FibredManifold, jet
    >>> from mechanics.spaces.rheonomic_geometry import ProductStructure
    >>> structure = ProductStructure(jet(FibredManifold("E", coordinates="x")))
    >>> print(structure.J, "|", structure.liouville_field)
    dx⊗∂_xdot | xdot ∂_xdot
    """

    def __init__(self, jets: JetSpace, frame: VectorForm | None = None) -> None:
        below = jets.base_space
        self.jets = jets
        self.frame: VectorForm = below.frame[0] if frame is None else frame
        if self.frame.space is not below:
            raise SpaceMismatch(
                f"a frame of reference for {jets.name} is a vector field on {below.name}, not on "
                f"{self.frame.space.name}"
            )
        #: τ¹, the field ∂_t of TM × R.
        self.time_field: VectorForm = jets.prolong_field(self.frame)
        if not check(self.dt(self.time_field) == 1, counterexample=False):
            raise AxiomViolation(
                f"{self.frame} is no frame of reference on {below.name}: its component along time "
                "has to be 1"
            )

    @property
    def space(self) -> JetSpace:
        """J¹π."""
        return self.jets

    @property
    def dt(self) -> Form:
        """The differential of time."""
        return self.jets.dt

    @property
    def S(self) -> VectorForm:
        """The vertical endomorphism of J¹π, ∂/∂y^i ⊗ (dx^i - y^i dt): ``J - dt⊗C``."""
        return self.jets.vertical_endomorphism

    @cached_property
    def liouville_field(self) -> VectorForm:
        """C = y^i ∂/∂y^i, the vertical lift of the velocity relative to the frame, (3)."""
        return -self.S(self.time_field)

    @cached_property
    def J(self) -> VectorForm:
        """J = ∂/∂y^i ⊗ dx^i, (2): ``J∘J = 0``, ``J τ¹ = 0``, and J = S on ker dt."""
        return self.S + self.dt.tensor(self.liouville_field)

    # --- distributions -----------------------------------------------------------------------

    @cached_property
    def vertical_frame(self) -> tuple[VectorForm, ...]:
        """The fields ∂/∂y^i, a basis of the image of J and of S."""
        return vertical_frame(self.jets)

    @cached_property
    def transversal_frame(self) -> tuple[VectorForm, ...]:
        """Fields X_i in ker dt with ``J X_i = ∂/∂y^i``: those of the coordinates x^i."""
        return self.jets.frame[1 : len(self.jets.positions) + 1]

    @cached_property
    def vertical(self) -> Distribution:
        """V = Ker J of rank n + 1, spanned by ∂/∂y^i and ∂_t, (1)."""
        return Distribution(self.jets, [*self.vertical_frame, self.time_field])

    @cached_property
    def vertical_of_jets(self) -> Distribution:
        """The image of J, of rank n: the vertical fields of J¹π → E."""
        return Distribution(self.jets, self.vertical_frame)

    def is_integrable(self) -> Verdict:
        """Whether ``½[J, J] = 0``, (2): true."""
        return check(torsion(self.J) == 0, name="the torsion of J vanishes")

    # --- semisprays --------------------------------------------------------------------------

    def semispray(self, time_component: Form | int = 1) -> VectorForm:
        """A semispray with ``dt(S) = time_component`` and, in coordinates, 2G = 0, (4).

        The others differ from it by vertical fields of J¹π; ``dt(S)`` is -G⁰.
        """
        return self.jets.second_order_field() + (time_component - 1) * self.time_field

    def is_semispray(self, field: VectorForm) -> Verdict:
        """Whether ``J X = C``, (3). The rate dt(X) of time is not asked for."""
        return check(self.J(field) == self.liouville_field, name="J X = C")

    def is_evolution(self, field: VectorForm) -> Verdict:
        """Whether ``J X = C`` and ``dt(X) = 1``: X is a second-order field of J¹π.

        Then ``S X = 0``, and integral curves are parametrised by time.
        """
        return check(
            [self.J(field) == self.liouville_field, self.dt(field) == 1],
            name="J X = C and dt(X) = 1",
        )

    # --- looking at it -----------------------------------------------------------------------

    def __str__(self) -> str:
        return f"TM x R: {self.jets.name} with the frame {self.frame.summary()}"

    def latex(self) -> str:
        """LaTeX source."""
        return rf"J = {self.J.latex()},\quad C = {self.liouville_field.latex()}"
