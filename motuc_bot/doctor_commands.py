"""`motuc-bot doctor`: how the program is, for people and for machines that watch."""

import json
from datetime import UTC, datetime
from typing import Annotated

import typer

from motuc_bot.database_commands import faults_told

_MARKS = ("✓", "!", "✗")


def doctor(
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Als ein JSON-Dokument.")] = False,
    days: Annotated[
        int, typer.Option(min=0, max=36500, help="Ab so vielen Tagen Stillstand eine Schlacht nennen.")
    ] = 14,
) -> None:
    """Zeigt, was läuft, wartet und hängt. Ende mit 0: alles gut, 1: bitte nachsehen, 2: nicht zu erkennen."""
    from motuc_bot.doctor import examine
    from motuc_bot.settings import read_settings

    with faults_told():
        findings = tuple(examine(read_settings(), datetime.now(UTC), days))
    status = max(finding.level for finding in findings)
    if as_json:
        told = [
            {"about": one.about, "level": one.level.name.lower(), "lines": one.lines, **one.facts} for one in findings
        ]
        print(json.dumps({"status": status, "findings": told}, ensure_ascii=False, indent=1))
    else:
        for one in findings:
            for line in one.lines:
                print(f"{_MARKS[one.level]} {line}")
    raise typer.Exit(status)
