"""Errors in what people send us. Each says what is wrong, why (rule or constraint) and what would be right."""

from collections.abc import Sequence

from brehon.core.text import N_, NN_, Message, Reason, Speaker


class BrehonError(ValueError):
    """Bad input, never a bug of ours. The text can be shown to people unchanged."""

    def __init__(self, text: str | Message, **args: object) -> None:
        """`text` is one of the catalogue; `args` fill its `%(name)s`."""
        if args and isinstance(text, str):
            text = Message(text, **{name: _shown(value) for name, value in args.items()})
        super().__init__(str(text))
        self.text = text

    def whole(self) -> str | Message:
        """All that it says, as an argument of another message."""
        return self.text

    def said(self, say: Speaker) -> str:
        """The text in a language; in English if it is not a message of the catalogue."""
        return say(self.text) if isinstance(self.text, Message) else say.word(self.text)


def _shown(value: object) -> str | int | Message:
    """An argument of a message; an argument that gives a reason is translated too."""
    if isinstance(value, BrehonError):
        return _shown(value.whole())
    if isinstance(value, Reason):
        return Message("%(what)s — %(rule)s", what=value.text, rule=value.rule) if value.rule else value.text
    return value if isinstance(value, str | int | Message) else str(value)


class IllegalAction(BrehonError):
    """A move that the rules, the turn or the undo rule refuse."""

    def __init__(self, asked: str, reason: Reason, ply: int) -> None:
        super().__init__(f"cannot {asked}: {reason} (ply {ply})")
        self.asked = asked
        self.reason = reason
        self.ply = ply


class BadOptions(BrehonError):
    """An unknown game, option, value, number of seats or bot level."""

    def __init__(self, text: str | Message, rule: str = "", **args: object) -> None:
        super().__init__(text, **args)
        self.rule = rule  # of the game, if a rule is the cause


class BadComponents(BrehonError):
    """A component file that breaks constraints; contains all of them."""

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

    def whole(self) -> Message:
        """The number of broken constraints, then each on a line of its own."""
        errors = {f"error{n}": one.whole() for n, one in enumerate(p for p in self.problems if p.is_error)}
        return Message("\n  ".join(["%(head)s", *(f"%({name})s" for name in errors)]), head=_shown(self.text), **errors)

    def said(self, say: Speaker) -> str:
        return say(self.whole())


class BadRecord(BrehonError):
    """A record that cannot be read, replayed or proved."""

    def __init__(self, text: str | Message, reason: Reason | None = None, **args: object) -> None:
        super().__init__(text, **args)
        self.reason = reason  # why a ply is not legal


class BadPosition(BrehonError):
    """A text that is not a position of these rules."""


class Problem:
    """One violated constraint of a component file."""

    def __init__(self, rule: str, text: Message, is_error: bool = True, count: int = 1) -> None:
        self.rule = rule  # "K-3"
        self.text = text
        self.is_error = is_error
        self.count = count  # how many it represents, if a list was too long

    def __str__(self) -> str:
        return self.said(Speaker())

    def said(self, say: Speaker) -> str:
        return say(self.whole())

    def whole(self) -> Message:
        text = N_("error %(rule)s: %(what)s") if self.is_error else N_("warning %(rule)s: %(what)s")
        return Message(text, rule=self.rule, what=self.text)
