"""Tensors, and the structures that are given by tensors with axioms.

Tensor fields of type (p, q) and their algebra; almost product, complex, tangent, f- and
cosymplectic structures, symplectic and Poisson structures; distributions and ideals of forms. An
object of a class of this chapter satisfies its axioms: they are decided when it is made
(`axioms`), and its integrability is a verdict (the Nijenhuis torsion, Frobenius' theorem).
"""

from __future__ import annotations

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
