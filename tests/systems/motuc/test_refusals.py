"""Every refusal has its German: what is wrong with the facts, the ruling, and a line that would be right."""

import ast
import re
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from random import Random
from typing import Any

import pytest

import rules
from motuc_bot.language.refusals import Ambiguous, Unreadable
from motuc_bot.systems.motuc.reader import Reader, Vocabulary
from motuc_bot.systems.motuc.refusals import explain, fields_of, texts
from motuc_bot.systems.motuc.rulings import short_sentence
from motuc_bot.systems.motuc.why import Why
from rules.board import Board
from rules.core import Battle, GeneralCode, Post, Rejected, RollBack, Seat
from rules.motuc import MOTUC
from rules.motuc import commands as cm
from rules.motuc.answers import Dodge, Parry, Resist
from rules.motuc.codes import Ruling
from rules.motuc.model import State
from rules.motuc.words import Category, FigureName, Phase, Quantity, Spell, Team, WeaponName
from tests.rules.contract.test_contract import choose
from tests.rules.contract.trial import TRIALS, RandomDice
from tests.systems.motuc.scene import Scene, field, reacts

SKELETOR, HE_MAN, TEELA, MER_MAN = (FigureName(name) for name in ("Skeletor", "He-Man", "Teela", "Mer-Man"))
WEBSTOR, TRAP_JAW = FigureName("Webstor"), FigureName("Trap-Jaw")
EXAMPLE = re.compile(r"[ \n]Zum Beispiel: `([^`]+)`$")
# What `refusals.py` works out from the facts and the state.
DERIVED = {
    "R-B3 off_board": {"last_column", "last_row"},
    "R-B4 no_line_of_sight": {"between"},
    "R-M1 too_far": {"limit"},
    "R-F1 out_of_range": {"range_steps"},
    "R-S1 not_the_own_edge": {"edge"},
    "R-N1 no_enemy": {"oneself"},
    "R-F1 no_enemy": {"oneself"},
    "R-T2 unequal": {"poorer", "difference", "black_figures", "white_figures"},
    "R-T2 not_the_agreed_value": {"black_figures", "white_figures", "black_off", "white_off"},
}


# --- every reason has its sentence -------------------------------------------------------------------------------


