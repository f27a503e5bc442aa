"""Statements that hold for all changes of coordinates and all data of their kind.

The first names of statements whose data are tensors, metrics, connections or distributions, so
that undefined functions can stand in the place of all components, and whose operations take their
space from the data.
"""

from __future__ import annotations

NAMES = set(
    [
        "Derivation",
        "Distribution",
        "Distribution.derived",
        "LeviCivita.riemann",
        "LeviCivita.sectional",
        "LinearConnection",
        "LinearConnection.geodesic_spray",
        "LinearConnection.lie_derivative",
        "LinearConnection.opposite",
        "LinearConnection.parallelising",
        "Metric",
        "Metric.connection",
        "Metric.divergence",
        "Metric.flat",
        "Metric.gradient",
        "Metric.inner",
        "Metric.inverse",
        "Metric.laplacian",
        "Metric.lie_derivative",
        "Metric.lower",
        "Metric.norm",
        "Multivector",
        "Multivector.as_field",
        "Multivector.insert",
        "Multivector.lie_derivative",
        "NonlinearConnection.from_linear",
        "Tensor",
        "Tensor.as_form",
        "Tensor.insert",
        "Tensor.lie_derivative",
        "Tensor.permuted",
        "Tensor.trace",
        "VectorForm.transpose",
        "bracket",
        "clifford_product",
        "composed",
        "d",
        "decompose",
        "interior",
        "koszul_formula",
        "kulkarni_nomizu",
        "lie",
        "linear.constant_relations",
        "nijenhuis_richardson",
        "pairing",
        "schouten",
        "tensor",
        "tensor_product",
        "torsion",
        "wedge",
    ]
)
