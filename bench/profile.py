"""Where time goes, as own time by function: random games of the interpreted engine, or clicks on a page; and what is allocated."""

import asyncio
import cProfile
import os
import pstats
import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random

ENGINE = "engine"  # Armorica, the time alone
CLICK = "click"
GAMES_TO_SEE = ("armorica", "arrival", "fallen-kingdoms")  # time and allocations of one game
GAMES = 400
LINES = 18


def run(what: str) -> None:
    """In a process of its own: the engine interpreted, whatever has been compiled; the server as it is."""
    pure = {} if what == CLICK else {"BREHON_PURE": "1"}
    subprocess.run([sys.executable, "-m", "bench.profile", what], check=True, env={**os.environ, **pure})
    if what in GAMES_TO_SEE:
        import brehon

        modes = [pure, {}] if brehon.MODE == "compiled" else [pure]
        for mode in modes:
            print(flush=True)
            subprocess.run([sys.executable, "-m", "bench.allocations", what], check=True, env={**os.environ, **mode})


def profile_engine(profile: cProfile.Profile, name: str = "armorica") -> str:
    from bench.engine import rules
    from brehon.core.play import Tally, play_random

    ruleset = rules(4, name)
    rng = Random(0)
    tally = Tally()
    games = GAMES if name == "armorica" else GAMES // 8  # the others are longer
    profile.enable()
    for _ in range(games):
        play_random(ruleset.start(), rng, tally, 0)
    profile.disable()
    return f"Interpreted engine, {name}, {games} random games with 4 seats: {tally.decisions} decisions, {tally.draws} draws"


def profile_clicks(profile: cProfile.Profile) -> str:
    """One game clicked through on the page, the server in this process; writing to disk shows up as waiting in poll."""
    clicks = asyncio.run(click_through(profile))
    return f"{clicks} clicks on the page, 4 seats, server and client in one process"


async def click_through(profile: cProfile.Profile) -> int:
    import httpx

    from bench.click import FORM, SCRIPT, Moves, order_form
    from brehon.server.app import create_app
    from brehon.server.settings import Settings

    rng = Random(0)
    clicks = 0
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(Settings(Path(folder), quotas="off"))
        transport = httpx.ASGITransport(app=app)
        async with (
            app.router.lifespan_context(app),
            httpx.AsyncClient(transport=transport, base_url="http://localhost") as web,
        ):
            path = (await web.post("/tables", content=order_form(), headers=FORM)).headers["location"]
            moves = Moves((await web.get(path)).text)
            while moves.actions:
                form = {"ply": moves.ply, "action": rng.choice(moves.actions)}
                profile.enable()
                answer = await web.post(f"{path}/move", data=form, headers=SCRIPT)
                profile.disable()
                moves = Moves(answer.raise_for_status().text)
                clicks += 1
    return clicks


def main(what: str) -> None:
    profile = cProfile.Profile()
    if what == CLICK:
        title = profile_clicks(profile)
    else:
        title = profile_engine(profile, "armorica" if what == ENGINE else what)
    stats = pstats.Stats(profile, stream=sys.stdout)
    total = sum(row[2] for row in stats.stats.values())  # type: ignore[attr-defined]
    print(title)
    print(f"{'own time':>9} {'calls':>9}  function (cProfile slows small functions most: read it as a ranking)")
    rows = sorted(stats.stats.items(), key=lambda item: -item[1][2])  # type: ignore[attr-defined]
    for (path, line, name), (_, calls, own, _, _) in rows[:LINES]:
        place = f"{os.path.basename(os.path.dirname(path))}/{os.path.basename(path)}:{line} " if line else ""
        print(f"{own / total:>8.1%} {calls:>9}  {place}{name}")


if __name__ == "__main__":
    main(sys.argv[1])
