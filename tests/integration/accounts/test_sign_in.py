"""One-time codes that come by mail."""

from collections.abc import Callable

from service.accounts import (
    SCOPES,
    Accounts,
)
from tests.integration.accounts.together import EMAIL, Clock, at_once

MINUTE = 60_000


def test_a_code_gives_a_token_for_everything_once(accounts: Accounts, clock: Clock) -> None:
    account, _ = accounts.register("Anna", EMAIL)
    clock.now += 1
    code = accounts.begin_sign_in(EMAIL.upper())
    assert code is not None
    token = accounts.finish_sign_in(code)
    assert token is not None
    caller = accounts.authenticate(token)
    assert caller is not None
    assert (caller.account_id, caller.scopes) == (account.id, frozenset(SCOPES))
    assert accounts.finish_sign_in(code) is None
    assert [t.name for t in accounts.tokens(account.id)] == ["sign-in"]


def test_who_reads_the_mail_of_an_address_shares_the_account_with_nobody_who_only_named_it(
    accounts: Accounts,
) -> None:
    account, of_a_stranger = accounts.register("Anna", EMAIL)
    token = signed_in(accounts)
    assert accounts.authenticate(of_a_stranger) is None
    second = signed_in(accounts)
    assert accounts.authenticate(token) is not None
    assert accounts.authenticate(second) is not None
    accounts.update(account.id, email="elsewhere@example.org")
    third = signed_in(accounts, "elsewhere@example.org")
    assert [accounts.authenticate(t) is not None for t in (token, second, third)] == [False, False, True]


def signed_in(accounts: Accounts, email: str = EMAIL) -> str:
    token = accounts.finish_sign_in(str(accounts.begin_sign_in(email)))
    assert token is not None
    return token


def test_a_code_is_good_once_also_when_many_use_it_at_once(open_accounts: Callable[[], Accounts]) -> None:
    processes = [open_accounts() for _ in range(3)]
    account, _ = processes[0].register("Anna", EMAIL)
    for _ in range(5):
        code = processes[0].begin_sign_in(EMAIL)
        assert code is not None
        given = at_once(8, lambda n: processes[n % 3].finish_sign_in(code))  # noqa: B023
        assert sum(token is not None for token in given) == 1
    assert len(processes[0].tokens(account.id)) == 5


def test_a_code_is_good_for_15_minutes(accounts: Accounts, clock: Clock) -> None:
    accounts.register("Anna", EMAIL)
    in_time, too_late = accounts.begin_sign_in(EMAIL), accounts.begin_sign_in(EMAIL)
    assert in_time is not None
    assert too_late is not None
    clock.now += 15 * MINUTE - 1
    assert accounts.finish_sign_in(in_time) is not None
    clock.now += 1
    assert accounts.finish_sign_in(too_late) is None


def test_five_links_are_live_at_most_and_those_stay_good(accounts: Accounts, clock: Clock) -> None:
    accounts.register("Anna", EMAIL)
    codes = [accounts.begin_sign_in(EMAIL) for _ in range(6)]
    assert None not in codes[:5]
    assert codes[5] is None
    assert accounts.finish_sign_in(str(codes[0])) is not None
    assert accounts.begin_sign_in(EMAIL) is not None
    clock.now += 15 * MINUTE
    assert [accounts.begin_sign_in(EMAIL) is None for _ in range(6)] == [False] * 5 + [True]


def test_five_links_are_live_at_most_also_when_they_are_asked_for_at_once(
    open_accounts: Callable[[], Accounts],
) -> None:
    processes = [open_accounts() for _ in range(2)]
    processes[0].register("Anna", EMAIL)
    codes = at_once(10, lambda n: processes[n % 2].begin_sign_in(EMAIL))
    assert sum(code is not None for code in codes) == 5


def test_nobody_signs_in_with_an_unknown_address_or_code(accounts: Accounts) -> None:
    accounts.register("Anna", EMAIL)
    assert accounts.begin_sign_in("bert@example.org") is None
    for code in ("", "A" * 43, "\0", "ä" * 43, "x" * 1_000_000):
        assert accounts.finish_sign_in(code) is None


def test_a_link_sent_to_an_address_that_was_given_up_opens_nothing(accounts: Accounts) -> None:
    account, _ = accounts.register("Anna", EMAIL)
    code = accounts.begin_sign_in(EMAIL)
    assert code is not None
    accounts.update(account.id, name="Anne")
    accounts.update(account.id, email="new@example.org")
    assert accounts.finish_sign_in(code) is None
    assert accounts.begin_sign_in(EMAIL) is None
    assert accounts.begin_sign_in("new@example.org") is not None


def test_signing_in_is_never_refused_and_the_oldest_of_20_sign_ins_makes_room(accounts: Accounts, clock: Clock) -> None:
    account, _ = accounts.register("Anna", EMAIL)
    tokens = [signed_in(accounts)]
    _, made = accounts.add_token(account.id, "my bot", SCOPES)
    for n in range(20):
        clock.now += n % 2
        code = accounts.begin_sign_in(EMAIL)
        assert code is not None
        tokens.append(str(accounts.finish_sign_in(code)))
    admitted = [accounts.authenticate(token) is not None for token in tokens]
    assert admitted[-1]
    assert sum(admitted) == 20
    assert accounts.authenticate(made) is not None
    assert len(accounts.tokens(account.id)) == 21
