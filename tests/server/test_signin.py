"""Guessing passwords: many at once, from many places, and what it does to the owner. And which names and passwords can be had."""

from __future__ import annotations

import asyncio
import re
import sys
import time
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from brehon.server.errors import TooMany, Unreadable
from brehon.server.people import passwords
from brehon.server.people.attempts import PER_NAME, PER_NETWORK, network_of
from brehon.server.people.logins import MAX_LOGIN, checked_login, fold, fold_of_before, spellings
from brehon.server.people.passwords import COMMON, PasswordChecker, check_password
from tests.server.conftest import both, opened
from tests.server.people import ADDRESS, Visitor, message_of
from tests.server.test_people import PASSWORD, found_account, own_device, sign_in
from tests.server.transport import Transport

CHECKS = re.compile(r"brehon_password_checks_total\{[^}]*\} (\d+)")


async def checks(site: Transport) -> int:
    """How many passwords this server says to have compared with a hash."""
    async with httpx.AsyncClient(transport=site, base_url=ADDRESS) as operator:
        found = CHECKS.findall((await operator.get("/metrics")).text)
    return sum(int(number) for number in found)


def stranger(site: Transport, address: str) -> Visitor:
    """Somebody who asks from an address of their own."""
    return Visitor(httpx.ASGITransport(site.app, client=(address, 1)), "Eve")


async def sign_out(person: Visitor) -> None:
    await person.post("/account/devices/out", data={"device": await own_device(person)})


@both
async def test_of_60_wrong_passwords_at_once_8_are_hashed_and_the_owner_gets_in(ann: Visitor, site: Transport) -> None:
    """Given Ann, signed out of her own browser; when 60 guess at once from 60 places; then 8 guesses are looked at."""
    await ann.set_up("me", "me")
    await found_account(ann, "ann")
    await sign_out(ann)
    before = await checks(site)
    eves = [stranger(site, f"198.51.{n}.7") for n in range(60)]
    answers = await asyncio.gather(*(sign_in(eve, "ann", f"guess number {n}") for n, eve in enumerate(eves)))
    statuses = sorted(answer.status_code for answer in answers)
    assert statuses == [403] * PER_NAME + [429] * (60 - PER_NAME)
    assert await checks(site) - before == PER_NAME
    late = next(answer for answer in answers if answer.status_code == 429)
    assert 0 < int(late.headers["Retry-After"]) <= 900
    assert "15 minutes" in message_of(late.text)
    assert (await sign_in(ann, "ann")).status_code == 303  # at once, from a browser that the account knows
    assert (await sign_in(eves[0], "ann")).status_code == 429  # not even with the right one from elsewhere


async def test_two_workers_together_hash_8(tmp_path: Path, new_database: Callable[[], str]) -> None:
    database = new_database()
    async with opened(tmp_path, database=database) as one, opened(tmp_path, database=database) as two:
        async with Visitor(one, "Ann") as ann:
            await ann.set_up("me", "me")
            await found_account(ann, "ann")
        tries = [sign_in(stranger((one, two)[n % 2], f"198.51.{n}.7"), "ann", f"guess {n}") for n in range(30)]
        answers = await asyncio.gather(*tries)
        assert sorted(answer.status_code for answer in answers) == [403] * PER_NAME + [429] * (30 - PER_NAME)
        hashed = [site.app.state.accounts.passwords.checks for site in (one, two)]
        assert sum(hashed) == PER_NAME


@both
async def test_a_known_device_has_tries_of_its_own_and_no_more_than_8(ann: Visitor, site: Transport) -> None:
    await ann.set_up("me", "me")
    await found_account(ann, "ann")
    await sign_out(ann)
    copies = [stranger(site, "203.0.113.9") for _ in range(20)]
    for copy in copies:
        copy.cookies = httpx.Cookies(ann.cookies)  # the mark of her browser, stolen
    answers = await asyncio.gather(*(sign_in(copy, "ann", "guess") for copy in copies))
    assert sorted(answer.status_code for answer in answers) == [403] * 8 + [429] * 12


