"""Documents: each has a dataclass, which can be read from JSON and written again."""

from __future__ import annotations

import dataclasses
import importlib.util
import json
from pathlib import Path
from typing import Any

import pytest

import bouton
from bouton import _bouton, document


def test_the_dataclasses_are_those_of_the_schema(root: Path) -> None:
    spec = importlib.util.spec_from_file_location("documents", root / "python/tools/documents.py")
    assert spec is not None and spec.loader is not None
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    schema = json.loads((root / "docs/schema.json").read_text(encoding="utf-8"))
    assert json.loads(_bouton.schema()) == schema, "the extension is of another state than the docs"
    expected = tool.module(schema)
    found = (root / "python/bouton/document.py").read_text(encoding="utf-8")
    assert found == expected, "run python python/tools/documents.py"
    for name in schema["$defs"]:
        assert hasattr(document, name), name


def without_nulls(found: Any) -> Any:
    if isinstance(found, dict):
        return {name: without_nulls(part) for name, part in found.items() if part is not None}
    return [without_nulls(part) for part in found] if isinstance(found, list) else found


def holds(kind: Any, text: str) -> bool:
    """True if a text is a document of this kind, and is the same when it is written again."""
    try:
        found = document.read(kind, text)
    except (TypeError, ValueError, StopIteration):
        return False
    return bool(json.loads(document.write(found)) == without_nulls(json.loads(text)))


def test_every_documented_example_is_read_and_written(root: Path) -> None:
    kinds = [kind for kind in vars(document).values() if dataclasses.is_dataclass(kind)]
    lines = (root / "docs/json.md").read_text(encoding="utf-8").splitlines()
    examples = [line.replace(":[..]", ":0.5").replace("[..]", "") for line in lines if line.startswith("{")]
    assert len(examples) >= 20
    for example in examples:
        assert any(holds(kind, example) for kind in kinds), example


def test_numbers_beyond_2_to_the_53_are_texts() -> None:
    found = bouton.nim.bounded([2**53, 2**53 + 1], 10**5000)
    assert found.heaps == [2**53, 2**53 + 1] and found.most == 10**5000
    written = json.loads(document.write(found))
    assert written["heaps"] == [2**53, str(2**53 + 1)]
    assert document.read(document.NimBoundedPosition, document.write(found)) == found


def test_what_is_no_such_document_is_refused() -> None:
    for wrong in ('{"heaps": [3], "nim_sum": "x", "standing": "won"}', '{"heaps": 3}', "[]", '{"heaps": [3]}'):
        with pytest.raises((ValueError, TypeError)):
            document.read(document.NimSum, wrong)


def test_words_of_python_have_an_underscore() -> None:
    assert bouton.in_total.summary().else_ == ("P", "N", "N")
    assert json.loads(document.write(bouton.in_total.summary()))["else"] == ["P", "N", "N"]


def test_representations_are_short() -> None:
    games = bouton.ask("games")
    assert "… 2" in repr(games) and len(repr(games)) < 1500
    count = bouton.Game("wythoff").count(100)
    assert repr(count) == "Count(game='wythoff', upto=100, counts={'P': 77, 'N': 10124})"
    lost = bouton.nim.lost(3, 63)
    assert len(lost.positions) > 100 and repr(lost).count("]") < 20 and f"… {len(lost.positions)} in all" in repr(lost)
    drawn = bouton.Game("take-three").prove().diagram("svg")
    assert len(repr(drawn)) < 600 and "letters in all" in repr(drawn)
    assert repr(bouton.games()).startswith("<20 games: two-in-total, take-three, nim,")
    assert bouton.games()._repr_html_().count("<tr>") == 21
    assert "<b>wythoff</b>, position 3,5: <b>P</b>" in bouton.Game("wythoff").why((3, 5))._repr_html_()
