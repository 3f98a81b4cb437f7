"""The board as a picture (SVG) and as text for a terminal, drawn from a board file and a view of a game."""
