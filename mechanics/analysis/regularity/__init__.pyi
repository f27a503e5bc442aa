from .regularity_classes import CLASSES as CLASSES
from .regularity_classes import THEOREM as THEOREM
from .regularity_classes import WORDS as WORDS
from .regularity_classes import Regularity as Regularity
