"""Formulas in CNF, whose variables have names and whose clauses belong to sentences."""

from __future__ import annotations

import gc
import json
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    import numpy
    import pandas
    import pysat.formula

    from ._puzzle import Puzzle


class Group(NamedTuple):
    """A constraint of a formula."""

    rule: str
    """Its rule."""
    redundant: bool
    """Whether other rules imply that rule."""
    sentence: str
    """What it says."""
    clauses: range
    """The places of its clauses in :attr:`Formula.clauses`."""
    cells: list[tuple[int, int]]
    """The cells that it is about, each as row and column from 0."""


class Step(NamedTuple):
    """A literal that unit propagation derives."""

    literal: int
    """The literal."""
    name: str
    """Its name."""
    because: str | None
    """The sentence of the constraint that forces it; ``None`` if it was assumed."""


class Propagation(NamedTuple):
    """What unit propagation derives."""

    steps: list[Step]
    """The literals, in the order in which they became known."""
    conflict: str | None
    """The sentence of a constraint that is broken then, or the assumption that is false; ``None`` if there is no conflict."""


class Decoded(NamedTuple):
    """What a model says about the puzzle. As a condition: whether it is a solution."""

    legal: bool
    """Whether the referee accepts it."""
    solution: Any
    """The solution as the records have it, even if the referee rejects it; ``None`` if the model breaks a clause."""
    violation: str | None
    """What the referee says, or the sentence of the constraint that the model breaks."""

    def __bool__(self) -> bool:
        return self.legal


