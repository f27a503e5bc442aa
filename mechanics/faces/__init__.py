"""Faces: the command line and what is written for readers."""
