"""The page: plain files that the browser runs as they are, and the addresses at which it opens."""

from service.web.routes import routes

__all__ = ["routes"]
