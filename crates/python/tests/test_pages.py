"""The pages of the book with Python run as notebooks, and print what they say. ``UPDATE_DOCS=1`` writes what they print."""

from __future__ import annotations

import doctest
import importlib
import os
import re
import sys
from pathlib import Path

import pytest
from conftest import ROOT

sys.path.insert(0, str(ROOT / "crates" / "python"))
notebooks = importlib.import_module("notebooks")


@pytest.mark.parametrize("path", notebooks.PAGES, ids=lambda path: path.stem)
def test_the_page_prints_what_it_says(path: Path) -> None:
    nbformat = pytest.importorskip("nbformat")
    nbclient = pytest.importorskip("nbclient")
    parts = notebooks.cells(path.read_text(encoding="utf-8"))
    assert notebooks.page(parts) == path.read_text(encoding="utf-8")
    notebook = nbformat.v4.new_notebook()
    notebook.cells = [nbformat.v4.new_code_cell(text) for kind, text in parts if kind == "python"]
    nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    printed = iter([printed_by(cell) for cell in notebook.cells])
    now, wants = [], ""
    for kind, text in parts:
        if kind == "python":
            now.append(notebooks.Cell(kind, text))
            wants = next(printed)
            if wants:
                now += [notebooks.Cell("markdown", "\n"), notebooks.Cell("text", wants)]
        elif kind == "markdown" and text.strip():
            now.append(notebooks.Cell(kind, text))
    if os.environ.get("UPDATE_DOCS") == "1":
        path.write_text(notebooks.page(now), encoding="utf-8")
    assert notebooks.page(now) == path.read_text(encoding="utf-8"), "UPDATE_DOCS=1 writes it"


def printed_by(cell: object) -> str:
    """What a cell prints and shows, as text without times."""
    text = ""
    for output in cell.outputs:  # type: ignore[attr-defined]
        if output.output_type == "stream":
            text += output.text
        elif "data" in output:
            assert "<svg" in output.data.get("text/html", "<svg"), "a picture is shown"
            text += output.data["text/plain"]
    text = re.sub(r", [\d.]+(ns|µs|ms|s)\)", ")", text)
    lines = [line.rstrip() for line in text.strip("\n").splitlines()]
    return "\n".join(lines) + "\n" if lines else ""


@pytest.mark.parametrize("name", ["jigsat", "jigsat.encoding"])
def test_doctests(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_the_readme_solves_a_puzzle() -> None:
    for readme in (ROOT / "README.md", ROOT / "crates" / "python" / "README.md"):
        code = [text for kind, text in notebooks.cells(readme.read_text(encoding="utf-8")) if kind == "python"]
        assert code, readme
        for text in code:
            exec(text, {})
