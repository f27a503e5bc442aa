"""Benchmarks of diffgeo and mechanics beside other libraries, measured in the same run.

``make bench``, or ``python -m benchmarks --help`` in the root of a checkout. Nothing is
asserted about time.
"""
