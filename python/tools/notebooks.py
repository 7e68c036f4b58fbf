"""Runs the notebooks and stores their output.

    python python/tools/notebooks.py [NAME…]
"""

from __future__ import annotations

import sys
from pathlib import Path

import nbclient
import nbformat

FOLDER = Path(__file__).resolve().parents[1] / "notebooks"


def run(path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)
    nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3", coalesce_streams=True).execute()
    for cell in notebook.cells:
        cell.get("metadata", {}).pop("execution", None)
    notebook.metadata = {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
    }
    nbformat.write(notebook, path)


if __name__ == "__main__":
    names = sys.argv[1:]
    for path in sorted(FOLDER.glob("*.ipynb")):
        if not names or path.stem in names:
            run(path)
            sys.stdout.write(f"{path.name}\n")
