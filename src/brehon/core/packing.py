"""Messages as plain data and back: for answers of other processes, and for what is stored and shown later in any language."""

from __future__ import annotations

from typing import Any

from brehon.core.text import Argument, Message, Number, Plural, Seat

Data = dict[str, Any]


def pack(message: Message) -> Data:
    text = message.text
    args = {name: packed(arg) for name, arg in message.args.items()}
    return {"text": [text.one, text.many, text.by] if isinstance(text, Plural) else text, "args": args}


def packed(arg: Argument) -> Data | str | int:
    if isinstance(arg, Message):
        return pack(arg)
    if isinstance(arg, Number):
        return {"number": arg.value, "digits": arg.digits}
    return {"seat": arg.seat} if isinstance(arg, Seat) else arg


def unpack(data: Data) -> Message:
    args = {name: unpacked(arg) for name, arg in data["args"].items()}
    return Message(Plural(*data["text"]) if isinstance(data["text"], list) else data["text"], **args)


def unpacked(arg: Data | str | int) -> Argument:
    if not isinstance(arg, dict):
        return arg
    if "number" in arg:
        return Number(arg["number"], arg["digits"])
    return Seat(arg["seat"]) if "seat" in arg else unpack(arg)
