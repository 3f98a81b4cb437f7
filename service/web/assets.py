"""The files of the page, read once and kept in memory, packed and unpacked.

Their common digest is a part of their address (`/static/@digest/main.js`), and modules name each other by relative
addresses: so every file may be kept by the browser for ever, and a new release is a new address, without a build step.
"""

import gzip
import hashlib
import mimetypes
from dataclasses import dataclass
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent
_TYPES = {".webmanifest": "application/manifest+json", ".js": "text/javascript", ".svg": "image/svg+xml"}
"""Those that the tables of an operating system know differently or not at all."""
_TEXTS = ("text/", "application/json", "application/manifest+json", "image/svg+xml")


@dataclass(frozen=True)
class Asset:
    content: bytes
    packed: bytes | None
    mimetype: str
    etag: str


@dataclass(frozen=True)
class Assets:
    index: Asset
    files: dict[str, Asset]
    digest: str


@cache
def assets() -> Assets:
    static = FOLDER / "static"
    names = sorted(path for path in static.rglob("*") if path.is_file())
    files = {path.relative_to(static).as_posix(): _asset(path.read_bytes(), _type_of(path)) for path in names}
    whole = hashlib.sha256("".join(f"{name} {asset.etag}\n" for name, asset in files.items()).encode())
    digest = whole.hexdigest()[:12]
    index = (FOLDER / "index.html").read_text().replace("/static/", f"/static/@{digest}/")
    return Assets(_asset(index.encode(), "text/html"), files, digest)


def _asset(content: bytes, mimetype: str) -> Asset:
    packed = gzip.compress(content, 9, mtime=0) if mimetype.startswith(_TEXTS) else None
    if packed is not None and len(packed) >= len(content):
        packed = None
    return Asset(content, packed, mimetype, hashlib.sha256(content).hexdigest()[:24])


def _type_of(path: Path) -> str:
    return _TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
