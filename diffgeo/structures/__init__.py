"""Tensors, and the structures that are given by tensors with axioms.

Tensor fields of type (p, q) and their algebra; almost product, complex, tangent, f- and
cosymplectic structures, symplectic and Poisson structures; distributions and ideals of forms.

**Main definitions.** `Tensor`; `AlmostProduct`, `AlmostComplex`, `AlmostTangent`, `FStructure`,
`AlmostCosymplectic`; `Symplectic`, `Poisson`, `Cosymplectic`; `Distribution`, `Ideal`;
`DiracStructure`; `Polysymplectic`, `KVectorField`; `LinearDifferentialSystem`, completed to
involution.

**Main results.** An object of a class of this chapter satisfies its axioms, which are decided when
it is made; integrability is a verdict: the torsion of Nijenhuis vanishes, or the theorem of
Frobenius holds.

**Modules**, in the order of a book: `tensors`, `components_of_tensors`, `tensor_algebra`,
`tensorial_objects` (what structures share), `axioms`, `tensor_structures`, `symplectic`, `spans`,
`distributions`, `ideals`, `dirac`, `k_symplectic`, `poisson_geometry`,
`linear_differential_systems`, `perturbation_series`, `fields_of_sympy`.
"""

from __future__ import annotations

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
