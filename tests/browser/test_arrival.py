"""The Arrival in a real browser: secrets, menus, a whole game."""

from __future__ import annotations

import re
from random import Random

import pytest
from playwright.sync_api import Locator, Page, Response, expect

from brehon.core.fair import seeded_secret
from brehon.core.match import Match
from brehon.core.record import read_record
from brehon.core.text import Speaker
from brehon.core.verification import replay
from tests.browser.people import (
    WINTER_SEED,
    Crowd,
    choose,
    expect_at_least,
    expect_no_reload,
    expect_past,
    is_over,
    mark_document,
    ply,
    sensible,
    whole_answers,
)
from tests.browser.test_looks import check, open_details

pytestmark = pytest.mark.browser
SECRET = seeded_secret(WINTER_SEED)
HEAR_THE_BELL = """
window.rung = [];
window.EventSource = class extends EventSource {
  constructor(...all) { super(...all); window.bell = this; this.addEventListener("message", (event) => window.rung.push(event.data)); }
};
"""


class Ear:
    """Everything that a page receives: every body by its ply, and every word of the bell."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.answers: list[Response] = []
        self.bodies: list[tuple[int, str]] = []  # ply and body
        page.add_init_script(HEAR_THE_BELL)
        whole_answers(page)
        page.on("response", self._hear)

    def _hear(self, answer: Response) -> None:
        if "/static/" not in answer.url:  # these are the same for everybody
            self.answers.append(answer)

    def listen(self) -> list[tuple[int, str]]:
        """Read what has come in; all of it so far."""
        waiting, self.answers = self.answers, []
        for answer in waiting:
            if "event-stream" in answer.headers.get("content-type", "") or answer.status in (301, 302, 303, 304):
                continue
            body = answer.text()
            found = re.search(r'data-ply="(\d+)"', body)
            self.bodies.append((int(found[1]) if found else -1, body))
        return self.bodies

    def bell(self) -> list[str]:
        rung: list[str] = self.page.evaluate("window.rung")
        return rung


def sit_down(crowd: Crowd, third: str = "", fourth: str = "") -> tuple[Page, Page, Ear]:
    """Ann and Bo at a table of The Arrival, alone or with bots; what Bo's page receives is heard."""
    ann, bo = crowd.person(reduced_motion="reduce"), crowd.person(reduced_motion="reduce")
    ear = Ear(bo)
    crowd.set_up(ann, "Ann", "me", "friend", third, fourth, game="arrival")
    bo.goto(ann.locator("#link-1").input_value())
    ear.listen()
    bo.get_by_label("Your name").fill("Bo")
    bo.get_by_role("button", name="Take the seat").click()
    expect(ann.locator("#people")).to_contain_text("Bo")
    ann.get_by_role("button", name="Start the game").click()
    for page in (ann, bo):
        expect(page.locator("#table")).to_have_attribute("data-state", "playing")
        mark_document(page)
    return ann, bo, ear


def on_turn(ann: Page, bo: Page) -> tuple[Page, Page]:
    """Who has to decide, once both pages show the same position."""
    latest = max(ply(ann), ply(bo))
    expect_at_least(ann, latest)
    expect_at_least(bo, latest)
    return (ann, bo) if ann.locator("#moves").count() else (bo, ann)


def is_blocking(page: Page) -> bool:
    return page.locator("#board [id^=section-][data-action]").count() > 0


def section(page: Page, seat: int, number: int) -> Locator:
    return page.locator(f"#section-{seat}-{number}")


def go_on(mover: Page, spot: Locator) -> int:
    """Click on the board; the ply after it."""
    before = ply(mover)
    spot.click()
    return expect_past(mover, before)


STEP = """() => {
  const choose = (one) => { one.click(); document.getElementById("action-confirm")?.click(); };
  const all = [...document.querySelectorAll("#moves button")];
  for (const verb of ["Land", "Draw", "Spread", "Take", "Pass", "Keep 0 discs, 0 swords"]) {
    const found = all.find((one) => one.textContent.startsWith(verb));
    if (found) return choose(found);
  }
  choose(all[0]);
}"""


def step(mover: Page) -> None:
    """The first button that leads to the end, clicked at once: settle, spread what one has, pass."""
    before = ply(mover)
    mover.evaluate(STEP)
    expect_at_least(mover, before + 1)


def play_to_the_blocking(ann: Page, bo: Page) -> None:
    for _ in range(10):  # two landings, eight cards
        step(on_turn(ann, bo)[0])
    on_turn(ann, bo)
    assert is_blocking(ann)
    assert is_blocking(bo)


# -- secrets


