"""Tensors, metrics, the operators of a metric, linear algebra over the functions."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import strategies as st

from diffgeo import Frame, LinearConnection, Metric, d, hodge_star, interior, lie, pairing
from diffgeo.calculus import exponential, power
from diffgeo.calculus import linear_algebra as linear
from diffgeo.metrics import (
    MixedForm,
    clifford_exponential,
    clifford_inverse,
    clifford_product,
    codifferential,
    cross_product,
    curl,
    from_galgebra,
    inverse_hodge_star,
    is_harmonic,
    koszul_formula,
    kulkarni_nomizu,
    laplace_de_rham,
    orthonormal_frame,
    rotated,
    to_galgebra,
)
from diffgeo.structures import composed, multilinear, tensor, tensor_product
from diffgeo.testing import (
    automorphisms,
    coframes,
    forms,
    frames,
    functions,
    metrics,
    multivectors,
    symplectic_structures,
    tensors,
    vector_fields,
    vector_forms,
)
from naturality.registry import natural_operation
from naturality.spaces import M, P, W, changes_M, changes_P, changes_W, stretched_P

f = functions(P, 2, 2)
X, Y = vector_fields(P, 2, 2), vector_fields(P, 1, 2)
one, two = forms(P, 1, 2, 2), forms(P, 2, 2, 2)
K = vector_forms(P, 1, 2, 1)
T, S, H = tensors(P, (1, 2), 1, 1, 3), tensors(P, (0, 2), 1, 1, 2), tensors(P, (2, 0), 1, 1, 2)

natural_operation(
    "power exponential",
    lambda k: (power(1 + k**2, Fraction(1, 3)), exponential(k)),
    functions(P, 1, 1),
    under=changes_P,
)
natural_operation("Tensor Tensor.pulled_back", lambda t: t, T, under=changes_P)
natural_operation(
    "tensor", lambda a, k, p: (tensor(a), tensor(k), tensor(p)), two, K, multivectors(P, 2, 2, 1)
)
natural_operation("composed", lambda k, n: composed(k, n, None), K, K, under=changes_P)
natural_operation("tensor_product", tensor_product, one, K, X, under=changes_P)
natural_operation(
    "multilinear",
    lambda k, a: multilinear(P, (0, 2), lambda U, V: pairing(a, k(U)) * pairing(a, V)),
    K,
    one,
    under=changes_P,
)
natural_operation(
    "Tensor",
    lambda t, k, a, U, V: (t(a, U, V), t + t / (1 + k**2), k * t - t),
    *(T, f, one, X, Y),
    under=changes_P,
)
natural_operation(
    "Tensor.insert Tensor.apply Tensor.as_function",
    lambda t, a, U, V: (
        t.insert(a),
        t.insert(V, 2),
        t.apply(U),
        t.apply(U, V),
        t.insert(a).insert(U).insert(V).as_function(),
    ),
    T,
    one,
    X,
    Y,
    under=changes_P,
)
natural_operation("Tensor.trace", lambda t: (t.trace(), t.trace(0, 2)), T, under=changes_P)
natural_operation(
    "Tensor.permuted Tensor.symmetrised Tensor.antisymmetrised",
    lambda s, h: (s.permuted((1, 0)), h.symmetrised(), s.antisymmetrised()),
    S,
    H,
    under=changes_P,
)
natural_operation(
    "Tensor.derived",
    lambda nabla, t, U: t.derived(U, [nabla(U, e) for e in P.frame]),
    tensors(P, (1, 2), 1, 1, 2).map(lambda t: LinearConnection.from_coefficients(P, t.components)),
    T,
    X,
    under=changes_P,
)
natural_operation("Tensor.lie_derivative", lambda t, U: t.lie_derivative(U), T, X, under=changes_P)
natural_operation(
    "Tensor.as_form Tensor.as_vector_form",
    lambda s, t: (s.antisymmetrised().as_form(), t.antisymmetrised(1, 2).as_vector_form()),
    S,
    T,
    under=changes_P,
)

# Metrics of both signatures.
g = metrics(P, 1, 1)
natural_operation("Metric Metric.pulled_back", lambda m: m, g, under=changes_P)
natural_operation(
    "Metric.from_coframe",
    lambda c: [(m, m.volume) for m in (Metric.from_coframe(c), Metric.from_coframe(c, [1, -1]))],
    coframes(P),
    under=changes_P,
)
natural_operation(
    "Metric.inner", lambda m, a, b: (m.inner(a, a), m.inner(b, b)), g, one, two, under=stretched_P
)
natural_operation(
    "Metric.norm",
    lambda c, h: Metric.from_coframe(c).norm((1 + h**2) * Frame.from_coframe(c).fields[0]),
    coframes(P),
    f,
    under=changes_P,
)
natural_operation(
    "Metric.flat Metric.sharp",
    lambda m, U, a, b: (m.flat(U), m.sharp(a), m.sharp(b), m.flat(m.sharp(b))),
    g,
    X,
    one,
    two,
    under=changes_P,
)
natural_operation("Metric.inverse", lambda m: m.inverse, g, under=changes_P)
natural_operation(
    "Metric.lower Metric.raised Metric.trace",
    lambda m, t, s: (m.lower(t), m.raised(t), m.raised(t, 2), m.trace(s)),
    g,
    T,
    S,
    under=changes_P,
)
natural_operation(
    "Metric.sign Metric.volume Metric.oriented",
    lambda m: (m.sign, m.volume, m.oriented(-m.volume).volume),
    g,
    under=stretched_P,
)
natural_operation("Metric.signature", lambda m: m.signature, g, under=changes_P)
natural_operation("Metric.gradient", lambda m, h: m.gradient(h), g, f, under=changes_P)
natural_operation("Metric.divergence", lambda m, U: m.divergence(U), g, X, under=stretched_P)
natural_operation("Metric.laplacian", lambda m, h: m.laplacian(h), g, f, under=stretched_P)
natural_operation(
    "Metric.is_killing Metric.is_conformal",
    lambda m, U: (m.is_killing(U), m.is_conformal(U)),
    g,
    vector_fields(P, 1, 2),
    under=changes_P,
)
natural_operation("Metric.lie_derivative", lambda m, U: m.lie_derivative(U), g, X, under=changes_P)
natural_operation(
    "Metric.connection LeviCivita LeviCivita.pulled_back",
    lambda m: m.connection,
    g,
    under=changes_P,
)

# Curvature of a metric.
natural_operation(
    "LeviCivita.riemann LeviCivita.curvature LeviCivita.ricci LeviCivita.scalar",
    lambda m: (
        m.connection.riemann,
        m.connection.curvature,
        m.connection.ricci,
        m.connection.scalar,
    ),
    metrics(P, 2, 1),
    under=changes_P,
)
natural_operation(
    "LeviCivita.einstein LeviCivita.kretschmann",
    lambda m: (m.connection.einstein, m.connection.kretschmann),
    metrics(M, 1, 1, 1),
    under=automorphisms(M, 2, 1, 1),
    examples=3,
)


def plane_wave(profile: str) -> Metric:
    """A metric that is not conformally flat."""
    return Metric.from_components(
        W, {("q", "q"): profile, ("q", "p"): 1, ("x", "x"): 1, ("y", "y"): 1}
    )


natural_operation(
    "LeviCivita.weyl LeviCivita.schouten LeviCivita.cotton Metric.rescaled",
    lambda m: (
        *(m.connection.weyl, m.connection.schouten, m.connection.cotton),
        m.rescaled(1 + m.connection.scalar**2),
    ),
    st.sampled_from(["x**2", "2*x*y"]).map(plane_wave),
    under=changes_W,
    examples=3,
)
natural_operation(
    "LeviCivita.sectional",
    lambda m, e: m.connection.sectional(e[0], e[0] + 2 * e[1]),
    metrics(P, 1, 1),
    frames(P).map(lambda frame: frame.fields),
    under=changes_P,
)
natural_operation(
    "LeviCivita.divergence LeviCivita.laplacian",
    lambda m, U, s: (m.connection.divergence(U), m.connection.divergence(s, 1)),
    *(g, X, S),
    under=changes_P,
)
natural_operation(
    "orthonormal_frame",
    lambda c: [
        orthonormal_frame(m, Frame.from_coframe(c).fields) for m in [Metric.from_coframe(c)]
    ],
    coframes(P),
    under=changes_P,
)
natural_operation("koszul_formula", koszul_formula, g, X, X, Y, under=changes_P)
natural_operation("kulkarni_nomizu", lambda s, m: kulkarni_nomizu(s.symmetrised(), m.tensor), S, g)

# Hodge theory and the Clifford product.
on_M = metrics(M, 1, 1)
natural_operation(
    "hodge_star inverse_hodge_star",
    lambda a, b, m: (hodge_star(a, m), inverse_hodge_star(b, m)),
    forms(M, 1, 1, 2),
    forms(M, 2, 1, 2),
    on_M,
    under=changes_M,
)
natural_operation(
    "curl cross_product",
    lambda U, m: (curl(U, m), cross_product(U, m.gradient(M["x"]), m)),
    vector_fields(M, 1, 1),
    on_M,
    under=changes_M,
)
natural_operation(
    "codifferential laplace_de_rham",
    lambda a, b, m: (codifferential(b, m), laplace_de_rham(a, m)),
    one,
    two,
    metrics(P, 1, 1, 1),
    under=stretched_P,
)
natural_operation(
    "MixedForm.reverse MixedForm.dispatch MixedForm.exponential",
    lambda a, b: (
        MixedForm(P, [a, b]).reverse,
        d(MixedForm(P, [a, b])),
        MixedForm(P, [a, b]).exponential,
    ),
    one,
    two,
    under=changes_P,
)
natural_operation(
    "clifford_inverse clifford_exponential rotated",
    lambda c, h: (
        clifford_inverse(MixedForm(P, [P.function(2), c[0]]), m := Metric.from_coframe(c)),
        R := clifford_exponential((1 + h**2) * c[0] * c[1], m),
        rotated(c[0], R, m),
    ),
    coframes(P),
    functions(P, 1, 1),
    under=changes_P,
    examples=3,
)
natural_operation("is_harmonic", is_harmonic, one, g, under=changes_P)
natural_operation(
    "MixedForm MixedForm.part MixedForm.parts MixedForm.pulled_back",
    lambda a, b: (MixedForm(P, [a, b]), MixedForm(P, [a, b]).part(2), MixedForm(P, [a, b]).parts),
    one,
    two,
    under=changes_P,
)
natural_operation(
    "MixedForm",
    lambda a, b, k: (MixedForm(P, [k, a]) * MixedForm(P, [a, b]), MixedForm(P, [a, b]) - k),
    *(one, two, f),
    under=changes_P,
)
natural_operation(
    "MixedForm.dispatch",
    lambda a, b, U: (lie(U, MixedForm(P, [a, b])), interior(U, MixedForm(P, [a, b]))),
    *(one, two, X),
    under=changes_P,
)
natural_operation(
    "clifford_product",
    lambda a, b, m: clifford_product(a, b, m),
    one,
    two,
    metrics(P, 1, 1, 1),
    under=changes_P,
)
natural_operation(
    "to_galgebra from_galgebra",
    lambda m, U: (
        from_galgebra(to_galgebra(m), P),
        from_galgebra(to_galgebra(U, to_galgebra(m)), P)[1],
    ),
    metrics(P, 1, 1, 1),
    vector_fields(P, 1, 2),
    under=changes_P,
    examples=2,
)

# Linear algebra: equations for what is natural have natural solutions.
natural_operation(
    "linear.solve linear.inverse linear.determinant linear.rank linear.kernel linear.combination "
    "linear.dependent",
    lambda frame, U: (
        linear.combination([a(U) for a in frame.coframe], frame, U),
        linear.solve([[a(e) for e in frame] for a in frame.coframe], [a(U) for a in frame.coframe]),
        linear.inverse([[a(e) for e in frame] for a in frame.coframe]),
        linear.determinant([[a(U) for a in frame.coframe], [a(e) for a, e in _pairs(frame)]]),
        linear.rank([[a(U) for a in frame.coframe]]),
        len(linear.dependent([[a(U) for a in frame.coframe] for _ in range(2)])),
        linear.kernel([[1 + a(U) ** 2 for a in frame.coframe]]),
    ),
    frames(P),
    X,
    under=changes_P,
)
natural_operation(
    "linear.characteristic_polynomial linear.hurwitz_determinants",
    lambda frame, U: (
        found := linear.characteristic_polynomial(
            [[a(U) * b(U) for b in frame.coframe] for a in frame.coframe]
        ),
        linear.hurwitz_determinants(found),
    ),
    frames(P),
    X,
    under=changes_P,
    examples=2,
)
natural_operation(
    "linear.constant_relations",
    lambda g, U: (parts := [g, U(g), 2 * g - 3 * U(g)], linear.constant_relations(parts)),
    f,
    X,
    under=changes_P,
)
natural_operation(
    "linear.solve_field",
    lambda structure, a: linear.solve_field(W, lambda V: [interior(V, structure.omega)], [a]),
    symplectic_structures(W),
    forms(W, 1, 1, 2),
    under=changes_W,
)


def _pairs(frame):
    return zip(frame.coframe, frame.fields, strict=True)