def raised() -> Iterator[tuple[str, str, frozenset[str]]]:
    """Yield code, reason and names of the facts of every `Rejected(…)` in the rules."""
    for path in sorted(Path(rules.__file__).parent.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for function in ast.walk(tree):
            if not isinstance(function, ast.FunctionDef):
                continue
            for call in ast.walk(function):
                if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "Rejected":
                    facts = frozenset(keyword.arg for keyword in call.keywords if keyword.arg)
                    for why in sorted(constants(call.args[1], function)):
                        yield code_of(call.args[0]), why, facts


def code_of(node: ast.expr) -> str:
    match node:
        case ast.Attribute(value=ast.Name(id="Ruling"), attr=name):
            return Ruling[name].value
        case ast.Attribute(value=ast.Name(id="GeneralCode"), attr=name):
            return GeneralCode[name].value
        case ast.Attribute(attr="going_back"):
            return MOTUC.going_back.value
    raise AssertionError(f"a code that this test can't follow: {ast.unparse(node)}")


def constants(node: ast.expr, function: ast.FunctionDef) -> set[str]:
    """Return the texts that an expression can be; a name is followed to what is assigned to it."""
    match node:
        case ast.Constant(value=str(text)):
            return {text}
        case ast.IfExp(body=body, orelse=orelse):
            return constants(body, function) | constants(orelse, function)
        case ast.Name(id=name):
            return set().union(
                *(
                    constants(assignment.value, function)
                    for assignment in ast.walk(function)
                    if isinstance(assignment, ast.Assign) and getattr(assignment.targets[0], "id", "") == name
                )
            )
    raise AssertionError(f"a reason that this test can't follow: {ast.unparse(node)}")


RAISED = tuple(dict.fromkeys(raised()))
BY_READER = {
    *((GeneralCode.UNKNOWN_NAME if why.startswith("unknown_") else GeneralCode.SYNTAX, why) for why in map(str, Why)),
    *((GeneralCode.AMBIGUOUS_NAME, kind) for kind in ("figure", "weapon", "spell")),
    (GeneralCode.SYNTAX, "not_in_private"),
}


def test_the_rules_raise_what_this_test_finds():
    assert len(RAISED) > 80
    assert ("R-T5", "already_in_hand", frozenset({"figure", "weapon"})) in RAISED


@pytest.mark.parametrize(("code", "why", "facts"), RAISED)
def test_every_refusal_of_the_rules_has_a_sentence_that_its_facts_can_fill(code, why, facts):
    sentences = texts().get((code, why))
    assert sentences, "no sentence in refusals.toml"
    known = facts | DERIVED.get(f"{code} {why}", set())
    assert any(fields_of(text) <= known for text in sentences)


@pytest.mark.parametrize(("code", "why"), sorted(BY_READER))
def test_every_refusal_of_the_reader_has_a_sentence_that_needs_no_facts(code, why):
    sentences = texts().get((code, why))
    assert sentences, "no sentence in refusals.toml"
    if code == GeneralCode.SYNTAX:
        assert not fields_of(sentences[-1])


def test_no_sentence_is_left_over():
    assert set(texts()) == {(code, why) for code, why, _ in RAISED} | {(str(code), why) for code, why in BY_READER}


def test_an_unknown_refusal_is_answered_all_the_same():
    class Strange(StrEnum):
        CODE = "R-M1"

    scene = Scene({"Skeletor": "D4"}, {"He-Man": "E4"})
    assert explain(Rejected(Strange.CODE, "never_heard_of"), scene.state).startswith(
        "Das geht so nicht. Ein Lauf reicht"
    )


# --- whole answers -----------------------------------------------------------------------------------------------


def test_too_far_in_full():
    scene = Scene({"Skeletor": "D4"}, {"He-Man": "L4"})
    scene.post("SL", cm.Correct(SKELETOR, Quantity.STAMINA, 2))
    assert explain(scene.refused("ann", cm.Walk(SKELETOR, field("L5"))), scene.state) == (
        "Bis L5 sind es 8 Felder, Skeletor schafft 6 (Ausdauer 2 + Beweglichkeit 4). "
        f"{short_sentence(Ruling.R_M1)[:-1]} (R-M1).\nZum Beispiel: `Skeletor: geht nach J4`"
    )


def said(refusal: Exception, state: State, **known: Any) -> str:
    """Return an answer on one line, without its ruling."""
    text = explain(refusal, state, **known).replace("\n", " ")
    code = str(getattr(refusal, "code", ""))
    return text.replace(f"{short_sentence(Ruling(code))[:-1]} ({code}). ", "") if code in set(Ruling) else text


def scene_of_two(**setup: Any) -> Scene:
    return Scene({"Skeletor": "D4", "Webstor": "D6"}, {"He-Man": "F4", "Teela": "K8"}, **setup)


@pytest.mark.parametrize(
    ("command", "answer"),
    [
        (cm.Walk(SKELETOR, field("D6")), "Auf D6 steht schon Webstor. "),
        (cm.Walk(SKELETOR, field("D4")), "Skeletor steht schon auf D4. "),
        (cm.Walk(SKELETOR, field("N9")), "N9 liegt nicht auf dem Plan (Spalten A bis L, Zeilen 1 bis 8). "),
        (
            cm.Attack(SKELETOR, HE_MAN),
            "Skeletor erreicht He-Man (F4) von D4 aus nicht. Zum Beispiel: `Skeletor: geht nach E4, greift He-Man an`",
        ),
        (cm.Attack(SKELETOR, WEBSTOR), "Webstor und Skeletor gehören zur selben Mannschaft. "),
        (cm.Attack(SKELETOR, SKELETOR), "Skeletor kann nicht das eigene Ziel sein. "),
        (
            cm.Shoot(WEBSTOR, ((TEELA, 1),)),
            "Teela ist 7 Felder entfernt, mit Armbrust (Reichweite 6) trifft Webstor höchstens 5 Felder weit. "
            "Zum Beispiel: `Webstor: geht nach F7, schießt 1x auf Teela`",
        ),
        (
            cm.Shoot(WEBSTOR, ((HE_MAN, 3),)),
            "Mit Armbrust: höchstens 2 Schüsse pro Runde, angesagt sind 3. "
            "Zum Beispiel: `Webstor: schießt 2x auf He-Man`",
        ),
        (
            cm.Attack(SKELETOR, HE_MAN, WeaponName("Schild")),
            "Skeletor erreicht He-Man (F4) von D4 aus nicht. ",
        ),
        (
            cm.Cast(SKELETOR, Spell.FIRE_BEAM, HE_MAN),
            "Skeletor beherrscht nur schwarze Magie, Feuerstrahl gehört nicht dazu. "
            "Zum Beispiel: `Skeletor: zaubert Folter auf He-Man`",
        ),
        (cm.Cast(SKELETOR, Spell.SHOCK_WAVE), "Die Schockwelle braucht eine Richtung: ein Nachbarfeld von Skeletor. "),
        (
            cm.Cast(SKELETOR, Spell.LIGHTNING, TEELA),
            "Teela ist 7 Felder entfernt, die Magiekraft von Skeletor reicht 5 Felder weit. ",
        ),
        (cm.Cast(WEBSTOR, Spell.LIGHTNING, TEELA), "Webstor kann nicht zaubern. "),
        (cm.StandUp(SKELETOR), "Skeletor liegt gar nicht am Boden. "),
        (cm.Reload(WEBSTOR), "Webstor hält nichts in der Hand, was nachgeladen werden müsste. "),
        (cm.PickUp(SKELETOR, WeaponName("Schild")), "Skeletor findet den Schild auf D4 nicht. "),
        (cm.ChangeWeapon(SKELETOR, WeaponName("Schild")), "Skeletor trägt den Schild nicht bei sich. "),
        (
            cm.TakeBack(SKELETOR),
            "Skeletor hat in dieser Zugphase noch nichts getan, was zurückgenommen werden könnte. ",
        ),
        (cm.TakeBack(), "In dieser Zugphase gibt es nichts zurückzunehmen. "),
        (reacts("Skeletor", Parry()), "Noch zu früh, gerade zieht Schwarz."),
        (cm.Attack(HE_MAN, SKELETOR), "He-Man wird von ben gespielt, du spielst Skeletor und Webstor."),
        (cm.Pause(), "Das darf nur die Spielleitung."),
    ],
)
def test_what_is_wrong_with_a_move(command, answer):
    scene = scene_of_two()
    assert said(scene.refused("ann", command), scene.state, seat=Seat("ann")).startswith(answer)


def test_who_stands_in_the_line_of_sight():
    scene = Scene({"Skeletor": "D4"}, {"He-Man": "F4", "Teela": "H4"})
    assert said(scene.refused("ann", cm.Cast(SKELETOR, Spell.TORTURE, TEELA)), scene.state).startswith(
        "Skeletor auf D4 sieht Teela auf H4 nicht, dazwischen steht He-Man. "
    )
    terrain = Board(12, 8, blocked=frozenset({field("F4")}))
    scene = Scene({"Skeletor": "D4"}, {"Teela": "H4"}, board=terrain)
    assert said(scene.refused("ann", cm.Cast(SKELETOR, Spell.TORTURE, TEELA)), scene.state).startswith(
        "Skeletor auf D4 sieht Teela auf H4 nicht. "
    )


def test_a_weapon_at_the_belt_is_drawn_first():
    scene = Scene({"Trap-Jaw": "D4"}, {"He-Man": "E4"}, hands={"Trap-Jaw": ("Kiefer",)})
    refusal = scene.refused("ann", cm.Shoot(TRAP_JAW, ((HE_MAN, 1),)))
    assert said(refusal, scene.state) == "Trap-Jaw hat den Laser noch am Gürtel. Zum Beispiel: `Trap-Jaw: zieht Laser`"


@pytest.mark.parametrize(
    ("reaction", "answer"),
    [
        (reacts("He-Man", Dodge(9)), "He-Man hat nur noch Beweglichkeit 4, hier sind es zusammen 9. "),
        (reacts("He-Man", Resist()), "He-Man soll nicht entwaffnet werden; widerstehen hilft nur dagegen. "),
        (reacts("He-Man", Parry(), "Webstor"), "Webstor greift He-Man gar nicht an. "),
        (reacts("He-Man", Dodge(1), "Skeletor", 2), "Auf He-Man gibt es keinen Schuss 2, angesagt sind 0. "),
        (reacts("He-Man", Parry(WeaponName("Laser"))), "He-Man hat den Laser nicht in der Hand. "),
    ],
)
def test_what_is_wrong_with_a_reaction(reaction, answer):
    scene = Scene({"Skeletor": "E4", "Webstor": "A1"}, {"He-Man": "F4", "Teela": "K8"})
    scene.post("ann", cm.Attack(SKELETOR, HE_MAN), cm.Done())
    text = said(scene.refused("ben", reaction), scene.state)
    assert text.startswith(answer)
    assert "`He-Man: " in text


@pytest.mark.parametrize(
    ("command", "answer"),
    [
        (cm.Walk(HE_MAN, field("G5")), "Noch zu früh, gerade reagiert Weiß."),
        (reacts("Teela", Parry()), "Gegen Teela ist kein Angriff angesagt. "),
    ],
)
def test_no_line_helps_where_nothing_can_be_done(command, answer):
    scene = Scene({"Skeletor": "E4", "Webstor": "A1"}, {"He-Man": "F4", "Teela": "K8"})
    scene.post("ann", cm.Attack(SKELETOR, HE_MAN), cm.Done())
    text = said(scene.refused("ben", command), scene.state)
    assert f"{text} ".startswith(answer)
    assert "`" not in text


# --- the author's own line ---------------------------------------------------------------------------------------


def test_what_comes_too_early_or_too_late_is_to_be_posted_again():
    scene = Scene({"Skeletor": "D4"}, {"He-Man": "E4"})
    walk, dodge = cm.Walk(HE_MAN, field("G5")), reacts("He-Man", Dodge())
    assert explain(scene.refused("ben", walk), scene.state, text="He-Man: geht nach G5") == (
        "Noch zu früh, gerade zieht Schwarz. Wenn Weiß zieht, schreib noch einmal: `He-Man: geht nach G5`"
    )
    assert explain(scene.refused("ben", dodge), scene.state, text="He-Man: weicht aus").endswith(
        " Wenn Weiß reagiert, schreib noch einmal: `He-Man: weicht aus`"
    )
    scene.post("ann", cm.Done())
    line = "Skeletor: greift He-Man an"
    assert explain(scene.refused("ann", cm.Attack(SKELETOR, HE_MAN)), scene.state, text=line) == (
        "Zu spät, gerade zieht Weiß.\nWenn Schwarz wieder zieht, schreib noch einmal: `Skeletor: greift He-Man an`"
    )
    assert explain(scene.refused("ben", dodge), scene.state, text="He-Man: weicht aus") == "Zu spät, gerade zieht Weiß."


def test_what_holds_already_need_not_come_again():
    scene = Scene({"Skeletor": "D4"}, {"He-Man": "E4"})
    scene.post("ann", cm.Attack(SKELETOR, HE_MAN))
    again = (cm.PickUp(SKELETOR, WeaponName("Havoc-Stab")), cm.Attack(SKELETOR, HE_MAN))
    text = "Skeletor: hebt den Stab auf und greift He-Man an"
    assert explain(scene.refused("ann", *again), scene.state, text=text, commands=again) == (
        "Zu spät, gerade reagiert Weiß. Skeletor hat den Havoc-Stab schon in der Hand. "
        "Der Angriff auf He-Man ist schon angesagt und gilt."
    )
    other = (cm.Cast(SKELETOR, Spell.LIGHTNING, HE_MAN),)
    assert explain(scene.refused("ann", *other), scene.state, text="Skeletor: zaubert Blitz auf He-Man").endswith(
        "Wenn Schwarz wieder zieht, schreib noch einmal: `Skeletor: zaubert Blitz auf He-Man`"
    )


def test_after_the_last_round_nothing_comes_again():
    scene = Scene({"Skeletor": "D4"}, {"He-Man": "E4"}, rounds=1)
    scene.post("ann", cm.Done())
    refusal = scene.refused("ann", cm.Attack(SKELETOR, HE_MAN))
    assert explain(refusal, scene.state, text="Skeletor: greift He-Man an") == "Zu spät, gerade zieht Weiß."


def test_what_can_not_be_taken_back_any_more_is_not_to_be_posted_again():
    scene = Scene({"Skeletor": "D4"}, {"He-Man": "E4"})
    scene.post("ann", cm.Done())
    for seat, text, order in (
        ("ann", "zurück", cm.TakeBack()),
        ("ann", "Skeletor: zurück", cm.TakeBack(SKELETOR)),
        ("SL", "SL: Skeletor: zurück", cm.TakeBack(SKELETOR)),
    ):
        told = explain(scene.refused(seat, order), scene.state, seat=Seat(seat), text=text, commands=(order,))
        assert told == (
            "Zu spät, gerade zieht Weiß. "
            "Zurücknehmen geht nur, solange deine Seite zieht (R-P8). Jetzt kann es nur die Spielleitung."
        ), seat


def test_after_the_end_nothing_is_to_be_posted_again():
    scene = Scene({"Skeletor": "D4"}, {"He-Man": "E4"})
    scene.post("SL", cm.EndBattle())
    for seat, text, order in (
        ("ann", "Skeletor: greift He-Man an", cm.Attack(SKELETOR, HE_MAN)),
        ("ben", "He-Man: weicht aus", reacts("He-Man", Dodge())),
        ("ann", "zurück", cm.TakeBack()),
    ):
        told = explain(scene.refused(seat, order), scene.state, seat=Seat(seat), text=text, commands=(order,))
        assert told == "Zu spät, die Schlacht ist vorbei.", text


def test_a_move_in_private_is_to_be_posted_in_the_thread():
    scene = Scene({"Skeletor": "D4"}, {"He-Man": "E4"})
    refusal = Unreadable(GeneralCode.SYNTAX, "not_in_private", text="Skeletor: geht nach D5")
    told = explain(refusal, scene.state, seat=Seat("ann"), text="Skeletor: geht nach D5")
    assert told.endswith("Schreib das im Thread der Schlacht: `Skeletor: geht nach D5`")
    assert explain(refusal, scene.state, text="Skeletor: " + "x" * 200).endswith("Schreib das im Thread der Schlacht.")


def test_a_pause_says_so_and_when_to_post_again():
    scene = Scene({"Skeletor": "D4"}, {"He-Man": "E4"})
    scene.post("SL", cm.Pause())
    attack, dodge = cm.Attack(SKELETOR, HE_MAN), reacts("He-Man", Dodge())
    assert explain(
        scene.refused("ann", attack), scene.state, text="Skeletor: greift He-Man an", commands=(attack,)
    ) == (
        "Gerade ist Pause, bis die Spielleitung die Schlacht fortsetzt.\n"
        "Danach schreib noch einmal: `Skeletor: greift He-Man an`"
    )
    assert explain(scene.refused("ben", dodge), scene.state, text="He-Man: weicht aus", commands=(dodge,)).endswith(
        "\nWenn Weiß reagiert, schreib noch einmal: `He-Man: weicht aus`"
    )


def test_a_line_too_long_to_be_shown_is_not_repeated():
    scene = Scene({"Skeletor": "D4"}, {"He-Man": "E4"})
    text = explain(scene.refused("ben", cm.Walk(HE_MAN, field("G5"))), scene.state, text="He-Man: " + "x" * 4000)
    assert text.endswith("Wenn Weiß zieht, schreib das noch einmal.")


def test_a_misspelt_name_is_mended_in_the_line():
    state = scene_of_two().state
    near = Unreadable(GeneralCode.UNKNOWN_NAME, "unknown_figure", name="hiemän", suggestions=("He-Man",))
    assert explain(near, state, text="Skeletor: greift Hiemän  an").endswith(
        "Meintest du He-Man?\nDann schreib: `Skeletor: greift He-Man an`"
    )
    other = Unreadable(GeneralCode.UNKNOWN_NAME, "unknown_weapon", name="Laserpeitsch", suggestions=("Laserpeitsche",))
    assert explain(other, state, text="Skeletor: greift He-Man mit dem Laserpeitsch an").endswith(
        "Dann schreib: `Skeletor: greift He-Man mit der Laserpeitsche an`"
    )
    elsewhere = Unreadable(GeneralCode.UNKNOWN_NAME, "unknown_figure", name="Man", suggestions=("He-Man",))
    assert "Dann schreib" not in explain(elsewhere, state, text="Skeletor: greift He-Man an")


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("Skeletor: geht nach N9", "Skeletor: geht nach E5"),
        ("Skeletor: zaubert Blitz auf Teela", "Skeletor: geht nach F4, zaubert Blitz auf Teela"),
        ("Webstor: schießt auf Teela", "Webstor: geht nach F7, schießt 1x auf Teela"),
        ("Webstor: entwaffnet Teela", "Webstor: geht nach J7, entwaffnet Teela"),
        ("Skeletor: zieht Haken", None),
        ("Webstor: zaubert Blitz auf He-Man", None),
        ("Skeletor: hebt Haken auf", None),
        ("He-Man: geht nach G4", None),
    ],
)
def test_the_example_does_what_the_line_was_after(line, answer):
    scene = Scene({"Skeletor": "D4", "Webstor": "D6"}, {"He-Man": "F3", "Teela": "K8"})
    (read,) = reader(scene.state).read(line).lines
    refusal = read.error or scene.refused("ann", *read.commands)
    text = explain(refusal, scene.state, seat=Seat("ann"), text=line, commands=read.commands)
    found = EXAMPLE.search(text)
    assert (found and found[1]) == answer
    assert answer is None or counts(scene.state, answer)


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        ("greift mit dem Stab an", "greift"),
        ("zaubert", "zaubert"),
        ("geht", "geht"),
        ("schießt", "schießt"),
    ],
)
def test_a_line_that_cannot_be_read_gets_an_example_of_its_kind(body, kind):
    scene = Scene({"Webstor": "D4", "Skeletor": "D5"}, {"He-Man": "E4"})
    name = "Webstor" if kind == "schießt" else "Skeletor"
    unread = Unreadable(GeneralCode.SYNTAX, "not_understood", rest=body)
    assert f" Zum Beispiel: `{name}: {kind}" in explain(unread, scene.state, seat=Seat("ann"), text=f"{name}: {body}")


