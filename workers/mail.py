"""Handing a mail to the postman from within a job."""

from rq import get_current_job

from service.mail import Mail, MailRefused, postman
from service.settings import Settings


def deliver(settings: Settings, mail: Mail) -> None:
    """A job that fails is tried again; not so where the server has said no for good."""
    try:
        postman(settings).send(mail)
    except MailRefused:
        if (job := get_current_job()) is not None:
            job.retries_left = 0
        raise
