"""Accounts and signing in."""

import hmac
from typing import Any

from flask import Response
from flask.views import MethodView

from service.api.answers import encoded
from service.api.bodies import Blueprint
from service.api.here import house
from service.api.me import shown_account
from service.api.problems import Problem
from service.api.schemas import CodeSchema, EmailSchema, ProblemSchema, RegisteredSchema, RegistrationSchema

routes = Blueprint("accounts", __name__, description="Accounts: a name and a token; no passwords to lose.")


@routes.route("/accounts")
class Registration(MethodView):
    @routes.arguments(RegistrationSchema)
    @routes.response(201, RegisteredSchema)
    @routes.alt_response(403, schema=ProblemSchema, description="Registration is closed, or by invitation.")
    @routes.alt_response(409, schema=ProblemSchema, description="The e-mail address belongs to another account.")
    def post(self, wanted: dict[str, Any]) -> Response:
        """Make an account. The token is shown once."""
        _check_registration(wanted.get("code"))
        account, token = house().accounts.register(wanted["name"], wanted.get("email"))
        return encoded({"account": shown_account(account), "token": token}, 201)


def _check_registration(code: str | None) -> None:
    settings = house().settings
    if settings.registration == "closed":
        raise Problem(403, "registrationClosed", "No new accounts are taken here.")
    if settings.registration == "invite":
        wanted = settings.registration_code or ""
        if not wanted or not hmac.compare_digest(wanted.encode(), (code or "").encode()):
            raise Problem(403, "registrationByInvite", "A new account needs the code of an invitation.")


@routes.route("/auth/link")
class SignInLink(MethodView):
    @routes.arguments(EmailSchema)
    @routes.response(202)
    def post(self, wanted: dict[str, Any]) -> Response:
        """Ask for a one-time sign-in link by mail. The answer is the same whether or not the address is known."""
        house().send_sign_in_link(wanted["email"])
        return Response(status=202)


@routes.route("/auth/token")
class SignInToken(MethodView):
    @routes.arguments(CodeSchema)
    @routes.response(200, RegisteredSchema)
    @routes.alt_response(403, schema=ProblemSchema, description="The code is wrong, used or too old.")
    def post(self, sent: dict[str, Any]) -> Response:
        """Turn the code of a sign-in link into a token, once."""
        accounts = house().accounts
        token = accounts.finish_sign_in(sent["code"])
        caller = None if token is None else accounts.authenticate(token)
        account = None if caller is None else accounts.account(caller.account_id)
        if account is None:
            raise Problem(403, "codeInvalid", "This code is wrong, used or too old.")
        return encoded({"account": shown_account(account), "token": token})
