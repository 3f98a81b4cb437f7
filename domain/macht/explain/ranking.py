"""Who comes before whom in a town, how ties are broken or shared, and the points (R9.2-R9.4)."""

from itertools import groupby

from domain.macht.explain.counted import Counted, Guild, events_of, spaces_of
from domain.macht.explain.facts import TownFacts, in_order
from domain.macht.explain.line import Document, Line
from domain.macht.names import Names, count

_ORDINALS = ("", "1st", "2nd", "3rd", "4th", "5th")


def presence_lines(there: Counted, facts: TownFacts, names: Names) -> list[Line]:
    """What each guild has in the town; and why one that has laid there is not ranked."""
    lines = []
    for guild in there.guilds:
        if guild.place:
            what = f"{count(len(guild.districts), 'finished district')} and {_masters(guild)}"
            lines.append(Line("ranking", f"{names.guild(guild.coat)}: {what}.", "R9.2", guild.spaces, guild.events))
            continue
        sites = tuple(district for district in facts.districts.values() if district.coat == guild.coat)
        what = "only districts under construction" if sites else "no district"
        told = f"{names.guild(guild.coat)}: {what} here, so they take no place."
        lines.append(Line("ranking", told, "R9.3", spaces_of(sites), events_of(sites)))
    if there.churches:
        told = "The church takes no place and no points."
        lines.append(Line("ranking", told, "R9.4", spaces_of(there.churches), events_of(there.churches)))
    return lines


def _masters(guild: Guild) -> str:
    masters = count(guild.printed + guild.placed, "master")
    return f"{masters} ({guild.printed} printed, {guild.placed} placed)" if guild.placed else masters


def ranking_of(there: Counted, names: Names) -> tuple[list[Document], list[Line]]:
    """One row for each place taken, shared or not."""
    ranked = [guild for guild in there.guilds if guild.place]
    rows, lines = [], []
    for place, sharing in groupby(ranked, key=lambda guild: guild.place):
        guilds = list(sharing)
        tie = _tie(guilds, ranked, names)
        rule = "R9.2" if len(guilds) == 1 else "R9.3"
        spaces = tuple(space for guild in guilds for space in guild.spaces)
        events = in_order([number for guild in guilds for number in guild.events])
        rows.append(
            {
                "place": place,
                "guilds": [guild.coat for guild in guilds],
                "districts": guilds[0].presence.districts,
                "masters": guilds[0].presence.masters,
                "tie": tie,
                "rule": rule,
                "spaces": list(spaces),
                "events": list(events),
            }
        )
        told = f"{_ORDINALS[place]} place: {_joined(guilds, names)}.{f' {tie}' if tie else ''}"
        lines.append(Line("ranking", told, rule, spaces, events))
    return rows, lines


def _tie(guilds: list[Guild], ranked: list[Guild], names: Names) -> str | None:
    """How guilds with as many districts were told apart, and what those still tied share."""
    first = guilds[0]
    same = [guild for guild in ranked if guild.presence.districts == first.presence.districts]
    others = [guild for guild in same if guild not in guilds]
    told = []
    if others:
        by_masters = [
            f"{guild.presence.masters} of {names.guild(guild.coat)}"
            for guild in sorted(others, key=lambda guild: -guild.presence.masters)
        ]
        told.append(
            f"{len(same)} guilds have {count(first.presence.districts, 'district')}; the tie is broken by masters, "
            f"{first.presence.masters} against {', '.join(by_masters)}."
        )
    if len(guilds) > 1:
        highest = first.place - len(guilds) + 1
        told.append(
            f"They are tied with {count(first.presence.districts, 'district')} and "
            f"{count(first.presence.masters, 'master')} each and fill the places {highest} to {first.place}; "
            "all take the lowest of them."
        )
    return " ".join(told) or None


def points_of(there: Counted, names: Names) -> tuple[list[Document], list[Line]]:
    """Every guild in play, also those that get nothing."""
    documents, lines = [], []
    for guild in there.guilds:
        rule = "R9.3"
        document = {"guild": guild.coat, "points": guild.points, "rule": rule, "place": guild.place or None}
        documents.append(document | {"spaces": list(guild.spaces), "events": list(guild.events)})
        if guild.place:
            told = f"{names.guild(guild.coat)} get {guild.points} for {_ORDINALS[guild.place]} place"
            lines.append(Line("points", f"{told}{_why(guild, there.value)}.", rule, guild.spaces, guild.events))
    return documents, lines


def _why(guild: Guild, value: int) -> str:
    if guild.place == 1:
        return ", the value of the town"
    return f", half of {value}{' rounded up' if value % 2 else ''}" if guild.place == 2 else ""


def recorded_lines(there: Counted, facts: TownFacts, names: Names) -> list[Line]:
    """Whether value and points in the log are those that follow from what lies in the town."""
    if facts.scored is None:
        return []
    number, event = facts.scored
    recorded = {ranked.coat: ranked.points for ranked in event.ranking}
    found = {guild.coat: guild.points for guild in there.guilds if guild.place}
    if (event.value, recorded) == (there.value, found):
        told = f"Event {number} recorded the same value and the same points."
        return [Line("record", told, "R9.3", (), (number,))]
    wrong = [f"value {event.value} instead of {there.value}"] if event.value != there.value else []
    wrong += [
        f"{recorded.get(coat, 0)} points for {names.guild(coat)} instead of {found.get(coat, 0)}"
        for coat in {**found, **recorded}
        if recorded.get(coat, 0) != found.get(coat, 0)
    ]
    differences = "; ".join(wrong) or "another ranking"
    return [Line("record", f"Event {number} recorded something else: {differences}.", "R9.3", (), (number,))]


def _joined(guilds: list[Guild], names: Names) -> str:
    called = [names.guild(guild.coat) for guild in guilds]
    return called[0] if len(called) == 1 else f"{', '.join(called[:-1])} and {called[-1]}"
