"""All theorems that the prover is held to, and their certificates.

``python -m tests.support.theorems FILE.json FILE.v`` writes them. The second file ends with the
model in which the axioms of a calculus are derived, and with an example of such a model.
"""

from __future__ import annotations

import sys
from importlib.resources import files
from pathlib import Path

from diffgeo import check
from diffgeo.proofs import Certificate
from tests.support import structure_theorems, textbook_theorems

THEOREMS = [*textbook_theorems.THEOREMS, *structure_theorems.THEOREMS]


def certificate() -> Certificate:
    """One certificate of all theorems."""
    verdicts = [
        check(identity, assuming=relations, lemmas=lemmas, counterexample=False)
        for relations, identity, lemmas in THEOREMS
    ]
    return check(verdicts).certificate


if __name__ == "__main__":
    found = certificate()
    found.save(sys.argv[1])
    models = [files("diffgeo.proofs").joinpath(name).read_text() for name in ("model.v", "plane.v")]
    Path(sys.argv[2]).write_text("\n".join([found.to_coq(), *models]), encoding="utf-8")
    print(f"{len(THEOREMS)} theorems")
