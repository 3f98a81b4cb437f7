"""Who may see what: a secret is known by its type, and closed to everyone but its owner until the end."""

from uuid import UUID

import pytest

from domain.chain import GENESIS
from domain.event import Event
from domain.macht.commands import CommitCards
from domain.macht.events import (
    CardCommitted,
    Choice,
    DistrictBuilt,
    GameStarted,
    GoldenCardDrawn,
    GoldLeft,
    InfluencePileReshuffled,
)
from domain.macht.state import State
from domain.macht.view import view
from domain.recorded import record
from domain.redact import AFTER_THE_END, SPECTATOR, Viewer, redact
from domain.sealed import Sealed, canonical, seal
from domain.table import Table
from domain.table.events import TableOpened

from .macht.towns import act, game, random_game

SALT = "5a" * 32
OWNER, NEIGHBOUR = Viewer(0), Viewer(1)
ORDER = ("gold-A-site-1", "gold-A-master-1")

OWNED: dict[str, tuple[Event, str]] = {
    "the cards chosen": (CardCommitted(1, 0, seal(Choice("red-site", 2), 0, SALT)), "choice"),
    "the golden card in front": (GoldenCardDrawn(1, 0, "A", GoldLeft(13, 14), seal("gold-A-site-1", 0, SALT)), "card"),
}
NOBODYS: dict[str, tuple[Event, str]] = {
    "the golden pile": (GameStarted(("gent",), ("red",), 0, seal(ORDER, None, SALT), GoldLeft(14, 14)), "pile"),
    "the influence pile": (InfluencePileReshuffled(2, seal(ORDER, None, SALT)), "order"),
    "the seed": (TableOpened("macht", 1, 4, {}, "anna", seal("ab" * 32, None, SALT)), "seed"),
}
EVERY_VIEWER = [*map(Viewer, range(4)), SPECTATOR]


def sealed_in(event: Event, field: str, viewer: Viewer) -> Sealed:
    sealed = getattr(redact(event, viewer), field)
    assert sealed.seal == getattr(event, field).seal
    return sealed


# Events


@pytest.mark.parametrize(("event", "field"), OWNED.values(), ids=OWNED)
def test_its_owner_sees_the_secret_and_others_see_that_there_is_one(event, field):
    assert sealed_in(event, field, OWNER) == getattr(event, field)
    assert not sealed_in(event, field, NEIGHBOUR).is_open
    assert not sealed_in(event, field, SPECTATOR).is_open


@pytest.mark.parametrize(("event", "field"), NOBODYS.values(), ids=NOBODYS)
def test_what_belongs_to_nobody_is_seen_by_nobody(event, field):
    assert not any(sealed_in(event, field, viewer).is_open for viewer in EVERY_VIEWER)


@pytest.mark.parametrize(("event", "field"), (OWNED | NOBODYS).values(), ids=OWNED | NOBODYS)
def test_after_the_end_everyone_sees_everything(event, field):
    assert redact(event, AFTER_THE_END) == event
    assert sealed_in(event, field, AFTER_THE_END).is_open


@pytest.mark.parametrize(("event", "field"), (OWNED | NOBODYS).values(), ids=OWNED | NOBODYS)
def test_what_a_viewer_gets_has_neither_value_nor_salt_in_it(event, field):
    text = canonical(redact(event, SPECTATOR))
    assert SALT.encode() not in text
    assert canonical(getattr(event, field).read()) not in text


def test_an_event_without_secrets_is_the_same_for_all():
    built = DistrictBuilt(0, "gent", "gent-1", "red", "bar", 0, False, "silver")
    assert redact(built, SPECTATOR) is built


# The envelope


def recorded():
    event, _ = OWNED["the cards chosen"]
    cause = seal({"type": "CommitCards", "actionCard": "red-site", "influence": 2}, 0, SALT)
    return record(GENESIS, UUID(int=7), 1, 0, "anna", event, sealed_cause=cause, command_id="red-site, I hope")


def test_a_sealed_command_is_closed_like_the_event_it_caused():
    assert redact(recorded(), OWNER).sealed_cause == recorded().sealed_cause
    for viewer in (NEIGHBOUR, SPECTATOR):
        seen = redact(recorded(), viewer)
        assert not seen.sealed_cause.is_open
        assert not seen.event.choice.is_open


