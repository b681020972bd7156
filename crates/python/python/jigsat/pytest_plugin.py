"""The fixture ``assert_encoding`` and the option ``--snapshot-update`` of pytest."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from .encoding import Encoding


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.getgroup("jigsat").addoption(
        "--snapshot-update",
        action="store_true",
        dest="jigsat_snapshot_update",
        help="write the snapshots of encodings as they are now",
    )


class AssertEncoding:
    """Asserts what should hold for an encoding: see :func:`jigsat.testing.check_encoding`. Its text is compared with a snapshot, a file
    in the folder ``snapshots`` beside the test, which ``pytest --snapshot-update`` writes."""

    def __init__(self, test: Path, name: str, update: bool) -> None:
        self._test = test
        self._name = name
        self._update = update
        self._used = 0

    def __call__(
        self,
        encoding: Encoding,
        brute_force: Any = None,
        *,
        others: Sequence[Encoding] = (),
        rules: bool = True,
        flavours: Sequence[Any] = ({},),
        timeout: float | None = None,
        snapshot: bool | str = True,
    ) -> None:
        from .testing import check_encoding, check_snapshot

        __tracebackhide__ = True
        check_encoding(encoding, brute_force, others=others, rules=rules, flavours=flavours, timeout=timeout)
        if snapshot:
            self._used += 1
            further = f"-{self._used}" if self._used > 1 else ""
            name = snapshot if isinstance(snapshot, str) else f"{self._name}{further}"
            file = self._test.parent / "snapshots" / f"{self._test.stem}__{name}.txt"
            check_snapshot(encoding.text(), file, self._update)


@pytest.fixture
def assert_encoding(request: pytest.FixtureRequest) -> AssertEncoding:
    """Asserts what should hold for an encoding, and compares its text with a snapshot."""
    name = re.sub(r"[^\w.-]+", "-", request.node.name).strip("-")
    update = bool(request.config.getoption("jigsat_snapshot_update"))
    return AssertEncoding(Path(request.node.path), name, update)
