"""Pages of the book as notebooks: ``python notebooks.py FOLDER`` writes them as files for Jupyter.

A page is Markdown. Its blocks of Python are cells; a block of text after one is what it prints, which the tests compare.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any, NamedTuple

DOCS = Path(__file__).resolve().parents[2] / "docs" / "src"
PAGES = [
    DOCS / "guide" / "python.md",
    DOCS / "notebooks" / "your-own-puzzle.md",
    DOCS / "notebooks" / "pysat.md",
    DOCS / "notebooks" / "test-your-encoder.md",
]
BLOCK = re.compile(r"^```(python|text)\n(.*?)^```\n", re.MULTILINE | re.DOTALL)


class Cell(NamedTuple):
    """A part of a page."""

    kind: str
    """``markdown``, ``python`` or ``text``."""
    text: str


def cells(page: str) -> list[Cell]:
    """The parts of a page, in order; joined, they are the page."""
    found, last = [], 0
    for block in BLOCK.finditer(page):
        found.append(Cell("markdown", page[last : block.start()]))
        found.append(Cell(block[1], block[2]))
        last = block.end()
    found.append(Cell("markdown", page[last:]))
    return [cell for cell in found if cell.text]


def page(parts: list[Cell]) -> str:
    """The page that has these parts."""
    return "".join(text if kind == "markdown" else f"```{kind}\n{text}```\n" for kind, text in parts)


def new_notebook() -> Any:
    """An empty notebook for Python."""
    import nbformat

    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    return nbformat.v4.new_notebook(metadata={"kernelspec": kernel, "language_info": {"name": "python"}})


def write(folder: Path) -> None:
    """Writes all pages as notebooks, without what they print: Jupyter finds it out."""
    import nbformat

    folder.mkdir(parents=True, exist_ok=True)
    for path in PAGES:
        notebook = new_notebook()
        for kind, text in cells(path.read_text(encoding="utf-8")):
            if kind == "markdown" and text.strip():
                notebook.cells.append(nbformat.v4.new_markdown_cell(text.strip()))
            elif kind == "python":
                notebook.cells.append(nbformat.v4.new_code_cell(text.rstrip()))
        nbformat.write(notebook, folder / f"{path.stem}.ipynb")


if __name__ == "__main__":
    write(Path(sys.argv[1]))
