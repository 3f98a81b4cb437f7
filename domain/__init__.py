"""The rules of the games and of the table: pure functions over plain, immutable state."""
