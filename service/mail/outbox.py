"""Without a mail server: mails as files in a folder, to be looked at by whoever runs the house."""

import fcntl
import hashlib
import os
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes
from email.policy import SMTP
from pathlib import Path

import msgspec

from service.mail.faults import MailUnavailable
from service.mail.mail import Mail, written
from service.mail.sender import sender_address

SENDER = "guildhall@localhost"
_NAME = re.compile(r"[0-9]{20}-[0-9a-f]{32}\.eml")


class OutboxPostman:
    """Names of files begin with the time, so that they sort by it, and end with a digest of the message id."""

    def __init__(self, folder: Path, mail_from: str = SENDER) -> None:
        sender_address(mail_from)
        self._folder = folder
        self._from = mail_from

    def send(self, mail: Mail) -> None:
        """A whole file when this returns; a mail that is already there is not written again."""
        try:
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            with self._alone():
                self._send(mail)
        except OSError as error:
            raise MailUnavailable(error) from error

    def _send(self, mail: Mail) -> None:
        digest = hashlib.sha256(mail.message_id.encode()).hexdigest()[:32]
        if not any(self._folder.glob(f"*-{digest}.eml")):
            now = time.time_ns()
            self._write(f"{now:020d}-{digest}.eml", written(mail, self._from, now // 1_000_000).as_bytes())

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """No two processes or threads look and write at the same time; the system lets go when one dies."""
        with (self._folder / ".lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    def _write(self, name: str, content: bytes) -> None:
        """Nobody sees half a file, and nobody but the owner sees any: there are sign-in links in them."""
        unfinished = self._folder / ".unfinished"
        with open(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        unfinished.rename(self._folder / name)


class OutboxMessage(msgspec.Struct, frozen=True, rename="camel"):
    file: str
    at: int
    """Milliseconds since 1970."""
    to: str
    subject: str
    text: str
    message_id: str


def outbox_messages(folder: Path, limit: int = 100) -> list[OutboxMessage]:
    """Newest first."""
    files = sorted((file for file in folder.glob("*.eml") if _NAME.fullmatch(file.name)), reverse=True)
    return [message for file in files[:limit] if (message := _read(file)) is not None]


def forget_mails(folder: Path, address: str) -> None:
    """Throw away what was written to an address."""
    for file in folder.glob("*.eml"):
        message = _read(file) if _NAME.fullmatch(file.name) else None
        if message is not None and message.to.lower() == address.lower():
            file.unlink(missing_ok=True)


def _read(file: Path) -> OutboxMessage | None:
    """None if somebody has just thrown it away."""
    try:
        content = file.read_bytes()
    except FileNotFoundError:
        return None
    message = message_from_bytes(content, policy=SMTP)
    text: str = message.get_content()
    return OutboxMessage(
        file=file.name,
        at=int(file.name.partition("-")[0]) // 1_000_000,
        to=str(message["To"]),
        subject=str(message["Subject"]),
        text=text.replace("\r\n", "\n"),
        message_id=str(message["Message-ID"]),
    )
