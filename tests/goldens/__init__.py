"""Golden games: whole games as text, one line per ply: `37 P1 take gaul 2 | 6,0 | #9f3a`. `make goldens` writes them anew."""

from __future__ import annotations

import hashlib
from pathlib import Path
from random import Random

from brehon.core import registry
from brehon.core.fair import seeded_secret
from brehon.core.match import Match
from brehon.core.record import Player

HERE = Path(__file__).parent

Golden = tuple[str, int, int, dict[str, str]] | tuple[str, int, int, dict[str, str], str]

# name of the file: game, seats, seed, options, component set. Every way a game can end is among them (see the tests), and every
# built-in component set.
GAMES: dict[str, Golden] = {
    "armorica-2": ("armorica", 2, 1, {}),
    "armorica-3": ("armorica", 3, 1, {}),
    "armorica-4": ("armorica", 4, 1, {}),
    "armorica-2-off": ("armorica", 2, 2, {"two_player_step": "off"}),
    "armorica-2-per-player": ("armorica", 2, 3, {"two_player_step": "per_player", "voluntary_pass": "false"}),
    "armorica-2-won-by-coins": ("armorica", 2, 14, {}),
    "armorica-2-shared": ("armorica", 2, 355, {}),
    "arrival-2-overrun-by-limit": ("arrival", 2, 2, {}),
    "arrival-2-shared": ("arrival", 2, 113, {}),
    "arrival-3-prevailed": ("arrival", 3, 26, {}),
    "arrival-4-overrun": ("arrival", 4, 13, {}),
    "arrival-4-prevailed-by-limit": ("arrival", 4, 16, {}),
    "arrival-3-options": (
        "arrival",
        3,
        5,
        {
            "setup_discs": "three_kept",
            "simultaneous_blocking": "false",
            "round1_single_action": "whole_round",
            "forced_self_attack": "false",
            "spread_into_empty_castle": "false",
        },
    ),
    "fallen-kingdoms-3-no-knowledge-no-buildings": ("fallen-kingdoms", 3, 113, {"trophies_per_player": "2"}),
    "fallen-kingdoms-3-no-knowledge-no-rumors": ("fallen-kingdoms", 3, 74, {"trophies_per_player": "2"}),
    "fallen-kingdoms-3-no-buildings-no-rumors": ("fallen-kingdoms", 3, 116, {"trophies_per_player": "2"}),
    "fallen-kingdoms-3-nothing-left": ("fallen-kingdoms", 3, 112, {"trophies_per_player": "2"}),
    "fallen-kingdoms-5-options": (
        "fallen-kingdoms",
        5,
        1,
        {
            "map_source": "preset-b",
            "trophies_per_player": "1",
            "duplicate_trophies": "2",
            "hidden_scoring": "on",
            "loki_chooser": "victim",
            "rampage_intimidation": "off",
            "exhaustion": "same_round",
            "temple_scores": "on",
        },
    ),
    "fallen-kingdoms-6-by-hand": ("fallen-kingdoms", 6, 1, {"map_source": "by-hand", "trophies_per_player": "1"}),
    "fallen-kingdoms-5-newcomers": (
        "fallen-kingdoms",
        5,
        1,
        {
            "map_source": "by-hand",
            "map_layers": "in_turn",
            "newcomers": "2+5",
            "trophies_per_player": "1",
            "decline_building": "yes",
            "surrender_strip": "all",
        },
    ),
    "arrival-2-tiebreak": ("arrival", 2, 2, {"overrun_tiebreak_fame": "earned_total", "setup_discs": "all_three_used"}),
    "fallen-kingdoms-4": ("fallen-kingdoms", 4, 1, {"trophies_per_player": "1"}),
    "set-armorica-default-2": ("armorica", 3, 1, {}, "armorica-default-2"),
    "set-armorica-small-1": ("armorica", 3, 1, {}, "armorica-small-1"),
    "set-armorica-tiny-1": ("armorica", 2, 1, {}, "armorica-tiny-1"),
    "set-eriu-small-1": ("arrival", 2, 1, {}, "eriu-small-1"),
    "set-eriu-tiny-1": ("arrival", 2, 1, {}, "eriu-tiny-1"),
    "set-fallen-small-1": (
        "fallen-kingdoms",
        3,
        1,
        {"cities_per_player": "3", "trophies_per_player": "1"},
        "fallen-small-1",
    ),
}


# golden games stay with the components that they were made with
SETS = {"armorica": "armorica-default-1", "arrival": "eriu-1", "fallen-kingdoms": "fallen-default-1"}


def set_of(golden: Golden) -> str:
    """The component set that a golden game is played with."""
    return golden[4] if len(golden) == 5 else SETS[golden[0]]


def play(game: str, n_seats: int, seed: int, options: dict[str, str], components_name: str = "") -> Match:
    """A game of random moves that depends on nothing but the rules and the seed."""
    owner = registry.game(game)
    components = registry.builtin(owner, components_name or SETS[game])
    rules = registry.make_ruleset(owner, n_seats, options, components)
    match = Match(rules, [Player(f"P{seat + 1}") for seat in range(n_seats)], seeded_secret(seed))
    match.start()
    rng = Random(seed)
    while not match.is_over:
        movers = [seat for seat in range(n_seats) if match.may_move(seat)]
        seat = movers[int(rng.random() * len(movers))]
        actions = match.legal(seat)
        match.play(seat, actions[int(rng.random() * len(actions))])
    return match


def text(match: Match) -> str:
    """The game, one line per ply: number, who, what, points after it, a hash of the state."""
    lines = []
    state = match.rules.start()
    for number, ply in enumerate(match.plies):
        if ply.seat >= 0:
            state.turn_to(ply.seat)
        state.apply(ply.action)
        who = "--" if ply.seat < 0 else f"P{ply.seat + 1}"
        points = ",".join(map(str, state.scores()))
        mark = hashlib.sha256(state.key().encode()).hexdigest()[:4]
        lines.append(f"{number} {who} {match.rules.space.texts[ply.action]} | {points} | #{mark}")
    lines.append(f"places {','.join(map(str, state.places()))}")
    return "\n".join(lines) + "\n"
