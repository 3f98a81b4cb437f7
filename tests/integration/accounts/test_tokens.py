"""Tokens: hashed, scoped, named, revocable."""

from collections.abc import Callable
from hmac import compare_digest

import pytest
from sqlalchemy import event

from service.accounts import (
    Accounts,
    BadName,
    BadScopes,
    TooManyTokens,
)
from service.accounts.recent import RecentTokens
from service.accounts.tokens import Caller, Known, digest
from service.settings import Settings
from tests.integration.accounts.together import EMAIL, Clock, at_once, stored


def test_no_secret_is_anywhere_in_the_database(accounts: Accounts, settings: Settings) -> None:
    account, first = accounts.register("Anna", EMAIL)
    _, second = accounts.add_token(account.id, "laptop", ["read"])
    used, open_code = accounts.begin_sign_in(EMAIL), accounts.begin_sign_in(EMAIL)
    assert used is not None
    assert open_code is not None
    third = accounts.finish_sign_in(used)
    assert third is not None
    everything = stored(settings)
    assert account.id in everything
    for secret in (first, second, third):
        assert secret not in everything
        assert secret.split("_", 2)[2] not in everything
    for code in (used, open_code):
        assert code not in everything


def test_a_token_has_its_name_and_scopes_and_opens_only_its_own_account(accounts: Accounts, clock: Clock) -> None:
    anna, _ = accounts.register("Anna")
    bert, _ = accounts.register("Bert")
    clock.now += 1
    token, secret = accounts.add_token(anna.id, "my bot", ["read", "play", "read"])
    assert (token.name, token.scopes, token.created) == ("my bot", frozenset({"read", "play"}), clock.now)
    assert secret.startswith(f"gh_{token.id}_")
    assert accounts.authenticate(secret) == Caller(anna.id, frozenset({"read", "play"}), token.id)
    assert [t.name for t in accounts.tokens(anna.id)] == ["registration", "my bot"]
    assert [t.name for t in accounts.tokens(bert.id)] == ["registration"]


@pytest.mark.parametrize("scopes", [[], ["admin"], ["read", "Play"], ["read play"], "read"])
def test_a_scope_that_there_is_not_is_refused(accounts: Accounts, scopes: list[str]) -> None:
    account, _ = accounts.register("Anna")
    with pytest.raises(BadScopes, match="read, play and account"):
        accounts.add_token(account.id, "token", scopes)


def test_a_token_needs_a_name(accounts: Accounts) -> None:
    account, _ = accounts.register("Anna")
    with pytest.raises(BadName):
        accounts.add_token(account.id, "\n", ["read"])


def test_what_is_not_exactly_a_token_admits_nobody(accounts: Accounts) -> None:
    _, token = accounts.register("Anna")
    _, other = accounts.register("Bert")
    swapped = token[:20] + other[20:]
    last = "A" if token[-1] != "A" else "B"
    wrong = [swapped, token[:-1] + last, token[:-1], token + "A", token + "\n", " " + token, token.upper(), token[3:]]
    wrong += ["", "gh__", "gh_" + "0" * 16 + "_" + "A" * 43, "ä" * 63, "gh_\0", "x" * 1_000_000]
    for _ in range(2):
        assert [accounts.authenticate(attempt) for attempt in wrong] == [None] * len(wrong)
        assert accounts.authenticate(token) is not None


def test_secrets_are_compared_in_constant_time(monkeypatch: pytest.MonkeyPatch, accounts: Accounts) -> None:
    """Watches the real comparison: right, wrong and unknown tokens all go through it, and through nothing else."""
    compared: list[int] = []

    def watch(one: bytes, other: bytes) -> bool:
        compared.append(len(one))
        return compare_digest(one, other)

    monkeypatch.setattr("service.accounts.tokens.hmac.compare_digest", watch)
    _, token = accounts.register("Anna")
    for attempt in (token, token[:-1] + "_", "gh_" + "0" * 16 + token[19:]):
        accounts.authenticate(attempt)
    assert compared == [32, 32, 32]


def test_a_revoked_token_is_refused_at_once_and_the_others_stay(accounts: Accounts) -> None:
    account, first = accounts.register("Anna")
    token, secret = accounts.add_token(account.id, "lost phone", ["read"])
    assert accounts.authenticate(secret) is not None
    assert accounts.revoke(account.id, token.id)
    assert accounts.authenticate(secret) is None
    assert accounts.authenticate(first) is not None
    assert not accounts.revoke(account.id, token.id)


def test_nobody_revokes_the_token_of_another(accounts: Accounts) -> None:
    _, secret = accounts.register("Anna")
    bert, _ = accounts.register("Bert")
    assert not accounts.revoke(bert.id, secret.split("_")[1])
    assert not accounts.revoke(bert.id, "\0")
    assert accounts.authenticate(secret) is not None


def test_a_token_revoked_by_another_process_is_refused_within_a_second(
    open_accounts: Callable[[], Accounts], clock: Clock
) -> None:
    here, elsewhere = open_accounts(), open_accounts()
    account, secret = here.register("Anna")
    assert here.authenticate(secret) is not None
    elsewhere.revoke(account.id, secret.split("_")[1])
    clock.seconds += 1.0
    assert here.authenticate(secret) is None


def test_a_token_that_is_used_again_and_again_is_looked_up_once_a_second(accounts: Accounts, clock: Clock) -> None:
    _, secret = accounts.register("Anna")
    asked = []
    event.listen(accounts._engine, "before_cursor_execute", lambda *a: asked.append(a[2]) if "SELECT" in a[2] else None)
    for _ in range(50):
        assert accounts.authenticate(secret) is not None
        assert accounts.authenticate(secret[:-1] + ("A" if secret[-1] != "A" else "B")) is None
    assert len(asked) == 1
    clock.seconds += 1.0
    assert accounts.authenticate(secret) is not None
    assert len(asked) == 2


def test_a_lookup_that_a_revocation_overtakes_is_not_remembered() -> None:
    recent = RecentTokens(lambda: 0.0)
    known = Known(digest("secret"), Caller("a_1", frozenset(), "t"))
    revoked = Known(bytes(32), Caller("", frozenset(), ""))

    def overtaken() -> Known:
        recent.forget()
        return known

    assert recent.get("t", overtaken) is known
    assert recent.get("t", lambda: revoked) is revoked
    assert recent.get("t", lambda: known) is known
    assert recent.get("t", lambda: revoked) is known


def test_only_so_many_recent_tokens_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.accounts.recent.MOST", 3)
    recent = RecentTokens(lambda: 0.0)
    asked: list[str] = []

    def get(token_id: str) -> None:
        def look_up() -> Known:
            asked.append(token_id)
            return Known(b"", Caller("a", frozenset(), token_id))

        recent.get(token_id, look_up)

    for token_id in "abcdbcda":
        get(token_id)
    assert "".join(asked) == "abcda"


def test_an_account_has_at_most_100_tokens_also_when_they_are_made_at_once(
    open_accounts: Callable[[], Accounts],
) -> None:
    processes = [open_accounts() for _ in range(2)]
    account, _ = processes[0].register("Anna")
    for n in range(95):
        processes[0].add_token(account.id, f"token {n}", ["read"])

    def add(n: int) -> bool:
        try:
            processes[n % 2].add_token(account.id, "one more", ["read"])
        except TooManyTokens:
            return False
        return True

    assert sum(map(bool, at_once(8, add))) == 4
    assert len(processes[0].tokens(account.id)) == 100
