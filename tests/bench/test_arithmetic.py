"""The benchmark's own arithmetic: a wrong figure here would make every promise of speed worthless."""

import json
from pathlib import Path
from typing import Any

import pytest

from bench.budgets import AT_LEAST, MET, MISSED, MORE_THAN, NOT_MEASURED, UNDER, Verdict, verdicts
from bench.click import Clicks
from bench.measure import Sample, Series, Subject, percentile, ratio, repeat, round_robin
from bench.report import Results, as_json, figure, store


def series(key: Any, *rates: Any, forced: int = 0) -> Series:
    return Series(key, key, "decisions", tuple(Sample(rate, 1.0, forced) for rate in rates))


def test_the_median_rate_ignores_one_disturbed_round() -> None:
    found = Series("x", "x", "clones", (Sample(100, 1.0), Sample(90, 0.5), Sample(10, 1.0)))
    assert found.rates() == [100.0, 180.0, 10.0]
    assert (found.lowest(), found.median(), found.highest()) == (10.0, 100.0, 180.0)
    assert found.micros() == 10_000.0


def test_the_forced_share_weighs_every_decision_alike() -> None:
    found = Series("x", "x", "decisions", (Sample(10, 1.0, 10), Sample(90, 1.0, 15)))
    assert found.forced_share() == 0.25


def test_a_ratio_compares_each_round_within_itself() -> None:
    """Given a machine that was three times slower in one round for both, then the ratio does not move."""
    assert ratio(series("a", 300, 100, 300), series("b", 30, 10, 30)) == 10.0
    assert ratio(series("a", 10, 20, 60), series("b", 10, 10, 10)) == 2.0


def test_a_ratio_of_unequal_rounds_is_refused() -> None:
    with pytest.raises(ValueError, match="zip"):
        ratio(series("a", 1, 2), series("b", 1))


@pytest.mark.parametrize(
    ("percent", "value"), [(0, 1.0), (5, 1.0), (50, 10.0), (51, 11.0), (95, 19.0), (96, 20.0), (100, 20.0)]
)
def test_a_percentile_is_one_of_the_measured_values(percent: int, value: float) -> None:
    assert percentile([float(n) for n in range(20, 0, -1)], percent) == value


def test_percentile_of_a_single_click() -> None:
    assert percentile([7.0], 95) == 7.0


@pytest.mark.parametrize(
    ("sense", "measured", "word"),
    [
        (AT_LEAST, 25.0, MET),
        (AT_LEAST, 24.99, MISSED),
        (MORE_THAN, 25.0, MISSED),
        (MORE_THAN, 25.01, MET),
        (UNDER, 25.0, MISSED),
        (UNDER, 24.99, MET),
        (UNDER, None, NOT_MEASURED),
        (AT_LEAST, None, NOT_MEASURED),
    ],
)
def test_a_budget_is_met_missed_or_not_measured(sense: Any, measured: float | None, word: Any) -> None:
    assert Verdict("x", sense, 25.0, "×", measured).word() == word


def measured_words(found: Any) -> dict[Any, Any]:
    return {verdict.what: (verdict.measured, verdict.word()) for verdict in found}


