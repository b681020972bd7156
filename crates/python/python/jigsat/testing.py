"""Tests of encodings: of those written with :class:`jigsat.Encoding`, and of clauses that any program made.

With pytest, the fixture ``assert_encoding`` does all of them::

    def test_queens(assert_encoding):
        assert_encoding(queens(4), brute_force=True)
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Union

from .encoding import Encoding, Literal

#: The solutions that brute force found, each as the true atoms; or ``True`` for all sets of atoms that the referee accepts.
BruteForce = Union[bool, Iterable[Iterable[Hashable]], Callable[[], Iterable[Iterable[Hashable]]]]

#: Maximum number of atoms whose sets are all tried: a million sets.
MOST_ATOMS = 20


class EncodingError(AssertionError):
    """An encoding is not what a test says."""


def solutions_by_referee(encoding: Encoding) -> list[set[Any]]:
    """All sets of atoms that the referee of an encoding accepts, and in which what is given holds.

    :raises ValueError: there is no referee, or there are more than 20 atoms
    """
    if encoding._referee is None:
        raise ValueError("brute force needs a referee: say what a solution is, with @encoding.referee")
    atoms = [atom for atom, number in encoding._atoms.items() if encoding._declared[number - 1]["projected"]]
    if len(atoms) > MOST_ATOMS:
        raise ValueError(f"there are {len(atoms)} atoms, too many to try all sets: list the solutions yourself")
    place = {encoding._atoms[atom]: number for number, atom in enumerate(atoms)}
    given = [(place[abs(number)], number > 0) for number in encoding._given if abs(number) in place]
    found = []
    for code in range(1 << len(atoms)):
        if any(bool(code >> at & 1) != holds for at, holds in given):
            continue
        chosen = {atom for number, atom in enumerate(atoms) if code >> number & 1}
        try:
            if encoding._referee(set(chosen)) is not False:
                found.append(chosen)
        except AssertionError:
            pass
    return found


def check_encoding(
    encoding: Encoding,
    brute_force: BruteForce | None = None,
    *,
    others: Sequence[Encoding] = (),
    rules: bool = True,
    flavours: Sequence[Mapping[str, str]] = ({},),
    timeout: float | None = None,
) -> None:
    """Asserts that an encoding has exactly the solutions that brute force found, in each of these flavours, and that each of its rules
    matters: without it, this puzzle or one of the others has another number of solutions.

    :param brute_force: see :data:`BruteForce`; without it, solutions are not compared
    :param others: further puzzles of the same rules
    :param rules: whether rules are tested
    :param flavours: such as ``{"amo": "ladder"}``
    :param timeout: seconds for each comparison
    :raises EncodingError: it isn't so, or that was left open; the message says what is wrong
    """
    __tracebackhide__ = True
    if brute_force is True:
        brute_force = solutions_by_referee(encoding)
    elif callable(brute_force):
        brute_force = brute_force()
    expected = None if brute_force is None or brute_force is False else [set(one) for one in brute_force]
    for flavour in flavours:
        if expected is not None:
            said(encoding.compare_with_brute_force(expected, timeout=timeout, **flavour))
        if rules:
            said(encoding.check_each_rule(*others, timeout=timeout, **flavour))


def assert_equivalent(one: Encoding, other: Encoding, *, timeout: float | None = None) -> None:
    """Asserts that two encodings have the same solutions, projected on what both show: by a proof in each direction.

    :raises EncodingError: one has a solution that the other lacks; the message has the constraints that forbid it
    """
    __tracebackhide__ = True
    said(one.check_equivalent(other, timeout=timeout))


def check_snapshot(text: str, file: Path, update: bool) -> None:
    """Asserts that a text is what a file has; or writes the file.

    :raises EncodingError: it is another one, with the lines that differ, or there is no file
    """
    __tracebackhide__ = True
    if update:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        return
    advice = "read it, and accept it by --snapshot-update"
    if not file.exists():
        raise EncodingError(f"there is no snapshot {file}; the formula is:\n\n{text}\n{advice}")
    kept = file.read_text(encoding="utf-8")
    if kept != text:
        lines = difflib.unified_diff(kept.splitlines(), text.splitlines(), str(file), "now", lineterm="")
        raise EncodingError("the formula is another one:\n\n" + "\n".join(lines) + f"\n\n{advice}")


def of_clauses(
    clauses: Iterable[Iterable[int]],
    names: Mapping[int, str] | Sequence[str] | Callable[[int], str | None],
    *,
    name: str = "clauses",
) -> Encoding:
    """An encoding of clauses that any program made, such as PySAT or an encoder of your own. Its atoms are the names.

    :param clauses: literals as numbers from 1, negative for a negation
    :param names: the name of each variable that is part of the answer, by its number, in order, or as a function; variables
        without one, or with ``None``, are auxiliary
    :param name: what messages call it
    """
    kept = [list(clause) for clause in clauses]
    for place, clause in enumerate(kept):
        if any(not isinstance(literal, int) or literal == 0 for literal in clause):
            raise ValueError(f"clause {place} is {clause!r}, expected numbers other than 0")
    most = max((abs(literal) for clause in kept for literal in clause), default=0)
    if callable(names):
        named = {number: names(number) for number in range(1, most + 1)}
    elif isinstance(names, Mapping):
        named = dict(names)
    else:
        named = dict(enumerate(names, 1))
    encoding = Encoding(name)
    atoms: dict[int, str] = {}
    for number in range(1, max([most, *named]) + 1):
        called = named.get(number)
        atoms[number] = f"x{number}" if called is None else called
        encoding.atom(atoms[number], projected=called is not None)
    rule = encoding.rule("clause", "{0}")
    for clause in kept:
        words = " or ".join(f"{'not ' if literal < 0 else ''}{atoms[abs(literal)]}" for literal in clause)
        rule(words or "nothing is possible").clause(Literal(atoms[abs(literal)], literal < 0) for literal in clause)
    return encoding


def said(wrong: str | None) -> None:
    __tracebackhide__ = True
    if wrong is not None:
        raise EncodingError(wrong)
