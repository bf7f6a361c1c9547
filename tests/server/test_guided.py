"""Guided first games: every guide keeps the laws, every wrong turn is answered, progress is kept, and nothing counts."""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from brehon.core import registry
from brehon.core.contract import Game
from brehon.core.guide import NO, Answer, Concept, Guide, Step
from brehon.core.text import LANGUAGES
from brehon.server.archive.results import finished_matches, settle
from brehon.server.learning.checker import (
    Report,
    check,
    check_data,
    check_order,
    check_texts,
    do,
    new_way,
    rules_of,
    walk,
)
from tests.server.conftest import both, opened
from tests.server.people import SCRIPT, Program, Visitor, key
from tests.server.transport import Transport

GUIDED = [name for name in registry.BUILTIN if registry.game(name).face().guide() is not None]
CONCEPTS = {  # what every learner must have met
    "armorica": {"reach", "sets", "majorities", "winter"},
    "arrival": {"blocking", "fame", "corruption", "spreading", "repelling", "building", "passing", "endings"},
    "fallen-kingdoms": {"production", "battles", "intimidation", "falls", "invasion"},
}


def guide_of(game: Game) -> Guide:
    guide = game.face().guide()
    assert guide is not None
    return guide


# -- the laws


@pytest.mark.parametrize("name", GUIDED)
def test_every_way_through_a_guide_keeps_its_laws(name: str) -> None:
    report = check(registry.game(name))
    assert report.faults == []
    assert report.endings > 1, "a guide in which nothing can be chosen"
    assert CONCEPTS[name] <= guide_of(registry.game(name)).concepts.keys()


def test_the_guide_of_another_package_keeps_them_too(harbour: Game) -> None:
    report = check(harbour)
    assert report.faults == []
    assert report.shown == {"hide", "fetch", "ship", "alone", "over"}


def changed(guide: Guide, name: str, **more: object) -> Guide:
    steps = tuple(replace(step, **more) if step.name == name else step for step in guide.steps)  # type: ignore[arg-type]
    return replace(guide, steps=steps)


def faults_of(guide: Guide) -> str:
    report = Report()
    check_data(guide, report)
    check_texts(guide, report)
    check_order(guide, report)
    walk(registry.game("armorica"), guide, report)
    return "\n".join(report.faults)


def test_the_checker_notices_what_is_wrong() -> None:
    guide = guide_of(registry.game("armorica"))
    guide, whole = replace(guide, steps=guide.steps[:4]), guide  # the beginning is enough, and quick
    first = guide.steps[guide.index("first-gaul")]
    without = {words: answer for words, answer in first.answers.items() if words != "pass"}
    dumb = {**first.answers, "pass": Answer(NO)}
    planted = {
        "is not on the narrow board": changed(guide, "gauls", targets=("place-1-0",)),
        "is not on the wide board": changed(guide, "gauls", targets=("nowhere",)),
        "points at nothing": changed(guide, "gauls", targets=()),
        "'pass' is legal and has no answer": changed(guide, "first-gaul", answers=without),
        "pass is refused without a reason": changed(guide, "first-gaul", answers=dumb),
        "nothing leads on": changed(guide, "first-gaul", answers={"take gaul 2": Answer(NO, "No.")}, otherwise=Answer(NO, "No.")),
        "no step teaches sowing": replace(guide, concepts={**guide.concepts, "sowing": Concept("Sowing")}),
        "sowing is taught, but is not in the list": changed(guide, "gauls", teaches=("sowing",)),
        "'display' was not explained before": changed(guide, "welcome", teaches=()),
        "26 words": changed(guide, "welcome", text="word " * 26),
        "4 sentences": changed(guide, "welcome", text="One. Two. Three. Four."),
        "two steps have one name": replace(guide, steps=(*guide.steps, guide.steps[-1])),
        "does not play the same twice": replace(guide, seats=("", "brehon"), steps=whole.steps[:1]),
        "after first-gaul: the guide ends before the game does": guide,
    }  # fmt: skip
    for fault, wrong in planted.items():
        assert fault in faults_of(wrong), fault
    assert not any(fault in faults_of(guide) for fault, wrong in planted.items() if wrong is not guide)


