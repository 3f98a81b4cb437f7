"""A player's command: guards first, then the facts, then all that follows without a choice."""

from collections.abc import Callable
from typing import Any

from domain.errors import Rejected, require
from domain.event import Event, Seat
from domain.fairness import Chance
from domain.macht.actions import completable, permit_of
from domain.macht.board.plan import CHURCH, GREY
from domain.macht.building import check_build
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
from domain.macht.events import (
    CardCommitted,
    CardPlayed,
    CathedralBuilt,
    Choice,
    DistrictBuilt,
    GuildMasterPlaced,
    SiteCompleted,
    SpaceRemoved,
    SpacesOpened,
)
from domain.macht.legal import can_draw
from domain.macht.play import duel, round
from domain.macht.play.story import Story
from domain.macht.state import Acting, Duel, State
from domain.sealed import Context, seal


def decide(state: State, seat: Seat, command: Command, context: Context, chance: Chance) -> list[Event]:
    story = Story(state)
    story.tell(*_ANSWERS[type(command)](state, seat, command, context))
    if state.duel is None:
        round.proceed(story, context)
    else:
        duel.proceed(story, draws=isinstance(command, DrawInfluenceCard), context=context, chance=chance)
    return story.events


def check(state: State, seat: Seat, command: Command) -> None:
    """Refuse what `decide` would refuse. For commands on the board, which need no salt."""
    _ANSWERS[type(command)](state, seat, command, Context(0, ""))


def _commit(state: State, seat: Seat, command: CommitCards, context: Context) -> list[Event]:
    require(state.stage == "choosing", "wrongPhase", "R4.2", "Cards are not being chosen now.")
    require(state.choices[seat] is None, "alreadyChosen", "R4.2", "You have chosen already; a choice is final.")
    player = state.seats[seat]
    in_hand = command.action_card in player.hand
    require(in_hand, "cardNotInHand", "R4.2", f"The action card {command.action_card!r} is not in your hand.")
    enough = 0 <= command.influence <= player.influence
    require(enough, "notEnoughInfluence", "R4.2", f"You have only {player.influence} influence cards.")
    choice = seal(Choice(command.action_card, command.influence), seat, context.salt("choice"))
    return [CardCommitted(state.round, seat, choice)]


def _acting(state: State, seat: Seat, kinds: tuple[str, ...], what: str) -> Acting:
    """The card this seat is carrying out, if it is one of these kinds."""
    acting = state.acting
    if acting is None:
        raise Rejected("wrongPhase", "R4.4", "No card is being carried out now.")
    require(acting.seat == seat, "notYourTurn", "R4.4", "It is not your turn.")
    fits = state.plan.cards[acting.card].type in kinds
    require(fits, "wrongPhase", "R4.4", f"The card {acting.card} does not {what}.")
    return acting


def _build(state: State, seat: Seat, command: BuildDistrict, _: Context) -> list[Event]:
    acting = _acting(state, seat, ("town", "site"), "build districts")
    permit = permit_of(state, acting)
    assert permit is not None
    check_build(state, permit, command)
    plan = state.plan
    number, bit = plan.place[command.space]
    town_plan = plan.towns[number]
    place = town_plan.places[bit]
    twin = town_plan.places[town_plan.pair_of[bit].second].id if command.special == "D" else None
    built = DistrictBuilt(
        seat=seat,
        town=town_plan.id,
        space=place.id,
        coat=command.coat,
        shape="square" if twin else place.shape,  # type: ignore[arg-type]
        masters=command.masters,
        site=permit.as_site,
        by=acting.source,
        special=command.special,  # type: ignore[arg-type]
        twin=twin,
    )
    if command.special is None:
        return [built]
    if twin is not None:
        return [built, SpaceRemoved(town_plan.id, twin)]
    return [built, SpacesOpened(town_plan.id, place.id, town_plan.names(town_plan.opens[bit]), built.special or "A")]