def test_examples_for_different_figures_lead_to_different_fields():
    scene = Scene({"Skeletor": "B4", "Webstor": "C4", "Mer-Man": "B5", "Trap-Jaw": "C5"}, {"He-Man": "K4"})
    for line in ("geht", "geht nach Z9", "geht nach"):
        shown = []
        for figure in scene.state.team(Team.BLACK):
            text = f"{figure.name}: {line}"
            (read,) = reader(scene.state).read(text).lines
            refusal = read.error or scene.refused("ann", *read.commands)
            found = EXAMPLE.search(explain(refusal, scene.state, seat=Seat("ann"), text=text, commands=read.commands))
            shown.append(None if found is None else found[1].partition(" nach ")[2][:2])
        assert len({*shown}) == 4, (line, shown)


def test_an_example_can_be_left_out():
    scene = Scene({"Skeletor": "D4"}, {"He-Man": "L4"})
    refusal = scene.refused("ann", cm.Walk(SKELETOR, field("Z9")))
    assert "Zum Beispiel" not in explain(refusal, scene.state, made_up=False)
    near = Unreadable(GeneralCode.UNKNOWN_NAME, "unknown_figure", name="hiemän", suggestions=("He-Man",))
    assert "Dann schreib: `" in explain(near, scene.state, text="Skeletor: greift Hiemän an", made_up=False)


