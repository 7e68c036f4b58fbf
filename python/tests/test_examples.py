"""The examples in the documentation are correct: those of every function, and those of
docs/python.md."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import re
from pathlib import Path
from typing import Any

import pytest

import bouton

MODULES = ["bouton", *(module.name for module in pkgutil.walk_packages(bouton.__path__, "bouton."))]


@pytest.mark.parametrize("name", [name for name in MODULES if not name.endswith("._bouton")])
def test_examples_of_functions(name: str) -> None:
    found = doctest.testmod(importlib.import_module(name), optionflags=doctest.ELLIPSIS)
    assert found.failed == 0


def test_examples_of_the_manual(root: Path) -> None:
    text = (root / "docs/python.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```pycon\n(.*?)```", text, flags=re.DOTALL)
    assert len(blocks) >= 8
    examples = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, "docs/python.md", "docs/python.md", 0)
    found = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE).run(examples)
    assert found.failed == 0 and found.attempted >= 20


def test_examples_of_the_readme(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = (root / "python/README.md").read_text(encoding="utf-8")
    space: dict[str, Any] = {}
    for block in re.findall(r"```python\n(.*?)```", text, flags=re.DOTALL):
        exec(block, space)
    assert capsys.readouterr().out == "P\nP if h1 mod 4 is 0, else N.\n[1 0]\nTrue\nTrue\n12\n"
    named = re.findall(r"`(bouton|game|theorem)\.(\w+)", text)
    owners = {"bouton": bouton, "game": bouton.Game, "theorem": bouton.Theorem}
    assert len(named) >= 20 and all(hasattr(owners[owner], name) for owner, name in named)


def test_every_module_is_exported_and_documented() -> None:
    for name in bouton.__all__:
        assert hasattr(bouton, name)
        if name != "__version__":
            assert getattr(bouton, name).__doc__, name
