"""What the page says, from its own catalogues: the tests find things by their names, in any language."""

import re

from tests.saying import catalogue


def say(key: str, language: str = "en", **values: object) -> str:
    text = catalogue(language)[key]
    if not isinstance(text, str):
        text = text["one" if values.get("count") == 1 else "other"]
    return re.sub(r"\{(\w+)\}", lambda place: str(values[place[1]]), str(text))


def raw_keys(text: str) -> list[str]:
    """Keys that stand in a text where their words should."""
    parts = "|".join(sorted({key.partition(".")[0] for key in catalogue("en")}))
    return re.findall(rf"\b(?:{parts})\.[a-z]\w*(?:\.\w+)*", text)
