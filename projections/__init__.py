"""Read models: what readers look up, kept from the log. All of it can be thrown away and rebuilt."""

from projections.models import MODELS
from projections.rebuild import Overtaken, Rebuilt
from projections.tables.scoring import scoring_track
from projections.tables.story import story_lines
from projections.views import Views

__all__ = ["MODELS", "Overtaken", "Rebuilt", "Views", "scoring_track", "story_lines"]
