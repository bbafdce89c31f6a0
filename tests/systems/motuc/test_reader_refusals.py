"""What can't be read: the code, the reason and the facts of each refusal."""

import pytest

from motuc_bot.language import Ambiguous, LineKind
from motuc_bot.systems.motuc.reader import Reader, Vocabulary
from motuc_bot.systems.motuc.why import Why
from rules.board import Field
from rules.core import GeneralCode
from rules.motuc.commands import Attack, Cast, Shoot, Walk
from rules.motuc.model import BARE_HAND
from rules.motuc.words import FigureName, Spell, WeaponName
from tests.systems.motuc.reading import READER, commands, error, line

SYNTAX: list[tuple[str, Why, dict[str, object]]] = [
    ("geht nicht nach C5", Why.NEGATED, {}),
    ("greift He-Man nicht an", Why.NEGATED, {}),
    ("geht nach C5, nach D4", Why.ONE_DESTINATION, {"fields": ("C5", "D4")}),
    ("geht zu He-Man", Why.FIELD_MISSING, {"rest": "He-Man"}),
    ("geht nach C100", Why.FIELD_MISSING, {"rest": "C100"}),
    ("geht Richtung C5", Why.FIELD_MISSING, {"rest": "Richtung C5"}),
    ("geht", Why.FIELD_MISSING, {}),
    ("geht nach C5?", Why.NOT_UNDERSTOOD, {"rest": "?"}),
    ("geht nach C5, weil es regnet", Why.NOT_UNDERSTOOD, {"rest": "weil es regnet"}),
    ("wenn es regnet, geht er nach C5", Why.NOT_UNDERSTOOD, {"rest": "wenn es regnet"}),
    ("weicht mit -2 aus", Why.NOT_UNDERSTOOD, {"rest": "mit -"}),
    ("greift an", Why.TARGET_MISSING, {}),
    ("greift ihn an", Why.TARGET_MISSING, {}),
    ("schießt auf C5", Why.TARGET_MISSING, {}),
    ("wird von He-Man angegriffen", Why.TARGET_MISSING, {}),
    ("greift He-Man und Teela an", Why.ONE_TARGET, {"names": ("He-Man", "Teela")}),
    ("greift He-Man mit Schwert und Axt an", Why.ONE_WEAPON, {"names": ("Schwert", "Axt")}),
    ("zieht", Why.WEAPON_MISSING, {}),
    ("wechselt die Waffe", Why.WEAPON_MISSING, {}),
    ("zaubert", Why.SPELL_MISSING, {}),
    ("zaubert Blitz auf C5", Why.SPELL_NEEDS_FIGURE, {"field": "C5"}),
    ("entreißt Man-at-Arms die Axt", Why.LOOT_NOT_CHOSEN, {"name": "Axt"}),
    ("schießt zweimal auf Teela und Orko", Why.WHICH_SHOTS, {}),
    ("weicht He-Man und Trap-Jaw mit 2 aus", Why.WHICH_STAKE, {}),
    ("weicht Schuss 1 und 2 aus", Why.WHICH_STAKE, {}),
    ("Schuss 1", Why.WHICH_STAKE, {}),
    ("nutzt die Axt", Why.WHICH_STAKE, {}),
    ("schlägt He-Man die Axt aus der Hand", Why.LOOT_NOT_CHOSEN, {"name": "Axt"}),
    ("fesselt He-Man", Why.VERB_MISSING, {"rest": "fesselt He-Man"}),
    ("wehrt sich", Why.DEFENCE_UNCLEAR, {}),
    ("Axt auf He-Man", Why.VERB_MISSING, {"rest": "Axt auf He-Man"}),
    ("pariert He-Man und geht nach C5", Why.REACTION_AND_MOVE, {}),
    ("weicht aus, greift He-Man an", Why.REACTION_AND_MOVE, {}),
    ("bleibt stehen und pariert", Why.REACTION_AND_MOVE, {}),
    ("geht nach C5 und setzt 2 Beweglichkeit ein", Why.REACTION_AND_MOVE, {}),
    ("geht nach C5 " * 130, Why.TOO_LONG, {}),
    # what stands beside an order without being one
    ("lacht He-Man aus und greift ihn an", Why.NOT_UNDERSTOOD, {"rest": "lacht He-Man aus"}),
    ("lacht oder greift He-Man an", Why.NOT_UNDERSTOOD, {"rest": "lacht oder"}),
    ("wenn er lacht, greift er He-Man an", Why.NOT_UNDERSTOOD, {"rest": "wenn er lacht"}),
    ("blickt nach C5 und greift He-Man an", Why.NOT_UNDERSTOOD, {"rest": "blickt"}),
    ("blubbert und greift He-Man an", Why.NOT_UNDERSTOOD, {"rest": "blubbert"}),
    ("greift He-Man vielleicht an", Why.NOT_UNDERSTOOD, {"rest": "vielleicht"}),
    ("greift He-Man, ausweichend, an", Why.NOT_UNDERSTOOD, {"rest": "ausweichend"}),
    ("denkt, He-Man greift an", Why.NOT_UNDERSTOOD, {"rest": "denkt"}),
    ("zielt auf Teela und schießt auf Orko", Why.NOT_UNDERSTOOD, {"rest": "zielt auf Teela"}),
    ("steckt die Axt weg", Why.NOT_UNDERSTOOD, {"rest": "steckt die Axt weg"}),
    # whom a pronoun means
    ("hebt die Axt auf und greift ihn an", Why.TARGET_MISSING, {}),
    ("geht nach C5 neben Teela, vor Orko und greift sie an", Why.TARGET_MISSING, {}),
    ("zaubert Blitz auf ihn", Why.TARGET_MISSING, {}),
    # a verb one slip away
    ("leuft nach C5", Why.MISSPELT_VERB, {"written": "leuft", "verb": "läuft"}),
    ("grieft He-Man an", Why.MISSPELT_VERB, {"written": "grieft", "verb": "greift"}),
    ("geht nach C5, attakiert He-Man", Why.MISSPELT_VERB, {"written": "attakiert", "verb": "attackiert"}),
    ("grieft Hemann an", Why.MISSPELT_VERB, {"written": "grieft", "verb": "greift"}),
    # what `damit` leaves open
    ("greift He-Man damit an", Why.NOT_UNDERSTOOD, {"rest": "damit"}),
    ("zieht die Armbrust, damit er auf Teela schießen kann", Why.NOT_UNDERSTOOD, {"rest": "damit"}),
    ("zieht die Armbrust damit Teela Angst bekommt", Why.NOT_UNDERSTOOD, {"rest": "damit"}),
    # a weapon that may strike, fly or ward off
    ("Schild gegen He-Man", Why.VERB_MISSING, {"rest": "Schild gegen He-Man"}),
    ("Speer auf He-Man", Why.VERB_MISSING, {"rest": "Speer auf He-Man"}),
    # a number that may count something else
    ("greift He-Man an, Runde 3", Why.NOT_UNDERSTOOD, {"rest": "3"}),
    ("greift He-Man an, 2 Felder", Why.NOT_UNDERSTOOD, {"rest": "2"}),
    ("greift He-Man an, 3 Ausdauer", Why.NOT_UNDERSTOOD, {"rest": "3 Ausdauer"}),
    # what stands behind an order and may change it
    ("geht nach C5. Nein, doch nicht.", Why.NEGATED, {}),
    ("geht nach C5 (oder C6)", Why.ONE_DESTINATION, {"fields": ("C5", "C6")}),
    ("geht nach C5 (falls frei)", Why.NOT_UNDERSTOOD, {"rest": "falls frei"}),
    ("geht nach C5. Moment, falsch.", Why.NOT_UNDERSTOOD, {"rest": "Moment"}),
    ("geht nach C5. Später dann weiter.", Why.NOT_UNDERSTOOD, {"rest": "Später"}),
    ("geht nach C5. Fesselt ihn.", Why.NOT_UNDERSTOOD, {"rest": "Fesselt"}),
    ("geht nach C5. Er fesselt ihn.", Why.NOT_UNDERSTOOD, {"rest": "fesselt"}),
    ("geht nach C5. Dort fesselt er ihn.", Why.NOT_UNDERSTOOD, {"rest": "fesselt"}),
    ("geht nach C5. Ihn fesseln.", Why.NOT_UNDERSTOOD, {"rest": "fesseln"}),
    ("geht nach C5. Und fesselt He-Man.", Why.NOT_UNDERSTOOD, {"rest": "fesselt"}),
    ("geht nach C5. Teela auch.", Why.NOT_UNDERSTOOD, {"rest": "Teela"}),
    ("geht nach C5. Mit dem Stab.", Why.NOT_UNDERSTOOD, {"rest": "Mit dem Stab"}),
    ("geht nach C5. Grieft an!", Why.MISSPELT_VERB, {"written": "Grieft", "verb": "greift"}),
    ("greift He-Man an (und Teela)", Why.ONE_TARGET, {"names": ("He-Man", "Teela")}),
    # a blow without a weapon, or one that may be a throw, a shove or a meeting
    ("stößt He-Man", Why.WEAPON_MISSING, {}),
    ("yeetet He-Man", Why.WEAPON_MISSING, {}),
    ("versucht He-Man zu treffen", Why.WEAPON_MISSING, {}),
    ("schwingt die Axt", Why.NOT_UNDERSTOOD, {"rest": "schwingt die Axt"}),
    ("stößt He-Man mit dem Speer weg", Why.NOT_UNDERSTOOD, {"rest": "stößt He-Man mit dem Speer weg"}),
    ("schmettert die Axt gegen He-Man", Why.NOT_UNDERSTOOD, {"rest": "schmettert die Axt gegen He-Man"}),
    ("trifft auf He-Man mit dem Schwert", Why.NOT_UNDERSTOOD, {"rest": "trifft auf He-Man mit dem Schwert"}),
    ("trifft He-Man mit der Axt", Why.VERB_MISSING, {"rest": "trifft He-Man mit der Axt"}),
    (
        "wird von He-Man mit dem Schwert getroffen",
        Why.NOT_UNDERSTOOD,
        {"rest": "wird von He-Man mit dem Schwert getroffen"},
    ),
    # a weapon or agility that may be for something else
    ("greift He-Man mit der Axt an und benutzt das Schwert", Why.ONE_WEAPON, {"names": ("Axt", "Schwert")}),
    ("greift He-Man an, danach benutzt er das Schwert", Why.NOT_UNDERSTOOD, {"rest": "benutzt er das Schwert"}),
    ("geht nach C5 und benutzt das Schwert", Why.NOT_UNDERSTOOD, {"rest": "benutzt das Schwert"}),
    ("benutzt das Schwert gegen He-Man", Why.VERB_MISSING, {"rest": "benutzt das Schwert gegen He-Man"}),
    ("greift He-Man an, wobei er nach C5 geht", Why.NOT_UNDERSTOOD, {"rest": "nach C5 geht"}),
    ("schießt auf Teela, wobei Orko zusieht", Why.VERB_MISSING, {"rest": "Orko zusieht"}),
    ("weicht He-Man aus, weicht Trap-Jaw aus und setzt 2 Beweglichkeit ein", Why.WHICH_STAKE, {}),
    # what is told before an order and may be more
    ("malt sich aus, er greift He-Man an", Why.NOT_UNDERSTOOD, {"rest": "malt"}),
    ("verzichtet diesmal und greift He-Man an", Why.NOT_UNDERSTOOD, {"rest": "verzichtet"}),
    ("schubst ihn weg und wartet", Why.NOT_UNDERSTOOD, {"rest": "schubst"}),
    ("schubst Teela weg und wartet", Why.NOT_UNDERSTOOD, {"rest": "schubst"}),
    ("lacht Tela aus und greift He-Man an", Why.NOT_UNDERSTOOD, {"rest": "lacht Tela aus"}),
    ("kratzt sich vielleicht am Kopf und wartet", Why.NOT_UNDERSTOOD, {"rest": "kratzt sich vielleicht"}),
    ("ne, greift He-Man an", Why.NOT_UNDERSTOOD, {"rest": "ne"}),
    # a verb of an order that is not read is never mere speech
    ("bleibt bei den Toren", Why.NOT_UNDERSTOOD, {"rest": "bei den Toren"}),
    ("ich bleib bei den Toren", Why.NOT_UNDERSTOOD, {"rest": "bei den Toren"}),
    ("will He-Man fesseln", Why.VERB_MISSING, {"rest": "will He-Man fesseln"}),
    ("Ich warte nicht länger.", Why.NEGATED, {}),
    ("halten", Why.WEAPON_MISSING, {}),
    # a lone verb one slip away
    ("parriert", Why.MISSPELT_VERB, {"written": "parriert", "verb": "pariert"}),
    ("wiedersteht", Why.MISSPELT_VERB, {"written": "wiedersteht", "verb": "widersteht"}),
    ("greit an", Why.MISSPELT_VERB, {"written": "greit", "verb": "greift"}),
    ("greit He-Man an", Why.MISSPELT_VERB, {"written": "greit", "verb": "greift"}),
    ("bleipt stehen", Why.MISSPELT_VERB, {"written": "bleipt", "verb": "bleibt"}),
    ("lädd nach", Why.MISSPELT_VERB, {"written": "lädd", "verb": "lädt"}),
    ("stet auf", Why.MISSPELT_VERB, {"written": "stet", "verb": "steht"}),
    ("ferig", Why.MISSPELT_VERB, {"written": "ferig", "verb": "fertig"}),
    ("nimt die Axt", Why.MISSPELT_VERB, {"written": "nimt", "verb": "nimmt"}),
    ("laüft nach C5", Why.MISSPELT_VERB, {"written": "laüft", "verb": "läuft"}),
    ("geht nach C5 und schlgt He-Man", Why.MISSPELT_VERB, {"written": "schlgt", "verb": "schlägt"}),
    # a mark where a part of the body would stand
    ("hebt ? und wartet", Why.NOT_UNDERSTOOD, {"rest": "?"}),
    # reasons that may be more than a reason
    ("Da er seine Axt vermisst, greift er He-Man an", Why.NOT_UNDERSTOOD, {"rest": "vermisst"}),
    ("Weil He-Man ihn gleich angreift, geht er nach C5", Why.NOT_UNDERSTOOD, {"rest": "Weil"}),
]


