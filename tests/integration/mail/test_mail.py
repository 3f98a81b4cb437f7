"""What a mail may be, and what the mails of the house say."""

from typing import Any

import msgspec
import pytest

from service.accounts import Account, Wishes
from service.mail import (
    BadMail,
    SmtpPostman,
    awaited_in_words,
    awaited_mail,
    sign_in_mail,
)
from service.settings import Settings
from service.store import memory_log
from tests.integration.mail.server import MAIL, SENDER, Mailbox, Serve
from tests.playing import bots_at_a_table, move, steady_application

CODE = "b" * 43
TABLE = "351d0f90-c4ae-4e92-8fe5-7fe5b08c214e"


@pytest.mark.parametrize(
    "change",
    [
        {"to": "anna@example.org\nBcc: bert@example.org"},
        {"to": "anna@example.org\r\n\r\nanother body"},
        {"to": "anna@example.org,bert@example.org"},
        {"to": "Anna <anna@example.org>"},
        {"to": ""},
        {"subject": "Hello\nBcc: bert@example.org"},
        {"subject": "Hello\r\n\r\nanother body"},
        {"subject": "Hello\u2028Bcc: bert@example.org"},
        {"subject": "Hello\x85Bcc: bert@example.org"},
        {"subject": "Hello\0"},
        {"subject": ""},
        {"subject": "x" * 201},
        {"message_id": "<one@example.org>\nBcc: bert@example.org"},
        {"message_id": "one@example.org"},
        {"message_id": "<one@exam ple.org>"},
        {"message_id": ""},
    ],
)
def test_no_header_can_be_smuggled_into_a_mail(change: dict[str, str]) -> None:
    with pytest.raises(BadMail):
        msgspec.structs.replace(MAIL, **change)


def test_a_text_is_only_ever_the_body(serve: Serve, mailbox: Mailbox) -> None:
    text = "Bcc: bert@example.org\n\n.\r\nRCPT TO:<bert@example.org>\r\n.\r\nQUIT\n" + "long " * 500 + "\n"
    SmtpPostman(f"smtp://127.0.0.1:{serve()}", SENDER).send(msgspec.structs.replace(MAIL, text=text))
    (envelope,) = mailbox.envelopes
    assert envelope.rcpt_tos == ["anna@example.org"]
    (message,) = mailbox.messages
    assert message["Bcc"] is None
    assert message.get_content().splitlines() == text.splitlines()


def anna(email: str | None = "anna@example.org") -> Account:
    return Account("a_" + "0" * 24, "Anna", email, "en", Wishes(), 0, False)


def wait(**change: Any) -> dict[str, Any]:
    a_wait = {
        "table": TABLE,
        "game": "macht",
        "seat": 2,
        "kind": "build",
        "card": "red-luik",
        "sinceVersion": 77,
        "due": None,
    }
    return a_wait | {"since": 1, "version": 80, "account": anna().id} | change


def test_the_sign_in_mail_has_the_link_on_a_line_of_its_own(settings: Settings) -> None:
    mail = sign_in_mail(settings, "anna@example.org", CODE)
    assert mail.to == "anna@example.org"
    assert f"https://guild.example.org/sign-in?code={CODE}" in mail.text.splitlines()
    assert "15 minutes" in mail.text
    assert CODE not in mail.subject + mail.message_id
    assert mail.message_id.endswith("@example.org>")
    assert sign_in_mail(settings, "anna@example.org", CODE) == mail
    assert sign_in_mail(settings, "anna@example.org", "c" * 43).message_id != mail.message_id


def test_the_link_comes_through_a_real_server_unbroken(settings: Settings, serve: Serve, mailbox: Mailbox) -> None:
    SmtpPostman(f"smtp://127.0.0.1:{serve()}", SENDER).send(sign_in_mail(settings, "anna@example.org", CODE))
    assert f"\r\nhttps://guild.example.org/sign-in?code={CODE}\r\n".encode() in mailbox.contents[0]


def test_who_is_awaited_reads_where_and_for_what(settings: Settings) -> None:
    mail = awaited_mail(settings, anna(), wait())
    assert mail.to == "anna@example.org"
    assert mail.subject == "You are awaited: The Power of the Guilds"
    assert mail.text.startswith("You are awaited to build a district or complete a building site.\n")
    assert "The Power of the Guilds" in mail.text
    assert TABLE in mail.text
    assert f"https://guild.example.org/tables/{TABLE}" in mail.text.splitlines()


@pytest.mark.parametrize(
    ("players", "kinds"), [(2, {"turn2p", "build"}), (4, {"commitCards", "build", "cathedral", "master"})]
)
def test_there_are_words_for_whatever_a_game_awaits(players: int, kinds: set[str]) -> None:
    application = steady_application(memory_log(), "words")
    table = bots_at_a_table(application, ["random"] * players)
    met = set()
    while move(application, table, "words") is not None:
        state = application.state(table)
        met |= {awaited.kind for awaited in state.rules.to_act(state.state).values()}
    assert met == kinds
    assert "make your move" not in {awaited_in_words(kind) for kind in kinds}
    assert awaited_in_words("somethingNew") == "make your move"


def test_one_wait_is_one_mail_and_another_wait_is_another(settings: Settings) -> None:
    first = awaited_mail(settings, anna(), wait())
    assert awaited_mail(settings, anna(), wait(version=90)).message_id == first.message_id
    others = [wait(sinceVersion=95), wait(seat=1), wait(table=TABLE.replace("3", "4"))]
    assert first.message_id not in {awaited_mail(settings, anna(), other).message_id for other in others}


def test_nobody_else_can_speak_through_a_mail(settings: Settings) -> None:
    """A name is chosen by anybody, also by those who enter the address of another."""
    account = msgspec.structs.replace(anna(), name="WIN at http://evil.example")
    assert "evil" not in repr(awaited_mail(settings, account, wait()))


def test_without_an_address_there_is_no_mail(settings: Settings) -> None:
    with pytest.raises(BadMail):
        awaited_mail(settings, anna(email=None), wait())