def test_nothing_that_a_page_receives_depends_on_the_other_one_s_sealed_block(crowd: Crowd) -> None:
    heard: list[list[str]] = []
    for choice in (0, 2):  # given: twice the same table, the same chance, the same moves
        ann, bo, ear = sit_down(crowd)
        play_to_the_blocking(ann, bo)
        ear.listen()
        start = len(ear.bodies)
        before = ply(bo)
        after = go_on(ann, section(ann, 0, choice))  # when: Ann blocks another section
        assert after == before + 1
        expect_at_least(bo, after)
        expect(bo.locator("#board")).to_contain_text("has chosen")  # Bo sees that, but not what
        expect(ann.locator(f"#blocker-0-1, #section-0-{choice}[role=img]").first).to_be_attached()
        assert bo.locator("[id^=blocker-]").count() == 0
        table = bo.url.rpartition("/")[2]
        record = bo.request.get(f"{bo.url}/record")
        assert record.status == 409  # it would hold the sealed choice
        assert "0 block" not in record.text()
        received = ear.listen()[start:]
        bodies = [
            body.replace(table, "TABLE") for number, body in received if number not in range(after)
        ]  # no late ones
        assert len(bodies) >= 1
        heard.append([*sorted(set(bodies)), *ear.bell()[-1:]])
        go_on(bo, section(bo, 1, 1))
        words = ["top", "middle", "bottom"]
        expect(bo.locator("#log")).to_contain_text(f"Ann blocks the {words[choice]} section")  # now it is open
    assert heard[0] == heard[1]  # then: byte by byte the same


# -- a whole game


def test_two_people_play_a_whole_game_with_secret_blocking_and_spreading_by_a_menu(crowd: Crowd) -> None:
    ann, bo, ear = sit_down(crowd)  # given
    seals: list[tuple[int, int]] = []  # ply at which Ann had chosen, ply at which all had
    spread = 0
    for _ in range(400):  # when
        mover, other = on_turn(ann, bo)
        ear.listen()
        if is_over(ann):
            break
        if is_blocking(ann) and is_blocking(bo):
            seals.append(block_both(ann, bo))
        elif not spread and spread_openers(mover).count():
            spread += spread_by_menu(mover, other)
        else:
            step(mover)
    # then
    assert spread == 1
    assert len(seals) >= 4
    for page in (ann, bo):
        expect(page.locator("#result")).to_contain_text(re.compile("wins|You win|You came|the victory"))
        expect_no_reload(page)
    match = replay(read_record(bo.request.get(f"{bo.url}/record").text()))
    assert match.is_over
    bodies = ear.listen()
    expect_only_what_a_seat_may_know(match, 1, ["Ann", "Bo"], bodies)
    for sealed, revealed in seals:
        assert [body for number, body in bodies if sealed <= number < revealed], "nothing came under seal"
    assert all(bell.isdecimal() for bell in ear.bell())


def block_both(ann: Page, bo: Page) -> tuple[int, int]:
    """Ann first: Bo's page shows that she has chosen. Then Bo. The top is left open: it gives the most."""
    sealed = go_on(ann, ann.locator("#board [id^=section-0-][data-action]").last)
    expect_at_least(bo, sealed)
    expect(bo.locator("#board")).to_contain_text("has chosen")
    return sealed, go_on(bo, bo.locator("#board [id^=section-1-][data-action]").last)


def spread_openers(page: Page) -> Locator:
    """Places whose menu offers to spread, among other things."""
    return page.locator(".place:has(.menu [data-action][aria-label^='Spread']) > [data-menu]")


def spread_by_menu(mover: Page, other: Page) -> int:
    """A place where several things can be done opens a menu; Spread in it turns up a Fomori that both then see."""
    opener = spread_openers(mover).first
    place = opener.locator("xpath=..")
    name = place.get_attribute("data-place")
    menu = place.locator(".menu")
    expect(menu).to_be_hidden()
    opener.click()
    expect(menu).to_be_visible()
    expect(menu.locator("[data-action]").first).to_be_focused()
    mover.keyboard.press("Escape")  # closed again, nothing done
    expect(menu).to_be_hidden()
    expect(opener).to_be_focused()
    mover.keyboard.press("Enter")
    expect(menu).to_be_visible()
    mover.mouse.click(3, 3)  # a click elsewhere closes it too
    expect(menu).to_be_hidden()
    opener.click()
    before = ply(mover)
    assert mover.locator(f"#fomori-{name}").count() == other.locator(f"#fomori-{name}").count() == 0
    menu.locator("[data-action][aria-label^='Spread']").click()
    after = expect_past(mover, before)
    expect_at_least(other, after)
    for page in (mover, other):
        expect(page.locator(f"#fomori-{name}")).to_be_attached()
        expect(page.locator("#log")).to_contain_text(re.compile("An? (Sineach|Athach|Monghfinn) appears on"))
    return 1


