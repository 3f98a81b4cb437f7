"""Settings that only show themselves to be wrong when they are used, checked before anything starts."""

import re
from urllib.parse import urlsplit

import psycopg
from limits import parse_many
from psycopg.conninfo import conninfo_to_dict
from redis.connection import parse_url

from service.mail import postman
from service.settings import BadSetting, Settings

LAST_PORT = 65_535


def checked(settings: Settings) -> Settings:
    try:
        parse_many(settings.rate_limit)
    except ValueError as error:
        raise BadSetting(f"RATE_LIMIT is {settings.rate_limit!r}; it must be such as '600 per minute'.") from error
    if settings.redis_url is not None:
        try:
            parse_url(settings.redis_url)
        except ValueError as error:
            raise BadSetting("REDIS_URL must be of the form redis://host:port/0, rediss:// or unix://.") from error
    if settings.registration == "invite" and not settings.registration_code:
        raise BadSetting("REGISTRATION is 'invite', but there is no REGISTRATION_CODE to invite anybody with.")
    if settings.database_url is not None and not _is_postgres(settings.database_url):
        raise BadSetting("DATABASE_URL must be of the form postgresql://user:password@host/name.")
    if re.fullmatch(r".+:\d{1,5}", settings.bind) is None or int(settings.bind.rpartition(":")[2]) > LAST_PORT:
        raise BadSetting(f"GUILDHALL_BIND is {settings.bind!r}; it must be an address and a port, as 127.0.0.1:8000.")
    if not _is_web_address(settings.public_url):
        raise BadSetting(f"GUILDHALL_URL is {settings.public_url!r}; it must be such as https://guild.example.org.")
    for origin in settings.cors_origins:
        if origin != "*" and not (_is_web_address(origin) and urlsplit(origin).path == ""):
            raise BadSetting(f"CORS_ORIGINS has {origin!r}; it must be such as https://front.example.org, or *.")
    postman(settings)
    return settings


def _is_postgres(address: str) -> bool:
    try:
        return re.match(r"postgres(ql)?://", address) is not None and bool(conninfo_to_dict(address))
    except (psycopg.Error, ValueError):
        return False


def _is_web_address(text: str) -> bool:
    try:
        parts = urlsplit(text)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(parts.hostname) and re.search(r"\s", text) is None
