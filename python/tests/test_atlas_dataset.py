"""The dataset of the repository is complete, and docs/atlas.md agrees with it."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest

import bouton
from bouton import Game
from bouton.atlas import FAMILIES, Store

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "python/tools"))

import atlas_conjectures as told  # noqa: E402
import atlas_page  # noqa: E402
from atlas_picture import picture  # noqa: E402


@pytest.fixture(scope="module")
def store() -> Store:
    return Store(ROOT / "atlas")


def test_the_dataset_is_whole(store: Store) -> None:
    found = atlas_page.rows()
    assert len(found) >= 10 and sum(map(len, found.values())) >= 5000
    for name, rows in found.items():
        games = {json.dumps(dict(game.parameters), sort_keys=True): game.rules for game in FAMILIES[name].games()}
        keys = [json.dumps(dict(row.parameters), sort_keys=True) for row in rows]
        assert len(set(keys)) == len(keys) and set(keys) <= set(games)
        assert len({row.rules for row in rows}) == len(rows)
        about = store.about(name)
        assert about["version"] and json.loads(about["limits"])["work"]
        verdicts = {verdict.rules: verdict for verdict in store.verdicts(name)}
        for key, row in zip(keys, rows):
            assert row.family == name and row.sentence and row.status in atlas_page.STATUSES
            # Laws with letters are formulas, without states.
            assert (row.states is not None) == (row.status == "proved" and name != "letters")
            assert (row.limit is not None) == (row.status in ("limit", "poison"))
            assert (row.certificate is not None) == (row.status in ("proved", "period"))
            if row.certificate is not None:
                assert verdicts[row.rules].accepted and verdicts[row.rules].certificate == row.certificate
        for key, row in list(zip(keys, rows))[::40]:
            assert Game(games[key]).rules == row.rules


def test_what_is_proved_is_proved_again(store: Store) -> None:
    for name in store.families():
        rows = [row for row in store.rows(name) if row.seconds < 0.05 and row.limit is None]
        spent = json.loads(store.about(name)["limits"])
        for row in rows[:: max(1, len(rows) // 4)]:
            again = bouton.survey(row.rules, bouton.SurveyLimits(**spent), family=name, parameters=row.parameters)
            # A later search may find a shorter law or word it differently, but it loses none.
            assert (again.status, again.rules) == (row.status, row.rules)


def test_the_page_says_what_is_in_the_dataset(store: Store) -> None:
    text, found = atlas_page.PAGE.read_text(encoding="utf-8"), atlas_page.rows()
    assert atlas_page.page(text, found) == text, "python tools/atlas_page.py writes it anew"
    assert picture(found) == atlas_page.PICTURE.read_text(encoding="utf-8")
    named = re.findall(r"\.\./atlas/certs/(\w+)\.cert", text)
    assert len(named) >= len(found)
    rows = {row.certificate: row for rows in found.values() for row in rows}
    for name in named:
        checked = bouton.check(store.certificate(rows[name]), time=300, memory="4G")
        assert checked.accepted and checked.identity == f"sha256:{name}"


def test_what_generalises_is_contradicted_by_nothing() -> None:
    found = atlas_page.rows()
    for conjecture in told.CONJECTURES:
        now = told.standing(conjecture, found[conjecture.family])
        assert now.proved >= 6 and not now.against, conjecture.name
    for pair in told.TWINS:
        same, different, _ = told.twins(pair, found["moore"])
        assert len(same) >= 5 and not different
        # Not only the sentences agree: some of the games are proved to have the same values.
        for one, other in same[:6]:
            assert bouton.compare(Game(one.rules), Game(other.rules)).equal


def test_the_boundary_of_the_misere_conjecture_is_where_it_is_said() -> None:
    # k - 1 of k heaps: the sum decides up to t = 2 j; beyond that it fails at equal heaps of two.
    for k in (3, 4):
        j, t = k - 1, 2 * k - 1
        game = Game(f"heaps {k}; move take 1..{t} in total from at most {j} heaps; play misere")
        assert game.solve([2] * k).outcome == "P" and 2 * k % (t + 1) != 1
