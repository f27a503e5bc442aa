"""Where a constrained system is regular, as conditions on its parameters.

**Main definitions.** `Regularity`, with a formula in the parameters for each of its classes.

**Main results.** A positive definite Hessian of L makes a system regular whatever the constraints
are; otherwise the answer is proved for all parameters, as sentences about real numbers.

**Modules**, in the order of a book: `definitions`, `families_of_systems`, `regularity_classes`.
"""

from __future__ import annotations

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
