"""A battle to watch in a terminal: post by post, in colours, with a map after each phase; plain text when piped."""

import re
import time
from collections.abc import Mapping

from rich.console import Console
from rich.text import Text

from motuc_bot.transcript.load import Transcript
from motuc_bot.transcript.play import Step, steps
from rules.dice import Recorder, Tape

_BOLD = re.compile(r"\*\*(.+?)\*\*")
# The sides of a battle in the order in which the system names them.
_COLOURS = ("magenta", "cyan", "yellow", "green")


def watch(transcript: Transcript, pace: float, console: Console | None = None) -> None:
    """Show the battle, waiting `pace` seconds after each line if a person watches. Raises: UnreadableFile."""
    screen = _Screen(console or Console(highlight=False), pace)
    side = transcript.side
    phase = None
    step = None
    dice = Recorder(Tape(transcript.dice))
    for step in steps(transcript, None, lambda number: dice):
        _show_step(screen, step)
        if side.phase(step.battle.state) != phase:
            phase = side.phase(step.battle.state)
            screen.board(
                [*side.map_lines(step.battle.state), "", *side.roster_lines(step.battle.state)],
                side.marks(step.battle.state),
            )
    if step is not None:
        for line in side.tell_waiting(step.battle.state):
            screen.say(line, "bold yellow")


def _show_step(screen: "_Screen", step: Step) -> None:
    if step.answer is not None:
        post, number = step.answer.post, step.answer.number
        mark = "❓" if number is None else f"#{number}"
        screen.say("")
        if post.private:
            screen.say(f"{mark} {post.by} schreibt dem Schiedsrichter eine private Nachricht.", "dim")
        else:
            screen.say(f"{mark} {post.by}", "bold" if number is not None else "bold red")
            for line in post.text.splitlines():
                screen.say(f"   {line}", "italic")
        for line in post.words.splitlines():
            screen.say(f" > {line}", "italic")
    refused = step.answer is not None and not step.answer.accepted
    for line in step.lines:
        screen.say(f" {line}", "red" if refused else "green")


class _Screen:
    def __init__(self, console: Console, pace: float) -> None:
        self._console = console
        self._pace = pace if console.is_terminal else 0

    def say(self, line: str, style: str = "") -> None:
        """Show one line; `**…**` becomes bold."""
        text = Text(style=style)
        end = 0
        for found in _BOLD.finditer(line):
            text.append(line[end : found.start()])
            text.append(found[1], "bold")
            end = found.end()
        text.append(line[end:])
        self._console.print(text, soft_wrap=not self._console.is_terminal)
        if self._pace:
            time.sleep(self._pace)

    def board(self, lines: list[str], marks: Mapping[str, list[str]]) -> None:
        """Show the map at once, each side's marks in its colour."""
        self._console.print()
        for line in lines:
            text = Text(line)
            for colour, names in zip(_COLOURS, marks.values(), strict=False):
                if names:
                    pattern = "|".join(map(re.escape, names))
                    text.highlight_regex(rf"(?<!\S)(?:{pattern})(?!\S)", f"bold {colour}")
            self._console.print(text, soft_wrap=True)
        if self._pace:
            time.sleep(self._pace * 4)
