"""What has happened to a town up to its scoring, and in which event."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from domain.event import Seat
from domain.macht import events as e
from domain.rules import Happened


class Deed(NamedTuple):
    """Who did something, by which card, in which event."""

    seat: Seat
    event: int
    by: e.Source = "golden"


class District(msgspec.Struct, frozen=True):
    """What lies on a space. `laid_by` is None for the town centre, which is laid by nobody (R3.2)."""

    space: e.SpaceId
    coat: e.CoatId
    masters: int
    laid_in: int
    laid_by: Deed | None = None
    as_site: bool = False
    completed: Deed | None = None
    placed: tuple[Deed, ...] = ()
    cathedral: Deed | None = None
    special: e.Letter | None = None

    @property
    def is_finished(self) -> bool:
        return not self.as_site or self.completed is not None

    @property
    def finished_in(self) -> tuple[int, ...]:
        """The events that made it a finished district."""
        return (self.laid_in,) if self.completed is None else (self.laid_in, self.completed.event)

    @property
    def masters_in(self) -> tuple[int, ...]:
        return tuple(deed.event for deed in self.placed)


class Cover(NamedTuple):
    event: int
    reason: e.CoverReason


class Scored(NamedTuple):
    number: int
    event: e.TownScored


class TownFacts(msgspec.Struct, frozen=True):
    districts: dict[e.SpaceId, District]
    opened: dict[e.SpaceId, int]
    """The plots that are spaces now, by the event that opened them."""
    merged: dict[e.SpaceId, int]
    covers: dict[e.SpaceId, Cover]
    scored: Scored | None = None


def facts_of(town: e.TownId, history: Iterable[Happened]) -> TownFacts:
    """What comes after the scoring of the town has no part in it."""
    facts = TownFacts({}, {}, {}, {})
    districts = facts.districts
    for number, event in history:
        match event:
            case e.TownScored() if event.town == town:
                return replace(facts, scored=Scored(number, event))
            case e.TownCentrePlaced() if event.town == town:
                districts[event.space] = District(event.space, event.coat, event.masters, number)
            case e.DistrictBuilt() if event.town == town:
                districts[event.space] = District(
                    event.space,
                    event.coat,
                    event.masters,
                    number,
                    Deed(event.seat, number, event.by),
                    event.site,
                    special=event.special,
                )
            case e.SiteCompleted() if event.town == town:
                deed = Deed(event.seat, number, event.by)
                districts[event.space] = replace(districts[event.space], completed=deed)
            case e.GuildMasterPlaced() if event.town == town:
                before = districts[event.space]
                districts[event.space] = replace(before, placed=(*before.placed, Deed(event.seat, number)))
            case e.CathedralBuilt() if event.town == town:
                districts[event.space] = replace(districts[event.space], cathedral=Deed(event.seat, number))
            case e.SpacesOpened() if event.town == town:
                facts.opened.update(dict.fromkeys(event.spaces, number))
            case e.SpaceRemoved() if event.town == town:
                facts.merged[event.space] = number
            case e.SpaceCovered() if event.town == town:
                facts.covers.update(dict.fromkeys(event.spaces, Cover(number, event.reason)))
            case _:
                pass
    return facts


def in_order(events: Sequence[int]) -> tuple[int, ...]:
    """Event numbers, each once, oldest first."""
    return tuple(sorted(set(events)))
