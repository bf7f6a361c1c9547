"""A game at the terminal: moves, reasons, undo, and the record on disk."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from pathlib import Path

from brehon.core.fair import commitment, seeded_secret
from brehon.core.record import read_record
from brehon.core.text import Speaker
from brehon.core.verification import verify
from tests.cli.program import PROGRAM, SEATS, brehon, environment

ARMORICA = ("play", "armorica", "--seats", SEATS, "--seed", "7")


def plies(path: Path) -> list[str]:
    return json.loads(path.read_text("utf-8"))["plies"]  # type: ignore[no-any-return]


def test_a_whole_game_by_script_ends_with_the_score_sheet_the_secret_and_a_record_that_can_be_proved(
    home: Path,
) -> None:
    path = home / "game.json"
    done = brehon(home, *ARMORICA, "--save", str(path), stdin="1\n" * 100)
    assert done.returncode == 0
    assert done.stdout.index(commitment(seeded_secret(7))) < done.stdout.index("Player 1> 1")  # before the first move
    assert seeded_secret(7) in done.stdout.split("The secret was")[1]
    assert f"brehon verify {path}" in done.stdout
    assert "Place" in done.stdout
    assert "Total" in done.stdout
    match = verify(read_record(path.read_text("utf-8")))
    assert [player.name for player in match.players] == ["Player 1", "Cottar", "Wanderer"]


def test_moves_can_be_given_by_number_by_words_by_shortened_words_and_by_the_label(home: Path) -> None:
    ways = ("2", "take gaul 2", "TAKE  Gaul 2", "t g 2", "gaul 2", "brown G-A5")
    results = []
    for number, way in enumerate(ways):
        path = home / f"{number}.json"
        assert brehon(home, *ARMORICA, "--save", str(path), stdin=f"{way}\n").returncode == 0, way
        results.append(next(line for line in plies(path) if line.startswith("0 ")))
    assert results == ["0 take gaul 2"] * len(ways)


def test_an_unclear_line_is_answered_with_what_it_could_mean_and_nothing_is_played(home: Path) -> None:
    path = home / "game.json"
    done = brehon(home, *ARMORICA, "--save", str(path), stdin="take gaul\nxyzzy\n99\n")
    assert "“take gaul” can mean several moves: take gaul 1 | take gaul 2" in done.stderr
    assert "“xyzzy” is not a move" in done.stderr
    assert "a number from 1 to 3" in done.stderr
    assert not any(line.startswith("0 ") for line in plies(path))


def test_a_wrong_move_is_refused_with_its_reason_and_rule_and_a_script_ends_with_exit_code_2(home: Path) -> None:
    path = home / "game.json"
    done = brehon(home, *ARMORICA, "--save", str(path), stdin="take gaul 3\ntake roman 5\n")
    assert done.returncode == 2
    assert "cannot take gaul 3: yellow card in place 3: needs 3 wheat, you have 2 — AM-4.3" in done.stderr
    assert "cannot take roman 5" in done.stderr
    assert "AM-3.1" in done.stderr
    assert not any(line.startswith("0 ") for line in plies(path))


def test_why_tells_the_reason_for_a_number_for_words_and_for_everything_that_is_not_possible(home: Path) -> None:
    done = brehon(home, *ARMORICA, stdin="why 4\nwhy take gaul 5\nwhy take roman 5\nwhy 1\nwhy\nwhy nonsense\n")
    told = done.stdout.split("Player 1> ")
    assert "take gaul 3" in told[1]
    assert "needs 3 wheat, you have 2 — AM-4.3" in told[1]
    assert "needs 5 wheat, you have 2 — AM-4.3" in told[2]
    assert "AM-3.1" in told[3]
    assert "this is possible" in told[4]
    assert [f"take gaul {place}" in told[5] for place in range(1, 7)] == [False, False, True, True, True, True]
    assert "“nonsense” is not a move" in done.stderr
    assert done.returncode == 0  # a question is no refused move


def test_undo_is_refused_once_a_card_has_been_turned_up_and_granted_when_everybody_agrees(home: Path) -> None:
    path = home / "game.json"
    done = brehon(home, *ARMORICA, "--save", str(path), stdin="1\nundo\nundo all\n")
    assert "a card or die was revealed since your last decision" in done.stderr
    assert "Undone." in done.stdout
    lines = plies(path)
    assert lines[-1] == "0 undo 6 all"
    assert lines.count("0 take gaul 1") == 1  # nothing is ever taken out of a record


def test_a_discard_in_winter_can_be_taken_back_alone(home: Path) -> None:
    path = home / "game.json"
    seats = ("--seats", "me,me", "--seed", "1", "--save", str(path))
    done = brehon(home, "play", "armorica", *seats, stdin="1\n" * 17 + "undo\n")
    assert "Undone." in done.stdout
    assert " starve " in plies(path)[-2]
    assert plies(path)[-1].endswith("undo 1")  # without anybody's consent


KINGDOMS = ("play", "fallen-kingdoms", "--seats", "me,wanderer,wanderer", "--seed", "1")


def test_a_turn_can_be_restarted_and_done_again_in_part_or_in_whole(home: Path) -> None:
    """Given three decisions of one turn, when it is restarted, then the record says so and each can be redone."""
    path = home / "game.json"
    done = brehon(home, *KINGDOMS, "--save", str(path), stdin="1\n" * 11 + "restart\nredo\nredo all\n")
    assert done.returncode == 0, done.stderr
    assert "3 decisions undone." in done.stdout
    assert done.stdout.count("Redone.") == 2
    lines = plies(path)
    assert lines[-6:-3] == ["0 undo 1"] * 3
    assert lines[-3:] == lines[-9:-6]
    read_record(path.read_text("utf-8"))


def test_a_restart_reaches_over_a_pause_of_the_program_and_counts_are_checked(home: Path) -> None:
    path = home / "game.json"
    brehon(home, *KINGDOMS, "--save", str(path), stdin="1\n" * 11 + "restart\n")
    done = brehon(home, "play", "--resume", str(path), stdin="redo 4\nredo some\nredo 2\nrestart\n1\nredo\n")
    assert "cannot redo: only 3 can be redone" in done.stderr
    assert "“some” is not a number of decisions" in done.stderr
    assert "2 decisions undone." in done.stdout
    assert done.returncode == 2  # two lines were refused


def test_nothing_is_restarted_or_done_again_where_nothing_can_be(home: Path) -> None:
    path = home / "game.json"
    done = brehon(home, *ARMORICA, "--save", str(path), stdin="1\nrestart\nredo\n")
    assert "cannot restart: a card or die was revealed since your last decision; “undo all”" in done.stderr
    assert "there is nothing to redo" in done.stderr
    assert not any("undo" in line for line in plies(path))


def test_people_at_one_keyboard_take_turns_and_undo_all_needs_a_yes(home: Path) -> None:
    path = home / "game.json"
    seats = ("--seats", "me:Anna,me:Ben", "--seed", "3", "--save", str(path))
    done = brehon(home, "play", "armorica", *seats, stdin="1\nundo all\nno\nundo all\nyes\n")
    assert "It is the turn of" in done.stdout
    assert "Anna> " in done.stdout
    assert "Ben> " in done.stdout
    assert [line.split(" ", 1)[1] for line in plies(path) if "undo" in line] == ["undo 2 all"]


def test_log_score_help_record_and_save_answer(home: Path) -> None:
    copy = home / "sub" / "copy.json"
    done = brehon(home, *ARMORICA, stdin=f"log\nscore\nhelp\nrecord\nsave {copy}\nsave {copy}\nmoves\n\n")
    assert "Cottar gets the start-player card" in done.stdout
    assert "Total" in done.stdout
    assert "why a move is not possible" in done.stdout
    assert "redo what was undone" in done.stdout
    assert copy.exists()
    assert "already exists" in done.stderr


def test_without_save_the_record_lies_in_the_users_data_folder_and_only_its_owner_may_read_it(home: Path) -> None:
    done = brehon(home, *ARMORICA, stdin="quit\n")
    (path,) = (home / "brehon" / "records").iterdir()
    assert path.name.startswith("armorica-20")
    assert f"brehon play --resume {path}" in done.stdout
    assert path.stat().st_mode & 0o077 == 0  # the secret of a running game is in it


def test_a_resumed_game_goes_on_exactly_like_one_that_was_never_interrupted(home: Path) -> None:
    whole, parts = home / "whole.json", home / "parts.json"
    brehon(home, *ARMORICA, "--save", str(whole), "--word", "salmon", stdin="1\n" * 100)
    brehon(home, *ARMORICA, "--save", str(parts), "--word", "salmon", stdin="1\n1\n1\nquit\n")
    assert brehon(home, "play", "--resume", str(parts), stdin="1\n" * 5).returncode == 0
    assert brehon(home, "play", "armorica", "--resume", str(parts), stdin="1\n" * 100).returncode == 0
    assert whole.read_text("utf-8") == parts.read_text("utf-8")


def test_a_game_of_bots_alone_plays_itself(home: Path) -> None:
    path = home / "game.json"
    done = brehon(home, "play", "armorica", "--seats", "cottar:Grainne,wanderer", "--seed", "1", "--save", str(path))
    assert done.returncode == 0
    assert "Grainne" in done.stdout
    verify(read_record(path.read_text("utf-8")))


def test_the_words_of_people_change_the_shuffle(home: Path) -> None:
    for word in ("salmon", "oak"):
        brehon(home, *ARMORICA, "--word", word, "--save", str(home / word), stdin="")
    assert plies(home / "salmon")[:13] != plies(home / "oak")[:13]
    assert json.loads((home / "oak").read_text("utf-8"))["fair"]["words"] == ["oak", "", ""]


def start(home: Path, path: Path) -> subprocess.Popen[str]:
    args = [*PROGRAM, *ARMORICA, "--save", str(path)]
    pipe = subprocess.PIPE
    env = environment(home, PYTHONUNBUFFERED="1")
    return subprocess.Popen(args, stdin=pipe, stdout=pipe, stderr=pipe, text=True, env=env)


def wait_for_plies(path: Path, by: str, count: int) -> None:
    """Until so many moves of a seat are on disk."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        if path.exists() and sum(line.startswith(by) for line in plies(path)) >= count:
            return
        time.sleep(0.02)
    raise AssertionError(f"{count} moves of {by!r} never reached the disk")


