"""One's own account: profile, tokens, inbox."""

from typing import Any

import msgspec
from flask import Response
from flask.views import MethodView

from service.accounts import Account, Token
from service.api.answers import encoded
from service.api.bodies import Blueprint
from service.api.caller import account, caller, needs
from service.api.here import house
from service.api.pages import PageQuerySchema, one_page
from service.api.problems import Problem
from service.api.schemas import (
    AccountSchema,
    IssuedTokenSchema,
    NewTokenSchema,
    ProblemSchema,
    ProfileSchema,
    TokensSchema,
)
from service.api.view_schemas import InboxSchema
from service.clock import most_urgent_first

routes = Blueprint("me", __name__, description="One's own account.")


def shown_account(found: Account) -> dict[str, Any]:
    return {
        "id": found.id,
        "name": found.name,
        "email": found.email,
        "language": found.language,
        "wishes": msgspec.to_builtins(found.wishes),
    }


def _shown_token(token: Token) -> dict[str, Any]:
    return {"id": token.id, "name": token.name, "scopes": sorted(token.scopes), "created": token.created}


@routes.route("/me")
class Me(MethodView):
    @needs("read")
    @routes.response(200, AccountSchema)
    def get(self) -> Response:
        """My profile."""
        return encoded(shown_account(_me()))

    @needs("account")
    @routes.arguments(ProfileSchema, required=False)
    @routes.response(200, AccountSchema)
    @routes.alt_response(409, schema=ProblemSchema, description="The e-mail address belongs to another account.")
    def patch(self, changes: dict[str, Any]) -> Response:
        """Change my profile: name, e-mail, language, notification wishes."""
        house().accounts.update(account(), **changes)
        return encoded(shown_account(_me()))

    @needs("account")
    @routes.response(204)
    def delete(self) -> Response:
        """Erase my account: name and address are gone everywhere; games go on, with a bot on my seats."""
        house().part_with(account())
        return Response(status=204)


def _me() -> Account:
    found = house().accounts.account(account())
    if found is None:
        raise Problem(404, "notFound", "This account is gone.")
    return found


@routes.route("/me/tokens")
class Tokens(MethodView):
    @needs("account")
    @routes.arguments(PageQuerySchema, location="query")
    @routes.response(200, TokensSchema)
    def get(self, query: dict[str, int]) -> Response:
        """My tokens, without their secrets."""
        tokens = [_shown_token(token) for token in house().accounts.tokens(account())]
        return encoded(one_page("tokens", tokens, query["page"]))

    @needs("account")
    @routes.arguments(NewTokenSchema)
    @routes.response(201, IssuedTokenSchema)
    @routes.alt_response(403, schema=ProblemSchema, description="A token cannot give more scopes than it has.")
    def post(self, wanted: dict[str, Any]) -> Response:
        """A new token with a name and scopes. The secret is shown once."""
        mine = caller()
        if mine is None or not set(wanted["scopes"]) <= mine.scopes:
            raise Problem(403, "scopeMissing", "A token cannot give more scopes than it has.")
        token, secret = house().accounts.add_token(account(), wanted["name"], wanted["scopes"])
        return encoded({"token": _shown_token(token), "secret": secret}, 201)


@routes.route("/me/tokens/<string:token_id>")
class OneToken(MethodView):
    @needs("account")
    @routes.response(204)
    @routes.alt_response(404, schema=ProblemSchema)
    def delete(self, token_id: str) -> Response:
        """Revoke a token; it is refused from now on."""
        if token_id not in {token.id for token in house().accounts.tokens(account())}:
            raise Problem(404, "notFound", "You have no such token.")
        house().accounts.revoke(account(), token_id)
        return Response(status=204)


@routes.route("/me/inbox")
class Inbox(MethodView):
    @needs("read")
    @routes.arguments(PageQuerySchema, location="query")
    @routes.response(200, InboxSchema)
    def get(self, query: dict[str, int]) -> Response:
        """The tables where I am awaited: first where my time ends soonest, then where I am awaited for longest."""
        awaited = most_urgent_first(house(), house().views.inbox(account()))
        return encoded(one_page("awaited", awaited, query["page"]))
