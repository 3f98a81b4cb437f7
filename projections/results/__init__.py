"""Results and leaderboard: one model over all tables, kept from the notification log."""