def _complete(state: State, seat: Seat, command: CompleteSite, _: Context) -> list[Event]:
    acting = _acting(state, seat, ("town",), "complete building sites")
    permit = permit_of(state, acting)
    assert permit is not None
    number, bit = _place(state, command.space)
    town, town_plan = state.towns[number], state.plan.towns[number]
    require(number in permit.towns, "wrongTown", permit.rule, f"This card is not for {town_plan.title}.")
    require(town.sites >> bit & 1, "noSiteHere", "R6.1", f"No building site lies on {command.space}.")
    coat = next(number for number, mask in enumerate(town.coats) if mask >> bit & 1)
    allowed = completable(state, permit) >> bit & 1
    require(allowed, "coatNotAllowed", permit.rule, f"This card does not complete {state.plan.coats[coat]} districts.")
    return [SiteCompleted(seat, town_plan.id, command.space, state.plan.coats[coat], acting.source)]


def _cathedral(state: State, seat: Seat, command: BuildCathedral, _: Context) -> list[Event]:
    _acting(state, seat, ("cathedral",), "build cathedrals")
    number, bit = _place(state, command.space)
    town = state.towns[number]
    require(town.coats[CHURCH] >> bit & 1, "notChurch", "R7.5", f"No church district lies on {command.space}.")
    require(not town.cathedrals >> bit & 1, "alreadyCathedral", "R7.5", f"{command.space} has a cathedral already.")
    return [CathedralBuilt(seat, state.plan.towns[number].id, command.space)]


def _master(state: State, seat: Seat, command: PlaceGuildMaster, _: Context) -> list[Event]:
    _acting(state, seat, ("master",), "place guild masters")
    number, bit = _place(state, command.space)
    town = state.towns[number]
    mine = state.seats[seat].guild
    coat = next((coat for coat in (mine, GREY) if town.coats[coat] >> bit & 1), None)
    if coat is None:
        raise Rejected("notOwnOrGrey", "R7.6", f"No district of your own or of the grey guild lies on {command.space}.")
    here = town.one_printed >> bit & 1 or 2 * (town.two_printed >> bit & 1)
    now = here + dict(town.placed).get(bit, 0) + 1
    return [GuildMasterPlaced(seat, state.plan.towns[number].id, command.space, state.plan.coats[coat], now)]


def _place(state: State, space: str) -> tuple[int, int]:
    """A place of an unscored town in play."""
    plan = state.plan
    require(space in plan.place, "unknownSpace", "R2.1", f"There is no space {space!r} on this board.")
    number, bit = plan.place[space]
    town, title = state.towns[number], plan.towns[number].title
    require(town.in_play, "townNotInPlay", "R11", f"{title} is not in play.")
    require(not town.scored, "townScored", "R5.1", f"{title} has already been scored.")
    return number, bit


def _turn(state: State, seat: Seat) -> Duel:
    if state.duel is None or state.stage != "turn" or state.acting is not None:
        raise Rejected("wrongPhase", "R12.3", "No card can be played now.")
    require(state.duel.seat == seat, "notYourTurn", "R12.3", "It is not your turn.")
    return state.duel


def _play(state: State, seat: Seat, command: PlayCard, _: Context) -> list[Event]:
    turn = _turn(state, seat)
    require(not turn.own_done, "wrongPhase", "R12.3", "You have played your own card this turn.")
    in_hand = command.action_card in state.seats[seat].hand
    require(in_hand, "cardNotInHand", "R12.3", f"The action card {command.action_card!r} is not in your hand.")
    return [CardPlayed(seat, command.action_card)]


def _draw(state: State, seat: Seat, _: DrawInfluenceCard, __: Context) -> list[Event]:
    turn = _turn(state, seat)
    require(not turn.influence_done, "wrongPhase", "R12.3", "You have taken your influence action this turn.")
    require(can_draw(turn), "wrongPhase", "R12.4", "No influence card is left.")
    return []


_ANSWERS: dict[type, Callable[[State, Seat, Any, Context], list[Event]]] = {
    CommitCards: _commit,
    BuildDistrict: _build,
    CompleteSite: _complete,
    BuildCathedral: _cathedral,
    PlaceGuildMaster: _master,
    PlayCard: _play,
    DrawInfluenceCard: _draw,
}
