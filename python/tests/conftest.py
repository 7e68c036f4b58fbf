"""The common setup of all tests."""

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

# Draws pictures without a screen.
matplotlib.use("agg")


def suite() -> dict[str, dict[str, Any]]:
    """The cited suite, which all engines are tested with: a game in each file of `testdata`."""
    files = sorted((ROOT / "testdata").glob("*.toml"))
    assert len(files) >= 11
    return {file.stem: tomllib.loads(file.read_text(encoding="utf-8")) for file in files}


@pytest.fixture
def root() -> Path:
    """The root folder of the project."""
    return ROOT
