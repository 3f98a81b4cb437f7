"""Disputes: a seat doubts what happened, the house examines it, the arbiter settles it (T6)."""
