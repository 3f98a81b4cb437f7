"""`guildhall failed`: what the workers could not do, and trying it again."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from uuid import UUID

import click
from redis import RedisError
from rq.exceptions import DeserializationError, NoSuchJobError
from rq.job import Job
from rq.registry import FailedJobRegistry
from rq.serializers import JSONSerializer

from service.bell import QUEUE, SEND_SIGN_IN
from service.checked import checked
from service.house import House
from service.settings import Settings


@click.command()
@click.option("--retry", is_flag=True, help="Try all of it again.")
def failed(retry: bool) -> None:
    """List jobs that have failed and tables that cannot be read."""
    house = House.open(checked(Settings.from_environment()))
    try:
        jobs = _retry_jobs(house) if retry else _list_jobs(house)
        if retry:
            _retry_tables(house)
        faults = [*_list_faults(house)]
    finally:
        house.close()
    for line in (*jobs, *faults):
        click.echo(line)
    if not jobs and not faults:
        click.echo("Nothing has failed.")


def _registry(house: House) -> FailedJobRegistry:
    return FailedJobRegistry(QUEUE, connection=house.redis, serializer=JSONSerializer)


def _list_jobs(house: House) -> list[str]:
    try:
        return [_job_line(house, name) for name in _registry(house).get_job_ids()]
    except RedisError as error:
        raise click.ClickException(f"Redis does not answer, so failed jobs cannot be listed: {error}") from error


def _retry_jobs(house: House) -> list[str]:
    lines = []
    try:
        registry = _registry(house)
        for name in registry.get_job_ids():
            lines.append(f"again  {_job_line(house, name)}")
            registry.requeue(name)
    except (RedisError, NoSuchJobError) as error:
        lines.append(f"Not all jobs could be tried again: {error}")
    return lines


def _job_line(house: House, name: str) -> str:
    try:
        job = Job.fetch(name, connection=house.redis, serializer=JSONSerializer)
    except NoSuchJobError:
        return f"job    {name} is gone"
    result = job.latest_result()
    told = (result.exc_string if result is not None else None) or "?"
    return f"job    {_when(job.ended_at)}  {_call(job)}  {_error(told)}"


def _error(told: str) -> str:
    """Of a traceback the line that names the error; some say more on lines below it."""
    lines = told.strip().splitlines()
    return next((line for line in reversed(lines) if re.match(r"[\w.]+: ", line)), lines[-1])


def _call(job: Job) -> str:
    """What was to be done. An address is not shown: it is somebody's own."""
    try:
        shown = "..." if job.func_name == SEND_SIGN_IN else ", ".join(map(str, job.args))
        return f"{job.func_name}({shown})"
    except DeserializationError:
        return "(unreadable)"


def _retry_tables(house: House) -> None:
    for fault in house.views.faults():
        if fault["model"] == "tables":
            house.catch_up(UUID(fault["table"]))
    house.views.catch_up_results(house.log.notifications)


def _list_faults(house: House) -> Iterator[str]:
    for fault in house.views.faults():
        since = datetime.fromtimestamp(fault["since"] / 1000, UTC)
        place = f"{fault['table']} ({fault['model']}, after event {fault['version']})"
        yield f"table  {_when(since)}  {place}  {fault['error']}"


def _when(at: datetime | None) -> str:
    return "?" if at is None else f"{at:%Y-%m-%d %H:%M:%S}"
