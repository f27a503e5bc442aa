"""``mechanics simulate --rigorous``: the report of a motion in balls."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from mechanics.errors import BadValue
from mechanics.faces import supervision
from mechanics.faces.rendering import json_text


def enclosed(
    dynamics: object,
    values: Mapping[str, str],
    as_json: bool,
    path: str | None,
    given: Mapping[str, Any],
    **bounds: Any,
) -> tuple[str, str, int]:
    """The report, why it ends early, and the exit status then."""
    from mechanics.motion.enclosed_motion import enclose
    from mechanics.theories.dynamics import Dynamics

    settings = {key: value for key, value in given.items() if value not in (None, False)}
    others = [f"--{key}" for key in settings if key not in ("until", "points")]
    if path is not None or others:
        named = "file" if path is not None else others[0]
        raise click.UsageError(f"--rigorous reports on balls; leave out the {named}")
    if not isinstance(dynamics, Dynamics):
        raise BadValue("a motion on the final set of the constraint algorithm is not enclosed")
    found = enclose(dynamics, values, **settings, **bounds)
    text = json_text(found.to_dict()) if as_json else found.report()
    return text, found.stopped, supervision.status_of(found.cause)
