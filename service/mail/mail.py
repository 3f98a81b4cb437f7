"""A mail: plain text to one person. What could smuggle in a header or a second reader is refused when it is made."""

import re
from datetime import UTC, datetime
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime

import msgspec

from service.addresses import is_address

LONGEST_SUBJECT = 200
_MESSAGE_ID = re.compile(r"<[A-Za-z0-9._+-]{1,200}@[A-Za-z0-9.-]{1,253}>")
_POLICY = SMTP.clone(cte_type="7bit", max_line_length=998)
"""Any server can carry it, and no link or identifier is broken by a fold."""


class BadMail(ValueError):
    """A mail that cannot be written: its address, subject or identifier is not what it should be."""


class Mail(msgspec.Struct, frozen=True):
    to: str
    subject: str
    text: str
    message_id: str
    """`<something@domain>`; the same mail tried again has the same one."""

    def __post_init__(self) -> None:
        if not is_address(self.to):
            raise BadMail("A mail goes to one plain address.")
        if not self.subject.isprintable() or not 1 <= len(self.subject) <= LONGEST_SUBJECT:
            raise BadMail(f"A subject is one printable line of at most {LONGEST_SUBJECT} characters.")
        if _MESSAGE_ID.fullmatch(self.message_id) is None:
            raise BadMail("A message id is of the form <something@domain>.")


def written(mail: Mail, mail_from: str, at: int) -> EmailMessage:
    """The mail with all its headers; `at` in milliseconds since 1970."""
    message = EmailMessage(_POLICY)
    message["From"] = mail_from
    message["To"] = mail.to
    message["Subject"] = mail.subject
    message["Date"] = format_datetime(datetime.fromtimestamp(at // 1000, UTC))
    message["Message-ID"] = mail.message_id
    message["Auto-Submitted"] = "auto-generated"
    message.set_content(mail.text)
    return message
