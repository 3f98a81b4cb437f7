"""Mail to people: what it says, and who carries it."""

from service.mail.faults import MailFault, MailRefused, MailUnavailable
from service.mail.mail import BadMail, Mail
from service.mail.outbox import OutboxMessage, OutboxPostman, forget_mails, outbox_messages
from service.mail.postman import Postman, postman
from service.mail.smtp import SmtpPostman
from service.mail.texts import awaited_in_words, awaited_mail, sign_in_mail

__all__ = [
    "BadMail",
    "Mail",
    "MailFault",
    "MailRefused",
    "MailUnavailable",
    "OutboxMessage",
    "OutboxPostman",
    "Postman",
    "SmtpPostman",
    "awaited_in_words",
    "awaited_mail",
    "forget_mails",
    "outbox_messages",
    "postman",
    "sign_in_mail",
]
