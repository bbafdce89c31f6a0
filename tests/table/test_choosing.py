"""Choosing with a finger, with keys, and where no script runs: always a line in the draft, which is then posted."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.table.conftest import Site

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

# All that a page of a battle may weigh; what the browser keeps (style, script) comes once.
MOST_BYTES = 150_000


@pytest.fixture
def page(chromium: "Browser") -> "Iterator[Page]":
    context = chromium.new_context(viewport={"width": 1400, "height": 900})
    yield context.new_page()
    context.close()


@pytest.fixture
def scriptless(chromium: "Browser") -> "Iterator[Page]":
    context = chromium.new_context(viewport={"width": 360, "height": 740}, java_script_enabled=False)
    yield context.new_page()
    context.close()


def battle(site: Site, stage: str, more: str = "") -> str:
    return f"{site.address}/schlacht/{site.battles[stage]}{more}"


def draft(page: "Page") -> str:
    return page.get_by_label("Dein Beitrag").input_value()


def comes_into_sight(page: "Page", what: "Locator") -> bool:
    """Tell whether the browser scrolls there, in its own time."""
    for _ in range(200):
        box = what.bounding_box()
        if box is not None and -50 <= box["y"] < 700:
            return True
        page.wait_for_timeout(50)
    return False


def chosen(page: "Page") -> str:
    return page.locator(".tab[aria-pressed=true]").inner_text()


def test_reactions_come_first_and_lead_from_figure_to_figure(page: "Page", site: Site):
    page.goto(battle(site, "reactions"))
    assert page.get_by_label("Ich schreibe als").input_value() == "Dirk"
    assert page.locator("[data-part='choices'] h3").first.inner_text() == "Reagieren auf Skeletor (Nahkampf)"
    page.get_by_role("button", name="Parade (Machtschwert)").click()
    page.get_by_role("button", name="Widerstand mit 3").click()
    assert chosen(page).startswith("Teela")
    # Another choice takes the place of the one before.
    page.get_by_role("button", name="Widerstand mit 5").click()
    assert draft(page) == "He-Man: pariert Skeletor\nTeela: widersteht Beast Man mit 5"
    page.locator(".understood").nth(1).wait_for()
    assert page.locator(".understood.fault").count() == 0


def test_fields_are_chosen_on_the_board_and_from_a_list(page: "Page", site: Site):
    page.goto(battle(site, "vast", "?figur=Skeletor"))
    page.locator("[data-part='board'] [data-field='H9']").click()
    assert draft(page) == "Skeletor: geht nach H9"
    page.locator("[data-part='board'] [data-field='G7']").press("Enter")
    assert draft(page) == "Skeletor: geht nach G7"
    page.get_by_role("combobox", name="Laufen").select_option("Skeletor: geht nach A3")
    page.get_by_role("button", name="Laufen").click()
    assert draft(page) == "Skeletor: geht nach A3"
    page.locator("[data-part='board'] [data-field='F1']").click()
    page.get_by_role("button", name="Zaubern: Blitz auf He-Man").press("Enter")
    assert draft(page) == "Skeletor: geht nach A3\nSkeletor: zaubert Blitz auf He-Man"
    assert page.locator(".picker").is_hidden()
    # Only the fields of the open figure can be chosen.
    page.get_by_role("button", name="Tri-Klops").click()
    page.locator(".board-target[href*='figur=Tri-Klops']").first.wait_for()
    assert page.locator(".board-target[href*='figur=Skeletor']").count() == 0


def test_all_that_goes_without_a_script(scriptless: "Page", site: Site):
    page = scriptless
    page.goto(battle(site, "vast", "?figur=Skeletor"))
    page.locator("[data-part='board'] [data-field='H9']").click()
    assert draft(page) == "Skeletor: geht nach H9"
    page.locator("[data-part='board'] [data-field='F1']").click()
    page.locator(".there button", has_text="Folter auf He-Man").click()
    page.get_by_role("button", name="Trap-Jaw").click()
    assert chosen(page) == "Trap-Jaw"
    page.get_by_role("combobox", name="Laufen").select_option("Trap-Jaw: geht nach A2")
    page.get_by_role("button", name="Laufen").click()
    lines = ["Skeletor: geht nach H9", "Skeletor: zaubert Folter auf He-Man", "Trap-Jaw: geht nach A2"]
    assert draft(page).splitlines() == lines
    page.goto(battle(site, "reactions"))
    page.get_by_role("button", name="Parade (Machtschwert)").click()
    assert chosen(page) == "Teela"


def test_the_game_master_sets_right_and_goes_back(scriptless: "Page", site: Site):
    page = scriptless
    page.goto(battle(site, "moves", "?als=SL"))
    back = page.get_by_role("link", name="bis hier zurück")
    assert back.count() == page.locator(".post .number").count() - 1
    back.first.click()
    assert draft(page).startswith("SL: rückgängig bis ")
    page.get_by_label("Dein Beitrag").fill("Der Würfel fiel vom Tisch.")
    page.get_by_text("Etwas richtigstellen").click()
    page.get_by_label("Figur", exact=True).select_option("Stratos")
    page.get_by_label("Neuer Wert").fill("7")
    page.get_by_label("Grund").fill("weil der Würfel vom Tisch fiel")
    page.get_by_label("Grund").press("Enter")
    assert draft(page) == "Der Würfel fiel vom Tisch.\nSL: Stratos Leben 7, weil der Würfel vom Tisch fiel"


def test_after_posting_one_sees_the_answer(page: "Page", site: Site):
    page.goto(battle(site, "moves", "?als=Bernd#neu"))
    page.get_by_label("Dein Beitrag").fill("Beast Man: geht nach A5")
    page.get_by_role("button", name="Posten").click()
    answer = page.locator(".post .referee", has_text="Beast Man geht von C1 nach A5")
    answer.wait_for()
    box = answer.bounding_box()
    assert box is not None
    assert 0 <= box["y"] < 700
    assert draft(page) == ""


def test_a_refused_post_comes_back_with_what_is_wrong(scriptless: "Page", site: Site):
    page = scriptless
    page.goto(battle(site, "vast", "?figur=Tri-Klops"))
    page.get_by_label("Dein Beitrag").fill("Tri-Klops: geht nach Z9")
    page.get_by_role("button", name="Posten").click()
    fault = page.get_by_role("alert")
    assert "Tri-Klops" in fault.inner_text()
    assert comes_into_sight(page, fault)
    assert draft(page) == "Tri-Klops: geht nach Z9"


@pytest.mark.parametrize("stage", ["reactions", "moves", "vast"])
def test_a_page_is_light(page: "Page", site: Site, stage: str):
    for writer in ("Bernd", "SL"):
        response = page.goto(battle(site, stage, f"?als={writer}&figur=Skeletor"))
        assert response is not None
        assert len(response.body()) < MOST_BYTES
