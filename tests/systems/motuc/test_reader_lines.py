"""Which lines of a post are commands, speech or prose (posts.md)."""

from pathlib import Path

import pytest

from motuc_bot.language import LineKind
from rules.board import Field
from rules.core import GeneralCode
from rules.motuc.commands import Attack, Done, Pass, Proceed, TakeBack, Walk
from rules.motuc.words import FigureName, Team
from tests.systems.motuc.reading import READER, commands, error, line

SKELETOR, HE_MAN, TEELA = map(FigureName, ("Skeletor", "He-Man", "Teela"))
WALK = Walk(SKELETOR, Field.parse("C5"))
PROSE = Path(__file__).with_name("reader_prose.txt").read_text(encoding="utf-8").split("===\n")

DECORATED = [
    "Skeletor: geht nach C5",
    "**Skeletor**: geht nach C5",
    "**Skeletor:** geht nach C5",
    "**Skeletor: geht nach C5**",
    "__Skeletor:__ geht nach C5",
    "***Skeletor: geht nach C5***",
    "_Skeletor_: geht nach C5",
    "- Skeletor: geht nach C5",
    "* Skeletor: geht nach C5",
    "• **Skeletor**: geht nach C5",
    "1. Skeletor: geht nach C5",
    "### Skeletor: geht nach C5",
    "`Skeletor: geht nach C5`",
    "||Skeletor: geht nach C5||",
    "🗡️ Skeletor: geht nach C5 🏃",
    "<:schwert:123456> Skeletor: geht nach C5",
    ":crossed_swords: Skeletor: geht nach C5",
    "   Skeletor : geht nach C5   ",
    "\tSkeletor:geht nach C5",
    "Skeletor： geht nach C5",
    "Skeletor: _geht nach C5_",
    "Skeletor: geht nach **C5**",
    "Skeletor: geht nach *C5*",
    "Skeletor: „Ha!“ geht nach C5",
    'Skeletor: geht nach C5. "Dort bleibe ich und greife an!"',
    "Skeletor: geht nach C5 *und lacht*",
    "Skeletor: geht\u00a0nach C5\u200b",
    "Ske\u00adletor: geht nach C5",
    "skeletor: geht nach c5",
    "SKELETOR: GEHT NACH C5",
    "Skélètor: geht nach C5",
    "Skelli: geht nach C5",
    "Knochenkopf: geht nach C5",
    "Ske: geht nach C5",
    "Skele-tor: geht nach C5",
]


@pytest.mark.parametrize("text", DECORATED)
def test_decoration_is_ignored(text: str):
    assert commands(text) == (WALK,)


@pytest.mark.parametrize("head", ["Man-at-Arms", "man at arms", "MAN-AT", "Man-at", "manatarms", "Duncan", "Dunc"])
def test_names_and_their_beginnings(head: str):
    assert commands(f"{head}: wartet") == (Pass(FigureName("Man-at-Arms")),)


def test_a_beginning_of_two_letters_is_no_name():
    assert READER.read("Sk: Muahaha").lines == ()


@pytest.mark.parametrize(
    "head", ["Der Skeletor", "Mein Skeletor", "So, Skeletor", "BAH. skelli", "Und dann Skeletor", "Unser Held Skeletor"]
)
def test_what_introduces_a_name(head: str):
    assert commands(f"{head}: geht nach C5") == (WALK,)


def test_an_unknown_word_before_a_name_is_answered_with_the_name():
    assert error("Superschurke Skeletor: geht nach C5").facts["suggestions"] == ("Skeletor",)
    assert commands("Skeletor, He-Man: fertig") == (Pass(SKELETOR), Pass(HE_MAN))


def test_an_ambiguous_beginning_names_the_candidates():
    refusal = error("Man: geht nach C5")
    assert refusal.code is GeneralCode.AMBIGUOUS_NAME
    assert refusal.facts == {"name": "Man", "candidates": ("Man-at-Arms", "Man-E-Faces")}


