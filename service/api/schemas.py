"""What requests and answers look like."""

from marshmallow import Schema, fields, validate

from domain.table.commands import LONGEST_CLOCK, SHORTEST_CLOCK
from service.api.dispute_schemas import DisputeSchema
from service.api.fields import StrictBoolean
from service.api.pages import PageQuerySchema, PageSchema
from service.api.proof_schemas import ReceiptSchema
from service.api.said_schemas import SaysSchema

TEXT = validate.Length(min=1, max=200)
STATUSES = ("open", "running", "ended", "abandoned")


class ProblemSchema(Schema):
    """RFC 9457, with a stable code, and the rule where one was broken."""

    type = fields.String(required=True)
    title = fields.String(required=True)
    status = fields.Integer(required=True)
    code = fields.String(required=True)
    detail = fields.String(required=True)
    rule = fields.String()
    errors = fields.Raw()


class AccountSchema(Schema):
    id = fields.String(required=True)
    name = fields.String(required=True)
    email = fields.String(required=True, allow_none=True)
    language = fields.String(required=True)
    wishes = fields.Dict(required=True)


class RegistrationSchema(Schema):
    name = fields.String(required=True, validate=validate.Length(min=1, max=60))
    email = fields.String(allow_none=True, validate=validate.Length(max=254))
    code = fields.String(validate=TEXT, metadata={"description": "Needed where registration is by invitation."})


class RegisteredSchema(Schema):
    account = fields.Nested(AccountSchema, required=True)
    token = fields.String(required=True, metadata={"description": "Shown once; kept only as a hash."})


class EmailSchema(Schema):
    email = fields.String(required=True, validate=validate.Length(min=3, max=254))


class CodeSchema(Schema):
    code = fields.String(required=True, validate=TEXT)


class ProfileSchema(Schema):
    name = fields.String(validate=validate.Length(min=1, max=60))
    email = fields.String(allow_none=True, validate=validate.Length(max=254))
    language = fields.String(validate=validate.OneOf(["en", "nl", "de", "fr"]))
    wishes = fields.Dict(keys=fields.String(validate=TEXT), values=StrictBoolean())


class NewTokenSchema(Schema):
    name = fields.String(required=True, validate=validate.Length(min=1, max=60))
    scopes = fields.List(
        fields.String(validate=validate.OneOf(["read", "play", "account"])),
        required=True,
        validate=validate.Length(min=1, max=3),
    )


class TokenSchema(Schema):
    id = fields.String(required=True)
    name = fields.String(required=True)
    scopes = fields.List(fields.String(), required=True)
    created = fields.Integer(required=True)


class IssuedTokenSchema(Schema):
    token = fields.Nested(TokenSchema, required=True)
    secret = fields.String(required=True, metadata={"description": "Shown once; kept only as a hash."})


class TokensSchema(PageSchema):
    tokens = fields.List(fields.Nested(TokenSchema), required=True)


class GameSchema(Schema):
    game = fields.String(required=True)
    title = fields.String(required=True)
    seats = fields.List(fields.Integer(), required=True)
    rules_version = fields.Integer(required=True, data_key="rulesVersion")
    options = fields.Dict(required=True, metadata={"description": "Options with their defaults."})
    guilds = fields.List(fields.String(), required=True)
    bots = fields.List(fields.String(), required=True)


class GamesSchema(Schema):
    games = fields.List(fields.Nested(GameSchema), required=True)


class GameWithBoardSchema(GameSchema):
    board = fields.Dict(required=True)


class NewTableSchema(Schema):
    game = fields.String(required=True, validate=TEXT)
    seats = fields.Integer(required=True, strict=True)
    options = fields.Dict(keys=fields.String())
    private = StrictBoolean()
    autostart = StrictBoolean()
    arbiter = fields.String(
        allow_none=True, validate=TEXT, metadata={"description": "Account that settles disputes; the opener if none."}
    )
    clock = fields.Integer(
        strict=True,
        allow_none=True,
        validate=validate.Range(min=SHORTEST_CLOCK, max=LONGEST_CLOCK),
        metadata={"description": "Seconds that a person has for each answer; no clock by default."},
    )
    wait_for_disputes = StrictBoolean(
        data_key="waitForDisputes", attribute="waitForDisputes", metadata={"description": "No move while one is open."}
    )