def test_a_weapon_that_is_in_hand_already_can_be_used():
    scene = Scene({"Skeletor": "A4"}, {"He-Man": "D4", "Teela": "L8"})
    scene.post("ann", cm.Done())
    refusal = scene.refused("ben", cm.ChangeWeapon(HE_MAN, WeaponName("Machtschwert"), WeaponName("Schild")))
    change = (cm.ChangeWeapon(HE_MAN, WeaponName("Machtschwert"), WeaponName("Schild")),)
    assert said(refusal, scene.state, commands=change) == (
        "He-Man hat das Machtschwert schon in der Hand, ein Wechsel ist nicht nötig. "
        "Zum Beispiel: `He-Man: geht nach B4, greift Skeletor mit Machtschwert an`"
    )
    shield = (cm.ChangeWeapon(HE_MAN, WeaponName("Schild"), WeaponName("Machtschwert")),)
    assert said(scene.refused("ben", *shield), scene.state, commands=shield).endswith(
        "`He-Man: geht nach B4, greift Skeletor an`"
    )
    laser = (cm.ChangeWeapon(TEELA, WeaponName("Laser"), WeaponName("Machtschwert")),)
    assert "schießt mit Laser 1x auf Skeletor" in said(scene.refused("ben", *laser), scene.state, commands=laser)


