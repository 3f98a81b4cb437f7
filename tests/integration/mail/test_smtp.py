"""Mail by SMTP, given to a real server."""

import socket
import ssl
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.smtp import AuthResult, LoginPassword

from service.mail import (
    MailFault,
    MailRefused,
    MailUnavailable,
    OutboxPostman,
    SmtpPostman,
)
from service.settings import BadSetting
from tests.integration.mail.server import MAIL, SENDER, Mailbox, Serve

NO_STARTTLS_IS_MEANT = pytest.mark.filterwarnings("ignore:Requiring AUTH while not requiring TLS")


def knows_the_password(*arguments: Any) -> AuthResult:
    given = arguments[-1]
    assert isinstance(given, LoginPassword)
    return AuthResult(success=given == LoginPassword(b"guild@house", b"pass/word"), handled=False)


def test_a_mail_arrives_as_it_was_written(serve: Serve, mailbox: Mailbox) -> None:
    SmtpPostman(f"smtp://127.0.0.1:{serve()}", SENDER).send(MAIL)
    (envelope,) = mailbox.envelopes
    assert (envelope.mail_from, envelope.rcpt_tos) == ("guild@example.org", ["anna@example.org"])
    (message,) = mailbox.messages
    assert message["From"] == SENDER
    assert message["To"] == "anna@example.org"
    assert message["Subject"] == "Good news"
    assert message["Message-ID"] == "<one@example.org>"
    assert message["Auto-Submitted"] == "auto-generated"
    assert message["Date"].datetime.tzinfo is not None
    assert message.get_content_type() == "text/plain"
    assert message.get_content().replace("\r\n", "\n") == MAIL.text
    assert len(message.keys()) == len(set(message.keys()))
    assert mailbox.sessions[0].ssl is None


@pytest.mark.usefixtures("trusted")
def test_a_server_that_offers_encryption_gets_it(serve: Serve, mailbox: Mailbox, certificate: ssl.SSLContext) -> None:
    SmtpPostman(f"smtp://127.0.0.1:{serve(tls_context=certificate)}", SENDER).send(MAIL)
    assert mailbox.sessions[0].ssl is not None
    assert [message["Subject"] for message in mailbox.messages] == ["Good news"]


@pytest.mark.usefixtures("trusted")
@NO_STARTTLS_IS_MEANT
def test_smtps_is_encrypted_from_the_first_byte_and_the_password_is_decoded(
    serve: Serve, mailbox: Mailbox, certificate: ssl.SSLContext
) -> None:
    port = serve(ssl_context=certificate, authenticator=knows_the_password, auth_required=True, auth_require_tls=False)
    SmtpPostman(f"smtps://guild%40house:pass%2Fword@127.0.0.1:{port}", SENDER).send(MAIL)
    assert mailbox.sessions[0].authenticated
    assert len(mailbox.messages) == 1


@pytest.mark.usefixtures("trusted")
def test_a_password_goes_over_starttls(serve: Serve, mailbox: Mailbox, certificate: ssl.SSLContext) -> None:
    port = serve(tls_context=certificate, authenticator=knows_the_password, auth_required=True)
    SmtpPostman(f"smtp://guild%40house:pass%2Fword@127.0.0.1:{port}", SENDER).send(MAIL)
    assert mailbox.sessions[0].authenticated


@pytest.mark.usefixtures("trusted")
def test_a_wrong_password_is_said_without_saying_it(
    serve: Serve, mailbox: Mailbox, certificate: ssl.SSLContext
) -> None:
    port = serve(tls_context=certificate, authenticator=knows_the_password, auth_required=True)
    with pytest.raises(MailUnavailable, match="535") as fault:
        SmtpPostman(f"smtp://guild%40house:unmistakable@127.0.0.1:{port}", SENDER).send(MAIL)
    assert "unmistakable" not in str(fault.value)
    assert mailbox.messages == []


@NO_STARTTLS_IS_MEANT
def test_a_password_is_never_sent_in_the_clear(serve: Serve, mailbox: Mailbox) -> None:
    tried: list[Any] = []

    def watch(*arguments: Any) -> AuthResult:
        tried.append(arguments)
        return AuthResult(success=True)

    port = serve(authenticator=watch, auth_required=True, auth_require_tls=False)
    with pytest.raises(MailUnavailable, match="not sent in the clear"):
        SmtpPostman(f"smtp://guild:password@127.0.0.1:{port}", SENDER).send(MAIL)
    assert tried == mailbox.messages == []


@pytest.mark.parametrize("scheme", ["smtp", "smtps"])
def test_a_server_that_cannot_show_who_it_is_gets_no_mail(
    serve: Serve, mailbox: Mailbox, certificate: ssl.SSLContext, scheme: str
) -> None:
    port = serve(**{"tls_context" if scheme == "smtp" else "ssl_context": certificate})
    with pytest.raises(MailUnavailable, match="certificate verify failed"):
        SmtpPostman(f"{scheme}://127.0.0.1:{port}", SENDER).send(MAIL)
    assert mailbox.messages == []


@pytest.mark.parametrize("step", ["RCPT", "DATA"])
@pytest.mark.parametrize(("answer", "fault"), [("451 Later", MailUnavailable), ("550 No", MailRefused)])
def test_a_no_for_now_is_told_from_a_no_for_good(
    serve: Serve, mailbox: Mailbox, step: str, answer: str, fault: type[MailFault]
) -> None:
    mailbox.answers[step] = answer
    with pytest.raises(fault, match=answer):
        SmtpPostman(f"smtp://127.0.0.1:{serve()}", SENDER).send(MAIL)


def test_a_mail_that_the_server_has_taken_is_sent_whatever_its_farewell(serve: Serve, mailbox: Mailbox) -> None:
    mailbox.answers["QUIT"] = "421 Going down"
    SmtpPostman(f"smtp://127.0.0.1:{serve()}", SENDER).send(MAIL)
    assert len(mailbox.messages) == 1


def test_a_server_that_is_not_there_is_named() -> None:
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        with pytest.raises(MailUnavailable, match="cannot be delivered"):
            SmtpPostman(f"smtp://127.0.0.1:{bound.getsockname()[1]}", SENDER).send(MAIL)


def test_a_server_that_says_nothing_is_not_waited_for_for_ever() -> None:
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        with pytest.raises(MailUnavailable, match="timed out"):
            SmtpPostman(f"smtp://127.0.0.1:{silent.getsockname()[1]}", SENDER, seconds=0.1).send(MAIL)


@pytest.mark.parametrize(
    "url",
    [
        "",
        "127.0.0.1:25",
        "http://mail",
        "smtp://",
        "smtp://u:secret@:25",
        "smtp://h:port",
        "smtp://h/path",
        "smtp://h:99999",
        "smtp://[h",
    ],
)
def test_an_address_of_a_server_that_cannot_be_understood_is_refused_at_once(url: str) -> None:
    with pytest.raises(BadSetting, match="SMTP_URL must be of the form") as fault:
        SmtpPostman(url, SENDER)
    assert "secret" not in str(fault.value)


@pytest.mark.parametrize("sender", ["", "guild", "a@b.c, d@e.f", "Guild <a@b.c>\nBcc: d@e.f", "Guild <a@b.c> <d@e.f>"])
def test_a_sender_that_is_not_one_address_is_refused_at_once(sender: str, tmp_path: Path) -> None:
    with pytest.raises(BadSetting, match="MAIL_FROM"):
        SmtpPostman("smtp://localhost", sender)
    with pytest.raises(BadSetting, match="MAIL_FROM"):
        OutboxPostman(tmp_path, sender)