class SeatSchema(Schema):
    seat = fields.Integer(required=True)
    account = fields.String(required=True, allow_none=True)
    name = fields.String(required=True, allow_none=True)
    bot = fields.String(required=True, allow_none=True)
    guild = fields.String(required=True, allow_none=True)


class AwaitedSchema(Schema):
    seat = fields.Integer(required=True)
    kind = fields.String(required=True)
    card = fields.String(allow_none=True)
    source = fields.String(allow_none=True)
    due = fields.Integer(
        required=True,
        allow_none=True,
        metadata={"description": "By when a person should have answered, in ms since 1970; none without a clock."},
    )


class TableSchema(Schema):
    """A table as the caller may see it."""

    table = fields.UUID(required=True)
    version = fields.Integer(required=True)
    game = fields.String(required=True)
    rules_version = fields.Integer(required=True, data_key="rulesVersion")
    status = fields.String(required=True, validate=validate.OneOf(STATUSES))
    private = fields.Boolean(required=True)
    autostart = fields.Boolean(required=True)
    opener = fields.String(required=True)
    arbiter = fields.String(required=True)
    wait_for_disputes = fields.Boolean(required=True, data_key="waitForDisputes")
    clock = fields.Integer(required=True, allow_none=True)
    options = fields.Dict(required=True)
    seats = fields.List(fields.Nested(SeatSchema), required=True)
    awaited = fields.List(fields.Nested(AwaitedSchema), required=True)
    my_seat = fields.Integer(required=True, allow_none=True, data_key="mySeat")
    sandbox = fields.Dict(
        required=True, allow_none=True, metadata={"description": "Table and version a sandbox was copied from."}
    )
    invite = fields.String(metadata={"description": "Only for members of a private table."})
    view = fields.Dict(required=True, allow_none=True, metadata={"description": "The game as the caller may see it."})
    disputes = fields.List(fields.Nested(DisputeSchema), required=True)
    receipt = fields.Nested(ReceiptSchema, allow_none=True, metadata={"description": "Only when it is opened."})


class ListedTableSchema(Schema):
    table = fields.UUID(required=True)
    game = fields.String(required=True)
    status = fields.String(required=True)
    private = fields.Boolean(required=True)
    opener = fields.String(required=True)
    version = fields.Integer(required=True)
    seats = fields.List(fields.Nested(SeatSchema), required=True)
    free = fields.Integer(required=True, metadata={"description": "Seats that are free."})
    created = fields.Integer(required=True)
    updated = fields.Integer(required=True)


class TablesSchema(PageSchema):
    tables = fields.List(fields.Nested(ListedTableSchema), required=True)


class LeaderSchema(Schema):
    account = fields.String(required=True)
    name = fields.String(required=True, allow_none=True)
    games = fields.Integer(required=True)
    wins = fields.Float(required=True, metadata={"description": "A shared win counts as a part of one."})
    points = fields.Integer(required=True)


class LeaderboardSchema(PageSchema):
    leaders = fields.List(fields.Nested(LeaderSchema), required=True)


class TableQuerySchema(PageQuerySchema):
    status = fields.String(validate=validate.OneOf(STATUSES))
    game = fields.String(validate=TEXT)
    mine = fields.Boolean(load_default=False)


class InviteQuerySchema(Schema):
    invite = fields.String(validate=TEXT)


class FreeSeatSchema(Schema):
    seat = fields.Integer(required=True)
    is_free = fields.Boolean(required=True, data_key="isFree")
    guild = fields.String(required=True, allow_none=True)