def test_a_step_finds_the_answer_of_an_action_by_its_words_or_their_beginning() -> None:
    taken, other = Answer("on"), Answer("stay")
    step = Step("s", "", answers={"take": other, "take gaul 2": taken})
    assert step.answer("take gaul 2") is taken
    assert step.answer("take gaul 22") is other
    assert step.answer("takes") is None


def test_several_decisions_are_each_answered_where_the_ones_before_have_led_to() -> None:
    """As a form sends them: the order of a whole turn at once."""
    game = registry.game("fallen-kingdoms")
    guide = guide_of(game)
    way = new_way(rules_of(game, guide), guide)
    while (lesson := way.lesson(guide)).step.name != "order":
        if lesson.step.is_read:
            way.kept = lesson.next()
        else:
            do(guide, way, lesson.wanted[0])

    def why(*words: str) -> str:
        found = lesson.why_not_all([way.match.rules.space.find(one) for one in words])
        return "" if found is None else str(found.text)

    assert why("from askby", "to hofby", "send 15", "commit") == ""
    assert "Send 15" in why("from askby", "to hofby", "send 14", "commit")
    assert "Hofby is weak now" in why("from askby", "to birkey", "send 15", "commit")
    assert "One order is enough" in why(
        "from askby", "to hofby", "send 15", "from myrvik", "to lundby", "send 2", "commit"
    )
    assert "stay at home" in why("commit")
    assert why("from askby", "to ulfey", "commit") == "", "the rules have the word"


def test_an_undo_leads_back_to_the_step_before_the_decision(harbour: Game) -> None:
    guide = guide_of(harbour)
    way = new_way(rules_of(harbour, guide), guide)
    lesson = way.lesson(guide)
    assert lesson.step.name == "hide"
    way.match.play(0, 0)
    way.kept = lesson.after([0], way.match)
    assert way.kept["trail"] == [["hide", -1], ["fetch", 0]]
    way.match.undo(0)
    assert way.lesson(guide).step.name == "hide"
    assert way.lesson(guide).why_not(1) is not None
    do(guide, way, 0)
    assert way.lesson(guide).step.name == "fetch"


def test_progress_in_a_step_that_is_no_longer_there_ends_the_guide_and_not_the_game(harbour: Game) -> None:
    guide = guide_of(harbour)
    way = new_way(rules_of(harbour, guide), guide)
    shorter = replace(guide, steps=guide.steps[1:])
    lesson = way.lesson(shorter)
    assert not lesson.is_running
    assert lesson.why_not(1) is None
    assert lesson.next() == lesson.back() == lesson.after([0], way.match) == way.kept


def test_progress_in_a_later_step_that_is_no_longer_there_goes_on_with_what_fits(harbour: Game) -> None:
    guide = guide_of(harbour)
    way = new_way(rules_of(harbour, guide), guide)
    do(guide, way, 0)
    assert way.lesson(guide).step.name == "fetch"
    without = replace(guide, steps=tuple(step for step in guide.steps if step.name != "fetch"))
    lesson = way.lesson(without)
    assert lesson.is_running
    assert lesson.step.name != "hide", "that is done"


# -- at the table


