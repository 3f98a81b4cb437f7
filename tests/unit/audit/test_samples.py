"""Records that former releases have written verify for ever, and so do the vectors of the documented format."""

import json
import re
from collections import Counter
from pathlib import Path
from uuid import UUID

import pytest

from domain.fairness import Chance
from domain.games import latest
from domain.macht.events import GameStarted
from domain.receipt import fingerprint, message
from domain.sealed import Context, commitment_of_text
from service.keys import verifies
from service.proof.verify import verify
from tests.record_games import FOLDER

SAMPLES = sorted(FOLDER.glob("record-v1-*.json"))
FORMAT = Path(__file__).parents[3] / "docs" / "record-format.md"
DEALS = 2000


def test_there_is_a_sample_for_every_number_of_players() -> None:
    assert [sample.stem for sample in SAMPLES] == ["record-v1-2p", "record-v1-3p", "record-v1-4p"]


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.stem)
def test_a_record_of_a_former_release_verifies(sample: Path) -> None:
    report = verify(sample.read_bytes())
    assert report.ok, report.lines()
    assert [finding.check for finding in report.findings if not finding.checked] == ["signatures"]


def vectors() -> dict[str, dict[str, object]]:
    found = re.findall(r"^```json vector\n(.*?)^```$", FORMAT.read_text(), re.MULTILINE | re.DOTALL)
    return {vector["name"]: vector for vector in map(json.loads, found)}


def test_the_documented_vectors_are_what_we_compute() -> None:
    written = vectors()
    assert set(written) == {"shuffle", "seal", "receipt"}
    deal, sealed, receipt = written["shuffle"], written["seal"], written["receipt"]
    chance = Chance(deal["seed"], tuple(deal["nonces"]))
    assert list(chance.shuffle(deal["deck"], deal["cards"])) == deal["shuffled"]
    assert chance.below("starting-seat", 4) == deal["startingSeatOf4"]
    assert commitment_of_text(sealed["text"].encode(), sealed["salt"]) == sealed["seal"]
    public = bytes.fromhex(receipt["publicKey"])
    assert fingerprint(public) == receipt["key"]
    text = message(UUID(receipt["table"]), receipt["version"], receipt["head"])
    assert text.hex() == receipt["message"]
    assert verifies(public, text, bytes.fromhex(receipt["signature"]))


def test_in_real_deals_every_golden_card_is_as_likely_in_every_place_of_its_pile() -> None:
    """Chi-square over places and cards of pile A: 999 honest shuffles in 1000 stay below the bound."""
    rules = latest("macht")
    options = rules.check_options({})
    places: Counter[tuple[int, str]] = Counter()
    for deal in range(DEALS):
        chance = Chance(f"{deal:064x}", ("a nonce", None, None, None))
        events = rules.setup(options, [None] * 4, chance, Context(0, "00" * 32))
        started = next(event for event in events if isinstance(event, GameStarted))
        assert started.gold_counts is not None
        places.update(enumerate(started.pile.read()[: started.gold_counts.A]))
    cards = {card for _, card in places}
    expected = DEALS / len(cards)
    chi_square = sum((places[at, card] - expected) ** 2 / expected for at in range(len(cards)) for card in cards)
    free = (len(cards) - 1) ** 2
    assert chi_square < free + 3.1 * (2 * free) ** 0.5 + 7
