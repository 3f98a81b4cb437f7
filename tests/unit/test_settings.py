"""Settings that cannot be are named before anything starts."""

import pytest

from service.checked import checked
from service.settings import BadSetting, Settings


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("RATE_LIMIT", "lots"),
        ("REDIS_URL", "garbage"),
        ("GUILDHALL_WORKERS", "0"),
        ("GUILDHALL_WORKERS", "many"),
        ("SMTP_URL", "http://x"),
        ("MAIL_FROM", "bad"),
        ("REGISTRATION", "invite"),
        ("REGISTRATION", "perhaps"),
        ("GUILDHALL_BOT_DELAY_MS", "-1"),
    ],
)
def test_a_setting_that_cannot_be_is_named(name: str, value: str) -> None:
    with pytest.raises(BadSetting, match=name):
        checked(Settings.from_environment({name: value}))


def test_settings_that_can_be_are_taken() -> None:
    wished = {
        "RATE_LIMIT": "10 per second; 100 per minute",
        "REDIS_URL": "redis://127.0.0.1:6379/1",
        "GUILDHALL_WORKERS": "3",
        "SMTP_URL": "smtp://mail.example.org",
        "MAIL_FROM": "Guildhall <guild@example.org>",
        "REGISTRATION": "invite",
        "REGISTRATION_CODE": "open sesame",
    }
    assert checked(Settings.from_environment(wished)).processes == 3