def test_no_move_is_lost_when_the_program_is_killed_and_the_game_can_be_resumed(home: Path) -> None:
    path = home / "game.json"
    done = 0
    args = [*PROGRAM, *ARMORICA, "--save", str(path)]
    for moves in (1, 3, 2):
        env = environment(home, PYTHONUNBUFFERED="1")
        process = subprocess.Popen(args, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=env)
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("1\n" * moves)
        process.stdin.flush()
        wait_for_plies(path, "0 ", done + moves)
        process.send_signal(signal.SIGKILL)
        process.communicate()
        done = sum(line.startswith("0 ") for line in plies(path))
        args = [*PROGRAM, "play", "--resume", str(path)]
    assert [name.name for name in home.iterdir() if name.suffix == ".json"] == ["game.json"]
    assert brehon(home, "play", "--resume", str(path), stdin="1\n" * 100).returncode == 0
    match = verify(read_record(path.read_text("utf-8")))
    assert match.is_over


def test_a_record_that_another_program_has_gone_on_with_is_not_written_over(home: Path) -> None:
    path = home / "game.json"
    first = start(home, path)
    assert first.stdin is not None
    first.stdin.write("1\n")
    first.stdin.flush()
    assert first.stdout is not None
    while "Roman immigration: Player 1" not in first.stdout.readline():  # its bots have moved as well
        assert first.poll() is None
    assert brehon(home, "play", "--resume", str(path), stdin="1\n1\n").returncode == 0
    newer = path.read_bytes()
    _, errors = first.communicate("1\n", timeout=60)
    assert first.returncode == 2
    assert "another program changed" in errors
    assert path.read_bytes() == newer


