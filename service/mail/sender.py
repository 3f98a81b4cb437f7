"""Who mails come from: the setting MAIL_FROM, an address with or without a name before it."""

from email.utils import getaddresses

from service.addresses import is_address
from service.settings import BadSetting


def sender_address(mail_from: str) -> str:
    """The address alone, as the mail server wants it."""
    addresses = [address for _, address in getaddresses([mail_from])]
    if not mail_from.isprintable() or len(addresses) != 1 or not is_address(addresses[0]):
        raise BadSetting(f"MAIL_FROM is {mail_from!r}; it must be an address such as Guildhall <guild@example.org>.")
    return addresses[0]


def sender_domain(mail_from: str) -> str:
    return sender_address(mail_from).rpartition("@")[2]
