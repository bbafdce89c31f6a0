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
    sealed = _sealed(transcript)
    checked = _Checked(transcript, sealed)
    try:
        _seals_hold(sealed)
        _in_order(transcript)
        checked.play()
    except _Wrong as wrong:
        return Verified(False, (f"❌ {wrong}", f"Bis dahin geprüft und richtig: {checked.right} Würfel."))
    return Verified(True, tuple(_told(transcript, sealed, checked)))


def _sealed(transcript: Transcript) -> Sealed:
    """Return the seals of an export that this program can check. Raises: UnreadableFile."""
    side, sealed = transcript.side, transcript.sealed
    if sealed is None or transcript.id is None:
        raise yaml_file.located(transcript.path, FileFault(("sealed",), "fehlt: das ist kein Export mit Siegel"))
    if transcript.rules_version != side.system.version:
        fault = f"{transcript.rules_version}: dieses Programm prüft nur Regeln der Fassung {side.system.version}"
        raise yaml_file.located(transcript.path, FileFault(("rules_version",), fault))
    for name in sealed.salt:
        try:
            side.side_name(name)
        except ValueError:
            fault = f"eine Seite „{name}“ gibt es nicht"
            raise yaml_file.located(transcript.path, FileFault(("sealed", "salt", name), fault)) from None
    return sealed


def _seals_hold(sealed: Sealed) -> None:
    """Let pass seeds that are those that were bound. Raises: _Wrong."""
    for number, seal in enumerate(sealed.seals, start=1):
        if not seal.holds:
            raise _Wrong(
                f"Siegel {number}: der Schlüssel (seed) gehört nicht zur Prüfsumme (commitment). "
                "Gezeigt wird ein anderer als der, der vorher versiegelt war."
            )
        if seal.seed is None and number < len(sealed.seals):
            raise _Wrong(f"Siegel {number}: der Schlüssel (seed) fehlt, dabei galt danach schon Siegel {number + 1}.")


def _in_order(transcript: Transcript) -> None:
    """Let pass posts that stand as they came in; only a private one may have the number before once more.

    Raises: _Wrong.
    """
    last = 0
    for post in transcript.posts:
        number = last + 1 if post.number is None else post.number
        if number < last or (number == last and not post.private):
            raise _Wrong(f"Beitrag #{number} steht hinter Beitrag #{last}: die Reihenfolge stimmt nicht.")
        last = number


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
        over = self._transcript.side.system.over
        step = None
        for step in steps(self._transcript, None, self.for_post):
            if step.answer is not None:
                self.posts += 1
                if not step.answer.accepted:
                    raise _Wrong(f"Beitrag #{self._post} würde nach den Regeln nicht gelten: {step.lines[0]}")
        left = len(self._transcript.dice) - self._at
        if left:
            raise _Wrong(f"Würfel Nr. {self._at + 1} ist zu viel: die Datei hat {left} mehr, als gefallen sind.")
        seed = self._sealed.seals[-1].seed
        if step is not None and (over(step.battle.state) is None) != (seed is None):
            if seed is None:
                raise _Wrong("Die Schlacht ist zu Ende, aber der Schlüssel (seed) der letzten Würfel fehlt.")
            raise _Wrong(
                f"Nach Beitrag #{self._post} fehlt etwas: der Schlüssel (seed) ist gezeigt, aber zu Ende ist die "
                "Schlacht in dieser Datei nicht."
            )

    def roll(self, faces: int, reason: Reason) -> int:
        """Return the die as the file tells it. Raises: _Wrong."""
        name = f"Würfel Nr. {self._at + 1} (Beitrag #{self._post}: {self._transcript.side.name_die(reason)}, W{faces})"
        if self._at >= len(self._transcript.dice):
            raise _Wrong(f"{name} fehlt in der Datei.")
        told = self._transcript.dice[self._at]
        if told > faces:
            raise _Wrong(f"{name}: in der Datei steht {told}, so viele Augen hat der nicht.")
        if self._dice is None:
            self.unknown += 1
        else:
            computed = self._dice.roll(faces, reason)
            if computed != told:
                raise _Wrong(f"{name}: in der Datei steht {told}, aus dem Siegel folgt {computed}.")
            self.right += 1
        self._at += 1
        return told


def _numbered(transcript: Transcript) -> str:
    """Return which numbers the posts have, where they are not those from 1 to how many there are."""
    numbers = [post.number for post in transcript.posts if post.number is not None]
    if not numbers or (numbers[0], numbers[-1]) == (1, len(transcript.posts)):
        return ""
    before = "; was davor war, steht als Aufstellung in der Datei" if numbers[0] > 1 else ""
    return f" (#{numbers[0]} bis #{numbers[-1]}{before})"


def _told(transcript: Transcript, sealed: Sealed, checked: _Checked) -> Iterator[str]:
    shown = [seal for seal in sealed.seals if seal.seed is not None]
    posts = f"{checked.posts}{_numbered(transcript)}"
    if not shown:
        yield "🔒 Die Schlacht läuft noch: der Schlüssel der Würfel wird erst am Ende gezeigt."
        yield f"Die Prüfsumme steht schon fest: {sealed.seals[-1].commitment}"
        yield f"Noch nicht prüfbar: {checked.unknown} Würfel. Nach den Regeln gelten alle Beiträge: {posts}."
        return
    yield f"✅ Alles stimmt mit dem Siegel überein: {checked.right} Würfel, Beiträge: {posts}."
    if checked.unknown:
        yield f"🔒 Erst prüfbar, wenn auch ihr Schlüssel gezeigt ist: {checked.unknown} Würfel."
    for number, seal in enumerate(shown, start=1):
        yield f"Siegel {number}: der Schlüssel passt zur Prüfsumme {seal.commitment}"
    words = ", ".join(f"{transcript.side.side_name(side)} „{word}“" for side, word in sorted(sealed.salt.items()))
    yield f"Wörter der Seiten: {words}" if words else "Keine Seite hat ein Wort dazugegeben."
    yield "Bitte vergleichen: Prüfsumme und Wörter müssen die sein, die am Anfang im Thread standen."