def test_examples_are_never_for_the_figure_of_another_player():
    scene = Scene({"Skeletor": "D4", "Webstor": "D6"}, {"He-Man": "E4"}, seats={"Webstor": "cem"})
    unread = Unreadable(GeneralCode.SYNTAX, "not_understood", rest="?")
    assert "Zum Beispiel" not in explain(unread, scene.state, seat=Seat("ann"), text="Webstor: ?")
    assert "`Webstor: " in explain(unread, scene.state, seat=Seat("cem"), text="Webstor: ?")


def test_which_attack_and_which_shot():
    scene = Scene({"Skeletor": "E4", "Trap-Jaw": "F6", "Mer-Man": "G5"}, {"He-Man": "F4"})
    attacks = cm.Attack(SKELETOR, HE_MAN), cm.Shoot(TRAP_JAW, ((HE_MAN, 2),)), cm.Attack(MER_MAN, HE_MAN)
    scene.post("ann", *attacks)
    assert explain(scene.refused("ben", reacts("He-Man", Parry())), scene.state) == (
        "He-Man: Gegen wen? Skeletor, Trap-Jaw oder Mer-Man?\n"
        "Zum Beispiel: `He-Man: pariert Skeletor, Beweglichkeit 2 auf Schuss 1 von Trap-Jaw, "
        "Beweglichkeit 1 auf Schuss 2 von Trap-Jaw, weicht Mer-Man mit 1 aus`"
    )
    assert explain(scene.refused("ben", reacts("He-Man", Dodge(1), "Trap-Jaw")), scene.state).startswith(
        "Trap-Jaw schießt 2-mal auf He-Man: Für welchen Schuss gilt das?\n"
    )


