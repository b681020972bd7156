"""Ctrl-C and limits end the work, and nothing is left running."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

import jigsat
import jigsat.testing


def threads() -> int:
    """How many threads this process has that may work; where that is not known, none. The library keeps one that looks at limits, and
    sleeps while there are none."""
    tasks = Path("/proc/self/task")
    if not tasks.exists():
        return 0
    names = []
    for task in tasks.iterdir():
        try:
            names.append((task / "comm").read_text().strip())
        except OSError:
            continue
    return sum(1 for name in names if name != "limits")


def interrupted_after(seconds: float, work: object) -> float:
    """How long after Ctrl-C the work ends."""
    assert callable(work)
    pressed: list[float] = []

    def press() -> None:
        pressed.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    before = threads()
    timer = threading.Timer(seconds, press)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        work()
    late = time.monotonic() - pressed[0]
    timer.join()
    assert is_quiet(before), "nothing is left running"
    return late


def is_quiet(before: int) -> bool:
    """Whether there are no more threads than before; the last ones may be ending."""
    deadline = time.monotonic() + 5
    while threads() > before and time.monotonic() < deadline:
        time.sleep(0.005)
    return threads() <= before


#: How late the work may end, in seconds; much more than it takes, because tests run beside others.
LATE = 0.5


def test_ctrl_c() -> None:
    empty = jigsat.parse("." * 81, "sudoku")
    assert interrupted_after(0.2, lambda: empty.count(timeout=30)) < LATE
    assert interrupted_after(0.2, lambda: empty.count(engine="blocking", timeout=30)) < LATE
    # They aren't kept: Python loses an interrupt that comes while it collects garbage, if somebody listens to that.
    assert interrupted_after(0.2, lambda: sum(1 for _ in empty.solutions(timeout=30))) < LATE
    # Nothing is broken afterwards.
    assert empty.solve()


def wide() -> jigsat.Encoding:
    """An encoding with more solutions than anybody can count one by one."""
    encoding = jigsat.Encoding("wide")
    atoms = encoding.atoms(range(60))
    rule = encoding.rule("some", "one of them holds")
    rule().clause(atoms)
    return encoding


def test_tests_of_encodings_end_in_time() -> None:
    for test in (
        lambda timeout: wide().check_each_rule(timeout=timeout),
        lambda timeout: wide().compare_with_brute_force([], timeout=timeout),
    ):
        begun = time.monotonic()
        said = test(0.2)
        assert said is not None and "time limit" in said and time.monotonic() - begun < 0.2 + LATE, said
        assert interrupted_after(0.2, lambda: test(None)) < LATE
    with pytest.raises(AssertionError, match="time limit"):
        jigsat.testing.check_encoding(wide(), timeout=0.2)


def test_solutions_that_are_left_end() -> None:
    before = threads()
    solutions = jigsat.parse("." * 81, "sudoku").solutions()
    next(solutions)
    del solutions
    assert is_quiet(before)


def test_time_limits() -> None:
    begun = time.monotonic()
    answer = jigsat.parse("." * 81, "sudoku").count(timeout=0.2)
    assert answer.complete is False and time.monotonic() - begun < 2


def test_other_threads_run_meanwhile() -> None:
    ticks = 0
    done = threading.Event()

    def tick() -> None:
        nonlocal ticks
        while not done.wait(0.001):
            ticks += 1

    ticker = threading.Thread(target=tick)
    ticker.start()
    jigsat.parse("." * 81, "sudoku").count(timeout=0.3)
    done.set()
    ticker.join()
    assert ticks > 50


def test_memory_stays_flat() -> None:
    resource = pytest.importorskip("resource")
    puzzle = jigsat.parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")

    def solved(times: int) -> int:
        for _ in range(times):
            puzzle.solve().solution
        most: int = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return most

    first = solved(2_000)
    assert solved(8_000) - first < 8_000, "less than a kilobyte for each"


def test_panics_are_exceptions() -> None:
    """A graph with an edge between nodes that don't exist is a bug that Rust's code panics at."""
    from jigsat import _jigsat

    program = (
        '{"name":"wrong","atoms":[{"name":"a","projected":true}],"rules":[{"name":"r","sentence":"s","redundant":false}],'
        '"groups":[{"rule":0,"args":[],"steps":[{"connected":{"nodes":[1],"names":["a"],"edges":[[0,7,null]]}}]}],"given":[]}'
    )
    code = (
        "import jigsat, sys\nfrom jigsat import _jigsat\n"
        f"board = _jigsat.Encoded({program!r}, lambda names: None, None).board()\n"
        "try:\n    jigsat.Puzzle(board, {}).formula()\nexcept jigsat.Bug as error:\n    print('caught', error)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout.startswith("caught") and "no edge joins nodes" in done.stdout, done.stdout + done.stderr
    assert done.stderr == "", "no backtrace lands in the notebook"
    assert _jigsat.version()