@pytest.mark.parametrize("viewer", [OWNER, NEIGHBOUR, SPECTATOR, AFTER_THE_END])
def test_the_command_id_is_shown_to_nobody(viewer):
    """A client may have put anything into it."""
    assert redact(recorded(), viewer).command_id is None


def test_what_is_public_stays_as_it_was():
    seen = redact(recorded(), SPECTATOR)
    assert (seen.head, seen.public, seen.at, seen.actor) == (
        recorded().head,
        recorded().public,
        recorded().at,
        recorded().actor,
    )


# The state of a game


def two_have_chosen(mine: str = "red-site", theirs: str = "green-site", influence: int = 0) -> State:
    """Seat 0 starts and has a golden card before it; seats 0 and 1 have chosen."""
    return act(act(game(), 0, CommitCards(mine)).state, 1, CommitCards(theirs, influence)).state


def test_the_order_of_the_pile_is_closed_to_every_seat():
    for viewer in EVERY_VIEWER:
        assert not redact(two_have_chosen(), viewer).gold.pile.is_open
    assert redact(two_have_chosen(), AFTER_THE_END).gold.pile.is_open


def test_of_two_every_order_that_the_influence_pile_has_had_is_closed():
    state = game(2)
    for viewer in (OWNER, NEIGHBOUR, SPECTATOR):
        assert not any(pile.is_open for pile in redact(state, viewer).duel.piles)


def test_only_the_starting_player_sees_the_golden_card_in_front():
    open_to = [viewer for viewer in EVERY_VIEWER if redact(two_have_chosen(), viewer).gold.in_front.is_open]
    assert open_to == [Viewer(0)]


def test_a_seat_sees_its_own_choice_and_of_the_others_only_that_they_have_chosen():
    for viewer in EVERY_VIEWER:
        choices = redact(two_have_chosen(), viewer).choices
        assert [choice is not None for choice in choices] == [True, True, False, False]
        assert [seat for seat in (0, 1) if choices[seat].is_open] == [seat for seat in (0, 1) if seat == viewer.seat]


def test_a_hand_does_not_shrink_before_the_reveal():
    assert two_have_chosen().seats == game().seats


def test_two_worlds_that_differ_in_anothers_choice_look_the_same():
    """The document for pages has no seals in it: there it is the same to the byte."""
    for viewer in (OWNER, Viewer(2), SPECTATOR):
        seen = {
            canonical(view(two_have_chosen(theirs=card, influence=influence), viewer))
            for card in ("green-site", "green-town-luik")
            for influence in (0, 3)
        }
        assert len(seen) == 1


@pytest.mark.parametrize("players", [2, 4])
def test_in_a_whole_game_no_viewer_ever_gets_anothers_salt(players):
    for told in random_game(players, 31):
        gold, duel = told.state.gold, told.state.duel
        sealed = [*told.state.choices, *(duel.piles if gold is None else (gold.pile, gold.in_front))]
        for viewer in EVERY_VIEWER:
            text = canonical(redact(told.state, viewer))
            hidden = [each for each in sealed if each is not None and not viewer.may_open(each)]
            assert all(each.seal.encode() in text for each in hidden)
            assert not any(each.salt.encode() in text for each in hidden)


def test_redacting_twice_is_redacting_once():
    for viewer in EVERY_VIEWER:
        once = redact(two_have_chosen(), viewer)
        assert redact(once, viewer) == once


def test_a_table_is_redacted_with_the_game_that_lies_on_it():
    seed = seal("ab" * 32, None, SALT)
    table = Table(UUID(int=7), "macht", 1, "anna", {}, seed, (), state=two_have_chosen())
    seen = redact(table, NEIGHBOUR)
    assert not seen.seed.is_open
    assert seen.state == redact(two_have_chosen(), NEIGHBOUR)


def test_what_may_hide_a_secret_unknown_to_us_is_not_shown_at_all():
    with pytest.raises(TypeError, match="may hide"):
        redact([object()], SPECTATOR)


def test_a_seal_in_any_known_container_is_closed():
    secret = seal("hidden", 1, "ab" * 32)
    for shut in (
        redact([secret], SPECTATOR)[0],
        redact({"x": secret}, SPECTATOR)["x"],
        *redact(frozenset([secret]), SPECTATOR),
    ):
        assert not shut.is_open
