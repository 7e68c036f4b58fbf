"""What all tests share."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import matplotlib
import pytest

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).resolve().parents[2]

# Pictures go to files, not to a screen.
matplotlib.use("agg")


def suite() -> dict[str, dict[str, Any]]:
    """The cited suite, which every engine reads: a game in each file of `testdata`."""
    files = sorted((ROOT / "testdata").glob("*.toml"))
    assert len(files) >= 11
    return {file.stem: tomllib.loads(file.read_text(encoding="utf-8")) for file in files}


@pytest.fixture
def root() -> Path:
    """The folder of the whole project."""
    return ROOT
