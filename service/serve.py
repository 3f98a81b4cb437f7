"""The API under gunicorn: threads, because a live stream holds one for as long as it is watched."""

import gc
import socket
from http import HTTPStatus
from typing import Any

import msgspec
from flask import Flask
from gunicorn import util
from gunicorn.app.base import BaseApplication
from gunicorn.workers.gthread import ThreadWorker
from prometheus_client import multiprocess

from service.api import create_app
from service.house import House
from service.settings import Settings

THREADS = 64
GRACEFUL_SECONDS = 5
RUBBISH_THRESHOLD = 50_000


class Threads(ThreadWorker):  # type: ignore[misc]
    def handle_exit(self, *arguments: Any) -> None:
        """Requests are finished, but a live stream would never be: it is told to end."""
        super().handle_exit(*arguments)
        if self.app.house is not None:
            self.app.house.closed.set()


def _write_problem(client: socket.socket, status: int, reason: str, detail: str) -> None:
    """What does not even read as a request is refused like everything else."""
    code = "badRequest" if status < 500 else "error"
    told = {"type": "about:blank", "title": reason, "status": status, "code": code, "detail": detail or reason}
    body = msgspec.json.encode(told)
    head = f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\nConnection: close\r\n"
    head += f"Content-Type: application/problem+json\r\nContent-Length: {len(body)}\r\n\r\n"
    util.write_nonblock(client, head.encode() + body)


util.write_error = _write_problem  # gunicorn has no setting for it, and its own words are HTML


def _leave(_: Any, worker: Any) -> None:
    """What has rung is delivered before the process goes."""
    if worker.app.house is not None:
        worker.app.house.bell.close()


def _forget(_: Any, worker: Any) -> None:
    """A process that has died has no streams open; what it has counted stays."""
    multiprocess.mark_process_dead(worker.pid)


class Server(BaseApplication):  # type: ignore[misc]
    def __init__(self, settings: Settings, processes: int) -> None:
        self._settings = settings
        self._processes = processes
        self.house: House | None = None
        super().__init__()

    def load_config(self) -> None:
        for name, value in self._options().items():
            self.cfg.set(name, value)

    def _options(self) -> dict[str, Any]:
        return {
            "bind": self._settings.bind,
            "worker_class": Threads,
            "worker_exit": _leave,
            "child_exit": _forget,
            "workers": self._processes,
            "threads": THREADS,
            "keepalive": 15,
            "graceful_timeout": GRACEFUL_SECONDS,
            "limit_request_line": 4094,
            "limit_request_fields": 64,
            "limit_request_field_size": 8190,
            "accesslog": None,
            "errorlog": "-",
            "loglevel": "warning",
            "control_socket_disable": True,
        }

    def load(self) -> Flask:
        """In each process after the fork: no connection is shared."""
        self.house = House.open(self._settings)
        app = create_app(self.house)
        # What has been loaded stays, and tables at play are trees without cycles: looking for rubbish among them
        # as often as Python does by itself took a sixth of a move.
        gc.collect()
        gc.freeze()
        gc.set_threshold(RUBBISH_THRESHOLD)
        return app


def serve(settings: Settings, processes: int = 1) -> None:
    """Answer at the address of the settings until a signal asks us to stop."""
    Server(settings, processes).run()
