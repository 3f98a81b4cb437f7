"""What a table allows (T1-T5): guards first, then facts. Disputes (T6) have a room of their own, games their rules."""

from collections.abc import Callable
from typing import Any

from domain.errors import Rejected, require
from domain.event import Event, Seat
from domain.games import latest
from domain.rules import Command
from domain.sealed import Context, seal
from domain.table.commands import (
    LONGEST_CLOCK,
    SHORTEST_CLOCK,
    AbandonTable,
    LeaveSeat,
    LeaveTable,
    OpenTable,
    SeatBot,
    StartTable,
    TakeSeat,
)
from domain.table.disputes.commands import ExamineDispute, RaiseDispute, SettleDispute
from domain.table.disputes.decide import examine_dispute, raise_dispute, settle_dispute
from domain.table.disputes.state import HOUSE
from domain.table.events import (
    AbandonmentAgreed,
    ArbiterNamed,
    SeatGivenToBot,
    SeatLeft,
    SeatTaken,
    TableAbandoned,
    TableEnded,
    TableOpened,
    TableStarted,
)
from domain.table.evolve import evolve
from domain.table.state import BOT, Table


def open_table(command: OpenTable, actor: str, context: Context) -> list[Event]:
    """The seed is drawn from the decision's fresh entropy and sealed before anybody has sat down."""
    _require_person(actor)
    arbiter = command.arbiter or actor
    require(not _is_reserved(arbiter), "notAPerson", "T6.4", "The arbiter is a person.")
    rules = latest(command.game)
    allowed = ", ".join(map(str, rules.seats))
    require(command.seats in rules.seats, "wrongNumberOfSeats", "T1.2", f"{rules.title} is for {allowed} players.")
    options = rules.check_options(command.options)
    on_time = command.clock is None or SHORTEST_CLOCK <= command.clock <= LONGEST_CLOCK
    require(on_time, "malformed", "T8.1", f"A clock has {SHORTEST_CLOCK} to {LONGEST_CLOCK} seconds.")
    seed = seal(context.salt("seed"), None, context.salt("seed-seal"))
    return [
        TableOpened(
            command.game,
            rules.version,
            command.seats,
            options,
            actor,
            seed,
            command.private,
            command.autostart,
            command.arbiter,
            command.wait_for_disputes,
            command.clock,
        )
    ]


def decide(table: Table, actor: str, command: Command, context: Context) -> list[Event]:
    answer = _ANSWERS.get(type(command), _play)
    return answer(table, actor, command, context)


def _take_seat(table: Table, actor: str, command: TakeSeat, context: Context) -> list[Event]:
    _require_open(table)
    _require_person(actor)
    require(table.seat_of(actor) is None, "alreadySeated", "T2.1", "You sit at this table already.")
    seat = _first_free(table) if command.seat is None else command.seat
    _require_free(table, seat)
    _require_guild(table, command.guild)
    return _seated(table, SeatTaken(seat, actor, command.guild, command.nonce), context)


def _leave_seat(table: Table, actor: str, command: LeaveSeat, _: Context) -> list[Event]:
    _require_open(table)
    seat = _own_seat(table, actor)
    require(command.seat in (None, seat), "notYourSeat", "T2.2", f"You sit on seat {seat}.")
    return [SeatLeft(seat)]


def _leave_table(table: Table, actor: str, _: LeaveTable, __: Context) -> list[Event]:
    """A bot plays on, another person settles disputes, and a table that nobody can start any more is given up."""
    if table.status in ("open", "running") and actor == table.opener and (table.status == "open" or table.is_sandbox):
        return [_abandoned(table)]
    events: list[Event] = []
    heirs = [account for account in (*(chair.account for chair in table.chairs), table.opener) if account != actor]
    heir = next(filter(None, heirs), None)
    if table.arbiter == actor and heir is not None:
        events.append(ArbiterNamed(heir))
    seat = table.seat_of(actor)
    if seat is not None and table.status == "open":
        events.append(SeatLeft(seat))
    elif seat is not None and table.status == "running":
        bot = SeatGivenToBot(seat, min(table.rules.bots), table.chairs[seat].guild)
        events += [bot, *_given_up(table, set(table.people) - {seat}, set(table.willing_to_abandon))]
    require(events, "notSeated", "T2.5", "You have nothing to leave at this table.")
    return events


def _seat_bot(table: Table, actor: str, command: SeatBot, context: Context) -> list[Event]:
    bots = table.rules.bots
    require(table.status in ("open", "running"), "wrongPhase", "T2.3", "The game is over.")
    require(command.seat < len(table.chairs), "unknownSeat", "T2.1", f"This table has no seat {command.seat}.")
    known = ", ".join(sorted(bots))
    require(command.strategy in bots, "unknownStrategy", "T2.3", f"There is no such bot; there is {known}.")
    if table.holds(actor, command.seat):
        kept = table.chairs[command.seat].guild
        require(command.guild in (None, kept), "guildTaken", "T2.3", "A seat keeps its guild when a bot takes over.")
        handed_over = SeatGivenToBot(command.seat, command.strategy, kept)
        return [handed_over, *_given_up(table, set(table.people) - {command.seat}, set(table.willing_to_abandon))]
    require(actor == table.opener, "notTheOpener", "T2.3", "Only the opener seats bots, or a player on their own seat.")
    _require_open(table)
    _require_free(table, command.seat)
    _require_guild(table, command.guild)
    return _seated(table, SeatGivenToBot(command.seat, command.strategy, command.guild), context)


