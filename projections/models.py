"""The read models by name."""

from sqlalchemy import Table

from projections.schema import cursors, leaders, players, results, seatings, skipped
from projections.tables.board import BoardModel
from projections.tables.inbox import InboxModel
from projections.tables.lobby import LobbyModel
from projections.tables.model import TableModel
from projections.tables.scoring import ScoringModel
from projections.tables.story import StoryModel

RESULTS = "results"

_TABLE_MODELS: tuple[TableModel, ...] = (BoardModel(), InboxModel(), LobbyModel(), StoryModel(), ScoringModel())
TABLE_MODELS = {model.name: model for model in _TABLE_MODELS}
"""Those that are kept table by table."""

MODELS = (*TABLE_MODELS, RESULTS)

KEPT_IN: dict[str, tuple[Table, ...]] = {
    **{name: model.kept_in for name, model in TABLE_MODELS.items()},
    RESULTS: (cursors, seatings, results, players, leaders, skipped),
}
