"""A person: a name for people, an opaque id for the log."""

import re
import secrets
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType
from sqlalchemy import Connection, Select, insert, select, update
from sqlalchemy.exc import IntegrityError

from service.accounts.checks import checked_email, checked_language, checked_name, email_key
from service.accounts.errors import BadWishes, EmailTaken
from service.accounts.schema import accounts
from service.addresses import is_address

GONE = "gone"
"""The name of whoever has deleted their account."""
UNKNOWN = "unknown"
"""The name of an id of which these accounts know nothing."""
LANGUAGE = "en"
_ID = re.compile(r"a_[0-9a-f]{24}")
_AT_ONCE = 500


class Wishes(msgspec.Struct, frozen=True, rename="camel"):
    """What an account wants to be told, and how."""

    mail_when_awaited: bool = True


_read_wishes = msgspec.json.Decoder(Wishes).decode


class Account(msgspec.Struct, frozen=True, rename="camel"):
    id: str
    name: str
    email: str | None
    language: str
    wishes: Wishes
    created: int
    is_gone: bool


def create(connection: Connection, name: str, email: str | None, now: int) -> Account:
    account = Account(
        id=new_id(),
        name=checked_name(name),
        email=None if email is None else checked_email(email),
        language=LANGUAGE,
        wishes=Wishes(),
        created=now,
        is_gone=False,
    )
    with _one_account_for_an_email():
        connection.execute(insert(accounts).values(id=account.id, created=now, **_columns(account)))
    return account


def new_id() -> str:
    return "a_" + secrets.token_hex(12)


def id_by_email(connection: Connection, email: str) -> str | None:
    if not is_address(email.strip()):
        return None
    return connection.execute(select(accounts.c.id).where(accounts.c.email_key == email_key(email))).scalar()


def find(connection: Connection, account_id: str) -> Account | None:
    if _ID.fullmatch(account_id) is None:
        return None
    return _one(connection, select(accounts).where(accounts.c.id == account_id))


def lock(connection: Connection, account_id: str) -> Account | None:
    """A living account, held until the transaction ends: whoever changes anything of an account begins with this."""
    if _ID.fullmatch(account_id) is None:
        return None
    living = select(accounts).where(accounts.c.id == account_id, accounts.c.gone.is_(None))
    return _one(connection, living.with_for_update())


def lock_by_email(connection: Connection, email: str) -> Account | None:
    """Whoever has this address, held until the transaction ends."""
    if not is_address(email.strip()):
        return None
    return _one(connection, select(accounts).where(accounts.c.email_key == email_key(email)).with_for_update())


def names(connection: Connection, ids: Iterable[str]) -> dict[str, str]:
    found = dict.fromkeys(ids, UNKNOWN)
    ours = [account_id for account_id in found if _ID.fullmatch(account_id)]
    for start in range(0, len(ours), _AT_ONCE):
        some = accounts.c.id.in_(ours[start : start + _AT_ONCE])
        rows = connection.execute(select(accounts.c.id, accounts.c.name).where(some))
        found.update((row.id, row.name) for row in rows)
    return found


def change(
    connection: Connection,
    account: Account,
    name: str | UnsetType,
    email: str | UnsetType | None,
    language: str | UnsetType,
    wishes: Mapping[str, bool] | UnsetType,
) -> Account:
    """The account with what is set; nothing is written unless all of it is acceptable."""
    changed = msgspec.structs.replace(
        account,
        name=account.name if name is UNSET else checked_name(name),
        email=account.email if email is UNSET else None if email is None else checked_email(email),
        language=account.language if language is UNSET else checked_language(language),
        wishes=account.wishes if wishes is UNSET else _wished(account.wishes, wishes),
    )
    with _one_account_for_an_email():
        connection.execute(update(accounts).where(accounts.c.id == account.id).values(**_columns(changed)))
    return changed


def erase(connection: Connection, account: Account, now: int) -> None:
    """Nothing stays but the id, which the log knows, and when it was."""
    nobody = msgspec.structs.replace(account, name=GONE, email=None, language=LANGUAGE, wishes=Wishes())
    connection.execute(update(accounts).where(accounts.c.id == account.id).values(gone=now, **_columns(nobody)))


def _wished(before: Wishes, wishes: Mapping[str, bool]) -> Wishes:
    """Wishes that are not named stay as they are."""
    known = msgspec.to_builtins(before)
    if not wishes.keys() <= known.keys():
        raise BadWishes
    try:
        return msgspec.convert(known | dict(wishes), Wishes)
    except msgspec.ValidationError as error:
        raise BadWishes from error


def _columns(account: Account) -> dict[str, Any]:
    return {
        "name": account.name,
        "email": account.email,
        "email_key": None if account.email is None else email_key(account.email),
        "language": account.language,
        "wishes": msgspec.json.encode(account.wishes).decode(),
    }


def _one(connection: Connection, query: Select[Any]) -> Account | None:
    row = connection.execute(query).one_or_none()
    if row is None:
        return None
    return Account(
        id=row.id,
        name=row.name,
        email=row.email,
        language=row.language,
        wishes=_read_wishes(row.wishes),
        created=row.created,
        is_gone=row.gone is not None,
    )


@contextmanager
def _one_account_for_an_email() -> Iterator[None]:
    """The address is the only thing of an account that another may have taken."""
    try:
        yield
    except IntegrityError as error:
        raise EmailTaken from error
