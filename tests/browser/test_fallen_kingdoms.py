"""Fallen Kingdoms in a real browser: gods chosen in secret, a battle with a retreat, an invasion."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

import pytest
from playwright.sync_api import Locator, Page, expect

from brehon.core import registry
from brehon.core.fair import seeded_secret
from brehon.core.match import Match
from brehon.core.record import Player
from brehon.core.text import Speaker
from brehon.games.fallen_kingdoms import actions as a
from brehon.games.fallen_kingdoms import events as e
from brehon.games.fallen_kingdoms.data import GODS
from brehon.games.fallen_kingdoms.state import CHOOSE_GOD
from brehon.games.fallen_kingdoms.svg_words import GOD_NAMES
from tests.browser.people import (
    WINTER_SEED,
    Crowd,
    ask_every_time,
    choose,
    expect_at_least,
    expect_no_reload,
    expect_past,
    mark_document,
    ply,
)
from tests.browser.test_arrival import Ear
from tests.browser.test_looks import check, open_details
from tests.waiting import wait_until

pytestmark = pytest.mark.browser
NAME = "fallen-kingdoms"
RULES = registry.make_ruleset(registry.game(NAME), 3, {})
SECRET = seeded_secret(WINTER_SEED)  # of every table of the test server: what chance will do is known here
PEOPLE = ["Ann", "Bo", "Cy"]


# -- a story that is known before it is clicked


@dataclass
class Story:
    """The decisions of a first round, up to the new temple of the first invader."""

    moves: list[tuple[int, int]] = field(default_factory=list)  # seat, action
    kinds: list[int] = field(default_factory=list)  # of these actions
    events: set[int] = field(default_factory=set)

    def is_told(self) -> bool:
        """With a battle, dice, a retreat of each side, a surrender and a strike from beyond the rim."""
        wanted = {a.RETREAT, a.FLEE, a.ROLL, a.SURRENDER, a.PATH, a.TEMPLE}
        return wanted <= set(self.kinds) and {e.BATTLE, e.ROLLED, e.KILLED, e.STRUCK} <= self.events


def new_match() -> Match:
    match = Match(RULES, [Player(name) for name in PEOPLE], SECRET)
    match.start()
    return match


def tell(seed: int, longest: int) -> Story:
    """Random play in which everybody invades who can."""
    rng, match, story = Random(seed), new_match(), Story()
    while len(story.moves) < longest and not (story.kinds and story.kinds[-1] == a.TEMPLE):
        seat = match.state.to_move()
        legal = match.legal(seat)
        eager = [action for action in legal if RULES.space.kind_of[action] in (a.INVADE, a.PATH)]
        choices = eager or legal
        action = choices[int(rng.random() * len(choices))]
        match.play(seat, action)
        story.moves.append((seat, action))
        story.kinds.append(RULES.space.kind_of[action])
    story.events = {event.kind for events in match.events for event in events}
    return story


def find_story() -> Story:
    """The first of many that has everything in it and is not long."""
    for seed in range(3000):
        story = tell(seed, longest=105)
        if story.is_told():
            return story
    raise AssertionError("no first round has a battle with retreats and an invasion")


# -- at the table


def sit_down(crowd: Crowd) -> tuple[list[Page], Ear]:
    """Three people in windows of their own; what Bo's page receives is heard."""
    ann, bo, cy = pages = [crowd.person() for _ in PEOPLE]
    ear = Ear(bo)
    crowd.set_up(ann, "Ann", "me", "friend", "friend", "", "", "", game=NAME)
    for seat, page in ((1, bo), (2, cy)):
        page.goto(ann.locator(f"#link-{seat}").input_value())
        ear.listen()  # a body is gone when the page goes on
        page.get_by_label("Your name").fill(PEOPLE[seat])
        page.get_by_role("button", name="Take the seat").click()
        expect(ann.locator("#people")).to_contain_text(PEOPLE[seat])
    expect(ann.get_by_role("button", name="Start the game")).to_be_visible()
    ear.listen()
    ear.bodies.clear()
    ann.get_by_role("button", name="Start the game").click()
    for page in pages:
        expect(page.locator("#table")).to_have_attribute("data-state", "playing")
        mark_document(page)
        ask_every_time(page)
    expect_same_version(
        pages
    )  # what each has switched has arrived everywhere; how many steps a page saw of it is chance
    ear.listen()
    ear.bodies.clear()
    return pages, ear


