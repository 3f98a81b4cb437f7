"""Why a town scored as it did: every line with its rule and the events it rests on (R9)."""

import re
from itertools import pairwise

import pytest
from msgspec.structs import replace

from domain.errors import Rejected
from domain.macht import RULES
from domain.macht.events import DistrictBuilt, Ranked, SiteCompleted, TownCentrePlaced, TownScored
from domain.macht.recount import recount, recount_value
from domain.redact import SPECTATOR
from domain.rules import Happened

from .towns import RULEBOOK_EXAMPLE, Drawn, fold, game, laid, random_game, score

FIRST = 20
"""The number of the first event of the drawn town in its log."""


def numbered(events, first=FIRST):
    return [Happened(number, event) for number, event in enumerate(events, first)]


def told_of(drawn: Drawn, more=(), scored=False):
    """State and history of a game in which only Brugge has been built in; its centre is event 20."""
    start = game()
    centre = next(town for town in start.board.towns if town.id == "brugge").centre
    told = laid(start, "brugge", drawn)
    state = fold(told.state, more)
    events = [TownCentrePlaced("brugge", centre.id, "red", centre.masters), *told.events, *more]
    if scored:
        after = score(state)
        state, events = after.state, events + after.events
    return state, numbered(events)


def explained(drawn: Drawn, more=(), scored=False, town="brugge"):
    return RULES.explain(*told_of(drawn, more, scored), town)


def texts(document, part):
    return [line["text"] for line in document["lines"] if line["part"] == part]


def test_the_rulebooks_example_is_explained_line_by_line_as_the_rulebook_does_it():
    """RULES.md §14.2: 11 guild + church 2 + cathedral church 3 = 16 -> blue 16, yellow 8, others 0."""
    state, history = told_of(RULEBOOK_EXAMPLE, scored=True)
    document = RULES.explain(state, history, "brugge")
    at = next(number for number, event in history if isinstance(event, TownScored))
    assert texts(document, "heading") == [f"Brugge was scored in event {at}."]
    assert texts(document, "value") == [
        "11 finished guild districts (3 blue, 2 yellow, 2 red, 2 green, 2 grey): 11.",
        "Finished church district on Brugge 5: 2.",
        "Finished church district on Brugge 10 with a cathedral: 3.",
        "1 district under construction: 0.",
        "The value of the town is 11 + 2 + 3 = 16.",
    ]
    tied = "4 guilds have 2 districts; the tie is broken by masters, "
    assert texts(document, "ranking") == [
        "Dyers (blue): 3 finished districts and 2 masters.",
        "Cloth-cutters (yellow): 2 finished districts and 3 masters.",
        "Weavers (red): 2 finished districts and 1 master.",
        "Fullers (green): 2 finished districts and 1 master.",
        "Armourers (grey): 2 finished districts and 1 master.",
        "The church takes no place and no points.",
        "1st place: Dyers (blue).",
        f"2nd place: Cloth-cutters (yellow). {tied}"
        "3 against 1 of Weavers (red), 1 of Fullers (green), 1 of Armourers (grey).",
        f"5th place: Weavers (red), Fullers (green) and Armourers (grey). {tied}1 against 3 of Cloth-cutters (yellow). "
        "They are tied with 2 districts and 1 master each and fill the places 3 to 5; all take the lowest of them.",
    ]
    assert texts(document, "points") == [
        "Dyers (blue) get 16 for 1st place, the value of the town.",
        "Cloth-cutters (yellow) get 8 for 2nd place, half of 16.",
        "Weavers (red) get 0 for 5th place.",
        "Fullers (green) get 0 for 5th place.",
        "Armourers (grey) get 0 for 5th place.",
    ]
    assert texts(document, "record") == [f"Event {at} recorded the same value and the same points."]
    assert [(row["place"], row["guilds"], row["districts"], row["masters"]) for row in document["ranking"]] == [
        (1, ["blue"], 3, 2),
        (2, ["yellow"], 2, 3),
        (5, ["red", "green", "grey"], 2, 1),
    ]
    assert document["ranking"][0]["tie"] is None
    assert {row["guild"]: row["points"] for row in document["points"]} == {
        "blue": 16,
        "yellow": 8,
        "red": 0,
        "green": 0,
        "grey": 0,
    }


def test_every_line_names_its_rule_and_rests_on_events_that_are_about_its_spaces():
    state, history = told_of(RULEBOOK_EXAMPLE, scored=True)
    document = RULES.explain(state, history, "brugge")
    events = dict(history)
    rows = [*document["lines"], *document["value"]["terms"], *document["ranking"], *document["points"]]
    for row in rows:
        assert re.fullmatch(r"R\d+(\.\d+)?", row["rule"]), row
        assert set(row["events"]) <= set(events)
        for number in row["events"]:
            about = getattr(events[number], "space", None)
            assert about is None or about in row["spaces"], row
    (term, *_) = document["value"]["terms"]
    assert len(term["events"]) == len(term["spaces"]) == term["amount"] == 11
    assert document["spaces"][0] == {
        "space": "brugge-0",
        "shape": "centre",
        "state": "built",
        "district": "red centre with 1 master",
        "coat": "red",
        "special": None,
        "laidBy": None,
        "event": FIRST,
        "finished": True,
        "finishedIn": FIRST,
        "printedMasters": 1,
        "placedMasters": 0,
        "cathedral": False,
        "covered": False,
        "events": [FIRST],
    }


