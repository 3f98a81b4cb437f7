"""A stranger: a client made from nothing but an OpenAPI document. It has never heard of guilds or tables.

It sends only what the document allows, and takes only what the document promises: any other answer is an error.
"""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import quote, urljoin

import requests
from jsonschema import Draft202012Validator

METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace")
PATIENCE_SECONDS = 30
LONGEST_SHOWN = 600

Schema = dict[str, Any]


class Undocumented(AssertionError):
    """Something was to be sent, or has come, that the document does not know."""


@dataclass(frozen=True)
class Answer:
    status: int
    headers: Mapping[str, str]
    document: Any
    """What the body holds; None if there is none, text where it is not JSON."""

    def __getitem__(self, name: str) -> Any:
        return self.document[name]


class Document:
    """The description of an API, with its references followed."""

    def __init__(self, contents: dict[str, Any]) -> None:
        self.contents = contents
        self._validators: dict[str, Draft202012Validator] = {}

    def follow(self, part: Any) -> Any:
        while isinstance(part, dict) and "$ref" in part:
            found: Any = self.contents
            for name in part["$ref"].removeprefix("#/").split("/"):
                found = found[name.replace("~1", "/").replace("~0", "~")]
            part = found
        return part

    def check(self, value: Any, schema: Schema, what: str) -> None:
        for error in self._validator(schema).iter_errors(value):
            shown = json.dumps(value, default=str)[:LONGEST_SHOWN]
            raise Undocumented(f"{what}: {error.message[:LONGEST_SHOWN]} at {error.json_path} in {shown}")

    def _validator(self, schema: Schema) -> Draft202012Validator:
        """A schema refers to others as parts of the document, so those come with it."""
        key = json.dumps(schema, sort_keys=True)
        if key not in self._validators:
            whole = schema | {"components": self.contents.get("components", {})}
            checker = Draft202012Validator.FORMAT_CHECKER
            self._validators[key] = Draft202012Validator(whole, format_checker=checker)
        return self._validators[key]


