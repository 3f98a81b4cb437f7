"""Answers about tables: the version as ETag, 304 where nothing is new, never kept by a cache in between."""

import re
from typing import Any

import msgspec
from flask import Response, request

from service.api.problems import Problem

_ETAG = re.compile(r'^(?:W/)?"(\d{1,18})"$')


def encoded(document: Any, status: int = 200, **headers: str) -> Response:
    """Bytes are JSON already."""
    text = document if isinstance(document, bytes) else msgspec.json.encode(document)
    return Response(text, status, headers, mimetype="application/json")


def about_table(version: int, document: Any, status: int = 200) -> Response:
    """`document` may be a function, so that nothing is made for a 304."""
    headers = {"ETag": f'"{version}"', "Cache-Control": "private, no-cache", "Vary": "Authorization"}
    if request.method in ("GET", "HEAD") and _is_known(version):
        return Response(status=304, headers=headers)
    return encoded(document() if callable(document) else document, status, **headers)


def _is_known(version: int) -> bool:
    header = request.headers.get("If-None-Match", "")
    return header.strip() == "*" or f'"{version}"' in header


def expected_version() -> int | None:
    """The version a command was meant for, from If-Match; anything else than one of our own tags is stale."""
    header = request.headers.get("If-Match")
    if header is None or header.strip() == "*":
        return None
    found = [_ETAG.match(tag.strip()) for tag in header.split(",")]
    versions = [int(tag[1]) for tag in found if tag is not None]
    if not versions:
        raise Problem(412, "staleVersion", 'If-Match must be the version of the table, such as "17".')
    return max(versions)


def idempotency_key() -> str | None:
    return request.headers.get("Idempotency-Key")


def prefers_representation() -> bool:
    """Whether the answer to a command is to carry the table as it then is."""
    return "return=representation" in request.headers.get("Prefer", "")


def seconds_to_wait() -> float:
    """How long the caller is willing to wait for a read model, from `Prefer: wait=5`; 10 s at most."""
    found = re.search(r'\bwait\s*=\s*"?(\d{1,3})\b', request.headers.get("Prefer", ""))
    return min(float(found[1]), 10.0) if found else 0.0
