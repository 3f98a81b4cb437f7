"""The scoring track: the points of the guilds whenever they have changed and why, and where each seat stands."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

import msgspec
from sqlalchemy import Connection, Table, bindparam, select

from domain.event import Event
from domain.recorded import Recorded
from domain.table import Table as GameTable
from domain.table.disputes.events import ScoreCorrected
from projections.current import is_current
from projections.schema import positions
from projections.tables.model import Fold
from projections.tables.news import News
from projections.tables.tracks import TRACKS, Gain, Track

Document = dict[str, Any]


def scoring_track(table: GameTable, events: Sequence[Recorded]) -> Document:
    """The track of a table from all its events up to some version, and the table at that version."""
    return _track(table, events, [])


def _track(table: GameTable, events: Sequence[Recorded], history: list[Document]) -> Document:
    track = TRACKS.get(table.game)
    if track is None or table.state is None:
        return {"points": {}, "standing": [], "winners": None, "history": []}
    standing = table.rules.standing(table.state)
    return {
        "points": dict(table.rules.points(table.state)),
        "standing": track.standing(table.state),
        "winners": None if standing is None else list(standing.winners),
        "history": [*history, *_steps(track, table, events, history)],
    }


def _steps(track: Track, table: GameTable, events: Sequence[Recorded], history: list[Document]) -> list[Document]:
    points = history[-1]["points"] if history else dict.fromkeys(table.rules.points(table.state), 0)
    steps = []
    for recorded in events:
        gain = _gain(track, table, recorded.event)
        if gain is not None:
            points = {guild: points[guild] + gain.points.get(guild, 0) for guild in points}
            steps.append(
                {
                    "version": recorded.originator_version,
                    "at": recorded.at,
                    "reason": gain.reason,
                    "town": gain.town,
                    "gained": gain.points,
                    "points": points,
                }
            )
    return steps


def _gain(track: Track, table: GameTable, event: Event) -> Gain | None:
    """What an event of the game has brought, or an arbiter's correction of it."""
    if isinstance(event, ScoreCorrected):
        return Gain("scoreCorrected", event.corrections, table.disputes[event.dispute - 1].town)
    return track.gain(table.state, event)


class ScoringModel:
    """Its memory is the document itself."""

    name = "scoring"
    kept_in: tuple[Table, ...] = ()

    def fold(self, memory: str | None, since: int, news: News) -> Fold:
        history = [] if memory is None else msgspec.json.decode(memory)["history"]
        return Fold(msgspec.json.encode(_track(news.public_table, news.since(since), history)).decode())

    def write(self, connection: Connection, generation: int, table_id: UUID, rows: Any) -> None:
        """Nothing is kept but the memory."""


_SCORING = select(positions.c.version, positions.c.memory).where(
    is_current(ScoringModel.name, positions),
    positions.c.model == ScoringModel.name,
    positions.c.table_id == bindparam("table"),
)


def scoring(connection: Connection, table_id: UUID) -> tuple[int, Document] | None:
    row = connection.execute(_SCORING, {"table": table_id}).one_or_none()
    return None if row is None else (row.version, msgspec.json.decode(row.memory))
