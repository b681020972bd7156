"""Encodings of your own: atoms, rules with sentences, a referee."""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Any, Union

from . import _jigsat
from ._errors import Violation
from ._puzzle import Puzzle


class Literal:
    """An atom or auxiliary, or its negation; ``~literal`` negates it. :func:`neg` makes literals of atoms."""

    __slots__ = ("negated", "of")

    def __init__(self, of: Hashable, negated: bool = False) -> None:
        self.of = of
        self.negated = negated

    def __invert__(self) -> Literal:
        return Literal(self.of, not self.negated)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Literal) and (self.of, self.negated) == (other.of, other.negated)

    def __hash__(self) -> int:
        return hash((self.of, self.negated))

    def __repr__(self) -> str:
        return f"{'~' if self.negated else ''}{self.of!r}"


class Aux:
    """A variable that a group has made for itself."""

    __slots__ = ("number",)

    def __init__(self, number: int) -> None:
        self.number = number

    def __repr__(self) -> str:
        return f"auxiliary {self.number}"


#: An atom, which is any hashable value, or a literal.
Lit = Union[Hashable, Literal]


def neg(literal: Lit) -> Literal:
    """The negation of an atom or a literal."""
    return ~literal if isinstance(literal, Literal) else Literal(literal, True)


class Group:
    """One constraint of a rule. What it states goes into one sentence, and can be dropped together with its rule.

    All methods take atoms or literals, and return the group.
    """

    def __init__(self, encoding: Encoding, steps: list[Any]) -> None:
        self._encoding = encoding
        self._steps = steps

    def _state(self, name: str, *values: Any) -> Group:
        self._encoding._changed()
        self._steps.append({name: values[0] if len(values) == 1 else list(values)})
        return self

    def aux(self, name: str | None = None) -> Literal:
        """A new variable, which means something in this encoding only.

        :param name: what it means, such as ``sum>=3``
        """
        number = self._encoding._next_aux(self._steps)
        self._state("aux", name)
        return Literal(Aux(number))

    def clause(self, literals: Iterable[Lit]) -> Group:
        """States that at least one of the literals is true."""
        return self._state("clause", self._encoding._numbers(literals))

    def implies(self, if_all: Iterable[Lit], then_any: Iterable[Lit]) -> Group:
        """States that if all of the first literals are true, at least one of the second is."""
        return self._state("implies", self._encoding._numbers(if_all), self._encoding._numbers(then_any))

    def equals_all(self, literal: Lit, all_of: Iterable[Lit]) -> Group:
        """States that the literal is true if and only if all of the others are."""
        return self._state("equals_all", self._encoding._number(literal), self._encoding._numbers(all_of))

    def equals_any(self, literal: Lit, any_of: Iterable[Lit]) -> Group:
        """States that the literal is true if and only if at least one of the others is."""
        return self._state("equals_any", self._encoding._number(literal), self._encoding._numbers(any_of))

    def at_least_one(self, literals: Iterable[Lit]) -> Group:
        """States that at least one of the literals is true."""
        return self.at_least(1, literals)

    def at_most_one(self, literals: Iterable[Lit]) -> Group:
        """States that at most one of the literals is true."""
        return self.at_most(1, literals)

    def exactly_one(self, literals: Iterable[Lit]) -> Group:
        """States that exactly one of the literals is true."""
        return self.exactly(1, literals)

    def at_least(self, count: int, literals: Iterable[Lit]) -> Group:
        """States that at least so many of the literals are true."""
        return self._state("count", {"at_least": count}, self._encoding._numbers(literals))

    def at_most(self, count: int, literals: Iterable[Lit]) -> Group:
        """States that at most so many of the literals are true."""
        return self._state("count", {"at_most": count}, self._encoding._numbers(literals))

    def exactly(self, count: int, literals: Iterable[Lit]) -> Group:
        """States that exactly so many of the literals are true."""
        return self._state("count", {"exactly": count}, self._encoding._numbers(literals))

    def sum(
        self,
        terms: Iterable[tuple[int, Lit]],
        *,
        at_most: int | None = None,
        at_least: int | None = None,
        exactly: int | None = None,
    ) -> Group:
        """States a bound on the sum of the weights of the true literals.

        :param terms: weights, which are not negative, with their literals
        """
        bounds = {"at_most": at_most, "at_least": at_least, "exactly": exactly}
        given = {name: bound for name, bound in bounds.items() if bound is not None}
        if len(given) != 1:
            raise ValueError("a sum has one bound: at_most, at_least or exactly")
        weighted = [[weight, self._encoding._number(literal)] for weight, literal in terms]
        return self._state("sum", given, weighted)

    def connected(self, nodes: Iterable[Lit], edges: Iterable[tuple[Lit, Lit]]) -> Group:
        """States that the nodes that are true are connected, or that none is.

        :param nodes: the nodes, each of which is an atom or a literal
        :param edges: pairs of nodes that are neighbours
        """
        listed = list(nodes)
        place = {node: number for number, node in enumerate(listed)}
        graph = {
            "nodes": self._encoding._numbers(listed),
            "names": [self._encoding._name(node) for node in listed],
            "edges": [[place[one], place[other], None] for one, other in edges],
        }
        return self._state("connected", graph)

    def one_loop(self, edges: Mapping[tuple[Hashable, Hashable], Lit]) -> None:
        """States that the edges that are true form a single loop. It is the last statement of its group.

        :param edges: pairs of nodes, which are any hashable values, with the literal of the edge between them
        """
        graph, _ = self._edges(edges)
        self._state("one_loop", graph)

    def paths(
        self,
        edges: Mapping[tuple[Hashable, Hashable], Lit],
        pairs: Iterable[tuple[Hashable, Hashable]],
    ) -> None:
        """States that the edges that are true form paths, which join the ends of each pair. It is the last statement of its group.

        :param edges: pairs of nodes, which are any hashable values, with the literal of the edge between them
        :param pairs: pairs of nodes
        """
        graph, place = self._edges(edges)
        ends = list(pairs)
        for pair in ends:
            for end in pair:
                if end not in place:
                    raise ValueError(f"{end!r} is an end of a path, but no edge has it")
        used = [end for pair in ends for end in pair]
        if len(set(used)) < len(used):
            raise ValueError("a node is an end of one path only")
        self._state("paths", graph, [[place[one], place[other]] for one, other in ends])

    def _edges(self, edges: Mapping[tuple[Hashable, Hashable], Lit]) -> tuple[dict[str, Any], dict[Hashable, int]]:
        nodes = list(dict.fromkeys(node for pair in edges for node in pair))
        place = {node: number for number, node in enumerate(nodes)}
        graph = {
            "nodes": [None] * len(nodes),
            "names": [_unspaced(node) for node in nodes],
            "edges": [
                [place[one], place[other], self._encoding._number(literal)] for (one, other), literal in edges.items()
            ],
        }
        return graph, place


