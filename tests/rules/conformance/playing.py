"""Playing the conformance cases: transcripts that say what they expect."""

from pathlib import Path

from motuc_bot.transcript.check import differences
from motuc_bot.transcript.document import document
from motuc_bot.transcript.load import load
from motuc_bot.transcript.play import play
from motuc_bot.transcript.yaml_file import UnreadableFile

FOLDER = Path(__file__).parent
CASES = sorted((*FOLDER.glob("cases/*.yaml"), *FOLDER.glob("worked/*.yaml"), *FOLDER.glob("long/*.yaml")))
UNPLAYABLE = sorted(FOLDER.glob("unplayable/*.yaml"))


def case_differences(path: Path) -> list[str]:
    """Return where the case ends otherwise than it expects; dice that are left over count too."""
    played = play(load(path))
    expected = played.transcript.expect
    assert expected, f"{path.name} expects nothing"
    found = list(differences(dict(expected), document(played)))
    if played.dice_left:
        found.append(f"{played.dice_left} dice are left over")
    return found


def unplayable_reason(path: Path) -> str | None:
    """Return the one line that says why the battle can't be played, None if it can."""
    try:
        play(load(path))
    except UnreadableFile as fault:
        return str(fault)
    return None
