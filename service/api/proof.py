"""Proof: the keys that sign receipts, and the record of a table as one file."""

from uuid import UUID

from flask import Response
from flask.views import MethodView

from service.api.answers import about_table, encoded
from service.api.bodies import Blueprint
from service.api.caller import doubted_table, viewer_of
from service.api.here import house
from service.api.proof_schemas import KeysSchema, RecordSchema
from service.api.schemas import ProblemSchema
from service.proof.record import write_record

routes = Blueprint("proof", __name__, description="What lets anyone check a game without trusting the house.")


@routes.route("/keys")
class Keys(MethodView):
    @routes.response(200, KeysSchema)
    def get(self) -> Response:
        """The keys that sign receipts, oldest first; retired ones stay valid for what they have signed."""
        keys = [
            {
                "id": key.id,
                "algorithm": "Ed25519",
                "publicKey": key.public.hex(),
                "createdAt": key.created,
                "retiredAt": key.retired,
            }
            for key in house().keys.all()
        ]
        return encoded({"keys": keys})


@routes.route("/tables/<uuid:table_id>/record")
class Record(MethodView):
    @routes.response(200, RecordSchema)
    @routes.alt_response(404, schema=ProblemSchema)
    def get(self, table_id: UUID) -> Response:
        """The record: one file for `guildhall verify`, with what the caller may open; once the game has ended, all."""
        _, table = doubted_table(table_id)
        version, text = write_record(house().application, house().keys, table_id, viewer_of(table))
        answer = about_table(version, text)
        answer.headers["Content-Disposition"] = f'attachment; filename="{table_id}.json"'
        return answer
