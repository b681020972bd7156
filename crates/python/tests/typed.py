"""A program that mypy checks: records have types."""

from __future__ import annotations

import jigsat


def steps(text: str) -> list[str]:
    puzzle = jigsat.parse(text, family="sudoku")
    count: int = puzzle.count(limit=2, timeout=1.5).count
    unique: bool | None = puzzle.solve(unique=True).unique
    names: list[str] = [step.because[0].sentence for step in puzzle.explain().steps]
    clauses: list[list[int]] = puzzle.formula("extended").clauses
    return [*names, str(count), str(unique), str(len(clauses))]


def numbers() -> set[int]:
    lamps = jigsat.Encoding("lamps")
    lamps.atoms(range(3))
    lamps.rule("pair", "{0} and {1}")(0, 1).clause([0, 1])
    return lamps.solve() or set()
