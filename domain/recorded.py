"""One event as it stands in the log: its public form, chained, and beside it the private part that opens its seals.

The public form is stored as the very bytes that are hashed, so a table's chain is checked for the price of a hash.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, Generic, TypeVar, get_args, get_origin, get_type_hints
from uuid import UUID

import msgspec

from domain.chain import link
from domain.errors import DamagedEvent, UnknownTopic
from domain.event import TOPICS, Event
from domain.receipt import Receipt, Signed
from domain.sealed import Opened, SealBroken, SealClosed, Sealed, canonical, commitment_of_text, mentions_seal

E = TypeVar("E")
Cause = dict[str, Any]
"""A command as data, with its ``type``."""

Upcaster = Callable[[dict[str, Any]], dict[str, Any]]

UPCASTERS: dict[str, tuple[str, Upcaster]] = {}
"""Old topic -> its successor, and what turns the old event's fields (seals with value and salt) into the new one's."""


class Public(msgspec.Struct, Generic[E], frozen=True, omit_defaults=True, rename="camel"):
    """What anyone may see of a recorded event, and what the chain covers."""

    at: int
    actor: str
    event: E
    cause: Cause | None = None
    sealed_cause: Sealed[Cause] | None = None


class Stored(msgspec.Struct, frozen=True, omit_defaults=True, rename="camel"):
    """The bytes of one row of the log."""

    head: str
    public: msgspec.Raw
    private: dict[str, msgspec.Raw] = {}
    command_id: str | None = None
    receipt: Signed | None = None
    """On the last event of a commit. Not covered by the chain: it signs the chain."""


class Recorded(msgspec.Struct, frozen=True):
    """The envelope: which table and version, when, by whom, caused by which command, and the chain's head after it.

    `cause` is on the first event of each commit; where the command carries a secret it is `sealed_cause` instead.
    `topic` is the one it was stored under, which the chain covers: an upcast changes no history.
    """

    originator_id: UUID
    originator_version: int
    at: int
    actor: str
    event: Event
    topic: str
    head: str
    public: bytes
    cause: Cause | None = None
    sealed_cause: Sealed[Cause] | None = None
    command_id: str | None = None
    signed: Signed | None = None

    @property
    def receipt(self) -> Receipt | None:
        """The house's signature under the head after this event, on the last event of each commit."""
        if self.signed is None:
            return None
        return Receipt(self.originator_id, self.originator_version, self.head, self.signed.key, self.signed.signature)

    @property
    def opens_commit(self) -> bool:
        """Whether it is the first of the events that one command has led to."""
        return self.cause is not None or self.sealed_cause is not None


@cache
def sealed_fields(kind: type[Event]) -> tuple[tuple[str, str, Any], ...]:
    """The fields of an event that are seals: attribute, name in JSON, type of the secret.

    A seal anywhere else would be written open into the public bytes, so an event that has one cannot be recorded.
    """
    hints = get_type_hints(kind)
    for field in msgspec.structs.fields(kind):
        hint = hints[field.name]
        if get_origin(hint) is not Sealed and mentions_seal(hint):
            raise TypeError(f"{kind.__name__}.{field.name} holds a seal inside: a seal must be a field of its own.")
    return tuple(
        (field.name, field.encode_name, get_args(hints[field.name])[0])
        for field in msgspec.structs.fields(kind)
        if get_origin(hints[field.name]) is Sealed
    )


def record(
    previous: str,
    table: UUID,
    version: int,
    at: int,
    actor: str,
    event: Event,
    *,
    cause: Cause | None = None,
    sealed_cause: Sealed[Cause] | None = None,
    command_id: str | None = None,
) -> Recorded:
    """Chain an event to the head before it."""
    public = public_bytes(at, actor, event, cause, sealed_cause)
    head = link(previous, table, version, event.topic, public)
    return Recorded(table, version, at, actor, event, event.topic, head, public, cause, sealed_cause, command_id)


def public_bytes(
    at: int, actor: str, event: Event, cause: Cause | None = None, sealed_cause: Sealed[Cause] | None = None
) -> bytes:
    """What anyone may see of an event, as the chain covers it: every seal closed."""
    shown = event
    if fields := sealed_fields(type(event)):
        shown = msgspec.structs.replace(event, **{name: getattr(event, name).closed() for name, _, _ in fields})
    return canonical(Public(at, actor, shown, cause, None if sealed_cause is None else sealed_cause.closed()))


def seals_of(recorded: Recorded) -> dict[str, Sealed[Any]]:
    """Every seal of a recorded event by its name in JSON, that of its cause included."""
    seals = {json_name: getattr(recorded.event, name) for name, json_name, _ in sealed_fields(type(recorded.event))}
    return seals if recorded.sealed_cause is None else seals | {_CAUSE: recorded.sealed_cause}


