"""Figures for Prometheus, counted over all processes of the API."""

import os
import time
from collections.abc import Iterator
from typing import Any

from flask import Flask, Response, g, request
from prometheus_client import REGISTRY, CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

ACCEPTED = Counter("guildhall_commands_accepted", "Commands that have led to events.")
REFUSED = Counter("guildhall_refusals", "Requests that were refused, by their code.", ["code"])
STREAMS = Gauge("guildhall_streams", "Live streams that are open.", multiprocess_mode="livesum")
_SECONDS = Histogram(
    "guildhall_request_seconds",
    "How long requests take, until their answer begins.",
    ["method", "endpoint", "status"],
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10),
)


def count_requests(app: Flask) -> None:
    @app.before_request
    def begin() -> None:
        g.begun = time.perf_counter()

    @app.after_request
    def end(response: Response) -> Response:
        if "begun" in g:
            labels = request.method, str(request.endpoint), str(response.status_code)
            _SECONDS.labels(*labels).observe(time.perf_counter() - g.begun)
        return response


class _House(Collector):
    """What is asked for at the moment of looking."""

    def __init__(self, readiness: dict[str, Any]) -> None:
        self._readiness = readiness

    def collect(self) -> Iterator[GaugeMetricFamily]:
        told = {
            "store": ("Whether the log of events answers.", self._readiness["store"]),
            "redis": ("Whether Redis answers.", self._readiness["redis"]),
            "workers": ("Workers that are at work.", self._readiness["workers"]),
            "lag_events": ("Events not yet in the read models.", self._readiness["lag"]),
        }
        for name, (meaning, value) in told.items():
            if value is not None:
                yield GaugeMetricFamily(f"guildhall_{name}", meaning, value=float(value))


def written_figures(readiness: dict[str, Any]) -> bytes:
    registry = CollectorRegistry()
    registry.register(_House(readiness))
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        return generate_latest(registry)
    return generate_latest(registry) + generate_latest(REGISTRY)
