"""The rules by which normal forms are made, and the record of those that a proof used.

Every rule is a theorem on every manifold. Functions of `diffgeo.proofs.normal_form` call `note`
where they use one; `remembered` caches a function together with the rules that its value
needed, so that a value that is known already still counts as a use of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import wraps
from typing import Any, TypeVar

#: A cache is emptied when it has this many entries.
CACHED = 1 << 15


@dataclass(frozen=True)
class Rule:
    """A theorem of the calculus, as text and as LaTeX (without dollar signs)."""

    name: str
    text: str
    latex: str

    def __str__(self) -> str:
        return self.text


RULES = {
    rule.name: rule
    for rule in (
        Rule("cartan", "[i_K, d] = L_K", r"[i_K, \mathrm{d}] = L_K"),
        Rule("nilpotent", "d∘d = 0", r"\mathrm{d} \circ \mathrm{d} = 0"),
        Rule("commuting", "[L_K, d] = 0", r"[L_K, \mathrm{d}] = 0"),
        Rule(
            "insertions",
            "[i_K, i_M] = i_{i_K M} - (-1)^((k-1)(m-1)) i_{i_M K}",
            r"[i_K, i_M] = i_{i_K M} - (-1)^{(k-1)(m-1)} i_{i_M K}",
        ),
        Rule(
            "mixed",
            "[L_K, i_M] = i_{[K,M]} - (-1)^(k(m-1)) L_{i_M K}",
            r"[L_K, i_M] = i_{[K, M]} - (-1)^{k(m-1)} L_{i_M K}",
        ),
        # Not assumed: by [L_K, d] = 0 = [L_M, d] the commutator commutes with d, and such a
        # derivation is L_N for its restriction N to functions, which the rule "bracket" computes.
        Rule(
            "lie",
            "[L_K, L_M] = L_{[K,M]} (it commutes with d, because L_K and L_M do)",
            r"[L_K, L_M] = L_{[K, M]} \text{ (it commutes with } \mathrm{d} "
            r"\text{, because } L_K \text{ and } L_M \text{ do)}",
        ),
        Rule(
            "bracket",
            "[K, M] = L_K M - (-1)^(km) L_M K (in a chart, where L acts on components)",
            r"[K, M] = L_K M - (-1)^{km} L_M K \text{ (in a chart, on components)}",
        ),
        Rule("square", "D∘D = ½[D, D] for odd D", r"D \circ D = \tfrac12 [D, D] \ (D \text{ odd})"),
        Rule(
            "order",
            "D∘E = [D, E] + (-1)^(|D||E|) E∘D",
            r"D \circ E = [D, E] + (-1)^{|D||E|} E \circ D",
        ),
        Rule("module", "i_{ω*K} = ω*i_K", r"i_{\omega \wedge K} = \omega \wedge i_K"),
        Rule(
            "module_lie",
            "L_{ω*K} = ω*L_K + (-1)^(|ω|+k) dω*i_K",
            r"L_{\omega \wedge K} = \omega \wedge L_K"
            r" + (-1)^{|\omega|+k} \mathrm{d}\omega \wedge i_K",
        ),
        Rule(
            "leibniz",
            "D(α*β) = D(α)*β + (-1)^(|D||α|) α*D(β)",
            r"D(\alpha \wedge \beta) = D\alpha \wedge \beta"
            r" + (-1)^{|D||\alpha|} \alpha \wedge D\beta",
        ),
        Rule(
            "commutative",
            "α*β = (-1)^(|α||β|) β*α",
            r"\alpha \wedge \beta = (-1)^{|\alpha||\beta|} \beta \wedge \alpha",
        ),
        Rule("functions", "i_K f = 0 for functions f", r"i_K f = 0 \text{ for functions } f"),
        Rule(
            "contractions",
            "i_K i_M α = i_{i_K M} α for 1-forms α, and likewise for more than p insertions "
            "into p-forms",
            r"i_K i_M \alpha = i_{i_K M} \alpha \ (|\alpha| = 1)"
            r"\text{, likewise for more than } p \text{ insertions into } p\text{-forms}",
        ),
        Rule(
            "pull",
            "φ^*(α*β) = φ^*α*φ^*β",
            r"\varphi^*(\alpha \wedge \beta) = \varphi^*\alpha \wedge \varphi^*\beta",
        ),
        Rule(
            "natural", "φ^*∘d = d∘φ^*", r"\varphi^* \circ \mathrm{d} = \mathrm{d} \circ \varphi^*"
        ),
        Rule(
            "related",
            "i_X φ^* = φ^* i_Y if X and Y are φ-related",
            r"i_X \varphi^* = \varphi^* i_Y \text{ if } X, Y \text{ are } \varphi\text{-related}",
        ),
        Rule(
            "multivector",
            "i_{P*Q} = i_P∘i_Q, and [i_P, α] = (-1)^(p-1) i_{P.insert(α)} for 1-forms α",
            r"i_{P \wedge Q} = i_P \circ i_Q,\ [i_P, \alpha] = (-1)^{p-1} i_{i_\alpha P}"
            r" \ (|\alpha| = 1)",
        ),
        Rule(
            "schouten",
            "i_{[P,Q]} = [[i_P, d], i_Q]",
            r"i_{[P, Q]} = [[i_P, \mathrm{d}], i_Q]",
        ),
        Rule(
            "order",
            "a commutator of insertions and products with forms has one insertion less, and "
            "with none it is a product",
            r"\text{commutators of insertions and products have one insertion less}",
        ),
        Rule("exterior", "d = L_id", r"\mathrm{d} = L_{\mathrm{id}}"),
        Rule("degree", "i_id α = |α| α", r"i_{\mathrm{id}} \alpha = |\alpha| \alpha"),
        Rule("identity", "i_K id = K", r"i_K \mathrm{id} = K"),
        Rule(
            "identity_lie",
            "L_K id = (-1)^k dK (in a chart, where id is dx)",
            r"L_K \mathrm{id} = (-1)^k \mathrm{d}K \text{ (in a chart)}",
        ),
    )
}

_traces: list[set[str]] = []


def note(name: str) -> None:
    """Record that a rule was used."""
    if _traces:
        _traces[-1].add(name)


@contextmanager
def tracing() -> Iterator[set[str]]:
    """The set of the names of all rules used inside; they are not told to the outside."""
    used: set[str] = set()
    _traces.append(used)
    try:
        yield used
    finally:
        _traces.pop()


def told(used: set[str] | frozenset[str]) -> None:
    """Record many rules at once."""
    if _traces:
        _traces[-1].update(used)


def listed(names: set[str]) -> list[Rule]:
    """The rules of these names, in the order of the table."""
    return [rule for name, rule in RULES.items() if name in names]


Function = TypeVar("Function", bound=Callable[..., Any])


def remembered(function: Function) -> Function:
    """A cache that knows which rules each value needed."""
    known: dict[tuple[Any, ...], tuple[Any, frozenset[str]]] = {}

    @wraps(function)
    def cached(*arguments: Any) -> Any:
        found = known.get(arguments)
        if found is None:
            with tracing() as used:
                value = function(*arguments)
            if len(known) >= CACHED:
                known.clear()
            found = known[arguments] = (value, frozenset(used))
        told(found[1])
        return found[0]

    return cached  # type: ignore[return-value]
