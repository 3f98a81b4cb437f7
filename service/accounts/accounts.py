"""Accounts as the rest of the house sees them: every method is one transaction."""

import time
from collections.abc import Callable, Iterable, Mapping

from msgspec import UNSET, UnsetType
from sqlalchemy import Engine

from service.accounts import account as people
from service.accounts import confirmed, schema, sign_in
from service.accounts import tokens as keys
from service.accounts.account import Account
from service.accounts.errors import UnknownAccount
from service.accounts.recent import RecentTokens
from service.accounts.tokens import SCOPES, Caller, Known, Token
from service.accounts.transactions import named_faults, reading, writing


class Accounts:
    def __init__(self, engine: Engine, now: Callable[[], int], *, clock: Callable[[], float] = time.monotonic) -> None:
        """`now` in milliseconds since 1970; `clock` in seconds, which nobody sets back."""
        self._engine = engine
        self._now = now
        self._recent = RecentTokens(clock)
        schema.prepare(engine)

    def migrate(self) -> None:
        """Create what is missing."""
        with named_faults():
            schema.migrate(self._engine)

    def close(self) -> None:
        self._engine.dispose()

    # People

    def register(self, name: str, email: str | None = None) -> tuple[Account, str]:
        """A new account and a token for it with every scope."""
        now = self._now()
        with writing(self._engine) as connection:
            account = people.create(connection, name, email, now)
            _, secret = keys.add(connection, account.id, "registration", SCOPES, now)
        return account, secret

    def account(self, account_id: str) -> Account | None:
        with reading(self._engine) as connection:
            return people.find(connection, account_id)

    def names(self, ids: Iterable[str]) -> dict[str, str]:
        """A name for every id that is asked for, also for those that are gone or were never here."""
        with reading(self._engine) as connection:
            return people.names(connection, ids)

    def update(
        self,
        account_id: str,
        *,
        name: str | UnsetType = UNSET,
        email: str | UnsetType | None = UNSET,
        language: str | UnsetType = UNSET,
        wishes: Mapping[str, bool] | UnsetType = UNSET,
    ) -> Account:
        """What is named is changed; of the wishes only those that are named (`{"mailWhenAwaited": False}`)."""
        with writing(self._engine) as connection:
            before = people.lock(connection, account_id)
            if before is None:
                raise UnknownAccount
            after = people.change(connection, before, name, email, language, wishes)
            if after.email != before.email:
                # A link in a mailbox that is no longer the account's must not open it.
                sign_in.revoke_all(connection, account_id)
        return after

    def delete(self, account_id: str) -> None:
        """Anonymise: the id stays, so that no game breaks. Deleting again changes nothing."""
        try:
            with writing(self._engine) as connection:
                account = people.lock(connection, account_id)
                if account is None:
                    return
                keys.revoke_all(connection, account_id)
                sign_in.revoke_all(connection, account_id)
                confirmed.forget(connection, account_id)
                people.erase(connection, account, self._now())
        finally:
            self._recent.forget()
        with named_faults():
            schema.wipe(self._engine)

    # Tokens

    def authenticate(self, token: str) -> Caller | None:
        token_id = keys.id_in(token)
        if token_id is None:
            return None
        known = self._recent.get(token_id, lambda: self._look_up(token_id))
        return known.caller if known.admits(token) else None

    def tokens(self, account_id: str) -> list[Token]:
        """Oldest first."""
        with reading(self._engine) as connection:
            return keys.of_account(connection, account_id)

    def add_token(self, account_id: str, name: str, scopes: Iterable[str]) -> tuple[Token, str]:
        """The token, and its secret for the only time."""
        with writing(self._engine) as connection:
            if people.lock(connection, account_id) is None:
                raise UnknownAccount
            return keys.add(connection, account_id, name, scopes, self._now())

    def revoke(self, account_id: str, token_id: str) -> bool:
        """Whether the account had such a token."""
        try:
            with writing(self._engine) as connection:
                return keys.revoke(connection, account_id, token_id)
        finally:
            self._recent.forget()

    def _look_up(self, token_id: str) -> Known:
        with reading(self._engine) as connection:
            return keys.look_up(connection, token_id)

    # Signing in by mail

    def begin_sign_in(self, email: str) -> str | None:
        """A one-time code to mail to this address; None if nobody has it, or if enough links are on their way."""
        with writing(self._engine) as connection:
            account = people.lock_by_email(connection, email)
            return None if account is None else sign_in.make(connection, account.id, self._now())

    def id_for_address(self, email: str) -> str:
        """The id of whoever has this address, or one that nobody has: what follows looks the same."""
        with reading(self._engine) as connection:
            return people.id_by_email(connection, email) or people.new_id()

    def cancel_sign_in(self, code: str) -> None:
        """A code that could not be sent opens nothing and hinders no other."""
        with writing(self._engine) as connection:
            sign_in.use(connection, code, self._now())

    def finish_sign_in(self, code: str) -> str | None:
        """A token with every scope, once for each code. The first one at an address ends all tokens made before it."""
        now = self._now()
        with writing(self._engine) as connection:
            account_id = sign_in.whose(connection, code)
            account = None if account_id is None else people.lock(connection, account_id)
            if account is None or not sign_in.use(connection, code, now):
                return None
            if not confirmed.is_confirmed(connection, account):
                # Until now anybody may have named this address: whoever reads its mail begins with the only key.
                keys.revoke_all(connection, account.id)
                confirmed.confirm(connection, account)
            secret = keys.add_for_sign_in(connection, account.id, now)
        self._recent.forget()
        return secret
