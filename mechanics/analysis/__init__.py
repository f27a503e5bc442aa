"""Analysis of constrained systems."""