def test_values_name_sums_figures_and_what_is_missing():
    scene = Scene({"Skeletor": None}, {"He-Man": None})
    state = scene.state
    values = ((Team.BLACK, "Skeletor", 27), (Team.WHITE, "He-Man", 31), (Team.WHITE, "Teela", 20))
    unequal = Rejected(Ruling.R_T2, "unequal", black=27, white=51, agreed=None, values=values)
    assert said(unequal, state) + " " == (
        "Die Gesamtwerte sind ungleich: Schwarz 27 (Skeletor 27), Weiß 51 (He-Man 31, Teela 20); Schwarz fehlen 24. "
        f"{short_sentence(Ruling.R_T2)[:-1]} (R-T2). "
    )
    agreed = Rejected(Ruling.R_T2, "not_the_agreed_value", black=27, white=51, agreed=27, values=values)
    assert said(agreed, MOTUC.blank).startswith(
        "Vereinbart ist der Gesamtwert 27: Schwarz hat 27, genau richtig (Skeletor 27), "
        "Weiß hat 51, 24 zu viel (He-Man 31, Teela 20). "
    )


def test_the_start_edge():
    scene = Scene({"Skeletor": None}, {"He-Man": None})
    refusal = scene.refused("ben", cm.RegisterStart(HE_MAN, field("A4")))
    assert said(refusal, scene.state) == (
        "A4 liegt nicht am Rand von Weiß: He-Man startet in Spalte L. Zum Beispiel: `He-Man: Start L4`"
    )


