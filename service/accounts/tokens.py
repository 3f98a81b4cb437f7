"""Tokens: `gh_<id>_<secret>`. The id finds the row, and the whole is compared with a hash: the secret is nowhere."""

import hashlib
import hmac
import re
import secrets
from collections.abc import Iterable
from typing import Any

import msgspec
from sqlalchemy import Connection, Row, bindparam, delete, func, insert, select

from service.accounts.checks import checked_name
from service.accounts.errors import BadScopes, TooManyTokens
from service.accounts.schema import tokens

SCOPES = ("read", "play", "account")
MOST_TOKENS = 100
MOST_SIGN_INS = 20
_TOKEN = re.compile(r"gh_([0-9a-f]{16})_[A-Za-z0-9_-]{43}")
_ID = re.compile(r"[0-9a-f]{16}")
_NO_HASH = bytes(32)
_BY_ID = select(tokens.c.account_id, tokens.c.scopes, tokens.c.hash).where(tokens.c.id == bindparam("id"))


class Token(msgspec.Struct, frozen=True, rename="camel"):
    """What may be shown of a token: its secret was shown once, when it was made."""

    id: str
    name: str
    scopes: frozenset[str]
    created: int


class Caller(msgspec.Struct, frozen=True):
    """Who has presented a token, and what it allows."""

    account_id: str
    scopes: frozenset[str]
    token_id: str


class Known(msgspec.Struct, frozen=True):
    """A token as the database has it."""

    hash: bytes
    caller: Caller

    def admits(self, token: str) -> bool:
        return hmac.compare_digest(self.hash, digest(token))


NOBODY = Known(_NO_HASH, Caller("", frozenset(), ""))
"""Compared with when there is no such token: an unknown id takes as long as a wrong secret."""


def id_in(token: str) -> str | None:
    """The id of a token that is formed as it should be."""
    match = _TOKEN.fullmatch(token)
    return None if match is None else match[1]


def digest(token: str) -> bytes:
    """The secret has 256 random bits, so that no slow hash is needed."""
    return hashlib.sha256(token.encode()).digest()


def look_up(connection: Connection, token_id: str) -> Known:
    row = connection.execute(_BY_ID, {"id": token_id}).one_or_none()
    if row is None:
        return NOBODY
    return Known(row.hash, Caller(row.account_id, frozenset(row.scopes.split()), token_id))


def add(connection: Connection, account_id: str, name: str, scopes: Iterable[str], now: int) -> tuple[Token, str]:
    """A token made by the account's owner. The account is locked."""
    chosen = checked_scopes(scopes)
    name = checked_name(name)
    mine = select(func.count()).select_from(tokens).where(tokens.c.account_id == account_id)
    if connection.execute(mine).scalar_one() >= MOST_TOKENS:
        raise TooManyTokens
    return _insert(connection, account_id, name, chosen, now, is_sign_in=False)


def add_for_sign_in(connection: Connection, account_id: str, now: int) -> str:
    """A token for everything. Signing in is never refused; the oldest sign-ins make room. The account is locked."""
    _, secret = _insert(connection, account_id, "sign-in", frozenset(SCOPES), now, is_sign_in=True)
    newest = select(tokens.c.id).where(tokens.c.account_id == account_id, tokens.c.is_sign_in)
    kept = newest.order_by(tokens.c.created.desc(), (tokens.c.id == id_in(secret)).desc()).limit(MOST_SIGN_INS)
    too_old = delete(tokens).where(tokens.c.account_id == account_id, tokens.c.is_sign_in, tokens.c.id.not_in(kept))
    connection.execute(too_old)
    return secret


def of_account(connection: Connection, account_id: str) -> list[Token]:
    mine = select(tokens).where(tokens.c.account_id == account_id).order_by(tokens.c.created, tokens.c.id)
    return [_token(row) for row in connection.execute(mine)]


def revoke(connection: Connection, account_id: str, token_id: str) -> bool:
    if _ID.fullmatch(token_id) is None:
        return False
    mine = delete(tokens).where(tokens.c.account_id == account_id, tokens.c.id == token_id)
    return connection.execute(mine).rowcount == 1


def revoke_all(connection: Connection, account_id: str) -> None:
    connection.execute(delete(tokens).where(tokens.c.account_id == account_id))


def checked_scopes(scopes: Iterable[str]) -> frozenset[str]:
    chosen = frozenset(scopes)
    if not chosen or not chosen <= frozenset(SCOPES):
        raise BadScopes
    return chosen


def _insert(
    connection: Connection, account_id: str, name: str, scopes: frozenset[str], now: int, *, is_sign_in: bool
) -> tuple[Token, str]:
    token = Token(id=secrets.token_hex(8), name=name, scopes=scopes, created=now)
    secret = f"gh_{token.id}_{secrets.token_urlsafe(32)}"
    connection.execute(
        insert(tokens).values(
            id=token.id,
            account_id=account_id,
            name=name,
            scopes=" ".join(sorted(scopes)),
            hash=digest(secret),
            is_sign_in=is_sign_in,
            created=now,
        )
    )
    return token, secret


def _token(row: Row[Any]) -> Token:
    return Token(id=row.id, name=row.name, scopes=frozenset(row.scopes.split()), created=row.created)
