"""How the cases of values at points are read and computed."""
