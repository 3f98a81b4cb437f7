"""Who people are: names and e-mail addresses, tokens and sign-in links. The log knows them by opaque ids only."""

from service.accounts.account import Account, Wishes
from service.accounts.accounts import Accounts
from service.accounts.errors import (
    AccountError,
    BadEmail,
    BadLanguage,
    BadName,
    BadScopes,
    BadWishes,
    EmailTaken,
    TooManyTokens,
    UnknownAccount,
)
from service.accounts.tokens import SCOPES, Caller, Token

__all__ = [
    "SCOPES",
    "Account",
    "AccountError",
    "Accounts",
    "BadEmail",
    "BadLanguage",
    "BadName",
    "BadScopes",
    "BadWishes",
    "Caller",
    "EmailTaken",
    "Token",
    "TooManyTokens",
    "UnknownAccount",
    "Wishes",
]
