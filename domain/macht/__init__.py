"""The Power of the Guilds (Die Macht der Zünfte): secret choice, districts in six Flemish towns, majorities."""

from domain.macht.bots import BOTS
from domain.macht.commands import Command, CommitCards
from domain.macht.correcting import correct, points, towns
from domain.macht.decide import decide
from domain.macht.events import FinalResult, InfluenceBonusAwarded, TownScored
from domain.macht.evolve import evolve
from domain.macht.explain import explain
from domain.macht.legal import legal, to_act
from domain.macht.openings import openings, seals_opened
from domain.macht.position import redeal, restore
from domain.macht.said import tell
from domain.macht.second_opinion import account, second_opinion
from domain.macht.setup import RULES_VERSION, board_document, check_options, guilds, setup
from domain.macht.state import State
from domain.macht.statistics import tally
from domain.macht.text import describe, name_move
from domain.macht.view import view, watching
from domain.macht.why import why_not
from domain.rules import Rules, Standing


def standing(state: State) -> Standing | None:
    ending = state.ending
    return None if ending is None or state.stage != "over" else Standing(ending.totals, ending.winners)


RULES = Rules(
    game="macht",
    version=RULES_VERSION,
    title="The Power of the Guilds",
    seats=(2, 3, 4),
    guilds=guilds,
    check_options=check_options,
    board=board_document,
    command=Command,
    final=FinalResult,
    setup=setup,
    to_act=to_act,
    legal=legal,
    why_not=why_not,
    decide=decide,
    evolve=evolve,
    is_secret=lambda command: isinstance(command, CommitCards),
    openings=openings,
    seals_opened=seals_opened,
    view=view,
    explain=explain,
    watching=watching,
    describe=describe,
    tell=tell,
    name_move=name_move,
    restore=restore,
    redeal=redeal,
    standing=standing,
    points=points,
    correct=correct,
    towns=towns,
    scorings=(TownScored, InfluenceBonusAwarded),
    tally=tally,
    bots=BOTS,
    recount=second_opinion,
    account=account,
)
