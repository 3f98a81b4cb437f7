"""What a town is worth, term by term (R9.1)."""

from domain.macht.explain.counted import Counted, events_of, spaces_of, worth
from domain.macht.explain.facts import District, TownFacts, in_order
from domain.macht.explain.line import Document, Line
from domain.macht.names import Names, count
from domain.said import Said, said


def value_of(there: Counted, facts: TownFacts, names: Names) -> tuple[Document, list[Line]]:
    """The finished guild districts together, each church by itself, then what counts nothing and why."""
    terms = [
        *_guild_term(there),
        *(_church_term(church, names) for church in there.churches),
        *_unfinished_term(facts),
        *_cover_term(facts),
    ]
    sum_of = " + ".join(str(term["amount"]) for term in terms if term["amount"])
    told = f"{sum_of} = {there.value}" if "+" in sum_of else str(there.value)
    spaces = tuple(space for term in terms if term["amount"] for space in term["spaces"])
    events = in_order([number for term in terms if term["amount"] for number in term["events"]])
    total = Line(
        "value", f"The value of the town is {told}.", said("macht.explain.value", sum=told), "R9.1", spaces, events
    )
    return {"terms": terms, "total": there.value}, [*map(_line, terms), total]


def _line(term: Document) -> Line:
    what, amount = term["what"], term["amount"]
    says = said("macht.explain.term", term=term["says"], amount=amount)
    return Line("value", f"{what}: {amount}.", says, term["rule"], tuple(term["spaces"]), tuple(term["events"]))


def _term(what: str, says: Said, amount: int, rule: str, spaces: tuple[str, ...], events: tuple[int, ...]) -> Document:
    says_it = {"what": what, "says": says.document()}
    return says_it | {"amount": amount, "rule": rule, "spaces": list(spaces), "events": list(events)}


def _guild_term(there: Counted) -> list[Document]:
    districts = tuple(district for guild in there.guilds for district in guild.districts)
    if not districts:
        return []
    present = [guild for guild in there.guilds if guild.districts]
    shares = ", ".join(f"{len(guild.districts)} {guild.coat}" for guild in present)
    what = f"{count(len(districts), 'finished guild district')} ({shares})"
    of_guilds = [said("macht.explain.share", number=len(guild.districts), coat=guild.coat) for guild in present]
    says = said("macht.explain.guildDistricts", count=len(districts), shares=of_guilds)
    return [_term(what, says, len(districts), "R9.1", spaces_of(districts), events_of(districts))]


def _church_term(church: District, names: Names) -> Document:
    with_it = "" if church.cathedral is None else " with a cathedral"
    events = [*church.finished_in, *([] if church.cathedral is None else [church.cathedral.event])]
    what = f"Finished church district on {names.space(church.space)}{with_it}"
    says = said(
        "macht.explain.church" if church.cathedral is None else "macht.explain.churchWithCathedral", space=church.space
    )
    return _term(what, says, worth(church, church.coat), "R9.1", (church.space,), in_order(events))


def _unfinished_term(facts: TownFacts) -> list[Document]:
    sites = tuple(district for district in facts.districts.values() if not district.is_finished)
    if not sites:
        return []
    what = f"{count(len(sites), 'district')} under construction"
    return [_term(what, said("macht.explain.sites", count=len(sites)), 0, "R6.4", spaces_of(sites), events_of(sites))]


def _cover_term(facts: TownFacts) -> list[Document]:
    if not facts.covers:
        return []
    covers = tuple(facts.covers)
    events = in_order([cover.event for cover in facts.covers.values()])
    what, says = count(len(covers), "covered space"), said("macht.explain.covers", count=len(covers))
    return [_term(what, says, 0, "R8.3", covers, events)]
