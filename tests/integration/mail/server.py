"""A real SMTP server on loopback, and a mail to give it."""

from collections.abc import Callable
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import SMTP as POLICY

from aiosmtpd.smtp import SMTP, Envelope, Session

from service.mail import Mail

SENDER = "Guildhall <guild@example.org>"
MAIL = Mail("anna@example.org", "Good news", "Dear Anna,\n\n.a line with a dot\nGrüße\n", "<one@example.org>")
Serve = Callable[..., int]


class Mailbox:
    """What the server has taken in, and what it answers."""

    def __init__(self) -> None:
        self.envelopes: list[Envelope] = []
        self.sessions: list[Session] = []
        self.answers: dict[str, str] = {}

    @property
    def messages(self) -> list[EmailMessage]:
        return [message_from_bytes(content, policy=POLICY) for content in self.contents]

    @property
    def contents(self) -> list[bytes]:
        return [envelope.content for envelope in self.envelopes if isinstance(envelope.content, bytes)]

    async def handle_RCPT(  # noqa: N802
        self, _server: SMTP, _session: Session, envelope: Envelope, address: str, _options: list[str]
    ) -> str:
        if "RCPT" not in self.answers:
            envelope.rcpt_tos.append(address)
        return self.answers.get("RCPT", "250 OK")

    async def handle_DATA(self, _server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        if "DATA" not in self.answers:
            self.envelopes.append(envelope)
            self.sessions.append(session)
        return self.answers.get("DATA", "250 OK")

    async def handle_QUIT(self, _server: SMTP, _session: Session, _envelope: Envelope) -> str:  # noqa: N802
        return self.answers.get("QUIT", "221 Bye")
