"""Bundles: fibrations, tangent and cotangent bundles, jets, frames.

A `Fibration` is a surjective submersion; its vertical bundle, its jets of every order, their
contact forms and total derivatives; TM and T*M with J, C and θ; the dual jets T*E and J¹π*;
prolongations of sections, maps and fields; moving frames and quasi-velocities. Structures that
live on jets (`contact_structures`) are here as well.
"""

from __future__ import annotations

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
