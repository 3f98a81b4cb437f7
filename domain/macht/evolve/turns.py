"""Rounds, turns and the cards that are chosen, drawn and played (R4, R12)."""

from msgspec.structs import replace

from domain.macht import events as e
from domain.macht.evolve.parts import duel_of, gold_of, put, with_seat
from domain.macht.state import Acting, State


def round_started(state: State, event: e.RoundStarted) -> State:
    return replace(
        state,
        stage="choosing",
        round=event.round,
        starting_seat=event.starting_seat,
        choices=(None,) * state.players,
        order=(),
        turns_taken=0,
    )


def golden_drawn(state: State, event: e.GoldenCardDrawn) -> State:
    gold = gold_of(state)
    gold = replace(gold, drawn=gold.drawn + 1, left=event.left, in_front=event.card, in_front_back=event.back)
    return replace(state, gold=gold)


def golden_removed(state: State, event: e.GoldenCardRemoved) -> State:
    gold = gold_of(state)
    gold = replace(gold, in_front=None, in_front_back=None, removed=(*gold.removed, event.card))
    return replace(state, gold=gold)


def committed(state: State, event: e.CardCommitted) -> State:
    return replace(state, choices=put(state.choices, event.seat, event.choice))


def revealed(state: State, event: e.CardsRevealed) -> State:
    seats = state.seats
    for play in event.plays:
        player = seats[play.seat]
        player = replace(
            player,
            hand=tuple(card for card in player.hand if card != play.action_card),
            played=(*player.played, play.action_card),
            influence=player.influence - play.influence,
            influence_spent=player.influence_spent + play.influence,
        )
        seats = put(seats, play.seat, player)
    return replace(state, stage="acting", seats=seats, order=event.order, choices=(None,) * state.players)


def turn_started(state: State, event: e.TurnStarted) -> State:
    if event.card is not None:
        acting = Acting(event.seat, event.card, "silver")
        return replace(state, acting=acting, turns_taken=state.turns_taken + 1)
    duel = replace(
        duel_of(state),
        turn=event.turn or 0,
        seat=event.seat,
        own_done=False,
        influence_done=False,
        built_something=False,
    )
    return replace(state, stage="turn", duel=duel)


def golden_revealed(state: State, event: e.GoldenCardRevealed) -> State:
    gold = replace(gold_of(state), in_front=None, in_front_back=None)
    return replace(state, gold=gold, acting=Acting(event.seat, event.card, "golden"))


def card_played(state: State, event: e.CardPlayed) -> State:
    player = state.seats[event.seat]
    hand = tuple(card for card in player.hand if card != event.action_card)
    player = replace(player, hand=hand, played=(*player.played, event.action_card))
    return replace(
        state,
        seats=with_seat(state, event.seat, player),
        acting=Acting(event.seat, event.action_card, "silver"),
        duel=replace(duel_of(state), own_done=True),
    )


def influence_drawn(state: State, event: e.InfluenceCardDrawn) -> State:
    duel = replace(duel_of(state), left=event.left, influence_done=True)
    return replace(state, duel=duel, acting=Acting(event.seat, event.card, "influence"))


def influence_removed(state: State, event: e.InfluenceCardRemoved) -> State:
    duel = duel_of(state)
    duel = replace(duel, influence_done=False, removed=(*duel.removed, event.card))
    return replace(state, duel=duel, acting=None)


def reshuffled(state: State, event: e.InfluencePileReshuffled) -> State:
    duel = duel_of(state)
    return replace(state, duel=replace(duel, piles=(*duel.piles, event.order), left=event.count, discard=()))


def turn_ended(state: State, event: e.TurnEnded) -> State:
    return replace(state, duel=replace(duel_of(state), quiet_turns=event.quiet_turns))
