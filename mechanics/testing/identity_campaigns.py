"""Campaigns of random identities: statements that are drawn by a seed, decided on many cores."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING

from diffgeo import Verdict, check
from mechanics.independent_tasks import completed

if TYPE_CHECKING:
    from diffgeo import Identity


def check_seeds(
    make: Callable[[int], Identity],
    seeds: Iterable[int],
    *,
    workers: int = 1,
    scheduler: str | None = None,
) -> dict[int, Verdict]:
    """The verdicts on identities that are drawn by seeds.

    Parameters
    ----------
    make
        From a seed to an `Identity`, or a list of them. Other processes get it pickled: it is
        defined at the top of a module.
    seeds
        What it is called with, each a task of its own.
    workers
        How many processes compute; 0 is one for each core.
    scheduler
        The address of a Dask cluster that computes instead.

    Returns
    -------
    dict
        The verdicts by seed, in the order of the seeds; a REFUTED one has its counterexample.

    Raises
    ------
    BadValue
        `make` cannot be sent to other processes, or these are lost.

    Examples
    --------
    >>> from random import Random
    >>> from diffgeo import Manifold, d
    >>> from mechanics.testing import check_seeds
    >>> def closed(seed):
    ...     a, b = Random(seed).choices(range(1, 9), k=2)
    ...     M = Manifold("M", "x y")
    ...     return d(d(M.function(f"x**{a}*sin(y**{b})"))) == 0
    >>> {str(verdict.status) for verdict in check_seeds(closed, range(5)).values()}
    {'VERIFIED'}
    """
    tasks = [(seed, seed) for seed in dict.fromkeys(seeds)]
    done = dict(completed(partial(_decided, make), tasks, workers=workers, scheduler=scheduler))
    return {seed: done[seed] for seed, _ in tasks}


def _decided(make: Callable[[int], Identity], seed: int) -> Verdict:
    return check(make(seed))
