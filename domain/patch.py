"""The difference of two JSON documents as an RFC 6902 patch of `add`, `replace` and `remove`."""

from typing import Any

Operation = dict[str, Any]
Patch = list[Operation]


def difference(before: Any, after: Any) -> Patch:
    """What turns one document into the other. Values are compared as Python does, to which `true` is 1."""
    found: Patch = []
    _compare("", before, after, found)
    return found


def _compare(path: str, before: Any, after: Any, found: Patch) -> None:
    if before is after or before == after:
        return
    if isinstance(before, dict) and isinstance(after, dict):
        _compare_objects(path, before, after, found)
    elif isinstance(before, list) and isinstance(after, list):
        _compare_arrays(path, before, after, found)
    else:
        found.append({"op": "replace", "path": path, "value": after})


def _compare_objects(path: str, before: dict[str, Any], after: dict[str, Any], found: Patch) -> None:
    for name, value in before.items():
        below = f"{path}/{_escaped(name)}"
        if name in after:
            _compare(below, value, after[name], found)
        else:
            found.append({"op": "remove", "path": below})
    found.extend(
        {"op": "add", "path": f"{path}/{_escaped(name)}", "value": value}
        for name, value in after.items()
        if name not in before
    )


def _compare_arrays(path: str, before: list[Any], after: list[Any], found: Patch) -> None:
    """What both begin and end with stays; between them items are compared one by one, then added or removed."""
    shorter = min(len(before), len(after))
    start = next((n for n in range(shorter) if before[n] != after[n]), shorter)
    same_end = next((n for n in range(shorter - start) if before[-1 - n] != after[-1 - n]), shorter - start)
    both = shorter - same_end
    for n in range(start, both):
        _compare(f"{path}/{n}", before[n], after[n], found)
    found.extend({"op": "remove", "path": f"{path}/{both}"} for _ in range(both, len(before) - same_end))
    found.extend({"op": "add", "path": f"{path}/{n}", "value": after[n]} for n in range(both, len(after) - same_end))


def _escaped(name: str) -> str:
    return name.replace("~", "~0").replace("/", "~1")
