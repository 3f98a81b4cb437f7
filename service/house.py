"""Everything the settings describe, opened together: for the API, the workers and the command line."""

import logging
from contextlib import suppress
from dataclasses import dataclass, field
from threading import Event
from uuid import UUID

from redis import Redis
from sqlalchemy.exc import SQLAlchemyError

from domain.errors import Rejected
from domain.table import LeaveTable
from projections import Views
from service.accounts import Accounts
from service.application import Accepted, Application, now
from service.bell import Bell, connect
from service.database import accounts_engine, set_aside_if_damaged, views_engine
from service.keys import SigningKeys
from service.mail import MailFault, forget_mails, postman, sign_in_mail
from service.settings import Settings
from service.store import EventLog, open_log

_log = logging.getLogger(__name__)


def leave_table(application: Application, table: UUID, account_id: str) -> None:
    """Whatever the account is at a table, it is no more."""
    with suppress(Rejected):  # nothing is left to leave
        application.submit(table, account_id, LeaveTable())


@dataclass(frozen=True)
class House:
    settings: Settings
    log: EventLog
    application: Application
    accounts: Accounts
    keys: SigningKeys
    views: Views
    redis: Redis
    bell: Bell
    closed: Event = field(default_factory=Event)
    """For those who work beside the requests: time to go."""

    @classmethod
    def open(cls, settings: Settings) -> "House":
        log = open_log(settings)
        redis = connect(settings.redis_address)
        bell = Bell(redis)

        def ring(accepted: Accepted) -> None:
            bell.ring(accepted.table, accepted.version)

        accounts = accounts_engine(settings)
        keys = SigningKeys(accounts, now)
        return cls(
            settings=settings,
            log=log,
            application=Application(log, on_accepted=ring, signer=keys),
            accounts=Accounts(accounts, now),
            keys=keys,
            views=Views(views_engine(settings)),
            redis=redis,
            bell=bell,
        )

    def migrate(self) -> None:
        self.log.migrate()
        self.accounts.migrate()
        self.keys.migrate()
        self.mend_views()

    def mend_views(self) -> None:
        """Read models may be lost at any moment: empty ones are put in their place, and the workers fill them."""
        try:
            self.views.migrate()
        except SQLAlchemyError:
            if self.settings.database_url is not None or not set_aside_if_damaged(self.settings.views_file):
                raise
            _log.warning("%s was damaged and is set aside; the workers make it anew.", self.settings.views_file)
            self.views.migrate()

    def catch_up(self, table: UUID) -> int:
        """Bring the read models of one table up to the log; the version they have reached."""
        return self.views.catch_up(table, lambda after: self.application.news(table, after))

    def part_with(self, account_id: str) -> None:
        """Erase an account. Its games go on: a bot plays its seats, another settles its disputes (T2.5)."""
        account = self.accounts.account(account_id)
        self._leave_tables(account_id)
        self.accounts.delete(account_id)
        self._leave_tables(account_id)  # where they have sat down in between
        if account is not None and account.email is not None:
            forget_mails(self.settings.outbox, account.email)

    def _leave_tables(self, account_id: str) -> None:
        for table in self.views.tables_of(account_id):
            leave_table(self.application, table, account_id)

    def send_sign_in_link(self, email: str) -> None:
        """By a worker; where none can be asked, from here. Nobody learns whether the address is known."""
        account_id = self.accounts.id_for_address(email)
        if self.bell.ask_for_sign_in_link(account_id):
            return
        try:
            self.write_sign_in_link(account_id)
        except MailFault as fault:
            _log.warning("A sign-in link could not be sent: %s", fault)

    def write_sign_in_link(self, account_id: str) -> None:
        """Send a one-time code to an account's address, as its owner has written it."""
        account = self.accounts.account(account_id)
        if account is None or account.email is None:
            return
        code = self.accounts.begin_sign_in(account.email)
        if code is None:
            return
        try:
            postman(self.settings).send(sign_in_mail(self.settings, account.email, code))
        except MailFault:
            self.accounts.cancel_sign_in(code)  # it was never read, and must not count as on its way
            raise

    def close(self) -> None:
        self.closed.set()
        self.bell.close()
        self.log.close()
        self.redis.close()
        self.accounts.close()
        self.views.close()
