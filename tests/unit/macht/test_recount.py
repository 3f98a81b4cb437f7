"""Two ways of scoring that share no code agree on every town (R9)."""

import ast
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from domain.macht import RULES
from domain.macht import recount as plain
from domain.macht.evolve.laying import lay
from domain.macht.recount import recount, recount_value
from domain.macht.scoring import score_town
from domain.redact import SPECTATOR

from .towns import GUILDS, RULEBOOK_EXAMPLE, brugge, game

COATS = (*GUILDS, "grey", "church")
TOWNS = ("brugge", "gent", "utrecht", "ieper", "leuven", "luik")
START = game()


@st.composite
def districts(draw):
    """What lies on a space, whether or not the rules could have brought it there: coat, masters, site, pieces."""
    coat = draw(st.sampled_from(COATS))
    is_church = coat == "church"
    return (
        coat,
        0 if is_church else draw(st.integers(0, 2)),
        draw(st.integers(0, 3)) == 0,
        0 if is_church else draw(st.integers(0, 2)),
        is_church and draw(st.booleans()),
    )


@st.composite
def towns(draw):
    """A game with one town filled at random: districts, sites, masters, cathedrals, church D, covers, free spaces."""
    name = draw(st.sampled_from(TOWNS))
    state = START
    number = state.plan.town_number[name]
    town_plan = state.plan.towns[number]
    covered = cathedrals = merged = 0
    placed = []
    for bit, place in enumerate(town_plan.places):
        if place.shape == "centre" or merged >> bit & 1:
            continue
        what = draw(st.one_of(st.just("free"), st.just("cover"), districts()))
        if what == "cover":
            covered |= 1 << bit
        if isinstance(what, str):
            continue
        coat, masters, site, pieces, cathedral = what
        pair, twin = town_plan.pair_of.get(bit), None
        if coat == "church" and pair is not None and pair.first == bit and pair.second > bit and draw(st.booleans()):
            twin = town_plan.places[pair.second].id
            merged |= 1 << pair.second
        state = lay(state, name, place.id, twin, coat, masters, site=site)
        cathedrals |= cathedral << bit
        placed += [(bit, pieces)] if pieces else []
    town = state.towns[number]
    changed = replace(town, covered=covered, cathedrals=cathedrals, merged=merged, placed=tuple(placed))
    return replace(state, towns=(*state.towns[:number], changed, *state.towns[number + 1 :])), number


@given(towns())
@settings(max_examples=400, deadline=None)
def test_scoring_and_recount_agree_on_any_town(drawn):
    state, number = drawn
    scored = score_town(state, number)
    seen = RULES.view(state, SPECTATOR)["towns"][number]
    assert recount_value(seen) == scored.value
    assert recount(seen) == {ranked.coat: ranked.points for ranked in scored.ranking}


@pytest.mark.parametrize(
    ("guilds", "churches", "points"),
    [
        pytest.param([(3, 1), (3, 1), (1, 0)], 4, (8, 8, 4), id="two tied for first get second's points"),
        pytest.param([(3, 0), (2, 0), (2, 0), (1, 1), (1, 0)], 4, (17, 4, 4, 2, 0), id="tied for second"),
        pytest.param([(1, 0)] * 5, 0, (0,) * 5, id="five alike"),
        pytest.param([(9, 0)], 0, (9,), id="one guild alone"),
    ],
)
def test_the_vectors_of_the_rulebook_are_recounted(guilds, churches, points):
    """RULES.md §14.3-6, as plain documents."""
    spaces = [
        built(coat, masters if n == 0 else 0)
        for coat, (districts, masters) in zip(COATS, guilds, strict=False)
        for n in range(districts)
    ]
    town = {"spaces": [*spaces, *(built("church") for _ in range(churches))]}
    assert tuple(recount(town).values()) == points


def built(coat, masters=0):
    return {
        "state": "built",
        "coat": coat,
        "masters": masters,
        "placedMasters": 0,
        "underConstruction": False,
        "cathedral": False,
    }


def test_the_rulebooks_example_is_recounted():
    seen = RULES.view(brugge(RULEBOOK_EXAMPLE), SPECTATOR)["towns"][0]
    assert recount_value(seen) == 16
    assert recount(seen) == {"blue": 16, "yellow": 8, "red": 0, "green": 0, "grey": 0}


def test_it_recounts_from_the_spaces_and_not_from_what_the_view_has_counted():
    seen = RULES.view(brugge(RULEBOOK_EXAMPLE), SPECTATOR)["towns"][0]
    assert recount({"spaces": seen["spaces"]}) == recount(seen | {"value": 99, "guilds": {}})


def test_it_shares_no_code_with_the_rules():
    tree = ast.parse(Path(str(plain.__file__)).read_text())
    imported = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert imported == {"collections.abc", "typing"}
    assert not any(isinstance(node, ast.Import) for node in ast.walk(tree))
