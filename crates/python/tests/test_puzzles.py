"""Puzzles are read, asked and drawn, and mistakes have places."""

from __future__ import annotations

import itertools
import pickle
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from conftest import EASY, PUZZLES, SOLVED
from hypothesis import given, settings
from hypothesis import strategies as st

import jigsat


def test_four_lines() -> None:
    puzzle = jigsat.parse(EASY)
    answer = puzzle.solve(unique=True, timeout=5)
    assert answer and answer.unique
    assert "".join(str(digit) for row in answer.solution["grid"] for digit in row) == SOLVED
    assert answer.write("plain").strip() == SOLVED
    assert "unique" in str(answer) and "┃" in str(answer)
    assert answer._repr_html_().count("<svg") == 1
    assert puzzle.family == "sudoku" and "<svg" in puzzle._repr_html_() and "┃" in str(puzzle)


def test_a_path_is_no_puzzle() -> None:
    with pytest.raises(jigsat.ParseError):
        jigsat.parse("puzzles/sudoku/mistyped.yaml")
    with pytest.raises(FileNotFoundError):
        jigsat.load("puzzles/sudoku/mistyped.yaml")


def test_mistakes_have_places() -> None:
    text = "kind: sudoku\ngrid: |\n  1!..\n  ....\n  ....\n  ....\n"
    with pytest.raises(jigsat.ParseError) as caught:
        jigsat.parse(text, name="mine.yaml")
    error = caught.value
    assert (error.file, error.line, error.column) == ("mine.yaml", 3, 4)
    assert "found '!'" in error.message and isinstance(error, ValueError)
    again = pickle.loads(pickle.dumps(error))
    assert (again.line, again.column, str(again)) == (3, 4, str(error))


def test_requests_that_cannot_be_met() -> None:
    puzzle = jigsat.parse(EASY)
    for asked in ({"encoding": "other"}, {"solver": "other"}, {"drop": ["other"]}, {"misspelt": 1}):
        with pytest.raises(jigsat.RequestError) as caught:
            puzzle.solve(**asked)
        assert "other" in str(caught.value) or "misspelt" in str(caught.value)
    with pytest.raises(jigsat.RequestError, match="there is no family 'sudokku'"):
        jigsat.parse(EASY, "sudokku")


def test_several_puzzles(tmp_path: Path) -> None:
    file = tmp_path / "two.txt"
    file.write_text(f"{EASY}\n{EASY[:80]}!\n{SOLVED}\n")
    with pytest.raises(jigsat.ParseError, match="several"):
        jigsat.load(file)
    puzzles = jigsat.load_all(file, "sudoku")
    assert next(puzzles).solve()
    with pytest.raises(jigsat.ParseError) as caught:
        next(puzzles)
    assert caught.value.line == 2
    last = next(puzzles)
    assert last.solve().solution == jigsat.load(file, index=3).solve().solution
    assert next(puzzles, None) is None
    assert pickle.loads(pickle.dumps(last)).solve().solution == last.solve().solution


def test_solutions_one_by_one() -> None:
    puzzle = jigsat.parse("." * 81, "sudoku")
    with puzzle.solutions() as solutions:
        first, second = next(solutions), next(solutions)
    assert first.solution != second.solution
    few = jigsat.parse("1" + "." * 15, "sudoku").solutions(limit=3)
    assert len(list(few)) == 3 and few.complete is False
    every = jigsat.parse("1" + "." * 15, "sudoku").solutions()
    assert len(list(every)) == 72 and every.complete is True


def test_counts_are_numbers() -> None:
    count = jigsat.load(PUZZLES / "tiling" / "dominoes-8x8.yaml").count()
    assert (count.count, count.distinct, count.complete) == (12988816, 1629189, True)
    assert type(count.count) is int


def test_conditions() -> None:
    impossible = jigsat.parse("11" + "." * 79, "sudoku")
    assert not impossible.solve()
    puzzle = jigsat.parse(EASY)
    assert puzzle.check(SOLVED) and not puzzle.check(SOLVED[::-1])
    assert puzzle.check(puzzle.solve()) and puzzle.check(puzzle.solve().solution)
    hard = jigsat.parse("." * 81, "sudoku").count(timeout=0.05)
    with pytest.raises(jigsat.Undecided):
        bool(hard)
    assert hard.complete is False


def test_explanations() -> None:
    puzzle = jigsat.load(PUZZLES / "sudoku" / "tiny.yaml")
    explained = puzzle.explain(step=2)
    assert [step.step for step in explained.steps] == [1, 2]
    step = explained.steps[0]
    assert step.technique == "hidden single" and step.deduced == ["r1c2=3"]
    assert step.because[0].sentence == "r1c1 has exactly one digit"
    assert step.cells.deduced == ["r1c2"] and step.smallest is False
    assert "hidden single" in str(explained) and "<svg" in explained._repr_html_()
    assert explained.write("html").startswith("<!doctype html>")
    hint = puzzle.hint()
    assert hint.steps and "r1c2" in str(hint)
    assert puzzle.rate().rating["difficulty"] >= 0