def test_ctrl_c_saves_tells_how_to_go_on_and_exits_with_130(home: Path) -> None:
    path = home / "game.json"
    process = start(home, path)
    assert process.stdin is not None
    process.stdin.write("1\n")
    process.stdin.flush()
    assert process.stdout is not None
    while "Roman immigration: Player 1" not in process.stdout.readline():  # it asks again
        assert process.poll() is None
    process.send_signal(signal.SIGINT)
    told, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert f"brehon play --resume {path}" in told
    assert "Traceback" not in errors
    assert brehon(home, "play", "--resume", str(path), stdin="1\n" * 100).returncode == 0


def test_the_language_comes_from_the_option_the_environment_or_the_system(home: Path) -> None:
    german = Speaker("de")
    by_option = brehon(home, *ARMORICA, "--lang", "de", stdin="why\nhelp\n")
    by_name = brehon(home, *ARMORICA, stdin="why\nhelp\n", BREHON_LANG="de")
    by_system = brehon(home, *ARMORICA, stdin="why\nhelp\n", LANG="de_AT.UTF-8")
    without_path = [told.stdout.split("\n", 3)[3].rsplit("\n", 2)[0] for told in (by_option, by_name, by_system)]
    assert without_path[0] == without_path[1] == without_path[2]
    assert german.word("everything that has happened") in by_option.stdout
    assert german.word("the points as they stand") in by_option.stdout


