"""`python -m workers [--burst]`: one worker, with the settings of the environment."""

import logging
import sys

from service.settings import BadSetting, Settings
from workers.worker import run_worker


def main() -> None:
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(name)s: %(message)s")
    try:
        settings = Settings.from_environment()
    except BadSetting as error:
        sys.exit(f"Error: {error}")
    run_worker(settings, burst="--burst" in sys.argv[1:])


main()