@dataclass(frozen=True)
class Operation:
    """One thing that can be asked, as a function of its parameters and its body."""

    document: Document
    address: str
    method: str
    path: str
    definition: dict[str, Any]
    shared: tuple[Any, ...]
    session: requests.Session
    token: str | None = None

    @property
    def name(self) -> str:
        return f"{self.method.upper()} {self.path}"

    @property
    def parameters(self) -> dict[str, dict[str, Any]]:
        found = [self.document.follow(part) for part in (*self.shared, *self.definition.get("parameters", ()))]
        return {parameter["name"]: parameter for parameter in found}

    def __call__(self, body: Any = None, **arguments: Any) -> Answer:
        """Parameters are named as in the document, with `_` for what Python does not allow in a name."""
        places = self._placed(arguments)
        path = self.path
        for name, value in places["path"].items():
            path = path.replace("{" + name + "}", quote(str(value), safe=""))
        response = self.session.request(
            self.method,
            urljoin(self.address, path),
            params=places["query"],
            headers=places["header"] | self._credentials() | self._content(body),
            data=None if body is None else json.dumps(body),
            timeout=PATIENCE_SECONDS,
        )
        return self._understood(response)

    # What is sent

    def _placed(self, arguments: dict[str, Any]) -> dict[str, dict[str, Any]]:
        places: dict[str, dict[str, Any]] = {"path": {}, "query": {}, "header": {}}
        known = {_in_python(name): parameter for name, parameter in self.parameters.items()}
        for argument, value in arguments.items():
            if argument not in known:
                raise Undocumented(f"{self.name} has no parameter {argument}; it has {sorted(known)}.")
            parameter = known[argument]
            self.document.check(value, parameter["schema"], f"{argument} of {self.name}")
            places[parameter["in"]][parameter["name"]] = _as_text(value)
        for parameter in self.parameters.values():
            if parameter.get("required") and parameter["name"] not in places[parameter["in"]]:
                raise Undocumented(f"{self.name} needs {parameter['name']}.")
        return places

    def _content(self, body: Any) -> dict[str, str]:
        described = self.document.follow(self.definition.get("requestBody"))
        if described is None or body is None:
            if body is not None or (described or {}).get("required"):
                raise Undocumented(f"{self.name}: a body is {'not known' if body is not None else 'needed'}.")
            return {}
        [(kind, content)] = described["content"].items()
        self.document.check(body, content["schema"], f"the body of {self.name}")
        return {"Content-Type": kind}

    def _credentials(self) -> dict[str, str]:
        required = self.definition.get("security", self.document.contents.get("security", []))
        schemes = self.document.contents.get("components", {}).get("securitySchemes", {})
        for name in (name for choice in required for name in choice):
            scheme = self.document.follow(schemes[name])
            if self.token is not None and (scheme["type"], scheme["scheme"].lower()) == ("http", "bearer"):
                return {"Authorization": f"Bearer {self.token}"}
        if self.token is None and required and {} not in required:
            raise Undocumented(f"{self.name} needs credentials: {required}.")
        return {}

    # What comes back

    def _understood(self, response: requests.Response) -> Answer:
        status = str(response.status_code)
        responses = self.definition["responses"]
        found = next((key for key in (status, status[0] + "XX", "default") if key in responses), None)
        if found is None:
            raise Undocumented(f"{self.name} has answered {status}: {response.text[:LONGEST_SHOWN]}")
        described = self.document.follow(responses[found])
        what = f"the answer {status} to {self.name}"
        for name, header in described.get("headers", {}).items():
            self._check_header(response, name, self.document.follow(header), what)
        return Answer(response.status_code, response.headers, self._body(response, described.get("content", {}), what))

    def _check_header(self, response: requests.Response, name: str, header: dict[str, Any], what: str) -> None:
        value = response.headers.get(name)
        if value is None:
            if header.get("required"):
                raise Undocumented(f"{what} lacks the header {name}.")
        else:
            schema = header.get("schema", {})
            self.document.check(_from_text(value, schema), schema, f"{name} of {what}")

    def _body(self, response: requests.Response, content: dict[str, Any], what: str) -> Any:
        if not response.content:
            if content and response.status_code not in (204, 304):
                raise Undocumented(f"{what} is empty.")
            return None
        kind = response.headers.get("Content-Type", "").partition(";")[0].strip()
        if kind not in content:
            raise Undocumented(f"{what} is of type {kind}, not {sorted(content)}: {response.text[:LONGEST_SHOWN]}")
        document = response.json() if re.fullmatch(r"application/(.+\+)?json", kind) else response.text
        self.document.check(document, content[kind].get("schema", {}), what)
        return document


@dataclass(frozen=True)
class Stranger:
    """All operations of a document, by their names: an operationId, or the method and the path."""

    operations: dict[str, Operation]
    contents: dict[str, Any] = field(repr=False)

    @classmethod
    def meet(cls, address: str, session: requests.Session | None = None) -> "Stranger":
        """Read the document at an address; everything else follows from it."""
        session = session or requests.Session()
        contents = session.get(address, timeout=PATIENCE_SECONDS).json()
        document = Document(contents)
        servers = contents.get("servers") or [{"url": "/"}]
        base = urljoin(address, servers[0]["url"])
        operations: dict[str, Operation] = {}
        for operation in _operations(document, base, session):
            operations[operation.name] = operation
            if "operationId" in operation.definition:
                operations[operation.definition["operationId"]] = operation
        return cls(operations, contents)

    def with_token(self, token: str) -> "Stranger":
        changed = {name: replace(operation, token=token) for name, operation in self.operations.items()}
        return Stranger(changed, self.contents)

    def __getitem__(self, name: str) -> Operation:
        if name not in self.operations:
            raise Undocumented(f"There is no operation {name}; there is {', '.join(sorted(self.operations))}.")
        return self.operations[name]


def _operations(document: Document, address: str, session: requests.Session) -> Iterator[Operation]:
    for path, item in document.contents["paths"].items():
        item = document.follow(item)
        shared = tuple(item.get("parameters", ()))
        for method in METHODS:
            if method in item:
                yield Operation(document, address, method, path, item[method], shared, session)


def _in_python(name: str) -> str:
    return re.sub(r"\W", "_", name)


def _as_text(value: Any) -> str:
    return json.dumps(value) if isinstance(value, bool) else str(value)


def _from_text(value: str, schema: Schema) -> Any:
    return int(value) if schema.get("type") == "integer" and re.fullmatch(r"-?\d+", value) else value
