"""What happens in The Power of the Guilds (EVENTS.md §2). What is secret is in the type."""

from typing import Literal

import msgspec

from domain.event import Event, Seat
from domain.macht.board.form import Board
from domain.sealed import Sealed

CardId = str
SpaceId = str
TownId = str
CoatId = str
Letter = Literal["A", "B", "C", "D"]
Source = Literal["silver", "golden", "influence"]
Forfeit = Literal["noLegalBuild", "noSitePiece", "noTarget", "noPieceLeft", "townFull"]
CoverReason = Literal["stock", "reach", "end"]
EndReason = Literal["boardFull", "goldExhausted", "both", "onlyInfluencedGuilds", "stall"]


class _Part(msgspec.Struct, frozen=True, rename="camel", omit_defaults=True):
    pass


class GoldLeft(_Part, frozen=True, rename=None):
    """Golden cards left in the pile, by their backs."""

    A: int
    B: int


class Choice(_Part, frozen=True):
    """The cards a seat has chosen for the round (R4.2)."""

    action_card: CardId
    influence: int


class Play(_Part, frozen=True):
    """A seat's choice, shown; the salt proves that it is what was sealed."""

    seat: Seat
    action_card: CardId
    influence: int
    salt: str


class ScoreParts(_Part, frozen=True):
    guild: int
    church: int
    cathedral: int


class Ranked(_Part, frozen=True):
    coat: CoatId
    districts: int
    masters: int
    rank: int
    points: int


class PileOpened(_Part, frozen=True):
    """The order of a pile as it was sealed, top card first."""

    order: tuple[CardId, ...]
    salt: str


# Set-up


class GameCreated(Event, topic="macht.GameCreated/1", rename="camel"):
    """The game was set out on a board. A board of the players' own is kept here whole."""

    players: int
    rules_version: int
    board_version: str
    board: Board | None = None


class GuildChosen(Event, topic="macht.GuildChosen/1"):
    """A seat plays this guild (R3.1)."""

    seat: Seat
    guild: CoatId


class InfluencedGuildAssigned(Event, topic="macht.InfluencedGuildAssigned/1"):
    """Two players: a seat also gets the points of this guild (R12.1)."""

    seat: Seat
    guild: CoatId


class GameStarted(Event, topic="macht.GameStarted/1", rename="camel"):
    """Stocks and hands are dealt, the pile is shuffled; its order is nobody's to see (R3, R12.2)."""

    towns_in_play: tuple[TownId, ...]
    guilds_in_play: tuple[CoatId, ...]
    starting_seat: Seat
    pile: Sealed[tuple[CardId, ...]]
    gold_counts: GoldLeft | None = None
    influence_pile_count: int | None = None


class TownCentrePlaced(Event, topic="macht.TownCentrePlaced/1"):
    """A town's centre lies: a completed district of its coat (R3.2)."""

    town: TownId
    space: SpaceId
    coat: CoatId
    masters: int


# The round of three and four players


class RoundStarted(Event, topic="macht.RoundStarted/1", rename="camel"):
    round: int
    starting_seat: Seat


class GoldenCardDrawn(Event, topic="macht.GoldenCardDrawn/1"):
    """The starting player has drawn a golden card and looks at it alone (R4.1)."""

    round: int
    seat: Seat
    back: Literal["A", "B"]
    left: GoldLeft
    card: Sealed[CardId]


class GoldenCardRemoved(Event, topic="macht.GoldenCardRemoved/1"):
    """The card drawn was that of a scored town: it is shown and leaves the game (R4.1)."""

    seat: Seat
    card: CardId
    salt: str
    reason: Literal["town scored"]


class GoldenPileExhausted(Event, topic="macht.GoldenPileExhausted/1", rename="camel"):
    """The last golden card is drawn; this round is the last (R10.1)."""

    round: int
    seat_without_card: Seat | None = None


class CardCommitted(Event, topic="macht.CardCommitted/1"):
    """A seat has chosen its cards for the round; what they are stays sealed until all have (R4.2)."""

    round: int
    seat: Seat
    choice: Sealed[Choice]


class CardsRevealed(Event, topic="macht.CardsRevealed/1"):
    """All have chosen; all is shown, and the order of play with it (R4.3)."""

    plays: tuple[Play, ...]
    order: tuple[Seat, ...]


class TurnStarted(Event, topic="macht.TurnStarted/1"):
    """A seat's action card is to be carried out (R4.4); with two players a seat's turn begins (R12.3)."""

    seat: Seat
    turn: int | None = None
    source: Source | None = None
    card: CardId | None = None


class GoldenCardRevealed(Event, topic="macht.GoldenCardRevealed/1"):
    """The starting player's golden card is shown and must be carried out (R4.5)."""

    seat: Seat
    card: CardId
    salt: str


