"""The cases, a module each with its ``CASE``; the name of a case is that of its module."""
