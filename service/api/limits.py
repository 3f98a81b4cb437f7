"""Rate limits per token, or per address where there is none."""

import math
import time

from flask import Flask, request
from limits import parse_many
from limits.strategies import FixedWindowRateLimiter

from service.api.caller import caller
from service.api.handfuls import HandfulStorage
from service.api.problems import Problem
from service.settings import Settings

HANDFULS = 20
"""A window's measure is drawn from Redis in so many parts; a process may leave one of them unused."""
LARGEST_HANDFUL = 1_000
UNCOUNTED = {"health.Healthz", "health.Readyz", "health.Metrics", "web.page", "web.icon", "web.static_file"}


def _key() -> str:
    """A token counts by itself only if it is one: invented ones are no way around the measure of an address."""
    try:
        found = caller()
    except Problem:
        found = None
    return f"address:{request.remote_addr}" if found is None else f"token:{found.token_id}"


def limit_rates(app: Flask, settings: Settings) -> None:
    """Each address of the API has a measure of its own."""
    measures = parse_many(settings.rate_limit)
    handful = min(measure.amount for measure in measures) // HANDFULS
    counts = HandfulStorage(settings.redis_address, max(1, min(handful, LARGEST_HANDFUL)))
    limiter = FixedWindowRateLimiter(counts)

    @app.before_request
    def count() -> None:
        endpoint = str(request.endpoint)
        if endpoint in UNCOUNTED:
            return
        key = _key()
        for measure in measures:
            if not limiter.hit(measure, key, endpoint):
                ends = counts.get_expiry(measure.key_for(key, endpoint))
                wait = {"Retry-After": str(max(1, math.ceil(ends - time.time())))}
                raise Problem(429, "tooManyRequests", f"Too many requests: {measure}.", wait)
