"""What the mails say. Nothing in them was written by another person, so that nobody can speak through them."""

import hashlib
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote

from domain.games import latest
from projections.tables.inbox import ARBITER
from service.accounts import Account
from service.accounts.sign_in import MINUTES
from service.mail.mail import BadMail, Mail
from service.mail.sender import sender_domain
from service.settings import Settings

_AWAITED = {
    "commitCards": "choose your cards for the round",
    "build": "build a district or complete a building site",
    "cathedral": "build a cathedral",
    "master": "place a guild master",
    "settleDispute": "settle a dispute, as the arbiter of the table",
    "turn2p": "play a card or draw an influence card",
}
_ANY_MOVE = "make your move"


def awaited_in_words(kind: str) -> str:
    """What a seat is awaited for (`domain.rules.Awaited.kind`), as it follows "You are awaited to ..."."""
    return _AWAITED.get(kind, _ANY_MOVE)


def sign_in_mail(settings: Settings, to: str, code: str) -> Mail:
    link = f"{settings.public_url}/sign-in?code={quote(code, safe='')}"
    text = f"""\
Somebody, you we hope, wants to sign in to Guildhall with this e-mail address.
This link signs you in:

{link}

It works once, within {MINUTES} minutes. If it was not you, there is nothing to do:
without the link nobody gets in. Do not pass it on.
"""
    name = hashlib.sha256(f"guildhall/sign-in-mail/1 {code}".encode()).hexdigest()[:32]
    return Mail(to, "Your link to sign in to Guildhall", text, _message_id(settings, f"sign-in.{name}"))


def awaited_mail(settings: Settings, account: Account, wait: Mapping[str, Any]) -> Mail:
    """For a wait of the inbox. What tells it from other waits is in the message id, so that it is one mail."""
    if account.email is None:
        raise BadMail("This account has no address.")
    table, seat, game = wait["table"], wait["seat"], latest(wait["game"]).title
    place = "" if seat == ARBITER else f"Seat:  {seat}\n"
    until = "" if wait["due"] is None else f"Until: {_moment(wait['due'])}\n"
    text = f"""\
You are awaited to {awaited_in_words(wait["kind"])}.

Game:  {game}
Table: {table}
{place}{until}
{settings.public_url}/tables/{table}

You get one such mail each time the others wait for you. You can turn them off in
your profile.
"""
    message_id = _message_id(settings, f"awaited.{table}.{seat}.{wait['sinceVersion']}")
    return Mail(account.email, f"You are awaited: {game}", text, message_id)


def _moment(milliseconds: int) -> str:
    """The same for readers everywhere: we do not know where they are."""
    return f"{datetime.fromtimestamp(milliseconds / 1000, UTC):%Y-%m-%d %H:%M} UTC"


def _message_id(settings: Settings, name: str) -> str:
    return f"<{name}@{sender_domain(settings.mail_from)}>"
