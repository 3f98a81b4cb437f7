"""The only functions that a job may run. JSON alone would let whoever reaches Redis run anything that has a name."""

from collections.abc import Callable
from typing import Any

from rq.job import Job

from workers import jobs

ALLOWED: dict[str, Callable[..., Any]] = {
    f"{function.__module__}.{function.__qualname__}": function
    for function in (
        jobs.project_tables,
        jobs.move_bots,
        jobs.examine_dispute,
        jobs.notify_awaited,
        jobs.send_sign_in,
        jobs.sweep,
    )
}


class NotAllowed(Exception):
    """A job names a function that is none of ours."""

    def __init__(self, name: object) -> None:
        super().__init__(f"{name!r} is no job of this house; it was not run.")


class AllowedJob(Job):
    """Runs what is on the list and nothing beside it: no method of an object, no callback, no webhook."""

    success_callback = None
    failure_callback = None
    stopped_callback = None

    @property
    def func(self) -> Callable[..., Any]:
        if self.instance is not None or self.func_name not in ALLOWED:
            raise NotAllowed(self.func_name)
        return ALLOWED[self.func_name]

    def send_webhooks(self, *_: Any, **__: Any) -> None:
        """None are sent: an address in a job is as little to be trusted as a function."""
