"""Structures, distributions and ideals, frames, level sets."""

from __future__ import annotations

from hypothesis import strategies as st

from diffgeo import AlmostProduct, Distribution, Metric, d, identity_map, interior, wedge
from diffgeo.bundles import AlmostContact, JetTangent, LieAlgebroid, MomentumMap, tangent_map
from diffgeo.structures import (
    AlmostComplex,
    AlmostCosymplectic,
    AlmostTangent,
    DiracStructure,
    FStructure,
    Ideal,
    Jacobi,
    KVectorField,
    Poisson,
    Polysymplectic,
    courant_bracket,
    modular_field,
    pairing_of_pairs,
)
from diffgeo.testing import (
    almost_complex_structures,
    coframes,
    contact_forms,
    cosymplectic_structures,
    distributions,
    forms,
    frames,
    functions,
    poisson_structures,
    projectors,
    symplectic_structures,
    vector_fields,
)
from naturality.registry import natural_operation
from naturality.spaces import TQ, J, M, W, changes_M, changes_Q, changes_W, clocks

f, h = functions(M, 2, 2), functions(M, 1, 2)
X, one = vector_fields(M, 1, 2), forms(M, 1, 1, 2)
F, X4, one4 = functions(W, 2, 2), vector_fields(W, 1, 2), forms(W, 1, 1, 2)
every = dict(under=changes_M)
four = dict(under=changes_W)

# --- symplectic, Poisson, cosymplectic, contact -----------------------------------------

omega = symplectic_structures(W)
natural_operation(
    "Symplectic Structure.pulled_back Symplectic.tensors",
    lambda s: (s, s.tensors),
    omega,
    **four,
)
natural_operation(
    "Symplectic.flat Symplectic.sharp",
    lambda s, V, a: (s.flat(V), s.sharp(a)),
    omega,
    X4,
    one4,
    **four,
)
natural_operation(
    "Composite.lie_derivative",
    lambda s, V: (s.lie_derivative(V), s.poisson.lie_derivative(V)),
    omega,
    X4,
    **four,
)
natural_operation(
    "Symplectic.volume Symplectic.star",
    lambda s, a: (s.volume, s.star(a), s.star(d(a))),
    omega,
    one4,
    examples=5,
    **four,
)
natural_operation(
    "Symplectic.hamiltonian_field Symplectic.bracket Symplectic.poisson",
    lambda s, a, b: (s.hamiltonian_field(a), s.bracket(a, b), s.poisson),
    omega,
    F,
    F,
    examples=10,
    **four,
)
natural_operation(
    "KVectorField KVectorField.pulled_back KVectorField.tensors KVectorField.is_integrable "
    "Polysymplectic Polysymplectic.tensors Polysymplectic.flat Polysymplectic.is_hamiltonian "
    "Polysymplectic.is_polarised_by",
    lambda s, V, k: (
        (P := Polysymplectic(s.omega, s.omega)),
        P.tensors,
        P.flat(pair := KVectorField([V, 2 * V]).pulled_back(identity_map(V.space))),
        pair,
        pair.tensors,
        pair.is_integrable(),
        P.is_hamiltonian(pair, k),
        P.is_polarised_by(Distribution(V.space, [V])),
    ),
    omega,
    X4,
    F,
    examples=5,
    **four,
)

# The functions of one function commute, with it and with each other.
PAIR = LieAlgebroid.algebra("u v", {})


def with_momenta(s, k, V):  # type: ignore[no-untyped-def]
    J = MomentumMap(s, PAIR, [s.hamiltonian_field(k), s.hamiltonian_field(k**2)], [k, k**2])
    dual = PAIR.dual("a b")
    functions = J.map_to(dual).pull(list(dual.space.coordinates))
    values = J.action.zero_section.pull([J.cocycle(*J.action.sections)])
    return J, J.is_equivariant(), J.is_conserved(V), *functions, *values


