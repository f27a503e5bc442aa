"""Bundles: fibrations, products, tangent and cotangent bundles, jets, frames.

A `Fibration` is a surjective submersion; it has a vertical bundle and jets of every order with
their contact forms and total derivatives. TM and T*M have J, C and θ.

**Main definitions.** `Fibration`, `FibredManifold`, `product`, `vertical_bundle`, `tangent`,
`cotangent`, `jet`, `dual_jet`, `jet_momentum`; `Frame`, `QuasiVelocities`, `LieAlgebroid`,
`LieGroup`, `MomentumMap`; the structures that live on jets, `ContactForm`, `AlmostContact`,
`JetTangent`.

**Main results.** All canonical objects are given by what characterises them (θ by β^*θ = β, J by
the vertical lift, contact forms by the sections they vanish on), and so are natural under maps;
prolongation is a functor. Euler–Lagrange expressions, the conditions of Helmholtz and Noether's
currents are decided for Lagrangians of any order over any base, point symmetries found completely.

**Modules**, in the order of a book: `fibrations`, `fibred_manifolds`, `vertical_bundles`,
`products`, `maps_of_products`, `fibre_products`, `velocities` (what TM and jets share),
`tangents`, `lifts`, `cotangents`, `legendre_maps`, `jet_coordinates`, `jets`, `splittings`
(horizontal and contact parts), `prolongation`, `variational_calculus`, `symmetries_of_equations`,
`evolution_equations`, `dual_jets`, `contact_structures`, `frames`, `frame_labels`,
`quasi_velocities`, `trivialisations`, `lie_algebroids`, `lie_algebra_cohomology`,
`lie_groups`, `momentum_maps`.
"""

from __future__ import annotations

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
