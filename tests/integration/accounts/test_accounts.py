"""People: registering, changing, deleting; and what they are kept in."""

import re
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from service.accounts import (
    SCOPES,
    Accounts,
    BadEmail,
    BadLanguage,
    BadName,
    BadWishes,
    EmailTaken,
    UnknownAccount,
)
from service.accounts.tokens import Caller
from service.database import accounts_engine
from service.settings import Settings
from service.store import StoreDamaged, StoreNotMigrated
from tests.integration.accounts.together import EMAIL, Clock, at_once, stored


def test_whoever_registers_gets_an_account_and_a_token_for_everything(accounts: Accounts, clock: Clock) -> None:
    account, token = accounts.register("Anna", EMAIL)
    assert re.fullmatch(r"a_[0-9a-f]{24}", account.id)
    assert (account.name, account.email, account.created, account.is_gone) == ("Anna", EMAIL, clock.now, False)
    assert accounts.account(account.id) == account
    caller = accounts.authenticate(token)
    assert caller == Caller(account.id, frozenset(SCOPES), token.split("_")[1])


def test_an_email_is_not_needed_and_many_may_have_none(accounts: Accounts) -> None:
    assert accounts.register("Anna")[0].email is None
    assert accounts.register("Anna")[0].email is None


def test_an_unknown_account_is_none(accounts: Accounts) -> None:
    assert accounts.account("a_" + "0" * 24) is None
    assert accounts.account("anna\0") is None


@pytest.mark.parametrize(
    "name",
    [
        "",
        "   ",
        "x" * 61,
        "two\nlines",
        "bell\a",
        "null\0",
        "\u202eannA",
        "\ufeff",
        "\u200d",
        "half \ud800",
        "a\u2028b",
    ],
)
def test_a_name_is_one_visible_line_of_at_most_60_characters(accounts: Accounts, name: str) -> None:
    with pytest.raises(BadName, match="1 to 60 characters"):
        accounts.register(name)


@pytest.mark.parametrize("name", ["A", "x" * 60, "Zoë van den Berg", "李", "👩‍🚀", "نامه‌ای"])
def test_names_of_all_scripts_are_kept_as_they_are(accounts: Accounts, name: str) -> None:
    assert accounts.register(f"  {name} ")[0].name == name


@pytest.mark.parametrize(
    "email",
    [
        "",
        "anna",
        "anna@",
        "@example.org",
        "a b@example.org",
        "anna@example.org, bert@example.org",
        "anna@example.org\nBcc: bert@example.org",
        "Anna <anna@example.org>",
        ".anna@example.org",
        "an..na@example.org",
        "anna@-example.org",
        "anna@example..org",
        "änna@example.org",
        "anna@example.org\0",
        "a" * 65 + "@example.org",
        "a@" + ".".join(["b" * 60] * 5),
    ],
)
def test_what_is_no_address_is_refused(accounts: Accounts, email: str) -> None:
    with pytest.raises(BadEmail, match="not an e-mail address"):
        accounts.register("Anna", email)
    assert accounts.begin_sign_in(email) is None


@pytest.mark.parametrize("email", ["anna@localhost", "anna+guild@mail.example.org", "o'neil@example.org", " a@b.c "])
def test_usual_addresses_are_taken(accounts: Accounts, email: str) -> None:
    assert accounts.register("Anna", email)[0].email == email.strip()


def test_an_email_has_one_account_whatever_its_capitals(accounts: Accounts) -> None:
    accounts.register("Anna", "Anna@Example.org")
    bert, _ = accounts.register("Bert", "bert@example.org")
    with pytest.raises(EmailTaken) as refusal:
        accounts.register("Other", "ANNA@example.ORG")
    assert (refusal.value.code, str(refusal.value)) == ("emailTaken", "Another account has this e-mail address.")
    with pytest.raises(EmailTaken):
        accounts.update(bert.id, name="Bertha", email="anna@example.org")
    assert accounts.account(bert.id) == bert


def test_of_many_who_register_one_email_at_once_exactly_one_gets_it(open_accounts: Callable[[], Accounts]) -> None:
    processes = [open_accounts() for _ in range(3)]

    def register(n: int) -> bool:
        try:
            processes[n % 3].register(f"Anna {n}", EMAIL.upper() if n % 2 else EMAIL)
        except EmailTaken:
            return False
        return True

    assert sorted(at_once(9, register)) == [False] * 8 + [True]


def test_a_profile_is_changed_where_it_is_named_and_only_there(accounts: Accounts) -> None:
    account, _ = accounts.register("Anna", EMAIL)
    assert accounts.update(account.id) == account
    changed = accounts.update(account.id, name="Anne", language="pt-BR", wishes={"mailWhenAwaited": False})
    assert accounts.account(account.id) == changed
    assert (changed.name, changed.email, changed.language) == ("Anne", EMAIL, "pt-BR")
    assert not changed.wishes.mail_when_awaited
    assert accounts.update(account.id, wishes={}) == changed
    assert accounts.update(account.id, email=None).email is None
    assert accounts.register("Other", EMAIL)[0].email == EMAIL


def test_a_change_that_is_refused_in_part_changes_nothing(accounts: Accounts) -> None:
    account, _ = accounts.register("Anna", EMAIL)
    with pytest.raises(BadLanguage):
        accounts.update(account.id, name="Anne", language="en; drop")
    with pytest.raises(BadName):
        accounts.update(account.id, name="", language="de")
    unclear: list[Any] = [{"mailWhenAwaited": False, "riches": True}, {"mailWhenAwaited": "no"}]
    for wishes in unclear:
        with pytest.raises(BadWishes):
            accounts.update(account.id, name="Anne", wishes=wishes)
    assert accounts.account(account.id) == account


