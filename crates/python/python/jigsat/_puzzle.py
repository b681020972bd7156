"""Puzzles, and how they are read and made."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import _jigsat
from ._ask import request
from ._errors import LimitReached, RequestError
from ._record import html
from ._verbs import Verbs
from .records import SolveAnswer

if TYPE_CHECKING:
    from .formula import Formula


#: Whether an answer is found before its first part is told: where there are no threads, in browsers.
AT_ONCE = sys.platform == "emscripten"


def parse(text: str, family: str | None = None, *, name: str = "argument", index: int | None = None, **options: Any) -> Puzzle:
    """Reads the puzzle in a text.

    :param text: one puzzle, in any format that its family reads
    :param family: the family by its name; without it, jigsat finds out, which takes longer
    :param name: what errors and records call the text
    :param index: which of several puzzles is meant, from 1
    :param options: the family's own options, by name, if they say what the text means
    :raises ParseError: a text that is malformed, has several puzzles, or may belong to several families
    """
    return Puzzle(_jigsat.read(text, name, family, json.dumps(options), index, False), options)


def parse_all(text: str, family: str | None = None, *, name: str = "argument", **options: Any) -> Puzzles:
    """The puzzles in a text, one after the other; arguments as for :func:`parse`. After one that is malformed, which raises
    :class:`ParseError`, the iterator goes on with the next."""
    return Puzzles(_jigsat.read(text, name, family, json.dumps(options), None, True), options)


def load(path: str | os.PathLike[str], family: str | None = None, *, index: int | None = None, **options: Any) -> Puzzle:
    """Reads the puzzle in a file; arguments as for :func:`parse`.

    :raises OSError: a file that can't be read
    """
    return parse(text_of(path), family, name=os.fspath(path), index=index, **options)


def load_all(path: str | os.PathLike[str], family: str | None = None, **options: Any) -> Puzzles:
    """The puzzles in a file, one after the other; as :func:`parse_all`."""
    return parse_all(text_of(path), family, name=os.fspath(path), **options)


def text_of(path: str | os.PathLike[str]) -> str:
    return Path(path).read_text(encoding="utf-8", errors="surrogateescape").encode("utf-8", "replace").decode("utf-8")


def generate(
    family: str,
    *,
    seed: int = 1,
    difficulty: str | None = None,
    timeout: float | None = None,
    **options: Any,
) -> Puzzle:
    """Makes a new puzzle.

    :param family: the family by its name
    :param seed: the same seed makes the same puzzle
    :param difficulty: makes a puzzle with this rating, with this seed or one after it
    :param timeout: seconds
    :param options: the options of the family's generator, by name, as the command has them
    :raises LimitReached: there is no such puzzle yet
    """
    given = {"seed": seed, "difficulty": difficulty, "timeout_s": timeout}
    asked = request(given, (), "options", options)
    words = "there is no puzzle"
    for part in _jigsat.ask("generate", asked, family, None):
        board = _jigsat.board_of(part)
        if board is not None:
            return Puzzle(board, {})
        words = part.words() or words
    raise LimitReached(words)


def families() -> dict[str, list[str]]:
    """The names of the families, and of the encodings of each, the default first."""
    return dict(_jigsat.families())


def solvers() -> list[str]:
    """The names of the SAT solvers in this package."""
    return _jigsat.solvers()


class Puzzles(Iterator["Puzzle"]):
    """The puzzles of a text, one after the other."""

    def __init__(self, boards: Any, options: dict[str, Any]) -> None:
        self._boards = boards
        self._options = options

    def __next__(self) -> Puzzle:
        return Puzzle(next(self._boards), self._options)


class Solutions(Iterator[SolveAnswer]):
    """Solutions, one by one, as they are found. Leaving the iterator ends the search. After the last one, ``complete`` says
    whether there are no others."""

    def __init__(self, parts: Any) -> None:
        self._parts = parts
        #: Whether there are no other solutions; ``None`` as long as that is unknown.
        self.complete: bool | None = None

    def __next__(self) -> SolveAnswer:
        for part in self._parts:
            if part.solution() is not None:
                return SolveAnswer([part])
            record = part.record()
            if record is not None:
                self.complete = json.loads(record).get("complete")
        raise StopIteration

    def close(self) -> None:
        """Ends the search."""
        self._parts.close()

    def __enter__(self) -> Solutions:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def portions(ask: Callable[[int], Any], limit: int | None) -> Iterator[Any]:
    """The parts of a list of solutions that is asked for in portions, each four times as long as the one before and beginning with
    it: so that an iterator can be left where an answer is found at once."""
    size, known = 8, 0
    while True:
        size = size if limit is None else min(size, limit)
        parts = list(ask(size))
        found = [part for part in parts if part.solution() is not None]
        yield from found[known:]
        known = len(found)
        if known < size or size == limit:
            yield from (part for part in parts if part.solution() is None)
            return
        size *= 4


class Puzzle(Verbs):
    """A puzzle. :func:`jigsat.parse`, :func:`jigsat.load` and :func:`jigsat.generate` make them.

    ``print(puzzle)`` draws it, and so do notebooks. Puzzles can be pickled, and asked from several threads at a time.
    """

    def __init__(self, board: _jigsat.Board, options: dict[str, Any]) -> None:
        self._board = board
        self._options = options

    @property
    def family(self) -> str:
        """The name of its family."""
        return self._board.family

    @property
    def file(self) -> str:
        """The name of the file or text in which it was read."""
        return self._board.file

    @property
    def title(self) -> str:
        """Its title; may be empty."""
        return self._board.title

    @property
    def warnings(self) -> list[str]:
        """Warnings about it."""
        return self._board.warnings

    @property
    def encodings(self) -> list[str]:
        """The names of its encodings, the default first."""
        return self._board.encodings

    @property
    def text(self) -> str:
        """The puzzle as a text that :func:`jigsat.parse` reads."""
        return self._text()

    def _text(self) -> str:
        text = self._board.text
        if text is not None:
            return text
        try:
            return self._board.write("yaml")
        except RequestError:
            return self._board.write("plain")

    def write(self, format: str) -> str:
        """The puzzle in a format: ``yaml``, ``plain``, or one of its family.

        :raises RequestError: there is no such format
        """
        return self._board.write(format)

    @property
    def svg(self) -> str:
        """Its picture as SVG."""
        return self._board.svg()

    def solutions(
        self,
        limit: int | None = None,
        *,
        encoding: str | None = None,
        solver: str | None = None,
        engine: str | None = None,
        timeout: float | None = None,
        conflicts: int | None = None,
        seed: int | None = None,
        drop: list[str] | None = None,
        **options: Any,
    ) -> Solutions:
        """Its solutions, one by one, as they are found.

        :param limit: ends after so many
        :param encoding: the encoding to use; without it, the one that measured best
        :param solver: the SAT solver to use
        :param engine: the search engine to use
        :param timeout: seconds until it gives up; ``complete`` is then false
        :param conflicts: conflicts of the solver until it gives up
        :param seed: shuffles variables and clauses
        :param drop: rules to leave out of the formula
        :param options: the family's own options, by name
        """
        given = {
            "ask.formula.encoding": encoding,
            "ask.formula.drop": drop,
            "ask.search.solver": solver,
            "ask.search.engine": engine,
            "ask.search.timeout_s": timeout,
            "ask.search.conflicts": conflicts,
            "ask.search.seed": seed,
        }
        options = self._with_pictures({**self._options, **options})

        def ask(most: int | None) -> Any:
            return self._board.ask("list", request({**given, "limit": most}, (), "ask.options", options))

        return Solutions(portions(ask, limit) if AT_ONCE else ask(limit))

    def formula(
        self,
        encoding: str | None = None,
        *,
        amo: str | None = None,
        card: str | None = None,
        sum: str | None = None,
        graph: str | None = None,
        drop: list[str] | None = None,
        timeout: float | None = None,
        **options: Any,
    ) -> Formula:
        """The formula of this puzzle in CNF.

        :param encoding: one of :attr:`encodings`; without it, the one that measured best
        :param amo: how to encode 'at most one'
        :param card: how to encode cardinality constraints
        :param sum: how to encode weighted sums
        :param graph: how to encode connected sets and loops: ``tree`` says everything in clauses
        :param drop: rules to leave out
        :param timeout: seconds until it gives up
        :param options: the family's own options, by name
        :raises RequestError: there is no such encoding, flavour or rule
        :raises LimitReached: it could not be built within the limits
        """
        from .formula import Formula

        given = {
            "formula.encoding": encoding,
            "formula.amo": amo,
            "formula.card": card,
            "formula.sum": sum,
            "formula.graph": graph,
            "formula.drop": drop,
            "search.timeout_s": timeout,
        }
        return Formula(self, request(given, (), "options", {**self._options, **options}))

    def __str__(self) -> str:
        return self._board.drawn().rstrip("\n")

    def __repr__(self) -> str:
        title = f" {self.title!r}" if self.title else ""
        return f"<Puzzle {self.family}{title} from {self.file!r}>"

    def _repr_html_(self) -> str:
        return html(self.svg, "")

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self._text(), self.family, self.file, self._options)


def _restored(text: str, family: str, name: str, options: dict[str, Any]) -> Puzzle:
    return parse(text, family, name=name, **options)