@pytest.mark.parametrize(("words", "why", "facts"), SYNTAX)
def test_syntax(words: str, why: Why, facts: dict[str, object]):
    refusal = error(f"Skeletor: {words}")
    assert (refusal.code, refusal.why, refusal.facts) == (GeneralCode.SYNTAX, why, facts)


UNKNOWN: list[tuple[str, Why, str, tuple[str, ...]]] = [
    ("greift Zora an", Why.UNKNOWN_FIGURE, "Zora", ()),
    ("greift Hemann an", Why.UNKNOWN_FIGURE, "Hemann", ("He-Man",)),
    ("greift den Hemann mit der Axt an", Why.UNKNOWN_FIGURE, "Hemann", ("He-Man",)),
    ("schießt auf Tela", Why.UNKNOWN_FIGURE, "Tela", ("Teela",)),
    ("greift He-Man mit der Akst an", Why.UNKNOWN_WEAPON, "Akst", ("Axt",)),
    ("hebt den Sper auf", Why.UNKNOWN_WEAPON, "Sper", ("Speer",)),
    ("hält das Schwerd", Why.UNKNOWN_WEAPON, "Schwerd", ("Schwert",)),
    ("pariert mit dem Lappen", Why.UNKNOWN_WEAPON, "Lappen", ()),
    ("zaubert Blizt auf Stratos", Why.UNKNOWN_SPELL, "Blizt", ("Blitz",)),
    ("wedelt mit der Akst und greift He-Man an", Why.UNKNOWN_WEAPON, "Akst", ("Axt",)),
    ("foltert Orkko", Why.UNKNOWN_FIGURE, "Orkko", ("Orko",)),
    ("weicht Trapp-Jaw aus", Why.UNKNOWN_FIGURE, "Trapp-Jaw", ("Trap-Jaw",)),
    ("schießt auf Stratoz", Why.UNKNOWN_FIGURE, "Stratoz", ("Stratos",)),
    ("schießt auf Evil-Lynn", Why.UNKNOWN_FIGURE, "Evil-Lynn", ("Evil-Lyn",)),
    ("zaubert Blitz auf Ram-Mann", Why.UNKNOWN_FIGURE, "Ram-Mann", ("Ram Man",)),
    ("Laser auf Marzo", Why.UNKNOWN_FIGURE, "Marzo", ()),
    ("Laser auf Tela", Why.UNKNOWN_FIGURE, "Tela", ("Teela",)),
    ("entwaffnet Mann-at-Arms", Why.UNKNOWN_FIGURE, "Mann-at-Arms", ("Man-at-Arms",)),
]


