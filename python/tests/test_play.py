"""Games against the computer."""

from __future__ import annotations

import pickle

import pytest

import bouton
from bouton import Game


def test_the_computer_wins_what_can_be_won() -> None:
    play = Game("nim").play((1, 2), seed=1)
    assert "1,2  your move" in play.said and repr(play) == play.said
    assert play.enter("hint")
    assert "the computer moves to 0,1" in play.enter("take 2 from 2") or "0,0" in play.said
    while not play.document.finished:
        play.enter("#1")
    assert play.document.winner
    assert [made.by for made in play.document.moves][:2] == ["you", "the computer"]


def test_lines_that_are_no_moves_are_answered() -> None:
    play = Game("wythoff").play((3, 5), first="computer", level="weak", seed=7)
    before = play.document
    assert "help" in play.enter("fly") or play.said
    assert play.document == before
    assert play.enter("save it.json") == "`document` holds the game as data"
    assert play.enter("quit") == "good bye" and play.left
    with pytest.raises(bouton.InputError):
        Game("wythoff").play((3, 5), level="kind")
    with pytest.raises(bouton.InputError):
        Game("wythoff").play((3, 5, 7))


def test_a_fair_start_follows_from_the_seed() -> None:
    starts = {Game("nim", heaps=3).play(seed=seed).document.position for seed in (1, 1, 2, 3)}
    assert 2 <= len(starts) <= 3


def test_a_widget_takes_lines() -> None:
    play = Game("nim").play((3, 4, 5), seed=1)
    said, line = play.widget().children
    assert "3,4,5  your move" in said.value
    line.value = "1,4,5"
    assert "the computer moves" in said.value and line.value == ""
    line.value = "quit"
    assert line.disabled and "good bye" in said.value


def test_a_position_is_a_move() -> None:
    play = Game("nim").play((3, 4, 5), seed=1)
    again = pickle.loads(pickle.dumps(play))
    assert play.enter((1, 4, 5)) == again.enter("1,4,5")
    assert play.document == again.document
    assert "seed 1 plays this once more" in Game("nim", heaps=3).play(seed=1).said


def test_a_reply_is_shown_as_it_is_printed() -> None:
    formatter = pytest.importorskip("IPython.core.formatters").PlainTextFormatter()
    play = Game("nim").play((3, 5), seed=1)
    for line in ("take 2 from 2", "help"):
        reply = play.enter(line)
        assert formatter(reply) == str(reply) == play.said and "\n" in reply
    again = Game("nim").play((3, 5), seed=1)
    assert again.enter(3, 3) == again.said and again.document.moves[0].to == "3,3"


def test_a_finished_game_remains_finished() -> None:
    play = Game("nim").play((1, 2))
    for line in ("take 1 from 2", "0,0"):
        play.enter(line)
    for line in ("", "log", "moves", "what", "why"):
        assert (play.document.finished, play.document.winner) == (True, "you"), line
        play.enter(line)
    play.enter("undo")
    assert not play.document.finished and play.document.winner is None
