"""What there is to draw: the places of a board, each with what a view says of it. Without a view, the empty board."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from domain.macht.board import Board
from domain.macht.board.form import Cell, Place, Town
from service.drawing.outline import touching

View = Mapping[str, Any]
"""The document that domain.macht.view.view returns, or a part of it."""

_NOTHING: View = {}


@dataclass(frozen=True)
class SpaceSeen:
    place: Place
    label: str
    cells: tuple[Cell, ...]
    """Of both blocks, where church D lies on two."""
    state: str
    coat: str | None = None
    printed_masters: int = 0
    placed_masters: int = 0
    under_construction: bool = False
    cathedral: bool = False
    special: str | None = None
    can_open: bool = False
    """A closed plot that its special church may still open."""
    gates: tuple[tuple[Cell, Cell], ...] = ()
    """Where a plot borders its host: a cell of the plot, a cell of the host."""

    @property
    def is_plot(self) -> bool:
        return self.place.host is not None


@dataclass(frozen=True)
class TownSeen:
    town: Town
    spaces: tuple[SpaceSeen, ...]
    in_play: bool = True
    scored: bool = False
    value: int | None = None
    ranking: tuple[tuple[str, int, int], ...] = ()
    """Coat, completed districts and their masters, the leading guild first (R9.2)."""
    doubles: tuple[tuple[str, str], ...] = ()
    """The pairs of blocks that church D can still cover."""


def towns_seen(board: Board, view: View | None) -> list[TownSeen]:
    """A view from before the set-up has no towns yet; then too it is the empty board that is seen."""
    documents = {document["id"]: document for document in (view or _NOTHING).get("towns", ())}
    churches = {church.id for church in board.components.special_churches}
    if documents and view:
        churches = set(view["stock"]["specialChurches"])
    return [_town(town, documents.get(town.id, _NOTHING), churches) for town in board.towns]


def _town(town: Town, document: View, churches: set[str]) -> TownSeen:
    in_play, scored = document.get("inPlay", True), document.get("scored", False)
    spaces = {space["id"]: space for space in document.get("spaces", ())} or _printed(town)
    if not in_play:
        spaces = _out_of_play(town)
    if scored or not in_play:
        churches = set()
    guilds = [(coat, there["districts"], there["masters"]) for coat, there in document.get("guilds", {}).items()]
    return TownSeen(
        town=town,
        spaces=tuple(_space(town, place, spaces, churches) for place in town.places),
        in_play=in_play,
        scored=scored,
        value=document.get("value"),
        ranking=tuple(sorted(guilds, key=lambda guild: (-guild[1], -guild[2]))),
        doubles=tuple(
            double.spaces
            for double in town.doubles
            if double.special in churches and all(spaces[name]["state"] == "free" for name in double.spaces)
        ),
    )


def _printed(town: Town) -> dict[str, View]:
    centre = {"state": "built", "coat": town.centre.coat, "masters": town.centre.masters}
    return {
        town.centre.id: centre,
        **{space.id: {"state": "free"} for space in town.spaces},
        **{plot.id: {"state": "closed"} for plot in town.plots},
    }


def _out_of_play(town: Town) -> dict[str, View]:
    """The town of a guild that nobody plays: nothing stands in it, its plots are closed (R11)."""
    return _printed(town) | {place.id: {"state": "outOfPlay"} for place in (town.centre, *town.spaces)}


def _space(town: Town, place: Place, spaces: Mapping[str, View], churches: set[str]) -> SpaceSeen:
    document = spaces[place.id]
    host = next((space for space in town.spaces if space.id == place.host), None)
    return SpaceSeen(
        place=place,
        label=place.id.removeprefix(f"{town.id}-"),
        cells=_cells(town, place, document.get("special")),
        state=document["state"],
        coat=document.get("coat"),
        printed_masters=document.get("masters", 0),
        placed_masters=document.get("placedMasters", 0),
        under_construction=document.get("underConstruction", False),
        cathedral=document.get("cathedral", False),
        special=document.get("special"),
        can_open=host is not None
        and document["state"] == "closed"
        and spaces[host.id]["state"] == "free"
        and place.special in churches,
        gates=tuple(touching(place.cells, host.cells)) if host else (),
    )


def _cells(town: Town, place: Place, special: str | None) -> tuple[Cell, ...]:
    double = next((pair for pair in town.doubles if place.id in pair.spaces and pair.special == special), None)
    if double is None:
        return place.cells
    return tuple(cell for space in town.spaces if space.id in double.spaces for cell in space.cells)
