"""How each event changes the state. No rule is asked: what is in the log has happened."""

from collections.abc import Callable
from typing import Any

from domain.event import Event
from domain.macht import events as e
from domain.macht.evolve import effects, scoring, setting_out, turns
from domain.macht.state import State


def evolve(state: State | None, event: Event) -> State:
    if state is None:
        return setting_out.created(event)
    return _CHANGES[type(event)](state, event)


def _unchanged(state: State, _: Event) -> State:
    return state


_CHANGES: dict[type[Event], Callable[[State, Any], State]] = {
    e.GuildChosen: setting_out.guild_chosen,
    e.InfluencedGuildAssigned: setting_out.influenced_assigned,
    e.GameStarted: setting_out.started,
    e.TownCentrePlaced: setting_out.centre_placed,
    e.RoundStarted: turns.round_started,
    e.GoldenCardDrawn: turns.golden_drawn,
    e.GoldenCardRemoved: turns.golden_removed,
    e.GoldenPileExhausted: _unchanged,
    e.CardCommitted: turns.committed,
    e.CardsRevealed: turns.revealed,
    e.TurnStarted: turns.turn_started,
    e.GoldenCardRevealed: turns.golden_revealed,
    e.ScoringStarted: _unchanged,
    e.RoundEnded: _unchanged,
    e.CardPlayed: turns.card_played,
    e.InfluenceCardDrawn: turns.influence_drawn,
    e.InfluenceCardRemoved: turns.influence_removed,
    e.InfluencePileReshuffled: turns.reshuffled,
    e.TurnEnded: turns.turn_ended,
    e.DistrictBuilt: effects.built,
    e.SpacesOpened: effects.opened,
    e.SpaceRemoved: effects.space_removed,
    e.SiteCompleted: effects.site_completed,
    e.CardsPickedUp: effects.picked_up,
    e.InfluenceGained: effects.influence_gained,
    e.CathedralBuilt: effects.cathedral_built,
    e.GuildMasterPlaced: effects.master_placed,
    e.ActionForfeited: effects.forfeited,
    e.SpaceCovered: scoring.covered,
    e.TownScored: scoring.scored,
    e.TownCardsRemoved: scoring.town_cards_removed,
    e.GameEnded: scoring.game_ended,
    e.InfluenceBonusAwarded: scoring.bonus,
    e.FinalResult: scoring.final,
}
