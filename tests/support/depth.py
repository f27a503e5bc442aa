"""How deep the tests look: what the profile of Hypothesis says, for what is not drawn by it too."""

from __future__ import annotations

from hypothesis import settings

#: Whether time does not matter (`make test-thorough`).
THOROUGH = settings.default.max_examples >= 1000
