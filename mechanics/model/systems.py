"""Mechanical systems: a fibration over time, a Lagrangian, forces and constraints.

Sources: M. de León, D. Martín de Diego, Non-holonomic mechanical systems in jet bundles, sections 2
and 3; Neimark and Fufaev, Dynamics of Nonholonomic Systems (1972).
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, TypeVar

from diffgeo.calculus import bodies_of_joints, formulas_of_bodies
from mechanics.errors import BadSystem, SingularConstraintMatrix, UnknownName
from mechanics.model import gallery
from mechanics.model import system_files as files
from mechanics.model.added_words import offered
from mechanics.model.constraint_set import ConstraintSet
from mechanics.model.formulas import Formulas, read, require_velocities
from mechanics.model.plain_answers import vanishes
from mechanics.model.sympy_systems import without_sympy
from mechanics.model.system_files import Specification
from mechanics.wording import aligned, nearest, shorten

if TYPE_CHECKING:
    from diffgeo import Form
    from diffgeo.calculus import FunctionLike
    from mechanics.faces.conveniences import SystemConveniences as _Conveniences
    from mechanics.model.geometric_data import Datum
else:
    _Conveniences = offered("System")

T = TypeVar("T")


class System(_Conveniences):
    """A Lagrangian system with nonholonomic constraints on a fibration E → ℝ.

    Formulas are text (or SymPy expressions) in the time, the coordinates, their velocities
    (``xdot`` for ``x``), the parameters and the undefined functions. Lists of names are
    text with blanks or sequences.

    SymPy objects may stand for names: coordinates ``x(t)`` (such as `dynamicsymbols`), whose
    velocities are ``x(t).diff(t)``, or symbols. Then symbols that are not declared are parameters,
    other functions are given ones, what SymPy assumes (``positive=True``) is a declared sign, and
    ``to_sympy`` writes results in the same objects.

    Parameters
    ----------
    coordinates, time, parameters, functions
        Declared names, or SymPy objects; functions with their arguments: ``"f(t) g(x, y)"``.
    variables
        Names of variables that have a rate but no velocity, such as the action of contact
        mechanics; L, forces and constraints may depend on them, and the theory gives their rates.
    lagrangian
        L on J¹π.
    constraints
        Functions φ_i on J¹π, each to vanish; any dependence on the velocities.
    constraint_forms
        1-forms μ on E by their coefficients, ``{"x": "y", "t": "0"}``; φ = i_T μ.
    holonomic
        Functions of time and coordinates, each to vanish. Their rates are constraints; motions
        start where they vanish.
    solved
        Constraints solved for velocities: ``{"zdot": "y*xdot"}`` is ``zdot - y*xdot = 0``.
    forces
        Covariant components F_A by coordinate, so that EL_A = F_A + reaction.
    positive, negative, nonzero, assume
        Declared signs; ``assume=["m > 0"]`` is another spelling.
    domain
        Inequalities between functions of time, coordinates and parameters that hold at every
        state, such as ``["theta in (0, pi)", "x**2 + y**2 < 1"]``; a simulation ends where one
        fails.
    invariants
        Functions declared to be constant along the motion, by name.
    data
        Further geometric data by name, which a theory may ask for: ``{"thrust": {"codistribution":
        [{"x": "1"}]}}``; the kinds are those of `mechanics.model.geometric_data`. Data that are
        objects join by `with_data`.
    simulate, plot
        Defaults of `System.simulate` and of plots.
    picture
        What it looks like: shapes, see `mechanics.model.pictures`.
    name, description, source
        Text for people.

    Attributes
    ----------
    undetermined : SingularConstraintMatrix or None
        Why no theory determines the motion: the constraints are independent, the 1-forms S^*dφ_i
        of their reactions are not. Every theory raises it; `System.reduction` does not.

    Raises
    ------
    BadSystem, DiffGeoError
        The system is not well posed; the message says where and how to repair it.

    Examples
    --------
    >>> from mechanics import System
    >>> skate = System(
    ...     coordinates="x y phi",
    ...     lagrangian="(xdot**2 + ydot**2 + phidot**2)/2",
    ...     constraints=["xdot*sin(phi) - ydot*cos(phi)"],
    ... )
    >>> skate.dynamics().accelerations
    {'x': -phidot*ydot, 'y': phidot*xdot, 'phi': 0}
    """

    undetermined: SingularConstraintMatrix | None = None

    def __init__(
        self,
        *,
        coordinates: str | Sequence[object],
        lagrangian: object,
        time: object = "t",
        parameters: str | Sequence[object] = (),
        functions: str | Sequence[object] = (),
        variables: str | Sequence[object] = (),
        constraints: object = (),
        constraint_forms: object = (),
        holonomic: object = (),
        solved: Mapping[str, FunctionLike] | None = None,
        forces: Mapping[str, FunctionLike] | None = None,
        positive: str | Sequence[str] = (),
        negative: str | Sequence[str] = (),
        nonzero: str | Sequence[str] = (),
        domain: str | Sequence[str] = (),
        assume: str | Sequence[str] = (),
        invariants: Mapping[str, FunctionLike] | None = None,
        data: Mapping[str, Mapping[str, object]] | None = None,
        name: str = "system",
        description: str = "",
        source: str = "",
        simulate: Mapping[str, object] | None = None,
        plot: Mapping[str, object] | None = None,
        picture: object = (),
    ) -> None:
        table = {key: value for key, value in locals().items() if key != "self"}
        for key in ("solved", "forces", "invariants", "data", "simulate", "plot"):
            table[key] = table[key] or {}
        table, objects = without_sympy(table)
        specification = files.specification(table)
        self._hold(specification, read(specification, objects))
        self._examine()

    @classmethod
    def from_file(cls, path: str | Path) -> Self:
        """The system of a TOML file."""
        return cls.from_specification(files.read_specification(path))

    @classmethod
    def from_gallery(cls, name: str) -> Self:
        """A classical system by its name; `mechanics.model.gallery.names` lists them."""
        return cls.from_file(gallery.path(name))

    @classmethod
    def from_bodies(
        cls,
        frame: object,
        *bodies: object,
        coordinates: Sequence[object] = (),
        loads: Iterable[tuple[object, object]] = (),
        kinematics: Sequence[object] = (),
        constraints: Sequence[object] = (),
        **arguments: Any,
    ) -> Self:
        """The system of bodies, loads and joints of `sympy.physics.mechanics`.

        Parameters
        ----------
        frame, bodies
            The inertial frame; rigid bodies and particles, with their potential energies; joints,
            which bring their bodies, coordinates and equations for the speeds.
        coordinates
            The coordinates q(t), besides those of joints.
        loads
            Pairs of a point and a force, or of a frame and a torque, as for `KanesMethod`.
        kinematics
            Equations (expressions that vanish) for the speeds u in which velocities are written,
            such as ``u - q.diff(t)``; the system is written in q and its derivatives.
        constraints
            On the velocities; a loop that is closed by f(q) = 0 is ``holonomic=[f]``.
        arguments
            The others of `System`; what is not declared is a parameter.

        Raises
        ------
        BadSystem
            A velocity is not that of a position in these coordinates, as where rolling was put
            into it (``C.set_vel(N, 0)`` at the point of contact).

        Examples
        --------
        >>> from sympy import symbols
        >>> from sympy.physics.mechanics import Particle, Point, ReferenceFrame, dynamicsymbols
        >>> from mechanics import System
        >>> N, O, m, k, x = ReferenceFrame("N"), Point("O"), *symbols("m k"), dynamicsymbols("x")
        >>> O.set_vel(N, 0)
        >>> P = O.locatenew("P", x * N.x)
        >>> P.set_vel(N, x.diff() * N.x)
        >>> system = System.from_bodies(
        ...     N, Particle("ball", P, m), coordinates=[x], loads=[(P, -k * x * N.x)]
        ... )
        >>> system.dynamics().accelerations["x"] == -k * x / m
        True
        """
        moving, joined, equations = bodies_of_joints(frame, bodies)
        coordinates = [*coordinates, *(q for q in joined if q not in coordinates)]
        equations = [*equations, *(e for e in kinematics if e not in equations)]
        lagrangian, forces, constrained, held = formulas_of_bodies(
            frame, moving, coordinates, loads, equations, constraints
        )
        scene = System(coordinates=coordinates, lagrangian=lagrangian, invariants=held)
        for place, residual in scene.invariants.items():
            if not vanishes(residual):
                raise BadSystem(
                    f"System.from_bodies: the velocity of {place}, is not the derivative of a "
                    "position in these coordinates, so a constraint was put into it, and "
                    "Lagrange's equations do not hold: give all coordinates of the body, and the "
                    "constraint"
                )
        return cls(
            coordinates=coordinates,
            lagrangian=lagrangian,
            forces=forces,
            constraints=constrained,
            **arguments,
        )

    @classmethod
    def from_specification(cls, specification: Specification) -> Self:
        """The system of a checked specification."""
        system = cls.from_formulas(specification, read(specification))
        system._examine()
        return system

    @classmethod
    def from_formulas(
        cls,
        specification: Specification,
        formulas: Formulas,
        constraint_set: ConstraintSet | None = None,
    ) -> Self:
        """The system of given objects; that they are well posed is not examined.

        Its names are those of the specification, whose formulas are not read.
        """
        system = cls.__new__(cls)
        system._hold(specification, formulas)
        if constraint_set is not None:
            system.constraint_set = constraint_set
        return system

    def _hold(self, specification: Specification, formulas: Formulas) -> None:
        self.specification = specification
        self.name = specification.name
        self.configuration_space = formulas.configuration_space
        self.evolution_space = formulas.evolution_space
        self.lagrangian = formulas.lagrangian
        self.constraints = formulas.constraints
        self.constraint_keys = formulas.constraint_keys
        self.holonomic = formulas.holonomic
        self.forces = formulas.forces
        self.force = formulas.force
        self.invariants = formulas.invariants
        self.data = formulas.data
        self._kept: dict[object, Any] = {}

    def _examine(self) -> None:
        require_velocities(self.specification, self.evolution_space, self._named_constraints)
        try:
            self.constraint_set.require_independent()
        except SingularConstraintMatrix as error:
            # No theory determines the motion; the constraint algorithm may.
            self.undetermined = error

    @property
    def _named_constraints(self) -> dict[str, Form]:
        return dict(zip(self.constraint_keys, self.constraints, strict=True))

    def with_data(self, **data: Datum) -> Self:
        """The system with more geometric data, given as objects on its spaces.

        Examples
        --------
        >>> from diffgeo import d
        >>> from mechanics import System
        >>> from mechanics.model.geometric_data import Datum
        >>> system = System(coordinates="x y", lagrangian="(xdot**2 + ydot**2)/2")
        >>> t, x, y = system.configuration_space.coordinates
        >>> print(*system.with_data(push=Datum("codistribution", (y * d(x),))).data["push"].parts)
        y dx
        """
        found = copy(self)
        found.data = {**self.data, **data}
        found._kept = {}
        return found

    def parts(self, name: str) -> tuple[Any, ...]:
        """The objects of the geometric datum of this name; `UnknownName` if there is none."""
        found = self.data.get(name)
        if found is None:
            hint = nearest(name, [*self.data]) or f"; there are {', '.join(self.data) or 'none'}"
            raise UnknownName(f"{self.specification.where}: no data {name!r}{hint}")
        return found.parts

    # --- what is kept with it -------------------------------------------------------------

    @cached_property
    def constraint_set(self) -> ConstraintSet:
        """The submanifold of J¹π where all constraints vanish, at its generic point."""
        return ConstraintSet(self)

    def once(self, make: Callable[[System], T]) -> T:
        """What a function or class makes of this system: made at the first call, then kept."""
        if make not in self._kept:
            self._kept[make] = make(self)
        return self._kept[make]  # type: ignore[no-any-return]

    def __repr__(self) -> str:
        s = self.specification
        constraints = f", {len(self.constraints)} constraints" if self.constraints else ""
        return f"<System {self.name}: ({s.time}; {', '.join(s.coordinates)}){constraints}>"

    def latex_rows(self) -> list[str]:
        """The Lagrangian and the constraints as rows of LaTeX, ``left &= right``."""
        rows = [f"L &= {self.lagrangian.latex()}"]
        return rows + [f"0 &= {phi.latex()}" for phi in self.constraints]

    def _repr_latex_(self) -> str:
        return f"$${aligned(self.latex_rows())}$$"


def load(name_or_path: str, kind: type[System] = System) -> System:
    """A system (of that class) by gallery name or path: ``….toml``, ``folder/…``, or a file.

    Parameters
    ----------
    name_or_path
        A name of `mechanics.gallery`, or a TOML file.
    kind
        `System`, or a class derived from it.

    Returns
    -------
    System
        Of that class.

    Raises
    ------
    UnknownName
        It is neither.
    BadSystem, DiffGeoError
        The file is none of a system, or the system is not well posed.

    Examples
    --------
    >>> from mechanics import load
    >>> load("pursuit")
    <System Curve of pursuit: (t; x, y), 1 constraints>
    """
    path = Path(name_or_path)
    if path.suffix == ".toml" or len(path.parts) > 1:
        return kind.from_file(path)
    known = (*gallery.names(), *gallery.singular_names())
    if name_or_path in known:
        return kind.from_gallery(name_or_path)
    # A link that leads nowhere is for the reader to say; a name that no file can have is none.
    if os.path.lexists(path):
        return kind.from_file(path)
    hint = nearest(name_or_path, known) or f"; the gallery has {', '.join(known)}"
    raise UnknownName(f"{shorten(name_or_path)!r} is no gallery system and no file{hint}")
