"""What can go wrong, as exceptions. All of them are a :class:`JigsatError`."""

from __future__ import annotations

import json
from typing import Any


class JigsatError(Exception):
    """Something that jigsat says no to, or fails at."""


class ParseError(JigsatError, ValueError):
    """A puzzle, or another text, is malformed.

    ``file``, ``line`` and ``column`` (both from 1) say where, ``path`` names the value within YAML or JSON, such as
    ``cages[3].sum``; each is ``None`` if it is unknown. ``message`` says what was found and what was expected, without the
    place. ``help`` is advice, or ``None``. ``families`` are those that the text may belong to, if it names none.
    """

    def __init__(self, text: str, record: dict[str, Any] | None = None) -> None:
        super().__init__(text)
        record = record or {}
        self.file: str | None = record.get("file")
        self.line: int | None = record.get("line")
        self.column: int | None = record.get("column")
        self.path: str | None = record.get("path")
        self.message: str = record.get("message", text)
        self.help: str | None = record.get("help")
        self.families: list[str] = record.get("families", [])
        self._record = record

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.args[0], self._record)

    def __str__(self) -> str:
        text = str(self.args[0])
        return f"{text}\nhelp: {self.help}" if self.help else text


class RequestError(JigsatError, ValueError):
    """What was asked for does not exist, or its arguments exclude each other."""


class LimitReached(JigsatError, TimeoutError):
    """A limit was reached before anything was known: the time, the memory, or somebody stopped it."""


class OutputError(JigsatError, OSError):
    """A file could not be written."""


class Bug(JigsatError, RuntimeError):
    """jigsat itself is wrong: please report it, with the puzzle. A referee rejected a solution, or code panicked."""


class Undecided(JigsatError):
    """An answer that is neither yes nor no was used as a condition."""


class Violation(JigsatError, AssertionError):
    """A referee written in Python raises it to say which rule a solution breaks."""


def made(kind: str, text: str, record: str) -> JigsatError:
    """The exception of a failure in Rust."""
    if kind == "input":
        return ParseError(text, json.loads(record))
    if kind == "limit":
        return LimitReached(text)
    if kind == "output":
        return OutputError(text)
    return Bug(text) if kind == "bug" else RequestError(text)
