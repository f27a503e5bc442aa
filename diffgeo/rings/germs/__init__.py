"""Germs: functions as truncated Taylor series at random points."""
