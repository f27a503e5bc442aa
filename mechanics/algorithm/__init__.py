"""The constraint algorithm."""
