""" "You are awaited": one letter for each wait, by real workers to a real mail server."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from rq import Queue
from rq.registry import ScheduledJobRegistry
from rq.serializers import JSONSerializer

from domain.table import RaiseDispute
from service.bell import QUEUE
from service.house import House
from service.mail import MailUnavailable, outbox_messages
from service.settings import Settings
from tests.integration.mail.server import SENDER, Mailbox, Serve
from tests.playing import move
from tests.stack import Stack, running, until


@pytest.fixture(params=["sqlite"])
def stack(request: pytest.FixtureRequest, tmp_path: Path, serve: Serve) -> Iterator[Stack]:
    """With two workers, so that everything is done by either of them or by both."""
    url = f"smtp://127.0.0.1:{serve()}"
    changes = {"smtp_url": url, "mail_from": SENDER, "public_url": "https://guild.example"}
    if request.param == "postgres":
        changes["database_url"] = request.getfixturevalue("postgres_url")
    with running(tmp_path, workers=2, **changes) as stack:
        yield stack


def person_against_bot(stack: Stack, name: str, email: str | None, **wishes: Any) -> tuple[str, UUID]:
    account, _ = stack.house.accounts.register(name, email)
    table = stack.house.application.open_table(account.id, "macht", 2, **wishes).table
    stack.house.application.take_seat(table, account.id)
    stack.house.application.seat_bot(table, account.id, 1, "random")
    return account.id, table


def await_turn(stack: Stack, account: str) -> dict[str, Any]:
    """The wait, as the inbox has it."""
    (wait,) = until(lambda: stack.house.views.inbox(account), what="The person's turn")
    return wait


def project_again(stack: Stack, table: UUID, times: int) -> None:
    queue = Queue(QUEUE, connection=stack.house.redis, serializer=JSONSerializer)
    for _ in range(times):
        queue.enqueue("workers.jobs.project_tables", str(table), result_ttl=0)
    until(lambda: len(queue) == 0, what="The end of the queue")


@pytest.mark.postgres
@pytest.mark.parametrize("stack", ["sqlite", "postgres"], indirect=True)
def test_a_wait_brings_one_letter_however_often_its_jobs_run(stack: Stack, mailbox: Mailbox) -> None:
    account, table = person_against_bot(stack, "Anna", "anna@example.org")
    stack.house.application.start(table, account)
    waits = []
    for _ in range(3):
        waits.append(await_turn(stack, account)["sinceVersion"])
        until(lambda: len(mailbox.messages) == len(waits), what="The letter")
        project_again(stack, table, 6)
        for seat_version in waits:
            job = "workers.jobs.notify_awaited", str(table), 0, seat_version
            Queue(QUEUE, connection=stack.house.redis, serializer=JSONSerializer).enqueue(*job, result_ttl=0)
        stack.house.redis.delete("guildhall:run")
        before = stack.house.application.version(table)
        move(stack.house.application, table, "letters")
        stack.await_view(table, before + 1)
    until(lambda: len(mailbox.messages) >= len(waits), what="All letters")
    numbers = [str(message["Message-ID"]) for message in mailbox.messages]
    assert len(numbers) == len(set(numbers)) >= len(waits)
    assert set(waits) <= {int(number.split("@")[0].rsplit(".", 1)[1]) for number in numbers}
    first = mailbox.messages[0]
    assert first["To"] == "anna@example.org"
    assert f"https://guild.example/tables/{table}" in first.get_content()


def test_a_letter_says_by_when_where_the_table_has_a_clock(stack: Stack, mailbox: Mailbox) -> None:
    account, table = person_against_bot(stack, "Anna", "anna@example.org", clock=3600)
    stack.house.application.start(table, account)
    wait = await_turn(stack, account)
    until(lambda: mailbox.messages, what="The letter")
    due = datetime.fromtimestamp(wait["since"] / 1000 + 3600, UTC)
    assert f"Until: {due:%Y-%m-%d %H:%M} UTC" in mailbox.messages[0].get_content()


def test_whoever_has_no_address_or_does_not_wish_it_is_not_written_to(stack: Stack, mailbox: Mailbox) -> None:
    silent, first = person_against_bot(stack, "Bert", "bert@example.org")
    stack.house.accounts.update(silent, wishes={"mailWhenAwaited": False})
    unknown, second = person_against_bot(stack, "Cora", None)
    told, third = person_against_bot(stack, "Dirk", "dirk@example.org")
    for account, table in ((silent, first), (unknown, second), (told, third)):
        stack.house.application.start(table, account)
        await_turn(stack, account)
    until(lambda: mailbox.messages, what="The one letter")
    for table in (first, second, third):
        project_again(stack, table, 2)
    assert [message["To"] for message in mailbox.messages] == ["dirk@example.org"]


def test_an_arbiter_is_written_to_once_a_dispute_has_been_examined(stack: Stack, mailbox: Mailbox) -> None:
    judge, _ = stack.house.accounts.register("Jan", "jan@example.org")
    application = stack.house.application
    table = application.open_table("anna", "macht", 2, arbiter=judge.id).table
    for person in ("anna", "bert"):
        application.take_seat(table, person)
    application.start(table, "anna")
    application.submit(table, "bert", RaiseDispute("Secret words.", version=1))
    until(lambda: mailbox.messages, what="The letter")
    move(application, table, "letters")
    project_again(stack, table, 3)
    (letter,) = mailbox.messages
    text = letter.get_content()
    assert letter["To"] == "jan@example.org"
    assert "You are awaited to settle a dispute, as the arbiter of the table." in text
    assert "Seat:" not in text
    assert "Secret words" not in text


def test_a_server_that_is_busy_is_asked_again_later(stack: Stack, mailbox: Mailbox) -> None:
    mailbox.answers["DATA"] = "451 Later"
    account, table = person_against_bot(stack, "Anna", "anna@example.org")
    stack.house.application.start(table, account)
    later = ScheduledJobRegistry(QUEUE, connection=stack.house.redis, serializer=JSONSerializer)
    until(lambda: len(later) == 1, what="The putting off")
    mailbox.answers.clear()
    (name,) = later.get_job_ids()
    stack.house.redis.zadd(later.key, {name: 0})
    until(lambda: mailbox.messages, what="The letter")
    assert len(mailbox.messages) == 1


def test_a_letter_that_redis_has_forgotten_is_sent_all_the_same(stack: Stack, mailbox: Mailbox) -> None:
    mailbox.answers["DATA"] = "451 Later"
    account, table = person_against_bot(stack, "Anna", "anna@example.org")
    stack.house.application.start(table, account)
    later = ScheduledJobRegistry(QUEUE, connection=stack.house.redis, serializer=JSONSerializer)
    until(lambda: len(later) == 1, what="The putting off")
    mailbox.answers.clear()
    stack.house.redis.flushall()
    until(lambda: mailbox.messages, what="The letter")
    assert len(mailbox.messages) == 1


def test_a_sign_in_link_is_sent_by_a_worker(stack: Stack, mailbox: Mailbox) -> None:
    stack.house.accounts.register("Anna", "anna@example.org")
    stack.house.send_sign_in_link("anna@example.org")
    stack.house.send_sign_in_link("nobody@example.org")
    stack.house.send_sign_in_link(" Anna@Example.org\t")
    until(lambda: len(mailbox.messages) == 2, what="The link")
    assert [message["To"] for message in mailbox.messages] == ["anna@example.org"] * 2
    assert "sign-in" not in stack.worker_log


def test_without_a_mail_server_letters_lie_in_the_outbox(tmp_path: Path) -> None:
    with running(tmp_path) as stack:
        account, table = person_against_bot(stack, "Anna", "anna@example.org")
        stack.house.application.start(table, account)
        (message,) = until(lambda: outbox_messages(stack.settings.outbox), what="The letter")
        assert message.to == "anna@example.org"
        assert str(table) in message.text


def test_links_that_could_not_be_sent_hinder_no_later_one(tmp_path: Path, serve: Serve, mailbox: Mailbox) -> None:
    """The mail server is away while somebody asks again and again."""
    port = serve()
    for url in ("smtp://127.0.0.1:1", f"smtp://127.0.0.1:{port}"):
        settings = Settings(data=tmp_path, smtp_url=url, mail_from=SENDER)
        house = House.open(settings)
        house.migrate()
        if url.endswith(":1"):
            anna, _ = house.accounts.register("Anna", "anna@example.org")
            for _ in range(8):
                with pytest.raises(MailUnavailable):
                    house.write_sign_in_link(anna.id)
        else:
            house.write_sign_in_link(anna.id)
        house.close()
    assert [message["To"] for message in mailbox.messages] == ["anna@example.org"]
