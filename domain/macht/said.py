"""Every event of the game as a sentence without words: `text.py` says the same in English.

A seat is told by its guild, as there. What `id` and `values` mean is in docs/api.md.
"""

from collections.abc import Callable
from typing import Any

from domain.event import Event, Seat
from domain.macht import events as e
from domain.macht.names import Names
from domain.macht.state import State
from domain.said import Said, said


def tell(state: State, event: Event) -> Said:
    """One sentence for an event, with what the state before or after it knows."""
    return _SAID[type(event)](Names(state), event)


def district_said(coat: str, shape: str, masters: int, special: str | None = None) -> Said:
    """What lies on a space, as a part of a sentence."""
    if special is not None:
        return said("macht.specialChurch", letter=special)
    if masters:
        return said("macht.districtWithMasters", coat=coat, shape=shape, count=masters)
    return said("macht.district", coat=coat, shape=shape)


def _guilds(n: Names, seats: tuple[Seat, ...]) -> list[str | None]:
    return [n.coat(seat) for seat in seats]


def _built(n: Names, ev: e.DistrictBuilt) -> Said:
    site = "Site" if ev.site else ""
    guild = n.coat(ev.seat)
    if ev.special is None:
        district = district_said(ev.coat, ev.shape, ev.masters)
        return said(f"macht.DistrictBuilt{site}", guild=guild, district=district, space=ev.space)
    if ev.twin is None:
        return said(f"macht.ChurchBuilt{site}", guild=guild, letter=ev.special, space=ev.space)
    return said(f"macht.TwinChurchBuilt{site}", guild=guild, letter=ev.special, twins=[ev.space, ev.twin])


def _scored(_: Names, ev: e.TownScored) -> Said:
    ranks = [
        said(
            "macht.TownScored.rank",
            rank=r.rank,
            guild=r.coat,
            points=r.points,
            districts=r.districts,
            masters=r.masters,
        )
        for r in ev.ranking
    ]
    return said(
        "macht.TownScored" if ranks else "macht.TownScored.empty",
        town=ev.town,
        value=ev.value,
        fromGuilds=ev.parts.guild,
        fromChurches=ev.parts.church,
        fromCathedrals=ev.parts.cathedral,
        **({"ranks": ranks} if ranks else {}),
    )


def _revealed(n: Names, ev: e.CardsRevealed) -> Said:
    plays = {play.seat: play for play in ev.plays}
    shown = []
    for seat in ev.order:
        play = plays[seat]
        extra = {"influence": play.influence} if play.influence else {}
        name = "macht.CardsRevealed.withInfluence" if extra else "macht.CardsRevealed.play"
        shown.append(said(name, guild=n.coat(seat), card=play.action_card, **extra))
    return said("macht.CardsRevealed", choices=shown)


def _final(n: Names, ev: e.FinalResult) -> Said:
    totals = [said("macht.FinalResult.total", guild=n.coat(seat), points=total) for seat, total in enumerate(ev.totals)]
    name = "macht.FinalResult" if len(ev.winners) == 1 else "macht.FinalResult.shared"
    return said(name, totals=totals, winners=_guilds(n, ev.winners))


def _turn(n: Names, ev: e.TurnStarted) -> Said:
    if ev.card is not None:
        return said("macht.TurnStarted.card", guild=n.coat(ev.seat), card=ev.card)
    return said("macht.TurnStarted", turn=ev.turn, guild=n.coat(ev.seat))


def _exhausted(n: Names, ev: e.GoldenPileExhausted) -> Said:
    if ev.seat_without_card is None:
        return said("macht.GoldenPileExhausted")
    return said("macht.GoldenPileExhausted.without", guild=n.coat(ev.seat_without_card))


def _round_ended(_: Names, ev: e.RoundEnded) -> Said:
    return said("macht.RoundEnded", round=ev.round, free=ev.free_spaces, golden=ev.gold_left.A + ev.gold_left.B)


def _forfeited(n: Names, ev: e.ActionForfeited) -> Said:
    return said("macht.ActionForfeited", guild=n.coat(ev.seat), card=ev.card, reason=said(f"macht.forfeit.{ev.reason}"))