def test_an_unwritable_folder_is_told_before_the_game_begins(home: Path) -> None:
    locked = Path("/sys") if os.geteuid() == 0 else home / "locked"  # root may write nearly everywhere
    if locked != Path("/sys"):
        locked.mkdir(mode=0o500)
    done = brehon(home, *ARMORICA, "--save", str(locked / "game.json"), stdin="1\n")
    assert done.returncode == 2
    assert "no permission to read or write" in done.stderr


def test_several_moves_in_one_line_go_as_far_as_nothing_new_comes_up(home: Path) -> None:
    path = home / "game.json"
    done = brehon(home, *ARMORICA, "--save", str(path), stdin="take gaul 2; take gaul 1; pass\n")
    assert "1 of 3 done; then it stopped: " in done.stderr
    assert [line for line in plies(path) if line.startswith("0 ")] == ["0 take gaul 2"]
    path = home / "fallen.json"
    fallen = ("play", "fallen-kingdoms", "--seats", "me,cottar,cottar", "--seed", "5")
    line = "spend unit; 3; spend unit"  # in this game the player has two points
    done = brehon(
        home, *fallen, "--option", "trophies_per_player=1", "--save", str(path), stdin="1\n" * 9 + f"{line}\n"
    )
    assert [line for line in plies(path) if "spend" in line][:2] == ["0 spend unit", "0 spend knowledge"]
    assert "cannot spend unit: free points are spent during production" in done.stderr


def test_a_hint_has_three_steps_each_a_line_of_the_record_and_its_number_plays_the_move(home: Path) -> None:
    path = home / "game.json"
    done = brehon(home, *ARMORICA, "--save", str(path), stdin="h\nhint\nh\nh\nlog\n")
    assert done.returncode == 0, done.stderr
    steps = done.stdout.split("Hint, step ")[1:]
    assert [text[:6] for text in steps] == ["1 of 3", "2 of 3", "3 of 3", "3 of 3"]  # the last one is shown again
    assert "chance to win" not in steps[0] + steps[1]
    assert "chance to win" in steps[2]
    assert steps[2].partition("To play it")[0] == steps[3].partition("To play it")[0]
    assert "Player 1 has asked for a hint (step 3)." in done.stdout
    assert plies(path)[-3:] == ["0 hint 1", "0 hint 2", "0 hint 3"]
    number = steps[2].partition("To play it, type ")[2].split()[0]
    going_on = brehon(home, "play", "--resume", str(path), stdin=f"h\n{number}\nundo all\nh\n")
    assert going_on.stdout.count("Hint, step 3 of 3") == 2  # nothing is counted twice, also after an undo
    assert steps[2].partition("To play it")[0] in going_on.stdout.replace("Hint, step 3", "3", 1)
    assert sum(" hint " in line for line in plies(path)) == 3
    whole = brehon(home, "play", "--resume", str(path), stdin="1\n" * 100)
    assert whole.returncode == 0
    proved = brehon(home, "verify", str(path))
    assert "hints, counted by their steps: Player 1 3" in proved.stdout
