"""The border of the library: text, SymPy, LaTeX, values, compiled code, galgebra.

What users write becomes an `Expression` here, and what they read is made of one. Text is read by a
grammar over declared names and never evaluated; what is wrong with it is said with its place.
Computer algebra is the language of input and display, not the engine: a simplifier that misses a
zero can only spoil how a result looks.

**Modules**, in the order of a book: `syntax` and `parsing` (text to expressions), `homoglyphs`
(names that look alike), `traversal`, `typeset` (LaTeX), `sympy_names`, `sympy_bridge`,
`sympy_bodies`, `sympy_integrals` and `sympy_patches`, `polynomials`,
`concrete` (undefined functions replaced),
`evaluation` and `exact_values` (values at points), `programs`, `assignments` and `lowering`
(straight-line code), `dialects` (its languages), `machines`, `compiled_c` and `other_machines`
(what runs it), `codegen` and `source` (functions of floats, Python source), `galgebra_bridge`,
`deadline`.
"""
