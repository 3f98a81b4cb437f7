"""A board, empty or with a game on it, as one SVG file that needs nothing else."""

from xml.etree.ElementTree import Element

from domain.macht.board import Board
from service.drawing.coats import coats_of
from service.drawing.country import draw_country
from service.drawing.elements import SERIF, element, written
from service.drawing.layout import Box, layout
from service.drawing.outline import UNIT
from service.drawing.panel import WIDTH, draw_panel
from service.drawing.seen import TownSeen, View, towns_seen
from service.drawing.town import banner, draw_town


def draw_board(board: Board, view: View | None = None) -> str:
    """The picture. `view` is the document of domain.macht.view.view; each space is marked `data-space="<its id>"`."""
    coats = coats_of(board)
    towns = towns_seen(board, view)
    lay = layout(board)
    return written(
        _picture(
            lay.canvas,
            element("title", words=board.meta.name, id="guildhall-title"),
            element("desc", words=_said(towns, view), id="guildhall-desc"),
            *draw_country(lay),
            *(draw_town(seen, coats, board.meta.cell / UNIT) for seen in towns),
            *(banner(seen, *lay.banners[seen.town.id]) for seen in towns),
            draw_panel(board, coats, view, (lay.panel.left, lay.panel.top), lay.panel.width / WIDTH),
        )
    )


def _picture(canvas: Box, *marks: Element) -> Element:
    return element(
        "svg",
        *marks,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"{canvas.left:g} {canvas.top:g} {canvas.width:g} {canvas.height:g}",
        width=canvas.width,
        height=canvas.height,
        role="img",
        aria_labelledby="guildhall-title guildhall-desc",
        font_family=SERIF,
    )


def _said(towns: list[TownSeen], view: View | None) -> str:
    """The picture in words, for whoever cannot see it."""
    sentences = [_town_said(seen) for seen in towns]
    if view and view["points"]:
        sentences.append("Points: " + ", ".join(f"{coat} {points}" for coat, points in view["points"].items()) + ".")
    return " ".join(sentences)


def _town_said(seen: TownSeen) -> str:
    free = sum(space.state == "free" for space in seen.spaces)
    if not seen.in_play:
        return f"{seen.town.title} is not in play."
    if seen.value is None:
        return f"{seen.town.title} has {free} building spaces around the centre of {seen.town.owner}."
    ranking = ", ".join(f"{coat} {districts} with {masters} masters" for coat, districts, masters in seen.ranking)
    ending = "is scored" if seen.scored else f"has {free} free spaces"
    return f"{seen.town.title}, value {seen.value}, {ending}: {ranking or 'no guild'}."