def test_examples_tell_nothing_of_secret_starts():
    scene = Scene({"Skeletor": None, "Webstor": None}, {"He-Man": None})
    unread = Unreadable(GeneralCode.SYNTAX, "not_understood", rest="?")
    before = explain(unread, scene.state, figure="Skeletor")
    scene.post("ann", cm.RegisterStart(SKELETOR, field("A1")))
    assert (
        explain(unread, scene.state, figure="Skeletor")
        == before
        == ("Das verstehe ich nicht: „?“. Zum Beispiel: `Skeletor: Start A1`")
    )


def test_the_game_master_gets_lines_for_the_game_master():
    scene = scene_of_two()
    refusal = scene.refused("SL", cm.Correct(HE_MAN, Quantity.STAMINA, 9))
    assert said(refusal, scene.state) == (
        "Ausdauer von He-Man kann 0 bis 4 sein, nicht 9. Zum Beispiel: `SL: He-Man Ausdauer 4`"
    )
    scene.post("ann", cm.Pass(SKELETOR))
    refusal = scene.refused("SL", RollBack(7))
    assert said(refusal, scene.state) == (
        "„bis 7“ geht nicht: Der letzte Beitrag, der zählt, ist #1, und nur davor liegt etwas. "
        "Zum Beispiel: `SL: rückgängig bis 0`"
    )


# --- the reader's refusals ---------------------------------------------------------------------------------------


def test_misspelt_and_ambiguous_names():
    state = scene_of_two().state
    near = Unreadable(GeneralCode.UNKNOWN_NAME, "unknown_figure", name="Skelettor", suggestions=("Skeletor",))
    assert explain(near, state).startswith(
        "In dieser Schlacht gibt es keine Figur namens „Skelettor“. Meintest du Skeletor?\nZum Beispiel: `"
    )
    two = Unreadable(GeneralCode.UNKNOWN_NAME, "unknown_figure", name="Man", suggestions=("He-Man", "Mer-Man"))
    assert "Meintest du He-Man oder Mer-Man?" in explain(two, state)
    none = Unreadable(GeneralCode.UNKNOWN_NAME, "unknown_spell", name="Eisregen", suggestions=())
    assert explain(none, state).startswith("Einen Zauber namens „Eisregen“ gibt es nicht. Zum Beispiel: `")
    assert explain(Ambiguous("figure", "Man", ("He-Man", "Mer-Man")), state).startswith(
        "„Man“ kann He-Man oder Mer-Man sein. "
    )