class Rule:
    """A kind of constraint. Calling it with the arguments of its sentence opens a group."""

    def __init__(self, encoding: Encoding, number: int, name: str, places: int) -> None:
        self._encoding = encoding
        self._number = number
        self._places = places
        #: Its name, by which it can be dropped.
        self.name = name

    def __call__(self, *args: Any) -> Group:
        if len(args) != self._places:
            raise ValueError(f"the sentence of rule {self.name!r} has {self._places} arguments, found {len(args)}")
        return self._encoding._open(self._number, args)


class Encoding:
    """A puzzle of your own, written as rules.

        >>> import jigsat
        >>> lamps = jigsat.Encoding("lamps")
        >>> for lamp in "abc":
        ...     _ = lamps.atom(lamp)
        >>> pair = lamps.rule("pair", "one of {0} and {1} is lit")
        >>> for one, other in ["ab", "bc"]:
        ...     _ = pair(one, other).clause([one, other])
        >>> lamps.count()
        5

    :param name: what records call it
    """

    def __init__(self, name: str = "encoding") -> None:
        self.name = name
        self._atoms: dict[Hashable, int] = {}
        self._names: dict[str, Hashable] = {}
        self._declared: list[dict[str, Any]] = []
        self._rules: list[dict[str, Any]] = []
        self._groups: list[dict[str, Any]] = []
        self._given: list[int] = []
        self._auxiliaries: list[Any] = []
        self._referee: Callable[[set[Any]], Any] | None = None
        self._draw: Callable[[set[Any] | None], str] | None = None
        self._failure: BaseException | None = None
        self._encoded: _jigsat.Encoded | None = None

    # ---- what it consists of

    def atom(self, atom: Hashable, name: str | None = None, *, projected: bool = True) -> Hashable:
        """Declares an atom: a variable. Declaring it twice changes nothing.

        :param atom: any hashable value
        :param name: its name in texts and sentences; without one, what ``str`` says, without blanks: ``(1,2)`` for a pair
        :param projected: whether it is part of the answer: solutions are distinguished by these atoms
        :returns: the atom
        """
        if isinstance(atom, Literal):
            raise TypeError("an atom is declared by itself, not by a literal")
        if atom in self._atoms:
            return atom
        if self._auxiliaries:
            raise ValueError("declare all atoms before the first auxiliary")
        name = _unspaced(atom) if name is None else name
        if name in self._names:
            raise ValueError(f"the atoms {self._names[name]!r} and {atom!r} have the same name: {name}")
        if not name or any(letter.isspace() for letter in name) or name.startswith("!"):
            raise ValueError(f"a name of an atom has no blanks and no '!' before it, found {name!r}; give it another one")
        self._changed()
        self._declared.append({"name": name, "projected": projected})
        self._atoms[atom] = len(self._declared)
        self._names[name] = atom
        return atom

    def atoms(self, atoms: Iterable[Hashable], *, projected: bool = True) -> list[Hashable]:
        """Declares several atoms, named as by :meth:`atom`, and returns them."""
        return [self.atom(atom, projected=projected) for atom in atoms]

    def rule(self, name: str, sentence: str, *, redundant: bool = False) -> Rule:
        """Declares a rule. Calling it with the arguments of the sentence opens a group.

        :param name: by which it can be dropped
        :param sentence: what a constraint of it says: ``row {0} has exactly one queen``
        :param redundant: whether the other rules imply it
        """
        if any(rule["name"] == name for rule in self._rules):
            raise ValueError(f"there is a rule {name!r} already")
        places = _places(sentence)
        self._rules.append({"name": name, "sentence": sentence, "redundant": redundant})
        return Rule(self, len(self._rules) - 1, name, places)

    def given(self, literal: Lit) -> None:
        """States what this puzzle adds to the rules."""
        self._changed()
        self._given.append(self._number(literal))

    def referee(self, check: Callable[[set[Any]], Any]) -> Callable[[set[Any]], Any]:
        """Sets the referee, as a decorator or by a call. It gets the set of the true atoms, and raises :class:`Violation` or
        ``AssertionError``, or returns false, if they are no solution. It should share no code with the rules. An exception of
        another kind ends what was asked, and reaches you with its own traceback."""
        self._changed()
        self._referee = check
        return check

    def draws(self, draw: Callable[[set[Any] | None], str]) -> Callable[[set[Any] | None], str]:
        """Sets the function that draws a solution as text, or the puzzle if it gets ``None``."""
        self._changed()
        self._draw = draw
        return draw

    # ---- what can be asked

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle, for all verbs: ``encoding.puzzle.explain()``. A solution is there the list of the names of the true
        atoms."""
        return Puzzle(self._complete().board(), {})

    def solve(self, **asked: Any) -> set[Any] | None:
        """The true atoms of a solution; ``None`` if there is none. Arguments as for :meth:`jigsat.Puzzle.solve`."""
        answer = self._refereed(lambda: self.puzzle.solve(**asked))
        return self._set(answer.solution) if answer else None

    def solutions(self, limit: int | None = None, **asked: Any) -> list[set[Any]]:
        """The true atoms of all solutions, or of so many. Arguments as for :meth:`jigsat.Puzzle.solutions`."""
        found = self._refereed(lambda: list(self.puzzle.solutions(limit, **asked)))
        return [self._set(answer.solution) for answer in found]

    def count(self, **asked: Any) -> int:
        """How many solutions there are. Arguments as for :meth:`jigsat.Puzzle.count`."""
        answer = self._refereed(lambda: self.puzzle.count(**asked))
        count: int = answer.count
        return count

    def explain(self, **asked: Any) -> Any:
        """Why the solution is what it is. Arguments as for :meth:`jigsat.Puzzle.explain`."""
        return self._refereed(lambda: self.puzzle.explain(**asked))

    def formula(self, **asked: Any) -> Any:
        """The formula. Arguments as for :meth:`jigsat.Puzzle.formula`."""
        return self._refereed(lambda: self.puzzle.formula(None, **asked))

    def text(self) -> str:
        """The formula as a text, as snapshots have it: rules with their sizes and fingerprints, sentences, clauses."""
        return str(self.formula().write())

    # ---- tests, which return what is wrong

    def compare_with_brute_force(
        self,
        expected: Iterable[Iterable[Hashable]],
        *,
        amo: str | None = None,
        card: str | None = None,
        sum: str | None = None,
        graph: str | None = None,
        solver: str | None = None,
        timeout: float | None = None,
    ) -> str | None:
        """What differs from the solutions that brute force found; ``None`` if nothing does. Both a solver and backtracking are
        asked.

        :param expected: the true atoms of each solution
        :param timeout: seconds until it says that it was stopped
        """
        order = {atom: place for place, atom in enumerate(self._atoms)}
        named: list[list[str]] = []
        for solution in expected:
            atoms = set(solution)
            for atom in atoms:
                if atom not in order:
                    raise ValueError(f"brute force has {atom!r}, which is no atom")
            named.append([self._declared[order[atom]]["name"] for atom in sorted(atoms, key=order.__getitem__)])
        flavours = (amo, card, sum, graph)
        wrong: str | None = self._refereed(lambda: self._complete().compare_with_brute_force(named, flavours, solver, timeout))
        return wrong

    def check_each_rule(
        self,
        *others: Encoding,
        amo: str | None = None,
        card: str | None = None,
        sum: str | None = None,
        graph: str | None = None,
        timeout: float | None = None,
    ) -> str | None:
        """The first rule that does not matter for this puzzle and the others, or that matters although it is declared redundant, in
        a sentence; ``None`` if all is well.

        :param timeout: seconds until it says that it was stopped
        """
        encoded = [other._complete() for other in others]
        flavours = (amo, card, sum, graph)
        wrong: str | None = self._refereed(lambda: self._complete().check_each_rule(encoded, flavours, timeout))
        return wrong

    def check_equivalent(self, other: Encoding, *, timeout: float | None = None) -> str | None:
        """A solution that only one of two encodings has, in a sentence; ``None`` if there is none. Atoms with the same name mean the
        same, and both must show the same ones."""
        wrong: str | None = self._refereed(lambda: self._complete().check_equivalent(other._complete(), timeout))
        return wrong

    def __repr__(self) -> str:
        return f"<Encoding {self.name!r}, {len(self._declared)} atoms, {len(self._rules)} rules>"

    def _repr_html_(self) -> str:
        return self.puzzle._repr_html_()

    # ---- inside

    def _changed(self) -> None:
        self._encoded = None

    def _open(self, rule: int, args: Sequence[Any]) -> Group:
        self._changed()
        steps: list[Any] = []
        self._groups.append({"rule": rule, "args": [self._arg(arg) for arg in args], "steps": steps})
        return Group(self, steps)

    def _next_aux(self, steps: list[Any]) -> int:
        if not self._groups or self._groups[-1]["steps"] is not steps:
            raise ValueError("a group makes auxiliaries before the next group is opened")
        self._auxiliaries.append(steps)
        return len(self._declared) + len(self._auxiliaries)

    def _number(self, literal: Lit) -> int:
        of, negated = (literal.of, literal.negated) if isinstance(literal, Literal) else (literal, False)
        number = of.number if isinstance(of, Aux) else self._atoms.get(of)
        if number is None:
            raise ValueError(f"{of!r} is used, but was not declared as an atom")
        return -number if negated else number

    def _numbers(self, literals: Iterable[Lit]) -> list[int]:
        if isinstance(literals, (str, Literal)):
            raise TypeError(f"expected several literals, found {literals!r}")
        return [self._number(literal) for literal in literals]

    def _name(self, literal: Lit) -> str:
        number = self._number(literal)
        if abs(number) > len(self._declared):
            return f"?{abs(number)}"
        name: str = self._declared[abs(number) - 1]["name"]
        return name if number > 0 else f"!{name}"

    def _arg(self, arg: Any) -> Any:
        if isinstance(arg, Literal) or (arg in self._atoms and not isinstance(arg, int)):
            return {"literal": self._number(arg)}
        if isinstance(arg, int) and not isinstance(arg, bool):
            return {"number": arg}
        return {"text": str(arg)}

    def _set(self, solution: list[str]) -> set[Any]:
        return {self._names[name] for name in solution}

    def _complete(self) -> _jigsat.Encoded:
        if self._encoded is None:
            program = {
                "name": self.name,
                "atoms": self._declared,
                "rules": self._rules,
                "groups": self._groups,
                "given": self._given,
            }
            draw = None if self._draw is None else self._drawn
            self._encoded = _jigsat.Encoded(json.dumps(program), self._judge, draw)
        return self._encoded

    def _judge(self, names: list[str]) -> str | None:
        """Why a solution is none. An exception of the referee's own is kept, and raised when the answer is there."""
        if self._referee is None:
            return None
        try:
            said = self._referee(self._set(names))
        except (Violation, AssertionError) as violation:
            return str(violation) or "the referee says so"
        except BaseException as failure:
            self._failure = failure
            return f"the referee failed: {failure!r}"
        return "the referee says so" if said is False else None

    def _drawn(self, names: list[str] | None) -> str:
        assert self._draw is not None
        return self._draw(None if names is None else self._set(names))

    def _refereed(self, ask: Callable[[], Any]) -> Any:
        """Asks, and raises what the referee has raised."""
        self._failure = None
        try:
            answer = ask()
        except Exception as error:
            failure, self._failure = self._failure, None
            if failure is not None:
                raise failure from error
            raise
        failure, self._failure = self._failure, None
        if failure is not None:
            raise failure
        return answer


def _unspaced(value: Hashable) -> str:
    """What ``str`` says of a value, without blanks: texts of formulas are made of words."""
    return "".join(str(value).split())


def _places(sentence: str) -> int:
    """How many arguments a sentence has: one more than the largest number in braces."""
    numbers = [part.partition("}")[0] for part in sentence.split("{")[1:]]
    return max((int(number.partition(":")[0]) + 1 for number in numbers if number[:1].isdigit()), default=0)
