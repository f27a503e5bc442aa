"""Verdicts as plain answers."""

from __future__ import annotations

from diffgeo import Form, Status, VectorForm, Verdict, check


def vanishes(form: Form | VectorForm) -> bool:
    """Whether a form or a field is zero, decided by the ring's zero test."""
    return bool(check(form == 0 * form, counterexample=False))


def is_certain(verdict: Verdict) -> bool:
    """Whether a statement is known to be true."""
    return verdict.status is not Status.UNKNOWN and bool(verdict)