@pytest.mark.parametrize(("words", "why", "name", "suggestions"), UNKNOWN)
def test_a_typo_is_never_guessed(words: str, why: Why, name: str, suggestions: tuple[str, ...]):
    refusal = error(f"Skeletor: {words}")
    assert (refusal.code, refusal.why) == (GeneralCode.UNKNOWN_NAME, why)
    assert refusal.facts["name"] == name
    found = refusal.facts["suggestions"]
    assert isinstance(found, tuple)
    assert found[: len(suggestions)] == suggestions


def test_several_figures_order_one_by_one():
    refusal = error("Skeletor und Beast Man: warten")
    assert (refusal.code, refusal.why) == (GeneralCode.SYNTAX, Why.SEVERAL_FIGURES)
    assert refusal.facts == {"names": ("Skeletor", "Beast Man")}
    assert error("Alle: gehen nach C5").why == Why.SEVERAL_FIGURES
    assert READER.read("Skeletor und Beast Man: Muahaha!").lines == ()


def test_ambiguous_beginnings():
    refusal = error("Skeletor: greift Man mit der Axt an")
    assert isinstance(refusal, Ambiguous)
    assert refusal.candidates == ("Man-at-Arms", "Man-E-Faces")
    assert error("Skeletor: greift He-Man mit dem Sch an").facts["name"] == "Sch"


