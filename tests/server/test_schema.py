"""Schemathesis reads our OpenAPI and tries whatever it allows, and what it does not; also in sequence, by the ids it is given.

It checks every answer against what is documented: no 5xx, only the declared statuses and shapes, nothing wrong accepted. That
something right in form is refused is allowed: the rules of a game say more than a schema can. A longer run: SCHEMATHESIS=200.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis import APIOperation, BaseSchema, Case, HookContext, Response
from schemathesis.specs.openapi.checks import ignored_auth, negative_data_rejection, positive_data_acceptance

from tests.server.running import Server

EXAMPLES = int(os.environ.get("SCHEMATHESIS", "5"))  # of each operation
UNFIT = [
    positive_data_acceptance,
    ignored_auth,  # a token is a choice where looking on is allowed
]
PATIENT = settings(
    max_examples=EXAMPLES, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck)
)


TABLE = {
    "game": "armorica",
    "seats": [{"kind": "me", "name": "Ann"}, {"kind": "friend"}, {"kind": "bot", "level": "cottar"}],
}
KEYS: dict[str, list[str]] = {}  # tokens by table
OWN: list[str] = []  # tokens of persons


def before_call(context: HookContext, case: Case[Any], arguments: dict[str, Any]) -> None:
    """Every other table is one that can be, and whoever asks for a table that is there has one of its keys."""
    if case.operation.label == "POST /api/v1/tables" and len(str(case.body)) % 2:
        case.body = TABLE  # type: ignore[assignment]
    keys = KEYS.get(str(case.path_parameters.get("match_id")), [])
    if "/me" in case.operation.path and OWN:
        case.headers["Authorization"] = f"Bearer {OWN[-1]}"
    if keys and len(str(case.body)) % 4:
        case.headers["Authorization"] = f"Bearer {keys[len(str(case.body)) % len(keys)]}"


def after_call(context: HookContext, case: Case[Any], response: Response) -> None:
    ticket = response.json() if response.status_code == 201 else {}
    if "host_token" in ticket:
        KEYS[ticket["id"]] = [ticket["host_token"], *(seat["token"] for seat in ticket["seats"] if seat["token"])]
        KEYS[ticket["id"]] += [seat["link"].rpartition("/")[2] for seat in ticket["seats"] if seat["link"]]
    elif "account" in ticket:
        OWN.append(ticket["token"])


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BaseSchema]:
    with Server(tmp_path_factory.mktemp("schema")) as server:
        found = schemathesis.openapi.from_url(f"{server.url}/api/v1/openapi.json", timeout=60)
        found = found.exclude(path_regex="/events$")  # type: ignore[assignment]  # a stream has no end
        schemathesis.hook(before_call)
        schemathesis.hook(after_call)
        yield found
        schemathesis.hooks.unregister_all()
        assert KEYS, "no table was ever set up"
        assert server.stop() == 0


@pytest.mark.slow
def test_every_operation_answers_as_it_is_documented(served: BaseSchema) -> None:
    operations = [result.ok() for result in served.get_all_operations()]  # type: ignore[union-attr]
    assert len(operations) >= 10
    for operation in operations:
        try_out(operation)


def try_out(operation: APIOperation) -> None:  # type: ignore[type-arg]
    @PATIENT
    @given(case=operation.as_strategy())
    def check(case: Case[Any]) -> None:
        judge(case, case.call(timeout=60))

    check()


def judge(case: Case[Any], response: Response) -> None:
    """As documented; whatever is too long is refused unread, and a token may be left out where looking on is allowed."""
    is_about_token = case.meta is not None and case.meta.phase.data.parameter == "Authorization"
    unfit = [*UNFIT, negative_data_rejection] if response.status_code == 413 or is_about_token else UNFIT
    case.validate_response(response, excluded_checks=unfit)


@pytest.mark.slow
def test_operations_in_sequence_answer_as_they_are_documented(served: BaseSchema) -> None:
    class Sequence(served.as_state_machine()):  # type: ignore[misc]
        def validate_response(
            self, response: Response, case: Case[Any], additional_checks: list[object] | None = None
        ) -> None:
            judge(case, response)

    Sequence.run(settings=settings(PATIENT, stateful_step_count=10))
