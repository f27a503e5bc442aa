"""Function rings: the functions on the domain of a chart, with a zero test."""
