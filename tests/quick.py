"""`make quick`: what to run between two edits, in less than three minutes on two cores. A pytest plugin (`-p tests.quick`).

Every part of the source is touched: the rules of every game, the laws of the contract over a few games, bots, lab, environments, the
terminal, and the server through its pages and its API. Left out are browsers, other processes, PostgreSQL, pictures, long random
play, and everything marked `slow` or `timed`; how many tests that are is said at the end. `make test` runs everything. With BREHON_TIER=rest the
plugin chooses the other tests instead, so that CI, which has run the tier interpreted, runs none twice; with the
compiled engine also whatever runs inside that engine.
"""

from __future__ import annotations

import os
from typing import Any

import pytest

import brehon

COUNTS = pytest.StashKey[list[int]]()  # tests of the tier, tests left out

TIER = (  # beginnings of test ids
    "tests/test_",
    "tests/core/",
    "tests/conformance/",
    "tests/games/",
    "tests/bots/",
    "tests/learning/test_features",
    "tests/envs/test_observe",
    "tests/envs/test_gymnasium",
    "tests/lab/test_stats",
    "tests/lab/test_balance",
    "tests/lab/test_runner",
    "tests/cli/test_words",
    "tests/bench/test_arithmetic",
    "tests/fairness/test_agreement",
    "tests/coach/",
    "tests/server/test_pages",
    "tests/server/test_api.py",
    "tests/server/test_options",
    "tests/server/test_parity",
    "tests/server/test_actions",
    "tests/server/test_authorisation.py::test_every",
    "tests/server/test_deltas",
    "tests/server/test_duplicate",
    "tests/server/test_forced",
    "tests/server/test_groups",
    "tests/server/test_guided.py::test_every_way",
    "tests/server/test_guided.py::test_the_",
    "tests/server/test_guided.py::test_a_step",
    "tests/server/test_guided.py::test_several",
    "tests/server/test_hints",
    "tests/server/test_plan.py",
    "tests/server/test_practice",
    "tests/server/test_puzzles",
    "tests/server/test_recap",
    "tests/server/test_rematch",
    "tests/server/test_reactions",
    "tests/server/test_reviews",
    "tests/server/test_rules_pages",
    "tests/server/test_sharing",
    "tests/server/test_verdict",
    "tests/server/test_walk",
    "tests/server/test_hosting.py::test_a_rematch_takes_over_every_column",
)
TOO_LONG = (  # parts of test ids
    "/test_svg",
    "postgresql",
    "fallen_kingdoms/test_machine",
    "arrival/test_laws",
    "test_every_option_keeps_the_laws",
    "test_every_position_is_drawn",
    "test_whatever_somebody_is_called",
    "test_a_button_lies_exactly_on_the_card",
    "test_status_sheet_data_and_terminal_in_every_position",
    "test_every_phase_can_be_played_at_a_terminal",
    "test_the_terminal_shows_every_card",
    "test_the_log_of_a_whole_match",
    "test_forms_filled_at_random",
    "is_offered_a_form",
    "test_the_lot_decides_among_equals",
    "test_subjects_take_turns",
    "test_counting_by_edges",
    "test_random_games_with",
    "test_battles_end_as_an_independent_calculation",
    "test_what_an_earlier_search_has_done",
    "test_every_action_gets_a_try",
    "test_a_story_agrees_with_the_match[fallen",
    "never_needs_more_than_36_lines",
    "that_a_preview_promises_come_true",
    "test_the_chance_of_a_battle_is_that_of_fighting_it",
    "test_the_wide_table_always_has_the_same_frame",
    "arrival/test_running_score",
    "was_killed",
    "bots/test_own.py",
    "test_what_is_said_of_two_random_moves_is_true",
    "test_a_hunt_says_how_far_it_is",
    "test_the_same_seed_finds_the_same_puzzles",
    "test_each_moment_begins_where_the_last_one_ended[arrival",
    "test_a_planted_blunder_is_found",
    "test_the_first_thing_on_the_page_is_the_verdict",
    "nothing_that_its_seat_cannot_know[arrival",
    "nothing_that_its_seat_cannot_know[fallen",
    "test_a_card_that_is_absurdly_strong",
    "test_a_hint_has_three_steps_in_every_game[fallen",
    "test_a_board_is_the_same_as_one_that_is_drawn_from_nothing[arrival",
    "test_a_board_is_the_same_as_one_that_is_drawn_from_nothing[fallen",
    "no_draw_is_expected_to_bring_luck[fallen-kingdoms-6",
    "test_the_same_by_the_learned_evaluation_at_the_end_of_turns[arrival",
    "in_the_positions_that_were_compared[fallen",
    "in_the_middle_of_a_review",
    "test_progress_comes_as_events",
    "test_a_moment_of_a_review_says_what_was_better",
    "test_a_table_does_not_wait_for_the_opponents",
    "test_opponents_answer_and_undo_goes_back",
    "test_a_program_gets_the_answers_of_opponents",
    "test_an_edit_of_one_character_is_caught[arrival",
    "test_a_new_evaluation_makes_a_new_review",
    "in_at_most_eight_and_goes_with_ones_own_decision[fallen",
    "face_holds[armorica-3",
    "face_holds[armorica-4",
    "face_holds[arrival-3",
    "face_holds[arrival-4",
    "face_holds[fallen-kingdoms-4",
    "face_holds[fallen-kingdoms-5",
    "face_holds[fallen-kingdoms-6",
    "prove_their_chance[fallen-kingdoms-6",
    "tests/lab/test_balance_report.py::test_the_",
    "tests/lab/test_balance_report.py::test_a_set_",
    "tests/lab/test_balance_report.py::test_whatever_a_component_file",
    "tests/lab/test_balance_report.py::test_two_sets",
    "test_a_fair_game_is_left_alone",
    "test_intervals_hold_the_truth",
    "test_a_game_that_always_kills_its_process",
    "test_a_process_that_is_killed_loses_no_game",
    "test_what_is_refused_halfway",
    "test_where_nothing_is_hidden_a_seat_knows_the_truth",
    "test_what_was_undone_is_not_reviewed",
    "test_of_two_workers_on_one_database",
    "test_reviews_wait_while",
    "test_an_uploaded_record_is_reviewed",
    "test_a_review_is_deleted_with_its_record",
    "test_a_record_that_is_deleted_while",
    "test_a_review_that_always_crashes",
    "test_decisions_of_a_wanderer",
    "test_hidden_scores_stay_hidden",
    "test_the_standings_count_the_tables",
    "test_a_changed_position_is_refused",
    "the_same_deal_and_keep_verifiable_records[fallen",
    "its_players_see_anything_of_a_table[arrival",
    "test_the_two_of_a_table_are_still_the_two",
    "test_who_is_away_is_notified",
)
SEARCHES = "tests/bots/test_search"  # only in the shortest game
LONG_GAMES = ("arrival", "fallen")


