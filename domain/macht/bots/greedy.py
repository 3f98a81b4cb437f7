"""A bot that looks one move ahead: what would this do to the standings of its town, if it were scored now?"""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from domain.event import Seat
from domain.macht.actions import Permit, permit_of
from domain.macht.board.plan import CHURCH, GREY, CoatNumber
from domain.macht.building import open_to, pair_open
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
from domain.macht.scoring import presence, rank, town_value
from domain.macht.state import Acting, State, Town

SITE_DISCOUNT = 0.5
"""A building site is worth what it would be when completed, for half of them are."""
CARD_BACK = 0.15
"""What having one more card to choose from is worth, in points."""
A_PASS = -3.0
"""Picking up nothing but the pick-up card: only if everything else helps the others more."""
SPECIAL_CHURCH = 0.05
"""There is only one of each: of two equal districts the special one is laid."""
WORTH_AN_INFLUENCE_CARD = 5.0
DRAW_FIRST = 1.0

_GHOST = 1 << 40
"""A place outside every town: a district there counts, wherever it will lie."""


def greedy(state: State, seat: Seat, legal: Sequence[Command], die: int) -> Command:
    judge = _Judge(state, seat)
    best, ties = float("-inf"), []
    for command in legal:
        worth = judge.worth(command)
        if worth > best:
            best, ties = worth, [command]
        elif worth == best:
            ties.append(command)
    return ties[die % len(ties)]


class _Judge:
    """Weighs commands; the same kind of district in the same town is weighed once."""

    def __init__(self, state: State, seat: Seat) -> None:
        self.state = state
        self.seat = seat
        self._margins: dict[int, float] = {}
        self._builds: dict[tuple[int, CoatNumber, int, str | None], float] = {}
        self._cards: dict[str, float] = {}

    def worth(self, command: Command) -> float:
        match command:
            case CommitCards(card, influence):
                gain = self._card(card)
                wanted = 1 if gain >= WORTH_AN_INFLUENCE_CARD else 0
                return gain - abs(influence - wanted) * 0.01
            case PlayCard(card):
                return self._card(card)
            case DrawInfluenceCard():
                return DRAW_FIRST
            case BuildDistrict(space, coat, masters, special):
                number = self.state.plan.place[space][0]
                return self._build(number, self.state.plan.coat_number[coat], masters, special)
            case CompleteSite(space):
                return self._with_site_done(space)
            case BuildCathedral(space):
                return self._with_cathedral(space)
            case PlaceGuildMaster(space):
                return self._with_master(space)

    def _margin(self, town: Town) -> float:
        """This seat's points in the town less the mean of the others', as it stands."""
        guilds = [presence(town, coat) for coat in range(GREY + 1)]
        points = [prize for _, prize in rank(guilds, town_value(town))]
        totals = [
            points[player.guild] + (0 if player.influenced is None else points[player.influenced])
            for player in self.state.seats
        ]
        mine = totals[self.seat]
        return mine - (sum(totals) - mine) / (len(totals) - 1)

    def _now(self, number: int) -> float:
        if number not in self._margins:
            self._margins[number] = self._margin(self.state.towns[number])
        return self._margins[number]

    def _build(self, number: int, coat: CoatNumber, masters: int, special: str | None) -> float:
        key = (number, coat, masters, special)
        if key not in self._builds:
            town = self.state.towns[number]
            coats = list(town.coats)
            coats[coat] |= _GHOST
            after = replace(
                town,
                built=town.built | _GHOST,
                coats=tuple(coats),
                one_printed=town.one_printed | (_GHOST if masters == 1 else 0),
                two_printed=town.two_printed | (_GHOST if masters == 2 else 0),
            )
            extra = SPECIAL_CHURCH if special else 0.0
            self._builds[key] = self._margin(after) - self._now(number) + extra
        return self._builds[key]

    def _with_site_done(self, space: str) -> float:
        number, bit = self.state.plan.place[space]
        town = self.state.towns[number]
        return self._margin(replace(town, sites=town.sites & ~(1 << bit))) - self._now(number)

    def _with_cathedral(self, space: str) -> float:
        number, bit = self.state.plan.place[space]
        town = self.state.towns[number]
        return self._margin(replace(town, cathedrals=town.cathedrals | 1 << bit)) - self._now(number)

    def _with_master(self, space: str) -> float:
        number, bit = self.state.plan.place[space]
        town = self.state.towns[number]
        placed = dict(town.placed)
        placed[bit] = placed.get(bit, 0) + 1
        own = 0.1 if town.coats[self.state.seats[self.seat].guild] >> bit & 1 else 0.0
        return self._margin(replace(town, placed=tuple(placed.items()))) - self._now(number) + own

    def _card(self, card_id: str) -> float:
        """The best that a card could do if it were carried out now."""
        if card_id not in self._cards:
            permit = permit_of(self.state, Acting(self.seat, card_id, "silver"))
            if permit is None:
                played = len(self.state.seats[self.seat].played)
                self._cards[card_id] = CARD_BACK * played if played else A_PASS
            else:
                worths = [*self._possible(permit), *self._completions(permit)]
                worth = max(worths, default=-1.0)
                self._cards[card_id] = worth * SITE_DISCOUNT if permit.as_site and worth > 0 else worth
        return self._cards[card_id]

    def _possible(self, permit: Permit) -> Iterable[float]:
        state, plan = self.state, self.state.plan
        if permit.as_site and not state.sites_left:
            return
        for number in permit.towns:
            town, town_plan = state.towns[number], plan.towns[number]
            if not town.can_be_built_in:
                continue
            for coat in permit.coats:
                spaces = open_to(town, coat)
                for shape, kinds in enumerate(plan.kinds_of[coat]):
                    if spaces & town_plan.by_shape[shape]:
                        yield from (self._build(number, coat, plan.kinds[k][2], None) for k in kinds if state.stock[k])
            fits_d = "D" in state.specials and any(pair_open(town, town_plan, p.first) for p in town_plan.pairs)
            if fits_d and CHURCH in permit.coats:
                yield self._build(number, CHURCH, 0, "D")

    def _completions(self, permit: Permit) -> Iterable[float]:
        if not permit.may_complete:
            return
        number = permit.towns[0]
        town, places = self.state.towns[number], self.state.plan.towns[number].places
        for coat in permit.coats:
            for bit, place in enumerate(places):
                if town.coats[coat] & town.sites & (1 << bit):
                    yield self._with_site_done(place.id)
