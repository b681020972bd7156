"""From arguments to requests, and from the parts of an answer to the answer."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Union

from . import _jigsat
from ._record import Answer, Record, last

if TYPE_CHECKING:
    from ._puzzle import Puzzle

#: A text that belongs to a request: the text itself, a path to a file with it, a puzzle, an answer with a solution, or what JSON
#: has for a solution.
TextLike = Union[str, "os.PathLike[str]", "Puzzle", Answer, Mapping[str, Any]]


def text_file(value: Any) -> Any:
    """A text with its name."""
    from ._puzzle import Puzzle

    if isinstance(value, os.PathLike):
        path = os.fspath(value)
        return {"name": str(path), "text": Path(path).read_text(encoding="utf-8")}
    if isinstance(value, Puzzle):
        return {"name": value.file, "text": value.text}
    if isinstance(value, Record):
        value = value.to_dict().get("solution")
        if value is None:
            raise ValueError("this answer has no solution")
    if isinstance(value, Mapping):
        return {"name": "argument", "text": json.dumps(value)}
    if isinstance(value, str):
        return {"name": "argument", "text": value}
    if isinstance(value, Iterable):
        return [text_file(one) for one in value]
    raise TypeError(f"expected a text, a path, a puzzle, an answer or a solution, found {type(value).__name__}")


def request(
    given: Mapping[str, Any],
    texts: tuple[str, ...],
    place: str | None,
    options: Mapping[str, Any],
) -> str:
    """The JSON of a request, without what is not given."""
    asked: dict[str, Any] = {}
    for path, value in given.items():
        if value is not None:
            put(asked, path, text_file(value) if path in texts else plain(value))
    if place is not None and options:
        put(asked, place, {name.rstrip("_"): plain(value) for name, value in options.items()})
    return json.dumps(asked) if asked else "{}"


def plain(value: Any) -> Any:
    """A value as JSON has it."""
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if isinstance(value, (set, frozenset, range)):
        return sorted(value)
    return value


def put(data: dict[str, Any], path: str, value: Any) -> None:
    """Puts a value at a place: ``ask.search.timeout_s``."""
    *around, name = path.split(".")
    for key in around:
        data = data.setdefault(key, {})
    data[name] = value


def collected(answer: type[Any], parts: Any, rows: bool) -> Any:
    """The answer that consists of these parts, or those that are its rows."""
    if not rows:
        return last(answer, parts)
    return [answer([part]) for part in parts if part.record() is not None]


class Asker:
    """What can be asked about: a puzzle."""

    _board: _jigsat.Board
    _options: dict[str, Any]

    def _ask(
        self,
        verb: str,
        answer: type[Any],
        given: Mapping[str, Any],
        texts: tuple[str, ...],
        place: str | None,
        options: Mapping[str, Any],
        rows: bool = False,
    ) -> Any:
        asked = request(given, texts, place, self._with_pictures({**self._options, **options}))
        return collected(answer, self._board.ask(verb, asked), rows)

    def _with_pictures(self, options: dict[str, Any]) -> dict[str, Any]:
        """The options with those that notebooks add: plans of Sokoban are played."""
        return {"animate": True, **options} if self._board.family == "sokoban" else options

    def _ask_text(
        self,
        verb: str,
        answer: type[Any],
        given: Mapping[str, Any],
        texts: tuple[str, ...],
        place: str | None,
        options: Mapping[str, Any],
        rows: bool = False,
    ) -> Any:
        asked = request(given, texts, place, {**self._options, **options})
        puzzle = (self._board.file, self._text())
        return collected(answer, _jigsat.ask(verb, asked, self._board.family, puzzle), rows)

    def _text(self) -> str:
        raise NotImplementedError


def ask_family(
    family: str,
    verb: str,
    answer: type[Any],
    given: Mapping[str, Any],
    texts: tuple[str, ...],
    place: str | None,
    options: Mapping[str, Any],
    rows: bool = False,
) -> Any:
    """An answer about a family."""
    return collected(answer, _jigsat.ask(verb, request(given, texts, place, options), family, None), rows)


def ask_files(
    verb: str,
    answer: type[Any],
    given: Mapping[str, Any],
    texts: tuple[str, ...],
    place: str | None,
    options: Mapping[str, Any],
    rows: bool = False,
) -> Any:
    """An answer about files, or encodings, that the request names."""
    return collected(answer, _jigsat.ask(verb, request(given, texts, place, options), None, None), rows)
