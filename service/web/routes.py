"""Where the page opens: one document for all its addresses, and its files."""

from flask import Blueprint, Response, abort, request
from werkzeug.exceptions import NotFound

from service.web.assets import Asset, assets

routes = Blueprint("web", __name__)

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "font-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
_GUARDS = {"X-Content-Type-Options": "nosniff"}
_GUARDS_OF_DOCUMENTS = _GUARDS | {
    "Content-Security-Policy": POLICY,
    "Referrer-Policy": "no-referrer",  # An address may hold an invite or the code of a sign-in link.
    "Cross-Origin-Opener-Policy": "same-origin",
}
_DOCUMENTS = ("text/html", "image/svg+xml")
"""What a browser opens as a page of its own; to the dozens of modules these headers would only add weight."""
_ALWAYS_ASK = "no-cache"
_FOR_EVER = "public, max-age=31536000, immutable"


@routes.get("/")
@routes.get("/open")
@routes.get("/profile")
@routes.get("/sign-in")
@routes.get("/tables/<string:_table>")
@routes.get("/join/<string:_table>")
def page(_table: str = "") -> Response:
    """The same document everywhere: it reads its own address, and asks the API for all it shows."""
    return _answer(assets().index, _ALWAYS_ASK)


@routes.before_app_request
def nobodys_address() -> Response | None:
    """Who comes with a browser to an address that is not there gets the page, which says so and leads home."""
    is_nobodys = isinstance(request.routing_exception, NotFound) and not request.path.startswith("/api/")
    kinds = request.accept_mimetypes
    if is_nobodys and request.method == "GET" and kinds["text/html"] > kinds["application/json"]:
        return _answer(assets().index, _ALWAYS_ASK, status=404)
    return None


@routes.get("/favicon.ico")
def icon() -> Response:
    """For who asks without having read the document: a tab with an answer of the API, a bookmark."""
    return _answer(assets().files["favicon.svg"], _ALWAYS_ASK)


@routes.get("/static/<path:name>")
def static_file(name: str) -> Response:
    """With the digest of this release in the address a file never changes; with another one, or none, it may."""
    here = assets()
    version, _, rest = name.partition("/")
    if version.startswith("@"):
        name = rest
    if name not in here.files:
        abort(404)
    return _answer(here.files[name], _FOR_EVER if version == f"@{here.digest}" else _ALWAYS_ASK)


def _answer(asset: Asset, caching: str, status: int = 200) -> Response:
    guards = _GUARDS_OF_DOCUMENTS if asset.mimetype in _DOCUMENTS else _GUARDS
    answer = Response(status=status, mimetype=asset.mimetype, headers=guards | {"Cache-Control": caching})
    is_packed = asset.packed is not None and request.accept_encodings["gzip"] > 0
    if is_packed:
        answer.headers["Content-Encoding"] = "gzip"
    if asset.packed is not None:
        answer.vary.add("Accept-Encoding")
    answer.set_data(asset.packed if is_packed and asset.packed is not None else asset.content)
    if status != 200:
        return answer
    answer.set_etag(asset.etag + ("-gzip" if is_packed else ""))
    return answer.make_conditional(request)
