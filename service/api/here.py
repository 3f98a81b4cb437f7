"""The house whose application this is."""

from typing import cast

from flask import current_app

from service.house import House

EXTENSION = "guildhall"


def house() -> House:
    return cast(House, current_app.extensions[EXTENSION])