_SAID: dict[type[Event], Callable[[Names, Any], Said]] = {
    e.GameCreated: lambda _, ev: said("macht.GameCreated", players=ev.players, board=ev.board_version),
    e.GuildChosen: lambda _, ev: said("macht.GuildChosen", seat=ev.seat, guild=ev.guild),
    e.InfluencedGuildAssigned: lambda _, ev: said("macht.InfluencedGuildAssigned", seat=ev.seat, guild=ev.guild),
    e.GameStarted: lambda n, ev: said(
        "macht.GameStarted", towns=list(ev.towns_in_play), guild=n.coat(ev.starting_seat)
    ),
    e.TownCentrePlaced: lambda _, ev: said("macht.TownCentrePlaced", town=ev.town, coat=ev.coat),
    e.RoundStarted: lambda n, ev: said("macht.RoundStarted", round=ev.round, guild=n.coat(ev.starting_seat)),
    e.GoldenCardDrawn: lambda n, ev: said("macht.GoldenCardDrawn", guild=n.coat(ev.seat), back=ev.back),
    e.GoldenCardRemoved: lambda n, ev: said("macht.GoldenCardRemoved", town=n.card_town(ev.card)),
    e.GoldenPileExhausted: _exhausted,
    e.CardCommitted: lambda n, ev: said("macht.CardCommitted", guild=n.coat(ev.seat)),
    e.CardsRevealed: _revealed,
    e.TurnStarted: _turn,
    e.GoldenCardRevealed: lambda n, ev: said("macht.GoldenCardRevealed", guild=n.coat(ev.seat), card=ev.card),
    e.ScoringStarted: lambda _, ev: said("macht.ScoringStarted", round=ev.round),
    e.RoundEnded: _round_ended,
    e.CardPlayed: lambda n, ev: said("macht.CardPlayed", guild=n.coat(ev.seat), card=ev.action_card),
    e.InfluenceCardDrawn: lambda n, ev: said(
        "macht.InfluenceCardDrawn", guild=n.coat(ev.seat), card=ev.card, owner=n.card_guild(ev.card)
    ),
    e.InfluenceCardRemoved: lambda n, ev: said("macht.InfluenceCardRemoved", town=n.card_town(ev.card)),
    e.InfluencePileReshuffled: lambda _, ev: said("macht.InfluencePileReshuffled", influence=ev.count),
    e.TurnEnded: lambda _, ev: said("macht.TurnEnded", turn=ev.turn),
    e.DistrictBuilt: _built,
    e.SpacesOpened: lambda _, ev: said("macht.SpacesOpened", letter=ev.special, spaces=list(ev.spaces)),
    e.SpaceRemoved: lambda _, ev: said("macht.SpaceRemoved", space=ev.space),
    e.SiteCompleted: lambda n, ev: said("macht.SiteCompleted", guild=n.coat(ev.seat), coat=ev.coat, space=ev.space),
    e.CardsPickedUp: lambda n, ev: said("macht.CardsPickedUp", guild=n.coat(ev.seat), cards=len(ev.cards)),
    e.InfluenceGained: lambda n, ev: said("macht.InfluenceGained", guild=n.coat(ev.seat), now=ev.hand_count),
    e.CathedralBuilt: lambda n, ev: said("macht.CathedralBuilt", guild=n.coat(ev.seat), space=ev.space),
    e.GuildMasterPlaced: lambda n, ev: said("macht.GuildMasterPlaced", guild=n.coat(ev.seat), space=ev.space),
    e.ActionForfeited: _forfeited,
    e.SpaceCovered: lambda _, ev: said(
        "macht.SpaceCovered", spaces=list(ev.spaces), reason=said(f"macht.cover.{ev.reason}")
    ),
    e.TownScored: _scored,
    e.TownCardsRemoved: lambda _, ev: said("macht.TownCardsRemoved", cards=len(ev.cards), town=ev.town),
    e.GameEnded: lambda _, ev: said("macht.GameEnded", reason=said(f"macht.end.{ev.reason}")),
    e.InfluenceBonusAwarded: lambda n, ev: said(
        "macht.InfluenceBonusAwarded", most=ev.count, holders=_guilds(n, ev.seats), points=ev.points
    ),
    e.FinalResult: _final,
}
