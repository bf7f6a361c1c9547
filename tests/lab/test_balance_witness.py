"""What games tell about themselves: the items of a game that was really played are those that its events tell of."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from brehon.bots.levels import level
from brehon.core import registry
from brehon.core.fair import seeded_secret
from brehon.core.match import Match
from brehon.core.record import Player
from brehon.core.witness import Witness, kind_name
from brehon.lab.balance_data import BadData, Catalogue, Data, read_data, write_data
from brehon.lab.balance_game import follow, leading
from tests import toy


def play(rules: Any, name: str = "cottar", seed: int = 1) -> Any:
    """A game of bots to its end."""
    bot = level(name)
    match = Match(rules, [Player(f"{name} {seat}", name) for seat in range(rules.n_seats)], seeded_secret(seed))
    match.start()
    rng = Random(seed)
    while not match.is_over:
        seat = match.state.to_move()
        match.play(seat, bot.bot.choose(match.view(seat), match.legal(seat), bot.budget, rng))
    return match


def followed(rules: Any, match: Any, number: int = 0) -> Any:
    return follow(rules, number, number, [player.level for player in match.players], match.plies)


def had(rules: Any, story: Any, group: Any) -> Any:
    """{seat: keys of the items of a group}"""
    groups = Catalogue(rules).groups
    index = [g.key for g in groups].index(group)
    found: Any = {seat: set() for seat in range(rules.n_seats)}
    for where, item, seat, *_ in story.had:
        if where == index:
            found[seat].add(groups[index].items[item].key)
    return found


@pytest.mark.parametrize("name", registry.names())
def test_a_story_agrees_with_the_match(name: Any) -> None:
    rules = registry.make_ruleset(registry.game(name), 3)
    match = play(rules)
    story = followed(rules, match)
    decisions = [ply for ply in match.plies if ply.seat >= 0]
    assert story.places == match.state.places()
    assert story.scores == match.state.scores()
    assert (story.plies, story.decisions) == (len(match.plies), len(decisions))
    chosen = [rules.space.kind_of[ply.action] for ply in decisions]
    for kind, legal, free, taken in story.kinds:
        assert taken <= free <= legal <= story.decisions
        assert taken <= chosen.count(kind) <= legal
    for _, _, offered, taken in story.offers:
        assert 0 <= taken <= offered
    assert 0 <= story.first < 3
    assert story.rounds > 1
    assert leading(match.state) >= 1


@pytest.mark.parametrize("name", registry.names())
def test_every_item_has_a_key_of_its_own_and_words(name: Any) -> None:
    for group in Catalogue(registry.make_ruleset(registry.game(name), 3)).groups:
        keys = [item.key for item in group.items]
        assert len(set(keys)) == len(keys)
        assert all(str(item.title) for item in group.items)


def test_armorica_knows_who_took_which_card_and_who_began() -> None:
    rules: Any = registry.make_ruleset(registry.game("armorica"), 3)
    match = play(rules)
    story = followed(rules, match)
    taken: Any = {seat: set() for seat in range(3)}
    for seat, display in enumerate(match.state.displays):  # what starved was taken before
        taken[seat] |= {rules.cards.names[card] for card in display}
    told = {seat: had(rules, story, "start")[seat] | had(rules, story, "gaul")[seat] | had(rules, story, "roman")[seat]
            for seat in range(3)}  # fmt: skip
    assert all(taken[seat] <= told[seat] for seat in range(3))
    assert story.first == match.state.first
    assert had(rules, story, "start")[story.first] == {"S-1"}
    assert story.rounds == match.state.turn


def test_the_arrival_knows_ports_tiles_and_cards() -> None:
    rules = registry.make_ruleset(registry.game("arrival"), 3)
    match = play(rules)
    story = followed(rules, match)
    lines = [ply.words(rules) for ply in match.plies]
    for seat in range(3):
        ports = {line.removeprefix(f"{seat} port ") for line in lines if line.startswith(f"{seat} port ")}
        tiles = {line.removeprefix(f"{seat} take ") for line in lines if line.startswith(f"{seat} take ")}
        assert had(rules, story, "port")[seat] == ports
        assert had(rules, story, "tile")[seat] == tiles
        assert had(rules, story, "card")[seat]
        assert had(rules, story, "province")[seat]
    assert story.ending in ("the Fomori overrun the island", "the tribes prevail")
    assert story.cause in ("a player reached the corruption limit", "the last round was over")


def test_fallen_kingdoms_knows_gods_and_first_cities() -> None:
    rules = registry.make_ruleset(registry.game("fallen-kingdoms"), 3)
    match = play(rules)
    story = followed(rules, match)
    lines = [ply.words(rules) for ply in match.plies]
    for seat in range(3):
        gods = [line.removeprefix(f"{seat} choose ") for line in lines if line.startswith(f"{seat} choose ")]
        assert had(rules, story, "god")[seat] == set(gods)
        learned = {line.removeprefix(f"{seat} learn ") for line in lines if line.startswith(f"{seat} learn ")}
        assert learned <= had(rules, story, "knowledge")[seat]
        first = next(line for line in lines if line.startswith(f"{seat} place ")).removeprefix(f"{seat} place ")
        assert had(rules, story, "city")[seat] == {first}
        assert len(had(rules, story, "site")[seat]) == len(had(rules, story, "harbour")[seat]) == 1


def test_a_game_without_a_witness_of_its_own_is_studied_by_its_actions() -> None:
    rules = registry.make_ruleset(toy.GAME, 2)
    assert type(toy.GAME.face().witness(rules)) is Witness
    match = play(rules, "wanderer")
    story = followed(rules, match)
    assert [group.key for group in Catalogue(rules).groups] == ["hide", "draw"]
    hidden = had(rules, story, "hide")
    assert [hidden[seat] for seat in range(2)] == [{f"hide {toy.GOODS[match.state.hidden[seat]]}"} for seat in range(2)]
    assert story.first == 0
    assert story.rounds > 1
    assert story.ending == "played to the end"


def test_kinds_of_action_are_called_by_what_their_words_share() -> None:
    rules = registry.make_ruleset(registry.game("armorica"), 3)
    assert [kind_name(rules, kind) for kind in range(4)] == ["take gaul", "take roman", "pass", "starve"]


def test_tables_read_again_are_the_games_that_were_written(tmp_path: Path) -> None:
    rules = registry.make_ruleset(registry.game("arrival"), 2)
    data = Data(Catalogue(rules), [followed(rules, play(rules, "wanderer", seed), seed) for seed in range(3)])
    write_data(data, tmp_path)
    assert read_data(rules, tmp_path).stories == data.stories


def test_tables_of_another_game_are_refused_in_words(tmp_path: Path) -> None:
    rules = registry.make_ruleset(registry.game("arrival"), 2)
    write_data(Data(Catalogue(rules), [followed(rules, play(rules, "wanderer"))]), tmp_path)
    with pytest.raises(BadData, match="do not match Armorica"):
        read_data(registry.make_ruleset(registry.game("armorica"), 2), tmp_path)
    (tmp_path / "games.csv").write_text("nonsense\n")
    with pytest.raises(BadData, match=r"games\.csv is not a table"):
        read_data(rules, tmp_path)
