"""What the page holds is not sent again, and the page is right all the same; a busy server is asked again by itself."""

from __future__ import annotations

from playwright.sync_api import Page, Response, expect

from tests.browser.people import Crowd, expect_past, ply

SAME = """async (path) => {
  const answer = await fetch(`${path}/fragment`, { headers: { "X-Brehon": "1" } });
  const whole = new DOMParser().parseFromString(await answer.text(), "text/html");
  const words = (root, what) => [...root.querySelectorAll(what)].map((one) => one.textContent.replace(/\\s+/g, " ").trim());
  return ["#status", "#moves", "#board svg", "#log", "#players"].filter(
    (what) => JSON.stringify(words(document, what)) !== JSON.stringify(words(whole, what)),
  );
}"""


def decide(page: Page) -> None:
    """The first move of the list, as a click on it would send it."""
    expect(page.locator("#moves button").first).to_be_attached()
    before = ply(page)
    page.evaluate("document.querySelector('#moves button').form.requestSubmit(document.querySelector('#moves button'))")
    expect_past(page, before)


def test_a_click_brings_only_what_is_new_and_the_page_is_the_whole_one(crowd: Crowd) -> None:
    ann = crowd.person()
    crowd.set_up(ann, "Ann", "me", "wanderer")
    sent: list[tuple[str, int]] = []

    def note(answer: Response) -> None:
        if answer.url.endswith("/move"):
            sent.append((answer.headers.get("x-brehon-base", ""), len(answer.body())))

    ann.on("response", note)
    path = ann.locator("#table").get_attribute("data-path") or ""
    for _ in range(5):
        decide(ann)
    expect(ann.locator("#moves button").first).to_be_attached()
    assert ann.evaluate(SAME, path) == []
    bases, lengths = zip(*sent, strict=True)
    assert all(bases[1:]), bases
    whole = ann.evaluate(
        "path => fetch(path + '/fragment', { headers: { 'X-Brehon': '1' } }).then((answer) => answer.text()).then((text) => text.length)",
        path,
    )
    assert sum(lengths[1:]) / 4 < whole / 2, (lengths, whole)


def test_what_the_server_has_forgotten_is_sent_whole(crowd: Crowd) -> None:
    ann = crowd.person()
    crowd.set_up(ann, "Ann", "me", "me")
    path = ann.locator("#table").get_attribute("data-path") or ""
    decide(ann)
    ann.route("**/move", lambda route: route.continue_(headers={**route.request.headers, "x-brehon-has": "unknown"}))
    decide(ann)
    assert ann.evaluate(SAME, path) == []


def test_a_busy_server_is_asked_again_and_the_sentence_goes(crowd: Crowd) -> None:
    ann = crowd.person()
    crowd.set_up(ann, "Ann", "me", "me")
    busy = {"status": 503, "headers": {"Retry-After": "1"}, "content_type": "text/html"}
    body = '<main id="table"><p class="message">The server is very busy.</p></main>'
    asked: list[int] = []

    def answer(route: object) -> None:
        asked.append(1)
        if len(asked) < 3:
            route.fulfill(**busy, body=body)  # type: ignore[attr-defined]
        else:
            route.continue_()  # type: ignore[attr-defined]

    ann.route("**/fragment", answer)
    ann.evaluate("document.dispatchEvent(new CustomEvent('brehon:refresh'))")
    expect(ann.locator("#notice")).to_contain_text("very busy")
    expect(ann.locator("#notice")).not_to_contain_text("very busy", timeout=20_000)
    assert len(asked) == 3
    crowd.complaints[:] = [words for words in crowd.complaints if "503" not in words]