SHORTER = "tests/conformance/"  # the tier plays fewer games there: the rest has them in full
IN_ENGINE = (
    "tests/test_architecture.py::test_the_mode",
    "tests/core/",
    "tests/games/",
    "tests/bots/",
    "tests/learning/",
    "tests/envs/",
    "tests/test_goldens",
    "tests/lab/test_runner",
    "tests/cli/test_simulate",
)
DRAWN = ("/test_svg", "/test_face")  # pictures and words are never compiled
IS_REST = os.environ.get("BREHON_TIER") == "rest"


def pytest_configure() -> None:
    if not IS_REST:
        os.environ["BREHON_QUICK"] = "1"  # random play is shorter


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    chosen = [item for item in items if is_chosen(item)]
    left_out = [item for item in items if not is_chosen(item)]
    config.hook.pytest_deselected(items=left_out)
    config.stash[COUNTS] = [len(chosen), len(left_out)]
    items[:] = chosen


def is_chosen(item: pytest.Item) -> bool:
    if not IS_REST:
        return belongs(item)
    return item.nodeid.startswith(SHORTER) or not belongs(item) or (brehon.MODE == "compiled" and is_engine(item))


def is_engine(item: pytest.Item) -> bool:
    return item.nodeid.startswith(IN_ENGINE) and not any(part in item.nodeid for part in DRAWN)


def belongs(item: pytest.Item) -> bool:
    if any(item.get_closest_marker(mark) for mark in ("slow", "browser", "compiled", "timed")):
        return False
    if item.nodeid.startswith(SEARCHES) and any(game in item.nodeid for game in LONG_GAMES):
        return False
    return item.nodeid.startswith(TIER) and not any(part in item.nodeid for part in TOO_LONG)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """A worker of xdist hands its counts to the process that reports."""
    output = getattr(session.config, "workeroutput", None)
    if output is not None and COUNTS in session.config.stash:
        output["quick"] = session.config.stash[COUNTS]


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    if "quick" in getattr(node, "workeroutput", {}):
        node.config.stash[COUNTS] = node.workeroutput["quick"]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    if COUNTS in config.stash:
        chosen, left_out = config.stash[COUNTS]
        name = "rest" if IS_REST else "quick tier"
        terminalreporter.write_line(f"{name}: {chosen} tests; {left_out} left out, make test runs all of them")
