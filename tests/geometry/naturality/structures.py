"""Structures, distributions and ideals, frames, level sets."""

from __future__ import annotations

from hypothesis import strategies as st

from diffgeo import (
    AlmostComplex,
    AlmostContact,
    AlmostCosymplectic,
    AlmostProduct,
    AlmostTangent,
    Distribution,
    Frame,
    FStructure,
    Ideal,
    JetTangent,
    Metric,
    Poisson,
    QuasiVelocities,
    d,
    interior,
    level_set,
    tangent_map,
    tensor,
)
from diffgeo import components as components_of
from diffgeo.testing import (
    almost_complex_structures,
    coframes,
    contact_forms,
    cosymplectic_structures,
    distributions,
    forms,
    frames,
    functions,
    maps,
    multivectors,
    poisson_structures,
    projectors,
    smooth_level_sets,
    symplectic_structures,
    tangent_fields,
    vector_fields,
    vector_forms,
)
from naturality.registry import natural_operation
from naturality.spaces import TQ, J, M, P, Q, W, changes_M, changes_Q, changes_W, clocks

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
    "Symplectic.hamiltonian_field Symplectic.bracket Symplectic.poisson",
    lambda s, a, b: (s.hamiltonian_field(a), s.bracket(a, b), s.poisson),
    omega,
    F,
    F,
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

# --- structures of (1,1) tensors --------------------------------------------------------

natural_operation(
    "AlmostComplex Endomorphism.tensors Endomorphism.rank Endomorphism.torsion "
    "Endomorphism.integrable",
    lambda s: (AlmostComplex(s.tensor), s.tensors, s.rank, s.torsion, s.integrable()),
    almost_complex_structures(W),
    **four,
)
P1 = projectors(M, 1)
natural_operation(
    "AlmostProduct AlmostProduct.tensors AlmostProduct.complement AlmostProduct.curvatures "
    "AlmostProduct.integrable AlmostProduct.image AlmostProduct.kernel",
    lambda p: (
        (s := AlmostProduct(p)),
        s.tensors,
        s.complement,
        s.curvatures,
        s.integrable(),
        s.image,
        s.kernel,
    ),
    P1,
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
    "JetTangent JetTangent.tensors JetTangent.integrable",
    lambda S, eta: ((s := JetTangent(S, eta)), s.tensors, s.integrable()),
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
    "AlmostContact AlmostContact.tensors AlmostContact.normal AlmostContact.f_structure",
    lambda triple: (
        (s := AlmostContact(*triple)),
        s.tensors,
        s.normal(),
        s.f_structure,
    ),
    contact,
    **every,
)
natural_operation(
    "AlmostContact.compatible",
    lambda frame, g: [
        AlmostContact(*_almost_contact(frame)).compatible(metric)
        for metric in (g, Metric.from_coframe(frame.coframe))
    ],
    frames(M, 1, 1),
    coframes(M, 1, 1, 1).map(Metric.from_coframe),
    **every,
)
natural_operation(
    "FStructure FStructure.projectors FStructure.partially_integrable",
    lambda triple: ((s := FStructure(triple[0])), s.projectors, s.partially_integrable()),
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
    "Distribution.cauchy_characteristics",
    lambda s: (s.derived(), s.derived_flag(), s.weak_derived_flag(), s.cauchy_characteristics()),
    D,
    **every,
)
both = [one, forms(M, 2, 1, 2)]
natural_operation(
    "Ideal Ideal.pulled_back Ideal.annihilator Ideal.closure Ideal.cauchy_characteristics",
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
    "Ideal.contains Ideal.congruent Ideal.is_differential",
    lambda a, b, c: (
        Ideal([a]).contains(b),
        Ideal([a]).contains(a * c),
        Ideal([a]).congruent(b, b + a * c),
        Ideal([a]).is_differential(),
    ),
    *both,
    one,
    **every,
)

# --- frames and quasi-velocities --------------------------------------------------------

