"""The card of learned weights, for people: how they were made, how well they predict, how strong they play."""

from __future__ import annotations

from typing import Any

from brehon.bots.weights import Weights

LABELS = {"learned": "learned", "by_hand": "hand-made, on its best scale", "even": "all seats alike"}


def render(weights: Weights) -> str:
    """Markdown."""
    card = weights.card
    lines = [
        f"# Learned evaluation of {weights.game}",
        "",
        f"{len(weights.features)} features, {len(weights.bias)} hidden units; made with",
        "",
        f"    {command(weights)}",
        "",
        f"for the components `{card['components']}` (SHA-256 `{card['digest']}`), rules version {card['rules_version']}.",
        f"Self-play gave {card['positions']} positions. {repeat(card)}",
        "",
        f"## How well it foretells {card['held_out_games']} games that nothing was fitted to",
        "",
        "| evaluation | log-loss | Brier score | calibration error |",
        "| --- | --- | --- | --- |",
    ]
    for name, label in LABELS.items():
        found = card[name]
        lines.append(f"| {label} | {found['log_loss']:.4f} | {found['brier']:.4f} | {found['calibration']:.4f} |")
    lines += ["", *strength(card)]
    return "\n".join(lines) + "\n"


def repeat(card: dict[str, Any]) -> str:
    """Whether the command above should reproduce exactly this file."""
    if "code" not in card:
        return "Made before the rules and bots that are here now: the command gives a like file, not the same."
    return f"Rules and bots had the fingerprint `{card['code']}`: with the same ones the command gives the same file."


def command(weights: Weights) -> str:
    """The command that produces the same weights."""
    made = weights.card["settings"]
    parts = [f"brehon lab train {weights.game}"]
    parts += [f"--{name} {listed(made[name])}" for name in ("games", "rounds", "seed", "hidden", "positions")]
    if listed(made.get("players", "cottar")) != "cottar":
        parts.append(f"--players {listed(made['players'])}")
    if made.get("turns"):
        parts.append("--turns")
    if "trace" in made:
        parts.append(f"--trial {made['trial']} --trace {made['trace']} --folder FOLDER")
    return " ".join(parts)


def listed(value: Any) -> str:
    """One for all rounds, or one for each."""
    return ",".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def strength(card: dict[str, Any]) -> list[str]:
    """What was measured in play, if anything was."""
    if not card.get("strength"):
        return ["## Strength", "", "Not measured in play yet."]
    lines = ["## Strength", "", "Win shares with 95 % intervals, seats rotated.", ""]
    lines += ["| who | against | seats | games | win share | 95 % interval |", "| --- | --- | --- | --- | --- | --- |"]
    for row in card["strength"]:
        lines.append(
            f"| {row['who']} | {row['against']} | {row['seats']} | {row['games']} | {100 * row['share']:.1f} % "
            f"| {100 * row['low']:.1f} – {100 * row['high']:.1f} % |"
        )
    return lines
