"""What counts as an e-mail address: plain ASCII, one address, nothing that could become a second header."""

import re

LONGEST_ADDRESS = 254
_ATOM = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
_LABEL = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
_ADDRESS = re.compile(rf"(?=.{{1,64}}@){_ATOM}(?:\.{_ATOM})*@{_LABEL}(?:\.{_LABEL})*")


def is_address(text: str) -> bool:
    return len(text) <= LONGEST_ADDRESS and _ADDRESS.fullmatch(text) is not None
