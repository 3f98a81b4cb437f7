"""Mails as files in the outbox folder."""

from concurrent.futures import ThreadPoolExecutor
from email import message_from_bytes
from email.policy import SMTP as POLICY
from multiprocessing import get_context
from pathlib import Path

import pytest

from service.mail import (
    Mail,
    MailUnavailable,
    OutboxPostman,
    outbox_messages,
    postman,
)
from service.settings import Settings
from tests.integration.mail.server import MAIL, SENDER, Mailbox, Serve


def numbered(number: int) -> Mail:
    return Mail("anna@example.org", f"Mail {number}", f"Text {number} für Anna\n", f"<mail-{number}@example.org>")


def test_the_outbox_shows_the_newest_mail_first(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "outbox"
    assert outbox_messages(folder) == []
    for number in range(3):
        OutboxPostman(folder).send(numbered(number))
    newest, middle, oldest = outbox_messages(folder)
    assert [newest.subject, middle.subject, oldest.subject] == ["Mail 2", "Mail 1", "Mail 0"]
    assert newest.at >= middle.at >= oldest.at > 1_700_000_000_000
    assert (oldest.to, oldest.message_id) == ("anna@example.org", "<mail-0@example.org>")
    assert oldest.text == "Text 0 für Anna\n"
    assert [message.file for message in outbox_messages(folder, limit=2)] == [newest.file, middle.file]
    assert sorted(file.name for file in folder.glob("*.eml")) == [oldest.file, middle.file, newest.file]


def test_a_file_of_the_outbox_is_a_mail_that_any_program_can_read(tmp_path: Path) -> None:
    OutboxPostman(tmp_path, SENDER).send(MAIL)
    (file,) = tmp_path.glob("*.eml")
    message = message_from_bytes(file.read_bytes(), policy=POLICY)
    assert (message["From"], message["To"], message["Message-ID"]) == (SENDER, MAIL.to, MAIL.message_id)


def test_the_outbox_is_for_its_owner_only(tmp_path: Path) -> None:
    OutboxPostman(tmp_path / "outbox").send(MAIL)
    (file,) = (tmp_path / "outbox").glob("*.eml")
    assert (tmp_path / "outbox").stat().st_mode & 0o777 == 0o700
    assert file.stat().st_mode & 0o777 == 0o600


def send_all(folder: Path) -> None:
    for number in range(5):
        OutboxPostman(folder).send(numbered(number))


def test_the_same_message_is_written_once_however_many_send_it_at_once(tmp_path: Path) -> None:
    others = [get_context("spawn").Process(target=send_all, args=(tmp_path,)) for _ in range(2)]
    for other in others:
        other.start()
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(send_all, [tmp_path] * 4))
    for other in others:
        other.join()
        assert other.exitcode == 0
    assert sorted(message.subject for message in outbox_messages(tmp_path)) == [f"Mail {n}" for n in range(5)]


def test_half_a_mail_is_neither_shown_nor_in_the_way(tmp_path: Path) -> None:
    (tmp_path / ".unfinished").write_bytes(b"Subject: Half a ma" + b"x" * 5000)
    (tmp_path / "notes-of-mine.eml").write_text("not ours")
    OutboxPostman(tmp_path).send(MAIL)
    (message,) = outbox_messages(tmp_path)
    assert (message.subject, message.text) == (MAIL.subject, MAIL.text)


def test_a_folder_that_cannot_be_written_to_is_named(tmp_path: Path) -> None:
    (tmp_path / "outbox").write_text("a file, not a folder")
    with pytest.raises(MailUnavailable):
        OutboxPostman(tmp_path / "outbox").send(MAIL)


def test_settings_choose_the_postman(tmp_path: Path, serve: Serve, mailbox: Mailbox) -> None:
    postman(Settings(tmp_path)).send(MAIL)
    assert [message.subject for message in outbox_messages(tmp_path / "outbox")] == ["Good news"]
    postman(Settings(tmp_path, smtp_url=f"smtp://127.0.0.1:{serve()}", mail_from="house@example.org")).send(MAIL)
    assert [message["From"] for message in mailbox.messages] == ["house@example.org"]
    assert len(outbox_messages(tmp_path / "outbox")) == 1
