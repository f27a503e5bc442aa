"""All theories of the library; who needs one of them takes it by its name, and loads it alone."""

from __future__ import annotations

from mechanics.theories import registry

BUILT_IN = tuple(map(registry.theory_named, registry.LIBRARY))
