"""One-time codes that come by mail. They are found by their hash: what is kept opens no door."""

import hashlib
import re
import secrets

from sqlalchemy import Connection, delete, func, insert, select

from service.accounts.schema import sign_ins

MINUTES = 15
MOST_LIVE = 5
"""More links at a time are not made: whoever asks for another's links can neither flood them nor end their own."""
_CODE = re.compile(r"[A-Za-z0-9_-]{43}")


def make(connection: Connection, account_id: str, now: int) -> str | None:
    """A new code, unless enough of them are live. The account is locked."""
    mine = sign_ins.c.account_id == account_id
    connection.execute(delete(sign_ins).where(mine, sign_ins.c.expires_at <= now))
    if connection.execute(select(func.count()).select_from(sign_ins).where(mine)).scalar_one() >= MOST_LIVE:
        return None
    code = secrets.token_urlsafe(32)
    expires_at = now + MINUTES * 60_000
    connection.execute(insert(sign_ins).values(hash=_digest(code), account_id=account_id, expires_at=expires_at))
    return code


def whose(connection: Connection, code: str) -> str | None:
    """The account that a code is for; whether it is still good is for `use` to say."""
    if _CODE.fullmatch(code) is None:
        return None
    return connection.execute(select(sign_ins.c.account_id).where(sign_ins.c.hash == _digest(code))).scalar()


def use(connection: Connection, code: str, now: int) -> bool:
    """Whoever deletes a live code has used it; nobody else can. The account is locked."""
    live = delete(sign_ins).where(sign_ins.c.hash == _digest(code), sign_ins.c.expires_at > now)
    return connection.execute(live).rowcount == 1


def revoke_all(connection: Connection, account_id: str) -> None:
    connection.execute(delete(sign_ins).where(sign_ins.c.account_id == account_id))


def _digest(code: str) -> bytes:
    return hashlib.sha256(code.encode()).digest()