def expect_same_version(pages: Sequence[Page]) -> None:
    """All pages show the newest version, and still do after a moment."""
    seen: list[set[str | None]] = []
    for _ in range(40):
        seen.append({page.locator("#table").get_attribute("data-version") for page in pages})
        if len(seen) > 1 and seen[-1] == seen[-2] and len(seen[-1]) == 1:
            return
        pages[0].wait_for_timeout(300)
    raise AssertionError(f"the pages show different versions: {seen[-1]}")


def spot(page: Page, action: int) -> Locator:
    return page.locator(f"#board [data-action='{action}']").first


def decide(page: Page, action: int) -> int:
    """Click where the board offers an action; the ply after it. On the map, orders are dragged: their steps are in the list."""
    before = ply(page)
    if RULES.space.kind_of[action] in (a.FROM, a.TO, a.SEND):
        page.locator(f"#move-{action}").dispatch_event("click")
    else:
        spot(page, action).click()
        if page.locator("#action-confirm").is_visible():
            page.locator("#action-confirm").click()
    return expect_past(page, before)


# -- secrets


def dealt(match: Match, seat: int) -> list[int]:
    """The god cards of a seat."""
    return [RULES.space.arg(action) for action in match.legal(seat)]


def without_what_is_always_there(body: str) -> str:
    """Every board defines the pictures of all nine gods, and every record gives the options of the rules."""
    pictures = re.findall(r'<symbol id="fk-god-(\w+)"', body)
    assert pictures in ([], GODS)
    return re.sub(r'<symbol id="[\w-]+"|"loki_chooser": ?"loki"', "", body)


def is_waiting_room(body: str) -> bool:
    """It names a god among the options of the rules, and no card has been dealt; it may come late, after the start."""
    return 'data-state="waiting"' in body


def tells_of(god: int) -> re.Pattern[str]:
    """The god as people read it and as records write it."""
    return re.compile(rf"\b({re.escape(GOD_NAMES[god])}|{GODS[god]})\b")


@pytest.mark.rule("FK-3.3", "FK-3.4")
def test_nothing_that_a_page_receives_tells_which_gods_the_others_have_before_all_have_chosen(crowd: Crowd) -> None:
    match = new_match()  # given
    own = dealt(match, 1)
    others = [god for seat in (0, 2) for god in dealt(match, seat)]
    assert len(others) == 4
    assert not set(own) & set(others)
    heard: list[list[str]] = []
    for choice in (0, 1):
        pages, ear = sit_down(crowd)
        ann, bo, cy = pages
        table = bo.url.rpartition("/")[2]
        for number in (0, 2):
            decide(pages[number], match.legal(number)[choice])  # when
            expect_at_least(bo, ply(pages[number]))
        extra = [bo.request.get(f"{bo.url}{tail}").text() for tail in ("", "/fragment", "/record", "/replay")]
        received = [body for _, body in ear.listen() if not is_waiting_room(body)]
        raw = [re.sub(r'data-nudge-in="\d+"', "", body.replace(table, "TABLE")) for body in received + extra]  # a clock
        bodies = [without_what_is_always_there(body) for body in raw]
        for body in bodies:  # then
            assert SECRET not in body
            for god in others:
                assert not tells_of(god).search(body), f"{GODS[god]} is told before the choice is open"
        for god in own:  # a check that could fail
            assert any(tells_of(god).search(body) for body in bodies)
        heard.append(
            sorted({body for body in raw if 'id="table"' in body})
        )  # not the list of who is here: a matter of time
        after = decide(bo, match.legal(1)[0])
        for page in (ann, bo, cy):  # now it is open
            expect_at_least(page, after)
            for seat, taken in ((0, choice), (1, 0), (2, choice)):
                name = GOD_NAMES[dealt(match, seat)[taken]]
                expect(page.locator("#log")).to_contain_text(f"{PEOPLE[seat]} serves {name}")
    assert len(heard[0]) > 2
    assert heard[0] == heard[1]  # whatever the others choose, Bo's pages are the same byte by byte


# -- a round


