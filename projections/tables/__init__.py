"""Models that are kept table by table: each is folded from what is new at a table and its own memory."""
