"""Letters to people who are awaited: one for each wait, however often a job is run."""

from typing import Any
from uuid import UUID

from domain.event import Seat
from service.accounts import Account
from service.application import now
from service.clock import with_deadline
from service.mail import Mail, MailRefused, awaited_mail
from workers.mail import deliver
from workers.workshop import Workshop


def want_letters(workshop: Workshop, table_id: UUID) -> None:
    """Whoever is awaited at a table and wishes to be told is written to, unless that was done already."""
    waits = workshop.house.views.waits_at(table_id)
    known = workshop.ledger.letters_of(table_id) if waits else {}
    for wait in waits:
        seat, version = wait["seat"], wait["sinceVersion"]
        is_news = known.get(seat, 0) < version and _reader(workshop, wait["account"]) is not None
        if is_news and workshop.ledger.want_letter(table_id, seat, version):
            workshop.write_letter(table_id, seat, version)


def send_letter(workshop: Workshop, table_id: UUID, seat: Seat, version: int) -> None:
    """What fails is tried again. What need not be said any more, because the person has moved, counts as sent."""
    ledger = workshop.ledger
    if not ledger.begin_letter(table_id, seat, version, now()):
        return
    is_done = False
    try:
        mail = _mail(workshop, table_id, seat, version)
        if mail is not None:
            deliver(workshop.house.settings, mail)
        is_done = True
    except MailRefused:
        is_done = True
        raise
    finally:
        ledger.finish_letter(table_id, seat, version, is_sent=is_done)


def _mail(workshop: Workshop, table_id: UUID, seat: Seat, version: int) -> Mail | None:
    for wait in workshop.house.views.waits_at(table_id):
        if (wait["seat"], wait["sinceVersion"]) == (seat, version):
            reader = _reader(workshop, wait["account"])
            return None if reader is None else _letter(workshop, reader, wait)
    return None


def _letter(workshop: Workshop, reader: Account, wait: dict[str, Any]) -> Mail:
    return awaited_mail(workshop.house.settings, reader, with_deadline(workshop.house, wait))


def _reader(workshop: Workshop, account_id: str) -> Account | None:
    """An account that has an address and wishes to be told when it is awaited."""
    account = workshop.house.accounts.account(account_id)
    if account is None or account.email is None or not account.wishes.mail_when_awaited:
        return None
    return account
