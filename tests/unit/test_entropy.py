"""Nothing is drawn twice: not by another thread, not by a child process."""

import multiprocessing
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection

from service.entropy import BYTES, HANDFUL, Entropy

MANY = HANDFUL * 20


def draw(entropy: Entropy, answer: Connection) -> None:
    answer.send([entropy() for _ in range(HANDFUL)])


def test_threads_never_get_the_same() -> None:
    entropy = Entropy()
    with ThreadPoolExecutor(8) as pool:
        drawn = list(pool.map(lambda _: entropy(), range(MANY)))
    assert len(set(drawn)) == MANY
    assert {len(bytes.fromhex(each)) for each in drawn} == {BYTES}


def test_a_child_process_never_gets_what_its_parent_gets() -> None:
    entropy = Entropy()
    entropy()
    forking = multiprocessing.get_context("fork")
    here, there = forking.Pipe()
    child = forking.Process(target=draw, args=(entropy, there))
    child.start()
    drawn = [entropy() for _ in range(HANDFUL)]
    assert not set(here.recv()) & set(drawn)
    child.join()