def test_an_ambiguous_beginning_before_prose_is_prose():
    assert READER.read("Man: das war knapp").lines == ()


@pytest.mark.parametrize("head", ["Skelletor", "Skeltor", "Sceletor", "Skeletorr"])
def test_a_misspelt_name_is_refused_if_the_rest_is_a_command(head: str):
    refusal = error(f"{head}: geht nach C5")
    assert refusal.code is GeneralCode.UNKNOWN_NAME
    assert refusal.facts == {"name": head, "suggestions": ("Skeletor",)}


def test_a_misspelt_name_before_prose_is_prose():
    assert READER.read("Skelletor: was für ein Tag!").lines == ()


def test_a_misspelt_name_is_answered_though_another_name_is_misspelt_too():
    assert error("Skelletor: greift Hemann an").facts["name"] == "Skelletor"


def test_an_unknown_name_is_answered_if_the_rest_is_a_command():
    refusal = error("Zora: geht nach C5")
    assert refusal.code is GeneralCode.UNKNOWN_NAME
    assert refusal.facts == {"name": "Zora", "suggestions": ()}


@pytest.mark.parametrize(
    "words", ["Muahaha!", "„Ich gehe nach C5!“", '"Stirb!"', "*geht nach C5*", "»Ha!«", "'Komm her'", "...", "👹", ""]
)
def test_speech(words: str):
    read = line(f"Skeletor: {words}")
    assert (read.kind, read.commands, read.error) == (LineKind.SPEECH, (), None)


@pytest.mark.parametrize("words", ["geht irgendwohin", "ich greife die Burg an!", "C5 ist meins", "läuft gemütlich"])
def test_a_verb_or_a_field_that_cannot_be_read_is_an_error(words: str):
    read = line(f"Skeletor: {words}")
    assert read.kind is LineKind.COMMAND
    assert read.error is not None


@pytest.mark.parametrize("post", PROSE)
def test_prose_and_dialogue_never_count_and_are_never_answered(post: str):
    assert [read for read in READER.read(post).lines if read.kind is not LineKind.SPEECH] == []


def test_prose_is_left_out():
    assert READER.read("Die Sonne geht auf.\nNiemand rührt sich.").lines == ()


def test_lines_of_a_whole_post():
    post = "\n".join(
        [
            "Es wird Abend über Eternia.",  # 1
            "",
            "**Skeletor:** geht nach C5, greift He-Man an",  # 3
            "> Teela: wartet",
            "Teela: „Vorsicht!“",  # 5
            "Teela: greift Zora an; He-Man: wartet; Orko: Hihi",  # 6
            "```",
            "Orko: wartet",
            "```",
            "fertig",  # 10
        ]
    )
    read = READER.read(post).lines
    assert [(one.number, one.kind) for one in read] == [
        (3, LineKind.COMMAND),
        (5, LineKind.SPEECH),
        (6, LineKind.COMMAND),
        (6, LineKind.COMMAND),
        (6, LineKind.SPEECH),
        (10, LineKind.COMMAND),
    ]
    assert [one.commands for one in read] == [(WALK, Attack(SKELETOR, HE_MAN)), (), (), (Pass(HE_MAN),), (), (Done(),)]
    assert [one.error is not None for one in read] == [False, False, True, False, False, False]
    assert [one.text for one in read][2:4] == ["Teela: greift Zora an", "He-Man: wartet"]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_numbers_with_any_line_end(end: str):
    assert [one.number for one in READER.read(f"a{end}{end}Skeletor: wartet{end}Teela: wartet").lines] == [3, 4]


def test_a_part_without_a_name_goes_on_with_the_figure_before_it():
    read = READER.read("Skeletor: geht nach C5; greift He-Man an").lines
    assert [one.commands for one in read] == [(WALK,), (Attack(SKELETOR, HE_MAN),)]


