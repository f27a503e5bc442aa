"""``mechanics verify``: run the ledgers of the papers."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

import click

from mechanics.faces import supervision
from mechanics.faces.bounded_commands import bounded
from mechanics.faces.options import examples, parallel, reports
from mechanics.faces.progress import Progress
from mechanics.output_files import require_folder, require_replaceable, write_text

if TYPE_CHECKING:
    from mechanics.papers.engine.outcomes import Outcome


@click.command(
    epilog=examples(
        "mechanics verify sarlet --quick", "mechanics verify my_paper.py --claim MP-1.2"
    )
)
@click.argument("papers", nargs=-1, metavar="[PAPER|FILE.py]...")
@click.option("--claim", "ids", multiple=True, metavar="ID", help="Only this claim; repeatable.")
@reports()
@click.option("--quick", is_flag=True, help="One small datum for each claim.")
@click.option("--seed", default=0, show_default=True, help="Of the random data.")
@click.option(
    "--certificates",
    "folder",
    metavar="DIR",
    help="Write DIR/PAPER-ID.json for each claim of which something is proved.",
)
@parallel
def verify(
    papers: tuple[str, ...],
    ids: tuple[str, ...],
    form: str,
    quick: bool,
    seed: int,
    folder: str | None,
    workers: int,
    scheduler: str | None,
    progress_lines: bool,
) -> tuple[str, bool]:
    """Check the claims of the papers; exit 1 if an outcome is not the recorded one.

    PAPER is a name that `mechanics list` shows; without one all papers are run. FILE.py is a file
    with a LEDGER of one's own; it is executed, and nothing is recorded of it: exit 1 if a claim
    fails or is not decided.

    The files of --certificates are decided by `python -m diffgeo.proofs.checker DIR/*.json`.
    """
    into = None if folder is None else require_folder(folder)
    force = click.get_current_context().params["force"]
    with Progress("loading the ledger", progress_lines) as progress:
        from mechanics.papers import titles
        from mechanics.papers.engine import recorded_outcomes as recorded
        from mechanics.papers.engine.judgement import run
        from mechanics.papers.engine.known_ledgers import known_ledger

        found: list[Outcome] = []
        books = [known_ledger(p) for p in papers or titles()]
        chosen = _chosen([set(book.claims) for book in books], ids)
        for book in books:

            def tell(id: str, share: float) -> None:
                # Each claim has the time of the limit for itself.
                supervision.restart()
                supervision.keep(_text(found, form))
                progress.say(f"checking {id}")
                progress.fraction(share)

            judged = partial(run, seed=seed, quick=quick, workers=workers, scheduler=scheduler)
            for outcome in judged(book, chosen, progress=tell):
                if into is not None:
                    _certify(outcome, into, force)
                found.append(outcome)
    different = [text for text in map(recorded.difference, found) if text]
    for text in different:
        click.echo(f"not as expected: {text}", err=True)
    return _text(found, form), bool(different)


def _certify(outcome: Outcome, folder: Path, force: bool) -> None:
    """Write what is proved of a claim; what an earlier run wrote of it does not stay."""
    name = f"{quote(outcome.paper, safe=' ')}-{quote(outcome.claim.id, safe=' ')}.json"
    certificate = outcome.certificate
    if certificate is not None:
        written = write_text(folder / name, certificate.to_json(), force=force)
        outcome.certificate_file = str(written)
    elif (folder / name).exists():
        require_replaceable(folder / name, force=force)
        (folder / name).unlink()


def _text(found: list[Outcome], form: str) -> str:
    from mechanics.papers.engine import outcome_report as report

    if form != "json":
        return report.text(found)
    import json

    return json.dumps([o.data() for o in found], indent=2, ensure_ascii=False)


def _chosen(known: list[set[str]], ids: tuple[str, ...]) -> set[str] | None:
    """The keys of the given ids; all if none is given."""
    if not ids:
        return None
    from mechanics.errors import UnknownName
    from mechanics.papers.engine.claims import key_of
    from mechanics.wording import nearest

    claims = sorted(set().union(*known))
    by_name = {id.lower(): id for id in claims}
    keys: set[str] = set()
    for id in ids:
        key = by_name.get(key_of(id).lower())
        if key is None:
            hint = nearest(id, claims) or f"; they run from {claims[0]} to {claims[-1]}"
            raise UnknownName(f"no claim {id!r}{hint}")
        keys.add(key)
    return keys


bounded(verify, " for each claim")
