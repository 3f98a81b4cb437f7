"""Mail by SMTP, encrypted where the server can be. A password is never sent in the clear."""

import contextlib
import smtplib
import ssl
import time
from urllib.parse import unquote, urlsplit

from service.mail.faults import MailRefused, MailUnavailable
from service.mail.mail import Mail, written
from service.mail.sender import sender_address, sender_domain
from service.settings import BadSetting

SECONDS = 15.0
"""How long a server may take to answer each step."""
_FORM = "SMTP_URL must be of the form smtp://user:password@host:port, or smtps://; user and port may be missing."


class SmtpPostman:
    def __init__(self, smtp_url: str, mail_from: str, *, seconds: float = SECONDS) -> None:
        """Ports are 465 for smtps, 587 for smtp with a user, 25 without, unless one is named."""
        try:
            parts = urlsplit(smtp_url)
            port = parts.port
        except ValueError:
            raise BadSetting(_FORM) from None
        if parts.scheme not in ("smtp", "smtps") or not parts.hostname or parts.path not in ("", "/"):
            raise BadSetting(_FORM)
        self._host = parts.hostname
        self._is_encrypted = parts.scheme == "smtps"
        self._user = unquote(parts.username or "")
        self._password = unquote(parts.password or "")
        self._port = port or (465 if self._is_encrypted else 587 if self._user else 25)
        self._from = mail_from
        self._sender = sender_address(mail_from)
        self._domain = sender_domain(mail_from)
        self._seconds = seconds

    def send(self, mail: Mail) -> None:
        """Given to the server when this returns. A mail that is sent again has the same message id."""
        message = written(mail, self._from, time.time_ns() // 1_000_000)
        try:
            with contextlib.closing(self._connected()) as server:
                server.send_message(message, self._sender, [mail.to])
                # The server has the mail: nothing that goes wrong from here on may have it sent again.
                with contextlib.suppress(smtplib.SMTPException, OSError):
                    server.quit()
        except smtplib.SMTPRecipientsRefused as error:
            code, answer = error.recipients[mail.to]
            raise _no_to_a_mail(code, answer) from error
        except smtplib.SMTPDataError as error:
            raise _no_to_a_mail(error.smtp_code, error.smtp_error) from error
        except (smtplib.SMTPException, OSError) as error:
            raise MailUnavailable(error) from error

    def _connected(self) -> smtplib.SMTP:
        trust = ssl.create_default_context()
        if self._is_encrypted:
            server: smtplib.SMTP = smtplib.SMTP_SSL(
                self._host, self._port, self._domain, timeout=self._seconds, context=trust
            )
        else:
            server = smtplib.SMTP(self._host, self._port, self._domain, timeout=self._seconds)
        try:
            self._introduce(server, trust)
        except BaseException:
            server.close()
            raise
        return server

    def _introduce(self, server: smtplib.SMTP, trust: ssl.SSLContext) -> None:
        server.ehlo_or_helo_if_needed()
        is_encrypted = self._is_encrypted
        if not is_encrypted and server.has_extn("starttls"):
            server.starttls(context=trust)
            is_encrypted = True
        if self._user:
            if not is_encrypted:
                raise MailUnavailable("The server offers no encryption, and the password is not sent in the clear.")
            server.login(self._user, self._password)


def _no_to_a_mail(code: int, answer: bytes | str) -> MailUnavailable | MailRefused:
    said = answer.decode(errors="replace") if isinstance(answer, bytes) else answer
    return (MailRefused if code >= 500 else MailUnavailable)(f"The server says {code} {said}")