def test_beginnings_that_fit_one_name():
    assert commands("Skeletor: greift Man-at mit dem Hav an") == (
        Attack(FigureName("Skeletor"), FigureName("Man-at-Arms"), WeaponName("Havoc-Stab")),
    )


def test_a_full_name_wins_over_a_longer_one_it_begins():
    assert commands("Skeletor: greift Teela mit dem Schwert an") == (
        Attack(FigureName("Skeletor"), FigureName("Teela"), WeaponName("Schwert")),
    )


@pytest.mark.parametrize(
    "words", ["Nimm das!", "Das passt mir nicht", "He-Man!", "Komm her, He-Man!", "Nicht mit mir, He-Man"]
)
def test_everyday_verbs_and_names_in_dialogue_are_speech(words: str):
    assert line(f"Skeletor: {words}").kind is LineKind.SPEECH


@pytest.mark.parametrize(
    "words",
    [
        *("Greif doch an, He-Man!", "Greif ruhig an, He-Man.", "Schlag mich, He-Man!", "Schieß nur, Teela!"),
        *("Greif mich an, He-Man! Ich warte.", "Schlag nur zu!", "Wartet nur, ihr Narren!", "Lauf um dein Leben!"),
        *("Ich schlage dich zu Brei, He-Man!", "Gref an, He-Man!", "brüllt: Ich greife He-Man an!", "Feuer!"),
    ],
)
def test_taunts_and_cries_are_speech(words: str):
    assert line(f"Skeletor: {words}").kind is LineKind.SPEECH


