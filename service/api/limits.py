"""Rate limits per token, or per address where there is none: counted in Redis, or in memory while Redis is away."""

from flask import Flask
from flask_limiter import Limiter
from flask_limiter.util import get_remote_address

from service.api.caller import caller
from service.api.problems import Problem
from service.settings import Settings


def _key() -> str:
    """A token counts by itself only if it is one: invented ones are no way around the measure of an address."""
    try:
        found = caller()
    except Problem:
        found = None
    return f"address:{get_remote_address()}" if found is None else f"token:{found.token_id}"


def limit_rates(app: Flask, settings: Settings) -> None:
    address = settings.redis_address.replace("unix://", "redis+unix://")
    limiter = Limiter(
        _key,
        default_limits=[settings.rate_limit],
        storage_uri=address,
        storage_options={"socket_timeout": 0.25, "socket_connect_timeout": 0.25},
        in_memory_fallback_enabled=True,
        swallow_errors=True,
    )
    limiter.init_app(app)
    for name in ("health.Healthz", "health.Readyz", "health.Metrics", "web.page", "web.static_file"):
        limiter.exempt(app.view_functions[name])