def test_a_semicolon_in_brackets_divides_nothing():
    assert commands("Skeletor: heilt Teela (3 Leben; 1 Ausdauer)") == commands(
        "Skeletor: heilt Teela: 3 Leben, 1 Ausdauer"
    )


def test_what_is_left_over_behind_a_semicolon_is_never_dropped():
    read = READER.read("Skeletor: heilt Teela: 3 Leben; 1 Ausdauer").lines
    assert [one.error is not None for one in read] == [False, True]
    assert len(READER.read("Skeletor: geht nach C5; was für ein Tag").lines) == 1


def test_a_semicolon_in_speech_divides_nothing():
    assert len(READER.read('Skeletor: "Na; geht nach C5; Ha!"').lines) == 1


def test_a_smiley_is_no_part():
    assert commands("Skeletor: geht nach C5 ;-)") == (WALK,)


def test_what_stands_behind_a_quotation_of_the_rest_is_prose():
    assert READER.read(">>> Skeletor: wartet\nTeela: wartet").lines == ()


def test_a_code_block_that_is_never_closed_runs_to_the_end():
    assert READER.read("```\nSkeletor: wartet").lines == ()


@pytest.mark.parametrize(
    "text",
    [
        *("fertig", "Fertig!", "**fertig**", "✅ fertig", "fertig.", "Fertig :)", "fertig, danke"),
        *("Ich bin fertig", "bin fertig", "Bin jetzt auch fertig.", "Wir sind fertig!", "Alle fertig", "Alle: fertig"),
    ],
)
def test_finished(text: str):
    assert commands(text) == (Done(),)


@pytest.mark.parametrize(
    "text", ["Schwarz: fertig", "schwarz: Fertig!", "**Team Schwarz**: fertig", "Schwarz fertig", "Schwarz ist fertig!"]
)
def test_team_finished(text: str):
    assert commands(text) == (Done(Team.BLACK),)


@pytest.mark.parametrize("text", ["Skeletor: fertig", "Skeletor: bin fertig", "Skeletor fertig", "**Skelli** fertig!"])
def test_figure_finished(text: str):
    assert commands(text) == (Pass(SKELETOR),)


@pytest.mark.parametrize("text", ["Skeletor und Teela: fertig", "Skeletor, Teela fertig"])
def test_several_figures_finished(text: str):
    assert commands(text) == (Pass(SKELETOR), Pass(TEELA))


@pytest.mark.parametrize("words", ["zurücknehmen", "nimmt das zurück", "ich nehme alles zurück", "bitte zurück"])
def test_take_back_of_a_figure(words: str):
    assert commands(f"Skeletor: {words}") == (TakeBack(SKELETOR),)


def test_take_back():
    assert commands("zurück") == commands("Zurueck.") == (TakeBack(),)
    assert commands("Skeletor: zurück!") == (TakeBack(SKELETOR),)
    assert commands("Skeletor: zurück nach C5") == (WALK,)


@pytest.mark.parametrize("text", ["fertig?", "zurück?", "ist fertig", "Skeletor ist fertig", '"fertig"', "> fertig"])
def test_not_quite_finished(text: str):
    assert READER.read(text).lines == ()


def test_names_win_over_the_words_of_the_game_master():
    assert commands("SL: weiter") == (Proceed(),)
    assert commands("Zwei Bad: greift Zwei Bad an") == (Attack(FigureName("Zwei Bad"), FigureName("Zwei Bad")),)


def test_so_much_dialogue_without_marks_ends_the_reading_too():
    read = READER.read("Skeletor: Komm her, He-Man!\n" * 200).lines
    assert len(read) == 151
    assert read[-1].error is not None
    assert len(READER.read("Skeletor: „Komm her, He-Man!“\n" * 200).lines) == 200


def test_too_many_lines_end_the_reading():
    read = READER.read("Skeletor: wartet\n" * 200).lines
    assert len(read) == 61
    assert read[-1].error is not None
    assert read[-1].error.why == "too_many_lines"
