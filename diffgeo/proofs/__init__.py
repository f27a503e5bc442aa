"""Symbols of forms and vector-valued forms: identities that hold on every manifold.

`symbols_of_vector_forms` and `symbols_of_forms` declare symbols; ``d``, ``interior``, ``lie``,
``bracket``, ``+ - *`` and ``@`` (composition) make expressions of them; ``check`` answers

- PROVED if both sides have the same normal form, on every manifold of every dimension,
- REFUTED if concrete polynomial forms on a manifold of small dimension contradict it,
- UNKNOWN otherwise.

Relations can be declared (``assuming=[P @ P == P]``): then PROVED and REFUTED are about all
data that satisfy them. With ``dimension=n`` an identity that is not proved is decided exactly
for all data in that dimension.

>>> from diffgeo import check, d, interior, lie, symbols_of_forms, symbols_of_vector_forms
>>> X = symbols_of_vector_forms("X", degree=0)
>>> alpha = symbols_of_forms("alpha", degree=2)
>>> check(lie(X, alpha) == interior(X, d(alpha)) + d(interior(X, alpha))).status
<Status.PROVED: 'PROVED'>
"""

from __future__ import annotations

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)

# Symbols get their operators and their verdicts from modules above them, which register them.
from diffgeo.proofs import decision, symbolic_operators  # noqa: E402, F401
