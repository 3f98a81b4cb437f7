"""Why a change to an account was refused, by name. After any of these nothing has changed."""


class AccountError(Exception):
    code = "accountError"
    status = 422
    """Of HTTP, for the API."""
    sentence = "This cannot be done to an account."

    def __init__(self) -> None:
        super().__init__(self.sentence)


class BadName(AccountError):
    code = "badName"
    sentence = "A name has 1 to 60 characters on one line, at least one of them visible."


class BadEmail(AccountError):
    code = "badEmail"
    sentence = "This is not an e-mail address we can write to; it must be of the form anna@example.org."


class EmailTaken(AccountError):
    code = "emailTaken"
    status = 409
    sentence = "Another account has this e-mail address."


class BadLanguage(AccountError):
    code = "badLanguage"
    sentence = "A language is named by its tag, such as en, de or pt-BR."


class BadWishes(AccountError):
    code = "badWishes"
    sentence = "A wish is mailWhenAwaited, true or false."


class BadScopes(AccountError):
    code = "badScopes"
    sentence = "A token has at least one of the scopes read, play and account, and no others."


class TooManyTokens(AccountError):
    code = "tooManyTokens"
    status = 409
    sentence = "An account has at most 100 tokens; revoke one first."


class UnknownAccount(AccountError):
    code = "unknownAccount"
    status = 404
    sentence = "There is no such account, or it has been deleted."
