"""How a game goes on: all that follows a command without a choice, round by round or turn by turn."""
