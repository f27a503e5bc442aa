"""The exact symbolic ring on python-flint's multivariate polynomials."""

from diffgeo.rings.exact.element import Element
from diffgeo.rings.exact.ring import ExactRing

__all__ = ["Element", "ExactRing"]
