"""Every page, on a phone and on a large screen, light and dark: axe finds nothing, nothing sticks out, no error."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal

import pytest

from tests.table.conftest import Site

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

# What each page shows, by address; `{…}` is a battle by its stage.
PAGES = {
    "list": "/",
    "list, nothing found": "/?suche=nirgends",
    "figures, some, sorted": "/figuren?nur=fliegt&nach=value&ab=1",
    "weapons, some": "/waffen?nur=Schild",
    "new": "/neu?vorlage=hexenwald",
    "reactions": "/schlacht/{reactions}",
    "reactions, game master": "/schlacht/{reactions}?als=SL",
    "line-up phase": "/schlacht/{line-up, empty}",
    "placement": "/schlacht/{placement}",
    "moves, game master": "/schlacht/{moves}?als=SL&figur=Tri-Klops",
    "moves, a field": "/schlacht/{reactions}?als=SL&figur=He-Man&feld=C1",
    "paused": "/schlacht/{paused}?als=SL",
    "finished": "/schlacht/{finished}",
    "vast": "/schlacht/{vast}",
    "line-up, empty": "/schlacht/{line-up, empty}/aufstellung",
    "line-up, some": "/schlacht/{line-up, some}/aufstellung",
    "past": "/schlacht/{reactions}/rueckblick/6",
    "dice": "/schlacht/{reactions}/wuerfel",
    "dice, proof": "/schlacht/{finished}/wuerfel",
    "seats": "/schlacht/{reactions}/plaetze",
    "nowhere": "/nirgends",
}
# Each page large and light, small and dark; the others would find the same.
LOOKS: dict[str, tuple[int, Literal["light", "dark"]]] = {"large, light": (1400, "light"), "phone, dark": (360, "dark")}


@pytest.fixture(scope="module", params=LOOKS)
def page(chromium: "Browser", request: pytest.FixtureRequest) -> "Iterator[Page]":
    width, scheme = LOOKS[request.param]
    context = chromium.new_context(
        viewport={"width": width, "height": 900}, color_scheme=scheme, reduced_motion="reduce"
    )
    yield context.new_page()
    context.close()


@pytest.mark.parametrize("shown", PAGES)
def test_axe_finds_nothing(page: "Page", site: Site, shown: str):
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(site.address + address(site, shown), wait_until="domcontentloaded")
    assert faults(page) == []
    assert sticking_out(page) == 0
    assert errors == []


@pytest.mark.parametrize("what", ["Eigene Figur dazu", "Eigene Waffe dazu"])
def test_axe_finds_nothing_in_the_forms_for_own_ones(page: "Page", site: Site, what: str):
    page.goto(f"{site.address}/neu", wait_until="domcontentloaded")
    page.get_by_role("button", name=what).click()
    for fold in page.locator("summary").all():
        fold.click()
    assert faults(page) == []
    assert sticking_out(page) == 0


def test_axe_finds_nothing_where_all_is_open(page: "Page", site: Site):
    page.goto(f"{site.address}/schlacht/{site.battles['vast']}?als=SL&figur=Skeletor", wait_until="domcontentloaded")
    for fold in page.locator("summary").all():
        fold.click()
    # More than one spell goes to He-Man's field: they are offered below the board.
    page.locator("[data-part='board'] [data-field='F1']").click()
    page.locator(".picker button").first.wait_for()
    page.get_by_label("Dein Beitrag").fill("Skeletor: geht nach Z99\nSL: Pause")
    page.locator(".understood").first.wait_for()
    assert faults(page) == []
    assert sticking_out(page) == 0


def address(site: Site, shown: str) -> str:
    """Return the address of a page."""
    where = PAGES[shown]
    for stage, number in site.battles.items():
        where = where.replace(f"{{{stage}}}", str(number))
    return where


def faults(page: "Page") -> list[str]:
    """Return what axe finds, with the place."""
    from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]

    found = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
    return [f"{fault['id']}: {node['target']} {node['failureSummary']}" for fault in found for node in fault["nodes"]]


def sticking_out(page: "Page") -> int:
    """Return by how many pixels the page is wider than the screen."""
    return int(page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))
