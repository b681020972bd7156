"""What the tests share: the project's puzzles, and the command."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
PUZZLES = ROOT / "puzzles"
EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


def command() -> list[str]:
    """The program to compare with: that of the workspace if it is built, otherwise that of the package."""
    built = os.environ.get("JIGSAT_PROGRAM") or shutil.which("jigsat", path=str(Path(sys.executable).parent))
    return [built] if built else [sys.executable, "-m", "jigsat"]


def run(*words: str, status: tuple[int, ...] = (0,), cwd: Path = ROOT) -> str:
    done = subprocess.run([*command(), *words], capture_output=True, text=True, cwd=cwd, timeout=120, check=False)
    assert done.returncode in status, f"{words}: {done.returncode}: {done.stderr}"
    return done.stdout


@pytest.fixture
def in_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
