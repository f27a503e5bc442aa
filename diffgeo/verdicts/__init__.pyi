from .identities import Comparable as Comparable
from .verdict import Condition as Condition
from .verdict import Counterexample as Counterexample
from .verdict import Identity as Identity
from .verdict import Status as Status
from .verdict import Verdict as Verdict
from .verdict import check as check
