"""The jobs: small, safe to lose and safe to run twice. Others know them by their names alone."""

from uuid import UUID

from domain.event import Seat
from workers import bots, disputes, letters, projector
from workers.sweep import sweep as sweep_once
from workers.workshop import workshop


def project_tables(*tables: str) -> None:
    """Something has happened at these tables: bring their read models up to date, wake bots, write to people."""
    projector.project(workshop(), *map(UUID, tables))


def move_bots(table_id: str) -> None:
    """Let one bot move. Its move rings for the next one."""
    bots.move_bot(workshop().house.application, workshop().ledger, UUID(table_id))


def examine_dispute(table_id: str, dispute: int) -> None:
    """Verify the log of a table where somebody has raised a dispute, and write down what was found."""
    disputes.examine_dispute(workshop().house, workshop().ledger, UUID(table_id), dispute)


def notify_awaited(table_id: str, seat: Seat, version: int) -> None:
    """Write to the person on a seat that has been awaited since a version, once."""
    letters.send_letter(workshop(), UUID(table_id), seat, version)


def send_sign_in(account: str) -> None:
    """Send a one-time sign-in link to an account's address, if there is such an account."""
    workshop().house.write_sign_in_link(account)


def sweep() -> None:
    """Look through the log for what has been missed."""
    sweep_once(workshop())
