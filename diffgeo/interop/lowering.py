"""From programs of formulas and linear systems to straight-line code.

A `Program` of formulas and linear systems becomes straight-line code once. Each slot is assigned
once; equal expressions get one slot; rational constants are folded exactly; polynomials are nested
as Horner does, with the factor that occurs most often outside; what depends on parameters alone is
kept apart, so that it is computed once for given parameters. Linear systems of one or two unknowns
become formulas that do not divide by an entry; larger ones are factored with pivots that are chosen
at run time: an order of pivots that is chosen beforehand may meet one that vanishes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, TypeAlias

from diffgeo.errors import ExpressionError, NameClash, NonReal, UndefinedSymbol
from diffgeo.errors import ZeroDenominator as _ZeroDenominator
from diffgeo.interop.assignments import Assignment, Assignments
from diffgeo.interop.concrete import Concrete, insert_functions
from diffgeo.interop.traversal import fold
from diffgeo.rings.elementary_functions import written_out
from diffgeo.rings.expression import (
    Apply,
    Call,
    Constant,
    Expression,
    Number,
    Power,
    Product,
    Sum,
    Symbol,
)

if TYPE_CHECKING:
    from diffgeo.interop.codegen import Program, Step

#: Functions of one argument that all machines know, and the power of two arguments.
KNOWN = frozenset(
    {"sin", "cos", "tan", "sinh", "cosh", "tanh", "exp", "log", "asin", "acos", "atan", "sqrt"}
    | {"Abs", "sign", "atan2"}
)
#: Larger exponents of two are left to the function ``pow``.
_LARGEST_EXPONENT = 64
#: A product of slots with integer exponents, sorted by slot.
Monomial: TypeAlias = "tuple[tuple[int, int], ...]"
#: A rational number times a monomial.
Term: TypeAlias = "tuple[Fraction, Monomial]"

_ONE = Fraction(1)


def assignments(
    program: Program,
    variables: Sequence[str],
    parameters: Sequence[str] = (),
    functions: Mapping[str, Concrete] | None = None,
) -> Assignments:
    """The straight-line code of a program.

    Parameters
    ----------
    program
        What to compute.
    variables, parameters
        The names of its symbols; see `Assignments`.
    functions
        A concrete function for every undefined one; see `diffgeo.interop.codegen.compile_trees`.

    Raises
    ------
    UndefinedSymbol
        A symbol is neither a variable nor a parameter.
    ExpressionError
        No concrete function is given for an undefined one.
    NameClash
        A name is given twice.
    NonReal, ZeroDenominator
        A formula is nowhere real or defined.
    """
    names = [*variables, *parameters]
    for k, name in enumerate(names):
        if name in names[:k]:
            raise NameClash(f"{name!r} is given twice among the variables and parameters")
    builder = _Builder(variables, parameters)
    slots = [
        builder.tree(written_out(insert_functions(leaf, functions or {}), KNOWN.__contains__))
        for leaf in program.leaves
    ]
    for step in program.steps:
        slots += builder.step(step, slots)
    return builder.finished([slots[k] for k in program.outputs])


@dataclass
class _Builder:
    variables: Sequence[str]
    parameters: Sequence[str]
    code: list[Assignment] = field(default_factory=list)
    varying: list[bool] = field(default_factory=list)
    known: dict[Assignment, int] = field(default_factory=dict)
    symbols: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for kind, names in (("variable", self.variables), ("parameter", self.parameters)):
            for k, name in enumerate(names):
                self.symbols[name] = self.slot(Assignment(kind, (), k))

    def slot(self, assignment: Assignment) -> int:
        """The slot with this value, a new one if there is none."""
        if assignment not in self.known:
            self.known[assignment] = len(self.code)
            self.code.append(assignment)
            varies = assignment.kind == "variable"
            self.varying.append(varies or any(self.varying[k] for k in assignment.operands))
        return self.known[assignment]

    def finished(self, outputs: Sequence[Term]) -> Assignments:
        """The code as far as outputs need it, with slots numbered anew."""
        wanted = [self.value(term) for term in outputs]
        needed = set(wanted)
        stack, uses = list(needed), Counter(wanted)
        while stack:
            operands = self.code[stack.pop()].operands
            uses.update(operands)
            stack += set(operands) - needed
            needed.update(operands)
        # An inverse that is used once is divided by instead.
        divided = {
            slot
            for slot in needed
            if self.code[slot].kind == "multiply"
            and self._is_inverse(self.code[slot].operands[1])
            and uses[self.code[slot].operands[1]] == 1
        }
        dropped = {self.code[slot].operands[1] for slot in divided}
        number: dict[int, int] = {}
        code: list[Assignment] = []
        for slot in sorted(needed - dropped):
            each = self.code[slot]
            if slot in divided:
                first, inverse = each.operands
                each = Assignment("divide", (first, self.code[inverse].operands[1]))
            number[slot] = len(code)
            operands = tuple(number[k] for k in each.operands)
            code.append(Assignment(each.kind, operands, each.value))
        outputs_at = tuple(number[k] for k in wanted)
        return Assignments(tuple(self.variables), tuple(self.parameters), tuple(code), outputs_at)

    def _is_inverse(self, slot: int) -> bool:
        each = self.code[slot]
        return (
            each.kind == "divide" and self.code[each.operands[0]].value == 1 and self.varying[slot]
        )

    # --- formulas ----------------------------------------------------------------------

    def tree(self, tree: Expression) -> Term:
        """The value of a formula."""
        try:
            return fold(tree, self._node)
        except NonReal:
            raise NonReal(f"{str(tree)[:80]!r} is not real") from None

    def _node(self, node: Expression, below: Sequence[Term]) -> Term:
        match node:
            case Number(value):
                return value, ()
            case Constant(name):
                import math

                return self._atom(Assignment("constant", (), math.pi if name == "pi" else math.e))
            case Symbol(name):
                if name not in self.symbols:
                    known = ", ".join(self.symbols)
                    raise UndefinedSymbol(
                        f"no value for {name!r}; variables and parameters: {known}"
                    )
                return _ONE, ((self.symbols[name], 1),)
            case Sum():
                return self.sum(below)
            case Product():
                return self.product(below)
            case Power():
                return self._power(node, *below)
            case Call(name):
                return self._call(node, name, below)
            case Apply():
                raise ExpressionError(f"no concrete function is given for {node.function!r}")
        raise ExpressionError(f"{str(node)[:80]!r} cannot be computed with")

    def _atom(self, assignment: Assignment) -> Term:
        return _ONE, ((self.slot(assignment), 1),)

    def _power(self, node: Power, base: Term, exponent: Term) -> Term:
        if not exponent[1]:
            if exponent[0].denominator == 1:
                return self.raised(base, int(exponent[0]))
            if self._is_closed(node, base):
                return self._exact(node)
            if exponent[0].denominator == 2 and abs(exponent[0].numerator) <= 2 * _LARGEST_EXPONENT:
                root = self._atom(Assignment("call", (self.value(base),), "sqrt"))
                return self.raised(root, exponent[0].numerator)
        elif self._is_closed(node, base, exponent):
            return self._exact(node)
        return self._atom(Assignment("power", (self.value(base), self.value(exponent))))

    def _call(self, node: Expression, name: str, arguments: Sequence[Term]) -> Term:
        if self._is_closed(node, *arguments):
            return self._exact(node)
        return self._atom(Assignment("call", tuple(map(self.value, arguments)), name))

    def _is_closed(self, node: Expression, *terms: Term) -> bool:
        """Whether nothing but numbers is left, and was there from the beginning."""
        slots = [slot for term in terms for slot, _ in term[1]]
        return all(self.code[slot].kind == "constant" for slot in slots) and not any(
            isinstance(each, Symbol) for each in node.walk()
        )

    def _exact(self, node: Expression) -> Term:
        """The value of a formula without symbols, rational if it is known to be."""
        import sympy

        from diffgeo.interop.evaluation import evaluate_tree
        from diffgeo.interop.sympy_bridge import to_sympy

        value = to_sympy(node)
        if value.has(sympy.I):
            raise NonReal(f"{str(node)[:80]!r} is not real")
        if value.is_Rational:
            return Fraction(int(value.p), int(value.q)), ()
        return self._atom(Assignment("constant", (), float(evaluate_tree(node, {}, digits=30))))

    # --- arithmetic --------------------------------------------------------------------

    def raised(self, base: Term, exponent: int) -> Term:
        """An integer power."""
        coefficient, monomial = base
        if exponent == 0:
            return _ONE, ()
        if exponent < 0 and not coefficient:
            raise _ZeroDenominator("division by zero in a formula")
        if abs(exponent) > _LARGEST_EXPONENT:
            slot = self.value(base)
            number = self.slot(Assignment("constant", (), Fraction(exponent)))
            return self._atom(Assignment("power", (slot, number)))
        return coefficient**exponent, tuple((s, e * exponent) for s, e in monomial)

    def product(self, factors: Iterable[Term]) -> Term:
        """The product, not yet in a slot: a sum may take it apart."""
        coefficient, exponents = _ONE, Counter[int]()
        for number, monomial in factors:
            coefficient *= number
            for slot, exponent in monomial:
                exponents[slot] += exponent
        if not coefficient:
            return coefficient, ()
        return coefficient, tuple(sorted((s, e) for s, e in exponents.items() if e))

    def sum(self, terms: Iterable[Term]) -> Term:
        """The sum, nested by its most frequent factors."""
        collected: dict[Monomial, Fraction] = {}
        for coefficient, monomial in terms:
            collected[monomial] = collected.get(monomial, Fraction(0)) + coefficient
        sizes = {abs(c) for c in collected.values() if c}
        if len(sizes) == 1 and len(collected) > 1 and (size := sizes.pop()) != 1:
            return self.product([(size, ()), self.sum((c / size, m) for m, c in collected.items())])
        # What depends on parameters alone is the coefficient of what varies.
        groups: dict[Monomial, dict[Monomial, Fraction]] = {}
        for monomial, coefficient in collected.items():
            if coefficient:
                fixed = tuple(f for f in monomial if not self.varying[f[0]])
                moving = tuple(f for f in monomial if self.varying[f[0]])
                groups.setdefault(moving, {})[fixed] = coefficient
        nested = {m: self._nested({k: (c, ()) for k, c in g.items()}) for m, g in groups.items()}
        return self._nested(nested)

    def _nested(self, terms: dict[Monomial, Term]) -> Term:
        """Σ monomial · coefficient, by the scheme of Horner."""
        if not terms:
            return Fraction(0), ()
        if len(terms) == 1:
            ((monomial, coefficient),) = terms.items()
            return self.product([coefficient, (_ONE, monomial)])
        counts = Counter(slot for monomial in terms for slot, _ in monomial)
        best = max(counts, key=lambda slot: (counts[slot], slot), default=None)
        if best is None or counts[best] < 2:
            # A common coefficient stands outside: what is left often occurs with others, too.
            alike: dict[Monomial, list[Term]] = {}
            for monomial, (number, fixed) in terms.items():
                alike.setdefault(fixed, []).append((number, monomial))
            sums = [
                self.product([(_ONE, fixed), self.sum(inside)])
                for fixed, inside in alike.items()
                if fixed
            ]
            return self._plain_sum([*alike.get((), ()), *sums])
        inside = {m: c for m, c in terms.items() if any(s == best for s, _ in m)}
        outside = {m: c for m, c in terms.items() if m not in inside}
        powers = [e for m in inside for s, e in m if s == best]
        common = max(powers) if all(e < 0 for e in powers) else min(powers)
        divided = {
            tuple((s, e - common if s == best else e) for s, e in m if s != best or e != common): c
            for m, c in inside.items()
        }
        factored = self.product([(_ONE, ((best, common),)), self._nested(divided)])
        return self._plain_sum([factored, self._nested(outside)]) if outside else factored

    def _plain_sum(self, terms: Iterable[Term]) -> Term:
        """The sum, slot by slot; its first term is positive."""
        number = Fraction(0)
        signed: list[tuple[int, int]] = []
        for coefficient, monomial in terms:
            if not monomial:
                number += coefficient
            elif coefficient:
                sign = 1 if coefficient > 0 else -1
                signed.append((self.value((abs(coefficient), monomial)), sign))
        signed.sort(key=lambda entry: (self.varying[entry[0]], entry))
        if number:
            slot = self.slot(Assignment("constant", (), abs(number)))
            signed.insert(0, (slot, 1 if number > 0 else -1))
        if not signed:
            return Fraction(0), ()
        # The sign of the first is that of the sum: a sum and its negative have the same slot.
        total, first = signed[0]
        for slot, sign in signed[1:]:
            kind = "add" if sign == first else "subtract"
            total = self.slot(Assignment(kind, (total, slot)))
        return Fraction(first), ((total, 1),)

    def value(self, term: Term) -> int:
        """The slot of a term."""
        coefficient, monomial = term
        if not monomial or not coefficient:
            return self.slot(Assignment("constant", (), coefficient))
        # What does not vary comes first, so that it is computed beforehand.
        factors = sorted(monomial, key=lambda f: (self.varying[f[0]], f[0]))
        above = [self._integer_power(s, e) for s, e in factors if e > 0]
        below = [self._integer_power(s, -e) for s, e in factors if e < 0]
        if abs(coefficient) != 1:
            above.insert(0, self.slot(Assignment("constant", (), abs(coefficient))))
        fixed = [s for s in above if not self.varying[s]]
        fixed_below = [s for s in below if not self.varying[s]]
        if fixed_below:
            one = self.slot(Assignment("constant", (), _ONE))
            first = self._chain(fixed) if fixed else one
            quotient = Assignment("divide", (first, self._chain(fixed_below)))
            above = [self.slot(quotient), *(s for s in above if self.varying[s])]
            below = [s for s in below if self.varying[s]]
        if below:
            one = self.slot(Assignment("constant", (), _ONE))
            inverse = self.slot(Assignment("divide", (one, self._chain(below))))
            above.append(inverse)
        slot = self._chain(above)
        return slot if coefficient > 0 else self.slot(Assignment("negate", (slot,)))

    def _chain(self, slots: Sequence[int]) -> int:
        total = slots[0]
        for slot in slots[1:]:
            total = self.slot(Assignment("multiply", (total, slot)))
        return total

    def _integer_power(self, slot: int, exponent: int) -> int:
        if exponent == 1:
            return slot
        half = self._integer_power(slot, exponent // 2)
        square = self.slot(Assignment("multiply", (half, half)))
        return self._chain([square, slot]) if exponent % 2 else square

    # --- linear systems ------------------------------------------------------------------

    def step(self, step: Step, slots: Sequence[Term]) -> list[Term]:
        """The results of one instruction of a program."""
        read = [slots[k] for k in step.slots]
        if step.kind == "sum":
            return [self.sum(read)]
        if step.kind == "product":
            return [self.product(read)]
        if step.kind == "power":
            return [self.raised(read[0], step.exponent)]
        size = len(step.matrix)
        matrix = [[slots[k] for k in row] for row in step.matrix]
        right = [slots[k] for k in step.right]
        if size == 0:
            return [] if step.kind == "solve" else [(_ONE, ())]
        if size <= 2:
            return self._small(step.kind, matrix, right)
        entries = tuple(self.value(e) for row in matrix for e in row)
        factored = self.slot(Assignment("factor", entries, size))
        if step.kind == "determinant":
            return [self._atom(Assignment("determinant", (factored,), size))]
        solved = Assignment("solve", (factored, *map(self.value, right)), size)
        solution = self.slot(solved)
        return [self._atom(Assignment("unknown", (solution,), k)) for k in range(size)]

    def _small(self, kind: str, matrix: list[list[Term]], right: list[Term]) -> list[Term]:
        """One or two unknowns, by determinants."""
        if len(matrix) == 1:
            ((a,),) = matrix
            if kind == "determinant":
                return [a]
            return [self.product([right[0], self.raised(a, -1)])]
        (a, b), (c, d) = matrix
        # In slots of their own: a sum is not to be taken apart where rounding is judged.
        first, second = self._held([a, d]), self._held([b, c])
        minus = Fraction(-1), ()
        determinant = self._plain_sum([first, self.product([minus, second])])
        if kind == "determinant":
            return [determinant]
        if first[0] and second[0]:
            operands = tuple(self.value(t) for t in (determinant, first, second))
            determinant = self._atom(Assignment("pivot", operands))
        inverse = self.raised(determinant, -1)
        unknowns = []
        for plus, taken in (
            ((d, right[0]), (b, right[1])),
            ((a, right[1]), (c, right[0])),
        ):
            upper = [self.product(plus), self.product([minus, *taken])]
            unknowns.append(self.product([self.sum(upper), inverse]))
        return unknowns

    def _held(self, factors: Sequence[Term]) -> Term:
        term = self.product(factors)
        return (_ONE, ((self.value(term), 1),)) if term[1] else term
