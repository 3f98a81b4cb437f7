"""What the page says: one catalogue for each language, each with the same sentences, and none missing or left over.

It has two parts: what every page needs, and what tells of a game (`.story`), which is loaded when it is first told.
"""

import re
from pathlib import Path

import pytest

import service.web
from tests.saying import PARTS, catalogue, part_of

STATIC = Path(service.web.__file__).parent / "static"
LANGUAGES = ("en", "nl", "de", "fr")
PLACE = re.compile(r"\{(\w+)\}")
USED = re.compile(r"""\bt\(\s*(?:[^()'"`]+\?\s*)?'([\w.]+)'""")
OTHERWISE = re.compile(r"""\bt\([^()]*:\s*'([\w.]+)'""")
BEGUN = re.compile(r"`([a-z]\w*(?:\.\w+)*\.)\$\{")
"""A key that is put together: its beginning."""
LOOSE = re.compile("[^\u00a0\u202f][;:!?»]|«[^\u00a0]")
"""French marks without the space before them that does not break."""
BY_NAME = re.compile(r"'([a-z]\w*(?:\.\w+)+)'")


def scripts() -> str:
    return "\n".join(path.read_text() for path in sorted(STATIC.rglob("*.js")))


def places(text: str | dict[str, str]) -> set[str]:
    forms = [text] if isinstance(text, str) else list(text.values())
    return {name for form in forms for name in PLACE.findall(form)}


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_every_language_says_the_same_things(language: str) -> None:
    english, other = catalogue("en"), catalogue(language)
    assert english.keys() == other.keys()
    for key, text in english.items():
        assert places(text) == places(other[key]), key
        assert isinstance(text, str) == isinstance(other[key], str), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_left_empty_and_plural_forms_are_complete(language: str) -> None:
    for key, text in catalogue(language).items():
        if isinstance(text, dict):
            assert set(text) == {"one", "other"}, key
            assert "{count}" in text["other"], key
        for form in [text] if isinstance(text, str) else text.values():
            assert form.strip() == form, key
            assert form, key


@pytest.mark.parametrize("language", LANGUAGES)
def test_apostrophes_are_those_of_print_and_french_marks_never_begin_a_line(language: str) -> None:
    for key, text in catalogue(language).items():
        for form in [text] if isinstance(text, str) else text.values():
            assert "'" not in form or (language, key[:5]) == ("en", "said."), key  # these are the API's own
            assert language != "fr" or not LOOSE.search(form), key


def test_there_is_a_catalogue_for_each_language_of_the_choice_and_no_other() -> None:
    files = {f"{language}{part}.json" for language in LANGUAGES for part in PARTS}
    assert {path.name for path in (STATIC / "lang").iterdir()} == files
    offered = re.search(r"LANGUAGES = \{(.*?)\}", (STATIC / "i18n.js").read_text())
    assert offered is not None
    assert set(re.findall(r"(\w\w):", offered[1])) == set(LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_tells_of_a_game_is_in_the_part_for_it_and_every_part_is_in_order(language: str) -> None:
    page, story = (part_of(language, part) for part in PARTS)
    assert all(key.startswith("said.") for key in story)
    assert not any(key.startswith("said.") for key in page)
    assert list(page) == sorted(page)
    assert list(story) == sorted(story)


def test_every_sentence_that_the_page_asks_for_is_there() -> None:
    keys = set(catalogue("en"))
    source = scripts()
    asked = set(USED.findall(source)) | set(OTHERWISE.findall(source))
    assert len(asked) > 50
    assert asked <= keys, asked - keys
    for beginning in BEGUN.findall(source):
        assert any(key.startswith(beginning) for key in keys), beginning


def test_no_sentence_is_left_over() -> None:
    source = scripts()
    named, beginnings = set(BY_NAME.findall(source)), tuple(BEGUN.findall(source))
    assert [key for key in catalogue("en") if key not in named and not key.startswith(beginnings)] == []
