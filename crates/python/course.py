"""Chapters of the course as notebooks: the commands are cells, so that a reader runs and changes them.

A chapter is Markdown for mdBook. Solutions of exercises stay text, folded: the reader is to try first.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from notebooks import new_notebook

ROOT = Path(__file__).resolve().parents[2]
COURSE = ROOT / "docs" / "src" / "course"
CHAPTERS = [COURSE / f"{name}.md" for name in ("1-clauses", "2-at-most-one", "3-sudoku", "8-why")]

SOLUTION = re.compile(r"^<details>.*?^</details>\n", re.MULTILINE | re.DOTALL)
COMMANDS = re.compile(r"^```console\n(.*?)^```\n", re.MULTILINE | re.DOTALL)
INCLUDE = re.compile(r"\{\{#include ([^:}]+)(?::([^}]+))?\}\}")
IMAGE = re.compile(r"(!\[[^]]*\]\()([^):]+)(\))")
LINK = re.compile(r"(?<!!)\[([^]]+)\]\(([^):#]+)(#[^)]*)?\)")


class Command(NamedTuple):
    """A command of a chapter."""

    line: str
    """As one types it: ``jigsat sudoku solve …``."""
    printed: str
    """What it prints. A line ``...`` stands for any lines, ``[..]`` for a part of one."""


def parts(page: str) -> list[str | Command]:
    """The parts of a chapter, in order: Markdown, and commands."""
    found: list[str | Command] = []
    text, last = "", 0
    solutions = [solution.span() for solution in SOLUTION.finditer(page)]
    for block in COMMANDS.finditer(page):
        if any(start <= block.start() < end for start, end in solutions):
            continue
        text = page[last : block.start()].strip()
        if text:
            found.append(text)
        found.extend(commands(block[1]))
        last = block.end()
    text = page[last:].strip()
    return [*found, text] if text else found


def commands(block: str) -> Iterable[Command]:
    """The commands of a block."""
    for one in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        line, _, printed = one.partition("\n")
        # The exit code, which a cell does not have.
        yield Command(line, re.sub(r"\A\? \d+\n", "", printed).strip("\n"))


def included(page: str, folder: Path) -> str:
    """A page with what it includes, wholly or between two marks."""

    def text(found: re.Match[str]) -> str:
        lines = (folder / found[1]).read_text(encoding="utf-8").splitlines()
        if found[2]:
            first = next(at for at, line in enumerate(lines) if re.search(rf"ANCHOR: {found[2]}$", line))
            last = next(at for at, line in enumerate(lines) if re.search(rf"ANCHOR_END: {found[2]}$", line))
            lines = lines[first + 1 : last]
        return "\n".join(line for line in lines if "ANCHOR" not in line)

    return INCLUDE.sub(text, page)


def files(line: str) -> list[str]:
    """The files that a command reads, from the root of the project; a model of QPROP may have its data beside it."""
    named = [word.strip("'") for word in line.split() if (ROOT / word.strip("'")).is_file()]
    data = [str(Path(name).with_suffix(".yaml")) for name in named if name.endswith(".qprop")]
    return named + [name for name in data if (ROOT / name).is_file()]


def write(folder: Path) -> None:
    """Writes the chapters as notebooks, and beside them what their commands read and their pictures."""
    import nbformat

    folder.mkdir(parents=True, exist_ok=True)
    for path in CHAPTERS:
        notebook = new_notebook()
        for part in parts(included(path.read_text(encoding="utf-8"), path.parent)):
            if isinstance(part, Command):
                notebook.cells.append(nbformat.v4.new_code_cell(f"!{part.line}"))
                for name in files(part.line):
                    copy(ROOT / name, folder)
            else:
                for image in IMAGE.finditer(part):
                    copy(path.parent / image[2], folder)
                here = path.parent.relative_to(ROOT).as_posix()
                text = IMAGE.sub(rf"\g<1>{here}/\g<2>\g<3>", LINK.sub(linked, part))
                notebook.cells.append(nbformat.v4.new_markdown_cell(text))
        nbformat.write(notebook, folder / f"{path.stem}.ipynb")


def linked(link: re.Match[str]) -> str:
    """A link to another chapter that is a notebook; otherwise its words alone."""
    if link[2] in [path.name for path in CHAPTERS]:
        return f"[{link[1]}]({Path(link[2]).stem}.ipynb{link[3] or ''})"
    return link[1]


def copy(file: Path, folder: Path) -> None:
    """Copies a file of the project to the same place below a folder."""
    place = folder / file.resolve().relative_to(ROOT)
    place.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(file, place)
