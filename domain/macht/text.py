"""The game in sentences: for logs, mail, the terminal and screen readers."""

from collections.abc import Callable
from typing import Any

from domain.event import Event, Seat
from domain.macht import events as e
from domain.macht.commands import (
    BuildCathedral,
    BuildDistrict,
    Command,
    CommitCards,
    CompleteSite,
    DrawInfluenceCard,
    PlaceGuildMaster,
    PlayCard,
)
from domain.macht.names import Names, count
from domain.macht.state import State

_FORFEITS: dict[e.Forfeit, str] = {
    "noLegalBuild": "nothing can be built",
    "noSitePiece": "no building-site piece is left",
    "noTarget": "there is nowhere to put it",
    "noPieceLeft": "no piece is left",
    "townFull": "the town is full",
}
_COVERS: dict[e.CoverReason, str] = {
    "stock": "no district fits there any more",
    "reach": "they can no longer be reached",
    "end": "the game is over",
}
_ENDS: dict[e.EndReason, str] = {
    "boardFull": "the board is full",
    "goldExhausted": "the golden cards are used up",
    "both": "the board is full and the golden cards are used up",
    "onlyInfluencedGuilds": "only guilds under influence could still build",
    "stall": "nobody has built for eight turns",
}


def describe(state: State | None, event: Event) -> str:
    """One sentence for an event, told with the names of the state before or after it."""
    return _SENTENCES[type(event)](Names(state), event)


def name_move(state: State, _: Seat, command: Command) -> str:
    """One line for a legal move."""
    names = Names(state)
    match command:
        case CommitCards(card, influence):
            extra = f" with {count(influence, 'influence card')}" if influence else ""
            return f"Choose {names.card(card)}{extra}"
        case BuildDistrict(space, coat, masters, special):
            if special is not None:
                return f"Build church {special} on {names.space(space)}"
            return f"Build a {names.district(coat, names.shape(space), masters)} on {names.space(space)}"
        case CompleteSite(space):
            return f"Complete the building site on {names.space(space)}"
        case BuildCathedral(space):
            return f"Build a cathedral on {names.space(space)}"
        case PlaceGuildMaster(space):
            return f"Place a guild master on {names.space(space)}"
        case PlayCard(card):
            return f"Play {names.card(card)}"
        case DrawInfluenceCard():
            return "Draw an influence card"


def _built(n: Names, ev: e.DistrictBuilt) -> str:
    what = f"church {ev.special}" if ev.special else f"a {n.district(ev.coat, ev.shape, ev.masters)}"
    where = f"{n.space(ev.space)} and {n.space(ev.twin)}" if ev.twin else n.space(ev.space)
    return f"{n.seat(ev.seat)} lay {what} on {where}{', under construction' if ev.site else ''}."


def _scored(n: Names, ev: e.TownScored) -> str:
    ranks = "; ".join(
        f"{r.rank}. {n.guild(r.coat)} {r.points} ({count(r.districts, 'district')}, {count(r.masters, 'master')})"
        for r in ev.ranking
    )
    parts = f"guilds {ev.parts.guild}, churches {ev.parts.church}, cathedrals {ev.parts.cathedral}"
    return f"{n.town(ev.town)} is scored at {ev.value} ({parts}): {ranks or 'no guild is represented'}."


def _revealed(n: Names, ev: e.CardsRevealed) -> str:
    plays = {play.seat: play for play in ev.plays}
    shown = []
    for seat in ev.order:
        play = plays[seat]
        extra = f" and {count(play.influence, 'influence card')}" if play.influence else ""
        shown.append(f"{n.seat(seat)} {n.card(play.action_card)}{extra}")
    return f"The cards are revealed, in order of play: {'; '.join(shown)}."


def _final(n: Names, ev: e.FinalResult) -> str:
    totals = ", ".join(f"{n.seat(seat)} {total}" for seat, total in enumerate(ev.totals))
    winners = " and ".join(n.seat(seat) for seat in ev.winners)
    return f"Final result: {totals}. {'The win goes to' if len(ev.winners) == 1 else 'The win is shared by'} {winners}."


def _started(n: Names, ev: e.GameStarted) -> str:
    towns = ", ".join(n.town(town) for town in ev.towns_in_play)
    return f"The towns in play are {towns}; {n.seat(ev.starting_seat)} start."


def _turn(n: Names, ev: e.TurnStarted) -> str:
    if ev.card is not None:
        return f"{n.seat(ev.seat)} carry out {n.card(ev.card)}."
    return f"Turn {ev.turn}: {n.seat(ev.seat)} are to play."