async def test_the_mark_of_one_account_is_worth_nothing_at_another(ann: Visitor, bo: Visitor, site: Transport) -> None:
    for person, login in ((ann, "ann"), (bo, "bobo")):
        await person.set_up("me", "me")
        await found_account(person, login)
    for n in range(PER_NAME):
        await sign_in(stranger(site, f"198.51.{n}.7"), "ann", "guess")
    assert (await sign_in(bo, "ann", "guess")).status_code == 429
    bo.cookies.set("brehon-known", "forged.forged", domain="table.test")
    assert (await sign_in(bo, "ann", "guess")).status_code == 429


async def test_an_address_is_counted_for_all_names_and_ipv6_by_its_network(site: Transport) -> None:
    async def guess(address: str, n: int) -> int:
        return (await sign_in(stranger(site, address), f"nobody {n}", "guess")).status_code

    inside = [f"2001:db8:1:2::{n:x}" for n in range(PER_NETWORK)]
    assert [await guess(address, n) for n, address in enumerate(inside)] == [403] * PER_NETWORK
    assert await guess("2001:db8:1:2:ffff::1", 99) == 429
    assert await guess("2001:db8:1:3::1", 99) == 403
    assert network_of("::ffff:192.0.2.7") == network_of("192.0.2.7") == "192.0.2.7"
    assert network_of("fe80::1%eth0") == "fe80::"
    assert network_of("?") == "?"


async def test_a_right_password_costs_no_try(ann: Visitor, site: Transport) -> None:
    await ann.set_up("me", "me")
    await found_account(ann, "ann")
    for n in range(PER_NAME + 2):
        assert (await sign_in(stranger(site, f"198.51.{n}.7"), "ann")).status_code == 303


async def test_unknown_names_cost_a_check_and_the_same_words(ann: Visitor, site: Transport) -> None:
    await ann.set_up("me", "me")
    await found_account(ann, "ann")
    before = await checks(site)
    async with stranger(site, "198.51.100.1") as eve:
        texts = [
            message_of((await sign_in(eve, name, "guess")).text) for name in ("ann", "nobody", "", "\x00", "x" * 5000)
        ]
    assert len(set(texts)) == 1
    assert await checks(site) - before == 5


async def test_guessing_in_a_session_that_is_open_is_limited_too(ann: Visitor, site: Transport) -> None:
    await ann.set_up("me", "me")
    await found_account(ann, "ann")
    tries = [ann.post("/account/confirm", data={"password": f"guess {n}"}) for n in range(20)]
    assert sorted(answer.status_code for answer in await asyncio.gather(*tries)) == [403] * 8 + [429] * 12
    assert (await ann.post("/account/delete", data={"password": PASSWORD, "sure": "yes"})).status_code == 429
    assert (await sign_in(stranger(site, "198.51.100.1"), "ann")).status_code == 303  # it locks nobody else out


@pytest.mark.timed
async def test_strangers_who_wait_do_not_keep_a_known_device_waiting_nor_the_event_loop() -> None:
    checker = PasswordChecker()
    hashed = await checker.hash("menhir oak amphora", is_known=True)
    crowd = [asyncio.create_task(checker.verify(hashed, "x", is_known=False)) for _ in range(passwords.MOST_WAITING)]
    await asyncio.sleep(0)
    with pytest.raises(TooMany):
        await checker.verify(hashed, "x", is_known=False)
    slowest, begun = 0.0, time.perf_counter()
    known = asyncio.create_task(checker.verify(hashed, "menhir oak amphora", is_known=True))
    while not known.done():
        then = time.perf_counter()
        await asyncio.sleep(0.001)
        slowest = max(slowest, time.perf_counter() - then)
    assert known.result()
    assert sum(task.done() for task in crowd) < len(crowd) / 2, time.perf_counter() - begun  # it has overtaken them
    assert slowest < 1.0
    assert not any(await asyncio.gather(*crowd))


# -- names


@pytest.mark.parametrize(
    "login",
    ["ΐ" * 30, "ﬁnn mac cool", "①②③④", "ǅabc", "STRASSE", "straße", "I\u0307stanbul", "\u212bngstrom", "ann\u00a0b"],
)
async def test_whoever_could_register_can_sign_in(ann: Visitor, site: Transport, login: str) -> None:
    await ann.set_up("me", "me")
    await found_account(ann, login)
    async with Visitor(site, "Ann") as again:
        assert (await sign_in(again, login)).status_code == 303


