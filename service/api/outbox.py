"""The mails of the embedded stack, which go to a folder where no SMTP server is set: for looking at in a browser."""

from urllib.parse import urlsplit

from flask import Blueprint, Response, abort, request
from markupsafe import escape

from service.api.here import house
from service.mail import outbox_messages

routes = Blueprint("outbox", __name__)
_THIS_MACHINE = ("127.0.0.1", "localhost", "::1")


@routes.get("/dev/outbox")
def outbox() -> Response:
    """Whoever comes through a proxy is not on this machine, nor is a page that was sent here under another name."""
    is_sent_on = {"Forwarded", "X-Forwarded-For", "X-Real-Ip"} & set(request.headers.keys())
    if is_sent_on or urlsplit(f"//{request.host}").hostname not in _THIS_MACHINE:
        abort(404)
    messages = outbox_messages(house().settings.outbox)
    articles = "".join(
        f"<article><h2>{escape(mail.subject)}</h2><p>To {escape(mail.to)}</p><pre>{escape(mail.text)}</pre></article>"
        for mail in messages
    )
    page = f"<!doctype html><title>Outbox</title><h1>Outbox</h1>{articles or '<p>No mail yet.</p>'}"
    return Response(page, headers={"Content-Security-Policy": "default-src 'none'"}, mimetype="text/html")
