"""Formulas: names both ways, PySAT both ways, what propagation derives, what a model means."""

from __future__ import annotations

import pickle

import pytest
from conftest import EASY, PUZZLES, SOLVED

import jigsat


def test_names_are_read_both_ways() -> None:
    formula = jigsat.parse(EASY).formula("extended", amo="ladder")
    assert formula.encoding == "extended" and formula.nv > 729
    assert formula.id("r1c3=4") == -formula.id("!r1c3=4")
    assert formula.obj(formula.id("r1c3=4")) == "r1c3=4" and formula.obj(-formula.id("r1c3=4")) == "!r1c3=4"
    assert all(formula.id(name) == number for number, name in enumerate(formula.names, 1))
    assert len(formula.projected) == 729
    with pytest.raises(KeyError, match="names look like"):
        formula.id("r99c1=1")
    with pytest.raises(IndexError):
        formula.obj(formula.nv + 1)
    with pytest.raises(ValueError, match="0"):
        formula.obj(0)


def test_clauses_belong_to_sentences() -> None:
    formula = jigsat.parse(EASY).formula("minimal")
    assert len(formula.clauses) == len(formula) and formula.clauses[5] == formula[5] == list(formula)[5]
    assert sum(len(group.clauses) for group in formula.groups) == len(formula)
    row = next(group for group in formula.groups if group.rule == "row")
    assert formula.sentence(row.clauses[0]) == row.sentence
    assert {group.rule for group in formula.groups} == set(formula.rules)
    assert row.sentence in formula.write() and str(formula).startswith("c") is False
    lines = [line.split() for line in formula.write("dimacs").splitlines() if line[0] not in "cp"]
    assert [[int(word) for word in line[:-1]] for line in lines] == formula.clauses


def test_a_model_of_pysat_comes_back() -> None:
    solvers = pytest.importorskip("pysat.solvers")
    puzzle = jigsat.parse(EASY)
    for encoding in puzzle.encodings:
        formula = puzzle.formula(encoding)
        with solvers.Solver("cadical153", bootstrap_with=formula.to_pysat()) as solver:
            assert solver.solve()
            decoded = formula.decode(solver.get_model())
            assert decoded and puzzle.check(decoded.solution)
            assert "".join(str(digit) for row in decoded.solution["grid"] for digit in row) == SOLVED
            assert not solver.solve(assumptions=[formula.id("r1c3=1")])


def test_pysat_counts_what_jigsat_counts() -> None:
    solvers = pytest.importorskip("pysat.solvers")
    formula = jigsat.parse("1" + "." * 15, "sudoku").formula("minimal")
    with solvers.Solver("minisat22", bootstrap_with=formula.clauses) as solver:
        shown = set(formula.projected)
        models = {tuple(lit for lit in model if abs(lit) in shown) for model in solver.enum_models()}
    assert len(models) == 72


def test_a_wrong_model_is_refused_with_the_reason() -> None:
    formula = jigsat.parse(EASY).formula("minimal")
    wrong = formula.decode([-var for var in range(1, formula.nv + 1)])
    assert not wrong and wrong.solution is None and wrong.violation in {group.sentence for group in formula.groups}
    dropped = formula.drop("row")
    assert "row" not in dropped.rules and len(dropped) < len(formula)
    with pytest.raises(jigsat.RequestError, match="its rules are"):
        formula.drop("rows")


def test_propagation() -> None:
    formula = jigsat.load(PUZZLES / "sudoku" / "tiny.yaml").formula("minimal")
    seen = formula.propagate(["r1c2=4"])
    assert seen.steps[0].because is not None and seen.conflict is not None
    free = formula.propagate()
    assert free.conflict is None and any(step.name == "r1c1=1" for step in free.steps)
    forced = formula.propagate([formula.id("!r1c1=1")])
    assert forced.conflict == "!r1c1=1 was assumed, but its negation is forced"
    assert {step.name for step in free.steps} == {
        line.split()[0] for line in propagated("puzzles/sudoku/tiny.yaml", "minimal")
    }


def propagated(path: str, encoding: str) -> list[str]:
    import json

    from conftest import run

    out = run("encode", path, "--encoding", encoding, "--propagate", "--format", "json")
    return [step["literal"] for step in json.loads(out)["propagated"]["steps"]]


def test_arrays_and_tables() -> None:
    numpy = pytest.importorskip("numpy")
    pandas = pytest.importorskip("pandas")
    formula = jigsat.parse(EASY).formula()
    literals, starts = formula.arrays()
    assert literals.dtype == numpy.int32 and starts[-1] == len(literals) and len(starts) == len(formula) + 1
    assert [list(part) for part in numpy.split(literals, starts[1:-1])] == formula.clauses
    table = formula.table()
    assert isinstance(table, pandas.DataFrame) and table["clauses"].sum() == len(formula)
    assert table["literals"].sum() == len(literals)


def test_formulas_are_pickled() -> None:
    formula = jigsat.parse(EASY).formula("extended", amo="ladder", drop=["row"])
    again = pickle.loads(pickle.dumps(formula))
    assert again.clauses == formula.clauses and again.names == formula.names


def test_lazy_formulas_say_so() -> None:
    slitherlink = jigsat.parse("3.3\n...\n3.3\n", "slitherlink")
    assert slitherlink.formula().is_lazy and not slitherlink.formula(graph="tree").is_lazy
