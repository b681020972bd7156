"""Chapters of the course run as notebooks, away from the project, and print what the book says."""

from __future__ import annotations

import importlib
import os
import re
import sys
from pathlib import Path

import pytest
from conftest import ROOT

sys.path.insert(0, str(ROOT / "crates" / "python"))
course = importlib.import_module("course")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("nbformat")
    written: Path = tmp_path_factory.mktemp("course")
    course.write(written)
    return written


@pytest.mark.parametrize("path", course.CHAPTERS, ids=lambda path: path.stem)
def test_the_chapter_prints_what_the_book_says(path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    nbformat = pytest.importorskip("nbformat")
    nbclient = pytest.importorskip("nbclient")
    monkeypatch.setenv("PATH", os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]))
    monkeypatch.setenv("NO_COLOR", "1")
    notebook = nbformat.read(folder / f"{path.stem}.ipynb", as_version=4)
    nbformat.validate(notebook)
    resources = {"metadata": {"path": str(folder)}}
    # IPython decodes what it has read so far, so now and then a character is cut in two; then the notebook runs again.
    for _ in range(3):
        nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3", resources=resources).execute()
        if "\ufffd" not in str(notebook):
            break
    expected = [part for part in course.parts(path.read_text(encoding="utf-8")) if isinstance(part, course.Command)]
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert len(cells) == len(expected) > 5
    for cell, command in zip(cells, expected):
        printed = "".join(output.text for output in cell.outputs)
        assert re.fullmatch(pattern(command.printed), words(printed)), f"$ {command.line}\n{printed}\n\nthe book has:\n{command.printed}"
    for picture in re.findall(r"!\[[^]]*\]\(([^)]+)\)", "".join(cell.source for cell in notebook.cells)):
        assert (folder / picture).is_file(), picture


def words(printed: str) -> str:
    """What is printed without its line breaks: cells are terminals of 80 columns, where lines are wrapped."""
    return " ".join(printed.split())


def pattern(printed: str) -> str:
    """What the book has as a pattern of words: a line ``...`` stands for any lines, ``[..]`` for a part of a line."""
    lines = [".*" if line == "..." else re.escape(words(line)).replace(r"\[\.\.\]", ".*") for line in printed.splitlines()]
    return r"\ ?".join(line for line in lines if line)


def test_a_pattern_elides_lines_and_parts() -> None:
    assert re.fullmatch(pattern("a\n...\nlast [..] s"), words("a\nb\n  c\nlast 3 s"))
    assert not re.fullmatch(pattern("a\n...\nlast"), words("b\nlast"))
    assert not re.fullmatch(pattern("a"), words("a\nb"))


def test_solutions_stay_folded(folder: Path) -> None:
    nbformat = pytest.importorskip("nbformat")
    for path in course.CHAPTERS:
        cells = nbformat.read(folder / f"{path.stem}.ipynb", as_version=4).cells
        for cell in cells:
            assert cell.source.count("<details>") == cell.source.count("</details>"), cell.source
        text = "".join(cell.source for cell in cells)
        assert "<details>" in text and "{{#include" not in text, path.stem