def test_a_hostile_quote_is_cut_short():
    text = explain(Unreadable(GeneralCode.SYNTAX, "not_understood", rest="x" * 4000 + "\n`"), scene_of_two().state)
    assert len(text) < 300
    assert "\n" not in text.removesuffix("`").partition("\nZum Beispiel: `")[0]
    assert text.count("`") == 2


@pytest.mark.parametrize(("code", "why"), sorted(BY_READER))
def test_no_reading_error_says_python(code, why):
    refusal = (
        Ambiguous(why, "Sk", ("Skeletor", "Skorpion")) if code == "ambiguous_name" else Unreadable(code, why, name="x")
    )
    assert_german(explain(refusal, scene_of_two().state))
    assert_german(explain(refusal, MOTUC.blank))


# --- over battles played at random -------------------------------------------------------------------------------


def assert_german(text: str) -> None:
    assert not re.search(r"None|True|False|<|\bbare hand|[a-z]_[a-z]|\('|\{|\}|\w+\(\w+=", text), text
    assert "  " not in text
    words = [member.value for kind in (Phase, Spell, Category, Quantity) for member in kind]
    assert not re.search(rf"\b(?:{'|'.join(words)})\b", text), text


def test_refusals_in_random_battles_are_german_and_their_examples_count():
    examples = 0
    for seed in range(16):
        for state, seat, refusal in refusals(seed):
            text = explain(refusal, state, seat=seat)
            assert_german(text)
            example = EXAMPLE.search(text)
            if example is not None:
                examples += 1
                assert counts(state, example[1]), f"{refusal}: {text}"
    assert examples > 100


def refusals(seed: int) -> Iterator[tuple[State, Seat, Rejected]]:
    random, trial = Random(seed), TRIALS["motuc"]
    dice = RandomDice(random)
    battle: Battle[Any, Any, Any, Any, Any] = Battle.open(MOTUC, trial.config(random), dice)
    for number in range(1, 60):
        if MOTUC.over(battle.state) is not None:
            return
        seat, command = choose(MOTUC, trial, random, battle.state)
        for _ in range(3):
            poster = random.choice([owed.seat for owed in MOTUC.waiting(battle.state)] or trial.seats)
            try:
                MOTUC.decide(battle.state, poster, trial.strange(random, battle.state, poster))
            except Rejected as rejected:
                yield battle.state, poster, rejected
        if command is not None:
            battle, _ = battle.judge(Post(number, seat, ((command,),)), dice)


def counts(state: State, line: str) -> bool:
    """Tell whether the reader reads a line and the rules accept it from whoever plays its figure."""
    (read,) = reader(state).read(line).lines
    if read.error is not None:
        return False
    for command in read.commands:
        if isinstance(command, RollBack):
            return True
        figure = getattr(command, "figure", None)
        game_masters = line.startswith("SL:")
        seats = {Seat("SL")} if game_masters else {one.seat for one in state.figures if figure in (None, one.name)}
        for seat in seats:
            try:
                for event in MOTUC.decide(state, seat, command):
                    state = MOTUC.evolve(state, event)
                break
            except Rejected:
                continue
        else:
            return False
    return bool(read.commands)


def reader(state: State) -> Reader:
    """Return the reader of a battle."""
    vocabulary = Vocabulary(
        figures=tuple((figure.name, figure.sheet.aliases) for figure in state.figures),
        weapons=tuple((weapon.name, weapon.aliases) for weapon in state.setup.weapons),
        seats=tuple(figure.seat for figure in state.figures),
    )
    return Reader(vocabulary)


@pytest.mark.parametrize(
    ("line", "pattern"),
    [("greift an", "greift He-Man an"), ("schießt", "schießt auf He-Man")],
)
def test_a_target_that_is_missing_is_shown_in_its_place_where_nobody_is_near(line: str, pattern: str):
    scene = Scene({"Skeletor": "A4"}, {"He-Man": "L4"})
    text = f"Skeletor: {line}"
    unread = Unreadable(GeneralCode.SYNTAX, "target_missing")
    told = explain(unread, scene.state, seat=Seat("ann"), text=text)
    assert told.endswith(f"Wenn ein Ziel nah genug ist: `Skeletor: {pattern}`")
