"""What a table allows in a dispute (T6): guards first, then facts."""

from collections.abc import Mapping
from unicodedata import category

from domain.errors import Rejected, require
from domain.event import Event
from domain.sealed import Context
from domain.table.disputes.commands import ExamineDispute, RaiseDispute, SettleDispute
from domain.table.disputes.events import DisputeExamined, DisputeRaised, DisputeSettled, ScoreCorrected
from domain.table.disputes.state import EXAMINER, Dispute
from domain.table.state import Table


def raise_dispute(table: Table, actor: str, command: RaiseDispute, _: Context) -> list[Event]:
    _require_played(table)
    seat = table.seat_of(actor)
    if seat is None:
        raise Rejected("notSeated", "T6.1", "Only those who sit at this table raise a dispute.")
    one = (command.town is None) != (command.version is None)
    require(one, "malformed", "T6.1", "A dispute is about a town or about a version.")
    _require_text(command.reason)
    if command.town is not None:
        towns = table.rules.towns(table.state)
        known = ", ".join(towns)
        require(command.town in towns, "unknownTown", "T6.1", f"There is no such town in play; there is {known}.")
    busy = any(dispute.seat == seat and dispute.is_open for dispute in table.disputes)
    require(not busy, "alreadyDisputing", "T6.2", "Your last dispute has not been settled yet.")
    return [DisputeRaised(len(table.disputes) + 1, seat, command.reason, command.town, command.version)]


def examine_dispute(table: Table, actor: str, command: ExamineDispute, _: Context) -> list[Event]:
    require(actor == EXAMINER, "notTheExaminer", "T6.3", "Disputes are examined by the house.")
    _require_played(table)
    dispute = _dispute(table, command.dispute)
    require(dispute.status == "raised", "alreadyExamined", "T6.3", "This dispute has been examined already.")
    return [DisputeExamined(command.dispute, command.findings)]


def settle_dispute(table: Table, actor: str, command: SettleDispute, _: Context) -> list[Event]:
    require(actor == table.arbiter, "notTheArbiter", "T6.4", "Only the arbiter of this table settles a dispute.")
    _require_played(table)
    dispute = _dispute(table, command.dispute)
    require(dispute.status != "raised", "notExamined", "T6.4", "This dispute has not been examined yet.")
    require(dispute.is_open, "alreadySettled", "T6.4", "This dispute has been settled already.")
    _require_text(command.text)
    settled = DisputeSettled(command.dispute, command.verdict, command.text)
    if not command.corrections:
        return [settled]
    upheld = command.verdict == "upheld"
    require(upheld, "badCorrection", "T6.5", "Scores are corrected only where a dispute is upheld.")
    return [settled, _corrected(table, command.dispute, command.corrections)]


def _corrected(table: Table, dispute: int, corrections: Mapping[str, int]) -> ScoreCorrected:
    rules = table.rules
    points = rules.points(table.state)
    for guild, difference in corrections.items():
        known = ", ".join(points)
        require(guild in points, "unknownGuild", "T6.5", f"There is no guild {guild!r} in play; there is {known}.")
        require(difference, "badCorrection", "T6.5", f"A difference of nothing for {guild} corrects nothing.")
        enough = points[guild] + difference >= 0
        require(enough, "badCorrection", "T6.5", f"The guild {guild} has {points[guild]} points to lose, not more.")
    ordered = {guild: corrections[guild] for guild in points if guild in corrections}
    return ScoreCorrected(dispute, ordered, rules.standing(rules.correct(table.state, ordered)))


def _require_played(table: Table) -> None:
    require(table.status != "open", "wrongPhase", "T6.1", "The game has not started yet.")
    require(table.status != "abandoned", "wrongPhase", "T6.1", "The table was given up.")


def _require_text(text: str) -> None:
    """It is shown in logs and terminals: nothing in it may steer them."""
    is_plain = not any(category(letter) == "Cc" and letter not in "\n\t" for letter in text)
    require(is_plain and text.strip(), "malformed", "T6.1", "A reason is given in words.")


def _dispute(table: Table, number: int) -> Dispute:
    require(1 <= number <= len(table.disputes), "unknownDispute", "T6.3", f"This table has no dispute {number}.")
    return table.disputes[number - 1]
