"""Who comes before whom in a town, how ties are broken or shared, and the points (R9.2-R9.4)."""

from itertools import groupby

from domain.macht.explain.counted import Counted, Guild, events_of, spaces_of
from domain.macht.explain.facts import TownFacts, in_order
from domain.macht.explain.line import Document, Line
from domain.macht.names import Names, count
from domain.said import Said, said

_ORDINALS = ("", "1st", "2nd", "3rd", "4th", "5th")


def presence_lines(there: Counted, facts: TownFacts, names: Names) -> list[Line]:
    """What each guild has in the town; and why one that has laid there is not ranked."""
    lines = []
    for guild in there.guilds:
        if guild.place:
            what = f"{count(len(guild.districts), 'finished district')} and {_masters(guild)}"
            told, says = f"{names.guild(guild.coat)}: {what}.", _presence_said(guild)
            lines.append(Line("ranking", told, says, "R9.2", guild.spaces, guild.events))
            continue
        sites = tuple(district for district in facts.districts.values() if district.coat == guild.coat)
        what = "only districts under construction" if sites else "no district"
        told = f"{names.guild(guild.coat)}: {what} here, so they take no place."
        says = said("macht.explain.onlySites" if sites else "macht.explain.absent", guild=guild.coat)
        lines.append(Line("ranking", told, says, "R9.3", spaces_of(sites), events_of(sites)))
    if there.churches:
        told = "The church takes no place and no points."
        says = said("macht.explain.noPlaceForChurch")
        lines.append(Line("ranking", told, says, "R9.4", spaces_of(there.churches), events_of(there.churches)))
    return lines


def _masters(guild: Guild) -> str:
    masters = count(guild.printed + guild.placed, "master")
    return f"{masters} ({guild.printed} printed, {guild.placed} placed)" if guild.placed else masters


def _presence_said(guild: Guild) -> Said:
    masters = guild.printed + guild.placed
    known = {"guild": guild.coat, "finished": len(guild.districts), "masters": masters}
    if guild.placed:
        return said("macht.explain.presentPlaced", **known, printed=guild.printed, placed=guild.placed)
    return said("macht.explain.present", **known)


def ranking_of(there: Counted, names: Names) -> tuple[list[Document], list[Line]]:
    """One row for each place taken, shared or not."""
    ranked = [guild for guild in there.guilds if guild.place]
    rows, lines = [], []
    for place, sharing in groupby(ranked, key=lambda guild: guild.place):
        guilds = list(sharing)
        ties = _ties(guilds, ranked, names)
        tie = " ".join(told for told, _ in ties) or None
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
        known = {"place": said(f"macht.explain.place.{place}"), "guilds": [guild.coat for guild in guilds]}
        says = (
            said("macht.explain.placeTied", **known, ties=[each for _, each in ties])
            if ties
            else said("macht.explain.placed", **known)
        )
        lines.append(Line("ranking", told, says, rule, spaces, events))
    return rows, lines


def _ties(guilds: list[Guild], ranked: list[Guild], names: Names) -> list[tuple[str, Said]]:
    """How guilds with as many districts were told apart, and what those still tied share."""
    first = guilds[0]
    districts, masters = first.presence.districts, first.presence.masters
    same = [guild for guild in ranked if guild.presence.districts == districts]
    others = sorted((guild for guild in same if guild not in guilds), key=lambda guild: -guild.presence.masters)
    found = []
    if others:
        by_masters = [f"{guild.presence.masters} of {names.guild(guild.coat)}" for guild in others]
        told = (
            f"{len(same)} guilds have {count(districts, 'district')}; the tie is broken by masters, "
            f"{masters} against {', '.join(by_masters)}."
        )
        against = [said("macht.explain.against", number=guild.presence.masters, guild=guild.coat) for guild in others]
        found.append(
            (told, said("macht.explain.broken", number=len(same), districts=districts, own=masters, against=against))
        )
    if len(guilds) > 1:
        highest = first.place - len(guilds) + 1
        told = (
            f"They are tied with {count(districts, 'district')} and {count(masters, 'master')} each "
            f"and fill the places {highest} to {first.place}; all take the lowest of them."
        )
        says = said("macht.explain.shared", districts=districts, masters=masters, highest=highest, lowest=first.place)
        found.append((told, says))
    return found


def points_of(there: Counted, names: Names) -> tuple[list[Document], list[Line]]:
    """Every guild in play, also those that get nothing."""
    documents, lines = [], []
    for guild in there.guilds:
        rule = "R9.3"
        document = {"guild": guild.coat, "points": guild.points, "rule": rule, "place": guild.place or None}
        documents.append(document | {"spaces": list(guild.spaces), "events": list(guild.events)})
        if guild.place:
            told = f"{names.guild(guild.coat)} get {guild.points} for {_ORDINALS[guild.place]} place"
            says = _points_said(guild, there.value)
            lines.append(Line("points", f"{told}{_why(guild, there.value)}.", says, rule, guild.spaces, guild.events))
    return documents, lines


def _why(guild: Guild, value: int) -> str:
    if guild.place == 1:
        return ", the value of the town"
    return f", half of {value}{' rounded up' if value % 2 else ''}" if guild.place == 2 else ""


def _points_said(guild: Guild, value: int) -> Said:
    known = {"guild": guild.coat, "points": guild.points}
    if guild.place == 1:
        return said("macht.explain.pointsFirst", **known)
    if guild.place == 2:
        return said("macht.explain.pointsHalfUp" if value % 2 else "macht.explain.pointsHalf", **known, value=value)
    return said("macht.explain.points", **known, place=said(f"macht.explain.place.{guild.place}"))


def recorded_lines(there: Counted, facts: TownFacts, names: Names) -> list[Line]:
    """Whether value and points in the log are those that follow from what lies in the town."""
    if facts.scored is None:
        return []
    number, event = facts.scored
    recorded = {ranked.coat: ranked.points for ranked in event.ranking}
    found = {guild.coat: guild.points for guild in there.guilds if guild.place}
    if (event.value, recorded) == (there.value, found):
        told = f"Event {number} recorded the same value and the same points."
        return [Line("record", told, said("macht.explain.recorded", event=number), "R9.3", (), (number,))]
    wrong, differences = [], []
    if event.value != there.value:
        wrong.append(f"value {event.value} instead of {there.value}")
        differences.append(said("macht.explain.otherValue", there=event.value, due=there.value))
    for coat in {**found, **recorded}:
        stands, due = recorded.get(coat, 0), found.get(coat, 0)
        if stands != due:
            wrong.append(f"{stands} points for {names.guild(coat)} instead of {due}")
            differences.append(said("macht.explain.otherPoints", there=stands, guild=coat, due=due))
    told = f"Event {number} recorded something else: {'; '.join(wrong) or 'another ranking'}."
    says = said(
        "macht.explain.otherwise", event=number, differences=differences or [said("macht.explain.otherRanking")]
    )
    return [Line("record", told, says, "R9.3", (), (number,))]


def _joined(guilds: list[Guild], names: Names) -> str:
    called = [names.guild(guild.coat) for guild in guilds]
    return called[0] if len(called) == 1 else f"{', '.join(called[:-1])} and {called[-1]}"
