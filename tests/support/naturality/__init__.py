"""Statements of naturality about the public operations of diffgeo, by area."""
