"""What is wrong with a command line is told in one German line, with where there is help."""

import re

import pytest

from motuc_bot import cli
from motuc_bot.usage_errors import in_german
from tests.transcript.test_command_line import run

ENGLISH = re.compile(r"Usage|Error|Invalid|Missing|No such|Input|Option '|should|Try|unexpected")


@pytest.mark.parametrize(
    ("arguments", "told", "command"),
    [
        ("tabel", "den Befehl tabel gibt es nicht; meintest du table?", ""),
        ("xyz", "den Befehl xyz gibt es nicht", ""),
        ("db chek", "den Befehl chek gibt es nicht; meintest du check?", " db"),
        ("-x", "die Option -x gibt es nicht", ""),
        ("verify --xyzzy", "die Option --xyzzy gibt es nicht", " verify"),
        ("replay --chek x", "die Option --chek gibt es nicht; meintest du --check oder --help?", " replay"),
        ("replay", "DATEI… fehlt", " replay"),
        ("export", "SCHLACHT fehlt", " export"),
        ("verify a b c", "b c: das ist zu viel", " verify"),
        ("export it's", "SCHLACHT: das muss eine ganze Zahl sein", " export"),
        ("table --port x", "--port: das muss eine ganze Zahl sein", " table"),
        ("table --port 0", "--port: das muss mindestens 1 sein", " table"),
        ("table --port 99999", "--port: das darf höchstens 65535 sein", " table"),
        ("watch --pace 0,5 x", "--pace: das muss eine Zahl sein (mit Punkt, nicht mit Komma)", " watch"),
        ("table --host", "zur Option --host fehlt der Wert", ""),
        ("replay --json=1 x", "die Option --json hat keinen Wert", ""),
    ],
)
def test_the_common_kinds(
    arguments: str, told: str, command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["motuc-bot", *arguments.split()])
    with pytest.raises(SystemExit) as left:
        cli.main()
    printed = capsys.readouterr()
    assert (left.value.code, printed.out) == (2, "")
    assert printed.err == f"{told} (Hilfe: motuc-bot{command} --help)\n"
    assert ENGLISH.search(printed.err) is None


def test_a_message_that_is_not_known_is_not_told_in_english() -> None:
    assert in_german("Could not open file 'x': unknown error") == "so geht der Aufruf nicht"
    assert in_german("Invalid value for '--x' / '-x': Value 'a\nb' is odd.") == "--x / -x: das ist kein gültiger Wert"
    assert in_german("Missing option '--x'.") == "die Option --x fehlt"
    assert in_german("Missing command.") == "der Befehl fehlt"


def test_how_commands_end_from_outside() -> None:
    helped = run("--help")
    assert (helped.returncode, helped.stderr) == (0, "")
    alone = run("db")
    assert alone.returncode == 2
    assert "undelivered" in alone.stderr + alone.stdout
    assert "Hilfe:" not in alone.stderr
    right = run("pool")
    assert (right.returncode, right.stderr) == (0, "")
    wrong = run("pool", "--xyzzy")
    assert (wrong.returncode, wrong.stdout, wrong.stderr.count("\n")) == (2, "", 1)
    assert run("verify", "fehlt.yaml").returncode == 2