class Formula:
    """The formula of a puzzle. Variables are numbers from 1, a negative number is a negation, as in PySAT and DIMACS.

    :meth:`jigsat.Puzzle.formula` makes them.
    """

    def __init__(self, puzzle: Puzzle, asked: str) -> None:
        self._puzzle = puzzle
        self._asked = asked
        self._formula = puzzle._board.formula(asked)
        self._groups: list[Group] | None = None

    @property
    def puzzle(self) -> Puzzle:
        """Its puzzle."""
        return self._puzzle

    @property
    def encoding(self) -> str:
        """The name of the encoding."""
        return self._formula.encoding

    @property
    def is_lazy(self) -> bool:
        """Whether its clauses alone may have models that are no solutions, because jigsat adds others while it solves."""
        return self._formula.is_lazy

    @property
    def nv(self) -> int:
        """Number of variables."""
        return self._formula.variables

    @property
    def clauses(self) -> list[list[int]]:
        """The clauses, each as a list of literals: a new list each time."""
        # Looking for garbage among so many new lists takes longer than to make them.
        was_enabled = gc.isenabled()
        gc.disable()
        try:
            return self._formula.clauses()
        finally:
            if was_enabled:
                gc.enable()

    def __len__(self) -> int:
        return self._formula.clause_count

    def __iter__(self) -> Iterator[list[int]]:
        return (self._formula.clause(place) for place in range(len(self)))

    def __getitem__(self, place: int) -> list[int]:
        return self._formula.clause(range(len(self))[place])

    def id(self, name: str) -> int:
        """The variable with that name, such as ``r1c2=5``; a negative number for ``!r1c2=5``.

        :raises KeyError: there is no such name
        """
        bare = name.lstrip("!")
        number = self._formula.id(bare)
        return -number if (len(name) - len(bare)) % 2 else number

    def obj(self, literal: int) -> str:
        """The name of a variable, or of the negation of one.

        :raises IndexError: there is no such variable
        """
        return self._formula.name(literal)

    @property
    def names(self) -> list[str]:
        """The names of all variables, that of variable 1 first."""
        return self._formula.names()

    @property
    def projected(self) -> list[int]:
        """The variables that distinguish solutions."""
        return self._formula.projected()

    @property
    def rules(self) -> list[str]:
        """The names of its rules that were not dropped."""
        return [name for name, dropped in self._formula.rules() if not dropped]

    @property
    def groups(self) -> list[Group]:
        """Its constraints, in the order in which they were written."""
        if self._groups is None:
            groups = self._formula.groups()
            self._groups = [
                Group(rule, redundant, sentence, range(start, end), cells)
                for rule, redundant, sentence, start, end, cells in groups
            ]
        return self._groups

    def sentence(self, place: int) -> str:
        """What the constraint says to which the clause at that place belongs."""
        return self._formula.sentence(range(len(self))[place])

    def drop(self, *rules: str) -> Formula:
        """The same formula without some rules.

        :raises RequestError: there is no such rule
        """
        asked = json.loads(self._asked)
        options = asked.setdefault("formula", {})
        options["drop"] = [*options.get("drop", []), *rules]
        options.setdefault("encoding", self.encoding)
        return Formula(self._puzzle, json.dumps(asked))

    def propagate(self, assume: Iterable[int | str] = ()) -> Propagation:
        """What unit propagation derives from the formula and these literals, given by number or by name."""
        assumed = [self.id(one) if isinstance(one, str) else one for one in assume]
        steps, conflict, contradicted = self._formula.propagate(assumed)
        derived = [
            Step(literal, self.obj(literal), None if clause is None else self.sentence(clause))
            for literal, clause in steps
        ]
        words = None if conflict is None else self.sentence(conflict)
        if contradicted is not None:
            words = f"{self.obj(contradicted)} was assumed, but its negation is forced"
        return Propagation(derived, words)

    def decode(self, model: Iterable[int]) -> Decoded:
        """What a solver's model says about the puzzle. The referee judges it; variables that it lacks are false."""
        legal, solution, violation, _ = self._formula.decode(list(model))
        return Decoded(legal, solution, violation)

    def write(self, format: str = "text", *, full: bool = False, rule: str | None = None, group: str | None = None) -> str:
        """The formula as a text: ``text`` for people, ``dimacs`` for solvers, ``gcnf`` for extractors of unsatisfiable groups,
        ``stats`` for its size by rule.

        :param full: for ``text``: every constraint and clause, however many there are
        :param rule: for ``text``: only the constraints of this rule
        :param group: for ``text``: only those whose sentence matches, where ``*`` stands for any text
        """
        if format not in ("text", "dimacs", "gcnf", "stats"):
            raise ValueError(f"there is no format {format!r}; there are: text, dimacs, gcnf, stats")
        return self._formula.write(format, full, rule, group)

    def to_pysat(self) -> pysat.formula.CNF:
        """The formula as one of PySAT, which has to be installed (``pip install python-sat``)."""
        from pysat.formula import CNF

        formula = CNF()
        formula.clauses = self.clauses
        formula.nv = self.nv
        return formula

    def arrays(self) -> tuple[numpy.ndarray[Any, Any], numpy.ndarray[Any, Any]]:
        """The literals of all clauses in one array of ``int32``, and where each clause begins there, and at last the end, in one of
        ``int64``. Needs numpy."""
        import numpy

        literals, starts = self._formula.arrays()
        return numpy.frombuffer(literals, numpy.int32), numpy.frombuffer(starts, numpy.int64)

    def table(self) -> pandas.DataFrame:
        """A row for each constraint: its rule, its sentence, the number of its clauses and of their literals. Needs pandas."""
        import pandas

        rows = [
            {
                "rule": group.rule,
                "sentence": group.sentence,
                "clauses": len(group.clauses),
                "literals": sum(len(self[place]) for place in group.clauses),
            }
            for group in self.groups
        ]
        return pandas.DataFrame(rows, columns=["rule", "sentence", "clauses", "literals"])

    def __str__(self) -> str:
        return self.write().rstrip("\n")

    def __repr__(self) -> str:
        return f"<Formula {self._formula.family}:{self.encoding}, {self.nv} variables, {len(self)} clauses>"

    def __reduce__(self) -> tuple[Any, ...]:
        return Formula, (self._puzzle, self._asked)
