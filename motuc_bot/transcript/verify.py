"""Checking the dice of an export: each one is computed again from the seal and compared."""

from collections.abc import Iterator
from dataclasses import dataclass

from motuc_bot.sealed_dice import SealedDice
from motuc_bot.systems.faults import FileFault
from motuc_bot.transcript import yaml_file
from motuc_bot.transcript.load import Transcript
from motuc_bot.transcript.play import steps
from motuc_bot.transcript.sealed import Sealed
from rules.dice import Dice, Reason


@dataclass(frozen=True, slots=True)
class Verified:
    """What was checked, in German lines; `right` tells that everything that could be checked is right."""

    right: bool
    lines: tuple[str, ...]


class _Wrong(Exception):
    """Something does not fit; the text is one German line."""


def verify(transcript: Transcript) -> Verified:
    """Play the export with the dice of its seals and compare each with the one it tells. Raises: UnreadableFile."""
    sealed, version = transcript.sealed, transcript.side.system.version
    if sealed is None or transcript.id is None:
        raise yaml_file.located(transcript.path, FileFault(("sealed",), "fehlt: das ist kein Export mit Siegel"))
    if transcript.rules_version != version:
        fault = f"{transcript.rules_version}: dieses Programm prüft nur Regeln der Fassung {version}"
        raise yaml_file.located(transcript.path, FileFault(("rules_version",), fault))
    for number, seal in enumerate(sealed.seals, start=1):
        if not seal.holds:
            line = f"❌ Siegel {number}: der Schlüssel (seed) gehört nicht zur Prüfsumme (commitment)."
            return Verified(False, (line, "Es wurde ein anderer Schlüssel gezeigt als der, der vorher versiegelt war."))
    checked = _Checked(transcript, sealed)
    try:
        checked.play()
    except _Wrong as wrong:
        return Verified(False, (f"❌ {wrong}", f"Bis dahin stimmen {checked.right} Würfel mit dem Siegel überein."))
    return Verified(True, tuple(_told(transcript, sealed, checked)))


class _Checked:
    """The dice of an export, each computed where its seed is known, else taken as the file tells it."""

    def __init__(self, transcript: Transcript, sealed: Sealed) -> None:
        self._transcript = transcript
        self._sealed = sealed
        self._post = 0
        self._at = 0
        self._dice: Dice | None = None
        self.right = 0
        self.unknown = 0
        self.posts = 0

    def for_post(self, number: int) -> "_Checked":
        """Return these dice for the post of that number."""
        assert self._transcript.id is not None
        self._post = number
        seal = self._sealed.seal(self._transcript.id, self._sealed.of_post(number))
        self._dice = None if seal is None else SealedDice(seal)
        return self

    def play(self) -> None:
        """Play everything. Raises: _Wrong."""
        for step in steps(self._transcript, None, self.for_post):
            if step.answer is not None:
                self.posts += 1
                if not step.answer.accepted:
                    raise _Wrong(f"Beitrag #{self._post} würde nach den Regeln nicht gelten: {step.lines[0]}")
        left = len(self._transcript.dice) - self._at
        if left:
            raise _Wrong(f"Würfel Nr. {self._at + 1} ist zu viel: die Datei hat {left} mehr, als gefallen sind.")

    def roll(self, faces: int, reason: Reason) -> int:
        """Return the die as the file tells it. Raises: _Wrong."""
        name = f"Würfel Nr. {self._at + 1} (Beitrag #{self._post}: {self._transcript.side.name_die(reason)}, W{faces})"
        if self._at >= len(self._transcript.dice):
            raise _Wrong(f"{name} fehlt in der Datei.")
        told = self._transcript.dice[self._at]
        if self._dice is None:
            self.unknown += 1
        else:
            computed = self._dice.roll(faces, reason)
            if computed != told:
                raise _Wrong(f"{name}: in der Datei steht {told}, aus dem Siegel folgt {computed}.")
            self.right += 1
        self._at += 1
        return told


def _told(transcript: Transcript, sealed: Sealed, checked: _Checked) -> Iterator[str]:
    shown = [seal for seal in sealed.seals if seal.seed is not None]
    if not shown:
        yield "🔒 Die Schlacht läuft noch: der Schlüssel der Würfel wird erst am Ende gezeigt."
        yield f"Die Prüfsumme steht schon fest: {sealed.seals[-1].commitment}"
        yield f"{checked.posts} Beiträge gelten nach den Regeln; {checked.unknown} Würfel sind noch nicht prüfbar."
        return
    yield f"✅ {checked.right} Würfel in {checked.posts} Beiträgen stimmen mit dem Siegel überein."
    if checked.unknown:
        yield f"🔒 {checked.unknown} weitere Würfel sind erst prüfbar, wenn auch ihr Schlüssel gezeigt ist."
    for number, seal in enumerate(shown, start=1):
        yield f"Siegel {number}: der Schlüssel passt zur Prüfsumme {seal.commitment}"
    words = ", ".join(f"{transcript.side.side_name(side)} „{word}“" for side, word in sorted(sealed.salt.items()))
    yield f"Wörter der Seiten: {words}" if words else "Keine Seite hat ein Wort dazugegeben."
    yield "Bitte vergleichen: Prüfsumme und Wörter müssen die sein, die am Anfang im Thread standen."