def encode(recorded: Recorded) -> bytes:
    private = {name: msgspec.Raw(canonical(sealed.opening())) for name, sealed in seals_of(recorded).items()}
    return _encode(Stored(recorded.head, msgspec.Raw(recorded.public), private, recorded.command_id, recorded.signed))


def decode(table: UUID, version: int, topic: str, state: bytes) -> Recorded:
    """Read one row. Seals are checked here; the chain is checked by whoever knows the head before it."""
    return read_stored(table, version, topic, parse_stored(table, version, topic, state))


def parse_stored(table: UUID, version: int, topic: str, state: bytes) -> Stored:
    try:
        return _decode(state)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError, TypeError) as error:
        raise DamagedEvent(table, version, f"it does not read as {topic}: {error}.") from error


def read_stored(table: UUID, version: int, topic: str, stored: Stored, *, partly: bool = False) -> Recorded:
    """The event of a row; `partly` where some openings may be kept from the reader: their seals stay closed."""
    try:
        if topic in UPCASTERS:
            public = _upcast(topic, stored, partly)
        elif topic in TOPICS:
            public = _reopen(_reader(topic).decode(stored.public), stored.private, partly)
        else:
            raise UnknownTopic(table, version, f"this release does not know the topic {topic!r}.")
    except SealBroken as error:
        raise DamagedEvent(table, version, f"its secret does not fit the seal {error}.") from error
    except SealClosed as error:
        raise DamagedEvent(table, version, f"the secret of the seal {error} is missing.") from error
    except (msgspec.MsgspecError, RecursionError, ValueError, KeyError, TypeError) as error:
        raise DamagedEvent(table, version, f"it does not read as {topic}: {error}.") from error
    return Recorded(
        table,
        version,
        public.at,
        public.actor,
        public.event,
        topic,
        stored.head,
        bytes(stored.public),
        public.cause,
        public.sealed_cause,
        stored.command_id,
        stored.receipt,
    )


def follows(recorded: Recorded, previous: str) -> bool:
    """Whether the event is chained to the head before it."""
    try:
        head = link(previous, recorded.originator_id, recorded.originator_version, recorded.topic, recorded.public)
    except (ValueError, OverflowError):
        return False
    return recorded.head == head


_CAUSE = "sealedCause"
_encode = msgspec.json.encode
_decode = msgspec.json.Decoder(Stored).decode


@cache
def _reader(topic: str) -> msgspec.json.Decoder[Public[Event]]:
    return msgspec.json.Decoder(_public_of(topic))


def know_topics() -> None:
    """Every event and every secret in one, once table and games are there (`domain.known`)."""
    _reads(Cause)
    for topic, kind in TOPICS.items():
        _reader(topic)
        for _, _, secret in sealed_fields(kind):
            _reads(secret)


def _public_of(topic: str) -> type[Public[Event]]:
    kind: Any = TOPICS[topic]
    return Public[kind]


_opening = msgspec.json.Decoder(Opened[msgspec.Raw]).decode


@cache
def _reads(kind: Any) -> Callable[[msgspec.Raw], Any]:
    return msgspec.json.Decoder(kind).decode


def _unsealed(sealed: Sealed[Any], kind: Any, private: msgspec.Raw) -> Sealed[Any]:
    opening = _opening(private)
    return sealed.reopened(_reads(kind)(opening.value), bytes(opening.value), opening.salt)


def _reopen(public: Public[Event], private: dict[str, msgspec.Raw], partly: bool) -> Public[Event]:
    event = public.event
    fields = sealed_fields(type(event))
    if not fields and public.sealed_cause is None:
        return public
    secrets = {
        name: _unsealed(getattr(event, name), kind, private[json_name])
        for name, json_name, kind in fields
        if not partly or json_name in private
    }
    cause = public.sealed_cause
    if cause is not None and (not partly or _CAUSE in private):
        cause = _unsealed(cause, Cause, private[_CAUSE])
    if secrets:
        event = msgspec.structs.replace(event, **secrets)
    return Public(public.at, public.actor, event, public.cause, cause)


def _upcast(topic: str, stored: Stored, partly: bool) -> Public[Event]:
    document = msgspec.json.decode(stored.public)
    for name, raw in stored.private.items():
        sealed = document[_CAUSE] if name == _CAUSE else document["event"][name]
        opening = _opening(raw)
        if commitment_of_text(bytes(opening.value), opening.salt) != sealed["seal"]:
            raise SealBroken(sealed["seal"])
        sealed |= msgspec.json.decode(raw)
    while topic in UPCASTERS:
        topic, upcaster = UPCASTERS[topic]
        document["event"] = upcaster(document["event"])
    public = _reader(topic).decode(msgspec.json.encode(document))
    for name, _, _ in () if partly else sealed_fields(type(public.event)):
        getattr(public.event, name).opening()
    return public
