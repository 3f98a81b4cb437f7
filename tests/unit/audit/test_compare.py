"""What differs is shown, however long the event around it is."""

from domain.audit.compare import differences
from domain.event import Event
from domain.recorded import record
from domain.table.disputes.events import DisputeSettled
from tests.proving import finished_events


def difference_of(stands: Event, should: Event, telling: tuple[type[Event], ...] = (Event,)) -> str:
    table = finished_events(2)[0].originator_id
    (found,) = differences([record("00" * 32, table, 7, 0, "anna", stands)], [should], telling)
    return found.text


def test_the_differing_part_of_a_long_text_is_shown() -> None:
    stands, should = (DisputeSettled(1, "upheld", "x" * 900 + word + "y" * 900) for word in ("black", "white"))
    text = difference_of(stands, should)
    assert "DisputeSettled.text is ..." in text
    assert "black" in text.partition("by the rules")[0]
    assert "white" in text.partition("by the rules")[2]


def test_of_what_may_come_from_a_seal_only_the_place_is_told() -> None:
    text = difference_of(DisputeSettled(1, "upheld", "black"), DisputeSettled(1, "rejected", "white"), telling=())
    assert text == (
        "Event 7: DisputeSettled.text is not what the rules give; DisputeSettled.verdict is not what the rules give."
    )
