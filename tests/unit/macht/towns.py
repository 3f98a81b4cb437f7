"""Drawing towns. A picture or a list becomes a state by folding the events that would have laid it.

A picture has one mark for each cell inside the wall:

    R red   G green   Y yellow   B blue   N grey   C church; a small letter is a building site
    1 2 printed masters, * a guild master put there, + a cathedral: on any cell of the district
    . free   x covered   # the centre   - outside the wall

A list names what lies on a space: {1: "red", 2: "grey 2m", "6a": "church site cathedral", 5: "church D", 9: "cover"}.
A town that the rules could not have brought about cannot be drawn.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple, TypeVar

import pytest
from msgspec.structs import replace

from domain.errors import Rejected
from domain.event import Event, Seat
from domain.fairness import Chance
from domain.macht import RULES
from domain.macht.actions import Permit
from domain.macht.board import standard
from domain.macht.board.plan import SHAPE_NAMES
from domain.macht.building import check_build
from domain.macht.commands import BuildDistrict, Command, CommitCards, PlayCard
from domain.macht.decide import decide
from domain.macht.events import (
    CathedralBuilt,
    DistrictBuilt,
    GameCreated,
    GameStarted,
    GoldenCardDrawn,
    GoldLeft,
    GuildChosen,
    GuildMasterPlaced,
    InfluencedGuildAssigned,
    RoundStarted,
    SpaceCovered,
    SpaceRemoved,
    SpacesOpened,
    TownCentrePlaced,
    TurnStarted,
)
from domain.macht.evolve import evolve
from domain.macht.legal import legal, to_act
from domain.macht.scoring import cards_leaving, score_town
from domain.macht.state import State, Town
from domain.sealed import Context, canonical, seal

E = TypeVar("E", bound=Event)
Drawn = str | Mapping[int | str, str]

GUILDS = ("red", "green", "yellow", "blue")
LETTERS = {"R": "red", "G": "green", "Y": "yellow", "B": "blue", "N": "grey", "C": "church"}
MARKS = {"1": "1m", "2": "2m", "*": "master", "+": "cathedral"}
CONTEXT = Context(0, "c0" * 32)
CHANCE = Chance("5e" * 32, ())
SALT = "5a" * 32

RULEBOOK_EXAMPLE = """
    - G B B B -
    R G N 1 C G
    R G # # C 1
    R Y # # N N
    g Y 1 C + N
    g B 1 C B 1
    - B Y 2 Y B
