"""Decisions over the real numbers."""
