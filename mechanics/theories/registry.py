"""Where theories are found: those of the library, and entry points of other distributions.

A distribution offers a theory in its ``pyproject.toml``:

    [project.entry-points."mechanics.theories"]
    my_theory = "my_module:theory"

The object is a `Theory`, or anything with the attributes name, title, citation and construct.
One that cannot be used breaks nothing else: it is left out, and `broken` says why.
"""

from __future__ import annotations

from importlib.metadata import EntryPoint, entry_points
from typing import TYPE_CHECKING, Any

from mechanics.errors import BadTheory, UnknownName
from mechanics.wording import listed, nearest

if TYPE_CHECKING:
    from mechanics.theories.base import Theory

#: Entry points of this group are theories.
GROUP = "mechanics.theories"

#: What the code of another distribution may raise while it is imported.
_IMPORT_FAILURES = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    ImportError,
    LookupError,
    NameError,
    OSError,
    RuntimeError,
    SyntaxError,
    TypeError,
    ValueError,
)

#: Principles with fields on other spaces, which are not theories in the sense of `Theory`.
_OTHER_PRINCIPLES = {
    "vakonomic": "is another principle: its field lives on the evolution space times the space "
    "of multipliers; call mechanics.theories.vakonomic(system)"
}

_TEXTS = ("name", "title", "citation")


def registered() -> dict[str, Theory]:
    """All theories by name: the built-in ones, then those of installed entry points.

    An entry point cannot replace a built-in theory; those that cannot be used are left out.
    """
    return _found()[0]


def broken() -> dict[str, BadTheory]:
    """The entry points that give no theory, by name, with the error that says why."""
    return _found()[1]


def theory_named(name: str) -> Theory:
    """The theory of this name.

    Raises
    ------
    UnknownName
        With the nearest known name.
    BadTheory
        It is that of an entry point which cannot be used; the message names its distribution.
    """
    known, errors = _found()
    if name in known:
        return known[name]
    if name in errors:
        raise errors[name]
    if name in _OTHER_PRINCIPLES:
        raise UnknownName(f"{name!r} {_OTHER_PRINCIPLES[name]}")
    hint = nearest(name, list(known)) or f"; the theories are {', '.join(known)}"
    raise UnknownName(f"no theory {name!r}{hint}")


def as_theory(thing: Any, origin: str = "") -> Theory:
    """The object as a `Theory`: itself, or made of its attributes.

    Raises
    ------
    BadTheory
        An attribute is missing or of the wrong kind; ``origin`` says in the message whose it is.
    """
    from mechanics.theories.base import Theory

    if isinstance(thing, Theory):
        return thing
    known = f"the theory {getattr(thing, 'name', type(thing).__name__)!r}"
    what = f"{known} of {origin}" if origin else known
    if isinstance(thing, type):
        raise BadTheory(f"{what} is a class: register an object, {thing.__name__}()")
    needed = (*_TEXTS, "construct")
    missing = [name for name in needed if not hasattr(thing, name)]
    if missing:
        raise BadTheory(
            f"{what} has no {listed(missing)}: give it, or register a "
            "mechanics.theories.Theory(name, title, citation, construct)"
        )
    for name in _TEXTS:
        if not isinstance(getattr(thing, name), str):
            raise BadTheory(f"{what} has a {name} that is not text: make it a string")
    if not callable(thing.construct):
        raise BadTheory(
            f"{what} has a construct that cannot be called: define "
            "construct(system) -> Construction"
        )
    claims = tuple(getattr(thing, "claims", ()))
    return Theory(thing.name, thing.title, thing.citation, thing.construct, claims)


def _found() -> tuple[dict[str, Theory], dict[str, BadTheory]]:
    from mechanics import theories

    good = {theory.name: theory for theory in theories.BUILT_IN}
    bad: dict[str, BadTheory] = {}
    for point in sorted(entry_points(group=GROUP), key=lambda p: p.name):
        if point.name in good:
            continue
        try:
            theory = as_theory(_load(point), _origin(point))
            if theory.name in good:
                raise BadTheory(
                    f"the theory {theory.name!r} of {_origin(point)} has a name that is taken: "
                    "give it another one"
                )
        except BadTheory as error:
            bad[point.name] = error
        else:
            good[theory.name] = theory
    return good, bad


def _load(point: EntryPoint) -> Any:
    try:
        return point.load()
    except _IMPORT_FAILURES as error:
        reason = " ".join(f"{type(error).__name__}: {error}".split())
        raise BadTheory(
            f"the theory {point.name!r} of {_origin(point)} cannot be loaded: {reason}; repair or "
            "uninstall that distribution"
        ) from error


def _origin(point: EntryPoint) -> str:
    """The distribution and the object of an entry point, for messages."""
    package = point.dist
    known = f"{package.name} {package.version}" if package else "an unknown distribution"
    return f"the distribution {known} (entry point {point.value})"