@pytest.mark.parametrize(
    "words", ["greif He-Man an!", "Greif He-Man an", "Greif doch He-Man an", "greift doch He-Man an!"]
)
def test_an_imperative_is_an_order_all_the_same(words: str):
    assert commands(f"Skeletor: {words}") == (Attack(FigureName("Skeletor"), FigureName("He-Man")),)


ODD = Reader(
    Vocabulary(
        figures=(
            *(("C5", ()), ("He-Man (Battle Cat)", ()), ("He-Man", ()), ("Dr. Doom", ()), ("Skeletor & Panthor", ())),
            *(("Zoë", ()), ("R2-D2", ()), ("Ärgerle", ()), ("Blitz", ()), ("Anna", ()), ("Ann", ("Anna",))),
        ),
        weapons=(("Blitz", ()), ("B4", ()), ("Faust des Todes", ()), ("Streit-Axt", ())),
    )
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("C5: geht nach C5", Walk(FigureName("C5"), Field(3, 5))),
        ("C5: greift C5 an", Attack(FigureName("C5"), FigureName("C5"))),
        ("He-Man: greift He-Man (Battle Cat) an", Attack(FigureName("He-Man"), FigureName("He-Man (Battle Cat)"))),
        ("Dr Doom: greift Dr. Doom an", Attack(FigureName("Dr. Doom"), FigureName("Dr. Doom"))),
        ("Skeletor & Panthor: geht nach C5", Walk(FigureName("Skeletor & Panthor"), Field(3, 5))),
        ("Zoe: geht nach C5", Walk(FigureName("Zoë"), Field(3, 5))),
        ("R2D2: greift Aergerle an", Attack(FigureName("R2-D2"), FigureName("Ärgerle"))),
        ("Zoë: zaubert Blitz auf Blitz", Cast(FigureName("Zoë"), Spell.LIGHTNING, FigureName("Blitz"))),
        ("Zoë: wirft Blitz auf Anna", Shoot(FigureName("Zoë"), ((FigureName("Anna"), 1),), WeaponName("Blitz"))),
        ("Zoë: zieht nach B4", Walk(FigureName("Zoë"), Field(2, 4))),
        (
            "Zoë: greift Ann mit der Faust des Todes an",
            Attack(FigureName("Zoë"), FigureName("Ann"), WeaponName("Faust des Todes")),
        ),
        ("Zoë: greift Ann mit der Faust an", Attack(FigureName("Zoë"), FigureName("Ann"), BARE_HAND.name)),
        ("Zoë: haut Anna mit der Streitaxt", Attack(FigureName("Zoë"), FigureName("Anna"), WeaponName("Streit-Axt"))),
    ],
)
def test_odd_names(text: str, expected: object):
    assert [one.commands or one.error for one in ODD.read(text).lines] == [(expected,)]


def test_a_battle_without_names_reads_too():
    assert Reader(Vocabulary()).read("Skeletor: geht nach C5\nSL: weiter\nfertig").lines[0].error is not None
