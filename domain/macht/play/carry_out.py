"""Carrying out a card that leaves no choice, and the scoring step that both kinds of game share."""

from domain.event import Event
from domain.macht.actions import permit_of
from domain.macht.correcting import points, totals, winners
from domain.macht.covering import covers, remaining_covers
from domain.macht.events import (
    ActionForfeited,
    CardsPickedUp,
    EndReason,
    FinalResult,
    Forfeit,
    GameEnded,
    InfluenceGained,
    PileOpened,
)
from domain.macht.legal import has_option
from domain.macht.play.story import Story
from domain.macht.scoring import cards_leaving, free_spaces, full_towns, score_town
from domain.macht.state import Acting, State


def without_choice(state: State, acting: Acting) -> Event | None:
    """What the card in action does by itself: a pick-up, a gain, a forfeit. None if its player must choose."""
    kind = state.plan.cards[acting.card].type
    player = state.seats[acting.seat]
    if kind == "pickup":
        return CardsPickedUp(acting.seat, player.played, acting.source)
    if kind == "influence":
        return InfluenceGained(acting.seat, player.influence + 1)
    if has_option(state, acting):
        return None
    return ActionForfeited(acting.seat, acting.card, _why(state, acting))


def _why(state: State, acting: Acting) -> Forfeit:
    permit = permit_of(state, acting)
    if permit is None:
        kind = state.plan.cards[acting.card].type
        pieces = state.cathedrals_left if kind == "cathedral" else state.masters_left
        return "noTarget" if pieces else "noPieceLeft"
    if permit.as_site:
        return "noLegalBuild" if state.sites_left else "noSitePiece"
    return "noLegalBuild" if state.towns[permit.towns[0]].free else "townFull"


def cover_and_score(story: Story) -> None:
    """Covers, then every full town, in board order (R4.6a-b, R12.5)."""
    story.tell(*covers(story.state))
    for number in full_towns(story.state):
        story.tell(score_town(story.state, number))
        story.tell(*cards_leaving(story.state, number))


def end(story: Story, reason: EndReason) -> None:
    """All free spaces are covered, all remaining towns scored (R10.2)."""
    story.tell(GameEnded(reason, free_spaces(story.state)))
    story.tell(*remaining_covers(story.state))
    for number in full_towns(story.state):
        story.tell(score_town(story.state, number))


def result(state: State) -> FinalResult:
    piles = state.duel.piles if state.duel is not None else (state.gold.pile,) if state.gold is not None else ()
    openings = [pile.opening() for pile in piles]
    return FinalResult(
        guilds=points(state),
        totals=totals(state),
        winners=winners(totals(state)),
        reveal=tuple(PileOpened(opened.value, opened.salt) for opened in openings),
    )
