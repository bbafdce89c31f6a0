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
# The same of several lines, where it is another sentence.
_SEVERAL: Mapping[str, str] = {
    _GENERAL[GeneralCode.UNKNOWN_NAME]: "Diese Namen gibt es hier nicht.",
    _GENERAL[GeneralCode.NOT_YOUR_FIGURE]: "Diese Figuren spielst du nicht.",
    _GENERAL[GeneralCode.ALREADY_ACTED]: "Diese Figuren sind schon fertig.",
}
# Reasons of which more can be said than their code does, or which it does not fit.
_PARTICULAR: Mapping[str, str] = {
    "verb_missing": "Es fehlt ein Verb.",
    "misspelt_verb": "Dieses Verb gibt es hier nicht.",
    "field_missing": "Es fehlt ein Feld.",
    "target_missing": "Es fehlt das Ziel.",
    "weapon_missing": "Es fehlt die Waffe.",
    "spell_missing": "Es fehlt der Zauber.",
    "value_missing": "Es fehlt, was sich ändern soll.",
    "one_destination": "Ein Weg hat nur ein Ziel.",
    "one_target": "Das geht nur gegen eine Figur.",
    "one_weapon": "Das geht nur mit einer Waffe.",
    "which_shots": "Unklar ist, wie viele Schüsse auf wen gehen.",
    "which_stake": "Unklar ist, wie viel Beweglichkeit wofür eingesetzt wird.",
    "which_attack": "Unklar ist, gegen wen das gilt.",
    "which_shot": "Unklar ist, für welchen Schuss das gilt.",
    "defence_unclear": "Unklar ist, wie sich die Figur verteidigt.",
    "spell_needs_figure": "Dieser Zauber braucht eine Figur als Ziel.",
    "loot_not_chosen": "Welche Waffe verloren geht, wird ausgewürfelt.",
    "negated": "Hier steht nur, was nicht geschehen soll.",
    "reaction_and_move": "Reagieren und selbst ziehen geht nicht in einer Zeile.",
    "several_figures": "Jede Figur braucht eine eigene Zeile.",
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


def name_fault(refusal: Exception, *, several: bool = False) -> str:
    """Return what kind of fault it is: a ruling by its heart, all else by its reason or code; `several` of them."""
    code, why = str(getattr(refusal, "code", "")), str(getattr(refusal, "why", ""))
    if code in list(Ruling):
        return f"{short_sentence(Ruling(code)).removesuffix('.')} ({code})."
    name = _PARTICULAR.get(why) or _GENERAL.get(code, _ANY)
    return _SEVERAL.get(name, name) if several else name
