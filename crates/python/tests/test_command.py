"""The package has the command."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT

import jigsat

WAYS = [[sys.executable, "-m", "jigsat"], [str(Path(sys.executable).parent / "jigsat")]]


@pytest.mark.parametrize("way", WAYS)
def test_the_command_runs(way: list[str]) -> None:
    def run(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([*way, *words], capture_output=True, text=True, cwd=ROOT, timeout=60, check=False)

    version = run("--version")
    assert version.stdout.split() == ["jigsat", jigsat.__version__]
    solved = run("solve", "puzzles/sudoku/tiny.yaml", "--format", "plain")
    assert (solved.returncode, solved.stdout.strip()) == (0, "1324423124133142")
    assert run("solve", "puzzles/sudoku/impossible.yaml").returncode == 1
    wrong = run("solve", "puzzles/none.yaml")
    assert wrong.returncode == 2 and "none.yaml" in wrong.stderr
    assert run("sudoku", "solve", "1" * 81).returncode == 1


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="memory is bounded on Linux alone")
@pytest.mark.parametrize("way", WAYS)
def test_memory_limits_run_the_command_again(way: list[str]) -> None:
    def run(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([*way, *words], capture_output=True, text=True, cwd=ROOT, timeout=60, check=False)

    solved = run("solve", "puzzles/sudoku/tiny.yaml", "--format", "plain", "--memory", "2GB")
    assert (solved.returncode, solved.stdout.strip()) == (0, "1324423124133142"), solved.stderr
    batch = run("batch", "puzzles/sudoku/tiny.yaml", "--memory", "2GB", "--quiet")
    assert batch.returncode == 0, batch.stderr
