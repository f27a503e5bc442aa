"""Spaces with more than one theory on them: Lagrange spaces and rheonomic geometry."""
