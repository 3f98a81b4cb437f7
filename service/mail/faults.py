"""What can go wrong with a mail, by name."""


class MailFault(Exception):
    code = "mailFault"
    sentence = "The mail could not be sent."

    def __init__(self, detail: object = "") -> None:
        super().__init__(f"{self.sentence} {detail}".strip())


class MailUnavailable(MailFault):
    """Worth another try later."""

    code = "mailUnavailable"
    sentence = "The mail cannot be delivered now."


class MailRefused(MailFault):
    """Trying again will not help."""

    code = "mailRefused"
    sentence = "The mail is refused."
