"""The browser that scripts/with-chromium has found."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, sync_playwright

VARIABLE = "GUILDHALL_TEST_CHROMIUM"
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@contextmanager
def chromium(executable: str | None = None) -> Iterator[Browser]:
    """Headless, and quiet towards the world outside."""
    path = executable or os.environ[VARIABLE]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(ARGUMENTS))
        try:
            yield browser
        finally:
            browser.close()
