"""How fast the page is in a headless Chromium on this machine. Called by scripts/bench page."""

import statistics
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import UUID

from playwright.sync_api import Browser, BrowserContext, Page
from rich.console import Console
from rich.table import Table as Grid

from tests.browser.chromium import chromium
from tests.browser.hall import PEOPLE, OpenHouse, Person, open_house
from tests.browser.pages import Hall, Replay, Table
from tests.browser.visitor import Visitor
from tests.playing import move

Row = tuple[str, str, str]
VIEWS = 5
MOVES = 20
LONG = 500

FIRST_SEEN = """(wanted) => {
    const look = () => {
        if (document.querySelector(wanted)) requestAnimationFrame(() => { window.interactiveAt = performance.now(); });
        else requestAnimationFrame(look);
    };
    look();
}"""
"""When what one came for is on the screen and listens: a frame after its handlers were set."""

ANSWERS = """
const ask = window.fetch;
window.fetch = async (...asked) => {
    const answer = await ask(...asked);
    if (asked[1]?.method === 'POST') window.answeredAt = performance.now();
    return answer;
};
const watch = () => new MutationObserver(() => {
    if (window.answeredAt && !window.isTimed) {
        window.isTimed = true;
        const {answeredAt} = window;
        requestAnimationFrame(() => {
            (window.drawn ??= []).push(performance.now() - answeredAt);
            window.answeredAt = null;
            window.isTimed = false;
        });
    }
}).observe(
    document.querySelector('svg.board'),
    {subtree: true, attributeFilter: ['data-state'], attributes: true, childList: true},
);
"""

SCRUB = """async () => {
    const range = document.querySelector('[data-scrubber]');
    const last = Number(range.max);
    const frames = [];
    await new Promise((resolve) => {
        let at = 1;
        let step = 5;
        const started = performance.now();
        const frame = (now) => {
            frames.push(now);
            if (now - started > 4000) { resolve(); return; }
            at += step;
            if (at >= last || at <= 1) step = -step;
            range.value = String(at);
            range.dispatchEvent(new Event('input', {bubbles: true}));
            requestAnimationFrame(frame);
        };
        requestAnimationFrame(frame);
    });
    const gaps = frames.slice(1).map((moment, i) => moment - frames[i]).sort((a, b) => a - b);
    const seconds = (frames.at(-1) - frames[0]) / 1000;
    return {rate: (frames.length - 1) / seconds, worst: gaps[Math.floor(gaps.length * 0.99)]};
}"""


def visit(browser: Browser, house: OpenHouse, **wishes: Any) -> Visitor:
    context = browser.new_context(**{"locale": "en-GB", "viewport": {"width": 1280, "height": 900}} | wishes)
    return Visitor(context, context.new_page(), house.address)


def first_view(context: BrowserContext, address: str, wanted: str) -> tuple[int, int, float]:
    """Bytes over the wire, requests, and milliseconds until it can be used, in a browser that has kept nothing."""
    page: Page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.clearBrowserCache")
    lengths: list[int] = []
    session.on("Network.loadingFinished", lambda told: lengths.append(int(told["encodedDataLength"])))
    page.add_init_script(f"({FIRST_SEEN})({wanted!r})")
    page.goto(address, wait_until="networkidle" if "/tables/" not in address else "load")
    page.wait_for_function("() => window.interactiveAt")
    page.wait_for_timeout(300)
    taken = float(page.evaluate("() => window.interactiveAt"))
    page.close()
    return sum(lengths), len(lengths), taken


def first_views(browser: Browser, house: OpenHouse, person: Person, table: UUID) -> Iterator[Row]:
    stranger = visit(browser, house)
    known = visit(browser, house)
    Hall(known).come_back(person.token)
    for name, visitor, path, wanted in (
        ("the door", stranger, "/", "input[name=name]"),
        ("the hall", known, "/", ".action button.primary"),
        ("a table", known, f"/tables/{table}", "[data-card]:not([aria-disabled])"),
    ):
        seen = [first_view(visitor.context, house.address + path, wanted) for _ in range(VIEWS)]
        size, requests, _ = max(seen)
        half = statistics.median(taken for *_, taken in seen)
        yield f"first view of {name}: transferred", f"{size / 1000:.0f} kB in {requests} requests", "under 150 kB"
        yield f"first view of {name}: interactive", f"{half:.0f} ms (median of {VIEWS})", "under 1,000 ms"
    stranger.context.close()
    known.context.close()


def moves(browser: Browser, house: OpenHouse, people: list[Person]) -> Iterator[Row]:
    """From the answer to a move until the board shows what it did."""
    visitor = visit(browser, house)
    Hall(visitor).come_back(people[0].token)
    table_id = house.table_of(people)
    visitor.go(f"/tables/{table_id}")
    table = Table(visitor)
    table.await_board()
    visitor.page.evaluate(f"() => {{ {ANSWERS}; watch(); }}")
    application = house.stack.house.application
    for _ in range(MOVES * 3):
        state = application.state(table_id)
        if state.status != "running" or visitor.page.evaluate("() => (window.drawn ?? []).length") >= MOVES:
            break
        while 0 not in (state := application.state(table_id)).rules.to_act(state.state):
            move(application, table_id, "bench", "greedy")
        wanted = table.await_turn()
        visitor.page.evaluate("() => { window.answeredAt = null; }")
        table.choose_card("") if wanted == "cards" else table.choose_space()
        table.confirm()
    drawn = sorted(visitor.page.evaluate("() => window.drawn"))
    half, most = statistics.median(drawn), drawn[-1]
    yield (
        "a move's effect drawn after its answer",
        f"p50 {half:.0f} ms, worst {most:.0f} ms ({len(drawn)} moves)",
        "50 ms",
    )
    visitor.context.close()


def scrubbing(browser: Browser, house: OpenHouse, table: UUID) -> Iterator[Row]:
    visitor = visit(browser, house)
    visitor.go(f"/tables/{table}?at=1")
    replay = Replay(visitor)
    replay.await_moment(1)
    found = visitor.page.evaluate(SCRUB)
    yield (
        f"scrubbing through {replay.last} events",
        f"{found['rate']:.0f} frames/s, p99 {found['worst']:.0f} ms",
        "60 frames/s",
    )
    visitor.context.close()


def main() -> None:
    console = Console()
    grid = Grid("measure", "this run", "aim", title="scripts/bench page")
    with tempfile.TemporaryDirectory() as folder, chromium() as browser, open_house(Path(folder)) as house:
        people = [house.person(name) for name in PEOPLE]
        ended = house.table_of(people)
        house.play(ended, strategy="random")
        while len(house.topics(ended)) < LONG:
            ended = house.table_of(people)
            house.play(ended, strategy="random")
        running = house.table_of(people)
        rows = (
            first_views(browser, house, people[0], running),
            scrubbing(browser, house, ended),
            moves(browser, house, people),
        )
        with console.status("Measuring the page ..."):
            for part in rows:
                for row in part:
                    grid.add_row(*row)
                    console.log(*row)
    console.print(grid)


if __name__ == "__main__":
    main()