@dataclass
class Page:
    """A page of a guided game, as its learner reads it."""

    html: str

    def _of(self, pattern: str) -> str:
        found = re.search(pattern, self.html, re.DOTALL)
        return found[1] if found else ""

    @property
    def step(self) -> str:
        return self._of(r'<section id="guide"[^>]* data-step="([^"]*)"')

    @property
    def wanted(self) -> list[int]:
        return [int(action) for action in self._of(r'data-wanted="([^"]*)"').split()]

    @property
    def is_read(self) -> bool:
        return 'data-read="1"' in self.html

    @property
    def is_waiting(self) -> bool:
        return 'data-waiting="1"' in self.html or self.html.count('class="to-move"') > 1  # both choose at once

    @property
    def is_free(self) -> bool:
        return 'class="guide free"' in self.html

    @property
    def refusal(self) -> str:
        return self._of(r'id="guide-no">(.*?)</p>')

    @property
    def text(self) -> str:
        return self._of(r'id="guide-text"[^>]*>(.*?)</p>')

    @property
    def ply(self) -> int:
        return int(self._of(r'data-ply="(\d+)"'))

    @property
    def moves(self) -> list[int]:
        return [int(action) for action in re.findall(r'id="move-(\d+)"', self.html)]

    def lacks(self, prefix: str) -> str:
        """What the step points at and is not on the page; "" if one of the alternatives is there."""
        ids = set(re.findall(r'\bid="([^"]+)"', self.html))
        targets = [target.split() for target in self._of(r'data-targets="([^"]*)"').split("|")]
        is_there = any(
            all(one[1:] in ids if one.startswith("#") else prefix + one in ids for one in target) for target in targets
        )
        return "" if is_there else str(targets)


async def begin(person: Visitor, game: str = "armorica", **fields: str) -> str:
    answer = await person.post(f"/learn/{game}", data=fields)
    assert answer.status_code == 303, answer.text
    path: str = answer.headers["location"]
    return path


async def read(person: Visitor, path: str) -> Page:
    """The page once the bots have moved."""
    for _ in range(500):
        page = Page((await person.get(path)).text)
        if not page.is_waiting:
            return page
        await asyncio.sleep(0.005)
    raise AssertionError("the bots never moved")


async def turn(person: Visitor, path: str, way: str) -> Page:
    answer = await person.post(f"{path}/guide", data={"way": way})
    assert answer.status_code == 303, answer.text
    return await read(person, path)


async def try_wrong_turns(person: Visitor, path: str, page: Page, rule: str) -> None:
    """Every action that the rules allow and the guide does not: the reason is on the page, and everything is as it was."""
    for action in page.moves:
        if action in page.wanted or (not page.is_read and not page.wanted):
            continue
        answer = await person.move(path, page.ply, action)
        told = Page(answer.text)
        assert answer.status_code == 409, (page.step, action)
        assert told.refusal, f"{page.step}: no reason for {action}"
        assert (told.step, told.ply, told.text) == (page.step, page.ply, page.text)
    for action in (0, 3, 11):  # and what the rules do not allow, by the rules' own words
        if action not in page.moves and page.moves:
            answer = await person.move(path, page.ply, action)
            assert answer.status_code == 422
            assert rule in answer.text


@pytest.mark.parametrize("name", GUIDED)
@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_guide_is_followed_to_the_end_with_a_wrong_turn_at_every_step(
    ann: Visitor, name: str, language: str
) -> None:
    """Without a script; the wide page in English with the wrong turns, the narrow one in German."""
    prefix = "n-" if language == "de" else ""
    ann.headers["Accept-Language"] = language
    ann.cookies.set("narrow", "1" if prefix else "0")
    path, seen = await begin(ann, name), []
    for _ in range(300):
        page = await read(ann, path)
        if not page.step:
            break
        if page.step not in seen:
            seen.append(page.step)
            assert page.text, page.step
            assert not page.lacks(prefix), f"{page.step}: {page.lacks(prefix)}"
            if not prefix:
                await try_wrong_turns(ann, path, page, registry.game(name).seat_rule[:3])
        if page.is_read:
            await turn(ann, path, "next")
        else:
            choice = page.moves[-1] if page.is_free else (page.wanted or page.moves)[0]  # the last one ends a long plan
            answer = await ann.move(path, page.ply, choice)
            assert answer.status_code == 303, answer.text
    guide = guide_of(registry.game(name))
    assert seen == [step.name for step in guide.steps]
    assert 'data-state="over"' in (await ann.get(path)).text