def _seated(table: Table, event: Event, context: Context) -> list[Event]:
    """Somebody has sat down; where the table starts by itself and it was the last free seat, the game begins."""
    after = evolve(table, event, table.id)
    if table.autostart and not any(chair.is_free for chair in after.chairs):
        return [event, *_begin(after, context)]
    return [event]


def _begin(table: Table, context: Context) -> list[Event]:
    guilds = [chair.guild for chair in table.chairs]
    return [TableStarted(), *table.rules.setup(table.options, guilds, table.chance, context)]


def _start(table: Table, actor: str, _: StartTable, context: Context) -> list[Event]:
    _require_open(table)
    require(actor == table.opener, "notTheOpener", "T3.1", "Only the opener starts the game.")
    free = [str(seat) for seat, chair in enumerate(table.chairs) if chair.is_free]
    require(not free, "seatsFree", "T3.1", f"These seats are still free: {', '.join(free)}.")
    return _begin(table, context)


def _abandon(table: Table, actor: str, _: AbandonTable, __: Context) -> list[Event]:
    if table.status == "open":
        require(actor == table.opener, "notTheOpener", "T5.2", "Before the start only the opener gives a table up.")
        return [_abandoned(table)]
    _require_running(table)
    if table.is_sandbox:
        require(actor == table.opener, "notTheOpener", "T7.5", "Only its opener gives a sandbox up.")
        return [_abandoned(table)]
    seat = _own_seat(table, actor)
    require(seat not in table.willing_to_abandon, "alreadyAgreed", "T5.2", "You have agreed already.")
    return [AbandonmentAgreed(seat), *_given_up(table, set(table.people), {*table.willing_to_abandon, seat})]


def _given_up(table: Table, people: set[Seat], willing: set[Seat]) -> list[Event]:
    """The end of the table, if everybody who still plays at it is willing."""
    return [_abandoned(table)] if people and willing >= people else []


def _abandoned(table: Table) -> TableAbandoned:
    opened = table.seed.opening()
    return TableAbandoned(opened.value, opened.salt)


def _play(table: Table, actor: str, command: Command, context: Context) -> list[Event]:
    _require_running(table)
    rules = table.rules
    if not isinstance(command, rules.command):
        raise Rejected("unknownCommand", "T4.1", f"{rules.title} knows no command {type(command).__name__}.")
    seat = _own_seat(table, actor)
    require(not table.is_halted, "disputeOpen", "T6.6", "The table waits until a dispute has been settled.")
    events = rules.decide(table.state, seat, command, context, table.chance)
    if isinstance(events[-1], rules.final):
        opened = table.seed.opening()
        events.append(TableEnded(opened.value, opened.salt))
    return events


def _own_seat(table: Table, actor: str) -> Seat:
    seat = table.seat_of(actor)
    if seat is None:
        raise Rejected("notSeated", "T4.2", "You do not sit at this table.")
    return seat


def _require_open(table: Table) -> None:
    require(table.status == "open", "wrongPhase", "T3.2", "The game has started already.")


def _require_running(table: Table) -> None:
    require(table.status != "open", "wrongPhase", "T3.2", "The game has not started yet.")
    require(table.status == "running", "wrongPhase", "T5.1", "The game is over.")


def _require_person(actor: str) -> None:
    """The names of bots and of the house are not for accounts: whoever had one would act for them."""
    require(not _is_reserved(actor), "notAPerson", "T2.1", "A bot is seated by the opener.")


def _is_reserved(name: str) -> bool:
    return name.startswith((BOT, HOUSE))


def _first_free(table: Table) -> Seat:
    for seat, chair in enumerate(table.chairs):
        if chair.is_free:
            return seat
    raise Rejected("tableFull", "T2.1", "Every seat is taken.")


def _require_free(table: Table, seat: Seat) -> None:
    require(seat < len(table.chairs), "unknownSeat", "T2.1", f"This table has no seat {seat}.")
    require(table.chairs[seat].is_free, "seatTaken", "T2.1", f"Seat {seat} is taken.")


def _require_guild(table: Table, guild: str | None) -> None:
    if guild is None:
        return
    guilds = table.rules.guilds(table.options)
    require(guild in guilds, "unknownGuild", "T2.4", f"There is no guild {guild!r}; there is {', '.join(guilds)}.")
    taken = {chair.guild for chair in table.chairs}
    require(guild not in taken, "guildTaken", "T2.4", f"The guild {guild} has been taken.")


_ANSWERS: dict[type, Callable[[Table, str, Any, Context], list[Event]]] = {
    TakeSeat: _take_seat,
    LeaveSeat: _leave_seat,
    LeaveTable: _leave_table,
    SeatBot: _seat_bot,
    StartTable: _start,
    AbandonTable: _abandon,
    RaiseDispute: raise_dispute,
    ExamineDispute: examine_dispute,
    SettleDispute: settle_dispute,
}
