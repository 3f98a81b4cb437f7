"""The table around a game: opened, seats taken, started, ended. It knows no rule of any game."""

from domain.recorded import know_topics
from domain.table.commands import (
    AbandonTable,
    LeaveSeat,
    LeaveTable,
    OpenSandbox,
    OpenTable,
    SeatBot,
    StartTable,
    TableCommand,
    TakeSeat,
)
from domain.table.decide import decide, open_table
from domain.table.disputes.commands import ExamineDispute, RaiseDispute, SettleDispute
from domain.table.disputes.state import EXAMINER, Dispute, Finding
from domain.table.evolve import evolve, fold
from domain.table.state import Chair, Table

__all__ = [
    "EXAMINER",
    "AbandonTable",
    "Chair",
    "Dispute",
    "ExamineDispute",
    "Finding",
    "LeaveSeat",
    "LeaveTable",
    "OpenSandbox",
    "OpenTable",
    "RaiseDispute",
    "SeatBot",
    "SettleDispute",
    "StartTable",
    "Table",
    "TableCommand",
    "TakeSeat",
    "decide",
    "evolve",
    "fold",
    "open_table",
]

know_topics()  # those of the table and, which it has loaded, of the games