def test_each_space_says_who_laid_it_who_finished_it_and_what_stands_on_it():
    completed = SiteCompleted(2, "brugge", "brugge-4", "church", "silver")
    drawn = {4: "church site cathedral", 5: "grey site 1m master"}
    state, history = told_of(drawn, [completed])
    document = RULES.explain(state, history, "brugge")
    assert texts(document, "heading")[0].startswith("Brugge is not scored yet; 11 spaces are free.")
    number = {type(event).__name__ + getattr(event, "space", ""): number for number, event in history}
    assert [text for text in texts(document, "space") if text.startswith(("Brugge 4:", "Brugge 5:"))] == [
        "Brugge 4: church block, under construction, laid by Weavers (red) in event "
        f"{number['DistrictBuiltbrugge-4']}.",
        f"Brugge 4: completed by Cloth-cutters (yellow) in event {number['SiteCompletedbrugge-4']}.",
        f"Brugge 4: a cathedral built by Weavers (red) in event {number['CathedralBuiltbrugge-4']}.",
        "Brugge 5: grey block with 1 master, under construction, laid by Weavers (red) in event "
        f"{number['DistrictBuiltbrugge-5']}.",
        f"Brugge 5: a guild master placed by Weavers (red) in event {number['GuildMasterPlacedbrugge-5']}.",
        "Brugge 5: still under construction, so it does not count, nor do its 2 masters.",
    ]
    by_id = {space["space"]: space for space in document["spaces"]}
    assert by_id["brugge-4"]["finishedIn"] == number["SiteCompletedbrugge-4"]
    assert (by_id["brugge-5"]["finished"], by_id["brugge-5"]["placedMasters"]) == (False, 1)
    assert document["value"]["total"] == 4
    assert "Armourers (grey): only districts under construction here, so they take no place." in texts(
        document, "ranking"
    )
    assert {row["guild"]: row["place"] for row in document["points"]}["grey"] is None


def test_covers_opened_plots_and_church_d_are_told():
    document = explained({5: "church D", 9: "cover"})
    assert "Brugge 6: merged into church D in event 22." in texts(document, "space")
    assert "Brugge 9: covered in event 23; it can no longer be reached." in texts(document, "space")
    by_id = {space["space"]: space for space in document["spaces"]}
    assert by_id["brugge-5"]["district"] == "church D"
    assert by_id["brugge-6"]["state"] == "merged"
    assert by_id["brugge-9"]["covered"]
    assert "brugge-8a" not in by_id, "a closed plot is no space"
    opened = {space["space"]: space for space in explained({5: "grey", 6: "church A"})["spaces"]}
    assert opened["brugge-6a"]["state"] == "free"


def test_what_happens_after_a_scoring_has_no_part_in_it():
    state, history = told_of(RULEBOOK_EXAMPLE, scored=True)
    later = DistrictBuilt(1, "brugge", "brugge-6a", "green", "block", 1, False, "silver")
    assert RULES.explain(state, [*history, Happened(99, later)], "brugge") == RULES.explain(state, history, "brugge")


def test_a_forecast_says_the_same_as_the_scoring_that_follows():
    before, after = explained(RULEBOOK_EXAMPLE), explained(RULEBOOK_EXAMPLE, scored=True)
    for part in ("spaces", "value", "ranking", "points"):
        assert before[part] == after[part]
    assert (before["isScored"], before["scoredAt"]) == (False, None)


def test_a_score_that_does_not_follow_from_the_town_is_named():
    state, history = told_of(RULEBOOK_EXAMPLE, scored=True)
    at = next(n for n, (_, event) in enumerate(history) if isinstance(event, TownScored))
    scored = history[at].event
    ranking = (Ranked("blue", 3, 2, 1, 20), *scored.ranking[1:])
    history[at] = Happened(history[at].number, replace(scored, value=20, ranking=ranking))
    assert texts(RULES.explain(state, history, "brugge"), "record") == [
        f"Event {history[at].number} recorded something else: value 20 instead of 16; "
        "20 points for Dyers (blue) instead of 16."
    ]


def test_a_town_out_of_play_is_told_and_one_that_is_not_there_is_refused():
    document = RULES.explain(game(3), [], "leuven")
    assert (document["isInPlay"], document["spaces"], document["points"]) == (False, [], [])
    assert texts(document, "heading") == ["Leuven is not in play."]
    with pytest.raises(Rejected) as refusal:
        RULES.explain(game(), [], "paris")
    assert (refusal.value.code, refusal.value.rule) == ("unknownTown", "R2.1")
    with pytest.raises(Rejected) as refusal:
        RULES.explain(None, [], "brugge")
    assert refusal.value.code == "wrongPhase"


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (3, 2), (4, 3), (4, 4)])
def test_in_random_games_scoring_explanation_and_recount_agree_on_every_town(players, seed):
    history, scored = [], {}
    for told in random_game(players, seed):
        events = numbered(told.events, len(history) + 1)
        history += events
        changed = {event.town for _, event in events if hasattr(event, "town")}
        seen = {town["id"]: town for town in RULES.view(told.state, SPECTATOR)["towns"]}
        for name in changed & set(seen):
            document = RULES.explain(told.state, history, name)
            assert document["value"]["total"] == recount_value(seen[name])
            points = {row["guild"]: row["points"] for row in document["points"] if row["place"]}
            assert points == recount(seen[name])
            shown = {space["space"]: space for space in document["spaces"]}
            for space in seen[name]["spaces"]:
                if space["state"] not in ("closed", "outOfPlay"):
                    assert shown[space["id"]]["state"] == space["state"]
        for number, event in events:
            if isinstance(event, TownScored):
                scored[event.town] = {ranked.coat: ranked.points for ranked in event.ranking}
                assert scored[event.town] == recount(seen[event.town])
                document = RULES.explain(told.state, history, event.town)
                assert document["scoredAt"] == number
                assert texts(document, "record") == [f"Event {number} recorded the same value and the same points."]
    assert len(scored) == (5 if players == 3 else 6)
    assert all(one.number + 1 == other.number for one, other in pairwise(history))
