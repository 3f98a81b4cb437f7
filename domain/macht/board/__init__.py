"""The board: its file form, what makes one sound, and the plan that the rules read."""

from domain.macht.board.form import Board
from domain.macht.board.load import BoardError, board_of, load, shared, standard, standard_plan
from domain.macht.board.plan import Plan, TownPlan, plan_of

__all__ = [
    "Board",
    "BoardError",
    "Plan",
    "TownPlan",
    "board_of",
    "load",
    "plan_of",
    "shared",
    "standard",
    "standard_plan",
]
