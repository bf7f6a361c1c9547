"""What can be wrong with what people send us. Each says what, why (rule or constraint) and what would be right."""

from collections.abc import Sequence

from brehon.core.text import N_, NN_, Message, Reason, Speaker


class BrehonError(ValueError):
    """Bad input, never a bug of ours. The text is fit to be shown to a person as it is."""

    def __init__(self, text: str | Message) -> None:
        super().__init__(str(text))
        self.text = text

    def said(self, say: Speaker) -> str:
        """The text in a language; in English where it is no message of the catalogue."""
        return say(self.text)


class IllegalAction(BrehonError):
    """A move that the rules, the turn or the undo rule refuse."""

    def __init__(self, asked: str, reason: Reason, ply: int) -> None:
        super().__init__(f"cannot {asked}: {reason} (ply {ply})")
        self.asked = asked
        self.reason = reason
        self.ply = ply


class BadOptions(BrehonError):
    """An unknown game, option, value, number of seats or bot level."""

    def __init__(self, text: str | Message, rule: str = "") -> None:
        super().__init__(text)
        self.rule = rule  # of the game, where one is the cause


class BadComponents(BrehonError):
    """A component file that breaks constraints; carries every one of them."""

    def __init__(self, name: str, problems: Sequence["Problem"]) -> None:
        errors = [problem for problem in problems if problem.is_error]
        text = NN_(
            "the component file %(name)s breaks %(n)s constraint:",
            "the component file %(name)s breaks %(n)s constraints:",
        )
        super().__init__(Message(text, name=name, n=sum(problem.count for problem in errors)))
        self.name = name
        self.problems = list(problems)

    def __str__(self) -> str:
        return self.said(Speaker())

    def said(self, say: Speaker) -> str:
        """The number of broken constraints, then each on a line of its own."""
        return "\n".join([say(self.text), *(f"  {problem.said(say)}" for problem in self.problems if problem.is_error)])


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
        return self.said(Speaker())

    def said(self, say: Speaker) -> str:
        text = N_("error %(rule)s: %(what)s") if self.is_error else N_("warning %(rule)s: %(what)s")
        return say(Message(text, rule=self.rule, what=self.text))
