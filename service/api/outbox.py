"""The mails of the embedded stack, which go to a folder where no SMTP server is set: for looking at in a browser."""

from flask import Blueprint, Response, abort, request
from markupsafe import escape

from service.api.caller import house
from service.mail import outbox_messages

routes = Blueprint("outbox", __name__)


@routes.get("/dev/outbox")
def outbox() -> Response:
    """Whoever comes through a proxy is not on this machine."""
    if {"Forwarded", "X-Forwarded-For", "X-Real-Ip"} & set(request.headers.keys()):
        abort(404)
    messages = outbox_messages(house().settings.outbox)
    articles = "".join(
        f"<article><h2>{escape(mail.subject)}</h2><p>To {escape(mail.to)}</p><pre>{escape(mail.text)}</pre></article>"
        for mail in messages
    )
    page = f"<!doctype html><title>Outbox</title><h1>Outbox</h1>{articles or '<p>No mail yet.</p>'}"
    return Response(page, headers={"Content-Security-Policy": "default-src 'none'"}, mimetype="text/html")
