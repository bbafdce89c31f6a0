"""Another process that posts: `python -m tests.referee.crowd URL BATTLE PERSON`, a post as JSON on each line of stdin.

It says `ready`, reads everything, posts, and writes each answer as a line of JSON.
"""

import json
import subprocess
import sys
from collections.abc import Iterable, Sequence
from typing import Any

Answered = dict[str, Any]


def posting(url: str, battle: int, person: str) -> "subprocess.Popen[str]":
    """Return a process with its desk open, waiting for its posts."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.referee.crowd", url, str(battle), person],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    return process


def all_at_once(
    crowd: Sequence["subprocess.Popen[str]"], posts: Sequence[Iterable[tuple[str, str]]]
) -> list[list[Answered]]:
    """Let each process post its messages (id and text), all of them at the same time, and return their answers."""
    for process, mine in zip(crowd, posts, strict=True):
        assert process.stdin is not None
        process.stdin.write("".join(json.dumps(post) + "\n" for post in mine))
    for process in crowd:
        assert process.stdin is not None
        process.stdin.close()
    answers = []
    for process in crowd:
        assert process.stdout is not None
        with process.stdout:
            answers.append([json.loads(line) for line in process.stdout])
        assert process.wait() == 0
    return answers


def main(url: str, battle: str, person: str) -> None:
    from motuc_bot.referee.record import Message
    from tests.referee.table import START, Thread, open_desk

    desk = open_desk(url)
    thread = Thread(desk, int(battle))
    print("ready", flush=True)
    for message, text in [json.loads(line) for line in sys.stdin]:
        answer = thread.post(person, text, message=Message(message, START))
        print(json.dumps({"number": answer.number, "lines": answer.lines, "again": answer.again}), flush=True)
    desk.store.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