"""
"""A full town that the rules allow, with the counts of RULES.md §14.2: one of its 14 districts is unfinished."""


class Told(NamedTuple):
    """What came of an action: the events, and the state after them."""

    state: State
    events: list[Event]

    def all(self, kind: type[E]) -> list[E]:
        return [event for event in self.events if isinstance(event, kind)]

    def one(self, kind: type[E]) -> E:
        (event,) = self.all(kind)
        return event


def fold(state: State | None, events: Iterable[Event]) -> State:
    for event in events:
        state = evolve(state, event)
    assert state is not None
    return state


def game(players: int = 4, *, pile: tuple[str, ...] = (), out: str = "blue") -> State:
    """A game at its first choice (of two: its first turn), seat 0 starting, these cards on top of the pile.

    Seats play red, green, yellow, blue in this order; of three, `out` is the guild left out.
    """
    board = standard()
    guilds = GUILDS[:2] if players == 2 else tuple(guild for guild in GUILDS if players == 4 or guild != out)
    rest = [guild for guild in GUILDS if guild not in guilds]
    towns = [town for town in board.towns if players == 2 or town.owner not in rest]
    names = tuple(town.id for town in towns)
    if players == 2:
        cards = [c.id for c in board.components.silver_cards if c.guild in rest and c.type in ("town", "site")]
    else:
        cards = [c.id for c in board.components.golden_cards if c.town is None or c.town in names]
    order = (*pile, *(card for card in cards if card not in pile))
    started = GameStarted(
        towns_in_play=names,
        guilds_in_play=GUILDS if players == 2 else guilds,
        starting_seat=0,
        pile=seal(order, None, SALT),
        gold_counts=None if players == 2 else GoldLeft(14, len(order) - 14),
        influence_pile_count=len(order) if players == 2 else None,
    )
    events: list[Event] = [
        GameCreated(players, 1, "standard"),
        *(GuildChosen(seat, guild) for seat, guild in enumerate(guilds)),
        *(InfluencedGuildAssigned(seat, guild) for seat, guild in enumerate(rest) if players == 2),
        started,
        *(TownCentrePlaced(town.id, town.centre.id, town.owner, town.centre.masters) for town in towns),
    ]
    if players == 2:
        return fold(None, [*events, TurnStarted(0, turn=1)])
    return in_front(fold(None, [*events, RoundStarted(1, 0)]), order[0])


def in_front(state: State, card: str) -> State:
    """The starting player has drawn this golden card."""
    assert state.gold is not None
    back, left = state.plan.cards[card].pile, state.gold.left
    assert back is not None
    left = GoldLeft(left.A - (back == "A"), left.B - (back == "B"))
    return evolve(state, GoldenCardDrawn(1, state.starting_seat, back, left, seal(card, state.starting_seat, SALT)))


# Towns


def lay(state: State, town: str, drawn: Drawn) -> State:
    """The state with this town drawn into it."""
    return laid(state, town, drawn).state


def laid(state: State, town: str, drawn: Drawn) -> Told:
    """A town drawn, with the events that have laid it."""
    told: list[Event] = []
    words = _read(town, drawn) if isinstance(drawn, str) else {f"{town}-{key}": value for key, value in drawn.items()}
    covered = tuple(space for space, what in words.items() if what == "cover")
    pending = {space: set(what.split()) for space, what in words.items() if what != "cover"}
    pieces = {space: what.split().count("master") for space, what in words.items()}
    while pending:
        waiting, why = len(pending), None
        for space, what in list(pending.items()):
            try:
                events = _district(state, town, space, what, pieces[space])
                state = fold(state, events)
                told += events
                del pending[space]
            except Rejected as refusal:
                why = refusal
        assert len(pending) < waiting, f"This town cannot be drawn: {why}"
    covers = [SpaceCovered(town, covered, "reach")] if covered else []
    return Told(fold(state, covers), told + covers)


def brugge(drawn: Drawn, players: int = 4) -> State:
    """A game in which only Brugge has been built in."""
    return lay(game(players), "brugge", drawn)


def town_of(state: State, name: str = "brugge") -> Town:
    return state.towns[state.plan.town_number[name]]


def _read(town: str, picture: str) -> dict[str, str]:
    marks = {(x, y): mark for y, row in enumerate(picture.strip().splitlines()) for x, mark in enumerate(row.split())}
    plan = next(each for each in standard().towns if each.id == town)
    inside = {cell for place in (plan.centre, *plan.spaces) for cell in place.cells}
    wrong = [cell for cell, mark in marks.items() if (cell in inside) == (mark == "-")]
    assert not wrong, f"This is not the outline of {town}: look at {wrong}."
    drawn = {space.id: "".join(sorted(marks[cell] for cell in space.cells)) for space in plan.spaces}
    return {space: _word(space, text) for space, text in drawn.items() if set(text) != {"."}}


def _word(space: str, marks: str) -> str:
    if set(marks) == {"x"}:
        return "cover"
    letters = {mark for mark in marks if mark.isalpha()}
    assert len(letters) == 1, f"One coat of arms for {space}, not {marks!r}."
    letter = letters.pop()
    site = ["site"] if letter.islower() else []
    return " ".join([LETTERS[letter.upper()], *site, *(MARKS[mark] for mark in marks if mark in MARKS)])


def _district(state: State, town: str, space: str, what: set[str], pieces: int) -> list[Event]:
    plan = state.plan
    coat = next(iter(what & set(plan.coats)))
    special = next(iter(what & set("ABCD")), None)
    masters = 2 if "2m" in what else int("1m" in what)
    anywhere = Permit(tuple(range(6)), tuple(range(6)), as_site="site" in what, may_complete=False, rule="R5")
    check_build(state, anywhere, BuildDistrict(space, coat, masters, special))
    number, bit = plan.place[space]
    town_plan = plan.towns[number]
    twin = town_plan.places[town_plan.pair_of[bit].second].id if special == "D" else None
    shape = "square" if twin else town_plan.places[bit].shape
    built = DistrictBuilt(0, town, space, coat, shape, masters, "site" in what, "silver", special, twin)
    events: list[Event] = [built]
    if twin:
        events.append(SpaceRemoved(town, twin))
    elif special:
        events.append(SpacesOpened(town, space, town_plan.names(town_plan.opens[bit]), special))
    if "cathedral" in what:
        events.append(CathedralBuilt(0, town, space))
    return events + [GuildMasterPlaced(0, town, space, coat, masters + n + 1) for n in range(pieces)]


def score(state: State, town: str = "brugge") -> Told:
    """This town is scored as it stands."""
    number = state.plan.town_number[town]
    events = [score_town(state, number), *cards_leaving(state, number)]
    return Told(fold(state, events), events)


# Stock


def stocked(state: State, left: Mapping[str, int], specials: str = "ABCD") -> State:
    """So many districts left of each kind named: "red", "bar", "grey bend 1m"; "all" is every kind. Later ones win."""
    stock = list(state.stock)
    for what, number in left.items():
        words = set(what.split()) - {"all"}
        for kind, (coat, shape, masters) in enumerate(state.plan.kinds):
            if words <= {state.plan.coats[coat], SHAPE_NAMES[shape], f"{masters}m"}:
                stock[kind] = number
    return replace(state, stock=tuple(stock), specials=tuple(specials))


# Playing


def act(state: State, seat: Seat, command: Command) -> Told:
    events = decide(state, seat, command, CONTEXT, CHANCE)
    return Told(fold(state, events), events)


def carry_out(state: State, card: str) -> Told:
    """This card is played: a silver one by its guild, a golden one by the starting player. All others pick up."""
    if state.duel is not None:
        return act(state, state.duel.seat, PlayCard(card))
    golden = state.plan.cards[card].guild is None
    if golden:
        state = in_front(state, card)
    told = Told(state, [])
    for seat in range(state.players):
        guild = state.plan.coats[state.seats[seat].guild]
        chosen = card if card.startswith(f"{guild}-") else f"{guild}-pickup"
        after = act(told.state, seat, CommitCards(chosen))
        told = Told(after.state, told.events + after.events)
    return told


def acting(state: State, card: str) -> State:
    """The state in which this card is to be carried out and its player is asked how."""
    asked = carry_out(state, card).state
    assert asked.acting is not None, f"{card} asks for nothing."
    return asked


def options(state: State, card: str) -> list[Command]:
    """What the player of this card may do."""
    asked = acting(state, card)
    (seat,) = to_act(asked)
    return legal(asked, seat)


def spaces_for(state: State, card: str, coat: str) -> set[str]:
    """The spaces on which this card may lay an ordinary district of a coat, without the town's name."""
    builds = [each for each in options(state, card) if isinstance(each, BuildDistrict) and each.special is None]
    return {build.space.split("-")[1] for build in builds if build.coat == coat}


def refused(state: State, seat: Seat, command: Command) -> Rejected:
    """The host's refusal, after which nothing has changed."""
    before = canonical(state)
    with pytest.raises(Rejected) as refusal:
        decide(state, seat, command, CONTEXT, CHANCE)
    assert canonical(state) == before
    return refusal.value


def random_game(players: int, seed: int, options: Mapping[str, object] | None = None) -> Iterable[Told]:
    """A game of random bots with a fixed die: what was told, commit by commit, the set-up first."""
    chance = Chance(f"{seed:064x}", (None,) * players)
    events = RULES.setup(dict(options or {"board": "standard"}), [None] * players, chance, CONTEXT)
    state = fold(None, events)
    yield Told(state, events)
    move = 0
    while awaited := to_act(state):
        for seat in awaited:
            moves = legal(state, seat)
            move += 1
            command = moves[chance.below(f"die/{move}", len(moves))]
            events = decide(state, seat, command, Context(0, f"{move:064x}"), chance)
            state = fold(state, events)
            yield Told(state, events)
