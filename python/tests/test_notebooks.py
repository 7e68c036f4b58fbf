"""The notebooks run from start to end, with the same output as when they were written."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import nbclient
import nbformat
import pytest
from conftest import ROOT

NOTEBOOKS = sorted((ROOT / "python/notebooks").glob("*.ipynb"))
LARGEST = 40_000
"""The bytes of a picture."""


def texts(notebook: Any) -> list[list[str]]:
    """The text output of each cell, without pictures."""
    said = []
    for cell in notebook.cells:
        lines = []
        for output in cell.get("outputs", []):
            text = output.get("text") or output.get("data", {}).get("text/plain", "")
            if "image/png" not in output.get("data", {}):
                lines.append(re.sub(r"at 0x[0-9a-f]+", "at 0x…", "".join(text)))
        said.append(lines)
    return said


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_it_runs_and_says_the_same(path: Path) -> None:
    written = nbformat.read(path, as_version=4)
    notebook = nbformat.read(path, as_version=4)
    client = nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3", coalesce_streams=True)
    client.execute()
    assert texts(notebook) == texts(written), "run python python/tools/notebooks.py"
    pictures = [
        output["data"]["image/png"]
        for cell in written.cells
        for output in cell.get("outputs", [])
        if "image/png" in output.get("data", {})
    ]
    assert pictures, "a notebook shows something"
    assert all(len(picture) * 3 // 4 < LARGEST for picture in pictures)


def test_there_are_six() -> None:
    assert len(NOTEBOOKS) == 6
    for path in NOTEBOOKS:
        assert json.loads(path.read_text(encoding="utf-8"))["nbformat"] == 4
