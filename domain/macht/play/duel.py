"""The turn of two players (R12): one own card and one influence card, in either order."""

from domain.event import Seat
from domain.fairness import Chance
from domain.macht.board.plan import CHURCH, GREY
from domain.macht.covering import fillable
from domain.macht.events import (
    EndReason,
    InfluenceCardDrawn,
    InfluenceCardRemoved,
    InfluencePileReshuffled,
    TurnEnded,
    TurnStarted,
)
from domain.macht.evolve.parts import duel_of
from domain.macht.legal import can_draw
from domain.macht.play.carry_out import cover_and_score, end, result, without_choice
from domain.macht.play.story import Story
from domain.macht.scoring import free_spaces
from domain.macht.state import State
from domain.sealed import Context, seal

QUIET_TURNS = 8
"""After so many turns in a row without a district laid or a site completed the game ends (R12.7)."""


def begin_turn(story: Story, turn: int, seat: Seat) -> None:
    story.tell(TurnStarted(seat, turn=turn))


def proceed(story: Story, *, draws: bool, context: Context, chance: Chance) -> None:
    """All that follows without a choice, until somebody is awaited or the game is over."""
    if draws:
        _draw(story, context, chance)
    if story.state.acting is not None:
        effect = without_choice(story.state, story.state.acting)
        if effect is None:
            return
        story.tell(effect)
    duel = duel_of(story.state)
    if duel.own_done and not can_draw(duel):
        _end_turn(story)


def _draw(story: Story, context: Context, chance: Chance) -> None:
    """Cards of scored towns leave the game; an empty pile is made anew from the discard (R12.4)."""
    while can_draw(duel_of(story.state)):
        state, duel = story.state, duel_of(story.state)
        if duel.left == 0:
            order = chance.shuffle(f"influence/{len(duel.piles)}", sorted(duel.discard))
            sealed = seal(order, None, context.salt(f"influence-{len(duel.piles)}"))
            story.tell(InfluencePileReshuffled(len(order), sealed))
            continue
        pile = duel.piles[-1].read()
        drawn = pile[len(pile) - duel.left]
        story.tell(InfluenceCardDrawn(duel.seat, drawn, duel.left - 1))
        town = state.plan.cards[drawn].town
        if town is None or not state.towns[state.plan.town_number[town]].scored:
            return
        story.tell(InfluenceCardRemoved(drawn, "town scored"))


def _end_turn(story: Story) -> None:
    duel = duel_of(story.state)
    cover_and_score(story)
    quiet = 0 if duel.built_something else duel.quiet_turns + 1
    story.tell(TurnEnded(duel.turn, quiet))
    reason = _end_reason(story.state, quiet)
    if reason is None:
        begin_turn(story, duel.turn + 1, (duel.seat + 1) % 2)
        return
    end(story, reason)
    story.tell(result(story.state))


def _end_reason(state: State, quiet_turns: int) -> EndReason | None:
    """No space left; none that the players' own guilds, grey or church could ever take; or nobody builds (R12.6-7)."""
    if free_spaces(state) == 0:
        return "boardFull"
    coats = (*(player.guild for player in state.seats), GREY, CHURCH)
    unscored = [number for number, town in enumerate(state.towns) if town.can_be_built_in]
    if not any(any(fillable(state, number, coats)) for number in unscored):
        return "onlyInfluencedGuilds"
    return "stall" if quiet_turns >= QUIET_TURNS else None
