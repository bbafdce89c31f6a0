"""Refusals by their kind: one short sentence each, for a post with more faults than anyone reads explanations of."""

from collections.abc import Mapping

from motuc_bot.systems.motuc.rulings import short_sentence
from rules.core import GeneralCode
from rules.motuc.codes import Ruling

_GENERAL: Mapping[str, str] = {
    GeneralCode.SYNTAX: "Das verstehe ich nicht.",
    GeneralCode.UNKNOWN_NAME: "Diesen Namen gibt es hier nicht.",
    GeneralCode.AMBIGUOUS_NAME: "Unklar ist, wer oder was gemeint ist.",
    GeneralCode.NOT_YOUR_FIGURE: "Diese Figur spielst du nicht.",
    GeneralCode.WRONG_PHASE: "Das geht jetzt nicht.",
    GeneralCode.ALREADY_ACTED: "Die Figur ist schon fertig.",
}
# Reasons that what their code stands for does not fit.
_PARTICULAR: Mapping[str, str] = {
    "roll_back_must_come_first": "„SL: rückgängig“ muss die erste Zeile des Beitrags sein.",
    "not_in_private": "Das gilt nicht als private Nachricht.",
    "too_long": "Das ist zu lang für einen Befehl.",
    "too_many_lines": "Das sind zu viele Befehlszeilen.",
    "not_your_seat": "Figuren stellt jeder nur für sich selbst auf.",
    "game_master_only": "Das darf nur die Spielleitung.",
    "no_figures": "Dort spielt diese Person keine Figur.",
    "over": "Die Schlacht ist vorbei.",
}
_ANY = "Das geht so nicht."


def name_fault(refusal: Exception) -> str:
    """Return what kind of fault it is: a ruling by its heart, all else by its code."""
    code, why = str(getattr(refusal, "code", "")), str(getattr(refusal, "why", ""))
    if code in list(Ruling):
        return f"{short_sentence(Ruling(code)).removesuffix('.')} ({code})."
    return _PARTICULAR.get(why) or _GENERAL.get(code, _ANY)
