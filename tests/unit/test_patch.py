"""The difference of two documents, applied to the one, is the other."""

from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from domain.patch import difference
from tests.patching import patched

LEAVES = some.none() | some.integers(2, 5) | some.text("ab/~", max_size=2)
DOCUMENTS = some.recursive(
    LEAVES,
    lambda inner: some.lists(inner, max_size=4) | some.dictionaries(some.text("ab/~", max_size=2), inner, max_size=4),
    max_leaves=12,
)


@given(DOCUMENTS, DOCUMENTS)
def test_a_patch_leads_from_any_document_to_any_other(before: Any, after: Any) -> None:
    assert patched(deepcopy(before), difference(before, after)) == after


@given(DOCUMENTS)
def test_nothing_is_said_of_what_stays(document: Any) -> None:
    assert difference(document, document) == []


@pytest.mark.parametrize(
    ("before", "after", "patch"),
    [
        (None, {"a": 1}, [{"op": "replace", "path": "", "value": {"a": 1}}]),
        ({"a": {"b": 1}}, {"a": {"b": 2}}, [{"op": "replace", "path": "/a/b", "value": 2}]),
        ({"hand": [1, 2, 3]}, {"hand": [1, 3]}, [{"op": "remove", "path": "/hand/1"}]),
        ({"played": [1]}, {"played": [1, 2]}, [{"op": "add", "path": "/played/1", "value": 2}]),
        ({"a/b": 1}, {"a/b": 2}, [{"op": "replace", "path": "/a~1b", "value": 2}]),
        ({"c~d": 1}, {}, [{"op": "remove", "path": "/c~0d"}]),
        ({"a": 1}, {"a": None}, [{"op": "replace", "path": "/a", "value": None}]),
    ],
)
def test_a_patch_says_no_more_than_has_changed(before: Any, after: Any, patch: Any) -> None:
    assert difference(before, after) == patch
