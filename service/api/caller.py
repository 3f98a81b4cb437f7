"""Who is asking: a bearer token, or nobody. What they may do with it is its scopes."""

from collections.abc import Callable
from contextlib import suppress
from functools import wraps
from typing import Any, TypeVar, cast
from uuid import UUID

from flask import g, request

from domain.errors import DamagedEvent
from domain.redact import Viewer
from domain.table import Table
from service.accounts import Caller
from service.api.here import house
from service.api.problems import Problem
from service.application import UnknownTable

F = TypeVar("F", bound=Callable[..., Any])
_CHALLENGE = {"WWW-Authenticate": 'Bearer realm="guildhall"'}


def caller() -> Caller | None:
    """The account behind the token; None without one. A token that is not valid is refused, never ignored."""
    if "caller" not in g:
        g.caller = _authenticate()
    return cast(Caller | None, g.caller)


def bearer_token() -> str | None:
    """What was sent as a token; empty where it was sent in another way than ours. None where nothing was sent."""
    header = request.headers.get("Authorization")
    if header is None:
        return None
    scheme, _, token = header.partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


def _authenticate() -> Caller | None:
    token = bearer_token()
    if token is None:
        return None
    found = house().accounts.authenticate(token)
    if found is None:
        raise Problem(401, "unauthorized", "This token is not valid.", _CHALLENGE)
    return found


def account() -> str:
    """The id of an account that must be there."""
    found = caller()
    if found is None:
        raise Problem(401, "unauthorized", "This needs an account: send its token as a bearer token.", _CHALLENGE)
    return found.account_id


def require_scope(scope: str) -> None:
    account()
    found = caller()
    if found is None or scope not in found.scopes:
        raise Problem(403, "scopeMissing", f"This token lacks the scope {scope!r}.")


def needs(scope: str) -> Callable[[F], F]:
    """The route is for accounts whose token has this scope."""

    def wrap(route: F) -> F:
        @wraps(route)
        def checked(*args: Any, **kwargs: Any) -> Any:
            require_scope(scope)
            return route(*args, **kwargs)

        return cast(F, checked)

    return wrap


def may_read() -> bool:
    """Whether the token lets its holder see what the account may see."""
    found = caller()
    return found is not None and "read" in found.scopes


def viewer_of(table: Table) -> Viewer:
    """The seat of whoever asks; anyone else is a spectator."""
    return viewer_for(caller(), table)


def viewer_for(found: Caller | None, table: Table) -> Viewer:
    if found is None or "read" not in found.scopes:
        return Viewer()
    return Viewer(table.seat_of(found.account_id))


def seen_table(table_id: UUID) -> tuple[int, Table]:
    """A table that the caller may know of: a private one exists for its members alone."""
    found = caller()  # Before the table is looked up: a bad token is refused whether or not there is a table.
    try:
        version, table = house().application.snapshot(table_id)
    except DamagedEvent:
        # A private table that is damaged does not exist for strangers either.
        _, left = _left_of(table_id)
        if not may_know(found, left, "read"):
            raise UnknownTable(table_id) from None
        raise
    if not may_know(found, table, "read"):
        raise UnknownTable(table_id)
    return version, table


def doubted_table(table_id: UUID) -> tuple[int, Table]:
    """The same for whoever doubts it: where its log is damaged, what can be read of it."""
    found = caller()
    version, table = _left_of(table_id)
    if not may_know(found, table, "read"):
        raise UnknownTable(table_id)
    return version, table


def _left_of(table_id: UUID) -> tuple[int, Table]:
    """A table as far as it can be read. Where not even its opening can, nobody is known to belong to it."""
    try:
        return house().application.as_it_stands(table_id)
    except DamagedEvent:
        raise UnknownTable(table_id) from None


def require_known(table_id: UUID) -> None:
    """For commands: the rules will say who may; here only private tables are hidden from strangers.

    A command that was answered before is answered again, also to those who have left by it.
    """
    application = house().application
    if not application.remembered(table_id).private:
        return
    key = request.headers.get("Idempotency-Key")
    # Whether a command can be taken in spite of a damaged log is the application's to say.
    with suppress(DamagedEvent):
        if key and application.has_answered(table_id, account(), key):
            return
    if not may_know(caller(), _left_of(table_id)[1], "play"):
        raise UnknownTable(table_id)


def may_know(found: Caller | None, table: Table, scope: str) -> bool:
    return not table.private or is_member(found, table, scope)


def is_member(found: Caller | None, table: Table, scope: str) -> bool:
    if found is None or scope not in found.scopes:
        return False
    return found.account_id in (table.opener, table.arbiter) or table.seat_of(found.account_id) is not None
