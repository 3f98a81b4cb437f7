"""Whoever carries mails: by SMTP where a server is set, else into the outbox folder."""

from typing import Protocol

from service.mail.mail import Mail
from service.mail.outbox import OutboxPostman
from service.mail.smtp import SmtpPostman
from service.settings import Settings


class Postman(Protocol):
    def send(self, mail: Mail) -> None:
        """Raises `MailUnavailable` where another try is worth it, `MailRefused` where not."""


def postman(settings: Settings) -> Postman:
    if settings.smtp_url is None:
        return OutboxPostman(settings.outbox, settings.mail_from)
    return SmtpPostman(settings.smtp_url, settings.mail_from)
