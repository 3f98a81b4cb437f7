"""What people may write into an account."""

import re
import unicodedata

from service.accounts.errors import BadEmail, BadLanguage, BadName
from service.addresses import is_address

LONGEST_NAME = 60
_JOINERS = "\u200c\u200d"
"""Persian and many an emoji cannot be written without them; other characters of their category turn or hide text."""
_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}")


def checked_name(name: str) -> str:
    name = unicodedata.normalize("NFC", name).strip()
    kinds = [unicodedata.category(character) for character in name if character not in _JOINERS]
    is_one_line = not any(kind[0] == "C" or kind in ("Zl", "Zp") for kind in kinds)
    is_visible = any(kind[0] in "LNPS" for kind in kinds)
    if len(name) > LONGEST_NAME or not is_one_line or not is_visible:
        raise BadName
    return name


def checked_email(email: str) -> str:
    email = email.strip()
    if not is_address(email):
        raise BadEmail
    return email


def email_key(email: str) -> str:
    """Addresses that differ only in capitals are one person's."""
    return email.strip().lower()


def checked_language(language: str) -> str:
    if _LANGUAGE.fullmatch(language) is None:
        raise BadLanguage
    return language