async def test_a_name_that_grows_too_long_is_refused_when_it_is_chosen(ann: Visitor) -> None:
    await ann.set_up("me", "me")
    answer = await ann.post("/account/found", data={"login": "ﷺ" * 2, "password": PASSWORD})
    assert answer.status_code == 422
    assert "3 to 32" in message_of(answer.text)


async def test_accounts_of_before_still_sign_in_and_their_names_are_taken(
    ann: Visitor, bo: Visitor, site: Transport
) -> None:
    """Given accounts under names as the first version folded them, one of which could never sign in."""

    async def stored(login: str) -> None:
        async with site.app.state.tables.store.writing() as connection:
            await connection.exec_driver_sql(
                "UPDATE people SET login = ? WHERE login IS NOT NULL", (fold_of_before(login),)
            )

    await ann.set_up("me", "me")
    await found_account(ann, "ann")
    for login in ("ΐ" * 30, "①ann", "ﬁnn"):
        await stored(login)
        async with Visitor(site, "Ann") as again:
            assert (await sign_in(again, login)).status_code == 303
        await bo.set_up("me", "me")
        taken = await bo.post("/account/found", data={"login": login, "password": PASSWORD})
        assert taken.status_code in (409, 422)


@given(st.text(max_size=40))
@example("ΐ" * 30)
@example("ᾳͅ" * 8)
@settings(max_examples=500, deadline=None)
def test_every_name_that_is_accepted_is_found_again(login: str) -> None:
    try:
        stored = checked_login(login)
    except Unreadable:
        return
    assert stored in spellings(login)
    assert fold(stored) == stored  # one spelling only
    assert len(stored) <= MAX_LOGIN


def test_folding_twice_changes_nothing_for_any_character() -> None:
    for code in range(sys.maxunicode + 1):
        if not 0xD800 <= code < 0xE000:
            folded = fold(f"a{chr(code)}b{chr(code)}")
            assert fold(folded) == folded, hex(code)


# -- passwords


@pytest.mark.parametrize(
    "password",
    ["password", "Password1!", "P@ssw0rd", "passw0rd2024", "qwertyuiop", "QWERTZ123", "asdfghjkl1", "12345678", "87654321", "11111111",
     "aaaaaaaab", "abcabcabc", "12121212", "abcdefgh", "1qaz2wsx", "iloveyou", "I love you!", "dragon2026", "Sommer2025", "sunshine!!",
     "19870412", "brehon2026", "Brehon!!", "ann12345", "ANN--ANN--ANN", "annannann1", "menhir99", "Passwort123", "fussball1", "zxcvbnm,.-"],
)  # fmt: skip
def test_passwords_that_are_guessed_first_are_refused(password: str) -> None:
    with pytest.raises(Unreadable):
        check_password(password, "ann")


@pytest.mark.parametrize(
    "password",
    [PASSWORD, "another good one", "Tr0ub4dor&3", "vq8wzkfh", "correct horse stands still", "wer andern eine grube", "83920174650192", "åäö ÜÖÄ ñandú"],
)  # fmt: skip
def test_passwords_that_are_not_are_accepted(password: str) -> None:
    check_password(password, "ann")


def test_the_list_of_common_passwords_is_long_and_in_the_spelling_that_is_compared() -> None:
    assert len(COMMON) > 1500
    assert all(word == word.casefold() for word in COMMON)


async def test_a_common_password_is_refused_in_words_in_both_languages(ann: Visitor) -> None:
    await ann.set_up("me", "me")
    answer = await ann.post("/account/found", data={"login": "annwyn", "password": "password"})
    assert answer.status_code == 422
    assert "guessed first" in message_of(answer.text)
    ann.headers["Accept-Language"] = "de"
    german = await ann.post("/account/found", data={"login": "annwyn", "password": "password"})
    assert "zuerst" in message_of(german.text)


async def test_a_program_that_tried_too_often_is_given_the_true_time_to_wait(tmp_path: Path) -> None:
    async with opened(tmp_path) as site, Visitor(site, "Eve") as eve:
        body = {"login": "nobody here", "password": "wrong and long enough"}
        answers = [await eve.post("/api/v1/signin", json=body) for _ in range(9)]
        assert answers[-1].status_code == 429
        assert 800 < int(answers[-1].headers["Retry-After"]) <= 900  # a 15 minutes from the first try
