"""The game as one viewer may see it: a plain document for pages, bots of other people, and screen readers.

It is written from the redacted state alone, so what a viewer may not see is not there to be written.
"""

from collections.abc import Callable
from functools import reduce
from operator import or_
from typing import Any

from domain.event import Seat
from domain.macht.board.plan import SHAPE_NAMES, Mask, TownPlan
from domain.macht.legal import to_act
from domain.macht.scoring import presence, town_parts
from domain.macht.state import Player, State, Town
from domain.redact import Viewer, redact

Document = dict[str, Any]


def view(state: State, viewer: Viewer) -> Document:
    return watching()(state, viewer)


def watching() -> Callable[[State, Viewer], Document]:
    """`view` for one state of a game after another: what has not changed since the last one is not written anew.

    The documents share those parts, so whoever gets them must not change them.
    """
    known: dict[str, tuple[Town, Document]] = {}

    def town(seen: State, town: Town, plan: TownPlan) -> Document:
        last = known.get(plan.id)
        if last is None or last[0] is not town:
            last = known[plan.id] = (town, _town(seen, town, plan))
        return last[1]

    def see(state: State, viewer: Viewer) -> Document:
        return _document(redact(state, viewer), town)

    return see


def _document(seen: State, document_of: Callable[[State, Town, TownPlan], Document]) -> Document:
    plans = seen.plan.towns
    return {
        "game": "macht",
        "players": seen.players,
        "stage": seen.stage,
        "round": seen.round,
        "startingSeat": seen.starting_seat,
        "seats": [_seat(seen, seat, player) for seat, player in enumerate(seen.seats)],
        "order": list(seen.order),
        "acting": None
        if seen.acting is None
        else {"seat": seen.acting.seat, "card": seen.acting.card, "source": seen.acting.source},
        "awaited": {str(seat): awaited.kind for seat, awaited in to_act(seen).items()},
        "towns": [document_of(seen, town, plan) for town, plan in zip(seen.towns, plans, strict=bool(seen.towns))],
        "stock": _stock(seen),
        "pieces": {
            "buildingSites": seen.sites_left,
            "cathedrals": seen.cathedrals_left,
            "guildMasters": seen.masters_left,
        },
        "points": _points(seen),
        "gold": _gold(seen),
        "influencePile": _influence_pile(seen),
        "ending": None
        if seen.ending is None
        else {
            "reason": seen.ending.reason,
            "totals": list(seen.ending.totals),
            "winners": list(seen.ending.winners),
        },
    }


def _seat(state: State, seat: Seat, player: Player) -> Document:
    """The hand of a seat that has chosen does not shrink before the reveal; its choice is there if it may be seen."""
    choice = state.choices[seat] if state.choices else None
    chosen = choice.read() if choice is not None and choice.is_open else None
    coats = state.plan.coats
    return {
        "seat": seat,
        "guild": coats[player.guild],
        "influencedGuild": None if player.influenced is None else coats[player.influenced],
        "hand": list(player.hand),
        "played": list(player.played),
        "influence": player.influence,
        "hasChosen": choice is not None,
        "choice": None if chosen is None else {"actionCard": chosen.action_card, "influence": chosen.influence},
    }


def _town(state: State, town: Town, plan: TownPlan) -> Document:
    parts = town_parts(town)
    coats = state.plan.coats
    presences = {coat: presence(town, number) for number, coat in enumerate(coats[:5])}
    # The second block under church D is merged from the moment the church lies, before SpaceRemoved says so (R5.6).
    merged = town.merged | town.built & ~reduce(or_, town.coats)
    return {
        "id": plan.id,
        "name": plan.title,
        "inPlay": town.in_play,
        "scored": town.scored,
        "value": parts.guild + parts.church + parts.cathedral,
        "guilds": {
            coat: {"districts": there.districts, "masters": there.masters}
            for coat, there in presences.items()
            if there.districts
        },
        "spaces": [_space(state, town, merged, plan, bit) for bit in range(len(plan.places))],
    }


def _space(state: State, town: Town, merged: Mask, plan: TownPlan, bit: int) -> Document:
    place = plan.places[bit]
    document: Document = {"id": place.id, "shape": place.shape, "state": _state_of(town, merged, bit)}
    if document["state"] != "built":
        return document
    coat = next(number for number, mask in enumerate(town.coats) if mask >> bit & 1)
    return document | {
        "coat": state.plan.coats[coat],
        "masters": town.one_printed >> bit & 1 or 2 * (town.two_printed >> bit & 1),
        "placedMasters": dict(town.placed).get(bit, 0),
        "underConstruction": bool(town.sites >> bit & 1),
        "cathedral": bool(town.cathedrals >> bit & 1),
        "special": dict(town.specials).get(bit),
    }


def _state_of(town: Town, merged: Mask, bit: int) -> str:
    """R2.5."""
    for name, mask in (("merged", merged), ("built", town.built), ("covered", town.covered), ("free", town.free)):
        if mask >> bit & 1:
            return name
    return "closed" if town.in_play else "outOfPlay"


def _stock(state: State) -> Document:
    plan = state.plan
    return {
        "districts": [
            {"coat": plan.coats[coat], "shape": SHAPE_NAMES[shape], "masters": masters, "count": count}
            for (coat, shape, masters), count in zip(plan.kinds, state.stock, strict=bool(state.stock))
            if count
        ],
        "specialChurches": list(state.specials),
    }


def _points(state: State) -> Document:
    return {state.plan.coats[coat]: points for coat, points in enumerate(state.points) if coat in state.coats_in_play}


def _gold(state: State) -> Document | None:
    """The discard is shown, not the rest: the rest would tell of the card that lies face down."""
    gold = state.gold
    if gold is None:
        return None
    in_front = gold.in_front
    return {
        "left": {"A": gold.left.A, "B": gold.left.B},
        "inFront": None
        if in_front is None
        else {
            "seat": in_front.owner,
            "back": gold.in_front_back,
            "card": in_front.read() if in_front.is_open else None,
        },
        "discard": list(gold.discard),
        "removed": list(gold.removed),
        "pile": list(gold.pile.read()) if gold.pile.is_open else None,
    }


def _influence_pile(state: State) -> Document | None:
    duel = state.duel
    if duel is None:
        return None
    return {
        "turn": duel.turn,
        "seat": duel.seat,
        "ownActionDone": duel.own_done,
        "influenceActionDone": duel.influence_done,
        "quietTurns": duel.quiet_turns,
        "left": duel.left,
        "discard": list(duel.discard),
        "removed": list(duel.removed),
        "pile": list(duel.piles[-1].read()) if duel.piles[-1].is_open else None,
    }
