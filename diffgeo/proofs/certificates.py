"""Certificates of proved theorems: data that a checker of two hundred lines decides."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

from diffgeo.errors import Undecided
from diffgeo.proofs.certificate_writer import document
from diffgeo.proofs.checker import decide
from diffgeo.proofs.coq_export import coq
from diffgeo.proofs.proof_steps import Proof


class Certificate:
    """What a PROVED verdict rests on: statements, relations, and lines that add up to them.

    `diffgeo.proofs.checker` decides it, as a part of the library, by ``python -m
    diffgeo.proofs.checker FILE``, or as a file of its own that needs nothing but Python.

    Parameters
    ----------
    documents
        One for each statement, as data for JSON.

    Examples
    --------
    >>> from diffgeo import check, d, symbols_of_forms
    >>> alpha = symbols_of_forms("alpha", degree=1)
    >>> print(check(d(d(alpha)) == 0).certificate)
    proved: L((id))(L((id))(alpha)) = (0), where alpha is any form of degree 1
    """

    def __init__(self, *documents: dict[str, Any]) -> None:
        self.documents = documents

    def __add__(self, other: Certificate) -> Certificate:
        return Certificate(*self.documents, *other.documents)

    def require(self) -> str:
        """The statement as the checker reads it.

        Raises
        ------
        Undecided
            The checker refuses the certificate.
        """
        answers = [decide(document) for document in self.documents]
        for proved, text in answers:
            if not proved:
                raise Undecided(f"the checker refuses the certificate: {text}")
        return "; ".join(text for _, text in answers)

    __str__ = require

    def __repr__(self) -> str:
        count = len(self.documents)
        return f"<a certificate of {count} statement{'s'[: count != 1]}>"

    def to_json(self) -> str:
        """The certificate as JSON: a list with an object for each statement."""
        return json.dumps(self.documents) + "\n"

    def to_coq(self) -> str:
        """The certificate as a file for Coq, which needs nothing else.

        Each statement is a theorem about every calculus of forms, or several with maps between
        them. ``coqc`` proves it by a checker that is itself proved in the file, and prints that
        nothing is assumed besides.
        """
        return coq(self.documents)

    def save(self, path: str | Path) -> None:
        """Write the JSON text to a file."""
        Path(path).write_text(self.to_json(), encoding="utf-8")


def sealed(document: dict[str, Any]) -> dict[str, Any]:
    """The document with a digest of the rest: whatever is damaged later is refused.

    Soundness does not rest on it: who forges a certificate makes the digest anew, and the checker
    decides what is stated then.
    """
    rest = {key: value for key, value in document.items() if key != "digest"}
    text = json.dumps(rest, sort_keys=True)
    return {**rest, "digest": sha256(text.encode()).hexdigest()}


def certify(proof: Proof) -> Certificate:
    """The certificate of a proof, which the checker has accepted.

    Raises
    ------
    Refusal
        The proof is too long to be written down, or the checker refuses it.
    """
    certificate = Certificate(sealed(document(proof)))
    certificate.require()
    return certificate