async def upto(person: Visitor, path: str, step: str) -> Page:
    """Follow the guide as far as this step."""
    for _ in range(100):
        page = await read(person, path)
        if page.step == step:
            return page
        if page.is_read:
            await turn(person, path, "next")
        else:
            await person.move(path, page.ply, (page.wanted or page.moves)[0])
    raise AssertionError(f"{step} was never reached")


async def test_back_reads_again_and_changes_nothing(ann: Visitor) -> None:
    path = await begin(ann)
    first = await read(ann, path)
    assert 'id="guide-back"' not in first.html
    page = await upto(ann, path, "first-roman")
    again = await turn(ann, path, "back")
    assert again.step == "sets"
    assert again.ply == page.ply
    assert 'id="guide-next"' in again.html
    for _ in range(20):
        again = await turn(ann, path, "back")
    assert again.step == "welcome"
    for _ in range(20):
        again = await turn(ann, path, "next")
    assert again.step == "first-roman", "what has to be done is not passed over by reading"
    await turn(ann, path, "back")
    assert (await ann.move(path, page.ply, page.wanted[0])).status_code == 303  # who knows what to do may do it
    assert (await read(ann, path)).step == "fed"


async def test_left_and_continued_later_even_after_a_restart(tmp_path: Path) -> None:
    async with opened(tmp_path) as site, Visitor(site, "Ann") as ann:
        assert "Learn by playing" in (await ann.get("/")).text
        path = await begin(ann)
        await upto(ann, path, "turn-two")
        cookies = dict(ann.cookies)
    async with opened(tmp_path) as site, Visitor(site, "Ann") as ann:
        ann.cookies.update(cookies)
        for address in ("/", "/howto/armorica"):
            page = (await ann.get(address)).text
            assert "Continue learning" in page, address
            assert "step 10 of 22" in page, address
        assert await begin(ann) == path
        assert (await read(ann, path)).step == "turn-two"
        other = await begin(ann, again="1")
        assert other != path
        assert (await read(ann, other)).step == "welcome"


async def test_without_the_guide_everything_is_allowed_and_it_can_be_resumed(ann: Visitor) -> None:
    path = await begin(ann)
    page = await upto(ann, path, "first-gaul")
    free = await turn(ann, path, "skip")
    assert not free.step
    assert 'id="guide-resume"' in free.html
    assert 'id="hint-button"' in free.html
    assert (await turn(ann, path, "resume")).step == "first-gaul"
    await turn(ann, path, "skip")
    assert (await ann.move(path, page.ply, 12)).status_code == 303  # pass
    again = await turn(ann, path, "resume")
    for _ in range(100):
        if again.html.count('name="action"') and again.step:
            break
        again = await read(ann, path)
    assert again.step == "more-wheat", "the guide goes on with what fits"


async def test_hints_and_new_draws_wait_until_the_learner_is_alone(ann: Visitor) -> None:
    path = await begin(ann)
    page = await upto(ann, path, "first-roman")
    assert 'id="hint-button"' not in page.html
    assert (await ann.post(f"{path}/hint", data={"step": 1}, headers=SCRIPT)).status_code == 409
    asked = await ann.post(f"{path}/ask", data={"ply": page.ply, "kind": "undo"})
    assert asked.status_code == 409
    assert "nothing can be drawn again" in asked.text
    alone = await upto(ann, path, "alone")
    assert alone.is_free
    assert 'id="hint-button"' in alone.html