def test_three_people_click_through_a_battle_with_retreats_and_an_invasion(crowd: Crowd) -> None:
    story = find_story()  # given
    pages, ear = sit_down(crowd)
    match = new_match()
    seen: set[int] = set()
    told: set[int] = set()
    for (seat, action), kind in zip(story.moves, story.kinds, strict=True):  # when
        page = pages[seat]
        expect_at_least(page, match.ply)
        assert ply(page) == match.ply
        if kind not in seen:
            look(kind, page)
            seen.add(kind)
        before = match.ply
        decide(page, action)
        match.play(seat, action)
        told |= expect_told(match, before, seat, page)
    assert told >= {e.BATTLE, e.ROLLED, e.KILLED, e.RETREATED, e.INVADES, e.STRUCK, e.TEMPLE_BUILT}  # then
    for page in pages:
        expect_at_least(page, match.ply)
        expect_no_reload(page)
    expect_only_what_bo_may_know(match, ear.listen())


def look(kind: int, page: Page) -> None:
    """What the page says when a decision of this kind is made for the first time."""
    words = {
        a.CHOOSE: "Everyone chooses a god in secret",
        a.PLACE: "Place group 1 of 7: three units in one city",
        a.SPEND: "Spend your free points",
        a.COMMIT: "Give orders",
        a.RETREAT: "roll or retreat?",
        a.FLEE: "roll or flee?",
        a.SURRENDER: "You surrender the old kingdom: to whom?",
        a.PATH: "You invade: by which path?",
        a.TEMPLE: "Raise a new temple",
    }
    if kind in words:
        expect(page.locator("#status")).to_contain_text(words[kind])
    if kind == a.COMMIT:
        refuse_once(page)


def refuse_once(page: Page) -> None:
    """A city that cannot be chosen says why not, by the rule's number."""
    before, notice = ply(page), page.locator("#notice")

    def is_refused() -> bool:
        """An update of the page may come between the click and the look: then the board, and its notice, are new ones."""
        page.locator("#board [data-why]").first.click(force=True)
        page.wait_for_timeout(200)
        return re.search(r"FK-\d+\.\d+", notice.inner_text()) is not None

    wait_until(is_refused, "the reason of a refusal")
    assert ply(page) == before


def expect_told(match: Match, since: int, seat: int, page: Page) -> set[int]:
    """The page tells what has happened since a ply, as far as the seat may know it; the kinds of these events."""
    say, face = Speaker("en", PEOPLE), RULES.game.face()
    told, found = page.locator("#log").inner_text(), set()
    for number, event in match.log(seat):
        message = face.event(RULES, event)
        if number >= since and message is not None:
            assert say(message) in told
            found.add(event.kind)
    return found


def expect_only_what_bo_may_know(match: Match, bodies: list[tuple[int, str]]) -> None:
    """Each board that Bo received is drawn, byte by byte, from a state in which all that he cannot know is invented anew."""
    rng, face, say = Random(1), RULES.game.face(), Speaker("en", PEOPLE)
    compared, sealed = set(), 0
    for number, body in bodies:
        assert SECRET not in body
        if 'id="board"' not in body or number in compared:
            continue
        past = match.at(number)
        sealed += past.state.view(1).phase == CHOOSE_GOD  # type: ignore[attr-defined]
        guess = past.view(1).determinize(rng)
        past.state = guess
        board = face.board(RULES, guess.view(1), past.offers(1), say, narrow=False)
        assert board in body, f"ply {number} tells more than Bo may know"
        compared.add(number)
    assert len(compared) > 30
    assert sealed


# -- looks


@pytest.mark.parametrize(("scheme", "width", "height"), [("light", 1280, 800), ("dark", 390, 844)])
def test_the_table_is_accessible_and_fits_the_screen(crowd: Crowd, scheme: str, width: int, height: int) -> None:
    page = crowd.person(width, height, color_scheme=scheme)
    crowd.set_up(page, "Ann", "me", "wanderer", "wanderer", "", "", "", game=NAME)
    for _ in range(9):  # a god, seven groups, a power
        expect(page.locator("#moves button").first).to_be_attached(timeout=60_000)
        before = ply(page)
        choose(page.locator("#moves button").first)
        expect_past(page, before)
    expect(page.locator("#moves button").first).to_be_visible(timeout=60_000)
    page.wait_for_timeout(500)  # until the pieces lie still
    open_details(page)
    check(page, "table", width)
    page.goto(f"{crowd.url}/howto/{NAME}")
    expect(page.get_by_role("heading", level=1)).to_have_text("How to play Fallen Kingdoms")
    check(page, "how to play", width)
