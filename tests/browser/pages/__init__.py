"""The pages as a test handles them: by the names and roles that people find things by."""

from tests.browser.pages.fingers import Fingers
from tests.browser.pages.hall import Hall
from tests.browser.pages.keyboard import Keyboard
from tests.browser.pages.replay import Replay
from tests.browser.pages.scoring import Scoring
from tests.browser.pages.table import Table

__all__ = ["Fingers", "Hall", "Keyboard", "Replay", "Scoring", "Table"]