def expect_only_what_a_seat_may_know(match: Match, seat: int, names: list[str], bodies: list[tuple[int, str]]) -> None:
    """Each board that came is drawn, byte by byte, from a state in which all that this seat cannot know is invented anew."""
    rng = Random(1)
    lines = match.record(reveal=True).plies
    shown = Match(match.rules, match.players, match.fair.secret, match.fair.words)
    face, say = match.rules.game.face(), Speaker("en", names)
    compared = 0
    for number, body in sorted(set(bodies)):
        if number < match.ply:
            assert SECRET not in body
        if 'id="board"' not in body:
            continue
        shown.resume(lines[shown.ply : number])
        true, shown.state = shown.state, shown.view(seat).determinize(rng)
        board = face.board(match.rules, shown.view(seat), shown.offers(seat), say, narrow=False)
        shown.state = true
        assert board in body, f"ply {number} tells more than {names[seat]} may know"
        compared += 1
    assert compared > 100


# -- menus by keyboard


def play_to_a_menu(crowd: Crowd, page: Page) -> None:
    """Against a bot, until some place offers several things."""
    crowd.set_up(page, "Ann", "me", "wanderer", "", "", game="arrival")
    for _ in range(60):
        expect(page.locator("#moves button").first).to_be_attached()
        if page.locator("#board [data-menu]").count():
            return
        before = ply(page)
        choose(sensible(page))
        expect_past(page, before)
    raise AssertionError("no place ever offers several things")


def test_a_menu_can_be_used_with_the_keyboard_alone_and_a_refusal_tells_every_reason(crowd: Crowd) -> None:
    page = crowd.person()
    play_to_a_menu(crowd, page)
    opener = page.locator("#board [data-menu]").first
    assert page.locator("#board [tabindex='0']").count() == 1
    opener.focus()
    expect(opener).to_have_attribute("tabindex", "0")
    page.keyboard.press("Space")
    items = opener.locator("xpath=..").locator(".menu .item")
    expect(items.first).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(items.nth(1)).to_be_focused()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowLeft")  # nothing there: the arrows stay in the menu
    expect(items.first).to_be_focused()
    before = ply(page)
    page.keyboard.press("Enter")
    expect_past(page, before)
    expect(page.locator(".menu:visible")).to_have_count(0)
    expect(page).to_have_title(re.compile("^Your turn"))
    expect(page.locator("#board :focus")).to_have_count(1)  # the focus is not lost
    several = page.locator(".place > [data-why]").evaluate_all(
        "all => all.map(one => [one.id, one.getAttribute('aria-label').split('\\n').filter(line => line.includes('AR-'))])"
    )
    ident, reasons = max(several, key=lambda entry: len(entry[1]))
    assert len(reasons) > 1
    page.locator(f"#{ident}").click(force=True)
    expect(page.locator("#notice")).to_have_text("\n".join(reasons), use_inner_text=True)


def test_a_menu_stays_open_when_the_same_position_is_read_again(crowd: Crowd) -> None:
    page = crowd.person()
    page.add_init_script(HEAR_THE_BELL)
    play_to_a_menu(crowd, page)
    opener = page.locator("#board [data-menu]").first
    opener.click()
    with page.expect_response(re.compile("/fragment$")):  # when: a bell that is ahead of the table
        page.evaluate("bell.dispatchEvent(new MessageEvent('message', { data: '99999' }))")
    page.wait_for_timeout(300)
    expect(page.locator(".menu:visible")).to_have_count(1)  # then
    expect(opener).to_have_attribute("aria-expanded", "true")
    expect(page.locator(".menu:visible .item").first).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator(".menu:visible")).to_have_count(0)


# -- looks


@pytest.mark.parametrize(("width", "height", "scheme"), [(1280, 800, "light"), (390, 844, "dark")])
def test_the_table_is_accessible_and_fits_the_screen(crowd: Crowd, width: int, height: int, scheme: str) -> None:
    page = crowd.person(width, height, color_scheme=scheme)
    play_to_a_menu(crowd, page)
    page.wait_for_timeout(500)
    open_details(page)
    check(page, "table", width)
    page.locator("#board [data-menu]").first.click()
    expect(page.locator(".menu:visible")).to_have_count(1)
    check(page, "table with an open menu", width)
    page.goto(f"{crowd.url}/howto/arrival")
    check(page, "how to play", width)


def test_how_to_play_is_linked_and_comes_in_the_reader_s_language(crowd: Crowd) -> None:
    page = crowd.person()
    page.goto(f"{crowd.url}/?game=arrival")
    page.get_by_role("link", name="How to play").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("How to play The Arrival")
    page.get_by_role("button", name="Deutsch").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("So spielt man The Arrival")
    expect(page.locator("table").last).to_contain_text("Stunde der Baumeister")
