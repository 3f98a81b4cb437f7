"""The games of the house."""

from typing import Any

from flask import Response
from flask.views import MethodView

from domain.games import latest, names
from domain.rules import Rules
from service.api.answers import encoded
from service.api.bodies import Blueprint
from service.api.compressed import compressed
from service.api.here import house
from service.api.problems import Problem
from service.api.schemas import GamesSchema, GameWithBoardSchema, LeaderboardSchema, PageQuerySchema, ProblemSchema

routes = Blueprint("games", __name__, description="The games that can be played.")


def _shown(rules: Rules) -> dict[str, Any]:
    options = rules.check_options({})
    return {
        "game": rules.game,
        "title": rules.title,
        "seats": list(rules.seats),
        "rulesVersion": rules.version,
        "options": options,
        "guilds": list(rules.guilds(options)),
        "bots": sorted(rules.bots),
    }


@routes.route("/games")
class Games(MethodView):
    @routes.response(200, GamesSchema)
    def get(self) -> Response:
        """The games of the house."""
        return encoded({"games": [_shown(latest(game)) for game in names()]})


@routes.route("/games/<string:game>")
class Game(MethodView):
    @routes.response(200, GameWithBoardSchema)
    @routes.alt_response(404, schema=ProblemSchema)
    def get(self, game: str) -> Response:
        """One game, with its options and their defaults, and its standard board."""
        _require_game(game)
        return compressed(encoded(_shown(latest(game)) | {"board": latest(game).board({})}))


@routes.route("/games/<string:game>/leaderboard")
class Leaderboard(MethodView):
    @routes.arguments(PageQuerySchema, location="query")
    @routes.response(200, LeaderboardSchema)
    @routes.alt_response(404, schema=ProblemSchema)
    def get(self, query: dict[str, Any], game: str) -> Response:
        """People by their wins in finished public games."""
        _require_game(game)
        leaders, total = house().views.leaderboard(game, query["page"])
        people = house().accounts.names(leader["account"] for leader in leaders)
        named = [leader | {"name": people.get(leader["account"])} for leader in leaders]
        return encoded({"leaders": named, "page": query["page"], "total": total})


def _require_game(game: str) -> None:
    if game not in names():
        raise Problem(404, "unknownGame", "There is no such game here.")
