"""The border of the library: text, SymPy, numbers and compiled code."""
