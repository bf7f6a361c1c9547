"""The action space of a game: one table with the number, kind, argument and words of every action."""

from typing import Final, final

RESERVED: Final = ("undo", "seat")  # words of the record that games must not use


@final
class ActionSpace:
    """Dense numbering of a game's actions: each kind owns one run of ids, in the order of the table."""

    def __init__(self, kinds: list[tuple[str, list[str]]]) -> None:
        self.first: list[int] = []  # [kind] its lowest id
        self.kind_of: list[int] = []  # [action]
        self.texts: list[str] = []  # [action] the words a record stores
        for kind, (verb, objects) in enumerate(kinds):
            assert verb.split(" ")[0] not in RESERVED, verb
            self.first.append(len(self.texts))
            for word in objects or [""]:
                self.texts.append(f"{verb} {word}".rstrip())
                self.kind_of.append(kind)
        self.size: int = len(self.texts)
        self.ids: dict[str, int] = {text: action for action, text in enumerate(self.texts)}
        assert len(self.ids) == self.size, "two actions share their words"

    def encode(self, kind: int, arg: int = 0) -> int:
        return self.first[kind] + arg

    def arg(self, action: int) -> int:
        return action - self.first[self.kind_of[action]]

    def find(self, text: str) -> int:
        """The action that these words name, or -1."""
        return self.ids.get(" ".join(text.split()), -1)
