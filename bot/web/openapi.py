"""`/api/openapi.json`: the description of the API, written from the operations and their shapes."""

import re
from collections.abc import Sequence
from typing import Any

from pydantic import TypeAdapter
from pydantic.json_schema import JsonSchemaMode

from bot.web.operations import Operation
from bot.web.shapes import Error

_REF = "#/components/schemas/{model}"
_PARAMETER = re.compile(r"\{(\w+)(?::[^}]*)?\}")
_EVENT = {
    "type": "object",
    "description": "One event; its data are a JSON object. The last one is `done`, or `error` with reason and message.",
    "properties": {"event": {"type": "string"}, "data": {"type": "string"}},
    "required": ["event", "data"],
}
_REFUSALS = {
    400: "The body can't be read.",
    401: "No key, or one that opens nothing.",
    403: "Not for this caller.",
    404: "There is no such thing.",
    408: "The body came too slowly.",
    409: "Not now.",
    413: "Too much at once.",
    415: "Of a type that isn't taken.",
    421: "Sent to a name that isn't ours.",
    422: "Not as described here.",
    429: "Too often; Retry-After says when.",
    503: "A part that is needed can't be used now.",
}


def describe(operations: Sequence[Operation]) -> dict[str, Any]:
    """The whole description, OpenAPI 3.1."""
    shapes = {shape for operation in operations for shape in _shapes(operation)} | {Error}
    keys = sorted(shapes, key=lambda shape: shape.__name__)
    inputs: list[tuple[str, JsonSchemaMode, TypeAdapter[Any]]] = [
        (shape.__name__, "validation", TypeAdapter(shape)) for shape in keys
    ]
    references, definitions = TypeAdapter.json_schemas(inputs, ref_template=_REF)
    schemas: dict[str, Any] = dict(definitions.get("$defs", {}))
    named = {key: reference for (key, _), reference in references.items()}
    paths: dict[str, Any] = {}
    for operation in operations:
        path = _PARAMETER.sub(r"{\1}", operation.path)
        paths.setdefault(path, {})[operation.method] = _operation(operation, named)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Forsa",
            "version": "1",
            "description": "Cited answers from the operator's own documents, in French and Arabic.",
        },
        "paths": paths,
        "components": {
            "schemas": schemas,
            "securitySchemes": {
                "key": {"type": "http", "scheme": "bearer", "description": "`python bot.py key create NAME`"},
                "session": {"type": "apiKey", "in": "cookie", "name": "forsa_session", "description": "The page's."},
            },
        },
    }


def _shapes(operation: Operation) -> list[type[Any]]:
    found = [shape for shape in operation.answers.values() if shape is not None]
    return [*found, *([operation.body] if operation.body else [])]


def _operation(operation: Operation, named: dict[str, Any]) -> dict[str, Any]:
    described: dict[str, Any] = {
        "operationId": operation.name,
        "summary": operation.summary,
        "responses": _responses(operation, named),
        "security": [] if operation.needs in ("nobody", "browser") else [{"key": []}, {"session": []}],
    }
    if parameters := [*_path_parameters(operation), *_query_parameters(operation)]:
        described["parameters"] = parameters
    if operation.body is not None:
        described["requestBody"] = {
            "required": not operation.may_be_empty,
            "content": {"application/json": {"schema": named[operation.body.__name__]}},
        }
    if operation.form:
        files = {name: {"type": "string", "description": text} for name, text in operation.form.items()}
        files["file"] = {**files["file"], "contentMediaType": "application/octet-stream"}
        schema = {"type": "object", "properties": files, "required": ["file"], "additionalProperties": False}
        described["requestBody"] = {"required": True, "content": {"multipart/form-data": {"schema": schema}}}
    return described


def _path_parameters(operation: Operation) -> list[dict[str, Any]]:
    return [
        {"name": name, "in": "path", "required": True, "schema": _parameter(operation.path, name)}
        for name in _PARAMETER.findall(operation.path)
    ]


def _query_parameters(operation: Operation) -> list[dict[str, Any]]:
    if operation.query is None:
        return []
    fields: dict[str, Any] = operation.query.model_json_schema()["properties"]
    return [{"name": name, "in": "query", "required": False, "schema": schema} for name, schema in fields.items()]


def _parameter(path: str, name: str) -> dict[str, Any]:
    pattern = re.search(rf"\{{{name}:([^}}]*(?:\{{[^}}]*\}})?[^}}]*)\}}", path)
    return {"type": "string", **({"pattern": f"^{pattern[1]}$"} if pattern else {})}


def _responses(operation: Operation, named: dict[str, Any]) -> dict[str, Any]:
    responses: dict[str, Any] = {}
    for status, shape in operation.answers.items():
        content: dict[str, Any] = {}
        if shape is not None:
            content["application/json"] = {"schema": named[shape.__name__]}
        elif not operation.events and status == 200:
            content["*/*"] = {}
        if operation.events:
            content["text/event-stream"] = {"schema": _EVENT}
        responses[str(status)] = {"description": "Done.", **({"content": content} if content else {})}
    for status, text in _REFUSALS.items():
        if str(status) not in responses:
            schema = {"$ref": _REF.format(model="Error")}
            responses[str(status)] = {"description": text, "content": {"application/json": {"schema": schema}}}
    return responses
