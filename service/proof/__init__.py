"""Proof for those who trust nobody: records of tables, and their verification with and without a store."""