natural_operation(
    "MomentumMap MomentumMap.cocycle MomentumMap.is_equivariant MomentumMap.is_conserved "
    "MomentumMap.map_to MomentumMap.pulled_back MomentumMap.tensors",
    with_momenta,
    omega,
    functions(W, 1, 1),
    X4,
    examples=5,
    **four,
)
pi = poisson_structures(M)
natural_operation("Poisson Poisson.tensors", lambda p: (p, p.tensors), pi, **every)
natural_operation(
    "Poisson.sharp Poisson.hamiltonian_field Poisson.bracket",
    lambda p, a, k, m: (p.sharp(a), p.hamiltonian_field(k), p.bracket(k, m)),
    pi,
    one,
    f,
    h,
    **every,
)
natural_operation(
    "Poisson.differential", lambda p, V: p.differential(V), pi, vector_fields(M, 1, 2), **every
)
cosymplectic = cosymplectic_structures(M)
natural_operation(
    "Cosymplectic AlmostCosymplectic AlmostCosymplectic.tensors",
    lambda s: (s, AlmostCosymplectic(*s.tensors).tensors),
    cosymplectic,
    **every,
)
natural_operation(
    "AlmostCosymplectic.flat AlmostCosymplectic.reeb AlmostCosymplectic.solve",
    lambda s, V, k: (
        (a := AlmostCosymplectic(s.omega, (1 + k**2) * s.eta)).flat(V),
        a.reeb(),
        a.solve(interior(V, a.omega)),
    ),
    cosymplectic,
    X,
    h,
    **every,
)
natural_operation(
    "Cosymplectic.hamiltonian_field Cosymplectic.evolution_field Cosymplectic.sharp "
    "Cosymplectic.bracket Cosymplectic.poisson",
    lambda s, a, b, k: (
        s.hamiltonian_field(k),
        s.evolution_field(k),
        s.sharp(a),
        s.bracket(k, b),
        s.poisson,
    ),
    cosymplectic,
    one,
    h,
    f,
    **every,
)
natural_operation(
    "ContactForm ContactForm.tensors", lambda s: (s, s.tensors), contact_forms(M), **every
)
natural_operation(
    "ContactForm.contact_field ContactForm.hamiltonian_field ContactForm.is_contact_field",
    lambda s, k, Y: (
        (X := s.contact_field(k)),
        s.hamiltonian_field(k),
        s.is_contact_field(X),
        s.is_contact_field(Y),
    ),
    contact_forms(M),
    h,
    X,
    **every,
)

natural_operation(
    "Jacobi Jacobi.tensors Jacobi.bracket Jacobi.hamiltonian_field ContactForm.jacobi",
    lambda s, a, b: (
        (made := Jacobi(*s.jacobi.tensors)),
        made.bracket(a, b),
        made.hamiltonian_field(a),
    ),
    contact_forms(M),
    h,
    h,
    **every,
)

# --- structures of (1,1) tensors --------------------------------------------------------

natural_operation(
    "AlmostComplex Endomorphism.tensors Endomorphism.rank Endomorphism.torsion "
    "Endomorphism.is_integrable",
    lambda s: (AlmostComplex(s.tensor), s.tensors, s.rank, s.torsion, s.is_integrable()),
    almost_complex_structures(W),
    **four,
)
P1 = projectors(M, 1)
natural_operation(
    "AlmostProduct AlmostProduct.tensors AlmostProduct.complement AlmostProduct.curvatures "
    "AlmostProduct.is_integrable AlmostProduct.image AlmostProduct.kernel",
    lambda p: (
        (s := AlmostProduct(p)),
        s.tensors,
        s.complement,
        s.curvatures,
        s.is_integrable(),
        s.image,
        s.kernel,
    ),
    P1,
    **every,
)
natural_operation(
    "AlmostProduct.along",
    lambda given: AlmostProduct.along(M, [given[0]], [given[1]]),
    changes_M.map(lambda phi: (phi.pull(d(M["z"])), phi.pull(M.frame[2]))),
    **every,
)
natural_operation(
    "AlmostTangent",
    lambda s: AlmostTangent(s),
    changes_Q.map(lambda phi: tangent_map(phi).pull(2 * TQ.vertical_endomorphism)),
    under=changes_Q,
    lifts=[tangent_map],
    canonical=True,
)
natural_operation(
    "AlmostTangent", AlmostTangent, changes_W.map(lambda phi: phi.pull(_flat_tangent())), **four
)
natural_operation(
    "JetTangent JetTangent.tensors JetTangent.is_integrable",
    lambda S, eta: ((s := JetTangent(S, eta)), s.tensors, s.is_integrable()),
    changes_M.map(lambda phi: phi.pull(d(M["x"]).tensor(M.frame[1]))),
    st.just(d(M["z"])),
    **every,
)
natural_operation(
    "JetTangent",
    lambda: JetTangent(J.vertical_endomorphism, J.dt),
    under=clocks,
    lifts=[J.prolong_fibred],
)


def _flat_tangent():
    q, p, x, _ = W.coordinates
    return d(q).tensor(W.frame[1]) + d(x).tensor(W.frame[3]) + 0 * d(p).tensor(W.frame[0])


