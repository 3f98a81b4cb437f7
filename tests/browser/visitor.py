"""Somebody with a browser of their own. What the page does wrong behind the scenes is kept for the end."""

import base64
import json
import re
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, CDPSession, ConsoleMessage, Page, Request, Response

STORED = """async () => {
    const kept = {...localStorage, session: {...sessionStorage}, cookies: document.cookie, caches: await caches.keys()};
    for (const {name, version} of await indexedDB.databases()) {
        const database = await new Promise((resolve) => {
            const asked = indexedDB.open(name, version);
            asked.onsuccess = () => resolve(asked.result);
        });
        for (const store of database.objectStoreNames) {
            kept[`${name}/${store}`] = await new Promise((resolve) => {
                const asked = database.transaction(store).objectStore(store).getAll();
                asked.onsuccess = () => resolve(asked.result);
            });
        }
        database.close();
    }
    return JSON.stringify(kept);
}"""


@dataclass
class Visitor:
    context: BrowserContext
    page: Page
    address: str
    is_touching: bool = False
    problems: list[str] = field(default_factory=list)
    forgiven: list[str] = field(default_factory=list)
    responses: list[Response] = field(default_factory=list)
    streamed: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.on("console", self._on_console)
        self.page.on("pageerror", lambda error: self.problems.append(f"error on the page: {error}"))
        self.page.on("request", self._on_request)
        self.page.on("response", lambda response: self.responses.append(response))

    def _on_console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.problems.append(f"console: {message.text} ({message.location.get('url')})")

    def _on_request(self, request: Request) -> None:
        asked = urlsplit(request.url)
        if asked.scheme not in ("data", "blob") and asked.netloc != urlsplit(self.address).netloc:
            self.problems.append(f"request to another host: {request.url}")

    def forgive(self, text: str) -> None:
        """What a test brings about itself, such as a connection that is cut, is no fault of the page."""
        self.forgiven.append(text)

    def faults(self) -> list[str]:
        return [problem for problem in self.problems if not any(text in problem for text in self.forgiven)]

    def go(self, path: str) -> None:
        self.page.goto(self.address + path, wait_until="domcontentloaded")

    def choose_size(self, width: int, height: int) -> None:
        self.page.set_viewport_size({"width": width, "height": height})

    def overhears_streams(self) -> None:
        """Keep what comes over server-sent events too; from now on."""
        session = self.context.new_cdp_session(self.page)
        session.send("Network.enable")
        session.on("Network.responseReceived", lambda told: self._on_stream(session, told))
        session.on("Network.dataReceived", lambda told: self._keep_stream(told.get("data")))

    def _on_stream(self, session: CDPSession, told: dict[str, Any]) -> None:
        if told["response"]["mimeType"] == "text/event-stream":
            begun = session.send("Network.streamResourceContent", {"requestId": told["requestId"]})
            self._keep_stream(begun["bufferedData"])

    def _keep_stream(self, data: str | None) -> None:
        if data:
            self.streamed.append(base64.b64decode(data).decode(errors="replace"))

    def answers(self) -> list[str]:
        """The text of every answer of the API so far, in the order in which they came."""
        found = []
        for response in self.responses:
            kind = response.headers.get("content-type", "")
            if "/api/" in response.url and "json" in kind and response.status not in (204, 304):
                found.append(response.text())
        return found

    def documents(self) -> list[Any]:
        """The same as documents, those of the streams included."""
        frames = re.findall(r"^data: (.*)$", "".join(self.streamed), re.MULTILINE)
        return [json.loads(text) for text in [*self.answers(), *frames]]

    def everything(self) -> str:
        """All that this browser holds: the document, what came over the network, what is stored."""
        stored = self.page.evaluate(STORED)
        return "\n".join([self.page.content(), *self.answers(), "".join(self.streamed), stored])
