"""The districts of a town that count, guild by guild, and what the rules of scoring make of them."""

import msgspec

from domain.macht.board.plan import CHURCH
from domain.macht.explain.facts import District, TownFacts, in_order
from domain.macht.scoring import CHURCH_WORTH, Presence, rank
from domain.macht.state import State


class Guild(msgspec.Struct, frozen=True):
    """A guild in a town. It takes no place (0) where it has no finished district."""

    coat: str
    districts: tuple[District, ...]
    printed: int
    placed: int
    place: int
    points: int

    @property
    def presence(self) -> Presence:
        return Presence(len(self.districts), self.printed + self.placed)

    @property
    def spaces(self) -> tuple[str, ...]:
        return spaces_of(self.districts)

    @property
    def events(self) -> tuple[int, ...]:
        return in_order([*events_of(self.districts), *(n for each in self.districts for n in each.masters_in)])


class Counted(msgspec.Struct, frozen=True):
    guilds: tuple[Guild, ...]
    """Every guild in play, best first; those without a finished district last."""
    churches: tuple[District, ...]
    value: int


def counted(state: State, facts: TownFacts) -> Counted:
    plan = state.plan
    in_board_order = sorted(facts.districts.values(), key=lambda district: plan.place[district.space][1])
    finished = [district for district in in_board_order if district.is_finished]
    churches = tuple(district for district in finished if district.coat == plan.coats[CHURCH])
    value = sum(worth(district, plan.coats[CHURCH]) for district in finished)
    there = [
        Guild(plan.coats[coat], of_guild, sum(d.masters for d in of_guild), sum(len(d.placed) for d in of_guild), 0, 0)
        for coat in state.coats_in_play
        if coat != CHURCH
        for of_guild in [tuple(district for district in finished if district.coat == plan.coats[coat])]
    ]
    ranks = rank([guild.presence for guild in there], value)
    guilds = [
        msgspec.structs.replace(guild, place=place, points=points)
        for guild, (place, points) in zip(there, ranks, strict=True)
    ]
    guilds.sort(key=lambda guild: (not guild.place, guild.place))
    return Counted(tuple(guilds), churches, value)


def worth(district: District, church: str) -> int:
    """What a finished district adds to the value of its town (R9.1)."""
    return CHURCH_WORTH + (district.cathedral is not None) if district.coat == church else 1


def spaces_of(districts: tuple[District, ...]) -> tuple[str, ...]:
    return tuple(district.space for district in districts)


def events_of(districts: tuple[District, ...]) -> tuple[int, ...]:
    """The events that have laid and finished them."""
    return in_order([number for district in districts for number in district.finished_in])
