"""The REST API: routes say what, the application says how. OpenAPI at /api/v1/openapi.json, browsable at /api/docs."""

from service.api.app import create_app

__all__ = ["create_app"]
