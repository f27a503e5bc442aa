from .forced_systems import LagrangeSystem as LagrangeSystem
from .lagrange_geometry import BianchiIdentities as BianchiIdentities
from .lagrange_geometry import Deformation as Deformation
from .lagrange_geometry import LagrangeGeometry as LagrangeGeometry
from .lagrange_geometry import NLinearConnection as NLinearConnection
from .regular_lagrangians import LagrangeSpace as LagrangeSpace