async def test_several_decisions_at_once_are_answered_too(ann: Visitor) -> None:
    program = Program(ann)
    ticket = (await ann.post("/api/v1/learn/armorica", json={"name": "Ann"})).json()
    state = await program.look(ticket)
    guide = state["guide"]
    assert (guide["step"], guide["number"], guide["of"], guide["read"]) == ("welcome", 1, 22, True)
    path, token = f"/api/v1/tables/{ticket['id']}", key(ticket, 0)
    for _ in range(3):
        state = (await ann.post(f"{path}/guide", json={"way": "next"}, headers=token)).json()
    assert state["guide"]["wanted"] == ["take gaul 2"]
    assert {one["words"] for one in state["guide"]["refused"]} == {"take gaul 1", "pass"}
    body = {"ply": state["ply"], "words": ["take gaul 1", "take roman 3"]}
    refused = await ann.post(f"{path}/moves", json=body, headers=token)
    assert refused.status_code == 409
    assert refused.json()["code"] == "guide"
    assert refused.json()["message"] == state["guide"]["refused"][0]["message"]
    done = await ann.post(f"{path}/moves", json={"ply": state["ply"], "words": ["take gaul 2"]}, headers=token)
    assert done.status_code == 200
    assert done.json()["guide"]["step"] == "more-wheat"
    seen = (await ann.get(path, headers={"Authorization": f"Bearer {ticket['host_token']}"})).json()
    assert seen["guide"] is None, "the guide is for the learner"
    assert (await ann.post("/api/v1/learn/arrival2", json={})).status_code == 404


@both
async def test_progress_is_stored_with_the_match(ann: Visitor, site: Transport) -> None:
    path = await begin(ann)
    page = await upto(ann, path, "first-gaul")
    await ann.move(path, page.ply, page.wanted[0])
    site.app.state.tables.forget(path.rpartition("/")[2])
    assert (await read(ann, path)).step == "more-wheat"
    assert "step 5 of 22" in (await ann.get("/")).text


async def test_a_guided_game_is_never_rated_and_the_next_one_is_a_normal_game(ann: Visitor, site: Transport) -> None:
    path = await begin(ann)
    await upto(ann, path, "over")
    tables = site.app.state.tables
    await settle(tables)
    (match,) = await finished_matches(tables.store)
    assert match.is_contest
    assert match.is_guided
    assert not match.is_rated
    again = await ann.post(f"{path}/rematch", data={})
    assert again.status_code == 303, again.text
    async with tables.at(again.headers["location"].rpartition("/")[2]) as table:
        assert table.row.guide is None
        assert table.lesson is None
        assert table.row.hints == "alone"
        assert table.row.secret != guide_of(registry.game("armorica")).secret
    async with tables.at(path.rpartition("/")[2]) as table:
        assert table.row.secret == guide_of(registry.game("armorica")).secret
    assert "Learn by playing" in (await ann.get("/")).text


async def test_the_guide_of_another_package_with_secrets_is_played_at_the_table(harbour: Game, ann: Visitor) -> None:
    path = await begin(ann, "toy-harbour")
    page = await upto(ann, path, "hide")
    refused = Page((await ann.move(path, page.ply, 1)).text)
    assert refused.refusal == "There is more rope than that."
    page = await upto(ann, path, "fetch")
    assert (await ann.move(path, page.ply, 3)).status_code == 303
    page = await read(ann, path)
    assert page.step == "fetch", "the step stays"
    assert "Fetch another one, or ship." in page.html, "with a remark"
    await ann.move(path, page.ply, 4)
    assert (await read(ann, path)).step == "ship"
    await upto(ann, path, "over")
    assert not (await turn(ann, path, "next")).step


async def test_a_game_without_a_guide_has_no_such_button(ann: Visitor) -> None:
    without = [name for name in registry.BUILTIN if name not in GUIDED]
    home = (await ann.get("/")).text
    for name in without:
        assert f'id="learn-{name}"' not in home
        assert (await ann.post(f"/learn/{name}")).status_code == 404
    assert (await ann.post("/learn/nonsense")).status_code == 404
    path = await ann.set_up("me", "cottar")
    assert (await ann.post(f"{path}/guide", data={"way": "next"}, headers=SCRIPT)).status_code == 409
