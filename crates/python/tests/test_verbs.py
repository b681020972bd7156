"""Every verb answers as the command does, about a puzzle of every family."""

from __future__ import annotations

import inspect
import json
from pathlib import Path
from typing import Any

import pytest
from conftest import PUZZLES, ROOT, run

import jigsat
from jigsat import _jigsat
from jigsat._puzzle import Puzzle

FAMILIES = [name for name in jigsat.families() if name not in ("qprop",)]
VERBS = json.loads(_jigsat.verbs())


def smallest(family: str) -> tuple[Path, int | None]:
    """The family's smallest file, and which of its puzzles is meant, if it has several."""
    files = [path for path in (PUZZLES / family).iterdir() if path.is_file() and path.suffix != ".qprop"]
    files.sort(key=lambda path: (path.stat().st_size, path.name))
    for path in files:
        for index in (None, 1):
            try:
                jigsat.load(path, family, index=index)
            except jigsat.JigsatError:
                continue
            return path, index
    raise AssertionError(f"{family} has no puzzle")


def without_times(record: Any) -> Any:
    if isinstance(record, dict):
        return {key: without_times(value) for key, value in record.items() if not key.endswith("_s")}
    return [without_times(one) for one in record] if isinstance(record, list) else record


def printed(*words: str) -> dict[str, Any]:
    lines = run(*words, "--format", "json", status=(0, 1, 3)).splitlines()
    record: dict[str, Any] = json.loads(lines[-1])
    return record


@pytest.mark.usefixtures("in_root")
@pytest.mark.parametrize("family", FAMILIES)
def test_every_family_answers_as_the_command_does(family: str) -> None:
    file, index = smallest(family)
    path = str(file.relative_to(ROOT))
    puzzle = jigsat.load(path, family, index=index)
    solved = puzzle.solve(timeout=60)
    which = [] if index is None else ["--index", str(index)]
    assert without_times(solved.to_dict()) == without_times(printed(family, "solve", path, "--timeout", "60s", *which))
    assert str(puzzle) and "<svg" in puzzle.svg
    assert jigsat.parse(puzzle.text, family, name=path, **puzzle._options).solve(timeout=60).status == solved.status


#: The verbs about a puzzle that are asked without further arguments.
PLAIN = ["solve", "count", "encode", "common", "explain", "hint", "rate", "show"]


@pytest.mark.usefixtures("in_root")
@pytest.mark.parametrize("verb", PLAIN)
def test_every_verb_answers_as_the_command_does(verb: str) -> None:
    for path in ("puzzles/sudoku/tiny.yaml", "puzzles/fillomino/easy.yaml"):
        answer = getattr(jigsat.load(path), verb)()
        assert without_times(answer.to_dict()) == without_times(printed(verb, path)), path
        # Each field has its type, and none is forgotten.
        for field in answer._fields:
            getattr(answer, field)
        assert set(answer.to_dict()) <= set(answer._fields)


@pytest.mark.usefixtures("in_root")
def test_the_other_verbs() -> None:
    tiny = jigsat.load("puzzles/sudoku/tiny.yaml")
    rows = tiny.compare(encodings=["minimal", "extended"], solvers=["batsat"], seeds=1)
    assert [row.encoding for row in rows] == ["minimal", "extended"] and rows[0].clauses < rows[1].clauses
    assert tiny.right_so_far("1..." + "." * 12)
    assert tiny.trace().decisions >= 0
    lines = tiny.formula("minimal")
    decoded = tiny.decode("s SATISFIABLE\nv " + " ".join(map(str, models(lines))) + " 0\n", encoding="minimal")
    assert decoded.solution == tiny.solve().solution
    differs = jigsat.diff("sudoku:minimal", "sudoku:minimal", sizes=["4x4"])
    assert differs.status == "same"


def models(formula: Any) -> list[int]:
    """A model, by unit propagation from the solution."""
    solution = formula.puzzle.solve().solution["grid"]
    names = {f"r{row + 1}c{col + 1}={digit}" for row, line in enumerate(solution) for col, digit in enumerate(line)}
    return [var if formula.obj(var) in names else -var for var in range(1, formula.nv + 1)]


def test_every_verb_has_a_method_or_a_function(tmp_path: Path) -> None:
    for verb in VERBS:
        name = verb["name"].replace("-", "_")
        if verb["subject"] in ("puzzle", "text"):
            name = "solutions" if name == "list" else name
            assert inspect.getdoc(getattr(Puzzle, name)), name
        else:
            assert inspect.getdoc(getattr(jigsat, name)), name
    folder = jigsat.load(PUZZLES / "sudoku" / "hard.yaml").cubes(out=tmp_path / "tasks", count=4)
    assert folder.tasks >= 1 and (tmp_path / "tasks").is_dir()


def test_what_is_written_from_the_schemas_is_current() -> None:
    import subprocess
    import sys

    done = subprocess.run([sys.executable, "generate.py", "--check"], cwd=ROOT / "crates" / "python", check=False)
    assert done.returncode == 0


def test_types() -> None:
    """mypy finds no fault with the package, nor with a program that uses it."""
    import subprocess
    import sys

    pytest.importorskip("mypy")
    package = ROOT / "crates" / "python"
    words = ["--strict", "--python-version", "3.10", "python/jigsat", "tests/typed.py"]
    done = subprocess.run([sys.executable, "-m", "mypy", *words], cwd=package, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