def _round_ended(_: Names, ev: e.RoundEnded) -> str:
    left = count(ev.gold_left.A + ev.gold_left.B, "golden card")
    return f"Round {ev.round} ends; {count(ev.free_spaces, 'space')} free, {left} left."


def _exhausted(n: Names, ev: e.GoldenPileExhausted) -> str:
    without = "" if ev.seat_without_card is None else f" {n.seat(ev.seat_without_card)} get none."
    return f"The golden pile is used up; this is the last round.{without}"


_SENTENCES: dict[type[Event], Callable[[Names, Any], str]] = {
    e.GameCreated: lambda _, ev: f"The game is set out for {ev.players} players on the board {ev.board_version}.",
    e.GuildChosen: lambda n, ev: f"Seat {ev.seat} plays the {n.guild(ev.guild)}.",
    e.InfluencedGuildAssigned: lambda n, ev: f"Seat {ev.seat} holds influence over the {n.guild(ev.guild)}.",
    e.GameStarted: _started,
    e.TownCentrePlaced: lambda n, ev: f"The centre of {n.town(ev.town)} is {ev.coat}.",
    e.RoundStarted: lambda n, ev: f"Round {ev.round} begins; the {n.seat(ev.starting_seat)} are starting player.",
    e.GoldenCardDrawn: lambda n, ev: f"{n.seat(ev.seat)} draw a golden card with back {ev.back}.",
    e.GoldenCardRemoved: lambda n, ev: f"{n.town_of_card(ev.card)} is scored already: its golden card leaves the game.",
    e.GoldenPileExhausted: _exhausted,
    e.CardCommitted: lambda n, ev: f"{n.seat(ev.seat)} have chosen their cards.",
    e.CardsRevealed: _revealed,
    e.TurnStarted: _turn,
    e.GoldenCardRevealed: lambda n, ev: f"{n.seat(ev.seat)} reveal {n.card(ev.card)}.",
    e.ScoringStarted: lambda _, ev: f"The scoring step of round {ev.round}.",
    e.RoundEnded: _round_ended,
    e.CardPlayed: lambda n, ev: f"{n.seat(ev.seat)} play {n.card(ev.action_card)}.",
    e.InfluenceCardDrawn: lambda n, ev: f"{n.seat(ev.seat)} turn up {n.card(ev.card)}, to act as {n.owner(ev.card)}.",
    e.InfluenceCardRemoved: lambda n, ev: f"{n.town_of_card(ev.card)} is scored already: the card leaves the game.",
    e.InfluencePileReshuffled: lambda _, ev: f"The {count(ev.count, 'influence card')} are shuffled anew.",
    e.TurnEnded: lambda _, ev: f"Turn {ev.turn} ends.",
    e.DistrictBuilt: _built,
    e.SpacesOpened: lambda n, ev: f"Church {ev.special} opens {n.spaces(ev.spaces)}.",
    e.SpaceRemoved: lambda n, ev: f"{n.space(ev.space)} is covered by church D and no space any more.",
    e.SiteCompleted: lambda n, ev: f"{n.seat(ev.seat)} complete the {ev.coat} district on {n.space(ev.space)}.",
    e.CardsPickedUp: lambda n, ev: f"{n.seat(ev.seat)} take back {count(len(ev.cards), 'card')}.",
    e.InfluenceGained: lambda n, ev: f"{n.seat(ev.seat)} gain an influence card and now hold {ev.hand_count}.",
    e.CathedralBuilt: lambda n, ev: f"{n.seat(ev.seat)} build a cathedral on {n.space(ev.space)}.",
    e.GuildMasterPlaced: lambda n, ev: f"{n.seat(ev.seat)} place a guild master on {n.space(ev.space)}.",
    e.ActionForfeited: lambda n, ev: f"{n.seat(ev.seat)} forfeit {n.card(ev.card)}: {_FORFEITS[ev.reason]}.",
    e.SpaceCovered: lambda n, ev: f"{n.spaces(ev.spaces)} covered: {_COVERS[ev.reason]}.",
    e.TownScored: _scored,
    e.TownCardsRemoved: lambda n, ev: f"The {count(len(ev.cards), 'card')} of {n.town(ev.town)} leave the game.",
    e.GameEnded: lambda _, ev: f"The game ends: {_ENDS[ev.reason]}.",
    e.InfluenceBonusAwarded: lambda n, ev: (
        f"Most influence cards ({ev.count}): {' and '.join(n.seat(seat) for seat in ev.seats)} get {ev.points} points."
    ),
    e.FinalResult: _final,
}
