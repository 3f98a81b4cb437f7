"""The spaces of a town one by one: what lies there, who laid it, who finished it, in which event."""

from functools import partial

from domain.macht import events as e
from domain.macht.board.form import Place
from domain.macht.board.plan import TownPlan, bits
from domain.macht.explain.facts import Cover, District, TownFacts, in_order
from domain.macht.explain.line import Document, Line
from domain.macht.names import Names, count
from domain.macht.said import district_said
from domain.said import said

_COVERED: dict[e.CoverReason, tuple[str, str]] = {
    "stock": ("no district fits there any more", "R8.1"),
    "reach": ("it can no longer be reached", "R8.1"),
    "end": ("the game is over", "R10.2"),
}
_LAID: dict[tuple[e.Source, bool], str] = {
    ("silver", False): "R6.1",
    ("silver", True): "R6.2",
    ("golden", False): "R7.2",
    ("golden", True): "R7.3",
    ("influence", False): "R12.3",
    ("influence", True): "R12.3",
}


def spaces_of(plan: TownPlan, facts: TownFacts, names: Names) -> tuple[list[Document], list[Line]]:
    """Centre, building spaces, and the plots that have been opened: a closed plot is no space yet (R2.4)."""
    inside = {plan.places[bit].id for bit in bits(plan.spaces)}
    documents, lines = [], []
    for place in plan.places:
        if place.shape == "centre" or place.id in inside or place.id in facts.opened:
            documents.append(_document(place, facts, names))
            lines += _lines(place, facts, names)
    return documents, lines


def _document(place: Place, facts: TownFacts, names: Names) -> Document:
    district, cover = facts.districts.get(place.id), facts.covers.get(place.id)
    return {
        "space": place.id,
        "shape": place.shape,
        "state": _state_of(place, facts),
        "district": None if district is None else _named(district, place, names),
        "coat": None if district is None else district.coat,
        "special": None if district is None else district.special,
        "laidBy": None if district is None or district.laid_by is None else district.laid_by.seat,
        "event": None if district is None else district.laid_in,
        "finished": district is not None and district.is_finished,
        "finishedIn": None if district is None or not district.is_finished else district.finished_in[-1],
        "printedMasters": 0 if district is None else district.masters,
        "placedMasters": 0 if district is None else len(district.placed),
        "cathedral": district is not None and district.cathedral is not None,
        "covered": cover is not None,
        "events": list(_events(place, facts)),
    }


def _state_of(place: Place, facts: TownFacts) -> str:
    """R2.5."""
    for name, places in (("merged", facts.merged), ("built", facts.districts), ("covered", facts.covers)):
        if place.id in places:
            return name
    return "free"


def _events(place: Place, facts: TownFacts) -> tuple[int, ...]:
    """All that has happened to a space."""
    found = [facts.opened[place.id]] if place.id in facts.opened else []
    if place.id in facts.merged:
        found.append(facts.merged[place.id])
    if (district := facts.districts.get(place.id)) is not None:
        found += [*district.finished_in, *district.masters_in]
        found += [] if district.cathedral is None else [district.cathedral.event]
    if (cover := facts.covers.get(place.id)) is not None:
        found.append(cover.event)
    return in_order(found)


def _named(district: District, place: Place, names: Names) -> str:
    if district.special is not None:
        return f"church {district.special}"
    return names.district(district.coat, place.shape, district.masters)


def _lines(place: Place, facts: TownFacts, names: Names) -> list[Line]:
    district, cover = facts.districts.get(place.id), facts.covers.get(place.id)
    tell = partial(_line, place, names)
    lines = []
    if place.id in facts.opened:
        lines.append(tell("opened", "a plot outside the wall, opened", "R5.6", facts.opened[place.id]))
    if place.id in facts.merged:
        lines.append(tell("merged", "merged into church D", "R5.6", facts.merged[place.id]))
    elif district is not None:
        lines += _district_lines(place, district, names)
    elif cover is not None:
        lines.append(_cover_line(place, cover, names))
    else:
        says = said("macht.explain.free", space=place.id)
        lines.append(Line("space", f"{names.space(place.id)}: free.", says, "R2.5", (place.id,)))
    return lines


def _district_lines(place: Place, district: District, names: Names) -> list[Line]:
    what, laid = _named(district, place, names), district.laid_by
    there = district_said(district.coat, place.shape, district.masters, district.special)
    tell = partial(_line, place, names)
    if laid is None:
        lines = [tell("centre", f"the town centre, {what}, laid", "R3.2", district.laid_in, district=there)]
    else:
        how, name = (", under construction,", "laidAsSite") if district.as_site else ("", "laid")
        told = f"{what}{how} laid by {names.seat(laid.seat)}"
        rule, guild = _LAID[laid.by, district.as_site], names.coat(laid.seat)
        lines = [tell(name, told, rule, laid.event, district=there, guild=guild)]
    if (done := district.completed) is not None:
        told = f"completed by {names.seat(done.seat)}"
        lines.append(tell("completed", told, _LAID[done.by, False], done.event, guild=names.coat(done.seat)))
    for deed in district.placed:
        told = f"a guild master placed by {names.seat(deed.seat)}"
        lines.append(tell("master", told, "R7.6", deed.event, guild=names.coat(deed.seat)))
    if (cathedral := district.cathedral) is not None:
        told = f"a cathedral built by {names.seat(cathedral.seat)}"
        lines.append(tell("cathedral", told, "R7.5", cathedral.event, guild=names.coat(cathedral.seat)))
    if not district.is_finished:
        lines.append(_unfinished(place, district, names))
    return lines


def _unfinished(place: Place, district: District, names: Names) -> Line:
    masters = district.masters + len(district.placed)
    lost = [f"its {count(masters, 'master')}"] if masters else []
    lost += ["its cathedral"] if district.cathedral is not None else []
    also = f", nor {'does' if masters < 2 and len(lost) == 1 else 'do'} {' and '.join(lost)}" if lost else ""
    told = f"{names.space(place.id)}: still under construction, so it does not count{also}."
    name = (
        f"macht.explain.unfinished{'Masters' if masters else ''}{'Cathedral' if district.cathedral is not None else ''}"
    )
    says = said(name, space=place.id, **({"count": masters} if masters else {}))
    return Line("space", told, says, "R6.4", (place.id,), (district.laid_in,))


def _cover_line(place: Place, cover: Cover, names: Names) -> Line:
    why, rule = _COVERED[cover.reason]
    if cover.reason == "end" and names.state is not None and names.state.duel is not None:
        rule = "R12.6"
    return Line(
        "space",
        f"{names.space(place.id)}: covered in event {cover.event}; {why}.",
        said(f"macht.explain.covered.{cover.reason}", space=place.id, event=cover.event),
        rule,
        (place.id,),
        (cover.event,),
    )


def _line(place: Place, names: Names, name: str, told: str, rule: str, event: int, **values: object) -> Line:
    says = said(f"macht.explain.{name}", space=place.id, event=event, **values)
    return Line("space", f"{names.space(place.id)}: {told} in event {event}.", says, rule, (place.id,), (event,))
