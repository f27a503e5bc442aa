"""Motion: all numbers with floating point live here."""
