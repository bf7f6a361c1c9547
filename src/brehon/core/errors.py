"""What can be wrong with what people send us. Each says what, why (rule or constraint) and what would be right."""

from collections.abc import Sequence

from brehon.core.text import Message, Reason


class BrehonError(ValueError):
    """Bad input, never a bug of ours. The text is fit to be shown to a person as it is."""


class IllegalAction(BrehonError):
    """A move that the rules, the turn or the undo rule refuse."""

    def __init__(self, asked: str, reason: Reason, ply: int) -> None:
        super().__init__(f"cannot {asked}: {reason} (ply {ply})")
        self.asked = asked
        self.reason = reason
        self.ply = ply


class BadOptions(BrehonError):
    """An unknown game, option, value, number of seats or bot level."""

    def __init__(self, text: str, rule: str = "") -> None:
        super().__init__(text)
        self.rule = rule  # of the game, where one is the cause


class BadComponents(BrehonError):
    """A component file that breaks constraints; carries every one of them."""

    def __init__(self, name: str, problems: Sequence["Problem"]) -> None:
        errors = [problem for problem in problems if problem.is_error]
        lines = "\n".join(f"  {problem}" for problem in errors)
        count = sum(problem.count for problem in errors)
        super().__init__(f"the component file {name} breaks {count} constraint(s):\n{lines}")
        self.name = name
        self.problems = list(problems)


class BadRecord(BrehonError):
    """A record that cannot be read, replayed or proved."""

    def __init__(self, text: str, reason: Reason | None = None) -> None:
        super().__init__(text)
        self.reason = reason  # why a ply is not legal


class Problem:
    """One violated constraint of a component file."""

    def __init__(self, rule: str, text: Message, is_error: bool = True, count: int = 1) -> None:
        self.rule = rule  # "K-3"
        self.text = text
        self.is_error = is_error
        self.count = count  # how many it stands for, where a list was too long

    def __str__(self) -> str:
        return f"{'error' if self.is_error else 'warning'} {self.rule}: {self.text}"