def test_records() -> None:
    answer = jigsat.parse(EASY).solve()
    assert (answer.family, answer.puzzle, answer.other) == ("sudoku", None, None)
    with pytest.raises(AttributeError, match="it has:.*solution"):
        answer.solutions
    with pytest.raises(AttributeError):
        answer.status = "impossible"  # type: ignore[misc]
    again = pickle.loads(pickle.dumps(answer))
    assert again.to_dict() == answer.to_dict() and str(again) == str(answer) and again.svg == answer.svg
    assert again == answer


def test_generated_puzzles_are_those_of_the_seed() -> None:
    puzzle = jigsat.generate("sudoku", seed=7)
    assert puzzle.text == jigsat.generate("sudoku", seed=7).text
    assert puzzle.solve(unique=True).unique
    assert jigsat.parse(puzzle.text).solve().solution == puzzle.solve().solution
    assert pickle.loads(pickle.dumps(puzzle)).solve().solution == puzzle.solve().solution
    with pytest.raises(jigsat.RequestError):
        jigsat.generate("sudoku", misspelt=3)


def test_options_choose_the_puzzle() -> None:
    level = jigsat.load(PUZZLES / "sokoban" / "tiny.xsb")
    pushes = level.solve(optimal="pushes").solution
    assert pushes["proven"] == "pushes"
    model = PUZZLES / "qprop" / "four-squares.qprop"
    data = {"name": "four-squares.yaml", "text": (PUZZLES / "qprop" / "four-squares.yaml").read_text()}
    assert jigsat.load(model, data=data).solve()


def test_plans_of_sokoban_are_played() -> None:
    level = jigsat.load(PUZZLES / "sokoban" / "tiny.xsb")
    played, still = level.solve(), level.solve(animate=False)
    assert "<animate" in played._repr_html_() and "<animate" not in still._repr_html_()
    assert played.solution == still.solution
    assert "<animate" in next(level.solutions(limit=1))._repr_html_()


@pytest.mark.parametrize("text", ["." * 16, "1.....3..4.....2", "1..1............", "12" + "." * 14])
@pytest.mark.parametrize("limit", [None, 0, 1, 8, 9, 300])
def test_solutions_come_in_portions_where_there_are_no_threads(text: str, limit: int | None, monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = jigsat.parse(text, "sudoku")
    expected = puzzle.solutions(limit)
    found = [answer.solution for answer in expected]
    monkeypatch.setattr("jigsat._puzzle.AT_ONCE", True)
    portions = puzzle.solutions(limit)
    assert [answer.solution for answer in portions] == found
    assert portions.complete == expected.complete
    with puzzle.solutions(limit) as left:
        assert [answer.solution for answer in itertools.islice(left, 2)] == found[:2]


def test_a_solution_is_that_of_the_record() -> None:
    for file in ("sudoku/tiny.yaml", "sokoban/tiny.xsb", "fillomino/easy.yaml", "sudoku/impossible.yaml"):
        puzzle = jigsat.load(PUZZLES / file)
        assert puzzle.solve().solution == puzzle.solve().to_dict().get("solution")


def test_threads() -> None:
    puzzle = jigsat.load(PUZZLES / "sudoku" / "hard.yaml")
    expected = puzzle.solve().solution
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda _: puzzle.solve(unique=True, solver="batsat").solution, range(12)))
    assert answers == [expected] * 12


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=200))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        jigsat.parse(text).family
    except jigsat.JigsatError:
        pass


@settings(max_examples=40, deadline=None)
@given(st.text(alphabet="0123456789.", min_size=16, max_size=16))
def test_small_boards_are_answered_as_a_search_does(text: str) -> None:
    try:
        puzzle = jigsat.parse(text, "sudoku")
    except jigsat.ParseError:
        return
    cells = [int(cell) if cell in "1234" else 0 for cell in text]
    assert puzzle.count().count == by_search(cells)


def by_search(cells: list[int]) -> int:
    """The number of solutions of a board of 4x4, by trying digits."""

    def fits(place: int, digit: int) -> bool:
        row, col = divmod(place, 4)
        return all(
            cells[other] != digit
            for other in range(16)
            if other != place
            and (other // 4 == row or other % 4 == col or (other // 8 == row // 2 and other % 4 // 2 == col // 2))
        )

    if any(cell and not fits(place, cell) for place, cell in enumerate(cells)):
        return 0
    if 0 not in cells:
        return 1
    place, found = cells.index(0), 0
    for digit in range(1, 5):
        if fits(place, digit):
            cells[place] = digit
            found += by_search(cells)
            cells[place] = 0
    return found
