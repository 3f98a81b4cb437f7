"""The story of a table in sentences, one for each event, as anybody may read it."""

from collections.abc import Sequence
from itertools import chain, islice
from typing import Any
from uuid import UUID

import msgspec
from sqlalchemy import Connection, Table, bindparam, insert, select

from domain.recorded import Recorded
from domain.redact import SPECTATOR, redact
from domain.table import Table as GameTable
from domain.table.said import tell
from domain.table.text import describe
from projections.current import is_current
from projections.schema import story
from projections.tables.model import Fold
from projections.tables.news import News, commits

Line = dict[str, Any]


def story_lines(table: GameTable, events: Sequence[Recorded]) -> list[Line]:
    """Events told with the names of a table that is not older than they are."""
    public = redact(table, SPECTATOR)
    return [
        {
            "version": recorded.originator_version,
            "at": recorded.at,
            "text": describe(public, event),
            "says": msgspec.to_builtins(tell(public, event)),
        }
        for recorded in events
        for event in [redact(recorded.event, SPECTATOR)]
    ]


class StoryModel:
    """A row holds the lines of one command, and the version that it has led to."""

    name = "log"
    kept_in: tuple[Table, ...] = (story,)

    def fold(self, _: str | None, since: int, news: News) -> Fold:
        events = news.since(since)
        lines = iter(story_lines(news.public_table, events))
        return Fold(
            rows=[
                {
                    "version": step[-1].originator_version,
                    "lines": msgspec.json.encode(list(islice(lines, len(step)))).decode(),
                }
                for step in commits(events)
            ]
        )

    def write(self, connection: Connection, generation: int, table_id: UUID, rows: Any) -> None:
        of_table = {"generation": generation, "table_id": table_id}
        connection.execute(insert(story), [of_table | row for row in rows])


_STORY = (
    select(story.c.lines)
    .where(
        is_current(StoryModel.name, story),
        story.c.table_id == bindparam("table"),
        story.c.version > bindparam("after"),
    )
    .order_by(story.c.version)
    .limit(bindparam("most"))
)


def log_lines(connection: Connection, table_id: UUID, after: int, limit: int) -> list[Line]:
    rows = connection.execute(_STORY, {"table": table_id, "after": after, "most": limit})
    lines = chain.from_iterable(msgspec.json.decode(row.lines) for row in rows)
    told = ({"says": None} | line for line in lines if line["version"] > after)  # early releases kept words alone
    return list(islice(told, limit))