def _almost_contact(frame):
    a, b, c = frame.coframe
    phi = a.tensor(frame.fields[1]) - b.tensor(frame.fields[0])
    return phi, frame.fields[2], c


contact = frames(M, 1, 1).map(_almost_contact)
natural_operation(
    "AlmostContact AlmostContact.tensors AlmostContact.is_normal AlmostContact.f_structure",
    lambda triple: (
        (s := AlmostContact(*triple)),
        s.tensors,
        s.is_normal(),
        s.f_structure,
    ),
    contact,
    **every,
)
natural_operation(
    "AlmostContact.is_compatible",
    lambda frame, g: [
        AlmostContact(*_almost_contact(frame)).is_compatible(metric)
        for metric in (g, Metric.from_coframe(frame.coframe))
    ],
    frames(M, 1, 1),
    coframes(M, 1, 1, 1).map(Metric.from_coframe),
    **every,
)
natural_operation(
    "FStructure FStructure.projectors FStructure.is_partially_integrable",
    lambda triple: ((s := FStructure(triple[0])), s.projectors, s.is_partially_integrable()),
    contact,
    **every,
)

# --- distributions and ideals -----------------------------------------------------------

D = distributions(M, degree=1, terms=1)
natural_operation(
    "Distribution Distribution.pulled_back Distribution.rank Distribution.ideal",
    lambda s: (s, s.rank, s.ideal),
    D,
    **every,
)
natural_operation(
    "Distribution.annihilated_by Distribution.annihilator Distribution.basis",
    lambda s: (
        Distribution.annihilated_by(s.annihilator, M),
        Distribution(M, s.basis),
        len(s.basis),
    ),
    D,
    **every,
)
natural_operation(
    "Distribution.contains Distribution.is_symmetry Distribution.is_involutive",
    lambda s, V: (
        s.contains(V),
        (s + Distribution(M, [V])).contains(s),
        s.is_symmetry(V),
        s.is_involutive(),
    ),
    D,
    X,
    **every,
)
natural_operation(
    "Distribution.derived Distribution.derived_flag Distribution.weak_derived_flag "
    "Distribution.growth_vector "
    "Distribution.cauchy_characteristics",
    lambda s: (
        s.derived(),
        s.derived_flag(),
        s.weak_derived_flag(),
        s.growth_vector,
        s.cauchy_characteristics(),
    ),
    D,
    **every,
)
natural_operation("Distribution", lambda s, r: (s + r, s & r, s == r, s == s + r), D, D, **every)
both = [one, forms(M, 2, 1, 2)]
natural_operation(
    "Ideal GeneratedIdeal.pulled_back Ideal.annihilator GeneratedIdeal.closure "
    "GeneratedIdeal.cauchy_characteristics",
    lambda a, b: (
        Ideal([a, b]),
        Ideal([a, b]).annihilator,
        Ideal([a]).closure(),
        Ideal([a]).cauchy_characteristics(),
    ),
    *both,
    **every,
)
natural_operation(
    "GeneratedIdeal.contains GeneratedIdeal.congruent GeneratedIdeal.is_differential "
    "GeneratedIdeal.is_symmetry",
    lambda a, b, c, V: (
        Ideal([a]).contains(b),
        Ideal([a]).contains(a * c),
        Ideal([a]).congruent(b, b + a * c),
        Ideal([a]).is_differential(),
        Ideal([a, b]).is_symmetry(V),
    ),
    *both,
    one,
    X,
    **every,
)

natural_operation(
    "modular_field",
    lambda p, c: modular_field(p, wedge(*c)),
    *(pi, coframes(M)),
    **every,
)
natural_operation("Poisson", Poisson, pi.map(lambda p: p.bivector), **every)

# --- pairs of fields and 1-forms ----------------------------------------------------------

natural_operation(
    "courant_bracket pairing_of_pairs",
    lambda V, a, Y, b: (courant_bracket((V, a), (Y, b)), pairing_of_pairs((V, a), (Y, b))),
    X,
    one,
    X,
    one,
    **every,
)
natural_operation(
    "DiracStructure DiracStructure.of_form DiracStructure.contains DiracStructure.is_integrable "
    "DiracStructure.pulled_back",
    lambda w, V, a: (
        (D := DiracStructure.of_form(w)).contains(V, a),
        D.pulled_back(identity_map(M)).contains(V, interior(V, w)),
        DiracStructure(M, D.pairs).is_integrable(),
        courant_bracket((V, interior(V, w)), (V, a)),
    ),
    forms(M, 2, 1, 2),
    X,
    one,
    **every,
)
