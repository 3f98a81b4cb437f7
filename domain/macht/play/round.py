"""The round of three and four players (R4), from the reveal to the next choice or the end (R10)."""

from domain.event import Seat
from domain.macht.events import (
    CardsRevealed,
    EndReason,
    GoldenCardDrawn,
    GoldenCardRemoved,
    GoldenCardRevealed,
    GoldenPileExhausted,
    GoldLeft,
    InfluenceBonusAwarded,
    Play,
    RoundEnded,
    RoundStarted,
    ScoringStarted,
    TurnStarted,
)
from domain.macht.evolve.parts import gold_of
from domain.macht.play.carry_out import cover_and_score, end, result, without_choice
from domain.macht.play.story import Story
from domain.macht.scoring import free_spaces
from domain.macht.state import State
from domain.sealed import Context, seal

INFLUENCE_BONUS = 3


def begin(story: Story, number: int, starting_seat: Seat, context: Context) -> None:
    story.tell(RoundStarted(number, starting_seat))
    _draw_golden_card(story, context)


def proceed(story: Story, context: Context) -> None:
    """All that follows without a choice, until somebody is awaited or the game is over."""
    if story.state.stage == "choosing" and all(story.state.choices):
        story.tell(reveal(story.state))
    while story.state.stage == "acting":
        state = story.state
        if state.acting is not None:
            effect = without_choice(state, state.acting)
            if effect is None:
                return
            story.tell(effect)
        elif state.turns_taken < state.players:
            seat = state.order[state.turns_taken]
            story.tell(TurnStarted(seat, source="silver", card=state.seats[seat].played[-1]))
        elif (golden := gold_of(state).in_front) is not None:
            opened = golden.opening()
            story.tell(GoldenCardRevealed(state.starting_seat, opened.value, opened.salt))
        else:
            _finish_round(story, context)


def reveal(state: State) -> CardsRevealed:
    """More cards first; ties by clockwise distance from the starting player, himself first (R4.3)."""
    plays = []
    for seat, choice in enumerate(state.choices):
        assert choice is not None
        opened = choice.opening()
        plays.append(Play(seat, opened.value.action_card, opened.value.influence, opened.salt))
    return CardsRevealed(tuple(plays), order_of_play([play.influence for play in plays], state.starting_seat))


def order_of_play(influence: list[int], starting_seat: Seat) -> tuple[Seat, ...]:
    seats = range(len(influence))
    return tuple(sorted(seats, key=lambda seat: (-influence[seat], (seat - starting_seat) % len(influence))))


def _draw_golden_card(story: Story, context: Context) -> None:
    """Cards of scored towns are shown and removed, and another is drawn, as often as needed (R4.1)."""
    while True:
        state, gold = story.state, gold_of(story.state)
        if gold.left.A + gold.left.B == 0:
            story.tell(GoldenPileExhausted(state.round, state.starting_seat))
            return
        drawn = gold.pile.read()[gold.drawn]
        card = state.plan.cards[drawn]
        left = GoldLeft(gold.left.A - (card.pile == "A"), gold.left.B - (card.pile == "B"))
        sealed = seal(drawn, state.starting_seat, context.salt(f"golden-{gold.drawn}"))
        story.tell(GoldenCardDrawn(state.round, state.starting_seat, card.pile or "A", left, sealed))
        if card.town is None or not state.towns[state.plan.town_number[card.town]].scored:
            break
        opened = sealed.opening()
        story.tell(GoldenCardRemoved(state.starting_seat, opened.value, opened.salt, "town scored"))
    if left.A + left.B == 0:
        story.tell(GoldenPileExhausted(state.round))


def _finish_round(story: Story, context: Context) -> None:
    state = story.state
    story.tell(ScoringStarted(state.round))
    cover_and_score(story)
    reason = _end_reason(story.state)
    following = (state.starting_seat + 1) % state.players
    left = gold_of(state).left
    story.tell(RoundEnded(state.round, free_spaces(story.state), left, None if reason else following))
    if reason is None:
        begin(story, state.round + 1, following, context)
        return
    end(story, reason)
    if (bonus := influence_bonus(story.state)) is not None:
        story.tell(bonus)
    story.tell(result(story.state))


def _end_reason(state: State) -> EndReason | None:
    left = gold_of(state).left
    full, exhausted = free_spaces(state) <= 1, left.A + left.B == 0
    if full and exhausted:
        return "both"
    return "boardFull" if full else "goldExhausted" if exhausted else None


def influence_bonus(state: State) -> InfluenceBonusAwarded | None:
    """Whoever has the most influence cards in hand, at least one (R10.3)."""
    most = max(player.influence for player in state.seats)
    if most == 0:
        return None
    seats = tuple(seat for seat, player in enumerate(state.seats) if player.influence == most)
    return InfluenceBonusAwarded(seats, INFLUENCE_BONUS, most)