class InvitationSchema(Schema):
    """What one is invited to. Who sits at a private table is for those who sit there."""

    table = fields.UUID(required=True)
    version = fields.Integer(required=True)
    game = fields.String(required=True)
    status = fields.String(required=True)
    private = fields.Boolean(required=True)
    clock = fields.Integer(required=True, allow_none=True)
    my_seat = fields.Integer(required=True, allow_none=True, data_key="mySeat")
    seats = fields.List(fields.Nested(FreeSeatSchema), required=True)


class TakeSeatSchema(Schema):
    seat = fields.Integer(strict=True, validate=validate.Range(min=0, max=15))
    guild = fields.String(allow_none=True, validate=TEXT)
    nonce = fields.String(allow_none=True, validate=validate.Length(max=128))
    invite = fields.String(validate=TEXT)


class BotSchema(Schema):
    strategy = fields.String(required=True, validate=TEXT)
    guild = fields.String(allow_none=True, validate=TEXT)


class EventSchema(Schema):
    """An event as the caller may see it. A seal shows its value and salt only to those who may open it."""

    version = fields.Integer(required=True)
    at = fields.Integer(required=True)
    actor = fields.String(required=True)
    topic = fields.String(required=True)
    text = fields.String(required=True)
    says = fields.Nested(SaysSchema, required=True, allow_none=True)
    event = fields.Dict(required=True)
    head = fields.String(required=True)
    public = fields.String(metadata={"description": "With `?public=true`: the very text that the chain covers."})


class EventsSchema(Schema):
    version = fields.Integer(required=True)
    events = fields.List(fields.Nested(EventSchema), required=True)


class EventQuerySchema(Schema):
    after = fields.Integer(load_default=0, validate=validate.Range(min=0, max=2**31))
    limit = fields.Integer(load_default=100, validate=validate.Range(min=1, max=500))
    public = fields.Boolean(load_default=False, metadata={"description": "With the text that the chain covers."})


class MoveSchema(Schema):
    command = fields.Dict(required=True)
    text = fields.String(required=True)


class MovesSchema(Schema):
    version = fields.Integer(required=True)
    moves = fields.List(fields.Nested(MoveSchema), required=True)
    reason = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "Why there are none."},
    )
    code = fields.String(
        required=True,
        allow_none=True,
        metadata={
            "description": "The same for programs: `notSeated`, `notStarted`, `gameOver`, `disputeOpen`, `notAwaited`."
        },
    )


class AcceptedSchema(Schema):
    table = fields.UUID(required=True)
    version = fields.Integer(required=True)
    head = fields.String(required=True)
    events = fields.List(fields.Nested(EventSchema), required=True)
    receipt = fields.Nested(ReceiptSchema, required=True, allow_none=True)


class NowSchema(Schema):
    """The table after a move, and what its sender may do next: no need to ask for either."""

    table = fields.Nested(TableSchema, required=True)
    moves = fields.Nested(MovesSchema, required=True)


class MoveAcceptedSchema(AcceptedSchema):
    now = fields.Nested(NowSchema, metadata={"description": "With `Prefer: return=representation`."})


class VersionQuerySchema(Schema):
    version = fields.Integer(
        validate=validate.Range(min=0, max=2**31),
        metadata={"description": "With `Prefer: wait=<s>`: wait until it has been reached."},
    )


class AtQuerySchema(VersionQuerySchema):
    at = fields.Integer(validate=validate.Range(min=1, max=2**31))


class LogQuerySchema(Schema):
    after = fields.Integer(validate=validate.Range(min=0, max=2**31))
    since = fields.String(
        validate=validate.OneOf(["mine"]), metadata={"description": "`mine`: since my own last move."}
    )
    limit = fields.Integer(load_default=200, validate=validate.Range(min=1, max=1000))
    version = fields.Integer(
        validate=validate.Range(min=0, max=2**31),
        metadata={"description": "With `Prefer: wait=<s>`: wait until the read model has reached it."},
    )