e = frames(M, 1, 1)
natural_operation(
    "Frame Frame.pulled_back Frame.coframe Frame.tensors",
    lambda s: (s, s.coframe, s.tensors),
    e,
    **every,
)
natural_operation("Frame.from_coframe", Frame.from_coframe, coframes(M, 1, 1), **every)
natural_operation(
    "Frame.adapted_to",
    lambda p: [
        Distribution(M, part)
        for s in [Frame.adapted_to(AlmostProduct(p))]
        for part in (s.fields[:1], s.fields[1:])
    ],
    P1,
    **every,
)
natural_operation(
    "Frame.structure_functions Frame.structure_equations Frame.is_holonomic",
    lambda s: (s.structure_functions, s.structure_equations(), s.is_holonomic()),
    e,
    **every,
)
natural_operation(
    "Frame.components",
    lambda s, V, a, B, K: [_all(s, thing) for thing in (V, a, B, K, tensor(K))],
    e,
    X,
    one,
    multivectors(M, 2, 1, 1),
    vector_forms(M, 1, 1, 1),
    **every,
)
natural_operation(
    "Frame.vector_field Frame.form",
    lambda s, k: (s.vector_field({"e_2": k}), s.form({"e_1": k, "e_3": 2})),
    e,
    h,
    **every,
)
on_Q = dict(under=changes_Q, lifts=[tangent_map])
natural_operation(
    "QuasiVelocities QuasiVelocities.functions QuasiVelocities.frame QuasiVelocities.tensors "
    "QuasiVelocities.derivatives QuasiVelocities.transitivity",
    lambda s: (
        (w := QuasiVelocities(s, TQ)).functions,
        w.tensors,
        w.frame,
        w.derivatives,
        w.transitivity(),
    ),
    frames(Q, 1, 1),
    **on_Q,
)
natural_operation(
    "QuasiVelocities.pulled_back",
    lambda s, phi: QuasiVelocities(s, TQ).pulled_back(phi).functions,
    frames(Q, 1, 1),
    changes_Q,
    **on_Q,
)
natural_operation(
    "QuasiVelocities.boltzmann_hamel",
    lambda s, L, V: QuasiVelocities(s, TQ).boltzmann_hamel(L, V),
    frames(Q, 1, 1),
    functions(TQ, 2, 2),
    functions(TQ, 2, 2).map(lambda a: TQ.semispray({"x": a})),
    **on_Q,
)

# --- level sets -------------------------------------------------------------------------

N = smooth_level_sets(M, 1, 2, 1)
natural_operation(
    "level_set LevelSet LevelSet.pulled_back LevelSet.dimension LevelSet.ideal",
    lambda s: (level_set(M, s.equations), s.dimension, s.ideal),
    N,
    **every,
)
natural_operation(
    "LevelSet.conormal", lambda s: Distribution.annihilated_by(s.conormal), N, **every
)
natural_operation("components", lambda s: [c for c in components_of(M, s.equations[0])], N, **every)
natural_operation(
    "LevelSet.restrict Restriction Restriction.pulled_back Restriction.apply",
    lambda s, a, k: (s.restrict(a), d(s.restrict(k)), s.restrict(a) * s.restrict(k)),
    N,
    one,
    f,
    **every,
)
natural_operation(
    "LevelSet.equal LevelSet.is_tangent",
    lambda s, a, V: (
        s.equal(a, a + s.equations[0] * a),
        s.equal(a, 2 * a),
        s.is_tangent(V),
        s.is_tangent(s.equations[0] * V),
    ),
    N,
    one,
    X,
    **every,
)
natural_operation(
    "LevelSet.restrict",
    lambda pair: pair[0].restrict(pair[1]),
    N.flatmap(lambda s: st.tuples(st.just(s), tangent_fields(s))),
    **every,
)
natural_operation(
    "LevelSet.receives",
    lambda s, phi: (s.receives(phi), level_set(M, s.equations).receives(phi)),
    N,
    maps(P, M, 1, 1),
    **every,
)


def _all(frame, thing):
    """Every component in the frame, also those that are zero."""
    found = frame.components(thing)
    return [found.get(key, M.function(0)) for key in _keys(frame, thing)]


def _keys(frame, thing):
    from itertools import combinations, product

    names = frame.names
    if type(thing).__name__ == "VectorForm" and thing.degree:
        return list(product(names, names))
    if type(thing).__name__ == "Tensor":
        return list(product(names, repeat=thing.rank))
    degree = thing.degree if type(thing).__name__ != "VectorForm" else 1
    return list(names) if degree == 1 else list(combinations(names, degree))


natural_operation("Poisson", Poisson, pi.map(lambda p: p.bivector), **every)