def test_names_are_found_for_the_living_the_gone_and_the_unknown(accounts: Accounts) -> None:
    anna, _ = accounts.register("Anna")
    bert, _ = accounts.register("Bert")
    accounts.delete(bert.id)
    strangers = ["bot:1", "a_" + "f" * 24, "null\0"]
    assert accounts.names([anna.id, bert.id, anna.id, *strangers]) == {
        anna.id: "Anna",
        bert.id: "gone",
        **dict.fromkeys(strangers, "unknown"),
    }
    assert accounts.names(f"a_{n:024x}" for n in range(1200)).keys() == {f"a_{n:024x}" for n in range(1200)}
    assert accounts.names([]) == {}


def test_a_deleted_account_keeps_its_id_and_nothing_else(accounts: Accounts, settings: Settings) -> None:
    account, token = accounts.register("Annabella Unmistakable", "Unmistakable.Address@example.org")
    other, other_token = accounts.register("Bert", "bert@example.org")
    accounts.add_token(account.id, "Unmistakable token", ["read"])
    code = accounts.begin_sign_in("unmistakable.address@example.org")
    assert "nmistakable" in stored(settings)

    accounts.delete(account.id)

    gone = accounts.account(account.id)
    assert gone is not None
    assert (gone.name, gone.email, gone.is_gone) == ("gone", None, True)
    assert accounts.authenticate(token) is None
    assert accounts.tokens(account.id) == []
    assert code is not None
    assert accounts.finish_sign_in(code) is None
    assert accounts.begin_sign_in("unmistakable.address@example.org") is None
    assert "nmistakable" not in stored(settings)
    assert accounts.account(other.id) == other
    assert accounts.authenticate(other_token) is not None


def test_a_deleted_account_cannot_be_changed_and_deleting_again_does_nothing(accounts: Accounts) -> None:
    account, _ = accounts.register("Anna", EMAIL)
    accounts.delete(account.id)
    gone = accounts.account(account.id)
    accounts.delete(account.id)
    accounts.delete("nobody")
    with pytest.raises(UnknownAccount):
        accounts.update(account.id, name="Back")
    with pytest.raises(UnknownAccount):
        accounts.add_token(account.id, "late", ["read"])
    with pytest.raises(UnknownAccount):
        accounts.update("nobody", name="Back")
    assert accounts.account(account.id) == gone
    assert accounts.register("Anna again", EMAIL)[0].id != account.id


def test_whatever_happens_while_an_account_is_deleted_no_token_outlives_it(
    open_accounts: Callable[[], Accounts],
) -> None:
    processes = [open_accounts() for _ in range(3)]
    account, first = processes[0].register("Anna", EMAIL)
    codes = [processes[0].begin_sign_in(EMAIL) for _ in range(4)]

    def act(n: int) -> str | None:
        here = processes[n % 3]
        if n == 4:
            here.delete(account.id)
            return None
        if n < 4:
            return here.finish_sign_in(str(codes[n]))
        try:
            return here.add_token(account.id, "quick", ["play"])[1]
        except UnknownAccount:
            return None

    secrets = [secret for secret in at_once(9, act) if secret is not None]
    assert processes[0].tokens(account.id) == []
    later = open_accounts()
    assert all(later.authenticate(secret) is None for secret in [first, *secrets])


def test_many_processes_migrate_at_once_and_again_and_nothing_is_lost(settings: Settings, clock: Clock) -> None:
    processes = [Accounts(accounts_engine(settings), clock.milliseconds) for _ in range(4)]
    at_once(4, lambda n: processes[n].migrate())
    account, _ = processes[0].register("Anna", EMAIL)
    processes[1].migrate()
    assert processes[2].account(account.id) == account
    for accounts in processes:
        accounts.close()


def test_accounts_without_tables_say_what_to_run(settings: Settings, clock: Clock) -> None:
    accounts = Accounts(accounts_engine(settings), clock.milliseconds)
    with pytest.raises(StoreNotMigrated, match="guildhall migrate"):
        accounts.register("Anna")
    with pytest.raises(StoreNotMigrated, match="guildhall migrate"):
        accounts.authenticate("gh_" + "0" * 16 + "_" + "A" * 43)
    accounts.close()


def test_a_damaged_file_is_named_as_such(tmp_path: Path, clock: Clock) -> None:
    settings = Settings(tmp_path)
    settings.accounts_file.write_bytes(b"this is no database" * 500)
    accounts = Accounts(accounts_engine(settings), clock.milliseconds)
    with pytest.raises(StoreDamaged):
        accounts.migrate()
    accounts.close()


def test_what_was_registered_is_on_the_disk_when_it_is_answered(tmp_path: Path, clock: Clock) -> None:
    settings = Settings(tmp_path)
    accounts = Accounts(accounts_engine(settings), clock.milliseconds)
    accounts.migrate()
    with accounts._engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2
    account, _ = accounts.register("Anna")
    with sqlite3.connect(settings.accounts_file) as other:
        assert other.execute("SELECT name FROM accounts WHERE id = ?", (account.id,)).fetchall() == [("Anna",)]
    other.close()
    accounts.close()
