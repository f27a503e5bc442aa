"""Certificates are theorems for Coq, and what is wrong is none."""

from __future__ import annotations

import shutil
import subprocess
from copy import deepcopy
from pathlib import Path

import pytest

from diffgeo import bracket, check, lie
from diffgeo.proofs import nondegenerate
from diffgeo.proofs.coq_export import CHECKER, theorems
from tests.support.theorems import CONTACT, X, eta, f, xi
from tests.support.theorems_in_all_degrees import alpha, s
from tests.support.theorems_in_all_degrees import phi as form
from tests.support.theorems_of_maps import JN, TENSORS, J
from tests.support.theorems_of_maps import alpha as on_the_target
from tests.support.theorems_of_maps import phi as mapping
from tests.support.theorems_of_multivectors import P, Poisson, hamiltonian

PROVED = [
    check(bracket(X, xi) == -bracket(xi, X)),
    check(lie(X, eta) == 0, assuming=CONTACT),
    check(xi == 0, assuming=[nondegenerate(eta), eta(xi) == 0]),
    check(f == 0, assuming=[f * f == 0]),
    check(lie(J, mapping.pull(on_the_target)) == mapping.pull(lie(JN, on_the_target)),
          assuming=TENSORS[:1]),
    check(alpha * form == s(form.degree) * form * alpha),
    check(bracket(hamiltonian(f), P) == 0, assuming=Poisson),
]  # fmt: skip


def test_certificates_are_theorems_for_coq(tmp_path) -> None:
    """With relations, insertions, cancellation, maps, and symbols of degrees.

    Not with a wrong sign or parity, or a hypothesis less.
    """
    good = sum((each.certificate for each in PROVED[1:]), start=PROVED[0].certificate)
    text = good.to_coq()
    assert "Axiom" not in text and "Admitted" not in text and "Parameter" not in text
    assert text.count("\nTheorem theorem_") == text.count("Print Assumptions theorem_") == 8
    for said in ("forall (C : calculus)", "Theorem sound", "has C (1 + 2 * sum_of [p_half])",
                 "morphism N_1 M_0", "multivector C 2 P_", "(M_0 N_1 : calculus)"):  # fmt: skip
        assert said in text
    if shutil.which("coqc") is None:
        pytest.skip("coqc is not installed")
    assert coqc(CHECKER.read_text(encoding="utf-8"), tmp_path, "checker") == (0, 0)
    assert coqc(theorems(good.documents), tmp_path) == (0, 8)
    wrong = deepcopy(good.documents)
    wrong[0]["terms"] = [
        ["sum", *([-c, n] for c, n in parts)] if kind == "sum" else [kind, *parts]
        for kind, *parts in wrong[0]["terms"]
    ]
    wrong[2]["injective"] = []
    wrong[4]["relations"] = [[left, left] for left, _ in wrong[4]["relations"]]
    (place,) = (n for n, term in enumerate(wrong[6]["terms"]) if term[1] == "phi")
    wrong[6]["terms"][place][2] = 0
    wrong[7]["terms"] = [[*t[:2], 3] if t[0] == "p" else t for t in wrong[7]["terms"]]
    for number in (0, 2, 4, 6, 7):
        code, found = coqc(theorems([wrong[number]]), tmp_path)
        assert code and not found


def coqc(text: str, folder: Path, name: str = "theorems") -> tuple[int, int]:
    """The exit status, and the number of theorems that assume nothing."""
    text = text if name == "checker" else f"Require Import checker.\n{text}"
    (folder / f"{name}.v").write_text(text, encoding="utf-8")
    command = ["coqc", "-Q", ".", "", f"{name}.v"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=folder)
    return done.returncode, done.stdout.count("Closed under the global context")