class ScoringStarted(Event, topic="macht.ScoringStarted/1"):
    round: int


class RoundEnded(Event, topic="macht.RoundEnded/1", rename="camel"):
    round: int
    free_spaces: int
    gold_left: GoldLeft
    next_starting_seat: Seat | None = None


# The turn of two players


class CardPlayed(Event, topic="macht.CardPlayed/1", rename="camel"):
    seat: Seat
    action_card: CardId


class InfluenceCardDrawn(Event, topic="macht.InfluenceCardDrawn/1"):
    """The top influence card was turned up; the seat acts as its guild (R12.3b)."""

    seat: Seat
    card: CardId
    left: int


class InfluenceCardRemoved(Event, topic="macht.InfluenceCardRemoved/1"):
    """The card turned up was that of a scored town: it leaves the game, another is drawn (R12.4)."""

    card: CardId
    reason: Literal["town scored"]


class InfluencePileReshuffled(Event, topic="macht.InfluencePileReshuffled/1"):
    """The pile was empty: the discarded cards are shuffled into a new one (R12.4)."""

    count: int
    order: Sealed[tuple[CardId, ...]]


class TurnEnded(Event, topic="macht.TurnEnded/1", rename="camel"):
    turn: int
    quiet_turns: int


# Effects


class DistrictBuilt(Event, topic="macht.DistrictBuilt/1"):
    """A district was laid on a space, finished or as a building site (R5, R6). Church D lies on its twin as well."""

    seat: Seat
    town: TownId
    space: SpaceId
    coat: CoatId
    shape: Literal["block", "bar", "bend", "square"]
    masters: int
    site: bool
    by: Source
    special: Letter | None = None
    twin: SpaceId | None = None


class SpacesOpened(Event, topic="macht.SpacesOpened/1"):
    """A special church has opened plots outside the wall (R5.6)."""

    town: TownId
    host: SpaceId
    spaces: tuple[SpaceId, ...]
    special: Letter


class SpaceRemoved(Event, topic="macht.SpaceRemoved/1"):
    """The second block under church D is no space any more (R5.6)."""

    town: TownId
    space: SpaceId


class SiteCompleted(Event, topic="macht.SiteCompleted/1"):
    seat: Seat
    town: TownId
    space: SpaceId
    coat: CoatId
    by: Source


class CardsPickedUp(Event, topic="macht.CardsPickedUp/1"):
    """A seat has taken its played action cards back (R6.3, R7.4)."""

    seat: Seat
    cards: tuple[CardId, ...]
    by: Source


class InfluenceGained(Event, topic="macht.InfluenceGained/1", rename="camel"):
    """A golden influence card went into a seat's hand (R7.1)."""

    seat: Seat
    hand_count: int


class CathedralBuilt(Event, topic="macht.CathedralBuilt/1"):
    seat: Seat
    town: TownId
    space: SpaceId


class GuildMasterPlaced(Event, topic="macht.GuildMasterPlaced/1", rename="camel"):
    seat: Seat
    town: TownId
    space: SpaceId
    coat: CoatId
    masters_now: int


class ActionForfeited(Event, topic="macht.ActionForfeited/1"):
    """A card had no legal option and is played without effect (R4.4)."""

    seat: Seat
    card: CardId
    reason: Forfeit


class SpaceCovered(Event, topic="macht.SpaceCovered/1"):
    """Spaces that can never be filled any more are covered (R8), or all that are left at the end (R10.2)."""

    town: TownId
    spaces: tuple[SpaceId, ...]
    reason: CoverReason


class TownScored(Event, topic="macht.TownScored/1", rename="camel"):
    town: TownId
    value: int
    parts: ScoreParts
    ranking: tuple[Ranked, ...]
    sites_returned: int


class TownCardsRemoved(Event, topic="macht.TownCardsRemoved/1"):
    """The silver cards of a scored town leave hands and tables (R9.5)."""

    town: TownId
    cards: tuple[CardId, ...]


class GameEnded(Event, topic="macht.GameEnded/1", rename="camel"):
    reason: EndReason
    free_spaces_left: int


class InfluenceBonusAwarded(Event, topic="macht.InfluenceBonusAwarded/1"):
    """Whoever holds the most influence cards gets points for it (R10.3)."""

    seats: tuple[Seat, ...]
    points: int
    count: int


class FinalResult(Event, topic="macht.FinalResult/1"):
    """Who has won; the piles are opened, so that anyone can see that they were dealt as sealed (R10.4, R12.8)."""

    guilds: dict[CoatId, int]
    totals: tuple[int, ...]
    winners: tuple[Seat, ...]
    reveal: tuple[PileOpened, ...]
