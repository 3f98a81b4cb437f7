"""A server for each test, its certificate, and settings."""

import socket
import ssl
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import trustme
from aiosmtpd.controller import Controller

from service.settings import Settings
from tests.integration.mail.server import SENDER, Mailbox, Serve


@pytest.fixture
def mailbox() -> Mailbox:
    return Mailbox()


@pytest.fixture
def serve(mailbox: Mailbox) -> Iterator[Serve]:
    """Starts a server with the options of aiosmtpd; its port."""
    running: list[Controller] = []

    def start(**options: Any) -> int:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port: int = free.getsockname()[1]
        controller = Controller(mailbox, "127.0.0.1", port, server_hostname="mail.example.org", **options)
        controller.start()
        running.append(controller)
        return port

    yield start
    for controller in running:
        controller.stop()


@pytest.fixture(scope="module")
def authority() -> trustme.CA:
    return trustme.CA()


@pytest.fixture
def certificate(authority: trustme.CA) -> ssl.SSLContext:
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    authority.issue_cert("127.0.0.1").configure_cert(context)
    return context


@pytest.fixture
def trusted(authority: trustme.CA, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The machine trusts whoever has signed the server's certificate."""
    authority.cert_pem.write_to_path(tmp_path / "authority.pem")
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "authority.pem"))


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(tmp_path, public_url="https://guild.example.org", mail_from=SENDER)
