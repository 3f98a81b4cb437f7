"""Gzip for answers where no text of anybody's choosing stands beside a secret (docs/decisions.md says why)."""

import gzip

from flask import Response, request

WORTH_IT = 2048
"""Bytes: below, the headers are most of the answer."""
LEVEL = 6


def compressed(answer: Response) -> Response:
    """The same answer in gzip, if the caller reads it and it is worth it. Its tag says the version, not the bytes."""
    answer.vary.add("Accept-Encoding")
    body = answer.get_data()
    if len(body) < WORTH_IT or not request.accept_encodings["gzip"]:
        return answer
    answer.set_data(gzip.compress(body, LEVEL, mtime=0))
    answer.headers["Content-Encoding"] = "gzip"
    return answer