def test_budgets_come_from_the_right_series() -> None:
    found = measured_words(
        verdicts(
            {
                "compiled arrival play4": series("compiled arrival play4", 1300),
                "compiled fallen-kingdoms clone": series("compiled fallen-kingdoms clone", 100_000),
                "compiled play4": series("compiled play4", 2600),
                "compiled stepped4": series("compiled stepped4", 500),
                "compiled clone": series("compiled clone", 1_000_000),
                "interpreted play4": series("interpreted play4", 250),
                "catanatron play": series("catanatron play", 100),
                "catanatron env": series("catanatron env", 50),
                "compiled aec": series("compiled aec", 300),
                "compiled arrival aec": series("compiled arrival aec", 100),
                "backgammon play": series("backgammon play", 250),
                "hearts play": series("hearts play", 1000),
            },
            {"compiled armorica": 1364, "compiled arrival": 5000, "interpreted armorica": 5000},
            {"page": 14.0, "JSON API": 16.0},
        )
    )
    assert found == {
        "compiled, against Catanatron": (26.0, MET),
        "interpreted, against Catanatron": (2.5, MISSED),
        "compiled, stepped from Python, against C++ backgammon": (2.0, MET),
        "compiled, stepped from Python, against C++ hearts": (0.5, MISSED),
        "The Arrival compiled, against Catanatron": (13.0, MET),
        "The Arrival interpreted, against Catanatron": (None, NOT_MEASURED),
        "Fallen Kingdoms compiled, against Catanatron": (None, NOT_MEASURED),
        "Fallen Kingdoms interpreted, against Catanatron": (None, NOT_MEASURED),
        "AEC steps of Armorica compiled, against Catanatron's environment": (6.0, MET),
        "AEC steps of The Arrival compiled, against Catanatron's environment": (2.0, MISSED),
        "AEC steps of Fallen Kingdoms compiled, against Catanatron's environment": (None, NOT_MEASURED),
        "clone() of armorica, compiled": (1.0, MET),
        "clone() of arrival, compiled": (None, NOT_MEASURED),
        "clone() of fallen-kingdoms, compiled": (10.0, MISSED),
        "a state of armorica, compiled": (1364.0, MET),
        "a state of arrival, compiled": (5000.0, MISSED),
        "a state of fallen-kingdoms, compiled": (None, NOT_MEASURED),
        "a click, page, 95th percentile": (14.0, MET),
        "a click, page without script, 95th percentile": (None, NOT_MEASURED),
        "a click, JSON API, 95th percentile": (16.0, MISSED),
    }


def test_without_peers_compiled_code_and_server_nothing_counts_as_met() -> None:
    found = verdicts({"interpreted play4": series("interpreted play4", 1)}, {"interpreted armorica": 100}, {})
    assert {verdict.word() for verdict in found} == {NOT_MEASURED}


def test_subjects_take_turns_and_the_warm_up_is_not_counted() -> None:
    calls = []

    def subject(key: Any) -> Subject:
        def run(seconds: Any) -> Sample:
            calls.append((key, seconds))
            return Sample(len(calls), 1.0)

        return Subject(key, key, "clones", run)

    found = round_robin([subject("a"), subject("b")], 2, 1.0, lambda text: None)
    assert calls == [("a", 0.25), ("b", 0.25), ("a", 1.0), ("b", 1.0), ("a", 1.0), ("b", 1.0)]
    assert found["a"].rates() == [3.0, 5.0]
    assert found["b"].rates() == [4.0, 6.0]


def test_a_slice_does_at_least_one_batch_and_adds_them_up() -> None:
    sample = repeat(0.0, lambda: (7, 3))
    assert (sample.count, sample.forced) == (7, 3)
    assert sample.seconds > 0


def test_clicks_are_summed_up_in_milliseconds() -> None:
    clicks = Clicks("page", [n / 1000 for n in range(1, 101)])
    assert clicks.summary() == {
        "way": "page",
        "clicks": 100,
        "millis": {"p50": pytest.approx(50), "p95": pytest.approx(95), "slowest": pytest.approx(100)},
    }


def test_results_are_stored_with_every_round(tmp_path: Path) -> None:
    own = {"interpreted play4": series("interpreted play4", 10, 30, 20, forced=5)}
    results = Results(
        3, 0.5, "interpreted", own, {"catanatron": "not measured: no module"}, {}, [], verdicts(own, {}, {})
    )
    path = tmp_path / "deep" / "results.json"
    store(results, path)
    kept = json.loads(path.read_text(encoding="utf-8"))
    assert kept == json.loads(json.dumps(as_json(results)))
    assert kept["series"][0]["rates"] == [10, 30, 20]
    assert kept["series"][0]["per_second"] == {"median": 20, "lowest": 10, "highest": 30}
    assert kept["series"][0]["forced_share"] == 0.25
    assert kept["peers"] == {"catanatron": "not measured: no module"}
    assert {budget["verdict"] for budget in kept["budgets"]} == {NOT_MEASURED}


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.6231, "0.623"), (47.04, "47"), (999.6, "1,000"), (1234.5, "1,230"), (812345.0, "812,000"), (5e6, "5,000,000")],
)
def test_figures_have_three_digits(value: float, text: str) -> None:
    assert figure(value) == text
