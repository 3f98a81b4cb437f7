"""Addresses that their owners have shown to be theirs, by coming in through a link that was mailed there."""

from sqlalchemy import Connection, delete, insert, select

from service.accounts.account import Account
from service.accounts.checks import email_key
from service.accounts.schema import confirmed


def is_confirmed(connection: Connection, account: Account) -> bool:
    """Whether the address that the account has now is the one that was shown."""
    known = connection.execute(select(confirmed.c.email_key).where(confirmed.c.account_id == account.id)).scalar()
    return account.email is not None and known == email_key(account.email)


def confirm(connection: Connection, account: Account) -> None:
    forget(connection, account.id)
    if account.email is not None:
        connection.execute(insert(confirmed).values(account_id=account.id, email_key=email_key(account.email)))


def forget(connection: Connection, account_id: str) -> None:
    connection.execute(delete(confirmed).where(confirmed.c.account_id == account_id))
