"""Applying an RFC 6902 patch, plainly, as a reader of the frames would."""

from copy import deepcopy
from typing import Any


def patched(document: Any, patch: list[dict[str, Any]]) -> Any:
    """The document itself is changed, as a page would do it that steps from frame to frame."""
    whole = [document]
    for operation in patch:
        *parents, last = [0, *(part.replace("~1", "/").replace("~0", "~") for part in steps(operation["path"]))]
        place: Any = whole
        for part in parents:
            place = place[int(part) if isinstance(place, list) else part]
        key = int(last) if isinstance(place, list) else last
        value = deepcopy(operation.get("value"))
        match operation["op"], place:
            case "add", list():
                assert 0 <= key <= len(place)
                place.insert(key, value)
            case "add", dict():
                place[key] = value
            case "replace", _:
                place[key]  # it must be there
                place[key] = value
            case "remove", _:
                del place[key]
            case unknown:
                raise ValueError(unknown)
    return whole[0]


def steps(path: str) -> list[str]:
    assert path == "" or path.startswith("/")
    return path.split("/")[1:]
