"""A workbench that solves puzzles by SAT, proves the answers and explains them.

    >>> import jigsat
    >>> puzzle = jigsat.parse("1.....3..4.....2", family="sudoku")
    >>> answer = puzzle.solve(unique=True)
    >>> answer.solution["grid"][0]
    [1, 3, 2, 4]
    >>> answer.unique
    True

:func:`parse` and :func:`load` read puzzles. A :class:`Puzzle` has a method for each verb of the command, and each returns a record
whose attributes are the keys of the command's JSON. :meth:`Puzzle.formula` is the formula in CNF, with names for its variables and
sentences for its constraints. :class:`Encoding` is a puzzle of your own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._errors import (
    Bug,
    JigsatError,
    LimitReached,
    OutputError,
    ParseError,
    RequestError,
    Undecided,
    Violation,
)
from ._jigsat import version as _version
from ._puzzle import Puzzle, Puzzles, families, generate, load, load_all, parse, parse_all, solvers
from ._record import Answer, Record
from ._verbs import diff, exercise, grade, rules

if TYPE_CHECKING:
    from .encoding import Encoding
    from .formula import Formula

__version__ = _version()

__all__ = [
    "Answer",
    "Bug",
    "Encoding",
    "Formula",
    "JigsatError",
    "LimitReached",
    "OutputError",
    "ParseError",
    "Puzzle",
    "Puzzles",
    "Record",
    "RequestError",
    "Undecided",
    "Violation",
    "diff",
    "exercise",
    "families",
    "generate",
    "grade",
    "load",
    "load_all",
    "parse",
    "parse_all",
    "rules",
    "solvers",
]


def __getattr__(name: str) -> Any:
    # What not everybody needs is imported when it is.
    if name == "Encoding":
        from .encoding import Encoding

        return Encoding
    if name == "Formula":
        from .formula import Formula

        return Formula
    if name == "testing":
        from importlib import import_module

        return import_module(".testing", __name__)
    raise AttributeError(f"module 'jigsat' has no attribute {name!r}")
